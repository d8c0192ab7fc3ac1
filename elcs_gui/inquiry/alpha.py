"""The outcome of a run at every alpha of a range, by running only where it can change.

A test calls dependent what has p ≤ alpha, and alpha enters a run in no other way. So a run at some alpha
stays the same, test for test, until alpha reaches the smallest p-value above it among the answers that *this
run* asked for and found independent. There it has to be run again, and may then ask other questions. The walk
from the lower end of a range to its upper end visits every run there is in between, and no other; none can
be left out, since what a verdict is good for shows only when the run goes on from it.

What is saved is work within the runs. Answers come from the tape, and a blanket depends on nothing but the
answers that it asked for itself: it is kept until alpha reaches a p-value of its own.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Generic, TypeVar

import numpy as np
from numpy.typing import NDArray

from elcs_gui.algorithms.elcs import elcs
from elcs_gui.algorithms.learning import checked_algorithm
from elcs_gui.ci.evidence import Evidence
from elcs_gui.ci.judge import Judge
from elcs_gui.ci.questions import Verdict
from elcs_gui.errors import ElcsError
from elcs_gui.inquiry.alpha_map import AlphaMap, Step, Surroundings
from elcs_gui.trace.outcome import Blanket, Outcome
from elcs_gui.trace.run import Cancelled, Listener, Run
from elcs_gui.trace.trace import Header

LOW, HIGH = 1e-6, 0.2
"""The range of alphas anyone would think of."""

SMALLEST = 1e-300
"""Below, p-values lose their digits."""

Progress = Callable[[float, int], None]
"""Called with the alpha being run and how many runs were done before it, also while a run goes on; it may
raise `Cancelled`."""

_Found = TypeVar("_Found")


def explore_alpha(
    evidence: Evidence,
    header: Header,
    low: float = LOW,
    high: float = HIGH,
    *,
    progress: Progress | None = None,
    max_replays: int | None = None,
) -> AlphaMap:
    """What the header's run comes to at every alpha from `low` to `high`; the header's own does not matter.

    Ended early, by `max_replays` runs or by `Cancelled` from `progress`, the map is right as far as it goes
    and says so.
    """
    steps: list[Step] = []
    try:
        for step in alpha_steps(evidence, header, low, high, progress=progress):
            steps.append(step)
            if len(steps) == max_replays:
                break
    except Cancelled:
        pass
    return AlphaMap(low, high, tuple(steps))


def alpha_steps(
    evidence: Evidence,
    header: Header,
    low: float = LOW,
    high: float = HIGH,
    *,
    progress: Progress | None = None,
) -> Iterator[Step]:
    """The steps of `explore_alpha` one by one, as they are found."""
    check_range(low, high)
    return _Walk(evidence, header, high, progress).steps(low)


def check_range(low: float, high: float) -> None:
    """Refuse what is not a range of alphas."""
    for alpha in (low, high):
        if not SMALLEST <= alpha < 1:
            raise ElcsError(
                f"Alpha {alpha:g} cannot be explored: choose a range between {SMALLEST:g} and 1 (below 1)."
            )
    if not low < high:
        raise ElcsError(f"There is no alpha from {low:g} to {high:g}: name the smaller one first.")


@dataclass(frozen=True, eq=False)
class _Kept(Generic[_Found]):
    """Something found by asking, the same at all alphas below `until` (inf: to the end of the range)."""

    found: _Found
    asked: NDArray[np.int32]
    requested: int
    until: float
    turning: tuple[int, ...]
    """The answers that turn dependent at `until`."""


class _Walk:
    """From one end of a range of alphas to the other."""

    def __init__(self, evidence: Evidence, header: Header, high: float, progress: Progress | None) -> None:
        self._evidence = evidence
        self._header = header
        self._high = high
        self._progress = progress
        self._replays = 0
        self._algorithm = checked_algorithm(header)
        self._last_judge = Judge(evidence.tape, evidence.test.distribution, high, header.policy)
        for question, verdict in header.forced:
            self._last_judge.force(evidence.answer(question), verdict)
        self._blankets: dict[int, _Kept[Blanket]] = {}
        self._known: dict[Surroundings, Surroundings] = {}
        self._used: list[_Kept[Blanket]] = []
        self._found: Surroundings | None = None

    def steps(self, low: float) -> Iterator[Step]:
        alpha = low
        turned: tuple[int, ...] = ()
        while True:
            found, used = self._run(alpha)
            until = min(kept.until for kept in used)
            yield Step(
                alpha,
                min(until, self._high),
                until > self._high,
                self._known.setdefault(found, found),
                sum(kept.requested for kept in used),
                self._distinct([kept.asked for kept in used]),
                tuple(self._evidence.tape.question(answer) for answer in turned),
            )
            self._replays += 1
            if until > self._high:
                return
            alpha = until
            turned = tuple(
                sorted({answer for kept in used if kept.until == until for answer in kept.turning})
            )

    def _distinct(self, asked: Sequence[NDArray[np.int32]]) -> int:
        """How many different answers there are in all."""
        marks = np.zeros(len(self._evidence.tape), dtype=np.bool_)
        for answers in asked:
            marks[answers] = True
        return int(np.count_nonzero(marks))

    def _run(self, alpha: float) -> tuple[Surroundings, Sequence[_Kept[Blanket] | _Kept[Outcome]]]:
        """What is found at this alpha, and what it rests on. Alphas only grow from one call to the next."""
        target, k = self._header.target, self._header.k
        if self._algorithm.learn_blanket is None:
            whole = self._ask(lambda run: self._algorithm.learn(run, target, k), alpha)
            return Surroundings.of(whole.found), [whole]
        used: list[_Kept[Blanket]] = []
        # The same blankets lead the same way. As long as they are as they were, ELCS would take them in the
        # same order, so none is learnt in vain here.
        for before in self._used:
            used.append(self._blanket(before.found.target, k, alpha))
            if _as_elcs_reads(used[-1].found) != _as_elcs_reads(before.found):
                break
        else:
            if self._found is not None:
                self._used = used
                return self._found, used

        used = []

        def remembered(run: Run, x: int, k: int | None) -> Blanket:  # noqa: ARG001  asks through its own run
            used.append(self._blanket(x, k, alpha))
            return used[-1].found

        silent = Run(self._evidence, self._header, record=False)  # a new one: runs gather contradictions
        self._found = Surroundings.of(elcs(silent, target, k, remembered))
        self._used = used
        return self._found, used

    def _blanket(self, x: int, k: int | None, alpha: float) -> _Kept[Blanket]:
        """The blanket of x at this alpha: the one that is kept, while it lasts."""
        kept = self._blankets.get(x)
        if kept is None or alpha >= kept.until:
            learn_blanket = self._algorithm.learn_blanket
            assert learn_blanket is not None
            kept = self._blankets[x] = self._ask(lambda run: learn_blanket(run, x, k), alpha)
        return kept

    def _ask(self, work: Callable[[Run], _Found], alpha: float) -> _Kept[_Found]:
        """Do the work on a run of its own, and see how long it will last."""
        listener: Listener | None = None
        if self._progress is not None:
            self._progress(alpha, self._replays)
            listener = partial(_report, self._progress, alpha, self._replays)
        run = Run(self._evidence, replace(self._header, alpha=alpha), record=False, listener=listener)
        found = work(run)
        asked = self._evidence.tape.asked_last()
        until, turning = self._next_turn(run.trace.judge, asked)
        return _Kept(found, asked, run.counts.requested, until, turning)

    def _next_turn(self, judge: Judge, asked: NDArray[np.int32]) -> tuple[float, tuple[int, ...]]:
        """The next alpha at which some of these answers turn dependent, and which; inf beyond the range."""
        tape = self._evidence.tape
        now, at_last = judge.verdicts(asked), self._last_judge.verdicts(asked)
        turning = asked[(now == Verdict.INDEPENDENT) & (at_last == Verdict.DEPENDENT)]
        p_values = judge.distribution.p_values(tape.statistic[turning], tape.df[turning])
        until = float(p_values.min(initial=math.inf))
        return until, tuple(turning[p_values == until].tolist())


def _as_elcs_reads(blanket: Blanket) -> tuple[object, ...]:
    """What ELCS makes its graph from; how the blanket came about is no part of it."""
    return blanket.pc, blanket.parents, blanket.children, tuple(blanket.spouses.items()), blanket.reasons


def _report(progress: Progress, alpha: float, replays: int, trace: object) -> None:  # noqa: ARG001  a listener
    progress(alpha, replays)
