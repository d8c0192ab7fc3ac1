"""The drawing of a rule in pixels: its solid lines, its dotted ones, and where numbers and words stand."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from itertools import pairwise, product

import numpy as np

from elcs_gui.picture.argument_routes import Corners, Point, along, crosses, length, route
from elcs_gui.picture.argument_seats import Box
from elcs_gui.picture.outlines import Floats, leave, segment_hits_boxes
from elcs_gui.proof.argument import Argument, Premise, Stroke, StrokeKind
from elcs_gui.proof.counterfactual import counterfactual
from elcs_gui.trace.explain import braced
from elcs_gui.trace.rules import RULES

DISC = 11.0
"""Radius of a number."""
TAG = 14.0
"""Half the height of the conclusion's tag."""
ASIDE = 25.0
"""From the line to a number that has no room on it."""
ROOM_FOR_A_NUMBER = 48.0
LABEL = 20.0
_BESIDE_A_NODE = 15.0
_SLIDES = tuple(sign * far for far in range(0, 170, 24) for sign in (1.0, -1.0))
"""How far along its line a label may stand from the cut."""
_NEAR, _BULGE = 17.0, 13.0
"""From a conclusion to the same turned round: at its ends, and how much more in the middle."""
_LEAST_TURNED = 90.0
_SOLID = (StrokeKind.ARROW, StrokeKind.LINK)
_LOOKS = (StrokeKind.CANDIDATE, StrokeKind.FORBIDDEN, StrokeKind.APART, StrokeKind.TIED)
"""Whose look a dotted line has that says several things."""


@dataclass(frozen=True)
class Nodes:
    """Between which nodes a rule is drawn; arrays have a row for every variable, nan where it has no node.

    Attributes:
        xy: centres; w, h: half sizes; r: corner radius, negative for hexagons.
        bounds: which nothing should leave.
        around: the nodes that the rule is not about; passing: such links.
    """

    target: int
    names: Sequence[str]
    xy: Floats
    w: Floats
    h: Floats
    r: Floats
    bounds: Box
    around: Sequence[Box] = ()
    passing: Sequence[tuple[Point, Point]] = ()

    def is_shown(self, x: int) -> bool:
        return not np.isnan(self.xy[x, 0])

    def box(self, x: int) -> Box:
        (at_x, at_y), w, h = self.xy[x].tolist(), float(self.w[x]), float(self.h[x])
        return at_x - w, at_y - h, at_x + w, at_y + h


@dataclass(frozen=True)
class Number:
    """A number of the proof; hollow where it stands beside it."""

    value: int
    at: Point
    hollow: bool = False


@dataclass
class Solid:
    """A link: `start` and `end` at the outlines of its nodes, `band` from middle to middle."""

    tail: int
    head: int
    directed: bool
    band: tuple[Point, Point]
    start: Point
    end: Point
    order: int
    """When it is drawn: with which number."""
    concluded: bool = False
    disputed: bool = False
    both_ways: bool = False
    """What disputes it is an arrow the other way."""

    def at(self, t: float) -> Point:
        (ax, ay), (bx, by) = self.start, self.end
        return ax + (bx - ax) * t, ay + (by - ay) * t

    @property
    def length(self) -> float:
        return math.dist(self.start, self.end)


@dataclass
class Dotted:
    """A line that stands for no link: a candidate given up, what is apart, what knowledge forbids."""

    corners: Corners
    kind: StrokeKind
    order: int
    cut: tuple[Point, Point] | None = None
    """Where, and the direction of the line there."""
    label: str = ""
    label_at: Point | None = None


@dataclass
class Drawing:
    """Everything in pixels."""

    solids: list[Solid] = field(default_factory=list)
    dotted: list[Dotted] = field(default_factory=list)
    numbers: list[Number] = field(default_factory=list)
    tags: list[Point] = field(default_factory=list)
    crosses: list[Point] = field(default_factory=list)
    """Where something contradicts."""
    last: int = 0
    """The highest number: the conclusion comes after it."""


