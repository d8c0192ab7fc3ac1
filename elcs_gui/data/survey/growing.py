"""Columns that grow block by block while a table is read, and what they are when all of it is there."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from elcs_gui.data.cuts import find_cuts
from elcs_gui.data.dataset import Column
from elcs_gui.data.plan import Cutting
from elcs_gui.data.survey.cells import MOST_LEVELS, code_type, too_many_levels
from elcs_gui.data.survey.markers import Markers, Numbers
from elcs_gui.data.survey.spilling import IN_MEMORY, Room, blocks_of
from elcs_gui.data.tables.table_file import Cells, Part, as_cells
from elcs_gui.errors import DataError, quoted

MISSING_LEVEL = "missing"
"""What the level of missing values is called, unless a level has that name already."""


@dataclass(eq=False)
class Whole:
    """One column, all of it: codes with their labels (None: missing), or numbers (nan: missing)."""

    codes: Column | None
    labels: list[str | None]
    numbers: Numbers | None = None

    def missing(self) -> NDArray[np.bool_]:
        """Which rows are."""
        if self.numbers is not None:
            return np.isnan(self.numbers)
        assert self.codes is not None
        unknown = np.array([label is None for label in self.labels])
        missing = np.zeros(len(self.codes), dtype=np.bool_)
        for rows in blocks_of(len(self.codes) if unknown.any() else 0):
            missing[rows] = unknown[self.codes[rows]]
        return missing

    def keep(self, rows: NDArray[np.bool_]) -> None:
        """Leave out all other rows."""
        if self.numbers is not None:
            self.numbers = self.numbers[rows]
        elif self.codes is not None:
            self.codes = self.codes[rows]

    def cut(self, cutting: Cutting) -> None:
        """Make levels of the numbers."""
        assert self.numbers is not None
        if np.isnan(self.numbers).all():
            self.codes, self.labels = np.zeros(len(self.numbers), dtype=np.uint8), [None]
        else:
            cuts = find_cuts(self.numbers, cutting)
            self.labels = [*cuts.labels, None]
            self.codes = cuts.codes(self.numbers).astype(code_type(len(self.labels)))
        self.numbers = None

    def make_missing_a_level(self) -> None:
        """Give the missing cells a level of their own; nothing changes where all are known."""
        name, number = MISSING_LEVEL, 2
        while name in self.labels:
            name, number = f"{MISSING_LEVEL} {number}", number + 1
        self.labels = [name if label is None else label for label in self.labels]


class _Store:
    """An array that grows at its end, in one piece: many small pieces would leave holes that nothing fits."""

    def __init__(self, dtype: type[np.generic], room: Room) -> None:
        self._room = room
        self._array: NDArray[Any] = room.empty(room.rows, dtype=dtype)
        self._used = 0

    def append(self, piece: NDArray[Any]) -> None:
        used, end = self._used, self._used + len(piece)
        if piece.dtype.itemsize > self._array.dtype.itemsize:
            narrow, self._array = self._array, self._room.empty(len(self._array), dtype=piece.dtype)
            self._array[:used] = narrow[:used]
        if end > len(self._array):
            # Room for an eighth more, so that the array does not move with every block.
            self._array.resize(end + end // 8, refcheck=False)
        self._array[used:end] = piece
        self._used = end

    def whole(self) -> NDArray[Any]:
        """All that was appended; nothing is left in the store."""
        array, used = self._array, self._used
        self._array, self._used = np.empty(0, dtype=array.dtype), 0
        if used < len(array):
            array.resize(used, refcheck=False)
        return array


class GrowingLevels:
    """A discrete column."""

    def __init__(
        self,
        name: str,
        markers: Markers,
        *,
        fractions: bool,
        joined: bool = False,
        room: Room = IN_MEMORY,
    ) -> None:
        """`joined`: labels that differ only in capitals are one level, spelt as it is first met."""
        self.name = name
        self._joined = joined
        self._markers = markers
        self._fractions = fractions
        self._book: dict[str, int] = {}
        self._codes = _Store(np.uint8, room)

    def add(self, part: Part, where: str) -> None:
        """Take in some rows; a DataError for too many levels, and for fractions where none are welcome."""
        if not self._fractions and not isinstance(part, Cells) and _has_fractions(part):
            raise DataError(
                f"Column {quoted(self.name)} in {where} holds numbers that are not whole: read it as "
                "continuous, or discretise it."
            )
        labels, codes = as_cells(part)
        book = self._book
        seen: Sequence[int] = range(len(labels))
        if len(labels) > len(codes):  # labels that may not occur at all must not fill the book
            seen = np.unique(codes).tolist()
        renaming = np.zeros(len(labels), dtype=np.int64)
        for code in seen:
            renaming[code] = book.setdefault(labels[code], len(book))
        if len(book) > MOST_LEVELS + len(self._markers.texts):
            raise too_many_levels(self.name, where)
        smallest: type[np.integer[Any]] = code_type(len(book)) if len(book) <= MOST_LEVELS else np.uint32
        self._codes.append(renaming.astype(smallest)[codes])

    def whole(self) -> Whole:
        """The column when all rows are there; call it once."""
        labels = [None if label in self._markers else label for label in self._book]
        codes = self._codes.whole()
        if self._joined:
            first: dict[str | None, int] = {}
            same = [first.setdefault(label and label.casefold(), code) for code, label in enumerate(labels)]
            renaming = np.array(same, dtype=codes.dtype)
            for rows in blocks_of(len(codes)):
                codes[rows] = renaming[codes[rows]]
        return Whole(codes, labels)


class GrowingNumbers:
    """A continuous column."""

    def __init__(self, name: str, markers: Markers, room: Room = IN_MEMORY) -> None:
        self.name = name
        self._markers = markers
        self._numbers = _Store(np.float64, room)

    def add(self, part: Part, where: str) -> None:  # noqa: ARG002  as the other kind
        """Take in some rows; raises NotNumber."""
        self._numbers.append(self._markers.numbers(part))

    def whole(self) -> Whole:
        """The column when all rows are there; call it once."""
        return Whole(None, [], self._numbers.whole())


def _has_fractions(numbers: NDArray[np.generic]) -> bool:
    if numbers.dtype.kind != "f":
        return False
    known = np.asarray(numbers, dtype=np.float64)
    known = known[~np.isnan(known)]
    return bool((known != np.rint(known)).any())
