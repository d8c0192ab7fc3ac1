"""Variables of a known network that are not measured: how files and callers say so, and what follows."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import networkx
import pytest

from elcs_gui.api import learn
from elcs_gui.ci.oracle import Oracle
from elcs_gui.data.network import Network, columns_first
from elcs_gui.data.network_files import keeps_hidden, read_network, write_network
from elcs_gui.errors import DataError
from elcs_gui.storage.session_file import KeptSession, write_session
from elcs_gui.storage.session_reading import read_session
from elcs_gui.storage.study import Study
from elcs_gui.trace.metrics import truth_for
from elcs_gui.worker.associations import strongest_links

MakeFile = Callable[[str, str], Path]

DAGITTY = """dag {
U [latent, pos="0,1"]
C [outcome]
A <-> B
A -> B -> C
U -> { C D }
D -> E
}
"""
DASHED = """digraph {
U [style="filled,dashed"];
A -> B -> C; A -> B [dir=both, style=dashed]; D -> E; U -> {C D}
}
"""
DOT = """digraph {
U [latent=true]; "U(A, B)" [observed="no"];
A -> B -> C; D -> E; U -> {C D}; "U(A, B)" -> {A B}
}
"""
JSON = """{"nodes": ["U", "A", "B", "C", "D", "E", "U(A, B)"], "hidden": ["U", "U(A, B)"],
"edges": [["A", "B"], ["B", "C"], ["D", "E"], ["U", "C"], ["U", "D"], ["U(A, B)", "A"], ["U(A, B)", "B"]]}
"""


@pytest.fixture
def make_file(tmp_path: Path) -> MakeFile:
    def make(name: str, text: str) -> Path:
        (tmp_path / name).write_text(text, encoding="utf-8")
        return tmp_path / name

    return make


def confounded() -> Network:
    """A and B have a hidden common cause H; B -> C."""
    network = Network.from_edges("n", ["H", "A", "B", "C"], [("H", "A"), ("H", "B"), ("B", "C")])
    return network.hiding(["H"])


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("g.dot", DOT),
        ("g.dot", DASHED),
        ("g.json", JSON),
        ("g.dagitty", DAGITTY),
        ("g.txt", DAGITTY),
        ("g.dot", DAGITTY),
    ],
)
def test_what_a_file_calls_latent_is_no_variable_of_the_oracle(
    make_file: MakeFile, name: str, text: str
) -> None:
    network = read_network(make_file(name, text))
    assert sorted(network.measured) == ["A", "B", "C", "D", "E"]
    assert sorted(network.hidden_nodes) == ["U", "U(A, B)"]
    assert Oracle(network).variables == 5
    found = learn(network, "C", algorithm="emb")
    assert found.mb == ["B", "D"], "D depends on C through U, which is not in the blanket itself"


def test_paths_through_hidden_nodes_count() -> None:
    oracle = Oracle(confounded())
    a, b, c = range(3)
    assert not oracle.separated(a, b, ()) and oracle.separated(a, c, (b,))


@pytest.mark.parametrize(
    "text", ["digraph { U [latent=no]; U -> A }", "digraph { U [observed=yes]; U -> A }"]
)
def test_a_node_that_is_said_not_to_be_latent_is_measured(make_file: MakeFile, text: str) -> None:
    assert not read_network(make_file("g.dot", text)).hidden


def test_a_hidden_cause_never_takes_the_name_of_a_node(make_file: MakeFile) -> None:
    network = read_network(make_file("g.dagitty", 'dag { "U(A, B)" -> A\n A <-> B }'))
    assert network.hidden_nodes == ("U(A, B)'",) and "U(A, B)" in network.measured


@pytest.mark.parametrize("ending", [".dot", ".gv", ".graphml", ".json", ".dagitty", ".tetrad.txt"])
def test_hidden_nodes_survive_every_format_that_has_a_word_for_them(tmp_path: Path, ending: str) -> None:
    path = tmp_path / f"g{ending}"
    write_network(confounded(), path)
    again = read_network(path)
    assert keeps_hidden(path)
    assert (again.measured, again.hidden_nodes) == (("A", "B", "C"), ("H",))
    assert {(again.nodes[a], again.nodes[b]) for a, b in again.edges} == {("H", "A"), ("H", "B"), ("B", "C")}


@pytest.mark.parametrize("ending", [".edges.csv", ".matrix.csv"])
def test_other_formats_are_known_not_to_keep_them(tmp_path: Path, ending: str) -> None:
    path = tmp_path / f"g{ending}"
    write_network(confounded(), path)
    assert not keeps_hidden(path) and not read_network(path).hidden


def test_hiding_keeps_tables_and_refuses_unknown_names_and_an_empty_rest() -> None:
    from elcs_gui.data.examples import find_example

    asia = find_example("asia").load_network()
    rest = asia.hiding(["smoke"])
    assert rest.measured == tuple(name for name in asia.nodes if name != "smoke")
    assert rest.tables is not None and asia.tables is not None
    for name in asia.nodes:
        assert (rest.tables[rest.index(name)] == asia.tables[asia.index(name)]).all()
    with pytest.raises(DataError, match=r"No variable 'smoek' in asia\. Did you mean 'smoke'\?"):
        asia.hiding(["smoek"])
    with pytest.raises(DataError, match="All variables of asia are hidden"):
        asia.hiding(asia.nodes)


def test_a_session_keeps_what_is_hidden(tmp_path: Path) -> None:
    path = tmp_path / "s.elcs"
    study = Study("n", None, confounded(), "oracle")
    write_session(KeptSession(study, (), (), None, {}), path)
    again = read_session(path).source
    assert again is not None and again.network is not None
    assert again.network.hidden_nodes == ("H",) and again.names() == ("A", "B", "C")


def test_the_map_joins_measured_variables_only() -> None:
    assert strongest_links(None, confounded()) == [(1, 2, 1.0)]


# Callers


def test_ignore_hides_variables_of_a_known_graph() -> None:
    graph = networkx.DiGraph([("H", "A"), ("H", "B"), ("B", "C")], name="n")
    found = learn(graph, "A", ignore=["H"])
    assert found.header.names == ("A", "B", "C")
    assert found.pc == ["B"]
    with pytest.raises(DataError, match="No variable 'X' in n"):
        learn(graph, "A", ignore=["X"])


def test_a_latent_node_of_a_digraph_is_hidden() -> None:
    graph = networkx.DiGraph([("H", "A"), ("H", "B")])
    graph.nodes["H"]["latent"] = True
    assert learn(graph, "A").header.names == ("A", "B")


def test_ignored_variables_of_an_example_with_data_leave_the_data() -> None:
    study = Study.of_example("asia").without(["smoke"])
    assert study.data is not None and "smoke" not in study.names()
    assert study.plan is not None and study.plan.kind("smoke") == "ignore"


def test_a_script_hides_what_its_run_hid(tmp_path: Path) -> None:
    import subprocess
    import sys

    path, script = tmp_path / "n.json", tmp_path / "again.py"
    write_network(Network.from_edges("n", ["H", "A", "B"], [("H", "A"), ("H", "B")]), path)
    learn(path, "A", ignore=["H"]).save(script)
    done = subprocess.run(
        [sys.executable, script, path], capture_output=True, encoding="utf-8", check=False, cwd=Path.cwd()
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert "The same as the recorded run." in done.stdout


# Truth beside hidden variables


def test_truth_is_the_arrows_between_measured_variables_and_names_what_hidden_ones_join() -> None:
    network = confounded()
    a, b, c = truth_for(network, network.measured)
    assert not a.parents and not a.children and set(a.inseparable) == {1}
    assert not b.parents and set(b.children) == {2} and set(b.inseparable) == {0}
    assert not c.inseparable


def test_a_spouse_is_one_only_through_a_measured_child() -> None:
    network = Network.from_edges("n", ["A", "B", "H"], [("A", "H"), ("B", "H")])
    a, b = truth_for(network, ("A", "B"))
    assert not a.spouses and not b.spouses


def test_inseparable_is_what_no_subset_separates() -> None:
    """Against all subsets, on random graphs with hidden nodes."""
    import random
    from itertools import chain, combinations

    numbers = random.Random(5)
    joined = 0
    for _ in range(60):
        size = 7
        names = [f"X{i}" for i in range(size)]
        edges = [(names[i], names[j]) for i, j in combinations(range(size), 2) if numbers.random() < 0.35]
        network = Network.from_edges("n", names, edges)
        network = columns_first(network, sorted(numbers.sample(names, 5)))
        oracle = Oracle(network)
        truths = truth_for(network, network.measured)
        for x, y in combinations(range(5), 2):
            others = [z for z in range(5) if z not in (x, y)]
            sets = chain.from_iterable(combinations(others, count) for count in range(4))
            apart = any(oracle.separated(x, y, z) for z in sets)
            adjacent = y in truths[x].parents | truths[x].children
            assert (y in truths[x].inseparable) == (not apart and not adjacent)
            joined += y in truths[x].inseparable
    assert joined > 20


def test_a_result_says_what_is_hidden_and_what_that_means_for_its_measures() -> None:
    found = learn(confounded(), "A")
    assert found.json["hidden"] == {"variables": ["H"], "joined": ["B"]}
    assert "1 variable of the true network is hidden: 'H'." in str(found)
    assert "No measured variables separate 'B' from 'A', though no arrow joins them" in str(found)
    assert found.metrics is not None and found.metrics.shd == 1
    whole = learn(Network.from_edges("n", ["A", "B"], [("A", "B")]), "A")
    assert whole.hidden is None and "hidden" not in whole.json
