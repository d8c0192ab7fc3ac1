"""Running sums of measurements: correlations of data of any length in one pass, a block of rows at a time.

Kept are the number of rows, the means, and the sums of products about the means. A block has its own, and two
are joined without a loss of digits (Chan, Golub and LeVeque 1979), so that blocks may come in any order and
from several readers. Every column is divided by a power of two and told from its first number, which loses
nothing either: squares of what is very large leave the range of floats, and those of what lies far from 0 for
how little it varies are all rounding.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
Known = NDArray[np.bool_]

BLOCK = 1 << 14

LONG = 1 << 20
"""Beyond this many rows nothing is computed that would take a copy of them."""


def is_long(values: Floats) -> bool:
    """Are measurements (variables, rows) so many that they are correlated by running sums?"""
    return bool(values.shape[1] > LONG)


class Moments:
    """The sums of so many variables; of no rows yet."""

    def __init__(self, variables: int) -> None:
        self.rows = 0
        self._exponent = np.full(variables, _NO_SIZE)
        self._origin = np.zeros(variables)
        """The first number of each column, scaled."""
        self._mean = np.zeros(variables)
        """How far the mean lies from that, scaled."""
        self._products = np.zeros((variables, variables))
        """Sums of products about the means, scaled."""
        self._low = np.full(variables, np.inf)
        self._high = np.full(variables, -np.inf)

    @classmethod
    def of(cls, values: Floats, among: Sequence[int] | None = None, known: Known | None = None) -> Moments:
        """Of the variables `among` all, in the rows that are known."""
        found = cls(len(values) if among is None else len(among))
        for block in _blocks(values, among, known):
            found.add(block)
        return found

    def add(self, block: Floats) -> None:
        """Take in some rows: (variables, rows)."""
        if not block.shape[1]:
            return
        with np.errstate(invalid="ignore"):
            low, high = block.min(axis=1), block.max(axis=1)
            self._low, self._high = np.minimum(self._low, low), np.maximum(self._high, high)
            size = np.nan_to_num(np.maximum(np.abs(low), np.abs(high)), nan=1.0)
            self._rescale(np.where(size > 0, np.frexp(size)[1], _NO_SIZE))
            if not self.rows:
                self._origin = self._scaled(block[:, 0])
            told = self._scaled(block) - self._origin[:, None]
            mean = told.mean(axis=1)
            told -= mean[:, None]
            self._join(block.shape[1], mean, told @ told.T)

    def gaps(self) -> tuple[int, ...]:
        """The variables that are not known in every row."""
        return tuple(np.flatnonzero(np.isnan(self._low)).tolist())

    def correlations(self) -> Floats:
        """Of every two; nan for those that do not vary or are not known throughout."""
        with np.errstate(invalid="ignore", divide="ignore"):
            length = np.sqrt(np.diag(self._products))
            found = self._products / length[:, None] / length[None, :]
        found = np.clip(found, -1.0, 1.0)
        constant = self._low == self._high
        found[constant] = found[:, constant] = np.nan
        return np.asarray(found)

    def triangle(
        self, values: Floats, among: Sequence[int] | None = None, known: Known | None = None
    ) -> Floats:
        """The same columns once more, centred, scaled and turned so that they need few rows; zeros for those
        with gaps."""
        middle = (self._origin + self._mean)[:, None]

        def centred() -> Iterator[Floats]:
            for block in _blocks(values, among, known):
                yield np.where(
                    np.isnan(middle), 0.0, (self._scaled(block) - self._origin[:, None]) - self._mean[:, None]
                )

        return turned(centred())

    def _join(self, rows: int, mean: Floats, products: Floats) -> None:
        together = self.rows + rows
        away = mean - self._mean
        self._products += products + np.outer(away, away) * (self.rows * rows / together)
        self._mean = self._mean + away * (rows / together)
        self.rows = together

    def _rescale(self, exponent: NDArray[np.int64]) -> None:
        """Make room for numbers up to 2 to these powers."""
        by = np.minimum(self._exponent - exponent, 0)
        if by.any():
            self._exponent = self._exponent - by
            self._origin, self._mean = np.ldexp(self._origin, by), np.ldexp(self._mean, by)
            self._products = np.ldexp(self._products, by[:, None] + by[None, :])

    def _scaled(self, numbers: Floats) -> Floats:
        exponent = -self._exponent
        return np.asarray(np.ldexp(numbers, exponent if numbers.ndim == 1 else exponent[:, None]))


_NO_SIZE = -1100
"""The power of two of a column that holds nothing but zeros so far."""


def turned(blocks: Iterable[Floats]) -> Floats:
    """Columns, given as blocks of rows (variables, rows), turned so that they need few rows: lengths and
    angles are kept."""
    triangle: Floats | None = None
    for block in blocks:
        rows = block.T if triangle is None else np.vstack([triangle, block.T])
        triangle = np.asarray(np.linalg.qr(rows, mode="r"))
    assert triangle is not None
    return triangle


def _blocks(values: Floats, among: Sequence[int] | None, known: Known | None) -> Iterator[Floats]:
    for start in range(0, values.shape[1], BLOCK):
        rows = slice(start, start + BLOCK)
        block = values[:, rows] if among is None else values[list(among), rows]
        yield block if known is None else block[:, known[rows]]
