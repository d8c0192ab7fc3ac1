"""The inquiries take background knowledge along: what they run is what a plain run would be."""

from __future__ import annotations

import random
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from elcs_gui.algorithms.learning import learn
from elcs_gui.ci.discrete import G2
from elcs_gui.ci.evidence import Evidence
from elcs_gui.ci.questions import Question, Verdict
from elcs_gui.data.network import Network
from elcs_gui.data.sampling import sample
from elcs_gui.inquiry.alpha import explore_alpha
from elcs_gui.inquiry.alpha_map import Surroundings
from elcs_gui.inquiry.blame import blame
from elcs_gui.inquiry.blame_words import prose
from elcs_gui.inquiry.known_truth import KnownTruth
from elcs_gui.inquiry.replays import Replays
from elcs_gui.inquiry.replicates import AS_THEY_ARE, Plan, Replicates, renumbered
from elcs_gui.inquiry.stability import stability
from elcs_gui.inquiry.twin import Twins, learn_twin
from elcs_gui.trace.events import Tested
from elcs_gui.trace.knowledge import KnowledgeError
from elcs_gui.trace.knowledge_text import knowledge_of
from elcs_gui.trace.roles import FinalRole
from elcs_gui.trace.timeline import final_view
from elcs_gui.trace.trace import Header
from tests.inquiry.test_blame import check as check_blame
from tests.knowing_runs import measured_headers, network

Case = tuple[Evidence, Header, Network]


@settings(max_examples=12)
@given(measured_headers())
def test_at_every_alpha_the_explorer_finds_what_a_run_with_the_same_knowledge_finds(case: Case) -> None:
    evidence, header, _ = case
    found = explore_alpha(evidence, header, 0.005, 0.05)
    assert found.complete
    fresh = Evidence(evidence.test)
    for step in found.steps[:: max(1, len(found.steps) // 8)]:
        learnt = learn(fresh, replace(header, alpha=step.low), record=False)
        assert learnt.outcome is not None
        assert step.surroundings == Surroundings.of(learnt.outcome)
        assert (step.requested, step.performed) == (learnt.counts.requested, learnt.counts.performed)


def test_the_explorer_refuses_knowledge_that_cannot_be_true() -> None:
    data = sample(network("asia"), 50, seed=0)
    impossible = knowledge_of(data.columns, require=["asia->tub", "tub->asia"])
    header = Header("elcs", 0, data.columns, "g2", knowledge=impossible)
    with pytest.raises(KnowledgeError, match="circle"):
        explore_alpha(Evidence(G2(data)), header)


@settings(max_examples=25)
@given(measured_headers(), st.integers(0, 10**6))
def test_a_replay_is_the_run_with_those_verdicts_forced_whatever_was_replayed_before(
    case: Case, seed: int
) -> None:
    """Also in its contradictions: none is left over from another replay, none forgotten."""
    evidence, header, about = case
    truth = KnownTruth.of(about, header.names, header.target)
    replays = Replays(evidence, header, truth.independent)
    chosen = random.Random(seed)
    asked = sorted(replays.replay(frozenset()).asked)
    wrong = replays.wrong(asked)
    for count in (0, 1, 2, len(wrong)):
        corrections = frozenset(chosen.sample(wrong, min(count, len(wrong))))
        forced: list[tuple[Question, Verdict]] = []
        for answer in sorted(corrections):
            question = replays.question(answer)
            said = Verdict.INDEPENDENT if truth.independent(question) else Verdict.DEPENDENT
            forced.append((question, said))
        plain = learn(Evidence(evidence.test), replace(header, forced=tuple(forced)), record=False)
        assert replays.replay(corrections).outcome == plain.outcome


@settings(max_examples=10)
@given(measured_headers())
def test_blame_keeps_its_promises_and_its_standard_keeps_the_knowledge(case: Case) -> None:
    evidence, header, about = case
    check_blame(evidence, header, about, blame(evidence, header, about, budget=30))


def test_what_false_knowledge_breaks_is_blamed_on_no_verdict() -> None:
    about = network("asia")
    data = sample(about, 2000, seed=1)
    known = knowledge_of(data.columns, require=["bronc->smoke"])
    header = Header("elcs", data.index("bronc"), data.columns, "g2", rows=data.rows, knowledge=known)
    found = blame(Evidence(G2(data)), header, about)
    (fault,) = [fault for fault in found.errors if fault.other == data.index("smoke")]
    assert (fault.kind, fault.at_best, fault.cause) == ("reversed", "reversed", None)
    assert any("the background knowledge or the algorithm errs here" in line for line in prose(found))


@settings(max_examples=25)
@given(measured_headers(), st.integers(0, 10**6))
def test_shuffled_columns_take_the_knowledge_along(case: Case, seed: int) -> None:
    _, header, _ = case
    order = np.random.default_rng(seed).permutation(len(header.names))
    moved = renumbered(header, order)
    place = np.argsort(order).tolist()
    for a in range(len(order)):
        assert moved.names[place[a]] == header.names[a]
        joined = {place[b] for b in header.knowledge.required_neighbours(a)}
        assert set(moved.knowledge.required_neighbours(place[a])) == joined
        for b in range(len(order)):
            assert moved.knowledge.forbids(place[a], place[b]) == header.knowledge.forbids(a, b)
            assert moved.knowledge.causes(place[a], place[b]) == header.knowledge.causes(a, b)
    assert renumbered(moved, np.argsort(order)) == header


@pytest.mark.parametrize("kind", ["bootstrap", "subsample", "column-order"])
def test_what_is_required_comes_back_every_time_and_what_is_forbidden_never(kind: str) -> None:
    data = sample(network("asia"), 300, seed=2)
    known = knowledge_of(
        data.columns, require=["xray->bronc"], forbid=["smoke--bronc"], tiers=["bronc < dysp, either"]
    )
    header = Header("elcs", data.index("bronc"), data.columns, "g2", rows=data.rows, knowledge=known)
    found = stability(data, header, kind=kind, replicates=8, seed=3)
    shares = {data.columns[row.variable]: row for row in found.rows()}
    assert shares["xray"].parent.share == 1
    assert shares["smoke"].neighbour.share == 0
    assert shares["dysp"].parent.share == shares["either"].parent.share == 0
    plain = learn(Evidence(G2(data)), header)
    assert plain.outcome is not None
    alone = Replicates(Plan(data, header, kind)).make(AS_THEY_ARE)
    assert {x for x, role in enumerate(alone.roles) if role == FinalRole.PARENT} == set(plain.outcome.parents)
    assert {x for x, role in enumerate(alone.roles) if role == FinalRole.CHILD} == set(plain.outcome.children)


@settings(max_examples=20)
@given(measured_headers())
def test_the_twin_knows_the_same_and_parts_at_the_first_wrong_verdict(case: Case) -> None:
    evidence, header, about = case
    truth = KnownTruth.of(about, header.names, header.target)
    measured = learn(evidence, header).trace
    twin = learn_twin(evidence, header, truth.independent)
    assert twin.trace.header.knowledge == header.knowledge
    assert twin.outcome == final_view(twin.trace).outcome()
    twins = Twins(measured, twin.trace)
    if twins.part:
        here, there = measured[twins.common], twin.trace[twins.common]
        assert isinstance(here, Tested)
        assert isinstance(there, Tested)
        assert (here.x, here.y, here.z) == (there.x, there.y, there.z)
        assert there.independent == truth.independent(Question.of(here.x, here.y, here.z))
        assert here.independent != there.independent
