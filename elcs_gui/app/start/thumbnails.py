"""Small pictures of networks: points, edges and the roles around a target, and how they are painted.

They are laid out beforehand, by `tests/bench/draw_thumbnails.py`: the start page waits for no layout.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from math import hypot

from PySide6.QtCore import QLineF, QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPen, QPolygonF

from elcs_gui.app.kit.theme import Theme
from elcs_gui.packaged import packaged

_HEIGHT = 92
"""At which things have their full size."""


@dataclass(frozen=True, slots=True)
class Thumbnail:
    """A picture in the unit square. `roles` has one word for each point: target, parent, child, spouse or "".

    With `shapes`, points take the shape of their role and edges are arrows. `nodes` are the names of the
    points, of which the network may have more: it has `variables`.
    """

    variables: int
    shapes: bool
    nodes: Sequence[str]
    points: Sequence[tuple[float, float]]
    edges: Sequence[tuple[int, int]]
    roles: Sequence[str]


@cache
def thumbnails() -> dict[str, Thumbnail]:
    """The pictures of the bundled examples, by their ids."""
    stored = json.loads(packaged("thumbnails.json").read_text(encoding="utf-8"))
    return {id: Thumbnail(**fields) for id, fields in stored.items()}


def paint_thumbnail(painter: QPainter, rect: QRectF, picture: Thumbnail, theme: Theme) -> None:
    """Paint a picture into `rect`."""
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    k = min(1.0, rect.height() / _HEIGHT)
    area = _area(rect, k, shapes=picture.shapes)
    places = [QPointF(area.x() + x * area.width(), area.y() + y * area.height()) for x, y in picture.points]
    if picture.shapes:
        for a, b in picture.edges:
            _arrow(painter, places[a], places[b], theme.ink_3, k)
        for place, role in zip(places, picture.roles, strict=True):
            _shape(painter, place, role, theme, k)
    else:
        radius = (2.6 if picture.variables > 25 else 3.2 if picture.variables > 15 else 4.5) * (1 + k) / 2
        painter.setPen(QPen(theme.line_strong, 1.3))
        painter.drawLines([QLineF(places[a], places[b]) for a, b in picture.edges])
        painter.setPen(Qt.PenStyle.NoPen)
        for place, role in zip(places, picture.roles, strict=True):
            painter.setBrush(theme.target if role else theme.ink_3)
            size = radius + 1.6 if role else radius
            painter.drawEllipse(place, size, size)
    painter.restore()


def _area(rect: QRectF, k: float, *, shapes: bool) -> QRectF:
    """Where the points go: pictures with shapes keep their proportions, others fill the width."""
    inner = rect.adjusted(14, 12 * k, -14, -12 * k)
    width = min(inner.width(), inner.height() * (2.6 if shapes else 3.4))
    return QRectF(inner.center().x() - width / 2, inner.y(), width, inner.height())


def _arrow(painter: QPainter, tail: QPointF, head: QPointF, ink: QColor, k: float) -> None:
    length = hypot(head.x() - tail.x(), head.y() - tail.y())
    if length < 16 * k:
        return
    along = (head - tail) / length
    across = QPointF(-along.y(), along.x())
    tip = head - along * 8.5 * k
    painter.setPen(QPen(ink, 1.4 * (1 + k) / 2))
    painter.drawLine(QLineF(tail, tip - along * 4 * k))
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(ink)
    back = tip - along * 6 * k
    painter.drawPolygon(QPolygonF([tip, back + across * 3 * k, back - across * 3 * k]))


def _shape(painter: QPainter, at: QPointF, role: str, theme: Theme, k: float) -> None:
    painter.setPen(Qt.PenStyle.NoPen)
    if role == "parent":
        painter.setBrush(theme.parent)
        painter.drawRoundedRect(QRectF(at.x() - 6 * k, at.y() - 6 * k, 12 * k, 12 * k), 3 * k, 3 * k)
    elif role == "spouse":
        painter.setBrush(theme.spouse)
        corners = ((-8, 0), (-4, -6), (4, -6), (8, 0), (4, 6), (-4, 6))
        painter.drawPolygon(QPolygonF([at + QPointF(x, y) * k for x, y in corners]))
    else:
        plain = (theme.dismissed, 4.5)
        colour, size = {"target": (theme.target, 8.0), "child": (theme.child, 6.0)}.get(role, plain)
        painter.setBrush(colour)
        painter.drawEllipse(at, size * k, size * k)
