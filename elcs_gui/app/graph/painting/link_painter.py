"""Paints the links of a frame in batches of one style each."""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import NamedTuple

import numpy as np
from PySide6.QtCore import QLineF, QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPainterPath, QPen, QPolygonF

from elcs_gui.app.graph.fonts import face
from elcs_gui.app.graph.frame import Frame
from elcs_gui.app.kit.theme import Theme
from elcs_gui.app.model.selection import Selection, ends_of, variable_of
from elcs_gui.picture.colours import ROLE_COLOURS
from elcs_gui.picture.outlines import POINT, Floats
from elcs_gui.picture.scene import Link, LinkKind
from elcs_gui.trace.roles import Role

NO_BRUSH = Qt.BrushStyle.NoBrush
NO_PEN = Qt.PenStyle.NoPen
FLAT = Qt.PenCapStyle.FlatCap
ROUND = Qt.PenCapStyle.RoundCap
HEAD, HEAD_HALF = 12.0, 5.5
Dash = tuple[float, ...]
"""Pixels drawn and left out, by turns; nothing for a line that is drawn through."""
DASHED: Dash = (6.0, 5.0)
WEAK: Dash = (11.0, 4.0, 2.5, 4.0)
CROWD = 14
"""Beyond so many links, lines get thinner and badges wait for the pointer."""


def role_colours(theme: Theme, role: Role) -> tuple[QColor, QColor, QColor]:
    """Fill, border and text of a node."""
    fill, border, ink = (getattr(theme, token) for token in ROLE_COLOURS[role])
    return fill, border, ink


_LINK_COLOURS = {
    LinkKind.UNDECIDED: "undecided",
    LinkKind.PARENT: "parent",
    LinkKind.CHILD: "child",
    LinkKind.SPOUSE: "spouse",
    LinkKind.CANDIDATE: "spouse",
    LinkKind.MEMBER: "undecided",
    LinkKind.OTHER: "undecided",
    LinkKind.GHOST: "ink_3",
    LinkKind.WRONG: "conflict",
}


def link_colour(theme: Theme, kind: LinkKind) -> QColor:
    if kind is LinkKind.MISSING:
        return faded(theme.conflict, 0.6)
    colour: QColor = getattr(theme, _LINK_COLOURS[kind])
    return colour


def faded(colour: QColor, opacity: float) -> QColor:
    """The same colour, partly transparent."""
    made = QColor(colour)
    made.setAlphaF(opacity)
    return made


def pen(colour: QColor, width: float, dash: tuple[float, ...] = (), cap: Qt.PenCapStyle = FLAT) -> QPen:
    """A pen; `dash` in pixels. It may be shared: nobody changes it."""
    return _pen(colour.rgba(), width, dash, cap)


@lru_cache(256)
def _pen(rgba: int, width: float, dash: tuple[float, ...], cap: Qt.PenCapStyle) -> QPen:
    made = QPen(QColor.fromRgba(rgba), width, Qt.PenStyle.SolidLine, cap, Qt.PenJoinStyle.RoundJoin)
    if dash:
        made.setDashPattern([length / width for length in dash])
    return made


def outline(frame: Frame, x: int, grow: float = 0.0) -> QPainterPath:
    """A node's outline, grown by some pixels on every side."""
    return shape(frame.xy[x, 0], frame.xy[x, 1], frame.w[x], frame.h[x], frame.r[x], grow)


def shape(x: float, y: float, w: float, h: float, r: float, grow: float = 0.0) -> QPainterPath:
    """The outline of a box with rounded corners, or of a hexagon (r < 0), about (x, y)."""
    path = QPainterPath()
    if r < 0:
        point = POINT * min(h / 16.0, 1.6)
        wide, high = w + grow * 1.18, h + grow
        corners = [(-wide, 0.0), (-wide + point, -high), (wide - point, -high), (wide, 0.0)]
        corners += [(wide - point, high), (-wide + point, high)]
        path.addPolygon(QPolygonF([QPointF(x + dx, y + dy) for dx, dy in corners]))
        path.closeSubpath()
    else:
        radius = min(r + grow, h + grow)
        path.addRoundedRect(
            QRectF(x - w - grow, y - h - grow, 2 * (w + grow), 2 * (h + grow)), radius, radius
        )
    return path


