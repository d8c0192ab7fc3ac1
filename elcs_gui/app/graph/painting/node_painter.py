"""Paints the nodes that have a shape and a name."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial

from PySide6.QtGui import QPainter

from elcs_gui.app.graph.fonts import face
from elcs_gui.app.graph.frame import Frame
from elcs_gui.app.graph.painting.link_painter import NO_BRUSH, outline, pen, role_colours, shape, text_at
from elcs_gui.app.graph.painting.pixmap_cache import CachedPainter, Stamp
from elcs_gui.app.kit.theme import Theme
from elcs_gui.app.model.selection import Selection, variable_of
from elcs_gui.picture.labels import LABEL_SIZE
from elcs_gui.trace.roles import Role

LEAST_LETTERS = 10.0
"""Names are not smaller than this where their nodes have room for it."""
MOST_DRAWN = 120
"""Beyond so many nodes they stand on whole pixels."""
DASHES = {Role.CANDIDATE: (5.0, 4.0), Role.DISMISSED: (2.0, 3.0), Role.UNSEEN: (2.0, 3.0)}
Node = tuple[float, float, float, float, tuple[Role, str, float, float, float, float, bool]]
"""Centre, how far it reaches, and its look: role, label, scale, half width, half height, corners, whole."""


def paint_nodes(
    painter: QPainter, frame: Frame, theme: Theme, selected: Selection, pulsing: frozenset[int]
) -> None:
    """Every node that has a shape; dots are the field's business."""

    goal = frame.decided
    order = goal.once("order of nodes", None, lambda: _order(goal))

    def stamps() -> Iterator[Stamp]:
        for x, y, w, h, look in _nodes(goal, order, pulsing):
            yield (theme.name, look), x, y, w, h, partial(_paint_node, theme, look)

    with CachedPainter(painter, snapped=frame.moving or len(frame.texts) > MOST_DRAWN) as press:
        if frame is goal:
            press.put_all(frame, "nodes", (theme.name, pulsing), stamps)
        elif order:
            press.put_elsewhere(goal, "nodes", (theme.name, pulsing), stamps, frame.xy[order])
    x = variable_of(selected)
    if x is not None and frame.is_shown(x):
        painter.setPen(pen(theme.selection, 2.5))
        painter.setBrush(NO_BRUSH)
        painter.drawPath(outline(frame, x, 8.0 if frame.scene.role(x) is Role.TARGET else 5.0))


def _order(frame: Frame) -> list[int]:
    """In which nodes are drawn: those of one role after the other."""
    order = {role: place for place, role in enumerate(Role)}
    return sorted(frame.texts, key=lambda x: order[frame.scene.role(x)])


def _nodes(frame: Frame, order: Sequence[int], pulsing: frozenset[int]) -> list[Node]:
    xy, w, h, r, scale = (part.tolist() for part in (frame.xy, frame.w, frame.h, frame.r, frame.scale))
    found: list[Node] = []
    for x in order:
        role = frame.scene.role(x)
        ringed = role is Role.TARGET and x not in pulsing
        beyond = 2.0 + 2.0 * min(scale[x], 1.5) + (4.0 * scale[x] if ringed else 0.0)
        look = (role, frame.texts[x], scale[x], w[x], h[x], r[x], ringed)
        found.append((*xy[x], w[x] + beyond, h[x] + beyond, look))
    return found


def _paint_node(
    theme: Theme,
    look: tuple[Role, str, float, float, float, float, bool],
    painter: QPainter,
    x: float,
    y: float,
) -> None:
    role, text, scale, w, h, r, ringed = look
    fill, border, ink = role_colours(theme, role)
    painter.setBrush(fill)
    width = 2.0 * min(max(scale, 0.7), 1.5) * theme.weight
    painter.setPen(pen(border, width, DASHES.get(role, ())))
    painter.drawPath(shape(x, y, w, h, r))
    painter.setBrush(NO_BRUSH)
    if ringed:
        painter.setPen(pen(border, 1.5))
        painter.drawPath(shape(x, y, w, h, r, 4.0 * scale))
    text_at(painter, text, x, y, letters(text, scale, w, h, hexagon=r < 0), ink)


def letters(text: str, scale: float, w: float, h: float, *, hexagon: bool) -> float:
    """How large a name is written: with its node, but as large as can be read if it fits in there."""
    size = LABEL_SIZE * scale
    if size >= LEAST_LETTERS:
        return size
    room = 2 * w - (15.0 if hexagon else 6.0) * scale
    fitting = LEAST_LETTERS * room / max(face(LEAST_LETTERS)[1].horizontalAdvance(text), 1.0)
    return max(size, min(LEAST_LETTERS, fitting, 1.5 * h))
