"""Paints the ghosts of edges that were just given up, and what separates their ends."""

from __future__ import annotations

import math
from collections.abc import Iterator
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QPainter, QPainterPath

from elcs_gui.app.graph.fonts import face
from elcs_gui.app.graph.frame import Frame
from elcs_gui.app.graph.painting.link_painter import NO_BRUSH, NO_PEN, faded, pen, text_at
from elcs_gui.app.graph.painting.mark_painter import drawn_lines
from elcs_gui.app.graph.painting.running_test_painter import title_of_set, way_of
from elcs_gui.app.kit.theme import Theme
from elcs_gui.picture.outlines import Floats, segment_hits_boxes
from elcs_gui.picture.scene import Link, LinkKind

_HIGH = 20.0
_CLEAR = 3.0
"""Between a label and what it must not cover."""

Label = tuple[str, float, float, float]
"""A text, its middle, and half its width with the ground it stands on."""


def paint_ghosts(painter: QPainter, frame: Frame, theme: Theme) -> None:
    """Edges just removed: dotted, faint, with what separates their ends."""
    for i, link in enumerate(frame.links):
        if link.kind is LinkKind.GHOST:
            colour = theme.spouse if link.label else theme.ink_3
            painter.setPen(pen(faded(colour, 0.6 if link.label else 0.45), 1.8, (2.0, 4.0)))
            painter.drawPath(_path(frame, i))
    goal = frame.decided
    if frame is not goal or frame.in_columns:  # its place is where the nodes arrive
        return
    for text, x, y, half in goal.once("ghost labels", goal.scene.test, lambda: list(ghost_labels(goal))):
        painter.setPen(NO_PEN)
        painter.setBrush(theme.canvas)
        painter.drawRoundedRect(QRectF(x - half, y - _HIGH / 2, 2 * half, _HIGH), 5, 5)
        painter.setBrush(NO_BRUSH)
        text_at(painter, text, x, y, 12, theme.ink_3)


def ghost_labels(frame: Frame) -> Iterator[Label]:
    """The labels near the middles of their ghosts, on no node, link, title or other label.

    Where there is no such place, there is no label: the log and the page of the test say it too.
    """
    ghosts = [i for i, link in enumerate(frame.links) if link.kind is LinkKind.GHOST]
    lines = drawn_lines(frame)[[i for i in range(len(frame.links)) if i not in ghosts]].reshape(-1, 2, 2)
    shown = frame.shown
    taken = np.concatenate([frame.xy[shown], frame.w[shown, None], frame.h[shown, None]], axis=1)
    taken = np.concatenate([taken, np.array(frame.words).reshape(-1, 4)])
    if (title := title_of_set(frame)) is not None:
        middle, size = title[1].center(), title[1].size() / 2
        taken = np.concatenate([taken, [[middle.x(), middle.y(), size.width(), size.height()]]])
    test = frame.scene.test
    if test is not None and frame.is_shown(test.x) and frame.is_shown(test.y):
        lines = np.concatenate([lines, np.array(list(pairwise(way_of(frame, test))))])
    for i in ghosts:
        text = frame.links[i].label
        if not text:
            continue
        half = face(12)[1].horizontalAdvance(text) / 2 + 6.0
        at = _path(frame, i).pointAtPercent(0.5)
        spots = _spots(at, half, frame.bounds)
        free = spots[~_covers(spots, half, taken, lines)]
        if len(free):
            x, y = free[0].tolist()
            taken = np.concatenate([taken, [[x, y, half, _HIGH / 2]]])
            yield text, x, y, half


def _spots(at: QPointF, half: float, bounds: tuple[float, float, float, float]) -> Floats:
    """Places about a point, the nearest first."""
    left, top, right, bottom = bounds
    across, down = half * np.linspace(-2, 2, 9), np.arange(-54.0, 55.0, 9.0)
    grid = np.stack(np.meshgrid(across, down), axis=-1).reshape(-1, 2)
    grid = grid[np.argsort(np.hypot(*grid.T), kind="stable")] + (at.x(), at.y())
    x, y = grid.T
    inside = (x - half >= left) & (x + half <= right) & (y - _HIGH / 2 >= top) & (y + _HIGH / 2 <= bottom)
    found: Floats = grid[inside]
    return found


def _covers(spots: Floats, half: float, taken: Floats, lines: Floats) -> NDArray[np.bool_]:
    """Which of the spots would lie on a box or a line?"""
    w, h = half + _CLEAR, _HIGH / 2 + _CLEAR
    over_x = np.abs(spots[:, None, 0] - taken[:, 0]) < w + taken[:, 2]
    over_y = np.abs(spots[:, None, 1] - taken[:, 1]) < h + taken[:, 3]
    covered: NDArray[np.bool_] = np.any(over_x & over_y, axis=1)
    sizes = np.full(len(spots), w), np.full(len(spots), h)
    for start, end in lines.tolist():
        covered |= segment_hits_boxes(start, end, spots, *sizes)
    return covered


def _path(frame: Frame, i: int) -> QPainterPath:
    (x1, y1), (x2, y2) = frame.starts[i].tolist(), frame.ends[i].tolist()
    path = QPainterPath(QPointF(x1, y1))
    path.quadTo(_bent(frame, frame.links[i], x1, y1, x2, y2), QPointF(x2, y2))
    return path


def _bent(frame: Frame, link: Link, x1: float, y1: float, x2: float, y2: float) -> QPointF:
    """The control point of a ghost: away from the target, so that it keeps clear of the links there are."""
    target = frame.xy[frame.scene.target]
    mx, my = (x1 + x2) / 2, (y1 + y2) / 2
    if not link.label:
        return QPointF(mx, my)
    dx, dy = mx - float(target[0]), my - float(target[1])
    length = max(math.hypot(dx, dy), 1.0)
    push = 0.3 * math.dist((x1, y1), (x2, y2))
    return QPointF(mx + dx / length * push, my + dy / length * push)
