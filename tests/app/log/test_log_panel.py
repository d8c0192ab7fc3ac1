"""The log as a user meets it: following, choosing, seeking, filtering, sorting, copying, exporting."""

from __future__ import annotations

import csv
from functools import cache
from pathlib import Path

import pytest
from PySide6.QtCore import QItemSelectionModel, Qt
from PySide6.QtGui import QColor, QGuiApplication
from PySide6.QtWidgets import QFileDialog

from elcs_gui.algorithms.learning import learn
from elcs_gui.app.kit.theme import DARK, LIGHT
from elcs_gui.app.log.menus import column_choices
from elcs_gui.app.log.panel import LogPanel
from elcs_gui.app.log.qt_model import SHOWN
from elcs_gui.app.log.row_painter import ROW
from elcs_gui.app.log.widths import column_widths
from elcs_gui.app.model.player import Player
from elcs_gui.ci.discrete import G2
from elcs_gui.ci.evidence import Evidence
from elcs_gui.ci.oracle import Oracle
from elcs_gui.data.examples import find_example
from elcs_gui.trace.events import Tested
from elcs_gui.trace.trace import Header, Prefix, Trace
from tests.traces import trace_of

# The offscreen platform says so of every window shown.
pytestmark = pytest.mark.qt_log_ignore("This plugin does not support")


@cache
def recorded(test: str = "g2") -> Trace:
    example = find_example("fig3")
    network = example.load_network()
    if test == "oracle":
        header = Header("elcs", network.index("T"), network.nodes, "oracle")
        return learn(Evidence(Oracle(network)), header).trace
    data = example.load_data()
    assert data is not None
    header = Header("elcs", data.index("T"), data.columns, "g2", rows=data.rows)
    return learn(Evidence(G2(data)), header).trace


@pytest.fixture
def player(qapp) -> Player:
    made = Player()
    made.load(recorded())
    return made


@pytest.fixture
def panel(qtbot, player: Player) -> LogPanel:
    made = LogPanel(player, LIGHT)
    qtbot.addWidget(made)
    made.resize(820, 260)
    made.show()
    return made


def go_to_test(player: Player, number: int) -> None:
    player.seek(int(recorded().test_steps[number - 1]) + 1)


def numbers(panel: LogPanel) -> list[int]:
    return [panel.model.rows.number(row) for row in range(panel.model.rowCount())]


def click_head(qtbot, panel: LogPanel, column: str) -> None:
    head, section = panel.view.head, SHOWN.index(column)
    place = head.viewport().rect().topLeft()
    place.setX(head.sectionViewportPosition(section) + 20)
    place.setY(12)
    qtbot.mouseClick(head.viewport(), Qt.MouseButton.LeftButton, pos=place)


def middle_of(panel: LogPanel, row: int):
    return panel.view.visualRect(panel.model.index(row, SHOWN.index("z"))).center()


def counts(panel: LogPanel) -> str:
    return panel._counts.whole


def test_the_model_keeps_to_the_rules_of_qt(qtmodeltester, panel: LogPanel) -> None:
    qtmodeltester.check(panel.model)


def test_the_head_counts_what_was_asked_and_computed_up_to_the_cursor(
    panel: LogPanel, player: Player
) -> None:
    assert counts(panel) == "0 requested, 0 performed"
    go_to_test(player, 340)
    computed = sum(not e.reused for e in recorded() if isinstance(e, Tested) and e.number <= 340)
    assert counts(panel) == f"340 requested, {computed} performed"


def test_the_log_follows_the_cursor(panel: LogPanel, player: Player) -> None:
    for number in (340, 341, 20, 890, 1):
        go_to_test(player, number)
        rect = panel.view.visualRect(panel.model.index(number - 1, 0))
        assert panel.view.viewport().rect().contains(rect)


def test_the_log_stays_where_the_user_scrolled_while_nothing_moves(panel: LogPanel, player: Player) -> None:
    go_to_test(player, 340)
    panel.view.verticalScrollBar().setValue(0)
    player.grew.emit()
    panel._grow()
    assert panel.view.verticalScrollBar().value() == 0


