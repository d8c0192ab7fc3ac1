"""A window for tests, with a recorded trace in it: no worker is started unless a run is asked for."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from elcs_gui.app.settings import Settings
from elcs_gui.app.theme import LIGHT, Theme
from elcs_gui.panels.main_window import MainWindow
from tests.traces import trace_of


@contextmanager
def window_with_trace(
    qtbot: QtBot, settings: Path, size: tuple[int, int] = (1440, 900), theme: Theme | None = LIGHT
) -> Iterator[MainWindow]:
    """Shown, at the first step of the paper's example."""
    made = MainWindow(Settings(settings), theme)
    made.resize(*size)
    qtbot.addWidget(made)
    made.graph.set_reduced_motion(True)
    made.show()
    qtbot.waitExposed(made)
    made.session.open_trace(trace_of("fig3"))
    QApplication.processEvents()
    try:
        yield made
    finally:
        made.close()
