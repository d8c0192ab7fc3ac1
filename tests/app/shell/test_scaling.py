"""On a dense screen (150 and 200 %) every word can be read and every panel lies in the window."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.stress import many

ROOT = Path(__file__).resolve().parents[3]

LOOK = """
import json, sys
from pathlib import Path
from PySide6.QtCore import QRect
from PySide6.QtGui import QTextDocument
from PySide6.QtWidgets import QApplication, QCheckBox, QLabel, QPushButton
from elcs_gui.app.model.settings import Settings
from elcs_gui.app.kit.theme import LIGHT
from elcs_gui.app.shell.main_window import MainWindow
from elcs_gui.app.shell.screenshot import seek
from tests.traces import trace_of

app = QApplication(sys.argv[:1])
app.setStyle("Fusion")
window = MainWindow(Settings(Path(sys.argv[1])), LIGHT)
window.resize(1280, 720)
window.show()


def clipped(place):
    found = []
    kinds = (QLabel, QPushButton, QCheckBox)
    for each in (each for kind in kinds for each in window.findChildren(kind)):
        if not each.isVisible() or not each.text() or each.toolTip() or each.visibleRegion().isEmpty():
            continue
        text, room = each.text(), each.contentsRect().size()
        if isinstance(each, QLabel) and (each.wordWrap() or "<" in text):
            needed, there = each.heightForWidth(each.width()), each.height()
        else:
            lines = text.replace("&", "").split("\\n")
            needed, there = max(map(each.fontMetrics().horizontalAdvance, lines)), room.width()
        if needed > there + 1 or each.fontMetrics().ascent() > each.height():
            found.append([place, text, needed, there])
    return found


app.processEvents()
found = clipped("start page")
window.build_workspace()
window.session.open_trace(trace_of("fig3"))
for place in ("0", "candidates", "end"):
    seek(window, place)
    for _ in range(5):
        app.processEvents()
    found += clipped(place)
inside = window.rect()
for dock in window.docks:
    if not dock.visibleRegion().isEmpty():  # the lower one of two tabs has none
        place = QRect(dock.mapTo(window, dock.rect().topLeft()), dock.size())
        if not inside.contains(place):
            found.append([dock.windowTitle(), place.getRect()])
size = (window.width(), window.height(), window.devicePixelRatio())
window.close()
print(json.dumps({"size": size, "found": found}))
"""


@pytest.mark.parametrize("factor", many([2], suite=[1.5]))
def test_no_word_is_cut_off_and_no_panel_leaves_a_small_window(tmp_path: Path, factor: float) -> None:
    environment = os.environ | {
        "QT_QPA_PLATFORM": "offscreen",
        "QT_SCALE_FACTOR": str(factor),
        "PYTHONPATH": str(ROOT),
    }
    done = subprocess.run(
        [sys.executable, "-c", LOOK, str(tmp_path / "settings.ini")],
        env=environment,
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=False,
        timeout=180,
    )
    assert done.returncode == 0, done.stderr
    seen = json.loads(done.stdout)
    assert seen["size"] == [1280, 720, factor]
    assert seen["found"] == []
