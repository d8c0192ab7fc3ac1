"""Where the target's neighbours stand in the small graph of a lane. Nothing here knows Qt.

Causes above the target, effects below it, what is undecided left and right of it, spouses as marks below
the effect they share. Everybody has a place for the whole run: who is decided moves to it, and nobody else
moves. Names are shortened before they are given up; where not even short ones have room, as about a hub,
every neighbour is a mark without a name. Spouses are left out where they are many, or the lane is low.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from elcs_gui.picture.slots import Seating, ends_first
from elcs_gui.trace.roles import Role, Standing

Point = tuple[float, float]
Measure = Callable[[int, float], float]
"""How wide the node of a variable is with its name within a limit."""

BESIDE = (Role.UNDECIDED, Role.MEMBER)
"""Who stands left and right of the target."""
LIMITS = (122.0, 92.0, 70.0, 48.0)
"""How wide names may be, at the size of a large graph."""
GAP, PAD = 8.0, 8.0
MARK = (14.0, 11.0)
MARK_PITCH = (19.0, 14.0)
TITLE, RIM = 20.0, 6.0
SPOUSE_ROW = 22.0
MOST_SPOUSES = 6
"""More would cover what the race is about."""
BARE, BADGED, FAR = 12.0, 26.0, 54.0
"""Between the target and the rows above and below it: what an arrow needs, what it needs with its badge, and
no more than looks natural."""
NEAREST, FURTHEST = 16.0, 44.0
"""Between the target and who stands beside it; and at most from one row of them to the next."""
LOW, TIGHT = 190.0, 140.0
"""Below these heights arrows do without badges, and there is no room for spouses."""


@dataclass(frozen=True)
class Sizes:
    """Of what is drawn: the room, how high a node and the target are, and how wide the target is."""

    width: float
    height: float
    node: float
    target_high: float
    target_wide: float


class LanePlan:
    """The places of one run.

    Attributes:
        limit, fan_limit: how wide names may be, of causes and effects, and of those beside the target.
        marked: causes and effects are marks without names.
        marked_fan: and those beside the target are.
        badged: there is room for badges on the arrows.
    """

    def __init__(self, seats: Seating, sizes: Sizes, measure: Measure) -> None:
        self._seats, self._sizes, self._measure = seats, sizes, measure
        self._places: dict[tuple[Role, int], Point] = {}
        self._order = ends_first(seats.children, seats.spouses)
        self._tight = sizes.height < TIGHT
        shown = len(seats.spouses) <= MOST_SPOUSES and not self._tight
        self._shared = seats.spouses if shown else {}
        self._spouse_row = SPOUSE_ROW if self._shared else 0.0
        self.limit = self.fan_limit = LIMITS[-1]
        self.badged, self.marked, self.marked_fan = sizes.height >= LOW, False, False
        self._choose()
        self._arrange()

    def _choose(self) -> None:
        """The longest names with which all fits; else those beside the target do without, else everybody."""
        for self.marked_fan in (False, True):
            for self.limit in LIMITS:
                if not self._rows_fit():
                    continue
                for self.fan_limit in LIMITS:
                    if self.marked_fan or self._fan_fits():
                        return
        self.marked, self.badged = True, False

    def is_mark(self, role: Role) -> bool:
        """Has a variable with this role no name?"""
        if role in BESIDE:
            return self.marked_fan
        return role is Role.SPOUSE or (self.marked and role is not Role.TARGET)

    def limit_of(self, role: Role) -> float:
        """How wide the name of a variable with this role may be."""
        if role is Role.TARGET:
            return LIMITS[0]
        return self.fan_limit if role in BESIDE else self.limit

    def places(self, standings: Sequence[Standing], facts_before: int) -> dict[int, Point]:
        """Where everybody stands who is drawn, after so many facts.

        Once somebody is decided, those still beside the target close up: arrows run where others stood.
        """
        seats = {
            x: seat
            for x, standing in enumerate(standings)
            if standing.role in BESIDE and (seat := self._seats.fan.seat(x, facts_before)) is not None
        }
        if any(standing.role in (Role.PARENT, Role.CHILD) for standing in standings):
            for side in (0, 1):
                those = sorted((x for x, seat in seats.items() if seat % 2 == side), key=lambda x: seats[x])
                seats |= {x: 2 * place + side for place, x in enumerate(those)}
        found = {x: self._fan_places[seat] for x, seat in seats.items()}
        for x, standing in enumerate(standings):
            place = self.target if standing.role is Role.TARGET else self._places.get((standing.role, x))
            if place is not None:
                found[x] = place
        return found

    # How much room it takes

    def _rows(self, members: Sequence[int]) -> list[list[int]]:
        """The members in rows that are no wider than the room, of about equal length."""
        room = self._sizes.width - 2 * PAD
        widths = [self._wide(x) for x in members]
        count = 1
        while count < len(members):
            rows = _split(members, count)
            wide = [sum(self._wide(x) for x in row) + GAP * (len(row) - 1) for row in rows]
            if max(wide) <= room:
                break
            count += 1
        return _split(members, count) if widths else []

    def _wide(self, x: int) -> float:
        return MARK[0] if self.marked else self._measure(x, self.limit)

    @property
    def _pitch(self) -> float:
        return MARK_PITCH[1] if self.marked else self._sizes.node + (4.0 if self._tight else 8.0)

    @property
    def _fan_pitch(self) -> float:
        return MARK_PITCH[1] if self.marked_fan else self._sizes.node + (4.0 if self._tight else 8.0)

    def _rows_fit(self) -> bool:
        above, below = self._rows(self._seats.parents), self._rows(self._order)
        rows = (len(above) + len(below)) * self._pitch
        gaps = (BADGED if self.badged else BARE) * (bool(above) + bool(below))
        need = sum(self._rims) + rows + self._spouse_row + self._sizes.target_high + gaps
        return need <= self._sizes.height

    def _fan_fits(self) -> bool:
        _, columns, column = self._grid()
        side = (self._sizes.width - self._sizes.target_wide) / 2 - PAD - NEAREST
        return columns * column <= side

    def _grid(self) -> tuple[int, int, float]:
        """Of what is undecided, at either side: rows, columns, and how wide a column is."""
        seats = self._seats
        decided = bool(seats.parents or seats.children)
        high = self._between() if decided else self._sizes.height - 2 * RIM
        each = -(-seats.fan.capacity // 2)
        rows = min(max(int(high // self._fan_pitch), 1), max(each, 1))
        if self.marked_fan:
            return rows, -(-each // rows), MARK_PITCH[0]
        widest = max([self._measure(x, self.fan_limit) for x in seats.fan.everybody], default=0.0)
        return rows, -(-each // rows), widest + GAP

    def _between(self) -> float:
        """How high the stretch is that the rows above and below leave to the sides of the target."""
        rows = len(self._rows(self._seats.parents)) + len(self._rows(self._order))
        return self._sizes.height - sum(self._rims) - rows * self._pitch - self._spouse_row

    @property
    def _rims(self) -> tuple[float, float]:
        """What is left free above and below: a title stands there that says there is nobody."""
        above, below = self._seats.parents, self._order
        return TITLE if below and not above else RIM, TITLE if above and not below else RIM

    # The parts

    def _arrange(self) -> None:
        sizes, seats = self._sizes, self._seats
        above, below = self._rows(seats.parents), self._rows(self._order)
        spouses = self._spouse_row
        high = [len(rows) * self._pitch for rows in (above, below)]
        spare = sizes.height - sum(self._rims) - sum(high) - spouses - sizes.target_high
        gap = min(max(spare / max(bool(above) + bool(below), 1), 8.0), FAR)
        upper = high[0] + gap if above else 0.0
        lower = high[1] + gap + spouses if below else 0.0
        top = self._rims[0] + (sizes.height - sum(self._rims) - upper - lower - sizes.target_high) / 2
        middle = sizes.width / 2
        y = top + upper + sizes.target_high / 2
        if bool(above) != bool(below):  # at the side where there is nobody, who is undecided needs room
            y, gap = self._shifted(y, gap, upward=bool(above))
        self.target = (middle, y)
        at = y - sizes.target_high / 2 - gap - self._pitch / 2
        for row in above:
            self._row(Role.PARENT, row, at)
            at -= self._pitch
        at = y + sizes.target_high / 2 + gap + self._pitch / 2
        for row in below:
            self._row(Role.CHILD, row, at)
            at += self._pitch
        self._spouses(at - self._pitch / 2 + SPOUSE_ROW / 2 + 2.0)
        self._fan(y)
        self.titles = (TITLE / 2, sizes.height - TITLE / 2)

    def _shifted(self, y: float, gap: float, *, upward: bool) -> tuple[float, float]:
        """The height of the target, and its distance to the rows on its one side, with room on the other."""
        rows = self._grid()[0]
        free = rows * self._fan_pitch / 2 + self._rims[1 if upward else 0]
        wanted = min(y, self._sizes.height - free) if upward else max(y, free)
        by = min(abs(wanted - y), max(gap - BARE, 0.0))
        return (y - by, gap - by) if upward else (y + by, gap - by)

    def _row(self, role: Role, row: Sequence[int], y: float) -> None:
        widths = [self._wide(x) for x in row]
        spare = self._sizes.width - 2 * PAD - sum(widths)
        gap = min(max(spare / max(len(row), 1), GAP if not self.marked else 4.0), 28.0)
        at = self._sizes.width / 2 - (sum(widths) + gap * (len(row) - 1)) / 2
        for x, wide in zip(row, widths, strict=True):
            self._places[role, x] = (at + wide / 2, y)
            at += wide + gap

    def _spouses(self, y: float) -> None:
        """Below the effects they share, side by side."""
        children = {x: place for (role, x), place in self._places.items() if role is Role.CHILD}
        wanted = {
            x: sum(children[child][0] for child in shared) / len(shared) for x, shared in self._shared.items()
        }
        last = -1e9
        for x in sorted(wanted, key=lambda x: (wanted[x], x)):
            last = max(wanted[x], last + MARK_PITCH[0])
            self._places[Role.SPOUSE, x] = (last, y)
        beyond = last - (self._sizes.width - PAD - MARK[0] / 2)
        if beyond > 0:  # at the right end they move back together
            for x in wanted:
                at = self._places[Role.SPOUSE, x]
                self._places[Role.SPOUSE, x] = (max(at[0] - beyond, PAD + MARK[0] / 2), y)

    def _fan(self, y: float) -> None:
        """Left and right of the target, in columns outwards."""
        sizes, seats = self._sizes, self._seats
        rows, columns, column = self._grid()
        decided = bool(seats.parents or seats.children)
        high = self._between() if decided else sizes.height - 2 * RIM
        pitch = min(max(high / rows, self._fan_pitch), FURTHEST)
        widest = MARK[0] if self.marked_fan else column - GAP
        spare = (sizes.width - sizes.target_wide) / 2 - PAD - columns * column
        inner = sizes.target_wide / 2 + widest / 2 + min(max(spare, NEAREST), FAR)
        self._fan_places: list[Point] = []
        for seat in range(seats.fan.capacity):
            place = seat // 2
            out = min(inner + (place // rows) * column, sizes.width / 2 - PAD - widest / 2)
            row = place % rows
            up = (row + 1) // 2 * (1 if bool(row % 2) != bool(rows % 2) else -1)  # from the middle outwards
            shift = 0.0 if rows % 2 else -pitch / 2  # the first above the middle: below it run the arrows
            shift += pitch / 2 * (place // rows % 2)  # between those further in, whose links would be covered
            x = sizes.width / 2 + (out if seat % 2 else -out)
            high_at = min(
                max(y + up * pitch + shift, self._fan_pitch / 2 + 2), sizes.height - self._fan_pitch / 2 - 2
            )
            self._fan_places.append((x, high_at))


def _split(members: Sequence[int], rows: int) -> list[list[int]]:
    """In so many rows, the first ones longer by one where it does not come out even."""
    each, more = divmod(len(members), rows)
    found, at = [], 0
    for row in range(rows):
        size = each + (row < more)
        found.append(list(members[at : at + size]))
        at += size
    return [row for row in found if row]
