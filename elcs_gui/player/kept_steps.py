"""Which steps of a trace a page keeps: all of a short one, of a long one what changes and what led to it."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise

import numpy as np

from elcs_gui.trace.changes import changes_of
from elcs_gui.trace.stages import stage_spans
from elcs_gui.trace.trace import Trace

MOST_STEPS = 6000
"""So many a page keeps: about half a megabyte."""
_AROUND = 24
"""Of a long trace, so many steps before and half as many after a change are kept, if there is room."""


@dataclass(frozen=True, slots=True)
class Gap:
    """What is left out after a step that is kept.

    Attributes:
        after: the step before it.
        first, last: the numbers of the tests in it; 0 where there are none.
    """

    after: int
    first: int
    last: int

    @property
    def words(self) -> str:
        if not self.first:
            return "steps left out"
        if self.first == self.last:
            return f"test {self.first:,} left out"
        return f"tests {self.first:,}–{self.last:,} left out"


def kept_steps(trace: Trace, most: int = MOST_STEPS, wanted: frozenset[int] = frozenset()) -> list[int]:
    """The steps in order, from 0 to the last one; those `wanted` are among them whatever else is."""
    length = len(trace)
    if length < most:
        return list(range(length + 1))
    changes = changes_of(trace)
    always = {0, 1, length, *(span.first + 1 for span in stage_spans(trace)), *wanted}
    for around in range(_AROUND, -1, -1):
        reach = np.arange(-around, around // 2 + 1)
        near = np.unique((changes[:, None] + reach).ravel())
        kept = always | set(near[(near >= 0) & (near <= length)].tolist())
        if len(kept) <= most:
            break
    return sorted(kept)


def gaps(trace: Trace, kept: list[int]) -> list[Gap]:
    """What is left out between steps that are kept."""
    found = []
    for before, after in pairwise(kept):
        if after > before + 1:
            first, last = np.searchsorted(trace.test_steps, [before, after - 1]).tolist()
            found.append(Gap(before, first + 1, last) if last > first else Gap(before, 0, 0))
    return found
