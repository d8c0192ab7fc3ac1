"""Tables that an engine reads: something that runs queries, over data that need not fit into memory.

An `Engine` is asked in SQL (that of DuckDB) and answers in batches of Arrow; DuckDB itself is one
(`elcs_gui.data.tables.duckdb_engine`). `EngineTable` asks it: a table is looked at by a sample of its rows,
and read by scans of all of them (`elcs_gui.data.survey.scanning`). `GROUP BY` all wanted columns gives the
distinct rows with their counts. Columns of few levels go into it packed as the digits of a few whole numbers:
that needs a quarter of the memory and half of the time that their labels would.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass
from enum import Enum
from importlib import import_module
from typing import Any, NamedTuple, Protocol

import numpy as np
from numpy.typing import NDArray

from elcs_gui.data.names import listed, tidy_name
from elcs_gui.data.plan import ImportPlan, Kind
from elcs_gui.data.tables.arrow_cells import ArrowCells
from elcs_gui.data.tables.packing import MOST_PACKED, Digit, Packing
from elcs_gui.data.tables.table_file import Block, Cells, Form, Part, Tell, Wanted, nobody
from elcs_gui.errors import DataError, quoted

MEMORY = "ELCS_MEMORY"
"""Environment variable: how much memory reading may take, as in 2GB; with it, DuckDB reads what it can."""
_USUAL_MEMORY = "2GB"
_LEAST = 100_000_000
_AMOUNT = re.compile(r"\s*(\d+(?:\.\d+)?)\s*([KMGT])i?B?\s*", re.IGNORECASE)

TABLE = "elcs_rows"
"""What a query calls the table of its engine."""

SAMPLED = 100_000
_FIRST_ROWS = 20_000
_SETS = 32
"""Columns whose levels are found in one scan."""


def checked_amount(text: str) -> str:
    """An amount of memory as ELCS_MEMORY has it, or a DataError."""
    found = _AMOUNT.fullmatch(text)
    if found is None or _bytes_of(found) < _LEAST:
        raise DataError(
            f"An amount of memory is a number with a unit, such as 2GB, of 100MB or more, not {quoted(text)}."
        )
    return f"{found[1]}{found[2].upper()}B"


def use_memory(amount: str) -> None:
    """Read in so much memory from now on, as in 2GB, and so do processes that this one starts; nothing: as
    usual."""
    if amount:
        os.environ[MEMORY] = checked_amount(amount)
    else:
        os.environ.pop(MEMORY, None)


def memory_limit() -> int:
    """Bytes of memory that reading may take, as the user said or as usual."""
    found = _AMOUNT.fullmatch(checked_amount(os.environ.get(MEMORY, _USUAL_MEMORY)))
    assert found is not None
    return _bytes_of(found)


def _bytes_of(amount: re.Match[str]) -> int:
    return int(float(amount[1]) * 1000 ** ("KMGT".index(amount[2].upper()) + 1))


class Holds(Enum):
    """What the cells of a column are."""

    WHOLE = "whole numbers"
    FLOATS = "floating-point numbers"
    TEXT = "text"
    OTHER = "something that has a text"
    SEVERAL = "lists, structures or bytes"


class EngineColumn(NamedTuple):
    """A column as the engine knows it."""

    name: str
    """As it stands there, with outer blanks."""
    holds: Holds


class OutOfMemory(DataError):
    """A query that needs more memory than there may be, or more room on the disk than there is."""


class Engine(Protocol):
    """Something that holds one table and runs queries on it."""

    @property
    def name(self) -> str:
        """For messages: `alarm.parquet`."""

    @property
    def form(self) -> Form:
        """What it looks like."""

    @property
    def knows_missing(self) -> bool:
        """Whether only NULL is missing, because the data are typed and their labels exact."""

    @property
    def columns(self) -> Sequence[EngineColumn]:
        """The columns of the table."""

    def sample(self, columns: Sequence[str], rows: int) -> Iterator[Any]:
        """Batches of at most so many rows of these columns, spread over the table, always the same ones."""

    def query(self, sql: str, tell: Tell = nobody) -> Iterator[Any]:
        """Batches (`pyarrow.RecordBatch`) of what a SELECT from TABLE, in DuckDB's dialect, finds.

        `tell` hears of the progress until the first batch is there; whatever it raises ends the query. A
        DataError says in one line what went wrong. Closing the iterator gives up the query; what it kept on
        the disk goes with it.
        """

    def kept(self, select: str, tell: Tell) -> AbstractContextManager[str]:
        """What that SELECT finds, for several queries to read FROM: a copy, where that is read faster."""


@dataclass(frozen=True)
class Levels:
    """The different cells of a column, NULL as None, and in how many rows each is."""

    counts: Mapping[str | int | None, int]

    def labels(self) -> dict[str, int]:
        """The same by label."""
        found: dict[str, int] = {}
        for value, count in self.counts.items():
            label = _label(value)
            found[label] = found.get(label, 0) + count
        return found

    def digit(self, column: str) -> Digit:
        """The column as a digit; what is most frequent is asked for first."""
        ordered = sorted(self.counts, key=lambda value: (-self.counts[value], _label(value)))
        return Digit(tuple(map(_label, ordered)), tuple(_condition(column, value) for value in ordered))


def _label(value: str | int | None) -> str:
    return "" if value is None else str(value).strip()


def _condition(column: str, value: str | int | None) -> str:
    if value is None:
        return f"{column} IS NULL"
    return f"{column} = {literal(value) if isinstance(value, str) else value}"


class _Packed:
    """How the wanted columns are selected, some of them packed."""

    def __init__(self, table: EngineTable, wanted: Sequence[int], digits: Mapping[int, Digit]) -> None:
        self._name, self._wanted, self._digits = table.name, wanted, digits
        self._packing = Packing(list(digits.values()))
        self._raw = [place for place in wanted if place not in digits]
        numbers = self._packing.numbers()
        self._numbers = len(numbers)
        columns = [*numbers, *map(table.column, self._raw)]
        self.columns = ", ".join(f"{column} AS elcs_{place}" for place, column in enumerate(columns))
        """In SQL."""
        self.places = ", ".join(str(place + 1) for place in range(len(columns)))
        """What they are called in a GROUP BY that all engines know."""
        self._cells = ArrowCells(table.name)

    def parts(self, batch: Any) -> list[Part]:
        """The wanted columns of a batch of those."""
        packed = batch.columns[: self._numbers]
        cells = self._packing.cells([_digits_in(column, self._name) for column in packed])
        parts: dict[int, Part] = dict(zip(self._digits, cells, strict=True))
        for place, column in zip(self._raw, batch.columns[self._numbers :], strict=False):
            parts[place] = self._cells.part(column)
        return [parts[place] for place in self._wanted]


class EngineTable:
    """What an engine reads; see `elcs_gui.data.tables.table_file.TableFile`. Blocks are those of a sample."""

    def __init__(self, engine: Engine, plan: ImportPlan) -> None:
        self.engine = engine
        self.name, self.form, self.knows_missing = engine.name, engine.form, engine.knows_missing
        self.spelled = tuple(column.name for column in engine.columns)
        self.columns = tuple(map(tidy_name, self.spelled))
        refused = [
            name
            for name, column in zip(self.columns, engine.columns, strict=True)
            if column.holds is Holds.SEVERAL and plan.kind(name) is not Kind.IGNORE
        ]
        if refused:
            raise DataError(
                f"Columns {listed(refused)} in {self.name} hold {Holds.SEVERAL.value}, not single "
                "values: leave them out (--ignore)."
            )

    def blocks(self, wanted: Wanted) -> Iterator[Block]:
        return self._blocks(
            self.engine.sample([self.engine.columns[place].name for place in wanted.places], SAMPLED)
        )

    def distinct(
        self, wanted: Sequence[int], digits: Mapping[int, Digit], source: str, tell: Tell
    ) -> Iterator[Block]:
        """All distinct rows of these columns of the source with their counts; `tell` hears of the scan.

        Columns that are digits come as those, the others as they are.
        """
        packed = _Packed(self, wanted, digits)
        query = f"SELECT {packed.columns}, count(*) AS elcs_count FROM {source} GROUP BY {packed.places}"
        for batch in self._batches(query, tell):
            yield Block(packed.parts(batch), 1.0, np.asarray(batch.columns[-1], dtype=np.int64))

    def all_rows(
        self, wanted: Sequence[int], digits: Mapping[int, Digit], source: str, rows: int
    ) -> Iterator[Block]:
        """All of the so many rows of these columns of the source, one by one, in their order."""
        packed = _Packed(self, wanted, digits)
        passed = 0
        for batch in self._batches(f"SELECT {packed.columns} FROM {source}"):
            passed += batch.num_rows
            yield Block(packed.parts(batch), passed / rows)

    def numbers(self, numeric: Sequence[int], source: str, rows: int) -> Iterator[Block]:
        """The same for columns of which the source has the numbers."""
        columns = ", ".join(map(number_column, numeric))
        passed = 0
        for batch in self._batches(f"SELECT {columns} FROM {source}"):
            passed += batch.num_rows
            yield Block([column.to_numpy(zero_copy_only=False) for column in batch.columns], passed / rows)

    def pairs(
        self, pairs: Sequence[tuple[int, int]], digits: Mapping[int, Digit], source: str
    ) -> Iterator[Block]:
        """The distinct rows of every pair of columns with their counts, by one scan."""
        names = {place: f"elcs_cell_{place}" for pair in pairs for place in pair}
        cells = ", ".join(
            f"{Packing([digits[place]]).numbers()[0] if place in digits else self.column(place)} AS {name}"
            for place, name in names.items()
        )
        groups = ", ".join(f"grouping({name}) AS {name}_rest" for name in names.values())
        sets = ", ".join(f"({names[one]}, {names[other]})" for one, other in pairs)
        query = (
            f"SELECT {', '.join(names.values())}, {groups}, count(*) AS elcs_count "
            f"FROM (SELECT {cells} FROM {source}) AS elcs_cells GROUP BY GROUPING SETS ({sets})"
        )
        arrow = import_module("pyarrow")
        found = arrow.Table.from_batches(list(self._batches(query))).combine_chunks()
        for pair in pairs:
            rest = [found.column(f"{names[place]}_rest").to_numpy() for place in pair]
            rows = found.filter(arrow.array((rest[0] == 0) & (rest[1] == 0)))
            parts = [self._part(rows.column(names[place]), digits.get(place)) for place in pair]
            yield Block(parts, 1.0, rows.column("elcs_count").to_numpy().astype(np.int64))

    def _part(self, column: Any, digit: Digit | None) -> Part:
        if digit is None:
            return ArrowCells(self.name).part(column.combine_chunks())
        return Cells(digit.labels, _digits_in(column, self.name))

    def about_distinct(self, wanted: Sequence[int], digits: Mapping[int, Digit], source: str) -> int | None:
        """About how many distinct rows there are; None where the engine cannot tell."""
        columns = _Packed(self, wanted, digits).columns
        packed = f"(SELECT {columns} FROM {source}) AS elcs_cells"
        try:
            [(about,)] = self.rows(f"SELECT approx_count_distinct(hash(*COLUMNS(*))) FROM {packed}")
        except DataError:
            return None
        return int(about)

    def place(self, row: int) -> str:  # noqa: ARG002  rows of equal content have no single place
        return "somewhere in it"

    def levels(self, wanted: Sequence[int], source: str, tell: Tell) -> dict[int, Levels]:
        """What those of the columns of the source hold that hold few different texts or whole numbers."""
        candidates = [
            place for place in wanted if self.engine.columns[place].holds in (Holds.TEXT, Holds.WHOLE)
        ]
        if not candidates:
            return {}
        counted = ", ".join(f"count(DISTINCT {self.column(place)})" for place in candidates)
        [first] = self.rows(
            f"SELECT {counted} FROM (SELECT * FROM {source} LIMIT {_FIRST_ROWS}) AS elcs_first"
        )
        few = [place for place, levels in zip(candidates, first, strict=True) if levels <= MOST_PACKED]
        found: dict[int, dict[str | int | None, int]] = {place: {} for place in few}
        for begin in range(0, len(few), _SETS):
            some = few[begin : begin + _SETS]
            columns = [self.column(place) for place in some]
            sets = ", ".join(f"({column})" for column in columns)
            groups = ", ".join(f"grouping({column})" for column in columns)
            asked = f"SELECT {groups}, {', '.join(columns)}, count(*) FROM {source}"
            try:
                for *row, count in self.rows(f"{asked} GROUP BY GROUPING SETS ({sets})", tell):
                    which = row.index(0)
                    counts = found[some[which]]
                    if len(counts) <= MOST_PACKED:  # enough to know that there are too many
                        counts[row[len(some) + which]] = count
            except OutOfMemory:
                raise
            except DataError:  # not every engine has such sets
                return {}
        return {place: Levels(counts) for place, counts in found.items() if len(counts) <= MOST_PACKED}

    def digits(self, wanted: Sequence[int], source: str, tell: Tell) -> dict[int, Digit]:
        """How those columns become digits, by place."""
        found = self.levels(wanted, source, tell)
        return {place: levels.digit(self.column(place)) for place, levels in found.items()}

    def first_rows(self, wanted: Sequence[int]) -> Iterator[Block]:
        """Some rows from the beginning."""
        columns = ", ".join(map(self.column, wanted))
        return self._blocks(self.engine.query(f"SELECT {columns} FROM {TABLE} LIMIT {_FIRST_ROWS}"))

    def _blocks(self, batches: Iterable[Any]) -> Iterator[Block]:
        cells = ArrowCells(self.name)
        for batch in batches:
            if batch.num_rows:
                yield Block([cells.part(column) for column in batch.columns], 1.0)

    def rows(self, query: str, tell: Tell = nobody) -> Iterator[tuple[Any, ...]]:
        """The rows of a small result."""
        for batch in self.engine.query(query, tell):
            yield from zip(*(column.to_pylist() for column in batch.columns), strict=True)

    def _batches(self, query: str, tell: Tell = nobody) -> Iterator[Any]:
        return (batch for batch in self.engine.query(query, tell) if batch.num_rows)

    def column(self, place: int) -> str:
        """Its name in SQL."""
        return identifier(self.engine.columns[place].name)


def _digits_in(column: Any, where: str) -> NDArray[np.int64]:
    """A column of packed numbers; a DataError where a cell is none of the levels that were found before."""
    if column.null_count:
        raise DataError(f"{where} has changed while it was read: read it again.")
    return np.asarray(column, dtype=np.int64)


def number_column(place: int) -> str:
    """What the numbers of a column are called where they are taken out of its cells."""
    return f"elcs_number_{place}"


def identifier(name: str) -> str:
    """A name in SQL."""
    doubled = name.replace('"', '""')
    return f'"{doubled}"'


def literal(text: str) -> str:
    """A text in SQL."""
    doubled = text.replace("'", "''")
    return f"'{doubled}'"
