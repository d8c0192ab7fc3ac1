"""How quick the window is: start, frames, seeking, retargeting, and whether its event loop ever stalls.

    python tests/bench/bench_window.py [start | alarm | pigs | gene]...

Needs the folder `shared` beside the project for the large networks, and leaves them out without. Each figure
stands beside another one of the same run: a bare window, a floor of batched painting, a plain repaint, the
engine alone, an idle event loop in a process of its own. Trust those ratios more than milliseconds.
"""

from __future__ import annotations

import os
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from statistics import median

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
os.environ.setdefault("ELCS_UNSAVED", "discard")

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from tests.measuring import BENCHMARKS, ROOT, options

STALL = 0.050
"""Seconds after which a window is felt to hang."""
BARE = """
import os, numpy
from PySide6.QtWidgets import QApplication, QMainWindow
app = QApplication([]); w = QMainWindow(); w.resize(1440, 900); w.show(); app.processEvents()
os._exit(0)
"""
OURS = """
import os, sys, pathlib, tempfile
from elcs_gui import gui
app, window = gui.make_window(gui.parser().parse_args([]), pathlib.Path(tempfile.mkdtemp()) / "s.ini")
reached = {"painted": window.start_page.cards[-1].painted, "loaded": window.loading.done}
reached[sys.argv[1]].connect(lambda: os._exit(0))
app.exec()
"""
IDLE = """
import sys, time
from PySide6.QtCore import QCoreApplication, QSocketNotifier, QTimer
app = QCoreApplication([]); ticks = []
timer = QTimer(interval=2); timer.timeout.connect(lambda: ticks.append(time.perf_counter())); timer.start()
end = QSocketNotifier(0, QSocketNotifier.Type.Read); end.activated.connect(app.quit)
app.exec()
gaps = sorted(b - a for a, b in zip(ticks, ticks[1:]))
print(gaps[int(0.95 * len(gaps))], gaps[-1])
"""
"""Gaps in seconds of an event loop with nothing to do, p95 and worst, until its input is closed."""


def start(rounds: int = 7) -> None:
    """From nothing to a window that has painted its start page, and to the workspace behind it."""
    runs = {"bare": [BARE], "painted": [OURS, "painted"], "loaded": [OURS, "loaded"]}
    times: dict[str, list[float]] = {name: [] for name in runs}
    for _ in range(rounds):  # in turns, so that a busy moment of the machine meets all of them
        for name, (code, *args) in runs.items():
            before = children_seconds()
            subprocess.run(
                [sys.executable, "-c", code, *args], check=True, cwd=ROOT, stderr=subprocess.DEVNULL
            )
            times[name].append(children_seconds() - before)
    bare, painted, loaded = (median(times[name]) for name in runs)
    print(f"seconds of the processor: bare window with numpy {bare:.2f} s")
    print(f"  start to the painted start page {painted:.2f} s: {painted / bare:.2f} x")
    print(f"  start to the workspace ready behind it {loaded:.2f} s: {loaded / bare:.2f} x")


