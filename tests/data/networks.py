"""Networks to write and read again: one with uneven tables, and random ones with hostile names."""

import numpy as np
from hypothesis import strategies as st

from elcs_gui.data.network import Network
from elcs_gui.data.structures.structure import Structure

HOSTILE = [
    "table", "default", "property", "node", "graph", "digraph", "edge", "net", "data", "strict", "subgraph",
    "a//b", "/* x", '"', "\\", '\\"', 'a"b\\', "a b", "{}", "1", "0", "-1", "2x", "🦀",
    "x\ny", "x\ry", "x\ty", "x\r\ny",
    "<&>", "&amp;", "]]>", "a,b", "a;b", "(L1)", "A -> B", "---", "'", "%", "#x", "ü", "x_1", "x 1", "n1",
    "\u2028x",
    "from", "to", "NA", "[x]", "=", "|", "$", "…", "café",
]  # fmt: skip
"""Names that some format has another use for."""

texts = st.text(
    st.characters(codec="utf-8", exclude_characters="\0", exclude_categories=["Cs"]), min_size=1, max_size=8
)
names = st.one_of(texts, st.sampled_from(HOSTILE)).map(str.strip).filter(bool)


@st.composite
def networks(draw: st.DrawFn) -> Network:
    """Up to four nodes with one to three levels each, parents in any order, random tables."""
    nodes = tuple(draw(st.lists(names, min_size=1, max_size=4, unique=True)))
    levels = tuple(tuple(draw(st.lists(names, min_size=1, max_size=3, unique=True))) for _ in nodes)
    parents = tuple(
        tuple(draw(st.permutations([other for other in range(node) if draw(st.booleans())])))
        for node in range(len(nodes))
    )
    graph = Network(draw(names), nodes, parents, levels)
    random = np.random.default_rng(draw(st.integers(0, 1000)))
    tables = tuple(
        random.dirichlet(np.ones(len(levels[n])), graph.table_shape(n)[:-1]) for n in range(len(nodes))
    )
    return Network(graph.name, nodes, parents, levels, tables)


@st.composite
def structures(draw: st.DrawFn, *, lines: bool = True) -> Structure:
    """Up to five nodes; between two of them an arrow, a line (if wanted) or nothing."""
    nodes = tuple(draw(st.lists(names, min_size=1, max_size=5, unique=True)))
    kinds = st.sampled_from(["none", "arrow", "line"] if lines else ["none", "arrow"])
    chosen = [(a, b, draw(kinds)) for b in range(len(nodes)) for a in range(b)]
    directed = tuple((a, b) for a, b, kind in chosen if kind == "arrow")
    undirected = tuple((a, b) for a, b, kind in chosen if kind == "line")
    return Structure(" ".join(draw(names).split()), nodes, directed, undirected)


def uneven() -> Network:
    """Three parents with 2, 3 and 4 levels, in an order of their own: no axis can be taken for another."""
    nodes = ("D", "A", "B", "C")
    levels = (("d0", "d1"), ("a0", "a1"), ("b0", "b1", "b2"), ("c0", "c1", "c2", "c3"))
    graph = Network("uneven", nodes, ((2, 1, 3), (), (1,), ()), levels)
    tables = []
    for node in range(4):
        shape = graph.table_shape(node)
        weights = 1.0 + (np.arange(np.prod(shape)) * 7 % 23).reshape(shape)
        tables.append(weights / weights.sum(axis=-1, keepdims=True))
    return Network("uneven", nodes, graph.parents, levels, tuple(tables))


def assert_same(one: Network, other: Network, tolerance: float = 1e-12) -> None:
    """The same nodes, levels, arrows and probabilities, whatever the order of nodes and of parents."""
    assert set(one.nodes) == set(other.nodes)
    assert (one.tables is None) == (other.tables is None)
    for place, node in enumerate(one.nodes):
        there = other.nodes.index(node)
        assert one.levels[place] == other.levels[there]
        parents = [one.nodes[parent] for parent in one.parents[place]]
        theirs = [other.nodes[parent] for parent in other.parents[there]]
        assert sorted(parents) == sorted(theirs)
        if one.tables is not None and other.tables is not None:
            axes = [theirs.index(parent) for parent in parents]
            table = np.transpose(other.tables[there], [*axes, len(axes)])
            np.testing.assert_allclose(one.tables[place], table, atol=tolerance, rtol=tolerance)


def named(structure: Structure) -> tuple[set[str], set[tuple[str, str]], set[frozenset[str]]]:
    """Nodes, arrows and lines by name."""
    nodes = structure.nodes
    return (
        set(nodes),
        {(nodes[a], nodes[b]) for a, b in structure.directed},
        {frozenset((nodes[a], nodes[b])) for a, b in structure.undirected},
    )
