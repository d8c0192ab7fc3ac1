"""What is drawn, without Qt: edits, circles, tables, and the network that comes of it."""

import json
import math
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from elcs_gui.algorithms.registry import PRINTED
from elcs_gui.app.drawing.drawing import CircleError, Drawing, DrawingError, lines_of
from elcs_gui.app.drawing.settings import SLIDERS, Settings
from elcs_gui.app.drawing.starters import STARTERS
from elcs_gui.app.drawing.words import comparison
from elcs_gui.data.examples import find_example
from elcs_gui.data.network_files import read_network, write_network
from elcs_gui.inquiry.one_change import Trial, attempt

WET = STARTERS[3].draw()
ONE = {"name": "A", "at": [1, 2], "levels": ["a", "b"]}
SEASON, RAIN, SPRINKLER, WET_GRASS, SPILL, SLIPPERY = range(6)


@st.composite
def drawings(draw: st.DrawFn) -> Drawing:
    """Some variables with some arrows, drawn in any order; circles are left out."""
    made = Drawing()
    for _ in range(draw(st.integers(1, 6))):
        made = made.add(draw(st.floats(0, 600)), draw(st.floats(0, 600)))
    ends = st.integers(0, len(made.variables) - 1)
    for tail, head, strength in draw(st.lists(st.tuples(ends, ends, st.floats(0, 0.9)), max_size=10)):
        try:
            made = made.connect(tail, head, strength)
        except DrawingError:
            continue
    if draw(st.booleans()):
        made = made.tabulate(0, made.table(0))
    return made.retarget(draw(ends))


@settings(max_examples=40)
@given(drawings())
def test_whatever_is_drawn_is_a_network_and_comes_back_from_plain_values(drawing: Drawing) -> None:
    network = drawing.network()
    assert len(network.edges) == len(drawing.arrows)
    assert all(np.allclose(table.sum(axis=-1), 1) for table in network.tables or ())
    kept = json.loads(json.dumps(Settings(drawing, alpha=0.05, oracle=True).to_json()))
    back = Settings.from_json(kept)
    assert back.drawing.to_json() == drawing.to_json() and back.alpha == 0.05 and back.oracle


def test_a_circle_is_refused_and_named_in_its_order() -> None:
    with pytest.raises(CircleError, match="Slippery → Season closes a circle") as refused:
        WET.connect(SLIPPERY, SEASON)
    assert refused.value.circle == (SEASON, RAIN, WET_GRASS, SLIPPERY)
    assert WET.connect(SEASON, SLIPPERY).circle(SEASON, SLIPPERY) is None


def test_an_arrow_is_reversed_unless_that_closes_a_circle() -> None:
    turned = WET.reverse(SPRINKLER, WET_GRASS)
    arrow = turned.arrow(WET_GRASS, SPRINKLER)
    assert arrow is not None and arrow.strength == 0.2 and turned.arrow(SPRINKLER, WET_GRASS) is None
    around = WET.connect(SEASON, WET_GRASS)
    with pytest.raises(CircleError):
        around.reverse(SEASON, WET_GRASS)


def test_names_differ_and_are_not_empty() -> None:
    for name, why in ((" ", "needs a name"), ("Rain", "'Rain' already"), ("a\nb", "needs a name")):
        with pytest.raises(DrawingError, match=why):
            WET.rename(SPILL, name)
    assert WET.rename(SPILL, " Oil ").variable(SPILL).name == "Oil"


def test_removing_the_target_asks_about_another_and_takes_its_arrows() -> None:
    rest = WET.remove(WET_GRASS)
    assert rest.target == SEASON and len(rest.arrows) == 2
    assert rest.network().nodes == ("Season", "Rain", "Sprinkler", "Spill", "Slippery")


def test_places_lie_on_the_grid_and_on_the_sheet() -> None:
    variable = WET.move(SPILL, 133.0, 9999.0).variable(SPILL)
    assert (variable.x, variable.y) == (130.0, 540.0)
    assert WET.move(SPILL, 130, 130).is_same_network(WET)
    assert not WET.rename(SPILL, "Oil").is_same_network(WET)


