"""How the window does on very many variables: opening, the run, memory, steps, another target, and its loop.

    python tests/bench/bench_wide_window.py                      Alarm 270 times: 9,990 variables
    python tests/bench/bench_wide_window.py --random 100000 --rows 500   two levels, drawn at random

Beside it stands `elcs run` on the same file. Seconds are those of the processor, which do not depend on what
else the machine does, but for those that say otherwise.
"""

from __future__ import annotations

import os
import random
import resource
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable
from pathlib import Path

import numpy as np

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
os.environ.setdefault("ELCS_UNSAVED", "discard")

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from tests.bench.bench_window import STALL, children_seconds, settle, turn
from tests.measuring import ROOT, options

MB = 1 << 20


def written(folder: Path, tiles: int, variables: int, rows: int) -> Path:
    """The table, in the quickest format there is: reading is measured elsewhere."""
    from elcs_gui.data.dataset import Dataset
    from elcs_gui.data.examples import find_example
    from elcs_gui.data.readers import write_table
    from elcs_gui.data.simulation import SimulationPlan, simulate

    path = folder / "wide.npz"
    if variables:
        codes = np.random.default_rng(1).integers(2, size=(rows, variables), dtype=np.uint8)
        names = tuple(f"v{x}" for x in range(variables))
        data = Dataset("wide", names, np.ascontiguousarray(codes.T), (("no", "yes"),) * variables)
    else:
        data, _ = simulate(find_example("alarm").load_network(), SimulationPlan(rows, seed=1, copies=tiles))
    write_table(data, path)
    print(f"{data.rows:,} rows of {data.variables:,} variables")
    return path


class Memory:
    """The most that this process and its children held at one time, looked at ten times a second."""

    def __init__(self) -> None:
        self.most = 0
        self._over = threading.Event()
        self._thread = threading.Thread(target=self._watch, daemon=True)
        self._thread.start()

    def _watch(self) -> None:
        while not self._over.wait(0.1):
            self.most = max(self.most, resident(os.getpid()))

    def stop(self) -> int:
        self._over.set()
        self._thread.join()
        return self.most // MB


def resident(process: int) -> int:
    """Bytes in memory of a process and of all that it has started; 0 where the system does not tell."""
    total, folder = 0, Path("/proc", str(process))
    try:
        total = int((folder / "statm").read_text().split()[1]) * resource.getpagesize()
        for task in (folder / "task").iterdir():
            total += sum(resident(int(child)) for child in (task / "children").read_text().split())
    except OSError:
        pass
    return total


def run_alone(path: Path, target: str) -> None:
    """What `elcs run` takes."""
    before, started = children_seconds(), time.perf_counter()
    asked = [sys.executable, "-m", "elcs_gui.cli", "run", str(path), "--target", target, "--test", "g2"]
    subprocess.run(asked, check=True, cwd=ROOT, stdout=subprocess.DEVNULL)
    took = children_seconds() - before
    print(f"elcs run: {took:.1f} s, {time.perf_counter() - started:.1f} s by the clock")


def open_and_run(window, path: Path, target: str) -> None:
    """To the last step and the map of the field view."""
    from PySide6.QtCore import QTimer

    reached: list[str] = []
    window.session.run_finished.connect(lambda _: reached.append("run"))
    window.session.associated.connect(lambda _: reached.append("links"))
    timer = QTimer(interval=2)  # a turn never waits for long
    timer.start()
    memory, started, computed = Memory(), time.perf_counter(), time.thread_time()
    times: list[tuple[float, float]] = []
    last = 0.0
    window.open_path(path, target=target, test="g2")
    while not ("links" in reached and "run" in reached and window.settled):
        turn(times)
        if "run" in reached and not last:
            last = time.perf_counter() - started
    timer.stop()
    late = sorted((own for own, _ in times if own > STALL), reverse=True)
    print(
        f"window: {time.thread_time() - computed:.1f} s of its own; by the clock {last:.1f} s to the last "
        f"step, {time.perf_counter() - started:.1f} s to the map; {memory.stop()} MB with its processes"
    )
    worst = ", ".join(f"{own * 1e3:.0f}" for own in late[:5])
    print(f"  turns of the loop beyond {STALL * 1e3:.0f} ms: {len(late)}{': ' if late else ''}{worst}")


def steps(window, count: int) -> None:
    """Back, to far places, and on, in both views: what is computed until it is painted."""
    from PySide6.QtWidgets import QApplication

    player, chance = window.player, random.Random(1)
    acts: dict[str, Callable[[], object]] = {
        "back": player.back,
        "far": lambda: player.seek(chance.randrange(player.length + 1)),
        "on": player.forward,
    }
    for kind in ("field", "local"):
        window.set_kind(kind)
        player.last()
        settle(window, 0.1)
        said = []
        for name, act in acts.items():
            times = []
            for _ in range(count):
                started = time.thread_time()
                act()
                QApplication.processEvents()
                times.append(time.thread_time() - started)
                settle(window, 0.0)
            times.sort()
            middle, high = times[len(times) // 2], times[int(0.95 * (len(times) - 1))]
            said.append(f"{name} {middle * 1e3:.0f} (p95 {high * 1e3:.0f}, worst {times[-1] * 1e3:.0f})")
        print(f"steps in the {kind} view, ms: {', '.join(said)}")


def another_target(window, name: str) -> None:
    """From the request to the first picture."""
    from PySide6.QtWidgets import QApplication

    started = time.thread_time()
    window.graph.target_requested.emit(window.session.names.index(name))
    QApplication.processEvents()
    window.graph.grab()
    print(f"another target, to the first picture: {(time.thread_time() - started) * 1e3:.0f} ms")


def main() -> None:
    parser = options(__doc__)
    parser.add_argument("--tiles", type=int, default=270)
    parser.add_argument("--random", type=int, default=0, metavar="VARIABLES")
    parser.add_argument("--rows", type=int, default=1000)
    parser.add_argument("--target", help="the first variable if none is named")
    args = parser.parse_args()
    from elcs_gui import gui
    from elcs_gui.data.readers import read_table

    with tempfile.TemporaryDirectory() as folder:
        tiles, count = (2, 1) if args.smoke else (args.tiles, 30)
        path = written(Path(folder), tiles, args.random, 200 if args.smoke else args.rows)
        names = read_table(path).columns
        target = args.target or names[0]
        run_alone(path, target)
        _, window = gui.make_window(gui.parser().parse_args([]), Path(folder) / "s.ini")
        try:
            window.resize(1440, 900)
            window.show()
            window.session.start_worker()
            window.set_kind("field")
            settle(window, 0.1)
            open_and_run(window, path, target)
            steps(window, count)
            another_target(window, names[-1] if target != names[-1] else names[0])
        finally:
            window.close_now()


if __name__ == "__main__":
    main()
