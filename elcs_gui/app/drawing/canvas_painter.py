"""Paints what is drawn: arrows as wide as they are strong, a circle that was refused, an arrow under way."""

from __future__ import annotations

import math

import numpy as np
from PySide6.QtCore import QLineF, QPointF, QRectF
from PySide6.QtGui import QPainter, QPainterPath, QPolygonF

from elcs_gui.app.drawing.drawing import Drawing
from elcs_gui.app.drawing.editor import Chosen, Refusal
from elcs_gui.app.graph.fonts import NORMAL, face
from elcs_gui.app.graph.frame import Frame
from elcs_gui.app.graph.painting.link_painter import NO_BRUSH, NO_PEN, ROUND, faded, pen, text_at
from elcs_gui.app.graph.painting.mark_painter import drawn_lines, free_spot, straight
from elcs_gui.app.kit.theme import Theme
from elcs_gui.picture.outlines import leave
from elcs_gui.picture.scene import Link, LinkKind, Scene
from elcs_gui.trace.roles import Role, Standing

THINNEST, WIDER = 1.2, 4.4
"""Pixels: an arrow of no strength, and how much a full one adds."""
USUAL_WIDTH = 2.0
WRONG_WIDER = 1.4
"""How much bolder the painter of links draws what is wrong."""
CIRCLE_BAND, CIRCLE_OPACITY = 12.0, 0.14


def drawn_scene(drawing: Drawing, refusal: Refusal | None) -> Scene:
    """The drawing for the painters of the graph."""
    places = {variable.id: place for place, variable in enumerate(drawing.variables)}
    round_it = set() if refusal is None else set(zip(refusal.circle, refusal.circle[1:], strict=False))
    links = []
    for arrow in drawing.arrows:
        wrong = arrow.ends in round_it
        width = THINNEST + WIDER * drawing.strength(arrow)
        stroke = width / USUAL_WIDTH / (WRONG_WIDER if wrong else 1.0)
        kind = LinkKind.WRONG if wrong else LinkKind.OTHER
        links.append(
            Link(places[arrow.tail], places[arrow.head], kind, directed=True, stroke=round(stroke, 2))
        )
    target = 0 if drawing.target is None else places[drawing.target]
    roles = [Role.TARGET if v.id == drawing.target else Role.UNDECIDED for v in drawing.variables]
    return Scene(target, tuple(map(Standing, roles)), tuple(links))


def paint_circle(painter: QPainter, frame: Frame, theme: Theme) -> None:
    """The band under the arrows of the circle that was refused."""
    painter.setPen(pen(faded(theme.conflict, CIRCLE_OPACITY), CIRCLE_BAND, cap=ROUND))
    painter.setBrush(NO_BRUSH)
    for i, link in enumerate(frame.links):
        if link.kind is LinkKind.WRONG:
            painter.drawPath(_way(frame, i))


def _way(frame: Frame, i: int) -> QPainterPath:
    path = QPainterPath(QPointF(*frame.starts[i].tolist()))
    end = QPointF(*frame.ends[i].tolist())
    if i in frame.controls:
        path.quadTo(QPointF(*frame.controls[i]), end)
    else:
        path.lineTo(end)
    return path


def paint_refused(painter: QPainter, frame: Frame, theme: Theme, tail: int, head: int) -> None:
    """The arrow that was not drawn: dashed, red, with a cross, round the outside of its circle."""
    a, b = frame.xy[tail], frame.xy[head]
    middle, d = (a + b) / 2, b - a
    length = max(float(np.hypot(*d)), 1.0)
    normal = np.array([-d[1], d[0]]) / length
    around = [x for link in frame.links if link.kind is LinkKind.WRONG for x in link.ends]
    if around and float((frame.xy[around].mean(axis=0) - middle) @ normal) > 0:
        normal = -normal
    left, top, right, bottom = frame.bounds
    inside = np.array([left + 14.0, top + 14.0]), np.array([right - 14.0, bottom - 14.0])
    # A control point lies twice as far out as its curve.
    out = np.clip(middle + normal * 0.34 * length, *inside)
    control = middle + (out - middle) * 2.0
    ends = leave(
        frame.xy[[tail, head]], np.stack([control, control]), frame.w[[tail, head]], frame.h[[tail, head]],
        frame.r[[tail, head]], np.array([4.0, 5.0]),
    )  # fmt: skip
    start, tip = QPointF(*ends[0].tolist()), QPointF(*ends[1].tolist())
    bend = QPointF(*control.tolist())
    path = QPainterPath(start)
    path.quadTo(bend, tip)
    painter.setBrush(NO_BRUSH)
    painter.setPen(pen(theme.conflict, 2.5, (7.0, 6.0)))
    painter.drawPath(path)
    paint_hollow_head(painter, theme, bend, tip, wrong=True)
    at = path.pointAtPercent(0.5)
    painter.setPen(pen(theme.conflict, 2.0))
    painter.setBrush(theme.conflict_bg)
    painter.drawEllipse(at, 13.0, 13.0)
    painter.setPen(pen(theme.conflict, 2.2, cap=ROUND))
    for side in (1.0, -1.0):
        painter.drawLine(QLineF(at.x() - 4.5, at.y() - 4.5 * side, at.x() + 4.5, at.y() + 4.5 * side))


