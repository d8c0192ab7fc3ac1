"""Several algorithms on one target, side by side along one axis: tests requested, tests computed, seconds.

Every algorithm has a lane. The lanes share one tape, so that an answer is measured once; what a lane is
charged for is what it would have had to compute by itself, that is every question it asks for the first time.
The tape makes seconds meaningless (who comes later finds the answers there), so they are measured apart: each
lane once more, on an empty tape of its own, in seconds of the processor (`timed`). Runs are deterministic, so
the steps of that run are those of the lane.

At a position of the axis a lane stands at the last step at which it has spent no more than that. A lane that
asks no tests has its result from the beginning on the axes of tests; only seconds show how long it took.

What is counted depends on the algorithm: arrows at the target, and of those that give none, neighbours, or
members of the blanket where even these are not told apart from spouses.
"""

from __future__ import annotations

import time
from bisect import bisect_right
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum
from functools import cached_property
from operator import attrgetter
from typing import cast

import numpy as np
from numpy.typing import NDArray

from elcs_gui.algorithms.learning import learn
from elcs_gui.algorithms.registry import DEFAULT, Algorithm, alike, find_algorithm
from elcs_gui.ci.evidence import Evidence
from elcs_gui.errors import ElcsError
from elcs_gui.trace.events import Members
from elcs_gui.trace.metrics import Truth, outcome_so_far
from elcs_gui.trace.outcome import Outcome
from elcs_gui.trace.run import Cancelled
from elcs_gui.trace.timeline import timeline_of
from elcs_gui.trace.trace import Header, Trace
from elcs_gui.trace.view import View, advance

_DERIVED = "answers at the target"
FEWEST, MOST = 2, 6
"""Lanes of a race."""


class Axis(StrEnum):
    """What the lanes are held against."""

    REQUESTED = "requested"
    COMPUTED = "computed"
    """Tests that the lane asks for the first time: what it would have to compute without a tape."""
    SECONDS = "seconds"


class Counting(StrEnum):
    """What of a lane is counted."""

    ARROWS = "arrows"
    NEIGHBOURS = "neighbours"
    MEMBERS = "members"


@dataclass(frozen=True, eq=False)
class Clock:
    """How many seconds a run had taken when its trace had come to a step; both columns never go back."""

    steps: NDArray[np.int64]
    seconds: NDArray[np.float64]


@dataclass(frozen=True)
class Moment:
    """What a lane has at the target from a step on.

    Attributes:
        known: neighbours or members, with a direction or without.
        counted: those that count, see `Counting`.
        right: those of them that are true; empty where nothing is known of the truth.
    """

    step: int
    known: Members
    counted: Members
    right: Members

    @property
    def wrong(self) -> Members:
        """Those that count and are not true. Only to be asked where there is a truth."""
        return tuple(x for x in self.counted if x not in self.right)


