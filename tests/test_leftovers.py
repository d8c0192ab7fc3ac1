"""The net itself: what a test leaves behind, and a warning of Qt, make it fail."""

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]

CARELESS = """
import subprocess, sys, threading
from PySide6.QtCore import QThread, QTimer, qWarning
from PySide6.QtWidgets import QLabel
from tests import leftovers

leftovers.PATIENCE = 0.1
kept = []

def test_tidy(qtbot):
    timer = QTimer(interval=1000)
    timer.start()

def test_warning(qtbot):
    qWarning("something is wrong")

def test_timer(qtbot):
    kept.append(QTimer(interval=1000))
    kept[-1].start()

def test_thread(qtbot):
    threading.Thread(target=threading.Event().wait, daemon=True, name="left").start()

def test_qt_thread(qtbot):
    kept[:] = [QThread()]
    kept[-1].start()

def test_process(qtbot):
    kept[-1].quit()
    kept[-1].wait()
    kept.append(subprocess.Popen([sys.executable, "-c", "import time; time.sleep(60)"]))

def test_window(qtbot):
    kept[-1].kill()
    kept[-1].wait()
    kept.append(QLabel("left"))
    kept[-1].show()

def test_closes_the_last_one(qtbot):
    kept[-1].close()
"""


def test_warnings_and_leftovers_make_a_test_fail(tmp_path: Path) -> None:
    file = tmp_path / "test_careless.py"
    file.write_text(CARELESS, encoding="utf-8")
    options = ["-q", "-p", "tests.leftovers", "-p", "no:cacheprovider", "-p", "no:xdist", "-rfE", "--tb=no"]
    command = [sys.executable, "-m", "pytest", *options, "-c", str(ROOT / "pyproject.toml"), str(file)]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    bad = [line for line in done.stdout.splitlines() if line.startswith(("FAILED", "ERROR"))]
    failed = {line.split("::")[1].split()[0] for line in bad}
    left = {"test_timer", "test_thread", "test_qt_thread", "test_process", "test_window"}
    assert failed == left | {"test_warning"}, done.stdout
