"""A scene with its geometry in pixels: places, sizes and labels, ready for painting and picking."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from itertools import pairwise
from typing import Any, TypeVar

import numpy as np
from numpy.typing import NDArray

from elcs_gui.app.graph.fonts import face
from elcs_gui.app.graph.layout.full_names import Form, written_out
from elcs_gui.app.model.selection import Selection, variable_of
from elcs_gui.picture import labels
from elcs_gui.picture.labels import LONGEST_LABEL, half_height, half_width
from elcs_gui.picture.outlines import Floats, box_at, corner_radius, leave, line_at, way_round
from elcs_gui.picture.scene import Link, LinkKind, Scene
from elcs_gui.trace.roles import Role

TRAY_SCALE = 0.86
MOST_BENT = 16
"""Beyond so many links beside the target, none is led round anything."""

Made = TypeVar("Made")
Words = tuple[tuple[float, float, float, float], ...]


class Labels(labels.Labels):
    """The names as wide as the graph writes them."""

    def __init__(self, names: Sequence[str]) -> None:
        super().__init__(names, face(labels.LABEL_SIZE)[1].horizontalAdvance)


@lru_cache(maxsize=4)
def labels_of(names: tuple[str, ...]) -> Labels:
    """One for all pictures of the same data: to shorten 10,000 names takes a second."""
    return Labels(names)


@dataclass
class Frame:
    """What is drawn, in pixels. Arrays have a row for every variable; nan where it is not drawn as a shape.

    Attributes:
        xy: centres; w, h: half sizes; r: corner radius, negative for hexagons.
        scale: of sizes and labels, by variable.
        compact: nodes are lower and narrower.
        bend_all: links of the target are led round nodes too, however many there are.
        controls: the control points of the links that are bent round a node, by place in `links`.
        ways: by variable, the corners of its link with the target, where that is not a straight line.
        routes: the same clipped, from tail to head, by place in `links`.
        detour: the corners of the running test's way, where that is not a straight line.
        grown: how much of a new link is drawn, by its ends.
        moving: nodes are on their way, so that the next frame has other places.
        words: where titles, or names below dots, stand below everything: centres and half sizes.
        goal: the frame in which they arrive; see `graph_glide`.
        bounds: of the part of the panel the graph may use: left, top, right, bottom.
        given: what its geometry was computed from, besides scene and places.
    """

    scene: Scene
    labels: Labels
    xy: Floats
    w: Floats
    h: Floats
    r: Floats
    scale: Floats
    texts: dict[int, str]
    bounds: tuple[float, float, float, float]
    bend_all: bool = False
    compact: bool = False
    ways: Mapping[int, Floats] = field(default_factory=dict)
    given: tuple[object, ...] = ()
    routes: dict[int, list[tuple[float, float]]] = field(default_factory=dict)
    detour: Floats | None = None
    links: tuple[Link, ...] = ()
    starts: Floats = field(default_factory=lambda: np.empty((0, 2)))
    ends: Floats = field(default_factory=lambda: np.empty((0, 2)))
    controls: dict[int, tuple[float, float]] = field(default_factory=dict)
    grown: dict[tuple[int, int], float] = field(default_factory=dict)
    moving: bool = False
    words: Words = ()
    goal: Frame | None = None
    _kept: dict[str, tuple[object, Any]] = field(default_factory=dict, repr=False)

    def shape(self, x: int, text: str, width: float, factor: float, *, compact: bool) -> None:
        """Give x a node with this text, so wide at scale 1."""
        role = self.scene.role(x)
        self.texts[x], self.scale[x] = text, factor
        self.w[x] = half_width(role, width, compact=compact) * factor
        self.h[x] = half_height(role, compact=compact) * factor
        self.r[x] = corner_radius(role, float(self.h[x]), factor)

    def once(self, name: str, key: object, make: Callable[[], Made]) -> Made:
        """What `make` gives, made anew for another `key` only: a frame is painted more than once."""
        kept = self._kept.get(name)
        if kept is None or kept[0] != key:
            kept = self._kept[name] = (key, make())
        made: Made = kept[1]
        return made

    @property
    def decided(self) -> Frame:
        """The frame for which everything is decided that does not change while nodes are on their way."""
        return self.goal or self

    @property
    def in_columns(self) -> bool:
        """Is this a hub's blanket, with rows so close that only beside the target there is room for words?"""
        return self.compact and not self.bend_all

    @property
    def shown(self) -> NDArray[np.intp]:
        return np.flatnonzero(~np.isnan(self.xy[:, 0]))

    def is_shown(self, x: int) -> bool:
        return not np.isnan(self.xy[x, 0])

    def node_at(self, x: float, y: float, slack: float = 3.0) -> int | None:
        """The variable whose node is under a point; the nearest if several are."""
        return box_at(x, y, self.xy, self.w + slack, self.h + slack)

    def link_at(self, x: float, y: float, slack: float = 6.0) -> Link | None:
        """The link under a point."""
        found = line_at(x, y, self.starts, self.ends, self.controls, slack) if len(self.links) else None
        return None if found is None else self.links[found]

    def neighbour(self, selected: Selection, dx: int, dy: int) -> int | None:
        """The node that lies nearest in a direction from the selected one, or from the target."""
        x = variable_of(selected)
        here = x if x is not None and self.is_shown(x) else self.scene.target
        if not self.is_shown(here):
            return None
        d = self.xy - self.xy[here]
        along = d[:, 0] * dx + d[:, 1] * dy
        across = np.abs(d[:, 0] * dy) + np.abs(d[:, 1] * dx)
        cost = np.where((along > 4.0) & ~np.isnan(along), along + 2.0 * across, np.inf)
        best = int(np.argmin(cost))
        return best if np.isfinite(cost[best]) else None

    def following(self, selected: Selection, step: int) -> int | None:
        """The node after (or before) the selected one, read like a page; None beyond the last."""
        order: list[int] = sorted(
            self.shown.tolist(), key=lambda x: (round(float(self.xy[x, 1]) / 24), self.xy[x, 0])
        )
        if not order:
            return None
        x = variable_of(selected)
        if x is None or x not in order:
            return order[0] if step > 0 else order[-1]
        place = order.index(x) + step
        return order[place] if 0 <= place < len(order) else None

    def join(self, links: Iterable[Link]) -> None:
        """Clip the links between nodes that are drawn at the outlines of the nodes."""
        self.links = tuple(link for link in links if self.is_shown(link.tail) and self.is_shown(link.head))
        if not self.links:
            self.starts = self.ends = np.empty((0, 2))
            return
        target = self.scene.target
        tail, head, pad_tail, pad_head = self.link_ends()
        a, b = self.xy[tail], self.xy[head]
        both, pads = np.concatenate([tail, head]), np.concatenate([pad_tail, pad_head])
        crossings = leave(
            np.concatenate([a, b]), np.concatenate([b, a]), self.w[both], self.h[both], self.r[both], pads
        )
        self.starts, self.ends = crossings[: len(tail)], crossings[len(tail) :]
        self.routes = {}
        for i, link in enumerate(self.links):
            way = self.ways.get(link.head if link.tail == target else link.tail)
            if way is not None and target in link.ends and link.kind is not LinkKind.GHOST:
                self.routes[i] = self._routed(link, way)
                self.starts[i], self.ends[i] = self._branch(link, self.routes[i])
        self.controls = self._bent(tail, head, pad_tail, pad_head)

    def link_ends(self) -> tuple[NDArray[np.intp], NDArray[np.intp], Floats, Floats]:
        """Tail and head of every link, and how far it keeps from each."""
        tail = np.array([link.tail for link in self.links])
        head = np.array([link.head for link in self.links])
        target = self.scene.target
        directed = np.array([link.directed for link in self.links])
        pad_tail = np.where(tail == target, 6.0, 3.0)
        return tail, head, pad_tail, np.where(head == target, 7.0, np.where(directed, 4.0, 3.0))

    def _routed(self, link: Link, way: Floats) -> list[tuple[float, float]]:
        """The corners of a link between the outlines of its ends, from tail to head."""
        target = self.scene.target
        other = link.head if link.tail == target else link.tail
        corners = self._clipped(way, (target, 6.0), (other, 4.0 if link.head == other else 2.0))
        return corners if link.head == other else corners[::-1]

    def _clipped(
        self, way: Floats, start: tuple[int, float], end: tuple[int, float]
    ) -> list[tuple[float, float]]:
        """A way across and down between two nodes as far as their outlines, so far from each as said."""
        corners = [(float(x), float(y)) for x, y in way]
        for place, inner, (x, pad) in ((0, 1, start), (-1, -2, end)):
            (ax, ay), (bx, by) = corners[place], corners[inner]
            if abs(bx - ax) > abs(by - ay):
                out = min(float(self.w[x]) + pad, abs(bx - ax))
                corners[place] = (ax + math.copysign(out, bx - ax), ay)
            else:
                out = min(float(self.h[x]) + pad, abs(by - ay))
                corners[place] = (ax, ay + math.copysign(out, by - ay))
        return corners

    def _branch(
        self, link: Link, route: list[tuple[float, float]]
    ) -> tuple[tuple[float, float], tuple[float, float]]:
        """The stretch of a route that belongs to its link alone."""
        return (route[-2], route[-1]) if link.tail == self.scene.target else (route[0], route[1])

    def route_between(self, x: int, y: int) -> list[tuple[float, float]] | None:
        """The corners between the target and a variable, from x to y; None if a straight line will do."""
        target = self.scene.target
        other = y if x == target else x
        if target in (x, y) and other in self.ways:
            return self._routed(Link(x, y, LinkKind.OTHER), self.ways[other])
        return None

    def way_of_test(self, x: int, y: int) -> list[tuple[float, float]] | None:
        """The same for the variables of the running test: the way of their edge, or one past all others."""
        own = self.route_between(x, y)
        if own is not None or self.detour is None:
            return own
        return self._clipped(self.detour, (x, 6.0), (y, 6.0))

    def _bent(
        self, tail: NDArray[np.intp], head: NDArray[np.intp], pad_tail: Floats, pad_head: Floats
    ) -> dict[int, tuple[float, float]]:
        """Lead links round the nodes in their way; those of the target only where there are few of them."""
        own = self.bend_all or len(self.links) <= MOST_BENT
        beside = [
            i
            for i, link in enumerate(self.links)
            if (own or self.scene.target not in link.ends)
            and link.kind is not LinkKind.GHOST
            and i not in self.routes
        ]
        if len(beside) > MOST_BENT:
            return {}
        shapes = np.array(sorted(self.texts))
        found: dict[int, tuple[float, float]] = {}
        for i in beside:
            t, h = int(tail[i]), int(head[i])
            others = shapes[(shapes != t) & (shapes != h)]
            boxes = np.stack([*self.xy[others].T, self.w[others], self.h[others]], axis=1)
            boxes = np.concatenate([boxes, np.array(self.words).reshape(-1, 4)])
            sizes = boxes[:, 2] + 3.0, boxes[:, 3] + 3.0
            middle = self.xy[self.scene.target]
            control = way_round(self.xy[t], self.xy[h], boxes[:, :2], *sizes, middle, self.bounds)
            if control is None:
                continue
            found[i] = control
        if found:
            bent = np.array(list(found))
            via = np.array(list(found.values()))
            x, pads = (
                np.concatenate([tail[bent], head[bent]]),
                np.concatenate([pad_tail[bent], pad_head[bent]]),
            )
            ends = leave(self.xy[x], np.concatenate([via, via]), self.w[x], self.h[x], self.r[x], pads)
            self.starts[bent], self.ends[bent] = ends[: len(bent)], ends[len(bent) :]
        return found


