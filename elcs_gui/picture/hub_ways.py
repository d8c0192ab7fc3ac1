"""The ways of tests about a hub.

Between the rows of a hub there is no room for a line. So a way leaves its place sideways, runs along a column
and, to another column, across above the first row: a street map with one crossroads.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import pairwise

Point = tuple[float, float]
Exit = tuple[Point, ...]
"""From the middle of a place to the column it opens on."""


def way_between(starts: Sequence[Exit], ends: Sequence[Exit], level: float) -> list[Point]:
    """The shortest way from one of the first exits to one of the others.

    Along the column that both open on, or else up one and down the other, across at `level`.
    """
    ways = []
    for start in starts:
        for end in ends:
            (from_x, _), (to_x, _) = start[-1], end[-1]
            across = [] if abs(from_x - to_x) < 0.5 else [(from_x, level), (to_x, level)]
            ways.append(_without_stops([*start, *across, *reversed(end)]))
    return min(ways, key=_length)


def _without_stops(way: Sequence[Point]) -> list[Point]:
    """The corners, each once."""
    return [way[0], *(b for a, b in pairwise(way) if math.dist(a, b) > 0.5)]


def _length(way: Sequence[Point]) -> float:
    return sum(math.dist(a, b) for a, b in pairwise(way))
