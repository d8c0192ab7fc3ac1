"""DuckDB as an engine (the extra `big`).

It is kept below a limit of memory (`--memory`, or ELCS_MEMORY), and what does not fit goes to the disk, into
a folder that goes with the query. It is given no network and, beside the named files, nothing to read.
"""

from __future__ import annotations

import re
import sqlite3
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from importlib import import_module
from pathlib import Path
from typing import Any, TypeVar

from elcs_gui.data.files import scratch_folder
from elcs_gui.data.plan import ImportPlan
from elcs_gui.data.tables.address import title_of
from elcs_gui.data.tables.duckdb_sources import source_of
from elcs_gui.data.tables.engine import (
    TABLE,
    EngineColumn,
    Holds,
    OutOfMemory,
    identifier,
    literal,
    memory_limit,
)
from elcs_gui.data.tables.table_file import Form, Tell, nobody
from elcs_gui.errors import DataError, one_line, quoted

BATCH = 1 << 16

_CLASS = re.compile(r"^[\w ]+ Error: ")
_ADVICE = re.compile(r" (?:LINE \d+:|Candidate|Potential|Possible|The search space|\* )")
"""What DuckDB adds to a complaint, for those who write SQL."""
_NO_COLUMN = re.compile(r'Referenced column "(.*)" not found')

_SEVERAL = re.compile(r"STRUCT|MAP|UNION|BLOB|BIT|\[")
_WHOLE = re.compile(r"U?(?:TINY|SMALL|BIG)INT|U?INTEGER")

Result = TypeVar("Result")


class DuckDbEngine:
    """What DuckDB reads; see `elcs_gui.data.tables.engine.Engine`."""

    def __init__(self, path: Path, plan: ImportPlan) -> None:
        self.name = title_of(path)
        self._duckdb = _duckdb_for(path)
        self._source = self._safely(lambda: source_of(path, plan))
        self.knows_missing = self._source.knows_missing
        with scratch_folder() as folder, self._connected(folder) as connection:
            described = connection.execute(f"DESCRIBE {TABLE}").fetchall()
        self.columns = [EngineColumn(str(name), holds_of(str(kind))) for name, kind, *_ in described]
        self.form = Form("engine", part=plan.part, parts=self._source.tables)

    def sample(self, columns: Sequence[str], rows: int) -> Iterator[Any]:
        return self.query(sample_query(columns, rows))

    def query(self, sql: str, tell: Tell = nobody) -> Iterator[Any]:
        with scratch_folder() as folder, self._connected(folder) as connection:
            batches = self._answered(connection, sql, tell)
            while (batch := self._safely(lambda: next(batches, None))) is not None:
                yield batch

    @contextmanager
    def kept(self, select: str, tell: Tell) -> Iterator[str]:
        if not self._source.is_slow:
            yield f"({select}) AS elcs_kept"
            return
        with scratch_folder() as folder:
            copy = folder / "rows.parquet"
            with self._connected(folder) as connection:
                list(self._answered(connection, f"COPY ({select}) TO {literal(str(copy))}", tell))
            yield f"read_parquet({literal(str(copy))})"

    def _answered(self, connection: Any, query: str, tell: Tell) -> Iterator[Any]:
        """Batches of the result. The engine works in a thread, so that it can be watched and stopped."""
        outcome: list[Any] = []

        def work() -> None:
            try:
                found = connection.sql(query)
                outcome.append(() if found is None else found.to_arrow_reader(BATCH))
            except Exception as error:  # raised where it is waited for
                outcome.append(error)

        thread = threading.Thread(target=work, name="scan", daemon=True)
        thread.start()
        try:
            while thread.is_alive():
                thread.join(0.05)
                tell(min(max(connection.query_progress(), 0.0), 100.0) / 100)
        except BaseException:
            connection.interrupt()
            thread.join()
            raise
        [found] = outcome
        if isinstance(found, Exception):
            self._safely(lambda: _raise(found))
        return iter(found)

    @contextmanager
    def _connected(self, folder: Path) -> Iterator[Any]:
        """A connection that knows TABLE and keeps in the folder what memory does not hold.

        It gets half of the memory: what is made of its answers needs some too.
        """
        connection = self._safely(lambda: self._duckdb.connect(":memory:"))
        try:
            for setting in (
                f"memory_limit = '{memory_limit() >> 21}MiB'",
                f"temp_directory = {literal(str(folder))}",
                "autoinstall_known_extensions = false",
            ):
                connection.execute(f"SET {setting}")
            select = self._safely(lambda: self._source.select(connection))
            connection.execute(f"CREATE TEMP VIEW {TABLE} AS {select}")
            yield connection
        except self._duckdb.Error as error:
            raise self._refusal(error) from error
        finally:
            connection.close()

    def _safely(self, work: Callable[[], Result]) -> Result:
        try:
            return work()
        except (self._duckdb.Error, OSError, RuntimeError, ValueError, sqlite3.Error) as error:
            raise self._refusal(error) from error

    def _refusal(self, error: Exception) -> DataError:
        if isinstance(error, self._duckdb.OutOfMemoryException):
            return OutOfMemory(
                f"{self.name} needs more memory than {memory_limit() / 1e9:g} GB, or the disk is full: allow "
                "more (--memory), make room, or leave columns out."
            )
        what = _ADVICE.split(" ".join(str(error).split()))[0]
        gone = _NO_COLUMN.search(what)
        if gone is not None:
            return DataError(f"{self.name} has no column {quoted(gone[1])} any more: read it again.")
        return DataError(f"{self.name} cannot be read: {_CLASS.sub('', what)[:300].rstrip('.')}.")


