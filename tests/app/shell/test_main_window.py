"""The window as a user meets it: open, step, retarget, change parameters, switch theme, read errors."""

import resource
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtCore import QMimeData, QPointF, Qt, QUrl
from PySide6.QtGui import QDropEvent
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from elcs_gui.app.kit.theme import DARK, LIGHT
from elcs_gui.app.model.actions import MENUS, declared
from elcs_gui.app.model.breakpoints import MeekFires, NearAlpha
from elcs_gui.app.model.selection import Edge
from elcs_gui.app.shell.command_palette import CommandPalette, matches
from elcs_gui.app.shell.main_window import MainWindow
from elcs_gui.app.shell.screenshot import seek
from elcs_gui.ci.questions import Question, Verdict
from elcs_gui.trace.events import Tested
from tests.app.kept_window import KeptWindow, keeps_window
from tests.app.window import LONG, empty_window, run_by
from tests.stress import often

kept = keeps_window(lambda window: window.open_example("fig3"))


@pytest.fixture
def window(kept: KeptWindow, qtbot: QtBot) -> Iterator[MainWindow]:
    """The paper's example with its data, at the first step."""
    with kept.lent(qtbot) as made:
        yield made


@pytest.fixture
def new_window(qtbot: QtBot, tmp_path: Path) -> Iterator[MainWindow]:
    """With nothing open."""
    with empty_window(qtbot, tmp_path / "settings.ini") as made:
        yield made


def opened(window: MainWindow, qtbot: QtBot, example: str) -> None:
    run_by(window, qtbot, lambda: window.open_example(example))


def test_the_start_page_is_shown_first_and_no_panel(new_window: MainWindow) -> None:
    window = new_window
    assert window.start_page.isVisible()
    assert not window.log.isVisible()
    assert window.status.text.startswith("Ready.")


def test_one_click_on_an_example_gives_a_trace_paused_at_step_0(new_window: MainWindow, qtbot: QtBot) -> None:
    window = new_window
    with qtbot.waitSignal(window.session.run_finished, timeout=LONG):
        window.start_page.example_chosen.emit("fig3")
    assert window.graph.isVisible()
    assert window.player.step == 0
    assert window.player.length > 500
    assert "→" in window.status.text


def test_the_arrow_key_shows_the_first_test_and_says_so(window: MainWindow, qtbot: QtBot) -> None:
    window.graph.setFocus()
    qtbot.keyClick(window.graph, Qt.Key.Key_Right)
    assert window.player.tests_so_far == 1
    assert window.status.text.startswith("Test 1: A and T depend on each other")
    qtbot.keyClick(window.graph, Qt.Key.Key_End)
    assert window.status.text == "T is done: causes E and J; effects A, B, K and L."
    qtbot.keyClick(window.graph, Qt.Key.Key_Left, Qt.KeyboardModifier.ShiftModifier)
    assert window.player.step == int(window.player.changes[-2])


def test_another_target_is_shown_with_its_result(window: MainWindow, qtbot: QtBot) -> None:
    window.player.last()
    with qtbot.waitSignal(window.session.run_finished, timeout=LONG):
        window.graph.target_requested.emit(0)
    assert window.player.trace is not None
    assert window.player.trace.header.target == 0
    assert window.player.step == window.player.length > 0
    window.graph.target_requested.emit(12)  # known: it is there at once
    assert window.player.trace.header.target == 12
    assert window.player.step == window.player.length > 0


def test_another_target_chosen_before_the_first_step_is_shown_from_its_beginning(
    window: MainWindow, qtbot: QtBot
) -> None:
    window.player.first()
    with qtbot.waitSignal(window.session.run_finished, timeout=LONG):
        window.graph.target_requested.emit(0)
    assert window.session.trace is not None
    assert window.session.trace.header.target == 0
    assert window.player.step == 0 < window.player.length


