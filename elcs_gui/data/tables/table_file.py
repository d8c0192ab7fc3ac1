"""A file with a table in it, whatever its format: what it looks like, and its cells in blocks of rows.

`elcs_gui.data.tables.opening.open_table` makes the right one. Reading (`elcs_gui.data.survey.assembling`) and
surveying (`elcs_gui.data.survey.survey`) know no format, only this.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple, Protocol

import numpy as np
from numpy.typing import NDArray

from elcs_gui.data.columns.coding import Column

FIRST_ROWS = 1 << 11
"""A survey sees in these that a column measures something; further numbers of it are not counted singly."""

Tell = Callable[[float], None]
"""Is told now and then which share of the work is done, 0 to 1; may raise to cancel it."""


def nobody(share: float) -> None:
    """Listens to no progress."""


class Cells(NamedTuple):
    """Some rows of one column: labels without outer blanks, and the place of each row's label among them.

    A label may stand there twice. The empty label is a missing value.
    """

    labels: Sequence[str]
    codes: Column


Part = Cells | NDArray[Any]
"""Some rows of one column: as text, or as whole numbers or floats, nan where a value is missing."""


class Block(NamedTuple):
    """Some rows of the wanted columns, the share of the file that has been read by then, and how many rows
    each of them stands for, where that is not one."""

    parts: list[Part]
    done: float
    counts: NDArray[np.int64] | None = None


@dataclass(frozen=True)
class Form:
    """What a file was found to be, or told to be; None where it does not apply."""

    format: str
    """`text`, `xlsx`, `parquet`, `arff`, `npz`, or `engine` for what DuckDB reads."""
    has_header: bool | None = None
    delimiter: str | None = None
    encoding: str | None = None
    decimal: str | None = None
    part: str | None = None
    """The sheet, array or table that is read."""
    parts: tuple[str, ...] = ()
    """All there are to choose from."""


class Wanted(NamedTuple):
    """What is asked of a table.

    Attributes:
        places: the columns, by their place.
        numeric: those among them that are wanted as numbers, if possible.
        may_measure: whether others may come as numbers too, where they hold many different ones.
        tell: is told which share has been read, where that takes long.
    """

    places: Sequence[int]
    numeric: Collection[int] = ()
    may_measure: bool = False
    tell: Tell = nobody


class TableFile(Protocol):
    """One file, known well enough to be read."""

    @property
    def name(self) -> str:
        """For messages: `alarm.csv`."""

    @property
    def form(self) -> Form:
        """What it looks like."""

    @property
    def spelled(self) -> tuple[str, ...]:
        """The names as they stand there."""

    @property
    def columns(self) -> tuple[str, ...]:
        """The names as the program has them (`elcs_gui.data.names.tidy_name`); not checked yet."""

    @property
    def knows_missing(self) -> bool:
        """Whether only the empty label is missing, because the file has its own sign and exact labels."""

    def blocks(self, wanted: Wanted) -> Iterator[Block]:
        """The wanted columns, a block of rows at a time; a DataError for a row that is damaged.

        Columns that memory holds anyway come in one block. Columns of the same labels share them, where that
        is known.
        """

    def place(self, row: int) -> str:
        """Where a row (from 0 on) stands in the file, for messages: `line 12`."""


class SomeRows:
    """A table that has some of the rows of another: all but `blocks` and `place` is that table's."""

    def __init__(self, table: TableFile) -> None:
        self._table = table

    @property
    def name(self) -> str:
        return self._table.name

    @property
    def form(self) -> Form:
        return self._table.form

    @property
    def spelled(self) -> tuple[str, ...]:
        return self._table.spelled

    @property
    def columns(self) -> tuple[str, ...]:
        return self._table.columns

    @property
    def knows_missing(self) -> bool:
        return self._table.knows_missing


def coded(texts: Sequence[str]) -> tuple[list[str], NDArray[np.int32]]:
    """The different texts, in the order of appearance, and the place of each row's text among them."""
    book = {text: code for code, text in enumerate(dict.fromkeys(texts))}
    return list(book), np.fromiter(map(book.__getitem__, texts), np.int32, len(texts))


def rows_in(part: Part) -> int:
    """How many rows a part covers."""
    return len(part.codes if isinstance(part, Cells) else part)


def as_cells(part: Part) -> Cells:
    """A part as labels: whole numbers without a point, nothing for nan."""
    if isinstance(part, Cells):
        return part
    if part.dtype.kind in "iu" and len(part):
        low, high = int(part.min()), int(part.max())
        if high - low < 2**16 and abs(low) < 2**62:  # counting is much faster than sorting
            shifted = (part.astype(np.int64) - low).astype(np.uint16)
            return Cells([str(number) for number in range(low, high + 1)], shifted)
    values, codes = np.unique(part, return_inverse=True)
    return Cells([number_label(value) for value in values.tolist()], codes.reshape(-1))


def number_label(number: float | int) -> str:
    """The label of a number; nothing for nan."""
    if isinstance(number, float):
        if number != number:
            return ""
        return str(int(number)) if number.is_integer() else repr(number)
    return str(number)
