"""Where everybody stands in the local view: the plan that reads best in a room, and who is where by it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import TypeVar

from elcs_gui.picture.facts_by_target import FactsByTarget
from elcs_gui.picture.hub import HubPlan
from elcs_gui.picture.hub_slots import Hub
from elcs_gui.picture.labels import LONGEST_LABEL, Labels
from elcs_gui.picture.local import LocalPlan, Point, Room
from elcs_gui.picture.scene import LinkKind, Scene
from elcs_gui.trace.roles import Role

LEGIBLE = 0.72
"""A zoom below which names are hard to read: 14 pixels become 10."""
LARGE = 0.82
"""A zoom above which names need not be shortened."""
FEW = 8
"""So many neighbours need no columns, unless their candidates make everything tiny."""
TINY = 0.6

Plan = TypeVar("Plan", LocalPlan, HubPlan)
Planned = tuple[LocalPlan | HubPlan, float, bool]
"""A plan, how wide its labels may be, and whether it takes the room of the tray."""


def best_plan(by_target: FactsByTarget, target: int, labels: Labels, rooms: Sequence[Room]) -> Planned:
    """Names are shortened before everything gets small; a hub is planned as one if that reads better.

    The first room is beside the tray; a hub that cannot be read there gets the second, if there is one.
    """
    room, seats = rooms[0], by_target.seating(target)
    best, zoom, limit = _shortened(
        lambda limit: LocalPlan(seats, target, labels.widths(limit, target), room), labels, room, LARGE
    )
    planned: Planned = best, limit, False
    if zoom < (LEGIBLE if best.neighbours > FEW else TINY):
        found = by_target.hub(target)
        for place in rooms:
            make = partial(_hub_plan, found, target, labels, place)
            hub, closer, limit = _shortened(make, labels, place, LEGIBLE)
            if closer > zoom:
                planned, zoom = (hub, limit, place is not room), closer
            if zoom >= LEGIBLE:
                break
    return planned


def places_of(
    scene: Scene,
    plan: LocalPlan | HubPlan,
    facts_before: int,
    kept: Mapping[int, Point] | None = None,
    *,
    tray: bool = True,
) -> tuple[dict[int, Point], list[int]]:
    """Where everybody stands by the plan, or where they were `kept`; and who is there only to be tested.

    Without a `tray`, where they would be seen, the dismissed come in to be tested as well.
    """
    found: dict[int, Point] = {}
    for x in scene.seen:
        standing = scene.standings[x]
        if standing.role is not Role.DISMISSED:
            place = (kept or {}).get(x) or plan.place(x, standing, facts_before)
            if place:
                found[x] = place
    taken = set(found.values())
    visiting = {Role.UNSEEN, Role.CANDIDATE, Role.SPOUSE} | (set() if tray else {Role.DISMISSED})
    guests: list[int] = []
    of_target = scene.target in asked(scene)[:2]
    for x in asked(scene):
        if x in found or scene.role(x) not in visiting:
            continue
        places = plan.visitors(x, scene.standings, facts_before, of_target=of_target)
        place = next((place for place in places if place not in taken), None)
        if place is not None:
            found[x] = place
            taken.add(place)
            guests.append(x)
    return found, guests


def in_tray(scene: Scene, by_target: FactsByTarget, step: int) -> list[int]:
    """Who was dismissed, in the order of that; but whoever a link leads to stands first, in sight."""
    members = [x for x in by_target.left(step, scene.target) if scene.role(x) is Role.DISMISSED]
    linked = {x for link in scene.links if link.kind is not LinkKind.GHOST for x in link.ends}
    return sorted(members, key=lambda x: x not in linked)


def asked(scene: Scene) -> tuple[int, ...]:
    """The variables of the running test."""
    return () if scene.test is None else (scene.test.x, scene.test.y, *scene.test.z)


def _hub_plan(found: Hub, target: int, labels: Labels, room: Room, limit: float) -> HubPlan:
    return HubPlan(found, target, labels.widths(limit, target, compact=True), room)


def _shortened(
    make: Callable[[float], Plan], labels: Labels, room: Room, enough: float
) -> tuple[Plan, float, float]:
    """The plan with the longest labels at which everything is large enough, or as large as it gets.

    With its zoom, and how wide its labels may be.
    """
    first, *shorter = labels.limits or (LONGEST_LABEL,)
    best = (make(first), first)
    for limit in shorter:
        if best[0].zoom(room) >= enough:
            break
        plan = make(limit)
        if plan.zoom(room) > best[0].zoom(room) + 0.06:
            best = (plan, limit)
    return best[0], best[0].zoom(room), best[1]
