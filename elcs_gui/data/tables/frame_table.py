"""A pandas DataFrame as a table, read as a file with the same cells would be; its index is left out.

Numbers stay numbers; everything else is told apart by its text. None, NaN, NA and NaT are missing values, and
every other label is kept whatever it says. Columns of lists, sets and dictionaries are refused by name.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Sequence
from datetime import datetime
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from elcs_gui.data.names import tidy_name
from elcs_gui.data.plan import ImportPlan, Kind
from elcs_gui.data.tables.arrays import parts_of
from elcs_gui.data.tables.table_file import (
    FIRST_ROWS,
    Block,
    Cells,
    Form,
    Part,
    Wanted,
    number_label,
    rows_in,
)
from elcs_gui.errors import DataError, quoted

if TYPE_CHECKING:
    from pandas import DataFrame, Series

FRAME = "DataFrame"
"""What messages call it."""


class FrameTable:
    """A frame; see `elcs_gui.data.tables.table_file.TableFile`."""

    name = FRAME
    knows_missing = True
    form = Form("frame")

    def __init__(self, frame: DataFrame, plan: ImportPlan) -> None:
        self._frame = frame
        self.spelled = tuple(str(label) for label in frame.columns)
        self.columns = tuple(map(tidy_name, self.spelled))
        self._ignored = {name for name in self.columns if plan.kind(name) is Kind.IGNORE}

    def blocks(self, wanted: Wanted) -> Iterator[Block]:
        parts = self._parts(wanted.places)
        rows = len(self._frame)
        if rows and wanted.may_measure:
            yield Block([_rows(part, 0, FIRST_ROWS) for part in parts], min(FIRST_ROWS / rows, 1.0))
            parts = [_rows(part, FIRST_ROWS, rows) for part in parts]
        if parts and rows_in(parts[0]):
            yield Block(parts, 1.0)

    def place(self, row: int) -> str:
        return f"row {row + 1:,}"

    def _parts(self, places: Sequence[int]) -> list[Part]:
        """The columns: those of one type of numpy's together, others one by one."""
        together: dict[np.dtype[Any], list[int]] = {}
        types = list(self._frame.dtypes.array)
        for place in places:
            kind = types[place]
            if (
                isinstance(kind, np.dtype)
                and kind.kind in "iufb"
                and self.columns[place] not in self._ignored
            ):
                together.setdefault(kind, []).append(place)
        found: dict[int, Part] = {}
        for kind, some in together.items():
            frame = self._frame if len(some) == len(types) else self._frame.iloc[:, some]
            array = frame.to_numpy(dtype=np.float64 if kind.kind == "f" else kind)
            found.update(zip(some, parts_of(array.T), strict=True))
        return [found[place] if place in found else self._part(place) for place in places]

    def _part(self, place: int) -> Part:
        name = self.columns[place]
        if name in self._ignored:  # whatever it holds
            return Cells(("",), np.zeros(len(self._frame), dtype=np.uint8))
        try:
            return _part(self._frame.iloc[:, place])
        except _NotSingle as found:
            raise DataError(
                f"Column {quoted(name)} in {FRAME} holds {found}, not single values: leave it out (--ignore)."
            ) from None


def label_of(label: Hashable) -> str:
    """The name of a column, of a node or of a target that has another label than text."""
    return tidy_name(str(label))


class _NotSingle(Exception):
    """A cell that holds several values; the message is its type."""


def _part(column: Series[Any]) -> Part:
    import pandas as pd

    kind = column.dtype
    if isinstance(kind, pd.CategoricalDtype):
        return _cells(column.cat.codes.to_numpy(), kind.categories)
    types = pd.api.types
    if types.is_float_dtype(kind):
        return column.to_numpy(dtype=np.float64, na_value=np.nan)
    if types.is_integer_dtype(kind) and not column.hasnans:
        return column.to_numpy(dtype=np.uint64 if types.is_unsigned_integer_dtype(kind) else np.int64)
    if types.is_object_dtype(kind) and types.infer_dtype(column, skipna=True) != "string":
        # pandas would take 1 and True for the same.
        missing = column.isna().to_numpy()
        texts = [
            "" if gap else _text(value) for value, gap in zip(column.tolist(), missing.tolist(), strict=True)
        ]
        column = pd.Series(texts, dtype=object)
    codes, values = pd.factorize(column)
    return _cells(codes, values)


def _rows(part: Part, start: int, end: int) -> Part:
    return Cells(part.labels, part.codes[start:end]) if isinstance(part, Cells) else part[start:end]


def _cells(codes: NDArray[Any], values: Iterable[object]) -> Cells:
    """The empty label for the code -1, which is pandas' for a missing value."""
    labels = [_text(value) for value in values]
    return Cells([*labels, ""], np.where(codes < 0, len(labels), codes))


def _text(value: object) -> str:
    """The label of a known value: whole numbers without a point, days without their midnight."""
    if isinstance(value, float):
        return number_label(value)
    if not isinstance(value, Hashable):
        raise _NotSingle(f"values of type {type(value).__name__}")
    text = str(value).strip()
    return text.removesuffix(" 00:00:00") if isinstance(value, datetime) else text
