"""Rows that hold the header again, as where files were put together one below the other.

Such a row has the name of every column in that column. Only the survey looks for them unasked, and proposes
to leave them out (`ImportPlan.drop_headers`): where each column holds its own name or nothing, as in answers
to "which of these", a row in which all was ticked looks the same.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from elcs_gui.data.dataset import Dataset
from elcs_gui.data.tables.table_file import Block, Cells, Part, SomeRows, Tell, Wanted, nobody, rows_in
from elcs_gui.errors import shown

Rows = NDArray[np.bool_]


def header_rows(parts: Sequence[Part], names: Sequence[str]) -> Rows | None:
    """In which rows of all columns stands the header? None where it stands in none."""
    found: Rows | None = None
    for part, name in zip(parts, names, strict=True):
        if not isinstance(part, Cells):
            return None
        codes = [code for code, label in enumerate(part.labels) if label == name]
        if not codes:
            return None
        here = np.isin(part.codes, codes)
        found = here if found is None else found & here
        if not found.any():
            return None
    return found


def without_rows(parts: Sequence[Part], rows: Rows | None) -> list[Part]:
    """The parts without these rows."""
    if rows is None:
        return list(parts)
    return [
        Cells(part.labels, part.codes[~rows]) if isinstance(part, Cells) else part[~rows] for part in parts
    ]


def repeated_headers(data: Dataset) -> int:
    """How many rows of a data set hold its header again."""
    if data.values is not None or any(
        name not in levels for name, levels in zip(data.columns, data.levels, strict=True)
    ):
        return 0
    rows: Any = None
    for name, levels, codes in zip(data.columns, data.levels, data.codes, strict=True):
        here = np.asarray(codes) == levels.index(name)
        rows = here if rows is None else rows & here
    return int(rows.sum() if data.counts is None else np.asarray(data.counts)[rows].sum())


def headers_sentence(name: str, rows: int) -> str:
    """What is said of them, without how to leave them out."""
    few = rows == 1
    return (
        f"In {shown(name)}, {rows:,} {'row holds' if few else 'rows hold'} the header again and "
        f"{'counts' if few else 'count'} as data: leave {'it' if few else 'them'} out"
    )


class WithoutHeaders(SomeRows):
    """Another table without the rows that hold its header again; see `TableFile`."""

    def blocks(self, wanted: Wanted) -> Iterator[Block]:
        for block, rows in self._looked_at(wanted.tell):
            parts = [block.parts[place] for place in wanted.places]
            counts = block.counts if rows is None or block.counts is None else block.counts[~rows]
            yield Block(without_rows(parts, rows), block.done, counts)

    def place(self, row: int) -> str:
        """Where a row of those that are left stands in the file."""
        before = left = 0
        for block, rows in self._looked_at(nobody):
            kept = np.arange(rows_in(block.parts[0])) if rows is None else np.flatnonzero(~rows)
            if row < left + len(kept):
                return self._table.place(before + int(kept[row - left]))
            before, left = before + rows_in(block.parts[0]), left + len(kept)
        return self._table.place(row)

    def _looked_at(self, tell: Tell) -> Iterator[tuple[Block, Rows | None]]:
        """All columns, as labels: a header among numbers is none."""
        for block in self._table.blocks(Wanted(range(len(self.columns)), tell=tell)):
            yield block, header_rows(block.parts, self.columns)
