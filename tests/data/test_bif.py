import re
from pathlib import Path

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings

from elcs_gui.data.network import Network
from elcs_gui.data.network_files import read_network
from elcs_gui.data.networks.bif import write_bif
from elcs_gui.errors import DataError
from tests.data.conftest import MakeFile
from tests.data.networks import networks
from tests.stress import often

VARIABLES = """network test { }
variable A { type discrete [ 2 ] { yes, no }; }
variable B { type discrete [ 3 ] { low, mid, high }; }
"""
COLUMN = re.compile(r"(?<=line \d), column \d+")
ROOT = "probability ( A ) { table 0.2, 0.8; }\n"


def test_structure_levels_and_tables_are_read(make_file: MakeFile) -> None:
    block = "probability ( B | A ) { (no) 0.5, 0.25, 0.25; (yes) 0.1, 0.2, 0.7; }"
    network = read_network(make_file("net.bif", VARIABLES + ROOT + block))
    assert network.name == "test"
    assert network.nodes == ("A", "B")
    assert network.parents == ((), (0,))
    assert network.levels == (("yes", "no"), ("low", "mid", "high"))
    assert network.tables is not None
    np.testing.assert_allclose(network.tables[0], [0.2, 0.8])
    np.testing.assert_allclose(network.tables[1], [[0.1, 0.2, 0.7], [0.5, 0.25, 0.25]])


@pytest.mark.parametrize("start", ["network unknown { }", "network { }", ""])
def test_a_network_without_a_name_is_called_after_its_file(make_file: MakeFile, start: str) -> None:
    text = VARIABLES.replace("network test { }", start)
    assert read_network(make_file("alarm.bif", text)).name == "alarm"


def test_in_a_table_the_node_varies_slowest(make_file: MakeFile) -> None:
    block = "probability ( B | A ) { table 0.1 0.5  0.2 0.25  0.7 0.25; }"
    network = read_network(make_file("net.bif", VARIABLES + ROOT + block))
    assert network.tables is not None
    np.testing.assert_allclose(network.tables[1], [[0.1, 0.2, 0.7], [0.5, 0.25, 0.25]])


def test_a_default_serves_what_has_no_row(make_file: MakeFile) -> None:
    block = "probability ( B | A ) { (no) 0.5, 0.25, 0.25; default 0.1, 0.2, 0.7; }"
    network = read_network(make_file("net.bif", VARIABLES + ROOT + block))
    assert network.tables is not None
    np.testing.assert_allclose(network.tables[1], [[0.1, 0.2, 0.7], [0.5, 0.25, 0.25]])


def test_several_parents_keep_the_order_of_the_axes(make_file: MakeFile) -> None:
    text = """
    variable C { type discrete [ 2 ] { c0, c1 }; }
    probability ( C | B, A ) {
      (low, yes) 0.0, 1.0; (mid, yes) 0.1, 0.9; (high, yes) 0.2, 0.8;
      (low, no) 0.3, 0.7; (mid, no) 0.4, 0.6; (high, no) 0.5, 0.5;
    }
    probability ( B ) { table 0.2 0.3 0.5; }
    """
    network = read_network(make_file("net.bif", text + VARIABLES + ROOT))
    assert network.nodes == ("C", "A", "B")
    assert network.parents[0] == (2, 1)
    assert network.tables is not None
    np.testing.assert_allclose(network.tables[0][..., 0], [[0.0, 0.3], [0.1, 0.4], [0.2, 0.5]])


def test_comments_properties_and_odd_names_are_read(make_file: MakeFile) -> None:
    text = r"""// a comment { ; "
    network "my net" { property author "someone; else"; property see http://nowhere.org/x; property 5" wide; }
    /* block { comment
       over lines */
    probability ( "a b" 7.x-y ) { // no bar, no commas
      property // not a comment here;
      ( <5 ) 0.5 0.5; /* between */ ( ">= 5" ) 0.25 0.75; }
    variable 7.x-y { property p; type discrete [ 2 ] { <5 ">= 5" }; }
    variable "a b" { type discrete[2]{Asy/Patch,"say \"hi\" \\ there"}; property q; }
    probability(7.x-y){table 0.3 0.7;}
    """
    network = read_network(make_file("net.bif", text))
    assert network.name == "my net"
    assert network.nodes == ("7.x-y", "a b")
    assert network.levels == (("<5", ">= 5"), ("Asy/Patch", 'say "hi" \\ there'))
    assert network.edges == [(0, 1)]
    assert network.tables is not None
    np.testing.assert_allclose(network.tables[1], [[0.5, 0.5], [0.25, 0.75]])


