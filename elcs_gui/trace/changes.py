"""Where the picture of a run changes: at these steps playing stops, and whoever goes from change to change.

A change is what can be seen: somebody enters or leaves a set, an edge gets or loses a direction, or another
blanket comes into the picture. That the local graph takes over what a blanket has found, or that a variable
is set aside which was never there, is none.
"""

from __future__ import annotations

from typing import cast

import numpy as np
from numpy.typing import NDArray

from elcs_gui.trace import events as ev
from elcs_gui.trace.events import Event
from elcs_gui.trace.outcome import Blanket, Pair, pair
from elcs_gui.trace.roles import neighbour_role, shown_target
from elcs_gui.trace.trace import Trace
from elcs_gui.trace.view import View, advance

_DERIVED = "changes"
_ALWAYS = (ev.FalseNeighbour, ev.Conflicted, ev.Finished)


def changes_of(trace: Trace) -> NDArray[np.int64]:
    """The steps after which the picture is another one (a step counts the events before it)."""
    found = cast("_Changes | None", trace.derived.get(_DERIVED))
    if found is None or found.trace is not trace:
        found = trace.derived[_DERIVED] = _Changes(trace)
    return found.steps()


class _Changes:
    """Of one trace, followed while it grows: no fact is looked at twice."""

    def __init__(self, trace: Trace) -> None:
        self.trace = trace
        self._looked_at = 0
        self._view = View()
        self._last = (-1, trace.header.target)
        """Of the last fact: its step, and whose blanket was in the picture."""
        self._found: list[int] = []
        self._steps: NDArray[np.int64] = np.empty(0, dtype=np.int64)

    def steps(self) -> NDArray[np.int64]:
        facts = self.trace.facts[self._looked_at :]
        if facts:
            steps = self.trace.fact_steps[self._looked_at : self._looked_at + len(facts)].tolist()
            for step, fact in zip(steps, facts, strict=True):
                self._look(step, fact)
            self._looked_at += len(facts)
            self._steps = np.array(self._found, dtype=np.int64)
        return self._steps

    def _look(self, step: int, fact: Event) -> None:
        own = self.trace.header.target
        before, after = self._view, advance(self._view, fact)
        last, shown = self._last
        if last < step - 1:  # tests lie between: they are about the blanket being learnt
            shown = own if before.current is None else before.current
        now = shown_target(after, fact, own)
        if now != shown or _changes(before, after, fact, now):
            self._found.append(step + 1)
        self._view, self._last = after, (step, now)


def _changes(before: View, after: View, fact: Event, target: int) -> bool:
    """Does the fact change the picture of the target's blanket?"""
    if isinstance(fact, _ALWAYS):
        return True
    match fact:
        case ev.Entered() | ev.Left():  # where all are learnt at once, only some are in the picture
            return fact.target == target
        case ev.Barred():  # who is barred from PC was never in it
            return fact.through is not None
        case ev.Ranked(through=int()):
            return before.blankets[fact.target].spouses != after.blankets[fact.target].spouses
        case ev.Found():
            xs = (*fact.parents, *fact.children)
            return any(_role(before, target, x) != _role(after, target, x) for x in xs)
        case ev.Joined() | ev.Unjoined():
            return _edge_changes(before, after, pair(fact.x, fact.y), target)
        case ev.Oriented():
            return _edge_changes(before, after, pair(fact.tail, fact.head), target)
    return False


def _edge_changes(before: View, after: View, ends: Pair, target: int) -> bool:
    blanket = after.blankets.get(target)
    if blanket is None:
        return False
    if after.whole and blanket != before.blankets.get(target):
        return True
    if target in ends:
        x = ends[0] if ends[1] == target else ends[1]
        if x in blanket.pc:
            return _role(before, target, x) != _role(after, target, x)
    if ends in _links(blanket) or not _present(blanket).issuperset(ends):
        return False
    return before.edges.get(ends) != after.edges.get(ends)


def _role(view: View, target: int, x: int) -> str:
    return neighbour_role(x, view.blankets[target], view.edges.get(pair(x, target)))


def _links(blanket: Blanket) -> set[Pair]:
    """Drawn for the sake of the blanket itself, whatever the local graph has there.

    A spouse that is a neighbour as well is drawn as that.
    """
    spouses = ((x, child) for child, xs in blanket.spouses.items() for x in xs if x not in blanket.pc)
    return {pair(x, child) for x, child in spouses} | {pair(x, blanket.target) for x in blanket.mb}


def _present(blanket: Blanket) -> set[int]:
    return {blanket.target, *blanket.members}
