"""The stages of a trace: which steps belong to which stage of which blanket."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise
from typing import TypeVar, cast

import numpy as np
from numpy.typing import NDArray

from elcs_gui.errors import ElcsError
from elcs_gui.trace import events as ev
from elcs_gui.trace.listings import STAGES, find_stage, joint, stage, walks
from elcs_gui.trace.trace import Trace

_Int = TypeVar("_Int", np.int16, np.int32)
_DERIVED = "stages"


@dataclass(frozen=True, slots=True)
class StageSpan:
    """Steps first+1 to last of a trace: one stage of the blanket of `target`."""

    target: int
    stage: str
    first: int
    last: int
    tests: int

    @property
    def title(self) -> str:
        return STAGES[self.stage].title


def stage_spans(trace: Trace) -> list[StageSpan]:
    """The stages in order. Steps that belong to none count with the stage before them."""
    found = cast("_Spans | None", trace.derived.get(_DERIVED))
    if found is None or found.trace is not trace:
        found = trace.derived[_DERIVED] = _Spans(trace)
    return found.spans()


class _Spans:
    """Of one trace, followed while it grows: only the last span and what follows it are looked at again."""

    def __init__(self, trace: Trace) -> None:
        self.trace = trace
        self._length = 0
        self._spans: list[StageSpan] = []

    def spans(self) -> list[StageSpan]:
        if self._length < len(self.trace):
            self._length = len(self.trace)
            last = self._spans[-1] if self._spans else None
            self._spans = [*self._spans[:-1], *_spans_from(self.trace, last)]
        return self._spans


def _spans_from(trace: Trace, known: StageSpan | None) -> list[StageSpan]:
    """The spans from the beginning of one that is known, or of the trace, to its end."""
    begin = 0 if known is None else known.first
    lines, numbers = trace.lines()
    stage_ids = ["", *STAGES]
    of_line = np.array([stage_ids.index(stage(line)) for line in lines], dtype=np.int16)
    numbers = numbers[begin:]
    stages = of_line[numbers] if len(numbers) else np.empty(0, dtype=np.int16)
    targets = np.full(len(numbers), -1, dtype=np.int32)
    steps = trace.fact_steps
    first_fact = int(np.searchsorted(steps, begin))
    for step, event in zip(steps[first_fact:].tolist(), trace.facts[first_fact:], strict=False):
        if type(event) is ev.Started and not walks(event.procedure):
            shown = not joint(event.procedure) or event.target == trace.header.target
            targets[step - begin] = event.target if shown else -1
    if known is not None:
        stages[0], targets[0] = stage_ids.index(known.stage), known.target
    stages, targets = _carried_on(stages), _carried_on(targets + 1) - 1
    changes = np.flatnonzero((np.diff(stages) != 0) | (np.diff(targets) != 0)) + 1
    bounds = [0, *changes.tolist(), len(stages)]
    tests = np.searchsorted(trace.test_steps, np.array(bounds) + begin)
    return [
        StageSpan(
            int(targets[first]),
            stage_ids[stages[first]],
            begin + first,
            begin + last,
            int(tests[i + 1] - tests[i]),
        )
        for i, (first, last) in enumerate(pairwise(bounds))
        if last > first and stages[first]
    ]


def step_named(trace: Trace, where: str) -> int:
    """The step that `where` names: its number, `end`, or a stage, whose middle it is; else an ElcsError."""
    if where == "end":
        return len(trace)
    if where.isdecimal():
        return min(int(where), len(trace))
    spans = stage_spans(trace)
    try:
        stage = find_stage(where, {span.stage for span in spans})
    except ElcsError as error:
        raise ElcsError(f"{error} A step is named by its number, the end by end.") from None
    span = next(span for span in spans if span.stage == stage)
    return (span.first + span.last + 1) // 2


def _carried_on(column: NDArray[_Int]) -> NDArray[_Int]:
    """Zeros replaced by the last number before them, those at the start by the first number there is."""
    known = np.flatnonzero(column)
    if not len(known):
        return column
    last = np.maximum.accumulate(np.where(column != 0, np.arange(len(column)), known[0]))
    return column[last]
