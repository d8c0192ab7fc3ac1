"""Every variable as the target in turn, and what their answers come to together.

Answers are shared on one tape, and a blanket that several targets need is learnt once. What two variables say
of the edge between them is put side by side: it may agree, one of them may not see the edge at all, or the
two may orient it oppositely.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Mapping, Sequence, Sized
from contextlib import closing
from dataclasses import dataclass, field, replace
from enum import StrEnum
from functools import partial
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from elcs_gui.algorithms.elcs import FoundBlanket
from elcs_gui.algorithms.learning import checked_algorithm
from elcs_gui.ci.asking import too_few_rows
from elcs_gui.ci.evidence import Evidence
from elcs_gui.ci.questions import Verdict
from elcs_gui.inquiry.summary import doubts_without_weak
from elcs_gui.parallel.cluster import Place, made_at
from elcs_gui.parallel.processes import now_and_then
from elcs_gui.storage.study import Study
from elcs_gui.trace.events import Conflicted, Members
from elcs_gui.trace.outcome import Blanket, Outcome, Pair, pair
from elcs_gui.trace.run import Cancelled, Run
from elcs_gui.trace.trace import Header, Trace


@dataclass(frozen=True, slots=True)
class Finding:
    """What the run of one target found about its neighbours.

    Attributes:
        others: neighbours without a direction, or members of a blanket that are not told apart.
        rules: by neighbour, the rule that oriented its edge.
        tests, unreliable: asked for, and those with too few rows; blankets kept from other targets included.
        doubts: what is doubtful about the run, in a few words each; weak edges are not looked for.
    """

    target: int
    parents: Members
    children: Members
    others: Members
    rules: Mapping[int, str]
    tests: int
    unreliable: int
    doubts: tuple[str, ...] = ()

    @property
    def too_few_rows(self) -> bool:
        """Had most tests too few rows, so that what was not found may be there all the same?"""
        return too_few_rows(self.unreliable, self.tests)

    def arrow(self, x: int) -> Pair | None:
        """The edge to x as (tail, head); None if it has no direction here, or is not seen."""
        if x in self.parents:
            return x, self.target
        return (self.target, x) if x in self.children else None

    @property
    def neighbours(self) -> Members:
        return (*self.parents, *self.children, *self.others)


class Accord(StrEnum):
    """How far two variables agree on the edge between them."""

    AGREED = "agreed"
    """It has a direction that nobody contradicts."""
    UNDIRECTED = "undirected"
    """Neither gives it one."""
    ONE_END = "one end"
    """Only one of them sees it."""
    OPPOSED = "opposed"
    """They orient it oppositely."""


@dataclass(frozen=True, slots=True)
class JointEdge:
    """The edge between two variables, as far as both are known.

    Attributes:
        tail, head: in its direction, or in column order where it has none; if opposed, as the lower column
            has it.
        missed_by: the end that does not see it.
    """

    tail: int
    head: int
    accord: Accord
    directed: bool = False
    missed_by: int | None = None

    @property
    def ends(self) -> Pair:
        return pair(self.tail, self.head)


@dataclass(frozen=True)
class AllTargets:
    """The result, whole or so far.

    Attributes:
        header: that of every run but for its target.
        blankets: learnt so far for these targets and the next; 0 where nobody counted.
    """

    header: Header
    findings: Mapping[int, Finding] = field(default_factory=dict)
    blankets: int = field(default=0, compare=False)

    @property
    def done(self) -> int:
        return len(self.findings)

    @property
    def complete(self) -> bool:
        return self.done == len(self.header.names)

    @property
    def tests(self) -> int:
        return sum(finding.tests for finding in self.findings.values())

    def edges(self) -> list[JointEdge]:
        """Every edge that somebody sees, in column order."""
        seen = {pair(x, y) for x, finding in self.findings.items() for y in finding.neighbours}
        return [self._edge(*ends) for ends in sorted(seen)]

    def edge(self, x: int, y: int) -> JointEdge | None:
        """The edge between two variables, if one of them sees it."""
        seen = any(
            other in finding.neighbours
            for one, other in ((x, y), (y, x))
            if (finding := self.findings.get(one)) is not None
        )
        return self._edge(*pair(x, y)) if seen else None

    def _edge(self, x: int, y: int) -> JointEdge:
        ends = [(self.findings.get(one), other) for one, other in ((x, y), (y, x))]
        arrows = [arrow for finding, other in ends if finding and (arrow := finding.arrow(other))]
        tail, head = arrows[0] if arrows else (x, y)
        blind = [f.target for f, other in ends if f is not None and other not in f.neighbours]
        if len(set(arrows)) > 1:
            return JointEdge(tail, head, Accord.OPPOSED, directed=True)
        if blind:
            return JointEdge(tail, head, Accord.ONE_END, bool(arrows), blind[0])
        return JointEdge(tail, head, Accord.AGREED if arrows else Accord.UNDIRECTED, bool(arrows))


ProgressHeard = Callable[[AllTargets], None]
"""Called after every target, and now and then while one takes longer. It may raise `Cancelled`."""


def learn_all(
    evidence: Evidence, header: Header, progress: ProgressHeard | None = None, known: AllTargets | None = None
) -> AllTargets:
    """Run as the header says for every variable; the result so far if `progress` raised `Cancelled`.

    Targets that are `known`, from the same header, are not learnt again.
    """

    blankets: dict[int, _Learnt] = {}

    def learnt(targets: Sequence[int], report: Callable[[], None]) -> Generator[Finding, None, None]:
        learner = _Learner(evidence, header, now_and_then(lambda _: report()), blankets)
        return (learner.learn(target) for target in targets)

    return _gathered(header, learnt, progress, known, blankets)


def learn_all_at(
    place: Place, study: Study, header: Header, progress: ProgressHeard | None = None,
    known: AllTargets | None = None,
) -> AllTargets:  # fmt: skip
    """The same elsewhere: each process or worker learns what its own targets need."""
    begin = partial(_begin, study, header)
    return _gathered(header, partial(made_at, place, begin), progress, known)


def _gathered(
    header: Header,
    learn: Callable[[Sequence[int], Callable[[], None]], Generator[Finding, None, None]],
    progress: ProgressHeard | None,
    known: AllTargets | None,
    blankets: Sized = (),
) -> AllTargets:
    """What comes of the targets that are left, as long as `progress` lets it."""
    checked_algorithm(header)
    findings = {} if known is None else dict(known.findings)
    left = [target for target in range(len(header.names)) if target not in findings]

    def report() -> None:
        if progress is not None:
            progress(AllTargets(header, dict(findings), len(blankets)))

    try:
        # Closed at once, so that processes end here and not when the iterator is forgotten.
        with closing(learn(left, report)) as made:
            for finding in made:
                findings[finding.target] = finding
                report()
    except Cancelled:
        pass
    return AllTargets(header, findings, len(blankets))


def _begin(study: Study, header: Header) -> Callable[[int], Finding]:
    """In a process of its own: what learns one target."""
    return _Learner(study.evidence(header), header, lambda _: None, {}).learn


class _Learnt(NamedTuple):
    """A blanket, and what its run told; `empty` are the answers of its tests without information."""

    blanket: Blanket
    conflicts: tuple[Conflicted, ...]
    tests: int
    unreliable: int
    empty: NDArray[np.int32]


class _Learner:
    """Runs for one target after the other; what several of them need is learnt once, into `blankets`."""

    def __init__(
        self,
        evidence: Evidence,
        header: Header,
        listener: Callable[[Trace], None],
        blankets: dict[int, _Learnt],
    ) -> None:
        self._evidence, self._header, self._listener = evidence, header, listener
        self._algorithm = checked_algorithm(header)
        self._blankets = blankets

    def learn(self, target: int) -> Finding:
        k, learn_blanket = self._header.k, self._algorithm.learn_blanket
        run = self._run(target)
        if learn_blanket is None:
            outcome = self._algorithm.learn(run, target, k)
            counts = run.counts.requested, run.counts.unreliable
            return _finding(run, outcome, *counts, self._without_information(run))
        tests = unreliable = 0
        empty = [np.empty(0, dtype=np.int32)]

        def remembered(x: int) -> FoundBlanket:
            nonlocal tests, unreliable
            if x not in self._blankets:
                apart = self._run(x)
                blanket = learn_blanket(apart, x, k)
                counts, none = apart.counts, self._without_information(apart)
                conflicts = tuple(apart.conflicts)
                self._blankets[x] = _Learnt(blanket, conflicts, counts.requested, counts.unreliable, none)
            known = self._blankets[x]
            tests, unreliable = tests + known.tests, unreliable + known.unreliable
            empty.append(known.empty)
            return known.blanket, known.conflicts

        outcome = self._algorithm.outcome_of(run, target, k, remembered)
        return _finding(run, outcome, tests, unreliable, np.unique(np.concatenate(empty)))

    def _without_information(self, run: Run) -> NDArray[np.int32]:
        """The tests of the newest run that had none."""
        if not self._header.asks_tests:
            return np.empty(0, dtype=np.int32)
        answers = self._evidence.tape.asked_last()
        none: NDArray[np.int32] = answers[run.trace.judge.verdicts(answers) == Verdict.NO_INFORMATION]
        return none

    def _run(self, target: int) -> Run:
        header = replace(self._header, target=target)
        return Run(self._evidence, header, record=False, listener=self._listener)


def _finding(run: Run, outcome: Outcome, tests: int, unreliable: int, empty: NDArray[np.int32]) -> Finding:
    target = outcome.target
    own = next((blanket for blanket in outcome.blankets if blanket.target == target), None)
    rules = {}
    for x in (*outcome.parents, *outcome.children):
        edge = outcome.edges.get(pair(x, target))
        rules[x] = edge.rule if edge is not None else own.reasons.get(x, "") if own is not None else ""
    others = outcome.undetermined if outcome.members is None else outcome.members
    doubts = doubts_without_weak(run.trace, outcome, tests, unreliable, empty)
    return Finding(target, outcome.parents, outcome.children, others, rules, tests, unreliable, doubts)
