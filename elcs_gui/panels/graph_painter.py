"""Paints a frame: links, nodes, rings and badges, in batches of one style each."""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Sequence
from functools import lru_cache

import numpy as np
from PySide6.QtCore import QLineF, QPointF, QRectF, Qt
from PySide6.QtGui import QBrush, QColor, QPaintEngine, QPainter, QPainterPath, QPen, QPixmap, QPolygonF

from elcs_gui.app.graph_fonts import face
from elcs_gui.app.graph_frame import HEXAGONS, LABEL_SIZE, Frame
from elcs_gui.app.graph_scene import Link, LinkKind
from elcs_gui.app.graph_shapes import POINT, Floats
from elcs_gui.app.roles import Role
from elcs_gui.app.theme import Theme

NO_BRUSH = Qt.BrushStyle.NoBrush
NO_PEN = Qt.PenStyle.NoPen
FLAT = Qt.PenCapStyle.FlatCap
ROUND = Qt.PenCapStyle.RoundCap
HEAD, HEAD_HALF = 12.0, 5.5
MOST_DRAWN, MOST_STAMPS = 120, 4000
DASHES = {Role.CANDIDATE: (5.0, 4.0), Role.DISMISSED: (2.0, 3.0), Role.UNSEEN: (2.0, 3.0)}
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


def link_colour(theme: Theme, kind: LinkKind) -> QColor:
    return {
        LinkKind.UNDECIDED: theme.undecided,
        LinkKind.PARENT: theme.parent,
        LinkKind.CHILD: theme.child,
        LinkKind.SPOUSE: theme.spouse,
        LinkKind.CANDIDATE: theme.spouse,
        LinkKind.OTHER: theme.undecided,
        LinkKind.GHOST: theme.ink_3,
    }[kind]


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


def paint_links(painter: QPainter, frame: Frame, theme: Theme, selected: object) -> None:
    """Every link, batched by style; the selected one on an indigo halo."""
    lines: dict[tuple[str, bool], list[QLineF]] = defaultdict(list)
    curves: dict[tuple[str, bool], QPainterPath] = defaultdict(QPainterPath)
    routes: dict[str, QPainterPath] = defaultdict(QPainterPath)
    heads: dict[str, list[QPolygonF]] = defaultdict(list)
    hollow: dict[str, list[QPolygonF]] = defaultdict(list)
    crowded = len(frame.links) > CROWD
    target = frame.scene.target
    scale = _link_scale(frame)
    starts, ends = frame.starts.tolist(), frame.ends.tolist()
    painter.setBrush(NO_BRUSH)
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
            painter.setPen(pen(faded(theme.selection, 0.5), 11.0, cap=ROUND))
            painter.drawPath(round_path(route) if route else _curve(x1, y1, via, x2, y2))
        dashed = link.kind is LinkKind.CANDIDATE
        if link.directed and grown >= 1.0:
            if route is None:
                fx, fy = via or (x1, y1)
            length = max(math.hypot(x2 - fx, y2 - fy), 1.0)
            ux, uy = (x2 - fx) / length, (y2 - fy) / length
            size = min(1.0, max(length / 24.0, 0.4)) * max(min(scale, 1.3), 0.7)
            long, half = HEAD * size, HEAD_HALF * size
            left = QPointF(x2 - ux * long - uy * half, y2 - uy * long + ux * half)
            right = QPointF(x2 - ux * long + uy * half, y2 - uy * long - ux * half)
            (hollow if dashed else heads)[link.kind.value].append(QPolygonF([QPointF(x2, y2), left, right]))
            x2, y2 = x2 - ux * (long - 1.0), y2 - uy * (long - 1.0)
        if route is not None:
            routes[link.kind.value].addPath(round_path([*route[:-1], (x2, y2)]))
        elif via is None:
            lines[link.kind.value, dashed].append(QLineF(x1, y1, x2, y2))
        else:
            curves[link.kind.value, dashed].addPath(_curve(x1, y1, via, x2, y2))
    width = (1.5 if crowded else 2.0) * max(min(scale, 1.5), 0.6) * theme.weight
    for kind in sorted(routes, key=lambda kind: kind != LinkKind.UNDECIDED.value):
        # What is decided runs over what is not, where they share a spine.
        painter.setPen(pen(link_colour(theme, LinkKind(kind)), width))
        painter.drawPath(routes[kind])
    for (kind, dashed), batch in lines.items():
        colour = link_colour(theme, LinkKind(kind))
        if crowded and LinkKind(kind) in (LinkKind.SPOUSE, LinkKind.OTHER):
            colour = faded(colour, 0.55)
        painter.setPen(pen(colour, width, (6.0, 5.0) if dashed else ()))
        painter.drawLines(batch)
    for (kind, dashed), path in curves.items():
        painter.setPen(pen(link_colour(theme, LinkKind(kind)), width, (6.0, 5.0) if dashed else ()))
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


