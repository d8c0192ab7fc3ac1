"""The graph after every step, as a page draws it: on sheets of three sizes, equal parts written once.

A scene of the page is a list of numbers: of its nodes, its links and its frame, which stand in tables of
their own. A node has a form for every sheet, and so have the ways of links that are not straight:

    node    [variable, role, form, ...]       form   [x, y, half width, half height, text]; [] without room
    link    [tail, head, kind, directed, badge, label, marks, way, ...]
    frame   [[box, titles, anchor], ...]      box    left, top, right, bottom of what is to be seen
    scene   [target, nodes, links, frame, ringed, chip, note, state, tray, unseen]
    tray    the rows of those who were dismissed, each [variable, separating set or ""]

Roles and kinds are the words of `Role` and `LinkKind`; marks is "" or letters: c for a conflict, w for weak;
state is that of the note: open, decided or disputed. What a rule looks like is in `rule_drawing`.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Hashable
from functools import cache
from typing import Any

from PIL import ImageFont

from elcs_gui.packaged import packaged
from elcs_gui.picture.facts_by_target import FactsByTarget
from elcs_gui.picture.labels import LABEL_SIZE, LONGEST_LABEL, Labels, half_height, half_width
from elcs_gui.picture.local import Point, Room
from elcs_gui.picture.places import Planned, best_plan, in_tray, places_of
from elcs_gui.picture.scene import Link, LinkKind, Scene, as_measured, local_scene
from elcs_gui.player.rule_drawing import rule_sheet
from elcs_gui.proof.argument import Argument
from elcs_gui.trace.events import Event, Tested
from elcs_gui.trace.explain import braced
from elcs_gui.trace.listings import AGAIN, line
from elcs_gui.trace.roles import Role
from elcs_gui.trace.trace import Trace
from elcs_gui.trace.view import View

_SETTLED = (Role.TARGET, Role.PARENT, Role.CHILD, Role.UNDECIDED, Role.MEMBER)
ROOMS = (Room(600.0, 420.0), Room(352.0, 380.0), Room(800.0, 570.0))
"""Of the sheets: beside a column of text, on a telephone, and on a large screen."""

_Form = tuple[float, float, float, float, str]


class Table:
    """Values by number; equal ones have the same."""

    def __init__(self) -> None:
        self.rows: list[Any] = []
        self._numbers: dict[Hashable, int] = {}

    def number(self, value: Hashable) -> int:
        found = self._numbers.get(value)
        if found is None:
            found = self._numbers[value] = len(self.rows)
            self.rows.append(value)
        return found


class Drawing:
    """Lays out the steps of one trace."""

    def __init__(self, trace: Trace) -> None:
        self._trace = trace
        self._by_target = FactsByTarget(trace)
        self._labels = Labels(trace.header.names, text_width)
        self._plans: dict[tuple[int, int], Planned] = {}
        self._at_rest: tuple[int, int, frozenset[int]] = (-1, -1, frozenset())
        """After so many facts, the scene of a test on nobody else than those who are there."""
        self.nodes, self.links, self.frames, self.scenes = Table(), Table(), Table(), Table()
        self.trays, self.tray_rows = Table(), Table()

    def scene(self, view: View, step: int, event: Event | None) -> int:
        """The number of the scene after `step` events."""
        facts_before = self._by_target.facts_before(step)
        if not isinstance(event, Tested):
            return self._scene(view, step, event, facts_before)[0]
        # Most tests are about variables that are in the picture anyway, and change nothing in it.
        if facts_before != self._at_rest[0]:
            self._at_rest = (facts_before, -1, frozenset())
        _, number, there = self._at_rest
        if number >= 0 and there.issuperset((event.x, event.y, *event.z)):
            return number
        number, settled = self._scene(view, step, event, facts_before)
        if settled.issuperset((event.x, event.y, *event.z)):
            self._at_rest = (facts_before, number, settled)
        return number

    def asked(self, view: View, step: int, event: Event | None, answered: int) -> int:
        """The same while the verdict is held back; `answered` is the scene with it."""
        tells = isinstance(event, Tested) and not event.independent and line(event.at).purpose == AGAIN
        facts_before = self._by_target.facts_before(step)
        return self._scene(view, step, event, facts_before, asking=True)[0] if tells else answered

    def _scene(
        self, view: View, step: int, event: Event | None, facts_before: int, *, asking: bool = False
    ) -> tuple[int, frozenset[int]]:
        """The number of the scene, and who has a place in it of their own, whatever is tested."""
        made = local_scene(self._by_target, view, step, event, asking=asking)
        scene = as_measured(made, self._trace, firm=False)
        sheets = [self._forms(scene, sheet, facts_before) for sheet in range(len(ROOMS))]
        shown = dict.fromkeys(x for sheet in sheets for x in sheet)
        nodes = tuple(
            self.nodes.number((x, scene.role(x).value, *(sheet.get(x, ()) for sheet in sheets)))
            for x in shown
        )
        links = tuple(
            self.links.number(self._link(link, scene, facts_before))
            for link in scene.links
            if link.tail in shown and link.head in shown
        )
        frame = self.frames.number(
            tuple(self._frame(scene, sheet, facts_before) for sheet in range(len(ROOMS)))
        )
        state = "disputed" if scene.disputed else "doubted" if scene.doubted else "plain"
        said = scene.chip, scene.note, state
        tray, unseen = self._tray(scene, step), sum(each.role is Role.UNSEEN for each in scene.standings)
        number = self.scenes.number((scene.target, nodes, links, frame, scene.ringed, *said, tray, unseen))
        return number, frozenset(
            x for x in shown if scene.role(x) in _SETTLED and all(x in sheet for sheet in sheets)
        )

    def _tray(self, scene: Scene, step: int) -> int:
        names, members = self._trace.header.names, in_tray(scene, self._by_target, step)
        separators = [(x, scene.standings[x].separator) for x in members]
        return self.trays.number(
            tuple(self.tray_rows.number((x, "" if z is None else braced(names, z))) for x, z in separators)
        )

    def rule(self, view: View, step: int, event: Event, argument: Argument) -> list[list[Any]]:
        """A rule on every sheet, as drawn when it has fired with this event."""
        scene = local_scene(self._by_target, view, step, event)
        facts_before = self._by_target.facts_before(step)
        drawn = []
        for sheet, room in enumerate(ROOMS):
            plan = self._plan(scene.target, sheet)[0]
            left, top, right, bottom = plan.box(scene.standings, facts_before)
            zoom = min(room.width / (right - left), room.height / (bottom - top), 1.0)
            places, _ = places_of(scene, plan, facts_before)
            there = {
                x: (
                    room.width / 2 + (across - (left + right) / 2) * zoom,
                    room.height / 2 + (down - (top + bottom) / 2) * zoom,
                )
                for x, (across, down) in places.items()
            }
            drawn.append(rule_sheet(scene, argument, self._labels, text_width, there, room))
        return drawn

    def _plan(self, target: int, sheet: int) -> Planned:
        found = self._plans.get((target, sheet))
        if found is None:
            found = best_plan(self._by_target, target, self._labels, (ROOMS[sheet],))
            self._plans[target, sheet] = found
        return found

    def _forms(self, scene: Scene, sheet: int, facts_before: int) -> dict[int, _Form]:
        plan, limit, _ = self._plan(scene.target, sheet)
        places, guests = places_of(scene, plan, facts_before, tray=False)
        left, _, right, _ = plan.box(scene.standings, facts_before)
        forms = {}
        for x, (across, down) in places.items():
            role = scene.role(x)
            text, width = self._labels.short(x, LONGEST_LABEL if x == scene.target else limit)
            wide = half_width(role, width, compact=plan.compact)
            tall = half_height(role, compact=plan.compact)
            if x in guests:  # its name may be longer than those its place was made for
                across = min(max(across, left + wide), right - wide)
            forms[x] = (round(across, 1), round(down, 1), round(wide, 1), tall, text)
        return forms

    def _link(self, link: Link, scene: Scene, facts_before: int) -> tuple[Any, ...]:
        marks = "c" * link.conflict + "w" * link.weak
        ways = tuple(self._way(link, scene, sheet, facts_before) for sheet in range(len(ROOMS)))
        return (
            link.tail, link.head, link.kind.value, int(link.directed), link.badge, link.label, marks, *ways
        )  # fmt: skip

    def _way(self, link: Link, scene: Scene, sheet: int, facts_before: int) -> tuple[Point, ...]:
        """The corners of a link of a hub from tail to head; none of a straight one."""
        if scene.target not in link.ends or link.kind is LinkKind.GHOST:
            return ()
        other = link.head if link.tail == scene.target else link.tail
        route = self._plan(scene.target, sheet)[0].route(other, scene.standings[other], facts_before)
        if route is None:
            return ()
        corners = tuple((round(x, 1), round(y, 1)) for x, y in route)
        return corners if link.head == other else corners[::-1]

    def _frame(self, scene: Scene, sheet: int, facts_before: int) -> tuple[Any, ...]:
        plan = self._plan(scene.target, sheet)[0]
        box = tuple(round(side, 1) for side in plan.box(scene.standings, facts_before))
        titles = tuple(
            (word, scene.nobody if quiet == "none yet" and scene.note else quiet, round(x, 1), round(y, 1))
            for word, quiet, (x, y) in plan.titles(scene.standings, facts_before)
        )
        return box, titles, "start" if plan.compact else "middle"


def text_width(text: str) -> float:
    """How wide a name is in the graph, about; the browser may have another font."""
    wide = sum(unicodedata.east_asian_width(sign) in "WF" for sign in text)
    narrow = "".join(sign for sign in text if unicodedata.east_asian_width(sign) not in "WF")
    return float(_font().getlength(narrow)) + wide * LABEL_SIZE


@cache
def _font() -> ImageFont.FreeTypeFont:
    return ImageFont.truetype(packaged("fonts") / "Inter-SemiBold.otf", LABEL_SIZE)
