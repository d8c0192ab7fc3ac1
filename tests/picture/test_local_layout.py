"""The local view has a place for everybody, and nobody moves without reason."""

from __future__ import annotations

import pytest

from elcs_gui.picture.local import RINGED, LocalPlan, Room
from elcs_gui.picture.slots import seating
from elcs_gui.trace import events as ev
from elcs_gui.trace.roles import Role, standings
from elcs_gui.trace.view import View, advance

ROOM = Room(640, 370)
WIDTH, HEIGHT = 90.0, 32.0


def blanket(neighbours: int, children: int = 0, spouses: int = 0) -> list[ev.Event]:
    """A run for variable 0: so many neighbours, of which the first are children that share spouses."""
    facts: list[ev.Event] = [ev.Started("EMB:1", "EMB", 0)]
    facts += [ev.Entered("HITON-PC:7", 0, "PC", x) for x in range(1, neighbours + 1)]
    facts += [
        ev.Entered("RecogSpouses:12", 0, "CSP", neighbours + 1 + i, 1 + i % max(children, 1))
        for i in range(spouses)
    ]
    facts.append(ev.SpousesCopied("RecogSpouses:17", 0))
    facts += [ev.Found("DistinguishPC:4", 0, (), (x,), "spouse", ()) for x in range(1, children + 1)]
    rest = list(range(children + 1, neighbours + 1))
    if len(rest) > 1:
        facts.append(ev.Found("DistinguishPC:16", 0, (rest[0], rest[1]), (), "lemma-1a", ()))
    return facts


def plan_of(facts: list[ev.Event], variables: int) -> LocalPlan:
    return LocalPlan(seating(enumerate(facts, 1), 0), 0, [WIDTH] * variables, ROOM)


def places(
    plan: LocalPlan, facts: list[ev.Event], told: int, variables: int
) -> dict[int, tuple[float, float]]:
    view = View()
    for fact in facts[:told]:
        view = advance(view, fact)
    found = {}
    for x, standing in enumerate(standings(view, 0, variables)):
        place = plan.place(x, standing, told)
        if place is not None:
            found[x] = place
    return found


def overlapping(found: dict[int, tuple[float, float]]) -> list[tuple[int, int]]:
    return [
        (a, b)
        for a, (ax, ay) in found.items()
        for b, (bx, by) in found.items()
        if a < b and abs(ax - bx) < WIDTH and abs(ay - by) < HEIGHT
    ]


def test_parents_stand_above_the_target_and_children_below():
    facts = blanket(6, children=3, spouses=2)
    found = places(plan_of(facts, 10), facts, len(facts), 10)
    assert found[0] == (0, 0)
    assert all(found[x][1] > 40 for x in (1, 2, 3))
    assert all(found[x][1] < -40 for x in (4, 5))


@pytest.mark.parametrize("neighbours", [*range(16), 23, 30, 41, 60])
def test_no_two_nodes_overlap(neighbours):
    children, spouses = neighbours * 2 // 3, neighbours // 2
    variables = neighbours + spouses + 1
    facts = blanket(neighbours, children, spouses)
    plan = plan_of(facts, variables)
    for told in range(len(facts) + 1):
        assert not overlapping(places(plan, facts, told, variables)), f"after {told} facts"


@pytest.mark.parametrize("neighbours", [1, 7, 41])
def test_a_node_keeps_its_place_when_another_changes_role(neighbours):
    facts = blanket(neighbours, children=neighbours // 2, spouses=neighbours // 3)
    variables = 2 * neighbours + 2
    plan = plan_of(facts, variables)
    view = View()
    before: dict[int, tuple[float, float]] = {}
    roles: dict[int, Role] = {}
    for told, fact in enumerate(facts, 1):
        view = advance(view, fact)
        now = {x: s.role for x, s in enumerate(standings(view, 0, variables))}
        after = places(plan, facts, told, variables)
        for x, place in before.items():
            if now[x] is roles[x]:
                assert after[x] == place
        before, roles = after, now


def test_a_free_seat_is_taken_by_the_next():
    facts: list[ev.Event] = [
        ev.Started("EMB:1", "EMB", 0),
        ev.Entered("HITON-PC:7", 0, "PC", 1),
        ev.Entered("HITON-PC:7", 0, "PC", 2),
        ev.Left("HITON-PC:10", 0, "PC", 1, (2,)),
        ev.Entered("HITON-PC:7", 0, "PC", 3),
    ]
    plan = plan_of(facts, 4)
    assert places(plan, facts, 3, 4)[1] == places(plan, facts, 5, 4)[3]


def test_the_bounds_hold_everything():
    facts = blanket(12, children=8, spouses=5)
    plan = plan_of(facts, 20)
    left, top, right, bottom = plan.bounds
    for told in range(len(facts) + 1):
        for x, y in places(plan, facts, told, 20).values():
            assert left <= x - WIDTH / 2 and x + WIDTH / 2 <= right
            assert top <= y - HEIGHT / 2 and y + HEIGHT / 2 <= bottom


@pytest.mark.parametrize("neighbours", [1, 2, 9])
def test_titles_of_lanes_stand_clear_of_the_rings_round_the_target(neighbours: int) -> None:
    facts = blanket(neighbours, children=min(neighbours, 2), spouses=2)
    variables = 1 + neighbours + 2
    for room in (Room(640, 370), Room(640, 250), Room(420, 220)):
        plan = LocalPlan(seating(enumerate(facts, 1), 0), 0, [WIDTH] * variables, room)
        view = View()
        for told, fact in enumerate(facts, 1):
            view = advance(view, fact)
            for _, _, (_, y) in plan.titles(standings(view, 0, variables), told):
                assert abs(y) - 8.0 >= RINGED + 4.0


def test_nobody_dismissed_or_unseen_has_a_place():
    facts: list[ev.Event] = [
        ev.Started("EMB:1", "EMB", 0),
        ev.Entered("HITON-PC:7", 0, "PC", 1),
        ev.Left("HITON-PC:10", 0, "PC", 1, ()),
    ]
    assert set(places(plan_of(facts, 3), facts, 3, 3)) == {0}


@pytest.mark.parametrize("children", [1, 2, 3, 4])
def test_a_spouse_stands_beside_the_effects_not_under_one(children):
    spouses = min(children, 2)
    variables = children + spouses + 1
    facts = blanket(children, children, spouses)
    found = places(plan_of(facts, variables), facts, len(facts), variables)
    outermost = max(abs(found[x][0]) for x in range(1, children + 1))
    assert all(abs(found[x][0]) > outermost + WIDTH for x in range(children + 1, variables))
