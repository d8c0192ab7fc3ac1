"""How fast the engine is, beside its peers and in one run on one machine.

    python tests/bench/bench_engine.py speed       ELCS on all targets of Alarm, beside causal-learn, numpy
    python tests/bench/bench_engine.py local       every local learner on Alarm: time a test beside ELCS's
    python tests/bench/bench_engine.py networks    Alarm10, Pigs and Gene beside the paper's figures
    python tests/bench/bench_engine.py trace       recording, seeking and filing a long trace

Alarm is the paper's where the folder `shared` stands beside the project, else drawn; `networks` and `trace`
need the folder, and the first compares with causal-learn where that is installed. Times are of the processor.
Trust ratios more than milliseconds.
"""

from __future__ import annotations

import csv
import gc
import json
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from statistics import fmean, median

import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from elcs_gui.algorithms.learning import Learnt, learn
from elcs_gui.algorithms.registry import ALGORITHMS
from elcs_gui.ci.asking import Asker, Asking, Counts
from elcs_gui.ci.discrete import G2
from elcs_gui.ci.evidence import Evidence
from elcs_gui.ci.judge import Judge
from elcs_gui.ci.questions import Policy, Question
from elcs_gui.data.dataset import Dataset
from elcs_gui.native.library import words
from elcs_gui.storage.trace_file import read_trace, write_trace
from elcs_gui.trace.events import Tested
from elcs_gui.trace.metrics import Metrics, measure, truth_for
from elcs_gui.trace.timeline import Timeline
from elcs_gui.trace.trace import Header
from tests.measuring import SHARED, measured_set, options

NETWORKS = {"Alarm10": "alarm10", "Pigs": "pigs", "Gene": "gene"}


class NumpyEvidence(Evidence):
    """Evidence that keeps to numpy."""

    def asker(self, judge: Judge, counts: Counts, serial: int) -> Asking:
        return Asker(self.test, self.tape, judge, counts, serial)


def every_target(evidence: Evidence, data: Dataset, *, record: bool, algorithm: str = "elcs") -> list[Learnt]:
    headers = [
        Header(algorithm, target, data.columns, "g2", rows=data.rows) for target in range(data.variables)
    ]
    return [learn(evidence, header, record=record) for header in headers]


def seconds(work: Callable[[], object], repeat: int) -> float:
    """Of the processor: the best of some repetitions, the garbage of the one before collected."""
    times = []
    for _ in range(repeat):
        gc.collect()
        started = time.process_time()
        work()
        times.append(time.process_time() - started)
    return min(times)


