"""Where every variable stands in the local view: causes above the target, effects below, the rest beside it.

A plan is made once for a blanket and the room there is, from the whole recording: it has a place for every
role a variable ever takes. So a step only looks places up, and a node moves when its own role changes.
The target stands at the origin; y grows downwards; units are pixels at zoom 1.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

from elcs_gui.picture.slots import Seating, ends_first
from elcs_gui.trace.roles import Role, Standing

HEIGHT = 32.0
"""Of a node; that of the target is 40."""
ROW = 58.0
FAN_ROW = 48.0
OUTER_ROW = 42.0
LANE_GAP = 44.0
GAP = 26.0
LABEL = 30.0
CURVE = 16.0
MARGIN = 14.0
"""Round everything, for the rings of a test."""
RINGED = 20.0 + MARGIN
"""How far the target reaches up and down with them: words stand beyond that."""
LATERALS = 2
"""Spouses at either side of the children's row: one above its level, one below."""
BELOW = 66.0
"""From the children's row to spouses below it."""
BESIDE = 44.0
"""Between the end of the children's row and the spouse beside it."""
IN_A_ROW = 7
LARGE = 0.95
"""At this zoom everything may stay in view all the time; below, what is not needed now is left out."""

Point = tuple[float, float]
Box = tuple[float, float, float, float]


@dataclass(frozen=True)
class Room:
    """What the panel has for the plan at zoom 1."""

    width: float
    height: float


