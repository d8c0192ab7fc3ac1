"""Networks with tables, in every format that has them: our own files, and those of other programs."""

# ruff: noqa: E501  A file and what is said of it stand in one line.

import warnings
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings

from elcs_gui.data.network import Network
from elcs_gui.data.network_files import read_network, write_network
from elcs_gui.errors import DataError
from tests.data.conftest import MakeFile
from tests.data.networks import assert_same, networks, uneven
from tests.stress import often

FILES = Path(__file__).parents[1] / "files"
ENDINGS = [".bif", ".xmlbif", ".xdsl", ".net"]


@pytest.mark.parametrize("ending", ENDINGS)
@given(network=networks())
@settings(
    max_examples=often(80, suite=25),
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture],
)
def test_whatever_the_names_a_file_gives_back_what_was_written(
    tmp_path: Path, ending: str, network: Network
) -> None:
    path = tmp_path / f"net{ending}"
    try:
        write_network(network, path)
    except DataError as refusal:
        # Only XML has characters that it cannot hold at all.
        assert ending == ".xmlbif"
        assert "which has a control character: rename it." in str(refusal)
        assert not path.exists()
        return
    assert_same(network, read_network(path))
    path.unlink()


@pytest.mark.parametrize("ending", [*ENDINGS, ".xml", ".bifxml"])
def test_a_graph_with_levels_but_no_tables_can_be_written(tmp_path: Path, ending: str) -> None:
    graph = Network.from_edges("net", ["A", "B"], [("A", "B")], [["x", "y"], ["p", "q"]])
    write_network(graph, tmp_path / f"net{ending}")
    again = read_network(tmp_path / f"net{ending}")
    assert (again.edges, again.tables) == ([(0, 1)], None)


@pytest.mark.parametrize("ending", [".xmlbif", ".xdsl", ".net"])
def test_without_levels_only_the_graph_can_be_written(tmp_path: Path, ending: str) -> None:
    graph = Network.from_edges("net", ["A", "B"], [("A", "B")])
    with pytest.raises(DataError, match=rf"A {ending} file needs the levels of every node; net has none for"):
        write_network(graph, tmp_path / f"net{ending}")
    write_network(graph, tmp_path / "net.dot")
    assert read_network(tmp_path / "net.dot").edges == [(0, 1)]
    with pytest.raises(DataError, match=r"net\.doc: a network is written as \.bif"):
        write_network(graph, tmp_path / "net.doc")


@pytest.mark.parametrize(
    "file",
    ["pyagrum/uneven.bif", "pyagrum/uneven.bifxml", "pyagrum/uneven.net",
     "pgmpy/uneven.bif", "pgmpy/uneven.xmlbif", "pgmpy/uneven.xdsl", "pgmpy/uneven.net"],
)  # fmt: skip
def test_the_axes_of_other_programs_tables_are_kept_apart(file: str) -> None:
    assert_same(uneven(), read_network(FILES / file), tolerance=1e-5)


def test_tables_whose_order_is_in_doubt_are_refused() -> None:
    with pytest.raises(DataError, match=r"uneven\.xdsl, line \d+, column \d+: aGrUM wrote the table of 'D'"):
        read_network(FILES / "pyagrum/uneven.xdsl")


@pytest.mark.parametrize("ending", ["bif", "bifxml", "net"])
def test_pyagrum_reads_what_we_write(tmp_path: Path, ending: str) -> None:
    gum = pytest.importorskip("pyagrum")
    path = tmp_path / f"net.{ending}"
    network = uneven()
    write_network(network, path)
    net = gum.loadBN(str(path))
    assert network.tables is not None
    for place, node in enumerate(network.nodes):
        table = net.cpt(node)
        cell = gum.Instantiation(table)
        cell.setFirst()
        while not cell.end():
            labels = [cell.val(net.variable(network.nodes[v])) for v in (*network.parents[place], place)]
            assert table.get(cell) == pytest.approx(network.tables[place][tuple(labels)], abs=1e-6)
            cell.inc()
        assert net.variable(node).labels() == network.levels[place]


@pytest.mark.parametrize(
    ("ending", "reader"),
    [("bif", "BIFReader"), ("xmlbif", "XMLBIFReader"), ("xdsl", "XDSLReader"), ("net", "NETReader")],
)
def test_pgmpy_reads_what_we_write(tmp_path: Path, ending: str, reader: str) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        peers = pytest.importorskip("pgmpy.readwrite")
        path = tmp_path / f"net.{ending}"
        write_network(uneven(), path)
        model = getattr(peers, reader)(str(path)).get_model()
    nodes = list(model.nodes())
    tables = [model.get_cpds(node) for node in nodes]
    theirs = Network(
        "pgmpy",
        tuple(nodes),
        tuple(tuple(nodes.index(parent) for parent in table.variables[1:]) for table in tables),
        tuple(tuple(table.state_names[table.variable]) for table in tables),
        tuple(np.moveaxis(np.asarray(table.values), 0, -1) for table in tables),
    )
    assert_same(uneven(), theirs, tolerance=1e-6)