@dataclass(frozen=True, eq=False)
class Lane:
    """One algorithm's run. Steps count events: step n is after the first n of them.

    Attributes:
        truth: about the target, where it is known.
        clock: None where no time was taken.
    """

    trace: Trace
    truth: Truth | None = None
    clock: Clock | None = None

    @property
    def algorithm(self) -> Algorithm:
        return find_algorithm(self.trace.header.algorithm)

    @cached_property
    def outcome(self) -> Outcome:
        """The answer for the target; as far as it has come, if the run was cut short."""
        return outcome_so_far(timeline_of(self.trace).view(len(self.trace)), self.trace.header.target)

    @cached_property
    def counting(self) -> Counting:
        """What is counted of this algorithm; arrows also of one that gives some by no rule of the table."""
        if self.algorithm.rules or self.outcome.parents or self.outcome.children:
            return Counting.ARROWS
        return Counting.NEIGHBOURS if self.algorithm.tells_neighbours else Counting.MEMBERS

    @property
    def tests(self) -> int:
        """Requested."""
        return len(self.trace.test_steps)

    @property
    def computed(self) -> int:
        return self.trace.performed(self.tests)

    # Along the axis

    def length(self, axis: Axis) -> float:
        """Where on the axis the lane ends."""
        return self.position(axis, len(self.trace))

    def position(self, axis: Axis, step: int) -> float:
        """What the lane has spent at a step. Never goes back as `step` goes on."""
        if axis is Axis.SECONDS:
            if self.clock is None or not len(self.clock.steps):
                return 0.0
            place = int(np.searchsorted(self.clock.steps, step))
            return float(self.clock.seconds[min(place, len(self.clock.seconds) - 1)]) if step else 0.0
        asked = int(np.searchsorted(self.trace.test_steps, step))
        return float(asked if axis is Axis.REQUESTED else self.trace.performed(asked))

    def step(self, axis: Axis, position: float) -> int:
        """The last step at which the lane has spent no more than that. Never goes back with `position`."""
        if axis is Axis.SECONDS:
            if self.clock is None:
                return len(self.trace)
            place = int(np.searchsorted(self.clock.seconds, position, side="right"))
            return int(self.clock.steps[place - 1]) if place else 0
        if axis is Axis.REQUESTED:
            asked = int(position)
        else:
            # A whole number: for a fraction, numpy makes fractions of all the others first.
            asked = int(np.searchsorted(self._computed, int(position), side="right")) - 1
        return len(self.trace) if asked >= self.tests else int(self.trace.test_steps[max(asked, 0)])

    @cached_property
    def _computed(self) -> NDArray[np.int64]:
        """By tests requested, from 0 on: how many of them were no repetitions."""
        return np.concatenate([[0], np.cumsum(~self.trace.tests().reused, dtype=np.int64)])

    # What it has found

    @cached_property
    def moments(self) -> tuple[Moment, ...]:
        """What it has at the target, from step 0 on, each time another."""
        found = [Moment(0, (), (), ())]
        for step, outcome in _answers(self.trace):
            moment = self._moment(step, outcome)
            if replace(moment, step=found[-1].step) != found[-1]:
                found.append(moment)
        return tuple(found)

    def at(self, step: int) -> Moment:
        """What it has at a step."""
        return self.moments[bisect_right(self.moments, step, key=attrgetter("step")) - 1]

    @property
    def end(self) -> Moment:
        return self.moments[-1]

    @property
    def true_count(self) -> int | None:
        """How many there are to be found; None where nothing is known of the truth."""
        return None if self.truth is None else len(self._true())

    def _moment(self, step: int, outcome: Outcome) -> Moment:
        neighbours = tuple(sorted({*outcome.parents, *outcome.children, *outcome.undetermined}))
        match self.counting:
            case Counting.ARROWS:
                known, counted = neighbours, tuple(sorted((*outcome.parents, *outcome.children)))
            case Counting.NEIGHBOURS:
                known = counted = neighbours
            case Counting.MEMBERS:
                known = counted = outcome.blanket.members
        return Moment(step, known, counted, tuple(x for x in counted if self._is_right(x, outcome)))

    def _is_right(self, x: int, outcome: Outcome) -> bool:
        if self.truth is None:
            return False
        if self.counting is not Counting.ARROWS:
            return x in self._true()
        return x in (self.truth.parents if x in outcome.parents else self.truth.children)

    def _true(self) -> frozenset[int]:
        assert self.truth is not None
        neighbours = self.truth.parents | self.truth.children
        return neighbours | self.truth.spouses if self.counting is Counting.MEMBERS else neighbours


def preparing(trace: Trace) -> Iterator[None]:
    """Find out piece by piece what a lane needs of its run: of a long one that takes a while.

    The trace keeps it. Whoever asks a lane earlier waits for the rest.
    """
    yield from timeline_of(trace).preparing()
    yield from _answering(trace)
    trace.performed(len(trace.test_steps))
    yield
    trace.unreliable  # noqa: B018  it is counted once


def _answers(trace: Trace) -> list[tuple[int, Outcome]]:
    """The steps at which the answer for the target may be another, and the answer from there on."""
    for _ in _answering(trace):
        pass
    return cast("list[tuple[int, Outcome]]", trace.derived[_DERIVED])


def _answering(trace: Trace) -> Iterator[None]:
    """Look for them, fact by fact."""
    if _DERIVED in trace.derived:
        return
    target, view = trace.header.target, View()
    found: list[tuple[int, Outcome]] = []
    for step, fact in zip((trace.fact_steps + 1).tolist(), trace.facts, strict=True):
        if getattr(fact, "target", target) != target:
            continue  # of another variable's blanket: what comes of it for the target is told as edges
        before, view = view, advance(view, fact)
        if _touched(before, view, target):
            found.append((step, outcome_so_far(view, target)))
        yield
    trace.derived[_DERIVED] = found


def _touched(before: View, after: View, target: int) -> bool:
    """May the answer for the target be another? What an event leaves alone is the same object after it."""
    return (
        before.blankets.get(target) is not after.blankets.get(target)
        or before.edges is not after.edges
        or before.finished is not after.finished
    )


