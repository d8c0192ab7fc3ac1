"""Columns of numbers or truth values in one array, made parts of a table together, not one by one."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from elcs_gui.data.tables.table_file import Cells, Part

_TRUTH = ("False", "True")
_NARROW = 1 << 8
_FAR = 1 << 62
_AT_ONCE = 1 << 22
"""Cells that become codes at a time."""


def parts_of(columns: NDArray[Any]) -> list[Part]:
    """The rows of an array as parts: small whole numbers and truth values as labels, others as they are.

    Columns of whole numbers from and to the same ones share their labels.
    """
    if columns.dtype.kind == "b":
        # A file may hold any byte where numpy itself writes 0 and 1.
        return [Cells(_TRUTH, codes) for codes in (columns.view(np.uint8) != 0).astype(np.uint8)]
    if columns.dtype.kind not in "iu" or not columns.size:
        return list(columns)
    parts: list[Part] = []
    labels: dict[tuple[int, int], Sequence[str]] = {}
    step = max(_AT_ONCE // columns.shape[1], 1)
    for begin in range(0, len(columns), step):
        some = columns[begin : begin + step]
        lows, highs = some.min(axis=1), some.max(axis=1)
        codes = (some - lows[:, None]).astype(np.uint8)
        for column, its_codes, low, high in zip(some, codes, lows.tolist(), highs.tolist(), strict=True):
            if high - low >= _NARROW or not -_FAR < low <= high < _FAR:
                parts.append(column)
                continue
            if (low, high) not in labels:
                labels[low, high] = tuple(map(str, range(low, high + 1)))
            parts.append(Cells(labels[low, high], its_codes))
    return parts
