"""A session saved in one window and opened in another: everything is as it was left."""

from __future__ import annotations

import json
import shutil
import zipfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from PySide6.QtCore import Qt, QTimer
from PySide6.QtWidgets import QApplication, QFileDialog, QLineEdit, QMessageBox, QPushButton
from pytestqt.qtbot import QtBot

from elcs_gui.app.log.rows import Sort
from elcs_gui.app.model.breakpoints import AtTest, DiffersFromTruth, EdgeChanges, NearAlpha
from elcs_gui.app.model.selection import Edge
from elcs_gui.app.navigation.feature import NavigationFeature
from elcs_gui.app.sessions.file_dialog import asked_name
from elcs_gui.app.shell.main_window import MainWindow
from elcs_gui.ci.questions import Question, Verdict
from elcs_gui.data.tables.address import trusted
from elcs_gui.storage.file_reference import FileReference
from elcs_gui.storage.session_file import write_session
from elcs_gui.storage.session_reading import read_session
from elcs_gui.trace.knowledge_text import knowledge_of
from tests.app.window import LONG, empty_window, run_by
from tests.conftest import ROOT
from tests.kept import small_session


@contextmanager
def a_window(qtbot: QtBot, folder: Path) -> Iterator[MainWindow]:
    folder.mkdir(exist_ok=True)
    with empty_window(qtbot, folder / "settings.ini") as made:
        yield made


def opened(qtbot: QtBot, window: MainWindow, example: str = "asia") -> None:
    with qtbot.waitSignals([window.session.run_finished, window.session.associated], timeout=LONG):
        window.open_example(example)


def saved(qtbot: QtBot, window: MainWindow, path: Path) -> None:
    window.session_files.write(path)
    qtbot.waitUntil(lambda: window.session_files.path == path, timeout=LONG)


def restored(qtbot: QtBot, window: MainWindow, path: Path) -> None:
    with qtbot.waitSignal(window.session_files.restoring.restored, timeout=LONG):
        window.open_path(path)
    qtbot.waitUntil(lambda: window.settled, timeout=LONG)


def picture(window: MainWindow) -> np.ndarray:
    # Where one has been, and what was just done, are no part of it.
    window.context.feature(NavigationFeature).trail.hide()
    window.messages.hide()
    QApplication.processEvents()
    window.graph.finish_animations()
    QApplication.processEvents()
    image = window.graph.grab().toImage()
    assert not image.isNull()
    return np.frombuffer(image.constBits(), np.uint8).copy()


