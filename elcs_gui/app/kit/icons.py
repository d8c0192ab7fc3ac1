"""Icons of the test log and the test page, as paths on a 16 × 16 grid, and the field with a search icon."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QIcon, QMouseEvent, QPainter, QPainterPath, QPaintEvent, QPen, QPixmap
from PySide6.QtWidgets import QLineEdit, QWidget

from elcs_gui.app.kit.theme import Theme

_GRID = 16
_SCALES = (1, 2, 3)


def line_icon(name: str, colour: QColor) -> QIcon:
    """The icon called search, cross, fork, table, back or breakpoint, sharp at every scale."""
    made = QIcon()
    for scale in _SCALES:
        picture = QPixmap(_GRID * scale, _GRID * scale)
        picture.setDevicePixelRatio(scale)
        picture.fill(Qt.GlobalColor.transparent)
        painter = QPainter(picture)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        pen = QPen(colour, 1.5)
        pen.setCapStyle(Qt.PenCapStyle.RoundCap)
        painter.setPen(pen)
        painter.drawPath(_path(name))
        painter.end()
        made.addPixmap(picture)
    return made


class FilterField(QLineEdit):
    """A line to type into with a search icon at its left, and a cross that empties it at its right.

    Qt's own icons in fields cannot be placed by a style sheet, so both are painted here.
    """

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("logFilter")
        self.setMouseTracking(True)
        self.set_theme(theme)

    def set_theme(self, theme: Theme) -> None:
        self._scale = theme.scale
        self._search, self._cross = line_icon("search", theme.ink_3), line_icon("cross", theme.ink_3)
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        painter = QPainter(self)
        side = round(14 * self._scale)
        top = (self.height() - side) // 2
        self._search.paint(painter, round(9 * self._scale), top, side, side)
        if self.text():
            self._cross.paint(painter, self.width() - round(21 * self._scale), top, side, side)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        if self._on_the_cross(event):
            self.clear()
        else:
            super().mousePressEvent(event)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        shape = Qt.CursorShape.ArrowCursor if self._on_the_cross(event) else Qt.CursorShape.IBeamCursor
        self.setCursor(shape)
        super().mouseMoveEvent(event)

    def _on_the_cross(self, event: QMouseEvent) -> bool:
        return bool(self.text()) and event.position().x() > self.width() - 26 * self._scale


def _path(name: str) -> QPainterPath:
    path = QPainterPath()
    if name == "search":
        path.addEllipse(QPointF(7, 7), 4.5, 4.5)
        path.moveTo(10.5, 10.5)
        path.lineTo(14, 14)
    elif name == "cross":
        path.moveTo(4.5, 4.5)
        path.lineTo(11.5, 11.5)
        path.moveTo(11.5, 4.5)
        path.lineTo(4.5, 11.5)
    elif name == "fork":
        path.moveTo(5, 2.5)
        path.lineTo(5, 13.5)
        path.moveTo(5, 8)
        path.cubicTo(9, 8, 11, 6.5, 11, 3)
    elif name == "table":
        path.addRoundedRect(QRectF(2.5, 3, 11, 10), 1.5, 1.5)
        path.moveTo(2.5, 6.5)
        path.lineTo(13.5, 6.5)
        path.moveTo(6.5, 6.5)
        path.lineTo(6.5, 13)
    elif name == "back":
        path.moveTo(9.5, 3.5)
        path.lineTo(5, 8)
        path.lineTo(9.5, 12.5)
    else:
        path.addEllipse(QRectF(3.5, 3.5, 9, 9))
    return path
