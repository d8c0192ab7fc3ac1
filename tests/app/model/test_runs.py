"""The tree of runs, runs made aside, and edits that are undone."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import pytest
from PySide6.QtGui import QUndoStack
from pytestqt.qtbot import QtBot

from elcs_gui.app.model.runs import MOST_RUNS, RunTree, changes
from elcs_gui.app.model.session import Session
from elcs_gui.app.model.undo import HeaderEdit, Move
from elcs_gui.ci.questions import Policy, Question, Verdict
from elcs_gui.trace.knowledge import Knowledge
from elcs_gui.trace.trace import Header, Trace
from tests.patience import LONG
from tests.traces import trace_of


@pytest.fixture
def trace() -> Trace:
    return trace_of("fig3")


@pytest.fixture
def session(qtbot: QtBot) -> Iterator[Session]:
    made = Session()
    yield made
    made.close()


def finished(tree: RunTree, header: Header, trace: Trace) -> None:
    tree.begin(header, trace).finished = True


def test_a_changed_parameter_forks_from_the_run_that_was_shown(trace: Trace) -> None:
    tree, header = RunTree(), trace.header
    finished(tree, header, trace)
    finished(tree, replace(header, alpha=0.05), trace)
    finished(tree, replace(header, alpha=0.05, k=1), trace)
    tree.current = tree.find(header)
    finished(tree, replace(header, k=None), trace)
    assert [(b.depth, b.title) for b in tree.shown()] == [
        (0, "ELCS · G² · alpha 0.01 · k 3"),
        (1, "alpha 0.05"),
        (2, "k 1"),
        (1, "k unlimited"),
    ]


def test_another_target_begins_a_tree_of_its_own(trace: Trace) -> None:
    tree, header = RunTree(), trace.header
    finished(tree, header, trace)
    finished(tree, replace(header, target=1), trace)
    assert [b.header.target for b in tree.shown()] == [1]
    tree.current = tree.find(header)
    assert [b.header.target for b in tree.shown()] == [header.target]


def test_a_cancelled_run_is_replaced_by_the_next_attempt(trace: Trace) -> None:
    tree, header = RunTree(), trace.header
    finished(tree, header, trace)
    other = replace(header, k=1)
    tree.begin(other, trace)
    assert tree.find(other) is None
    finished(tree, other, trace)
    assert [b.header.k for b in tree.shown()] == [3, 1]
    assert tree.shown()[1].parent is tree.shown()[0]


def test_old_runs_go_but_not_those_that_others_were_forked_from(trace: Trace) -> None:
    tree, header = RunTree(), trace.header
    finished(tree, header, trace)
    for i in range(2 * MOST_RUNS):
        tree.current = tree.find(header)
        finished(tree, replace(header, alpha=0.02 + i / 1000), trace)
    assert len(tree) == MOST_RUNS
    assert tree.find(header) is not None
    assert tree.find(replace(header, alpha=0.02)) is None


def test_changes_are_told_in_words() -> None:
    before = Header("elcs", 0, ("A", "B", "C"), "g2", rows_per_cell=5.0)
    question = Question.of(1, 0, (2,))
    assert changes(before, replace(before, algorithm="emb", test="chi2", rows_per_cell=2.5)) == [
        "algorithm EMB",
        "test chi2",
        "rows a cell 2.5",
    ]
    forced = replace(before, forced=((question, Verdict.DEPENDENT),))
    assert changes(before, forced) == ["A, B given {C} dependent"]
    assert changes(forced, before) == ["A, B given {C} as the data have it"]
    assert "unreliable" in changes(before, replace(before, policy=Policy(conditional=Verdict.INDEPENDENT)))[0]


def test_undo_and_redo_bring_back_the_identical_runs(session: Session, qtbot: QtBot) -> None:
    with qtbot.waitSignal(session.run_finished, timeout=LONG):
        session.open_example("asia", test="g2")
    assert session.header is not None
    stack, first = QUndoStack(), session.trace

    def edit(after: Header) -> None:
        with qtbot.waitSignal(session.run_finished, timeout=LONG):
            assert session.header is not None
            stack.push(HeaderEdit(session, session.header, after, session.run))

    edit(replace(session.header, alpha=0.2))
    second = session.trace
    edit(replace(session.header, k=1))
    third = session.trace
    stack.undo()
    assert session.trace is second
    stack.undo()
    assert session.trace is first
    stack.redo()
    stack.redo()
    assert session.trace is third
    assert stack.undoText() == "k 1"


def test_undo_keeps_a_target_taken_since(session: Session, qtbot: QtBot) -> None:
    with qtbot.waitSignal(session.run_finished, timeout=LONG):
        session.open_example("asia", test="g2")
    assert session.header is not None
    stack = QUndoStack()
    with qtbot.waitSignal(session.run_finished, timeout=LONG):
        stack.push(HeaderEdit(session, session.header, replace(session.header, alpha=0.2), session.run))
    with qtbot.waitSignal(session.run_finished, timeout=LONG):
        session.set_target(2)
    with qtbot.waitSignal(session.run_finished, timeout=LONG):
        stack.undo()
    assert (session.header.target, session.header.alpha) == (2, 0.01)


def test_a_run_made_aside_is_not_shown(session: Session, qtbot: QtBot) -> None:
    with qtbot.waitSignal(session.run_finished, timeout=LONG):
        session.open_example("asia", test="g2")
    assert session.header is not None
    shown = session.trace
    traces: list[Trace] = []
    session.run_aside(replace(session.header, alpha=0.2), traces.append)
    qtbot.waitUntil(lambda: bool(traces), timeout=LONG)
    assert traces[0].header.alpha == 0.2
    assert traces[0][-1].at
    assert session.trace is shown
    assert len(session.runs) == 1
    reasons: list[str] = []
    impossible = replace(session.header, knowledge=Knowledge(((0, 1),), ((0, 1),)))
    with qtbot.waitSignal(session.failed, timeout=LONG) as failed:
        session.run_aside(impossible, traces.append, reasons.append)
    assert reasons == failed.args and len(traces) == 1


def test_a_drag_is_undone_and_redone() -> None:
    stack, places = QUndoStack(), [5]
    stack.push(Move("A", 1, 5, lambda where: places.append(where)))  # type: ignore[arg-type]
    assert places == [5]
    stack.undo()
    stack.redo()
    assert places == [5, 1, 5]
