"""DuckDB as an engine (the extra `big`): Parquet and CSV files, folders of them, patterns (`*.parquet`), and
the tables of a DuckDB file.

It is kept below a limit of memory (`--memory`, or ELCS_MEMORY), and what does not fit goes to the disk, into
a folder that goes with the query. It is given no network and, beside the named files, nothing to read.
"""

from __future__ import annotations

import os
import re
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from importlib import import_module
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, TypeVar

from elcs_gui.data.dataset import MOST_CELLS
from elcs_gui.data.names import listed
from elcs_gui.data.plan import ImportPlan
from elcs_gui.data.tables.engine import (
    MEMORY,
    TABLE,
    EngineColumn,
    Holds,
    OutOfMemory,
    identifier,
    literal,
    memory_limit,
)
from elcs_gui.data.tables.table_file import Form, Tell, nobody
from elcs_gui.data.tables.text_scan import TextFormat, sniff
from elcs_gui.errors import DataError, quoted

DATABASES = frozenset({".duckdb", ".ddb"})
_SCANNED = {".parquet": "read_parquet", ".pq": "read_parquet", ".csv": "read_csv", ".tsv": "read_csv"}

_LARGE = 1 << 24
"""Bytes below which a file is not asked how many rows it has."""

BATCH = 1 << 16
_WITH_COMMA = r"^(\s*[+-]?\d*),(\d+(?:[eE][+-]?\d+)?\s*)$"
"""A number with a decimal comma, in two parts."""
_ENCODINGS = {
    "ascii": "utf-8",
    "utf-8": "utf-8",
    "utf-16": "utf-16",
    "utf-16-le": "utf-16",
    "iso8859-1": "latin-1",
}

_SEVERAL = re.compile(r"STRUCT|MAP|UNION|BLOB|BIT|\[")
_WHOLE = re.compile(r"U?(?:TINY|SMALL|BIG)INT|U?INTEGER")

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


class DuckDbEngine:
    """Files and tables that DuckDB reads; see `elcs_gui.data.tables.engine.Engine`."""

    def __init__(self, path: Path, plan: ImportPlan) -> None:
        self.name = path.name
        self._path, self._plan = path, plan
        self._duckdb = _duckdb_for(path)
        self._scan = _scan_of(path)
        if self._scan and plan.part is not None:
            raise DataError(f"{self.name} has no tables to choose from.")
        self._text = sniff(_first_file(path), plan) if self._scan == "read_csv" else None
        self._options = "" if self._text is None else _options_of(self._text)
        self.knows_missing = self._text is None
        with self._connected() as connection:
            described = connection.execute(f"DESCRIBE SELECT * FROM {TABLE}").fetchall()
            tables = self._tables(connection)
        self.columns = [EngineColumn(str(name), holds_of(str(kind))) for name, kind, *_ in described]
        self.form = Form("engine", part=plan.part, parts=tables)

    def sample(self, columns: Sequence[str], rows: int) -> Iterator[Any]:
        return self.query(sample_query(columns, rows))

    def query(self, sql: str, tell: Tell = nobody) -> Iterator[Any]:
        with self._connected() as connection:
            batches = self._answered(connection, sql, tell)
            while (batch := self._safely(lambda: next(batches, None))) is not None:
                yield batch

    def _answered(self, connection: Any, query: str, tell: Tell) -> Iterator[Any]:
        """Batches of the result. The engine works in a thread, so that it can be watched and stopped."""
        outcome: list[Any] = []

        def work() -> None:
            try:
                outcome.append(connection.sql(query).to_arrow_reader(BATCH))
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
    def _connected(self) -> Iterator[Any]:
        """A connection that knows TABLE; the folder for what memory does not hold goes with it.

        It gets half of the memory: what is made of its answers needs some too.
        """
        with TemporaryDirectory(prefix="elcs-scan-", ignore_cleanup_errors=True) as folder:
            connection = self._safely(lambda: self._duckdb.connect(":memory:"))
            try:
                for setting in (
                    f"memory_limit = '{memory_limit() >> 21}MiB'",
                    f"temp_directory = {literal(folder)}",
                    "autoinstall_known_extensions = false",
                ):
                    self._safely(lambda setting=setting: connection.execute(f"SET {setting}"))  # type: ignore[misc]
                source = self._safely(lambda: self._source(connection))
                self._safely(
                    lambda: connection.execute(f"CREATE VIEW {TABLE} AS SELECT {self._cells} FROM {source}")
                )
                yield connection
            except self._duckdb.Error as error:
                raise self._refusal(error) from error
            finally:
                connection.close()

    def _source(self, connection: Any) -> str:
        if self._scan:
            where = f"{self._path}/*{_ending_in(self._path)}" if self._path.is_dir() else str(self._path)
            return f"{self._scan}({literal(where)}{self._options})"
        connection.execute(f"ATTACH {literal(str(self._path))} AS opened (READ_ONLY)")
        # What a view in a foreign file would read from elsewhere.
        connection.execute("SET enable_external_access = false")
        tables = self._tables(connection)
        if self._plan.part is None and len(tables) != 1:
            raise DataError(f"{self.name} has {len(tables)} tables ({listed(tables)}): name one (--table).")
        name = tables[0] if self._plan.part is None else self._plan.part
        if name not in tables:
            raise DataError(f"{self.name} has no table {quoted(name)}; it has {listed(tables)}.")
        return f"opened.main.{identifier(name)}"

    @property
    def _cells(self) -> str:
        """What is selected: all columns, numbers with a point."""
        if self._text is None or self._text.decimal == ".":
            return "*"
        return f"regexp_replace(COLUMNS(*), {literal(_WITH_COMMA)}, '\\1.\\2')"

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
            return OutOfMemory(
                f"{self.name} needs more memory than {memory_limit() / 1e9:g} GB, or the disk is full: allow "
                "more (--memory), make room, or leave columns out."
            )
        what = " ".join(str(error).split())[:200].rstrip(".")
        return DataError(f"{self.name} cannot be read: {what}.")


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


def _first_file(path: Path) -> Path:
    """The file itself, or the first that a folder or pattern names."""
    if path.is_dir():
        path = path / f"*{_ending_in(path)}"
    if not is_pattern(path):
        return path
    found = sorted(path.parent.glob(path.name))
    if not found:
        raise DataError(f"'{path}' names no file.")
    return found[0]


def _options_of(text: TextFormat) -> str:
    """How DuckDB is to read text files of that form."""
    codec = text.encoding.codec.removesuffix("-sig")
    if codec not in _ENCODINGS:
        raise DataError(
            f"{text.path.name} is in {codec}, which cannot be read beyond memory: save it as UTF-8, or read "
            "it without --memory."
        )
    said = {
        "delim": literal(text.delimiter),
        "header": str(text.has_header).lower(),
        "quote": literal('"'),
        "escape": literal('"'),
        "encoding": literal(_ENCODINGS[codec]),
        "all_varchar": "true",
    }
    if not text.has_header:
        said["names"] = f"[{', '.join(map(literal, text.columns))}]"
    return "".join(f", {name} = {value}" for name, value in said.items())


def _duckdb_for(path: Path) -> Any:
    try:
        return import_module("duckdb")
    except ImportError:
        raise DataError(
            f"{path.name}: data beyond memory need DuckDB; install it: pip install 'elcs-explorer[big]'"
        ) from None
