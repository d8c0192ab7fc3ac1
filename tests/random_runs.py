"""A run for every number, which chooses graph or rows, algorithm, target, what is known, and overrides."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import pairwise, permutations

from elcs_gui.algorithms.learning import Learnt, learn
from elcs_gui.algorithms.registry import ALGORITHMS
from elcs_gui.ci.discrete import G2
from elcs_gui.ci.evidence import Evidence
from elcs_gui.ci.oracle import Oracle
from elcs_gui.data.examples import find_example
from elcs_gui.data.network import Network
from elcs_gui.data.sampling import sample
from elcs_gui.trace.knowledge import Knowledge
from elcs_gui.trace.trace import Header
from tests.graphs import network_of, topological
from tests.proof.test_proofs import TELLING, flipped

NETWORKS = {name: find_example(name).load_network() for name in ("cancer", "asia", "sachs")}
Arrows = list[tuple[int, int]]


@dataclass(frozen=True)
class RandomRun:
    """A run that was learnt, and what it was learnt from."""

    network: Network
    evidence: Evidence
    learnt: Learnt
    chosen: random.Random
    """What chooses further."""


def random_run(case: int, algorithms: Sequence[str]) -> RandomRun:
    """The run that the number stands for."""
    chosen = random.Random(case)
    algorithm = chosen.choice(algorithms)
    if algorithm in TELLING and chosen.random() < 0.6:
        nodes = chosen.randint(3, 13)
        arrows = random_arrows(chosen, nodes)
        network = network_of(nodes, arrows)
        evidence = Evidence(Oracle(network))
        names, test, rows, alpha = network.nodes, "oracle", None, 0.01
        k = chosen.choice([None, 0, 1, 3])
    else:
        network = NETWORKS[chosen.choice(sorted(NETWORKS))]
        nodes = len(network.nodes)
        arrows = [(p, child) for child, parents in enumerate(network.parents) for p in parents]
        data = sample(network, chosen.choice([40, 150, 600]), seed=chosen.randint(0, 500))
        evidence, names, test, rows = Evidence(G2(data)), data.columns, "g2", data.rows
        k, alpha = chosen.choice([0, 1, 3]), chosen.choice([0.01, 0.05, 0.2])
    known = Knowledge()
    if ALGORITHMS[algorithm].uses_knowledge and chosen.random() < 0.7:
        known = random_knowledge(chosen, nodes, arrows)
    target = chosen.randrange(nodes)
    header = Header(algorithm, target, names, test, alpha=alpha, k=k, rows=rows, knowledge=known)
    learnt = learn(evidence, header)
    if rows and chosen.random() < 0.5:
        asked = range(1, len(learnt.trace.test_steps) + 1)
        turned = sorted(chosen.sample(asked, min(len(asked), chosen.randint(1, 4))))
        learnt = learn(evidence, replace(header, forced=flipped(learnt.trace, turned)))
    return RandomRun(network, evidence, learnt, chosen)


def random_arrows(chosen: random.Random, nodes: int) -> Arrows:
    order, density = chosen.sample(range(nodes), nodes), chosen.uniform(0.1, 0.7 if nodes < 9 else 0.35)
    return [(order[a], order[b]) for b in range(nodes) for a in range(b) if chosen.random() < density]


def random_knowledge(chosen: random.Random, nodes: int, arrows: Arrows) -> Knowledge:
    """Of the graph, or of another."""
    if chosen.random() < 0.5:
        arrows = random_arrows(chosen, nodes)

    def some(pairs: Arrows) -> Arrows:
        return chosen.sample(pairs, min(len(pairs), chosen.randint(0, 4)))

    absent = [pair for pair in permutations(range(nodes), 2) if pair not in arrows]
    apart = some([(a, b) for a, b in absent if (b, a) in absent])
    tiers: list[tuple[int, ...]] = []
    if chosen.random() < 0.4:
        order = topological(nodes, arrows)
        cuts = [0, *sorted(chosen.sample(range(1, nodes), min(nodes - 1, 2))), nodes]
        tiers = [tuple(order[first:last]) for first, last in pairwise(cuts)]
    return Knowledge(
        (*some(absent), *apart, *[(b, a) for a, b in apart]),
        tuple(some(arrows)), tuple(some(arrows)), tuple(tiers),
    )  # fmt: skip