XMLBIF = """<?xml version="1.0" encoding="US-ASCII"?>
<!DOCTYPE BIF [
  <!ELEMENT BIF ( NETWORK )*>
  <!ATTLIST BIF VERSION CDATA #REQUIRED>
  <!ELEMENT NAME (#PCDATA)>
]>
<BIF VERSION="0.3" xmlns="http://www.cs.ubc.ca/labs/lci/fopi/ve/XMLBIFv0_3">
<NETWORK><NAME>Dog problem</NAME>
<VARIABLE TYPE="nature"><NAME>light-on</NAME><OUTCOME>true</OUTCOME><OUTCOME>false</OUTCOME>
  <PROPERTY>position = (73, 165)</PROPERTY></VARIABLE>
<VARIABLE TYPE="nature"><NAME>family-out</NAME><OUTCOME>true</OUTCOME><OUTCOME>false</OUTCOME></VARIABLE>
<DEFINITION><FOR>family-out</FOR><TABLE> 0.15 <!-- of days --> 0.85 </TABLE></DEFINITION>
<DEFINITION><FOR>light-on</FOR><GIVEN>family-out</GIVEN><TABLE>{table}</TABLE></DEFINITION>
</NETWORK></BIF>
"""
XDSL = """<?xml version="1.0" encoding="ISO-8859-1"?>
<smile version="1.0" id="Network1" numsamples="1000">
<nodes>
<cpt id="A"><state id="s0" /><state id="s1" /><state id="s2" /><probabilities>0.2 0.3 0.5</probabilities></cpt>
<cpt id="B"><state id="yes" /><state id="no" /><probabilities>0.4 0.6</probabilities></cpt>
<{kind} id="C"><state id="low" /><state id="high" /><parents>A B</parents>{definition}</{kind}>
</nodes>
<extensions><genie version="1.0" app="GeNIe 4.1" name="My n\u00e4t"><node id="A"><name>The A</name></node></genie></extensions>
</smile>
"""
RESULTS = "<resultingstates>low high high low low high</resultingstates>"
NET = """% made by hand
net { node_size = (50 20); name = "Small"; }
node A { label = "the A (1)"; position = (10 20); states = ("yes" "no"); HR_Desc = "say \\"hi\\"; {really}"; }
discrete node B { states = ("b0" "b1" "b2"); }
potential ( B | A ) {
  data = (( 0.1 0.2 0.7 )  % A=yes
          ( 0.5 0.25 0.25 )); % A=no (1.0)
}
potential (A) { data = (0.2 0.8); }
"""


def test_xmlbif_is_read_with_its_document_type_and_comments(make_file: MakeFile) -> None:
    network = read_network(make_file("dog.xml", XMLBIF.format(table="0.6 0.4 0.05 0.95")))
    assert (network.name, network.nodes) == ("Dog problem", ("light-on", "family-out"))
    assert network.levels == (("true", "false"),) * 2
    assert network.tables is not None
    np.testing.assert_allclose(network.tables[0], [[0.6, 0.4], [0.05, 0.95]])


@pytest.mark.parametrize("name", ["dog.bif", "dog.xmlbif", "dog.bifxml", "dog.txt"])
def test_xml_is_known_by_its_content_and_the_node_may_vary_slowest(make_file: MakeFile, name: str) -> None:
    network = read_network(make_file(name, XMLBIF.format(table="0.6 0.05 0.4 0.95")))
    assert network.tables is not None
    np.testing.assert_allclose(network.tables[0], [[0.6, 0.4], [0.05, 0.95]])


def test_genies_deterministic_nodes_become_tables_of_0_and_1(make_file: MakeFile) -> None:
    text = XDSL.format(kind="deterministic", definition=RESULTS)
    network = read_network(make_file("g.xdsl", text.encode("latin-1")))
    assert (network.name, network.nodes, network.parents) == ("My nät", ("A", "B", "C"), ((), (), (0, 1)))
    assert network.tables is not None
    np.testing.assert_array_equal(network.tables[2][..., 1], [[0, 1], [1, 0], [0, 1]])


def test_hugins_comments_attributes_and_escapes_are_stepped_over(make_file: MakeFile) -> None:
    network = read_network(make_file("small.net", NET))
    assert (network.name, network.nodes, network.parents) == ("Small", ("A", "B"), ((), (0,)))
    assert network.levels == (("yes", "no"), ("b0", "b1", "b2"))
    assert network.tables is not None
    np.testing.assert_allclose(network.tables[1], [[0.1, 0.2, 0.7], [0.5, 0.25, 0.25]])


Edit = Callable[[str], str]


