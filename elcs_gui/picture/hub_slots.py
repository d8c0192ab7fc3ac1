"""Who shares a row with whom about a hub, and when: families of neighbours, and cells used one after another.

A cell is a row with a place for a neighbour and a seat beside it. Neighbours that stay have a cell each;
those that leave again, or turn out to be causes, use cells nobody is in at the time.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from elcs_gui.trace import events as ev
from elcs_gui.trace.events import Event

ALWAYS = 1 << 40
"""Later than any fact."""
Stay = tuple[int, int]
"""From the fact at which a variable comes up to the one at which it goes."""


@dataclass
class Hub:
    """The comings and goings about one target.

    Attributes:
        stays: by neighbour, when it was one and not yet known to be a cause.
        parents: causes, as they were found.
        members: the neighbours that are effects or undecided at the end; effects first, as they were found.
        shared: by candidate left at the end, the members it is a spouse through.
        pairs: every (candidate, neighbour) with its stay, as they came.
    """

    stays: dict[int, list[Stay]] = field(default_factory=dict)
    parents: list[int] = field(default_factory=list)
    members: list[int] = field(default_factory=list)
    shared: dict[int, list[int]] = field(default_factory=dict)
    pairs: list[tuple[int, int, Stay]] = field(default_factory=list)


def hub(facts: Iterable[tuple[int, Event]], target: int) -> Hub:
    """Replay the facts about a target; they come with how many had been told with them."""
    since: dict[int, int] = {}
    begun: dict[tuple[int, int], int] = {}
    made = Hub()
    children: list[int] = []

    def gone(x: int, facts_before: int) -> None:
        if x in since:
            made.stays.setdefault(x, []).append((since.pop(x), facts_before))

    def parted(pair: tuple[int, int], facts_before: int) -> None:
        if pair in begun:
            made.pairs.append((*pair, (begun.pop(pair), facts_before)))

    def parent(x: int, facts_before: int) -> None:
        gone(x, facts_before)
        if x not in made.parents:
            made.parents.append(x)

    for facts_before, fact in facts:
        match fact:
            case ev.Entered(through=None) if fact.target == target:
                since.setdefault(fact.x, facts_before)
            case ev.Left(through=None) | ev.FalseNeighbour() if fact.target == target:
                gone(fact.x, facts_before)
                for pair in [pair for pair in begun if pair[1] == fact.x]:
                    parted(pair, facts_before)
            case ev.Entered(through=int(child)) if fact.target == target:
                begun.setdefault((fact.x, child), facts_before)
            case ev.Left(through=int(child)) | ev.Barred(through=int(child)) if fact.target == target:
                parted((fact.x, child), facts_before)
            case ev.Found() if fact.target == target:
                children.extend(x for x in fact.children if x not in children)
                for x in fact.parents:
                    parent(x, facts_before)
            case ev.Oriented() if fact.head == target and fact.tail in since:
                parent(fact.tail, facts_before)
            case ev.Oriented() if fact.tail == target and fact.head not in children:
                children.append(fact.head)
    made.members = [x for x in children if x in since] + [x for x in since if x not in children]
    for x, start in since.items():
        made.stays.setdefault(x, []).append((start, ALWAYS))
    for (x, child), start in begun.items():
        made.pairs.append((x, child, (start, ALWAYS)))
        if child in since:
            made.shared.setdefault(x, []).append(child)
    made.pairs.sort(key=lambda pair: (pair[2][0], pair[0]))
    return made


@dataclass(frozen=True)
class Family:
    """Members that share spouses; they stand in rows that follow each other."""

    members: tuple[int, ...]
    spouses: tuple[int, ...]

    @property
    def rows(self) -> int:
        return max(len(self.members), len(self.spouses))


def families(members: Sequence[int], shared: dict[int, list[int]]) -> list[Family]:
    """The members in groups, such that nobody has a spouse in another one, in the order of the first ones."""
    group = {x: [x] for x in members}
    for children in shared.values():
        for child in children[1:]:
            one, other = group[children[0]], group[child]
            if one is not other:
                one += other
                for x in other:
                    group[x] = one
    found: list[Family] = []
    done: set[int] = set()
    for first in members:
        if first not in done:
            together = sorted(group[first], key=list(members).index)
            done.update(together)
            spouses = [x for x, children in shared.items() if children[0] in together]
            # A spouse stands near the middle of those it is shared through.
            spouses.sort(key=lambda x: (sum(map(together.index, shared[x])) / len(shared[x]), x))
            found.append(Family(tuple(together), tuple(spouses)))
    return found


def seat_rows(family: Family, shared: dict[int, list[int]]) -> list[int]:
    """A row of the family for each of its spouses, all different, near the members it is shared through."""
    rows: list[int] = []
    left = len(family.spouses)
    for x in family.spouses:
        wanted = round(sum(map(family.members.index, shared[x])) / len(shared[x]))
        lowest = rows[-1] + 1 if rows else 0
        rows.append(max(min(wanted, family.rows - left), lowest))
        left -= 1
    return rows


def share_cells(hub: Hub, own: dict[int, int], cells: int) -> tuple[dict[int, list[tuple[Stay, int]]], int]:
    """The cell of every stay: a member's own, else the first one free for so long; and how many there are.

    `own` holds the cells of the members, `cells` how many there are with the rows that only have a seat.
    """
    taken: dict[int, list[Stay]] = {own[x]: [(hub.stays[x][0][0], ALWAYS)] for x in hub.members}
    found = {x: [(stay, own[x]) for stay in hub.stays[x]] for x in hub.members}
    others = [(stay, x) for x, stays in hub.stays.items() if x not in own for stay in stays]
    for stay, x in sorted(others):
        cell = 0
        while any(stay[0] < end and start < stay[1] for start, end in taken.get(cell, ())):
            cell += 1
        taken.setdefault(cell, []).append(stay)
        found.setdefault(x, []).append((stay, cell))
    return found, max([cells, *(cell + 1 for cell in taken)])


def candidate_seats(
    hub: Hub, cell_of: dict[int, list[tuple[Stay, int]]], final: dict[int, int]
) -> dict[int, list[tuple[Stay, int]]]:
    """By candidate, the seats it sits in: one beside a neighbour it came through, while nobody else is there.

    Who waits gets the seat that becomes free; who will stay goes before who will not.
    """
    times = sorted({t for *_, stay in hub.pairs for t in stay if t != ALWAYS})
    seats: dict[int, int] = {}
    since: dict[int, int] = {}
    found: dict[int, list[tuple[Stay, int]]] = {}
    for facts_before in times:
        wanted: dict[int, list[int]] = {}
        for x, child, (start, end) in hub.pairs:
            if start <= facts_before < end:
                cell = at(cell_of.get(child, []), facts_before)
                if cell is not None:
                    wanted.setdefault(x, []).append(cell)
        for x in [x for x in seats if seats[x] not in wanted.get(x, ())]:
            found.setdefault(x, []).append(((since.pop(x), facts_before), seats.pop(x)))
        used = set(seats.values())
        for x in sorted(wanted, key=lambda x: (x not in final, list(wanted).index(x))):
            if x in seats:
                continue
            free = [cell for cell in wanted[x] if cell not in used]
            if final.get(x) in free:
                free = [final[x]]
            if free:
                seats[x], since[x] = free[0], facts_before
                used.add(free[0])
    for x, cell in seats.items():
        found.setdefault(x, []).append(((since[x], ALWAYS), cell))
    return found


def in_columns(groups: Sequence[int], columns: int) -> tuple[int, list[int]]:
    """Cells that belong together in so many columns: how many rows that takes, and the slot of every cell.

    Slots are counted down the first column, then the next. A group is only split if it fits in no column.
    """
    total = sum(groups)
    rows = -(-total // columns)
    while True:
        whole = [part for size in groups for part in ([size] if size <= rows else [1] * size)]
        starts = [-1] * len(whole)
        for column in range(columns):
            used = 0
            for i, size in enumerate(whole):
                if starts[i] < 0 and used + size <= rows:
                    starts[i] = column * rows + used
                    used += size
        if min(starts, default=0) >= 0:
            return rows, [
                start + row for start, size in zip(starts, whole, strict=True) for row in range(size)
            ]
        rows += 1


def at(stays: Sequence[tuple[Stay, int]], facts_before: int) -> int | None:
    """The cell in use after so many facts."""
    return next((cell for (start, end), cell in stays if start <= facts_before < end), None)
