"""The alpha explorer as a user works with it: by mouse, by keys, and while the work is under way."""

from __future__ import annotations

import math
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QWheelEvent
from PySide6.QtWidgets import QApplication, QLabel, QLineEdit, QWidget
from pytestqt.qtbot import QtBot

from elcs_gui.app.alpha.page import AlphaPage
from elcs_gui.app.kit.theme import DARK, LIGHT
from elcs_gui.app.model.settings import Settings
from elcs_gui.app.shell.main_window import MainWindow
from elcs_gui.inquiry.alpha import HIGH, LOW
from tests.app.held import HeldExploration
from tests.app.kept_window import KeptWindow, keeps_window
from tests.app.shell.test_keyboard import nameless
from tests.app.window import window_with_example, window_with_trace
from tests.patience import LONG, wait_until
from tests.traces import trace_of

LEFT = Qt.MouseButton.LeftButton


kept = keeps_window(lambda window: window.open_example("cancer"), inquiries=True)


@pytest.fixture
def cancer(kept: KeptWindow, qtbot: QtBot) -> Iterator[MainWindow]:
    with kept.lent(qtbot) as made:
        yield made


@pytest.fixture
def page(cancer: MainWindow) -> AlphaPage:
    """Shown, with its map complete."""
    cancer.live["alpha-explorer"].trigger()
    made = cancer.tools.current
    assert isinstance(made, AlphaPage)
    wait_until(lambda: made.settled and made.found.complete)
    return made


def put_line(qtbot: QtBot, page: AlphaPage, alpha: float) -> None:
    """Click where that alpha is."""
    plot = page.left.plot
    qtbot.mouseClick(plot, LEFT, pos=QPoint(round(plot.axis.x(alpha)), 90))


def shown(page: AlphaPage) -> tuple[set[str], set[str]]:
    """Causes and effects in the graph on the page."""
    view, trace = page.right.player.view, page.right.player.trace
    assert trace is not None and view.finished is not None
    names = trace.header.names
    return {names[x] for x in view.finished.parents}, {names[x] for x in view.finished.children}


def test_it_opens_on_the_run_as_it_is(cancer: MainWindow, page: AlphaPage) -> None:
    assert len(page.found.intervals) == 5
    assert page.left.use.text() == "Use 0.01"
    assert not page.left.use.isEnabled()
    assert page.left.table.current == 1
    assert page.right.player.trace is cancer.session.trace
    assert page.right.card.title == "Alpha 0.01: this run"
    assert page.right.graph.marks == {}
    assert cancer.status.text.startswith("Between 0.00815 and 0.0137 the result is the same")
    assert not any(dock.isVisible() for dock in cancer.docks)


def test_the_line_is_dragged_and_the_result_moves_with_it(page: AlphaPage, qtbot: QtBot) -> None:
    plot = page.left.plot
    handle = plot.sight.pill.center()
    goal = round(plot.axis.x(0.03))
    qtbot.mousePress(plot, LEFT, pos=QPoint(round(handle.x()), round(handle.y())))
    for x in range(round(handle.x()), goal, 3):
        qtbot.mouseMove(plot, QPoint(x, 60))
    qtbot.mouseMove(plot, QPoint(goal, 60))
    qtbot.mouseRelease(plot, LEFT, pos=QPoint(goal, 60))
    wait_until(lambda: page.settled)
    assert page.left.use.text() == "Use 0.03"
    assert page.left.table.current == 2
    assert shown(page) == ({"Pollution", "Smoker"}, {"Xray", "Dyspnoea"})
    trace = page.right.player.trace
    assert trace is not None
    assert page.right.graph.marks[trace.header.names.index("Pollution")] == "new"
    assert page.right.card.title == "What changes from 0.01 to 0.03"
    assert "Pollution: not a neighbour → cause" in page.right.card.entries.accessibleName()
    assert "p = 0.0137" in page.right.card.note.text()
    qtbot.mouseMove(plot, QPoint(goal + 60, 60))
    assert page.left.use.text() == "Use 0.03", "the button is up: the line stays"


def test_the_brackets_and_the_arrows_jump_from_result_to_result(
    cancer: MainWindow, page: AlphaPage, qtbot: QtBot
) -> None:
    step = cancer.player.step
    for key, row in (
        (Qt.Key.Key_BracketRight, 2),
        (Qt.Key.Key_Right, 3),
        (Qt.Key.Key_BracketRight, 4),
        (Qt.Key.Key_BracketRight, 4),
        (Qt.Key.Key_BracketLeft, 3),
        (Qt.Key.Key_Left, 2),
        (Qt.Key.Key_Home, 0),
        (Qt.Key.Key_End, 4),
    ):
        qtbot.keyClick(page.left.plot, key)
        assert page.left.table.current == row
    assert cancer.player.step == step, "these keys step through the run elsewhere"


