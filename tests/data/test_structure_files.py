"""Graphs without numbers: what is written is read again, by us and by others; what others write is read."""

# ruff: noqa: E501  A file and what is said of it stand in one line.

import json
from collections.abc import Callable
from pathlib import Path
from typing import NoReturn

import networkx
import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings

from elcs_gui.data.network import Network
from elcs_gui.data.network_files import read_network
from elcs_gui.data.networks.probabilities import scaled
from elcs_gui.data.networks.xml_tree import parse_xml
from elcs_gui.data.structures.dot import parse_dagitty, parse_dot
from elcs_gui.data.structures.edge_list import parse_edge_list
from elcs_gui.data.structures.graphml import parse_graphml
from elcs_gui.data.structures.json_graph import parse_node_link
from elcs_gui.data.structures.matrix import is_matrix, parse_matrix
from elcs_gui.data.structures.structure import Structure
from elcs_gui.data.structures.structure_files import WRITERS, structure_text, write_structure
from elcs_gui.data.structures.tetrad import parse_tetrad
from elcs_gui.errors import DataError
from elcs_gui.trace.result import structure_of
from tests.data.conftest import MakeFile
from tests.data.networks import named, structures
from tests.stress import often
from tests.traces import trace_of

FILES = Path(__file__).parents[1] / "files"
READERS: dict[str, Callable[[str], Structure]] = {
    ".tetrad.txt": lambda text: parse_tetrad(text, "f", "n"),
    ".edges.csv": lambda text: parse_edge_list(text, "f", "n"),
    ".edges.tsv": lambda text: parse_edge_list(text, "f", "n"),
    ".matrix.csv": lambda text: parse_matrix(text, "f", "n"),
    ".dot": lambda text: parse_dot(text, "f", "n"),
    ".gv": lambda text: parse_dot(text, "f", "n"),
    ".graphml": lambda text: parse_graphml(parse_xml(text.encode(), "f"), "f", "n"),
    ".json": lambda text: parse_node_link(json.loads(text), "f", "n"),
    ".dagitty": lambda text: parse_dagitty(text, "f", "n"),
}
REFUSALS = {
    ".tetrad.txt": "A Tetrad file cannot hold the name",
    ".dagitty": "A DAGitty file cannot hold the name",
    ".graphml": "which has a control character: rename it.",
}


def edges(path: Path) -> set[tuple[str, str]]:
    network = read_network(path)
    return {(network.nodes[tail], network.nodes[head]) for tail, head in network.edges}


@pytest.mark.parametrize("ending", WRITERS)
@given(structure=structures())
@settings(max_examples=often(120, suite=40), deadline=None)
def test_whatever_the_names_a_text_gives_back_what_was_written(ending: str, structure: Structure) -> None:
    try:
        text = structure_text(structure, ending)
    except DataError as refusal:
        assert REFUSALS[ending] in str(refusal)
        return
    assert named(READERS[ending](text)) == named(structure)


@pytest.mark.parametrize("ending", [ending for ending in WRITERS if ending != ".gv"])
@given(structure=structures(lines=False))
@settings(
    max_examples=often(60, suite=20),
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture],
)
def test_files_with_arrows_only_are_known_by_name_or_content(
    tmp_path: Path, ending: str, structure: Structure
) -> None:
    path = tmp_path / f"graph{ending}"
    try:
        write_structure(structure, path)
    except DataError as refusal:
        assert REFUSALS[ending] in str(refusal)
        assert not path.exists()
        return
    nodes, arrows, _ = named(structure)
    assert (set(read_network(path).nodes), edges(path)) == (nodes, arrows)
    path.unlink()


@given(structure=structures())
@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_networkx_reads_what_we_write(tmp_path: Path, structure: Structure) -> None:
    nodes, arrows, lines = named(structure)
    linked = networkx.node_link_graph(json.loads(structure_text(structure, ".json")), edges="edges")
    graphs = [linked]
    try:
        write_structure(structure, tmp_path / "g.graphml")
        graphs.append(networkx.read_graphml(tmp_path / "g.graphml"))
    except DataError as refusal:
        assert REFUSALS[".graphml"] in str(refusal)
    for graph in graphs:
        assert set(graph.nodes) == nodes
        undecided = {
            frozenset((a, b))
            for a, b, data in graph.edges(data=True)
            if data.get("directed") is False or data.get("mark") == "undirected"
        }
        assert undecided == lines
        assert {edge for edge in graph.edges if frozenset(edge) not in lines} == arrows


