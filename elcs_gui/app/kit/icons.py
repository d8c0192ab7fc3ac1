"""Icons as paths on a 16 × 16 grid, crisp at any scale."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QIcon, QPainter, QPainterPath, QPen, QPixmap

GRID = 16
_SCALES = (1, 2, 3)
"""Device pixel ratios for which an icon brings its own picture."""

_LINES: dict[str, tuple[tuple[tuple[float, float], ...], ...]] = {
    "play": (((5, 3.5), (5, 12.5), (12.5, 8), (5, 3.5)),),
    "pause": (((5.5, 3.5), (5.5, 12.5)), ((10.5, 3.5), (10.5, 12.5))),
    "previous": (((10, 3.5), (5.5, 8), (10, 12.5)),),
    "next": (((6, 3.5), (10.5, 8), (6, 12.5)),),
    "first": (((4, 3.5), (4, 12.5)), ((12, 3.5), (7, 8), (12, 12.5))),
    "last": (((12, 3.5), (12, 12.5)), ((4, 3.5), (9, 8), (4, 12.5))),
    "down": (((4.5, 6.5), (8, 10), (11.5, 6.5)),),
    "lock": (
        ((3.5, 7), (12.5, 7), (12.5, 13.5), (3.5, 13.5), (3.5, 7)),
        ((5.5, 7), (5.5, 4.5), (6.5, 3), (9.5, 3), (10.5, 4.5), (10.5, 7)),
    ),
    "check": (((3, 8.5), (6.5, 12), (13, 4.5)),),
    "file": (((4, 2), (9, 2), (12, 5), (12, 14), (4, 14), (4, 2)), ((9, 2), (9, 5), (12, 5))),
    "folder": (((2, 4), (6, 4), (7.5, 6), (14, 6), (14, 13), (2, 13), (2, 4)),),
    "search": (((10.5, 10.5), (14, 14)),),
    "cross": (((4.5, 4.5), (11.5, 11.5)), ((11.5, 4.5), (4.5, 11.5))),
    "fork": (((5, 2.5), (5, 13.5)),),
    "table": (((2.5, 6.5), (13.5, 6.5)), ((6.5, 6.5), (6.5, 13))),
    "back": (((9.5, 3.5), (5, 8), (9.5, 12.5)),),
    "breakpoint": (),
}
"""The straight strokes of every icon; a few have round ones as well."""
_CIRCLES = {"breakpoint": QPointF(8, 8), "search": QPointF(7, 7)}
_RADIUS = 4.5
_FILLED = ("play",)
_THICK = {"pause": 2.5}


def draw_icon(painter: QPainter, name: str, rect: QRectF, colour: QColor) -> None:
    """Draw one icon into `rect`, which should be square."""
    scale = rect.width() / GRID
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.translate(rect.topLeft())
    painter.scale(scale, scale)
    pen = QPen(colour, _THICK.get(name, 1.5))
    pen.setCapStyle(Qt.PenCapStyle.RoundCap)
    pen.setJoinStyle(Qt.PenJoinStyle.RoundJoin)
    painter.setPen(pen)
    painter.setBrush(colour if name in _FILLED else Qt.BrushStyle.NoBrush)
    painter.drawPath(icon_path(name))
    painter.restore()


def icon_path(name: str) -> QPainterPath:
    """The icon's outline on the grid."""
    path = QPainterPath()
    if name in _CIRCLES:
        path.addEllipse(_CIRCLES[name], _RADIUS, _RADIUS)
    elif name == "table":
        path.addRoundedRect(QRectF(2.5, 3, 11, 10), 1.5, 1.5)
    elif name == "fork":
        path.moveTo(5, 8)
        path.cubicTo(9, 8, 11, 6.5, 11, 3)
    for first, *rest in _LINES[name]:
        path.moveTo(*first)
        for point in rest:
            path.lineTo(*point)
        if rest[-1] == first:
            path.closeSubpath()
    return path


def icon(name: str, colour: QColor, disabled: QColor | None = None, size: int = GRID) -> QIcon:
    """The icon for a button, in one colour, and another for when the button is disabled."""
    made = QIcon()
    for mode, ink in ((QIcon.Mode.Normal, colour), (QIcon.Mode.Disabled, disabled)):
        for scale in _SCALES if ink is not None else ():
            pixmap = QPixmap(size * scale, size * scale)
            pixmap.setDevicePixelRatio(scale)
            pixmap.fill(Qt.GlobalColor.transparent)
            painter = QPainter(pixmap)
            draw_icon(painter, name, QRectF(0, 0, size, size), ink or colour)
            painter.end()
            made.addPixmap(pixmap, mode)
    return made
