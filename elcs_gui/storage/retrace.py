"""Following a recorded run: is every event the one that its algorithm tells next?

The algorithm itself walks through the record. It asks its questions, and each must be the next test of the
record, which gives the answer; it tells its facts, and each must be the next one of the record. So whatever a
record holds that cannot have happened is found, for every algorithm there is and without a list of rules. A
record that simply ends was cut short.
"""

from __future__ import annotations

import math
from collections.abc import Hashable, Iterator, Sequence
from itertools import compress

import numpy as np
from numpy.typing import NDArray

from elcs_gui.algorithms.learning import checked_algorithm
from elcs_gui.ci.asking import FRESH, SWAPPED, Asked, Counts, Search
from elcs_gui.ci.questions import Answer
from elcs_gui.errors import shown
from elcs_gui.trace.events import Computed, Conflicted, Event, Members, Tested
from elcs_gui.trace.run import Cancelled, Compute, Run, Screening, Separated, Telling, each_fact
from elcs_gui.trace.trace import Trace


class Unfollowed(Exception):
    """The algorithm goes on otherwise than the record.

    Attributes:
        step: how many events were right.
        expected: what would come next; None after the last one.
        suspect: the answer (its number on the tape) whose verdict most likely led elsewhere, if any.
    """

    def __init__(self, step: int, expected: str, suspect: int | None) -> None:
        super().__init__(f"event {step} should be {expected}")
        self.step = step
        self.expected = expected
        self.suspect = suspect


def retrace(trace: Trace) -> None:
    """Follow the whole record, or raise `Unfollowed`."""
    header = trace.header
    algorithm = checked_algorithm(header)
    replay = _RecordedRun(trace)
    try:
        algorithm.learn(replay, header.target, header.k)
    except Cancelled:
        return
    if replay.step < len(trace):
        raise Unfollowed(replay.step, "the last", None)