def test_every_jump_shows_what_the_table_says(page: AlphaPage, qtbot: QtBot) -> None:
    page.choose(page.found.low)
    for place, one in enumerate(page.found.intervals):
        assert page.left.table.current == place
        wait_until(lambda: page.settled)
        trace = page.right.player.trace
        assert trace is not None
        names = trace.header.names
        assert shown(page) == ({names[x] for x in one.parents}, {names[x] for x in one.children})
        page.jump(1)


def test_a_click_on_a_line_of_the_table_and_its_arrows_move_the_line(page: AlphaPage, qtbot: QtBot) -> None:
    table = page.left.table
    place = table.visualRect(table.model().index(3, 0)).center()
    qtbot.mouseClick(table.viewport(), LEFT, pos=place)
    assert table.current == 3
    assert page.found.intervals[3].low <= page.alpha < page.found.intervals[3].high
    qtbot.keyClick(table, Qt.Key.Key_Up)
    assert table.current == 2
    put_line(qtbot, page, 0.02)
    assert table.current == 2
    qtbot.mouseClick(table.viewport(), LEFT, pos=table.visualRect(table.model().index(2, 1)).center())
    assert page.left.use.text() == "Use 0.02", "it is in that result already"


def test_the_chevrons_of_the_handle_jump(page: AlphaPage, qtbot: QtBot) -> None:
    plot = page.left.plot
    for side, row in ((1, 2), (1, 3), (-1, 2)):
        pill = plot.sight.pill
        x = pill.right() - 9 if side > 0 else pill.left() + 9
        qtbot.mouseClick(plot, LEFT, pos=QPoint(round(x), round(pill.center().y())))
        assert page.left.table.current == row


def test_what_is_under_the_pointer_is_told(page: AlphaPage) -> None:
    plot = page.left.plot
    sight = plot.sight
    y = round(sight.top_of(0) + sight.row / 2)
    assert plot.told_at(QPoint(round(sight.axis.x(0.05)), y)) == (
        "Cancer – Pollution: cause · 1a, alpha from 0.0137 to 0.2"
    )
    assert plot.told_at(QPoint(round(sight.axis.x(1e-4)), y)) == ""
    assert plot.told_at(QPoint(round(sight.axis.x(sight.changes[0])), 38)) == "The result changes at 0.00815."
    assert "jump" in plot.told_at(QPoint(round(sight.pill.center().x()), 12))


def test_zoomed_the_line_is_put_between_results_that_lie_close(page: AlphaPage, qtbot: QtBot) -> None:
    plot = page.left.plot
    put_line(qtbot, page, 0.0137)
    coarse = page.alpha
    plot.zoom(40.0, plot.axis.x(0.0137))
    axis = plot.axis
    assert axis.high / axis.low < 1.5
    assert len(axis.ticks()) >= 3
    for alpha, row in ((0.0136, 1), (0.0138, 2)):
        put_line(qtbot, page, alpha)
        assert page.alpha == pytest.approx(alpha, rel=1e-3) and page.alpha != coarse
        assert page.left.table.current == row
    y = round(plot.sight.top_of(0) + plot.sight.row / 2)
    assert plot.told_at(QPoint(20, y)) == "", "what goes on to the left is not under the titles"
    held = plot.axis.alpha(300.0)
    qtbot.mousePress(plot, LEFT, Qt.KeyboardModifier.ShiftModifier, QPoint(300, 90))
    qtbot.mouseMove(plot, QPoint(260, 90))
    qtbot.mouseRelease(plot, LEFT, Qt.KeyboardModifier.ShiftModifier, QPoint(260, 90))
    assert plot.axis.alpha(260.0) == pytest.approx(held)
    assert page.alpha == pytest.approx(0.0138, rel=1e-3), "panning does not move the line"
    qtbot.mouseDClick(plot, LEFT, pos=QPoint(300, 90))
    assert (plot.axis.low, plot.axis.high) == (page.found.low, page.found.high)


