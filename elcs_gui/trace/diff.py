"""Where two traces first part."""

from __future__ import annotations

from dataclasses import dataclass, fields

from elcs_gui.trace.events import Event, Tested
from elcs_gui.trace.explain import headline, sentence
from elcs_gui.trace.knowledge_text import statements
from elcs_gui.trace.trace import Trace


@dataclass(frozen=True)
class Divergence:
    """The first step (counted from 0) at which two traces differ; None for an event where one had ended."""

    step: int
    first: Event | None
    second: Event | None


def first_divergence(first: Trace, second: Trace, *, decisions_only: bool = False) -> Divergence | None:
    """The first difference, or None if there is none.

    Args:
        decisions_only: overlook differences in statistics, p-values and reuse that lead to the same decision,
            as between a run on data and one with the oracle.
    """
    events = zip(first, second, strict=False)
    for step, (one, other) in enumerate(events):
        if one != other and not (decisions_only and _same_decision(one, other)):
            return Divergence(step, one, other)
    shorter = min(len(first), len(second))
    if len(first) == len(second):
        return None
    return Divergence(
        shorter,
        first[shorter] if len(first) > shorter else None,
        second[shorter] if len(second) > shorter else None,
    )


def describe(first: Trace, second: Trace) -> list[str]:
    """The difference in plain sentences; names come from each trace's own header."""
    lines = []
    if first.header != second.header:
        differing = [
            field.name
            for field in fields(first.header)
            if getattr(first.header, field.name) != getattr(second.header, field.name)
        ]
        lines.append(f"The runs differ in {', '.join(differing)}:")
        lines += [f"  A: {headline(first.header)}", f"  B: {headline(second.header)}"]
        known = [statements(trace.header.knowledge, trace.header.names) for trace in (first, second)]
        lines += [f"  only A: {said}" for said in known[0] if said not in known[1]]
        lines += [f"  only B: {said}" for said in known[1] if said not in known[0]]
    parted = first_divergence(first, second)
    if parted is None:
        lines.append(f"The {len(first)} events are the same.")
        return lines
    lines.append(f"The traces part at step {parted.step + 1}:")
    for letter, trace, event in (("A", first, parted.first), ("B", second, parted.second)):
        if event is None:
            lines.append(f"  {letter}: has ended.")
        else:
            lines.append(f"  {letter}: {event.at}  {sentence(event, trace.header.names)}")
    return lines


def _same_decision(one: Event, other: Event) -> bool:
    if not (isinstance(one, Tested) and isinstance(other, Tested)):
        return False
    return (one.at, one.x, one.y, one.z, one.independent) == (
        other.at,
        other.x,
        other.y,
        other.z,
        other.independent,
    )