def test_roles_and_rules_of_a_run_are_written() -> None:
    structure = structure_of(trace_of("fig3"))
    assert structure.target is not None
    assert structure.nodes[structure.target] == "T"
    graph = networkx.node_link_graph(json.loads(structure_text(structure, ".json")), edges="edges")
    assert graph.nodes["T"]["role"] == "target"
    assert {graph.nodes[node]["role"] for node in graph.predecessors("T")} <= {"parent"}
    assert all(data["rule"] for _, _, data in graph.edges(data=True) if data["directed"])


def test_a_file_of_another_ending_is_refused(tmp_path: Path) -> None:
    with pytest.raises(DataError, match=r"x\.doc: a graph is written as \.tetrad\.txt"):
        write_structure(Structure("n", ("A",)), tmp_path / "x.doc")


@pytest.mark.parametrize("file", ["net.graphml", "links.json", "edges.json"])
def test_networkx_files_are_read(file: str) -> None:
    network = read_network(FILES / "networkx" / file)
    assert network.nodes == ("A", "B c", 'D"<&>', "🦀")
    assert network.parents == ((), (0,), (1,), ())


def test_causal_learns_files_and_networkx_edge_lists_are_read() -> None:
    assert edges(FILES / "networkx" / "net.edgelist") == {("A", "B"), ("B", "D")}
    for file in ("net.txt", "net.dot"):
        assert edges(FILES / "causal_learn" / file) == {("A", "B"), ("C", "B")}


DOT = """
# drawn by hand
strict digraph "G 1" { // comment
  rankdir = LR; graph [bgcolor="#fff"]; node [shape=box, style=filled] edge [color=red];
  a -> b -> "c d" [label="x -> y",; weight=2,]; /* more
  */ subgraph cluster_1 { label = <<b>x</b> y>; e; f -> a:port:ne }
  {g h} -> {a; i}
  "k" + "l" -> a [dir=back]
  ü2;
}
"""
DAGITTY = """dag {
bb="0,0,1,1"
"birth weight" [outcome,pos="0.413,0.275"]
E [exposure,pos="0.170,0.340"]
U [latent]
E -> { "birth weight" U }
M <- U
E <-> M
}
"""


def test_dot_is_read_with_chains_groups_and_looks(make_file: MakeFile) -> None:
    path = make_file("g.dot", DOT)
    expected = [
        ("a", "b"),
        ("b", "c d"),
        ("f", "a"),
        ("g", "a"),
        ("h", "a"),
        ("g", "i"),
        ("h", "i"),
        ("a", "kl"),
    ]
    assert edges(path) == set(expected)
    assert read_network(path).name == "G 1"
    assert read_network(path).nodes == ("a", "b", "c d", "e", "f", "g", "h", "i", "kl", "ü2")


@pytest.mark.parametrize("name", ["g.dagitty", "g.txt", "g.dot"])
def test_dagitty_is_read_and_a_double_arrow_is_a_hidden_cause(make_file: MakeFile, name: str) -> None:
    assert edges(make_file(name, DAGITTY)) == {
        ("E", "birth weight"), ("E", "U"), ("U", "M"), ("U(E, M)", "E"), ("U(E, M)", "M"),
    }  # fmt: skip


YED = """<graphml xmlns:y="http://www.yworks.com/xml/graphml"><key for="node" id="d6" yfiles.type="nodegraphics"/>
<graph edgedefault="directed" id="G"><node id="n0"><data key="d6"><y:ShapeNode><y:NodeLabel>Rain </y:NodeLabel>
</y:ShapeNode></data></node><node id="n1"><data key="d6"><y:ShapeNode><y:NodeLabel>Wet</y:NodeLabel></y:ShapeNode></data>
</node><edge id="e0" source="n0" target="n1"/></graph></graphml>"""


