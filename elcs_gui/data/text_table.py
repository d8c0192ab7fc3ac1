"""A data set from a text table, block by block, so that the text is never held as a whole."""

import csv
from collections.abc import Collection, Iterator, Sequence
from io import BytesIO
from itertools import islice
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from elcs_gui.data.dataset import Column, Dataset, check_not_empty, check_size
from elcs_gui.data.levels import MISSING, MOST_LEVELS, code_type, is_number, missing_values, too_many_levels
from elcs_gui.data.names import checked_names, position
from elcs_gui.data.text_format import TextFormat, sniff
from elcs_gui.errors import DataError

LARGE = 1 << 22
"""From so many bytes on, the fast parser is worth the half second that its import takes."""

_BLOCK = 1 << 20
"""Cells to parse at a time."""

LabelBlock = list[tuple[Sequence[str], Column]]
"""For each wanted column, the labels of some rows and the place of each row's label among them."""


def read_text(path: Path, *, continuous: bool, ignore: Collection[str]) -> Dataset:
    """The data set in a csv, tsv or whitespace file; `ignore` names columns to leave out."""
    text = sniff(path)
    names = [column.strip() for column in text.columns]
    for name in ignore:
        position(name, names, path.name)
    wanted = [place for place, name in enumerate(names) if name not in ignore]
    if wanted[:1] == [0] and not names[0] and _counts_rows(text):
        wanted.remove(0)
    columns = checked_names([names[place] for place in wanted], "column", path.name)
    check_not_empty(1, len(columns), path.name)
    read = _continuous if continuous else _discrete
    return read(text, wanted, columns)


def _counts_rows(text: TextFormat) -> bool:
    """Whether the first column is an index: 0, 1, 2, ... or 1, 2, 3, ..."""
    if text.encoding.is_plain:
        cells = (line.split(text.delimiter.encode(), 1)[0].decode("latin-1") for line in text.plain_lines())
    else:
        cells = (cells[0] for _, cells in text.records())
    start = 0
    for row, cell in enumerate(cells):
        if row == 0 and cell.strip() == "1":
            start = 1
        if cell.strip() != str(row + start):
            return False
    return True


def _discrete(text: TextFormat, wanted: Sequence[int], columns: Sequence[str]) -> Dataset:
    name = text.path.name
    books: list[dict[str, int]] = [{} for _ in columns]
    parts: list[list[Column]] = [[] for _ in columns]
    rows = 0
    for block in _label_blocks(text, wanted):
        rows += len(block[0][1])
        check_size(rows, len(columns), name)
        for column, book, part, (labels, codes) in zip(columns, books, parts, block, strict=True):
            new_codes = [book.setdefault(label.strip(), len(book)) for label in labels]
            if len(book) > MOST_LEVELS:
                raise too_many_levels(column, name)
            renaming: Column = np.array(new_codes, dtype=code_type(len(book)))
            part.append(renaming[codes])
    check_not_empty(rows, len(columns), name)
    merged = [np.concatenate(part) for part in parts]
    for place, column, book, its_codes in zip(wanted, columns, books, merged, strict=True):
        missing = np.isin(its_codes, [code for label, code in book.items() if label in MISSING])
        if missing.any():
            raise missing_values(column, name, int(missing.sum()), _first_missing(text, place))
    return Dataset.coded(name, columns, merged, [list(book) for book in books])


def _continuous(text: TextFormat, wanted: Sequence[int], columns: Sequence[str]) -> Dataset:
    name = text.path.name
    parts: list[NDArray[np.float64]] = []
    rows = 0
    try:
        for block in _number_blocks(text, wanted):
            rows += block.shape[1]
            check_size(rows, len(columns), name)
            if not np.isfinite(block).all():
                raise _not_numbers(text, wanted, columns)
            parts.append(block)
    except ValueError:
        raise _not_numbers(text, wanted, columns) from None
    check_not_empty(rows, len(columns), name)
    return Dataset.continuous(name, columns, np.concatenate(parts, axis=1).T)


def _label_blocks(text: TextFormat, wanted: Sequence[int]) -> Iterator[LabelBlock]:
    if _is_large(text):
        # Not "category": pandas 3.1 takes such labels for numbers where it can, and 03 would become 3.
        for frame in _frames(text, wanted, "object"):
            found = [frame[place].factorize() for place in wanted]
            yield [(labels.tolist(), codes) for codes, labels in found]
        return
    for rows in _row_blocks(text):
        by_column = list(zip(*rows, strict=True))
        block: LabelBlock = []
        for place in wanted:
            book = {label: code for code, label in enumerate(dict.fromkeys(by_column[place]))}
            codes = np.fromiter(map(book.__getitem__, by_column[place]), np.int64, len(rows))
            block.append((list(book), codes))
        yield block


def _number_blocks(text: TextFormat, wanted: Sequence[int]) -> Iterator[NDArray[np.float64]]:
    """Blocks of (variables, rows); a ValueError if there is anything but numbers."""
    if _is_large(text):
        for frame in _frames(text, wanted, "float64"):
            yield frame.to_numpy().T
        return
    for rows in _row_blocks(text):
        yield np.array([[_number(cells[place]) for cells in rows] for place in wanted])


def _is_large(text: TextFormat) -> bool:
    return text.encoding.is_plain and text.path.stat().st_size >= LARGE


def _frames(text: TextFormat, wanted: Sequence[int], dtype: str) -> Iterator[Any]:
    """The rows of a plain file, parsed by pandas: lines are checked before, as pandas pads short ones."""
    import pandas as pd  # here, because most files are small and the import is slow

    lines = text.plain_lines()
    while some := list(islice(lines, _rows_a_block(text))):
        yield pd.read_csv(
            BytesIO(b"".join(some)),
            encoding=text.encoding.codec.removesuffix("-sig"),
            sep=text.delimiter,
            header=None,
            usecols=list(wanted),
            dtype=dtype,
            na_filter=False,
            quoting=csv.QUOTE_NONE,
            skip_blank_lines=False,
            low_memory=False,
        )


def _row_blocks(text: TextFormat) -> Iterator[list[list[str]]]:
    records = text.records()
    while some := [cells for _, cells in islice(records, _rows_a_block(text))]:
        yield some


def _rows_a_block(text: TextFormat) -> int:
    return 1 + _BLOCK // len(text.columns)


def _number(cell: str) -> float:
    if "_" in cell:  # Python reads 1_000 as a number, data files do not mean it so
        raise ValueError
    return float(cell)


def _first_missing(text: TextFormat, place: int) -> str:
    return next(f"line {line:,}" for line, cells in text.records() if cells[place].strip() in MISSING)


def _not_numbers(text: TextFormat, wanted: Sequence[int], columns: Sequence[str]) -> DataError:
    """The complaint about the first cell that is not a finite number."""
    for line, cells in text.records():
        for place, column in zip(wanted, columns, strict=True):
            cell = cells[place].strip()
            if cell in MISSING:
                count = sum(cells[place].strip() in MISSING for _, cells in text.records())
                return missing_values(column, text.path.name, count, f"line {line:,}")
            if not is_number(cell) or not np.isfinite(float(cell)):
                return DataError(
                    f"{text.path.name}, line {line:,}, column {column!r}: {cell!r} is not a finite number; "
                    "correct it, leave the column out, or read the data as discrete."
                )
    return DataError(f"{text.path.name} holds something that is not a number.")