@pytest.mark.parametrize("theme", [LIGHT, DARK])
def test_the_current_row_is_amber_with_a_bar_and_later_rows_are_pale(
    panel: LogPanel, player: Player, theme
) -> None:
    panel.set_theme(theme)
    go_to_test(player, 340)
    picture = panel.view.viewport().grab().toImage()
    scale = picture.devicePixelRatio()
    top = 339 * ROW - panel.view.verticalScrollBar().value()

    def colour(x: int, y: int) -> QColor:
        return picture.pixelColor(round(x * scale), round(y * scale))

    assert colour(1, top + 12) == theme.now
    assert colour(5, top + 12) == theme.now_bg
    assert colour(1, top + 36) not in (theme.now, theme.now_bg)

    def strongest(row_top: int) -> int:
        """How far the ink of the column y stands out from its ground."""
        left = panel.view.columnViewportPosition(SHOWN.index("y"))
        ground = colour(left + 1, row_top + 12).lightness()
        places = [(left + 8 + dx, row_top + dy) for dx in range(14) for dy in range(5, 19)]
        return max(abs(colour(*place).lightness() - ground) for place in places)

    assert strongest(top + ROW) < 0.6 * strongest(top - ROW)


def test_a_double_click_asks_for_the_step_right_after_the_test(
    qtbot, panel: LogPanel, player: Player
) -> None:
    go_to_test(player, 340)
    steps: list[int] = []
    panel.step_requested.connect(steps.append)
    qtbot.mouseClick(panel.view.viewport(), Qt.MouseButton.LeftButton, pos=middle_of(panel, 338))
    qtbot.mouseDClick(panel.view.viewport(), Qt.MouseButton.LeftButton, pos=middle_of(panel, 338))
    assert len(steps) == 1
    player.seek(steps[0])
    event = player.current_event
    assert isinstance(event, Tested) and event.number == 339


def test_enter_asks_for_the_step_of_the_chosen_test(qtbot, panel: LogPanel) -> None:
    panel.select_test(7)
    with qtbot.waitSignal(panel.step_requested) as asked:
        qtbot.keyClick(panel.view, Qt.Key.Key_Return)
    assert asked.args == [int(recorded().test_steps[6]) + 1]


def test_a_click_and_the_arrow_keys_tell_the_chosen_test(qtbot, panel: LogPanel) -> None:
    told: list[int] = []
    panel.test_selected.connect(told.append)
    qtbot.mouseClick(panel.view.viewport(), Qt.MouseButton.LeftButton, pos=middle_of(panel, 2))
    qtbot.keyClick(panel.view, Qt.Key.Key_Down)
    assert told == [3, 4]


def test_choosing_from_outside_tells_nobody(qtbot, panel: LogPanel) -> None:
    with qtbot.assertNotEmitted(panel.test_selected):
        panel.select_test(500)
        panel.select_test(0)


def test_a_filter_from_outside_shows_the_tests_of_an_edge(panel: LogPanel) -> None:
    names = recorded().header.names
    panel.filter_to("C–T")
    wanted = {names.index("C"), names.index("T")}
    found = [e.number for e in recorded() if isinstance(e, Tested) and {e.x, e.y} == wanted]
    assert numbers(panel) == found
    assert counts(panel).endswith(f"{len(found)} of {len(recorded().test_steps)} match")
    panel.filter_to("")
    assert len(numbers(panel)) == len(recorded().test_steps)


def test_the_chosen_test_stays_chosen_through_filter_and_sort(qtbot, panel: LogPanel) -> None:
    panel.select_test(340)
    with qtbot.assertNotEmitted(panel.test_selected):
        panel.filter_to("x:C")
        click_head(qtbot, panel, "p")
    chosen = panel.view.selectionModel().selectedRows()
    assert [panel.model.rows.number(index.row()) for index in chosen] == [340]


def test_a_bad_term_is_said_under_the_field_and_goes_with_it(panel: LogPanel) -> None:
    panel.filter_to("p<")
    assert panel._complaint.isVisible() and "number" in panel._complaint.text()
    panel.filter_to("p<0.05")
    assert not panel._complaint.isVisible()