@pytest.mark.parametrize(
    ("name", "text", "expected"),
    [
        ("g.graphml", YED, {("Rain", "Wet")}),
        ("g.txt", "0 1 0\n0 0 1\n0 0 0\n", {("X1", "X2"), ("X2", "X3")}),
        ("asia_graph.txt", "0.0 1.0\r\n0.0 0.0", {("X1", "X2")}),
        ("g.csv", ",A,B\nA,0,1\nB,0,0\n", {("A", "B")}),
        ("g.csv", "A;B\n0;1\n0;0\n", {("A", "B")}),
        ("g.csv", "from,to\nA,B\nB,C\n", {("A", "B"), ("B", "C")}),
        ("g.csv", "Source,Target,Type,Weight\nA,B,Directed,1\n", {("A", "B")}),
        ("g.csv", '"A","B"\n"B","C"\n', {("A", "B"), ("B", "C")}),
        ("g.tsv", "A\tB c\nB c\tD", {("A", "B c"), ("B c", "D")}),
        ("g.txt", "# edges\nA -> B\nC <- B\nE", {("A", "B"), ("B", "C")}),
        ("g.txt", "A B\nB C", {("A", "B"), ("B", "C")}),
        ("g.txt", "graph net\nnet C", {("graph", "net"), ("net", "C")}),
        ("g.txt", "# Graphviz\nstrict digraph\n{ A -> B }", {("A", "B")}),
        ("g.txt", "Graph Nodes:\nA,B,(L1)\n\nGraph Edges:\n1. A --> B\n2. (L1) --> A dd nl\n\nGraph Attributes:\nBIC: -3", {("A", "B"), ("L1", "A")}),
        ("g.txt", "Graph Nodes:\nA;B\n\nGraph Edges:\n1. B <-- A\n\nAmbiguous triples (i.e. list):\nA, B, C\n\nGraph Node Attributes\nScore 3", {("A", "B")}),
        ("g.json", '{"links": [{"source": 0, "target": 1}], "nodes": [{"id": 0, "name": "A"}, {"id": 1, "name": "B"}], "directed": true}', {("A", "B")}),
        ("g", "digraph { A -> B }", {("A", "B")}),
        ("g.txt", "network n { }\nvariable A { type discrete [1] { x }; }", set()),
        ("g.txt", "net { }\nnode A { states = (a b); }", set()),
    ],
)  # fmt: skip
def test_other_spellings_are_read(make_file: MakeFile, name: str, text: str, expected: set) -> None:
    assert edges(make_file(name, text)) == expected


