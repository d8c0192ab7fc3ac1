"""What can be told of one column while its blocks pass by, in memory that does not grow with the rows."""

from __future__ import annotations

import hashlib
import math
from collections.abc import Sequence
from itertools import islice

import numpy as np
from numpy.typing import NDArray

from elcs_gui.data.columns.cells import MOST_LEVELS, ordered_levels
from elcs_gui.data.columns.coding import Column
from elcs_gui.data.survey.linear import Shape
from elcs_gui.data.survey.markers import Markers, Meanings, Numbers
from elcs_gui.data.tables.table_file import Cells, Part, as_cells

MOST_NUMBERS = 1000
"""Different numbers that are counted one by one; a column with more of them measures something."""

FEW = 10
"""A column of at most so many different labels measures nothing, whatever they are."""

MOST_SAMPLED = 1 << 14
"""Numbers of a column kept for histograms and for trying cuts; fewer where there are very many columns."""
_ALL_SAMPLED = 1 << 24
_FEWEST_SAMPLED = 1 << 8
_FIRST_LABELS = 200

Seen = NDArray[np.bool_]


class Tally:
    """Grows by `add`; read its fields at the end."""

    def __init__(self, name: str, markers: Markers, columns: int = 1) -> None:
        """`columns` share the memory there is for samples."""
        self.name = name
        self._most_sampled = min(MOST_SAMPLED, max(_FEWEST_SAMPLED, _ALL_SAMPLED // columns))
        self.rows = 0
        self.missing: dict[str, int] = {}
        """How often each marker stands there."""
        self.counts: dict[str, int] | None = {}
        """How often each other label does; None once there were too many of them to count."""
        self.all_numbers = True
        """Whether every known cell is a number."""
        self.all_whole = True
        self.all_new = True
        """Whether every known cell differed from all before it, as far as they were counted."""
        self.rising = True
        """Whether every cell was a number above the one before."""
        self.counts_from: int | None = None
        """0 or 1 if the cells so far are 0, 1, 2, ... or 1, 2, 3, ...; -1 if they are not."""
        self.low, self.high = math.inf, -math.inf
        self._markers = markers
        self._sample: list[Numbers] = []
        self._sampled = 0
        self._stride = 1
        self._codes: dict[str, int] = {}
        self._pattern = hashlib.blake2b(digest_size=16)
        self._content = hashlib.blake2b(digest_size=16)
        self._gaps = hashlib.blake2b(digest_size=16)
        self._first_labels: list[str] = []
        self.shape = Shape()
        """Of the numbers, while all are."""

    def add(self, part: Part, weights: Numbers, *, whole: bool = False) -> Seen | None:
        """Take in some rows, with the weights of these rows; which are missing, None if all are known.

        `whole`: there are no others. Of a column of few levels less has to be looked at then.
        """
        if self.counts is None and self.all_numbers and not isinstance(part, Cells):
            known = self._markers.known_numbers(part)
            if known is not None:
                self._add_numbers(known, weights)
                return None
        labels, codes = as_cells(part)
        if self.counts is None and self.all_numbers:
            numbers = self._markers.plain_numbers(labels)
            if numbers is not None:
                self._add_numbers(numbers[codes], weights)
                return None
        counts = np.bincount(codes, minlength=len(labels)).tolist()
        meanings = self._markers.meanings(labels)
        place = np.zeros(len(labels), dtype=np.int32)
        is_missing = False
        occurring: list[int] = []
        for code, count in enumerate(counts):
            if not count:
                continue
            label = labels[code]
            if meanings.missing[code]:
                is_missing = True
                self.missing[label] = self.missing.get(label, 0) + count
                continue
            # Before it is counted: how many labels are counted depends on this.
            self.all_numbers = self.all_numbers and bool(meanings.finite[code])
            place[code] = self._count(label, count)
            occurring.append(code)
        of_rows = meanings.missing[codes] if is_missing else None
        few = whole and len(occurring) <= FEW and not self.all_new
        if few:
            self._measure_few(meanings, occurring, codes)
        elif meanings.finite.any():
            none = np.zeros(len(codes), dtype=np.bool_) if of_rows is None else of_rows
            self._measure(meanings.numbers[codes], none, weights)
        elif len(codes):
            self.rising, self.counts_from = False, -1
        self._pattern.update(place[codes].tobytes())
        # What the few levels are tells the same as what every row holds, beside the pattern.
        self._content.update(meanings.content[occurring if few else codes].tobytes())
        if of_rows is not None:
            self._gaps.update((self.rows + np.flatnonzero(of_rows)).tobytes())
        self.rows += len(codes)
        return of_rows

    def _add_numbers(self, numbers: Numbers, weights: Numbers) -> None:
        """The same for known numbers of a column that has too many different ones to count: much faster."""
        self._measure(numbers, np.zeros(len(numbers), dtype=np.bool_), weights)
        self._pattern.update(bytes(4 * len(numbers)))
        self._content.update(numbers.tobytes())
        self.rows += len(numbers)

    def levels(self) -> dict[str, int] | None:
        """The levels and how often they occur, spellings of one number joined; None if they are too many."""
        if self.counts is None:
            return None
        labels, codes = ordered_levels(list(self.counts))
        counts = np.bincount(codes, weights=list(self.counts.values()), minlength=len(labels))
        return {label: int(count) for label, count in zip(labels, counts.tolist(), strict=True)}

    def first_labels(self) -> list[str]:
        """Some of the labels, in the order of appearance, however many there are."""
        return self._first_labels if self.counts is None else list(islice(self.counts, _FIRST_LABELS))

    @property
    def known(self) -> int:
        """Rows with a value."""
        return self.rows - sum(self.missing.values())

    @property
    def pattern(self) -> bytes:
        """Equal for columns that part the rows in the same way, whatever their labels."""
        return self._pattern.digest()

    @property
    def content(self) -> bytes:
        """Equal for columns that hold the same in every row."""
        return self._content.digest()

    @property
    def gaps(self) -> bytes:
        """Equal for columns that are missing in the same rows."""
        return self._gaps.digest()

    def sample(self) -> Numbers:
        """Numbers of the column in the order of the rows, evenly spread where there are too many to keep."""
        return np.concatenate(self._sample) if self._sample else np.empty(0)

    def _count(self, label: str, count: int) -> int:
        """Count a label; its number in the order of appearance."""
        if self.counts is None:
            return 0
        before = self.counts.get(label)
        self.all_new = self.all_new and before is None and count == 1
        self.counts[label] = count if before is None else before + count
        code = self._codes.setdefault(label, len(self._codes) + 1)
        if len(self.counts) > (MOST_NUMBERS if self.all_numbers else MOST_LEVELS):
            self._first_labels = self.first_labels()
            self.counts = None
            self._codes.clear()
        return code

    def _measure_few(self, meanings: Meanings, known: Sequence[int], codes: Column) -> None:
        """The same as `_measure` of a whole column of levels that occur more than once; without its shape."""
        self.rising, self.counts_from = False, -1
        finite = [code for code in known if meanings.finite[code]]
        if not finite:
            return
        values = meanings.numbers[finite].tolist()
        self.all_whole = all(value.is_integer() for value in values)
        self.low, self.high = min(values), max(values)
        numbers = meanings.numbers[codes]
        self._keep(numbers if len(finite) == len(meanings.finite) else numbers[np.isfinite(numbers)])

    def _measure(self, numbers: Numbers, missing: Seen, weights: Numbers) -> None:
        finite = np.isfinite(numbers)
        found = numbers[finite]
        if len(found) + int(missing.sum()) < len(numbers):
            self.all_numbers = False
        if len(found) < len(numbers):
            self.rising, self.counts_from = False, -1
        elif len(found):
            self._follow(found)
        if not len(found):
            return
        self.all_whole = self.all_whole and bool((found == np.rint(found)).all())
        self.low, self.high = min(self.low, float(found.min())), max(self.high, float(found.max()))
        self._keep(found)
        if self.all_numbers:
            self.shape.add(found, weights if len(found) == len(numbers) else weights[:, finite])

    def _follow(self, found: Numbers) -> None:
        """Do the numbers go on as they began?"""
        last = self.high if self.rows else -math.inf
        # The first few tell nearly always.
        self.rising = self.rising and bool(found[0] > last) and all(_rises(found[:end]) for end in (8, None))
        if self.counts_from is None:
            self.counts_from = int(found[0]) if found[0] in (0.0, 1.0) else -1
        if self.counts_from >= 0:
            expected = self.counts_from + self.rows + np.arange(len(found))
            self.counts_from = self.counts_from if np.array_equal(found, expected) else -1

    def _keep(self, found: Numbers) -> None:
        """Sample every `stride`-th number; twice as far apart whenever there are too many."""
        first = -self._sampled % self._stride
        self._sample.append(found[first :: self._stride])
        self._sampled += len(found)
        kept = self.sample()
        while len(kept) > self._most_sampled:
            kept = kept[::2]
            self._stride *= 2
        self._sample = [kept]


def _rises(numbers: Numbers) -> bool:
    return bool((numbers[1:] > numbers[:-1]).all())
