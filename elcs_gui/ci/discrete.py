"""G² and Pearson's χ² on discrete data.

Both refuse to judge where the table is too large for the rows: with N rows and `cells` cells in the table
of x, y and Z, N / cells < 5 is unreliable. Where values are missing, a test sees the N rows in which x, y and
all of Z are known, and no others.

G² is summed in whole numbers. 2·Σ O·ln(O/E) is 2·(Σ h(O_xyz) − Σ h(O_xz) − Σ h(O_yz) + Σ h(O_z)) with
h(n) = n·ln n as a 64-bit fixed-point number. Whole numbers add up to the same total in any order, so the
compiled kernel, its vector instructions and numpy agree to the last bit, x, y and Z may stand in any order,
and weighted rows give what the same rows give written out.

h is tabled up to TABLED; of larger counts it is computed, by steps that the compiled kernel takes as well
(`elcs_gui/native/statistics.c`) and that no compiler may alter: with n = (a + r)·2ˢ, 2¹⁰ ≤ a < 2¹¹ and r < 1,
ln n is ln a (tabled) + s·ln 2 + ln(1 + r/a), and the last is a short series.

χ² is a sum of floating-point numbers: (O − E)²/E of the occupied cells one by one, in order of stratum, x and
y, and stratum by stratum what the empty ones expect, (n² − Σ O_xz·O_yz over occupied cells) / n. That order
is part of the result, and the kernel keeps to it.
"""

from __future__ import annotations

import math
from abc import ABC, abstractmethod
from collections.abc import Iterable
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from elcs_gui.ci import tables
from elcs_gui.ci.distributions import ChiSquare, Distribution
from elcs_gui.ci.questions import MOST_DF, UNRELIABLE_DF, Question
from elcs_gui.data.dataset import Dataset
from elcs_gui.errors import DataError

ROWS_PER_CELL = 5.0

TABLED = 1 << 20
"""Of counts up to this one, n·ln n is tabled: 8 MB."""

MANTISSAS = 1 << 10
"""Of larger ones it is computed from the logarithms of as many numbers, from this one on."""


class TableTest(ABC):
    """What tests on tables share: the data, the reliability rule, the reference distribution."""

    distribution: Distribution = ChiSquare()
    kernel_statistic: int | None = None
    """What the kernel calls it (`enum statistic` in `elcs_gui/native/kernel.h`); None where it has none."""
    any_order = False
    """Is the statistic the same to the last bit, in whatever order columns stand?"""

    def __init__(self, data: Dataset, rows_per_cell: float = ROWS_PER_CELL) -> None:
        if data.values is not None:
            raise DataError(f"{data.name} holds continuous values: use --test fisher-z, or discretise them.")
        self.data = data
        self.codes = data.codes
        self.weights = data.counts
        self.levels = [max(len(labels), 1) for labels in data.levels]
        self.rows = data.rows
        self.gaps = frozenset(data.gaps)
        self.rows_per_cell = rows_per_cell

    @property
    def variables(self) -> int:
        return len(self.levels)

    def available(self, question: Question) -> int:
        """The rows in which all that is asked about is known."""
        known = self.known((question.x, question.y, *question.z))
        return self.rows if known is None else self.data.rows_where(known)

    def reliable(self, question: Question) -> bool:
        """Are there enough rows for every cell of the full table?"""
        cells = tables.cells_of(self.levels, (question.x, question.y, *question.z))
        enough = self.rows / cells >= self.rows_per_cell
        return enough and (not self.gaps or self.available(question) / cells >= self.rows_per_cell)

    def table(self, question: Question) -> tables.Strata:
        """The counts behind the answer, reliable or not."""
        x, y, z = question
        known = self.known((x, y, *z))
        return tables.count(self.codes, self.levels, x, y, z, weights=self.weights, among=known)

    def counted(self, question: Question) -> tables.Strata | tables.Occurring:
        """The same for a statistic: of a table too large to be held, what occurs."""
        x, y, z = question
        if tables.cells_of(self.levels, (x, y, *z)) <= tables.most_dense_cells(self.codes.shape[1]):
            return self.table(question)
        known = self.known((x, y, *z))
        return tables.occurring(self.codes, self.levels, x, y, z, weights=self.weights, among=known)

    @abstractmethod
    def measure(self, question: Question) -> tuple[float, int]:
        """See `elcs_gui.ci.questions.CiTest`."""

    @abstractmethod
    def shares(self, observed: NDArray[np.int64], expected: NDArray[np.float64]) -> NDArray[np.float64]:
        """What each cell adds to the statistic; of no meaning where nothing is expected."""

    def known(self, variables: Iterable[int]) -> NDArray[np.bool_] | None:
        """In which stored rows all the variables are known; None for all rows."""
        known = [
            self.codes[variable] < self.levels[variable] for variable in variables if variable in self.gaps
        ]
        return np.logical_and.reduce(known) if known else None


