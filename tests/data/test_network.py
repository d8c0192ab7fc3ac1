from itertools import pairwise

import numpy as np
import pytest

from elcs_gui.data.network import Network
from elcs_gui.errors import DataError


def network(edges: str, nodes: str = "A B C D") -> Network:
    """`network("A>B B>C")`."""
    pairs = [(edge[0], edge[2]) for edge in edges.split()]
    return Network.from_edges("net", nodes.split(), pairs)


def test_a_network_knows_its_neighbourhoods() -> None:
    graph = network("A>C B>C C>D A>D")
    assert graph.parents == ((), (), (0, 1), (2, 0))
    assert graph.edges == [(0, 2), (0, 3), (1, 2), (2, 3)]
    assert graph.children(0) == (2, 3)
    assert graph.spouses(0) == (1, 2)
    assert graph.spouses(3) == ()
    assert graph.index("C") == 2
    assert graph.levels == ((), (), (), ())
    assert graph.tables is None


def test_parents_come_before_children_and_low_numbers_first() -> None:
    assert network("D>A C>A").topological_order() == (1, 2, 3, 0)
    assert network("").topological_order() == (0, 1, 2, 3)


@pytest.mark.parametrize(
    ("edges", "cycle"),
    [
        ("A>B B>A", "A -> B -> A"),
        ("D>A A>C C>B B>D", "A -> C -> B -> D -> A"),
        ("A>B B>C C>B C>D", "B -> C -> B"),
        ("D>C C>B B>D A>B", "B -> D -> C -> B"),
        ("A>B B>C C>A A>D", "A -> B -> C -> A"),
    ],
)
def test_a_cycle_is_named(edges: str, cycle: str) -> None:
    with pytest.raises(DataError, match=rf"^The network has a cycle: {cycle}\.$"):
        network(edges)


def test_a_long_chain_needs_no_deep_recursion() -> None:
    names = [f"n{place}" for place in range(5000)]
    chain = list(pairwise(names))
    assert Network.from_edges("net", names, chain).topological_order() == tuple(range(5000))
    with pytest.raises(DataError, match=r"The network has a cycle: n0 -> n1 .* n9 -> \.\.\. -> n0\.$"):
        Network.from_edges("net", names, [*chain, (names[-1], names[0])])


@pytest.mark.parametrize(
    ("edges", "message"),
    [
        ("A>B A>B", "the edge A -> B is given twice"),
        ("A>A", "an edge leads from A to itself"),
        ("A>E", r"No variable 'E' in net\. It has 'A', 'B', 'C', 'D'"),
    ],
)
def test_impossible_edges_are_refused(edges: str, message: str) -> None:
    with pytest.raises(DataError, match=message):
        network(edges)


def test_nodes_must_have_names_that_differ() -> None:
    with pytest.raises(DataError, match="In net, more than one node is called 'A'"):
        network("", nodes="A B A")
    with pytest.raises(DataError, match="In net, node 2 has no name"):
        Network.from_edges("net", ["A", " "], [])


def test_an_unknown_node_is_answered_with_the_nearest() -> None:
    with pytest.raises(DataError, match=r"^No variable 'hr' in net\. Did you mean 'HR'\?$"):
        network("", nodes="HR CO").index("hr")


def test_lists_must_be_as_long_as_there_are_nodes() -> None:
    with pytest.raises(DataError, match="net has 2 nodes, but not as many"):
        Network("net", ("A", "B"), ((),), ((), ()))
    with pytest.raises(DataError, match="'B' has a parent that is not a node: number 7"):
        Network("net", ("A", "B"), ((), (7,)), ((), ()))


def test_levels_must_differ() -> None:
    with pytest.raises(DataError, match="more than one level of 'A' is called 'x'"):
        Network.from_edges("net", ["A"], [], [["x", "x"]])


def test_tables_must_fit_the_levels() -> None:
    levels = (("x", "y"), ("p", "q", "r"))
    fitting = (np.full((2,), 0.5), np.full((2, 3), 1 / 3))
    assert Network("net", ("A", "B"), ((), (0,)), levels, fitting).table_shape(1) == (2, 3)
    with pytest.raises(DataError, match=r"the table of 'B' has the shape \(3, 2\)"):
        Network("net", ("A", "B"), ((), (0,)), levels, (fitting[0], fitting[1].T))


def test_a_table_beyond_all_size_is_refused() -> None:
    nodes = tuple(f"n{place}" for place in range(33))
    graph = Network("net", nodes, (((),) * 32) + (tuple(range(32)),), (("x", "y"),) * 33)
    with pytest.raises(
        DataError, match="the table of 'n32' would have 8,589,934,592 cells, more than 33,554,432"
    ):
        graph.table_shape(32)
