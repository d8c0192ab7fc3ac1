"""Proofs of random runs, held against the checker that shares nothing with the prover, at random steps.

    python tests/bench/soak_proofs.py [CASES] [FIRST] [ALGORITHM ...]

A case is a number: it chooses the graph or the few rows, the algorithm, k, the target, what is known (true or
not) and the steps. Every pair is asked about at each step: no error, every proof accepted, every sentence
finished, what is claimed is what the window shows. Prints each kind of failure with its first case; exits
with 1 if there is any. A thousand cases take about two minutes on one core.
"""

from __future__ import annotations

import random
import re
import sys
from collections import defaultdict
from itertools import pairwise, permutations
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from elcs_gui.algorithms.learning import learn
from elcs_gui.algorithms.registry import ALGORITHMS
from elcs_gui.ci.discrete import G2
from elcs_gui.ci.evidence import Evidence
from elcs_gui.ci.oracle import Oracle
from elcs_gui.data.examples import find_example
from elcs_gui.data.sampling import sample
from elcs_gui.proof.argument import argument_for, argument_of_edge
from elcs_gui.proof.why import SETS, Proof, weakest, why_edge, why_member
from elcs_gui.proof.words import proof_lines, weakest_words
from elcs_gui.trace.knowledge import Knowledge
from elcs_gui.trace.timeline import Timeline
from elcs_gui.trace.trace import Header, Trace
from tests.graphs import network_of, topological
from tests.proof_checker_edges import EdgeChecker
from tests.trace.test_proofs import ON_DATA, TELLING, flipped

NETWORKS = {name: find_example(name).load_network() for name in ("cancer", "asia", "sachs")}
Arrows = list[tuple[int, int]]


def run_of(case: int, algorithms: list[str]) -> tuple[Trace, random.Random]:
    """The run that the number stands for, and what chooses the steps."""
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
    trace = learn(evidence, header).trace
    if rows and chosen.random() < 0.5:
        asked = range(1, len(trace.test_steps) + 1)
        turned = sorted(chosen.sample(asked, min(len(asked), chosen.randint(1, 4))))
        header = Header(
            algorithm, target, names, test, alpha=alpha, k=k, rows=rows, knowledge=known,
            forced=flipped(trace, turned),
        )  # fmt: skip
        trace = learn(evidence, header).trace
    return trace, chosen


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


def complaints(trace: Trace, step: int) -> list[str]:
    """What is wrong with the proofs of a run after a step."""
    found: list[str] = []
    checker, view = EdgeChecker(trace, step), Timeline(trace).view(step)
    inside: dict[tuple[str, int], set[int]] = defaultdict(set)

    def ask(what: str, a: int, b: int) -> Proof | None:
        try:
            proof = why_edge(trace, step, a, b) if what == "edge" else why_member(trace, step, what, a, b)
            checker.check_asked(proof)
            said = [line.sentence for line in proof_lines(trace, proof)]
            said.append(weakest_words(trace, weakest(trace, proof)))
            for sentence in said:
                known = "beforehand" in sentence or "knowledge" in sentence
                finished = sentence.endswith(".") and "None" not in sentence and "  " not in sentence
                if not finished or (known and not trace.header.knowledge):
                    found.append(f"sentence of {what} {a} {b}: {sentence}")
            return proof
        except Exception as error:
            found.append(f"{what} {a} {b}: {type(error).__name__}: {error}")
            return None

    for a, b in permutations(range(len(trace.header.names)), 2):
        proof = ask("edge", a, b)
        if proof is not None:
            try:
                if argument_for(trace, proof) != argument_of_edge(trace, step, a, b):
                    found.append(f"argument of {a} {b} differs")
            except Exception as error:
                found.append(f"argument {a} {b}: {type(error).__name__}: {error}")
        shown = view.edges.get((min(a, b), max(a, b)))
        if proof is not None and shown is not None:
            directed = (proof.status, proof.claim.of) == ("directed", (shown.tail, shown.head))
            if not (directed if shown.rule else proof.status in ("undecided", "directed")):
                found.append(f"edge {a} {b}: seen {shown}, proved {proof.status} {proof.claim.of}")
        for name in SETS:
            member = ask(name, a, b)
            if member is not None and member.claim.kind == f"in {name}":
                inside[name, a].add(b)
    for blanket in view.blankets.values():
        owner = blanket.target
        wanted = {
            "PC": set(blanket.pc),
            "SP": set(blanket.all_spouses),
            "CSP": {x for xs in blanket.candidate_spouses.values() for x in xs},
            "Sep": set(blanket.separators),
        }
        for name, members in wanted.items():
            if inside[name, owner] != members:
                found.append(
                    f"{name} of {owner}: seen {sorted(members)}, proved {sorted(inside[name, owner])}"
                )
    if view.finished is not None:
        end = view.finished
        for name, xs in (("P", end.parents), ("C", end.children), ("UN", end.undetermined)):
            if inside[name, end.target] != set(xs):
                found.append(f"{name} of {end.target}: told {xs}, proved {sorted(inside[name, end.target])}")
    return found


def main() -> int:
    cases, first = (int(word) for word in (*sys.argv[1:3], *("1000", "0")[len(sys.argv[1:3]) :]))
    algorithms = sys.argv[3:] or ON_DATA
    kinds: dict[str, list[str]] = defaultdict(list)
    for case in range(first, first + cases):
        trace, chosen = run_of(case, algorithms)
        for step in {len(trace), *(chosen.randint(0, len(trace)) for _ in range(2))}:
            for complaint in complaints(trace, step):
                complaint = f"{trace.header.algorithm}: {complaint}"
                kind = re.sub(r"\d+|\([^()]*\)", "#", complaint)
                if kind not in kinds:
                    print(f"case {case}, step {step} of {len(trace)}, {complaint}", flush=True)
                kinds[kind].append(complaint)
    print(f"{cases:,} cases, {sum(map(len, kinds.values())):,} failures of {len(kinds)} kinds")
    return bool(kinds)


if __name__ == "__main__":
    raise SystemExit(main())