def test_a_table_by_hand_outlives_other_parents() -> None:
    table = np.array([[0.9, 0.1], [0.2, 0.8]])
    by_hand = WET.tabulate(RAIN, table)
    assert by_hand.strength(by_hand.arrows[0]) == pytest.approx(0.7)
    more = by_hand.connect(SPRINKLER, RAIN, 0.0)
    assert np.allclose(more.table(RAIN), table[:, None])
    assert np.allclose(more.disconnect(SPRINKLER, RAIN).table(RAIN), table)
    assert more.strengthen(SEASON, RAIN, 0.3).variable(RAIN).table is None
    with pytest.raises(DrawingError, match="no probability"):
        WET.tabulate(RAIN, np.zeros((2, 2)))


def test_other_levels_reach_the_tables_of_the_children() -> None:
    three = WET.tabulate(WET_GRASS, WET.table(WET_GRASS)).relevel(RAIN, ["none", "some", "much"])
    assert three.table(RAIN).shape == (2, 3) and three.table(WET_GRASS).shape == (3, 2, 2)
    with pytest.raises(DrawingError, match="different names"):
        WET.relevel(RAIN, ["yes", "yes"])


def test_a_drawing_holds_only_so_much() -> None:
    full = Drawing()
    for _ in range(24):
        full = full.add(100, 100)
    with pytest.raises(DrawingError, match="at most 24"):
        full.add(100, 100)
    for parent in range(11):
        full = full.connect(parent, 23)
    with pytest.raises(DrawingError, match="too many causes"):
        full.connect(12, 23)


def test_a_network_from_a_file_is_drawn_as_it_is_and_written_back(tmp_path: Path) -> None:
    asia = find_example("asia").load_network()
    drawn = Drawing.of(asia, "either")
    assert drawn.target is not None and drawn.variable(drawn.target).name == "either"
    places = {(variable.x, variable.y) for variable in drawn.variables}
    assert len(places) == len(asia.nodes)
    write_network(drawn.network(), tmp_path / "asia.bif")
    back = read_network(tmp_path / "asia.bif")
    assert back.edges == asia.edges and back.tables is not None and asia.tables is not None
    assert all(np.allclose(a, b) for a, b in zip(back.tables, asia.tables, strict=True))
    with pytest.raises(DrawingError, match="37 variables"):
        Drawing.of(find_example("alarm").load_network())


@pytest.mark.parametrize(
    "said",
    [
        None,
        [],
        {"name": "x"},
        {"name": "x", "target": 3, "variables": [], "arrows": []},
        {"name": "x", "target": 0, "variables": [ONE], "arrows": [[0, 0, 1]]},
        {"name": "x", "target": 0, "variables": [{**ONE, "at": [math.nan, 2]}], "arrows": []},
        {"name": "x", "target": 0, "variables": [{**ONE, "table": [1]}], "arrows": []},
    ],
)
def test_plain_values_that_are_no_drawing_are_refused(said: object) -> None:
    with pytest.raises(DrawingError, match="no drawing that can be read"):
        Drawing.from_json(said)


def test_every_variable_is_said_with_its_causes() -> None:
    said = lines_of(WET)
    assert said[WET_GRASS] == "Wet (target): causes Rain and Sprinkler"
    assert said[SEASON] == "Season: no causes"


def test_sliders_know_where_values_stand() -> None:
    for kind in SLIDERS.values():
        assert kind.place(kind.low) == 0 and kind.place(kind.high) == 1
        assert kind.at(kind.place(0.02 if kind.high < 1 else 700)) == pytest.approx(
            0.02 if kind.high < 1 else 700
        )


def answered(drawing: Drawing, rows: int | None = None) -> str:
    assert drawing.target is not None
    return comparison(
        attempt(Trial(drawing.network(), drawing.place_of(drawing.target), rows, 7, algorithm=PRINTED))
    )


def test_an_answer_is_compared_with_the_drawing_in_a_sentence() -> None:
    assert answered(WET) == "All three neighbours are found, each with its direction."
    assert answered(WET, 120) == "The answer misses Sprinkler; Rain and Slippery have no direction."
    chain = STARTERS[0].draw()
    assert answered(chain) == "Both neighbours are found; their directions cannot be told from independences."
    assert answered(chain.remove(0).remove(1).add(90, 90)) == "C has no neighbours, and none is found."
