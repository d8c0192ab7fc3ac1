"""Opening goes wrong, files vanish, runs take long: what the user is told, and that nothing is lost."""

import json
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtCore import QMimeData, QPointF, Qt, QUrl
from PySide6.QtGui import QDropEvent
from PySide6.QtWidgets import QLabel, QProgressBar, QPushButton
from pytestqt.qtbot import QtBot

from elcs_gui.app.shell.estimate import Estimate, estimate
from elcs_gui.app.shell.main_window import MainWindow
from elcs_gui.app.shell.status_row import progress
from elcs_gui.storage.trace_file import write_trace
from elcs_gui.trace.stages import stage_spans
from tests.app.held import endless
from tests.app.kept_window import KeptWindow, keeps_window
from tests.app.window import header_of, run_by
from tests.patience import LONG
from tests.traces import trace_of

kept = keeps_window()


@pytest.fixture
def window(kept: KeptWindow, qtbot: QtBot) -> Iterator[MainWindow]:
    with kept.lent(qtbot) as made:
        yield made


def test_a_recent_file_that_has_vanished_is_said_so_and_forgotten(
    window: MainWindow, qtbot: QtBot, tmp_path: Path
) -> None:
    gone = tmp_path / "gone.csv"
    gone.write_text("a,b\n", encoding="utf-8")
    window.settings.add_recent(gone, "2 variables")
    gone.unlink()
    window.live["start-page"].trigger()
    [row] = window.start_page.recent
    with qtbot.waitSignal(window.session.failed, timeout=LONG):
        qtbot.mouseClick(row, Qt.MouseButton.LeftButton)
    assert window.messages.isVisible()
    assert "gone.csv" in window.messages.text
    assert "taken off the recent files" in window.messages.text
    assert window.settings.recent() == []
    assert window.start_page.recent == []
    [dismiss] = window.messages.findChildren(QPushButton)
    qtbot.mouseClick(dismiss, Qt.MouseButton.LeftButton)
    assert not window.messages.isVisible()


def test_a_broken_file_keeps_what_was_open_and_is_not_remembered(
    window: MainWindow, qtbot: QtBot, tmp_path: Path
) -> None:
    window.player.seek(40)
    bad = tmp_path / "bad.jsonl"
    bad.write_text(json.dumps({"something": "else"}) + "\n", encoding="utf-8")
    with qtbot.waitSignal(window.session.failed, timeout=LONG):
        window.open_path(bad)
    assert "bad.jsonl" in window.messages.text
    assert window.player.step == 40
    assert window.settings.recent() == []


def test_while_a_file_is_read_its_name_stands_in_the_status(
    window: MainWindow, qtbot: QtBot, tmp_path: Path
) -> None:
    window.player.seek(40)
    before = window.status.text
    broken = tmp_path / "broken.csv"
    broken.write_text("a,b\n1\n", encoding="utf-8")
    with qtbot.waitSignal(window.session.failed, timeout=LONG):
        window.open_path(broken)
        assert window.status.text == "Opening broken.csv …"
    assert window.status.text == before


def drop(window: MainWindow, *paths: Path) -> None:
    data = QMimeData()
    data.setUrls([QUrl.fromLocalFile(str(path)) for path in paths])
    nothing = Qt.KeyboardModifier.NoModifier
    place, copy = QPointF(600, 300), Qt.DropAction.CopyAction
    window.dropEvent(QDropEvent(place, copy, data, Qt.MouseButton.LeftButton, nothing))


def test_data_and_their_network_are_dropped_together(
    window: MainWindow, qtbot: QtBot, tmp_path: Path
) -> None:
    data, network = tmp_path / "two.csv", tmp_path / "two.json"
    data.write_text("a,b\n" + "0,0\n1,1\n0,1\n1,1\n" * 40, encoding="utf-8")
    network.write_text(json.dumps({"nodes": ["a", "b"], "edges": [["a", "b"]]}), encoding="utf-8")
    with qtbot.waitSignal(window.session.run_finished, timeout=LONG):
        drop(window, network, data)
    assert "two.csv" in window.windowTitle()
    assert window.session.truth is not None


def test_files_that_do_not_belong_together_are_not_opened_and_it_is_said(
    window: MainWindow, qtbot: QtBot, tmp_path: Path
) -> None:
    window.player.seek(40)
    for count in (2, 3):
        drop(window, *(tmp_path / f"{i}.csv" for i in range(count)))
        qtbot.waitUntil(lambda: "one file at a time" in window.messages.text)
        window.messages.hide()
    assert window.player.step == 40


def test_a_trace_dropped_on_the_window_is_opened(window: MainWindow, qtbot: QtBot, tmp_path: Path) -> None:
    path = tmp_path / "asia.jsonl"
    write_trace(trace_of("asia"), path)
    with qtbot.waitSignal(window.session_files.restoring.restored, timeout=LONG):
        drop(window, path)
    qtbot.waitUntil(lambda: not window.session_files.restoring.busy, timeout=LONG)
    assert "asia.jsonl" in window.windowTitle()
    assert not window.messages.isVisible(), "there is nothing to say about it"
    assert [Path(row[0]).name for row in window.settings.recent()] == ["asia.jsonl"]


