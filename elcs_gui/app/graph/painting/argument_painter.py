"""Paints the rule that is drawn: its pattern on a band, its numbers, what is apart, and its conclusion."""

from __future__ import annotations

import math
from dataclasses import replace

import numpy as np
from PySide6.QtCore import QLineF, QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPainterPath, QPolygonF

from elcs_gui.app.graph.fonts import face
from elcs_gui.app.graph.frame import Frame
from elcs_gui.app.graph.painting.link_painter import (
    NO_BRUSH,
    NO_PEN,
    ROUND,
    faded,
    pen,
    round_path,
    text_at,
)
from elcs_gui.app.kit.theme import MEDIUM, Theme
from elcs_gui.picture.argument_drawing import DISC, LABEL, TAG, Dotted, Drawing, Nodes, Solid, drawing
from elcs_gui.picture.argument_routes import Point
from elcs_gui.proof.argument import StrokeKind
from elcs_gui.trace.rules import badge

DIMMED = 0.3
"""How opaque everything else is."""
BAND = 20.0
CORNER = 28.0
CONCLUSION = 0.27
"""The share of the time in which the conclusion is drawn."""


def drawn_argument(frame: Frame) -> Drawing | None:
    """The drawing of the rule of a frame; None if it has none."""
    argument = frame.scene.argument
    if argument is None:
        return None
    return frame.once("argument", argument, lambda: drawing(_nodes(frame), argument, _measure))


def _nodes(frame: Frame) -> Nodes:
    """What the rule of a frame is drawn between, and what it should leave clear."""
    rest, _ = split(frame)
    links = zip(rest.starts.tolist(), rest.ends.tolist(), strict=True)
    nodes = Nodes(
        frame.scene.target, frame.labels.names, frame.xy, frame.w, frame.h, frame.r, frame.bounds,
        passing=[((ax, ay), (bx, by)) for (ax, ay), (bx, by) in links],
    )  # fmt: skip
    return replace(nodes, around=[nodes.box(x) for x in rest.texts])


def paint_argument_links(painter: QPainter, frame: Frame, theme: Theme, progress: float) -> None:
    """The bands and lines, under the nodes; `progress` from 0 to 1 is how much of them is drawn."""
    made, argument = drawn_argument(frame), frame.scene.argument
    if made is None or argument is None:
        return
    look = _Look(theme, chosen=frame.scene.chosen)
    painter.save()
    for solid in sorted(made.solids, key=lambda solid: solid.concluded):
        part = _part(made, solid.order, progress)
        if part > 0:
            _paint_band(painter, solid, look, part)
    for line in made.dotted:
        part = _part(made, line.order, progress)
        if part > 0:
            _paint_dotted(painter, theme, line, part)
    for solid in sorted(made.solids, key=lambda solid: solid.concluded):
        part = _part(made, solid.order, progress)
        if part > 0:
            _paint_solid(painter, solid, look, part)
    painter.restore()


def paint_argument_marks(painter: QPainter, frame: Frame, theme: Theme, progress: float) -> None:
    """Numbers, tags, cuts and labels, over the nodes."""
    made, argument = drawn_argument(frame), frame.scene.argument
    if made is None or argument is None:
        return
    painter.save()
    for line in made.dotted:
        if line.cut is not None and _part(made, line.order, progress) >= 1.0:
            _paint_cut(painter, theme, *line.cut)
        if line.label_at is not None and _part(made, line.order, progress) >= 1.0:
            ruled_out = line.kind is StrokeKind.FORBIDDEN
            _paint_label(painter, theme, line.label, line.label_at, ruled_out=ruled_out)
    for number in made.numbers:
        if _part(made, number.value, progress) >= 1.0:
            paint_number(painter, theme, number.value, number.at, hollow=number.hollow)
    if progress >= 0.93:
        for at in made.tags:
            _paint_tag(painter, theme, badge(argument.rule), at)
        for at in made.crosses:
            _paint_cross(painter, theme, at)
    painter.restore()


def paint_number(
    painter: QPainter, theme: Theme, value: int, at: Point, radius: float = DISC, *, hollow: bool = False
) -> None:
    """A number of the proof, as the picture and the page have it."""
    x, y = at
    painter.setPen(NO_PEN)
    painter.setBrush(theme.canvas)
    painter.drawEllipse(QPointF(x, y), radius + 2.0, radius + 2.0)
    if hollow:
        painter.setPen(pen(theme.ink, 2.0))
        painter.drawEllipse(QPointF(x, y), radius - 1.0, radius - 1.0)
    else:
        painter.setBrush(theme.ink)
        painter.drawEllipse(QPointF(x, y), radius, radius)
    painter.setBrush(NO_BRUSH)
    text_at(painter, str(value), x, y, radius * 1.18, theme.ink if hollow else theme.canvas)