def speed(name: str = "alarm", rows: int = 5000, rounds: int = 9) -> None:
    data, _ = measured_set(name, rows)
    print(f"{words()}\n")
    runs = every_target(Evidence(G2(data)), data, record=True)
    asked = [event for run in runs for event in run.trace if isinstance(event, Tested)]
    questions = [(event.x, event.y, event.z) for event in asked]
    distinct = list({Question.of(*question) for question in questions})
    print(
        f"{data.rows:,} rows, all {data.variables} targets: "
        f"{len(asked):,} requested, {len(distinct):,} distinct tests"
    )

    recorded = seconds(lambda: every_target(Evidence(G2(data)), data, record=True), rounds)
    silent = seconds(lambda: every_target(Evidence(G2(data)), data, record=False), rounds)
    by_numpy = seconds(lambda: every_target(NumpyEvidence(G2(data)), data, record=True), (rounds + 3) // 4)
    kernel = seconds(lambda: kernel_alone(data, questions), rounds)
    test = G2(data)
    numpy_test = seconds(lambda: [test.measure(question) for question in distinct], (rounds + 3) // 4) / len(
        distinct
    )
    peer = causal_learn(data, questions)
    peer_test = causal_learn(data, [(q.x, q.y, q.z) for q in distinct]) / len(distinct)
    rows = [
        ("recorded", recorded),
        ("silent", silent),
        ("nothing but the kernel, same questions", kernel),
        ("numpy fallback, recorded", by_numpy),
        ("causal-learn gsq, with its own cache", peer),
        ("causal-learn gsq, each question anew", peer_test * len(asked)),
        ("numpy kernel, each question anew", numpy_test * len(asked)),
    ]
    for label, taken in rows:
        if taken:
            print(
                f"  {label:<40} {taken * 1e3:9.1f} ms  {taken / len(asked) * 1e6:7.2f} µs a requested test"
                f"  {taken / recorded:7.2f} x recorded"
            )
    print(f"  one test: numpy {numpy_test * 1e6:.0f} µs, causal-learn {peer_test * 1e6:.0f} µs")


def kernel_alone(data: Dataset, questions: list[tuple[int, int, tuple[int, ...]]]) -> None:
    """Every question of the run in one compiled call, through the tape."""
    evidence = Evidence(G2(data))
    judge = Judge(evidence.tape, evidence.test.distribution, 0.01, Policy())
    asker = evidence.asker(judge, Counts(), evidence.tape.new_run())
    if isinstance(asker, Asker):
        print("  (there is no kernel: numpy answers)")
        return
    for _ in asker.listed(questions):
        pass


def causal_learn(data: Dataset, questions: list[tuple[int, int, tuple[int, ...]]]) -> float:
    try:
        from causallearn.utils.cit import CIT
    except ImportError:
        print("  (causal-learn is not installed: pip install causal-learn)")
        return 0.0
    test = CIT(np.ascontiguousarray(data.codes.T), "gsq")
    levels = [len(labels) for labels in data.levels]
    reliable = [
        q for q in questions if data.rows / np.prod([float(levels[v]) for v in (q[0], q[1], *q[2])]) >= 5
    ]
    started = time.process_time()
    for x, y, z in reliable:
        test(x, y, list(z))
    return time.process_time() - started


def local(name: str = "alarm", rows: int = 5000, rounds: int = 5, most: int | None = None) -> None:
    """Each begins with nothing computed, and shares answers between its targets; seconds of the processor."""
    of_elcs = 0.0
    learners = [each.id for each in ALGORITHMS.values() if each.rules and not each.learns_graph]
    data, _ = measured_set(name, rows)
    for algorithm in learners[:most]:
        taken = []
        for _ in range(rounds):
            evidence = Evidence(G2(data))
            started = time.process_time()
            runs = every_target(evidence, data, record=False, algorithm=algorithm)
            taken.append(time.process_time() - started)
        asked = sum(run.counts.requested for run in runs)
        a_test = min(taken) / asked
        of_elcs = of_elcs or a_test
        print(
            f"  {algorithm:<16} {min(taken) * 1e3:6.0f} ms {asked:7,} tests {a_test * 1e6:6.2f} µs a test"
            f" {a_test / of_elcs:6.2f} x ELCS",
            flush=True,
        )


def networks() -> None:
    paper = {}
    tables = SHARED / "paper" / "tables" / "local_5000.csv"
    if not tables.exists():
        sys.exit(f"The paper's figures are read from {tables}, which is not there.")
    with tables.open(encoding="utf-8") as file:
        for row in csv.DictReader(file):
            if row["algorithm"] == "ELCS":
                paper[row["network"]] = row
    for name in NETWORKS:
        done = subprocess.run(
            [sys.executable, __file__, "network", name], capture_output=True, text=True, check=True
        )
        found = json.loads(done.stdout.splitlines()[-1])
        theirs = paper[name]
        print(
            f"{name}: {found['targets']} targets in {found['all']:.1f} s, "
            f"one target {found['one'] * 1e3:.0f} ms "
            f"(median; longest {found['longest']:.1f} s), paper {theirs['time_mean']} s\n"
            f"    tests a target {found['tests']:,.0f}, paper {theirs['ci_tests_mean']}; "
            f"SHD {found['shd']:.2f} ({theirs['shd_mean']}), "
            f"ArrR {found['arrr']:.2f} ({theirs['arrr_mean']}), "
            f"FDR {found['fdr']:.2f} ({theirs['fdr_mean']}); memory {found['memory']} MB"
        )


def network(name: str) -> None:
    """One network in a process of its own, so that its memory can be told."""
    data, known = measured_set(name.lower())
    truth = truth_for(known, data.columns)
    alone = []
    for target in range(0, data.variables, max(data.variables // 30, 1)):
        evidence = Evidence(G2(data))
        started = time.perf_counter()
        learn(evidence, Header("elcs", target, data.columns, "g2"), record=True)
        alone.append(time.perf_counter() - started)
    started = time.perf_counter()
    runs = every_target(Evidence(G2(data)), data, record=False)
    taken = time.perf_counter() - started
    metrics = Metrics.mean(measure(run.outcome, truth[i]) for i, run in enumerate(runs) if run.outcome)
    print(
        json.dumps(
            {
                "targets": data.variables,
                "all": taken,
                "one": median(alone),
                "longest": max(alone),
                "tests": fmean(run.counts.requested for run in runs),
                "shd": metrics.shd,
                "arrr": metrics.arrr,
                "fdr": metrics.fdr,
                "memory": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024,
            }
        )
    )


def trace(name: str = "pigs", rounds: int = 3) -> None:
    """A trace of at least 100,000 events: Pigs' variable with the most neighbours."""
    data, known = measured_set(name)
    hub = max(range(data.variables), key=lambda node: len(known.children(node)))
    header = Header("emb", hub, data.columns, "g2", rows=data.rows)
    recorded = seconds(lambda: learn(Evidence(G2(data)), header, record=True), rounds)
    silent = seconds(lambda: learn(Evidence(G2(data)), header, record=False), rounds)
    made = learn(Evidence(G2(data)), header).trace
    print(f"{data.columns[hub]}: {len(made):,} events ({len(made.facts):,} facts)")
    print(f"  recorded {recorded:.2f} s, silent {silent:.2f} s: {recorded / silent:.2f} x")
    timeline = Timeline(made)
    first = seconds(lambda: timeline.view(len(made)), 1)
    random = np.random.default_rng(1)
    times = []
    for step in random.integers(0, len(made) + 1, 500).tolist():
        started = time.perf_counter()
        timeline.view(step)
        made[max(step - 1, 0)]
        times.append(time.perf_counter() - started)
    print(
        f"  first seek {first * 1e3:.0f} ms, then {median(times) * 1e3:.2f} ms (worst {max(times) * 1e3:.1f})"
    )
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "trace.jsonl"
        writing = seconds(lambda: write_trace(made, path), 1)
        reading = seconds(lambda: read_trace(path), 1)
        size = path.stat().st_size / 1e6
    print(f"  written in {writing:.1f} s ({size:.0f} MB), read in {reading:.1f} s")


def smoke() -> None:
    speed("asia", 300, 1)
    local("asia", 300, 1, 2)
    network("asia")
    trace("asia", 1)


def main() -> None:
    named = {each.__name__: each for each in (speed, local, networks, trace)}
    parser = options(__doc__)
    parser.add_argument("what", nargs="?", choices=[*named, "network"], default="speed")
    parser.add_argument("name", nargs="?", help="of `network`, which measures one of them")
    args = parser.parse_args()
    if args.smoke:
        smoke()
    elif args.what == "network":
        network(args.name)
    else:
        named[args.what]()


if __name__ == "__main__":
    main()