def paint_badges(painter: QPainter, frame: Frame, theme: Theme, selected: object, hovered: object) -> None:
    """The rule, the truth mark and the conflict of every link, where they do not cover anything."""
    marked = [
        i
        for i, link in enumerate(frame.links)
        if (link.badge or link.truth is not None or link.conflict) and frame.grown.get(link.ends, 1.0) >= 1.0
    ]
    crowded = len(marked) > CROWD
    scale = max(min(_link_scale(frame), 1.4), 0.7)
    shown = frame.shown
    centres = frame.xy[shown]
    taken = np.concatenate([centres, frame.w[shown, None], frame.h[shown, None]], axis=1)
    for i in marked:
        link = frame.links[i]
        loud = selected in (link.ends, link.tail, link.head) or hovered in (link.ends, link.tail, link.head)
        if i in frame.routes:
            _paint_corner_marks(painter, frame, theme, link, loud=loud)
            continue
        (x1, y1), (x2, y2) = _straight(frame, i)
        length = max(math.hypot(x2 - x1, y2 - y1), 1.0)
        if link.directed and i not in frame.controls:  # the head is no place for a mark
            short = min(HEAD * 0.9 * scale / length, 0.4)
            x2, y2, length = x2 - (x2 - x1) * short, y2 - (y2 - y1) * short, length * (1 - short)
        badge = link.badge if not crowded or loud else ""
        if length < 50.0 * scale and (link.truth is not None or link.conflict):
            badge = ""
        marks = [m for m in (badge, "✓" if link.truth else "✗" if link.truth is False else "") if m]
        if link.conflict:
            marks.append("×")
        if not marks or length < 18.0 * scale:
            continue
        size = (20.0 * len(marks) * scale, 20.0 * scale)
        t, taken = _free_spot(x1, y1, x2, y2, size, taken)
        ux, uy = (x2 - x1) / length, (y2 - y1) / length
        for place, mark in enumerate(marks):
            shift = (place - (len(marks) - 1) / 2) * 21.0 * scale
            at = QPointF(x1 + (x2 - x1) * t + ux * shift, y1 + (y2 - y1) * t + uy * shift)
            if mark == badge:
                _paint_badge(painter, theme, link, badge, at, scale)
            else:
                _paint_mark(painter, theme, at, mark, scale)


def _paint_corner_marks(painter: QPainter, frame: Frame, theme: Theme, link: Link, *, loud: bool) -> None:
    """The marks of a link that shares its spine with others: at the node, on the corner towards the spine."""
    x = link.head if link.tail == frame.scene.target else link.tail
    scale = 0.75 * max(min(float(frame.scale[x]), 1.4), 0.7)
    aside = -1.0 if frame.ways[x][-2, 0] < frame.xy[x, 0] else 1.0
    at = QPointF(
        float(frame.xy[x, 0]) + aside * float(frame.w[x]) * 0.98,
        float(frame.xy[x, 1]) - float(frame.h[x]) * 0.7,
    )
    if link.conflict:
        _paint_mark(painter, theme, at, "×", scale)
    elif link.truth is not None:
        _paint_mark(painter, theme, at, "✓" if link.truth else "✗", scale)
    elif loud and link.badge:
        _paint_badge(painter, theme, link, link.badge, at, max(scale, 0.85))


def _straight(frame: Frame, i: int) -> tuple[tuple[float, float], tuple[float, float]]:
    """The stretch of a link on which its marks stand: of a curve, its tangent in the middle."""
    (x1, y1), (x2, y2) = frame.starts[i].tolist(), frame.ends[i].tolist()
    if i not in frame.controls:
        return (x1, y1), (x2, y2)
    cx, cy = frame.controls[i]
    return ((x1 + cx) / 2, (y1 + cy) / 2), ((x2 + cx) / 2, (y2 + cy) / 2)


def _free_spot(
    x1: float, y1: float, x2: float, y2: float, size: tuple[float, float], taken: Floats
) -> tuple[float, Floats]:
    """Where on a line a box of this size covers least; the boxes taken, with this one."""
    tries = np.array([0.5, 0.44, 0.56, 0.38, 0.62, 0.32, 0.68, 0.26])
    xs, ys = x1 + (x2 - x1) * tries, y1 + (y2 - y1) * tries
    over_x = size[0] / 2 + taken[None, :, 2] + 2 - np.abs(xs[:, None] - taken[None, :, 0])
    over_y = size[1] / 2 + taken[None, :, 3] + 2 - np.abs(ys[:, None] - taken[None, :, 1])
    overlap = np.where((over_x > 0) & (over_y > 0), np.minimum(over_x, over_y), 0.0).sum(axis=1)
    best = int(np.argmin(overlap))
    mine = np.array([[xs[best], ys[best], size[0] / 2, size[1] / 2]])
    return float(tries[best]), np.concatenate([taken, mine])


