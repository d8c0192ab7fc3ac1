"""Files of the first format: the events that it had otherwise, and what each is now.

`elcs-trace/1` and `elcs-session/1` were written up to 0.3.1, when events were those of ELCS alone. A class
here has the form of such an event; `now` gives the one in its place. All other events are as they were.
"""

from __future__ import annotations

from typing import Any

from elcs_gui.trace import events as ev
from elcs_gui.trace.events import EVENT_TYPES, BaseEvent, Event, Members
from elcs_gui.trace.rules import LEMMA_1A
from elcs_gui.trace.sets import CSP, PC, SP


class _Dismissed(BaseEvent, frozen=True, tag="Dismissed"):
    target: int
    x: int

    def now(self) -> Event:
        return ev.Separated(self.at, self.target, self.x, ())


class _Barred(BaseEvent, frozen=True, tag="Barred"):
    target: int
    x: int

    def now(self) -> Event:
        return ev.Barred(self.at, self.target, PC, self.x)


class _Ranked(BaseEvent, frozen=True, tag="Ranked"):
    target: int
    order: Members

    def now(self) -> Event:
        return ev.Ranked(self.at, self.target, PC, self.order)


class _EnteredPc(BaseEvent, frozen=True, tag="EnteredPc"):
    target: int
    x: int

    def now(self) -> Event:
        return ev.Entered(self.at, self.target, PC, self.x)


class _LeftPc(BaseEvent, frozen=True, tag="LeftPc"):
    target: int
    x: int
    z: Members

    def now(self) -> Event:
        return ev.Left(self.at, self.target, PC, self.x, self.z)


class _BecameCandidate(BaseEvent, frozen=True, tag="BecameCandidate"):
    target: int
    x: int
    child: int

    def now(self) -> Event:
        return ev.Entered(self.at, self.target, CSP, self.x, self.child)


class _SpousesRanked(BaseEvent, frozen=True, tag="SpousesRanked"):
    target: int
    child: int
    order: Members

    def now(self) -> Event:
        return ev.Ranked(self.at, self.target, SP, self.order, self.child)


class _SpousePruned(BaseEvent, frozen=True, tag="SpousePruned"):
    target: int
    x: int
    child: int
    z: Members

    def now(self) -> Event:
        return ev.Left(self.at, self.target, SP, self.x, self.z, self.child)


class _SpouseBarred(BaseEvent, frozen=True, tag="SpouseBarred"):
    target: int
    x: int
    child: int

    def now(self) -> Event:
        return ev.Barred(self.at, self.target, SP, self.x, self.child)


class _FoundChild(BaseEvent, frozen=True, tag="FoundChild"):
    target: int
    x: int
    rule: str
    because: Members

    def now(self) -> Event:
        return ev.Found(self.at, self.target, (), (self.x,), self.rule, self.because)


class _FoundParents(BaseEvent, frozen=True, tag="FoundParents"):
    target: int
    x: int
    y: int

    def now(self) -> Event:
        return ev.Found(self.at, self.target, (self.x, self.y), (), LEMMA_1A, ())


class _FoundParent(BaseEvent, frozen=True, tag="FoundParent"):
    target: int
    x: int
    rule: str

    def now(self) -> Event:
        return ev.Found(self.at, self.target, (self.x,), (), self.rule, ())


class _Finished(BaseEvent, frozen=True, tag="Finished"):
    target: int
    parents: Members
    children: Members
    undetermined: Members

    def now(self) -> Event:
        return ev.Finished(self.at, self.target, self.parents, self.children, self.undetermined)


_Former = (
    _Dismissed | _Barred | _Ranked | _EnteredPc | _LeftPc | _BecameCandidate | _SpousesRanked | _SpousePruned
    | _SpouseBarred | _FoundChild | _FoundParents | _FoundParent | _Finished
)  # fmt: skip
FirstEvent = (
    ev.Tested | ev.Started | ev.Separated | ev.NotSeparated | ev.RuledOut | ev.SpousesCopied
    | ev.FalseNeighbour | ev.LeftUndecided | ev.Taken | ev.Queued | ev.Joined | ev.Oriented | ev.Conflicted
    | _Former
)  # fmt: skip
"""Whatever a line of the first format can hold."""

_FIRST = "/1"
_FORMER: dict[str, type[_Former]] = {
    f"{kind.__struct_config__.tag}{_FIRST}": kind
    for kind in (
        _Dismissed, _Barred, _Ranked, _EnteredPc, _LeftPc, _BecameCandidate, _SpousesRanked, _SpousePruned,
        _SpouseBarred, _FoundChild, _FoundParents, _FoundParent, _Finished,
    )
}  # fmt: skip
KINDS: dict[str, type[BaseEvent]] = {**EVENT_TYPES, **_FORMER}
"""The kinds of facts that a session can hold; those of the first format as `session_of_1` calls them."""


def upgraded(event: FirstEvent | Event | BaseEvent) -> Event:
    """The event as it is told now."""
    return event.now() if isinstance(event, _Former) else event  # type: ignore[return-value]


def session_of_1(found: dict[str, Any]) -> dict[str, Any]:
    """The description of a session of the first format, with the kinds of its facts marked as such."""
    kinds = found.get("kinds")
    if isinstance(kinds, list):
        kinds = [f"{kind}{_FIRST}" if f"{kind}{_FIRST}" in _FORMER else kind for kind in kinds]
    return {**found, "kinds": kinds}