def test_another_alpha_keeps_the_stage_of_the_cursor(window: MainWindow, qtbot: QtBot) -> None:
    seek(window, "pruned")
    window.data_panel._alpha.setText("0.05")
    with qtbot.waitSignal(window.session.run_finished, timeout=LONG):
        window.data_panel._alpha.editingFinished.emit()
    assert window.player.trace is not None
    assert window.player.trace.header.alpha == 0.05
    assert window.player.stage_span is not None
    assert window.player.stage_span.stage == "pruned"


def test_nonsense_in_the_form_is_put_back(window: MainWindow, qtbot: QtBot) -> None:
    window.data_panel._alpha.setText("lots")
    window.data_panel._alpha.editingFinished.emit()
    assert window.data_panel._alpha.text() == "0.01"
    assert not window.session.running


def test_a_file_that_cannot_be_read_is_said_in_the_bar(
    window: MainWindow, qtbot: QtBot, tmp_path: Path
) -> None:
    bad = tmp_path / "bad.csv"
    bad.write_text("a,b\n1\n", encoding="utf-8")
    with qtbot.waitSignal(window.session.failed, timeout=LONG):
        window.open_path(bad)
    assert window.messages.isVisible()
    assert "bad.csv" in window.messages.text
    assert window.player.length > 500  # what was open is still there


def test_a_dropped_file_is_opened_and_remembered(window: MainWindow, qtbot: QtBot, tmp_path: Path) -> None:
    path = tmp_path / "small.csv"
    path.write_text("a,b,c\n" + "0,1,0\n1,0,0\n1,1,1\n0,0,1\n" * 30, encoding="utf-8")
    mime = QMimeData()
    mime.setUrls([QUrl.fromLocalFile(str(path))])
    drop = QDropEvent(
        QPointF(5, 5),
        Qt.DropAction.CopyAction,
        mime,
        Qt.MouseButton.LeftButton,
        Qt.KeyboardModifier.NoModifier,
    )
    with qtbot.waitSignal(window.session.run_finished, timeout=LONG):
        window.dropEvent(drop)
    assert window.session.names == ("a", "b", "c")
    assert [Path(row[0]).name for row in window.settings.recent()] == ["small.csv"]


def test_breakpoints_run_forwards_and_backwards(window: MainWindow, qtbot: QtBot) -> None:
    opened(window, qtbot, "fig4")
    window.breakpoints.add(MeekFires())
    window.live["run-on"].trigger()
    hit = window.player.step
    assert "Meek R1" in window.status.text
    window.live["run-on"].trigger()
    assert window.player.step == hit
    assert "No breakpoint holds after" in window.status.text
    window.player.last()
    window.live["run-back"].trigger()
    assert window.player.step == hit
    window.breakpoints.add(NearAlpha())
    assert len(window.breakpoints) == 2


def test_selecting_an_edge_filters_the_log_and_a_row_seeks(window: MainWindow, qtbot: QtBot) -> None:
    window.player.last()
    window.graph.selected.emit(Edge((4, 12)))
    window.log.step_requested.emit(40)
    assert window.player.step == 40


def test_dark_and_light_are_switched_and_remembered(window: MainWindow, qtbot: QtBot) -> None:
    window.live["dark"].trigger()
    assert window.theme == DARK
    assert window.settings.theme == "dark"
    window.live["dark"].trigger()
    assert window.theme == LIGHT


def test_every_action_is_in_a_menu_has_a_sentence_and_a_key_of_its_own(window: MainWindow) -> None:
    actions = declared(window.context)
    assert set(window.live) == {action.id for action in actions}
    keys = [action.shortcut for action in actions if action.shortcut]
    for unique in (keys, [action.id for action in actions], [action.place for action in actions]):
        assert len(unique) == len(set(unique))
    for action in actions:
        assert action.menu in MENUS
        assert action.sentence.endswith(".")
        assert action.sentence[0].isupper()


def test_the_palette_says_so_when_nothing_is_found(window: MainWindow, qtbot: QtBot) -> None:
    palette = CommandPalette(window.context, window)
    qtbot.addWidget(palette)
    palette.show()
    qtbot.keyClicks(palette.search, "zzz")
    assert palette.list.item(0).text() == "No action is called “zzz”."
    qtbot.keyClick(palette.search, Qt.Key.Key_Return)
    assert palette.isVisible()


