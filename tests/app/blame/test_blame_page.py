"""The blame page: two runs side by side, what is wrong, why, and what to do about it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from elcs_gui.app.blame.page import BlamePage
from elcs_gui.app.kit.theme import DARK
from elcs_gui.app.model.child_process import State
from elcs_gui.app.model.selection import Edge, Variable
from elcs_gui.app.shell.main_window import MainWindow
from elcs_gui.picture.scene import LinkKind
from elcs_gui.trace.events import Tested
from elcs_gui.worker.inquiry_process import BlameTarget
from tests.app.blame.blamed import ASIA, asia_rows, opened
from tests.app.kept_window import KeptWindow, keeps_window
from tests.app.window import LONG, empty_window, header_of, run_by


def open_asia(window: MainWindow) -> None:
    """1,000 rows, on which two edges at dysp are wrong."""
    folder = window.settings.state_folder
    folder.mkdir(exist_ok=True)
    window.open_path(asia_rows(folder / "asia.csv"), ASIA, "dysp")


kept = keeps_window(open_asia, inquiries=True)


@pytest.fixture
def window(kept: KeptWindow, qtbot: QtBot) -> Iterator[MainWindow]:
    with kept.lent(qtbot) as made:
        made.settings.set("reduced-motion", True)
        yield made


@pytest.fixture
def page(window: MainWindow, qtbot: QtBot) -> BlamePage:
    return shown(window, qtbot)


def shown(window: MainWindow, qtbot: QtBot) -> BlamePage:
    """The page, when it has found out everything."""
    window.live["blame"].trigger()
    page = window.tools.current
    assert isinstance(page, BlamePage)
    settle(page, qtbot)
    return page


def settle(page: BlamePage, qtbot: QtBot) -> None:
    qtbot.waitUntil(lambda: page.settled and not page.context.session.running, timeout=LONG)
    QApplication.processEvents()


def cells(page: BlamePage) -> list[list[str]]:
    table = page.findings.table
    return [
        [str(table.model().index(row, column).data()) for column in range(6)]
        for row in range(table.rowCount())
    ]


def test_without_tests_or_without_a_twin_the_page_says_so_and_no_banner_does(
    page: BlamePage, window: MainWindow, qtbot: QtBot
) -> None:
    header = header_of(window)
    with qtbot.waitSignal(window.session.run_finished, timeout=LONG):
        window.controller.run(replace(header, algorithm="mmhc"))
    settle(page, qtbot)
    assert page.twins.oracle.isHidden() and page.findings.isVisible()
    assert "no run with every verdict true for MMHC" in page.twins.strip.said
    with qtbot.waitSignal(window.session.run_finished, timeout=LONG):
        window.controller.run(replace(header, algorithm="iamb"))
    settle(page, qtbot)
    assert page.instead.isVisible() and page.instead.text == "IAMB tells no edges, so that none can be wrong."
    assert window.messages.isHidden()
    window.controller.run(header)
    settle(page, qtbot)
    assert page.findings.listing and page.twins.oracle.isVisible()


def test_every_wrong_edge_has_a_row_and_the_first_is_explained(page: BlamePage, window: MainWindow) -> None:
    assert not window.live["truth"].isChecked(), "the page is about the truth; the graph is not asked for it"
    assert page.findings.listing
    assert sorted(row[:3] for row in cells(page)) == [
        ["lung → dysp", "no edge", "extra"],
        ["no edge", "either → dysp", "missing"],
    ]
    assert {row[4] for row in cells(page)} == {"#16 +1", "#16 +1, not cited"}
    assert {row[5] for row in cells(page)} == {"2 → 0"}
    assert "Correcting these 2 verdicts together mends the edge. The proof cites" in page.card.text
    card = page.card
    assert card.wrong is not None
    assert card.wrong.test == 16
    assert "An arrow" not in card.text
    assert card.go.isEnabled()
    assert "must be corrected with it" in card.text
    assert page.findings.repair_text.count("Smallest repair: two verdicts.") == 1
    assert window.status.text.startswith("Two edges at dysp are wrong: one missing, one extra.")
    assert "tests" in window.status._counts.text()


def test_the_two_graphs_show_the_oracle_and_the_data(page: BlamePage) -> None:
    oracle, data = page.twins.oracle, page.twins.data
    assert [each.wrong for each in oracle.head.strip.shown] == [False] * 6
    assert any(each.wrong for each in data.head.strip.shown)
    assert oracle.player.trace is not None
    assert oracle.player.trace.header.test == "oracle"
    assert data.player.trace is page.context.session.trace
    scene = data.graph.scene_shown
    assert scene is not None
    assert any(link.shade is LinkKind.WRONG for link in scene.links)
    assert any(link.kind is LinkKind.MISSING for link in scene.links)


def test_choosing_a_row_selects_its_edge_and_the_other_way_round(page: BlamePage, qtbot: QtBot) -> None:
    table, graph = page.findings.table, page.twins.data.graph
    names = page.context.session.names
    edges = [Edge.between(names.index(x), names.index("dysp")) for x in ("lung", "either")]
    assert graph._selected in edges
    table.setFocus()
    first = graph._selected
    qtbot.keyClick(table, Qt.Key.Key_Down)
    assert table.currentRow() == 1
    assert graph._selected in edges
    assert graph._selected != first
    graph._choose(first)
    assert table.currentRow() == 0


def test_replaying_corrected_is_an_edit_after_which_the_edge_is_right(
    page: BlamePage, window: MainWindow, qtbot: QtBot
) -> None:
    before = window.session.header
    wrong = cells(page)
    button = page.findings.table.button(0)
    assert button is not None
    qtbot.mouseClick(button, Qt.MouseButton.LeftButton)
    assert window.session.header is not None
    assert len(window.session.header.forced) == 2
    settle(page, qtbot)
    assert window.tools.current is page
    assert not page.findings.listing
    assert page.findings.notice.title == "Nothing is wrong at dysp"
    assert not any(each.wrong for each in page.twins.data.head.strip.shown[:5])
    scene = page.twins.data.graph.scene_shown
    assert scene is not None
    assert not any(link.kind is LinkKind.MISSING for link in scene.links)
    window.live["undo"].trigger()
    settle(page, qtbot)
    assert window.session.header == before
    assert cells(page) == wrong


def test_the_repair_runs_with_all_corrections(page: BlamePage, window: MainWindow, qtbot: QtBot) -> None:
    qtbot.mouseClick(page.findings.repair_button, Qt.MouseButton.LeftButton)
    settle(page, qtbot)
    assert page.findings.notice.title == "Nothing is wrong at dysp"
    assert window.live["undo"].isEnabled()


def test_the_first_divergence_is_gone_to_in_both(page: BlamePage, qtbot: QtBot) -> None:
    strip, twins = page.twins.strip, page.twins.strip.lock.twins
    assert twins is not None
    assert twins.part
    assert strip.divergence.text().startswith("First difference  test ")
    assert "in truth" in strip.said
    assert "Corrected alone, it changes" in strip.said
    qtbot.mouseClick(strip.divergence, Qt.MouseButton.LeftButton)
    assert page.twins.data.player.step == twins.common + 1
    assert page.twins.oracle.player.step == twins.in_first(twins.common + 1)
    test = page.twins.data.player.current_event
    assert isinstance(test, Tested)
    assert strip.divergence.text() == f"First difference  test {test.number}"


def test_the_windows_keys_move_both_while_they_are_locked(
    page: BlamePage, window: MainWindow, qtbot: QtBot
) -> None:
    oracle, data = page.twins.oracle.player, page.twins.data.player
    twins = page.twins.strip.lock.twins
    assert twins is not None
    window.player.seek(5)
    for key, mods in (
        (Qt.Key.Key_Home, Qt.KeyboardModifier.NoModifier),
        (Qt.Key.Key_Right, Qt.KeyboardModifier.NoModifier),
        (Qt.Key.Key_Right, Qt.KeyboardModifier.ControlModifier),
        (Qt.Key.Key_Right, Qt.KeyboardModifier.ShiftModifier),
        (Qt.Key.Key_Left, Qt.KeyboardModifier.NoModifier),
        (Qt.Key.Key_End, Qt.KeyboardModifier.NoModifier),
    ):
        before = data.step
        qtbot.keyClick(page.findings.table, key, mods)
        assert data.step != before
        assert oracle.step == twins.in_first(data.step)
    assert (data.step, oracle.step) == (data.length, oracle.length)
    assert window.player.step == 5
    oracle.seek(10)
    assert data.step == twins.in_second(10)


def test_unlocked_each_moves_by_itself(page: BlamePage, qtbot: QtBot) -> None:
    oracle, data, strip = page.twins.oracle.player, page.twins.data.player, page.twins.strip
    qtbot.mouseClick(strip.locked, Qt.MouseButton.LeftButton)
    assert "freely" in strip.locked.text()
    data.seek(3)
    assert oracle.step == oracle.length
    oracle.seek(7)
    assert data.step == 3
    qtbot.mouseClick(strip.locked, Qt.MouseButton.LeftButton)
    assert oracle.step == 3  # before they part, steps are the same


def test_going_to_the_test_leaves_the_page_there(page: BlamePage, window: MainWindow, qtbot: QtBot) -> None:
    qtbot.mouseClick(page.card.tables, Qt.MouseButton.LeftButton)
    assert window.working
    assert window.player.tests_so_far == 16
    assert window.inspector.page == "Test"
    assert "Test 16" in window.status.text


def test_forking_goes_to_the_run_with_the_verdict_corrected(
    page: BlamePage, window: MainWindow, qtbot: QtBot
) -> None:
    with qtbot.waitSignal(window.session.run_finished, timeout=LONG):
        qtbot.mouseClick(page.card.fork, Qt.MouseButton.LeftButton)
    assert window.working
    assert window.session.header is not None
    assert len(window.session.header.forced) == 1
    window.live["undo"].trigger()
    assert not window.session.header.forced


def test_escape_leaves_from_anywhere_on_the_page(page: BlamePage, window: MainWindow, qtbot: QtBot) -> None:
    for widget in (page.findings.table, page.twins.data.graph, page.twins.strip.scrubbers[0]):
        widget.setFocus()
        qtbot.keyClick(widget, Qt.Key.Key_Escape)
        assert window.working
        window.live["blame"].trigger()
        settle(page, qtbot)
    qtbot.mouseClick(page.findings.close_button, Qt.MouseButton.LeftButton)
    assert window.working


def test_the_search_can_be_cancelled_and_begun_again(page: BlamePage, qtbot: QtBot) -> None:
    header = page._header
    assert header is not None
    page._found.clear()
    page.context.inquiry_client.cancel()
    page._find_blame(header)
    assert page.findings.notice.title == "Looking for the verdicts to blame"
    assert page.findings.notice.button.text() == "Cancel"
    assert page.context.inquiry_client.busy == BlameTarget(header)
    qtbot.mouseClick(page.findings.notice.button, Qt.MouseButton.LeftButton)
    settle(page, qtbot)
    if not page.findings.listing:  # it may have been quicker than the click
        assert page.findings.notice.title == "Stopped before the end"
        qtbot.mouseClick(page.findings.notice.button, Qt.MouseButton.LeftButton)
        settle(page, qtbot)
    assert len(cells(page)) == 2


def test_the_table_is_written_to_a_file(page: BlamePage, tmp_path: Path) -> None:
    page.export(tmp_path / "b.csv", "csv")
    assert (tmp_path / "b.csv").read_text(encoding="utf-8").startswith("Found,Truth,Kind")
    page.export(tmp_path / "b.md", "md")
    assert "# Blame for dysp" in (tmp_path / "b.md").read_text(encoding="utf-8")
    said: list[str] = []
    page.said.connect(said.append)
    page.export(tmp_path / "none" / "b.md", "md")
    assert "cannot be written" in said[-1]


def test_the_counter_example_is_blamed_on_the_algorithm(
    page: BlamePage, window: MainWindow, qtbot: QtBot
) -> None:
    run_by(window, qtbot, lambda: window.open_example("missed-spouse"))  # of more variables than Asia
    page = shown(window, qtbot)
    assert ["no spouse", "spouse missed"] in [[row[0], row[2]] for row in cells(page)]
    assert page.card.wrong is None
    assert "All verdicts were right: the algorithm errs here." in page.card.text
    assert page.twins.strip.said.startswith("The two never part")
    assert not page.twins.strip.divergence.isEnabled()
    assert page.findings.table.button(0) is None


def test_another_target_and_another_theme_are_followed(
    page: BlamePage, window: MainWindow, qtbot: QtBot
) -> None:
    window.apply_theme(DARK)
    assert page.findings.table.theme.dark
    with qtbot.waitSignal(window.session.run_finished, timeout=LONG):
        page.data.graph.select(Variable(window.session.names.index("xray")))
        qtbot.keyClick(page.data.graph, Qt.Key.Key_Return)
    settle(page, qtbot)
    assert window.tools.current is page
    assert window.status._counts.text().startswith("Data ")
    assert page._header is not None
    assert page._header.target == window.session.names.index("xray")
    assert "xray" in window.status.text
    page.grab()


def test_the_page_says_so_when_the_twin_cannot_be_made(qtbot: QtBot, tmp_path: Path) -> None:
    with empty_window(qtbot, tmp_path / "settings.ini") as window:
        opened(window, qtbot, ASIA, None, "dysp")
        worker = window.session.worker
        worker.state = State.STOPPED  # it has died too often
        window.live["blame"].trigger()
        page = window.tools.current
        assert isinstance(page, BlamePage)
        qtbot.waitUntil(lambda: "cannot be made" in page.twins.strip.said, timeout=LONG)
        assert page.twins.settled
        assert "three times within a minute" in window.messages.text