def frame(
    scene: Scene,
    labels: Labels,
    xy: Floats,
    scale: float,
    bounds: tuple[float, float, float, float],
    *,
    tray: Mapping[int, float] | None = None,
    limit: float = LONGEST_LABEL,
    small: frozenset[int] = frozenset(),
    compact: bool = False,
    ways: Mapping[int, Floats] | None = None,
    large: Mapping[int, tuple[float, float]] | None = None,
    words: Words = (),
    detour: Floats | None = None,
    before: Frame | None = None,
) -> Frame:
    """Sizes and labels for the places given; `small` are dots, `compact` nodes are lower and narrower.

    `large` are those of the rule that is drawn, each with its scale and the room for its label. `tray` holds
    who stands there, with the room for each label; `limit` is that of all others, or more where it is free.
    Most steps are tests, which move nobody: then what was computed for the frame `before` is taken over.
    """
    tray, large = tray or {}, large or {}
    given = (labels, scale, bounds, tray, limit, small, compact, ways is None or not ways, large, words)
    if before is not None and _is_the_same(before.decided, scene, xy, given):
        return replace(before.decided, scene=scene, xy=xy, detour=detour, grown={}, moving=False)
    made = Frame(
        scene, labels, xy, *np.zeros((4, len(xy))), {}, bounds, bool(small), compact, ways or {}, given
    )
    made.words, made.detour = words, detour
    made.scale[:] = scale
    forms: dict[int, list[Form]] = {}
    for x in np.flatnonzero(~np.isnan(xy[:, 0])).tolist():
        if x in small:
            made.w[x] = made.h[x] = made.r[x] = 4.5
            continue
        usual = scale, LONGEST_LABEL if scene.role(x) is Role.TARGET else limit
        factor, room = (TRAY_SCALE, tray[x]) if x in tray else large.get(x, usual)
        dense = compact and x not in tray and x not in large
        made.shape(x, *labels.short(x, room), factor, compact=dense)
        if made.texts[x] != labels.names[x] and x not in tray and not small:
            forms[x] = [
                (form, half_width(scene.role(x), wide, compact=dense) * factor)
                for form, wide in labels.longer(x, room)
            ]
    if forms:
        _write_out(made, forms)
    made.join(scene.links)
    return made


