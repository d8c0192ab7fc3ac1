"""Which tests the log shows, and in which order: an index of rows over the columns."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

import numpy as np

from elcs_gui.app.log.columns import LogColumns, Mask, Rows


class Condition(Protocol):
    """What a filter asks of the tests."""

    def matches(self, columns: LogColumns, first: int = 0) -> Mask:
        """Which of the tests from number first + 1 on are wanted."""


@dataclass(frozen=True)
class Sort:
    """By which column, and which way."""

    column: str
    descending: bool = False


class LogRows:
    """Which tests are shown, in which order. Without a condition or a sort no index is kept at all."""

    def __init__(self, columns: LogColumns) -> None:
        self.columns = columns
        self._condition: Condition | None = None
        self._sort: Sort | None = None
        self._rows: Rows | None = None
        self._shown = len(columns)

    def __len__(self) -> int:
        return self._shown if self._rows is None else len(self._rows)

    @property
    def sort(self) -> Sort | None:
        return self._sort

    def show(self, condition: Condition | None, sort: Sort | None) -> None:
        """Show the tests that meet the condition, sorted; equal ones stay in the order asked."""
        self._condition, self._sort = condition, sort
        self._rows = None
        self._shown = len(self.columns)
        if condition is not None:
            self._rows = np.flatnonzero(condition.matches(self.columns)).astype(np.int32)
        if sort is not None and self._shown:
            key = self.columns.key(sort.column)
            if self._rows is not None:
                key = key[self._rows]
            order = np.argsort(-key if sort.descending else key, kind="stable").astype(np.int32)
            self._rows = order if self._rows is None else self._rows[order]

    def grow(self) -> int | None:
        """Take over the trace's new tests; how many rows were added at the end.

        None: the rows were sorted and had to be put in order anew.
        """
        before, seen = len(self), len(self.columns)
        if not self.columns.grow():
            return 0
        if self._sort is not None:
            self.show(self._condition, self._sort)
            return None
        self._shown = len(self.columns)
        if self._condition is not None and self._rows is not None:
            new = np.flatnonzero(self._condition.matches(self.columns, seen)) + seen
            self._rows = np.concatenate([self._rows, new.astype(np.int32)])
        return len(self) - before

    def number(self, row: int) -> int:
        """The test shown in a row, counted from 1."""
        return row + 1 if self._rows is None else int(self._rows[row]) + 1

    def numbers(self) -> Rows:
        """All rows as places in the columns (test numbers less one)."""
        return np.arange(self._shown, dtype=np.int32) if self._rows is None else self._rows

    def row_of(self, number: int) -> int | None:
        """Where a test is shown; None if it is filtered out."""
        row = self.row_before(number)
        return row if row is not None and self.number(row) == number else None

    def row_before(self, number: int) -> int | None:
        """Where a test is shown; in the order asked, the last shown before it if it is filtered out."""
        if self._rows is None:
            return min(number, self._shown) - 1 if number > 0 and self._shown else None
        if self._sort is None:
            row = int(np.searchsorted(self._rows, number - 1, side="right")) - 1
            return row if row >= 0 else None
        found = np.flatnonzero(self._rows == number - 1)
        return int(found[0]) if len(found) else None