class _RecordedRun(Run):
    """A run whose answers are those of a record, asked in the same order."""

    def __init__(self, trace: Trace) -> None:  # not Run's own: there is no evidence behind it
        self.trace = trace
        self.variables = range(len(trace.header.names))
        self.knowledge = trace.header.knowledge
        self.settings = trace.header.settings
        self.conflicts: list[Conflicted] = []
        self.counts = Counts()
        self.rates = 0.0, math.inf
        self.step = 0
        self._judge = trace.judge
        tape = trace.judge.tape
        codes, places, flags = trace.columns()
        self._codes, self._flags = codes.tolist(), flags.tolist()
        lines, _ = trace.lines()
        self._at = [lines[place] for place in places.tolist()]
        every = np.arange(len(tape), dtype=np.int32)
        self._independent = trace.judge.counted_independent(every).tolist()
        self._answers = list(map(Answer, self._independent, *_strength_and_reliability(trace)))
        self._questions = list(_questions(trace))
        self._asked = bytearray(len(tape))
        self._last: int | None = None

    # What an algorithm asks

    def _listed(self, questions: Sequence[Asked], at: str, telling: Telling | None) -> list[Answer]:
        answers = []
        for i, (x, y, z) in enumerate(questions):
            number = self._next_test(x, y, z, at)
            answers.append(self._answers[number])
            for fact in () if telling is None else each_fact(telling(i, answers[-1])):
                self.tell(fact)
        return answers

    def _searched(self, search: Search, at: str) -> Iterator[tuple[NDArray[np.int32], Separated | None]]:
        asked = []
        for x in search.xs:
            for z in search.sets(x):
                asked.append(self._next_test(x, search.y, z, at))
                if self._independent[asked[-1]]:
                    yield np.array(asked, dtype=np.int32), (x, tuple(sorted(z)))
                    return
        yield np.array(asked, dtype=np.int32), None

    def screen(self, screening: Screening) -> Iterator[tuple[int, Members]]:
        xs, members, target, at, then_at, telling = screening
        for x in xs:
            asked = [self._next_test(x, member, (), at) for member in members]
            linked = tuple(compress(members, [not self._independent[number] for number in asked]))
            try:
                last = self._next_test(x, target, linked, then_at)
            except Unfollowed as wrong:
                raise self._suspecting(wrong, dict(zip(members, asked, strict=True)), linked) from None
            if self._independent[last]:
                self.tell(telling(x, linked))
            else:
                yield x, linked

    # What it computes

    def rounds(self, compute: Compute, *, at: str, key: Hashable) -> Iterator[Computed]:  # noqa: ARG002
        """Those of the record, as long as one follows the other: what they came to is taken as it stands."""
        number = 0
        while number == 0 or self._is_round(self.step, at):
            number += 1
            if self.step == len(self._codes):
                raise Cancelled
            if not self._is_round(self.step, at):
                raise Unfollowed(self.step, f"round {number} of a computation", self._last)
            found = self.trace.facts[-1 - self._codes[self.step]]
            assert isinstance(found, Computed)
            if not _can_be(found, number, len(self.variables)):
                raise Unfollowed(self.step, f"round {number} of a computation, with all its figures", None)
            self.step += 1
            yield found

    def _is_round(self, step: int, at: str) -> bool:
        code = self._codes[step] if step < len(self._codes) else 0
        return code < 0 and isinstance(self.trace.facts[-1 - code], Computed) and self._at[step] == at

    # What it tells

    def tell(self, fact: Event) -> None:
        step = self.step
        if step == len(self._codes):
            raise Cancelled
        code = self._codes[step]
        if code >= 0 or self.trace.facts[-1 - code] != fact:
            raise Unfollowed(step, _described(fact, self.trace.header.names), self._last)
        self.step += 1

    def _next_test(self, x: int, y: int, z: Sequence[int], at: str) -> int:
        """The answer to what must be the next test."""
        step = self.step
        if step == len(self._codes):
            raise Cancelled
        code: int = self._codes[step]
        low, high, flag = (x, y, 0) if x < y else (y, x, SWAPPED)
        if code < 0 or self._questions[code] != (low, high, tuple(sorted(z))) or self._at[step] != at:
            names = self.trace.header.names
            given = f" given {', '.join(shown(names[v]) for v in z)}" if z else ""
            raise Unfollowed(step, f"the test of {shown(names[x])} and {shown(names[y])}{given}", self._last)
        if not self._asked[code]:
            self._asked[code] = 1
            flag |= FRESH
        if self._flags[step] != flag:
            raise Unfollowed(step, "marked otherwise (asked before, or the other way round)", self._last)
        self._last = code
        self.step += 1
        return code

    def _suspecting(self, wrong: Unfollowed, asked: dict[int, int], linked: Members) -> Unfollowed:
        """The record conditions on another set: the member that makes the difference was judged otherwise."""
        code = self._codes[wrong.step]
        other = {*self._questions[code][2]} ^ {*linked} if code >= 0 else set()
        suspect = next((asked[member] for member in asked if member in other), wrong.suspect)
        return Unfollowed(wrong.step, wrong.expected, suspect)


def _can_be(found: Computed, number: int, variables: int) -> bool:
    """Is it the round with this number, its figures numbers, its arrows between two variables, each once?"""
    ends = {*found.arrows}
    return (
        found.round == number
        and len(found.names) == len(found.figures)
        and len(ends) == len(found.arrows) == len(found.weights)
        and all(map(math.isfinite, (*found.figures, *found.weights)))
        and all(0 <= tail < variables and 0 <= head < variables and tail != head for tail, head in ends)
    )


def _strength_and_reliability(trace: Trace) -> tuple[list[float], list[bool]]:
    """What an algorithm gets to know of every answer, besides its verdict."""
    tape, judge = trace.judge.tape, trace.judge
    every = np.arange(len(tape), dtype=np.int32)
    statistic = tape.statistic[: len(tape)]
    strength = np.where(judge.counted_independent(every), 0.0, np.nan_to_num(statistic))
    return strength.tolist(), (~np.isnan(statistic) | judge.forced_among(every)).tolist()


def _questions(trace: Trace) -> Iterator[tuple[int, int, Members]]:
    tape = trace.judge.tape
    given = tape.given.tolist()
    for x, y, start, length in tape.asked[: len(tape)].tolist():
        yield x, y, tuple(given[start : start + length])


def _described(fact: Event, names: tuple[str, ...]) -> str:
    """For a message: the kind of event, and the variables it is about."""
    assert not isinstance(fact, Tested)
    about = [getattr(fact, field) for field in ("target", "x", "tail", "head") if hasattr(fact, field)]
    return (
        f"{type(fact).__name__} ({', '.join(shown(names[v]) for v in about)})"
        if about
        else type(fact).__name__
    )
