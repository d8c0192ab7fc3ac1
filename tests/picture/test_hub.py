"""A hub's neighbours stand in columns that can be read."""

from __future__ import annotations

from itertools import pairwise

import numpy as np
import pytest

from elcs_gui.app.graph.frame import Labels
from elcs_gui.app.graph.painting.node_painter import letters
from elcs_gui.picture.hub import HALF, TARGET_HALF, HubPlan
from elcs_gui.picture.hub_slots import hub as about
from elcs_gui.picture.labels import half_width
from elcs_gui.picture.local import Room
from elcs_gui.picture.outlines import segment_hits_boxes
from elcs_gui.trace import events as ev
from elcs_gui.trace.roles import Role, standings
from elcs_gui.trace.view import View, advance

ROOM = Room(627, 378)
"""What a window of 1440 × 900 leaves for the blanket."""
WIDTH = 107.0
"""Of a compact node with a name of ten characters."""
Found = dict[int, tuple[float, float]]


def hub(children: int, parents: int = 0, undecided: int = 0, spouses: int = 0, passing: int = 0) -> list:
    """Facts about variable 0: neighbours 1, 2, ... as named, then spouses, then who enters and leaves."""
    neighbours = children + parents + undecided
    facts: list[ev.Event] = [ev.Started("EMB:1", "EMB", 0)]
    for i in range(passing):
        x = neighbours + spouses + 1 + i
        facts += [ev.Entered("HITON-PC:7", 0, "PC", x), ev.Entered("HITON-PC:7", 0, "PC", i % neighbours + 1)]
        facts.append(ev.Left("HITON-PC:10", 0, "PC", x, (i % neighbours + 1,)))
    facts += [ev.Entered("HITON-PC:7", 0, "PC", x) for x in range(1, neighbours + 1)]
    facts.append(ev.Started("RecogSpouses:1", "RecogSpouses", 0))
    for i in range(spouses):
        first = 1 + i % max(children, 1)
        facts.append(ev.Entered("RecogSpouses:12", 0, "CSP", neighbours + 1 + i, first))
        if i % 3 == 0 and first < children:
            facts.append(ev.Entered("RecogSpouses:12", 0, "CSP", neighbours + 1 + i, first + 1))
    facts.append(ev.SpousesCopied("RecogSpouses:17", 0))
    facts += [
        ev.Left("RecogSpouses:22", 0, "SP", neighbours + 1 + i, (), 1 + i) for i in range(0, spouses, 4)
    ]
    facts += [ev.Found("DistinguishPC:4", 0, (), (x,), "spouse", ()) for x in range(1, children + 1)]
    causes = range(children + 1, children + parents + 1)
    facts += [ev.Found("DistinguishPC:16", 0, (x, causes[0]), (), "lemma-1a", ()) for x in causes]
    return facts


def at_every_fact(facts: list, variables: int):
    """After each fact: the plan, the roles, and who stands where."""
    plan = HubPlan(about(enumerate(facts, 1), 0), 0, [WIDTH] * variables, ROOM)
    view = View()
    for told, fact in enumerate(facts, 1):
        view = advance(view, fact)
        roles = standings(view, 0, variables)
        places = {x: plan.place(x, standing, told) for x, standing in enumerate(roles)}
        yield plan, roles, {x: place for x, place in places.items() if place is not None}, told


def overlapping(found: Found) -> list[tuple[int, int]]:
    high = {x: TARGET_HALF if x == 0 else HALF for x in found}
    return [
        (a, b)
        for a, (ax, ay) in found.items()
        for b, (bx, by) in found.items()
        if a < b and abs(ax - bx) < WIDTH and abs(ay - by) < high[a] + high[b]
    ]


MIXES = [(n, 0, 0) for n in (1, 2, 7, 8, 15, 23, 41, 60)]
MIXES += [(0, n, 0) for n in (1, 7, 8, 23, 60)] + [(0, 0, n) for n in (1, 16, 45, 60)]
MIXES += [(40, 1, 0), (20, 20, 5), (10, 3, 30), (30, 12, 18)]


