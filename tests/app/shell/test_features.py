"""A feature is its folder and its place in the tuple: the window knows what it declares, and nothing else."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, ClassVar

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QLabel
from pytestqt.qtbot import QtBot

from elcs_gui.app.glossary.help_dialog import HelpDialog
from elcs_gui.app.kit.theme import DARK, LIGHT, Theme
from elcs_gui.app.model.actions import Action, has_trace
from elcs_gui.app.model.feature import Feature, Panel, View
from elcs_gui.app.model.settings import Settings
from elcs_gui.app.shell.command_palette import CommandPalette
from elcs_gui.app.shell.features import FEATURES
from elcs_gui.app.shell.main_window import MainWindow
from tests.app.window import LONG
from tests.traces import trace_of


class Notes(Feature):
    """A dock with a sentence, which a key changes."""

    label: QLabel
    themes: ClassVar[list[str]] = []
    settings: ClassVar[list[str]] = []

    actions: ClassVar[tuple[Action[Notes], ...]] = (
        Action(
            "note", "Edit", 235, "Take a note", "Write down the step.", lambda notes: notes.take(),
            "Ctrl+Alt+N", has_trace,
        ),
    )  # fmt: skip

    def panels(self) -> tuple[Panel, ...]:
        return (Panel("Notes", "right", self._make),)

    def _make(self) -> QLabel:
        self.label = QLabel("nothing yet")
        return self.label

    def take(self) -> None:
        self.label.setText(f"step {self.context.player.step}")

    def set_theme(self, theme: Theme) -> None:
        self.themes.append(theme.name)

    def on_setting(self, id: str) -> None:
        self.settings.append(id)

    def remember(self) -> View:
        return {"note": self.label.text()}

    def recall(self, view: Mapping[str, Any], variables: int) -> None:
        if isinstance(view.get("note"), str):
            self.label.setText(view["note"])


def a_window(qtbot: QtBot, folder: Path) -> MainWindow:
    made = MainWindow(Settings(folder / "settings.ini"), LIGHT, features=(*FEATURES, Notes))
    qtbot.addWidget(made)
    made.graph.set_reduced_motion(True)
    made.show()
    qtbot.waitExposed(made)
    return made


@pytest.fixture
def window(qtbot: QtBot, tmp_path: Path) -> Iterator[MainWindow]:
    Notes.themes.clear()
    Notes.settings.clear()
    made = a_window(qtbot, tmp_path)
    made.session.open_trace(trace_of("fig3"))
    QApplication.processEvents()
    yield made
    made.close()


def test_its_dock_stands_where_it_says_and_is_in_the_view_menu(window: MainWindow) -> None:
    dock = window.docks["Notes"]
    assert dock.isVisible()
    assert window.dockWidgetArea(dock) == Qt.DockWidgetArea.RightDockWidgetArea
    assert dock.toggleViewAction() in window.title_row.menu("View").actions()
    window.context.window.show_start_page()
    assert not dock.isVisible()


def test_its_action_has_a_place_a_key_and_a_condition(window: MainWindow, qtbot: QtBot) -> None:
    titles = [action.text() for action in window.title_row.menu("Edit").actions()]
    assert titles[titles.index("Take a note") - 1 :][:3] == [
        "Filter the log", "Take a note", "Find a variable",
    ]  # fmt: skip
    palette = CommandPalette(window.context, window)
    qtbot.addWidget(palette)
    qtbot.keyClicks(palette.search, "take a note")
    assert palette.list.count() == 1
    help = HelpDialog(window.context, window.theme, window)
    help.search.setText("take a note")
    assert "Ctrl+Alt+N" in help.page.toPlainText()
    help.close()
    window.player.seek(5)
    window.activateWindow()
    held = Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.AltModifier
    qtbot.keyClick(window, Qt.Key.Key_N, held)
    assert window.context.feature(Notes).label.text() == "step 5"


def test_its_action_is_greyed_out_where_it_makes_no_sense(qtbot: QtBot, tmp_path: Path) -> None:
    window = a_window(qtbot, tmp_path)
    assert not window.live["note"].isEnabled()
    window.session.open_trace(trace_of("fig3"))
    assert window.live["note"].isEnabled()
    window.close()


def test_it_hears_of_theme_and_settings(window: MainWindow) -> None:
    assert Notes.themes == [LIGHT.name]
    window.live["dark"].trigger()
    assert Notes.themes == [LIGHT.name, DARK.name]
    assert Notes.settings == ["theme"]


def test_a_session_file_keeps_what_it_says(window: MainWindow, qtbot: QtBot, tmp_path: Path) -> None:
    window.player.seek(7)
    window.live["note"].trigger()
    window.docks["Notes"].setFloating(True)
    path = tmp_path / "notes.elcs"
    window.session_files.write(path)
    qtbot.waitUntil(lambda: window.session_files.path == path, timeout=LONG)
    other = a_window(qtbot, tmp_path / "other")
    with qtbot.waitSignal(other.session_files.restoring.restored, timeout=LONG):
        other.open_path(path)
    assert other.context.feature(Notes).label.text() == "step 7"
    assert other.docks["Notes"].isFloating()
    other.close()
