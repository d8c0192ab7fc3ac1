"""Autosave while something has changed; after a crash the start page offers what was left."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QPushButton
from pytestqt.qtbot import QtBot

from elcs_gui.app.kit.segments import OneLine
from elcs_gui.app.shell.main_window import MainWindow
from elcs_gui.app.shell.program_log_dialog import ProgramLogDialog
from elcs_gui.storage.session_reading import read_session, read_summary
from tests.app.sessions.test_sessions import a_window, opened, saved
from tests.app.window import LONG, run_by
from tests.full_disk import room_for


@pytest.fixture
def window(qtbot: QtBot, tmp_path: Path) -> Iterator[MainWindow]:
    with a_window(qtbot, tmp_path / "one") as made:
        yield made


def folder(window: MainWindow) -> Path:
    return window.settings.state_folder / "autosave"


def autosaved(qtbot: QtBot, window: MainWindow) -> list[Path]:
    window.autosaving.autosave()
    qtbot.waitUntil(lambda: not window.autosaving.busy, timeout=LONG)
    return sorted(folder(window).glob("*.elcs")) if folder(window).exists() else []


def test_what_was_only_opened_is_not_autosaved_but_every_change_is(qtbot: QtBot, window: MainWindow) -> None:
    opened(qtbot, window, "asia")
    assert autosaved(qtbot, window) == []
    window.player.seek(12)
    [path] = autosaved(qtbot, window)
    assert read_session(path).runs[0].step == 12
    before = path.stat().st_mtime_ns
    autosaved(qtbot, window)
    assert path.stat().st_mtime_ns == before  # nothing has changed since
    window.log.filter_to("x:asia")
    autosaved(qtbot, window)
    assert read_session(path).view["log"]["filter"] == "x:asia"
    header = window.session.header
    assert header is not None
    run_by(window, qtbot, lambda: window.run(replace(header, alpha=0.2)))
    autosaved(qtbot, window)
    assert len(read_session(path).runs) == 2
    assert read_summary(path).home is None


def test_saving_removes_the_autosave_and_so_does_closing(
    qtbot: QtBot, window: MainWindow, tmp_path: Path
) -> None:
    opened(qtbot, window, "fig3")
    window.player.seek(5)
    assert len(autosaved(qtbot, window)) == 1
    saved(qtbot, window, tmp_path / "x.elcs")
    assert autosaved(qtbot, window) == []
    window.player.seek(6)
    [path] = autosaved(qtbot, window)
    assert read_summary(path).home == str(tmp_path / "x.elcs")
    window.close()
    assert list(folder(window).iterdir()) == []


def test_where_the_disk_is_full_the_autosave_before_stays_and_the_user_is_told_once(
    qtbot: QtBot, window: MainWindow
) -> None:
    opened(qtbot, window, "asia")
    window.player.seek(12)
    [path] = autosaved(qtbot, window)
    before = path.read_bytes()
    with room_for(len(before) // 2):
        window.player.seek(13)
        autosaved(qtbot, window)
        assert "Autosaving does not work" in window.messages.text
        assert "Ctrl+S" in window.messages.text
        window.messages.clear()
        window.player.seek(14)
        autosaved(qtbot, window)
        assert not window.messages.isVisible()
    assert path.read_bytes() == before
    assert [each.suffix for each in sorted(folder(window).iterdir())] == [".elcs", ".lock"]
    window.player.seek(15)
    autosaved(qtbot, window)
    assert read_session(path).runs[0].step == 15  # there is room again


def test_opening_something_else_removes_the_autosave(qtbot: QtBot, window: MainWindow) -> None:
    opened(qtbot, window, "fig3")
    window.player.seek(5)
    assert len(autosaved(qtbot, window)) == 1
    opened(qtbot, window, "cancer")
    assert autosaved(qtbot, window) == []


def test_the_timer_follows_the_setting(qtbot: QtBot, window: MainWindow) -> None:
    timer = window.autosaving.timer
    assert not timer.isActive()  # nothing is open
    opened(qtbot, window, "fig3")
    assert timer.isActive()
    assert timer.interval() == 30_000
    window.settings.set("autosave", "10")
    assert timer.interval() == 10_000
    window.settings.set("autosave", "off")
    assert not timer.isActive()


def left_by_a_crash(qtbot: QtBot, tmp_path: Path, *, home: Path | None = None) -> None:
    """As if a window had been killed: its autosave stays, and nobody holds its lock."""
    with a_window(qtbot, tmp_path / "one") as window:
        opened(qtbot, window, "asia")
        if home is not None:
            saved(qtbot, window, home)
        header = window.session.header
        assert header is not None
        run_by(window, qtbot, lambda: window.run(replace(header, alpha=0.2)))
        window.player.seek(17)
        [path] = autosaved(qtbot, window)
        state = tmp_path / "two" / "state" / "autosave"
        state.mkdir(parents=True)
        shutil.copy(path, state / "1-crashed.elcs")


def button(window: MainWindow, word: str) -> QPushButton:
    buttons = window.start_page.lost.findChildren(QPushButton)
    return next(b for b in buttons if b.text() == word and b.isVisibleTo(window.start_page.lost))


@pytest.mark.parametrize("named", [False, True])
def test_after_a_crash_the_start_page_offers_the_autosave(qtbot: QtBot, tmp_path: Path, named: bool) -> None:
    home = tmp_path / "mine.elcs" if named else None
    left_by_a_crash(qtbot, tmp_path, home=home)
    with a_window(qtbot, tmp_path / "two") as window:
        strip = window.start_page.lost
        assert strip.isVisible()  # from the first picture on
        recover = button(window, "Recover")
        window.autosaving.look()
        assert button(window, "Recover") is recover  # nothing moves under the mouse
        with qtbot.waitSignal(window.session_files.restoring.restored, timeout=LONG):
            qtbot.mouseClick(recover, Qt.MouseButton.LeftButton)
            assert recover.text() == "Recovering …"
            assert not recover.isEnabled()
        assert len(window.session.runs) == 2
        assert window.player.step == 17
        assert window.session_files.path == home
        assert window.isWindowModified()
        assert window.windowTitle().startswith("mine.elcs" if named else "Asia")
        assert not strip.isVisibleTo(window.start_page)
        assert all("crashed" not in row[0] for row in window.settings.recent())
        # Until it is saved it can be recovered again.
        state = tmp_path / "two" / "state" / "autosave"
        assert (state / "1-crashed.elcs").exists()
        saved(qtbot, window, tmp_path / "saved.elcs")
        assert not (state / "1-crashed.elcs").exists()
    assert list(state.iterdir()) == []


def test_what_is_discarded_can_be_brought_back(qtbot: QtBot, tmp_path: Path) -> None:
    left_by_a_crash(qtbot, tmp_path)
    with a_window(qtbot, tmp_path / "two") as window:
        window.autosaving.look()
        qtbot.mouseClick(button(window, "Discard"), Qt.MouseButton.LeftButton)
        assert window.start_page.lost.offered == []
        assert "kept for a week" in window.messages.text
        back = next(b for b in window.messages.findChildren(QPushButton) if b.text() == "Bring it back")
        qtbot.mouseClick(back, Qt.MouseButton.LeftButton)
        assert len(window.start_page.lost.offered) == 1


def test_an_autosave_that_turns_out_to_be_damaged_is_kept_and_listed_with_its_path(
    qtbot: QtBot, tmp_path: Path
) -> None:
    left_by_a_crash(qtbot, tmp_path)
    path = tmp_path / "two" / "state" / "autosave" / "1-crashed.elcs"
    with a_window(qtbot, tmp_path / "two") as window:
        window.autosaving.look()
        path.write_bytes(path.read_bytes()[:-400])
        with qtbot.waitSignal(window.session.failed, timeout=LONG):
            qtbot.mouseClick(button(window, "Recover"), Qt.MouseButton.LeftButton)
        assert "cannot be opened" in window.messages.text
        aside = path.with_suffix(".damaged")
        assert aside.exists()
        assert window.start_page.lost.offered == []
        window.show_start_page()
        assert str(aside) in listed(window)
        qtbot.mouseClick(button(window, "Discard"), Qt.MouseButton.LeftButton)
        assert not aside.exists()
        assert window.start_page.lost.isHidden()


def listed(window: MainWindow) -> list[str]:
    """The files on the start page that the program cannot use."""
    strip = window.start_page.lost
    return [line.whole for line in strip.findChildren(OneLine) if line.isVisible()]


def test_after_a_crash_the_report_is_offered_and_shown(qtbot: QtBot, tmp_path: Path) -> None:
    log = tmp_path / "state" / "log"
    log.mkdir(parents=True)
    report = log / "crash-20260102-100000.txt"
    report.write_text("Started: then\nFatal Python error: Segmentation fault\n", encoding="utf-8")
    with a_window(qtbot, tmp_path) as window:
        assert window.start_page.lost.isVisible()
        assert listed(window) == [str(report)]
        qtbot.mouseClick(button(window, "Show the report"), Qt.MouseButton.LeftButton)
        dialog = window.findChild(ProgramLogDialog)
        assert dialog is not None
        assert "Segmentation fault" in dialog.text.toPlainText()
        assert str(report) in dialog.said.text()
        dialog.copy.click()
        assert "Segmentation fault" in QGuiApplication.clipboard().text()
        dialog.close()
        qtbot.mouseClick(button(window, "Discard"), Qt.MouseButton.LeftButton)
        assert not report.exists()
        assert window.start_page.lost.isHidden()


def test_who_is_at_work_already_is_told_of_the_crash_in_a_line(qtbot: QtBot, tmp_path: Path) -> None:
    log = tmp_path / "state" / "log"
    log.mkdir(parents=True)
    report = log / "crash-20260102-100000.txt"
    report.write_text("Fatal Python error: Segmentation fault\n", encoding="utf-8")
    with a_window(qtbot, tmp_path) as window:
        opened(qtbot, window, "fig3")
        window.autosaving.look()
        assert window.messages.text == f"ELCS Explorer ended unexpectedly last time: {report}"
        discard = next(b for b in window.messages.findChildren(QPushButton) if b.text() == "Discard")
        qtbot.mouseClick(discard, Qt.MouseButton.LeftButton)
        assert not report.exists()


def test_settings_that_cannot_be_read_are_kept_and_listed(qtbot: QtBot, tmp_path: Path) -> None:
    settings = tmp_path / "settings.ini"
    settings.write_bytes(b"\0" * 400)
    with a_window(qtbot, tmp_path) as window:
        aside = tmp_path / "settings.ini.damaged-1"
        assert aside.read_bytes() == b"\0" * 400
        assert listed(window) == [str(aside)]
    with a_window(qtbot, tmp_path) as window:
        assert listed(window) == [str(aside)], "until the user does not want it any more"
        qtbot.mouseClick(button(window, "Discard"), Qt.MouseButton.LeftButton)
    assert not aside.exists()
