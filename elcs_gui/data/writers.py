"""Data sets into files: csv, tsv or npz, labels kept, whole or not at all."""

import re
from collections.abc import Iterator
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from elcs_gui.data.dataset import Dataset
from elcs_gui.data.files import replacing
from elcs_gui.data.levels import MISSING, is_number
from elcs_gui.data.npz_table import write_npz
from elcs_gui.errors import DataError

_DELIMITERS = {".csv": ",", ".tsv": "\t"}
_PLAIN = re.compile(r"[\w.+<>=/%-]+(?: [\w.+<>=/%-]+)*")
"""Labels that need no quotes, whatever the delimiter."""

_BLOCK = 1 << 20


def write_table(data: Dataset, path: Path, *, missing: NDArray[np.bool_] | None = None) -> None:
    """Write `data` by the ending of `path`: .csv, .tsv or .npz; `read_table` gives it back.

    `missing` marks cells (variables, rows) to be left empty in a text file.
    """
    ending = path.suffix.lower()
    if ending == ".npz":
        if missing is not None and missing.any():
            raise DataError(f"{path.name}: an npz file cannot hold missing values; write .csv or .tsv.")
        write_npz(data, path)
    elif ending in _DELIMITERS:
        _check_readable_again(data, path)
        with replacing(path) as part, part.open("w", encoding="utf-8", newline="\n") as file:
            file.writelines(_lines(data, _DELIMITERS[ending], missing))
    else:
        raise DataError(
            f"{path.name}: data are written as .csv, .tsv or .npz; name a file with such an ending."
        )


def _check_readable_again(data: Dataset, path: Path) -> None:
    for column, levels in zip(data.columns, data.levels, strict=True):
        for label in levels:
            if label in MISSING:
                raise DataError(
                    f"{path.name}: the level {label!r} of {column!r} would be read as a missing value; "
                    "write .npz instead."
                )


def _lines(data: Dataset, delimiter: str, missing: NDArray[np.bool_] | None) -> Iterator[str]:
    # Names that are all numbers would be taken for data: quotes tell them apart.
    all_numbers = all(map(is_number, data.columns))
    yield delimiter.join(f'"{name}"' if all_numbers else _cell(name) for name in data.columns) + "\n"
    labels = [np.array([_cell(label) for label in levels], dtype=object) for levels in data.levels]
    rows_a_block = 1 + _BLOCK // data.variables
    for start in range(0, data.rows, rows_a_block):
        some = slice(start, start + rows_a_block)
        for row in zip(
            *(_column(data, labels, variable, some, missing) for variable in range(data.variables)),
            strict=True,
        ):
            yield delimiter.join(row) + "\n"


def _column(
    data: Dataset,
    labels: list[NDArray[np.object_]],
    variable: int,
    some: slice,
    missing: NDArray[np.bool_] | None,
) -> list[str]:
    """The cells of one variable in some rows, as text."""
    if data.values is None:
        cells = labels[variable][data.codes[variable, some]]
    else:
        cells = np.array([repr(number) for number in data.values[variable, some].tolist()], dtype=object)
    if missing is not None:
        cells[missing[variable, some]] = ""
    texts: list[str] = cells.tolist()
    return texts


def _cell(text: str) -> str:
    """`text` as a cell, in quotes if need be."""
    if _PLAIN.fullmatch(text):
        return text
    doubled = text.replace('"', '""')
    return f'"{doubled}"'
