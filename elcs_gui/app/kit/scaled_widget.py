"""A widget that paints in the lengths of the design, however large it is shown."""

from __future__ import annotations

from PySide6.QtCore import QRectF
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QWidget

from elcs_gui.app.kit.theme import Theme


class ScaledWidget(QWidget):
    """`across` and `down` are its size as designed; its painter makes it as large as the theme wants it."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme

    def set_theme(self, theme: Theme) -> None:
        self._theme = theme
        self.updateGeometry()
        self.update()

    @property
    def across(self) -> float:
        return self.width() / self._theme.scale

    @property
    def down(self) -> float:
        return self.height() / self._theme.scale

    @property
    def box(self) -> QRectF:
        return QRectF(0, 0, self.across, self.down)

    def scaled(self, length: float) -> int:
        """A length of the design, in pixels."""
        return round(length * self._theme.scale)

    def painter(self) -> QPainter:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.scale(self._theme.scale, self._theme.scale)
        return painter
