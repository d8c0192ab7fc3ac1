"""The run shown beside another one: where they part, and how they differ at the cursor."""

from __future__ import annotations

from elcs_gui.app.graph.difference import Difference, difference
from elcs_gui.app.model.runs import Branch
from elcs_gui.inquiry.twin import Twins
from elcs_gui.trace.events import Event, Tested
from elcs_gui.trace.explain import braced, sentence, told
from elcs_gui.trace.timeline import Timeline
from elcs_gui.trace.trace import Trace


class Comparison:
    """Two finished runs on the same target; the first is the one that is shown."""

    def __init__(self, shown: Branch, other: Branch) -> None:
        self.shown, self.other = shown, other
        self._twins = Twins(shown.trace, other.trace)
        self._here, self._there = Timeline(shown.trace), Timeline(other.trace)

    @property
    def parts_at(self) -> int | None:
        """The step right after the first event that is another one; None if there is none."""
        return self._twins.common + 1 if self._twins.part else None

    @property
    def parting(self) -> str:
        """Where the two part, as a sentence."""
        if self.parts_at is None:
            return "Takes the same steps as that run, to the same end."
        here, there = (_event(run.trace, self._twins.common) for run in (self.shown, self.other))
        return f"Parts from it at step {self.parts_at:,}: {_parting(here, there, self.shown.trace)}"

    def partner(self, step: int) -> int:
        """Where the other run stands when this one stands at `step`."""
        return self._twins.in_second(step)

    def at(self, step: int, target: int) -> Difference:
        """How the pictures differ at a step of the run shown."""
        count = len(self.shown.header.names)
        return difference(self._here.view(step), self._there.view(self.partner(step)), target, count)


def comparable(shown: Branch | None, other: Branch | None) -> bool:
    """Can they be laid beside each other?"""
    return (
        shown is not None
        and other is not None
        and shown is not other
        and shown.finished
        and other.finished
        and shown.header.target == other.header.target
        and shown.header.names == other.header.names
    )


def _event(trace: Trace, place: int) -> Event | None:
    return trace[place] if place < len(trace) else None


def _parting(here: Event | None, there: Event | None, trace: Trace) -> str:
    names = trace.header.names
    if here is None:
        return "this run ends there, the other goes on."
    if there is None:
        return "the other run ends there."
    if isinstance(here, Tested) and isinstance(there, Tested):
        same = {here.x, here.y} == {there.x, there.y} and set(here.z) == set(there.z)
        if same and here.independent != there.independent:
            now, before = (_counted(event) for event in (here, there))
            forced = " (overridden)" if here.forced else ""
            return f"test {here.number:,} says {now} here{forced}, {before} there."
        if not same:
            asked, other = (_question(event, names) for event in (here, there))
            return f"test {here.number:,} asks about {asked} here, about {other} there."
    return f"{told(trace, here)} There: {sentence(there, names)}"


def _question(event: Tested, names: tuple[str, ...]) -> str:
    given = f" given {braced(names, event.z)}" if event.z else ""
    return f"{names[event.x]} and {names[event.y]}{given}"


def _counted(event: Tested) -> str:
    return "independent" if event.independent else "dependent"