def children_seconds() -> float:
    """Of the processor, which the processes that were started and have ended took."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def frames(window, label: str, turns: int = 25, calm: float = 0.5) -> None:
    """Both views against as much in plain batches, in processor time: other programs do not count.

    A frame is painted again while something pulses or the pointer moves. It is painted for the first time at
    each step: most steps are tests, at which nobody moves, and at some everything does. Both are laid out
    before, which is told beside them.
    """
    import numpy as np
    from PySide6.QtGui import QPixmap
    from PySide6.QtWidgets import QWidget

    from elcs_gui.app.graph.tween import gliding
    from tests.app.graph.batched_floor import Floor

    graph = window.graph
    window.player.last()
    for kind in ("field", "local"):
        window.set_kind(kind)
        settle(window, calm)
        target = QPixmap(graph.size())

        def paint(widget: QWidget, target: QPixmap = target) -> float:
            started = time.thread_time()
            widget.render(target, renderFlags=QWidget.RenderFlag(0))  # itself, without buttons
            return time.thread_time() - started

        def lay_out() -> float:
            started = time.thread_time()
            graph._redraw()
            return time.thread_time() - started

        def move(turn: float) -> float:
            """All nodes elsewhere, as in the middle of an animation to where they are."""
            started = time.thread_time()
            xy = graph._motion.positions() + np.array([1.0 + 0.37 * turn, 0.5 + 0.23 * turn])
            graph._last_frame = gliding(graph._frame.decided, xy)
            return time.thread_time() - started

        paint(graph)
        floor = floor_of(graph, Floor, field=kind == "field")
        paint(floor)
        times = []
        for turn in range(turns):  # in turns, so that a busy moment of the machine meets all of them
            move(turn), paint(graph)  # what is decided once for a motion, and the first frame of it
            moved = (move(turn + 0.5), paint(graph))
            graph._last_frame = None
            graph._redraw()
            paint(graph)
            times.append((lay_out(), paint(graph), paint(graph), paint(floor), *moved))
        layout, first, again, batched, moving, moved = (median(column) for column in zip(*times, strict=True))
        print(
            f"  {label}, {kind} view: batched floor {batched * 1e3:.2f} ms ({floor}); "
            f"a frame again {again * 1e3:.2f} ms: {again / batched:.2f} x; "
            f"the next step's {first * 1e3:.2f} ms: {first / batched:.2f} x, "
            f"laid out before in {layout * 1e3:.2f} ms; "
            f"with everything moved {moved * 1e3:.2f} ms: {moved / batched:.2f} x, "
            f"laid out before in {moving * 1e3:.2f} ms"
        )
        floor.deleteLater()


def floor_of(graph, make, *, field: bool):
    """What the graph panel shows, in plain batches."""
    from elcs_gui.app.graph.painting.hop_rings_painter import circles

    stage, frame, size = graph._stage, graph._frame, graph._size
    if not field:
        return make(frame, size)
    labels = stage._map_labels
    placed = labels.place(frame, stage.map.importance, stage.map.world, stage.camera, size)
    names = [((at.x(), at.y()), text.text()) for at, text in placed]
    return make(frame, size, list(stage.map.associations.links), names, circles(frame, stage._area(size)))


def seeks(window, label: str, times_to_seek: int = 60) -> None:
    """Far seeks in quick succession, as scrubbing does them; then how soon everything is right."""
    from PySide6.QtWidgets import QApplication

    times, repaints = [], []
    for i in range(times_to_seek):
        started = time.thread_time()
        window.player.seek((i * 7919) % (window.player.length + 1))
        QApplication.processEvents()
        times.append(time.thread_time() - started)
        started = time.thread_time()
        window.grab()
        repaints.append(time.thread_time() - started)
    started = time.perf_counter()
    while window.detail.shown != window.player.tests_so_far:
        QApplication.processEvents()
    last = time.perf_counter() - started
    print(
        f"  {label}: seek and repaint what changed {median(times) * 1e3:.1f} ms "
        f"(worst {max(times) * 1e3:.0f}), repaint of the whole window {median(repaints) * 1e3:.1f} ms: "
        f"{median(times) / median(repaints):.2f} x; the inspector {last * 1e3:.0f} ms after the last; "
        f"{window.player.length:,} events"
    )


def retargets(window) -> None:
    """Another target, until the window has its whole run; against the engine alone, answers known to both."""
    from dataclasses import replace

    from elcs_gui.algorithms.learning import learn
    from elcs_gui.ci.evidence import Evidence

    session = window.session
    evidence = Evidence(session.ci_test)
    times, alone = [], []
    for again in (False, True):
        for target in range(0, len(session.header.names), 3):
            # The second time at another alpha: the same answers, and yet a run the window has not made.
            header = replace(session.header, target=target, alpha=0.010001 if again else 0.01)
            started = time.perf_counter()
            if session.runs.find(header) is None:
                session.run(header)
                wait(window)
            middle = time.perf_counter()
            learn(evidence, header)
            if again:
                times.append(middle - started)
                alone.append(time.perf_counter() - middle)
    print(
        f"  retarget {median(times) * 1e3:.0f} ms (worst {max(times) * 1e3:.0f}), "
        f"the engine alone {median(alone) * 1e3:.0f} ms: {median(times) / median(alone):.2f} x"
    )


def wait(window) -> None:
    """Until the run under way has ended; one that is only being opened counts as under way."""
    from PySide6.QtCore import QEventLoop

    loop = QEventLoop()
    window.session.run_finished.connect(loop.quit)
    loop.exec()
    window.session.run_finished.disconnect(loop.quit)


def settle(window, least: float = 0.5) -> None:
    """Let the event loop run until nothing moves any more, for so many seconds at least."""
    from PySide6.QtCore import QEventLoop, QTimer

    loop, started = QEventLoop(), time.monotonic()
    timer = QTimer(interval=20)

    def look() -> None:
        passed = time.monotonic() - started
        if passed > 8 or (passed > least and window.settled):
            loop.quit()

    timer.timeout.connect(look)
    timer.start()
    loop.exec()


def turn(times: list[tuple[float, float]]) -> None:
    """One turn of the event loop: between two of them keys and clicks are heard."""
    from PySide6.QtCore import QEventLoop
    from PySide6.QtWidgets import QApplication

    wall, computed = time.perf_counter(), time.thread_time()
    QApplication.processEvents(QEventLoop.ProcessEventsFlag.WaitForMoreEvents)
    times.append((time.thread_time() - computed, time.perf_counter() - wall))


def stalls(window, work: Callable[[], None], calm: float = 1.0) -> None:
    """The longest turns of the event loop: opening and run, its end, and the first field view.

    What was computed in a turn does not depend on what else the machine does; how long it took does.
    """
    from PySide6.QtCore import QTimer

    idle = subprocess.Popen(
        [sys.executable, "-c", IDLE], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    )
    timer = QTimer(interval=2)  # a turn never waits for long
    timer.start()
    finished: list[bool] = []
    window.session.run_finished.connect(finished.append)
    every: list[tuple[float, float]] = []
    worst: list[str] = []
    for name, act, least in (
        ("opening and run", work, 0.0),
        ("its end", lambda: None, 0.5),
        ("the field view", lambda: window.set_kind("field"), 1.0),
        ("the local view again", lambda: window.set_kind("local"), 0.3),
    ):
        times: list[tuple[float, float]] = []
        act()
        started = time.monotonic()
        while not finished or (
            (passed := time.monotonic() - started) < 8 and not (passed > least * calm and window.settled)
        ):
            turn(times)
        every += times
        worst.append(f"{name} {max(times)[0] * 1e3:.0f}")
    timer.stop()
    window.session.run_finished.disconnect(finished.append)
    late = sum(computed > STALL for computed, _ in every)
    walls = sorted(wall for _, wall in every)
    beside = [float(word) * 1e3 for word in idle.communicate()[0].split()]
    print(f"  most computed in one turn, ms: {', '.join(worst)}; {late} turns beyond {STALL * 1e3:.0f} ms")
    print(
        f"  a turn took p95 {walls[int(0.95 * len(walls))] * 1e3:.0f} ms, worst {walls[-1] * 1e3:.0f} ms; "
        f"an idle loop beside it: p95 {beside[0]:.0f} ms, worst {beside[1]:.0f} ms"
    )


def race(window) -> None:
    """The longest turn while lanes of long runs come, and how soon a race is stopped."""
    from PySide6.QtCore import QTimer
    from PySide6.QtWidgets import QApplication

    timer = QTimer(interval=2)
    timer.start()
    page = window.show_page("race")
    times: list[tuple[float, float]] = []
    page.choose(("elcs-sound", "elcs", "pcd-by-pcd", "iamb"))
    while page.runs.busy is not None:
        turn(times)
    page.choose(("elcs", "cmb", "mmhc"))
    for _ in range(200):
        turn(times)
    started = time.thread_time()
    page.stop()
    QApplication.processEvents()
    stopped = time.thread_time() - started
    timer.stop()
    window.show_workspace()
    print(f"  race: most computed in one turn {max(times)[0] * 1e3:.0f} ms, to stop {stopped * 1e3:.0f} ms")


def measure_all(parts: list[str], *, smoke: bool) -> None:
    from elcs_gui import gui

    with tempfile.TemporaryDirectory() as folder:
        _, window = gui.make_window(gui.parser().parse_args([]), Path(folder) / "s.ini")
        try:
            window.session.start_worker()
            settle(window, 0.1 if smoke else 1.0)
            if smoke:
                stalls(window, lambda: window.open_example("cancer"), 0.05)
                frames(window, "Cancer", 1, 0.05)
                seeks(window, "Cancer", 2)
                retargets(window)
            measure_networks(window, parts)
        finally:
            window.close_now()


def measure_networks(window, parts: list[str]) -> None:
    if "alarm" in parts:
        print("Alarm, 37 variables")
        stalls(window, lambda: window.open_example("alarm"))
        frames(window, "Alarm")
        seeks(window, "Alarm")
        retargets(window)
    for name, target in (("Pigs_pool.npz", "p82071386"), ("Gene_pool.npz", "G101")):
        path = BENCHMARKS / "samples" / name
        if path.exists() and name.split("_")[0].lower() in parts:
            print(name)
            stalls(window, lambda path=path, target=target: window.open_path(path, target=target))
            frames(window, name)
            seeks(window, name)
            race(window)


def main() -> None:
    every = ["start", "alarm", "pigs", "gene"]
    parser = options(__doc__)
    parser.add_argument("what", nargs="*", metavar=" | ".join(every))
    args = parser.parse_args()
    parts = [] if args.smoke else args.what or every
    if "start" in parts:
        start()
    if args.smoke or set(parts) - {"start"}:
        measure_all(parts, smoke=args.smoke)


if __name__ == "__main__":
    main()
