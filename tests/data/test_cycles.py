"""Which arrows lie on a cycle, and the shortest cycles."""

from __future__ import annotations

import networkx as nx
import pytest
from hypothesis import given
from hypothesis import strategies as st

from elcs_gui.data.structures.cycles import cyclic_parts, shortest_cycles
from elcs_gui.data.structures.structure import Structure
from elcs_gui.data.structures.structure_files import WRITERS, structure_text

ARROWS = st.sets(st.tuples(st.integers(0, 7), st.integers(0, 7)).filter(lambda arrow: arrow[0] != arrow[1]))


@given(ARROWS)
def test_parts_and_cycles_are_those_of_networkx(arrows: set[tuple[int, int]]) -> None:
    graph = nx.DiGraph(list(arrows))
    parts = sorted(sorted(part) for part in nx.strongly_connected_components(graph) if len(part) > 1)
    assert sorted(cyclic_parts(arrows)) == parts
    shortest = shortest_cycles(arrows)
    assert len(shortest) == len(parts)
    for way in shortest:
        assert all(arrow in arrows for arrow in zip(way, (*way[1:], way[0]), strict=True))
        (part,) = (part for part in parts if way[0] in part)
        inside = graph.subgraph(part)
        assert len(way) == min(len(cycle) for cycle in nx.simple_cycles(inside))
        assert way[0] == min(way)


@given(ARROWS)
def test_without_its_cycles_a_structure_has_the_same_edges_and_no_cycle(arrows: set[tuple[int, int]]) -> None:
    names = tuple("abcdefgh")
    drawn = Structure("drawn", names, tuple(arrows))
    made = drawn.without_cycles()
    assert not made.cycle
    assert {frozenset(arrow) for arrow in arrows} == {
        frozenset(edge) for edge in (*made.directed, *made.undirected)
    }
    assert set(made.directed) <= arrows
    assert (made == drawn) == (not drawn.cycle)


@pytest.mark.parametrize("ending", WRITERS)
def test_no_file_has_the_arrows_of_a_cycle(ending: str) -> None:
    drawn = Structure("drawn", ("a", "b", "c", "d"), ((0, 1), (1, 2), (2, 0), (2, 3)))
    assert drawn.cycle == (0, 1, 2)
    text = structure_text(drawn, ending)
    undirected = Structure("drawn", drawn.nodes, ((2, 3),), ((0, 1), (1, 2), (0, 2)))
    assert text.replace("Arrows run in a cycle", "") == text or ending in (".dot", ".gv", ".graphml", ".json")
    if ending not in (".dot", ".gv", ".graphml", ".json"):
        assert text == structure_text(undirected, ending)
    else:
        assert "edges on a cycle are written without a direction" in text
