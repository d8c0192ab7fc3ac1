"""Paints the links of a frame in batches of one style each, and the marks that stand on them."""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import lru_cache, partial

import numpy as np
from PySide6.QtCore import QLineF, QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPainterPath, QPen, QPolygonF

from elcs_gui.app.graph_fonts import face
from elcs_gui.app.graph_frame import Frame
from elcs_gui.app.graph_scene import Link, LinkKind
from elcs_gui.app.graph_shapes import POINT, Floats
from elcs_gui.app.roles import Role
from elcs_gui.app.theme import Theme
from elcs_gui.panels.graph_stamps import Press, Stamp

NO_BRUSH = Qt.BrushStyle.NoBrush
NO_PEN = Qt.PenStyle.NoPen
FLAT = Qt.PenCapStyle.FlatCap
ROUND = Qt.PenCapStyle.RoundCap
HEAD, HEAD_HALF = 12.0, 5.5
CROWD = 14
"""Beyond so many links, lines get thinner and badges wait for the pointer."""


def role_colours(theme: Theme, role: Role) -> tuple[QColor, QColor, QColor]:
    """Fill, border and text of a node."""
    return {
        Role.TARGET: (theme.target, theme.target, theme.target_ink),
        Role.PARENT: (theme.parent_bg, theme.parent, theme.ink),
        Role.CHILD: (theme.child_bg, theme.child, theme.ink),
        Role.SPOUSE: (theme.spouse_bg, theme.spouse, theme.ink),
        Role.CANDIDATE: (theme.canvas, theme.spouse, theme.ink),
        Role.UNDECIDED: (theme.undecided_bg, theme.undecided, theme.ink),
        Role.DISMISSED: (theme.canvas, theme.dismissed, theme.ink_3),
        Role.UNSEEN: (theme.canvas, theme.dismissed, theme.ink_3),
    }[role]


