from pathlib import Path

import numpy as np
import pytest

from elcs_gui.data import sampling
from elcs_gui.data.examples import find_example
from elcs_gui.data.fingerprint import fingerprint
from elcs_gui.data.network import Network
from elcs_gui.data.network_files import read_network
from elcs_gui.data.plan import ImportPlan, MissingPolicy
from elcs_gui.data.readers import read_table
from elcs_gui.data.simulation import (
    SimulationOrder,
    SimulationPlan,
    carried_out,
    check_varied,
    node_names,
    outlook,
    outlook_sentence,
    simulate,
    simulate_into,
)
from elcs_gui.errors import DataError

ASIA = find_example("asia").load_network()


def test_what_is_promised_is_what_comes() -> None:
    for plan in (
        SimulationPlan(300, 3),
        SimulationPlan(300, 3, hidden=("smoke", "either")),
        SimulationPlan(300, 3, copies=3, hidden=("smoke_2",)),
    ):
        expected = outlook(ASIA, plan)
        data, network = simulate(ASIA, plan)
        assert (data.rows, data.variables) == (expected.rows, expected.variables)
        assert network.nodes == node_names(ASIA, plan.copies)
        seen = set(data.columns)
        arrows = sum(network.nodes[a] in seen and network.nodes[b] in seen for a, b in network.edges)
        assert arrows >= expected.arrows if expected.at_least else arrows == expected.arrows
        assert expected.megabytes == pytest.approx(300 * len(network.nodes) / 1e6)
        assert not expected.problem


def test_the_outlook_is_said_in_one_sentence() -> None:
    said = outlook_sentence(outlook(ASIA, SimulationPlan(500, hidden=("smoke",))))
    assert said == "500 rows of 7 variables (1 more hidden), 6 arrows between them; about 0.004 MB in memory."
    assert "at least 80 arrows" in outlook_sentence(outlook(ASIA, SimulationPlan(copies=10)))
    graph = Network.from_edges("g", ["A", "B"], [("A", "B")])
    assert "g has no probability tables" in outlook_sentence(outlook(graph, SimulationPlan()))
    assert "hide fewer" in outlook_sentence(outlook(ASIA, SimulationPlan(hidden=ASIA.nodes[1:])))
    assert "more than 2,147,483,648 cells" in outlook_sentence(outlook(ASIA, SimulationPlan(rows=10**9)))


def test_progress_is_told_and_may_end_the_work() -> None:
    told: list[float] = []
    simulate(ASIA, SimulationPlan(50, copies=4), told.append)
    assert told == sorted(told)
    assert 0 <= told[0] < told[-1] <= 1

    def stop(share: float) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        simulate(ASIA, SimulationPlan(50), stop)


def test_an_order_is_written_with_its_network_beside_it(tmp_path: Path) -> None:
    data_file, network_file = tmp_path / "d.csv", tmp_path / "d.bif"
    plan = SimulationPlan(400, 5, copies=2, hidden=("asia_1",))
    said = carried_out(SimulationOrder(ASIA, plan, to=data_file, network_to=network_file))
    assert said == "400 rows of 15 variables are in d.csv, their network in d.bif."
    drawn, network = simulate(ASIA, plan)
    again = read_table(data_file)
    assert (again.columns, again.rows) == (drawn.columns, 400)
    np.testing.assert_array_equal(again.codes, drawn.codes)
    assert read_network(network_file).edges == network.edges


def test_variables_that_came_out_constant_are_named() -> None:
    data, _ = simulate(ASIA, SimulationPlan(3, 0))
    with pytest.raises(DataError, match=r"In 3 rows, 'asia'.* came out the same throughout: draw more rows"):
        check_varied(data)


@pytest.mark.parametrize(
    "plan",
    [
        SimulationPlan(700, 3),
        SimulationPlan(350, 5, 2, (), 0.1),
        SimulationPlan(301, 5, 1, ("smoke", "asia"), 0.3),
    ],
)
def test_rows_written_as_they_are_drawn_are_those_drawn_at_once(
    plan: SimulationPlan, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pytest.importorskip("pyarrow")
    expected, _ = simulate(ASIA, plan)
    monkeypatch.setattr(sampling, "BLOCK", 100)
    path = tmp_path / "d.parquet"
    told: list[float] = []
    variables, _ = simulate_into(path, ASIA, plan, told.append)
    found = read_table(path, ImportPlan(policy=MissingPolicy.AVAILABLE))
    assert variables == expected.variables
    assert fingerprint(found) == fingerprint(expected)
    assert told[-1] == 1 and len(told) >= 4


def test_what_is_given_up_while_rows_are_written_leaves_no_file(tmp_path: Path) -> None:
    pytest.importorskip("pyarrow")

    def stop(share: float) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        simulate_into(tmp_path / "d.parquet", ASIA, SimulationPlan(500, 1), stop)
    assert not list(tmp_path.iterdir())