def paint_hollow_head(
    painter: QPainter, theme: Theme, start: QPointF, tip: QPointF, *, wrong: bool = False
) -> None:
    """The head of an arrow that is not there, or not yet."""
    d = tip - start
    far = max(math.hypot(d.x(), d.y()), 1.0)
    along, aside = d / far, QPointF(-d.y(), d.x()) / far
    back = tip - along * 15.0
    painter.setPen(pen(theme.conflict if wrong else theme.selection, 2.0))
    painter.setBrush(theme.canvas)
    painter.drawConvexPolygon(QPolygonF([tip, back + aside * 7.0, back - aside * 7.0]))
    painter.setBrush(NO_BRUSH)


def paint_under_way(painter: QPainter, frame: Frame, theme: Theme, tail: int, to: QPointF) -> None:
    """An arrow that is being drawn, from a variable to where the pointer is."""
    a = frame.xy[[tail]]
    end = np.array([[to.x(), to.y()]])
    if float(np.hypot(*(end - a)[0])) < 12.0:
        return
    start = leave(a, end, frame.w[[tail]], frame.h[[tail]], frame.r[[tail]], 4.0)[0]
    painter.setPen(pen(theme.selection, 2.5, (7.0, 6.0)))
    painter.drawLine(QPointF(*start.tolist()), to)
    paint_hollow_head(painter, theme, QPointF(*start.tolist()), to)


def paint_strengths(painter: QPainter, frame: Frame, drawing: Drawing, theme: Theme, chosen: Chosen) -> None:
    """The figure of every arrow beside it; of the one that is chosen, as a pill on it."""
    scale = max(min(float(frame.scale[0]), 1.2), 0.8) if len(frame.scale) else 1.0
    taken = np.stack([*frame.xy.T, frame.w, frame.h], axis=1)
    lines = drawn_lines(frame).reshape(-1, 2, 2)
    for i, arrow in enumerate(drawing.arrows):
        text = f"{drawing.strength(arrow):.2f}"
        (x1, y1), (x2, y2) = straight(frame, i)
        length = max(math.hypot(x2 - x1, y2 - y1), 1.0)
        size = (30.0 * scale, 15.0 * scale)
        if arrow.ends == chosen:
            x, y = (x1 + x2) / 2, (y1 + y2) / 2
            painter.setPen(NO_PEN)
            painter.setBrush(theme.selection)
            half = 22.0 * scale
            painter.drawRoundedRect(QRectF(x - half, y - half / 2, 2 * half, half), half / 2, half / 2)
            text_at(painter, text, x, y, 12.0 * scale, theme.panel)
            taken = np.concatenate([taken, [[x, y, half, half / 2]]])
            continue
        across = abs(y2 - y1) / length
        off = (10.0 + 14.0 * across) * scale
        aside = np.array([-(y2 - y1), x2 - x1]) / length * off
        along = np.array([[x1 + (x2 - x1) * t, y1 + (y2 - y1) * t] for t in (0.5, 0.42, 0.58, 0.34, 0.66)])
        (x, y), taken = free_spot(np.concatenate([along + aside, along - aside]), size, taken, lines)
        made, metrics = face(12.0 * scale, NORMAL)
        painter.setFont(made)
        painter.setPen(theme.ink_3)
        painter.drawText(QPointF(x - metrics.horizontalAdvance(text) / 2, y + 4.3 * scale), text)


def paint_invitation(painter: QPainter, theme: Theme, at: QPointF) -> None:
    """Where a click adds a variable."""
    box = QRectF(at.x() - 46.0, at.y() - 16.0, 92.0, 32.0)
    painter.setPen(pen(theme.line_strong, 1.5, (4.0, 4.0)))
    painter.setBrush(NO_BRUSH)
    painter.drawRoundedRect(box, 16.0, 16.0)
    made, metrics = face(12.0, NORMAL)
    painter.setFont(made)
    painter.setPen(theme.ink_3)
    text = "click to add"
    painter.drawText(QPointF(at.x() - metrics.horizontalAdvance(text) / 2, at.y() + 4.3), text)