@pytest.mark.parametrize(
    ("name", "text", "message"),
    [
        ("g.txt", "Graph Nodes:\nA;B\nGraph Edges:\n1. A --- B", "In g, the edge A --- B has no direction: a known network must be fully directed"),
        ("g.txt", "Graph Nodes:\nA;B\nGraph Edges:\n1. A o-> B", "g.txt, line 4: the edge A o-> B belongs to a graph in which causes may be unseen"),
        ("g.txt", "Graph Nodes:\nA;B\nGraph Edges:\n1. A --> C", "g.txt, line 4: the node 'C' is not among the graph's nodes."),
        ("g.txt", "Graph Nodes:\nA;A", "g.txt, line 2: the node 'A' is given twice."),
        ("g.txt", "Graph Nodes:\nA;B\nGraph Edges:\nA B", "g.txt, line 4: expected an edge as '1. A --> B' but found 'A B'."),
        ("g.dot", "graph { A -- B -- C }", "In g, the edge A --- B has no direction (2 such edges)"),
        ("g.dot", "digraph { A -> B; A -> B }", "the edge A -> B is given twice."),
        ("g.dot", "digraph { { A -> } -> B }", "column 18: expected a node after '->' but found '}'."),
        ("g.dot", "digraph { A -> A }", "an edge leads from A to itself."),
        ("g.dot", "digraph { A -> B -> A }", "The network has a cycle: A -> B -> A."),
        ("g.dot", "digraph { A ->\n ; }", "g.dot, line 2, column 2: expected a node after '->' but found ';'."),
        ("g.dot", "digraph { A -> B [dir=both, arrowtail=odot] }", "g.dot, line 1, column 13: the edge 'A' -> 'B' has marks at both ends"),
        ("g.dot", "digraph { A", "g.dot, line 1, column 12: expected a node but found the end of the file."),
        ("g.dot", "digraph {} x", "expected the end of the file after '}' but found 'x'."),
        ("g.dot", "hello", "expected 'digraph' or 'graph' but found 'hello'."),
        ("g.dot", "digraph { " + "{" * 101, "more than 100 braces are open."),
        ("g.dot", "digraph { A <-> B }", "expected '->' or '--' between 'A' and 'B', not '<->'."),
        ("g.dagitty", "pag { A @-> B }", "line 1, column 9: the edge A @-> B belongs to a graph in which causes may"),
        ("g.graphml", "<graphml/>", "g.graphml, line 1, column 1: expected <graphml> with a <graph> in it."),
        ("g.graphml", "<graphml><graph><edge source='a' target='b'/></graph></graphml>", "line 1, column 17: the edge leads to a node that is not there: 'a'."),
        ("g.json", '{"nodes": [{"id": 1}, {}], "edges": []}', 'g.json: node 2 is not an object with an "id".'),
        ("g.json", '{"nodes": [{"id": 1}], "edges": [{"source": 1, "target": 2}]}', "g.json: edge 1 leads to a node that is not there: '2'."),
        ("g.json", '{"nodes": [{"id": 1}, {"id": 2}], "links": [{"source": 1, "target": 2}]}', "the edge 1 --- 2 has no direction"),
        ("g.json", '{"nodes": [{"id": 1.5}], "links": []}', "node 1 has an id that is neither text nor a whole number."),
        ("g.txt", "0 1 1\n0 0 0\n1 0 0", "the edge X1 --- X3 has no direction"),
        ("g.txt", "0 1 1\n0 0 2\n1 0 0", "g.txt, line 2: a matrix of edges holds 0 and 1 only."),
        ("g.txt", "0 1 1\n0 0\n1 0 0", "g.txt, line 2: a row has 2 cells where 3 are needed."),
        ("g.csv", "A,B,C\n1,2,3\n", "g.csv, line 1: an edge is given by two names; where there are more columns"),
        ("g.csv", "from,to\nA,B\n,C\n", "g.csv, line 3: an edge needs two names."),
        ("g.txt", "A -- B", "g.txt, line 1: the edge 'A -- B' has no direction"),
        ("g.txt", "A <-> B", "g.txt, line 1: an edge has one arrowhead, not two"),
        ("g.txt", "# nothing\n", "g.txt holds no edges."),
        ("g.graphml", "<graphml><graph><node id='a'/></graph><graph/></graphml>", "there is a second graph: one is read."),
        ("g.graphml", "<graphml><graph><node id='a'/><node id='a'/></graph></graphml>", "more than one node has the id 'a'."),
        ("g.graphml", "<graphml><graph><node id='a'><graph/></node></graph></graphml>", "the node 'a' holds a graph of its own, which is not read."),
        ("g.graphml", "<graphml><graph><hyperedge/></graph></graphml>", "an edge between more than two nodes is not read."),
        ("g.json", '{"schema": "elcs-network/1", "nodes": ["A", "B"], "edges": [["A", "B"]], "hidden": 1}', 'g.json: "hidden" must be a list of names.'),
        ("g.dot", "digraph { A -> B; B -> A [dir=none] }", "the edge A --- B is given with and without a direction."),
    ],
)  # fmt: skip
def test_mistakes_are_said_in_one_line(make_file: MakeFile, name: str, text: str, message: str) -> None:
    with pytest.raises(DataError) as caught:
        read_network(make_file(name, text))
    assert message in str(caught.value)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", False), ("0", True), ("1 0\n0 0", True), ("0 1\n0 0\n0 1", False),
        ("A\n0", True), ("A,B\n0,1\n0,0  \n\n", True), ("A,B\n0,1\n  0,0", True), (",A,B\nA,0,1\nB,0,0\n", True), ("A,B\n0,1", False),
        ("A B\nB C", False), ("A,B\n0,1\n0,2", False), ("A B\n0 1 0\n0 0 0", False),
        ("A", False), ("A,B,C\n0,1\n0,0", True), ("A,B,C,D\n0,1\n0,0", False),
    ],
)  # fmt: skip
def test_a_matrix_is_told_from_other_lists(text: str, expected: bool) -> None:
    assert is_matrix(text) is expected


def test_a_graph_has_the_name_it_is_given_or_that_of_its_file_in_lines_that_can_be_read() -> None:
    given, unnamed = (parse_dagitty(f"dag {name}{{ A -> B }}", "f", "n") for name in ("G ", ""))
    assert (given.name, unnamed.name) == ("G", "n")
    text = structure_text(given, ".graphml")
    assert [line.strip()[:5] for line in text.splitlines() if "<node" in line or "<edge" in line] == [
        "<node", "<node", "<edge",
    ]  # fmt: skip


def test_probabilities_of_any_row_that_do_not_add_up_are_refused() -> None:
    def fail(said: str) -> NoReturn:
        raise DataError(said)

    for row in (0.25, 0.75):
        with pytest.raises(DataError, match=f"'x' add up to {2 * row:g} instead of 1"):
            scaled(np.array([[0.5, 0.5], [row, row], [0.5, 0.5]]), "x", fail)
    assert Network("half\ud800", ("x",), ((),), ((),)).name.encode()