def test_an_altered_trace_is_opened_only_if_the_user_says_so(
    window: MainWindow, qtbot: QtBot, tmp_path: Path
) -> None:
    path = tmp_path / "asia.jsonl"
    write_trace(trace_of("asia"), path)
    header, rest = path.read_text(encoding="utf-8").split("\n", 1)
    path.write_text(json.dumps(json.loads(header) | {"target": 0}) + "\n" + rest, encoding="utf-8")
    window.player.seek(40)

    def answer(word: str) -> None:
        window.open_path(path)
        qtbot.waitUntil(window.messages.isVisible, timeout=LONG)
        assert "asia.jsonl was altered" in window.messages.text
        assert window.player.step == 40
        buttons = window.messages.findChildren(QPushButton)
        [button] = [one for one in buttons if one.text() == word and one.isVisible()]
        qtbot.mouseClick(button, Qt.MouseButton.LeftButton)

    answer("Leave it")
    assert window.settings.recent() == []
    with qtbot.waitSignal(window.session.run_finished, timeout=LONG):
        answer("Open it as altered")
    assert window.session.trace == trace_of("asia")
    qtbot.waitUntil(lambda: not window.session_files.restoring.busy, timeout=LONG)
    assert window.session_files.described.endswith("a recorded trace, altered")
    assert window.session_files.path is None


@pytest.mark.parametrize(
    ("asked", "expected", "seconds", "words"),
    [
        (0, None, 0.0, "0 tests"),
        (1, None, 0.9, "1 test"),
        (1204, None, 12.0, "1,204 tests in 12 s"),
        (500, Estimate(2000, sure=True), 2.0, "500 tests, about 6 s left"),
        (500, Estimate(2000), 2.0, "500 tests, perhaps 6 s left"),
        (1990, Estimate(2000, sure=True), 2.0, "1,990 tests, nearly done"),
        (2500, Estimate(2000, sure=True), 2.0, "2,500 tests"),
        (500, Estimate(2000), 0.1, "500 tests"),
    ],
)
def test_progress_is_tests_done_and_an_estimate_where_there_is_one(
    asked: int, expected: Estimate | None, seconds: float, words: str
) -> None:
    assert progress(asked, expected, seconds) == words


def test_a_run_is_estimated_by_itself_and_by_others() -> None:
    trace = trace_of("insurance")
    stages, target = stage_spans(trace), trace.header.target
    blankets = list(dict.fromkeys(stage.target for stage in stages))
    assert len(blankets) == 1 or blankets[0] == target
    assert estimate(trace, stages, {target: 777, 1: 3}) == Estimate(777, sure=True)
    first = [stage for stage in stages if stage.target == target]
    assert estimate(trace, first, {}) is None
    assert estimate(trace, first, {97: 10, 98: 30, 99: 800}) == Estimate(30)


def test_what_waits_in_the_queue_is_taken_to_ask_as_much_as_what_is_learnt() -> None:
    whole = trace_of("fig4")
    second = [stage for stage in stage_spans(whole) if stage.target != whole.header.target]
    assert second  # T is learnt, and the blanket of Y under way; the queue is empty then
    tests = int(whole.test_steps.searchsorted(second[0].first))
    assert estimate(whole, stage_spans(whole), {}) == Estimate(2 * tests)


def test_a_run_under_way_shows_its_tests_and_a_cancel_that_keeps_the_trace(
    window: MainWindow, qtbot: QtBot, tmp_path: Path
) -> None:
    window.settings.set("k", "1")  # its first run is soon over
    run_by(window, qtbot, lambda: window.open_path(endless(tmp_path)))
    with qtbot.waitSignal(window.session.run_grew, timeout=LONG):
        window.run(replace(header_of(window), target=0, k=None))
    bar, cancel = window.status.findChild(QProgressBar), window.status.findChild(QPushButton)
    assert isinstance(bar, QProgressBar)
    assert isinstance(cancel, QPushButton)
    assert bar.isVisible()
    assert any("test" in label.text() for label in window.status.findChildren(QLabel) if label.isVisible())
    with qtbot.waitSignal(window.session.run_finished, timeout=LONG) as told:
        qtbot.mouseClick(cancel, Qt.MouseButton.LeftButton)
    assert not bar.isVisible()
    assert window.player.trace is window.session.trace
    assert told.args == [True]
    assert window.status.text.startswith("Cancelled.")
    assert window.player.length == len(window.player.trace or ())


def test_a_target_that_is_not_there_is_said_and_stays_to_be_read(window: MainWindow, qtbot: QtBot) -> None:
    with qtbot.waitSignal(window.session.run_finished):
        window.open_example("asia", target="nobody")
    assert window.messages.isVisible()
    assert "no variable 'nobody'" in window.messages.text


def test_the_card_of_an_example_says_that_it_is_being_opened(window: MainWindow, qtbot: QtBot) -> None:
    window.live["start-page"].trigger()
    card = next(card for card in window.start_page.cards if card.id == "asia")
    before = card.caption()
    with qtbot.waitSignal(window.session.opened, timeout=LONG):
        qtbot.mouseClick(card, Qt.MouseButton.LeftButton)
        assert card.caption() == "Opening …"
        assert "Opening" in card.accessibleName()
        assert [other.id for other in window.start_page.cards if other.caption() == "Opening …"] == ["asia"]
        assert window.status.text == f"Opening {card.title} …"
    window.live["start-page"].trigger()
    assert card.caption().endswith(before)
    assert "Opening" not in card.accessibleName()