@dataclass(frozen=True, eq=False)
class Race:
    """The lanes in the order chosen; by algorithm, why one does not take part."""

    header: Header
    lanes: tuple[Lane, ...]
    refused: Mapping[str, str] = field(default_factory=dict)
    truth: Truth | None = None

    @property
    def timed(self) -> bool:
        """Is there an axis of seconds?"""
        return bool(self.lanes) and all(lane.clock is not None for lane in self.lanes)

    def length(self, axis: Axis) -> float:
        """Where the longest lane ends."""
        return max((lane.length(axis) for lane in self.lanes), default=0.0)

    def with_clocks(self, clocks: Mapping[str, Clock]) -> Race:
        """The same with the times of its lanes, by algorithm."""
        lanes = (
            replace(lane, clock=clocks.get(lane.algorithm.id)) if lane.algorithm.id in clocks else lane
            for lane in self.lanes
        )
        return replace(self, lanes=tuple(lanes))

    def changes(self, axis: Axis) -> list[float]:
        """The positions at which some lane has found something else, or ends; in order, each once."""
        found = {lane.position(axis, moment.step) for lane in self.lanes for moment in lane.moments}
        return sorted(found | {lane.length(axis) for lane in self.lanes})

    def rivals(self, axis: Axis) -> list[Lane]:
        """Those of which the same is counted, so that one can be ahead: arrows, where any has some.

        Who asks no tests has no part in who needs the fewest.
        """
        lanes = [lane for lane in self.lanes if lane.tests or axis is Axis.SECONDS]
        kinds = [lane.counting for lane in lanes]
        kind = Counting.ARROWS if Counting.ARROWS in kinds else (kinds[0] if kinds else None)
        return [lane for lane in lanes if lane.counting is kind]

    def score(self, lane: Lane, step: int) -> int:
        """What a lane is worth at a step: right less wrong; without a truth, how many count."""
        moment = lane.at(step)
        return len(moment.counted) if self.truth is None else len(moment.right) - len(moment.wrong)

    def ahead(self, axis: Axis, position: float) -> Lane | None:
        """The one with the highest score at a position; None while several share it."""
        scores = [(self.score(lane, lane.step(axis, position)), lane) for lane in self.rivals(axis)]
        best = max((score for score, _ in scores), default=0)
        leading = [lane for score, lane in scores if score == best]
        return leading[0] if len(leading) == 1 and len(scores) > 1 else None

    def winner(self, axis: Axis) -> Lane | None:
        """Of those that end with the highest score, the one that ends first; None if that is no one alone."""
        ends = [(-self.score(lane, len(lane.trace)), lane.length(axis), lane) for lane in self.rivals(axis)]
        ends.sort(key=lambda end: end[:2])
        if len(ends) < FEWEST or ends[0][:2] == ends[1][:2]:
            return None
        return ends[0][2]


ProgressHeard = Callable[[int, int], None]
"""(lanes that are done, events of the lane under way); it may raise `Cancelled`."""


def run_race(
    evidence: Evidence,
    header: Header,
    algorithms: Sequence[str],
    truth: Truth | None = None,
    progress: ProgressHeard | None = None,
) -> Race:
    """The race of the algorithms as the header says, its own not counted, on the tape of the evidence.

    An algorithm that cannot run so does not take part, and the race says why. After `Cancelled` the race has
    the lanes that were done.
    """
    lanes: list[Lane] = []
    refused: dict[str, str] = {}
    for name in check_algorithms(algorithms):
        try:
            learnt = learn(
                evidence,
                lane_header(header, name),
                listener=lambda trace: None if progress is None else progress(len(lanes), len(trace)),
            )
        except ElcsError as error:
            refused[name] = str(error)
            continue
        except ImportError as error:
            refused[name] = f"A part of the program cannot be loaded: {error}."
            continue
        if learnt.outcome is None:
            break
        lanes.append(Lane(learnt.trace, truth))
    return Race(header, tuple(lanes), refused, truth)


def lane_header(header: Header, algorithm: str) -> Header:
    """How the run of a lane is asked for: as the header says, but for what its own algorithm was told."""
    own = header.parameters if algorithm == header.algorithm else ()
    return replace(header, algorithm=algorithm, parameters=own)


def timed(evidence: Evidence, header: Header, progress: Callable[[], None] | None = None) -> Clock:
    """How long the header's run takes on evidence that has an empty tape. `progress` may raise `Cancelled`,
    which then comes out of here."""
    steps: list[int] = []
    seconds: list[float] = []
    begun = time.process_time()

    def note(trace: Trace) -> None:
        steps.append(len(trace))
        seconds.append(time.process_time() - begun)
        if progress is not None:
            progress()

    learnt = learn(evidence, header, listener=note)
    if learnt.outcome is None:
        raise Cancelled
    steps.append(len(learnt.trace))
    seconds.append(time.process_time() - begun)
    return Clock(np.array(steps, dtype=np.int64), np.array(seconds))


def usual_algorithms(own: str) -> tuple[str, ...]:
    """What races before anything is chosen: the run's algorithm, and two at most that differ in one thing."""
    return (own, *(alike(own) or (DEFAULT,)))


def check_algorithms(names: Sequence[str]) -> tuple[str, ...]:
    """Known, each once, and as many as a race has lanes; else an ElcsError."""
    chosen = tuple(find_algorithm(name).id for name in names)
    twice = next((name for place, name in enumerate(chosen) if name in chosen[:place]), None)
    if twice is not None:
        raise ElcsError(f"A race has every algorithm once: {twice} is named twice.")
    if not FEWEST <= len(chosen) <= MOST:
        raise ElcsError(f"A race has {FEWEST} to {MOST} algorithms, not {len(chosen)}.")
    return chosen
