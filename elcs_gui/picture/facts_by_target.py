"""The facts of one trace, sorted by whose blanket they are about, while the trace grows.

A run on 800 variables tells tens of thousands of facts, of which a picture of one blanket needs some hundred.
Each is looked at once, when it comes.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from elcs_gui.picture.hub_slots import Hub, hub
from elcs_gui.picture.slots import Seating, seating
from elcs_gui.trace import events as ev
from elcs_gui.trace.events import Event
from elcs_gui.trace.listings import stage, whole
from elcs_gui.trace.outcome import Blanket
from elcs_gui.trace.sets import PC, SP
from elcs_gui.trace.timeline import timeline_of
from elcs_gui.trace.trace import Trace
from elcs_gui.trace.view import View, advance

Numbered = tuple[int, Event]
"""A fact, and how many had been told with it."""
_LEAVING = frozenset({ev.Separated, ev.Undecidable, ev.Left, ev.FalseNeighbour, ev.Barred})
_SEATING = frozenset({ev.Entered, ev.Left, ev.FalseNeighbour, ev.Barred, ev.Found})
"""By these somebody about the target gets a seat or loses it; see also `Started` and `Oriented`."""


class FactsByTarget:
    """The facts of one trace with their steps, followed while the trace grows."""

    def __init__(self, trace: Trace) -> None:
        self.trace = trace
        self.looked_at = 0
        """So many facts were sorted in; none of them is looked at again."""
        self._steps = trace.fact_steps
        self._copied: dict[int, int] = {}
        """By target, the place among the facts at which the pruning of its spouses begins."""
        self._leaving: dict[int, list[tuple[int, int]]] = {}
        """By target, the places at which a variable was dismissed or left, and which."""
        self._about: dict[int, list[Numbered]] = {}
        self._seatings: dict[int, tuple[int, Seating]] = {}
        self._hubs: dict[int, tuple[int, Hub]] = {}
        self._whole: View | None = None
        """The state after the last fact, where the graph is one of all variables."""

    def facts_before(self, step: int) -> int:
        """How many facts were told in the first `step` events."""
        if len(self._steps) < len(self.trace.facts):
            self._steps = self.trace.fact_steps
        return int(np.searchsorted(self._steps, step))

    def facts(self, step: int) -> list[Event]:
        return self.trace.facts[: self.facts_before(step)]

    def tried(self, step: int, target: int) -> bool:
        """Has the pruning of the target's spouses begun?"""
        self.look()
        return self._copied.get(target, len(self.trace.facts)) < self.facts_before(step)

    def left(self, step: int, target: int) -> list[int]:
        """Who was dismissed from the target's blanket, left it or was barred, by when that was last told."""
        self.look()
        facts_before = self.facts_before(step)
        order: dict[int, None] = {}
        for place, x in self._leaving.get(target, ()):
            if place >= facts_before:
                break
            order.pop(x, None)
            order[x] = None
        return list(order)

    def about(self, target: int) -> list[Numbered]:
        """The facts by which somebody comes into the target's blanket, goes, or is known to be what."""
        self.look()
        return self._about.setdefault(target, [])

    def seating(self, target: int) -> Seating:
        """Who sits where about a target; dealt once for what has been told."""
        facts = self.about(target)
        made = self._seatings.get(target)
        if made is None or made[0] != len(facts):
            made = self._seatings[target] = (len(facts), seating(facts, target))
        return made[1]

    def hub(self, target: int) -> Hub:
        """The same if the target is a hub."""
        facts = self.about(target)
        made = self._hubs.get(target)
        if made is None or made[0] != len(facts):
            made = self._hubs[target] = (len(facts), hub(facts, target))
        return made[1]

    def look(self) -> None:
        """Sort in the facts that came since the last time."""
        facts, about = self.trace.facts, self._about
        for place in range(self.looked_at, len(facts)):
            fact = facts[place]
            kind = type(fact)
            for moved in self._moved_by_graph(place, fact):
                about.setdefault(moved.target, []).append((place + 1, moved))
            if kind in _SEATING:
                about.setdefault(fact.target, []).append((place + 1, fact))  # type: ignore[union-attr]
            if kind in _LEAVING and getattr(fact, "through", None) is None:
                self._leaving.setdefault(fact.target, []).append((place, fact.x))  # type: ignore[union-attr]
            elif isinstance(fact, ev.SpousesCopied):
                self._copied.setdefault(fact.target, place)
            elif isinstance(fact, ev.Oriented):
                for end in (fact.tail, fact.head):
                    about.setdefault(end, []).append((place + 1, fact))
            elif isinstance(fact, ev.Started) and stage(fact.at) == "candidates":
                about.setdefault(fact.target, []).append((place + 1, fact))
        self.looked_at = len(facts)

    def _moved_by_graph(self, place: int, fact: Event) -> Iterator[ev.Entered | ev.Left]:
        """Who comes into a blanket that is cut out of a whole graph, and who goes, with this fact."""
        if self._whole is None:
            if not (isinstance(fact, ev.Started) and whole(fact.procedure)):
                return
            self._whole = timeline_of(self.trace).view(int(self.trace.fact_steps[place]))
        before, after = self._whole, advance(self._whole, fact)
        self._whole = after
        if after.blanket is not None and after.blankets is not before.blankets:
            target = after.blanket.target
            yield from _moved(before.blankets.get(target, Blanket(target)), after.blanket, fact.at)


def _moved(before: Blanket, after: Blanket, at: str) -> Iterator[ev.Entered | ev.Left]:
    target = after.target
    shared, still = _shared(before), _shared(after)
    yield from (ev.Left(at, target, SP, x, (), child) for child, x in shared if (child, x) not in still)
    yield from (ev.Left(at, target, PC, x, ()) for x in before.pc if x not in after.pc)
    yield from (ev.Entered(at, target, PC, x) for x in after.pc if x not in before.pc)
    yield from (ev.Entered(at, target, SP, x, child) for child, x in still if (child, x) not in shared)


def _shared(blanket: Blanket) -> list[tuple[int, int]]:
    """(child, spouse) each."""
    return [(child, x) for child, xs in blanket.spouses.items() for x in xs]
