"""Parquet files, read as a table, a batch of rows at a time, and written, by pyarrow (an extra).

Text and dictionary columns keep their labels, dates and decimals become text, nulls are missing values; every
other label is kept whatever it says. Columns of lists, maps and structures are refused by name. Written are
levels as dictionaries of text, numbers as doubles, gaps as nulls.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from importlib import import_module
from pathlib import Path
from typing import Any, TypeVar

import numpy as np
from numpy.typing import NDArray

from elcs_gui.data.archive import check_decompression
from elcs_gui.data.dataset import Dataset, check_size
from elcs_gui.data.files import reading, replacing
from elcs_gui.data.names import listed, tidy_name
from elcs_gui.data.plan import ImportPlan, Kind
from elcs_gui.data.tables.arrow_cells import ArrowCells
from elcs_gui.data.tables.table_file import Block, Cells, Form, Part, Wanted
from elcs_gui.data.tables.text_scan import MOST_COLUMNS
from elcs_gui.errors import DataError

# Reading

LARGEST_GROUP = 1 << 30
"""Bytes that a group of rows may unpack to; it is unpacked as a whole."""

_BLOCK = 1 << 24
"""Cells to unpack at a time; each takes four bytes or eight until it is coded."""

_UNNAMED_INDEX = re.compile(r"__index_level_\d+__")
"""How pandas calls an index without a name: it only labels the rows."""

Result = TypeVar("Result")


class ParquetTable:
    """A parquet file; see `elcs_gui.data.tables.table_file.TableFile`."""

    knows_missing = True

    def __init__(self, path: Path, plan: ImportPlan) -> None:
        self.name = path.name
        self._path = path
        self._arrow, parquet = pyarrow_for(path)
        self._cells = ArrowCells(path.name)
        plain = self._safely(lambda: parquet.ParquetFile(path))
        schema = self._safely(lambda: plain.schema_arrow)
        self._check_size(plain.metadata, len(schema.names))
        # Labels that repeat stay one label each: a batch takes no more memory than its codes.
        texts = [field.name for field in schema if self._is_text(field.type)]
        self._file = self._safely(
            lambda: parquet.ParquetFile(path, read_dictionary=texts, memory_map=True, pre_buffer=False)
        )
        by_pandas = b"pandas" in (schema.metadata or {})
        self._names = [name for name in schema.names if not (by_pandas and _UNNAMED_INDEX.fullmatch(name))]
        self.spelled = tuple(self._names)
        self.columns = tuple(map(tidy_name, self.spelled))
        self._refused = {field.name for field in schema if self._is_refused(field.type)}
        wanted = [name for name in self._names if plan.kind(tidy_name(name)) is not Kind.IGNORE]
        refused = [name for name in wanted if name in self._refused]
        if refused:
            one = len(refused) == 1
            raise DataError(
                f"{'Column' if one else 'Columns'} {listed(refused)} in {self.name} "
                f"{'holds' if one else 'hold'} lists, structures or bytes, not single values: leave "
                f"{'it' if one else 'them'} out (--ignore)."
            )
        self.form = Form("parquet")

    def blocks(self, wanted: Wanted) -> Iterator[Block]:
        names = [self._names[place] for place in wanted.places]
        readable = [name for name in names if name not in self._refused]
        step = 1 + _BLOCK // max(len(names), 1)
        batches = self._safely(lambda: self._file.iter_batches(batch_size=step, columns=readable))
        rows = 0
        while (batch := self._safely(lambda: next(batches, None))) is not None:
            if batch.num_rows:
                rows += batch.num_rows
                yield Block(self._safely(lambda: self._parts(batch, names)), min(rows / self._rows, 1.0))

    def place(self, row: int) -> str:
        return f"row {row + 1:,}"

    def _check_size(self, metadata: Any, columns: int) -> None:
        if columns > MOST_COLUMNS:
            raise DataError(f"{self.name} has {columns:,} columns, more than {MOST_COLUMNS:,}: take fewer.")
        self._rows = int(metadata.num_rows)
        check_size(self._rows, columns, self.name)
        check_decompression(self._rows * columns, self._path.stat().st_size, self.name)
        for number in range(metadata.num_row_groups):
            size = metadata.row_group(number).total_byte_size
            if size > LARGEST_GROUP:
                raise DataError(
                    f"{self.name} holds a group of rows that unpacks to {size:,} bytes: write it in smaller "
                    "groups."
                )

    def _parts(self, batch: Any, names: Sequence[str]) -> list[Part]:
        nothing = Cells(("",), np.zeros(batch.num_rows, dtype=np.uint8))
        columns = dict(zip(batch.schema.names, batch.columns, strict=True))
        return [self._cells.part(columns[name]) if name in columns else nothing for name in names]

    def _is_text(self, kind: Any) -> bool:
        return bool(self._arrow.types.is_string(kind) or self._arrow.types.is_large_string(kind))

    def _is_refused(self, kind: Any) -> bool:
        types = self._arrow.types
        if types.is_dictionary(kind):
            kind = kind.value_type
        binary = types.is_binary(kind) or types.is_large_binary(kind) or types.is_fixed_size_binary(kind)
        return bool(types.is_nested(kind) or binary)

    def _safely(self, work: Callable[[], Result]) -> Result:
        """Do some work of pyarrow, whose errors are of many kinds and lines."""
        try:
            with reading(self._path):
                return work()
        except DataError:
            raise
        except (self._arrow.ArrowException, ValueError, KeyError, NotImplementedError) as error:
            what = (str(error).splitlines() or [type(error).__name__])[0][:100]
            raise DataError(f"{self.name} cannot be read as a Parquet file: {what}.") from error


def pyarrow_for(path: Path) -> tuple[Any, Any]:
    """pyarrow and its part for Parquet, or a DataError that says how to get them."""
    try:
        return import_module("pyarrow"), import_module("pyarrow.parquet")
    except ImportError:
        raise DataError(f"{path.name}: Parquet files need pyarrow; install it: pip install pyarrow") from None


# Writing

_ROWS_A_GROUP = 1 << 17


def write_parquet(data: Dataset, path: Path) -> None:
    """Write `data` so that it comes back as it is."""
    arrow, parquet = pyarrow_for(path)
    columns = []
    for variable, levels in enumerate(data.levels):
        gaps = data.missing(variable)
        if data.values is not None:
            columns.append(arrow.array(data.values[variable], mask=gaps))
        else:
            columns.append(_labels_of(arrow, data.codes[variable], gaps, levels))
    table = arrow.table(columns, names=list(data.columns))
    with replacing(path) as part:
        parquet.write_table(table, part, row_group_size=_ROWS_A_GROUP)


def write_parquet_blocks(
    columns: Sequence[str], levels: Sequence[Sequence[str]], blocks: Iterable[NDArray[Any]], path: Path
) -> None:
    """Write blocks of codes (variables, rows) as they come: memory holds one of them.

    A code past the last level is a missing value.
    """
    arrow, parquet = pyarrow_for(path)
    kind = arrow.dictionary(arrow.int32(), arrow.string())
    schema = arrow.schema([(column, kind) for column in columns])
    with replacing(path) as part, parquet.ParquetWriter(part, schema) as writer:
        for block in blocks:
            parts = [
                _labels_of(arrow, codes, codes >= len(some), some)
                for codes, some in zip(block, levels, strict=True)
            ]
            writer.write_table(arrow.table(parts, schema=schema))


def _labels_of(arrow: Any, codes: NDArray[Any], gaps: NDArray[np.bool_], levels: Sequence[str]) -> Any:
    places = arrow.array(np.where(gaps, 0, codes).astype(np.int32), mask=gaps)
    return arrow.DictionaryArray.from_arrays(places, arrow.array(levels, arrow.string()))
