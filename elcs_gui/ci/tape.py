"""The tape: every answer a CI test has computed, kept so that no question is computed twice.

Answers are independent of alpha, target and policy, so one tape serves every run on the same data. They
are columns, not objects: row i is answer i, rows are only ever added, and the compiled search reads and
writes the very same arrays. The index is an open-addressing hash table of row numbers.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple, TypeVar

import numpy as np
from numpy.typing import NDArray

from elcs_gui.ci.questions import NOTHING_TO_COMPARE, Question

HASH_FACTOR = 0x9E3779B97F4A7C15
_MASK = (1 << 64) - 1
_EMPTY = -1
_ROOM = 4096
X, Y, Z_START, Z_LENGTH = range(4)
_Array = TypeVar("_Array", bound=NDArray[np.generic])


class TapeRows(NamedTuple):
    """Some rows of a tape, to be sent to another process."""

    asked: NDArray[np.int32]
    given: NDArray[np.int32]
    statistic: NDArray[np.float64]
    df: NDArray[np.int32]


class Tape:
    """Append-only columns of answers, found by question.

    Attributes, all used up to `len(tape)`:
        asked: int32 rows (x, y, start of z, length of z); z itself stands in `given`.
        statistic, df: what the test measured; nan where it could not.
        last_run: serial number of the run that asked last (0: none), from which "reused" follows.
    """

    def __init__(self, room: int = _ROOM) -> None:
        """`room`: for how many answers there is space before arrays grow; a power of two."""
        self.used: NDArray[np.int64] = np.zeros(3, dtype=np.int64)
        """Answers, places of `given` in use, and the last serial number handed to a run."""
        self.asked = np.zeros((room, 4), dtype=np.int32)
        self.given = np.zeros(4 * room, dtype=np.int32)
        self.statistic = np.zeros(room, dtype=np.float64)
        self.df = np.zeros(room, dtype=np.int32)
        self.last_run = np.zeros(room, dtype=np.int32)
        self.slots = np.full(4 * room, _EMPTY, dtype=np.int32)
        self.growths = 0
        """How often arrays were replaced by larger ones."""
        self.explain: Callable[[Question], str] | None = None
        """Why a test had no information, where the data are there to tell."""
        self.reasons: dict[int, str] = {}
        """The same by answer number, as far as it was told or read from a file."""

    def __len__(self) -> int:
        return int(self.used[0])

    def new_run(self) -> int:
        """A serial number by which `last_run` tells this run's questions from earlier ones."""
        self.used[2] += 1
        return int(self.used[2])

    def asked_last(self) -> NDArray[np.int32]:
        """The answers that the newest run asked for, in the order of the tape."""
        return np.flatnonzero(self.last_run[: len(self)] == self.used[2]).astype(np.int32)

    def question(self, answer: int) -> Question:
        """What answer number `answer` is the answer to."""
        x, y, start, length = self.asked[answer].tolist()
        return Question(x, y, tuple(self.given[start : start + length].tolist()))

    def find(self, question: Question) -> int | None:
        """The answer's number, or None while the question is new."""
        answer = int(self.slots[self._slot(question)])
        return None if answer == _EMPTY else answer

    def add(self, question: Question, statistic: float, df: int) -> int:
        """Append the answer to a question that is not there yet; its number."""
        self.reserve(1, len(question.z))
        answer, start = int(self.used[0]), int(self.used[1])
        self.slots[self._slot(question)] = answer
        self.asked[answer] = (question.x, question.y, start, len(question.z))
        self.given[start : start + len(question.z)] = question.z
        self.statistic[answer] = statistic
        self.df[answer] = df
        self.last_run[answer] = 0
        self.used[0] += 1
        self.used[1] += len(question.z)
        return answer

    def reason(self, answer: int) -> str:
        """Why this test had no information, as half a sentence."""
        known = self.reasons.get(answer)
        if known is None and self.explain is not None:
            known = self.reasons[answer] = self.explain(self.question(answer))
        return NOTHING_TO_COMPARE if known is None else known

    def rows_from(self, first: int) -> TapeRows:
        """A copy of the answers from number `first` on, for a tape that has those before (`extend`)."""
        used = len(self)
        start = int(self.asked[first, Z_START]) if first < used else int(self.used[1])
        return TapeRows(
            self.asked[first:used].copy(),
            self.given[start : int(self.used[1])].copy(),
            self.statistic[first:used].copy(),
            self.df[first:used].copy(),
        )

    def all_rows(self) -> TapeRows:
        """All answers up to now, not copied: rows are only ever added, and what is there never changes."""
        used, given = len(self), int(self.used[1])
        return TapeRows(self.asked[:used], self.given[:given], self.statistic[:used], self.df[:used])

    def extend(self, rows: TapeRows) -> None:
        """Append what `rows_from` gave, all at once."""
        self.reserve(len(rows.df), len(rows.given))
        first, last = len(self), len(self) + len(rows.df)
        start = int(self.used[1])
        self.asked[first:last] = rows.asked
        self.given[start : start + len(rows.given)] = rows.given
        self.statistic[first:last] = rows.statistic
        self.df[first:last] = rows.df
        self.used[0], self.used[1] = last, start + len(rows.given)
        self._insert(first, last)

    def reserve(self, answers: int, given: int) -> None:
        """Make room, so that compiled code may add that many without growing anything."""
        rows, places = int(self.used[0]) + answers, int(self.used[1]) + given
        if rows <= len(self.statistic) and places <= len(self.given) and 2 * rows <= len(self.slots):
            return
        self.growths += 1
        if rows > len(self.statistic):
            room = max(rows, 2 * len(self.statistic))
            self.asked = _grown(self.asked, room)
            self.statistic = _grown(self.statistic, room)
            self.df = _grown(self.df, room)
            self.last_run = _grown(self.last_run, room)
        if places > len(self.given):
            self.given = _grown(self.given, max(places, 2 * len(self.given)))
        if 2 * rows > len(self.slots):
            self._rehash(4 * len(self.statistic))

    def _slot(self, question: Question) -> int:
        """Where the question stands in `slots`, or where it would."""
        h = 0
        for variable in (question.x, question.y, *question.z):
            h = ((h ^ (variable + 1)) * HASH_FACTOR) & _MASK
        wrap = len(self.slots) - 1
        slot = (h ^ (h >> 32)) & wrap
        while (answer := int(self.slots[slot])) != _EMPTY:
            if self._asks(answer, question):
                break
            slot = (slot + 1) & wrap
        return slot

    def _asks(self, answer: int, question: Question) -> bool:
        x, y, start, length = self.asked[answer].tolist()
        return (
            x == question.x
            and y == question.y
            and length == len(question.z)
            and tuple(self.given[start : start + length].tolist()) == question.z
        )

    def _rehash(self, size: int) -> None:
        """Lay the index out anew, every answer at its first free place from where its hash points."""
        self.slots = np.full(1 << (size - 1).bit_length(), _EMPTY, dtype=np.int32)
        self._insert(0, len(self))

    def _insert(self, first: int, last: int) -> None:
        """Put the answers from `first` to before `last` into the index."""
        wrap = len(self.slots) - 1
        slot = (self._hashes(first, last) & np.uint64(wrap)).astype(np.int64)
        left = np.arange(first, last, dtype=np.int32)
        while len(left):
            # All that are left try their place at once; of several at one place the last wins, and who finds
            # it taken goes on to the next.
            free = self.slots[slot] == _EMPTY
            self.slots[slot[free]] = left[free]
            outside = self.slots[slot] != left
            left, slot = left[outside], (slot[outside] + 1) & wrap

    def _hashes(self, first: int, last: int) -> NDArray[np.uint64]:
        """The hashes of the questions, a whole column at a time."""
        factor = np.uint64(HASH_FACTOR)
        asked = self.asked[first:last]
        h = np.zeros(last - first, dtype=np.uint64)
        for column in (X, Y):
            h = (h ^ (asked[:, column].astype(np.uint64) + np.uint64(1))) * factor
        start, length = asked[:, Z_START], asked[:, Z_LENGTH]
        for place in range(int(length.max(initial=0))):
            there = length > place
            z = self.given[start[there] + place].astype(np.uint64) + np.uint64(1)
            h[there] = (h[there] ^ z) * factor
        return h ^ (h >> np.uint64(32))


def _grown(array: _Array, length: int) -> _Array:
    """The array with room for `length` rows, what it held first."""
    larger = np.zeros((length, *array.shape[1:]), dtype=array.dtype)
    larger[: len(array)] = array
    return larger  # type: ignore[return-value]  # numpy cannot say "the same type of array"
