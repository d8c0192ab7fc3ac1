"""With two screens the audience has the second and the speaker the first."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from elcs_gui.app.presenting.presentation import screens_for
from tests.stress import STRESSED

PRESENTS = """
import sys
from pathlib import Path
from PySide6.QtWidgets import QApplication
app = QApplication([])
from elcs_gui.app.model.settings import Settings
from elcs_gui.app.presenting.feature import PresentingFeature
from elcs_gui.app.shell.main_window import MainWindow
from tests.traces import trace_of
window = MainWindow(Settings(Path(sys.argv[1])))
window.show()
window.session.open_trace(trace_of("fig3"))
feature = window.context.feature(PresentingFeature)
presenter = feature.present()
app.processEvents()
print([view.screen().name() for view in (presenter, feature.speaker)])
print(presenter.geometry().getRect(), feature.speaker.geometry().left() < 1280)
"""
SCREENS = [
    {"name": "first", "x": 0, "y": 0, "width": 1280, "height": 800},
    {"name": "second", "x": 1280, "y": 0, "width": 1024, "height": 768},
]


def test_the_slide_goes_to_the_second_screen_and_the_speaker_to_the_first() -> None:
    assert screens_for(["laptop"], "laptop") == ("laptop", "laptop")
    assert screens_for(["laptop", "wall"], "wall") == ("wall", "laptop"), "wherever the window is"
    assert screens_for(["laptop", "wall", "third"], "laptop") == ("wall", "laptop")


@pytest.mark.skipif(not STRESSED, reason="a program of its own, as a screen cannot be added to one")
def test_a_program_with_two_screens_fills_the_second(tmp_path: Path) -> None:
    (tmp_path / "screens.json").write_text(json.dumps({"screens": SCREENS}), encoding="utf-8")
    made = subprocess.run(
        [sys.executable, "-c", PRESENTS, str(tmp_path / "settings.ini")],
        env={**os.environ, "QT_QPA_PLATFORM": f"offscreen:configfile={tmp_path / 'screens.json'}"},
        capture_output=True, text=True, check=True, timeout=120,
    )  # fmt: skip
    assert made.stdout.splitlines() == ["['second', 'first']", "(1280, 0, 1024, 768) True"]
