"""The outcome of a run at every alpha of a range, by running only where it can change."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np
from numpy.typing import NDArray

from elcs_gui.ci.evidence import Evidence
from elcs_gui.errors import ElcsError
from elcs_gui.inquiry.alpha_map import AlphaMap, Step, Surroundings
from elcs_gui.inquiry.alpha_walk import AlphaWalk, Progress
from elcs_gui.trace.explain import NO_ALPHA
from elcs_gui.trace.run import Cancelled
from elcs_gui.trace.trace import Header

LOW, HIGH = 1e-6, 0.2
"""The range of alphas anyone would think of."""

SMALLEST = 1e-300
"""Below, p-values lose their digits."""


def explore_alpha(
    evidence: Evidence,
    header: Header,
    low: float = LOW,
    high: float = HIGH,
    *,
    progress: Progress | None = None,
) -> AlphaMap:
    """What the header's run comes to at every alpha from `low` to `high`; the header's own does not matter.

    Ended early, by `Cancelled` from `progress`, the map is right as far as it goes and says so.
    """
    steps: list[Step] = []
    try:
        for step in alpha_steps(evidence, header, low, high, progress=progress):
            steps.append(step)
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
    if not header.asks_tests:
        raise ElcsError(NO_ALPHA)
    return _steps(evidence, header, low, high, progress)


def check_range(low: float, high: float) -> None:
    """Refuse what is not a range of alphas."""
    for alpha in (low, high):
        if not SMALLEST <= alpha < 1:
            raise ElcsError(
                f"Alpha {alpha:g} cannot be explored: choose a range between {SMALLEST:g} and 1 (below 1)."
            )
    if not low < high:
        raise ElcsError(f"There is no alpha from {low:g} to {high:g}: name the smaller one first.")


def _steps(
    evidence: Evidence, header: Header, low: float, high: float, progress: Progress | None
) -> Iterator[Step]:
    known: dict[Surroundings, Surroundings] = {}
    turned: set[int] = set()
    alpha = low
    for stretch in AlphaWalk(evidence, header, low, high, progress).upwards(low):
        found, until = Surroundings.of(stretch.outcome), stretch.until
        yield Step(
            alpha,
            min(until, high),
            until > high,
            known.setdefault(found, found),
            sum(kept.requested for kept in stretch.rests_on),
            _distinct(len(evidence.tape), [kept.asked for kept in stretch.rests_on]),
            tuple(evidence.tape.question(answer) for answer in sorted(turned)),
        )
        turned = {answer for kept in stretch.rests_on if kept.until == until for answer in kept.turning}
        alpha = until


def _distinct(answers: int, asked: Sequence[NDArray[np.int32]]) -> int:
    """How many different ones there are in all among so many answers."""
    marks = np.zeros(answers, dtype=np.bool_)
    for some in asked:
        marks[some] = True
    return int(np.count_nonzero(marks))