def test_a_filter_that_nothing_meets_offers_to_clear_it(panel: LogPanel) -> None:
    panel.filter_to("p>2")
    assert panel._empty.isVisible() and "No test meets the filter" in panel._empty.text()
    panel._empty.linkActivated.emit("#")
    assert not panel._empty.isVisible()


def test_typing_filters_and_escape_clears(qtbot, panel: LogPanel) -> None:
    panel.focus_filter()
    qtbot.keyClicks(panel._field, "x:C")
    qtbot.waitUntil(lambda: len(numbers(panel)) < 100)
    qtbot.keyClick(panel._field, Qt.Key.Key_Escape)
    assert len(numbers(panel)) == len(recorded().test_steps)


def test_clicks_on_a_head_sort_up_then_down_then_as_asked(qtbot, panel: LogPanel) -> None:
    in_order = numbers(panel)
    p = {e.number: e.p or 0.0 for e in recorded() if isinstance(e, Tested)}
    click_head(qtbot, panel, "p")
    assert numbers(panel) == sorted(in_order, key=lambda n: p[n])
    click_head(qtbot, panel, "p")
    assert numbers(panel) == sorted(in_order, key=lambda n: p[n], reverse=True)
    click_head(qtbot, panel, "p")
    assert numbers(panel) == in_order


def test_copied_rows_are_tab_separated_in_the_order_shown(qtbot, panel: LogPanel) -> None:
    flags = QItemSelectionModel.SelectionFlag
    for row in (5, 2, 3):
        panel.view.selectionModel().select(panel.model.index(row, 0), flags.Select | flags.Rows)
    qtbot.keyClick(panel.view, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)
    rows = list(csv.reader(QGuiApplication.clipboard().text().splitlines(), delimiter="\t"))
    assert [row[0] for row in rows] == ["test", "3", "4", "6"]


def test_an_export_writes_what_is_shown(qtbot, panel: LogPanel, tmp_path: Path, monkeypatch) -> None:
    panel.filter_to("x:C")
    name = str(tmp_path / "tests")
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_: (name, ""))
    panel.ask_and_export("csv")
    path = tmp_path / "tests.csv"
    qtbot.waitUntil(path.exists)
    with path.open(encoding="utf-8", newline="") as file:
        assert [int(row["test"]) for row in csv.DictReader(file)] == numbers(panel)
    qtbot.waitUntil(lambda: panel._button.isEnabled())
    assert "written to tests.csv" in panel._complaint.text()


def test_an_export_that_fails_is_said(qtbot, panel: LogPanel, tmp_path: Path) -> None:
    panel.export_to(tmp_path / "nowhere" / "log.csv")
    qtbot.waitUntil(lambda: panel._button.isEnabled())
    assert "cannot be written" in panel._complaint.text()


def test_the_truth_is_a_column_asked_for_the_rows_in_sight_only(qtbot, panel: LogPanel) -> None:
    network = find_example("fig3").load_network()
    oracle, asked = Oracle(network), []

    def separated(question) -> bool:
        asked.append(question)
        return oracle.separated(*question)

    truth = SHOWN.index("truth")
    assert panel.view.isColumnHidden(truth)
    panel.set_truth(separated)
    assert not panel.view.isColumnHidden(truth)
    panel.grab()
    assert 0 < len(asked) < 40
    for row in (0, 3):
        record = panel.model.record(row)
        says = panel.model.index(row, truth).data()
        assert says == ("agrees" if oracle.separated(*record.question) == record.independent else "wrong")
    panel.set_truth(None)
    assert panel.view.isColumnHidden(truth)


def test_the_oracle_has_no_columns_of_figures(panel: LogPanel, player: Player) -> None:
    player.load(recorded("oracle"))
    hidden = {column for section, column in enumerate(SHOWN) if panel.view.isColumnHidden(section)}
    assert {"stat", "df", "p"} <= hidden


