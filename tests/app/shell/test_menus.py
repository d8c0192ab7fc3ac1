"""What every menu, the palette and the shortcut sheet list, in which order and with which keys: all of it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLabel
from pytestqt.qtbot import QtBot

from elcs_gui.app.kit import dialogs
from elcs_gui.app.model.actions import MENUS
from elcs_gui.app.shell.command_palette import CommandPalette
from elcs_gui.app.shell.main_window import MainWindow
from elcs_gui.app.shell.recent_menu import RecentMenu
from elcs_gui.data.tables.address import data_path, title_of
from tests.app.window import window_with_trace

GOLDEN = Path(__file__).with_name("menus.txt")


def told(window: MainWindow) -> Iterator[str]:
    """Menu by menu, then the palette with everything enabled, then the sheet."""
    for name in MENUS:
        yield f"{name} menu"
        for action in window.title_row.menu(name).actions():
            if action.isSeparator():
                yield "    ----"
                continue
            marks = "switch" * action.isCheckable() + " greyed" * (not action.isEnabled())
            keys = action.shortcut().toString()
            yield f"    {action.text()} | {keys} | {marks.strip()} | {action.toolTip()}"
    for live in window.live.values():
        live.setEnabled(True)
    yield "Palette"
    palette = CommandPalette(window.context, window)
    for row in range(palette.list.count()):
        item = palette.list.item(row)
        words = [label.text() for label in palette.list.itemWidget(item).findChildren(QLabel)]
        yield f"    {item.data(Qt.ItemDataRole.UserRole)} | {' | '.join(words)}"
    palette.close()


@pytest.fixture
def window(qtbot: QtBot, tmp_path: Path) -> Iterator[MainWindow]:
    with window_with_trace(qtbot, tmp_path / "settings.ini") as made:
        yield made


def test_recent_files_can_be_opened_from_the_menu(window: MainWindow, tmp_path: Path) -> None:
    menu = next(
        action.menu() for action in window.title_row.menu("File").actions() if action.text() == "Open recent"
    )
    assert isinstance(menu, RecentMenu)
    menu.fill()
    assert [action.isEnabled() for action in menu.actions()] == [False]
    window.settings.add_recent(tmp_path / "R&D.csv", "12 rows")
    asked: list[Path] = []
    menu._open_path = asked.append
    menu.fill()
    [action] = menu.actions()
    assert action.text() == "R&&D.csv    12 rows"
    action.trigger()
    assert asked == [tmp_path / "R&D.csv"]


def test_addresses_are_kept_among_recent_files_as_they_are(window: MainWindow) -> None:
    path = data_path("ibis://postgres/ada@db.example.org/clinic?table=visits")
    window.settings.add_recent(path, "12 rows")
    window.settings.remember_import(path, "columns", {})
    assert window.settings.import_of(path) == ("columns", {})
    asked: list[Path] = []
    menu = RecentMenu(window.settings, asked.append, window)
    menu.fill()
    [action] = menu.actions()
    assert action.text() == "visits    12 rows"
    action.trigger()
    assert asked == [path]


def test_an_address_that_is_typed_is_opened_or_refused_with_a_reason(
    window: MainWindow, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[Path] = []
    monkeypatch.setattr(window, "open_path", asked.append)
    typed = iter(["ibis://duckdb/a.duckdb?table=t", "ibis://postgres/ada:hunter2@host/db", ""])
    monkeypatch.setattr(dialogs, "asked_words", lambda *_: next(typed))
    for _ in range(3):
        window.live["open-address"].trigger()
    assert [title_of(path) for path in asked] == ["t"]
    assert "An address holds no password" in window.messages.text
    assert "hunter2" not in window.messages.text


def test_menus_and_palette_list_what_they_always_did(window: MainWindow) -> None:
    lines = [line.rstrip() for line in told(window)]
    assert lines == GOLDEN.read_text(encoding="utf-8").splitlines()
