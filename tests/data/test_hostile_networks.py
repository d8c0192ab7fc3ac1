"""Files that no reader of networks may trust: each gives a network or one clear line, soon, in little memory."""

# ruff: noqa: E501  A file stands in one line where it can be read in one.

import re
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np
import pytest

from elcs_gui.data.network import Network
from elcs_gui.data.network_files import read_network, write_network
from elcs_gui.errors import DataError
from tests.data.conftest import MakeFile
from tests.data.networks import uneven
from tests.data.reading import read_or_refused
from tests.forking import cost_of
from tests.stress import often
from tests.timing import seconds_of

WITH_TABLES = [".bif", ".xmlbif", ".xdsl", ".net"]
GRAPHS = [".dot", ".graphml", ".json", ".dagitty", ".tetrad.txt", ".edges.csv", ".matrix.csv"]
ENDINGS = [*WITH_TABLES, *GRAPHS]
READ_BY_NAME = [
    ".bif",
    ".xmlbif",
    ".xdsl",
    ".net",
    ".dot",
    ".graphml",
    ".json",
    ".dagitty",
    ".txt",
    ".csv",
    "",
]

LAUGHS = '<!DOCTYPE x [<!ENTITY a "ha">' + "".join(
    f'<!ENTITY {chr(98 + n)} "{f"&{chr(97 + n)};" * 10}">' for n in range(9)
)
BOMBS = {
    "billion laughs": LAUGHS + "]><BIF><NETWORK><NAME>&j;</NAME></NETWORK></BIF>",
    "quadratic": f'<!DOCTYPE x [<!ENTITY a "{"x" * 50_000}">]><graphml>{"&a;" * 20_000}</graphml>',
    "external entity": '<!DOCTYPE x [<!ENTITY a SYSTEM "file:///etc/passwd">]><smile>&a;</smile>',
    "parameter entity": '<!DOCTYPE x [<!ENTITY % a SYSTEM "http://127.0.0.1:9/x"> %a;]><smile></smile>',
}


@cache
def written(ending: str) -> bytes:
    """A good file of that format."""
    with TemporaryDirectory() as folder:
        path = Path(folder) / f"good{ending}"
        write_network(uneven(), path)
        return path.read_bytes()


def reads_or_refuses(path: Path) -> Network | None:
    """The network, or None after one clear line."""
    try:
        return read_network(path)
    except DataError as refusal:
        said = str(refusal)
        assert said
        assert "\n" not in said
        assert len(said) < 3000
        return None


@pytest.mark.parametrize("bomb", BOMBS)
@pytest.mark.parametrize("ending", [".xml", ".bif", ".xdsl", ".graphml", ".txt"])
def test_entities_are_never_expanded_nor_fetched(make_file: MakeFile, bomb: str, ending: str) -> None:
    for start in ("", '<?xml version="1.0"?>'):
        with pytest.raises(DataError, match="declares entities or refers to other files"):
            read_network(make_file(f"n{ending}", start + BOMBS[bomb]))


@pytest.mark.parametrize("ending", READ_BY_NAME)
@pytest.mark.parametrize(
    "content",
    [b"\0" * 1000, bytes(range(256)) * 20, b"\xff\xfe\x00", b"\xfe\xff\x00<\x00B", b"\x89PNG\r\n\x1a\n\0\0", b"   \n",
     b"[" * 50_000, b"{" * 50_000, b'{"a":' * 50_000, b"<a>" * 50_000, b"(" * 50_000, b'"' * 50_001, b"digraph{" + b"{" * 50_000,
     b"\xef\xbb\xbf", "ü".encode("latin-1") * 50, b"x" * 2_000_000, b"a b c d e\n" * 1000, b"," * 10_000],
    ids=["zeros", "binary", "bom only", "utf-16 cut", "picture", "blank", "brackets", "braces", "objects", "elements",
         "rounds", "quotes", "groups", "bom", "latin-1", "one word", "words", "commas"],
)  # fmt: skip
def test_rubbish_is_refused(make_file: MakeFile, ending: str, content: bytes) -> None:
    network = reads_or_refuses(make_file(f"n{ending}", content))
    assert network is None or len(network.nodes) < 3