@pytest.mark.parametrize(("children", "parents", "undecided"), MIXES)
def test_no_two_nodes_of_a_hub_overlap_and_all_are_in_view(children, parents, undecided):
    facts = hub(children, parents, undecided, spouses=children // 2, passing=min(children, 9))
    for plan, roles, found, told in at_every_fact(facts, children * 3 + parents + undecided + 2):
        assert not overlapping(found), f"after {told} facts"
        left, top, right, bottom = plan.box(roles, told)
        for x, (at_x, at_y) in found.items():
            assert left <= at_x - WIDTH / 2 and at_x + WIDTH / 2 <= right, f"{x} after {told} facts"
            assert top <= at_y - HALF and at_y + HALF <= bottom, f"{x} after {told} facts"


@pytest.mark.parametrize(
    ("children", "parents", "undecided", "spouses"),
    [(40, 1, 0, 28), (45, 0, 0, 20), (20, 2, 23, 20), (5, 0, 40, 5)],
)
def test_names_about_a_hub_of_45_can_be_read(children, parents, undecided, spouses):
    facts = hub(children, parents, undecided, spouses)
    plan = HubPlan(
        about(enumerate(facts, 1), 0), 0, [WIDTH] * (children + parents + undecided + spouses + 1), ROOM
    )
    assert 14 * plan.zoom(ROOM) >= 9.5  # pixels of a name


@pytest.mark.usefixtures("qapp")
def test_on_a_small_window_a_hub_takes_the_room_of_the_tray_and_can_be_read():
    """A window of 1280 × 720 leaves 490 × 291 beside the tray."""
    facts, name = hub(40, 1, 0, 27), "p630798688"
    labels = Labels((name,))
    wide = half_width(Role.CHILD, labels.short(0)[1], compact=True)
    sizes = []
    for room in (Room(490, 291), Room(638, 291)):
        plan = HubPlan(about(enumerate(facts, 1), 0), 0, [*labels.widths(122.0, -1, compact=True)] * 80, room)
        zoom = plan.zoom(room)
        sizes.append(letters(name, zoom, wide * zoom, HALF * zoom, hexagon=False))
    assert sizes[0] < 8.6
    assert sizes[1] >= 9.2  # pixels of a name


@pytest.mark.parametrize("neighbours", [8, 23, 41])
def test_edges_of_a_hub_cross_no_node(neighbours):
    facts = hub(neighbours - 9, 8, 1, spouses=neighbours // 2) if neighbours > 9 else hub(neighbours)
    *_, (plan, roles, found, told) = at_every_fact(facts, 2 * neighbours + 2)
    for x in found:
        route = plan.route(x, roles[x], told)
        if route is None:
            continue
        others = [y for y in found if y not in (0, x)]
        centres = np.array([found[y] for y in others])
        sizes = np.full(len(others), WIDTH / 2 - 1), np.full(len(others), HALF - 1)
        for a, b in pairwise(route):
            assert not segment_hits_boxes(a, b, centres, *sizes).any()


def test_a_neighbour_that_is_found_to_be_an_effect_stays_where_it_is():
    facts = hub(30, 2, 0, spouses=12)
    before: Found = {}
    for _, roles, found, _ in at_every_fact(facts, 60):
        for x, place in found.items():
            if roles[x].role in (Role.CHILD, Role.UNDECIDED) and x in before:
                assert before[x] == place
        before = {x: p for x, p in found.items() if roles[x].role in (Role.CHILD, Role.UNDECIDED)}


def test_a_spouse_stands_in_the_row_of_a_child_it_is_shared_through_or_next_to_it():
    facts = hub(30, spouses=12)
    *_, (_, roles, found, _) = at_every_fact(facts, 60)
    spouses = [x for x, standing in enumerate(roles) if standing.role is Role.SPOUSE]
    assert spouses
    for x in spouses:
        child = min(roles[x].through, key=lambda child: abs(found[child][1] - found[x][1]))
        assert abs(found[child][1] - found[x][1]) < 3 * HALF
        assert abs(found[child][0] - found[x][0]) < 2 * WIDTH


def test_candidates_without_a_seat_are_counted():
    facts = hub(15) + [ev.Entered("RecogSpouses:12", 0, "CSP", 16 + i, 1) for i in range(5)]
    facts = [fact for fact in facts if not isinstance(fact, ev.Found | ev.SpousesCopied)]
    *_, (plan, roles, found, told) = at_every_fact(facts, 30)
    assert len([x for x in found if roles[x].role is Role.CANDIDATE]) == 1
    assert ("", "4 more candidates") in [title[:2] for title in plan.titles(roles, told)]
