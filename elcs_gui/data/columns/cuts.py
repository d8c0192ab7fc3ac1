"""Cutting numbers into levels: by quantiles, by equal width or by k-means, the same way every time.

A cut point belongs to the level below it: `≤ 1.5`, `1.5 – 3`, `> 3`. No level is ever empty, so that there
may be fewer of them than were asked for.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal
from itertools import pairwise
from typing import NamedTuple, Protocol

import numpy as np
from numpy.typing import NDArray

from elcs_gui.data.plan import Cutting, Method

Numbers = NDArray[np.float64]
Places = NDArray[np.int64]

MOST_DISTINCT = 2000
"""K-means works on so many quantiles where there are more different numbers."""


@dataclass(frozen=True, eq=False)
class Cuts:
    """Where a column is cut, and what the levels between the cuts are called."""

    points: tuple[float, ...]
    """Rising; one fewer than there are levels."""
    labels: tuple[str, ...]

    def codes(self, numbers: Numbers) -> NDArray[np.uint16]:
        """The level of each number; one past the last level where it is nan (missing)."""
        codes = np.searchsorted(self.points, numbers, side="left").astype(np.uint16)
        codes[np.isnan(numbers)] = len(self.labels)
        return codes


class Ordered(Protocol):
    """Finite numbers in rising order, at least one: an array, or a column that an engine holds."""

    @property
    def count(self) -> int:
        """How many there are."""

    def at(self, places: Places) -> Numbers:
        """The numbers at these places, counted from 0."""

    def parted(self, points: Numbers) -> Parted:
        """What lies about these points."""

    def few(self, most: int) -> tuple[Numbers, Places] | None:
        """The different numbers, rising, and how often each is there; None for more than `most`."""


class Parted(NamedTuple):
    """Numbers, parted at some points."""

    counts: Places
    """How many are at or below each point."""
    lower: Numbers
    """The largest of those; any number where there are none."""
    upper: Numbers
    """The smallest of the others; the largest of all where there are none."""


class Sorted:
    """An array of numbers in rising order; see `Ordered`."""

    def __init__(self, numbers: Numbers) -> None:
        self._numbers = numbers

    @property
    def count(self) -> int:
        return len(self._numbers)

    def at(self, places: Places) -> Numbers:
        return self._numbers[places]

    def parted(self, points: Numbers) -> Parted:
        counts = np.searchsorted(self._numbers, points, side="right")
        upper = self._numbers[np.minimum(counts, self.count - 1)]
        return Parted(counts, self._numbers[np.maximum(counts - 1, 0)], upper)

    def few(self, most: int) -> tuple[Numbers, Places] | None:
        values, counts = np.unique(self._numbers, return_counts=True)
        return (values, counts) if len(values) <= most else None


def find_cuts(numbers: Numbers, cutting: Cutting) -> Cuts:
    """The cuts of all numbers but nan (missing), of which there must be at least one; all finite."""
    return cuts_of(Sorted(np.sort(numbers[~np.isnan(numbers)])), cutting)


def cuts_of(known: Ordered, cutting: Cutting) -> Cuts:
    """The cuts of numbers that are in order."""
    if cutting.method is Method.QUANTILE:
        points = _quantiles(known, cutting.bins)
    elif cutting.method is Method.WIDTH:
        points = _widths(known, cutting.bins)
    else:
        points = _means(known, cutting.bins)
    points = points + 0.0  # one zero, not two
    # A cut at the largest number, or one with nothing between it and the cut before, leaves a level empty.
    below, lower, upper = known.parted(points)
    filled = (np.diff(below, prepend=0) > 0) & (below < known.count)
    fewest_digits = 3 if cutting.method is Method.WIDTH else 1
    neighbours = zip(points[filled].tolist(), lower[filled].tolist(), upper[filled].tolist(), strict=True)
    kept = [_rounded(point, low, high, fewest_digits) for point, low, high in neighbours]
    return Cuts(tuple(kept), interval_labels(kept))


def histogram(numbers: Numbers, bars: int) -> tuple[Places, Numbers]:
    """How many numbers, at least one, lie between neighbouring edges (one edge more than counts).

    Also where they are as far apart as numbers can be, or too close together for so many edges.
    """
    low, high = float(numbers.min()), float(numbers.max())
    scale = 2.0 if math.isinf(high - low) else 1.0
    low, high = low / scale, high / scale
    narrow = 2 * bars * float(np.spacing(max(abs(low), abs(high))))
    if high - low < narrow:
        margin = max(0.5, narrow)
        low, high = low - margin, high + margin
    counts, edges = np.histogram(numbers / scale, bins=bars, range=(low, high))
    return counts.astype(np.int64), np.asarray(edges * scale)


def interval_labels(points: Sequence[float]) -> tuple[str, ...]:
    """What the levels between the cut points are called."""
    if not points:
        return ("all",)
    texts = [_plain(point) for point in points]
    between = [f"{low} – {high}" for low, high in pairwise(texts)]
    return (f"≤ {texts[0]}", *between, f"> {texts[-1]}")


def _rounded(point: float, lower: float, upper: float, fewest_digits: int) -> float:
    """The shortest number near `point` that still parts its neighbours in the data: lower ≤ it < upper."""
    for digits in range(fewest_digits, 17):
        candidate = float(f"{point:.{digits}g}")
        if lower <= candidate < upper:
            # Between whole numbers a whole one reads better; it still lies at or above the lower of them.
            return float(math.floor(candidate)) if lower.is_integer() and upper.is_integer() else candidate
    return point


def _quantiles(known: Ordered, bins: int) -> Numbers:
    """A cut at each share. Equal numbers go below it together, but the largest ones are never below."""
    shares = np.arange(1, bins) / bins
    places = np.ceil(shares * known.count).astype(np.int64) - 1
    largest = known.at(np.array([known.count - 1]))
    with np.errstate(over="ignore"):  # where the largest is the least float there is
        below_largest = int(known.parted(np.nextafter(largest, -np.inf)).counts[0]) - 1
    lower = known.at(np.clip(places, 0, max(below_largest, 0)))
    return np.unique(_between(lower, known.parted(lower).upper))


def _widths(known: Ordered, bins: int) -> Numbers:
    low, high = known.at(np.array([0, known.count - 1])).tolist()
    shares = np.arange(1, bins) / bins
    return np.unique(low * (1 - shares) + high * shares)  # not high - low, which may overflow


def _between(lower: Numbers, upper: Numbers) -> Numbers:
    """Half way between each number and the next larger one, if a float lies there."""
    middle = lower / 2 + upper / 2
    return np.where((middle > lower) & (middle < upper), middle, lower)


def _means(known: Ordered, bins: int) -> Numbers:
    """The exact optimum, by dynamic programming over the number at which the last level begins."""
    few = known.few(MOST_DISTINCT)
    if few is None:
        places = np.linspace(0, known.count - 1, MOST_DISTINCT).round().astype(np.int64)
        few = np.unique(known.at(places), return_counts=True)
    values, weights = few
    levels = min(bins, len(values))
    # Centred and scaled, so that the differences of sums below keep their digits.
    centred = values / max(float(np.abs(values).max()), 1e-300)
    centred = centred - np.average(centred, weights=weights)
    sums = [np.concatenate([[0.0], np.cumsum(weights * centred**power)]) for power in range(3)]
    best = _spread(sums, np.zeros(len(values), dtype=np.int64), np.arange(1, len(values) + 1))
    begins: list[NDArray[np.int64]] = []
    for level in range(1, levels):
        cheapest = np.full(len(values), np.inf)
        begin = np.zeros(len(values), dtype=np.int64)
        for end in range(level, len(values)):
            starts = np.arange(level, end + 1)
            costs = best[starts - 1] + _spread(sums, starts, np.full(len(starts), end + 1))
            least = int(costs.argmin())
            cheapest[end], begin[end] = costs[least], starts[least]
        best = cheapest
        begins.append(begin)
    points: list[int] = []
    end = len(values) - 1
    for begin in reversed(begins):
        end = int(begin[end]) - 1
        points.append(end)
    places = np.array(points[::-1], dtype=np.int64)
    return _between(values[places], values[np.minimum(places + 1, len(values) - 1)])


def _spread(sums: list[Numbers], starts: NDArray[np.int64], ends: NDArray[np.int64]) -> Numbers:
    """The squared distances of the values from each start up to its end to their mean."""
    count, total, squares = (part[ends] - part[starts] for part in sums)
    return np.maximum(squares - total * total / count, 0.0)


def _plain(number: float) -> str:
    """A number as people write it: without an exponent where it can be read without one."""
    text = f"{number:.15g}"
    if float(text) != number:
        text = repr(number)
    if "e" in text and 1e-5 <= abs(number) < 1e15:
        text = f"{Decimal(text):f}"
    return text