@pytest.mark.parametrize("ending", ENDINGS)
def test_a_file_cut_short_anywhere_is_a_network_or_a_refusal(make_file: MakeFile, ending: str) -> None:
    whole = written(ending)
    for length in range(1, len(whole), max(1, len(whole) // 150)):
        reads_or_refuses(make_file(f"n{ending}", whole[:length]))


@pytest.mark.parametrize("ending", ENDINGS)
@pytest.mark.parametrize("codec", ["utf-16", "utf-8-sig"])
def test_byte_order_marks_are_understood(make_file: MakeFile, ending: str, codec: str) -> None:
    text = written(ending).decode()
    if ending in (".xmlbif", ".xdsl", ".graphml"):
        text = text.replace('encoding="UTF-8"', "")
    network = reads_or_refuses(make_file(f"n{ending}", text.encode(codec)))
    assert network is not None
    assert len(network.edges) == 4


def chain(nodes: int) -> str:
    return "\n".join(f"v{n} -> v{n + 1}" for n in range(nodes))


MANY = often(101_000, suite=20_000)
"""Nodes: some more than are read, but in the suite a fifth of them; so with all that takes long to read."""
CYCLE = often(90_000, suite=18_000)
LARGE = {
    "nodes.txt": lambda: chain(MANY),
    "nodes.csv": lambda: "from,to\n" + "\n".join(f"v{n},v{n + 1}" for n in range(MANY)),
    "nodes.dot": lambda: "digraph {" + chain(MANY) + "}",
    "words.dot": lambda: "digraph {" + "a;" * often(501_000, suite=100_000) + "}",
    "product.dot": lambda: (
        f"digraph {{ {{{' '.join(f'a{n}' for n in range(40_000))}}} -> {{{' '.join(f'b{n}' for n in range(40_000))}}} }}"
    ),
    "nodes.dagitty": lambda: "dag {" + chain(MANY) + "}",
    "nodes.json": lambda: '{"nodes": [' + ",".join(f'"v{n}"' for n in range(MANY)) + '], "edges": []}',
    "cycle.json": lambda: (
        '{"nodes": [' + ",".join(f'"v{n}"' for n in range(CYCLE)) + '], "edges": ['
        + ",".join(f'["v{n}", "v{(n + 1) % CYCLE}"]' for n in range(CYCLE)) + "]}"
    ),
    "star.json": lambda: (
        '{"nodes": [' + ",".join(f'"v{n}"' for n in range(90_000)) + '], "edges": ['
        + ",".join(f'["v{n}", "v0"]' for n in range(1, 90_000)) + "]}"
    ),
    "typo.json": lambda: '{"nodes": [' + ",".join(f'"v{n}"' for n in range(90_000)) + '], "edges": [["v1", "w1"]]}',
    "nodes.bif": lambda: "".join(f"variable v{n} {{ type discrete [2] {{ a, b }}; }}\n" for n in range(often(120_000, suite=24_000))),
    "tables.bif": lambda: (
        "".join(f"variable v{n} {{ type discrete [2] {{ a, b }}; }}\n" for n in range(200))
        + "".join(
            f"probability (v{n} | {', '.join(f'v{m}' for m in range(22))}) {{ default 0.5, 0.5; }}\n" for n in range(22, 200)
        )
    ),
    "numbers.bif": lambda: "variable v { type discrete [2] { a, b }; } probability (v) { table " + "0.5, " * 2_000_000 + "; }",
    "nodes.net": lambda: "".join(f'node v{n} {{ states = ("a" "b"); }}\n' for n in range(often(120_000, suite=24_000))),
    "nodes.graphml": lambda: "<graphml><graph>" + "".join(f'<node id="v{n}"/>' for n in range(MANY)) + "</graph></graphml>",
    "nodes.xml": lambda: "<BIF><NETWORK>" + "<VARIABLE/>" * often(400_000, suite=80_000) + "</NETWORK></BIF>",
    "text.xml": lambda: "<BIF>" + "x\n" * often(5_000_000, suite=1_000_000) + "</BIF>",
    "blanks.txt": lambda: "a" + " " * 10_000_000 + "b -",
    "blanks.csv": lambda: '"' + " ," * 5_000_000,
    "matrix.txt": lambda: "\n".join(" ".join("1" * 2000) for _ in range(2000)),
    "zeros.txt": lambda: "\n".join(" ".join("0" * 2500) for _ in range(2500)),
    "tetrad.txt": lambda: "Graph Nodes:\n" + ";".join(f"v{n}" for n in range(MANY)),
    "name.json": lambda: '{"nodes": ["' + "x" * 10_000_000 + '"], "edges": []}',
    "comments.txt": lambda: "/* */" * 1_000_000,
    "comment.dot": lambda: "/*" * 5_000_000,
    "attributes.xml": lambda: "<BIF " + " ".join(f'a{n}=""' for n in range(400_000)) + "/>",
    "objects.json": lambda: '{"nodes": [' + ",".join(['{"a":0}'] * 1_900_000) + '], "edges": []}',
    "wide.txt": lambda: "0 " * often(4_000_000, suite=800_000) + "\n" + "0 " * often(3_900_000, suite=790_000),
    "lines.txt": lambda: "0\n" * often(1_010_000, suite=200_000),
    "huge.bif": lambda: "x" * (33 << 20),
}  # fmt: skip
SECONDS, MEGABYTES = 10, 1000


@pytest.mark.slow
@pytest.mark.parametrize("name", LARGE)
def test_large_files_are_read_or_refused_soon_and_in_little_memory(make_file: MakeFile, name: str) -> None:
    path = make_file(name, LARGE[name]())
    cost = cost_of(read_or_refused, path)
    path.unlink()
    assert len(cost.said) < 3000
    assert cost.seconds < SECONDS
    assert cost.peak < MEGABYTES << 20


NODES, WORDS = "elcs_gui.data.network.MOST_NODES", "elcs_gui.data.scanner.MOST_WORDS"
BEYOND = [
    ("n.txt", NODES, chain(100), "nodes"),
    ("n.csv", NODES, "from,to\n" + "\n".join(f"v{n},v{n + 1}" for n in range(100)), "nodes"),
    ("n.dot", NODES, "digraph {" + chain(100) + "}", "nodes"),
    ("n.dagitty", NODES, "dag {" + chain(100) + "}", "nodes"),
    ("n.json", NODES, '{"nodes": [' + ",".join(f'"v{n}"' for n in range(101)) + '], "edges": []}', "nodes"),
    ("n.graphml", NODES, "<graphml><graph>" + "".join(f'<node id="v{n}"/>' for n in range(101)) + "</graph></graphml>", "nodes"),
    ("tetrad.txt", NODES, "Graph Nodes:\n" + ";".join(f"v{n}" for n in range(101)), "nodes"),
    ("n.dot", WORDS, "digraph {" + "a;" * 60 + "}", "words"),
    ("n.bif", WORDS, "".join(f"variable v{n} {{ type discrete [2] {{ a, b }}; }}\n" for n in range(10)), "words"),
    ("n.net", WORDS, "".join(f'node v{n} {{ states = ("a" "b"); }}\n' for n in range(12)), "words"),
    ("n.xml", "elcs_gui.data.networks.xml_tree.MOST_ELEMENTS", "<BIF><NETWORK>" + "<VARIABLE/>" * 100 + "</NETWORK></BIF>", "elements"),
    ("n.txt", "elcs_gui.data.structures.edge_list._MOST_ROWS", "0\n" * 110, "lines"),
]  # fmt: skip


ENOUGH = {
    "nodes": lambda _: 101,
    "words": lambda content: len(re.findall(r"\w+|[^\w\s]", content)) + 2,
    "elements": lambda content: content.count("<"),
    "lines": lambda content: content.count("\n"),
}
"""As many as the content has."""


@pytest.mark.parametrize(("name", "limit", "content", "what"), BEYOND)
def test_what_is_beyond_a_limit_is_refused(
    make_file: MakeFile, monkeypatch: pytest.MonkeyPatch, name: str, limit: str, content: str, what: str
) -> None:
    monkeypatch.setattr(limit, 100)
    path = make_file(name, content)
    with pytest.raises(DataError, match=f"more than 100 {what}"):
        read_network(path)
    monkeypatch.setattr(limit, ENOUGH[what](content))
    try:
        nodes = read_network(path).nodes
        assert what != "nodes" or len(nodes) == 101
    except DataError as other:
        assert what != "nodes" and "more than" not in str(other)


@cache
def large_network(nodes: int = 1200) -> Network:
    parents = tuple(tuple(range(max(0, node - 3), node)) for node in range(nodes))
    graph = Network("large", tuple(f"v{n}" for n in range(nodes)), parents, (("a", "b", "c"),) * nodes)
    tables = tuple(np.full(graph.table_shape(node), 1 / 3) for node in range(nodes))
    return Network(graph.name, graph.nodes, parents, graph.levels, tables)


@pytest.mark.parametrize("ending", ENDINGS)
def test_a_thousand_nodes_are_read_in_well_under_a_second(tmp_path: Path, ending: str) -> None:
    network = large_network()
    path = tmp_path / f"large{ending}"
    write_network(network, path)
    read: list[Network] = []
    assert seconds_of(lambda: read.append(read_network(path)), enough=1.0) <= 1.0  # 0.1 to 0.6 when idle
    assert len(read[0].edges) == len(network.edges)
