"""How quick the window is: start, frames, seeking, retargeting, and whether its event loop ever stalls.

    QT_QPA_PLATFORM=offscreen python tests/bench/bench_window.py

Needs the folder `shared` beside the project for the large networks. Trust ratios more than milliseconds.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import threading
import time
from itertools import pairwise
from pathlib import Path
from statistics import median

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

from PySide6.QtCore import QEventLoop, QTimer
from PySide6.QtWidgets import QApplication

from elcs_gui.app.settings import Settings
from elcs_gui.app.theme import LIGHT
from elcs_gui.gui import load_early
from elcs_gui.panels.main_window import MainWindow

SAMPLES = Path(__file__).resolve().parents[3] / "shared" / "benchmarks" / "samples"

BARE = """
import numpy
from PySide6.QtWidgets import QApplication, QMainWindow
app = QApplication([]); w = QMainWindow(); w.resize(1440, 900); w.show(); app.processEvents()
"""
OURS = """
import tempfile, pathlib
from PySide6.QtWidgets import QApplication
app = QApplication([])
from elcs_gui.app.settings import Settings
from elcs_gui.panels.main_window import MainWindow
w = MainWindow(Settings(pathlib.Path(tempfile.mkdtemp()) / "s.ini"), later=True); w.show(); w.repaint()
import os; os._exit(0)
"""


def start() -> None:
    def seconds(code: str) -> float:
        times = []
        for _ in range(5):
            started = time.perf_counter()
            subprocess.run([sys.executable, "-c", code], check=True)
            times.append(time.perf_counter() - started)
        return min(times)

    bare, ours = seconds(BARE), seconds(OURS)
    print(f"start to window: {ours:.2f} s, bare window with numpy {bare:.2f} s: {ours / bare:.2f} x")


def wait(window: MainWindow) -> None:
    loop = QEventLoop()
    window.session.run_finished.connect(loop.quit)
    loop.exec()
    window.session.run_finished.disconnect(loop.quit)


def frames(window: MainWindow, label: str) -> None:
    for kind in ("local", "field"):
        window.set_kind(kind)
        settle(window)
        times = []
        for _ in range(12):
            started = time.perf_counter()
            window.graph.grab()
            times.append(time.perf_counter() - started)
        print(f"  {label}: frame of the {kind} view {median(times) * 1e3:.1f} ms")
    window.set_kind("local")


def seeks(window: MainWindow, label: str) -> None:
    times = []
    for i in range(60):
        started = time.perf_counter()
        window.player.seek((i * 7919) % (window.player.length + 1))
        QApplication.processEvents()
        times.append(time.perf_counter() - started)
    print(
        f"  {label}: seek and repaint everything {median(times) * 1e3:.1f} ms "
        f"(worst {max(times) * 1e3:.0f}), {window.player.length:,} events"
    )


def settle(window: MainWindow) -> None:
    started = time.monotonic()
    while time.monotonic() - started < 8:
        QApplication.processEvents(QEventLoop.ProcessEventsFlag.AllEvents, 20)
        if time.monotonic() - started > 0.5 and window.settled:
            return


def stalls(window: MainWindow, work) -> None:
    """The longest time the event loop did not come round while `work` ran in the background."""
    ticks: list[float] = []
    timer = QTimer(interval=2)
    timer.timeout.connect(lambda: ticks.append(time.perf_counter()))
    timer.start()
    work()
    wait(window)
    settle(window)
    timer.stop()
    gaps = sorted(later - earlier for earlier, later in pairwise(ticks))
    print(f"  event loop: p95 {gaps[int(0.95 * len(gaps))] * 1e3:.0f} ms, worst {gaps[-1] * 1e3:.0f} ms")


def main() -> None:
    start()
    app = QApplication([])
    app.setStyle("Fusion")
    window = MainWindow(Settings(Path(tempfile.mkdtemp()) / "s.ini"), LIGHT)
    window.resize(1440, 900)
    window.show()
    threading.Thread(target=load_early, daemon=True).start()  # as the program does
    settle(window)
    print("Alarm, 37 variables")
    stalls(window, lambda: window.open_example("alarm"))
    frames(window, "Alarm")
    seeks(window, "Alarm")
    times = []
    for target in range(0, 37, 3):
        started = time.perf_counter()
        window.set_target(target)
        wait(window)
        times.append(time.perf_counter() - started)
    print(f"  retarget {median(times) * 1e3:.0f} ms (worst {max(times) * 1e3:.0f})")
    for name, target in (("Pigs_pool.npz", "p82071386"), ("Gene_pool.npz", "G101")):
        path = SAMPLES / name
        if path.exists():
            print(name)
            stalls(window, lambda path=path, target=target: window.open_path(path, target=target))
            frames(window, name)
            seeks(window, name)
    window.close()


if __name__ == "__main__":
    main()
