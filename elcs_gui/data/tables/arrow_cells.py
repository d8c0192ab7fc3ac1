"""Columns of Arrow, as Parquet files and engines give them, as cells."""

from __future__ import annotations

import math
from importlib import import_module
from typing import Any

import numpy as np

from elcs_gui.data.tables.table_file import Cells, Part, number_label
from elcs_gui.errors import DataError

_NARROW = 1 << 8
"""Labels, with that of missing values, whose codes are bytes."""


class ArrowCells:
    """Makes cells of the columns of a table, which `name` names in messages."""

    def __init__(self, name: str) -> None:
        self.name = name
        self._arrow: Any = import_module("pyarrow")
        self._shared: dict[tuple[str, ...], tuple[str, ...]] = {}
        """Labels that several columns may have, by themselves."""

    def part(self, column: Any) -> Part:
        types, kind = self._arrow.types, column.type
        if types.is_boolean(kind):
            codes = column.cast(self._arrow.int8()).fill_null(2).to_numpy(zero_copy_only=False)
            return Cells(("False", "True", ""), codes)
        if types.is_floating(kind):
            numbers = column.cast(self._arrow.float64()).to_numpy(zero_copy_only=False)
            return np.asarray(numbers)
        if types.is_integer(kind) and not column.null_count:
            return np.asarray(column.to_numpy(zero_copy_only=False))
        if types.is_null(kind):
            return Cells(("",), np.zeros(len(column), dtype=np.uint8))
        if not types.is_dictionary(kind):
            column = column.dictionary_encode()
        return self._labelled(column)

    def _labelled(self, column: Any) -> Cells:
        values = column.dictionary
        if self._arrow.types.is_floating(values.type):
            labels = [number_label(math.nan if value is None else value) for value in values.to_pylist()]
        else:
            is_time = self._arrow.types.is_temporal(values.type)
            texts = values if self._arrow.types.is_string(values.type) else values.cast(self._arrow.string())
            labels = [_tidy(text, is_time=is_time) for text in texts.to_pylist()]
        indices = column.indices
        if indices.null_count:
            indices = indices.cast(self._arrow.int32()).fill_null(len(labels))
        codes = indices.to_numpy(zero_copy_only=False)
        if len(codes) and not 0 <= codes.min() <= codes.max() <= len(labels):  # pyarrow does not look
            raise DataError(f"{self.name} is damaged: a column refers to labels that its dictionary lacks.")
        if len(labels) < _NARROW:
            codes = codes.astype(np.uint8)
        key = (*labels, "")
        return Cells(self._shared.setdefault(key, key), codes)


def _tidy(label: str | None, *, is_time: bool) -> str:
    """A label without outer blanks; of a time, without zeros at the end of its fraction, nor midnight."""
    if label is None:
        return ""
    if not is_time:
        return label.strip()
    zone = "Z" if label.endswith("Z") else ""
    whole, point, fraction = label.removesuffix("Z").partition(".")
    fraction = fraction.rstrip("0")
    return f"{whole}{point if fraction else ''}{fraction}{zone}".removesuffix(" 00:00:00")
