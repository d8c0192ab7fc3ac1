import json
import re
from pathlib import Path

import pytest

from elcs_gui.data.network import Network
from elcs_gui.data.network_files import read_network
from elcs_gui.errors import DataError
from elcs_gui.packaged import packaged
from tests.data.conftest import MakeFile


def named_edges(network: Network) -> set[tuple[str, str]]:
    return {(network.nodes[parent], network.nodes[child]) for parent, child in network.edges}


def test_json_networks_are_read_with_or_without_name_and_levels(make_file: MakeFile) -> None:
    plain = read_network(make_file("net.json", '{"nodes": ["B", "A"], "edges": [["A", "B"]], "target": "A"}'))
    assert (plain.name, plain.nodes, plain.parents) == ("net", ("B", "A"), ((1,), ()))
    assert plain.levels == ((), ())
    text = '\ufeff{"name": "Net", "nodes": ["A"], "edges": [], "levels": [["x", "ÿ"]]}'
    full = read_network(make_file("net.JSON", text))
    assert (full.name, full.levels) == ("Net", (("x", "ÿ"),))


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ('{"nodes": ["A"],\n "edges": [}', "n.json, line 2, column 12: Expecting value."),
        ("[" * 100_000, "n.json is not usable JSON: "),
        ('{"nodes": [' + "1" * 5000 + "]}", "n.json is not usable JSON: "),
        ("[1, 2]", "n.json must hold one object, "),
        ('{"edges": []}', 'n.json needs "nodes": a list of names.'),
        ('{"nodes": [1, 2], "edges": []}', 'n.json needs "nodes": a list of names.'),
        ('{"nodes": ["A"]}', 'n.json needs "edges": a list of [parent, child] pairs.'),
        ('{"nodes": ["A", "B"], "edges": [["A"]]}', "n.json: edge 1 is not [parent, child], two names."),
        ('{"nodes": ["A", "B"], "edges": ["AB"]}', "n.json: edge 1 is not [parent, child], two names."),
        (
            '{"nodes": ["A"], "edges": [], "levels": ["x"]}',
            'n.json: "levels" must be a list of names for each node.',
        ),
        ('{"nodes": ["A"], "edges": [], "levels": [["x"], ["y"]]}', "n has 1 nodes, but not as many"),
        ('{"nodes": ["A", "B"], "edges": [["A", "C"]]}', "No variable 'C' in n. "),
        ('{"nodes": ["A", "A"], "edges": []}', "In n, more than one node is called 'A'"),
        ('{"nodes": ["A"], "edges": [["A", "A"]]}', "In n, an edge leads from A to itself."),
        ('{"nodes": ["A", "B"], "edges": [["A", "B"], ["B", "A"]]}', "The network has a cycle: A -> B -> A."),
        ("", "n.json is empty."),
    ],
)
def test_mistakes_are_said_in_one_line(make_file: MakeFile, text: str, message: str) -> None:
    with pytest.raises(DataError, match=f"^{re.escape(message)}") as caught:
        read_network(make_file("n.json", text))
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize("ending", [".dne", ".dsc", ".oobn"])
def test_other_formats_are_said_not_to_be_read_yet(tmp_path: Path, ending: str) -> None:
    with pytest.raises(
        DataError, match=r"not read yet by this version; it reads networks as \.bif, \.xmlbif, \.xdsl"
    ):
        read_network(tmp_path / f"net{ending}")


@pytest.mark.parametrize("name", ["none.bif", "none.json"])
def test_a_missing_file_is_said_so(tmp_path: Path, name: str) -> None:
    with pytest.raises(DataError, match="There is no file"):
        read_network(tmp_path / name)


@pytest.mark.parametrize("path", sorted(packaged("networks").glob("*.bif")), ids=lambda path: path.stem)
def test_a_bundled_network_is_the_same_as_a_graph_without_tables(path: Path, make_file: MakeFile) -> None:
    network = read_network(path)
    assert network.tables is not None
    edges = [[network.nodes[a], network.nodes[b]] for a, b in network.edges]
    graph = read_network(make_file("net.json", json.dumps({"nodes": network.nodes, "edges": edges})))
    assert graph.tables is None
    assert (graph.nodes, named_edges(graph)) == (network.nodes, named_edges(network))


def test_text_that_breaks_off_is_said_so(make_file: MakeFile) -> None:
    for name in ("net.bif", "net.json"):
        with pytest.raises(DataError, match=rf"{name} starts as UTF-16 text, but not all of it is"):
            read_network(make_file(name, "network n { }".encode("utf-16") + b"\x00"))
