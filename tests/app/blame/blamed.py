"""Small data with known mistakes, as files, and a window that has them open."""

from __future__ import annotations

import csv
from collections.abc import Sequence
from pathlib import Path

from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from elcs_gui.app.shell.main_window import MainWindow
from elcs_gui.data.examples import find_example
from elcs_gui.data.sampling import sample
from elcs_gui.data.tables.writers import write_table
from elcs_gui.packaged import packaged
from tests.app.window import run_by

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


def opened(window: MainWindow, qtbot: QtBot, path: Path, network: Path | None, target: str) -> None:
    """Open files and wait until their run is there."""
    run_by(window, qtbot, lambda: window.open_path(path, network, target))
    QApplication.processEvents()
