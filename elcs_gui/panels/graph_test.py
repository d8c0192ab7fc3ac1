"""Paints what is happening now: the running test and its conditioning set, rings, ghosts of what went."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np
from PySide6.QtCore import QLineF, QPointF, QRectF
from PySide6.QtGui import QColor, QPainter, QPainterPath, QPainterPathStroker

from elcs_gui.app.graph_fonts import face
from elcs_gui.app.graph_frame import Frame
from elcs_gui.app.graph_scene import Link, LinkKind
from elcs_gui.app.graph_shapes import leave, segment_hits_boxes
from elcs_gui.app.theme import Theme
from elcs_gui.panels.graph_painter import NO_BRUSH, NO_PEN, faded, outline, pen, text_at
from elcs_gui.trace.events import Tested

BLOB = 11.0
BAND = 22.0
NAMED = 4
"""So many members of a conditioning set are spelled out."""


def paint_hull(painter: QPainter, frame: Frame, theme: Theme) -> None:
    """A blob round every member of Z, joined by bands that touch no other node, and its title."""
    test = frame.scene.test
    if test is None or not test.z:
        return
    members = [x for x in test.z if frame.is_shown(x)]
    if not members:
        return
    path = QPainterPath()
    for x in members:
        path = path.united(outline(frame, x, BLOB))
    for a, b in _bands(frame, members):
        line = QPainterPath(_centre(frame, a))
        line.lineTo(_centre(frame, b))
        stroker = QPainterPathStroker()
        stroker.setWidth(BAND)
        path = path.united(stroker.createStroke(line))
    painter.setPen(pen(theme.now, 2.0))
    painter.setBrush(faded(theme.now_bg, 0.75))
    painter.drawPath(path.simplified())
    painter.setBrush(NO_BRUSH)
    _paint_title(painter, frame, theme, test, members)


def paint_test(painter: QPainter, frame: Frame, theme: Theme) -> None:
    """The link between x and y; under the nodes."""
    test = frame.scene.test
    if test is None or not (frame.is_shown(test.x) and frame.is_shown(test.y)):
        return
    start, end = _link(frame, test)
    painter.setPen(pen(verdict_colours(theme, test)[1], 4.0))
    painter.drawLine(QLineF(QPointF(*start), QPointF(*end)))


def paint_rings(painter: QPainter, frame: Frame, theme: Theme, pulse: float = 1.0) -> None:
    """Amber round what the current event is about: twice round a test's two variables, once for a fact.

    `pulse` from 0 to 1 is how far the rings have come out.
    """
    test = frame.scene.test
    ringed = (test.x, test.y) if test else frame.scene.ringed
    for x in ringed:
        if not frame.is_shown(x):
            continue
        painter.setPen(pen(theme.now, 3.0))
        painter.drawPath(outline(frame, x, 7.0 * pulse))
        if test:
            painter.setPen(pen(faded(theme.now, 0.4), 2.0))
            painter.drawPath(outline(frame, x, 12.5 * pulse))


def paint_verdict(painter: QPainter, frame: Frame, theme: Theme, opacity: float = 1.0) -> None:
    """The pill with the verdict, where it covers no node."""
    test = frame.scene.test
    if test is None or not (frame.is_shown(test.x) and frame.is_shown(test.y)):
        return
    start, end = _link(frame, test)
    word = verdict_word(test)
    _, metrics = face(13)
    width, height = metrics.horizontalAdvance(word) + 24.0, 26.0
    x, y = _pill_place(frame, start, end, width, height)
    fill, border, ink = verdict_colours(theme, test)
    painter.save()
    painter.setOpacity(opacity)
    painter.setBrush(fill)
    painter.setPen(pen(border, 1.8) if fill != border else pen(theme.canvas, 1.5))
    painter.drawRoundedRect(QRectF(x - width / 2, y - height / 2, width, height), height / 2, height / 2)
    text_at(painter, word, x, y, 13, ink)
    painter.restore()


def paint_ghosts(painter: QPainter, frame: Frame, theme: Theme) -> None:
    """Edges just removed: dotted, faint, with what separates their ends."""
    for i, link in enumerate(frame.links):
        if link.kind is not LinkKind.GHOST:
            continue
        (x1, y1), (x2, y2) = frame.starts[i].tolist(), frame.ends[i].tolist()
        colour = theme.spouse if link.label else theme.ink_3
        painter.setPen(pen(faded(colour, 0.6 if link.label else 0.45), 1.8, (2.0, 4.0)))
        path = QPainterPath(QPointF(x1, y1))
        middle = _bent(frame, link, x1, y1, x2, y2)
        path.quadTo(middle, QPointF(x2, y2))
        painter.drawPath(path)
        if link.label:
            _paint_label(painter, frame, theme, link.label, path.pointAtPercent(0.5))


def verdict_word(test: Tested) -> str:
    if test.verdict == "unreliable":
        return "unreliable"
    return "independent" if test.independent else "dependent"


def verdict_colours(theme: Theme, test: Tested) -> tuple[QColor, QColor, QColor]:
    """Fill, border (also of the link) and text of a verdict."""
    word = verdict_word(test)
    if word == "unreliable":
        return theme.unreliable_bg, theme.unreliable, theme.unreliable
    if word == "independent":
        return theme.independent_bg, theme.independent, theme.independent
    return theme.dependent, theme.dependent, theme.dependent_ink


def _centre(frame: Frame, x: int) -> QPointF:
    return QPointF(float(frame.xy[x, 0]), float(frame.xy[x, 1]))


def _bands(frame: Frame, members: Sequence[int]) -> list[tuple[int, int]]:
    """The shortest bands that join the members without touching anybody else; who cannot be joined is not."""
    others = np.setdiff1d(frame.shown, np.array(members))
    centres, w, h = frame.xy[others], frame.w[others] + BAND / 2, frame.h[others] + BAND / 2
    pairs = sorted(
        (math.dist(frame.xy[a], frame.xy[b]), a, b) for i, a in enumerate(members) for b in members[i + 1 :]
    )
    group = {x: x for x in members}
    chosen = []
    for length, a, b in pairs:
        if group[a] == group[b] or length > 230.0:
            continue
        if (
            len(others)
            and segment_hits_boxes(frame.xy[a].tolist(), frame.xy[b].tolist(), centres, w, h).any()
        ):
            continue
        chosen.append((a, b))
        old, new = group[b], group[a]
        group = {x: new if g == old else g for x, g in group.items()}
    return chosen


def _paint_title(painter: QPainter, frame: Frame, theme: Theme, test: Tested, members: Sequence[int]) -> None:
    names = [frame.labels.names[x] for x in test.z]
    more = f", … {len(names) - NAMED} more" if len(names) > NAMED + 1 else ""
    text = f"given {{{', '.join(names[:NAMED] if more else names)}{more}}}"
    _, metrics = face(12)
    width = metrics.horizontalAdvance(text)
    left, top, right, bottom = frame.bounds
    spots = []
    for member in sorted(members, key=lambda m: float(frame.xy[m, 1])):
        for side in (-1.0, 1.0):
            at_y = float(frame.xy[member, 1]) + side * (float(frame.h[member]) + BLOB + 12.0)
            at_x = max(min(float(frame.xy[member, 0]), right - width / 2), left + width / 2)
            spots.append((at_x, min(max(at_y, top), bottom)))
    x, y = min(spots, key=lambda spot: _covered(frame, *spot, width, 16.0))
    painter.setPen(NO_PEN)
    painter.setBrush(faded(theme.canvas, 0.85))
    painter.drawRoundedRect(QRectF(x - width / 2 - 4, y - 9, width + 8, 18), 4, 4)
    painter.setBrush(NO_BRUSH)
    text_at(painter, text, x, y, 12, theme.now_ink)


def _covered(frame: Frame, x: float, y: float, width: float, height: float) -> float:
    """How much of the nodes a box about (x, y) covers, in pixels."""
    shown = frame.shown
    over_x = width / 2 + frame.w[shown] + 3 - np.abs(frame.xy[shown, 0] - x)
    over_y = height / 2 + frame.h[shown] + 3 - np.abs(frame.xy[shown, 1] - y)
    return float((np.maximum(over_x, 0) * np.maximum(over_y, 0)).sum())


def _link(frame: Frame, test: Tested) -> tuple[list[float], list[float]]:
    pair = np.array([test.x, test.y])
    back = pair[::-1]
    ends = leave(frame.xy[pair], frame.xy[back], frame.w[pair], frame.h[pair], frame.r[pair], 13.0)
    return ends[0].tolist(), ends[1].tolist()


def _pill_place(
    frame: Frame, start: Sequence[float], end: Sequence[float], width: float, height: float
) -> tuple[float, float]:
    best, least = (0.0, 0.0), math.inf
    for t in (0.5, 0.42, 0.58, 0.34, 0.66, 0.26, 0.74):
        x, y = start[0] + (end[0] - start[0]) * t, start[1] + (end[1] - start[1]) * t
        covered = _covered(frame, x, y, width, height) + 30.0 * abs(t - 0.5)
        if covered < least:
            best, least = (x, y), covered
    if least > 60.0:  # a short link: the pill stands beside it
        length = max(math.dist(start, end), 1.0)
        nx, ny = -(end[1] - start[1]) / length, (end[0] - start[0]) / length
        for side in (26.0, -26.0, 44.0, -44.0):
            x = (start[0] + end[0]) / 2 + nx * side * (1.0 + abs(nx) * width / 90.0)
            y = (start[1] + end[1]) / 2 + ny * side
            covered = _covered(frame, x, y, width, height)
            if covered < least - 1.0:
                best, least = (x, y), covered
    return best


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


def _paint_label(painter: QPainter, frame: Frame, theme: Theme, text: str, at: QPointF) -> None:
    _, metrics = face(12)
    width = metrics.horizontalAdvance(text)
    left, top, right, bottom = frame.bounds
    x = min(max(at.x(), left + width / 2 + 6), max(right - width / 2 - 6, left + width / 2 + 6))
    spots = [(x, min(max(at.y() + dy, top), bottom)) for dy in (0.0, 18.0, -18.0, 36.0, -36.0)]
    x, y = min(spots, key=lambda spot: _covered(frame, *spot, width, 20.0))
    painter.setPen(NO_PEN)
    painter.setBrush(theme.canvas)
    painter.drawRoundedRect(QRectF(x - width / 2 - 6, y - 10, width + 12, 20), 5, 5)
    painter.setBrush(NO_BRUSH)
    text_at(painter, text, x, y, 12, theme.ink_3)
