"""Circles about the target of the map: who is how many learnt edges away."""

from __future__ import annotations

import math

import numpy as np
from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QPainter

from elcs_gui.app.graph.fonts import NORMAL, face
from elcs_gui.app.graph.frame import Frame
from elcs_gui.app.graph.layout.field_spread import hop_rings, hops
from elcs_gui.app.graph.painting import tray_legend_painter as furniture
from elcs_gui.app.graph.painting.link_painter import NO_BRUSH, pen
from elcs_gui.app.kit.theme import Theme
from elcs_gui.picture.scene import LinkKind

Ring = tuple[str, float, tuple[float, float] | None]
"""What it says, its radius, and where that stands, seen from the target; None if there is no room."""


def paint_hop_rings(
    painter: QPainter, made: Frame, theme: Theme, area: tuple[float, float, float, float]
) -> None:
    """Who is how many learnt edges away from the target, where a circle can say so."""
    x, y = made.xy[made.scene.target].tolist()
    painter.setBrush(NO_BRUSH)
    for word, radius, spot in made.decided.once("hops", area, lambda: circles(made.decided, area)):
        painter.setPen(pen(theme.line, 1.2, (3.0, 4.0)))
        painter.drawEllipse(QPointF(x, y), radius, radius)
        if spot is not None:
            px, py = x + spot[0], y + spot[1]
            half = face(11, NORMAL)[1].horizontalAdvance(word) / 2
            painter.fillRect(QRectF(px - half - 3, py - 7, 2 * half + 6, 14), theme.canvas)
            furniture.plain(painter, word, px - half, py, 11, theme.ink_3)


def circles(made: Frame, area: tuple[float, float, float, float]) -> list[Ring]:
    """The circles worth drawing."""
    target = made.scene.target
    learnt = [link.ends for link in made.links if link.kind is not LinkKind.CANDIDATE]
    found = hops(learnt, target)
    others = np.array([x for x in found if x != target], dtype=np.intp)
    if len(others) < 2:
        return []
    centre = made.xy[target]
    d = made.xy[others] - centre
    count = np.array([found[x] for x in others.tolist()], dtype=np.intp)
    left, top, right, bottom = area
    x, y = float(centre[0]), float(centre[1])
    sizes = np.stack([made.w, made.h], axis=1)
    rings: list[Ring] = []
    for hop, radius in hop_rings(np.hypot(d[:, 0], d[:, 1]), count):
        word = "1 hop" if hop == 1 else f"{hop} hops"
        turns = np.arange(16) * np.pi / 8
        spots = [(x + radius * math.cos(turn), y + radius * math.sin(turn)) for turn in turns]
        spots = [at for at in spots if left + 24 < at[0] < right - 24 and top < at[1] < bottom]
        spot = None
        if spots:
            away = np.abs(made.xy[:, None] - np.array(spots)) - sizes[:, None]
            px, py = spots[int(np.argmax(away.max(axis=2).min(axis=0)))]
            spot = (px - x, py - y)
        rings.append((word, radius, spot))
    return rings