def make_a_lot(qtbot: QtBot, window: MainWindow) -> None:
    """Forks, an override, knowledge, another target, moved nodes, breakpoints, truth, filter, selection."""
    header = window.session.header
    assert header is not None
    names = header.names
    run_by(window, qtbot, lambda: window.run(replace(header, alpha=0.2)))
    question = Question.of(0, header.target)
    run_by(window, qtbot, lambda: window.what_if(question, Verdict.INDEPENDENT))
    known = knowledge_of(names, require=[], forbid=[f"{names[0]}->{names[1]}"], tiers=[])
    run_by(window, qtbot, lambda: window.controller.know(known))
    window.player.seek(window.player.length // 2)
    run_by(window, qtbot, lambda: window.set_target(2))
    now = window.session.header
    assert now is not None
    run_by(window, qtbot, lambda: window.run(replace(now, alpha=0.05)))
    window.live["truth"].setChecked(True)
    for item in (EdgeChanges(1, 3), NearAlpha(3.0), AtTest(5)):
        window.breakpoints.add(item)
    truth = window.session.truth
    assert truth is not None
    window.breakpoints.add(DiffersFromTruth(truth.oracle.separated))
    window.player.seek(2 * window.player.length // 3)
    window.graph.put("local", {(2, 2): (40.0, -25.0)})
    window.graph.put("field", {4: (10.0, 20.0)})
    window.graph.announce(Edge((2, 5)))
    window.log.filter_to("x:asia")
    window.log.view.head.sort_by(Sort("p", descending=True))
    window.log.hide_columns(frozenset({"df"}))
    window.log.select_test(3)
    window.inspector.show_page("How firm")
    window.addDockWidget(Qt.DockWidgetArea.RightDockWidgetArea, window.docks["Pseudo-code"])
    window.docks["CI tests"].hide()
    window.resizeDocks([window.docks["Data and run"]], [300], Qt.Orientation.Horizontal)
    QApplication.processEvents()


@pytest.mark.parametrize("kind", ["local", "field"])
def test_everything_comes_back_in_another_window(qtbot: QtBot, tmp_path: Path, kind: str) -> None:
    path = tmp_path / "work.elcs"
    with a_window(qtbot, tmp_path / "one") as window:
        opened(qtbot, window)
        make_a_lot(qtbot, window)
        window.set_kind(kind)
        qtbot.waitUntil(lambda: window.settled, timeout=LONG)
        saved(qtbot, window, path)
        assert not window.isWindowModified()
        before, shown = window.context.remember(), picture(window)
        traces = [branch.trace for branch in window.session.runs]
        parents = [branch.parent and branch.parent.header for branch in window.session.runs]
        steps = [branch.step for branch in window.session.runs]
        step = window.player.step
    with a_window(qtbot, tmp_path / "two") as window:
        restored(qtbot, window, path)
        assert window.context.remember() == before
        assert [branch.trace for branch in window.session.runs] == traces
        assert [branch.parent and branch.parent.header for branch in window.session.runs] == parents
        assert window.player.step == step
        for number, branch in enumerate(window.session.runs):
            assert branch is window.session.runs.current or branch.step == steps[number]
        again = picture(window)
        assert again.shape == shown.shape
        assert np.array_equal(again, shown)
        assert window.windowTitle() == "work.elcs[*] – ELCS Explorer"
        assert not window.isWindowModified()
        assert window.settings.recent()[0][0] == str(path)
        # And it goes on from there: an old run is gone back to, a new one reuses the answers.
        first = next(iter(window.session.runs))
        tape = first.trace.judge.tape
        known = len(tape)
        run_by(window, qtbot, lambda: window.session.run(first.header))
        assert window.session.runs.current is first
        run_by(window, qtbot, lambda: window.run(replace(first.header, alpha=0.011)))
        assert window.session.trace is not None
        assert window.session.trace.judge.tape is tape
        assert len(tape) <= known + 20
        assert window.isWindowModified()


def test_ctrl_s_asks_for_a_name_once_and_then_saves_there(
    qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[str] = []

    def name(_parent: object, suggested: Path) -> Path:
        asked.append(suggested.name)
        return tmp_path / "mine.elcs"

    monkeypatch.setattr("elcs_gui.app.sessions.controller.asked_name", name)
    with a_window(qtbot, tmp_path / "one") as window:
        assert not window.live["save"].isEnabled()
        opened(qtbot, window, "fig3")
        qtbot.keyClick(window, Qt.Key.Key_S, Qt.KeyboardModifier.ControlModifier)
        path = tmp_path / "mine.elcs"
        qtbot.waitUntil(lambda: window.session_files.path == path, timeout=LONG)
        assert asked[0].endswith(".elcs")
        assert "Saved mine.elcs" in window.status.text
        before = path.read_bytes()
        window.player.seek(7)
        qtbot.keyClick(window, Qt.Key.Key_S, Qt.KeyboardModifier.ControlModifier)
        qtbot.waitUntil(lambda: path.read_bytes() != before, timeout=LONG)
        qtbot.waitUntil(lambda: not window.session_files.saving, timeout=LONG)
        assert len(asked) == 1
        kept = read_session(path)
        assert kept.runs[0].step == 7


def test_a_name_without_an_ending_gets_one(qtbot: QtBot, tmp_path: Path) -> None:
    with a_window(qtbot, tmp_path / "one") as window:

        def type_a_name() -> None:
            dialog = QApplication.activeModalWidget()
            assert isinstance(dialog, QFileDialog)
            field = dialog.findChild(QLineEdit)
            assert isinstance(field, QLineEdit)
            field.setText("mine")
            dialog.accept()

        QTimer.singleShot(0, type_a_name)
        assert asked_name(window, tmp_path / "suggested.elcs") == tmp_path / "mine.elcs"


def test_work_that_is_not_saved_is_asked_about(
    qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("ELCS_UNSAVED")

    def answer(word: str) -> None:
        def find() -> QPushButton | None:
            box = window.findChild(QMessageBox, "unsaved")
            buttons = [] if box is None or not box.isVisible() else box.findChildren(QPushButton)
            return next((button for button in buttons if button.text() == word), None)

        qtbot.waitUntil(lambda: find() is not None)
        button = find()
        assert button is not None
        qtbot.mouseClick(button, Qt.MouseButton.LeftButton)
        QApplication.processEvents()

    with a_window(qtbot, tmp_path / "one") as window:
        opened(qtbot, window)
        assert not window.isWindowModified()
        window.player.seek(9)
        window.set_kind("field")
        opened(qtbot, window, "cancer")  # nothing was made: nothing is asked
        header = window.session.header
        assert header is not None
        run_by(window, qtbot, lambda: window.run(replace(header, alpha=0.2)))
        assert window.isWindowModified()
        window.controller.undo()
        assert not window.isWindowModified()
        window.controller.edits.redo()
        # Cancel: nothing happens.
        window.open_example("asia")
        answer("Cancel")
        assert window.session.source is not None
        assert window.session.source.title == "Cancer"
        window.close()
        answer("Cancel")
        assert window.isVisible()
        # Save, and then it opens the other.
        monkeypatch.setattr("elcs_gui.app.sessions.controller.asked_name", lambda *_: tmp_path / "c.elcs")
        with qtbot.waitSignal(window.session.run_finished, timeout=LONG):
            window.open_example("asia")
            answer("Save")
        assert len(read_session(tmp_path / "c.elcs").runs) == 2
        assert window.session_files.path is None
        assert window.session.source.title == "Asia"
        # Don't save: it is gone.
        window.breakpoints.add(AtTest(3))
        assert window.isWindowModified()
        window.close()
        answer("Don't save")
        qtbot.waitUntil(lambda: not window.isVisible())


def test_a_save_that_fails_is_told_and_nothing_counts_as_saved(qtbot: QtBot, tmp_path: Path) -> None:
    with a_window(qtbot, tmp_path / "one") as window:
        opened(qtbot, window, "fig3")
        window.breakpoints.add(AtTest(3))
        window.session_files.write(tmp_path / "nowhere" / "x.elcs")
        qtbot.waitUntil(lambda: "not saved" in window.messages.text, timeout=LONG)
        assert window.isWindowModified()
        assert window.session_files.path is None


def test_of_two_windows_on_one_session_the_second_to_save_is_asked(
    qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path, other = tmp_path / "s.elcs", tmp_path / "other.elcs"
    with a_window(qtbot, tmp_path / "one") as first, a_window(qtbot, tmp_path / "two") as second:
        opened(qtbot, first, "fig3")
        saved(qtbot, first, path)
        restored(qtbot, second, path)
        first.player.seek(4)
        second.player.seek(6)

        def save(window: MainWindow) -> None:
            window.autosaving.autosave()
            window.session_files.save()
            qtbot.waitUntil(lambda: not (window.session_files.saving or window.autosaving.busy), timeout=LONG)

        save(first)
        assert read_session(path).runs[0].step == 4
        save(first)  # it is this window that has changed it
        assert not first.messages.isVisible()
        save(second)
        assert "s.elcs was changed since it was opened here" in second.messages.text
        assert read_session(path).runs[0].step == 4
        monkeypatch.setattr("elcs_gui.app.sessions.controller.asked_name", lambda *_: other)
        press(qtbot, second, "Save under another name…")
        qtbot.waitUntil(lambda: second.session_files.path == other, timeout=LONG)
        assert read_session(other).runs[0].step == 6
        saved(qtbot, second, path)  # by its name, on purpose
        save(first)
        press(qtbot, first, "Replace it")
        qtbot.waitUntil(lambda: read_session(path).runs[0].step == 4, timeout=LONG)
        path.unlink()
        save(first)
        assert read_session(path).runs[0].step == 4


def test_a_broken_session_is_told_and_what_was_open_stays(qtbot: QtBot, tmp_path: Path) -> None:
    (tmp_path / "bad.elcs").write_bytes(b"PK\x03\x04 something else")
    with a_window(qtbot, tmp_path / "one") as window:
        opened(qtbot, window, "fig3")
        window.player.seek(11)
        with qtbot.waitSignal(window.session.failed, timeout=LONG):
            window.open_path(tmp_path / "bad.elcs")
        assert "bad.elcs cannot be opened as a session" in window.messages.text
        assert window.player.step == 11
        assert "Fig. 3" in window.windowTitle()


def data_file(path: Path, rows: int = 200, seed: int = 1) -> None:
    random = np.random.default_rng(seed)
    a = random.integers(0, 2, rows)
    b = np.where(random.random(rows) < 0.9, a, 1 - a)
    c = np.where(random.random(rows) < 0.9, b, 1 - b)
    lines = ["a,b,c", *(f"{x},{y},{z}" for x, y, z in zip(a, b, c, strict=True))]
    path.write_text("\n".join(lines), encoding="utf-8")


def session_on_a_file(qtbot: QtBot, folder: Path, monkeypatch: pytest.MonkeyPatch, *, embedded: bool) -> Path:
    if not embedded:
        monkeypatch.setattr("elcs_gui.storage.session_file.MOST_EMBEDDED", 10)
    data_file(folder / "d.csv")
    with a_window(qtbot, folder / "one") as window:
        with qtbot.waitSignal(window.session.run_finished, timeout=LONG):
            window.open_path(folder / "d.csv")
        header = window.session.header
        assert header is not None
        run_by(window, qtbot, lambda: window.run(replace(header, alpha=0.1)))
        saved(qtbot, window, folder / "s.elcs")
    return folder / "s.elcs"


def press(qtbot: QtBot, window: MainWindow, word: str) -> None:
    button = next(b for b in window.messages.findChildren(QPushButton) if b.text() == word)
    qtbot.mouseClick(button, Qt.MouseButton.LeftButton)


def test_data_that_are_embedded_need_no_file(
    qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = session_on_a_file(qtbot, tmp_path, monkeypatch, embedded=True)
    (tmp_path / "d.csv").unlink()
    with a_window(qtbot, tmp_path / "two") as window:
        restored(qtbot, window, path)
        assert not window.messages.isVisible()
        header = window.session.header
        assert header is not None
        run_by(window, qtbot, lambda: window.run(replace(header, alpha=0.3)))
        assert len(window.session.runs) == 3


def test_a_data_file_that_is_gone_is_asked_for_and_the_runs_are_shown_without(
    qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = session_on_a_file(qtbot, tmp_path, monkeypatch, embedded=False)
    (tmp_path / "d.csv").rename(tmp_path / "elsewhere.csv")
    with a_window(qtbot, tmp_path / "two") as window:
        restored(qtbot, window, path)
        assert "d.csv is not where it was" in window.messages.text
        assert window.session.source is None
        assert len(window.session.runs) == 2
        window.player.last()
        assert window.player.step == window.player.length > 0
        # Saved like that, it still knows where the data were.
        saved(qtbot, window, tmp_path / "again.elcs")
        source = read_session(tmp_path / "again.elcs").source
        assert source is not None
        assert source.data_file is not None
        assert source.data_file.name == "d.csv"
        monkeypatch.setattr(QFileDialog, "getOpenFileName", lambda *_: (str(tmp_path / "elsewhere.csv"), ""))
        with qtbot.waitSignal(window.session_files.restoring.restored, timeout=LONG):
            press(qtbot, window, "Find the file…")
        assert window.session.source is not None
        assert len(window.session.runs) == 2
        header = window.session.header
        assert header is not None
        run_by(window, qtbot, lambda: window.run(replace(header, alpha=0.3)))


def test_a_server_is_asked_for_the_data_of_a_session_only_when_the_user_says_so(
    qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("elcs_gui.data.tables.address._trusted", {})
    address = "ibis://postgres/ada@127.0.0.1:1/clinic?table=visits"
    session = small_session(embedded=False)
    assert session.source is not None
    file = FileReference.of(Path("ibis:/postgres/ada@127.0.0.1:1/clinic?table=visits"))  # nobody typed it
    source = replace(session.source, data_file=file)
    write_session(replace(session, source=source), tmp_path / "s.elcs")
    with a_window(qtbot, tmp_path / "one") as window:
        restored(qtbot, window, tmp_path / "s.elcs")
        asks = window.messages.text
        assert f"This file says that its data are at {address}. Nobody was connected" in asks
        assert dict(trusted()) == {}
        press(qtbot, window, "Connect")
        assert dict(trusted()) == {address: False}  # it may be asked, without the password
        # Nobody answers there, or Ibis is not installed.
        qtbot.waitUntil(lambda: window.messages.text not in (asks, ""), timeout=LONG)
        assert address in window.messages.text or "pip install" in window.messages.text


def test_data_that_moved_together_with_their_session_are_found_and_stay_known(
    qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "work").mkdir()
    session_on_a_file(qtbot, tmp_path / "work", monkeypatch, embedded=False)
    moved = (tmp_path / "work").rename(tmp_path / "moved")
    with a_window(qtbot, tmp_path / "two") as window:
        restored(qtbot, window, moved / "s.elcs")
        assert window.session.source is not None
        assert not window.messages.isVisible()
        saved(qtbot, window, tmp_path / "s.elcs")
    source = read_session(tmp_path / "s.elcs").source
    assert source is not None
    assert source.data_file is not None
    assert source.data_file.absolute == str(moved / "d.csv")
    assert source.data_file.relative == "moved/d.csv"


@pytest.mark.parametrize("embedded", [True, False])
def test_a_data_file_that_has_changed_is_told_and_the_choice_is_the_users(
    qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, embedded: bool
) -> None:
    path = session_on_a_file(qtbot, tmp_path, monkeypatch, embedded=embedded)
    data_file(tmp_path / "d.csv", rows=300, seed=2)
    with a_window(qtbot, tmp_path / "two") as window:
        restored(qtbot, window, path)
        qtbot.waitUntil(lambda: "has changed since" in window.messages.text, timeout=LONG)
        assert (window.session.source is not None) == embedded
        assert [branch.older for branch in window.session.runs] == [False, False]
        with qtbot.waitSignal(window.session.run_finished, timeout=LONG):
            press(qtbot, window, "Use the new data")
        assert [branch.older for branch in window.session.runs] == [True, True, False]
        assert window.session.source is not None
        assert window.session.source.data is not None
        assert window.session.source.data.rows == 300
        current = window.session.runs.current
        assert current is not None
        assert current.header.alpha == 0.1
        assert current.header.rows == 300
        first = next(iter(window.session.runs))
        assert first.title.endswith("(older data)")
        window.controller.go_to(first)
        assert window.player.trace is first.trace
        assert window.session.ci_test is None
        saved(qtbot, window, tmp_path / "new.elcs")
    with a_window(qtbot, tmp_path / "three") as window:
        restored(qtbot, window, tmp_path / "new.elcs")
        assert [branch.older for branch in window.session.runs] == [True, True, False]


def test_a_cancelled_run_is_kept_as_far_as_it_came(qtbot: QtBot, tmp_path: Path) -> None:
    with a_window(qtbot, tmp_path / "one") as window:
        opened(qtbot, window, "fig3")
        branch = window.session.runs.current
        assert branch is not None
        branch.finished = False  # as if it had been cancelled
        saved(qtbot, window, tmp_path / "x.elcs")
    with a_window(qtbot, tmp_path / "two") as window:
        restored(qtbot, window, tmp_path / "x.elcs")
        assert [branch.finished for branch in window.session.runs] == [False]


def test_where_the_user_was_looking_comes_back_from_a_file_of_an_earlier_version(
    qtbot: QtBot, tmp_path: Path
) -> None:
    path = shutil.copy(ROOT / "tests" / "files" / "session-0.3.1.elcs", tmp_path)
    with zipfile.ZipFile(path) as archive:
        saved_view = json.loads(archive.read("session.json"))["view"]
    with a_window(qtbot, tmp_path / "one") as window:
        restored(qtbot, window, Path(path))
        found = window.context.remember()
        stand = [
            {dock["dock"]: (dock["area"], dock["shown"], dock["floating"]) for dock in view.pop("docks")}
            for view in (found, saved_view)
        ]
        assert stand[0] == stand[1]
        assert saved_view["inspector"] == "Weakest link"
        assert found.pop("places") == [[5, window.player.step, ""]]  # it was not kept then how one came there
        assert found.pop("place") == 0
        assert found == {**saved_view, "inspector": "How firm"}
        assert len(list(window.session.runs)) == 6
        assert window.messages.text == (
            "Version 0.3.1 saved this session. Its runs, and new runs from its form, keep their "
            "algorithm and settings; data opened from now on begin with Sound ELCS."
        )
        saved(qtbot, window, tmp_path / "again.elcs")
    with a_window(qtbot, tmp_path / "two") as window:
        restored(qtbot, window, tmp_path / "again.elcs")
        assert "saved this session" not in window.messages.text


def test_a_strange_view_is_left_out(qtbot: QtBot, tmp_path: Path) -> None:
    strange: list[Any] = [None, 5, -1, True, [], {}, "x", [1, "a"], [[[]]], {"local": [[0, 99, 1, 2]]}, 1e300]
    with a_window(qtbot, tmp_path / "one") as window:
        opened(qtbot, window, "fig3")
        keys = list(window.context.remember())
        for value in strange:
            window.context.recall(dict.fromkeys(keys, value))
            inner = {"filter": value, "sort": value, "hidden": value, "test": value, "kind": value}
            window.context.recall(
                {"log": inner, "breakpoints": [inner], "why": {"about": "edge", "of": value}}
            )
            dock = {"dock": "Inspector", "area": "left", "shown": True, "size": [300, 300], "behind": None}
            window.context.recall({"docks": [dock | {key: value} for key in dock] * 2})
        window.show_workspace()
        json.dumps(window.context.remember())


def test_a_session_dropped_on_the_window_is_opened(qtbot: QtBot, tmp_path: Path) -> None:
    with a_window(qtbot, tmp_path / "one") as window:
        opened(qtbot, window, "fig3")
        saved(qtbot, window, tmp_path / "x.elcs")
        with qtbot.waitSignal(window.session_files.restoring.restored, timeout=LONG):
            window.open_dropped([tmp_path / "x.elcs"])
        assert window.session.source is not None
