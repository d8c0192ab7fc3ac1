"""Two runs side by side: the run on data and its twin, whose every verdict is true.

The twin is asked by d-separation but ranks by the strengths that the data gave. (With the oracle alone all
strengths are equal, and the two would part at the first ranking, before any verdict was wrong.) So the two go
through the same events until the first test that the data got wrong, and that is where they part.

From there on they are kept together by what they do: the same stage of the same blanket, with as many facts
told in it.
"""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from collections.abc import Callable
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from elcs_gui.algorithms.learning import Learnt, learn
from elcs_gui.algorithms.registry import find_algorithm
from elcs_gui.ci.distributions import Certain, Distribution
from elcs_gui.ci.evidence import Evidence
from elcs_gui.ci.questions import UNRELIABLE_DF, Question
from elcs_gui.ci.registry import Needs, usual
from elcs_gui.trace.diff import events_in_common
from elcs_gui.trace.run import Listener
from elcs_gui.trace.stages import StageSpan, stage_spans
from elcs_gui.trace.trace import Header, Trace

Truth = Callable[[Question], bool]
"""Is it true that x and y are independent given z?"""


def learn_twin(
    evidence: Evidence, header: Header, truth: Truth, *, listener: Listener | None = None
) -> Learnt:
    """The run of `header` on the data of `evidence` with every verdict true; overrides are left out.

    What the twin asks is measured through the evidence's tape, so that either run speeds up the other.
    """
    return learn(Evidence(_TrueTest(evidence, truth)), twin_header(header), listener=listener)


def twin_header(header: Header) -> Header:
    """How the twin of a run is asked for; runs that differ in overrides alone share one."""
    return replace(header, test=usual(Needs.NETWORK).id, rows=None, rows_per_cell=None, forced=())


def no_twin(header: Header) -> str:
    """Why there is no such run; empty where there is one. A network has verdicts, but no values."""
    algorithm = find_algorithm(header.algorithm)
    if Needs.NETWORK in algorithm.needs:
        return ""
    return f"There is no run with every verdict true for {algorithm.title}: {algorithm.refusal}."


class _TrueTest:
    """The oracle, with a statistic of 1 + what the data measured where x and y are dependent."""

    distribution: Distribution = Certain()

    def __init__(self, evidence: Evidence, truth: Truth) -> None:
        self._evidence = evidence
        self._truth = truth
        self.variables = evidence.test.variables

    def measure(self, question: Question) -> tuple[float, int]:
        if self._truth(question):
            return 0.0, UNRELIABLE_DF
        answer = self._evidence.answer(question)  # first: it may give the tape another array
        strength = float(self._evidence.tape.statistic[answer])
        return 1.0 + (0.0 if np.isnan(strength) else strength), UNRELIABLE_DF


class Twins:
    """Two finished traces of the same target, and the step of the one that belongs to a step of the other.

    Steps count events, as everywhere: step n is after the first n of them.

    Attributes:
        common: the steps up to this one are the same in both, in every decision. Where it is the end of both,
            they never part; otherwise the event after it is where they do.
    """

    def __init__(self, first: Trace, second: Trace) -> None:
        self.first = first
        self.second = second
        self.common = events_in_common(first, second)
        pairs = _matched(stage_spans(first), stage_spans(second))
        self._to_second = _partners(first, second, self.common, pairs)
        self._to_first = _partners(second, first, self.common, [(there, here) for here, there in pairs])

    @property
    def part(self) -> bool:
        """Do they part at all?"""
        return not self.common == len(self.first) == len(self.second)

    def in_second(self, step: int) -> int:
        """Where the second stands when the first stands at `step`. Never goes back as `step` goes on."""
        return int(self._to_second[step])

    def in_first(self, step: int) -> int:
        """The other way round."""
        return int(self._to_first[step])


def _partners(
    here: Trace, there: Trace, common: int, pairs: list[tuple[StageSpan, StageSpan]]
) -> NDArray[np.int64]:
    """For every step of `here` the step of `there`: the same one as far as they agree, then stage by stage.

    Through a span that the other does not have, the other waits.
    """
    partners = np.zeros(len(here) + 1, dtype=np.int64)
    my_facts, other_facts = here.fact_steps, there.fact_steps
    for mine, other in pairs:
        my_marks, other_marks = _marks(my_facts, mine), _marks(other_facts, other)
        partners[mine.first : mine.last + 1] = _within(mine, my_marks, other, other_marks)
    partners[: common + 1] = np.arange(common + 1)
    partners[-1] = len(there)
    return np.maximum.accumulate(partners)


def _within(
    mine: StageSpan, my_marks: NDArray[np.int64], other: StageSpan, other_marks: NDArray[np.int64]
) -> NDArray[np.int64]:
    """The same for the steps of one span, first and last included; its end belongs to the other's end.

    After the same number of facts, and then of tests, but not past the other's next fact.
    """
    steps = np.arange(mine.first, mine.last)
    mark = np.searchsorted(my_marks, steps, side="right") - 1
    since = steps - my_marks[mark]
    reached = np.minimum(mark, len(other_marks) - 1)
    ends = np.append(other_marks[1:] - 1, other.last)
    return np.append(np.minimum(other_marks[reached] + since, ends[reached]), other.last)


def _marks(facts: NDArray[np.int64], span: StageSpan) -> NDArray[np.int64]:
    """The step at which the span begins, and those right after each fact in it."""
    low, high = np.searchsorted(facts, [span.first, span.last])
    return np.concatenate([[span.first], facts[low:high] + 1])


def _matched(first: list[StageSpan], second: list[StageSpan]) -> list[tuple[StageSpan, StageSpan]]:
    """Stretches of the same stage of the same blanket, as many as can be without crossing over."""
    places = {key: place for place, key in enumerate(_keys(second))}
    shared = [(i, places[key]) for i, key in enumerate(_keys(first)) if key in places]
    return [(first[i], second[j]) for i, j in _longest_rising(shared)]


def _keys(those: list[StageSpan]) -> list[tuple[int, str, int]]:
    """Blanket, stage, and the how-manieth of its kind, so that no key comes twice."""
    seen: Counter[tuple[int, str]] = Counter()
    keys = []
    for span in those:
        kind = span.target, span.stage
        keys.append((*kind, seen[kind]))
        seen[kind] += 1
    return keys


def _longest_rising(pairs: list[tuple[int, int]]) -> list[tuple[int, int]]:
    """The longest choice of pairs (given by rising first number) whose second numbers rise as well."""
    ends: list[int] = []  # by length - 1: the least second number that ends a choice of that length
    at_end: list[int] = []  # which pair that is
    before: list[int | None] = []
    for number, (_, second) in enumerate(pairs):
        length = bisect_left(ends, second)
        before.append(at_end[length - 1] if length else None)
        ends[length : length + 1] = [second]
        at_end[length : length + 1] = [number]
    chosen = []
    following = at_end[-1] if at_end else None
    while following is not None:
        chosen.append(pairs[following])
        following = before[following]
    return chosen[::-1]
