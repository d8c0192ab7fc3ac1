"""A cursor's view of a trace: the state after any step, in about a millisecond.

Only facts change the state, so only they are folded, and a checkpoint is kept after every few of them.
Checkpoints are made as far as they are needed; a growing trace is followed. Whoever asks for the same step
again, or goes on from it, does not wait for what was folded already.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import cast

import numpy as np

from elcs_gui.trace.trace import Trace
from elcs_gui.trace.view import View, advance

_DERIVED = "timeline"
SPACING = 64
"""Facts between two checkpoints."""


class Timeline:
    """States of one trace. Steps count events: step n is after the first n of them."""

    def __init__(self, trace: Trace) -> None:
        self.trace = trace
        self._checkpoints = [View()]
        self._last = 0, self._checkpoints[0]
        """The facts that were folded when last asked, and what they gave: the next step is mostly near."""
        self._fact_steps = trace.fact_steps

    def view(self, step: int) -> View:
        """The state after `step` events, 0 to len(trace)."""
        if not 0 <= step <= len(self.trace):
            raise IndexError(f"step {step} of a trace of {len(self.trace)} events")
        if len(self._fact_steps) < len(self.trace.facts):
            self._fact_steps = self.trace.fact_steps
        facts = int(np.searchsorted(self._fact_steps, step))
        nearest = facts // SPACING
        for _ in self._folding(nearest):
            pass
        folded, view = self._last
        if not nearest * SPACING <= folded <= facts:
            folded, view = nearest * SPACING, self._checkpoints[nearest]
        view = self._fold(view, folded, facts)
        self._last = facts, view
        return view

    def preparing(self) -> Iterator[None]:
        """Fold all that is there, piece by piece, so that nobody waits for it later."""
        return self._folding(len(self.trace.facts) // SPACING)

    def _folding(self, nearest: int) -> Iterator[None]:
        """Make the checkpoints up to one of them."""
        while len(self._checkpoints) <= nearest:
            last = len(self._checkpoints) - 1
            self._checkpoints.append(
                self._fold(self._checkpoints[last], last * SPACING, (last + 1) * SPACING)
            )
            yield

    def _fold(self, view: View, first: int, last: int) -> View:
        for fact in self.trace.facts[first:last]:
            view = advance(view, fact)
        return view


def timeline_of(trace: Trace) -> Timeline:
    """The trace's own, shared by all who look at it: folding a long one takes a while."""
    found = cast("Timeline | None", trace.derived.get(_DERIVED))
    if found is None or found.trace is not trace:
        found = trace.derived[_DERIVED] = Timeline(trace)
    return found


def final_view(trace: Trace) -> View:
    """The state at the end, without keeping checkpoints."""
    view = View()
    for fact in trace.facts:
        view = advance(view, fact)
    return view