def _raise(error: Exception) -> None:
    raise error


def sample_query(columns: Sequence[str], rows: int) -> str:
    """What gives at most so many rows, spread over the table, always the same ones."""
    some = ", ".join(map(identifier, columns))
    return f"SELECT {some} FROM {TABLE} USING SAMPLE reservoir({rows} ROWS) REPEATABLE (1)"


def holds_of(kind: str) -> Holds:
    """What a type of DuckDB is."""
    if _SEVERAL.search(kind):
        return Holds.SEVERAL
    if _WHOLE.fullmatch(kind):
        return Holds.WHOLE
    return {"FLOAT": Holds.FLOATS, "DOUBLE": Holds.FLOATS, "VARCHAR": Holds.TEXT}.get(kind, Holds.OTHER)


def _duckdb_for(path: Path) -> Any:
    try:
        return import_module("duckdb")
    except ImportError:
        raise DataError(
            f"{path.name}: data beyond memory need DuckDB; install it: pip install 'elcs-explorer[big]'"
        ) from None


# Relations that somebody has at hand


class RelationEngine:
    """See `elcs_gui.data.tables.engine.Engine`. The relation's own connection does the work."""

    name = "table"
    form = Form("engine")
    knows_missing = True

    def __init__(self, relation: Any) -> None:
        self._relation = relation
        kinds = zip(relation.columns, relation.types, strict=True)
        self.columns = [EngineColumn(column, holds_of(str(kind))) for column, kind in kinds]

    @classmethod
    def of_arrow(cls, table: Any) -> RelationEngine:
        """A `pyarrow.Table` or `pyarrow.dataset.Dataset`."""
        try:
            duckdb = import_module("duckdb")
        except ImportError:
            raise DataError("Tables of Arrow need DuckDB: pip install 'elcs-explorer[big]'") from None
        return cls(duckdb.connect(":memory:").from_arrow(table))

    def sample(self, columns: Sequence[str], rows: int) -> Iterator[Any]:
        return self.query(sample_query(columns, rows))

    @contextmanager
    def kept(self, select: str, tell: Tell) -> Iterator[str]:  # noqa: ARG002
        yield f"({select}) AS elcs_kept"

    def query(self, sql: str, tell: Tell = nobody) -> Iterator[Any]:
        try:
            for batch in self._relation.query(TABLE, sql).to_arrow_reader(BATCH):
                yield batch
                tell(0.0)
        except import_module("duckdb").Error as error:
            raise DataError(f"The table cannot be read: {one_line(error).rstrip('.')}.") from None