def test_a_growing_trace_adds_rows_in_batches(qtbot, panel: LogPanel, player: Player) -> None:
    whole = recorded()
    prefix = Prefix(whole, 0)
    growing = prefix.trace
    player.load(growing)
    assert panel._empty.isVisible()
    resets: list[int] = []
    panel.model.rowsInserted.connect(lambda _, first, last: resets.append(last - first + 1))
    for step in range(1, 401):
        prefix.reach(step)
        player.trace_grew()
    qtbot.waitUntil(lambda: panel.model.rowCount() == len(growing.test_steps))
    assert len(resets) <= 3
    assert not panel._empty.isVisible()


def test_a_cursor_ahead_of_the_next_flush_is_followed(panel: LogPanel, player: Player) -> None:
    whole = recorded()
    prefix = Prefix(whole, 0)
    player.load(prefix.trace)
    prefix.reach(len(whole))
    player.trace_grew()
    go_to_test(player, 340)
    rect = panel.view.visualRect(panel.model.index(339, 0))
    assert panel.view.viewport().rect().contains(rect)


@pytest.mark.parametrize("width", [480, 650, 820, 1400])
def test_every_column_shown_is_in_sight_whatever_the_width(qtbot, panel: LogPanel, width: int) -> None:
    panel.resize(width, 260)
    shown = [column for section, column in enumerate(SHOWN) if not panel.view.isColumnHidden(section)]
    assert {"n", "x", "y", "z", "p", "verdict", "answer"} <= set(shown)
    whole = sum(panel.view.columnWidth(SHOWN.index(c)) for c in shown)
    assert whole <= panel.view.viewport().width()


@pytest.mark.parametrize("name", [30, 70, 115, 400])
def test_verdict_and_answer_never_leave_the_view_and_the_set_gets_room_first(name: int) -> None:
    asked = {"n", "x", "y", "z", "verdict", "answer"}
    before: set[str] = set()
    for room in range(460, 1500, 10):
        widths = column_widths(room, {"truth"}, number=52, name=name, z=2 * name)
        assert asked <= widths.keys()
        assert sum(widths.values()) <= room
        assert before <= widths.keys()  # more room never costs a column
        if len(widths) > len(asked):
            assert widths["z"] >= min(2 * name, 120)
        before = set(widths)
    assert before == asked | {"p", "stat", "stage", "df", "line"}
    assert widths["x"] == min(name if name > 34 else 34, 160)


def test_a_column_offers_its_values_to_filter_by(panel: LogPanel) -> None:
    columns = panel.model.columns
    for column in ("stage", "verdict", "answer", "line", "x"):
        for _, value in column_choices(columns, column):
            panel._put_term(f"{column}:{value}")
            assert not panel._complaint.isVisible()
        panel._put_term(f"{column}:")
    assert len(numbers(panel)) == len(columns)


def test_without_a_trace_the_log_says_what_it_is_for(qtbot) -> None:
    panel = LogPanel(Player(), DARK)
    qtbot.addWidget(panel)
    panel.show()
    assert panel._empty.isVisible() and counts(panel) == ""


def test_a_filter_that_is_set_while_another_trace_comes_is_read_by_the_names_of_that(qapp) -> None:
    small = recorded()
    player = Player()
    player.load(trace_of("asia"))
    panels: list[LogPanel] = []
    # Whoever hears of the trace before the log does, and selects something.
    player.trace_changed.connect(lambda: panels[0].filter_to("p<0.5") if panels else None)
    panels.append(LogPanel(player, LIGHT))
    [panel] = panels
    player.load(small)
    assert panel.model.trace is small
    assert panel.filter_text == "p<0.5"
    assert 0 < len(panel.model.rows) < len(panel.model.columns)
    player.load(trace_of("asia"))
    assert panel.filter_text == "p<0.5"


def test_a_filter_goes_with_the_variables_that_it_is_about(panel: LogPanel, player: Player) -> None:
    panel.filter_to("A–T")
    player.load(recorded("oracle"))
    assert panel.filter_text == "A–T", "the same variables"
    player.load(trace_of("alarm"))
    assert panel.filter_text == ""