class _Look:
    """The colours of a rule that has fired, or whose arrow is chosen."""

    def __init__(self, theme: Theme, *, chosen: bool) -> None:
        self.theme = theme
        self.premise = theme.chosen_premise if chosen else theme.fired_premise
        self.conclusion = theme.chosen_conclusion if chosen else theme.fired_conclusion
        self.arrow = theme.chosen_arrow if chosen else theme.fired_arrow


def _measure(text: str) -> float:
    return face(12, MEDIUM)[1].horizontalAdvance(text)


def _part(made: Drawing, order: int, progress: float) -> float:
    """How much of what has this number is drawn: one after the other, then the conclusion."""
    if progress >= 1.0:
        return 1.0
    each = (1.0 - CONCLUSION) / max(made.last, 1)
    first = (max(order, 1) - 1) * each
    share = CONCLUSION if order > made.last else each
    t = min(max((progress - first) / share, 0.0), 1.0)
    return 1.0 - (1.0 - t) ** 2


def _paint_band(painter: QPainter, solid: Solid, look: _Look, part: float) -> None:
    (ax, ay), (bx, by) = solid.band
    colour = look.conclusion if solid.concluded else look.premise
    if solid.both_ways:
        colour = look.theme.conflict_bg
    painter.setPen(pen(colour, BAND + (2.0 if solid.both_ways else 0.0), cap=ROUND))
    painter.drawLine(QLineF(ax, ay, ax + (bx - ax) * part, ay + (by - ay) * part))


def _paint_solid(painter: QPainter, solid: Solid, look: _Look, part: float) -> None:
    theme = look.theme
    if solid.both_ways:
        for way in (1.0, -1.0):
            _paint_arrow(painter, _beside(solid, way), theme.conflict, 3.0, 14.0, part, directed=True)
        return
    colour = look.arrow if solid.concluded else theme.ink
    wide, head = (5.0, 20.0) if solid.concluded else (4.0, 16.0)
    _paint_arrow(painter, (solid.start, solid.end), colour, wide, head, part, directed=solid.directed)


def _beside(solid: Solid, way: float) -> tuple[Point, Point]:
    """One of two arrows that contradict each other."""
    (ax, ay), (bx, by) = solid.start, solid.end
    far = max(solid.length, 1e-9)
    nx, ny = -(by - ay) / far * 5.5 * way, (bx - ax) / far * 5.5 * way
    ends = ((ax + nx, ay + ny), (bx + nx, by + ny))
    return ends if way < 0 else ends[::-1]


def _paint_arrow(
    painter: QPainter,
    ends: tuple[Point, Point],
    colour: QColor,
    wide: float,
    head: float,
    part: float,
    *,
    directed: bool,
) -> None:
    (ax, ay), (bx, by) = ends
    bx, by = ax + (bx - ax) * part, ay + (by - ay) * part
    far = math.dist((ax, ay), (bx, by))
    if far < 1.0:
        return
    dx, dy = (bx - ax) / far, (by - ay) / far
    head = min(head, far * 0.7)
    back = (bx - dx * head, by - dy * head) if directed else (bx, by)
    painter.setPen(pen(colour, wide, cap=Qt.PenCapStyle.FlatCap))
    painter.drawLine(QLineF(ax, ay, back[0] + dx, back[1] + dy))
    if directed:
        half = head * 0.47
        painter.setPen(NO_PEN)
        painter.setBrush(colour)
        painter.drawConvexPolygon(
            QPolygonF([
                QPointF(bx, by),
                QPointF(back[0] - dy * half, back[1] + dx * half),
                QPointF(back[0] + dy * half, back[1] - dx * half),
            ])
        )  # fmt: skip
        painter.setBrush(NO_BRUSH)


def _paint_dotted(painter: QPainter, theme: Theme, line: Dotted, part: float) -> None:
    colour = {
        StrokeKind.CANDIDATE: theme.spouse,
        StrokeKind.FORBIDDEN: theme.conflict,
        StrokeKind.TIED: theme.ink_2,
    }.get(line.kind, theme.independent)
    path = round_path(line.corners, CORNER)
    whole = path if part >= 1.0 else _beginning(path, part)
    painter.setBrush(NO_BRUSH)
    painter.setPen(pen(faded(colour, 0.85), 2.5, (0.1, 6.5), ROUND))
    painter.drawPath(whole)
    if line.kind in (StrokeKind.CANDIDATE, StrokeKind.FORBIDDEN) and part >= 1.0:
        (ax, ay), (bx, by) = line.corners[-2:]
        far = max(math.dist((ax, ay), (bx, by)), 1e-9)
        dx, dy = (bx - ax) / far, (by - ay) / far
        back = (bx - dx * 13.0, by - dy * 13.0)
        painter.setPen(pen(colour, 2.0))
        painter.setBrush(theme.canvas)
        painter.drawConvexPolygon(
            QPolygonF([
                QPointF(bx, by),
                QPointF(back[0] - dy * 6.5, back[1] + dx * 6.5),
                QPointF(back[0] + dy * 6.5, back[1] - dx * 6.5),
            ])
        )  # fmt: skip
        painter.setBrush(NO_BRUSH)


