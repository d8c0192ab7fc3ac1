"""The few controls that stand in the graph panel: zoom buttons and the search field of the map."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QKeyEvent, QPainter, QPaintEvent, QPolygonF
from PySide6.QtWidgets import QAbstractButton, QLineEdit, QWidget

from elcs_gui.app.graph.fonts import NORMAL, face
from elcs_gui.app.graph.painting.link_painter import NO_BRUSH, ROUND, pen
from elcs_gui.app.kit.labels import tooltip
from elcs_gui.app.kit.theme import LIGHT, Theme, font

_STROKES: dict[str, list[list[tuple[float, float]]]] = {
    "minus": [[(3, 8), (13, 8)]],
    "plus": [[(3, 8), (13, 8)], [(8, 3), (8, 13)]],
    "fit": [
        [(3, 6), (3, 3), (6, 3)],
        [(10, 3), (13, 3), (13, 6)],
        [(13, 10), (13, 13), (10, 13)],
        [(6, 13), (3, 13), (3, 10)],
    ],
}


class ZoomButton(QAbstractButton):
    """28 × 28, an icon of strokes, so that it is crisp at any scale."""

    def __init__(self, icon: str, tip: str, parent: QWidget) -> None:
        super().__init__(parent)
        self._icon = icon
        self._theme = LIGHT
        self.setFixedSize(self.sizeHint())
        tooltip(self, tip)
        self.setAccessibleName(tip)
        self.setCursor(Qt.CursorShape.ArrowCursor)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)

    def set_theme(self, theme: Theme) -> None:
        self._theme = theme
        self.setFixedSize(self.sizeHint())
        self.update()

    def sizeHint(self) -> QSize:
        return QSize(28, 28) * self._theme.scale

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        theme = self._theme
        painter.scale(theme.scale, theme.scale)
        painter.setBrush(theme.sunk if self.isDown() else theme.raised)
        painter.setPen(pen(theme.ink_3 if self.underMouse() else theme.line_strong, 1.0))
        painter.drawRoundedRect(QRectF(0.5, 0.5, 27.0, 27.0), 7.0, 7.0)
        painter.setBrush(NO_BRUSH)
        painter.setPen(pen(theme.ink, 1.6, cap=ROUND))
        for stroke in _STROKES[self._icon]:
            painter.drawPolyline(QPolygonF([QPointF(x + 6.0, y + 6.0) for x, y in stroke]))
        painter.end()


class SearchField(QLineEdit):
    """Finds a variable by its name: Enter goes on to the next that fits, Esc clears."""

    found = Signal(int)

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self._names: list[str] = []
        self._hits: list[int] = []
        self._place = 0
        self._theme = LIGHT
        self.setPlaceholderText("Find a variable")
        self.setAccessibleName("Find a variable on the map")
        self.set_theme(LIGHT)
        self.textChanged.connect(self._look)

    def set_theme(self, theme: Theme) -> None:
        self._theme = theme
        self.setFixedSize(QSize(240, 28) * theme.scale)
        self.setFont(font(13 * theme.scale))
        self.setTextMargins(round(20 * theme.scale), 0, round(52 * theme.scale), 0)
        self.update()

    def set_names(self, names: Sequence[str]) -> None:
        self._names = [name.casefold() for name in names]
        self.clear()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and self._hits:
            back = bool(event.modifiers() & Qt.KeyboardModifier.ShiftModifier)
            self._place = (self._place + (-1 if back else 1)) % len(self._hits)
            self._tell()
        elif event.key() == Qt.Key.Key_Escape:
            self.clear()
            parent = self.parentWidget()
            if parent is not None:
                parent.setFocus()
        else:
            super().keyPressEvent(event)

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.scale(self._theme.scale, self._theme.scale)
        painter.setPen(pen(self._theme.ink_3, 1.5, cap=ROUND))
        painter.drawEllipse(QPointF(15.0, 13.0), 4.0, 4.0)
        painter.drawLine(QPointF(18.1, 16.1), QPointF(21.0, 19.0))
        if self.text():
            words = f"{self._place + 1} of {len(self._hits)}" if self._hits else "none"
            made, metrics = face(12, NORMAL)
            painter.setFont(made)
            colour: QColor = self._theme.ink_3 if self._hits else self._theme.conflict
            painter.setPen(colour)
            painter.drawText(QPointF(240 - 10.0 - metrics.horizontalAdvance(words), 18.3), words)
        painter.end()

    def _look(self, text: str) -> None:
        wanted = text.strip().casefold()
        begins = [x for x, name in enumerate(self._names) if wanted and name.startswith(wanted)]
        holds = [x for x, name in enumerate(self._names) if wanted and wanted in name[1:]]
        self._hits = list(dict.fromkeys([*begins, *holds]))
        self._place = 0
        if self._hits:
            self._tell()
        self.update()

    def _tell(self) -> None:
        self.found.emit(self._hits[self._place])
        self.update()
