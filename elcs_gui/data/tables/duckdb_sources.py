"""What DuckDB is given to read: Parquet and CSV files, folders and patterns of them, the tables of a DuckDB
file, and those of a SQLite file, by Python's own reader: DuckDB would fetch one from the network."""

from __future__ import annotations

import csv
import glob
import os
import sqlite3
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from importlib import import_module
from itertools import islice
from pathlib import Path
from typing import Any, Protocol

from elcs_gui.data.dataset import MOST_CELLS
from elcs_gui.data.files import folder_name, reading
from elcs_gui.data.names import listed
from elcs_gui.data.plan import ImportPlan
from elcs_gui.data.tables.engine import MEMORY, identifier, literal
from elcs_gui.data.tables.text_scan import BLANKS, TextFormat, sniff
from elcs_gui.errors import DataError, one_line, quoted

DATABASES = frozenset({".duckdb", ".ddb"})
SQLITE = frozenset({".sqlite", ".sqlite3", ".db"})
_SCANNED = {".parquet": "read_parquet", ".pq": "read_parquet", ".csv": "read_csv", ".tsv": "read_csv"}

_LARGE = 1 << 24
"""Bytes below which a file is not asked how many rows it has."""

_WITH_COMMA = r"^(\s*[+-]?\d*),(\d+(?:[eE][+-]?\d+)?\s*)$"
"""A number with a decimal comma, in two parts."""
_ENCODINGS = {
    "ascii": "utf-8",
    "utf-8": "utf-8",
    "utf-16": "utf-16",
    "utf-16-le": "utf-16",
    "iso8859-1": "latin-1",
}

_INDEX = "elcs_index"
"""What an unnamed first column that numbers the rows is called until it is left out."""
_ROWS_LOOKED_AT = 1000

_ROWS_AT_ONCE = 1 << 14


class Source(Protocol):
    """What DuckDB reads from."""

    knows_missing: bool
    """Whether only NULL is missing, because the data are typed and their labels exact."""
    is_slow: bool
    """Whether reading it once more would take longer than reading a copy."""
    tables: tuple[str, ...]
    """Those there are to choose from."""

    def select(self, connection: Any) -> str:
        """A SELECT of all there is, for that connection, which may be told of it first."""


def reads(path: Path) -> bool:
    """Is the engine to read this, because nothing else can, or because a limit of memory was named?"""
    ending = path.suffix.lower()
    if ending in DATABASES | SQLITE or is_pattern(path) or os.path.isdir(path):  # noqa: PTH112  false where a name is too long
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
    return any(sign in path.name for sign in "*?[") and not os.path.exists(path)  # noqa: PTH110  as above


def source_of(path: Path, plan: ImportPlan) -> Source:
    """What a path names; a DataError where that is nothing to read."""
    ending = path.suffix.lower()
    if ending in DATABASES | SQLITE:
        with reading(path):
            return Database(path, plan) if ending in DATABASES else Sqlite(path, plan)
    return Files(path, plan)


class Files:
    """Parquet or CSV files; see `Source`."""

    tables: tuple[str, ...] = ()

    def __init__(self, path: Path, plan: ImportPlan) -> None:
        if plan.part is not None:
            raise DataError(f"{path.name} has no tables to choose from.")
        files = files_of(path)
        first = files[0]
        scan = _SCANNED[first.suffix.lower()]
        self.is_slow = scan == "read_csv"
        self.knows_missing = not self.is_slow
        options, cells = "", "*"
        if self.is_slow:
            text = sniff(first, plan)
            indexed = _begins_with_index(text)
            options = _options_of(text, [_INDEX, *text.columns[1:]] if indexed else None)
            if indexed:
                cells = f"* EXCLUDE ({_INDEX})"
            if text.decimal == ",":
                cells = rf"regexp_replace(COLUMNS({cells}), {literal(_WITH_COMMA)}, '\1.\2')"
            _check_columns(files, lambda file: _first_record(file, text) if text.has_header else ())
        else:
            parquet = import_module("pyarrow.parquet")
            _check_columns(files, lambda file: parquet.read_schema(file).names)
        # Those that were looked at, to the letter: a folder may be called `visits[2]`.
        named = ", ".join(literal(glob.escape(str(file))) for file in files)
        self._select = f"SELECT {cells} FROM {scan}([{named}]{options}, hive_partitioning = false)"

    def select(self, connection: Any) -> str:  # noqa: ARG002  it has nothing to be told
        return self._select


