"""Asking a CI test through the tape.

`Asker` answers in the three shapes the algorithms need: a list of questions, and the two hot loops of the
family, "is there Z ⊆ pool that separates x from y?" and "which x stays linked to the target given what it
depends on?". It works one question at a time with any test; `elcs_gui.ci.compiled.CompiledAsker` does the
same for G² and χ² in machine code. Both give the same answers in the same order.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from itertools import combinations
from typing import NamedTuple, Protocol

import numpy as np
from numpy.typing import NDArray

from elcs_gui.ci.judge import Judge
from elcs_gui.ci.questions import Answer, CiTest, Question
from elcs_gui.ci.tape import Tape

PATIENCE = 1024
"""Most questions asked before the run may look up: to record, to report, to be cancelled."""

PAUSE = 0.025
"""Seconds after which it may do so whatever is asked, in machine code even within a question."""

Asked = tuple[int, int, Sequence[int]]
"""x, y and Z in the order in which the algorithm names them."""


FRESH, SWAPPED = 1, 2
"""Flags of an answer: first asked for in this run; asked with x and y the other way round."""


class Batch(NamedTuple):
    """Answers given in one go: their numbers on the tape, and their flags."""

    answers: NDArray[np.int32]
    flags: NDArray[np.uint8]


TOO_FEW_ROWS = "too few rows to tell"
"""What is said instead of "none" where `too_few_rows`."""


def too_few_rows(unreliable: int, requested: int) -> bool:
    """Had most tests too few rows, so that what was not found may be there all the same?"""
    return 2 * unreliable > requested


class Counts:
    """*Requested* is what the algorithm asked, *performed* what was not a repetition within the run."""

    def __init__(self) -> None:
        self.ledger = np.zeros(8, dtype=np.int64)
        """Requested, performed, unreliable, then what the compiled kernel keeps there."""

    def add(self, *, performed: bool, unreliable: bool) -> None:
        """Count one question."""
        self.ledger[0] += 1
        self.ledger[1] += performed
        self.ledger[2] += unreliable

    @property
    def requested(self) -> int:
        return int(self.ledger[0])

    @property
    def performed(self) -> int:
        return int(self.ledger[1])

    @property
    def unreliable(self) -> int:
        return int(self.ledger[2])

    def __str__(self) -> str:
        said = f"{self.requested:,} tests requested, {self.performed:,} performed"
        return f"{said}, {self.unreliable:,} unreliable"

    def __repr__(self) -> str:
        return f"<{self}>"

    @property
    def too_few_rows(self) -> bool:
        """Had most of them too few rows?"""
        return too_few_rows(self.unreliable, self.requested)


class Search(NamedTuple):
    """For each x ask (x, y | Z) for Z ⊆ pool without x, by size, then in pool order, until one separates.

    Attributes:
        k: the most members of a set.
        containing: a member of the pool that every set must have.
        least: the fewest members of a set; only where there is one x.
    """

    xs: tuple[int, ...]
    y: int
    pool: tuple[int, ...]
    k: int
    containing: int | None = None
    least: int = 0

    def sets(self, x: int) -> Iterator[tuple[int, ...]]:
        """Those that are asked for x."""
        pool = [variable for variable in self.pool if variable != x]
        return subsets_of(pool, self.k, self.containing, self.least)


class Asking(Protocol):
    """What a run needs of an asker."""

    def listed(self, questions: Sequence[Asked]) -> Iterator[tuple[Batch, list[Answer]]]:
        """Ask all of them, in order; a batch may be empty where only time has passed."""

    def subsets(self, search: Search) -> Iterator[tuple[Batch, int | None]]:
        """Search until a set separates; batches come with the place in xs of the variable that their last
        question separated from y, if it did.
        """

    def screen(
        self, xs: Sequence[int], members: Sequence[int], target: int
    ) -> Iterator[tuple[Batch, list[bool]]]:
        """For each x ask (x, m | ∅) for every member, then (x, target | the members x depends on).

        Batches hold whole x, with whether each answer was independent, and end after every x that stays
        dependent on the target.
        """


def subsets_of(
    pool: Sequence[int], k: int, containing: int | None = None, least: int = 0
) -> Iterator[tuple[int, ...]]:
    """Subsets of the pool of `least` to k members, smallest first, then lexicographic by position.

    With `containing`, the sets that hold it, in the same order: joining one common member to sets in
    lexicographic order keeps them so.
    """
    always = () if containing is None else (containing,)
    others = [variable for variable in pool if variable != containing]
    for size in range(max(least - len(always), 0), min(k - len(always), len(others)) + 1):
        for chosen in combinations(others, size):
            yield chosen + always


class Asker:
    """Asks any test, one question at a time."""

    def __init__(
        self,
        test: CiTest,
        tape: Tape,
        judge: Judge,
        counts: Counts,
        serial: int,
        *,
        patience: int = PATIENCE,
    ) -> None:
        self._patience = patience
        self.test = test
        self.tape = tape
        self.judge = judge
        self.counts = counts
        self.serial = serial

    def listed(self, questions: Sequence[Asked]) -> Iterator[tuple[Batch, list[Answer]]]:
        for begin in range(0, len(questions), self._patience):
            numbers, flags, answers = [], [], []
            for x, y, z in questions[begin : begin + self._patience]:
                number, flag, independent = self._ask(x, y, z)
                numbers.append(number)
                flags.append(flag)
                answers.append(self._answer(number, independent=independent))
            yield _batch(numbers, flags), answers

    def subsets(self, search: Search) -> Iterator[tuple[Batch, int | None]]:
        numbers: list[int] = []
        flags: list[int] = []
        for place, x in enumerate(search.xs):
            for z in search.sets(x):
                number, flag, independent = self._ask(x, search.y, z)
                numbers.append(number)
                flags.append(flag)
                if independent or len(numbers) == self._patience:
                    yield _batch(numbers, flags), place if independent else None
                    if independent:
                        return
                    numbers, flags = [], []
        if numbers:
            yield _batch(numbers, flags), None

    def screen(
        self, xs: Sequence[int], members: Sequence[int], target: int
    ) -> Iterator[tuple[Batch, list[bool]]]:
        for x in xs:
            asked = [self._ask(x, member, ()) for member in members]
            linked = [m for m, (_, _, independent) in zip(members, asked, strict=True) if not independent]
            asked.append(self._ask(x, target, linked))
            numbers, flags, independent = map(list, zip(*asked, strict=True))
            yield _batch(numbers, flags), independent

    def _ask(self, x: int, y: int, z: Sequence[int]) -> tuple[int, int, bool]:
        tape, question = self.tape, Question.of(x, y, z)
        number = tape.find(question)
        if number is None:
            number = tape.add(question, *self.test.measure(question))
        fresh = int(tape.last_run[number]) != self.serial
        tape.last_run[number] = self.serial
        self.counts.add(performed=fresh, unreliable=math.isnan(tape.statistic[number]))
        flag = (FRESH if fresh else 0) + (SWAPPED if x > y else 0)
        return number, flag, self.judge.independent(number)

    def _answer(self, number: int, *, independent: bool) -> Answer:
        statistic = float(self.tape.statistic[number])
        if math.isnan(statistic):
            return Answer(independent, 0.0, reliable=self.judge.is_forced(number))
        return Answer(independent, 0.0 if independent else statistic)


def _batch(numbers: list[int], flags: list[int]) -> Batch:
    return Batch(np.array(numbers, dtype=np.int32), np.array(flags, dtype=np.uint8))