_LINK_COLOURS = {
    LinkKind.UNDECIDED: "undecided",
    LinkKind.PARENT: "parent",
    LinkKind.CHILD: "child",
    LinkKind.SPOUSE: "spouse",
    LinkKind.CANDIDATE: "spouse",
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
    """What the links of a frame are drawn with, by style: the value of a kind, whether it is dashed, and how
    many times as wide as usual it is."""

    lines: dict[tuple[str, bool, float], list[QLineF]] = field(default_factory=lambda: defaultdict(list))
    curves: dict[tuple[str, bool, float], QPainterPath] = field(
        default_factory=lambda: defaultdict(QPainterPath)
    )
    routes: dict[tuple[str, float], QPainterPath] = field(default_factory=lambda: defaultdict(QPainterPath))
    heads: dict[str, list[QPolygonF]] = field(default_factory=lambda: defaultdict(list))
    hollow: dict[str, list[QPolygonF]] = field(default_factory=lambda: defaultdict(list))
    halos: list[QPainterPath] = field(default_factory=list)


def batches(frame: Frame, selected: object) -> Batches:
    """The links of a frame, sorted by how they are drawn."""
    made = Batches()
    lines, curves, routes, heads, hollow = made.lines, made.curves, made.routes, made.heads, made.hollow
    target = frame.scene.target
    scale = link_scale(frame)
    starts, ends = frame.starts.tolist(), frame.ends.tolist()
    for i, link in enumerate(frame.links):
        if link.kind is LinkKind.GHOST:
            continue
        (x1, y1), (x2, y2) = starts[i], ends[i]
        if math.hypot(x2 - x1, y2 - y1) < 2.0:
            continue
        grown = frame.grown.get(link.ends, 1.0)
        if grown < 1.0:
            x2, y2 = x1 + (x2 - x1) * grown, y1 + (y2 - y1) * grown
        via = frame.controls.get(i) if grown >= 1.0 else None
        route = frame.routes.get(i) if grown >= 1.0 else None
        if route is not None:
            (fx, fy), (x2, y2) = route[-2:]
        if selected == link.ends or (route is not None and selected in link.ends and selected != target):
            made.halos.append(round_path(route) if route else _curve(x1, y1, via, x2, y2))
        dashed = link.kind in (LinkKind.CANDIDATE, LinkKind.MISSING)
        shade = link.shade.value
        if link.directed and grown >= 1.0:
            if route is None:
                fx, fy = via or (x1, y1)
            length = max(math.hypot(x2 - fx, y2 - fy), 1.0)
            ux, uy = (x2 - fx) / length, (y2 - fy) / length
            size = min(1.0, max(length / 24.0, 0.4)) * max(min(scale, 1.3), 0.7) * max(link.stroke / 1.6, 1.0)
            long, half = HEAD * size, HEAD_HALF * size
            left = QPointF(x2 - ux * long - uy * half, y2 - uy * long + ux * half)
            right = QPointF(x2 - ux * long + uy * half, y2 - uy * long - ux * half)
            head = QPolygonF([QPointF(x2, y2), left, right])
            (hollow if link.kind is LinkKind.CANDIDATE else heads)[shade].append(head)
            x2, y2 = x2 - ux * (long - 1.0), y2 - uy * (long - 1.0)
        if route is not None:
            routes[shade, link.stroke].addPath(round_path([*route[:-1], (x2, y2)]))
        elif via is None:
            lines[shade, dashed, link.stroke].append(QLineF(x1, y1, x2, y2))
        else:
            curves[shade, dashed, link.stroke].addPath(_curve(x1, y1, via, x2, y2))
    return made


def paint_links(painter: QPainter, frame: Frame, theme: Theme, selected: object) -> None:
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
    for kind, stroke in sorted(routes, key=lambda style: (style[0] != LinkKind.UNDECIDED.value, style[1])):
        # What is decided runs over what is not, where they share a spine.
        painter.setPen(pen(link_colour(theme, LinkKind(kind)), width * stroke))
        painter.drawPath(routes[kind, stroke])
    for (kind, dashed, stroke), batch in lines.items():
        colour = link_colour(theme, LinkKind(kind))
        if crowded and LinkKind(kind) in (LinkKind.SPOUSE, LinkKind.OTHER):
            colour = faded(colour, 0.55)
        painter.setPen(pen(colour, _wide(width, kind) * stroke, (6.0, 5.0) if dashed else ()))
        painter.drawLines(batch)
    for (kind, dashed, stroke), path in curves.items():
        colour = link_colour(theme, LinkKind(kind))
        painter.setPen(pen(colour, _wide(width, kind) * stroke, (6.0, 5.0) if dashed else ()))
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


def _curve(x1: float, y1: float, via: tuple[float, float] | None, x2: float, y2: float) -> QPainterPath:
    path = QPainterPath(QPointF(x1, y1))
    if via is None:
        path.lineTo(x2, y2)
    else:
        path.quadTo(via[0], via[1], x2, y2)
    return path


Mark = tuple[float, float, str, LinkKind | None, float]
"""What stands on a link: where, the word or sign, the kind of a badge (None for a sign), and the scale."""


def paint_badges(painter: QPainter, frame: Frame, theme: Theme, selected: object, hovered: object) -> None:
    """The rule, the truth mark and the conflict of every link, where they do not cover anything."""
    key = (selected, hovered, tuple(frame.grown))
    marks = frame.once("marks", key, lambda: placed_marks(frame, selected, hovered))
    with Press(painter, snapped=frame.moving) as press:
        press.put_all(frame, "mark stamps", (*key, theme.name), lambda: _mark_stamps(theme, marks))


def _mark_stamps(theme: Theme, marks: Sequence[Mark]) -> Iterator[Stamp]:
    for x, y, word, kind, scale in marks:
        look = (theme.name, word, kind, scale)
        if kind is None:
            draw = partial(_paint_mark, theme, word, scale)
            yield look, x, y, 11.0 * scale + 1.0, 11.0 * scale + 1.0, draw
        else:
            half = badge_width(word, scale) / 2
            yield look, x, y, half + 2.0, 9.0 * scale + 2.0, partial(_paint_badge, theme, kind, word, scale)


def placed_marks(frame: Frame, selected: object, hovered: object) -> list[Mark]:
    """The marks of every link, where they do not cover anything."""
    placed: list[Mark] = []
    marked = [
        i
        for i, link in enumerate(frame.links)
        if (link.badge or link.truth is not None or link.conflict) and frame.grown.get(link.ends, 1.0) >= 1.0
    ]
    crowded = len(marked) > CROWD
    scale = max(min(link_scale(frame), 1.4), 0.7)
    shown = frame.shown
    centres = frame.xy[shown]
    taken = np.concatenate([centres, frame.w[shown, None], frame.h[shown, None]], axis=1)
    for i in marked:
        link = frame.links[i]
        loud = selected in (link.ends, link.tail, link.head) or hovered in (link.ends, link.tail, link.head)
        if i in frame.routes:
            placed += _corner_marks(frame, link, loud=loud)
            continue
        (x1, y1), (x2, y2) = straight(frame, i)
        length = max(math.hypot(x2 - x1, y2 - y1), 1.0)
        if link.directed and i not in frame.controls:  # the head is no place for a mark
            short = min(HEAD * 0.9 * scale / length, 0.4)
            x2, y2, length = x2 - (x2 - x1) * short, y2 - (y2 - y1) * short, length * (1 - short)
        badge = link.badge if not crowded or loud else ""
        if length < 50.0 * scale and (link.truth is not None or link.conflict):
            badge = ""
        marks = [m for m in (badge, "✓" if link.truth else "✗" if link.truth is False else "") if m]
        if link.conflict and link.truth is None:  # right or wrong says more, and looks the same
            marks.append("×")
        if not marks or length < 18.0 * scale:
            continue
        size = (20.0 * len(marks) * scale, 20.0 * scale)
        t, taken = free_spot(x1, y1, x2, y2, size, taken)
        ux, uy = (x2 - x1) / length, (y2 - y1) / length
        for place, mark in enumerate(marks):
            shift = (place - (len(marks) - 1) / 2) * 21.0 * scale
            x, y = x1 + (x2 - x1) * t + ux * shift, y1 + (y2 - y1) * t + uy * shift
            placed.append((x, y, mark, link.shade if mark == badge else None, scale))
    return placed


def _corner_marks(frame: Frame, link: Link, *, loud: bool) -> Iterator[Mark]:
    """The marks of a link that shares its spine with others: at the node, on the corner towards the spine."""
    x = link.head if link.tail == frame.scene.target else link.tail
    scale = 0.75 * max(min(float(frame.scale[x]), 1.4), 0.7)
    aside = -1.0 if frame.ways[x][-2, 0] < frame.xy[x, 0] else 1.0
    across = float(frame.xy[x, 0]) + aside * float(frame.w[x]) * 0.98
    down = float(frame.xy[x, 1]) - float(frame.h[x]) * 0.7
    if link.truth is not None:
        yield across, down, "✓" if link.truth else "✗", None, scale
    elif link.conflict:
        yield across, down, "×", None, scale
    elif loud and link.badge:
        yield across, down, link.badge, link.shade, max(scale, 0.85)


def straight(frame: Frame, i: int) -> tuple[tuple[float, float], tuple[float, float]]:
    """The stretch of a link on which its marks stand: of a curve, its tangent in the middle."""
    (x1, y1), (x2, y2) = frame.starts[i].tolist(), frame.ends[i].tolist()
    if i not in frame.controls:
        return (x1, y1), (x2, y2)
    cx, cy = frame.controls[i]
    return ((x1 + cx) / 2, (y1 + cy) / 2), ((x2 + cx) / 2, (y2 + cy) / 2)


_TRIES = (0.5, 0.44, 0.56, 0.38, 0.62, 0.32, 0.68, 0.26)


def free_spot(
    x1: float, y1: float, x2: float, y2: float, size: tuple[float, float], taken: Floats
) -> tuple[float, Floats]:
    """Where on a line a box of this size covers least; the boxes taken, with this one."""
    wide, high = size[0] / 2 + taken[:, 2] + 2, size[1] / 2 + taken[:, 3] + 2
    least, best = math.inf, _TRIES[0]
    for t in _TRIES:
        over_x = wide - np.abs(x1 + (x2 - x1) * t - taken[:, 0])
        over_y = high - np.abs(y1 + (y2 - y1) * t - taken[:, 1])
        overlap = float(np.maximum(np.minimum(over_x, over_y), 0.0).sum())
        if overlap < least:
            least, best = overlap, t
        if not overlap:
            break
    mine = np.array([[x1 + (x2 - x1) * best, y1 + (y2 - y1) * best, size[0] / 2, size[1] / 2]])
    return best, np.concatenate([taken, mine])


@lru_cache(1024)
def badge_width(text: str, scale: float) -> float:
    return max(20.0 * scale, face(11 * scale)[1].horizontalAdvance(text) + 10.0 * scale)


def _paint_badge(
    theme: Theme, kind: LinkKind, text: str, scale: float, painter: QPainter, x: float, y: float
) -> None:
    width = badge_width(text, scale)
    box = QRectF(x - width / 2, y - 9.0 * scale, width, 18.0 * scale)
    painter.setPen(pen(link_colour(theme, kind), 1.3))
    painter.setBrush(theme.raised)
    painter.drawRoundedRect(box, 5.0 * scale, 5.0 * scale)
    painter.setBrush(NO_BRUSH)
    text_at(painter, text, x, y, 11 * scale, theme.ink)


def _paint_mark(theme: Theme, mark: str, s: float, painter: QPainter, x: float, y: float) -> None:
    right = mark == "✓"
    colour, fill = (theme.independent, theme.independent_bg) if right else (theme.conflict, theme.conflict_bg)
    painter.setBrush(fill if mark != "×" else theme.canvas)
    painter.setPen(pen(colour, 1.5))
    painter.drawEllipse(QPointF(x, y), 9.0 * s, 9.0 * s)
    painter.setBrush(NO_BRUSH)
    painter.setPen(pen(colour, 1.8, cap=ROUND))
    if right:
        points = [
            QPointF(x - 4 * s, y + 0.5 * s),
            QPointF(x - 1.2 * s, y + 3.3 * s),
            QPointF(x + 4 * s, y - 3 * s),
        ]
        painter.drawPolyline(points)
    else:
        painter.drawLine(QLineF(x - 3.2 * s, y - 3.2 * s, x + 3.2 * s, y + 3.2 * s))
        painter.drawLine(QLineF(x + 3.2 * s, y - 3.2 * s, x - 3.2 * s, y + 3.2 * s))


def text_at(painter: QPainter, text: str, x: float, y: float, size: float, colour: QColor) -> None:
    """Semibold text whose capitals are centred on a point."""
    made, metrics = face(size)
    painter.setFont(made)
    painter.setPen(colour)
    painter.drawText(QPointF(x - metrics.horizontalAdvance(text) / 2, y + size * 0.36), text)


def link_scale(frame: Frame) -> float:
    """How large links and their marks are drawn."""
    return float(frame.scale[frame.scene.target]) if len(frame.scale) else 1.0
