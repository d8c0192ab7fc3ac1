"""Walking from one alpha to the next at which a run goes another way.

A test calls dependent what has p ≤ alpha, and alpha enters a run in no other way. So a run at some alpha
stays the same, test for test, until alpha reaches the smallest p-value above it among the answers that *this
run* asked for and found independent, and while alpha is not below the largest p-value among those that it
found dependent. (Where tests are judged together, alpha is the rate of false discoveries, and every such
judgement says between which rates it holds: `Run.rates`.) Beyond, it has to be run again, and may then ask
other questions. A walk visits every run there is on its way, and no other; none can be left out, since what a
verdict is good for shows only when the run goes on from it.

What is saved is work within the runs. Answers come from the tape, and a blanket depends on nothing but the
answers that it asked for itself: it is kept until alpha passes a p-value of its own.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Generic, TypeVar

import numpy as np
from numpy.typing import NDArray

from elcs_gui.algorithms.elcs import FoundBlanket
from elcs_gui.algorithms.learning import checked_algorithm
from elcs_gui.ci.evidence import Evidence
from elcs_gui.ci.judge import Judge
from elcs_gui.ci.questions import Verdict
from elcs_gui.trace.outcome import Outcome
from elcs_gui.trace.run import Listener, Run
from elcs_gui.trace.trace import Header

Progress = Callable[[float, int], None]
"""Called with the alpha being run and how many runs were done before it, also while a run goes on; it may
raise `Cancelled`."""

_Found = TypeVar("_Found")


@dataclass(frozen=True, eq=False)
class Kept(Generic[_Found]):
    """Something found by asking, the same at all alphas from `since` on and below `until`.

    Attributes:
        since, until: p-values at which answers turn; 0 and inf where none does within the range.
        turning: the answers that turn dependent at `until`; none where only a judgement of several does.
    """

    found: _Found
    asked: NDArray[np.int32]
    requested: int
    since: float
    until: float
    turning: tuple[int, ...]


@dataclass(frozen=True, eq=False)
class AlphaSpan:
    """Alphas with one and the same run: from `since` on and below `until`.

    Attributes:
        outcome: what the run finds; where neighbouring stretches find the same, mostly the very same object.
        rests_on: what was asked for it, blanket by blanket.
    """

    outcome: Outcome
    rests_on: Sequence[Kept[FoundBlanket] | Kept[Outcome]]

    @property
    def since(self) -> float:
        return max(kept.since for kept in self.rests_on)

    @property
    def until(self) -> float:
        return min(kept.until for kept in self.rests_on)


class AlphaWalk:
    """Through the alphas from `low` to `high`, in either direction; the header's own does not matter."""

    def __init__(
        self, evidence: Evidence, header: Header, low: float, high: float, progress: Progress | None = None
    ) -> None:
        self.replays = 0
        """How many runs there were so far."""
        self._evidence = evidence
        self._header = header
        self._low, self._high = low, high
        self._progress = progress
        self._algorithm = checked_algorithm(header)
        self._first_judge, self._last_judge = self._judge(low), self._judge(high)
        self._blankets: dict[int, Kept[FoundBlanket]] = {}
        self._used: list[Kept[FoundBlanket]] = []
        self._outcome: Outcome | None = None

    def upwards(self, alpha: float) -> Iterator[AlphaSpan]:
        """Every run from `alpha` to the upper end."""
        while alpha <= self._high:
            yield (stretch := self._run(alpha))
            alpha = stretch.until

    def downwards(self, alpha: float) -> Iterator[AlphaSpan]:
        """Every run from `alpha` to the lower end."""
        while alpha >= self._low:
            yield (stretch := self._run(alpha))
            # The largest number below: the stretch itself begins with the p-value.
            alpha = math.nextafter(stretch.since, 0.0)

    def _judge(self, alpha: float) -> Judge:
        judge = Judge(self._evidence.tape, self._evidence.test.distribution, alpha, self._header.policy)
        for question, verdict in self._header.forced:
            judge.force(self._evidence.answer(question), verdict)
        return judge

    def _run(self, alpha: float) -> AlphaSpan:
        """What is found at this alpha, and what it rests on."""
        target, k = self._header.target, self._header.k
        if self._algorithm.learn_blanket is None:
            whole = self._ask(lambda run: self._algorithm.learn(run, target, k), alpha)
            self.replays += 1
            return AlphaSpan(whole.found, [whole])
        used: list[Kept[FoundBlanket]] = []
        # The same blankets lead the same way. As long as they are as they were, the algorithm would take them
        # in the same order, so none is learnt in vain here.
        for before in self._used:
            used.append(self._blanket(before.found[0].target, k, alpha))
            if _ordered(used[-1].found) != _ordered(before.found):
                self._outcome = None
                break
        if self._outcome is None:
            used = []

            def remembered(x: int) -> FoundBlanket:
                used.append(self._blanket(x, k, alpha))
                return used[-1].found

            silent = Run(self._evidence, self._header, record=False)  # a new one: runs gather contradictions
            self._outcome = self._algorithm.outcome_of(silent, target, k, remembered)
        self._used = used
        self.replays += 1
        return AlphaSpan(self._outcome, used)

    def _blanket(self, x: int, k: int | None, alpha: float) -> Kept[FoundBlanket]:
        """The blanket of x at this alpha: the one that is kept, while it lasts."""
        kept = self._blankets.get(x)
        if kept is None or not kept.since <= alpha < kept.until:
            learn_blanket = self._algorithm.learn_blanket
            assert learn_blanket is not None

            def learn(run: Run) -> FoundBlanket:
                return learn_blanket(run, x, k), tuple(run.conflicts)

            kept = self._blankets[x] = self._ask(learn, alpha)
        return kept

    def _ask(self, work: Callable[[Run], _Found], alpha: float) -> Kept[_Found]:
        """Do the work on a run of its own, and see how long it will last."""
        listener: Listener | None = None
        if self._progress is not None:
            self._progress(alpha, self.replays)
            listener = partial(_report, self._progress, alpha, self.replays)
        run = Run(self._evidence, replace(self._header, alpha=alpha), record=False, listener=listener)
        found = work(run)
        asked = self._evidence.tape.asked_last()
        since, until, turning = self._turns(run.trace.judge, asked)
        below, above = run.rates
        if above <= self._high and above < until:
            until, turning = above, ()
        return Kept(found, asked, run.counts.requested, max(since, below), until, turning)

    def _turns(self, judge: Judge, asked: NDArray[np.int32]) -> tuple[float, float, tuple[int, ...]]:
        """Below which alpha some of these answers turn independent, at which some turn dependent, and
        which; 0 and inf where that is beyond the range."""
        tape = self._evidence.tape
        now, first, last = (some.verdicts(asked) for some in (judge, self._first_judge, self._last_judge))
        rising = asked[(now == Verdict.INDEPENDENT) & (last == Verdict.DEPENDENT)]
        falling = asked[(now == Verdict.DEPENDENT) & (first == Verdict.INDEPENDENT)]
        above = judge.distribution.p_values(tape.statistic[rising], tape.df[rising])
        below = judge.distribution.p_values(tape.statistic[falling], tape.df[falling])
        until = float(above.min(initial=math.inf))
        return float(below.max(initial=0.0)), until, tuple(rising[above == until].tolist())


def _ordered(found: FoundBlanket) -> tuple[object, ...]:
    """All that a walk may read, in its order: of two findings that contradict each other the first stays."""
    blanket, conflicts = found
    values = vars(blanket).values()
    return *(tuple(value.items()) if isinstance(value, Mapping) else value for value in values), conflicts


def _report(progress: Progress, alpha: float, replays: int, trace: object) -> None:  # noqa: ARG001  a listener
    progress(alpha, replays)
