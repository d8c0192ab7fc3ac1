"""Files of the first format: the events that it had otherwise, and what each is now.

`elcs-trace/1` and `elcs-session/1` were written up to 0.3.1, when events were those of ELCS alone. All events
that are not listed here are as they were.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Union

from msgspec import defstruct

from elcs_gui.trace import events as ev
from elcs_gui.trace.events import EVENT_TYPES, BaseEvent, Event, Members
from elcs_gui.trace.rules import LEMMA_1A
from elcs_gui.trace.sets import CSP, PC, SP

_THIS: dict[str, Any] = {"target": int, "x": int}
"""Of most events: whose blanket it is about, and which other variable."""
_CHILD = _THIS | {"child": int}

FORMER_EVENTS: dict[str, tuple[dict[str, Any], Callable[[Any], Event]]] = {
    "Dismissed": (_THIS, lambda e: ev.Separated(e.at, e.target, e.x, ())),
    "Barred": (_THIS, lambda e: ev.Barred(e.at, e.target, PC, e.x)),
    "Ranked": ({"target": int, "order": Members}, lambda e: ev.Ranked(e.at, e.target, PC, e.order)),
    "EnteredPc": (_THIS, lambda e: ev.Entered(e.at, e.target, PC, e.x)),
    "LeftPc": (_THIS | {"z": Members}, lambda e: ev.Left(e.at, e.target, PC, e.x, e.z)),
    "BecameCandidate": (_CHILD, lambda e: ev.Entered(e.at, e.target, CSP, e.x, e.child)),
    "SpousesRanked": (
        {"target": int, "child": int, "order": Members},
        lambda e: ev.Ranked(e.at, e.target, SP, e.order, e.child),
    ),
    "SpousePruned": (_CHILD | {"z": Members}, lambda e: ev.Left(e.at, e.target, SP, e.x, e.z, e.child)),
    "SpouseBarred": (_CHILD, lambda e: ev.Barred(e.at, e.target, SP, e.x, e.child)),
    "FoundChild": (
        _THIS | {"rule": str, "because": Members},
        lambda e: ev.Found(e.at, e.target, (), (e.x,), e.rule, e.because),
    ),
    "FoundParents": (_THIS | {"y": int}, lambda e: ev.Found(e.at, e.target, (e.x, e.y), (), LEMMA_1A, ())),
    "FoundParent": (_THIS | {"rule": str}, lambda e: ev.Found(e.at, e.target, (e.x,), (), e.rule, ())),
    "Finished": (
        {"target": int, "parents": Members, "children": Members, "undetermined": Members},
        lambda e: ev.Finished(e.at, e.target, e.parents, e.children, e.undetermined),
    ),
}
"""By name: the fields of an event then, and the event that it is now."""

_FIRST = "/1"
_FORMER: dict[str, type[Any]] = {
    f"{name}{_FIRST}": defstruct(f"_{name}", list(form.items()), bases=(BaseEvent,), tag=name, frozen=True)
    for name, (form, _) in FORMER_EVENTS.items()
}
_NOW = {kind: now for kind, (_, now) in zip(_FORMER.values(), FORMER_EVENTS.values(), strict=True)}
_AS_THEY_WERE = (
    ev.Tested, ev.Started, ev.Separated, ev.NotSeparated, ev.RuledOut, ev.SpousesCopied, ev.FalseNeighbour,
    ev.LeftUndecided, ev.Taken, ev.Queued, ev.Joined, ev.Oriented, ev.Conflicted,
)  # fmt: skip
FirstEvent: Any = Union[(*_AS_THEY_WERE, *_NOW)]
"""Whatever a line of the first format can hold."""

KINDS: dict[str, type[BaseEvent]] = {**EVENT_TYPES, **_FORMER}
"""The kinds of facts that a session can hold; those of the first format as `session_of_1` calls them."""


def upgraded(event: BaseEvent) -> Event:
    """The event as it is told now."""
    now = _NOW.get(type(event))
    return event if now is None else now(event)  # type: ignore[return-value]


def session_of_1(found: dict[str, Any]) -> dict[str, Any]:
    """The description of a session of the first format, with the kinds of its facts marked as such."""
    kinds = found.get("kinds")
    if isinstance(kinds, list):
        kinds = [f"{kind}{_FIRST}" if f"{kind}{_FIRST}" in _FORMER else kind for kind in kinds]
    return {**found, "kinds": kinds}
