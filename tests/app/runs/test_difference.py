"""Two runs beside each other: where they part, what differs at a step, and how the tree of runs is drawn."""

from __future__ import annotations

from dataclasses import replace
from functools import cache

import pytest

from elcs_gui.algorithms.learning import learn
from elcs_gui.app.graph.difference import Difference, Line, difference
from elcs_gui.app.model.runs import Branch, RunTree, changes, digits
from elcs_gui.app.runs.comparison import Comparison, comparable
from elcs_gui.app.runs.rows import hanging, run_rows
from elcs_gui.ci.discrete import G2
from elcs_gui.ci.evidence import Evidence
from elcs_gui.ci.questions import Question, Verdict
from elcs_gui.data.examples import find_example
from elcs_gui.trace.events import Tested
from elcs_gui.trace.knowledge_text import knowledge_of
from elcs_gui.trace.roles import Role
from elcs_gui.trace.timeline import final_view
from elcs_gui.trace.trace import Header, Trace
from tests.traces import trace_of


@cache
def evidence() -> Evidence:
    data = find_example("fig3").load_data()
    assert data is not None
    return Evidence(G2(data))


def branch(trace: Trace, parent: Branch | None = None) -> Branch:
    return Branch(trace.header, trace, parent, finished=True)


@cache
def runs() -> tuple[Branch, Branch]:
    """Fig. 3, and the same with B and T taken for independent."""
    first = branch(trace_of("fig3"))
    names = first.header.names
    question = Question.of(names.index("B"), names.index("T"))
    forced = replace(first.header, forced=((question, Verdict.INDEPENDENT),))
    return first, branch(learn(evidence(), forced).trace, first)


def number(name: str) -> int:
    return runs()[0].header.names.index(name)


def final_difference() -> Difference:
    before, now = runs()
    views = final_view(now.trace), final_view(before.trace)
    return difference(*views, number("T"), len(now.header.names))


def test_what_only_one_run_has_is_new_or_gone() -> None:
    found = final_difference()
    assert found.gone == (Line(number("T"), number("B"), directed=True),)
    assert found.new == {(number("A"), number("B"))}
    assert found.roles[number("B")] == (Role.CHILD, Role.SPOUSE)


def test_an_arrow_that_points_the_other_way_is_turned() -> None:
    found = final_difference()
    assert found.turned == {(number("E"), number("T")), (number("J"), number("T"))}
    assert found.phrases(runs()[0].header.names) == [
        "B: effect → spouse",
        "E: cause → effect",
        "J: cause → effect",
    ]


def test_variables_come_and_go() -> None:
    before, now = runs()
    names, target = now.header.names, number("T")
    at_start = Comparison(now, before).at(0, target)
    assert not at_start
    view, empty = final_view(now.trace), final_view(Trace(now.header, now.trace.judge))
    found = difference(view, empty, target, len(names))
    assert {names[x] for x in found.came} == set("ABCDEJKL")
    assert not found.went
    back = difference(empty, view, target, len(names))
    assert back.went == found.came
    assert {line.ends for line in back.gone} == found.new


def test_a_run_does_not_differ_from_itself_at_any_step() -> None:
    before, _ = runs()
    same = Comparison(before, branch(before.trace))
    assert same.parts_at is None
    assert same.parting == "Takes the same steps as that run, to the same end."
    assert not any(same.at(step, number("T")) for step in range(0, len(before.trace), 50))


def test_where_two_runs_part_is_the_overridden_test() -> None:
    before, now = runs()
    found = Comparison(now, before)
    step = found.parts_at
    assert step is not None
    event = now.trace[step - 1]
    assert isinstance(event, Tested)
    assert event.forced
    assert found.parting == (
        f"Parts from it at step {step}: test {event.number} says independent here (overridden), "
        "dependent there."
    )
    assert found.partner(len(now.trace)) == len(before.trace)


def test_where_other_questions_are_asked_both_are_named() -> None:
    before, _ = runs()
    other = branch(learn(evidence(), replace(before.header, k=1)).trace, before)
    assert " asks about " in Comparison(other, before).parting


def test_only_finished_runs_on_one_target_are_compared() -> None:
    before, now = runs()
    assert comparable(now, before)
    assert not comparable(now, now)
    assert not comparable(now, None)
    assert not comparable(now, Branch(before.header, before.trace, None))
    assert not comparable(now, branch_of_another_target(before))


def branch_of_another_target(like: Branch) -> Branch:
    return Branch(replace(like.header, target=0), like.trace, None, finished=True)


@pytest.mark.parametrize(
    ("depths", "lines"),
    [
        ([0], [()]),
        ([0, 1, 2, 1], [(), (True,), (True, False), (False,)]),
        ([0, 1, 2, 3], [(), (False,), (False, False), (False, False, False)]),
        ([0, 1, 0, 1], [(), (False,), (), (False,)]),
        ([0, 1, 1], [(), (True,), (False,)]),
    ],
)
def test_a_line_of_the_tree_goes_on_as_long_as_rows_hang_on_it(
    depths: list[int], lines: list[tuple[bool, ...]]
) -> None:
    assert hanging(depths) == lines


def test_a_forgotten_run_leaves_its_forks_to_the_run_above() -> None:
    trace, tree = trace_of("fig3"), RunTree()
    for alpha, k in ((0.01, 3), (0.05, 3), (0.05, 1)):
        tree.begin(replace(trace.header, alpha=alpha, k=k), trace).finished = True
    first, middle, last = tree.shown()
    tree.forget(last)
    assert last in tree.shown()  # it is shown: it stays
    tree.forget(middle)
    assert tree.shown() == [first, last]
    assert last.title == "alpha 0.05; k 1"
    rows = run_rows(tree)
    assert [(row.depth, row.current, row.has_forks) for row in rows] == [(0, False, True), (1, True, False)]


def test_a_run_under_way_says_so() -> None:
    trace, tree = trace_of("fig3"), RunTree()
    tree.begin(trace.header, trace)
    assert [row.detail for row in run_rows(tree, running=True)] == ["running …"]
    assert [row.detail for row in run_rows(tree)] == ["not finished"]


def test_knowledge_is_told_statement_by_statement() -> None:
    names = ("A", "B", "C")
    before = Header("elcs", 0, names, "g2")
    one = replace(before, knowledge=knowledge_of(names, require=["A->B"]))
    two = replace(before, knowledge=knowledge_of(names, forbid=["B--C"], tiers=["A < C"]))
    assert changes(before, one) == ["require A -> B"]
    assert changes(one, two) == ["forbid B -- C", "tiers A < C", "no longer require A -> B"]
    assert changes(two, before) == ["nothing known beforehand"]


@pytest.mark.parametrize(
    ("value", "read"),
    [(0.01, "0.01"), (1e-06, "1e-06"), (0.0186345, "0.0186345"), (0.01863452317, "0.0186345232")],
)
def test_a_number_is_read_with_the_digits_it_needs(value: float, read: str) -> None:
    assert digits(value) == read
