"""Proofs hold in runs with background knowledge too, and name what is known."""

from __future__ import annotations

import random
from itertools import permutations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from elcs_gui.algorithms.learning import learn
from elcs_gui.algorithms.local_graph import LocalGraph
from elcs_gui.algorithms.meek import apply_meek_rules
from elcs_gui.ci.discrete import G2
from elcs_gui.ci.evidence import Evidence
from elcs_gui.ci.oracle import Oracle
from elcs_gui.data.examples import find_example
from elcs_gui.data.network import Network
from elcs_gui.data.sampling import sample
from elcs_gui.proof.export import as_json, as_latex, as_markdown, as_text
from elcs_gui.proof.why import Proof, cited_tests, fragility, walk, weakest, why_edge, why_member
from elcs_gui.proof.words import proof_lines, proof_sentence, weakest_words
from elcs_gui.trace.events import Entered, Finished, LeftUndecided
from elcs_gui.trace.knowledge import Knowledge
from elcs_gui.trace.knowledge_text import knowledge_of
from elcs_gui.trace.outcome import Blanket
from elcs_gui.trace.run import Run
from elcs_gui.trace.trace import Header, Trace
from tests.graphs import network_of
from tests.knowing_runs import KNOWING, noisy_runs_with_knowledge, oracle_runs_with_knowledge
from tests.proof.checker import Rejected
from tests.proof.checker_edges import check
from tests.proof.test_proofs import (
    changes_with_its_verdicts,
    holds_everywhere,
    needs_all_of_its_parts,
    places_to_weaken,
    some_steps,
    stands_on_what_is_seen,
    without,
)
from tests.stress import often

runs = oracle_runs_with_knowledge() | noisy_runs_with_knowledge()


@settings(max_examples=often(50, suite=12))
@given(runs, st.integers(0, 10**6))
def test_every_proof_of_a_run_with_knowledge_is_accepted_at_any_step(trace: Trace, seed: int) -> None:
    holds_everywhere(trace, some_steps(trace, seed, 1))


@settings(max_examples=30)
@given(runs, st.integers(0, 10**6))
def test_a_proof_needs_everything_known_and_every_test(trace: Trace, seed: int) -> None:
    needs_all_of_its_parts(trace, random.Random(seed), 25)


@settings(max_examples=often(30, suite=12))
@given(runs, st.integers(0, 10**6))
def test_turning_a_cited_verdict_changes_the_proof_or_the_claim(trace: Trace, seed: int) -> None:
    changes_with_its_verdicts(trace, random.Random(seed))


@settings(max_examples=often(30, suite=10))
@given(runs, st.integers(0, 10**6))
def test_a_proof_stands_on_what_is_seen_and_is_told_in_whole_sentences(trace: Trace, seed: int) -> None:
    for step in some_steps(trace, seed, 1):
        stands_on_what_is_seen(trace, step)
        is_told_in_whole_sentences(trace, step)


def is_told_in_whole_sentences(trace: Trace, step: int) -> None:
    for a, b in permutations(range(len(trace.header.names)), 2):
        for proof in (why_edge(trace, step, a, b), why_member(trace, step, "MB", a, b)):
            for line in proof_lines(trace, proof):
                assert line.sentence.endswith(".")
                assert "None" not in line.sentence
                assert line.formal
            assert weakest_words(trace, weakest(trace, proof)).endswith(".")


class Asia:
    """Asia on the oracle, with an arrow required, another forbidden, an edge forbidden, and tiers."""

    def __init__(self, algorithm: str = "elcs") -> None:
        network = find_example("asia").load_network()
        self.names = network.nodes
        known = knowledge_of(
            network.nodes,
            require=["asia->tub"],
            forbid=["either->bronc", "smoke--dysp"],
            tiers=["asia, smoke < lung, bronc < dysp"],
        )
        header = Header(algorithm, network.index("bronc"), network.nodes, "oracle", knowledge=known)
        self.trace = learn(Evidence(Oracle(network)), header).trace

    def edge(self, a: str, b: str, step: int | None = None) -> Proof:
        step = len(self.trace) if step is None else step
        return why_edge(self.trace, step, self.names.index(a), self.names.index(b))


@pytest.fixture(scope="module")
def asia() -> Asia:
    return Asia()


