"""Change one thing and watch: what is learnt from a known network when rows, alpha or a strength are others.

A `Trial` says how a network is learnt: by the oracle, or from so many simulated rows; an `Attempt` is what
came of it, held against the network. A `Sweep` moves one thing through a range and finds out where the answer
would be the network's own, and `hanging` names the one test on which it turns. Networks are small here: an
attempt takes milliseconds, so each is made anew, whole.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from enum import Enum
from itertools import pairwise

from elcs_gui.algorithms.learning import Learnt, learn
from elcs_gui.algorithms.registry import DEFAULT
from elcs_gui.ci.evidence import Evidence
from elcs_gui.ci.oracle import Oracle
from elcs_gui.ci.questions import Question, Verdict
from elcs_gui.data.network import Network
from elcs_gui.data.simulation import SimulationPlan, check_varied, simulate
from elcs_gui.storage.recipe import Recipe
from elcs_gui.storage.study import Study
from elcs_gui.trace.events import Tested
from elcs_gui.trace.metrics import Metrics, Truth, measure, truth_for
from elcs_gui.trace.outcome import Outcome
from elcs_gui.trace.trace import Header, Trace

COARSE = 16
"""Parts into which a sweep cuts its range first."""
HALVINGS = 5
"""How often a part is halved in which the answer changes."""


@dataclass(frozen=True, eq=False)
class Trial:
    """How a network is to be learnt about a target.

    Attributes:
        rows: simulated with `seed`, each node by random numbers of its own; None asks the oracle.
    """

    network: Network
    target: int
    rows: int | None = None
    seed: int = 0
    alpha: float = 0.01
    algorithm: str = DEFAULT

    @property
    def plan(self) -> SimulationPlan:
        """The data it is learnt from."""
        assert self.rows is not None
        return SimulationPlan(self.rows, self.seed, by_node=True)

    def study(self) -> Study:
        """What it is learnt from, simulated now; a DataError where that teaches nothing."""
        if self.rows is None:
            return Recipe(network=self.network).study()
        data, _ = simulate(self.network, self.plan)
        check_varied(data)
        return Recipe(data=data, network=self.network, title=self.network.name).study()

    def prepared(self, header: Header) -> Header:
        """The header of a run on this with the trial's alpha and algorithm."""
        return replace(header, alpha=self.alpha, algorithm=self.algorithm)


class Agreement(Enum):
    """How an answer stands to the network, at the target."""

    SAME = "every neighbour is found, each with its direction"
    OPEN = "every neighbour is found and nothing is wrong, but some have no direction"
    WRONG = "a neighbour is missing, extra, or the wrong way round"


def agreement(outcome: Outcome, truth: Truth) -> Agreement:
    """Hold an answer against the truth about its target."""
    metrics = measure(outcome, truth)
    if not metrics.shd:
        return Agreement.SAME
    left = set(outcome.undetermined) & (truth.parents | truth.children)
    return Agreement.OPEN if metrics.shd == len(left) else Agreement.WRONG


@dataclass(frozen=True, eq=False)
class Attempt:
    """What came of a trial, and how many seconds of work it took."""

    trial: Trial
    header: Header
    evidence: Evidence
    outcome: Outcome
    trace: Trace
    truth: Truth
    seconds: float

    @property
    def metrics(self) -> Metrics:
        return measure(self.outcome, self.truth)

    @property
    def agreement(self) -> Agreement:
        return agreement(self.outcome, self.truth)

    @property
    def tests(self) -> int:
        return len(self.trace.test_steps)

    def at(self, alpha: float) -> Agreement:
        """The same with another alpha: on the same data, so that answers are reused."""
        learnt = learn(self.evidence, replace(self.header, alpha=alpha), record=False)
        return agreement(_whole(learnt), self.truth)


def attempt(trial: Trial, *, record: bool = True) -> Attempt:
    """Simulate, learn, compare; without `record` a little faster, and without a trace."""
    begun = time.thread_time()
    study = trial.study()
    header = trial.prepared(study.header(trial.network.nodes[trial.target]))
    evidence = study.evidence(header)
    learnt = learn(evidence, header, record=record)
    truth = truth_for(trial.network, header.names)[header.target]
    seconds = time.thread_time() - begun
    return Attempt(trial, header, evidence, _whole(learnt), learnt.trace, truth, seconds)


def _whole(learnt: Learnt) -> Outcome:
    assert learnt.outcome is not None  # nobody listens, so nobody cancels
    return learnt.outcome


# Where it hangs


@dataclass(frozen=True)
class Hanging:
    """The test on which the answer turns.

    Attributes:
        false: the test says otherwise than the network; else it is only the closest to alpha.
        gained, lost: the arrows (tail, head) at the target that the answer would have, and would not have,
            if it said the other thing.
    """

    test: Tested
    false: bool
    gained: tuple[tuple[int, int], ...] = ()
    lost: tuple[tuple[int, int], ...] = ()


