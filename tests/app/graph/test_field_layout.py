"""The map of all variables is the same every time, and keeps clear of what stands in its corners."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from elcs_gui.app.graph.layout.field import KNOWN_MAPS, SPACING, FieldLayout
from elcs_gui.app.graph.layout.field_spread import fitted, hop_rings, hops, spread

AREA = (14.0, 50.0, 810.0, 402.0)
CORNER = (646.0, 328.0, 818.0, 440.0)
places = st.tuples(st.floats(-50, 900), st.floats(-50, 500))


@given(st.lists(places, min_size=1, max_size=40))
def test_no_explored_node_lies_under_legend_search_or_minimap(found):
    at = np.array(found)
    half = np.tile([45.0, 12.0], (len(at), 1))
    moved = spread(at, half, np.ones(len(at)), 20.0, AREA, [CORNER])
    assert (moved - half >= np.array(AREA[:2]) - 1e-6).all()
    assert (moved + half <= np.array(AREA[2:]) + 1e-6).all()
    under = (moved + half > np.array(CORNER[:2]) + 1e-6).all(axis=1)
    assert not under.any()


@given(st.lists(places, min_size=2, max_size=12))
def test_a_few_explored_nodes_are_moved_off_each_other(found):
    at = np.array(found)
    half = np.tile([40.0, 12.0], (len(at), 1))
    moved = spread(at, half, np.ones(len(at)), 10.0, AREA, [CORNER])
    for i in range(len(at)):
        for j in range(i):
            assert (np.abs(moved[i] - moved[j]) >= 2 * half[0] - 4.0).any()


def test_what_the_user_placed_is_not_moved():
    at = np.array([[400.0, 200.0], [405.0, 202.0]])
    moved = spread(at, np.tile([40.0, 12.0], (2, 1)), np.array([0.0, 1.0]), 10.0, AREA)
    assert (moved[0] == at[0]).all() and (moved[1] != at[1]).any()


@given(st.lists(places, min_size=2, max_size=60, unique=True))
def test_a_map_that_is_fitted_keeps_clear_of_the_minimap(found):
    xy = np.array(found)
    zoom, x, y = fitted(xy, AREA, (45.0, 18.0), CORNER, 2.2)
    on_screen = xy * zoom + (x, y)
    assert (on_screen >= np.array(AREA[:2]) - 1e-6).all() and (on_screen <= np.array(AREA[2:]) + 1e-6).all()
    assert not ((on_screen[:, 0] > CORNER[0]) & (on_screen[:, 1] > CORNER[1])).any()


def test_rings_are_drawn_where_distance_tells_hops_and_only_there():
    found = hops([(0, 1), (0, 2), (1, 3), (2, 4), (4, 5)], 0)
    assert found == {0: 0, 1: 1, 2: 1, 3: 2, 4: 2, 5: 3}
    hop = np.array([1, 1, 2, 2, 3])
    rings = hop_rings(np.array([50.0, 60.0, 120.0, 130.0, 300.0]), hop)
    assert [count for count, _ in rings] == [1, 2]
    assert 60 < rings[0][1] < 120 and 130 < rings[1][1] < 300
    assert hop_rings(np.array([300.0, 60.0, 50.0, 130.0, 20.0]), hop) == []


def test_the_map_is_the_same_every_time_and_keeps_linked_variables_together():
    links = [(x, x + 1, 1.0) for x in range(39) if x != 19]

    def laid_out():
        KNOWN_MAPS._known.clear()
        layout = FieldLayout(40, links)
        while layout.advance(20):
            pass
        return layout.xy

    one, two = laid_out(), laid_out()
    assert (one == two).all()
    near = abs(one[0] - one[1]).max()
    far = abs(one[0] - one[19]).max()
    assert near < far


@pytest.mark.parametrize(
    ("count", "pairs"),
    [
        (40, [(x, x + 1) for x in range(39) if x != 19]),
        (30, [(x, x + 1) for x in (0, 3, 6, 9)]),
        (12, [(0, x) for x in range(1, 12)]),
    ],
    ids=["two chains", "a few pairs", "a star"],
)
def test_linked_variables_come_to_stand_about_a_space_apart_and_no_two_closer(count, pairs):
    KNOWN_MAPS._known.clear()
    layout = FieldLayout(count, [(x, y, 1.0) for x, y in pairs])
    while layout.advance(7):
        pass
    a, b = np.array(pairs).T
    length = np.hypot(*(layout.xy[a] - layout.xy[b]).T) / SPACING
    assert length.min() > 0.9 and length.max() < 3.0
    if len(pairs) < 40 and count > 12:
        assert length.max() < 1.3
