"""Paints on the map what runs on other targets have learnt before, the fainter the longer ago."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from PySide6.QtCore import QLineF, QPointF
from PySide6.QtGui import QPainter

from elcs_gui.app.graph.frame import Frame
from elcs_gui.app.graph.painting.link_painter import NO_BRUSH, NO_PEN, faded, pen
from elcs_gui.app.kit.theme import Theme
from elcs_gui.picture.outlines import leave
from elcs_gui.trace.outcome import Edge, pair

Learnt = Sequence[Sequence[Edge]]
"""The edges of earlier runs, the latest run first."""

_LATEST, _FADING, _FAINTEST = 0.75, 0.78, 0.25
_HEAD, _HALF = 8.0, 3.5


def opacity(age: int) -> float:
    """Of what so many runs before the last one have learnt."""
    return float(max(_LATEST * _FADING**age, _FAINTEST))


def newly_learnt(learnt: Learnt, shown: set[tuple[int, int]]) -> list[list[Edge]]:
    """The same without what is drawn already: by the run that is shown, or by a later one."""
    seen, found = set(shown), []
    for edges in learnt:
        own = [edge for edge in edges if pair(edge.tail, edge.head) not in seen]
        seen |= {pair(edge.tail, edge.head) for edge in own}
        found.append(own)
    return found


def paint_learnt(painter: QPainter, frame: Frame, theme: Theme, learnt: Learnt) -> None:
    """Below everything that the run that is shown has learnt itself."""
    for age, edges in enumerate(newly_learnt(learnt, {link.ends for link in frame.links})):
        shown = [edge for edge in edges if frame.is_shown(edge.tail) and frame.is_shown(edge.head)]
        if not shown:
            continue
        colour = faded(theme.undecided, opacity(age))
        tail, head = np.array([edge.tail for edge in shown]), np.array([edge.head for edge in shown])
        a, b = frame.xy[tail], frame.xy[head]
        start = leave(a, b, frame.w[tail], frame.h[tail], frame.r[tail], 2.0)
        end = leave(b, a, frame.w[head], frame.h[head], frame.r[head], 2.0)
        painter.setPen(pen(colour, 1.8 * theme.weight))
        painter.drawLines([QLineF(*line) for line in np.concatenate([start, end], axis=1).tolist()])
        painter.setPen(NO_PEN)
        painter.setBrush(colour)
        d = end - start
        along = d / np.maximum(np.hypot(d[:, 0], d[:, 1]), 1e-6)[:, None]
        aside = np.stack([-along[:, 1], along[:, 0]], axis=1) * _HALF
        back = end - along * _HEAD
        heads = np.stack([end, back + aside, back - aside], axis=1)
        for edge, corners in zip(shown, heads.tolist(), strict=True):
            if edge.rule:
                painter.drawConvexPolygon([QPointF(x, y) for x, y in corners])
        painter.setBrush(NO_BRUSH)
