"""Columns of few levels as the digits of whole numbers, so that an engine groups by few numbers, not by many
labels: 37 columns of Alarm are two of them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from elcs_gui.data.tables.table_file import Cells

MOST_PACKED = 32
"""Levels of a column that is packed: to find the digit of one takes longer the more there are."""

_LARGEST = 1 << 62
"""What a packed number stays below."""


class Digit(NamedTuple):
    """How a column becomes a digit."""

    labels: tuple[str, ...]
    """What the digits stand for, 0, 1, ...; the empty label for a missing value."""
    conditions: tuple[str, ...]
    """In SQL, when a row has each of them: the first that holds counts."""


class _Place(NamedTuple):
    number: int
    """Of the packed number that the digit stands in."""
    worth: int
    """What a step of it adds to that."""


@dataclass(frozen=True)
class Packing:
    """Some columns, as digits of a few numbers."""

    digits: Sequence[Digit]

    def places(self) -> list[_Place]:
        """Where each digit stands."""
        found: list[_Place] = []
        number, worth = 0, 1
        for digit in self.digits:
            if worth * len(digit.labels) > _LARGEST:
                number, worth = number + 1, 1
            found.append(_Place(number, worth))
            worth *= len(digit.labels)
        return found

    def numbers(self) -> list[str]:
        """The packed numbers in SQL; NULL where a cell is none of the labels."""
        sums: dict[int, list[str]] = {}
        for digit, (number, worth) in zip(self.digits, self.places(), strict=True):
            chosen = " ".join(
                f"WHEN {condition} THEN {code * worth}" for code, condition in enumerate(digit.conditions)
            )
            sums.setdefault(number, []).append(f"CAST(CASE {chosen} END AS BIGINT)")
        return [" + ".join(terms) for terms in sums.values()]

    def cells(self, numbers: Sequence[NDArray[np.int64]]) -> list[Cells]:
        """The columns, out of some rows of the packed numbers."""
        return [
            Cells(digit.labels, numbers[number] // worth % len(digit.labels))
            for digit, (number, worth) in zip(self.digits, self.places(), strict=True)
        ]
