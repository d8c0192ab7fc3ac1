"""IAMB and its relatives against the truth, a second implementation and the specified figures; proofs."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from elcs_gui.algorithms.learning import Learnt, learn
from elcs_gui.ci.discrete import G2
from elcs_gui.ci.evidence import Evidence
from elcs_gui.ci.false_discoveries import FIGURES
from elcs_gui.ci.oracle import Oracle
from elcs_gui.data.dataset import Dataset
from elcs_gui.data.examples import find_example
from elcs_gui.data.sampling import sample
from elcs_gui.errors import ElcsError
from elcs_gui.inquiry.alpha import explore_alpha
from elcs_gui.proof.tree import ABOVE, UNJUDGED
from elcs_gui.proof.why import cited_tests, weakest, why_edge, why_member
from elcs_gui.proof.words import proof_sentence
from elcs_gui.trace.events import Computed, Tested, Undecidable
from elcs_gui.trace.knowledge import Knowledge
from elcs_gui.trace.roles import Role, standings
from elcs_gui.trace.timeline import Timeline, final_view
from elcs_gui.trace.trace import Header, Trace
from tests.graphs import Arrows, dags, network_of


def run(evidence: Evidence, names: tuple[str, ...], test: str, target: int) -> Learnt:
    return learn(evidence, Header("iamb", target, names, test))


@pytest.mark.parametrize("algorithm", ["iamb", "inter-iamb", "iamb-fdr", "gsmb"])
@settings(max_examples=30)
@given(dag=dags(most_nodes=10))
def test_with_the_oracle_every_blanket_is_exact(algorithm: str, dag: tuple[int, Arrows]) -> None:
    network = network_of(*dag)
    for target in range(len(network.nodes)):
        header = Header(algorithm, target, network.nodes, "oracle")
        outcome = learn(Evidence(Oracle(network)), header).outcome
        assert outcome is not None
        true = {*network.parents[target], *network.children(target), *network.spouses(target)}
        assert outcome.members == tuple(sorted(true))


def trace_on_few_rows(algorithm: str = "iamb") -> Trace:
    data = sample(find_example("child").load_network(), 500, seed=3)
    header = Header(algorithm, data.index("Disease"), data.columns, "g2")
    return learn(Evidence(G2(data)), header).trace


@pytest.mark.parametrize("algorithm", ["iamb", "inter-iamb", "iamb-fdr", "gsmb"])
def test_a_proof_of_membership_agrees_with_every_step_and_cites_a_test_that_says_so(algorithm: str) -> None:
    trace = trace_on_few_rows(algorithm)
    timeline, target = Timeline(trace), trace.header.target
    tests = [event for event in trace if isinstance(event, Tested)]
    for step in range(len(trace) + 1):
        view = timeline.view(step)
        inside = set(view.blankets[target].mb) if target in view.blankets else set()
        for x in range(len(trace.header.names)):
            if x == target:
                continue
            proof = why_member(trace, step, "MB", target, x)
            assert proof.claim.kind == ("in MB" if x in inside else "not in MB")
            for number in cited_tests(proof):
                cited = tests[number - 1]
                assert {cited.x, cited.y} == {x, target}
                if proof.rule in ("dependent", "waiting", "undecidable"):
                    assert not cited.independent
                elif proof.rule in ("separated", "leaving"):
                    assert cited.independent


def test_who_is_given_up_for_want_of_rows_is_never_asked_about_again_and_said_so() -> None:
    trace = trace_on_few_rows()
    given_up = {fact.x: step for step, fact in enumerate(trace) if isinstance(fact, Undecidable)}
    assert given_up
    for step, event in enumerate(trace):
        if isinstance(event, Tested) and event.x in given_up:
            assert step < given_up[event.x]
    found = standings(final_view(trace), trace.header.target, len(trace.header.names))
    assert all(found[x].role is Role.DISMISSED and found[x].undecidable for x in given_up)


def test_it_says_nothing_of_edges_and_of_no_other_set() -> None:
    trace = trace_on_few_rows()
    with pytest.raises(ElcsError, match="IAMB finds Markov blankets, not what is adjacent"):
        why_edge(trace, len(trace), 0, 1)
    with pytest.raises(ElcsError, match="IAMB finds MB alone, not PC"):
        why_member(trace, len(trace), "PC", trace.header.target, 0)


def test_it_refuses_background_knowledge() -> None:
    network = find_example("fig4").load_network()
    header = Header("iamb", 0, network.nodes, "oracle", knowledge=Knowledge(required=((0, 1),)))
    with pytest.raises(ElcsError, match="IAMB makes no use of background knowledge"):
        learn(Evidence(Oracle(network)), header)


@given(st.integers(0, 2**32))
@settings(max_examples=10)
def test_ties_go_to_the_lower_column(seed: int) -> None:
    """With the oracle all that depend are equally strong."""
    order = np.random.default_rng(seed).permutation(5).tolist()
    network = network_of(6, [(x, 5) for x in order])
    trace = run(Evidence(Oracle(network)), network.nodes, "oracle", 5).trace
    assert final_view(trace).blankets[5].mb == (0, 1, 2, 3, 4)


def noise_with_a_link() -> Dataset:
    """A target, one column that depends on it, and 60 of noise."""
    random = np.random.default_rng(5)
    target, *noise = random.integers(2, size=(61, 1000))
    linked = np.where(random.random(1000) < 0.3, 1 - target, target)
    return Dataset.discrete("d", [f"V{place}" for place in range(62)], [target, linked, *noise])


def test_a_round_is_judged_together_and_every_proof_says_by_which_threshold() -> None:
    data = noise_with_a_link()
    header = Header("iamb-fdr", 0, data.columns, "g2", alpha=0.2)
    trace = learn(Evidence(G2(data)), header).trace
    assert final_view(trace).outcome().members == (1,)
    told = [fact for fact in trace.facts if isinstance(fact, Computed)]
    assert [fact.names for fact in told] == [FIGURES] * 2
    harmonic = sum(1 / i for i in range(1, 62))
    for fact in told:
        assert fact.figures == pytest.approx((61.0, 0.2 / 61 / harmonic))
    entered = why_member(trace, len(trace), "MB", 0, 1)
    assert entered.rule == "not above the threshold"
    assert "is not above 0.001, the Benjamini–Yekutieli threshold for a share of 0.2 false discoveries" in (
        proof_sentence(trace, entered)
    )
    # By itself it would be dependent, at this alpha.
    kept_out = [
        proof for x in range(2, 62) if (proof := why_member(trace, len(trace), "MB", 0, x)).rule == ABOVE
    ]
    assert kept_out
    for proof in kept_out:
        assert " is above 0.001, the Benjamini" in proof_sentence(trace, proof)
        found = weakest(trace, proof)
        assert found.p is not None and found.threshold is not None
        assert found.threshold.value < found.p <= header.alpha
        assert found.margin == pytest.approx(np.log(found.p / found.threshold.value))
    # Between two rounds nothing is known of the newest tests.
    asked = next(step for step, event in enumerate(trace) if isinstance(event, Tested)) + 1
    assert why_member(trace, asked, "MB", 0, 1).rule == UNJUDGED


def test_every_alpha_at_which_the_blanket_changes_is_found() -> None:
    """A rate of false discoveries is no p-value of a single test: see `Run.rates`."""
    data = sample(find_example("asia").load_network(), 300, seed=2)
    header = Header("iamb-fdr", 2, data.columns, "g2")
    steps = explore_alpha(Evidence(G2(data)), header, 1e-6, 0.9).steps
    assert len({step.surroundings for step in steps}) > 3
    for step in steps:
        for alpha in (step.low, (step.low + step.high) / 2, np.nextafter(step.high, 0)):
            found = learn(Evidence(G2(data)), replace(header, alpha=float(alpha))).outcome
            assert found is not None and found.members == step.surroundings.mb
