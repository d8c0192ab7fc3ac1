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

import numpy as np
from numpy.typing import NDArray

from elcs_gui.data.plan import Cutting, Method

Numbers = NDArray[np.float64]

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


def find_cuts(numbers: Numbers, cutting: Cutting) -> Cuts:
    """The cuts of all numbers but nan (missing), of which there must be at least one; all finite."""
    known = np.sort(numbers[~np.isnan(numbers)])
    if cutting.method is Method.QUANTILE:
        points = _quantiles(known, cutting.bins)
    elif cutting.method is Method.WIDTH:
        points = _widths(known, cutting.bins)
    else:
        points = _means(known, cutting.bins)
    # A cut at the largest number, or one with nothing between it and the cut before, leaves a level empty.
    below = np.searchsorted(known, points, side="right")
    filled = (np.diff(below, prepend=0) > 0) & (below < len(known))
    fewest_digits = 3 if cutting.method is Method.WIDTH else 1
    kept = [
        _rounded(point, float(known[count - 1]), float(known[count]), fewest_digits)
        for point, count in zip(points[filled].tolist(), below[filled].tolist(), strict=True)
    ]
    return Cuts(tuple(kept), interval_labels(kept))


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


def _quantiles(known: Numbers, bins: int) -> Numbers:
    """A cut at each share. Equal numbers go below it together, but the largest ones are never below."""
    shares = np.arange(1, bins) / bins
    places = np.ceil(shares * len(known)).astype(np.int64) - 1
    below_largest = int(np.searchsorted(known, known[-1])) - 1
    return np.unique(_between(known, np.clip(places, 0, max(below_largest, 0))))


def _widths(known: Numbers, bins: int) -> Numbers:
    low, high = known[0], known[-1]
    shares = np.arange(1, bins) / bins
    return np.unique(low * (1 - shares) + high * shares)  # not high - low, which may overflow


def _between(known: Numbers, places: NDArray[np.int64]) -> Numbers:
    """Half way between the number at each place and the next larger one, if a float lies there."""
    lower = known[places]
    upper = known[np.minimum(np.searchsorted(known, lower, side="right"), len(known) - 1)]
    middle = lower / 2 + upper / 2
    return np.where((middle > lower) & (middle < upper), middle, lower)


def _means(known: Numbers, bins: int) -> Numbers:
    """The exact optimum, by dynamic programming over the number at which the last level begins."""
    if len(np.unique(known)) > MOST_DISTINCT:
        known = known[np.linspace(0, len(known) - 1, MOST_DISTINCT).round().astype(np.int64)]
    values, weights = np.unique(known, return_counts=True)
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
    return _between(values, np.array(points[::-1], dtype=np.int64))


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