def test_a_file_without_numbers_is_a_graph_without_tables(make_file: MakeFile) -> None:
    for ending in ("{ }", ";"):
        network = read_network(make_file("net.bif", VARIABLES + f"probability ( B | A ) {ending}"))
        assert network.edges == [(0, 1)]
        assert network.tables is None


def test_rounded_rows_are_scaled_to_one(make_file: MakeFile) -> None:
    block = "probability ( B | A ) { (yes) 0.333, 0.333, 0.333; (no) 1, 0, 0.005; }"
    network = read_network(make_file("net.bif", VARIABLES + ROOT + block))
    assert network.tables is not None
    np.testing.assert_allclose(network.tables[1].sum(axis=-1), 1, rtol=1e-15)


def table(numbers: str) -> str:
    """A file whose line 5 gives the probabilities of A."""
    return VARIABLES + f"probability ( A ) {{\ntable {numbers}; }}"


def rows(second: str) -> str:
    """A file whose line 7 is the second row of B."""
    return VARIABLES + ROOT + f"probability ( B | A ) {{\n(yes) 0.2, 0.2, 0.6;\n{second}\n}}"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("network n ;", "line 1: expected '{' but found ';'"),
        ("network n {\n}\n\nvariable A }", "line 4: expected '{' but found '}'"),
        ("network n {", "line 1: expected '}' but found the end of the file"),
        ("hello", "line 1: expected 'network', 'variable' or 'probability' but found 'hello'"),
        ("network n { }", "line 1: no variable is declared"),
        ("variable {", "line 1: expected a variable's name but found '{'"),
        ("variable A { }", "line 1: the variable 'A' has no type"),
        ("variable A {\ntypo discrete [ 1 ] { x }; }", "line 2: expected 'type' or '}' but found 'typo'"),
        ("variable A { type continuous; }", "line 1: 'A' is not discrete: only discrete variables are read"),
        ("variable A {\ntype discrete [ 3 ] { x, y }; }", "line 2: 'A' should have 3 levels but has 2"),
        ("variable A { type discrete [ 0 ] { }; }", "line 1: 'A' needs levels with names that differ"),
        ("variable A { type discrete [ 2 ] { x, x }; }", "line 1: 'A' needs levels with names that differ"),
        ("variable A { type discrete [ 2 ] { x, y ;", "line 1: expected a name or '}' but found ';'"),
        (VARIABLES + "variable A { }", "line 4: the variable 'A' is declared twice"),
        ('variable "A { }', "line 1: a quote opens here and is never closed"),
        ("network n { }\n/* never", "line 2: a comment opens here and is never closed"),
        ("network n {\nproperty never }", "line 2: a property has no ';' at its end"),
        (VARIABLES + "\nprobability ( C | A ) { }", "line 5: the variable 'C' is not declared"),
        (VARIABLES + "\nprobability ( A | Z ) { }", "line 5: the variable 'Z' is not declared"),
        (VARIABLES + "probability ( ) { }", "line 4: expected a variable's name"),
        (VARIABLES + ROOT + ROOT, "line 5: 'A' has two probability blocks"),
        (VARIABLES + ROOT, "line 5: 'B' has no probabilities"),
        (table("0.2, many"), "line 5: expected a number or ';' but found 'many'"),
        (VARIABLES + "probability ( A ) { table 0.2 }", "line 4: expected a number or ';' but found '}'"),
        (VARIABLES + "probability ( A ) { tables 0.2; }", "line 4: expected '(', 'table', 'default' or '}'"),
        (table("0.2, 0.2, 0.6"), "line 5: 'A' needs 2 numbers here, not 3"),
        (table("0.2, 0.7"), "line 5: the probabilities of 'A' add up to 0.9 instead of 1"),
        (table("-0.2, 1.2"), "line 5: a probability of 'A' is negative or not a"),
        (table("nan, 1"), "line 5: a probability of 'A' is negative or not a"),
        (rows(""), "line 5: 'B' has no row for (no)"),
        (rows("(no, no) 0.2, 0.2, 0.6;"), "line 7: 'B' has 1 parents, not 2"),
        (rows("(maybe) 0.2, 0.2, 0.6;"), "line 7: 'A' has no level 'maybe', only 'yes', 'no'"),
        (rows("(yes) 0.2, 0.2, 0.6;"), "line 7: 'B' has two rows for (yes)"),
    ],
)  # fmt: skip
def test_mistakes_are_located(make_file: MakeFile, text: str, message: str) -> None:
    with pytest.raises(DataError) as caught:
        read_network(make_file("net.bif", text))
    assert f"net.bif, {message}" in COLUMN.sub("", str(caught.value))


