"""Paints the map of all variables: edges by how far their ends agree, nodes as names or as dots."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np
from PySide6.QtCore import QLineF, QPointF, QRectF
from PySide6.QtGui import QColor, QPainter, QPainterPath, QPolygonF

from elcs_gui.app.graph.fonts import NORMAL, face
from elcs_gui.app.graph.painting.link_painter import NO_BRUSH, NO_PEN, ROUND, faded, pen, text_at
from elcs_gui.app.kit.theme import Theme
from elcs_gui.inquiry.all_targets import Accord, JointEdge
from elcs_gui.picture.outlines import Floats, box_at, leave, line_at

DOT = 4.5
HEIGHT = 13.5
"""Half that of a name's node."""
LABEL = 12.0
APART = 5.0
"""The two arrows of a disagreement, each from the middle."""
BAND, CHOSEN_BAND = 22.0, 26.0
RING = 4.0


@dataclass
class MapFrame:
    """The map in pixels: where everything is, and what is written on it.

    Attributes:
        w, h: half sizes of the nodes.
        texts: the names on nodes; none where nodes are dots.
        starts, ends: of every edge, between the outlines of its nodes.
        controls: by the place of an edge, the point its curve bends towards.
    """

    xy: Floats
    w: Floats
    h: Floats
    texts: Sequence[str]
    edges: Sequence[JointEdge]
    controls: Mapping[int, tuple[float, float]]
    starts: Floats = field(init=False)
    ends: Floats = field(init=False)

    def __post_init__(self) -> None:
        if not self.edges:
            self.starts = self.ends = np.empty((0, 2))
            return
        tail = np.array([edge.tail for edge in self.edges])
        head = np.array([edge.head for edge in self.edges])
        r = np.minimum(self.w, self.h)
        towards, away = self.xy[head].copy(), self.xy[tail].copy()
        for i, control in self.controls.items():
            towards[i] = away[i] = control
        pad = 4.0 if self.texts else 2.0
        self.starts = leave(self.xy[tail], towards, self.w[tail], self.h[tail], r[tail], pad)
        self.ends = leave(self.xy[head], away, self.w[head], self.h[head], r[head], pad)

    @property
    def dots(self) -> bool:
        return not self.texts

    def node_at(self, x: float, y: float) -> int | None:
        """The variable under a point."""
        slack = 5.0 if self.dots else 0.0
        return box_at(x, y, self.xy, self.w + slack, self.h + slack)

    def edge_at(self, x: float, y: float, slack: float = 7.0) -> JointEdge | None:
        """The edge under a point."""
        found = line_at(x, y, self.starts, self.ends, self.controls, slack)
        return None if found is None else self.edges[found]

    def middle(self, i: int) -> QPointF:
        """The middle of an edge."""
        x, y = (self.starts[i] + self.ends[i]) / 2
        if i in self.controls:
            x, y = (x + self.controls[i][0]) / 2, (y + self.controls[i][1]) / 2
        return QPointF(float(x), float(y))


def paint_map(painter: QPainter, made: MapFrame, theme: Theme) -> None:
    """Edges first, the disagreements over the others, then the nodes."""
    _paint_plain(painter, made, theme)
    opposed = [i for i, edge in enumerate(made.edges) if edge.accord is Accord.OPPOSED]
    if made.dots:
        _paint_opposed_thin(painter, made, theme, opposed)
    else:
        for i in opposed:
            _paint_opposed(painter, made, theme, i, chosen=False)
    _paint_nodes(painter, made, theme)


def paint_chosen(painter: QPainter, made: MapFrame, theme: Theme, edge: JointEdge, *, strong: bool) -> None:
    """Indigo under an edge that is selected, or less of it where the pointer is; rings round its ends."""
    i = made.edges.index(edge)
    painter.setPen(pen(faded(theme.selection, 0.5 if strong else 0.28), 11.0, cap=ROUND))
    painter.drawPath(_path(made, i))
    _paint_one(painter, made, theme, i, chosen=strong)
    for x in edge.ends if strong else ():
        ring_node(painter, made, theme, x)


def ring_node(painter: QPainter, made: MapFrame, theme: Theme, x: int) -> None:
    """A variable that is selected or pointed at."""
    painter.setPen(pen(theme.selection, 2.0))
    painter.setBrush(NO_BRUSH)
    at, w, h = made.xy[x], made.w[x] + 4.0, made.h[x] + 4.0
    painter.drawRoundedRect(QRectF(at[0] - w, at[1] - h, 2 * w, 2 * h), h, h)


def _paint_plain(painter: QPainter, made: MapFrame, theme: Theme) -> None:
    """All edges but the disagreements, in batches of one style each."""
    for accord, colour, width in _styles(theme, dots=made.dots):
        own = [i for i, edge in enumerate(made.edges) if edge.accord is accord]
        straight = [i for i in own if i not in made.controls]
        painter.setPen(pen(colour, width))
        if straight:
            short = _shortened(made, straight)
            painter.drawLines([QLineF(*start, *end) for start, end in short])
        for i in own:
            if i in made.controls:
                painter.drawPath(_path(made, i))
        _paint_heads(painter, made, [i for i in own if made.edges[i].directed], colour)
        if accord is Accord.ONE_END:
            _paint_rings(painter, made, own, colour, theme.canvas)


