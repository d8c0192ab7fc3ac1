"""What is there at once, what comes after, and who collects the garbage."""

import gc
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QObject
from pytestqt.qtbot import QtBot

from elcs_gui.app.glossary.help_dialog import HelpDialog
from elcs_gui.app.kit.theme import LIGHT
from elcs_gui.app.model.settings import Settings
from elcs_gui.app.shell.garbage import GarbageCollector
from elcs_gui.app.shell.main_window import MainWindow
from elcs_gui.app.shell.startup import Loading

FIRST_PAINT = """
import os, pathlib, sys
os.environ["QT_QPA_PLATFORM"] = "offscreen"
from elcs_gui import gui
app, window = gui.make_window(gui.parser().parse_args([]), pathlib.Path(sys.argv[1]))
def painted():
    late = {"numpy", "scipy", "elcs_gui.worker.serve"}
    ours = {name for name in sys.modules if name.startswith("elcs_gui.app")}
    panels = {name for name in ours if name.endswith((".panel", ".page"))}
    print(*sorted(sys.modules.keys() & late | panels - {"elcs_gui.app.start.page"}))
    sys.stdout.flush()
    os._exit(0)
window.start_page.cards[-1].painted.connect(painted)
app.exec()
"""


def test_the_first_picture_waits_for_neither_numpy_nor_the_engine_nor_any_panel(tmp_path: Path) -> None:
    ended = subprocess.run(
        [sys.executable, "-c", FIRST_PAINT, str(tmp_path / "s.ini")],
        capture_output=True,
        text=True,
        check=True,
    )
    assert ended.stdout.strip() == ""


def test_the_workspace_is_made_behind_the_start_page(qtbot: QtBot, tmp_path: Path) -> None:
    window = MainWindow(Settings(tmp_path / "s.ini"), LIGHT, later=True)
    qtbot.addWidget(window)
    assert window.workspace is None
    with qtbot.waitSignal(window.loading.done):
        window.show()
    assert window.workspace is not None
    assert window.start_page.isVisible()
    assert not window.log.isVisible()
    window.close()


def test_a_word_is_explained_by_help_before_the_workspace_is_made(qtbot: QtBot, tmp_path: Path) -> None:
    window = MainWindow(Settings(tmp_path / "s.ini"), LIGHT, later=True)
    qtbot.addWidget(window)
    window.live["explain"].trigger()
    assert window.workspace is None
    [help] = window.findChildren(HelpDialog)
    assert help.isVisible()
    help.close()
    window.close()


def test_whoever_cannot_wait_gets_the_workspace_at_once(qtbot: QtBot, tmp_path: Path) -> None:
    window = MainWindow(Settings(tmp_path / "s.ini"), LIGHT, later=True)
    qtbot.addWidget(window)
    window.build_workspace()
    docks = window.docks
    with qtbot.waitSignal(window.loading.done):
        window.show()
    assert window.docks is docks
    window.close()


def test_parts_are_made_one_at_a_turn_of_the_event_loop(qtbot: QtBot) -> None:
    made: list[int] = []

    def parts() -> Iterator[None]:
        for part in range(3):
            made.append(part)
            yield

    owner = QObject()
    loading = Loading(parts(), owner)
    assert made == []
    with qtbot.waitSignal(loading.done):
        loading.begin()
        loading.begin()
    assert made == [0, 1, 2]


@pytest.fixture
def garbage() -> Iterator[None]:
    yield
    gc.enable()


def test_garbage_is_collected_by_the_windows_thread_alone(
    qtbot: QtBot, garbage: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("elcs_gui.app.shell.garbage._EVERY", 10)
    owner = QObject()
    sweeping = GarbageCollector(owner)
    sweeping.spare_what_is_there()
    assert not gc.isenabled()
    swept: list[int] = []

    def note(phase: str, info: dict[str, int]) -> None:
        if phase == "stop":
            swept.append(info["generation"])

    gc.callbacks.append(note)
    try:
        qtbot.waitUntil(lambda: 2 in swept and 1 in swept)
    finally:
        gc.callbacks.remove(note)