def test_an_arrow_that_the_tiers_leave_one_direction_names_them(asia: Asia) -> None:
    proof = asia.edge("bronc", "smoke")
    assert proof_sentence(asia.trace, proof) == (
        "smoke → bronc by background knowledge: the tiers forbid bronc → smoke."
    )
    adjacent, leaf = proof.premises
    assert (adjacent.claim.kind, leaf.claim.kind, leaf.rule) == ("adjacent", "forbidden", "tiers")
    assert cited_tests(leaf) == ()
    assert cited_tests(adjacent) == cited_tests(proof) != ()
    lines = proof_lines(asia.trace, proof)
    assert lines[0].formal == "smoke → bronc  (BK)"
    assert (lines[-1].formal, lines[-1].sentence) == (
        "bronc ↛ smoke  (BK)",
        "The tiers forbid bronc → smoke.",
    )


def test_a_forbidden_edge_is_missing_because_it_is_forbidden(asia: Asia) -> None:
    for step in (0, len(asia.trace)):
        proof = asia.edge("smoke", "dysp", step)
        assert (proof.status, proof.rule) == ("absent", "forbidden")
        assert proof_sentence(asia.trace, proof) == (
            "smoke and dysp are not adjacent: smoke → dysp is forbidden and dysp → smoke is forbidden."
        )
        assert as_text(asia.trace, proof)[-1] == "Weakest link: It rests on background knowledge alone."
        assert weakest(asia.trace, proof).margin == float("inf")


def test_a_required_neighbour_is_one_without_a_test() -> None:
    network = find_example("asia").load_network()
    known = knowledge_of(network.nodes, require=["asia->tub"])
    trace = learn(
        Evidence(Oracle(network)),
        Header("emb", network.index("tub"), network.nodes, "oracle", knowledge=known),
    ).trace
    tub, asia = network.index("tub"), network.index("asia")
    proof = why_member(trace, len(trace), "PC", tub, asia)
    assert proof_sentence(trace, proof) == (
        "asia is a neighbour of tub by background knowledge: asia → tub is required."
    )
    assert cited_tests(proof) == ()
    arrow = why_edge(trace, len(trace), tub, asia)
    assert proof_sentence(trace, arrow) == (
        "asia → tub by background knowledge: it is known beforehand that asia → tub."
    )
    assert as_json(trace, arrow)["knowledge"] == [
        "asia → tub is required.",
        "It is known beforehand that asia → tub.",
    ]
    assert next(edge for edge in fragility(trace, len(trace)) if edge.tail == asia).weakest.known
    entered = next(i for i, e in enumerate(trace) if isinstance(e, Entered) and e.x == asia)
    assert why_member(trace, entered, "PC", tub, asia).rule == "due"


def test_what_the_tests_say_against_knowledge_stands_beside_the_proof() -> None:
    network = Network.from_edges("collider", ["T", "X", "Y"], [("T", "Y"), ("X", "Y")])
    known = knowledge_of(network.nodes, forbid=["T->Y"])
    trace = learn(Evidence(Oracle(network)), Header("emb", 0, network.nodes, "oracle", knowledge=known)).trace
    proof = why_edge(trace, len(trace), 0, 2)
    check(trace, len(trace), proof)
    assert as_text(trace, proof)[:2] == [
        "Contradicted: The tests say T → Y, but what is known forbids that arrow.",
        "Y → T by background knowledge: T → Y is forbidden.",
    ]
    assert as_text(trace, proof)[-1] == (
        "To the contrary: T → Y because of a V-structure: T and X are independent, but not once Y is known, "
        "and neither can be separated from Y. Only a common effect links its causes in this way."
    )
    barred = why_member(trace, len(trace), "SP", 0, 1, through=2)
    assert proof_sentence(trace, barred) == "X is no spouse of T through Y: T → Y is forbidden."


def test_a_circle_of_required_arrows_and_an_edge_with_one_direction_are_spelt_out() -> None:
    network = Network.from_edges("chain", ["A", "B", "C"], [("A", "B"), ("B", "C"), ("A", "C")])
    known = knowledge_of(network.nodes, require=["A->B", "B--C"], forbid=["C->B"])
    trace = learn(
        Evidence(Oracle(network)), Header("elcs", 0, network.nodes, "oracle", knowledge=known)
    ).trace
    proof = why_edge(trace, len(trace), 0, 2)
    check(trace, len(trace), proof)
    assert proof_sentence(trace, proof) == (
        "A → C by background knowledge: C → A would close a circle of required arrows, A → B → C."
    )
    said = [line.sentence for line in proof_lines(trace, proof)]
    assert "An edge between B and C is required, and B → C is all that it can be." in said
    assert said[-1] == "C → B is forbidden."