class LocalPlan:
    """The places of one blanket.

    Attributes:
        bounds: left, top, right, bottom of everything that can ever be shown, labels included.
        calm, early, late: what is needed of it while neighbours are sought, while spouses are, and once
            directions are known; the same as `bounds` if that is large enough.
    """

    compact = False

    def __init__(self, seats: Seating, target: int, widths: Sequence[float], room: Room) -> None:
        self.target = target
        self._widths = widths
        self._seats = seats
        self._wide = self._widest(seats.fan.everybody)
        # Anybody may come to be tried there.
        self._outer_wide = max([44.0, *widths[:target], *widths[target + 1 :]])
        self._places: dict[tuple[Role, int], Point] = {}
        self._in_a_row = IN_A_ROW + 1
        best = (0.0, 1, self._in_a_row)
        crowded = max(len(self._seats.parents), len(self._seats.children)) > 2 * IN_A_ROW
        most = max(1, (self._seats.fan.capacity + 1) // 2)
        for self._in_a_row in (IN_A_ROW + 1, 11, 14) if crowded else (IN_A_ROW + 1,):
            for rows in sorted({-(-most // columns) for columns in range(1, 8)}, reverse=True):
                self._arrange(rows, room)
                score = _zoom(self.early, room) + _zoom(self.late, room)
                if score > best[0] + 0.03:
                    best = (score, rows, self._in_a_row)
        _, rows, self._in_a_row = best
        self._arrange(rows, room)

    def zoom(self, room: Room) -> float:
        """The largest zoom, up to 1, at which what is there fits, before directions are known and after."""
        return min(_zoom(self.early, room), _zoom(self.late, room))

    def box(self, standings: Sequence[Standing], facts_before: int) -> Box:
        """What the panel has to show now: left, top, right, bottom."""
        decided = (Role.PARENT, Role.CHILD, Role.SPOUSE)
        if any(standing.role in decided for standing in standings):
            return self.late
        return self.early if facts_before >= self._seats.calm else self.calm

    def titles(self, standings: Sequence[Standing], facts_before: int) -> list[tuple[str, str, Point]]:
        """Words for the lanes, each with a quieter word and where it stands."""
        _, top, _, bottom = self.box(standings, facts_before)
        roles = [standing.role for standing in standings]
        if Role.MEMBER in roles:
            return []
        return [
            ("Causes", "" if Role.PARENT in roles else "none yet", (0.0, top + 9.0)),
            ("Effects", "" if Role.CHILD in roles else "none yet", (0.0, bottom - 9.0)),
        ]

    def route(self, x: int, standing: Standing, facts_before: int) -> list[Point] | None:
        """The way of the edge from the target to x; None, as all are straight."""
        return None

    def place(self, x: int, standing: Standing, facts_before: int) -> Point | None:
        """Where x stands after so many facts; None for what the tray shows, or nobody."""
        match standing.role:
            case Role.TARGET:
                return (0.0, 0.0)
            case Role.PARENT | Role.CHILD:
                return self._places.get((standing.role, x)) or self._fan_place(x, facts_before)
            case Role.UNDECIDED | Role.MEMBER:
                return self._fan_place(x, facts_before)
            case Role.SPOUSE:
                return self._places.get((Role.SPOUSE, x)) or self._outer_place(x, facts_before)
            case Role.CANDIDATE:
                return self._outer_place(x, facts_before)
        return None

    @property
    def neighbours(self) -> int:
        """How many there are at most."""
        return max(self._seats.fan.capacity, len(self._seats.parents) + len(self._seats.children))

    def visitors(
        self,
        x: int,
        standings: Sequence[Standing],
        facts_before: int,
        *,
        of_target: bool,
    ) -> list[Point]:
        """Where x may stand while it is tried and has no place of its own, if nobody is there."""
        return [*self._outer_places[0], *self._outer_places[1]]

    def way(self, start: Point, end: Point) -> list[Point] | None:
        """The way of a test from place to place; None, as all are straight, or bent round what they meet."""
        return None

    # The parts

    def _arrange(self, rows: int, room: Room) -> None:
        seats = self._seats
        span = self._fan(rows, room)
        parent_rows, child_rows = (self._rows(len(lane)) for lane in (seats.parents, seats.children))
        spare = room.height - 2 * (span + LANE_GAP + LABEL) - HEIGHT
        spare -= ROW * (max(parent_rows - 1, 0) + max(child_rows - 1, 0))
        gap = max(span + LANE_GAP + min(max(spare, 0.0) / 2, 60.0), 104.0)
        top = self._lane(Role.PARENT, seats.parents, parent_rows, -gap, room)
        order = ends_first(seats.children, seats.spouses)
        bottom = self._lane(Role.CHILD, order, child_rows, gap, room)
        bottom = max(bottom, self._spouses(order, bottom))
        height = self._outer(rows, gap, room)
        beside = max(span + HEIGHT / 2, RINGED)
        top, bottom = min(top, -beside) - LABEL, max(bottom, beside) + LABEL
        if not seats.parents and not seats.children:
            top, bottom = min(top, -room.height / 2), max(bottom, room.height / 2)
        lanes = [abs(x) + self._widths[v] / 2 for (_, v), (x, _) in self._places.items()]
        fan = [abs(x) + self._wide / 2 for x, _ in self._fan_places]
        outer = [abs(x) + self._outer_wide / 2 for places in self._outer_places for x, _ in places]
        half = max([60.0, *lanes, *fan, *outer]) + MARGIN
        # The candidates may stand beside the titles, which are in the middle.
        self.bounds = self.calm = self.early = self.late = (
            -half,
            min(top, -height),
            half,
            max(bottom, height),
        )
        if _zoom(self.bounds, room) < LARGE:
            half = max([60.0, *lanes, *fan]) + MARGIN
            self.late = (-half, top, half, bottom)
            half, tall = max([60.0, *fan]) + MARGIN, beside + LABEL
            self.calm = (-half, -tall, half, tall)
            half, tall = max([60.0, *fan, *outer]) + MARGIN, max(tall, height)
            self.early = (-half, -tall, half, tall)

    def _fan(self, rows: int, room: Room) -> float:
        """Lay the neighbours left and right of the target; how far up and down they reach."""
        count = self._seats.fan.capacity
        wide = self._wide
        has_lanes = bool(self._seats.parents or self._seats.children)
        spread = (room.height - 2 * LABEL - HEIGHT) / 2 - (LANE_GAP + CURVE if has_lanes else 24.0)
        pitch = self._pitch = FAN_ROW if rows < 2 else min(max(2 * spread / (rows - 1), FAN_ROW), 84.0)
        columns = self._columns = _columns((count + 1) // 2, rows)
        inner = self._widths[self.target] / 2 + 44.0 + wide / 2
        beside = max(len(columns) - 1, 0) * (wide + GAP + 8) + (wide + self._outer_wide) / 2 + 44.0
        last = room.width / 2 - MARGIN - self._outer_wide / 2
        # As far out as the columns beyond leave room for, and not further than looks natural.
        first = max(min(room.width * 0.26, 240.0, last - beside), inner + 22.0)
        step = wide + GAP + 8
        if len(columns) > 1:
            step = max(
                step, min((last - first - (wide + self._outer_wide) / 2 - 44.0) / (len(columns) - 1), 150.0)
            )
        sides: tuple[list[Point], list[Point]] = ([], [])
        for column, size in enumerate(columns):
            x = first + column * step
            ys = sorted(((i - (size - 1) / 2) * pitch for i in range(size)), key=lambda y: (abs(y), y))
            half = max((rows - 1) / 2 * pitch, 1.0)
            for y in ys:
                bend = min(30.0, first - inner) * (y / half) ** 2 if rows > 2 else 0.0
                sides[0].append((-x + bend, y))
                sides[1].append((x - bend, y))
        self._fan_places = [sides[seat % 2][seat // 2] for seat in range(count)]
        self._outer_x = first
        if columns:
            edge = first + (len(columns) - 1) * step
            apart = (wide + self._outer_wide) / 2
            self._outer_x = max(min(last, edge + apart + 150.0), edge + apart + 44.0)
        return max((abs(y) for _, y in self._fan_places), default=0.0)

    def _outer(self, rows: int, gap: float, room: Room) -> float:
        """Seat the candidates at the outer sides of the fan, in columns; how high they reach."""
        lanes = [
            abs(x) + self._widths[v] / 2
            for (role, v), (x, _) in self._places.items()
            if role is not Role.SPOUSE
        ]
        fit = max(int((room.height - HEIGHT - 8.0) // OUTER_ROW) + 1, rows, 1)
        first_rows = self._columns[0] if self._columns else 0
        sides: list[list[Point]] = []
        for sign, side in zip((-1, 1), self._seats.outer, strict=True):
            # One seat more than there are candidates, for who is only being tried.
            left, places, x = side.capacity + 1, [], self._outer_x
            while left > 0:
                ys = _between(min(left, fit), first_rows, max(self._pitch, FAN_ROW))
                if max(map(abs, ys)) > (fit - 1) / 2 * OUTER_ROW:
                    middle = (len(ys) - 1) / 2
                    ys = sorted(((i - middle) * OUTER_ROW for i in range(len(ys))), key=lambda y: (abs(y), y))
                if max(map(abs, ys)) > gap - HEIGHT - 6.0:
                    x = max(x, max(lanes, default=0.0) + self._outer_wide / 2 + 16.0)
                places += [(sign * x, y) for y in ys]
                left -= len(ys)
                x += self._outer_wide + 20.0
            sides.append(places)
        self._outer_places = tuple(sides)
        return max(abs(y) for places in sides for _, y in places) + HEIGHT / 2

    def _lane(self, role: Role, members: Sequence[int], rows: int, y: float, room: Room) -> float:
        """Lay a lane out in rows away from the target; where it ends."""
        if not members:
            return y * 0.6
        away = 1.0 if y > 0 else -1.0
        each = -(-len(members) // rows)
        at = y
        for row in range(rows):
            chosen = members[row * each : (row + 1) * each]
            if not chosen:
                break
            widths = [self._widths[x] for x in chosen]
            beside = self._beside() if role is Role.CHILD and rows == 1 else 0.0
            slack = room.width * 0.8 - sum(widths) - beside
            gap = min(max(slack / len(chosen), GAP), max(240.0 / len(chosen), 68.0))
            xs = _in_a_row(widths, gap)
            if rows > 1 and row % 2:
                xs = [x + (widths[0] + gap) / 4 for x in xs]
            half = max((abs(x) for x in xs), default=1.0) or 1.0
            for variable, x in zip(chosen, xs, strict=True):
                bend = CURVE * (1.0 - (x / half) ** 2) if len(chosen) > 2 and rows == 1 else 0.0
                self._places[role, variable] = (x, at + away * bend)
            end = at + away * (CURVE if rows == 1 and len(members) > 2 else 0.0)
            at += away * ROW
            if role is Role.CHILD and rows > 1 and self._family(chosen, at):
                end, at = at, at + ROW
        return end + away * HEIGHT / 2

    def _family(self, children: Sequence[int], y: float) -> bool:
        """Put the spouses of one row of many right below it; are there any?"""
        mine = {x: shared for x, shared in self._seats.spouses.items() if shared[0] in children}
        if not mine:
            return False
        centre = {x: self._places[Role.CHILD, shared[0]][0] for x, shared in mine.items()}
        order = sorted(centre, key=lambda x: (centre[x], x))
        xs = _apart([centre[x] for x in order], [self._widths[x] for x in order])
        for x, at in zip(order, xs, strict=True):
            self._places[Role.SPOUSE, x] = (at, y)
        return True

    def _spouses(self, order: Sequence[int], bottom: float) -> float:
        """Put every spouse at the outer side of the child it shares: beside the row's ends, else below it."""
        children = {child: self._places[Role.CHILD, child] for child in order}
        centre = {
            x: sum(children[child][0] for child in shared) / len(shared)
            for x, shared in self._seats.spouses.items()
        }
        queue = sorted(centre, key=lambda x: (centre[x], x))
        if not queue or len(order) > IN_A_ROW:
            return bottom
        row = bottom - HEIGHT / 2
        edge = max(abs(x) + self._widths[child] / 2 for child, (x, _) in children.items())
        reach = max((abs(x) + self._wide / 2 for x, _ in self._fan_places), default=0.0)
        sides, below = self._sides(queue, centre)
        high = min(y for _, y in children.values())
        # A neighbour still undecided may stand above the row's end: then the spouse stands level with it.
        rise = 62.0 if reach < edge + BESIDE else 0.0
        for sign, side in zip((-1, 1), sides, strict=True):
            for x, y in zip(side, (high - rise, row + BELOW), strict=False):
                place = sign * (edge + BESIDE + (0.0 if rise else 22.0) + self._widths[x] / 2)
                self._places[Role.SPOUSE, x] = (place, y)
        if below:
            xs = _apart([centre[x] for x in below], [self._widths[x] for x in below])
            for x, at in zip(below, xs, strict=True):
                self._places[Role.SPOUSE, x] = (at, row + BELOW)
        return max(y for (role, _), (_, y) in self._places.items() if role is Role.SPOUSE) + HEIGHT / 2

    def _sides(
        self, queue: Sequence[int], centre: Mapping[int, float]
    ) -> tuple[tuple[list[int], list[int]], list[int]]:
        """Who stands left and right of the children, the upper first, and who has to stand below them.

        Nobody stands below a child who need not: there it would look like an effect. Who is shared through
        many stands below them all.
        """
        sides: tuple[list[int], list[int]] = ([], [])
        below: list[int] = []
        for x in sorted(queue, key=lambda x: (-abs(centre[x]), x)):
            few = len(sides[0]) <= len(sides[1])
            side = sides[centre[x] > 0] if abs(centre[x]) > 1.0 else sides[0 if few else 1]
            fits = len(side) < LATERALS and len(self._seats.spouses[x]) <= 2
            (side if fits else below).append(x)
        return sides, sorted(below, key=queue.index)

    def _rows(self, count: int) -> int:
        """How many rows a lane of so many needs."""
        return -(-count // self._in_a_row) if count > IN_A_ROW else min(count, 1)

    def _beside(self) -> float:
        """About how much of the width the spouses beside the children take."""
        return 2 * self._widest(list(self._seats.spouses)) if self._seats.spouses else 0.0

    def _fan_place(self, x: int, facts_before: int) -> Point | None:
        seat = self._seats.fan.seat(x, facts_before)
        return None if seat is None else self._fan_places[seat]

    def _outer_place(self, x: int, facts_before: int) -> Point | None:
        for side, places in zip(self._seats.outer, self._outer_places, strict=True):
            seat = side.seat(x, facts_before)
            if seat is not None:
                return places[seat]
        return None

    def _widest(self, members: Sequence[int]) -> float:
        return max([44.0, *(self._widths[x] for x in members)])


def _zoom(box: Box, room: Room) -> float:
    left, top, right, bottom = box
    return min(room.width / (right - left), room.height / (bottom - top), 1.0)


def _columns(count: int, rows: int) -> list[int]:
    """So many places in columns, every other one with a place less, so that they interlock."""
    columns: list[int] = []
    while count > 0:
        size = rows if len(columns) % 2 == 0 or rows < 3 else rows - 1
        columns.append(min(size, count))
        count -= columns[-1]
    return columns


def _between(count: int, rows: int, pitch: float) -> list[float]:
    """Heights from the middle outwards that fall between the rows of the fan."""
    shift = 0.0 if rows % 2 == 0 else pitch / 2
    places = [0.0] if not shift else []
    step = 0
    while len(places) < count:
        step += 1
        height = step * pitch if not shift else shift + (step - 1) * pitch
        places += [-height, height]
    return places[:count]


def _in_a_row(widths: Sequence[float], gap: float) -> list[float]:
    """Centres of boxes side by side, the whole centred at 0."""
    total = sum(widths) + gap * (len(widths) - 1)
    xs, at = [], -total / 2
    for width in widths:
        xs.append(at + width / 2)
        at += width + gap
    return xs


def _apart(wanted: Sequence[float], widths: Sequence[float]) -> list[float]:
    """Centres near the wanted ones (which ascend) such that no two boxes touch."""
    xs = list(wanted)
    for _ in range(60):
        moved = False
        for i, j in pairwise(range(len(xs))):
            need = (widths[i] + widths[j]) / 2 + GAP - (xs[j] - xs[i])
            if need > 0.1:
                xs[i] -= need / 2
                xs[j] += need / 2
                moved = True
        if not moved:
            break
    else:
        return _in_a_row(widths, GAP)
    return xs
