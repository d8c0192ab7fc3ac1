"""How long the test log takes with a million tests: `python tests/bench/bench_log.py [TESTS]`.

Run by hand. Wanted: a filter within 60 ms, a sort within 250 ms, a page painted within a frame.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from pathlib import Path
from time import perf_counter

import numpy as np

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from PySide6.QtWidgets import QApplication

from elcs_gui.app.kit.theme import LIGHT
from elcs_gui.app.log.columns import LogColumns
from elcs_gui.app.log.filter import parse
from elcs_gui.app.log.panel import LogPanel
from elcs_gui.app.log.rows import LogRows, Sort
from elcs_gui.app.model.player import Player
from elcs_gui.ci.asking import FRESH, SWAPPED, Batch
from elcs_gui.ci.distributions import ChiSquare
from elcs_gui.ci.judge import Judge
from elcs_gui.ci.questions import Policy
from elcs_gui.ci.tape import Tape
from elcs_gui.trace.trace import Header, Trace
from tests.measuring import options

VARIABLES = 800
LINES = ("HITON-PC:2", "HITON-PC:9", "RecogSpouses:5", "RecogSpouses:11", "EMB:4", "DistinguishPC:15")


def long_trace(tests: int, distinct: float = 1.0) -> Trace:
    """A trace of that many made-up tests; `distinct` is the share of questions asked only once."""
    rng = np.random.default_rng(0)
    answers = int(tests * distinct)
    tape = Tape()
    sizes = rng.integers(0, 4, answers)
    tape.asked = np.zeros((answers, 4), dtype=np.int32)
    tape.asked[:, :2] = np.sort(rng.integers(0, VARIABLES, (answers, 2)), axis=1)
    tape.asked[:, 2] = np.concatenate([[0], np.cumsum(sizes)[:-1]])
    tape.asked[:, 3] = sizes
    tape.given = rng.integers(0, VARIABLES, int(sizes.sum()) + 1, dtype=np.int32)
    tape.statistic = rng.exponential(20, answers)
    tape.statistic[rng.random(answers) < 0.02] = np.nan
    tape.df = rng.integers(1, 60, answers, dtype=np.int32)
    tape.used[:2] = answers, len(tape.given)
    names = tuple(f"variable_{number}" for number in range(VARIABLES))
    trace = Trace(Header("elcs", 0, names, "g2"), Judge(tape, ChiSquare(), 0.01, Policy()))
    add_tests(trace, rng.integers(0, answers, tests, dtype=np.int32), rng)
    return trace


def add_tests(trace: Trace, answers: np.ndarray, rng: np.random.Generator) -> None:
    for line, some in zip(LINES, np.array_split(answers, len(LINES)), strict=True):
        flags = rng.choice(np.array([0, FRESH, FRESH | SWAPPED], dtype=np.uint8), len(some))
        trace.add_tests(Batch(some, flags), line)


def timed(what: str, call: Callable[[], object], repeats: int = 3) -> None:
    times = []
    for _ in range(repeats):
        start = perf_counter()
        call()
        times.append(1000 * (perf_counter() - start))
    print(f"{what:<44} first {times[0]:8.1f} ms   best {min(times):8.1f} ms")


def main() -> None:
    parser = options(__doc__)
    parser.add_argument("tests", nargs="?", type=int, default=1_000_000)
    args = parser.parse_args()
    measure_all(3000 if args.smoke else args.tests)


def measure_all(tests: int) -> None:
    app = QApplication([])
    trace = long_trace(tests)
    columns = LogColumns(trace)
    timed("columns from the trace", lambda: LogColumns(trace))
    timed("p-values, all (done in pauses)", lambda: columns.p, 1)
    rows = LogRows(columns)
    for text in ("p<0.05", "x:variable_7 p<0.05", "variable_77", "z:variable_5 verdict:ind", "stage:lemma",
                 "answer:reused", "df>=3 stat>10 n>1000 line:11"):  # fmt: skip
        condition = parse(text, columns.names)
        timed(f"filter {text}", lambda condition=condition: rows.show(condition, None))
    for column in ("p", "stat", "df", "x", "y", "z", "stage", "verdict", "answer", "line"):
        timed(f"sort by {column}", lambda column=column: rows.show(None, Sort(column)))
    timed("sort by p, downwards", lambda: rows.show(None, Sort("p", descending=True)))

    player = Player()
    panel = LogPanel(player, LIGHT)
    panel.resize(1200, 800)
    panel.show()
    timed("panel: load and paint", lambda: (player.load(trace), app.processEvents()), 2)
    panel.model.columns.p  # noqa: B018  the pauses in which they are computed have not come yet
    bar = panel.view.verticalScrollBar()
    places = iter(np.linspace(0, bar.maximum(), 60).astype(int).tolist())
    timed(
        "panel: scroll to elsewhere and paint",
        lambda: (bar.setValue(next(places)), panel.view.viewport().repaint()),
        50,
    )
    steps = iter(range(1000, 1060))
    timed("panel: seek and paint", lambda: (player.seek(next(steps)), panel.view.viewport().repaint()), 50)
    timed("panel: filter and paint", lambda: (panel.filter_to("x:variable_7 p<0.05"), app.processEvents()), 2)
    timed("panel: clear the filter and paint", lambda: (panel.filter_to(""), app.processEvents()), 2)
    timed("panel: sort by p and paint", lambda: (panel._sort(Sort("p")), app.processEvents()), 2)
    panel._sort(None)
    rng = np.random.default_rng(1)

    def grow() -> None:
        add_tests(trace, rng.integers(0, tests, 3000, dtype=np.int32), rng)
        panel._grow()
        app.processEvents()

    timed("panel: take over 3,000 new tests and paint", grow, 10)


if __name__ == "__main__":
    main()
