"""The oracle agrees with networkx on d-separation."""

from itertools import combinations, pairwise

import networkx as nx
from hypothesis import given, settings
from hypothesis import strategies as st

from elcs_gui.ci.oracle import Oracle, colliders, connecting_path
from elcs_gui.ci.questions import Question
from tests.graphs import dags, network_of


@settings(max_examples=60)
@given(dags(most_nodes=7), st.data())
def test_the_oracle_is_d_separation(edges: tuple[int, list[tuple[int, int]]], data: st.DataObject) -> None:
    nodes, arrows = edges
    graph = nx.DiGraph(arrows)
    graph.add_nodes_from(range(nodes))
    oracle = Oracle(network_of(nodes, arrows))
    x, y = data.draw(st.sampled_from(list(combinations(range(nodes), 2))))
    rest = [v for v in range(nodes) if v not in (x, y)]
    for size in range(len(rest) + 1):
        for z in combinations(rest, size):
            separated = oracle.measure(Question.of(x, y, z))[0] == 0.0
            assert separated == nx.is_d_separator(graph, x, y, set(z))


def test_a_collider_connects_its_causes_once_a_descendant_is_known() -> None:
    oracle = Oracle(network_of(4, [(0, 2), (1, 2), (2, 3)]))
    assert oracle.separated(0, 1, ())
    assert not oracle.separated(0, 1, (3,))
    path = connecting_path(oracle, 0, 1, (3,))
    assert path == [(0, "→"), (2, "←"), (1, "")] and colliders(path) == [2]
    path = connecting_path(Oracle(network_of(5, [(0, 1), (2, 1), (2, 3), (4, 3)])), 0, 4, (1, 3))
    assert path is not None and colliders(path) == [1, 3]


@settings(max_examples=40)
@given(dags(most_nodes=7), st.data())
def test_a_path_that_is_shown_is_open(edges: tuple[int, list[tuple[int, int]]], data: st.DataObject) -> None:
    """Every arrow of it is there; what is given blocks it nowhere, and opens each of its colliders."""
    nodes, arrows = edges
    graph = nx.DiGraph(arrows)
    graph.add_nodes_from(range(nodes))
    oracle = Oracle(network_of(nodes, arrows))
    x, y = data.draw(st.sampled_from(list(combinations(range(nodes), 2))))
    rest = [v for v in range(nodes) if v not in (x, y)]
    z = data.draw(st.sets(st.sampled_from(rest))) if rest else set()
    path = connecting_path(oracle, x, y, sorted(z))
    assert (path is None) == nx.is_d_separator(graph, x, y, z)
    if path is None:
        return
    assert [path[0][0], path[-1]] == [x, (y, "")]
    for (a, arrow), (b, _) in pairwise(path):
        assert ((a, b) if arrow == "→" else (b, a)) in arrows
    met = {
        b
        for (a, _), (b, _), (c, _) in zip(path, path[1:], path[2:], strict=False)
        if {(a, b), (c, b)} <= {*arrows}
    }
    assert {*colliders(path)} == met
    for node, _ in path[1:-1]:
        assert (node not in z) if node not in met else {node, *nx.descendants(graph, node)} & z
