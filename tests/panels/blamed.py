"""Small data with known mistakes, as files, and a window that has them open."""

from __future__ import annotations

import csv
from collections.abc import Sequence
from pathlib import Path

from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from elcs_gui.app.settings import Settings
from elcs_gui.app.theme import LIGHT
from elcs_gui.data.examples import find_example
from elcs_gui.data.sampling import sample
from elcs_gui.data.writers import write_table
from elcs_gui.packaged import packaged
from elcs_gui.panels.main_window import MainWindow

LONG = 60_000
ASIA = packaged("networks", "asia.bif")


def asia_rows(path: Path, rows: int = 1000, columns: Sequence[str] | None = None) -> Path:
    """Rows of Asia as CSV, with these columns of it in this order."""
    write_table(sample(find_example("asia").load_network(), rows, seed=1), path)
    if columns is not None:
        with path.open(encoding="utf-8", newline="") as file:
            table = list(csv.DictReader(file))
        with path.open("w", encoding="utf-8", newline="") as file:
            writer = csv.DictWriter(file, columns, extrasaction="ignore")
            writer.writeheader()
            writer.writerows(table)
    return path


def empty_window(qtbot: QtBot, folder: Path) -> MainWindow:
    """A window at its start page; whoever asked for it closes it."""
    made = MainWindow(Settings(folder / "settings.ini"), LIGHT)
    made.resize(1440, 900)
    qtbot.addWidget(made)
    made.graph.set_reduced_motion(True)
    made.settings.set("reduced-motion", True)
    made.show()
    qtbot.waitExposed(made)
    return made


def opened(window: MainWindow, qtbot: QtBot, path: Path, network: Path | None, target: str) -> None:
    """Open files and wait until their run is there."""
    with qtbot.waitSignal(window.session.run_finished, timeout=LONG):
        window.open_path(path, network, target)
    QApplication.processEvents()
