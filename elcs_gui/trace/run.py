"""The run: what an algorithm talks to.

An algorithm *asks* (`test`, `test_each`, `separator`) and *tells* (`tell`); one that fits a graph to the data
hands its computation over (`rounds`). It never sees alpha, a logger or a window, and it is the same function
whether nobody listens, a trace is recorded, someone watches live, the run is cancelled or some verdicts are
overridden.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from itertools import compress
from operator import not_
from typing import NamedTuple, TypedDict, Unpack

import numpy as np
from numpy.typing import NDArray

from elcs_gui.ci.asking import Asked, Counts, Search
from elcs_gui.ci.evidence import Evidence
from elcs_gui.ci.false_discoveries import Judged, judged
from elcs_gui.ci.judge import Judge
from elcs_gui.ci.questions import Answer, Question
from elcs_gui.data.dataset import Dataset
from elcs_gui.trace.events import Computed, Conflicted, Event, Members, Started
from elcs_gui.trace.trace import Header, Trace

Listener = Callable[[Trace], None]
"""Called whenever the trace has grown. It may raise `Cancelled`; the trace so far is then a valid prefix."""


Telling = Callable[[int, Answer], Event | tuple[Event, ...] | None]
"""What is to be told after question i and its answer: a fact, several, or nothing."""


def each_fact(told: Event | tuple[Event, ...] | None) -> tuple[Event, ...]:
    """What `Telling` gave, one by one."""
    return told if isinstance(told, tuple) else () if told is None else (told,)


class Sets(TypedDict, total=False):
    """Which sets a search asks about, see `Search`: all by default."""

    containing: int | None
    least: int


def search_of(xs: Sequence[int], y: int, pool: Sequence[int], k: int | None, **sets: Unpack[Sets]) -> Search:
    """As algorithms ask for it: without k there is no limit."""
    return Search(tuple(xs), y, tuple(pool), len(pool) if k is None else k, **sets)


class Screening(NamedTuple):
    """For each x in turn ask (x, m | ∅) for every member, then (x, target | the members it depends on).

    Attributes:
        at, then_at: the lines of the one and the other.
        telling: what to tell of an x, with its set, that turns out independent of the target.
    """

    xs: Sequence[int]
    members: Sequence[int]
    target: int
    at: str
    then_at: str
    telling: Callable[[int, Members], Event]


Separated = tuple[int, Members]
"""Which x was separated from y, and by which set."""


class Cancelled(Exception):
    """Raised from inside a run, at a question, to end it early."""


class Round(NamedTuple):
    """What a round of a computation came to: figures by name, and what each arrow (tail, head) weighs."""

    figures: Mapping[str, float]
    weights: Mapping[tuple[int, int], float]


Compute = Callable[[Dataset, Callable[[], None]], Iterator[Round]]
"""The rounds of a computation on data; it calls the function it gets now and then, which may end it."""


class Run:
    """One run of one algorithm on one body of evidence.

    Attributes:
        counts: tests requested, performed (asked for the first time in this run) and unreliable.
        trace: the events so far; empty and unused when nothing is recorded.
        knowledge: what is known beforehand.
        settings: what the algorithm's parameters are set to.
        conflicts: the contradictions told so far.
        rates: from which alpha on, and below which, all that was judged together comes out as it did.
    """

    rates: tuple[float, float]

    def __init__(
        self,
        evidence: Evidence,
        header: Header,
        *,
        record: bool = True,
        listener: Listener | None = None,
    ) -> None:
        self.evidence = evidence
        self.variables = range(evidence.test.variables)
        self.knowledge = header.knowledge
        self.settings = header.settings
        self.conflicts: list[Conflicted] = []
        self.counts = Counts()
        self.rates = 0.0, math.inf
        serial = evidence.tape.new_run()
        self._judge = Judge(evidence.tape, evidence.test.distribution, header.alpha, header.policy)
        for question, verdict in header.forced:
            self._judge.force(evidence.answer(question), verdict)
        self._asker = evidence.asker(self._judge, self.counts, serial)
        self.trace = Trace(header, self._judge)
        self._recording = record or listener is not None
        self._listener = listener

    # Asking

    def test(self, x: int, y: int, z: Iterable[int] = (), *, at: str) -> Answer:
        """Is x independent of y given z?"""
        return self.test_each([(x, y, tuple(z))], at=at)[0]

    def test_each(
        self, questions: Sequence[Asked], *, at: str, telling: Telling | None = None
    ) -> list[Answer]:
        """Ask them all, in order; `telling` gives what is to be told right after question i, if anything."""
        return self._listed(questions, at, telling)

    def p_values(self, x: int, y: int, sets: Sequence[Members]) -> list[float]:
        """Of x and y given each set, which were asked about before; 0 where an answer has none."""
        tape, distribution = self._judge.tape, self._judge.distribution
        numbers = [number for z in sets if (number := tape.find(Question.of(x, y, z))) is not None]
        p = distribution.p_values(tape.statistic[numbers], tape.df[numbers])
        return [value if value >= 0 else 0.0 for value in p.tolist()]

    def judge_together(self, questions: Sequence[Asked], answers: Sequence[Answer]) -> Judged:
        """Hold the p-values of questions that were just asked against one threshold, instead of each against
        alpha, which is then the share of those that count that may be false.

        An answer that has no p-value, or goes against it (it is forced), counts as its verdict says; where
        there were too few rows it takes no part.
        """
        judge = self._judge
        found = [judge.tape.find(Question.of(*question)) for question in questions]
        numbers = np.array(found, dtype=np.int32)
        p = judge.distribution.p_values(judge.tape.statistic[numbers], judge.tape.df[numbers])
        independent = np.array([answer.independent for answer in answers], dtype=np.bool_)
        certain = np.isnan(p) | (independent != (p > judge.alpha))
        p = np.where(certain, independent.astype(np.float64), p)
        p[[not answer.reliable for answer in answers]] = np.nan
        made = judged(p, np.array([answer.strength for answer in answers]), judge.alpha)
        below, above = self.rates
        self.rates = max(below, made.rates[0]), min(above, made.rates[1])
        return made

    def _listed(self, questions: Sequence[Asked], at: str, telling: Telling | None) -> list[Answer]:
        answers: list[Answer] = []
        for batch, part in self._asker.listed(questions):
            if self._recording:
                if telling is None:
                    self.trace.add_tests(batch, at)
                else:
                    told = (
                        (i, each_fact(telling(len(answers) + i - 1, answer)))
                        for i, answer in enumerate(part, 1)
                    )
                    facts = [(after, fact) for after, several in told for fact in several]
                    self.trace.add_tests_and_facts(batch, (at,), facts)
                self._tell_listener()
            answers += part
        return answers

    def separator(
        self, x: int, y: int, pool: Sequence[int], k: int | None, *, at: str, **sets: Unpack[Sets]
    ) -> Members | None:
        """The first Z ⊆ pool with at most k members that separates x from y, or None.

        Smaller sets are asked first, then in pool order.
        """
        found = self.first_separated([x], y, pool, k, at=at, **sets)
        return None if found is None else found[1]

    def first_separated(
        self, xs: Sequence[int], y: int, pool: Sequence[int], k: int | None, *, at: str, **sets: Unpack[Sets]
    ) -> Separated | None:
        """The first of xs that some Z ⊆ pool without it separates from y, and that Z; see `separator`."""
        for _, found in self._searched(search_of(xs, y, pool, k, **sets), at):
            if found is not None:
                return found
        return None

    def weakest_link(
        self, x: int, y: int, pool: Sequence[int], k: int | None, *, at: str, **sets: Unpack[Sets]
    ) -> tuple[Members | None, float]:
        """`separator`, and the least strength of x and y given the sets before it.

        Tests with too few rows measured none and do not count; infinite where all were so.
        """
        weakest = math.inf
        for answers, found in self._searched(search_of([x], y, pool, k, **sets), at):
            if found is not None:
                return found[1], weakest
            weakest = min(weakest, self._judge.least_strength(answers))
        return None, weakest

    def _searched(self, search: Search, at: str) -> Iterator[tuple[NDArray[np.int32], Separated | None]]:
        """The numbers of the answers, told as they come, and what the last of them separated."""
        for batch, place in self._asker.subsets(search):
            if self._recording:
                self.trace.add_tests(batch, at)
                self._tell_listener()
            found = None
            if place is not None:
                found = search.xs[place], self.evidence.tape.question(int(batch.answers[-1])).z
            yield batch.answers, found

    def screen(self, screening: Screening) -> Iterator[tuple[int, Members]]:
        """Those x, with their sets, that stay dependent on the target given all members they depend on."""
        xs, members, target, at, then_at, telling = screening
        lines = (*[at] * len(members), then_at)
        following = iter(xs)
        for batch, independent in self._asker.screen(xs, members, target):
            facts: list[tuple[int, Event]] = []
            staying = None
            for end in range(len(lines), len(independent) + 1, len(lines)):
                x, ruled_out = next(following), independent[end - 1]
                if self._recording or not ruled_out:
                    apart = independent[end - len(lines) : end - 1]
                    linked = tuple(compress(members, map(not_, apart)))
                    if ruled_out:
                        facts.append((end, telling(x, linked)))
                    else:
                        staying = x, linked
            if self._recording:
                self.trace.add_tests_and_facts(batch, lines, facts)
                self._tell_listener()
            if staying is not None:
                yield staying

    # Computing

    def rounds(self, compute: Compute, *, at: str, key: Hashable) -> Iterator[Computed]:
        """A computation on the data themselves, round by round, each told as it ends.

        Runs on the same data share what was computed under a key: it must name all that the rounds depend on.
        """
        kept = self.evidence.rounds.get(key)
        for number, (figures, weights) in enumerate(
            self._computed(compute, key) if kept is None else kept, 1
        ):
            event = Computed(
                at, number, tuple(figures), tuple(figures.values()), tuple(weights), tuple(weights.values())
            )
            self.tell(event)
            yield event

    def _computed(self, compute: Compute, key: Hashable) -> Iterator[Round]:
        data = self.evidence.data
        assert data is not None  # see `elcs_gui.algorithms.learning.checked_algorithm`
        rounds: list[Round] = []
        for each in compute(data, self._tell_listener):
            rounds.append(each)
            yield each
        self.evidence.rounds[key] = rounds

    # Telling

    def tell(self, fact: Event) -> None:
        """Record what changed."""
        if self._recording:
            self.trace.add_fact(fact)
            self._tell_listener()

    def start(self, procedure: str, target: int) -> None:
        """Tell that a procedure begins."""
        self.tell(Started(f"{procedure}:1", procedure, target))

    def contradict(self, at: str, tail: int, head: int, kind: str) -> None:
        """Tell that tail → head was found against what stays: an earlier finding, knowledge, or, of what is
        overwritten, a later finding."""
        conflict = Conflicted(at, tail, head, kind)
        self.conflicts.append(conflict)
        self.tell(conflict)

    # Inside

    def _tell_listener(self) -> None:
        if self._listener is not None:
            self._listener(self.trace)


class AskedAgain(Run):
    """A run as a procedure sees it that is gone through once more: it asks at one line, and tells nothing."""

    def __init__(self, run: Run, at: str) -> None:  # not Run's own: the run is there
        self.variables, self.knowledge = run.variables, run.knowledge
        self._run, self._at, self._judge = run, at, run._judge

    def _listed(self, questions: Sequence[Asked], at: str, telling: Telling | None) -> list[Answer]:  # noqa: ARG002
        return self._run.test_each(questions, at=self._at)

    def _searched(self, search: Search, at: str) -> Iterator[tuple[NDArray[np.int32], Separated | None]]:  # noqa: ARG002
        return self._run._searched(search, self._at)

    def tell(self, fact: Event) -> None:
        pass
