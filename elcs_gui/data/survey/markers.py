"""Which cells stand for a value nobody knows, and which for a number."""

from __future__ import annotations

import math
import zlib
from collections.abc import Collection, Sequence
from decimal import Decimal, InvalidOperation
from functools import cached_property
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from elcs_gui.data.columns.cells import LONGEST_NUMBER, MOST_LEVELS, is_number
from elcs_gui.data.columns.coding import Labels
from elcs_gui.data.tables.table_file import Cells, Part

Numbers = NDArray[np.float64]


class NotNumber(Exception):
    """A cell of a continuous column holds something else; `row` counts within the part."""

    def __init__(self, row: int, label: str) -> None:
        super().__init__(label)
        self.row = row
        self.label = label


class Meanings(NamedTuple):
    """What the labels of a column mean, one entry for each of them."""

    missing: NDArray[np.bool_]
    numbers: Numbers
    """nan for a label that is no number, or means "missing"."""
    finite: NDArray[np.bool_]
    """Whether it is a finite number."""
    content: Numbers
    """Different for labels that mean something different; 0 for a missing value."""


class Markers:
    """The texts that mean "missing". One that is a number means every spelling of that number."""

    def __init__(self, texts: Collection[str]) -> None:
        self.texts = frozenset(text.strip() for text in texts) | {""}
        self._levels: dict[int, tuple[Labels, Labels | None]] = {}
        """What `levels` has found, by the identity of the labels."""
        self._meanings: dict[int, tuple[Labels, Meanings]] = {}
        self._values = frozenset(_value(text) for text in self.texts if is_number(text)) - {None}

    def __contains__(self, label: str) -> bool:
        if label in self.texts:
            return True
        return bool(self._values) and is_number(label) and _value(label) in self._values

    def levels(self, labels: Labels) -> Labels | None:
        """The labels, None for each that means "missing"; None for those of which two are the same.

        It is found out once for the labels that several columns share.
        """
        if id(labels) not in self._levels:
            fits = len(labels) <= MOST_LEVELS and len(set(labels)) == len(labels)
            levels = tuple(None if label is None or label in self else label for label in labels)
            self._levels[id(labels)] = labels, levels if fits else None
        return self._levels[id(labels)][1]

    def meanings(self, labels: Sequence[str]) -> Meanings:
        """What the labels mean; found out once for the labels that several columns share."""
        known = self._meanings.get(id(labels))
        if known is not None:
            return known[1]
        missing = np.array([label in self for label in labels], dtype=np.bool_)
        numbers, content = np.full(len(labels), np.nan), np.zeros(len(labels))
        for code in np.flatnonzero(~missing).tolist():
            if is_number(labels[code]):
                numbers[code] = content[code] = float(labels[code])
            else:
                content[code] = 0.5 + zlib.crc32(labels[code].encode(errors="replace"))
        found = Meanings(missing, numbers, np.isfinite(numbers), content)
        if isinstance(labels, tuple):
            self._meanings[id(labels)] = labels, found
        return found

    def numbers(self, part: Part) -> Numbers:
        """A part as finite numbers, nan where they are missing; raises NotNumber at the first other cell."""
        if isinstance(part, Cells):
            numbers = np.array([self._number(label) for label in part.labels], dtype=np.float64)[part.codes]
        else:
            numbers = part.astype(np.float64)
            if self.number_values.size:
                numbers[np.isin(numbers, self.number_values)] = np.nan
        wrong = np.isinf(numbers)
        if wrong.any():
            row = int(wrong.argmax())
            cell = part.labels[int(part.codes[row])] if isinstance(part, Cells) else str(numbers[row])
            raise NotNumber(row, cell)
        return numbers

    def known_numbers(self, part: NDArray[np.generic]) -> Numbers | None:
        """Numbers as they are; None unless each is finite and none is a marker."""
        numbers = part.astype(np.float64) + 0.0  # one zero, not two
        if not np.isfinite(numbers).all() or np.isin(numbers, self.number_values).any():
            return None
        return numbers

    def plain_numbers(self, labels: Sequence[str]) -> Numbers | None:
        """The labels as numbers, all at once; None unless each is a finite number and none is a marker."""
        if self._values or not self.texts.isdisjoint(labels):
            return None
        joined = "".join(labels)
        if "_" in joined or not joined.isascii():  # numpy reads 1_000 and foreign digits, data files do not
            return None
        if max(map(len, labels), default=0) > LONGEST_NUMBER:  # numpy would give every label as much room
            return None
        try:
            numbers = np.array(labels).astype(np.float64)
        except ValueError:
            return None
        return numbers if np.isfinite(numbers).all() else None

    @cached_property
    def number_values(self) -> Numbers:
        return np.array(sorted(float(value) for value in self._values if value is not None), dtype=np.float64)

    def _number(self, label: str) -> float:
        """The number a label stands for; nan if it is missing, inf if it is none."""
        if label in self:
            return math.nan
        return float(label) if is_number(label) else math.inf


def _value(text: str) -> Decimal | None:
    try:
        return Decimal(text)
    except InvalidOperation:  # an exponent beyond all reason
        return None