def test_cycles_and_loops_are_named(make_file: MakeFile) -> None:
    with pytest.raises(DataError, match=r"The network has a cycle: A -> B -> A\."):
        read_network(make_file("net.bif", VARIABLES + "probability ( A | B ) { } probability ( B | A ) { }"))
    with pytest.raises(DataError, match="In test, an edge leads from A to itself"):
        read_network(make_file("net.bif", VARIABLES + "probability ( A | A ) { }"))


def test_a_table_beyond_all_size_is_refused_before_it_is_made(make_file: MakeFile) -> None:
    names = [f"v{place}" for place in range(40)]
    text = "".join(f"variable {name} {{ type discrete [ 2 ] {{ x, y }}; }}\n" for name in names)
    text += f"probability ( v0 | {', '.join(names[1:])} ) {{ default 0.5, 0.5; }}"
    with pytest.raises(DataError, match="the table of 'v0' would have 1,099,511,627,776 cells"):
        read_network(make_file("net.bif", text))


def test_a_table_that_memory_cannot_hold_is_said_so(
    make_file: MakeFile, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_: object) -> None:
        raise MemoryError

    monkeypatch.setattr("elcs_gui.data.networks.bif.np.full", refuse)
    with pytest.raises(DataError, match=r"net\.bif, line 4, column 15: the table of 'A' does not fit"):
        read_network(make_file("net.bif", VARIABLES + ROOT))


def test_unclosed_properties_do_not_take_forever(make_file: MakeFile) -> None:
    with pytest.raises(DataError, match="a property has no ';' at its end"):
        read_network(make_file("net.bif", "network n { property " + '"x" ' * 5000))


@given(network=networks())
@settings(
    max_examples=often(150, suite=50),
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture],
)
def test_whatever_the_names_a_file_gives_back_what_was_written(tmp_path: Path, network: Network) -> None:
    path = tmp_path / "unnamed.bif"
    write_bif(network, path)
    again = read_network(path)
    assert again.name == ("unnamed" if network.name == "unknown" else " ".join(network.name.split()))
    assert (again.nodes, again.parents, again.levels) == (network.nodes, network.parents, network.levels)
    assert again.tables is not None
    assert network.tables is not None
    for one, other in zip(again.tables, network.tables, strict=True):
        np.testing.assert_allclose(one, other, rtol=1e-14)


def test_a_graph_without_tables_can_be_written(tmp_path: Path) -> None:
    graph = Network.from_edges("net", ["A", "B"], [("A", "B")], [["x", "y"], ["p", "q"]])
    write_bif(graph, tmp_path / "net.bif")
    again = read_network(tmp_path / "net.bif")
    assert again.edges == [(0, 1)]
    assert again.tables is None


def test_a_network_without_levels_cannot_be_written(tmp_path: Path) -> None:
    graph = Network.from_edges("net", ["A", "B"], [("A", "B")])
    with pytest.raises(
        DataError, match="A BIF file needs the levels of every node; net has none for 'A', 'B'"
    ):
        write_bif(graph, tmp_path / "net.bif")


@pytest.mark.parametrize("newline", ["\n", "\r\n", "\r"])
def test_lines_are_counted_whatever_ends_them(make_file: MakeFile, newline: str) -> None:
    text = ("// comment\n" + VARIABLES + "probability ( A ; )").replace("\n", newline)
    with pytest.raises(DataError, match=r"net\.bif, line 5, column 17: expected a name or '\)' but"):
        read_network(make_file("net.bif", text))