class Database:
    """A table of a DuckDB file; see `Source`."""

    knows_missing = True
    is_slow = False
    tables: tuple[str, ...] = ()

    def __init__(self, path: Path, plan: ImportPlan) -> None:
        self._path, self._part = path, plan.part

    def select(self, connection: Any) -> str:
        connection.execute(f"ATTACH {literal(str(self._path))} AS opened (READ_ONLY)")
        # What a view in a foreign file would read from elsewhere.
        connection.execute("SET enable_external_access = false")
        found = connection.execute(
            "SELECT table_name FROM information_schema.tables WHERE table_catalog = 'opened' "
            "AND table_schema = 'main' ORDER BY 1"
        )
        self.tables = tuple(str(row[0]) for row in found.fetchall())
        return f"SELECT * FROM opened.main.{identifier(_chosen(self._path, self._part, self.tables))}"


class Sqlite:
    """A table of a SQLite file; see `Source`."""

    knows_missing = True
    is_slow = True

    def __init__(self, path: Path, plan: ImportPlan) -> None:
        self._path = path
        with self._connected() as connection:
            found = connection.execute(
                "SELECT name FROM sqlite_master WHERE type IN ('table', 'view') AND name NOT LIKE 'sqlite_%' "
                "ORDER BY 1"
            )
            self.tables = tuple(str(name) for (name,) in found)
            self._from = f"FROM {identifier(_chosen(path, plan.part, self.tables))}"
            described = connection.execute(f"SELECT * {self._from} LIMIT 0").description
            self._names = [str(name) for name, *_ in described]
            self._types = self._types_of(connection)

    def select(self, connection: Any) -> str:
        arrow = import_module("pyarrow")
        types = {"i": arrow.int64(), "f": arrow.float64(), "t": arrow.string(), "b": arrow.binary()}
        schema = arrow.schema(
            [(name, types[kind]) for name, kind in zip(self._names, self._types, strict=True)]
        )
        connection.register(
            "elcs_sqlite", arrow.RecordBatchReader.from_batches(schema, self._batches(schema))
        )
        return "SELECT * FROM elcs_sqlite"

    def _batches(self, schema: Any) -> Iterator[Any]:
        arrow = import_module("pyarrow")
        with self._connected() as connection:
            columns = ", ".join(
                f"CAST({identifier(name)} AS TEXT)" if kind == "t" else identifier(name)
                for name, kind in zip(self._names, self._types, strict=True)
            )
            rows = connection.execute(f"SELECT {columns} {self._from}")
            while some := rows.fetchmany(_ROWS_AT_ONCE):
                columns_of_some = zip(*some, strict=True)
                arrays = [
                    arrow.array(cells, field.type)
                    for cells, field in zip(columns_of_some, schema, strict=True)
                ]
                yield arrow.record_batch(arrays, schema)

    def _types_of(self, connection: sqlite3.Connection) -> str:
        """A letter for each column: i for whole numbers, f for numbers, t for text, b for bytes.

        A column of SQLite may hold anything, whatever it was declared to be.
        """
        asked = ", ".join(
            f"max(typeof({identifier(name)}) = '{kind}')"
            for name in self._names
            for kind in ("blob", "text", "real")
        )
        [found] = connection.execute(f"SELECT {asked} {self._from}")
        return "".join(
            "b" if blob else "t" if text else "f" if real else "i"
            for blob, text, real in zip(found[0::3], found[1::3], found[2::3], strict=True)
        )

    def _connected(self) -> closing[sqlite3.Connection]:
        # Batches are asked for by a thread of the engine.
        return closing(
            sqlite3.connect(f"{self._path.resolve().as_uri()}?mode=ro", uri=True, check_same_thread=False)
        )


