"""MMMB, HITON-MB and their kin: the figures of the specification, what is exact, where each one errs."""

from __future__ import annotations

import pytest
from hypothesis import given, settings

from elcs_gui.algorithms.learning import Learnt, learn
from elcs_gui.ci.evidence import Evidence
from elcs_gui.ci.oracle import Oracle
from elcs_gui.data.network import Network
from elcs_gui.trace.trace import Header
from tests.graphs import Arrows, dags, network_of


def members(learnt: Learnt) -> set[int]:
    assert learnt.outcome is not None
    return {*learnt.outcome.blanket.members}


def blanket_of(network: Network, target: int) -> set[int]:
    return {*network.parents[target], *network.children(target), *network.spouses(target)}


def by_oracle(network: Network, algorithm: str, target: int) -> set[int]:
    header = Header(algorithm, target, network.nodes, "oracle", k=None)
    return members(learn(Evidence(Oracle(network)), header, record=False))


@pytest.mark.parametrize("algorithm", ["mmmb-sym", "hiton-mb-sym", "pcmb"])
@settings(max_examples=25)
@given(dag=dags(most_nodes=8))
def test_with_the_oracle_symmetric_sets_give_exact_blankets(algorithm: str, dag: tuple[int, Arrows]) -> None:
    network = network_of(*dag)
    for target in range(len(network.nodes)):
        assert by_oracle(network, algorithm, target) == blanket_of(network, target)


STRANGER = {0: (1, 2), 3: (0, 1)}
"""By node, its parents."""


@pytest.mark.parametrize(
    ("algorithm", "target", "parents", "wrong"),
    [
        ("hiton-mb", 2, STRANGER, {3}),
        ("mmmb", 2, STRANGER, {3}),
        ("bamb", 0, {0: (3,), 1: (3,), 2: (0, 1, 3)}, {1}),
        ("eemb", 3, {0: (1, 4), 2: (0, 3), 4: (1, 3)}, {0}),
        ("stmb", 5, {0: (1, 2, 3, 5), 1: (2, 5), 3: (1, 2), 4: (1, 2, 3)}, {3}),
    ],
)
def test_where_it_errs_though_every_verdict_is_true(
    algorithm: str, target: int, parents: dict[int, tuple[int, ...]], wrong: set[int]
) -> None:
    """A stranger that is taken in (HITON-MB, MMMB), a spouse that is missed (BAMB, EEMB, STMB)."""
    nodes = 1 + max(*parents, *(x for xs in parents.values() for x in xs), target)
    network = network_of(nodes, [(x, y) for y, xs in parents.items() for x in xs])
    assert by_oracle(network, algorithm, target) ^ blanket_of(network, target) == wrong


@pytest.mark.parametrize("algorithm", ["hiton-mb", "mmmb"])
def test_symmetric_sets_keep_the_stranger_out(algorithm: str) -> None:
    network = network_of(4, [(x, y) for y, xs in STRANGER.items() for x in xs])
    assert by_oracle(network, f"{algorithm}-sym", 2) == blanket_of(network, 2)