def _is_the_same(before: Frame, scene: Scene, xy: Floats, given: tuple[object, ...]) -> bool:
    """Would a frame for this have the geometry of the one before?"""
    return (
        before.given == given
        and not before.ways
        and np.array_equal(before.xy, xy, equal_nan=True)
        and before.scene.target == scene.target
        and before.scene.links == scene.links
        and changed_roles(before.scene, scene) == 0
    )


def _write_out(made: Frame, forms: Mapping[int, Sequence[Form]]) -> None:
    """Give names that were shortened the room there is."""
    scene = made.scene
    drawn = [link for link in scene.links if made.is_shown(link.tail) and made.is_shown(link.head)]
    lines = []
    for link in drawn:
        other = link.head if link.tail == scene.target else link.tail
        way = made.ways.get(other) if scene.target in link.ends else None
        corners = [made.xy[link.tail], made.xy[link.head]] if way is None else list(way)
        lines += [(*link.ends, (a.tolist(), b.tolist())) for a, b in pairwise(corners)]
    linked, scale = [link.ends for link in drawn], float(made.scale[scene.target])
    found = written_out(forms, made.xy, made.w, made.h, linked, lines, made.bounds, scale)
    for x, (text, half) in found.items():
        made.texts[x], made.w[x] = text, half


def changed_roles(before: Scene, after: Scene) -> int:
    """How many variables have another role."""
    if len(before.standings) != len(after.standings):
        return len(after.standings)
    # Most are the very same: only the others are looked at closely.
    pairs = zip(before.standings, after.standings, strict=True)
    return sum(a.role is not b.role for a, b in pairs if a is not b)


def new_links(before: Scene, after: Scene) -> set[tuple[int, int]]:
    """The ends of the links that were not there, or of another kind."""
    old = {(link.ends, link.kind, link.directed) for link in before.links}
    return {
        link.ends
        for link in after.links
        if (link.ends, link.kind, link.directed) not in old and link.kind is not LinkKind.GHOST
    }
