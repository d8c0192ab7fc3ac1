"""Levels in order, and the codes of all columns in one table.

Columns of the same labels are dealt with together.

Labels are the same for several columns only where they are one object, as whoever reads a table shares them.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from elcs_gui.data.columns.cells import MOST_LEVELS, Codes, code_type, ordered_levels, too_many_levels
from elcs_gui.data.columns.spilling import RowStorage, blocks_of
from elcs_gui.data.names import checked_labels

Column = NDArray[np.integer[Any]]
Labels = Sequence[str | None]

_AT_ONCE = 1 << 22
"""Cells of columns that are dealt with together."""
_FEW = 16
"""Up to so many labels, looking for each of them is faster than counting all."""


class _Renaming(NamedTuple):
    """What the codes of a column become: its levels, and the new code of each old one.

    A missing value becomes one code more than there are levels. `codes` is one past the largest new code.
    """

    levels: tuple[str, ...]
    new: NDArray[np.uint32]
    codes: int


def table_of(
    name: str, columns: Sequence[str], codes: list[Any], labels: Sequence[Labels], room: RowStorage
) -> tuple[Codes, tuple[tuple[str, ...], ...]]:
    """The codes and the levels of columns, from the codes of each and the labels of those (None: missing).

    Levels that do not occur are left out. The list of codes is emptied on the way, so that large data are
    never held twice. A DataError names the first column with too many levels, or with unfit labels.
    """
    renamings = _renamings(name, columns, codes, labels)
    most = max(renaming.codes for renaming in renamings)
    if most > MOST_LEVELS:
        levels = [len(renaming.levels) for renaming in renamings]
        raise too_many_levels(columns[int(np.argmax(levels))], name)
    table = room.empty((len(columns), len(codes[0])), dtype=code_type(most))
    together: dict[int, list[int]] = {}
    for variable, renaming in enumerate(renamings):
        together.setdefault(id(renaming), []).append(variable)
    for variables in together.values():
        new = renamings[variables[0]].new.astype(table.dtype)
        stays = np.array_equal(new, np.arange(len(new)))
        for some, rows, old in _batches(variables, codes):
            table[some, rows] = old if stays else _renamed(old, new)
        for variable in variables:
            codes[variable] = None
    codes.clear()
    return table, tuple(renaming.levels for renaming in renamings)


def _renamed(old: Column, new: Codes) -> Column:
    """The new code of each old one."""
    if old.dtype != np.uint8 or new.dtype != np.uint8:
        return np.take(new, old)
    by_byte = np.zeros(256, dtype=np.uint8)
    by_byte[: len(new)] = new
    # Many times as fast as an index.
    return np.frombuffer(old.tobytes().translate(by_byte.tobytes()), dtype=np.uint8).reshape(old.shape)


def _renamings(
    name: str, columns: Sequence[str], codes: Sequence[Column], labels: Sequence[Labels]
) -> list[_Renaming]:
    """What becomes of each column; the same object for columns that are dealt with together."""
    same_labels: dict[int, list[int]] = {}
    for variable, some in enumerate(labels):
        same_labels.setdefault(id(some), []).append(variable)
    occurring: list[bytes] = [b""] * len(columns)
    for variables in same_labels.values():
        found = _occurring(variables, codes, len(labels[variables[0]]))
        for variable, row in zip(variables, found, strict=True):
            occurring[variable] = row.tobytes()
    known: dict[tuple[int, bytes], _Renaming] = {}
    renamings = []
    for column, some, occurs in zip(columns, labels, occurring, strict=True):
        renaming = known.get((id(some), occurs))
        if renaming is None:
            renaming = known[id(some), occurs] = _renaming(name, column, some, occurs)
        renamings.append(renaming)
    return renamings


def _renaming(name: str, column: str, labels: Labels, occurs: bytes) -> _Renaming:
    seen = np.flatnonzero(np.frombuffer(occurs, dtype=np.bool_)).tolist()
    known = {code: label for code in seen if (label := labels[code]) is not None}
    if len(known) > MOST_LEVELS:
        raise too_many_levels(column, name)
    levels, order = ordered_levels(checked_labels(list(known.values()), column, name))
    new = np.full(len(labels), len(levels), dtype=np.uint32)
    new[list(known)] = order
    return _Renaming(levels, new, len(levels) + (len(known) < len(seen)))


def _occurring(variables: Sequence[int], codes: Sequence[Column], labels: int) -> NDArray[np.bool_]:
    """Which of the labels occur in each of these columns."""
    found = np.zeros((len(variables), labels), dtype=np.bool_)
    begin = 0
    for _, rows, old in _batches(variables, codes):
        part = found[begin : begin + len(old)]
        if labels <= _FEW:
            for code in range(labels):
                part[:, code] |= (old == code).any(axis=1)
        else:
            for row, column in zip(part, old, strict=True):
                row |= np.bincount(column, minlength=labels) > 0
        if rows.stop == len(codes[variables[0]]):
            begin += len(old)
    return found


def _batches(
    variables: Sequence[int], codes: Sequence[Column]
) -> Iterator[tuple[Any, slice, NDArray[np.integer[Any]]]]:
    """Codes of some of the columns, some rows at a time, and where these are in the table."""
    rows = len(codes[variables[0]])
    at_once = max(_AT_ONCE // max(rows, 1), 1)
    for begin in range(0, len(variables), at_once):
        some = variables[begin : begin + at_once]
        follow = some[-1] - some[0] + 1 == len(some)
        for block in blocks_of(rows):
            stacked = np.stack([codes[variable][block] for variable in some])
            yield slice(some[0], some[-1] + 1) if follow else some, block, stacked