def in_words(argument: Argument, names: Sequence[str]) -> tuple[str, str]:
    """`T → B by N-structure`, and the rule alone; empty where no rule decides."""
    if not argument.rule:
        return "", ""
    tail, head = (names[x] for x in argument.edge)
    title = RULES[argument.rule].title
    return f"{tail} → {head} by {title}", title


def drawing(nodes: Nodes, argument: Argument, measure: Callable[[str], float]) -> Drawing:
    """Lay out the argument between the nodes; `measure` says how wide a label is."""
    return _Maker(nodes, argument, measure).made


class _Maker:
    def __init__(self, nodes: Nodes, argument: Argument, measure: Callable[[str], float]) -> None:
        self.nodes, self.argument, self.measure = nodes, argument, measure
        self.made = Drawing(last=max((premise.number for premise in argument.premises), default=0))
        self.cast = [x for x in argument.cast if nodes.is_shown(x)]
        self.taken: list[Box] = [nodes.box(x) for x in self.cast]
        on_links: dict[tuple[int, int], list[Premise]] = {}
        for premise in argument.numbered:
            for stroke in premise.strokes:
                if self._shown(stroke):
                    on_links.setdefault(stroke.ends, []).append(premise)
        self._solids()
        self._tags()
        for solid in self.made.solids:
            numbers = [p for p in on_links.get(_ends(solid.tail, solid.head), ()) if _has_solid(p, solid)]
            self._number_link(solid, numbers)
        self._dotted()
        self._pivots()
        self._turned()

    def _shown(self, stroke: Stroke) -> bool:
        return self.nodes.is_shown(stroke.tail) and self.nodes.is_shown(stroke.head)

    # Links

    def _solids(self) -> None:
        argument = self.argument
        concluded = {_ends(*pair) for pair in argument.concludes}
        seen: set[tuple[int, int]] = set(concluded)
        for premise in argument.premises:
            for stroke in premise.strokes:
                if stroke.kind in _SOLID and stroke.ends not in seen and self._shown(stroke):
                    seen.add(stroke.ends)
                    self.made.solids.append(self._solid(stroke, premise.number))
        kind = StrokeKind.ARROW if argument.rule else StrokeKind.LINK
        for tail, head in argument.concludes or ((argument.edge,) if not argument.rule else ()):
            stroke = Stroke(kind, tail, head)
            if self._shown(stroke):
                solid = self._solid(stroke, self.made.last + 1)
                solid.concluded = bool(argument.rule)
                self.made.solids.append(solid)

    def _solid(self, stroke: Stroke, order: int) -> Solid:
        nodes, pair = self.nodes, np.array([stroke.tail, stroke.head])
        target = nodes.target
        directed = stroke.kind is StrokeKind.ARROW
        pads = np.where(pair == target, 7.0, 4.0) + np.array([0.0, 1.0 if directed else 0.0])
        ends = leave(nodes.xy[pair], nodes.xy[pair[::-1]], nodes.w[pair], nodes.h[pair], nodes.r[pair], pads)
        start, end = ((float(x), float(y)) for x, y in ends)
        a, b = ((float(x), float(y)) for x, y in nodes.xy[pair])
        made = Solid(stroke.tail, stroke.head, directed, (a, b), start, end, order)
        made.disputed = stroke.ends in self.argument.doubted
        against = (found for found in self.argument.against if found.kind is StrokeKind.ARROW)
        made.both_ways = made.disputed and any(found.ends == stroke.ends for found in against)
        return made

    def _tags(self) -> None:
        for solid in self.made.solids:
            if solid.concluded:
                t = 0.3 if solid.disputed else 0.42
                self.made.tags.append(solid.at(t))
                self._take(solid.at(t), TAG + 2.0, TAG)
            if solid.disputed:
                self.made.crosses.append(solid.at(0.68))
                self._take(solid.at(0.68), DISC, DISC)

    def _number_link(self, solid: Solid, premises: Sequence[Premise]) -> None:
        for premise in premises:
            on = [solid.at(t) for t in (0.45, 0.38, 0.52, 0.32, 0.6)]
            (dx, dy), far = (solid.end[0] - solid.start[0], solid.end[1] - solid.start[1]), solid.length
            nx, ny = (-dy / far, dx / far) if far else (0.0, 1.0)
            aside = [
                (x + nx * s * ASIDE, y + ny * s * ASIDE)
                for x, y in (solid.at(0.45), solid.at(0.7), solid.at(0.2))
                for s in (1, -1)
            ]
            spots = [*on, *aside] if far >= ROOM_FOR_A_NUMBER else aside
            self._put(premise, self._freest(spots, DISC, DISC, (solid,)))

    # Dotted lines

    def _dotted(self) -> None:
        found: dict[tuple[int, int], list[tuple[Premise, Stroke]]] = {}
        for premise in self.argument.numbered:
            for stroke in premise.strokes:
                if stroke.kind not in _SOLID and self._shown(stroke) and self._pivot(stroke) is None:
                    found.setdefault(stroke.ends, []).append((premise, stroke))
        for strokes in found.values():
            self._dotted_line(strokes)

    def _dotted_line(self, strokes: Sequence[tuple[Premise, Stroke]]) -> None:
        kinds = {stroke.kind for _, stroke in strokes}
        first = min((stroke for _, stroke in strokes), key=lambda stroke: _LOOKS.index(stroke.kind))
        corners = self._way(first)
        line = Dotted(corners, first.kind, strokes[0][0].number)
        self.made.dotted.append(line)
        apart = next(((p, s) for p, s in strokes if s.kind is StrokeKind.APART), None)
        # From one end to the other: what ties them, the number of the cut, and the cut.
        marks: list[Premise | None] = [p for p, s in strokes if s.kind is not StrokeKind.APART]
        marks += [] if apart is None else [apart[0]]
        if apart is not None or StrokeKind.FORBIDDEN in kinds:
            marks.append(None)
        for mark, (point, d) in zip(marks, _spread(corners, len(marks)), strict=True):
            if mark is not None:
                self._put(mark, point)
            elif first.kind is StrokeKind.FORBIDDEN:
                self.made.crosses.append(point)
                self._take(point, DISC, DISC)
            else:
                line.cut = (point, d)
                self._take(point, 9.0, 9.0)
        if apart is not None and line.cut is not None:
            self._label(line, apart[1])

    def _way(self, stroke: Stroke) -> Corners:
        a, b = self.nodes.box(stroke.tail), self.nodes.box(stroke.head)
        others = [self.nodes.box(x) for x in self.cast if x not in stroke.ends]
        solid = [(solid.start, solid.end) for solid in self.made.solids]
        if any(_ends(found.tail, found.head) == stroke.ends for found in self.made.solids):
            return self._arc(stroke)
        return route(a, b, others, solid, self.nodes.bounds)

    def _arc(self, stroke: Stroke) -> Corners:
        """Beside a link between the same two."""
        (ax, ay), (bx, by) = self.nodes.xy[[stroke.tail, stroke.head]].tolist()
        down = max(float(self.nodes.h[stroke.tail]), float(self.nodes.h[stroke.head]))
        far = math.dist((ax, ay), (bx, by))
        dx, dy = (bx - ax) / far, (by - ay) / far
        nx, ny = (-dy, dx) if dx >= 0 else (dy, -dx)
        t = np.linspace(0.0, 1.0, 13)
        inset = max(float(self.nodes.w[stroke.tail]), float(self.nodes.w[stroke.head])) * 0.55
        points = []
        for s in t.tolist():
            on = inset + (far - 2 * inset) * s
            off = down + 8.0 + 4 * 26.0 * s * (1 - s)
            points.append((ax + dx * on + nx * off, ay + dy * on + ny * off))
        return points

    def _label(self, line: Dotted, stroke: Stroke) -> None:
        """What separates: in words if they fit beside the cut, else the set alone, else nothing."""
        assert line.cut is not None
        names, given = self.nodes.names, stroke.given
        a, b = names[stroke.tail], names[stroke.head]
        if given is None:
            texts = [f"{a}, {b} not linked", "not linked"]
        elif not given:
            texts = [f"{a}, {b} independent", "independent"]
        else:
            texts = [f"{braced(names, given)} separates {a} from {b}", braced(names, given)]
        (x, y), (dx, dy) = line.cut
        for text in texts:
            half = self.measure(text) / 2 + 8.0
            across = abs(dy) * half + abs(dx) * LABEL / 2
            for gap, slide, side in product((12.0, 20.0), _SLIDES, (1.0, -1.0)):
                out = (across + gap) * side
                on = (x + dx * slide, y + dy * slide)
                at = (on[0] - dy * out, on[1] + dx * out)
                if not _is_on(on, line.corners) or self._is_behind(at, on):
                    continue
                if not (self._covered(at, half, LABEL / 2, ()) or self._disturbs(at, half, LABEL / 2)):
                    line.label, line.label_at = text, at
                    self._take(at, half, LABEL / 2)
                    return

    def _is_behind(self, at: Point, on: Point) -> bool:
        """Does a link lie between the two?"""
        return any(crosses(at, on, solid.start, solid.end) for solid in self.made.solids)

    # Numbers that stand at a node

    def _pivot(self, stroke: Stroke) -> int | None:
        """Who ties the two, if it is in the picture."""
        if stroke.kind is not StrokeKind.TIED:
            return None
        return next((x for x in self.cast if x in (stroke.given or ()) and x not in stroke.ends), None)

    def _pivots(self) -> None:
        for premise in self.argument.numbered:
            for stroke in premise.strokes:
                pivot = self._pivot(stroke) if self._shown(stroke) else None
                if pivot is not None:
                    left, top, right, bottom = self.nodes.box(pivot)
                    x, y = (left + right) / 2, (top + bottom) / 2
                    off = _BESIDE_A_NODE + (5.0 if pivot == self.nodes.target else 0.0)
                    spots = [(right + off, y), (left - off, y), (x, bottom + off), (x, top - off)]
                    self._put(premise, self._freest(spots, DISC, DISC, ()))

    # The arrow as it is not

    def _turned(self) -> None:
        """The conclusion turned round, faint beside it, with what is wrong with that; where there is room."""
        found = counterfactual(self.argument)
        solid = next((solid for solid in self.made.solids if solid.concluded), None)
        if found is None or not found.short or solid is None or solid.length < _LEAST_TURNED:
            return
        dx, dy = ((b - a) / solid.length for a, b in zip(solid.start, solid.end, strict=True))
        ways = [
            [
                (x - dy * off * side, y + dx * off * side)
                for t in np.linspace(0.0, 1.0, 13).tolist()
                for (x, y), off in [(solid.at(0.8 - 0.6 * t), _NEAR + 4 * _BULGE * t * (1 - t))]
            ]
            for side in (1.0, -1.0)
        ]
        costs = [sum(self._covered(point, 1.0, 1.0, (solid,)) for point in way[::3]) for way in ways]
        way = ways[costs.index(min(costs))]
        cross = way[len(way) // 2]
        if self._covered(cross, DISC, DISC, (solid,)):
            return
        line = Dotted(way, StrokeKind.FORBIDDEN, self.made.last + 1)
        self.made.crosses.append(cross)
        self._take(cross, DISC, DISC)
        half, aside = self.measure(found.short) / 2 + 8.0, math.copysign(1.0, cross[1] - solid.at(0.5)[1])
        spots = [
            (cross[0] + across * (half + DISC + 5.0), cross[1] + down * aside * (DISC + LABEL / 2 + 4.0))
            for down, across in product((1.0, 0.5, 0.0, 1.5, 2.0), (0.0, 0.5, -0.5, 1.0, -1.0))
        ]
        for at in spots:
            if not (self._covered(at, half, LABEL / 2, (solid,)) or self._disturbs(at, half, LABEL / 2)):
                line.label, line.label_at = found.short, at
                self._take(at, half, LABEL / 2)
                break
        self.made.dotted.append(line)

    # Room

    def _put(self, premise: Premise, at: Point) -> None:
        self.made.numbers.append(Number(premise.number, at, premise.beside))
        self._take(at, DISC, DISC)

    def _take(self, at: Point, w: float, h: float) -> None:
        self.taken.append((at[0] - w, at[1] - h, at[0] + w, at[1] + h))

    def _freest(self, spots: Sequence[Point], w: float, h: float, but: Sequence[Solid]) -> Point:
        return min(spots, key=lambda spot: self._covered(spot, w, h, but))

    def _disturbs(self, at: Point, w: float, h: float) -> bool:
        """Would a box about a point lie on a node or link that the drawing is not about?"""
        (x, y), gap = at, 2.0
        if any(
            box[0] - w - gap < x < box[2] + w + gap and box[1] - h - gap < y < box[3] + h + gap
            for box in self.nodes.around
        ):
            return True
        centre, half = np.array([[x, y]]), (np.array([w + gap]), np.array([h + gap]))
        return any(segment_hits_boxes(a, b, centre, *half).any() for a, b in self.nodes.passing)

    def _covered(self, at: Point, w: float, h: float, but: Sequence[Solid]) -> float:
        """How much a box about a point lies on something, or out of bounds; the lines `but` do not count."""
        x, y = at
        left, top, right, bottom = self.nodes.bounds
        cost = max(left - x + w, x + w - right, top - y + h, y + h - bottom, 0.0)
        for box in self.taken:
            over_x = min(x + w, box[2]) - max(x - w, box[0]) + 3.0
            over_y = min(y + h, box[3]) - max(y - h, box[1]) + 3.0
            cost += max(over_x, 0.0) * max(over_y, 0.0)
        lines: list[Iterable[tuple[Point, Point]]] = [
            [(solid.start, solid.end)] for solid in self.made.solids if solid not in but
        ]
        lines += [pairwise(line.corners) for line in self.made.dotted]
        wide = 9.0
        corners = [(x - w - wide, y - h - wide), (x + w + wide, y - h - wide),
                   (x + w + wide, y + h + wide), (x - w - wide, y + h + wide)]  # fmt: skip
        for pieces in lines:
            for a, b in pieces:
                inside = any(abs(p[0] - x) < w + wide and abs(p[1] - y) < h + wide for p in (a, b))
                sides = zip(corners, (*corners[1:], corners[0]), strict=True)
                cost += 100.0 * (inside or any(crosses(a, b, c, d) for c, d in sides))
        return cost


def _is_on(point: Point, corners: Corners) -> bool:
    """Is it a point of the line?"""
    pieces = pairwise(corners)
    return any(math.dist(a, point) + math.dist(point, b) - math.dist(a, b) < 0.1 for a, b in pieces)


def _has_solid(premise: Premise, solid: Solid) -> bool:
    ends = _ends(solid.tail, solid.head)
    return any(stroke.kind in _SOLID and stroke.ends == ends for stroke in premise.strokes)


def _ends(a: int, b: int) -> tuple[int, int]:
    return (min(a, b), max(a, b))


def _spread(corners: Corners, count: int) -> list[tuple[Point, Point]]:
    """Points along a line, with some room between them, and not in its corners."""
    whole = length(corners)
    turns = []
    far = 0.0
    for a, b in pairwise(corners):
        far += math.dist(a, b)
        turns.append(far)
    turns.pop()
    if len(corners) > 6:  # a curve has no corners to keep clear of
        turns = []
    found = []
    before = -math.inf
    step = min(whole / (count + 1), 60.0) if len(turns) < 2 else whole / (count + 1)
    for place in range(count):
        far = whole / 2 + (place - (count - 1) / 2) * step
        for turn in turns:
            if abs(far - turn) < 34.0:
                far = turn + math.copysign(34.0, far - turn)
        far = min(max(far, before + 28.0), whole)
        before = far
        found.append(along(corners, far))
    return found