def hanging(found: Attempt) -> Hanging | None:
    """Of an answer that is not the network's own, the false verdict that would mend most if it were true, the
    closest to alpha among equals; of one that is, the closest test of all. None where no test has a p-value.
    """
    # Asked again, a question has the same answer: the first time is where it turned.
    tests: dict[Question, Tested] = {}
    for test in found.trace.tests().events():
        if test.p is not None and not test.forced:
            tests.setdefault(Question.of(test.x, test.y, test.z), test)
    if found.agreement is not Agreement.SAME:
        oracle = Oracle(found.trial.network)
        false = {q: t for q, t in tests.items() if oracle.separated(q.x, q.y, q.z) != t.independent}
        turned = [(_turned(found, question, test), test) for question, test in false.items()]
        here = _distance(found.outcome, found.truth)
        best = min(
            turned, key=lambda pair: (_distance(pair[0], found.truth), _far(found, pair[1])), default=None
        )
        if best is not None and _distance(best[0], found.truth) < here:
            before, after = _arrows(found.outcome), _arrows(best[0])
            gained, lost = tuple(sorted(after - before)), tuple(sorted(before - after))
            return Hanging(best[1], True, gained, lost)
    closest = min(tests.values(), key=lambda test: _far(found, test), default=None)
    return None if closest is None else Hanging(closest, False)


def _turned(found: Attempt, question: Question, test: Tested) -> Outcome:
    """What is learnt if that test says the other thing."""
    verdict = Verdict.DEPENDENT if test.independent else Verdict.INDEPENDENT
    header = replace(found.header, forced=((question, verdict),))
    return _whole(learn(found.evidence, header, record=False))


def _distance(outcome: Outcome, truth: Truth) -> float:
    return measure(outcome, truth).shd


def _arrows(outcome: Outcome) -> set[tuple[int, int]]:
    return {(x, outcome.target) for x in outcome.parents} | {(outcome.target, x) for x in outcome.children}


def _far(found: Attempt, test: Tested) -> float:
    """How far a test is from being turned by another alpha."""
    assert test.p is not None
    return abs(math.log(max(test.p, 1e-300) / found.header.alpha))


# Where the answer would be the network's own


@dataclass(frozen=True)
class Band:
    """From one place of a range to another, the answer stands in the same way to the network."""

    low: float
    high: float
    agreement: Agreement


class Sweep:
    """One thing moved through a range of places, from 0 to 1, point by point: first all over, those near
    `now` before others; then ever closer to where the answer changes."""

    def __init__(self, now: float, judge: Callable[[float], Agreement]) -> None:
        self._now, self._judge = now, judge
        self._found: dict[float, Agreement] = {}

    def points(self) -> Iterator[None]:
        """Look at one point after the other; `bands` knows it from then on."""
        places = [place / COARSE for place in range(COARSE + 1)]
        for place in sorted(places, key=lambda place: abs(place - self._now)):
            self._look(place)
            yield
        changes = [(a, b) for a, b in pairwise(places) if self._found[a] is not self._found[b]]
        for a, b in sorted(changes, key=lambda ends: abs(sum(ends) / 2 - self._now)):
            for _ in range(HALVINGS):
                middle = (a + b) / 2
                self._look(middle)
                a, b = (middle, b) if self._found[middle] is self._found[a] else (a, middle)
                yield

    def _look(self, place: float) -> None:
        self._found[place] = self._judge(place)

    @property
    def bands(self) -> tuple[Band, ...]:
        """What is known so far, from 0 to 1 without a gap: two bands meet half-way between points."""
        places = sorted(self._found)
        if not places:
            return ()
        ends = [0.0, *((a + b) / 2 for a, b in pairwise(places)), 1.0]
        bands: list[Band] = []
        for place, (low, high) in zip(places, pairwise(ends), strict=True):
            kind = self._found[place]
            start = bands.pop().low if bands and bands[-1].agreement is kind else low
            bands.append(Band(start, high, kind))
        return tuple(bands)


def right_where(bands: Sequence[Band], say: Callable[[float], str]) -> str:
    """Where the answer is the network's own, in words; `say` writes the value at a place."""
    right = [band for band in bands if band.agreement is Agreement.SAME]
    if not right:
        return "Right nowhere here" if bands else ""
    if len(right) == len(bands):
        return "Right everywhere here"
    widest = max(right, key=lambda band: band.high - band.low)
    if widest is bands[-1]:
        where = f"from {say(widest.low)} on"
    elif widest is bands[0]:
        where = f"up to {say(widest.high)}"
    else:
        where = f"from {say(widest.low)} to {say(widest.high)}"
    return f"Right {where}" if len(right) == 1 else f"Right {where}, and elsewhere"
