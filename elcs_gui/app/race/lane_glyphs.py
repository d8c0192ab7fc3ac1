"""By what a lane is known in its head, in the chart and on its button: a glyph and a line.

No hue: every hue of the program is a role.
"""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QIcon, QPainter, QPainterPath, QPen, QPixmap

from elcs_gui.app.kit.theme import Theme

_SCALES = (1, 2, 3)
DOT = 0.1
"""A dash so short that only its round ends are seen; Qt leaves out those without any length."""


@dataclass(frozen=True)
class Sign:
    """Of one lane: a shape, and how its line is drawn."""

    glyph: str
    ink: str
    width: float
    dashes: tuple[float, ...] = ()

    def colour(self, theme: Theme) -> QColor:
        found: QColor = getattr(theme, self.ink)
        return found

    def pen(self, theme: Theme, opacity: float = 1.0) -> QPen:
        colour = QColor(self.colour(theme))
        colour.setAlphaF(opacity)
        pen = QPen(colour, self.width * theme.weight)
        pen.setJoinStyle(Qt.PenJoinStyle.MiterJoin)
        if self.dashes:
            pen.setDashPattern([length / pen.widthF() for length in self.dashes])
        pen.setCapStyle(Qt.PenCapStyle.RoundCap if self.dashes[:1] == (DOT,) else Qt.PenCapStyle.FlatCap)
        return pen


SIGNS = (
    Sign("disc", "ink", 2.5),
    Sign("square", "ink_3", 2.0),
    Sign("up", "ink_2", 2.0, (8.0, 4.0)),
    Sign("diamond", "ink_3", 2.0, (DOT, 5.0)),
    Sign("down", "ink_2", 2.0, (2.0, 4.0)),
    Sign("cross", "ink_3", 2.0, (12.0, 4.0, 2.0, 4.0)),
)
"""In the order of the lanes."""


def glyph(sign: Sign, at: QPointF, radius: float) -> QPainterPath:
    """The outline of a lane's shape, about so large."""
    path, r = QPainterPath(), radius
    corners: list[tuple[float, float]]
    match sign.glyph:
        case "disc":
            path.addEllipse(at, r * 0.95, r * 0.95)
            return path
        case "square":
            corners = [(-0.85, -0.85), (0.85, -0.85), (0.85, 0.85), (-0.85, 0.85)]
        case "up":
            corners = [(0, -1.05), (1, 0.8), (-1, 0.8)]
        case "diamond":
            corners = [(0, -1.15), (1.15, 0), (0, 1.15), (-1.15, 0)]
        case "down":
            corners = [(0, 1.05), (1, -0.8), (-1, -0.8)]
        case _:
            a, b = 0.38, 1.05
            corners = [(-a, -b), (a, -b), (a, -a), (b, -a), (b, a), (a, a), (a, b), (-a, b), (-a, a), (-b, a)]
            corners += [(-b, -a), (-a, -a)]
    path.moveTo(at.x() + corners[0][0] * r, at.y() + corners[0][1] * r)
    for x, y in corners[1:]:
        path.lineTo(at.x() + x * r, at.y() + y * r)
    path.closeSubpath()
    return path


def glyph_icon(sign: Sign, colour: QColor, size: int = 16) -> QIcon:
    """The shape for a button."""
    made = QIcon()
    for scale in _SCALES:
        pixmap = QPixmap(QSize(size, size) * scale)
        pixmap.setDevicePixelRatio(scale)
        pixmap.fill(Qt.GlobalColor.transparent)
        painter = QPainter(pixmap)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.fillPath(glyph(sign, QRectF(0, 0, size, size).center(), 5.0), colour)
        painter.end()
        made.addPixmap(pixmap)
    return made