def _beginning(path: QPainterPath, part: float) -> QPainterPath:
    made = QPainterPath(path.pointAtPercent(0.0))
    for t in np.linspace(0.0, part, 33)[1:].tolist():
        made.lineTo(path.pointAtPercent(t))
    return made


def _paint_cut(painter: QPainter, theme: Theme, at: Point, direction: Point) -> None:
    (x, y), (dx, dy) = at, direction
    painter.setPen(pen(theme.canvas, 12.0, cap=Qt.PenCapStyle.FlatCap))
    painter.drawLine(QLineF(x - dy * 9.0, y + dx * 9.0, x + dy * 9.0, y - dx * 9.0))
    painter.setPen(pen(theme.independent, 2.5, cap=ROUND))
    for side in (-4.0, 4.0):
        cx, cy = x + dx * side, y + dy * side
        painter.drawLine(QLineF(cx - dy * 9.0, cy + dx * 9.0, cx + dy * 9.0, cy - dx * 9.0))


def _paint_label(painter: QPainter, theme: Theme, text: str, at: Point, *, ruled_out: bool) -> None:
    font, metrics = face(12, MEDIUM)
    half = metrics.horizontalAdvance(text) / 2
    painter.setPen(NO_PEN)
    painter.setBrush(theme.conflict_bg if ruled_out else theme.independent_bg)
    painter.drawRoundedRect(QRectF(at[0] - half - 8.0, at[1] - LABEL / 2, 2 * half + 16.0, LABEL), 5, 5)
    painter.setBrush(NO_BRUSH)
    painter.setFont(font)
    painter.setPen(theme.conflict if ruled_out else theme.independent)
    painter.drawText(QPointF(at[0] - half, at[1] + 12 * 0.36), text)


def _paint_tag(painter: QPainter, theme: Theme, text: str, at: Point) -> None:
    half = max(TAG + 1.0, face(16)[1].horizontalAdvance(text) / 2 + 8.0)
    painter.setPen(pen(theme.ink, 2.0))
    painter.setBrush(theme.raised)
    painter.drawRoundedRect(QRectF(at[0] - half, at[1] - TAG, 2 * half, 2 * TAG), 6, 6)
    painter.setBrush(NO_BRUSH)
    text_at(painter, text, at[0], at[1], 16, theme.ink)


def _paint_cross(painter: QPainter, theme: Theme, at: Point) -> None:
    x, y = at
    painter.setBrush(theme.conflict_bg)
    painter.setPen(pen(theme.conflict, 2.0))
    painter.drawEllipse(QPointF(x, y), 10.0, 10.0)
    painter.setBrush(NO_BRUSH)
    painter.setPen(pen(theme.conflict, 2.2, cap=ROUND))
    for side in (-1.0, 1.0):
        painter.drawLine(QLineF(x - 3.8, y - 3.8 * side, x + 3.8, y + 3.8 * side))


# What stands around the pattern


def split(frame: Frame) -> tuple[Frame, Frame]:
    """The frame without what the rule is about, and with its variables alone."""
    goal = frame.decided
    rest, pattern = goal.once("split", goal.scene.argument, lambda: (_rest(goal), _pattern(goal)))
    if frame is goal:
        return rest, pattern
    return replace(_rest(frame), goal=rest), replace(_pattern(frame), goal=pattern)


def _rest(frame: Frame) -> Frame:
    argument = frame.scene.argument
    assert argument is not None
    drawn = argument.links
    kept = [i for i, link in enumerate(frame.links) if link.ends not in drawn]
    return replace(
        frame,
        texts={x: text for x, text in frame.texts.items() if x not in argument.cast},
        links=tuple(frame.links[i] for i in kept),
        starts=frame.starts[kept],
        ends=frame.ends[kept],
        controls={place: frame.controls[i] for place, i in enumerate(kept) if i in frame.controls},
        routes={place: frame.routes[i] for place, i in enumerate(kept) if i in frame.routes},
        _kept={},
    )


def _pattern(frame: Frame) -> Frame:
    argument = frame.scene.argument
    assert argument is not None
    texts = {x: text for x, text in frame.texts.items() if x in argument.cast}
    none = np.empty((0, 2))
    return replace(frame, texts=texts, links=(), starts=none, ends=none, controls={}, routes={}, _kept={})