def _paint_one(painter: QPainter, made: MapFrame, theme: Theme, i: int, *, chosen: bool) -> None:
    edge = made.edges[i]
    if edge.accord is Accord.OPPOSED:
        _paint_opposed(painter, made, theme, i, chosen=chosen)
        return
    [(colour, width)] = [(c, w) for accord, c, w in _styles(theme, dots=made.dots) if accord is edge.accord]
    painter.setPen(pen(colour, width))
    painter.drawPath(_path(made, i))
    _paint_heads(painter, made, [i] if edge.directed else [], colour)
    if edge.accord is Accord.ONE_END:
        _paint_rings(painter, made, [i], colour, theme.canvas)


def _styles(theme: Theme, *, dots: bool) -> list[tuple[Accord, QColor, float]]:
    thin, ink = (0.5, faded(theme.ink_3, 0.6)) if dots else (1.0, theme.ink_2)
    return [
        (Accord.ONE_END, ink if dots else theme.ink_3, 1.5 * thin * theme.weight),
        (Accord.UNDIRECTED, ink, 2.0 * thin * theme.weight),
        (Accord.AGREED, ink, 2.0 * thin * theme.weight),
    ]


def _path(made: MapFrame, i: int) -> QPainterPath:
    start, end = made.starts[i], made.ends[i]
    path = QPainterPath(QPointF(*start))
    if i in made.controls:
        path.quadTo(QPointF(*made.controls[i]), QPointF(*end))
    else:
        path.lineTo(QPointF(*end))
    return path


def _shortened(
    made: MapFrame, own: Sequence[int]
) -> Iterable[tuple[tuple[float, float], tuple[float, float]]]:
    """The lines, each ending inside its head: a flat end would stick out at the tip."""
    directed = np.array([made.edges[i].directed for i in own])
    start, end = made.starts[own], made.ends[own]
    d = end - start
    length = np.maximum(np.hypot(d[:, 0], d[:, 1]), 1e-6)
    end = end - d * (np.where(directed, _head(made)[0] * 0.6, 0.0) / length)[:, None]
    return zip(start.tolist(), end.tolist(), strict=True)


def _head(made: MapFrame) -> tuple[float, float]:
    return (7.5, 3.2) if made.dots else (11.0, 5.0)


def _paint_heads(painter: QPainter, made: MapFrame, own: Sequence[int], colour: QColor) -> None:
    if not own:
        return
    from_ = made.starts[own].copy()
    for place, i in enumerate(own):
        if i in made.controls:
            from_[place] = made.controls[i]
    _paint_triangles(painter, made, from_, made.ends[own], colour)


def _paint_triangles(painter: QPainter, made: MapFrame, from_: Floats, tip: Floats, colour: QColor) -> None:
    """Heads at the tips, pointing away from where their lines come from."""
    d = tip - from_
    along = d / np.maximum(np.hypot(d[:, 0], d[:, 1]), 1e-6)[:, None]
    aside = np.stack([-along[:, 1], along[:, 0]], axis=1)
    length, half = _head(made)
    back = tip - along * length
    corners = np.stack([tip, back + aside * half, back - aside * half], axis=1)
    painter.setPen(NO_PEN)
    painter.setBrush(colour)
    for a, b, c in corners.tolist():
        painter.drawConvexPolygon([QPointF(*a), QPointF(*b), QPointF(*c)])
    painter.setBrush(NO_BRUSH)


def _paint_rings(
    painter: QPainter, made: MapFrame, own: Sequence[int], colour: QColor, ground: QColor
) -> None:
    """At the end that does not see the edge."""
    at, other, clear = made.ends[own].copy(), made.starts[own].copy(), np.zeros(len(own))
    for place, i in enumerate(own):
        edge = made.edges[i]
        if edge.missed_by == edge.tail:
            at[place], other[place] = made.starts[i], made.ends[i]
        elif edge.directed:  # clear of the arrowhead, which is at the same end
            clear[place] = _head(made)[0]
        if i in made.controls:
            other[place] = made.controls[i]
    d = other - at
    radius = RING * (0.7 if made.dots else 1.0)
    along = d / np.maximum(np.hypot(d[:, 0], d[:, 1]), 1e-6)[:, None]
    points = [QPointF(x, y) for x, y in (at + along * (clear + radius)[:, None]).tolist()]
    for ink, width in ((colour, 2 * radius + 1.5), (ground, 2 * radius - 1.5)):
        painter.setPen(pen(ink, width, cap=ROUND))
        painter.drawPoints(points)


