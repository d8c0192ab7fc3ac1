"""A text file as a table: by the compiled reading core, or by Python's csv where there is none."""

from collections.abc import Collection, Iterator, Sequence
from itertools import islice
from math import inf, nan
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from elcs_gui.data.columns.cells import is_number
from elcs_gui.data.names import tidy_name
from elcs_gui.data.plan import ImportPlan, Kind
from elcs_gui.data.tables.table_file import FIRST_ROWS, Block, Cells, Form, Part, Tell, Wanted, coded
from elcs_gui.data.tables.text_columns import Numbers, TextPass, Unclear, can_read
from elcs_gui.data.tables.text_scan import BytesRead, TextFormat, sniff

MOST_NUMBERS = 1000
"""With more different numbers than these in the first rows, a column measures something."""

_BLOCK = 1 << 18
"""Cells that Python's csv parses at a time."""


class TextTable:
    """A csv, tsv or whitespace file; see `elcs_gui.data.tables.table_file.TableFile`.

    What the core has read is kept: a survey and the reading after it share one pass.
    """

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
        self._plan = plan
        self._markers = frozenset(["", *plan.missing])
        self._cells: dict[int, Cells] = {}
        self._numbers: dict[int, NDArray[np.float64]] = {}
        """The columns that have been read: their labels, or their numbers, or both."""
        self._first: dict[int, Cells] = {}
        """Of columns in which numbers were found unasked, the first rows as labels."""
        self._by_core = can_read(self.text)

    def blocks(self, wanted: Wanted) -> Iterator[Block]:
        if self._by_core:
            try:
                self._read(wanted)
            except Unclear:
                self._by_core = False
        if not self._by_core:
            yield from self._by_csv(wanted)
        elif wanted.may_measure and not self._first.keys().isdisjoint(wanted.places):
            yield Block([self._beginning(place) for place in wanted.places], 0.0)
            yield Block([self._rest(place) for place in wanted.places], 1.0)
        else:
            parts = [self._cells.get(place, self._numbers.get(place)) for place in wanted.places]
            yield Block([part for part in parts if part is not None], 1.0)

    def place(self, row: int) -> str:
        line, _ = next(islice(self.text.records(), row, None))
        return f"line {line:,}"

    def _beginning(self, place: int) -> Part:
        labels, codes = self._first[place] if place in self._first else self._cells[place]
        return Cells(labels, codes[:FIRST_ROWS])

    def _rest(self, place: int) -> Part:
        if place in self._first:
            return self._numbers[place][FIRST_ROWS:]
        labels, codes = self._cells[place]
        return Cells(labels, codes[FIRST_ROWS:])

    def _read(self, wanted: Wanted) -> None:
        """Read what is not known yet of the columns; the first time, all that the plan does not ignore."""
        places, numeric = set(wanted.places), set(wanted.numeric)
        if not wanted.may_measure and not self._cells and not self._numbers:
            kinds = list(map(self._plan.kind, self.columns))
            others = [
                place for place, kind in enumerate(kinds) if kind is not Kind.IGNORE and place not in places
            ]
            places.update(others)
            numeric.update(place for place in others if kinds[place] is Kind.CONTINUOUS)
        new = sorted(places - self._cells.keys())
        as_numbers = [place for place in new if place in numeric and place not in self._numbers]
        as_levels = [
            place
            for place in new
            if place not in numeric and not (wanted.may_measure and place in self._first)
        ]
        if as_numbers or as_levels:
            again = self._one_pass(as_levels, as_numbers, wanted)
            if again:
                self._one_pass(again, [], Wanted(again, tell=wanted.tell))

    def _one_pass(self, levels: Sequence[int], numeric: Sequence[int], wanted: Wanted) -> list[int]:
        """Read these columns; which of them were read as numbers, but hold something else as well."""
        measured: list[int] = []

        def look() -> None:
            sizes = found.sizes()
            many = [place for place in levels if sizes[place] > MOST_NUMBERS] if wanted.may_measure else []
            for place, cells in zip(many, found.levels(many), strict=True):
                if _numbers(cells.labels, frozenset()) is not None:
                    self._first[place] = cells
                    measured.append(place)
            found.measure(measured)

        with TextPass(self.text, levels, numeric) as found:
            found.read(wanted.tell, FIRST_ROWS, look)
            kept = [place for place in levels if place not in self._first]
            self._cells.update(zip(kept, found.levels(kept), strict=True))
            again = []
            for places, markers in ((numeric, self._markers), (measured, frozenset())):
                for place, read in zip(places, found.numbers(places), strict=True):
                    numbers = _completed(read, self._first.get(place), markers)
                    if numbers is None:
                        self._first.pop(place, None)
                        again.append(place)
                    else:
                        self._numbers[place] = numbers
        return again

    def _by_csv(self, wanted: Wanted) -> Iterator[Block]:
        """The rows of any file, parsed by Python."""
        read = BytesRead()
        size = self.text.path.stat().st_size
        records = self.text.records(read)
        rows_a_block = 1 + _BLOCK // len(self.columns)
        while some := [cells for _, cells in islice(records, rows_a_block)]:
            by_column = list(zip(*some, strict=True))
            parts: list[Part] = []
            for place in wanted.places:
                cells, codes = coded(by_column[place])
                parts.append(Cells(self.text.labels(cells), codes))
            yield Block(parts, min(read.count / size, 1.0))


def _numbers(labels: Sequence[str], missing: Collection[str]) -> NDArray[np.float64] | None:
    """The finite numbers of the labels, nan for what is missing; None where one is neither."""
    values = [nan if label in missing else float(label) if is_number(label) else inf for label in labels]
    return None if inf in map(abs, values) else np.array(values, dtype=np.float64)


def _completed(read: Numbers, first: Cells | None, missing: Collection[str]) -> NDArray[np.float64] | None:
    """A column of numbers, with those that were labels; None where a label stands for no number."""
    used, codes = np.unique(read.labels.codes, return_inverse=True)
    beside = _numbers([read.labels.labels[code] for code in used.tolist()], missing)
    before = None if first is None else _numbers(first.labels, missing)
    if beside is None:
        return None
    read.values[read.where] = beside[codes]
    if before is not None and first is not None:
        read.values[: len(first.codes)] = before[first.codes]
    return read.values
