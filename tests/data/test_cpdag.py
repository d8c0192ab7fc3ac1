"""The arrows that independences can orient, against all DAGs there are with the same independences."""

from __future__ import annotations

from itertools import combinations, product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from elcs_gui.data.cpdag import compelled_arrows
from elcs_gui.data.examples import find_example
from tests.graphs import Arrows, dags, network_of

Arrow = tuple[int, int]


def acyclic(nodes: int, arrows: Arrows) -> bool:
    left = set(range(nodes))
    while sources := {x for x in left if not any(b == x and a in left for a, b in arrows)}:
        left -= sources
    return not left


def v_structures(arrows: Arrows) -> set[tuple[int, int, int]]:
    joined = {frozenset(arrow) for arrow in arrows}
    pairs = combinations(sorted(arrows), 2)
    return {
        (a, c, b) for (a, c), (b, d) in pairs if c == d and frozenset((a, b)) not in joined
    }  # sorted arrows: a < b


def equivalent(nodes: int, arrows: Arrows) -> list[Arrows]:
    """Every DAG with the same edges and the same V-structures."""
    ways = ([(a, b), (b, a)] for a, b in arrows)
    found = [list(turned) for turned in product(*ways)]
    return [one for one in found if acyclic(nodes, one) and v_structures(one) == v_structures(arrows)]


def by_brute_force(nodes: int, arrows: Arrows, known: list[Arrow]) -> frozenset[Arrow]:
    possible = [set(one) for one in equivalent(nodes, arrows) if set(known) <= set(one)]
    return frozenset(arrow for arrow in arrows if all(arrow in one for one in possible))


@given(dags(most_nodes=6, most_parents=3), st.data())
def test_they_are_the_arrows_that_all_equivalent_dags_share(
    dag: tuple[int, Arrows], data: st.DataObject
) -> None:
    nodes, arrows = dag
    known = data.draw(st.lists(st.sampled_from(arrows), max_size=2, unique=True)) if arrows else []
    if len(arrows) > 11:  # 2 to the 11th is enough to turn
        arrows = arrows[:11]
        known = [arrow for arrow in known if arrow in arrows]
    assert compelled_arrows(network_of(nodes, arrows), known) == by_brute_force(nodes, arrows, known)


def test_all_dags_of_four_nodes_with_every_single_arrow_known() -> None:
    pairs = list(combinations(range(4), 2))
    for choice in product((None, 0, 1), repeat=len(pairs)):
        turned = zip(pairs, choice, strict=True)
        arrows = [pair if way == 0 else pair[::-1] for pair, way in turned if way is not None]
        if not acyclic(4, arrows):
            continue
        for known in ([], *([arrow] for arrow in arrows)):
            assert compelled_arrows(network_of(4, arrows), known) == by_brute_force(4, arrows, known)


@pytest.mark.parametrize(
    ("arrows", "known", "compelled"),
    [
        ([(0, 1), (1, 2)], [], []),  # a chain
        ([(0, 1), (2, 1)], [], [(0, 1), (2, 1)]),  # a V-structure
        ([(0, 1), (1, 2)], [(0, 1)], [(0, 1), (1, 2)]),  # R1
        ([(0, 1), (1, 2), (0, 2)], [(0, 1), (1, 2)], [(0, 1), (1, 2), (0, 2)]),  # R2
        ([(0, 1), (0, 2), (0, 3), (2, 1), (3, 1)], [], [(0, 1), (2, 1), (3, 1)]),  # R3
        # R4: 0 — 3 → 2 → 1, where 0 is adjacent to all and 3 to 1 is not
        ([(0, 1), (0, 2), (0, 3), (3, 2), (2, 1)], [(3, 2)], [(0, 1), (3, 2), (2, 1)]),
    ],
)
def test_each_rule_orients_what_it_should(arrows: Arrows, known: Arrows, compelled: Arrows) -> None:
    nodes = 1 + max(map(max, arrows))
    assert compelled_arrows(network_of(nodes, arrows), known) == frozenset(compelled)


def test_knowledge_that_is_not_true_of_the_network_orients_nothing() -> None:
    assert compelled_arrows(network_of(3, [(0, 1), (1, 2)]), [(1, 0), (0, 2)]) == frozenset()


def test_the_reversible_arrows_of_asia() -> None:
    asia = find_example("asia").load_network()
    left = set(asia.edges) - compelled_arrows(asia)
    assert {(asia.nodes[a], asia.nodes[b]) for a, b in left} == {
        ("asia", "tub"), ("smoke", "lung"), ("smoke", "bronc"),
    }  # fmt: skip
