"""The thresholds of algorithms that judge all tests of a round together (their listings are `corrected`).

A verdict says how a test stands by itself: p against alpha. Such an algorithm goes on with something else,
the threshold of the round, which it tells when all tests of the round are asked, as an event `Computed` with
the figures `FIGURES`. So a test counts if its p is not above the first threshold that was told after it.
"""

from __future__ import annotations

from typing import cast

import numpy as np

from elcs_gui.ci.false_discoveries import FIGURES, Threshold
from elcs_gui.trace.events import Computed
from elcs_gui.trace.listings import corrected
from elcs_gui.trace.trace import Trace


def threshold_after(trace: Trace, number: int, step: int) -> Threshold | None:
    """What the test with this number was held against; None if that was not told by `step`, or tests of its
    line are judged one by one."""
    asked = int(trace.test_steps[number - 1])
    if not corrected(trace.at(asked)):
        return None
    steps, found = _told(trace)
    place = int(steps.searchsorted(asked))
    return found[place] if place < len(found) and steps[place] < step else None


def _told(trace: Trace) -> tuple[np.ndarray, list[Threshold]]:
    """Every threshold with its step, kept as long as the trace does not grow."""
    kept = trace.derived.get(_DERIVED)
    if kept is None or kept[0] != len(trace.facts):
        told = [
            (step, Threshold(int(fact.figures[0]), fact.figures[1]))
            for step, fact in zip(trace.fact_steps.tolist(), trace.facts, strict=False)
            if isinstance(fact, Computed) and fact.names == FIGURES
        ]
        steps = np.array([step for step, _ in told], dtype=np.int64)
        kept = trace.derived[_DERIVED] = len(trace.facts), (steps, [one for _, one in told])
    return cast("tuple[np.ndarray, list[Threshold]]", kept[1])


_DERIVED = "thresholds"
