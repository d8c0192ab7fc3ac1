"""A text file as a table, block by block, so that the text is never held as a whole."""

import csv
from collections.abc import Collection, Iterator, Sequence
from io import BytesIO
from itertools import islice
from pathlib import Path
from typing import Any

import numpy as np

from elcs_gui.data.names import tidy_name
from elcs_gui.data.plan import USUAL_MARKERS, ImportPlan
from elcs_gui.data.tables.table_file import Block, Cells, Form, Part, Tell
from elcs_gui.data.tables.text_scan import BytesRead, TextFormat, sniff

LARGE = 1 << 22
"""From so many bytes on, the fast parser is worth the half second that its import takes."""

_BLOCK = 1 << 20
"""Cells to parse at a time; a quarter of it where every cell becomes a Python object."""


class TextTable:
    """A csv, tsv or whitespace file; see `elcs_gui.data.tables.table_file.TableFile`."""

    knows_missing = False

    def __init__(self, path: Path, plan: ImportPlan, tell: Tell) -> None:
        self.text: TextFormat = sniff(path, plan, tell)
        self.name = path.name
        self.spelled = tuple(self.text.columns)
        self.columns = tuple(map(tidy_name, self.spelled))
        self.form = Form(
            "text",
            self.text.has_header,
            self.text.delimiter,
            self.text.encoding.codec,
            self.text.decimal,
        )
        self._markers = ["", *plan.missing]
        self._nan_is_missing = set(USUAL_MARKERS) <= set(self._markers)

    def blocks(self, wanted: Sequence[int], numeric: Collection[int]) -> Iterator[Block]:
        read = BytesRead()
        size = self.text.path.stat().st_size
        parts = self._fast(wanted, numeric, read) if self._is_large else self._exact(wanted, read)
        for block in parts:
            yield Block(block, min(read.count / size, 1.0))

    def place(self, row: int) -> str:
        line, _ = next(islice(self.text.records(), row, None))
        return f"line {line:,}"

    @property
    def _is_large(self) -> bool:
        return self.text.encoding.is_plain and self.text.path.stat().st_size >= LARGE

    def _fast(self, wanted: Sequence[int], numeric: Collection[int], read: BytesRead) -> Iterator[list[Part]]:
        """The rows of a plain file, parsed by pandas: lines are checked before, as pandas pads short ones."""
        lines = self.text.plain_lines(read)
        # Not "category": pandas 3.1 takes such labels for numbers where it can, and 03 would become 3.
        labels = dict.fromkeys(wanted, "object")
        types = labels | {place: "float64" for place in wanted if place in numeric}
        while some := list(islice(lines, 1 + _BLOCK // len(self.columns))):
            text = b"".join(some)
            try:
                frame = self._frame(text, types)
                parts = [self._part(frame[place]) for place in wanted]
            except ValueError:  # blanks around a marker, or no number at all: labels can tell
                frame = self._frame(text, labels)
                parts = [self._part(frame[place]) for place in wanted]
            yield parts

    def _frame(self, text: bytes, types: dict[int, str]) -> Any:
        import pandas as pd  # here, because most files are small and the import is slow

        not_known: Any = {place: self._markers for place, kind in types.items() if kind == "float64"}
        return pd.read_csv(
            BytesIO(text),
            encoding=self.text.encoding.codec.removesuffix("-sig"),
            sep=self.text.delimiter,
            decimal=self.text.decimal,
            header=None,
            usecols=list(types),
            dtype=types,
            na_values=not_known,
            keep_default_na=False,
            quoting=csv.QUOTE_NONE,
            skip_blank_lines=False,
            low_memory=False,
        )

    def _part(self, column: Any) -> Part:
        """A column of a frame; a ValueError for numbers that only pandas takes for such."""
        if column.dtype == np.float64:
            numbers = column.to_numpy()
            if np.isinf(numbers).any() or (np.isnan(numbers).any() and not self._nan_is_missing):
                raise ValueError
            return np.asarray(numbers)
        codes, labels = column.factorize()
        return Cells(self.text.labels(labels.tolist()), codes)

    def _exact(self, wanted: Sequence[int], read: BytesRead) -> Iterator[list[Part]]:
        """The rows of any file, parsed by Python's csv."""
        records = self.text.records(read)
        rows_a_block = 1 + _BLOCK // (4 * len(self.columns))
        while some := [cells for _, cells in islice(records, rows_a_block)]:
            by_column = list(zip(*some, strict=True))
            parts: list[Part] = []
            for place in wanted:
                book = {cell: code for code, cell in enumerate(dict.fromkeys(by_column[place]))}
                codes = np.fromiter(map(book.__getitem__, by_column[place]), np.int32, len(some))
                parts.append(Cells(self.text.labels(book), codes))
            yield parts
