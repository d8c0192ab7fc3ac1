"""Questions about random traces: answers are what the trace says, and can be told from what was seen."""

from __future__ import annotations

import json
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from elcs_gui.algorithms.learning import learn
from elcs_gui.ci.evidence import Evidence
from elcs_gui.ci.oracle import Oracle
from elcs_gui.lessons.question import Kind, Question
from elcs_gui.lessons.questions import ALL_KINDS, LEVELS, in_picture, question_at, questions_of
from elcs_gui.proof.why import why_edge
from elcs_gui.trace import events as ev
from elcs_gui.trace.trace import Header, Trace
from tests.graphs import Arrows, dags, network_of
from tests.traces import trace_of

ALGORITHMS = ("elcs", "elcs-m", "elcs-sound", "pc", "pcd-by-pcd", "mb-by-mb", "iamb", "stmb", "eemb")


def oracle_trace(nodes: int, arrows: Arrows, algorithm: str, target: int = 0) -> Trace:
    network = network_of(nodes, arrows)
    return learn(Evidence(Oracle(network)), Header(algorithm, target, network.nodes, "oracle")).trace


@settings(max_examples=25)
@given(dags(most_nodes=8), st.sampled_from(ALGORITHMS))
def test_no_answer_contradicts_the_trace_and_all_can_be_told_from_what_was_seen(
    dag: tuple[int, Arrows], algorithm: str
) -> None:
    trace = oracle_trace(*dag, algorithm)
    for question in questions_of(trace, LEVELS["premises"]):
        told = trace[question.step]
        seen = trace[: question.step]
        tests = {event.number for event in seen if isinstance(event, ev.Tested)}
        for asked in question.chain():
            check_form(asked)
            assert {*asked.rests_on} <= tests
            assert in_picture(trace, asked.step).issuperset(asked.variables)
            check_right(trace, asked, told)


def check_form(question: Question) -> None:
    ids = [option.id for option in question.options]
    assert len(ids) == len({*ids}) and 2 <= len(ids) <= 9
    assert question.right and {*question.right} <= {*ids}
    for option in question.options:
        assert bool(option.reason) == (option.id not in question.right), "a reason for every wrong answer"
        assert option.place in (0, *(place.number for place in question.places))
    assert question.prompt and question.answer
    assert json.loads(json.dumps(question.as_json()))["kind"] == question.kind


def check_right(trace: Trace, question: Question, told: ev.Event) -> None:
    names = trace.header.names
    match question.kind:
        case Kind.VERDICT:
            assert isinstance(told, ev.Tested)
            assert question.right == ("independent" if told.independent else "dependent",)
        case Kind.REMOVAL:
            assert isinstance(told, ev.Left | ev.FalseNeighbour)
            assert question.right == (str(told.x),)
            assert names[told.x] in question.answer
        case Kind.ORIENTATION:
            assert question.link is not None
            before = why_edge(trace, question.step, *question.link)
            after = why_edge(trace, question.step + 1, *question.link)
            assert before.status != "directed"
            tail, head = after.claim.of
            assert after.status == "directed" and question.right == (f"{tail}>{head}",)
        case Kind.RULE:
            assert isinstance(told, ev.Found | ev.Oriented)
            assert question.right == (told.rule,)
        case Kind.PREMISES:
            check_premises(trace, question)
        case Kind.FAILED:
            check_failed(trace, question)


def check_premises(trace: Trace, question: Question) -> None:
    """What has no part in it is nevertheless there."""
    strokes = {place.number: place.strokes for place in question.places}
    for option in question.options:
        if option.reason:
            (stroke,) = strokes[option.place]
            proof = why_edge(trace, question.step, stroke.tail, stroke.head)
            assert proof.status == ("directed" if stroke.kind == "arrow" else "undecided")


def check_failed(trace: Trace, question: Question) -> None:
    """Every premise says of two variables what a test of the trace says, or, if it failed, the contrary."""
    verdicts = {
        (frozenset((event.x, event.y)), frozenset(event.z)): event.independent
        for event in trace[: question.step]
        if isinstance(event, ev.Tested)
    }
    for place, option in zip(question.places, question.options, strict=True):
        (stroke,) = place.strokes
        if stroke.given is not None:
            found = verdicts[frozenset(stroke.ends), frozenset(stroke.given)]
            assert (found == (stroke.kind == "apart")) == bool(option.reason)
        elif stroke.kind == "link":
            status = why_edge(trace, question.step, stroke.tail, stroke.head).status
            assert (status != "absent") == bool(option.reason)


def test_the_n_structure_of_fig_3_asks_what_knowing_b_does() -> None:
    trace = trace_of("fig3", "emb")
    step = next(
        step
        for step, event in enumerate(trace)
        if isinstance(event, ev.Found) and event.rule == "n-structure"
    )
    question = question_at(trace, step, LEVELS["arrows"].kinds)
    assert question is not None and question.prompt == "Which way does B — T point?"
    wrong, right = question.options
    assert (wrong.text, right.text) == ("B → T", "T → B") and question.right == (right.id,)
    failed = question.follow_up(wrong.id)
    assert failed is not None and failed.kind is Kind.FAILED
    assert [option.text for option in failed.options] == [
        "T and B are linked",
        "Knowing B and E leaves C and T independent",
        "Knowing E leaves C and T independent",
    ]
    assert failed.right == ("p2",)
    assert failed.answer == "C and T are dependent given {B, E} (test #342, p 2.3e−5)."
    assert question.follow_up(right.id) is None, "this level asks for no rule"


def test_levels_ask_what_they_say_and_each_asks_more() -> None:
    trace = trace_of("fig3", "emb")
    kinds: list[set[Kind]] = []
    for level in LEVELS.values():
        found = {asked.kind for question in questions_of(trace, level) for asked in question.chain()}
        assert found == level.kinds
        kinds.append(found)
    assert all(less < more for less, more in pairwise(kinds))


def test_both_verdicts_come_up() -> None:
    found = [
        q.right for q in questions_of(trace_of("fig3", "emb"), LEVELS["verdicts"]) if q.kind == "verdict"
    ]
    assert {*found} == {("dependent",), ("independent",)}


def test_every_premise_has_to_be_found() -> None:
    trace = trace_of("fig3", "emb")
    chains = [asked for q in questions_of(trace, LEVELS["premises"]) for asked in q.chain()]
    question = next(asked for asked in chains if asked.kind is Kind.PREMISES)
    assert question.accepts(question.right)
    assert not question.accepts(question.right[:1])
    assert not question.accepts([option.id for option in question.options])


@pytest.mark.parametrize("step", [-1, 10**6])
def test_beyond_the_ends_nothing_is_asked(step: int) -> None:
    assert question_at(trace_of("fig3", "emb"), step, ALL_KINDS) is None
