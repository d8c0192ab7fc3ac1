"""Tables that an engine reads: something that runs queries, over data that need not fit into memory.

An `Engine` is asked in SQL (that of DuckDB) and answers in batches of Arrow. DuckDB itself is one
(`elcs_gui.data.tables.duckdb_engine`). `EngineTable` asks it: a table is looked at by a sample of its rows and
exact aggregates, cut by quantiles of the engine, and read by one scan: `GROUP BY` all wanted columns gives the
distinct rows with their counts, which become weighted data (`elcs_gui.data.survey.scanning`).
"""

from __future__ import annotations

import os
import re
from collections.abc import Collection, Iterator, Sequence
from enum import Enum
from typing import Any, NamedTuple, Protocol

import numpy as np

from elcs_gui.data.names import listed
from elcs_gui.data.plan import ImportPlan, Kind
from elcs_gui.data.tables.arrow_cells import ArrowCells
from elcs_gui.data.tables.table_file import Block, Form, Tell, nobody
from elcs_gui.errors import DataError, quoted

MEMORY = "ELCS_MEMORY"
"""Environment variable: how much memory reading may take, as in 2GB; with it, large files are read by DuckDB."""
_USUAL_MEMORY = "2GB"
_AMOUNT = re.compile(r"\s*(\d+(?:\.\d+)?)\s*([KMGT])i?B?\s*", re.IGNORECASE)

TABLE = "elcs_rows"
"""What a query calls the table of its engine."""

SAMPLED = 100_000
_COUNT = "elcs_count"


def checked_amount(text: str) -> str:
    """An amount of memory as the engine writes it, or a DataError."""
    found = _AMOUNT.fullmatch(text)
    if found is None:
        raise DataError(f"An amount of memory is a number with a unit, such as 2GB, not {quoted(text)}.")
    return f"{found[1]}{found[2].upper()}B"


def memory_limit() -> str:
    """How much memory reading may take, as the user or nobody has said."""
    return checked_amount(os.environ.get(MEMORY, _USUAL_MEMORY))


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
        """Batches of at most so many rows of these columns, spread over the table, the same ones every time."""

    def query(self, sql: str, tell: Tell = nobody) -> Iterator[Any]:
        """Batches (`pyarrow.RecordBatch`) of what a SELECT from TABLE, in DuckDB's dialect, finds.

        `tell` hears of the progress until the first batch is there; whatever it raises ends the query. A
        DataError says in one line what went wrong. Closing the iterator gives up the query; what it kept on
        the disk goes with it.
        """


class EngineTable:
    """What an engine reads; see `elcs_gui.data.tables.table_file.TableFile`. Blocks are those of a sample."""

    def __init__(self, engine: Engine, plan: ImportPlan) -> None:
        self.engine = engine
        self.name, self.form, self.knows_missing = engine.name, engine.form, engine.knows_missing
        self.columns = tuple(column.name.strip() for column in engine.columns)
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

    def blocks(self, wanted: Sequence[int], numeric: Collection[int]) -> Iterator[Block]:  # noqa: ARG002
        yield from self._blocks(
            self.engine.sample([self.engine.columns[place].name for place in wanted], SAMPLED)
        )

    def distinct(self, wanted: Sequence[int], tell: Tell) -> Iterator[Block]:
        """All distinct rows of these columns with their counts; `tell` hears of the scan."""
        columns = self._listed(wanted)
        query = f"SELECT {columns}, count(*) AS {_COUNT} FROM {TABLE} GROUP BY {columns}"
        yield from self._blocks(self.engine.query(query, tell), counted=True)

    def place(self, row: int) -> str:  # noqa: ARG002  rows of equal content have no single place
        return "somewhere in it"

    def _blocks(self, batches: Iterator[Any], *, counted: bool = False) -> Iterator[Block]:
        cells = ArrowCells(self.name)
        for batch in batches:
            if not batch.num_rows:
                continue
            *columns, last = batch.columns
            counts = np.asarray(last, dtype=np.int64) if counted else None
            yield Block(
                [cells.part(column) for column in (columns if counted else batch.columns)], 1.0, counts
            )

    def _listed(self, wanted: Sequence[int]) -> str:
        return ", ".join(identifier(self.engine.columns[place].name) for place in wanted)


def identifier(name: str) -> str:
    """A name in SQL."""
    doubled = name.replace('"', '""')
    return f'"{doubled}"'


def literal(text: str) -> str:
    """A text in SQL."""
    doubled = text.replace("'", "''")
    return f"'{doubled}'"