def test_a_wrong_range_is_said_and_a_right_one_explored_and_remembered(
    cancer: MainWindow, page: AlphaPage, qtbot: QtBot
) -> None:
    def enter(field: QLineEdit, text: str) -> None:
        field.setFocus()
        field.selectAll()
        qtbot.keyClicks(field, text)
        qtbot.keyClick(field, Qt.Key.Key_Return)

    enter(page.left.highest, "0.0000001")
    assert "name the smaller one first" in page.left.error
    enter(page.left.highest, "lots")
    assert "'lots' is no number" in page.left.error
    assert page.found.complete, "the map there was stays"
    enter(page.left.highest, "1.5")
    assert "below 1" in page.left.error
    enter(page.left.highest, "0.05")
    assert page.left.error == ""
    wait_until(lambda: page.settled and page.found.complete)
    assert page.found.high == 0.05
    assert len(page.found.intervals) == 3
    assert cancer.settings.get("alpha-to") == 0.05
    page.choose(0.05)
    enter(page.left.highest, "0.2")
    wait_until(lambda: page.settled and page.found.complete)
    assert len(page.found.intervals) == 5


def test_escape_leads_back_to_the_workspace_as_it_was(
    cancer: MainWindow, page: AlphaPage, qtbot: QtBot
) -> None:
    cancer.show_workspace()
    cancer.docks["Pseudo-code"].hide()
    before = [dock.isVisible() for dock in cancer.docks]
    for focused in ("plot", "graph", "lowest"):
        cancer.live["alpha-explorer"].trigger()
        place: QWidget = {
            "plot": page.left.plot, "graph": page.right.graph, "lowest": page.left.lowest
        }[focused]  # fmt: skip
        place.setFocus()
        qtbot.keyClick(place, Qt.Key.Key_Escape)
        assert cancer.working
        assert [dock.isVisible() for dock in cancer.docks] == before
        assert not cancer.status.text.startswith("Between")
    cancer.docks["Pseudo-code"].show()


def test_the_theme_is_changed_while_it_is_shown(cancer: MainWindow, page: AlphaPage) -> None:
    def ground() -> str:
        return page.grab().toImage().pixelColor(4, page.height() - 4).name()

    light = ground()
    cancer.apply_theme(DARK.at(1.4))
    QApplication.processEvents()
    assert ground() == DARK.panel.name() != light
    tall = page.left.table.rowHeight(0)
    cancer.apply_theme(LIGHT)
    assert ground() == light
    assert page.left.table.rowHeight(0) < tall or cancer.theme.scale == 1.0


def test_everything_that_can_be_operated_has_a_name_and_is_reached_by_tab(
    page: AlphaPage, qtbot: QtBot
) -> None:
    assert nameless(page) == []
    page.left.plot.setFocus()
    reached = set()
    for _ in range(60):
        widget = QApplication.focusWidget()
        assert widget is not None
        reached.add(widget)
        qtbot.keyClick(widget, Qt.Key.Key_Tab)
    parts = page.left
    assert {parts.plot, parts.table, parts.lowest, parts.highest, parts.close_button} <= reached


def test_a_small_window_shows_all_of_it_and_many_rows_scroll(cancer: MainWindow, page: AlphaPage) -> None:
    cancer.resize(1280, 720)
    QApplication.processEvents()
    assert page.width() <= 1280
    assert page.right.graph.height() >= 240
    plot = page.left.plot
    plot.resize(plot.width(), plot.minimumSizeHint().height() - 40)
    assert plot.sight.offset == 0
    wheel = QWheelEvent(
        QPointF(200, 90), QPointF(200, 90), QPoint(), QPoint(0, -240), Qt.MouseButton.NoButton,
        Qt.KeyboardModifier.NoModifier, Qt.ScrollPhase.NoScrollPhase, False,
    )  # fmt: skip
    QApplication.sendEvent(plot, wheel)
    assert plot.sight.offset > 0
    cancer.resize(1440, 900)
    QApplication.processEvents()


def test_use_runs_with_that_alpha_as_an_edit_that_can_be_undone(
    cancer: MainWindow, page: AlphaPage, qtbot: QtBot
) -> None:
    put_line(qtbot, page, 0.03)
    map_before = page.found
    with qtbot.waitSignal(cancer.session.run_finished, timeout=LONG):
        qtbot.mouseClick(page.left.use, LEFT)
    assert cancer.working
    assert cancer.session.header is not None
    assert cancer.session.header.alpha == 0.03
    cancer.live["alpha-explorer"].trigger()
    assert page.found is map_before, "alpha does not change the map"
    assert page.left.use.text() == "Use 0.03"
    assert page.right.card.title == "Alpha 0.03: this run"
    with qtbot.waitSignal(cancer.session.run_finished, timeout=LONG):
        cancer.live["undo"].trigger()
    assert cancer.session.header.alpha == 0.01
    assert cancer.tools.current is page, "the page follows"
    assert page.right.card.title == "Alpha 0.01: this run"
    assert page.right.player.trace is cancer.session.trace