@pytest.mark.parametrize(
    ("name", "text", "message"),
    [
        ("n.xml", XMLBIF.format(table="0.6 0.4"), "line 13, column 1: 'light-on' needs 4 numbers, not 2."),
        ("n.xml", XMLBIF.format(table="0.6 x 1 1"), "line 13, column 57: 'x' in the table of 'light-on' is not a"),
        ("n.xml", XMLBIF.format(table="0.6 0.6 0.6 0.6"), "line 13, column 1: the probabilities of 'light-on' add up"),
        ("n.xml", XMLBIF.format(table="-0.5 1.5 1 0"), "line 13, column 1: a probability of 'light-on' is negative"),
        ("n.xml", XMLBIF.format(table="nan 1 1 0"), "line 13, column 1: a probability of 'light-on' is negative"),
        ("n.xml", XMLBIF.replace("<GIVEN>family-", "<GIVEN>who-").format(table="1"), "has a parent that is not declared: 'who-out'"),
        ("n.xml", XMLBIF.replace('TYPE="nature"', 'TYPE="decision"').format(table="1"), "'light-on' is a decision node"),
        ("n.xml", XMLBIF.replace("<FOR>light-on</FOR>", "").format(table="1"), "<DEFINITION> has no <FOR>"),
        ("n.xml", XMLBIF.replace("<NAME>light-on", "<NAME>family-out").format(table="1"), "a variable is declared twice"),
        ("n.xml", XMLBIF[:400], "line 10, column 33: unclosed token."),
        ("n.xml", "<BIF><NETWORK></NETWORK></BIF>", "line 1, column 6: no variable is declared."),
        ("n.xml", "<html></html>", "n.xml holds <html>, which is no network"),
        ("n.xdsl", XDSL.format(kind="noisymax", definition=""), "'C' is a noisy-MAX node: change its type to General"),
        ("n.xdsl", XDSL.format(kind="decision", definition=""), "'C' is a decision node"),
        ("n.xdsl", XDSL.format(kind="thing", definition=""), "'C' is a node of the kind 'thing'"),
        ("n.xdsl", XDSL.format(kind="deterministic", definition=RESULTS.replace("low", "mid")), "'C' has no state 'mid'"),
        ("n.xdsl", XDSL.format(kind="cpt", definition="<probabilities>1 0</probabilities>"), "'C' needs 12 numbers, not 2"),
        ("n.xdsl", XDSL.format(kind="cpt", definition=""), "'C' has no probabilities"),
        ("n.xdsl", XDSL.replace('id="B"', 'id="A"').format(kind="cpt", definition=""), "the node 'A' is declared twice"),
        ("n.xdsl", XDSL.replace('id="B">', 'id="B"><property id="original_name">"A"</property>').format(kind="cpt", definition=""), "the node 'A' is declared twice"),
        ("n.xdsl", XDSL.replace('id="B"', "").format(kind="cpt", definition=""), "<cpt> has no 'id'"),
        ("n.xdsl", XDSL.replace("A B</parents>", "A Z</parents>").format(kind="cpt", definition="<probabilities>1 0</probabilities>"), "'C' has a parent that is not declared: 'Z'"),
        ("n.xdsl", XDSL.replace('id="B">', 'id="B"><property id="original_name">"</property>').format(kind="cpt", definition=""), "a property that this program writes does not hold JSON"),
        ("n.xdsl", "<smile><nodes></nodes></smile>", "line 1, column 8: no node is declared."),
        ("n.xdsl", "<smile><nodes/><dynamic/></smile>", "a network that unrolls in time is not read: unroll it in GeNIe first."),
        ("n.xdsl", "<smile/>", "expected <smile> with <nodes> in it."),
        ("n.xml", XMLBIF.replace("<FOR>light-on", "<FOR>light-off").format(table="1"), "the variable 'light-off' is not declared."),
        ("n.xml", XMLBIF.replace("<FOR>light-on", "<FOR>family-out").format(table="1"), "'family-out' is defined twice."),
        ("n.net", NET.replace("potential (A)", "potential (Z)"), "n.net, line 9, column 11: the node 'Z' is not declared."),
        ("n.net", NET.replace("potential (A)", "potential (B)"), "n.net, line 9, column 11: 'B' has two potentials."),
        ("n.net", NET.replace("(50 20);", "(50 20) }"), "n.net, line 2, column 27: expected ';' but found '}'."),
        ("n.net", NET.replace("0.7", "x"), "n.net, line 6, column 21: expected a number, a bracket or ';' but found 'x'"),
        ("n.net", NET.replace("0.7", ""), "n.net, line 6, column 10: 'B' needs 6 numbers, not 5."),
        ("n.net", NET.replace("discrete", "continuous"), "n.net, line 4, column 1: there is a continuous node"),
        ("n.net", NET.replace("discrete node", "decision"), "n.net, line 4, column 1: there is a decision node 'B'"),
        ("n.net", NET.replace("| A", "| Z"), "the node 'Z' is not declared"),
        ("n.net", NET.replace('("b0" "b1" "b2")', '("b0" "b0" "b2")'), "'B' needs levels with names that differ"),
        ("n.net", NET.replace("states", "sates"), "'A' needs levels with names that differ"),
        ("n.net", NET[:-20], "n.net, line 9"),
        ("n.net", "*Vertices 3\n1 2", "n.net is a Pajek file"),
        ("n.net", "hello", "expected 'net', 'node' or 'potential' but found 'hello'"),
    ],
)  # fmt: skip
def test_mistakes_are_located(make_file: MakeFile, name: str, text: str, message: str) -> None:
    with pytest.raises(DataError) as caught:
        read_network(make_file(name, text))
    assert message in str(caught.value)
    assert "\n" not in str(caught.value)