@dataclass
class Batches:
    """What the links of a frame are drawn with, by style: the value of a kind, its dashes, and how many times
    as wide as usual it is."""

    lines: dict[tuple[str, Dash, float], list[QLineF]] = field(default_factory=lambda: defaultdict(list))
    curves: dict[tuple[str, Dash, float], QPainterPath] = field(
        default_factory=lambda: defaultdict(QPainterPath)
    )
    routes: dict[tuple[str, Dash, float], QPainterPath] = field(
        default_factory=lambda: defaultdict(QPainterPath)
    )
    heads: dict[str, list[QPolygonF]] = field(default_factory=lambda: defaultdict(list))
    hollow: dict[str, list[QPolygonF]] = field(default_factory=lambda: defaultdict(list))
    halos: list[QPainterPath] = field(default_factory=list)


class Style(NamedTuple):
    """How a link is drawn, wherever it is."""

    ends: tuple[int, int]
    shade: str
    dash: Dash
    stroke: float
    directed: bool
    hollow: bool
    ghost: bool


def _dash(link: Link) -> Dash:
    """What is not there for certain is not drawn through; what too few rows hold has dots between dashes."""
    if link.weak:
        return WEAK
    return DASHED if link.kind in (LinkKind.CANDIDATE, LinkKind.MEMBER, LinkKind.MISSING) else ()


def _styles(frame: Frame) -> list[Style]:
    return [
        Style(
            link.ends,
            link.shade.value,
            _dash(link),
            link.stroke,
            link.directed,
            link.kind is LinkKind.CANDIDATE,
            link.kind is LinkKind.GHOST,
        )
        for link in frame.links
    ]


def batches(frame: Frame, selected: Selection) -> Batches:
    """The links of a frame, sorted by how they are drawn."""
    made = Batches()
    lines, curves, routes, heads, hollow = made.lines, made.curves, made.routes, made.heads, made.hollow
    target, x, chosen = frame.scene.target, variable_of(selected), ends_of(selected)
    styles = frame.decided.once("styles", None, lambda: _styles(frame))
    before, ends = frame.starts.copy(), frame.ends.copy()  # the last corner before the head, and the head
    for i, control in frame.controls.items():
        before[i] = control
    for i, corners in frame.routes.items():
        before[i], ends[i] = corners[-2:]
    triangles, cut = _heads(frame, styles, before, ends)
    starts, whole = frame.starts.tolist(), ends.tolist()
    long_enough: list[bool] = (np.hypot(*(frame.ends - frame.starts).T) >= 2.0).tolist()
    for i, style in enumerate(styles):
        if style.ghost or not long_enough[i]:
            continue
        (x1, y1), (x2, y2) = starts[i], whole[i]
        grown = frame.grown.get(style.ends, 1.0) if frame.grown else 1.0
        via = route = None
        if grown < 1.0:
            x2, y2 = frame.ends[i].tolist()
            x2, y2 = x1 + (x2 - x1) * grown, y1 + (y2 - y1) * grown
        else:
            via, route = frame.controls.get(i), frame.routes.get(i)
        if chosen == style.ends or (route is not None and x in style.ends and x != target):
            made.halos.append(round_path(route) if route else _curve(x1, y1, via, x2, y2))
        if style.directed and grown >= 1.0:
            head = QPolygonF([QPointF(x, y) for x, y in triangles[i]])
            (hollow if style.hollow else heads)[style.shade].append(head)
            x2, y2 = cut[i]
        if route is not None:
            routes[style.shade, style.dash, style.stroke].addPath(round_path([*route[:-1], (x2, y2)]))
        elif via is None:
            lines[style.shade, style.dash, style.stroke].append(QLineF(x1, y1, x2, y2))
        else:
            curves[style.shade, style.dash, style.stroke].addPath(_curve(x1, y1, via, x2, y2))
    return made


def _heads(
    frame: Frame, styles: Sequence[Style], before: Floats, tips: Floats
) -> tuple[list[list[list[float]]], list[list[float]]]:
    """The three corners of every link's head, and where its line ends behind that."""
    d = tips - before
    length = np.maximum(np.hypot(d[:, 0], d[:, 1]), 1.0)
    along = d / length[:, None]
    stroke = np.array([style.stroke for style in styles])
    scale = max(min(link_scale(frame), 1.3), 0.7)
    size = np.clip(length / 24.0, 0.4, 1.0) * scale * np.maximum(stroke / 1.6, 1.0)
    back = tips - along * (HEAD * size)[:, None]
    aside = np.stack([-along[:, 1], along[:, 0]], axis=1) * (HEAD_HALF * size)[:, None]
    triangles: list[list[list[float]]] = np.stack([tips, back + aside, back - aside], axis=1).tolist()
    cut: list[list[float]] = (back + along).tolist()
    return triangles, cut