def test_another_target_is_another_map(cancer: MainWindow, page: AlphaPage, qtbot: QtBot) -> None:
    header = cancer.session.header
    assert header is not None
    with qtbot.waitSignal(cancer.session.run_finished, timeout=LONG):
        cancer.set_target(header.names.index("Smoker"))
    wait_until(lambda: page.settled and page.found.complete)
    names = {row.title for row in page.left.plot.sight.rows}
    assert names
    assert all(name.startswith("Smoker") or "–" not in name for name in names)
    with qtbot.waitSignal(cancer.session.run_finished, timeout=LONG):
        cancer.set_target(header.target)


def test_a_map_grows_is_cancelled_and_gone_on_with(
    qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("elcs_gui.app.alpha.page.ExploreAlpha", HeldExploration)
    settings = Settings(tmp_path / "settings.ini")
    settings.set("alpha-from", 0.0001)
    window = MainWindow(settings, LIGHT)
    qtbot.addWidget(window)
    window.show()
    with qtbot.waitSignal(window.session.run_finished, timeout=LONG):
        window.open_example("fig3")
    window.live["alpha-explorer"].trigger()
    page = window.tools.current
    assert isinstance(page, AlphaPage)
    assert page.left.work.stop.isVisible()
    assert page.right.card.note.text().startswith("The map is being begun")
    wait_until(lambda: len(page.found.steps) >= 2)
    assert not page.found.complete
    assert page.right.player.trace is not None, "the run itself is shown while the map grows"
    qtbot.mouseClick(page.left.work.stop, LEFT)
    wait_until(lambda: window.inquiry_client.busy is None)
    part = page.found
    assert len(part.steps) >= 2
    assert not part.complete
    assert page.left.work.text.startswith("Stopped at alpha")
    beyond = (part.reached * part.high) ** 0.5
    put_line(qtbot, page, beyond)
    assert page.left.table.current is None, "nothing is known there"
    wait_until(lambda: page.settled)
    assert page.right.player.trace is not None
    assert page.right.player.trace.header.alpha == page.alpha, "but the run there can be made"
    monkeypatch.undo()
    qtbot.mouseClick(page.left.work.go_on, LEFT)
    assert page.left.work.stop.isVisible()
    window.show_workspace()
    assert window.inquiry_client.busy is None or not page.found.complete
    window.live["alpha-explorer"].trigger()
    wait_until(lambda: page.settled)
    assert page.found.complete, "left and come back, it went on by itself"
    assert page.found.steps[: len(part.steps) - 1] == part.steps[:-1]
    assert all(a.high == b.low for a, b in pairwise(page.found.steps))
    assert all(step.turned for step in page.found.steps[1:])
    assert not page.left.work.go_on.isVisible()
    window.close()


def test_a_run_without_its_data_cannot_be_explored_and_says_why(qtbot: QtBot, tmp_path: Path) -> None:
    with window_with_trace(qtbot, tmp_path / "settings.ini") as window:
        assert window.player.trace == trace_of("fig3")
        assert not window.live["alpha-explorer"].isEnabled()
        window.tools.show("alpha-explorer")
        page = window.tools.current
        assert isinstance(page, AlphaPage)
        assert "read from a file" in page.notice.text.text()
        assert page.settled
        assert nameless(page) == []
        page.notice.closed.emit()
        assert window.working


def test_where_the_plot_draws_an_alpha_is_where_it_is_picked(page: AlphaPage) -> None:
    axis = page.left.plot.axis
    for alpha in (1e-6, 1e-4, 0.01, 0.05, 0.2):
        assert math.isclose(axis.pick(axis.x(alpha)), alpha, rel_tol=0.05)


def test_settings_that_make_no_range_are_named_and_the_usual_range_is_shown(
    qtbot: QtBot, tmp_path: Path
) -> None:
    with window_with_example(qtbot, tmp_path / "settings.ini", "asia") as window:
        for id in ("alpha-from", "alpha-to"):
            window.settings.set(id, 0.05)
        window.live["alpha-explorer"].trigger()
        page = window.tools.current
        assert isinstance(page, AlphaPage)
        wait_until(lambda: page.settled and page.found.complete)
        assert not page.grab().isNull(), "Qt died where the range was empty"
        assert (page.left.low, page.left.high) == (LOW, HIGH)
        [error] = page.left.findChildren(QLabel, "alphaError")
        assert error.text().startswith("There is no alpha from 0.05 to 0.05")
        page.left.lowest.setText("0.01")
        page.left.lowest.editingFinished.emit()
        assert (page.left.low, page.left.high, error.text()) == (0.01, HIGH, "")
