"""What is drawn of the data: one variable, or two of them, as they are or with others held fixed.

Everything is counted or computed from all rows in which what is asked about is known; only the points of a
scatter plot are drawn from a sample of them where there are very many.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from elcs_gui.ci.fisher_z import FisherZ
from elcs_gui.ci.questions import Question
from elcs_gui.ci.tables import cells_of, count
from elcs_gui.data.columns.cuts import histogram
from elcs_gui.data.dataset import Dataset

Floats = NDArray[np.float64]
Known = NDArray[np.bool_]

MOST_POINTS = 2_000
"""Of a scatter plot; more would be one blot, and slow."""
MOST_CELLS = 1 << 18
"""Of the tables that are added up."""
BARS = 32
LARGEST = 1e300
"""Number that is drawn: an axis from the negative of the largest there is to that itself has no length."""


@dataclass(frozen=True, eq=False)
class Levels:
    """How often each level of a discrete variable occurs, by code."""

    counts: NDArray[np.int64]
    missing: int

    @property
    def rows(self) -> int:
        return int(self.counts.sum())


@dataclass(frozen=True, eq=False)
class Spread:
    """How the numbers of a continuous variable lie."""

    counts: NDArray[np.int64]
    low: float
    high: float
    mean: float
    deviation: float
    median: float
    rows: int
    missing: int


@dataclass(frozen=True, eq=False)
class Joint:
    """A table of x (down) by y (across), by codes.

    Attributes:
        expected: what each cell would hold if the two were independent in every stratum of what is given,
            added up over the strata.
        residual: by how many standard errors the count differs from that.
        strata: how many combinations of what is given have rows.
    """

    observed: NDArray[np.int64]
    expected: Floats
    residual: Floats
    strata: int

    @property
    def rows(self) -> int:
        return int(self.observed.sum())


@dataclass(frozen=True, eq=False)
class Cloud:
    """Points of two variables, or of what others leave unexplained of them.

    Attributes:
        r: the (partial) correlation, of all rows; nan where the data cannot tell.
        rows: how many there are; `x` and `y` hold those that are drawn.
    """

    x: Floats
    y: Floats
    r: float
    slope: float
    rows: int


def distribution(data: Dataset, x: int) -> Levels | Spread:
    """Of one variable."""
    missing = data.rows_where(data.missing(x))
    if data.values is None:
        levels = len(data.levels[x])
        counts = np.bincount(data.codes[x], data.counts, minlength=levels + 1)[:levels]
        return Levels(counts.astype(np.int64), missing)
    numbers = data.values[x]
    numbers = numbers[~np.isnan(numbers)] if missing else numbers
    near_one, powers = _near_one(numbers[None])
    mean, deviation, median = (
        float(np.ldexp(each, powers[0])) for each in (near_one.mean(), near_one.std(), np.median(near_one))
    )
    return Spread(
        histogram(numbers, BARS)[0], float(numbers.min()), float(numbers.max()), mean, deviation, median,
        len(numbers), missing,
    )  # fmt: skip


def known_rows(data: Dataset, variables: Sequence[int]) -> Known | None:
    """The stored rows in which all of them are known; None for all."""
    gaps = [x for x in variables if x in data.gaps]
    return ~np.logical_or.reduce([data.missing(x) for x in gaps]) if gaps else None


def joint(data: Dataset, x: int, y: int, z: Sequence[int] = ()) -> Joint | None:
    """The table of two discrete variables; None where the strata have too many cells to be counted."""
    levels = [len(labels) for labels in data.levels]
    if cells_of(levels, (x, y, *z)) > MOST_CELLS:
        return None
    known = known_rows(data, (x, y, *z))
    strata = count(data.codes, levels, x, y, z, weights=data.counts, among=known)
    expected, by_x, by_y = strata.expected(), strata.by_x, strata.by_y
    rows = strata.totals.astype(np.float64)
    # The variance of a cell whose margins are given (hypergeometric), stratum by stratum.
    left = (rows[:, None] - by_x)[:, :, None] * (rows[:, None] - by_y)[:, None, :]
    with np.errstate(divide="ignore", invalid="ignore"):
        variance = np.where(
            rows[:, None, None] > 1, expected * left / (rows * (rows - 1))[:, None, None], 0.0
        ).sum(axis=0)
        observed = strata.cells.sum(axis=0)
        off = observed - expected.sum(axis=0)
        residual = np.where(variance > 1e-12, off / np.sqrt(variance), 0.0)
    return Joint(observed, expected.sum(axis=0), residual, int((rows > 0).sum()))


def _part(data: Dataset, variables: Sequence[int]) -> Dataset:
    """Some of the columns: to correlate all of them would take long where they are many."""
    assert data.values is not None
    chosen = list(variables)
    names = tuple(data.columns[x] for x in chosen)
    return Dataset(data.name, names, data.codes[chosen], ((),) * len(chosen), data.values[chosen])


def _near_one(values: Floats) -> tuple[Floats, NDArray[np.intc]]:
    """Each row divided by a power of two, so that no square is too large or too small; and these powers."""
    powers = np.frexp(np.abs(values).max(axis=1, initial=0.0))[1]
    return np.ldexp(values, -powers[:, None]), powers


def cloud(data: Dataset, x: int, y: int, z: Sequence[int] = ()) -> Cloud:
    """Two continuous variables; given others, what these leave unexplained (least squares)."""
    assert data.values is not None
    known = known_rows(data, (x, y, *z))
    r = FisherZ(_part(data, (x, y, *z))).correlation(Question.of(0, 1, range(2, 2 + len(z)))).r
    pair, powers = _near_one(data.values[[x, y]] if known is None else data.values[[x, y]][:, known])
    rows = pair.shape[1]
    if z and rows:
        given, _ = _near_one(data.values[list(z)] if known is None else data.values[list(z)][:, known])
        design = (given - given.mean(axis=1, keepdims=True)).T
        centred = pair - pair.mean(axis=1, keepdims=True)
        solution = np.linalg.lstsq(design, centred.T, rcond=None)[0]
        pair = centred - (design @ solution).T
    spread = pair.std(axis=1) if rows else np.zeros(2)
    slope = r * spread[1] / spread[0] if spread[0] > 0 and not math.isnan(r) else 0.0
    with np.errstate(over="ignore"):
        slope, pair = np.ldexp(slope, powers[1] - powers[0]), np.ldexp(pair, powers[:, None])
    pair = np.clip(pair, -LARGEST, LARGEST)
    if rows > MOST_POINTS:
        chosen = np.random.default_rng(0).choice(rows, MOST_POINTS, replace=False)
        pair = pair[:, np.sort(chosen)]
    return Cloud(pair[0], pair[1], r, float(slope), rows)
