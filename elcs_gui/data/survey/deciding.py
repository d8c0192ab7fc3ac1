"""Which column decides whether another is missing, found while the blocks of a table pass by.

A column of levels decides it where no level occurs both in rows in which the other is known and in rows in
which it is missing: the month of a pregnancy is known only of women. Tests then see some of the levels only,
and where one level is left they have nothing to compare.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import islice
from typing import Any

import numpy as np
from numpy.typing import NDArray

from elcs_gui.data.columns.cells import ordered_levels
from elcs_gui.data.survey.markers import Markers
from elcs_gui.data.survey.tally import Tally
from elcs_gui.data.tables.table_file import Cells, Part, as_cells, rows_in

MOST_LEVELS = 20
"""A column of more levels is not looked at: with rare levels it may seem to decide by chance."""
FEWEST_ROWS = 10
"""Known, and missing, at least so many rows, or chance may have it so."""
_AT_FIRST = 512
"""Rows by which most pairs of columns are refuted."""

Seen = NDArray[np.bool_]


@dataclass(frozen=True)
class Deciding:
    """`column` decides whether `other` is missing: that is known only where it has one of the levels."""

    column: str
    other: str
    levels: tuple[str, ...]


@dataclass
class _Pair:
    """The levels of a column with which another was known, and was missing; and in how many rows."""

    known: set[str] = field(default_factory=set)
    missing: set[str] = field(default_factory=set)
    rows_known: int = 0
    rows_missing: int = 0


class DecidingColumns:
    """Grows by `begin_block` and, after the tallies have taken in that block, `add`."""

    def __init__(self, tallies: Sequence[Tally], markers: Markers) -> None:
        self._tallies, self._markers = tallies, markers
        self._pairs: dict[int, dict[int, _Pair]] = {}
        """By the column that has gaps, those that may decide it."""
        self._counted: list[int] = []
        self._rows = 0

    def begin_block(self) -> None:
        """Remember which levels occurred up to now."""
        self._counted = [len(tally.counts or ()) for tally in self._tallies]
        self._rows = self._tallies[0].rows

    def add(self, parts: Sequence[Part], gaps: Sequence[Seen | None]) -> None:
        """Take in a block: its columns, and in which rows each is missing (None: in none)."""
        columns: dict[int, Cells] = {}
        for other, missing in enumerate(gaps):
            if missing is not None and other not in self._pairs:
                self._pairs[other] = self._begun(other)
        for other, pairs in self._pairs.items():
            absent = gaps[other]
            absent = np.zeros(rows_in(parts[0]), dtype=np.bool_) if absent is None else absent
            for column in list(pairs):
                if column not in columns:
                    columns[column] = as_cells(parts[column])
                if not self._grown(pairs[column], columns[column], absent):
                    del pairs[column]

    def found(self) -> Iterator[Deciding]:
        """By the column that is decided; of several that decide it the first."""
        for other, pairs in sorted(self._pairs.items()):
            for column, pair in pairs.items():
                if min(pair.rows_known, pair.rows_missing) >= FEWEST_ROWS and self._may_decide(column):
                    levels = tuple(ordered_levels(sorted(pair.known))[0])
                    yield Deciding(self._tallies[column].name, self._tallies[other].name, levels)
                    break

    def _begun(self, other: int) -> dict[int, _Pair]:
        """All columns that may decide; up to now the other was known in every row."""
        return {
            column: _Pair(set(islice(tally.counts or (), self._counted[column])), rows_known=self._rows)
            for column, tally in enumerate(self._tallies)
            if column != other and self._may_decide(column)
        }

    def _may_decide(self, column: int) -> bool:
        counts = self._tallies[column].counts
        return counts is not None and len(counts) <= MOST_LEVELS

    def _grown(self, pair: _Pair, cells: Cells, absent: Seen) -> bool:
        """Take in a block; False where a level occurs with the other column known and with it missing."""
        rows = len(absent)
        for first, last in ((0, min(_AT_FIRST, rows)), (_AT_FIRST, rows)):
            if first < last:
                codes, of = cells.codes[first:last], absent[first:last]
                pair.rows_missing += self._levels(cells.labels, codes[of], pair.missing)
                pair.rows_known += self._levels(cells.labels, codes[~of], pair.known)
                if pair.known & pair.missing:
                    return False
        return True

    def _levels(self, labels: Sequence[str], codes: NDArray[Any], into: set[str]) -> int:
        """Put the levels that occur into a set; in how many rows there is one."""
        rows = 0
        counts = np.bincount(codes, minlength=len(labels))
        for code in np.flatnonzero(counts).tolist():
            if labels[code] not in self._markers:
                into.add(labels[code])
                rows += int(counts[code])
        return rows
