"""Where the variables about a hub stand: a target with more neighbours than rows beside it can hold.

All neighbours stand in columns below the target, two columns to a spine, and every edge to one of them runs
down the spine and turns off to it: forty edges, and none crosses a name. Beside each neighbour, at the side
away from the spine, is a seat for a spouse. A neighbour found to be an effect stays where it is and takes
its colour and arrowhead; a cause moves above the target. Candidates for whom there is no seat are counted.
Units and axes as in `local_layout`; the nodes are the compact ones of `graph_frame`.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from elcs_gui.picture.hub_slots import (
    Hub,
    at,
    candidate_seats,
    families,
    in_columns,
    seat_rows,
    share_cells,
)
from elcs_gui.picture.hub_ways import Exit, way_between
from elcs_gui.picture.local import Box, Point, Room
from elcs_gui.trace.roles import Role, Standing

HALF, TARGET_HALF = 12.0, 17.0
"""Half the height of a compact node, and of the target."""
BUS = 14.0
"""From the target to where the edges part."""
MARGIN = 10.0
LEVEL = -10.0
"""Where who is only being tried stands beside the target: above the titles, below the causes."""
FOR_A_VERDICT, FOR_A_LINE = 150.0, 34.0
"""Kept between the two, where there is room, and where there is little."""
ASIDE = 15.0
"""From the target to a line that passes it."""
SLACK = 12.0
"""A place may be so much narrower than who comes there for a test."""
IN_A_ROW = 6
MOST_COLUMNS = 12
AIRY = 0.8
"""A zoom from which on there is room for more air between the nodes."""


@dataclass(frozen=True)
class _Gaps:
    """How far things are apart.

    Attributes:
        pitch: from row to row; branch: from a spine to the nodes beside it.
        link: between a neighbour and the spouse beside it; apart: between two pairs of columns.
        rise: from the target to the causes.
    """

    pitch: float
    branch: float
    link: float
    apart: float
    rise: float


_GAPS = (
    _Gaps(33.0, 30.0, 36.0, 24.0, 44.0),
    _Gaps(29.0, 24.0, 28.0, 16.0, 36.0),
    _Gaps(26.5, 19.0, 22.0, 10.0, 28.0),
    _Gaps(26.5, 16.0, 17.0, 8.0, 24.0),
)
"""From airy to tight."""


class _Block:
    """Cells in columns, in pairs about a spine, from `first` away from the target (`way` is 1 or -1)."""

    def __init__(
        self, groups: Sequence[int], columns: int, wide: float, seat: float, gaps: _Gaps, way: float
    ) -> None:
        self.rows, self._slots = in_columns(groups, columns)
        self.way, self._gaps = way, gaps
        # No column is left empty by rounding up the rows.
        columns = max(self._slots) // self.rows + 1
        one = gaps.branch + wide + (gaps.link + seat if seat else 0.0)
        pairs, odd = divmod(columns, 2)
        self.width = columns * one + (pairs + odd - 1) * gaps.apart
        self._wide, self._seat = wide, seat
        self._spines: list[tuple[float, float]] = []
        left = -self.width / 2
        for _ in range(pairs):
            self._spines += [(left + one, -1.0), (left + one, 1.0)]
            left += 2 * one + gaps.apart
        if odd:
            self._spines.append((left, 1.0))
        # Above the first row there is a way across.
        self.first = TARGET_HALF + BUS + HALF + (12.0 if columns != 2 else 8.0)

    def place(self, cell: int) -> Point:
        """The middle of the neighbour in a cell."""
        spine, side = self._spines[self._slots[cell] // self.rows]
        return spine + side * (self._gaps.branch + self._wide / 2), self._y(cell)

    def seat(self, cell: int) -> Point:
        """The middle of the seat beside it."""
        spine, side = self._spines[self._slots[cell] // self.rows]
        return spine + side * (self._gaps.branch + self._wide + self._gaps.link + self._seat / 2), self._y(
            cell
        )

    def route(self, cell: int) -> list[Point]:
        """The way from the target's middle to the neighbour's."""
        spine, _ = self._spines[self._slots[cell] // self.rows]
        y, bus = self._y(cell), self.way * (TARGET_HALF + BUS)
        bend = [] if spine == 0.0 else [(0.0, bus), (spine, bus)]
        return [(0.0, 0.0), *bend, (spine, y), self.place(cell)]

    def exits(self, cell: int) -> tuple[list[Exit], list[Exit]]:
        """The ways out of the place of the neighbour, to either side of it, and of the seat beside it."""
        spine, side = self._spines[self._slots[cell] // self.rows]
        y, place, seat = self._y(cell), self.place(cell), self.seat(cell)
        between = (spine + side * (self._gaps.branch + self._wide + self._gaps.link / 2), y)
        inwards, outwards = (place, (spine, y)), (place, between)
        return [inwards, outwards] if self._seat else [inwards], [(seat, between)]

    def end(self, cells: Iterable[int]) -> float:
        """How far the block reaches with these cells in use."""
        used = [self._slots[cell] % self.rows for cell in cells]
        return self.first + max(used, default=0) * self._gaps.pitch + HALF

    def _y(self, cell: int) -> float:
        return self.way * (self.first + self._slots[cell] % self.rows * self._gaps.pitch)


class HubPlan:
    """The places about one hub, made once from the whole recording, like `LocalPlan`."""

    compact = True

    def __init__(self, found: Hub, target: int, widths: Sequence[float], room: Room) -> None:
        self.target = target
        self._widths = widths
        self._room = room
        self._final: dict[int, int] = {}
        own: dict[int, int] = {}
        cells = 0
        kin = families(found.members, found.shared)
        for family in kin:
            own.update({x: cells + row for row, x in enumerate(family.members)})
            rows = seat_rows(family, found.shared)
            self._final.update({x: cells + row for row, x in zip(rows, family.spouses, strict=True)})
            cells += family.rows
        self._parents = found.parents
        self._stays, self._cells = share_cells(found, own, cells)
        self._seated = candidate_seats(found, self._stays, self._final)
        self._staying = frozenset(own.values()) | frozenset(self._final.values())
        wide = self._widest(self._stays)
        seat = self._widest([*self._final, *self._seated]) if self._final or self._seated else 0.0
        above = self._widest(found.parents)
        self._row = len(found.parents) <= IN_A_ROW
        groups = [*(family.rows for family in kin), *([1] * (self._cells - cells))] or [1]
        causes = [1] * max(len(found.parents), 1)
        for gaps in _GAPS:
            self._rise, best = gaps.rise, 0.0
            for columns in range(1, MOST_COLUMNS + 1):
                self._below = _Block(groups, columns, wide, seat, gaps, 1.0)
                upper = min(max(round(self._below.width / (gaps.branch + above)), 2), len(causes))
                self._above = _Block(causes, upper, above, 0.0, gaps, -1.0)
                all_of_it, end = self._box(upper=True, rest=True), self._box(upper=True, rest=False)
                zoom = _zoom(all_of_it, room) + 0.2 * _zoom(end, room)
                if zoom > best + 0.01:
                    best, chosen = zoom, (self._below, self._above)
            self._below, self._above = chosen
            if self.zoom(room) >= AIRY:
                break
        self._wide, self._seat_wide = wide, seat
        self._exits = self._all_exits()

    def zoom(self, room: Room) -> float:
        """The largest zoom, up to 1, at which all that can be shown at once at the beginning or end fits."""
        phases = self._box(upper=False, rest=True), self._box(upper=True, rest=False)
        return min(_zoom(box, room) for box in phases)

    def box(self, standings: Sequence[Standing], facts_before: int) -> Box:
        """What the panel has to show now."""
        upper = any(standing.role is Role.PARENT for standing in standings)
        waiting = [x for x, standing in enumerate(standings) if standing.role is Role.UNDECIDED]
        rest = any(self._cell(x, facts_before) not in self._staying for x in waiting)
        return self._box(upper=upper, rest=rest or not upper)

    def titles(self, standings: Sequence[Standing], facts_before: int) -> list[tuple[str, str, Point]]:
        """Words for the parts, each with a quieter word and where it stands."""
        left, *_ = self.box(standings, facts_before)
        roles = [standing.role for standing in standings]
        effects, undecided = roles.count(Role.CHILD), roles.count(Role.UNDECIDED)
        y = TARGET_HALF + BUS - 10.0
        found: list[tuple[str, str, Point]] = []
        if effects or undecided:
            rest = f"{undecided} undecided" if undecided else ""
            found.append(("Effects" if effects else "Neighbours", rest, (left + MARGIN, y)))
        if Role.PARENT in roles:
            found.append(("Causes", "", (left + MARGIN, -(TARGET_HALF + self._rise + HALF))))
        hidden = sum(
            standing.role is Role.CANDIDATE and self.place(x, standing, facts_before) is None
            for x, standing in enumerate(standings)
        )
        if hidden:
            beside = self._widths[self.target] / 2 + ASIDE + 12.0
            found.append(("", f"{hidden} more candidate{'s' if hidden > 1 else ''}", (beside, y)))
        return found

    def place(self, x: int, standing: Standing, facts_before: int) -> Point | None:
        """Where x stands after so many facts; None for who has no place."""
        match standing.role:
            case Role.TARGET:
                return (0.0, 0.0)
            case Role.PARENT if x in self._parents:
                return self._cause(self._parents.index(x))
            case Role.PARENT | Role.CHILD | Role.UNDECIDED | Role.MEMBER:
                cell = self._cell(x, facts_before)
                return None if cell is None else self._below.place(cell)
            case Role.SPOUSE:
                return self._below.seat(self._final[x]) if x in self._final else None
            case Role.CANDIDATE:
                seat = at(self._seated.get(x, []), facts_before)
                return None if seat is None else self._below.seat(seat)
        return None

    def route(self, x: int, standing: Standing, facts_before: int) -> list[Point] | None:
        """The way of the edge from the target to x; None if it is straight."""
        if standing.role is Role.PARENT and x in self._parents:
            return None if self._row else self._above.route(self._parents.index(x))
        if standing.role in (Role.PARENT, Role.CHILD, Role.UNDECIDED, Role.MEMBER):
            cell = self._cell(x, facts_before)
            return None if cell is None else self._below.route(cell)
        return None

    def visitors(
        self, x: int, standings: Sequence[Standing], facts_before: int, *, of_target: bool
    ) -> list[Point]:
        """Where x may stand while it is tried and has no place of its own, if nobody is there.

        Beside the target if it is tried with that, in a row with a place left if with a neighbour; the other
        where that cannot be.
        """
        box = self.box(standings, facts_before)
        half, wide = self._in_view(box) - MARGIN, self._widths[x]
        beside = self._widths[self.target] / 2
        gap = min(FOR_A_VERDICT, half - beside - wide)
        places = [(side * (beside + gap + wide / 2), LEVEL) for side in (-1.0, 1.0)]
        level = places if gap >= FOR_A_LINE else []
        rows: list[Point] = []
        if wide <= self._seat_wide + SLACK:
            rows += map(self._below.seat, range(self._cells))
        if wide <= self._wide + SLACK:
            rows += map(self._below.place, range(self._cells))
        rows = [place for place in rows if place[1] + HALF <= box[3]]
        return [*level, *rows] if of_target else [*rows, *level] or places

    def way(self, start: Point, end: Point) -> list[Point] | None:
        """The way of a test from place to place, past all others; None if it is straight."""
        starts, ends = self._exits_of(start), self._exits_of(end)
        if starts is None or ends is None:
            return None
        above = [place[1] < 0.0 for place in (start, end)]
        if (0.0, 0.0) in (start, end) and any(above):
            return None
        if all(above):
            return way_between(starts, ends, -self._crossing)
        if any(above):
            starts, ends = (
                self._past_target(exits) if up else exits
                for exits, up in zip((starts, ends), above, strict=True)
            )
        return way_between(starts, ends, TARGET_HALF + BUS)

    # The parts

    def _cause(self, place: int) -> Point:
        if not self._row:
            return self._above.place(place)
        widths = [self._widths[x] for x in self._parents]
        left = -(sum(widths) + 26.0 * (len(widths) - 1)) / 2
        at = left + sum(widths[:place]) + 26.0 * place + widths[place] / 2
        return at, -(TARGET_HALF + self._rise + HALF)

    def _in_view(self, box: Box) -> float:
        """How far to either side of the target the panel shows anything."""
        return max(box[2], self._room.width / 2 / _zoom(box, self._room))

    @property
    def _crossing(self) -> float:
        """How far above the target ways from cause to cause run."""
        return TARGET_HALF + (self._rise / 2 if self._row else BUS)

    def _all_exits(self) -> dict[Point, list[Exit]]:
        """The ways out of every place there is."""
        found: dict[Point, list[Exit]] = {(0.0, 0.0): [((0.0, 0.0),)]}
        for cell in range(self._cells):
            found[self._below.place(cell)], found[self._below.seat(cell)] = self._below.exits(cell)
        for i in range(len(self._parents)):
            at = self._cause(i)
            found[at] = [(at,)] if self._row else self._above.exits(i)[0]
        return found

    def _exits_of(self, place: Point) -> list[Exit] | None:
        """The same for one place; whoever is level with the target goes towards it first.

        Who stands beyond all columns, among the dismissed, comes as far as their side.
        """
        if place[1] == LEVEL:
            aside = self._widths[self.target] / 2 + ASIDE
            return [(place, (aside if place[0] > 0 else -aside, LEVEL))]
        side = self._below.width / 2 + MARGIN - 4.0
        return [(place, (side, place[1]))] if place[0] > side else self._exits.get(place)

    def _past_target(self, exits: Sequence[Exit]) -> list[Exit]:
        """The same ways down to below the target, close by it, where no title is."""
        aside = self._widths[self.target] / 2 + ASIDE
        found: list[Exit] = []
        for way in exits:
            x, y = way[-1]
            if y == LEVEL:
                found.append(way)
                continue
            found += [(*way, (x, -self._crossing), (side, -self._crossing)) for side in (-aside, aside)]
        return found

    def _cell(self, x: int, facts_before: int) -> int | None:
        stays = self._stays.get(x)
        if not stays:
            return None
        return next((cell for (start, _), cell in reversed(stays) if start <= facts_before), stays[0][1])

    def _box(self, *, upper: bool, rest: bool) -> Box:
        """Left, top, right, bottom, with the causes or not, with the cells of those who leave or not."""
        used = range(self._cells) if rest else self._staying
        bottom = self._below.end(used) + MARGIN
        top = -(TARGET_HALF + MARGIN)
        half = self._below.width / 2 if used else 60.0
        if upper and self._parents:
            wide = 2 * abs(self._cause(0)[0]) + self._widths[self._parents[0]]
            half = max(half, wide / 2 + 20.0 if self._row else self._above.width / 2)
            reach = TARGET_HALF + self._rise + 2 * HALF
            top = -(reach if self._row else self._above.end(range(len(self._parents)))) - MARGIN
        half = max(half, self._widths[self.target] / 2) + MARGIN
        return (-half, top, half, bottom)

    def _widest(self, members: Iterable[int]) -> float:
        return max([44.0, *(self._widths[x] for x in members)])


def _zoom(box: Box, room: Room) -> float:
    left, top, right, bottom = box
    return min(room.width / (right - left), room.height / (bottom - top), 1.0)