def _paint_badge(painter: QPainter, theme: Theme, link: Link, text: str, at: QPointF, scale: float) -> None:
    width = max(20.0 * scale, face(11 * scale)[1].horizontalAdvance(text) + 10.0 * scale)
    box = QRectF(at.x() - width / 2, at.y() - 9.0 * scale, width, 18.0 * scale)
    painter.setPen(pen(link_colour(theme, link.kind), 1.3))
    painter.setBrush(theme.raised)
    painter.drawRoundedRect(box, 5.0 * scale, 5.0 * scale)
    painter.setBrush(NO_BRUSH)
    text_at(painter, text, at.x(), at.y(), 11 * scale, theme.ink)


def _paint_mark(painter: QPainter, theme: Theme, at: QPointF, mark: str, scale: float) -> None:
    right = mark == "✓"
    colour, fill = (theme.independent, theme.independent_bg) if right else (theme.conflict, theme.conflict_bg)
    painter.setBrush(fill if mark != "×" else theme.canvas)
    painter.setPen(pen(colour, 1.5))
    painter.drawEllipse(at, 9.0 * scale, 9.0 * scale)
    painter.setBrush(NO_BRUSH)
    painter.setPen(pen(colour, 1.8, cap=ROUND))
    x, y, s = at.x(), at.y(), scale
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


def paint_nodes(
    painter: QPainter, frame: Frame, theme: Theme, selected: object, pulsing: frozenset[int]
) -> None:
    """Every node that has a shape; dots are the field's business. Many are stamped, on a screen."""
    on_screen = painter.paintEngine().type() == QPaintEngine.Type.Raster and painter.transform().m11() == 1.0
    stamped = on_screen and len(frame.texts) > MOST_DRAWN
    ratio = painter.device().devicePixelRatio() * theme.scale
    for role in Role:
        members = [x for x in frame.texts if frame.scene.role(x) is role]
        if not members:
            continue
        if stamped and role is not Role.TARGET:
            for x in members:
                key = (theme.name, role, frame.texts[x], float(frame.scale[x]), float(frame.w[x]), ratio)
                painter.drawPixmap(
                    frame.xy[x, 0] - frame.w[x] - 3, frame.xy[x, 1] - frame.h[x] - 3, _stamp(key, theme)
                )
            continue
        fill, border, ink = role_colours(theme, role)
        painter.setBrush(QBrush(fill))
        dash = DASHES.get(role, ())
        width = 2.0 * min(max(float(frame.scale[members[0]]), 0.7), 1.5) * theme.weight
        painter.setPen(pen(border, width, dash))
        for x in members:
            painter.drawPath(outline(frame, x))
        painter.setBrush(NO_BRUSH)
        if role is Role.TARGET:
            painter.setPen(pen(border, 1.5))
            for x in members:
                if x not in pulsing:
                    painter.drawPath(outline(frame, x, 4.0 * float(frame.scale[x])))
        painter.setPen(ink)
        for x in members:
            size = LABEL_SIZE * float(frame.scale[x])
            text_at(painter, frame.texts[x], float(frame.xy[x, 0]), float(frame.xy[x, 1]), size, ink)
    if isinstance(selected, int) and frame.is_shown(selected):
        painter.setPen(pen(theme.selection, 2.5))
        painter.drawPath(outline(frame, selected, 8.0 if frame.scene.role(selected) is Role.TARGET else 5.0))


_Stamp = tuple[str, Role, str, float, float, float]
_stamps: dict[_Stamp, QPixmap] = {}


def _stamp(key: _Stamp, theme: Theme) -> QPixmap:
    """A node as a picture, drawn once: a map full of them is stamped twenty times faster than drawn."""
    found = _stamps.get(key)
    if found is None:
        if len(_stamps) > MOST_STAMPS:
            _stamps.clear()
        _, role, text, scale, w, ratio = key
        h = 16.0 * scale
        r = -1.0 if role in HEXAGONS else 7.0 * scale if role is Role.PARENT else h
        found = QPixmap(math.ceil((2 * w + 6) * ratio), math.ceil((2 * h + 6) * ratio))
        found.setDevicePixelRatio(ratio)
        found.fill(Qt.GlobalColor.transparent)
        fill, border, ink = role_colours(theme, role)
        painter = QPainter(found)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setBrush(fill)
        width = 2.0 * min(max(scale, 0.7), 1.5) * theme.weight
        painter.setPen(pen(border, width, DASHES.get(role, ())))
        painter.drawPath(shape(w + 3, h + 3, w, h, r))
        text_at(painter, text, w + 3, h + 3, LABEL_SIZE * scale, ink)
        painter.end()
        _stamps[key] = found
    return found


def text_at(painter: QPainter, text: str, x: float, y: float, size: float, colour: QColor) -> None:
    """Semibold text whose capitals are centred on a point."""
    made, metrics = face(size)
    painter.setFont(made)
    painter.setPen(colour)
    painter.drawText(QPointF(x - metrics.horizontalAdvance(text) / 2, y + size * 0.36), text)


def _link_scale(frame: Frame) -> float:
    return float(frame.scale[frame.scene.target]) if len(frame.scale) else 1.0