def _chosen(path: Path, part: str | None, tables: tuple[str, ...]) -> str:
    """The table that is named, or the only one."""
    if part is None and len(tables) != 1:
        raise DataError(f"{path.name} has {len(tables)} tables ({listed(tables)}): name one (--table).")
    name = tables[0] if part is None else part
    if name not in tables:
        raise DataError(f"{path.name} has no table {quoted(name)}; it has {listed(tables)}.")
    return name


def files_of(path: Path) -> list[Path]:
    """The file that is named, or all of the folder or pattern; a DataError unless they are of one kind."""
    if path.is_dir():
        files = sorted(file for file in path.iterdir() if file.suffix.lower() in _SCANNED)
        if not files:
            raise DataError(
                f"{folder_name(path)} is a folder without Parquet or CSV files: name a file in it, or a "
                "folder that has such files."
            )
    else:
        files = sorted(path.parent.glob(path.name)) if is_pattern(path) else [path]
    if not files:
        raise DataError(f"There is no file '{path}'.")
    endings = {file.suffix.lower().replace(".pq", ".parquet") for file in files}
    if not endings <= {*_SCANNED}:
        raise DataError(f"'{path}' names no Parquet or CSV files.")
    if len(endings) > 1:
        kinds = " and ".join(sorted(endings))
        raise DataError(
            f"{folder_name(path)} has files of several kinds, {kinds}: name those that belong together."
        )
    return files


def _check_columns(files: Sequence[Path], columns_of: Callable[[Path], Sequence[str]]) -> None:
    """A DataError where the files have not all the same columns, or one of them cannot be read."""
    first: set[str] = set()
    for file in files:
        with reading(file):
            try:
                columns = set(columns_of(file))
            except ValueError as error:  # what is in it is damaged
                raise DataError(f"{file.name} cannot be read: {one_line(error, 200)}") from None
        first = first if file != files[0] else columns
        if columns != first:
            odd = min(columns ^ first)
            where, where_not = (file, files[0]) if odd in columns else (files[0], file)
            raise DataError(
                f"{where.name} has a column {quoted(odd)} which {where_not.name} has not: name files of the "
                "same columns."
            )


def _first_record(file: Path, text: TextFormat) -> Sequence[str]:
    with file.open(encoding=text.encoding.codec, newline="") as lines:
        record = next(csv.reader(lines, delimiter=text.delimiter, skipinitialspace=True), [])
    return [cell.strip() for cell in record]


def _begins_with_index(text: TextFormat) -> bool:
    """Has its first column no name, and numbers its first rows? Reading in memory leaves such a one out."""
    if not text.has_header or text.columns[0] or not all(text.columns[1:]):
        return False
    found = [cells[0].strip() for _, cells in islice(text.records(), _ROWS_LOOKED_AT)]
    return any(found == [str(row + start) for row in range(len(found))] for start in (0, 1))


def _options_of(text: TextFormat, names: Sequence[str] | None) -> str:
    """How DuckDB is to read text files of that form; by these names of their columns, if any are given."""
    codec = text.encoding.codec.removesuffix("-sig")
    if codec not in _ENCODINGS or text.delimiter == BLANKS:
        raise DataError(
            f"{text.path.name} is in {codec}, or its cells are parted by blanks, which cannot be read beyond "
            "memory: save it as UTF-8 with commas, or read it without --memory."
        )
    said = {
        "delim": literal(text.delimiter),
        "header": str(text.has_header).lower(),
        "quote": literal('"'),
        "escape": literal('"'),
        "encoding": literal(_ENCODINGS[codec]),
        "all_varchar": "true",
    }
    if names is not None or not text.has_header:
        said["names"] = f"[{', '.join(map(literal, names or text.columns))}]"
    return "".join(f", {name} = {value}" for name, value in said.items())
