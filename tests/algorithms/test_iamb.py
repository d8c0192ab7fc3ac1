"""IAMB and its relatives against the truth, a second implementation and the specified figures; proofs."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from elcs_gui.algorithms.learning import Learnt, learn
from elcs_gui.ci.discrete import G2
from elcs_gui.ci.evidence import Evidence
from elcs_gui.ci.oracle import Oracle
from elcs_gui.data.examples import find_example
from elcs_gui.data.sampling import sample
from elcs_gui.errors import ElcsError
from elcs_gui.proof.why import cited_tests, why_edge, why_member
from elcs_gui.trace.events import Tested, Undecidable
from elcs_gui.trace.knowledge import Knowledge
from elcs_gui.trace.roles import Role, standings
from elcs_gui.trace.timeline import Timeline, final_view
from elcs_gui.trace.trace import Header, Trace
from tests.graphs import Arrows, dags, network_of


def run(evidence: Evidence, names: tuple[str, ...], test: str, target: int) -> Learnt:
    return learn(evidence, Header("iamb", target, names, test))


@pytest.mark.parametrize("algorithm", ["iamb", "inter-iamb", "gsmb"])
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


@pytest.mark.parametrize("algorithm", ["iamb", "inter-iamb", "gsmb"])
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
