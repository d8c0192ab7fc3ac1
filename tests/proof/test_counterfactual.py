"""Turned round, an arrow leads to what a test, the graph or both speak against."""

from __future__ import annotations

import networkx as nx
from hypothesis import given, settings

from elcs_gui.proof.argument import Argument, StrokeKind, argument_of_event
from elcs_gui.proof.counterfactual import counterfactual, counterfactual_words
from elcs_gui.proof.tree import cited_tests
from elcs_gui.trace import events as ev
from elcs_gui.trace.rules import KNOWLEDGE, LEMMA_1A, LEMMA_1B, N_STRUCTURE, SPOUSE, propagates
from elcs_gui.trace.trace import Trace
from tests.knowing_runs import noisy_runs_with_knowledge, oracle_runs_with_knowledge
from tests.traces import trace_of

FIG3 = trace_of("fig3")


def arguments(trace: Trace) -> list[Argument]:
    """Of every event that tells an arrow."""
    found = (argument_of_event(trace, step, event) for step, event in enumerate(trace, 1))
    return [argument for argument in found if argument is not None and argument.rule]


def check(trace: Trace, argument: Argument) -> None:
    found = counterfactual(argument)
    if argument.rule == KNOWLEDGE:
        assert found is None
        return
    if found is None:  # what a spouse rests on was known beforehand
        assert argument.rule in (SPOUSE, N_STRUCTURE)
        return
    assert found.turned == argument.edge[::-1]
    if found.test is not None:
        (number,) = found.test.tests
        event = trace[int(trace.test_steps[number - 1])]
        assert isinstance(event, ev.Tested) and event.independent
        assert number in {n for premise in argument.premises for n in cited_tests(premise.proof)}
    said = counterfactual_words(argument, found, trace.header.names)
    assert "{test}" not in said and said.endswith(".")
    if propagates(argument.rule):
        assert goes_wrong(argument, (*found.arrows, *found.follows, found.turned))


def goes_wrong(argument: Argument, arrows: tuple[tuple[int, int], ...]) -> bool:
    """Do the arrows run in a circle, or do two meet that are known to be apart?"""
    graph = nx.DiGraph(arrows)
    strokes = [stroke for premise in argument.premises for stroke in premise.strokes]
    apart = [stroke.ends for stroke in strokes if stroke.kind is StrokeKind.APART]
    meet = any(set(graph.successors(a)) & set(graph.successors(b)) for a, b in apart if {a, b} <= set(graph))
    return meet or not nx.is_directed_acyclic_graph(graph)


@settings(max_examples=60, deadline=None)
@given(oracle_runs_with_knowledge())
def test_turned_round_an_arrow_contradicts_an_oracle(trace: Trace) -> None:
    for argument in arguments(trace):
        check(trace, argument)


@settings(max_examples=25, deadline=None)
@given(noisy_runs_with_knowledge())
def test_turned_round_an_arrow_contradicts_the_data(trace: Trace) -> None:
    for argument in arguments(trace):
        check(trace, argument)


def test_what_speaks_against_each_rule_of_the_paper() -> None:
    names, said = FIG3.header.names, {}
    for argument in reversed(arguments(FIG3)):
        found = counterfactual(argument)
        assert found is not None
        said[argument.rule] = counterfactual_words(argument, found, names)
    assert said == {
        SPOUSE: "The path D — K → T would make D and T dependent, but test 4 finds them independent.",
        N_STRUCTURE: (
            "The path C → A ⇢ B → T would make C and T dependent given {E} already, but test 323 finds them "
            "independent."
        ),
        LEMMA_1A: "The path E — T → J would make E and J dependent, but test 888 finds them independent.",
        LEMMA_1B: (
            "J and L would meet at T, and knowing T would make them dependent, but test 891 finds them "
            "independent given {T}."
        ),
    }