def test_the_fourth_meek_rule_is_proved_and_refused_with_its_premises() -> None:
    """a — b, a — c, a — d, d → c → b, and d and b are not adjacent: a → b."""
    a, b, c, d = range(4)
    network = network_of(4, [])
    known = Knowledge(
        required=((d, c), (c, b)), adjacent=((a, b), (a, c), (a, d)), forbidden=((b, d), (d, b))
    )
    run = Run(Evidence(Oracle(network)), Header("elcs", a, network.nodes, "oracle", knowledge=known))
    graph = LocalGraph(run)
    for x, pc in ((a, (b, c, d)), (b, (a, c)), (c, (a, b, d)), (d, (a, c))):
        run.start("EMB", x)
        for y in pc:
            run.tell(Entered("HITON-PC:5a", x, "PC", y))
        run.tell(LeftUndecided("DistinguishPC:29", x, ()))
        graph.write(Blanket(x, pc=pc))
    apply_meek_rules(graph, with_r4=True)
    run.tell(Finished("ELCS:14", a, (), (b,), (c, d)))
    trace = run.trace
    proof = why_edge(trace, len(trace), a, b)
    check(trace, len(trace), proof)
    assert (proof.rule, proof.claim.of) == ("meek-r4", (a, b))
    assert proof_sentence(trace, proof) == (
        "V0 → V1 by Meek R4: V3 → V2, V2 → V1, V2 — V0, V3 — V0, and V3 and V1 are not adjacent. Turned "
        "round, there would be a circle or an unseen common effect."
    )
    for path, kind, which in places_to_weaken(proof):
        with pytest.raises(Rejected):
            check(trace, len(trace), without(proof, path, kind, which))
    left_open = why_edge(trace, len(trace), a, c)
    assert "fails meek-r4" in [premise.claim.kind for premise in left_open.premises]
    assert "fails knowledge" in [premise.claim.kind for premise in left_open.premises]


def test_who_must_not_be_joined_and_cannot_be_separated_meets_nowhere() -> None:
    """V0, V1 and V2 are all joined; the edge V0 — V1 is forbidden, and no set separates the two."""
    network = network_of(3, [(0, 1), (0, 2), (1, 2)])
    known = Knowledge(forbidden=((0, 1), (1, 0)))
    header = Header("elcs-sound", 0, network.nodes, "oracle", knowledge=known)
    trace = learn(Evidence(Oracle(network)), header).trace
    proof = why_edge(trace, len(trace), 0, 2)
    check(trace, len(trace), proof)
    (no_collider,) = (premise for premise in proof.premises if premise.claim.kind == "fails collider")
    (open_,) = no_collider.premises
    assert (open_.claim.kind, open_.claim.of, open_.rule) == ("not in Sep", (0, 1), "never separated")
    (said,) = (line.sentence for line in proof_lines(trace, proof) if line.proof is no_collider)
    assert said.endswith("by a set that holds that one, or by no set that was found.")


@pytest.mark.parametrize("algorithm", KNOWING)
def test_exports_show_knowledge_in_every_format(algorithm: str) -> None:
    network = find_example("asia").load_network()
    data = sample(network, 400, seed=1)
    known = knowledge_of(data.columns, require=["smoke->bronc"], forbid=["xray--dysp"], tiers=["asia < tub"])
    header = Header(algorithm, data.index("bronc"), data.columns, "g2", knowledge=known)
    trace = learn(Evidence(G2(data)), header).trace
    proof = why_member(trace, len(trace), "PC", data.index("bronc"), data.index("smoke"))
    assert "smoke → bronc is required" in as_markdown(trace, proof)
    assert r"smoke $\to$ bronc is required" in as_latex(trace, proof)
    forbidden = why_edge(trace, len(trace), data.index("xray"), data.index("dysp"))
    assert r"$\not\to$" in as_latex(trace, forbidden, formal=True)
    assert "↛" in as_markdown(trace, forbidden, formal=True)
    assert any(node.claim.kind == "forbidden" for node in walk(forbidden))
