"""What if, as a user does it: runs beside each other, verdicts flipped, knowledge, and every edit undone."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace
from functools import partial

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QContextMenuEvent, QGuiApplication
from PySide6.QtWidgets import QApplication, QMenu, QPushButton, QWidget
from pytestqt.qtbot import QtBot

from elcs_gui.app.kit.theme import DARK
from elcs_gui.app.knowledge.feature import KnowledgeFeature
from elcs_gui.app.model.breakpoints import AtTest, EdgeChanges
from elcs_gui.app.model.selection import Edge, Variable
from elcs_gui.app.runs.feature import RunsFeature
from elcs_gui.app.shell.main_window import MainWindow
from elcs_gui.ci.questions import Question, Verdict
from elcs_gui.trace.events import Tested
from elcs_gui.trace.knowledge import Knowledge
from elcs_gui.trace.knowledge_statements import Claim, Statement
from tests.app.kept_window import KeptWindow, keeps_window
from tests.app.window import LONG, header_of, run_by
from tests.stress import many

NONE = Qt.KeyboardModifier.NoModifier
CTRL, SHIFT = Qt.KeyboardModifier.ControlModifier, Qt.KeyboardModifier.ShiftModifier
LEFT = Qt.MouseButton.LeftButton


kept = keeps_window(lambda window: window.open_example("fig3"))

FIRST = "ELCS · G² · alpha 0.01 · k 3"
"""The title of the run that the window begins with."""


@pytest.fixture
def window(kept: KeptWindow, qtbot: QtBot) -> Iterator[MainWindow]:
    with kept.lent(qtbot) as made:
        yield made


def number(window: MainWindow, name: str) -> int:
    return window.session.names.index(name)


def flip(window: MainWindow, qtbot: QtBot) -> None:
    """B and T taken for independent: B is no effect any more, and E and J turn."""
    question = Question.of(number(window, "B"), number(window, "T"))
    run_by(window, qtbot, lambda: window.what_if(question, Verdict.INDEPENDENT))


def row_click(window: MainWindow, qtbot: QtBot, place: int) -> None:
    shown = window.context.feature(RunsFeature).panel.list
    box = shown.visualItemRect(shown.item(place))
    qtbot.mouseClick(shown.viewport(), LEFT, pos=box.center())


def open_menu(widget: QWidget, at: QPoint | None) -> QMenu:
    """By the right mouse button at a place, or by the menu key."""
    reason = QContextMenuEvent.Reason.Keyboard if at is None else QContextMenuEvent.Reason.Mouse
    place = QPoint(5, 5) if at is None else at
    QApplication.sendEvent(widget, QContextMenuEvent(reason, place, widget.mapToGlobal(place)))
    menu = QApplication.activePopupWidget()
    assert isinstance(menu, QMenu)
    return menu


def titles(menu: QMenu) -> list[str]:
    return [action.text() for action in menu.actions() if action.text()]


def pick(menu: QMenu, title: str) -> None:
    for action in menu.actions():
        if action.text() == title:
            assert action.isEnabled()
            menu.close()
            action.trigger()
            return
    raise AssertionError(f"{title!r} is not among {titles(menu)}")


# Runs


def test_the_runs_appear_with_the_second_one_behind_what_is_read(window: MainWindow, qtbot: QtBot) -> None:
    docks = window.docks
    assert docks["Runs"].isHidden()
    run_by(window, qtbot, lambda: window.run(replace(header_of(window), alpha=0.05)))
    assert not docks["Runs"].isHidden()
    assert window.tabifiedDockWidgets(docks["Pseudo-code"]) == [docks["Runs"]]
    assert not docks["Pseudo-code"].visibleRegion().isEmpty()
    panel = window.context.feature(RunsFeature).panel
    assert [row.title for row in panel.rows] == [FIRST, "alpha 0.05"]
    assert [row.current for row in panel.rows] == [False, True]
    assert "Runs" in [action.text() for action in window.title_row.menu("View").actions()]


def test_a_verdict_that_is_turned_says_what_follows_and_offers_the_way_back(
    window: MainWindow, qtbot: QtBot
) -> None:
    first, docks = window.session.trace, window.docks
    window.player.last()
    flip(window, qtbot)
    assert window.messages.isVisible()
    assert window.messages.text == (
        "Test 2: B and T now count as independent. "
        "What follows for T: E and J become effects; B is no longer a neighbour."
    )
    event = window.player.current_event
    assert isinstance(event, Tested)
    assert event.forced  # the cursor stays where the runs part
    assert not docks["Runs"].visibleRegion().isEmpty()
    docks["Pseudo-code"].raise_()
    drag(window, qtbot, number(window, "T"), QPoint(40, 30))
    moved = window.graph.positions
    [undo] = [button for button in window.messages.findChildren(QPushButton) if button.text() == "Undo"]
    run_by(window, qtbot, lambda: qtbot.mouseClick(undo, LEFT))
    assert window.session.trace is first
    assert window.graph.positions == moved
    assert not window.messages.isVisible()
    flip(window, qtbot)
    assert window.messages.isVisible()
    assert docks["Runs"].visibleRegion().isEmpty()  # it is known by now
    run_by(window, qtbot, window.live["undo"].trigger)
    assert not window.messages.isVisible()


def test_a_closed_runs_dock_stays_closed_when_there_are_more(window: MainWindow, qtbot: QtBot) -> None:
    flip(window, qtbot)
    window.docks["Runs"].close()
    run_by(window, qtbot, lambda: window.run(replace(header_of(window), k=1)))
    assert window.docks["Runs"].isHidden()


def test_on_a_small_window_the_runs_are_one_of_the_tabs(window: MainWindow, qtbot: QtBot) -> None:
    window.resize(1280, 720)
    QApplication.processEvents()
    run_by(window, qtbot, lambda: window.run(replace(header_of(window), alpha=0.05)))
    assert set(window.tabifiedDockWidgets(window.docks["Data and run"])) == {
        window.docks["Pseudo-code"],
        window.docks["Runs"],
    }
    assert not window.docks["Data and run"].visibleRegion().isEmpty()
    window.resize(1440, 900)
    QApplication.processEvents()
    assert window.tabifiedDockWidgets(window.docks["Pseudo-code"]) == [window.docks["Runs"]]


def test_a_click_or_enter_on_a_run_goes_there_and_can_be_undone(window: MainWindow, qtbot: QtBot) -> None:
    first = window.session.trace
    window.player.seek(40)
    flip(window, qtbot)
    second = window.session.trace
    window.docks["Runs"].raise_()
    QApplication.processEvents()
    row_click(window, qtbot, 0)
    assert window.session.trace is first
    assert window.player.trace is first
    assert window.player.step == 40
    qtbot.keyClick(window, Qt.Key.Key_Z, CTRL)
    assert window.session.trace is second
    shown = window.context.feature(RunsFeature).panel.list
    shown.setFocus()
    qtbot.keyClick(shown, Qt.Key.Key_Up)
    qtbot.keyClick(shown, Qt.Key.Key_Return)
    assert window.session.trace is first


def test_where_the_runs_part_is_said_and_reached_by_a_button_or_a_key(
    window: MainWindow, qtbot: QtBot
) -> None:
    assert not window.live["parting"].isEnabled()
    flip(window, qtbot)
    panel = window.context.feature(RunsFeature).panel
    assert "says independent here (overridden), dependent there." in panel.parting
    window.player.first()
    window.docks["Runs"].raise_()
    qtbot.mouseClick(panel.there, LEFT)
    event = window.player.current_event
    assert isinstance(event, Tested)
    assert event.forced
    window.player.first()
    qtbot.keyClick(window, Qt.Key.Key_J, CTRL)
    assert window.player.current_event == event


def test_what_was_said_of_a_turned_verdict_does_not_cover_the_page_shown_next(
    window: MainWindow, qtbot: QtBot
) -> None:
    flip(window, qtbot)
    assert window.messages.isVisible()
    window.show_workspace()
    assert window.messages.isVisible()
    window.show_page("export")
    assert not window.messages.isVisible()


def test_the_menu_of_a_run_compares_copies_and_forgets(window: MainWindow, qtbot: QtBot) -> None:
    run_by(window, qtbot, lambda: window.run(replace(header_of(window), alpha=0.05)))
    flip(window, qtbot)
    window.docks["Runs"].raise_()
    QApplication.processEvents()
    panel = window.context.feature(RunsFeature).panel
    shown = panel.list

    def menu(place: int) -> QMenu:
        return open_menu(shown.viewport(), shown.visualItemRect(shown.item(place)).center())

    pick(menu(0), "Copy description")
    assert QGuiApplication.clipboard().text().startswith(f"{FIRST}: the first run (")
    pick(menu(0), "Compare with the run shown")
    assert window.live["difference"].isChecked()
    assert window.graph.contrast is not None
    assert window.graph.contrast.title == FIRST
    assert panel.parting.startswith(f"Compared with “{FIRST}”.")
    pick(menu(1), "Forget this run")
    assert [row.title for row in panel.rows] == [
        FIRST,
        "alpha 0.05; B, T independent",
    ]
    forget = next(action for action in menu(1).actions() if action.text() == "Forget this run")
    assert not forget.isEnabled()
    QApplication.activePopupWidget().close()  # type: ignore[union-attr]


def test_another_file_begins_with_no_runs_to_choose_from(window: MainWindow, qtbot: QtBot) -> None:
    flip(window, qtbot)
    run_by(window, qtbot, lambda: window.open_example("asia"))
    assert window.docks["Runs"].isHidden()
    assert not window.live["difference"].isEnabled()


# The difference


def test_the_difference_is_drawn_and_switched_by_a_key(window: MainWindow, qtbot: QtBot) -> None:
    assert not window.live["difference"].isEnabled()
    flip(window, qtbot)
    window.player.last()
    plain = window.graph.grab().toImage()
    qtbot.keyClick(window, Qt.Key.Key_D, CTRL | SHIFT)
    found = window.graph.contrast
    assert found is not None
    ends = {tuple(sorted((number(window, "T"), number(window, name)))) for name in "EJ"}
    assert found.difference.turned == ends
    assert window.graph.grab().toImage() != plain
    qtbot.waitUntil(lambda: "E: cause → effect" in window.graph.accessibleDescription())
    window.player.first()
    assert window.graph.contrast is not None
    assert not window.graph.contrast.difference
    window.player.last()
    qtbot.keyClick(window, Qt.Key.Key_D, CTRL | SHIFT)
    assert window.graph.contrast is None
    assert window.graph.grab().toImage() == plain


def test_the_difference_is_painted_in_both_views_and_in_the_dark(window: MainWindow, qtbot: QtBot) -> None:
    flip(window, qtbot)
    window.player.last()
    window.apply_theme(DARK)
    for kind in ("local", "field"):
        window.set_kind(kind)
        window.graph.finish_animations()
        before = window.graph.grab().toImage()
        window.live["difference"].trigger()
        assert window.graph.grab().toImage() != before
        window.live["difference"].trigger()
        assert window.graph.grab().toImage() == before


# Verdicts from the log


def test_a_verdict_is_flipped_from_the_log_marked_and_taken_back(window: MainWindow, qtbot: QtBot) -> None:
    first = window.session.trace
    view, trace = window.log.view, window.player.trace
    assert trace is not None
    window.log.select_test(2)
    menu = open_menu(view.viewport(), view.visualRect(view.currentIndex()).center())
    test = trace[int(trace.test_steps[1])]
    assert isinstance(test, Tested)
    assert not test.independent
    assert "Undo override" not in titles(menu)
    run_by(window, qtbot, lambda: pick(menu, "What if it were independent"))
    question = Question.of(test.x, test.y, test.z)
    assert header_of(window).forced == ((question, Verdict.INDEPENDENT),)
    assert "1 verdict overridden" in window.title_row._detail.text()
    window.log.select_test(2)
    assert window.log.model.record(view.currentIndex().row()).answer == "forced"
    menu = open_menu(view.viewport(), None)
    assert "What if it were dependent" not in titles(menu)
    run_by(window, qtbot, lambda: pick(menu, "Undo override"))
    assert window.session.trace is first


def test_the_key_of_what_if_flips_the_test_chosen_and_flips_it_back(window: MainWindow, qtbot: QtBot) -> None:
    first = window.session.trace
    row = window.log.view.visualRect(window.log.model.index(1, 0))
    qtbot.mouseClick(window.log.view.viewport(), LEFT, pos=row.center())
    run_by(window, qtbot, lambda: qtbot.keyClick(window, Qt.Key.Key_I, CTRL))
    assert len(header_of(window).forced) == 1
    window.detail.show_test(2)
    assert window.detail._what_if.text() == "Undo override"
    run_by(window, qtbot, lambda: qtbot.keyClick(window, Qt.Key.Key_I, CTRL))
    assert window.session.trace is first


@pytest.mark.parametrize("closed", [False, True])
def test_the_key_of_what_if_flips_the_test_at_the_cursor_whatever_page_is_shown(
    window: MainWindow, qtbot: QtBot, closed: bool
) -> None:
    trace = window.session.trace
    assert trace is not None
    window.show_inspector_page("Why")
    window.docks["Inspector"].setHidden(closed)
    step = int(trace.test_steps[4])
    for before in range(step):  # the page follows a moment later
        window.player.seek(before)
    window.player.seek(step + 1)
    run_by(window, qtbot, lambda: qtbot.keyClick(window, Qt.Key.Key_I, CTRL))
    [(question, _)] = header_of(window).forced
    asked = trace[step]
    assert isinstance(asked, Tested)
    assert question == Question.of(asked.x, asked.y, asked.z)
    window.docks["Inspector"].show()


def test_a_breakpoint_is_set_from_the_menu_and_by_a_key(window: MainWindow, qtbot: QtBot) -> None:
    window.log.select_test(3)
    view = window.log.view
    pick(open_menu(view.viewport(), view.visualRect(view.currentIndex()).center()), "Break at this test")
    assert window.breakpoints.items == (AtTest(3),)
    window.detail.show_test(3)
    qtbot.keyClick(window, Qt.Key.Key_F9, CTRL)
    assert not len(window.breakpoints)


# Knowledge


def test_an_arrow_is_required_from_the_menu_of_the_graph(window: MainWindow, qtbot: QtBot) -> None:
    window.player.last()
    t, a = number(window, "T"), number(window, "A")
    place = window.graph.node_place(a)
    assert place is not None
    menu = open_menu(window.graph, place.toPoint())
    assert {"Make A the target", "Require A → T", "Forbid T — A", "Tiers…"} <= set(titles(menu))
    run_by(window, qtbot, lambda: pick(menu, "Require A → T"))
    assert header_of(window).knowledge == Knowledge(required=((a, t),))
    assert window.title_row._detail.text().endswith("with knowledge")
    window.player.last()
    window.graph.choose(Edge.between(a, t))
    menu = open_menu(window.graph, None)
    assert "Require A → T" not in titles(menu)
    pick(menu, "Require T → A")
    assert window.messages.isVisible()
    assert "circle" in window.messages.text
    assert header_of(window).knowledge == Knowledge(required=((a, t),))
    menu = open_menu(window.graph, None)
    run_by(window, qtbot, lambda: pick(menu, "No longer: A → T required"))
    assert not header_of(window).knowledge


def test_the_menu_of_the_graph_sets_target_breakpoint_and_selection(window: MainWindow, qtbot: QtBot) -> None:
    window.player.last()
    k = number(window, "K")
    window.graph.choose(Variable(k))
    pick(open_menu(window.graph, None), "Select in the list")
    assert window.data_panel._list.current == k
    pick(open_menu(window.graph, None), "Break when K–T changes")
    assert window.breakpoints.items == (EdgeChanges(*sorted((k, number(window, "T")))),)
    menu = open_menu(window.graph, None)
    run_by(window, qtbot, lambda: pick(menu, "Make K the target"))
    assert header_of(window).target == k


# Undo


def test_the_menu_says_what_would_be_undone(window: MainWindow, qtbot: QtBot) -> None:
    undo, redo = window.live["undo"], window.live["redo"]
    assert (undo.text(), undo.isEnabled()) == ("Undo", False)
    run_by(window, qtbot, lambda: window.run(replace(header_of(window), alpha=0.05)))
    assert undo.text() == "Undo alpha 0.05"
    undo.trigger()
    assert (undo.text(), redo.text()) == ("Undo", "Redo alpha 0.05")
    long = Statement(Claim.REQUIRE, number(window, "A"), number(window, "T"))
    for cause in "ABC":
        more = replace(long, a=number(window, cause))
        run_by(window, qtbot, partial(window.context.feature(KnowledgeFeature).claim, more))
    run_by(window, qtbot, lambda: window.run(replace(header_of(window), alpha=0.2, k=1, algorithm="emb")))
    run_by(window, qtbot, window.live["drop-knowledge"].trigger)
    assert len(undo.text()) <= 54


def drag(window: MainWindow, qtbot: QtBot, x: int, by: QPoint) -> None:
    graph = window.graph
    place = graph.node_place(x)
    assert place is not None
    start = place.toPoint()
    qtbot.mousePress(graph, LEFT, pos=start)
    qtbot.mouseMove(graph, start + by / 2)
    qtbot.mouseMove(graph, start + by)
    qtbot.mouseRelease(graph, LEFT, pos=start + by)


def test_a_drag_is_one_edit_and_outlives_a_run(window: MainWindow, qtbot: QtBot) -> None:
    window.player.last()
    a = number(window, "A")
    home = window.graph.node_place(a)
    drag(window, qtbot, a, QPoint(50, -30))
    assert window.controller.edits.count() == 1
    assert window.live["undo"].text() == "Undo move A"
    moved = window.graph.positions
    flip(window, qtbot)
    assert window.graph.positions == moved
    window.live["undo"].trigger()
    window.live["undo"].trigger()
    window.player.last()
    assert window.graph.positions == {}
    QApplication.processEvents()  # the message of the verdict makes room
    assert window.graph.node_place(a) == home
    window.live["redo"].trigger()
    assert window.graph.positions == moved
    window.live["reset-positions"].trigger()
    assert window.graph.positions == {}
    window.live["undo"].trigger()
    assert window.graph.positions == moved


@pytest.mark.parametrize("seed", many([2], suite=[1]))
def test_undoing_and_redoing_any_edits_gives_the_identical_states(
    window: MainWindow, qtbot: QtBot, seed: int
) -> None:
    """Whatever was edited, with the cursor moved in between; a run's cursor stands where it was left."""
    choice = random.Random(seed)
    run_by(window, qtbot, lambda: window.open_example("asia"))
    left: dict[int, int] = {}
    """By trace: the step at which it was left."""

    def state() -> tuple[object, ...]:
        left[id(window.player.trace)] = window.player.step
        assert window.player.trace is window.session.trace
        return header_of(window), id(window.session.trace), dict(window.graph.positions)

    def edit() -> None:
        header = header_of(window)
        names = range(len(header.names))
        match choice.randrange(6):
            case 0:
                window.run(replace(header, alpha=choice.choice([0.001, 0.01, 0.05, 0.2])))
            case 1:
                window.run(replace(header, k=choice.choice([1, 2, 3, None])))
            case 2:
                x, y = choice.sample(names, 2)
                window.what_if(Question.of(x, y), choice.choice([Verdict.INDEPENDENT, Verdict.DEPENDENT]))
            case 3:
                x, y = choice.sample(names, 2)
                window.context.feature(KnowledgeFeature).claim(Statement(choice.choice(list(Claim)), x, y))
            case 4:
                shown = window.session.runs.shown()
                window.context.feature(RunsFeature).panel.run_requested.emit(choice.choice(shown))
            case _:
                at = choice.choice([x for x in names if window.graph.node_place(x) is not None])
                drag(window, qtbot, at, QPoint(choice.randrange(10, 40), choice.randrange(10, 40)))

    stack, states = window.controller.edits, [state()]
    while stack.count() < 12:
        window.player.seek(choice.randrange(window.player.length + 1))
        left[id(window.player.trace)] = window.player.step
        before = stack.count()
        edit()
        qtbot.waitUntil(lambda: not window.session.running, timeout=LONG)
        now = state()
        if stack.count() > before:
            states.append(now)
    for move, order in ((window.live["undo"], reversed(states[:-1])), (window.live["redo"], states[1:])):
        for expected in order:
            move.trigger()
            assert not window.session.running  # nothing is computed anew
            assert window.player.step == left[id(window.player.trace)]
            assert state() == expected
