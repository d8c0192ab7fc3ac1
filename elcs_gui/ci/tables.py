"""Contingency tables of coded data, by numpy: what G² and χ² are computed from, and what the window shows."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from elcs_gui.data.columns.cells import Codes

Counts = NDArray[np.int64]

MOST_AT_ONCE = 1 << 22
"""Rows that are counted at a time, where nothing has to be known of the others."""

DENSE_STRATA = 1 << 20
"""Beyond this many possible strata only those that occur are counted."""

DENSE_CELLS = 1 << 22
"""Tables of so many cells are counted whole where rows are few, larger ones by the cells that occur."""


def most_dense_cells(rows: int) -> int:
    """Beyond so many cells a test counts only those that occur: memory is then a matter of the rows alone."""
    return max(rows, min(16 * rows, DENSE_CELLS), 4096)


class Occupied(NamedTuple):
    """The cells that have rows, in order of stratum, x and y.

    Attributes:
        observed: the rows of each.
        products: what x's and y's margins of each multiply to.
        strata: the stratum of each.
    """

    observed: Counts
    products: Counts
    strata: Counts


@dataclass(frozen=True, eq=False)
class Strata:
    """Counts of (stratum, x, y) with their margins; strata without rows may be left out."""

    cells: Counts

    @property
    def by_x(self) -> Counts:
        """Counts of (stratum, x)."""
        return np.asarray(self.cells.sum(axis=2))

    @property
    def by_y(self) -> Counts:
        """Counts of (stratum, y)."""
        return np.asarray(self.cells.sum(axis=1))

    @property
    def totals(self) -> Counts:
        """Rows in each stratum."""
        return np.asarray(self.cells.sum(axis=(1, 2)))

    def df(self) -> int:
        """Degrees of freedom: empty margins do not count, stratum by stratum."""
        return _df((self.by_x > 0).sum(axis=1), (self.by_y > 0).sum(axis=1))

    def occupied(self) -> Occupied:
        """Its cells that have rows."""
        where = np.nonzero(self.cells)
        products = self.by_x[where[0], where[1]] * self.by_y[where[0], where[2]]
        return Occupied(self.cells[where], products, where[0])

    def expected(self) -> NDArray[np.float64]:
        """What each cell would hold if x and y were independent within its stratum."""
        products = self.by_x[:, :, None] * self.by_y[:, None, :]
        return np.asarray(products / np.maximum(self.totals, 1)[:, None, None])


@dataclass(frozen=True, eq=False)
class Occurring:
    """The same of a table too large to be held: counts of what occurs, each with the stratum it is in.

    Attributes:
        cells, by_x, by_y, totals: as in `Strata`, those that have rows only.
        places: of each cell among `by_x`, among `by_y`, and its stratum.
        x_levels, y_levels: how many occur in each stratum.
    """

    cells: Counts
    by_x: Counts
    by_y: Counts
    totals: Counts
    places: tuple[Counts, Counts, Counts]
    x_levels: Counts
    y_levels: Counts

    def df(self) -> int:
        """See `Strata.df`."""
        return _df(self.x_levels, self.y_levels)

    def occupied(self) -> Occupied:
        """See `Strata.occupied`."""
        at_x, at_y, strata = self.places
        return Occupied(self.cells, self.by_x[at_x] * self.by_y[at_y], strata)


def _df(x_levels: Counts, y_levels: Counts) -> int:
    return int((np.maximum(x_levels - 1, 0) * np.maximum(y_levels - 1, 0)).sum())


def occurring(
    codes: Codes,
    levels: Sequence[int],
    x: int,
    y: int,
    z: Sequence[int],
    *,
    weights: Counts | None = None,
    among: NDArray[np.bool_] | None = None,
) -> Occurring:
    """What `count` counts, as far as it occurs; memory is a matter of the rows alone."""
    known = np.arange(codes.shape[1]) if among is None else np.flatnonzero(among)
    if weights is not None:
        known = known[weights[known] > 0]
    weighed = np.ones(len(known), dtype=np.int64) if weights is None else weights[known].astype(np.int64)
    stratum: Counts = np.zeros(len(known), dtype=np.int64)
    for variable in z:  # numbered anew after each, so that the numbers stay small
        stratum = np.unique(stratum * levels[variable] + codes[variable, known], return_inverse=True)[1]
    by_x, x_of_rows, totals_of_x = _added_up(stratum * levels[x] + codes[x, known], weighed)
    by_y, _, totals_of_y = _added_up(stratum * levels[y] + codes[y, known], weighed)
    cells, _, totals = _added_up(x_of_rows * levels[y] + codes[y, known], weighed)
    at_x = cells // levels[y]
    strata = by_x[at_x] // levels[x]
    at_y = np.searchsorted(by_y, strata * levels[y] + cells % levels[y])
    of_strata = np.bincount(stratum, weighed).astype(np.int64)
    return Occurring(
        totals,
        totals_of_x,
        totals_of_y,
        of_strata,
        (at_x, at_y, strata),
        np.bincount(by_x // levels[x], minlength=len(of_strata)),
        np.bincount(by_y // levels[y], minlength=len(of_strata)),
    )


def _added_up(keys: Counts, weights: Counts) -> tuple[Counts, Counts, Counts]:
    """The keys that occur, in order; which of them each is; and their weights added up."""
    seen, which = np.unique(keys, return_inverse=True)
    return seen, which, np.bincount(which, weights, minlength=len(seen)).astype(np.int64)


def count(
    codes: Codes,
    levels: Sequence[int],
    x: int,
    y: int,
    z: Sequence[int],
    *,
    weights: Counts | None = None,
    among: NDArray[np.bool_] | None = None,
    most_at_once: int = MOST_AT_ONCE,
    dense_strata: int = DENSE_STRATA,
) -> Strata:
    """The table of x by y within every configuration of z (the first of z changes slowest).

    Counts all rows, or those `among` which all of x, y and z are known; each once, or by its weight.
    `most_at_once` rows at a time; more strata than `dense_strata` are numbered as they occur.
    """
    rows = codes.shape[1]
    # Strata that only occur are numbered by all rows; of others a few at a time do, and copies stay small.
    at_once = most_at_once if cells_of(levels, z) <= dense_strata else rows
    cells: Counts | None = None
    for begin in range(0, rows, at_once):
        block = slice(begin, begin + at_once)
        known = block if among is None else begin + np.flatnonzero(among[block])
        columns = [codes[variable, known] for variable in (x, y, *z)]
        strata_of_rows, strata = _stratum_of_each_row(
            columns[2:], [levels[variable] for variable in z], len(columns[0]), dense_strata
        )
        index = (strata_of_rows * levels[x] + columns[0]) * levels[y] + columns[1]
        # Weights are added up as floats, which are exact below 2⁵³.
        weighed = None if weights is None else weights[known]
        counted = np.bincount(index, weighed, minlength=strata * levels[x] * levels[y])
        counted = counted.astype(np.int64, copy=False)
        cells = counted if cells is None else cells + counted
    assert cells is not None
    return Strata(cells.reshape(-1, levels[x], levels[y]))


def _stratum_of_each_row(
    z: Sequence[Codes], levels: Sequence[int], rows: int, dense_strata: int
) -> tuple[Counts, int]:
    stratum: Counts = np.zeros(rows, dtype=np.int64)
    strata = 1
    for column, count_of_levels in zip(z, levels, strict=True):
        stratum = stratum * count_of_levels + column
        strata *= count_of_levels
        if strata > dense_strata:
            seen, stratum = np.unique(stratum, return_inverse=True)
            strata = len(seen)
    return stratum, strata


def cells_of(levels: Sequence[int], variables: Sequence[int]) -> float:
    """Cells of the full table; a float, because forty variables make more than any integer type holds."""
    product = 1.0
    for variable in variables:
        product *= levels[variable]
    return product
