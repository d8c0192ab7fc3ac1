"""The stages of every blanket of a run, with their tests: what the stage strip shows."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from elcs_gui.algorithms.registry import ALGORITHMS
from elcs_gui.trace.events import Finished
from elcs_gui.trace.listings import STAGES, listing
from elcs_gui.trace.stages import StageSpan
from elcs_gui.trace.trace import Trace


@dataclass(frozen=True, slots=True)
class Cell:
    """One stage of one blanket: steps first+1 to last; `tests` is None where the stage did not come about."""

    stage: str
    tests: int | None
    first: int
    last: int
    caption: str


@dataclass(frozen=True, slots=True)
class Strip:
    """The stages of one blanket: steps first+1 to last."""

    target: int
    cells: tuple[Cell, ...]
    first: int
    last: int
    tests: int


def strips(trace: Trace, spans: Sequence[StageSpan]) -> list[Strip]:
    """A strip for each blanket, in the order in which they were learnt."""
    grouped: dict[int, list[StageSpan]] = {}
    for span in spans:
        grouped.setdefault(span.target, []).append(span)
    finished = bool(trace.facts) and isinstance(trace.facts[-1], Finished)
    made = []
    for target, own in grouped.items():
        complete = finished or target != spans[-1].target
        cells = tuple(_cell(stage, own, complete=complete) for stage in stages_of(trace.header.algorithm))
        made.append(Strip(target, cells, own[0].first, own[-1].last, sum(s.tests for s in own)))
    return made


def _cell(stage: str, spans: Sequence[StageSpan], *, complete: bool) -> Cell:
    own = [span for span in spans if span.stage == stage]
    if not own:
        return Cell(stage, None, -1, -1, "not needed" if complete else "not yet")
    tests = sum(span.tests for span in own)
    return Cell(stage, tests, own[0].first, own[-1].last, counted(tests))


def counted(tests: int) -> str:
    """A number of tests, in words."""
    return {0: "no tests", 1: "1 test"}.get(tests, f"{tests:,} tests")


def stages_of(algorithm: str) -> list[str]:
    """The stages an algorithm can go through, in order; all of them for one that is not known."""
    if algorithm not in ALGORITHMS:
        return list(STAGES)
    lines = [line for name in ALGORITHMS[algorithm].listings for line in listing(name).lines]
    possible = {line.stage for line in lines}
    return [stage for stage in STAGES if stage in possible]