def _paint_opposed(painter: QPainter, made: MapFrame, theme: Theme, i: int, *, chosen: bool) -> None:
    """Two red arrows, one each way, on a band; a cross in the middle."""
    band = faded(theme.selection, 0.5) if chosen else theme.conflict_bg
    start, end = made.starts[i], made.ends[i]
    d = end - start
    k = 0.45 if made.dots else 0.72 if float(np.hypot(*d)) < 44.0 else 1.0
    painter.setPen(pen(band, (CHOSEN_BAND if chosen else BAND) * k, cap=ROUND))
    painter.drawPath(_path(made, i))
    along = d / max(float(np.hypot(*d)), 1e-6)
    aside = np.array([-along[1], along[0]]) * APART * k
    length, half = _head(made)
    for one, other, side in ((start, end, -aside), (end, start, aside)):
        tip, back = other + side, other + side - (other - one) / max(np.hypot(*d), 1e-6) * length
        across = np.array([-along[1], along[0]]) * half
        painter.setPen(pen(theme.conflict, 2.5 * (0.6 if made.dots else 1.0)))
        painter.drawLine(QPointF(*(one + side)), QPointF(*back))
        painter.setPen(NO_PEN)
        painter.setBrush(theme.conflict)
        painter.drawConvexPolygon(
            QPolygonF([QPointF(*tip), QPointF(*(back + across)), QPointF(*(back - across))])
        )
        painter.setBrush(NO_BRUSH)
    if not made.dots and float(np.hypot(*d)) > 44.0:
        paint_cross(painter, theme, made.middle(i), 10.0)


def _paint_opposed_thin(painter: QPainter, made: MapFrame, theme: Theme, own: Sequence[int]) -> None:
    """Among many: one red line with a head at either end."""
    painter.setPen(pen(theme.conflict, 1.6 * theme.weight))
    both = np.concatenate([made.starts[own], made.ends[own]], axis=1)
    painter.drawLines([QLineF(*line) for line in both.tolist()])
    _paint_triangles(painter, made, made.starts[own], made.ends[own], theme.conflict)
    _paint_triangles(painter, made, made.ends[own], made.starts[own], theme.conflict)


def paint_cross(painter: QPainter, theme: Theme, at: QPointF, radius: float) -> None:
    """The sign of a disagreement."""
    painter.setPen(pen(theme.conflict, 2.0))
    painter.setBrush(theme.conflict_bg)
    painter.drawEllipse(at, radius, radius)
    painter.setBrush(NO_BRUSH)
    reach = radius * 0.4
    painter.setPen(pen(theme.conflict, 2.0, cap=ROUND))
    painter.drawLine(at + QPointF(-reach, -reach), at + QPointF(reach, reach))
    painter.drawLine(at + QPointF(-reach, reach), at + QPointF(reach, -reach))


def _paint_nodes(painter: QPainter, made: MapFrame, theme: Theme) -> None:
    if made.dots:
        painter.setPen(pen(theme.undecided, 2 * DOT * 0.8, cap=ROUND))
        on_map = made.xy[~np.isnan(made.xy[:, 0])]
        painter.drawPoints([QPointF(x, y) for x, y in on_map.tolist()])
        return
    painter.setBrush(theme.undecided_bg)
    painter.setPen(pen(theme.undecided, 2.0))
    for (x, y), w, h in zip(made.xy.tolist(), made.w.tolist(), made.h.tolist(), strict=True):
        painter.drawRoundedRect(QRectF(x - w, y - h, 2 * w, 2 * h), h, h)
    painter.setBrush(NO_BRUSH)
    for (x, y), text in zip(made.xy.tolist(), made.texts, strict=True):
        text_at(painter, text, x, y, LABEL, theme.ink)


def paint_names(
    painter: QPainter, made: MapFrame, theme: Theme, names: Sequence[str], own: Iterable[int]
) -> None:
    """Names below dots, for those that have room."""
    made_face, metrics = face(11, NORMAL)
    painter.setFont(made_face)
    painter.setPen(theme.ink_2)
    for x in own:
        width = metrics.horizontalAdvance(names[x])
        painter.drawText(QPointF(made.xy[x, 0] - width / 2, made.xy[x, 1] + DOT + 12.0), names[x])


def paint_line(painter: QPainter, theme: Theme, said: str, at: QPointF) -> None:
    """A sentence over the map, which may have been moved below it."""
    made_face, metrics = face(12, NORMAL)
    painter.fillRect(
        QRectF(at.x() - 4.0, at.y() - 9.0, metrics.horizontalAdvance(said) + 8.0, 18.0), theme.canvas
    )
    painter.setFont(made_face)
    painter.setPen(theme.ink_3)
    painter.drawText(at + QPointF(0.0, 4.0), said)


def paint_sample(painter: QPainter, theme: Theme, edge: JointEdge, start: QPointF, end: QPointF) -> None:
    """One edge between two points, for a legend."""
    xy = np.array([(start.x(), start.y()), (end.x(), end.y())])
    made = MapFrame(xy, np.zeros(2), np.zeros(2), ("", ""), (edge,), {})
    _paint_one(painter, made, theme, 0, chosen=False)
