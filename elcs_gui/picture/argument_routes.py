"""Dotted lines of a rule's drawing: straight where nothing is in the way, else led round all of it."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from itertools import pairwise, product

import numpy as np

from elcs_gui.picture.argument_seats import Box
from elcs_gui.picture.outlines import Floats, segment_hits_boxes

Point = tuple[float, float]
Corners = list[Point]
PAD = 6.0
"""Between a dotted line and the node it comes from."""
OUT = 32.0
"""How far from the nodes it runs."""


def route(
    a: Box, b: Box, others: Sequence[Box], solid: Sequence[tuple[Point, Point]], bounds: Box
) -> Corners:
    """From the node a to b, clear of the other nodes and of the solid lines; boxes are left, top, right,
    bottom."""
    (ax, ay), (bx, by) = _centre(a), _centre(b)
    start, end = _edge(a, (bx, by)), _edge(b, (ax, ay))
    straight = [start, end]
    if not _cost(straight, others, solid, bounds):
        return straight
    boxes = (a, b, *others)
    ring = (
        min(box[0] for box in boxes) - OUT,
        min(box[1] for box in boxes) - OUT,
        max(box[2] for box in boxes) + OUT,
        max(box[3] for box in boxes) + OUT,
    )
    ways = [
        _simple([*leaving, *between, *reversed(entering)])
        for leaving, entering in product(_exits(a, ring), _exits(b, ring))
        for between in _round(leaving[-1], entering[-1], ring)
    ]
    return min(ways, key=lambda way: _cost(way, others, solid, bounds) * 10_000.0 + length(way))


def length(corners: Sequence[Point]) -> float:
    return sum(math.dist(a, b) for a, b in pairwise(corners))


def along(corners: Sequence[Point], far: float) -> tuple[Point, Point]:
    """The point after `far` pixels of a line, and its direction there."""
    for (ax, ay), (bx, by) in pairwise(corners):
        piece = math.dist((ax, ay), (bx, by))
        if piece and far <= piece:
            d = (bx - ax) / piece, (by - ay) / piece
            return (ax + d[0] * far, ay + d[1] * far), d
        far -= piece
    (ax, ay), (bx, by) = corners[-2:]
    piece = max(math.dist((ax, ay), (bx, by)), 1e-9)
    return (bx, by), ((bx - ax) / piece, (by - ay) / piece)


def _centre(box: Box) -> Point:
    return (box[0] + box[2]) / 2, (box[1] + box[3]) / 2


def _edge(box: Box, towards: Point) -> Point:
    """Where the line from the middle of a box to a point leaves it, and a little beyond."""
    (x, y), half_w, half_h = _centre(box), (box[2] - box[0]) / 2, (box[3] - box[1]) / 2
    dx, dy = towards[0] - x, towards[1] - y
    far = max(math.hypot(dx, dy), 1e-9)
    t = min(half_w / max(abs(dx), 1e-9), half_h / max(abs(dy), 1e-9))
    t = min(t + PAD / far, 0.5)
    return x + dx * t, y + dy * t


def _exits(box: Box, ring: Box) -> Iterable[Corners]:
    """Straight out of a node through each of its sides, to the ring."""
    x, y = _centre(box)
    yield [(box[0] - PAD, y), (ring[0], y)]
    yield [(box[2] + PAD, y), (ring[2], y)]
    yield [(x, box[1] - PAD), (x, ring[1])]
    yield [(x, box[3] + PAD), (x, ring[3])]


def _round(start: Point, end: Point, ring: Box) -> Iterable[Corners]:
    """The corners of the ring from one of its points to another, either way round."""
    left, top, right, bottom = ring
    corners = [(left, top), (right, top), (right, bottom), (left, bottom)]
    wide, high = right - left, bottom - top
    whole = 2 * (wide + high)
    at = [0.0, wide, wide + high, 2 * wide + high]

    def place(point: Point) -> float:
        x, y = point
        if y == top:
            return x - left
        if x == right:
            return wide + y - top
        if y == bottom:
            return wide + high + right - x
        return 2 * wide + high + bottom - y

    here, there = place(start), place(end)
    forth, back = (there - here) % whole, (here - there) % whole
    yield [
        corners[i]
        for i in sorted(range(4), key=lambda i: (at[i] - here) % whole)
        if 0 < (at[i] - here) % whole < forth
    ]
    yield [
        corners[i]
        for i in sorted(range(4), key=lambda i: (here - at[i]) % whole)
        if 0 < (here - at[i]) % whole < back
    ]


def _simple(corners: Corners) -> Corners:
    """Without points that are said twice."""
    return [corners[0], *(b for a, b in pairwise(corners) if math.dist(a, b) > 0.5)]


def _cost(
    corners: Corners, others: Sequence[Box], solid: Sequence[tuple[Point, Point]], bounds: Box
) -> float:
    """How many nodes and solid lines it touches, and how far it is out of bounds."""
    cost = 0.0
    if others:
        boxes = np.array(others)
        centres = (boxes[:, :2] + boxes[:, 2:]) / 2
        half: Floats = (boxes[:, 2:] - boxes[:, :2]) / 2 + 4.0
        for a, b in pairwise(corners):
            cost += float(segment_hits_boxes(a, b, centres, half[:, 0], half[:, 1]).sum())
    cost += sum(crosses(a, b, *line) for a, b in pairwise(corners) for line in solid)
    for x, y in corners:
        cost += max(bounds[0] - x, x - bounds[2], bounds[1] - y, y - bounds[3], 0.0) / 20.0
    return cost


def crosses(a: Point, b: Point, c: Point, d: Point) -> bool:
    """Do the two pieces cross?"""

    def side(p: Point, q: Point, r: Point) -> float:
        return (q[0] - p[0]) * (r[1] - p[1]) - (q[1] - p[1]) * (r[0] - p[0])

    return side(a, b, c) * side(a, b, d) < 0 and side(c, d, a) * side(c, d, b) < 0
