"""Paints the marks that stand on links: the rule that decided an arrow, the truth, a conflict."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence, Set
from functools import lru_cache, partial

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QLineF, QPointF, QRectF
from PySide6.QtGui import QPainter

from elcs_gui.app.graph.fonts import face
from elcs_gui.app.graph.frame import Frame
from elcs_gui.app.graph.painting.link_painter import (
    CROWD,
    HEAD,
    NO_BRUSH,
    ROUND,
    link_colour,
    link_scale,
    pen,
    text_at,
)
from elcs_gui.app.graph.painting.pixmap_cache import CachedPainter, Stamp
from elcs_gui.app.kit.theme import Theme
from elcs_gui.app.model.selection import Selection, concerns
from elcs_gui.picture.outlines import Floats, distance_to_segments
from elcs_gui.picture.scene import LinkKind

Mark = tuple[float, float, str, LinkKind | None, float, int]
"""What stands on a link: where, the word or sign, the kind of a badge (None for a sign), the scale, and the
place of the link in the frame."""


def paint_badges(
    painter: QPainter, frame: Frame, theme: Theme, selected: Selection, hovered: Selection
) -> None:
    """The rule, the truth mark and the conflict of every link, where they do not cover anything."""
    goal, growing = frame.decided, frozenset(frame.grown)
    key = (selected, hovered, growing)
    marks = goal.once("marks", key, lambda: placed_marks(goal, selected, hovered, growing))
    if not marks:
        return
    with CachedPainter(painter, snapped=frame.moving) as press:
        look = (*key, theme.name)
        if frame is goal:
            press.put_all(frame, "mark stamps", look, lambda: _mark_stamps(theme, marks))
        else:
            ride = goal.once("riding", key, lambda: Riding(goal, marks))
            press.put_elsewhere(
                goal, "mark stamps", look, lambda: _mark_stamps(theme, marks), ride.places(frame)
            )


class Riding:
    """Marks that stay where they are on their links while those are on their way."""

    def __init__(self, goal: Frame, marks: Sequence[Mark]) -> None:
        self._links: NDArray[np.intp] = np.array([mark[-1] for mark in marks], dtype=np.intp)
        at = np.array([mark[:2] for mark in marks])
        starts, ends = (part[self._links] for part in _stretches(goal))
        d = ends - starts
        self._along = ((at - starts) * d).sum(axis=1) / np.maximum((d * d).sum(axis=1), 1e-9)
        self._aside = at - (starts + d * self._along[:, None])
        # Beside a spine they stand at the node, which may leave it.
        self._cornered = np.array([i in goal.routes for i in self._links.tolist()])
        links = [goal.links[i] for i in self._links.tolist()]
        target = goal.scene.target
        self._nodes: NDArray[np.intp] = np.array([n.head if n.tail == target else n.tail for n in links])
        self._off = at - goal.xy[self._nodes]

    def places(self, frame: Frame) -> Floats:
        """Where they are in a frame on the way."""
        starts, ends = (part[self._links] for part in _stretches(frame))
        on_link = starts + (ends - starts) * self._along[:, None] + self._aside
        return np.where(self._cornered[:, None], frame.xy[self._nodes] + self._off, on_link)


def _stretches(frame: Frame) -> tuple[Floats, Floats]:
    """`straight` for all links."""
    starts, ends = frame.starts, frame.ends
    if frame.controls:
        bent, via = np.array(list(frame.controls)), np.array(list(frame.controls.values()))
        starts, ends = starts.copy(), ends.copy()
        starts[bent], ends[bent] = (starts[bent] + via) / 2, (ends[bent] + via) / 2
    return starts, ends


def _mark_stamps(theme: Theme, marks: Sequence[Mark]) -> Iterator[Stamp]:
    for x, y, word, kind, scale, _ in marks:
        look = (theme.name, word, kind, scale)
        if kind is None:
            draw = partial(paint_sign, theme, word, scale)
            yield look, x, y, 11.0 * scale + 1.0, 11.0 * scale + 1.0, draw
        else:
            half = badge_width(word, scale) / 2
            yield look, x, y, half + 2.0, 9.0 * scale + 2.0, partial(_paint_badge, theme, kind, word, scale)


def placed_marks(
    frame: Frame, selected: Selection, hovered: Selection, growing: Set[tuple[int, int]] = frozenset()
) -> list[Mark]:
    """The marks of every link that is not `growing`, where they do not cover anything."""
    placed: list[Mark] = []
    marked = [
        i
        for i, link in enumerate(frame.links)
        if (link.badge or link.truth is not None or link.conflict) and link.ends not in growing
    ]
    crowded = len(marked) > CROWD
    scale = max(min(link_scale(frame), 1.4), 0.7)
    shown = np.array(sorted(frame.texts), dtype=np.intp)  # dots of the map may be covered
    centres = frame.xy[shown]
    taken = np.concatenate([centres, frame.w[shown, None], frame.h[shown, None]], axis=1)
    taken = np.concatenate([taken, np.array(frame.words).reshape(-1, 4)])
    lines = None if crowded else drawn_lines(frame)
    for i in marked:
        link = frame.links[i]
        loud = concerns(selected, link.ends) or concerns(hovered, link.ends)
        if i in frame.routes:
            placed += _corner_marks(frame, i, loud=loud)
            continue
        (x1, y1), (x2, y2) = straight(frame, i)
        length = max(math.hypot(x2 - x1, y2 - y1), 1.0)
        if link.directed and i not in frame.controls:  # the head is no place for a mark
            short = min(HEAD * 0.9 * scale / length, 0.4)
            x2, y2, length = x2 - (x2 - x1) * short, y2 - (y2 - y1) * short, length * (1 - short)
        badge = link.badge if not crowded or loud else ""
        if length < 66.0 * scale and (link.truth is not None or link.conflict):
            badge = ""
        marks = [m for m in (badge, "✓" if link.truth else "✗" if link.truth is False else "") if m]
        if link.conflict and link.truth is None:  # right or wrong says more, and looks the same
            marks.append("×")
        least = 18.0 if badge not in marks or loud else 26.0  # a badge would hide a short arrow
        if not marks or length < least * scale:
            continue
        size = (20.0 * len(marks) * scale, 20.0 * scale)
        spots = _on_curve(frame, i) if i in frame.controls else on_line((x1, y1), (x2, y2))
        if crowded and not badge:  # a sign rather stands beside its link than on a name
            aside = np.array([-(y2 - y1), x2 - x1]) / length * 15.0 * scale
            spots = np.concatenate([spots, spots + aside, spots - aside])
        others = None if lines is None else lines[np.arange(len(lines)) != i].reshape(-1, 2, 2)
        (at_x, at_y), taken = free_spot(spots, size, taken, others)
        ux, uy = (x2 - x1) / length, (y2 - y1) / length
        for place, mark in enumerate(marks):
            shift = (place - (len(marks) - 1) / 2) * 21.0 * scale
            x, y = at_x + ux * shift, at_y + uy * shift
            placed.append((x, y, mark, link.shade if mark == badge else None, scale, i))
    return placed


def _corner_marks(frame: Frame, i: int, *, loud: bool) -> Iterator[Mark]:
    """The marks of a link that shares its spine with others: off the corner of the node towards the spine."""
    link = frame.links[i]
    x = link.head if link.tail == frame.scene.target else link.tail
    scale = 0.75 * max(min(float(frame.scale[x]), 1.4), 0.7)
    aside = -1.0 if frame.ways[x][-2, 0] < frame.xy[x, 0] else 1.0
    across = float(frame.xy[x, 0]) + aside * (float(frame.w[x]) + 5.0 * scale)
    down = float(frame.xy[x, 1]) - float(frame.h[x]) * 0.8
    if link.truth is not None:
        yield across, down, "✓" if link.truth else "✗", None, scale, i
    elif link.conflict:
        yield across, down, "×", None, scale, i
    elif loud and link.badge:
        yield across, down, link.badge, link.shade, max(scale, 0.85), i


def straight(frame: Frame, i: int) -> tuple[tuple[float, float], tuple[float, float]]:
    """The stretch of a link on which its marks stand: of a curve, its tangent in the middle."""
    (x1, y1), (x2, y2) = frame.starts[i].tolist(), frame.ends[i].tolist()
    if i not in frame.controls:
        return (x1, y1), (x2, y2)
    cx, cy = frame.controls[i]
    return ((x1 + cx) / 2, (y1 + cy) / 2), ((x2 + cx) / 2, (y2 + cy) / 2)


_TRIES = np.array((0.5, 0.44, 0.56, 0.38, 0.62, 0.32, 0.68, 0.26, 0.74, 0.2, 0.8, 0.14, 0.86))
_PIECES = np.linspace(0.0, 1.0, 7)
"""A curve is looked at as so many straight pieces less one."""


def on_line(start: tuple[float, float], end: tuple[float, float]) -> Floats:
    """Where on a line a mark may stand, rather here than there."""
    spots: Floats = np.array(start) + (np.array(end) - np.array(start)) * _TRIES[:, None]
    return spots


def _on_curve(frame: Frame, i: int) -> Floats:
    found: Floats = _curve(frame.starts[[i]], np.array([frame.controls[i]]), frame.ends[[i]], _TRIES)[0]
    return found


def _curve(starts: Floats, controls: Floats, ends: Floats, t: Floats) -> Floats:
    """Points on quadratic curves: a row for each curve, a column for each t."""
    t = t[None, :, None]
    found: Floats = (
        starts[:, None] * (1 - t) ** 2 + controls[:, None] * 2 * t * (1 - t) + ends[:, None] * t**2
    )
    return found


def drawn_lines(frame: Frame) -> Floats:
    """All links in straight pieces: (link, piece, end, coordinate)."""
    controls = (frame.starts + frame.ends) / 2
    for i, control in frame.controls.items():
        controls[i] = control
    points = _curve(frame.starts, controls, frame.ends, _PIECES)
    return np.stack([points[:, :-1], points[:, 1:]], axis=2)


def free_spot(
    spots: Floats, size: tuple[float, float], taken: Floats, lines: Floats | None = None
) -> tuple[tuple[float, float], Floats]:
    """The spot at which a box of this size covers least, nodes or lines; the boxes taken, with this one."""
    wide, high = size[0] / 2 + taken[:, 2] + 2, size[1] / 2 + taken[:, 3] + 2
    least, best = math.inf, spots[0]
    for spot in spots:
        over_x, over_y = wide - np.abs(spot[0] - taken[:, 0]), high - np.abs(spot[1] - taken[:, 1])
        overlap = float(np.maximum(np.minimum(over_x, over_y), 0.0).sum())
        if lines is not None and len(lines):
            distance = distance_to_segments(*spot.tolist(), lines[:, 0], lines[:, 1]).min()
            overlap += max(size[1] / 2 + 2.0 - float(distance), 0.0)
        if overlap < least:
            least, best = overlap, spot
        if not overlap:
            break
    x, y = best.tolist()
    return (x, y), np.concatenate([taken, np.array([[x, y, size[0] / 2, size[1] / 2]])])


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


def paint_sign(theme: Theme, mark: str, s: float, painter: QPainter, x: float, y: float) -> None:
    """Right, wrong or disputed: ✓, ✗ or × in a ring."""
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
