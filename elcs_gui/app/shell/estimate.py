"""How many tests a run under way will ask: by what it did so far, and by other runs on the same data."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from statistics import median
from typing import TYPE_CHECKING

if TYPE_CHECKING:  # the start page does not wait for numpy
    from elcs_gui.trace.stages import StageSpan
    from elcs_gui.trace.trace import Trace


@dataclass(frozen=True)
class Estimate:
    """`sure` where the same target was learnt before, whose run asked so many."""

    tests: int
    sure: bool = False


def estimate(trace: Trace, stages: Sequence[StageSpan], earlier: Mapping[int, int]) -> Estimate | None:
    """Of a trace with these stages so far; `earlier` are the tests of whole runs on the same data, by target.

    None where nothing can be said.
    """
    own = earlier.get(trace.header.target)
    if own is not None:
        return Estimate(own, sure=True)
    return _by_blankets(trace, stages) or (Estimate(round(median(earlier.values()))) if earlier else None)


def _by_blankets(trace: Trace, stages: Sequence[StageSpan]) -> Estimate | None:
    """If those in the queue ask as much as those that are learnt; it may end before it comes to them."""
    order = dict.fromkeys(span.target for span in stages)
    if len(order) < 2:
        return None
    from elcs_gui.trace.timeline import timeline_of

    current = list(order)[-1]
    begun = next(span.first for span in stages if span.target == current)
    asked, learnt = int(trace.test_steps.searchsorted(begun)), len(order) - 1
    waiting = sum(x not in order for x in set(timeline_of(trace).view(len(trace)).queue))
    return Estimate(round(asked / learnt * (learnt + 1 + waiting)))
