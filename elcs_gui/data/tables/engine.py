"""Tables beyond memory, through DuckDB (the extra `big`): Parquet and CSV files, folders of them, patterns
(`*.parquet`), and the tables of a DuckDB file.

A table is looked at by a sample of its rows, and read by one scan: `GROUP BY` all wanted columns gives the
distinct rows with their counts, which become weighted data. So memory holds the distinct rows only; what the
engine needs beside them it keeps below a limit (`--memory`, or ELCS_MEMORY) and else on the disk, in a folder
that goes with the scan. It is given no network and, beside the named files, nothing to read.
"""

from __future__ import annotations

import os
import re
import threading
from collections.abc import Callable, Collection, Iterator, Sequence
from contextlib import contextmanager
from importlib import import_module
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, TypeVar

import numpy as np

from elcs_gui.data.dataset import MOST_CELLS
from elcs_gui.data.names import listed
from elcs_gui.data.plan import ImportPlan, Kind
from elcs_gui.data.tables.arrow_cells import ArrowCells
from elcs_gui.data.tables.table_file import Block, Form, Tell, nobody
from elcs_gui.errors import DataError, quoted

MEMORY = "ELCS_MEMORY"
"""Environment variable: how much memory the engine may take, as in 2GB; with it, large files are read so."""
_USUAL_MEMORY = "2GB"
_AMOUNT = re.compile(r"\s*(\d+(?:\.\d+)?)\s*([KMGT])i?B?\s*", re.IGNORECASE)

DATABASES = frozenset({".duckdb", ".ddb"})
_SCANNED = {".parquet": "read_parquet", ".pq": "read_parquet", ".csv": "read_csv", ".tsv": "read_csv"}

_LARGE = 1 << 24
"""Bytes below which a file is not asked how many rows it has."""

SAMPLED = 100_000
_BATCH = 1 << 16
_COUNT = "rows of elcs"

Result = TypeVar("Result")


def reads(path: Path) -> bool:
    """Is the engine to read this, because nothing else can, or because a limit of memory was named?"""
    ending = path.suffix.lower()
    if ending in DATABASES or is_pattern(path) or os.path.isdir(path):  # noqa: PTH112  false where a name is too long
        return True
    return ending in _SCANNED and (MEMORY in os.environ or _is_too_large(path))


def _is_too_large(path: Path) -> bool:
    """Has a Parquet file more cells than are held in memory? One that cannot be read says nothing."""
    if path.suffix.lower() not in (".parquet", ".pq") or not path.is_file() or path.stat().st_size < _LARGE:
        return False
    try:
        metadata = import_module("pyarrow.parquet").read_metadata(path)
    except (ImportError, OSError, ValueError):
        return False
    return bool(metadata.num_rows * metadata.num_columns > MOST_CELLS)


def is_pattern(path: Path) -> bool:
    """Does it name several files, as in `part-*.parquet`?"""
    return any(sign in path.name for sign in "*?[") and not path.exists()


def checked_amount(text: str) -> str:
    """An amount of memory as the engine writes it, or a DataError."""
    found = _AMOUNT.fullmatch(text)
    if found is None:
        raise DataError(f"An amount of memory is a number with a unit, such as 2GB, not {quoted(text)}.")
    return f"{found[1]}{found[2].upper()}B"