def test_the_palette_finds_and_triggers_an_action(window: MainWindow, qtbot: QtBot) -> None:
    palette = CommandPalette(window.context, window)
    qtbot.addWidget(palette)
    palette.show()
    qtbot.keyClicks(palette.search, "last st")
    assert palette.list.count() == 1
    qtbot.keyClick(palette.search, Qt.Key.Key_Return)
    assert window.player.step == window.player.length
    assert matches(
        "GRAPH next", next(action for action in declared(window.context) if action.id == "next-change")
    )


def test_the_layout_can_be_reset(window: MainWindow, qtbot: QtBot) -> None:
    window.docks["CI tests"].hide()
    window.live["reset-layout"].trigger()
    assert window.docks["CI tests"].isVisible()


def test_field_view_and_back(window: MainWindow, qtbot: QtBot) -> None:
    opened(window, qtbot, "asia")
    window.player.last()
    local = window.graph.grab().toImage()
    window.live["field-view"].trigger()
    qtbot.waitUntil(lambda: window.settled)
    assert window.graph.grab().toImage() != local
    window.live["local-view"].trigger()
    qtbot.waitUntil(lambda: window.settled)
    assert window.graph.grab().toImage() == local


def test_what_if_runs_with_the_other_verdict_and_can_be_taken_back(window: MainWindow, qtbot: QtBot) -> None:
    names = window.session.names
    question = Question.of(names.index("E"), names.index("J"))
    assert not window.live["drop-overrides"].isEnabled()
    with qtbot.waitSignal(window.session.run_finished, timeout=LONG):
        window.detail.what_if_requested.emit(question, Verdict.DEPENDENT)
    assert window.player.trace is not None
    assert sum(event.forced for event in window.player.trace if isinstance(event, Tested)) > 0
    assert len(window.player.trace.header.forced) == 1
    assert window.live["drop-overrides"].isEnabled()
    with qtbot.waitSignal(window.session.run_finished, timeout=LONG):
        window.live["drop-overrides"].trigger()
    window.player.last()
    assert window.status.text == "T is done: causes E and J; effects A, B, K and L."


@pytest.mark.slow
def test_retargets_leave_no_memory_and_no_widgets_behind(window: MainWindow, qtbot: QtBot) -> None:
    opened(window, qtbot, "asia")
    header = window.session.header
    assert header is not None

    def retarget(times: range) -> None:
        for i in times:
            with qtbot.waitSignal(window.session.run_finished, timeout=LONG):
                # Another alpha each time, or it would only go back to a run that is kept.
                window.session.run(replace(header, target=i % 8, alpha=0.01 + i * 1e-6))
            window.player.last()
            qtbot.wait(1)

    times = often(80, suite=30)
    retarget(range(20))
    before, widgets = resident_megabytes(), len(QApplication.allWidgets())
    retarget(range(20, 20 + times))
    assert resident_megabytes() - before < 1 + times / 10
    assert len(QApplication.allWidgets()) < widgets + 20


def resident_megabytes() -> float:
    pages = Path("/proc/self/statm")
    if not pages.exists():
        pytest.skip("memory is read from /proc")
    return int(pages.read_text(encoding="ascii").split()[1]) * resource.getpagesize() / 1e6


def test_a_message_takes_no_room_from_the_graph_and_goes_when_something_else_goes_well(
    window: MainWindow,
) -> None:
    before = window.graph.size()
    window.messages.say("It went wrong, and this is a long story. " * 8)
    QApplication.processEvents()
    assert window.graph.size() == before
    bar = window.messages
    assert bar.isVisible() and bar.width() == window.pages.width()
    assert bar.height() >= bar.heightForWidth(bar.width())
    bar.clear()
    assert not bar.isVisible()
    bar.ask("What now?", {"This": lambda: None})
    bar.clear()
    assert bar.isVisible()
