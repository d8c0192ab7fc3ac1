"""Recognising columns that are linear functions of one another, while their blocks pass by.

Whatever a column is multiplied by and shifted by, its direction stays: the centred column, scaled to length 1
(up to its sign). Directions are as long as the table, so each is projected on a few random ones, the same for
all columns. Projections of two directions differ by about as much as the directions do, in whatever rows that
is; that all of them agree by chance happens once in 10²⁰ pairs.
"""

from __future__ import annotations

import math
from bisect import bisect_left
from collections.abc import Iterator
from typing import Generic, TypeVar

import numpy as np
from numpy.typing import NDArray

Numbers = NDArray[np.float64]

PROJECTIONS = 4

NEAR = 1e-6
"""How far projections may differ: a linear function of a column may miss another by about this part of its
standard deviation, which is rounding. (The tests take the same for a perfect correlation.)"""

_USUAL_EXPONENTS = 200

_Named = TypeVar("_Named")


class Weights:
    """Random directions to project columns on, a block of rows at a time; the same for every survey."""

    def __init__(self) -> None:
        self._random = np.random.default_rng(0)

    def next(self, rows: int) -> Numbers:
        """One row of weights a projection."""
        return self._random.standard_normal((PROJECTIONS, rows))


class Shape:
    """The direction of one column; grows by `add`."""

    def __init__(self) -> None:
        self.count = 0
        self.mean = 0.0
        self._exponent: int | None = None
        """Of the unit of the sums; None while there are none, or all are 0."""
        self._square = 0.0
        self._products = np.zeros(PROJECTIONS)
        self._weight = np.zeros(PROJECTIONS)

    def add(self, numbers: Numbers, weights: Numbers) -> None:
        """Take in some rows, with the weights of those rows.

        Sums about the mean of each block are joined, so that nothing cancels where the mean is large.
        """
        if self._exponent is None:
            self._exponent = _unit(numbers)
        scaled = np.ldexp(numbers, -self._exponent) if self._exponent else numbers
        count, mean, weight = len(numbers), float(scaled.mean()), weights.mean(axis=1)
        away = scaled - mean
        share = count / (self.count + count)
        with np.errstate(over="ignore", invalid="ignore"):  # a later block may be beyond all reason
            step, joint = mean - self.mean, self.count * share
            self._square += float(away @ away) + step * step * joint
            self._products += weights @ away + (weight - self._weight) * step * joint
        self._weight += (weight - self._weight) * share
        self.mean += step * share
        self.count += count

    @property
    def direction(self) -> Numbers | None:
        """Its projections; None for a column that does not vary, or by too much to tell."""
        if not (0 < self._square < math.inf and np.isfinite(self._products).all()):
            return None
        return self._products / math.sqrt(self._square)

    def function_of(self, other: Shape, *, rising: bool) -> tuple[float, float]:
        """Slope and intercept of this column as a linear function of another of the same direction."""
        slope = math.sqrt(self._square / other._square) * (1 if rising else -1)
        intercept = self.mean - slope * other.mean
        unit, of_other = self._exponent or 0, other._exponent or 0
        return _scaled(slope, unit - of_other), _scaled(intercept, unit)


class Directions(Generic[_Named]):
    """Columns by their direction."""

    def __init__(self) -> None:
        self._sorted: list[tuple[float, int]] = []
        self._known: list[tuple[Numbers, _Named]] = []

    def near(self, direction: Numbers) -> Iterator[tuple[_Named, bool]]:
        """Columns of this direction, first come first, and whether they rise together."""
        first = abs(float(direction[0]))
        found = []
        for place in range(bisect_left(self._sorted, (first - NEAR, -1)), len(self._sorted)):
            size, number = self._sorted[place]
            if size > first + NEAR:
                break
            found.append(number)
        for number in sorted(found):
            known, named = self._known[number]
            for rising in (True, False):
                if np.abs(direction - (known if rising else -known)).max() <= NEAR:
                    yield named, rising

    def add(self, direction: Numbers, named: _Named) -> None:
        entry = abs(float(direction[0])), len(self._known)
        self._sorted.insert(bisect_left(self._sorted, entry), entry)
        self._known.append((direction, named))


def _unit(numbers: Numbers) -> int | None:
    """The exponent of a unit in which no square leaves the range of floats: mostly that of 1."""
    largest = float(np.abs(numbers).max(initial=0.0))
    if not largest:
        return None
    exponent = math.frexp(largest)[1]
    return exponent if abs(exponent) > _USUAL_EXPONENTS else 0


def _scaled(number: float, exponent: int) -> float:
    """number · 2^exponent; inf or 0 beyond the range of floats."""
    try:
        return math.ldexp(number, exponent)
    except OverflowError:
        return math.copysign(math.inf, number)