class EngineTable:
    """What the engine reads; see `elcs_gui.data.tables.table_file.TableFile`. Blocks are those of a sample,
    or in the table that `counted` gives, of all distinct rows with their counts."""

    def __init__(self, path: Path, plan: ImportPlan, *, counted: bool = False, tell: Tell = nobody) -> None:
        self.name = path.name
        self._path, self._plan, self._counted, self._tell = path, plan, counted, tell
        self._duckdb = _duckdb_for(path)
        self._scan = _scan_of(path)
        self.knows_missing = self._scan != "read_csv"
        with self._connected() as (connection, source):
            described = connection.execute(f"DESCRIBE SELECT * FROM {source}").fetchall()
            tables = self._tables(connection)
        self._names = [str(row[0]) for row in described]
        self.columns = tuple(name.strip() for name in self._names)
        nested = re.compile(r"STRUCT|MAP|UNION|BLOB|\[")
        self._refused = [
            name
            for name, kind, *_ in described
            if nested.search(str(kind)) and plan.kind(name.strip()) is not Kind.IGNORE
        ]
        if self._refused:
            raise DataError(
                f"Columns {listed(self._refused)} in {self.name} hold lists, structures or bytes, not single "
                "values: leave them out (--ignore)."
            )
        self.form = Form("engine", part=plan.part, parts=tables)

    def counted(self, tell: Tell) -> EngineTable:
        """The same table, all of it: distinct rows with their counts. `tell` hears of the scan."""
        return EngineTable(self._path, self._plan, counted=True, tell=tell)

    def blocks(self, wanted: Sequence[int], numeric: Collection[int]) -> Iterator[Block]:
        columns = ", ".join(_identifier(self._names[place]) for place in wanted)
        if numeric and self._counted:
            raise DataError(
                f"{self.name} is read as distinct rows with counts, which measurements are not: cut them "
                "into levels beforehand, or read a file that fits into memory (without --memory)."
            )
        with self._connected() as (connection, source):
            if self._counted:
                query = (
                    f"SELECT {columns}, count(*) AS {_identifier(_COUNT)} FROM {source} GROUP BY {columns}"
                )
            else:
                query = (
                    f"SELECT {columns} FROM {source} USING SAMPLE reservoir({SAMPLED} ROWS) REPEATABLE (1)"
                )
            batches = self._answered(connection, query)
            cells = ArrowCells(self.name)
            while (batch := self._safely(lambda: next(batches, None))) is not None:
                if not batch.num_rows:
                    continue
                columns_of_batch = batch.columns[: len(wanted)]
                parts = [cells.part(column) for column in columns_of_batch]
                counts = np.asarray(batch.column(len(wanted)), dtype=np.int64) if self._counted else None
                yield Block(parts, 1.0, counts)

    def place(self, row: int) -> str:  # noqa: ARG002  rows of equal content have no single place
        return "somewhere in it"

    def _answered(self, connection: Any, query: str) -> Iterator[Any]:
        """Batches of the result. The engine works in a thread, so that it can be watched and stopped."""
        outcome: list[Any] = []

        def work() -> None:
            try:
                outcome.append(connection.sql(query).to_arrow_reader(_BATCH))
            except Exception as error:  # raised where it is waited for
                outcome.append(error)

        thread = threading.Thread(target=work, name="scan", daemon=True)
        thread.start()
        try:
            while thread.is_alive():
                thread.join(0.05)
                self._tell(min(max(connection.query_progress(), 0.0), 100.0) / 100)
        except BaseException:
            connection.interrupt()
            thread.join()
            raise
        [found] = outcome
        if isinstance(found, Exception):
            self._safely(lambda: _raise(found))
        return iter(found)

    @contextmanager
    def _connected(self) -> Iterator[tuple[Any, str]]:
        """A connection and what a query reads from; the folder for what memory does not hold goes with it."""
        limit = checked_amount(os.environ.get(MEMORY, _USUAL_MEMORY))
        with TemporaryDirectory(prefix="elcs-scan-", ignore_cleanup_errors=True) as folder:
            connection = self._safely(lambda: self._duckdb.connect(":memory:"))
            try:
                for setting in (
                    f"memory_limit = {_literal(limit)}",
                    f"temp_directory = {_literal(folder)}",
                    "autoinstall_known_extensions = false",
                    "preserve_insertion_order = false",
                ):
                    self._safely(lambda setting=setting: connection.execute(f"SET {setting}"))  # type: ignore[misc]
                yield connection, self._safely(lambda: self._source(connection))
            except self._duckdb.Error as error:
                raise self._refusal(error) from error
            finally:
                connection.close()

    def _source(self, connection: Any) -> str:
        if self._scan in ("read_parquet", "read_csv"):
            if self._plan.part is not None:
                raise DataError(f"{self.name} has no tables to choose from.")
            where = f"{self._path}/*{_ending_in(self._path)}" if self._path.is_dir() else str(self._path)
            options = ", all_varchar = true" if self._scan == "read_csv" else ""
            return f"{self._scan}({_literal(where)}{options})"
        connection.execute(f"ATTACH {_literal(str(self._path))} AS opened (READ_ONLY)")
        # What a view in a foreign file would read from elsewhere.
        connection.execute("SET enable_external_access = false")
        tables = self._tables(connection)
        if self._plan.part is None and len(tables) != 1:
            raise DataError(f"{self.name} has {len(tables)} tables ({listed(tables)}): name one (--table).")
        name = tables[0] if self._plan.part is None else self._plan.part
        if name not in tables:
            raise DataError(f"{self.name} has no table {quoted(name)}; it has {listed(tables)}.")
        return f"opened.main.{_identifier(name)}"

    def _tables(self, connection: Any) -> tuple[str, ...]:
        if self._scan:
            return ()
        found = connection.execute(
            "SELECT table_name FROM information_schema.tables WHERE table_catalog = 'opened' ORDER BY 1"
        )
        return tuple(str(row[0]) for row in found.fetchall())

    def _safely(self, work: Callable[[], Result]) -> Result:
        try:
            return work()
        except (self._duckdb.Error, OSError, RuntimeError) as error:
            raise self._refusal(error) from error

    def _refusal(self, error: Exception) -> DataError:
        if isinstance(error, self._duckdb.OutOfMemoryException):
            limit = os.environ.get(MEMORY, _USUAL_MEMORY)
            return DataError(
                f"{self.name} needs more than {limit} of memory, or the disk is full: allow more."
            )
        what = " ".join(str(error).split())[:200].rstrip(".")
        return DataError(f"{self.name} cannot be read: {what}.")


def _raise(error: Exception) -> None:
    raise error


def _scan_of(path: Path) -> str:
    """The function that scans such files; empty for a file of tables."""
    if path.suffix.lower() in DATABASES:
        if not path.is_file():
            raise DataError(f"There is no file '{path}'.")
        return ""
    ending = _ending_in(path) if path.is_dir() else path.suffix.lower()
    if ending not in _SCANNED:
        raise DataError(f"'{path}' names no Parquet or CSV files.")
    return _SCANNED[ending]


def _ending_in(folder: Path) -> str:
    """That of the files in it, if they are of one kind."""
    endings = {file.suffix.lower() for file in folder.iterdir() if file.suffix.lower() in _SCANNED}
    if not endings:
        raise DataError(f"'{folder}' is a folder: name a file in it, or a folder of Parquet or CSV files.")
    if len(endings) > 1:
        raise DataError(f"'{folder}' is a folder of Parquet and CSV files: name those that belong together.")
    return endings.pop()


def _duckdb_for(path: Path) -> Any:
    try:
        return import_module("duckdb")
    except ImportError:
        raise DataError(
            f"{path.name}: data beyond memory need DuckDB; install it: pip install 'elcs-explorer[big]'"
        ) from None


def _identifier(name: str) -> str:
    doubled = name.replace('"', '""')
    return f'"{doubled}"'


def _literal(text: str) -> str:
    doubled = text.replace("'", "''")
    return f"'{doubled}'"
