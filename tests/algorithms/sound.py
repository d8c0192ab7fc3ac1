"""Random networks on which an algorithm with true verdicts is held against the truth."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator

from elcs_gui.algorithms.learning import learn
from elcs_gui.ci.evidence import Evidence
from elcs_gui.ci.oracle import Oracle
from elcs_gui.data.cpdag import compelled_arrows
from elcs_gui.data.network import Network
from elcs_gui.trace.outcome import Outcome
from elcs_gui.trace.trace import Header
from tests.graphs import network_of


def random_networks(seed: int, most_nodes: int = 14) -> Iterator[Network]:
    """Of 5 nodes and more, sparse to dense; large ones stay sparse, for sets of any size are asked."""
    numbers = random.Random(seed)
    while True:
        nodes = numbers.randint(5, most_nodes)
        degree = numbers.choice((1.5, 2.5, 3.5, 5.0) if nodes < 9 else (1.2, 2.0, 2.6))
        yield _random_network(numbers, nodes, degree)


def alike_networks(seed: int, nodes: int, degree: float) -> Iterator[Network]:
    """All of one size and one mean degree."""
    numbers = random.Random(seed)
    while True:
        yield _random_network(numbers, nodes, degree)


def _random_network(numbers: random.Random, nodes: int, degree: float) -> Network:
    order = numbers.sample(range(nodes), nodes)
    arrows = [
        (order[i], order[j])
        for i in range(nodes)
        for j in range(i + 1, nodes)
        if numbers.random() < min(0.8, degree / (nodes - 1))
    ]
    return network_of(nodes, arrows)


def outcome_of(network: Network, evidence: Evidence, algorithm: str, target: int) -> Outcome:
    header = Header(algorithm, target, network.nodes, "oracle", k=None)
    outcome = learn(evidence, header, record=False).outcome
    assert outcome is not None
    return outcome


def held_against_the_truth(algorithm: str, targets: int, networks: Iterator[Network]) -> Counter[str]:
    """How many of so many targets are wrong, and in which way; how many arrows were found and could be."""
    count: Counter[str] = Counter()
    for network in networks:
        evidence, arrows = Evidence(Oracle(network)), compelled_arrows(network)
        for target in range(len(network.nodes)):
            if count["targets"] == targets:
                return count
            count["targets"] += 1
            found = outcome_of(network, evidence, algorithm, target)
            parents, children = {*network.parents[target]}, {*network.children(target)}
            told = {(x, target) for x in found.parents} | {(target, x) for x in found.children}
            true = {(x, target) for x in parents} | {(target, x) for x in children}
            count["wrong neighbours"] += {*found.blanket.pc} != parents | children
            count["wrong arrows"] += len(told - true)
            count["arrows lost"] += len(true & arrows - told)
            count["arrows"] += len(told)
            count["targets with a wrong arrow"] += bool(told - true)
            count["targets that lack an arrow"] += bool(true & arrows - told)
    return count
