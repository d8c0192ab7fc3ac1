"""Contingency tables of coded data, by numpy: what G² and χ² are computed from, and what the window shows."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from elcs_gui.data.survey.cells import Codes

Counts = NDArray[np.int64]

MOST_AT_ONCE = 1 << 22
"""Rows that are counted at a time, where nothing has to be known of the others."""

DENSE_STRATA = 1 << 20
"""Beyond this many possible strata only those that occur are counted."""


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
        x_levels = np.maximum((self.by_x > 0).sum(axis=1) - 1, 0)
        y_levels = np.maximum((self.by_y > 0).sum(axis=1) - 1, 0)
        return int((x_levels * y_levels).sum())

    def expected(self) -> NDArray[np.float64]:
        """What each cell would hold if x and y were independent within its stratum."""
        products = self.by_x[:, :, None] * self.by_y[:, None, :]
        return np.asarray(products / np.maximum(self.totals, 1)[:, None, None])


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
