"""The tables behind one answer: what was observed, what independence would expect, and each table's share."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from elcs_gui.ci.discrete import TableTest
from elcs_gui.ci.questions import Question
from elcs_gui.ci.tables import DENSE_STRATA, cells_of

MOST_CELLS = 1 << 18
"""Larger tables are not made: nobody can read them, and counting them would take seconds."""


class Cell(NamedTuple):
    """One cell; `residual` is in units of what chance would do, √expected."""

    observed: int
    expected: float
    residual: float


@dataclass(frozen=True, eq=False)
class Shares:
    """Tables (stratum, x, y) in the order to be shown, all with rows in them."""

    observed: NDArray[np.int64]
    expected: NDArray[np.float64]
    share: NDArray[np.float64]
    """What each stratum adds to the statistic; the sum is the statistic."""
    given: NDArray[np.int64]
    """The level of each member of Z in each stratum."""
    empty: int
    """Combinations of Z without any row, left out."""

    def __len__(self) -> int:
        return len(self.share)

    def cell(self, stratum: int, x: int, y: int) -> Cell:
        observed, expected = int(self.observed[stratum, x, y]), float(self.expected[stratum, x, y])
        residual = (observed - expected) / expected**0.5 if expected > 0 else 0.0
        return Cell(observed, expected, residual)

    @cached_property
    def largest_residual(self) -> float:
        """Of all cells, up or down."""
        with np.errstate(divide="ignore", invalid="ignore"):
            residuals = np.abs(self.observed - self.expected) / np.sqrt(self.expected)
        return float(np.nan_to_num(residuals).max(initial=0.0))


def shares(test: TableTest, x: int, y: int, z: Sequence[int], *, largest_first_above: int) -> Shares | None:
    """The tables of x (down) by y (across) in each stratum of z; None where there are too many cells.

    Above that many tables, those with the largest shares come first; otherwise the strata are in the order of
    the levels.
    """
    z = sorted(z)
    if cells_of(test.levels, (x, y, *z)) > MOST_CELLS or cells_of(test.levels, z) > DENSE_STRATA:
        return None
    table = test.table(Question.of(x, y, z))
    turned = x > y  # a question has its smaller variable first
    observed = table.cells.transpose(0, 2, 1) if turned else table.cells
    expected = table.expected().transpose(0, 2, 1) if turned else table.expected()
    occupied = table.totals > 0
    with np.errstate(divide="ignore", invalid="ignore"):
        parts = test.shares(observed, expected)
    each = np.nan_to_num(parts, nan=0.0, posinf=0.0, neginf=0.0).sum(axis=(1, 2))
    order = np.flatnonzero(occupied)
    if len(order) > largest_first_above:
        order = order[np.argsort(-each[order], kind="stable")]
    sizes = [test.levels[variable] for variable in z]
    given = np.array(np.unravel_index(order, sizes)).T if z else np.zeros((len(order), 0), dtype=np.int64)
    return Shares(observed[order], expected[order], each[order], given, int((~occupied).sum()))
