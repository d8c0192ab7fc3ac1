"""Every arrow has an argument: who takes part, and the numbered premises with their strokes."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import combinations

import pytest
from hypothesis import given, settings

from elcs_gui.algorithms.learning import learn
from elcs_gui.ci.evidence import Evidence
from elcs_gui.ci.oracle import Oracle
from elcs_gui.data.examples import find_example
from elcs_gui.picture.why_answer import Subject, answer
from elcs_gui.picture.why_lines import Kind, Reading, page_lines
from elcs_gui.proof.argument import (
    Argument,
    StrokeKind,
    argument_for,
    argument_of_edge,
    argument_of_event,
)
from elcs_gui.proof.counterfactual import counterfactual, counterfactual_words
from elcs_gui.proof.tree import ARROW, cited_tests, walk
from elcs_gui.proof.why import why_edge
from elcs_gui.storage.study import Study
from elcs_gui.trace import events as ev
from elcs_gui.trace.rules import R2, RULES
from elcs_gui.trace.timeline import Timeline, final_view
from elcs_gui.trace.trace import Trace
from tests.knowing_runs import noisy_runs_with_knowledge, oracle_runs_with_knowledge
from tests.traces import trace_of

FIG3 = trace_of("fig3")
N_FIRES = 922


@cache
def small(example: str) -> Trace:
    """The run that an example without data is made for."""
    declared = find_example(example)
    network = declared.load_network()
    study = Study(
        example, None, network, "oracle", target=declared.target, k=declared.k, require=declared.require,
        algorithm=declared.algorithm,
    )  # fmt: skip
    return learn(Evidence(Oracle(network)), study.header()).trace


def arrows_of(trace: Trace) -> Iterator[tuple[int, int]]:
    """Every arrow of the final graph, by its ends."""
    step, names = len(trace), range(len(trace.header.names))
    for a in names:
        for b in range(a):
            if why_edge(trace, step, a, b).claim.kind == ARROW:
                yield b, a


def check(trace: Trace, a: int, b: int) -> None:
    step = len(trace)
    proof = why_edge(trace, step, a, b)
    found = argument_for(trace, proof)
    assert found == argument_of_edge(trace, step, a, b)
    assert found is not None and found.rule == proof.rule and found.edge == proof.claim.of
    assert set(found.edge) <= set(found.cast) and len(found.cast) == len(RULES[found.rule].pattern.seats)
    # Whatever the proof rests on is in a premise, and no premise is drawn that it does not rest on.
    cited = {test for premise in found.premises if not premise.beside for test in cited_tests(premise.proof)}
    assert cited == set(cited_tests(proof))
    nodes = {id(node) for node in walk(proof)}
    assert all(premise.beside or id(premise.proof) in nodes for premise in found.premises)
    # Each stroke joins variables that its premise speaks of, within the pattern.
    for premise in found.premises:
        spoken = {x for node in walk(premise.proof) for x in node.claim.of}
        for stroke in premise.strokes:
            assert set(stroke.ends) <= spoken & set(found.cast)
    # Numbers are 1, 2, 3 ..., and everything with a number is to be seen; who shares one says the same.
    numbers = [premise.number for premise in found.numbered]
    assert sorted(set(numbers)) == list(range(1, max(numbers, default=0) + 1)) and numbers == sorted(numbers)
    for one, other in combinations(found.numbered, 2):
        assert one.number != other.number or one.proof.claim.kind == other.proof.claim.kind
    assert all(premise.strokes for premise in found.numbered)
    same_numbers(trace, found)


def same_numbers(trace: Trace, found: Argument) -> None:
    """The Why page has the premises in the same order, with the same numbers."""
    step, names = len(trace), trace.header.names
    view = Timeline(trace).view(step)
    page = answer(trace, step, view, trace[step - 1], Subject("edge", found.ends), names, formal=False)
    lines = page_lines(Reading(trace, names), page.premises, frozenset(), page.against, page.argument)
    numbers = [(line.number, line.proof.claim) for line in lines if line.kind is Kind.PREMISE and line.number]
    assert numbers == [(premise.number, premise.proof.claim) for premise in found.numbered]


@settings(max_examples=40, deadline=None)
@given(oracle_runs_with_knowledge())
def test_every_arrow_has_an_argument_with_an_oracle(trace: Trace) -> None:
    for ends in arrows_of(trace):
        check(trace, *ends)


@settings(max_examples=25, deadline=None)
@given(noisy_runs_with_knowledge())
def test_every_arrow_has_an_argument_on_data(trace: Trace) -> None:
    for ends in arrows_of(trace):
        check(trace, *ends)


@settings(max_examples=25, deadline=None)
@given(oracle_runs_with_knowledge())
def test_every_event_that_tells_an_arrow_has_its_argument(trace: Trace) -> None:
    for step, event in enumerate(trace, 1):
        found = argument_of_event(trace, step, event)
        if isinstance(event, ev.Oriented):
            assert found is not None and found.edge == (event.tail, event.head)
        elif isinstance(event, ev.Found):
            assert found is not None and event.target in found.edge
        elif isinstance(event, ev.Conflicted):
            assert found is not None and found.against
        else:
            assert found is None


def test_the_n_structure_is_drawn_as_in_the_paper() -> None:
    names = FIG3.header.names
    found = argument_of_event(FIG3, N_FIRES, FIG3[N_FIRES - 1])
    assert found is not None
    said = [
        (premise.number, premise.beside, stroke.kind, names[stroke.tail] + names[stroke.head])
        for premise in found.numbered
        for stroke in premise.strokes
    ]
    assert said == [
        (1, False, StrokeKind.ARROW, "TA"),
        (1, False, StrokeKind.ARROW, "CA"),
        (2, False, StrokeKind.CANDIDATE, "CB"),
        (3, True, StrokeKind.APART, "CB"),
    ]
    assert [names[x] for x in found.cast] == ["T", "B", "A", "C"]


@pytest.mark.parametrize(("example", "arrows"), [("rule-r3", {"CB", "DB"}), ("rule-r4", {"DC", "CB"})])
def test_a_rule_about_four_variables_numbers_arrows_links_and_what_is_apart(
    example: str, arrows: set[str]
) -> None:
    trace = small(example)
    names = trace.header.names
    found = argument_of_edge(trace, len(trace), names.index("A"), names.index("B"))
    assert found is not None
    said: dict[int, set[str]] = {}
    for premise in found.numbered:
        said.setdefault(premise.number, set()).update(
            names[stroke.tail] + names[stroke.head] for stroke in premise.strokes
        )
    assert said[1] == arrows
    assert {frozenset(pair) for pair in said[2]} == {frozenset("AC"), frozenset("AD")}
    assert len(said[3]) == 1 and len(said) == 3


def test_meek_r2_numbers_its_two_arrows_and_turned_round_runs_in_the_circle_that_is_told() -> None:
    trace = small("rule-r2")
    drawn = [argument_of_edge(trace, len(trace), a, b) for a, b in arrows_of(trace)]
    found = [argument for argument in drawn if argument is not None and argument.rule == R2]
    assert found
    for argument in found:
        assert [premise.number for premise in argument.numbered] == [*range(1, 1 + len(argument.numbered))]
        turned = counterfactual(argument)
        assert turned is not None and turned.turned == argument.edge[::-1]
        circle = {*turned.arrows, turned.turned}
        assert len(circle) == 3 and {tail for tail, _ in circle} == {head for _, head in circle}
        assert {premise.proof.claim.of for premise in argument.numbered} >= {*turned.arrows}
        names = trace.header.names
        told = counterfactual_words(argument, turned, names)
        assert all(f"{names[tail]} → {names[head]}" in told for tail, head in circle)


def test_what_is_no_arrow_has_no_argument() -> None:
    e, t = FIG3.header.names.index("E"), FIG3.header.names.index("T")
    undecided = why_edge(FIG3, N_FIRES, e, t)
    assert undecided.status == "undecided" and argument_for(FIG3, undecided) is None
    assert not final_view(FIG3).conflicts


def test_what_ldecc_rests_on_is_drawn_with_whom_its_tests_name() -> None:
    """Now one variable besides the arrow's ends, now two; each has a seat, and all strokes are among them."""
    trace = trace_of("alarm", "ldecc")
    end = final_view(trace).outcome()
    drawn = [argument_of_edge(trace, len(trace), x, end.target) for x in (*end.parents, *end.children)]
    assert drawn
    for argument in drawn:
        assert argument is not None and len(argument.numbered) >= 2
        assert len(argument.pattern.seats) == len(argument.cast) in (3, 4)
        ends = {x for premise in argument.numbered for stroke in premise.strokes for x in stroke.ends}
        assert ends <= {*argument.cast}