class G2(TableTest):
    """The likelihood-ratio test, numpy's version; `elcs_gui.ci.compiled` speeds the same numbers up.

    Args:
        tabled: up to which count h is tabled; not less than MANTISSAS - 1.
    """

    kernel_statistic = 0
    any_order = True

    def __init__(self, data: Dataset, rows_per_cell: float = ROWS_PER_CELL, *, tabled: int = TABLED) -> None:
        super().__init__(data, rows_per_cell)
        self._tabled = tabled

    @cached_property
    def fixed_point_bits(self) -> int:
        """Binary digits behind the point of `entropies`: as many as leave the largest sum below 2⁶⁰."""
        return 60 - math.ceil(math.log2(self.rows * math.log(self.rows + 1) + 1))

    @cached_property
    def entropies(self) -> NDArray[np.int64]:
        """h(n) = n·ln n in fixed point, as far as it is tabled."""
        n = np.arange(min(self.rows, self._tabled) + 1, dtype=np.float64)
        n[1:] *= np.log(n[1:])
        return np.rint(np.ldexp(n, self.fixed_point_bits)).astype(np.int64)

    @cached_property
    def logarithms(self) -> NDArray[np.float64]:
        """ln a for a = MANTISSAS .. 2·MANTISSAS - 1; none where all counts are tabled."""
        return np.log(
            np.arange(MANTISSAS, 2 * MANTISSAS, dtype=np.float64)[: None if self.rows > self._tabled else 0]
        )

    def summed(self, counts: tables.Counts) -> int:
        """Σ h(n) over all counts, in fixed point."""
        h = self.entropies
        if self.rows < len(h):
            return int(h[counts].sum())
        large = counts >= len(h)
        return int(h[counts[~large]].sum()) + int(self._computed(counts[large]).sum())

    def _computed(self, counts: tables.Counts) -> tables.Counts:
        """h of counts that are not tabled."""
        n = counts.astype(np.float64)
        shift = np.frexp(n)[1] - MANTISSAS.bit_length()
        step = np.ldexp(1.0, shift)
        whole = np.floor(n / step)
        x = (n - whole * step) / (whole * step)
        series = x * (1 - x * (1 / 2 - x * (1 / 3 - x * (1 / 4 - x * (1 / 5)))))
        logarithm = (self.logarithms[whole.astype(np.int64) - MANTISSAS] + shift * math.log(2.0)) + series
        return np.asarray(n * logarithm * (2.0 / self.unit) + 0.5).astype(np.int64)

    @property
    def unit(self) -> float:
        """What one step of a fixed-point sum is worth in G²."""
        return math.ldexp(2.0, -self.fixed_point_bits)

    def measure(self, question: Question) -> tuple[float, int]:
        if not self.reliable(question):
            return math.nan, UNRELIABLE_DF
        table, h = self.counted(question), self.summed
        total = h(table.cells) - h(table.by_x) - h(table.by_y) + h(table.totals)
        return _of_bounded_df(max(total, 0) * self.unit, table.df())

    def shares(self, observed: NDArray[np.int64], expected: NDArray[np.float64]) -> NDArray[np.float64]:
        return np.asarray(2.0 * observed * np.log(observed / expected))


class Chi2(TableTest):
    """Pearson's test on the same tables."""

    kernel_statistic = 1

    def measure(self, question: Question) -> tuple[float, int]:
        if not self.reliable(question):
            return math.nan, UNRELIABLE_DF
        table = self.counted(question)
        observed, products, strata = table.occupied()
        totals = table.totals
        parts = self.shares(observed, products / totals[strata])
        occupied = np.zeros(len(totals), dtype=np.int64)
        np.add.at(occupied, strata, products)
        empties = (totals * totals - occupied) / np.maximum(totals, 1)
        return _of_bounded_df(_in_order(parts) + _in_order(empties), table.df())

    def shares(self, observed: NDArray[np.int64], expected: NDArray[np.float64]) -> NDArray[np.float64]:
        return np.asarray((observed - expected) ** 2 / expected)


def _in_order(numbers: NDArray[np.float64]) -> float:
    """Their sum, added one by one."""
    return float(np.add.accumulate(numbers)[-1]) if len(numbers) else 0.0


def _of_bounded_df(statistic: float, df: int) -> tuple[float, int]:
    return (statistic, df) if df <= MOST_DF else (math.nan, UNRELIABLE_DF)
