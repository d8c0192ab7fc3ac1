"""How large sessions are, how long they take to save and to open, and whether the window notices.

    python tests/bench/bench_session.py [file | window]...

Needs the folder `shared` beside the project. `file` is the format alone, in seconds of the processor;
`window` saves from a real window and tells the longest pause of its event loop meanwhile, beside that of the
same loop with nothing to do.
"""

from __future__ import annotations

import os
import sys
import tempfile
import time
from collections.abc import Callable
from dataclasses import replace
from itertools import pairwise
from pathlib import Path

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
os.environ["ELCS_UNSAVED"] = "discard"
sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from tests.measuring import measured_set, options


def headers(data, count: int, algorithm: str = "elcs"):
    from elcs_gui.trace.trace import Header

    return [
        Header(algorithm, target, data.columns, "g2", rows=data.rows, rows_per_cell=5.0)
        for target in range(count)
    ]


def hub_of(name: str):
    """The variable with the most neighbours: of Pigs its blanket is the longest run there is here."""
    data, known = measured_set(name)
    hub = max(range(data.variables), key=lambda node: len(known.children(node)))
    return data, known, replace(headers(data, 1, "emb")[0], target=hub)


def cases(*, smoke: bool):
    """Name, data, network, headers, and at most how many events a run has."""
    from elcs_gui.data.examples import find_example

    fig3 = find_example("fig3")
    data = fig3.load_data()
    [first] = headers(data, 1)
    yield "fig3", data, fig3.load_network(), [replace(first, target=data.index(fig3.target))], None
    if smoke:
        return
    alarm, network = measured_set("alarm")
    yield "Alarm, 10 targets", alarm, network, headers(alarm, 10), None
    data, known, header = hub_of("pigs")
    yield "Pigs, cut at 100,000", data, known, [header], 100_000
    yield "Pigs, the whole hub", data, known, [header], None


def file(*, smoke: bool) -> None:
    from elcs_gui.algorithms.learning import learn
    from elcs_gui.ci.discrete import G2
    from elcs_gui.ci.evidence import Evidence
    from elcs_gui.trace.run import Cancelled

    for name, data, network, todo, most in cases(smoke=smoke):

        def stop(trace, most=most) -> None:
            if most is not None and len(trace) >= most:
                raise Cancelled

        evidence = Evidence(G2(data))
        traces = [learn(evidence, header, listener=stop).trace for header in todo]
        measure(name, data, network, traces)


def measure(name: str, data, network, traces) -> None:
    from elcs_gui.storage.session_file import KeptSession, kept_runs, write_session
    from elcs_gui.storage.session_reading import read_session
    from elcs_gui.storage.study import Study

    snapshot, (tapes, runs) = timed(lambda: kept_runs([(t, None, 0, True, False) for t in traces]))
    kept = KeptSession(Study(name, data, network, "g2"), tapes, runs, 0)
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "x.elcs"
        first, _ = timed(lambda: write_session(kept, path))
        again, _ = timed(lambda: write_session(kept, path))
        reading, found = timed(lambda: read_session(path))
        building, (_, back) = timed(found.traces)
        size = path.stat().st_size
    assert all(a.facts == b.facts and len(a) == len(b) for a, b in zip(traces, back, strict=True))
    print(
        f"{name}: {sum(map(len, traces)):,} events, {size / 1e6:.2f} MB; snapshot {snapshot * 1e3:.1f} ms, "
        f"save {first * 1e3:.0f} ms, again {again * 1e3:.0f} ms; "
        f"open {reading * 1e3:.0f} + {building * 1e3:.0f} ms"
    )


def timed(work: Callable):
    started = time.process_time()
    given = work()
    return time.process_time() - started, given


def window(*, smoke: bool) -> None:
    from PySide6.QtCore import QTimer
    from PySide6.QtWidgets import QApplication

    from elcs_gui import gui

    with tempfile.TemporaryDirectory() as folder:
        settings = Path(folder) / "settings" / "s.ini"
        settings.parent.mkdir()
        app, made = gui.make_window(gui.parser().parse_args([]), settings)
        made.build_workspace()
        ticks: list[float] = []
        timer = QTimer(interval=1)
        timer.timeout.connect(lambda: ticks.append(time.perf_counter()))
        timer.start()

        def spin(until: Callable[[], bool], most: float = 600) -> None:
            end = time.perf_counter() + most
            while not until() and time.perf_counter() < end:
                QApplication.processEvents()
                time.sleep(0.0005)

        def longest(work: Callable[[], object], until: Callable[[], bool]) -> tuple[float, float]:
            spin(lambda: False, 0.02 if smoke else 0.3)
            ticks.clear()
            started = time.perf_counter()
            ticks.append(started)
            work()
            spin(until)
            took = time.perf_counter() - started
            ticks.append(time.perf_counter())
            return took, max(b - a for a, b in pairwise(ticks))

        data, known, header = hub_of("asia" if smoke else "pigs")
        from elcs_gui.data.network_files import write_network
        from elcs_gui.data.tables.writers import write_table

        table, network = Path(folder) / "data.npz", Path(folder) / "network.json"
        write_table(data, table)
        write_network(known, network)
        made.open_path(table, network, data.columns[3])
        spin(lambda: made.session.trace is not None and not made.session.running)
        spin(lambda: not made.session.associating)
        made.session.run(header)
        spin(lambda: False, 0.1)
        spin(lambda: not made.session.running)
        events = sum(len(branch.trace) for branch in made.session.runs)
        print(f"a window with {events:,} events in {len(made.session.runs)} runs")
        spin(lambda: False, 0.1 if smoke else 2)
        _, idle = longest(
            lambda: None,
            (lambda end: lambda: time.perf_counter() > end)(time.perf_counter() + (0.1 if smoke else 1)),
        )
        print(f"  idle: longest pause {idle * 1e3:.0f} ms")
        long = made.session.runs.current
        made.session.show_run(next(iter(made.session.runs)))
        _, stall = longest(lambda: made.session.show_run(long), lambda: made.settled)
        print(f"  to show the long run again: longest pause {stall * 1e3:.0f} ms")
        path = Path(folder) / "x.elcs"
        for word in ("save", "save again"):
            made.session_files.path = None
            took, stall = longest(
                lambda: made.session_files.write(path), lambda: made.session_files.path is not None
            )
            print(f"  {word}: {took * 1e3:.0f} ms, longest pause {stall * 1e3:.0f} ms")
        made.player.seek(5)
        took, stall = longest(made.autosaving.autosave, lambda: not made.autosaving.busy)
        print(f"  autosave: {took * 1e3:.0f} ms, longest pause {stall * 1e3:.0f} ms")
        done: list[object] = []
        made.session_files.restoring.restored.connect(done.append)
        took, stall = longest(lambda: made.open_path(path), lambda: bool(done))
        print(f"  open: {took * 1e3:.0f} ms, longest pause {stall * 1e3:.0f} ms")
        timer.stop()
        made.close()
        app.processEvents()


def main() -> None:
    parser = options(__doc__)
    parser.add_argument("what", nargs="*", metavar="file | window")
    args = parser.parse_args()
    for word in args.what or ["file", "window"]:
        {"file": file, "window": window}[word](smoke=args.smoke)


if __name__ == "__main__":
    main()
