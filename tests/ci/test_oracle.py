"""The oracle agrees with networkx on d-separation."""

from itertools import combinations

import networkx as nx
from hypothesis import given, settings
from hypothesis import strategies as st

from elcs_gui.ci.oracle import Oracle
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