def paint_links(painter: QPainter, frame: Frame, theme: Theme, selected: Selection) -> None:
    """Every link, batched by style; the selected one on an indigo halo."""
    if not frame.links:
        return
    grown = tuple(frame.grown.items())
    made = frame.once("links", (selected, grown), lambda: batches(frame, selected))
    lines, curves, routes, heads, hollow = made.lines, made.curves, made.routes, made.heads, made.hollow
    crowded = len(frame.links) > CROWD
    scale = link_scale(frame)
    painter.setBrush(NO_BRUSH)
    for halo in made.halos:
        painter.setPen(pen(faded(theme.selection, 0.5), 11.0, cap=ROUND))
        painter.drawPath(halo)
    width = (1.5 if crowded else 2.0) * max(min(scale, 1.5), 0.6) * theme.weight
    for style in sorted(routes, key=lambda style: (style[0] != LinkKind.UNDECIDED.value, *style[1:])):
        # What is decided runs over what is not, where they share a spine.
        kind, dash, stroke = style
        painter.setPen(pen(link_colour(theme, LinkKind(kind)), width * stroke, dash))
        painter.drawPath(routes[style])
    for (kind, dash, stroke), batch in lines.items():
        colour = link_colour(theme, LinkKind(kind))
        if crowded and LinkKind(kind) in (LinkKind.SPOUSE, LinkKind.OTHER):
            colour = faded(colour, 0.55)
        painter.setPen(pen(colour, _wide(width, kind) * stroke, dash))
        painter.drawLines(batch)
    for (kind, dash, stroke), path in curves.items():
        colour = link_colour(theme, LinkKind(kind))
        painter.setPen(pen(colour, _wide(width, kind) * stroke, dash))
        painter.drawPath(path)
    for kind, triangles in heads.items():
        painter.setPen(NO_PEN)
        painter.setBrush(link_colour(theme, LinkKind(kind)))
        for triangle in triangles:
            painter.drawConvexPolygon(triangle)
    for kind, triangles in hollow.items():
        painter.setPen(pen(link_colour(theme, LinkKind(kind)), 1.8))
        painter.setBrush(theme.canvas)
        for triangle in triangles:
            painter.drawConvexPolygon(triangle)
    painter.setBrush(NO_BRUSH)


def _wide(width: float, shade: str) -> float:
    """What is wrong is drawn a little bolder."""
    return width * 1.4 if shade == LinkKind.WRONG.value else width


def round_path(corners: Sequence[tuple[float, float]], radius: float = 8.0) -> QPainterPath:
    """A line with rounded corners."""
    path = QPainterPath(QPointF(*corners[0]))
    for before, corner, after in zip(corners, corners[1:], corners[2:], strict=False):
        into, out = math.dist(before, corner), math.dist(corner, after)
        r = min(radius, into / 2, out / 2)
        if r > 0.5:
            (bx, by), (cx, cy), (ax, ay) = before, corner, after
            path.lineTo(cx + (bx - cx) * r / into, cy + (by - cy) * r / into)
            path.quadTo(cx, cy, cx + (ax - cx) * r / out, cy + (ay - cy) * r / out)
        else:
            path.lineTo(*corner)
    path.lineTo(*corners[-1])
    return path


def path_between(frame: Frame, x: int, y: int) -> QPainterPath | None:
    """The link of two nodes as it is drawn, from x to y; None where there is none."""
    for i, link in enumerate(frame.links):
        if {x, y} == {link.tail, link.head} and link.kind is not LinkKind.GHOST:
            route, via = frame.routes.get(i), frame.controls.get(i)
            ends = (*frame.starts[i].tolist(), via, *frame.ends[i].tolist())
            path = round_path(route) if route else _curve(*ends)
            return path if link.tail == x else path.toReversed()
    return None


def _curve(x1: float, y1: float, via: tuple[float, float] | None, x2: float, y2: float) -> QPainterPath:
    path = QPainterPath(QPointF(x1, y1))
    if via is None:
        path.lineTo(x2, y2)
    else:
        path.quadTo(via[0], via[1], x2, y2)
    return path


def text_at(painter: QPainter, text: str, x: float, y: float, size: float, colour: QColor) -> None:
    """Semibold text whose capitals are centred on a point."""
    made, metrics = face(size)
    painter.setFont(made)
    painter.setPen(colour)
    painter.drawText(QPointF(x - metrics.horizontalAdvance(text) / 2, y + size * 0.36), text)


def link_scale(frame: Frame) -> float:
    """How large links and their marks are drawn."""
    return float(frame.scale[frame.scene.target]) if len(frame.scale) else 1.0
