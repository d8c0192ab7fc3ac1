"""Who sits where over time: a seat is taken when a variable enters and kept until it leaves.

Seats are dealt out by replaying the facts, lowest free seat first, so that nobody moves because somebody
else came or went, and stepping back finds everybody where they were.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from elcs_gui.trace import events as ev
from elcs_gui.trace.events import Event
from elcs_gui.trace.listings import stage

UNEVEN = 5
"""With so many candidates more at one side, the next goes to the other, further from its child."""


@dataclass
class Seats:
    """Numbered seats, given to whoever comes."""

    capacity: int = 0
    _taken: dict[int, int] = field(default_factory=dict)
    _history: dict[int, list[tuple[int, int]]] = field(default_factory=dict)

    def take(self, x: int, facts_before: int) -> int:
        """The seat of x from now on; the one it has, if it has one."""
        if x in self._taken:
            return self._taken[x]
        used = set(self._taken.values())
        seat = next(seat for seat in range(len(used) + 1) if seat not in used)
        self._taken[x] = seat
        self._history.setdefault(x, []).append((facts_before, seat))
        self.capacity = max(self.capacity, seat + 1)
        return seat

    def leave(self, x: int) -> None:
        self._taken.pop(x, None)

    def now(self, x: int) -> int | None:
        return self._taken.get(x)

    @property
    def sitting(self) -> int:
        """How many there are now."""
        return len(self._taken)

    def seat(self, x: int, facts_before: int) -> int | None:
        """The seat x had after so many facts, or the last before that; None if it never had one."""
        history = self._history.get(x)
        if not history:
            return None
        return history[max(bisect_right(history, (facts_before, 1 << 30)) - 1, 0)][1]

    @property
    def everybody(self) -> list[int]:
        """Who ever had a seat."""
        return sorted(self._history)

    def __contains__(self, x: int) -> bool:
        return x in self._history


@dataclass
class Seating:
    """All seats of one blanket: neighbours in the fan, candidates left and right of it, the lanes."""

    fan: Seats = field(default_factory=Seats)
    outer: tuple[Seats, Seats] = field(default_factory=lambda: (Seats(), Seats()))
    parents: list[int] = field(default_factory=list)
    children: list[int] = field(default_factory=list)
    spouses: dict[int, list[int]] = field(default_factory=dict)
    """By spouse, the children it is shared through at the end."""
    calm: int = 1 << 40
    """After so many facts the search for spouses begins; until then nobody sits at the outer sides."""


def seating(facts: Iterable[tuple[int, Event]], target: int) -> Seating:
    """Deal the seats of a target's blanket; facts come with how many had been told with them."""
    made = Seating()
    through: dict[int, list[int]] = {}
    for facts_before, fact in facts:
        match fact:
            case ev.Started() if fact.target == target and stage(fact.at) == "candidates":
                made.calm = min(made.calm, facts_before)
            case ev.Entered(through=None) if fact.target == target:
                made.fan.take(fact.x, facts_before)
            case ev.Left(through=None) | ev.FalseNeighbour() if fact.target == target:
                made.fan.leave(fact.x)
                for children in through.values():
                    if fact.x in children:
                        children.remove(fact.x)
                _leave_outer(made, through)
            case ev.Entered(through=int(child)) if fact.target == target:
                made.calm = min(made.calm, facts_before)
                through.setdefault(fact.x, []).append(child)
                if all(fact.x not in side or side.now(fact.x) is None for side in made.outer):
                    side = (made.fan.now(child) or 0) % 2
                    if made.outer[side].sitting >= made.outer[1 - side].sitting + UNEVEN:
                        side = 1 - side
                    made.outer[side].take(fact.x, facts_before)
            case ev.Left(through=int(child)) | ev.Barred(through=int(child)) if fact.target == target:
                if child in through.get(fact.x, []):
                    through[fact.x].remove(child)
                _leave_outer(made, through)
            case ev.Found() if fact.target == target:
                for x in fact.parents:
                    _decided(made, made.parents, x)
                for x in fact.children:
                    _decided(made, made.children, x)
            case ev.Oriented() if fact.head == target and made.fan.now(fact.tail) is not None:
                _decided(made, made.parents, fact.tail)
            case ev.Oriented() if fact.tail == target and made.fan.now(fact.head) is not None:
                _decided(made, made.children, fact.head)
    made.spouses = {
        x: shared
        for x, xs in through.items()
        if (shared := [child for child in xs if child in made.children])
    }
    return made


def _decided(made: Seating, lane: list[int], x: int) -> None:
    made.fan.leave(x)
    if x not in lane:
        lane.append(x)


def _leave_outer(made: Seating, through: dict[int, list[int]]) -> None:
    for x, children in through.items():
        if not children:
            for side in made.outer:
                side.leave(x)


def ends_first(children: Sequence[int], spouses: dict[int, list[int]]) -> list[int]:
    """Children from left to right: those with spouses at the two ends, so that no arrow has far to go."""
    weight = {child: sum(child in shared for shared in spouses.values()) for child in children}
    groups: list[list[int]] = []
    for child in children:
        if weight[child]:
            partners = [g for g in groups if _share(g, child, spouses)]
            if partners:
                partners[0].append(child)
            else:
                groups.append([child])
    left: list[int] = []
    right: list[int] = []
    for group in groups:
        if len(left) <= len(right):
            left += group
        else:
            right = [*reversed(group), *right]
    middle = [child for child in children if not weight[child]]
    return [*left, *middle, *right]


def _share(group: list[int], child: int, spouses: dict[int, list[int]]) -> bool:
    return any(child in shared and any(member in shared for member in group) for shared in spouses.values())
