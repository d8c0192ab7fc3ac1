"""Data sets into files: csv, tsv, xlsx, parquet, arff or npz, labels and gaps kept, whole or not at all."""

import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from elcs_gui.data.columns.cells import code_type, has_decimal_comma, is_number
from elcs_gui.data.dataset import Dataset
from elcs_gui.data.files import like_ending, replacing
from elcs_gui.data.plan import MISSING
from elcs_gui.data.tables.npz import write_npz
from elcs_gui.data.weighting import expanded
from elcs_gui.errors import DataError, quoted

_WRITTEN = ".csv, .tsv, .xlsx, .parquet, .arff or .npz"
_DELIMITERS = {".csv": ",", ".tsv": "\t"}
_PLAIN = re.compile(r"[\w.+<>=/%-]+(?: [\w.+<>=/%-]+)*")
"""Labels that need no quotes, whatever the delimiter."""

_BLOCK = 1 << 20


def write_table(data: Dataset, path: Path) -> None:
    """Write `data` by the ending of `path`: .csv, .tsv, .xlsx, .parquet, .arff or .npz.

    `read_table` gives it back; weighted rows are written out. Missing values are empty cells (`?` in arff,
    null in parquet).
    """
    data = expanded(data)
    ending = path.suffix.lower()
    if ending == ".npz":
        write_npz(data, path)
    elif ending == ".parquet":
        from elcs_gui.data.tables.parquet import write_parquet

        write_parquet(data, path)
    elif ending == ".arff":
        from elcs_gui.data.tables.arff import write_arff

        write_arff(data, path)
    elif ending == ".xlsx":
        from elcs_gui.data.tables.xlsx import write_xlsx

        _check_readable_again(data, path)
        write_xlsx(data, path)
    elif ending in _DELIMITERS:
        _check_readable_again(data, path)
        with replacing(path) as part, part.open("w", encoding="utf-8", newline="\n") as file:
            file.writelines(_lines(data, _DELIMITERS[ending]))
    else:
        raise DataError(
            f"{path.name}: data are written as {_WRITTEN}; name a file with such an ending."
            f"{like_ending(path, _WRITTEN)}"
        )


def with_gaps(data: Dataset, missing: NDArray[np.bool_]) -> Dataset:
    """The data with further cells (variables, stored rows) unknown, and without levels lost by that."""
    if data.values is not None:
        return replace(data, values=np.where(missing, np.nan, data.values))
    wide = code_type(max(map(len, data.levels)) + 1)
    codes = [
        np.where(unknown, wide(len(levels)), column.astype(wide))
        for column, unknown, levels in zip(data.codes, missing, data.levels, strict=True)
    ]
    labels = [(*levels, None) for levels in data.levels]
    return replace(Dataset.coded(data.name, data.columns, codes, labels), counts=data.counts)


def blocks_of_text(data: Dataset, spell: dict[str, str] | None = None) -> Iterator[list[list[str]]]:
    """All cells as text, column by column within each block of rows; missing ones are empty.

    `spell` says how a label is written; one that it does not know is written as it is.
    """
    spell = spell or {}
    labels = [
        np.array([*(spell.get(label, label) for label in levels), ""], dtype=object) for levels in data.levels
    ]
    rows_a_block = 1 + _BLOCK // data.variables
    for start in range(0, data.rows, rows_a_block):
        some = slice(start, start + rows_a_block)
        if data.values is None:
            yield [texts[codes].tolist() for texts, codes in zip(labels, data.codes[:, some], strict=True)]
        else:
            yield [[_number(number) for number in row.tolist()] for row in data.values[:, some]]


def _number(number: float) -> str:
    return "" if number != number else repr(number)


def _check_readable_again(data: Dataset, path: Path) -> None:
    for column, levels in zip(data.columns, data.levels, strict=True):
        for label in levels:
            if label in MISSING:
                raise DataError(
                    f"{path.name}: the level {quoted(label)} of {quoted(column)} would be read as a missing "
                    "value; write .npz, .parquet or .arff instead."
                )
            if path.suffix.lower() == ".tsv" and has_decimal_comma(label):  # a comma delimits in csv
                raise DataError(
                    f"{path.name}: the level {quoted(label)} of {quoted(column)} would be read as a number "
                    "with a decimal comma; write .csv, .npz, .parquet or .arff instead."
                )


def _lines(data: Dataset, delimiter: str) -> Iterator[str]:
    # Names that are all numbers would be taken for data: quotes tell them apart.
    all_numbers = all(is_number(name) or has_decimal_comma(name) for name in data.columns)
    yield delimiter.join(f'"{name}"' if all_numbers else _cell(name) for name in data.columns) + "\n"
    spell = {label: _cell(label) for levels in data.levels for label in levels}
    for columns in blocks_of_text(data, spell):
        for row in zip(*columns, strict=True):
            yield delimiter.join(row) + "\n"


def _cell(text: str) -> str:
    """`text` as a cell, in quotes if need be."""
    if _PLAIN.fullmatch(text):
        return text
    doubled = text.replace('"', '""')
    return f'"{doubled}"'
