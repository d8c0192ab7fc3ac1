"""Help shows the program's own log, and copies a report."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QUrl
from PySide6.QtGui import QDesktopServices, QGuiApplication
from PySide6.QtWidgets import QPushButton
from pytestqt.qtbot import QtBot

from elcs_gui import __version__
from elcs_gui.app.shell.main_window import MainWindow
from elcs_gui.app.shell.program_log_dialog import ProgramLogDialog
from elcs_gui.worker.program_log import log_folder
from tests.app.window import empty_window


@pytest.fixture
def window(qtbot: QtBot, tmp_path: Path) -> Iterator[MainWindow]:
    with empty_window(qtbot, tmp_path / "settings.ini") as made:
        yield made


def shown(window: MainWindow) -> ProgramLogDialog:
    window.live["program-log"].trigger()
    dialog = window.findChild(ProgramLogDialog)
    assert isinstance(dialog, ProgramLogDialog)
    return dialog


def test_the_log_is_shown_as_it_is_now_and_copied_with_the_versions(window: MainWindow) -> None:
    dialog = shown(window)
    assert "the log is empty" in dialog.said.text()
    folder = log_folder(window.settings.state_folder)
    folder.mkdir(parents=True)
    entry = "2026-01-02 10:00:00,100 window ERROR one\n"
    (folder / "window.log").write_text(entry, encoding="utf-8")
    assert shown(window) is dialog
    assert dialog.text.toPlainText() == entry.rstrip()
    dialog.copy.click()
    copied = QGuiApplication.clipboard().text()
    assert copied.startswith(f"ELCS Explorer {__version__}, Python")
    assert entry in copied
    assert "clipboard" in dialog.said.text()
    dialog.close()


def test_the_folder_is_named_where_it_cannot_be_opened(
    window: MainWindow, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[QUrl] = []
    monkeypatch.setattr(QDesktopServices, "openUrl", lambda url: asked.append(url))
    dialog = shown(window)
    dialog.open_folder.click()
    folder = log_folder(window.settings.state_folder)
    assert [Path(url.toLocalFile()) for url in asked] == [folder]
    assert str(folder) in dialog.said.text()
    dialog.close()


def test_an_error_is_told_once_with_the_way_to_the_log(window: MainWindow) -> None:
    window.controller.tell_error()
    [button] = [each for each in window.messages.findChildren(QPushButton) if each.text() == "Show the log"]
    window.controller.tell_error()
    assert button.isVisible(), "the same message is not made anew"
    button.click()
    dialog = window.findChild(ProgramLogDialog)
    assert dialog is not None
    assert window.messages.isHidden()
    dialog.close()
