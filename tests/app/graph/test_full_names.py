"""Names are shortened only where there is no room for them."""

import itertools

import numpy as np
import pytest

from elcs_gui.app.graph.frame import Labels
from elcs_gui.app.graph.layout.full_names import FOR_AN_ARROW, step_inwards, written_out
from elcs_gui.picture.argument_seats import SHORTEST_LINK, Seating
from elcs_gui.picture.labels import LABEL_LIMITS
from elcs_gui.trace.rules import LEMMA_1B, RULES

BOUNDS = (0.0, 0.0, 400.0, 200.0)
LONG = ("VENTTUBE", 60.0)


def written(
    *places: tuple[float, float],
    linked: tuple[tuple[int, int], ...] = (),
    lines: tuple[tuple[int, int, tuple[tuple[float, float], tuple[float, float]]], ...] = (),
) -> dict[int, str]:
    """What the first says when the others are there, all of them 60 wide and 32 high."""
    xy = np.array(places)
    w, h = np.full(len(xy), 30.0), np.full(len(xy), 16.0)
    found = written_out({0: [LONG]}, xy, w, h, linked, lines, BOUNDS, 1.0)
    return {x: text for x, (text, _) in found.items()}


def test_a_name_is_written_out_where_nothing_is_in_the_way() -> None:
    assert written((200, 100)) == {0: "VENTTUBE"}
    assert written((200, 100), (320, 100)) == {0: "VENTTUBE"}
    assert written((200, 100), (240, 60)) == {0: "VENTTUBE"}  # above it


def test_it_stays_short_beside_a_neighbour_at_the_rim_and_under_a_line() -> None:
    assert not written((200, 100), (280, 100))
    assert not written((50, 100))
    assert not written((200, 100), (20, 20), (250, 180), lines=((1, 2, ((250, 20), (250, 180))),))


def test_an_arrow_keeps_its_room() -> None:
    near = (200 + 90 + FOR_AN_ARROW - 1, 100)
    assert written((200, 100), near) == {0: "VENTTUBE"}
    assert not written((200, 100), near, linked=((0, 1),))


def test_two_that_compete_get_something_each() -> None:
    xy, half = np.array([[100.0, 100.0], [240.0, 100.0]]), np.full(2, 30.0)
    forms = {x: [("a bit", 50.0), ("all of it", 90.0)] for x in (0, 1)}
    found = written_out(forms, xy, half, np.full(2, 16.0), (), (), BOUNDS, 1.0)
    assert {x: text for x, (text, _) in found.items()} == {0: "a bit", 1: "a bit"}


@pytest.mark.usefixtures("qapp")
def test_only_limits_that_change_something_are_tried() -> None:
    assert Labels(("A", "B")).limits == LABEL_LIMITS[-1:]
    assert Labels(("A", "a name of forty letters, more or less, it is")).limits == LABEL_LIMITS


def test_a_chain_lies_where_there_is_room_and_falls_where_there_is_none() -> None:
    pattern, widths = RULES[LEMMA_1B].pattern, {0: 60.0, 1: 30.0, 2: 30.0}
    lying = Seating(pattern, (0, 1, 2), widths, 20.0, (200, 100), (0.0, 0.0, 420.0, 200.0)).seats()
    assert len({y for _, y in lying.places.values()}) == 1
    order = sorted(widths, key=lambda x: lying.places[x])
    assert order == [2, 0, 1]
    for left, right in itertools.pairwise(order):
        apart = lying.places[right][0] - lying.places[left][0]
        assert apart - (widths[left] + widths[right]) * lying.scale >= SHORTEST_LINK
    assert lying.fits_across((0.0, 0.0, 420.0, 200.0))
    falling = Seating(pattern, (0, 1, 2), widths, 20.0, (200, 100), (0.0, 0.0, 300.0, 200.0)).seats()
    assert len({y for _, y in falling.places.values()}) == 3


def test_who_stands_at_the_rim_steps_inwards_for_its_name_unless_somebody_is_there() -> None:
    xy, short, whole = np.array([[30.0, 100.0], [200.0, 40.0]]), np.full(2, 30.0), np.full(2, 60.0)
    tall = np.full(2, 16.0)
    assert step_inwards(xy, short, whole, tall, BOUNDS, 1.0).tolist() == [[60.0, 100.0], [200.0, 40.0]]
    beside = np.array([[30.0, 100.0], [120.0, 100.0]])
    assert step_inwards(beside, short, whole, tall, BOUNDS, 1.0).tolist() == beside.tolist()
