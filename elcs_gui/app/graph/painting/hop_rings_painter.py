"""Circles about the target of the map: who is how many learnt edges away."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np
from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QPainter

from elcs_gui.app.graph.fonts import NORMAL, face
from elcs_gui.app.graph.frame import Frame
from elcs_gui.app.graph.layout.field_spread import hop_rings, hops
from elcs_gui.app.graph.painting import tray_legend_painter as furniture
from elcs_gui.app.graph.painting.link_painter import NO_BRUSH, pen
from elcs_gui.app.graph.painting.mark_painter import drawn_lines
from elcs_gui.app.kit.theme import Theme
from elcs_gui.picture.outlines import Floats
from elcs_gui.picture.scene import LinkKind

SIZE, HIGH = 11, 7.0
"""Of the words, and half of what they take."""
PLACES = 72
"""So many places on a circle are tried for its word."""

TESTED = 14.0
"""Kept from who is asked about: they have rings."""

Ring = tuple[str, float, tuple[float, float] | None]
"""What it says, its radius, and where that stands, seen from the target; None if there is no room."""


def paint_hop_rings(painter: QPainter, made: Frame, theme: Theme, rings: Sequence[Ring]) -> None:
    """Circles about the target, where they can say who is how many learnt edges away."""
    x, y = made.xy[made.scene.target].tolist()
    painter.setBrush(NO_BRUSH)
    painter.setPen(pen(theme.line, 1.2, (3.0, 4.0)))
    for _, radius, _ in rings:
        painter.drawEllipse(QPointF(x, y), radius, radius)


def paint_hop_words(painter: QPainter, made: Frame, theme: Theme, rings: Sequence[Ring]) -> None:
    """What they say, above the dots of the map."""
    x, y = made.xy[made.scene.target].tolist()
    for word, _, spot in rings:
        if spot is not None:
            px, py = x + spot[0], y + spot[1]
            half = _half(word)
            painter.fillRect(QRectF(px - half - 3, py - HIGH, 2 * half + 6, 2 * HIGH), theme.canvas)
            furniture.plain(painter, word, px - half, py, SIZE, theme.ink_3)


def circles(made: Frame, area: tuple[float, float, float, float]) -> list[Ring]:
    """The circles worth drawing."""
    target = made.scene.target
    learnt = [link.ends for link in made.links if link.kind is not LinkKind.CANDIDATE]
    found = hops(learnt, target)
    others = np.array([x for x in found if x != target], dtype=np.intp)
    if len(others) < 2:
        return []
    d = made.xy[others] - made.xy[target]
    count = np.array([found[x] for x in others.tolist()], dtype=np.intp)
    shapes = np.array(sorted(made.texts), dtype=np.intp)
    test = made.scene.test
    around = np.where(np.isin(shapes, () if test is None else (test.x, test.y)), TESTED, 0.0)
    boxes = np.stack([*made.xy[shapes].T, made.w[shapes] + around, made.h[shapes] + around], axis=1)
    taken = np.concatenate([boxes, np.reshape(made.words, (-1, 4))])
    crossing = np.concatenate([made.xy[made.shown], drawn_lines(made).mean(axis=2).reshape(-1, 2)])
    rings: list[Ring] = []
    for hop, radius in hop_rings(np.hypot(d[:, 0], d[:, 1]), count):
        word = "1 hop" if hop == 1 else f"{hop} hops"
        rings.append((word, radius, _spot(made.xy[target], radius, _half(word) + 5.0, area, taken, crossing)))
    return rings


def _spot(
    centre: Floats,
    radius: float,
    half: float,
    area: tuple[float, float, float, float],
    taken: Floats,
    crossing: Floats,
) -> tuple[float, float] | None:
    """Where on a circle a word so wide covers no node and no name; None if there is no room.

    And of the points `crossing`, which are dots and points of lines, as few as can be.
    """
    turns = np.arange(PLACES) * (2 * math.pi / PLACES) - math.pi / 2  # from the top on
    spots = centre + radius * np.stack([np.cos(turns), np.sin(turns)], axis=1)
    left, top, right, bottom = area
    room = np.all((spots > (left + half, top)) & (spots < (right - half, bottom)), axis=1)
    away = np.abs(spots[:, None] - taken[:, :2]) - taken[:, 2:] - (half, HIGH + 1.0)
    room &= (away > 0.0).any(axis=2).all(axis=1)
    if not room.any():
        return None
    free = spots[room]
    dots = (np.abs(free[:, None] - crossing) < (half + 3.0, HIGH + 3.0)).all(axis=2).sum(axis=1)
    # Of equals always the first, so that it stays where it is from step to step.
    x, y = (free[int(np.argmin(dots))] - centre).tolist()
    return x, y


def _half(word: str) -> float:
    return face(SIZE, NORMAL)[1].horizontalAdvance(word) / 2
