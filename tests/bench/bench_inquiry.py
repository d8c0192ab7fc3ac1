"""How fast a run answers questions about itself.

    python tests/bench/bench_inquiry.py why        proofs on a trace of more than 100,000 events
    python tests/bench/bench_inquiry.py alpha      every alpha from 1e-6 to 0.2 on Alarm, beside one run
    python tests/bench/bench_inquiry.py blame      every target of samples of Alarm, Child and Insurance
    python tests/bench/bench_inquiry.py stability  replicates on Alarm beside one run, 1 and 2 processes

Needs the folder `shared` beside the project. Trust ratios more than milliseconds. A further question is one
function and one entry in `COMMANDS`.
"""

from __future__ import annotations

import random
import sys
import time
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from statistics import median

import numpy as np

from elcs_gui.algorithms.learning import learn
from elcs_gui.ci import compiled
from elcs_gui.ci.asking import Asker, Asking, Counts
from elcs_gui.ci.discrete import G2
from elcs_gui.ci.evidence import Evidence
from elcs_gui.ci.judge import Judge
from elcs_gui.data.dataset import Dataset
from elcs_gui.data.examples import find_example
from elcs_gui.data.sampling import sample
from elcs_gui.inquiry.alpha import explore_alpha
from elcs_gui.inquiry.blame import blame as find_blame
from elcs_gui.inquiry.replicate_kinds import KINDS
from elcs_gui.inquiry.replicates import Plan, Replicates
from elcs_gui.inquiry.stability import stability as repeated
from elcs_gui.proof.why import SETS, fragility, weakest, why_edge, why_member
from elcs_gui.trace.trace import Header, Trace

SHARED = Path(__file__).resolve().parents[3] / "shared"


def load(file: str, array: str) -> Dataset:
    with np.load(SHARED / "benchmarks" / "samples" / f"{file}.npz") as arrays:
        return Dataset.discrete(file, arrays["columns"].tolist(), arrays[array][:5000])


def long_trace(least: int, most: int) -> Trace:
    """The first run of ELCS on Gene with so many events."""
    data = load("Gene_pool", "pool")
    evidence = Evidence(G2(data))
    for target in range(data.variables):
        trace = learn(evidence, Header("elcs", target, data.columns, "g2", rows=data.rows)).trace
        if least <= len(trace) <= most:
            return trace
    raise SystemExit(f"no target of Gene has {least} to {most} events")


def timed(work: Callable[[], object]) -> float:
    """Milliseconds."""
    started = time.perf_counter()
    work()
    return 1000 * (time.perf_counter() - started)


def report(what: str, times: list[float]) -> None:
    print(f"{what:<22} {len(times):>5} proofs: median {median(times):.2f} ms, longest {max(times):.1f} ms")


def why() -> None:
    compiled.warm_up()
    trace = long_trace(100_000, 200_000)
    names, end = trace.header.names, len(trace)
    print(f"Gene, target {names[trace.header.target]}: {end} events, {len(trace.test_steps)} tests")
    print(f"first proof, with the index: {timed(lambda: why_edge(trace, end, 0, 1)):.1f} ms")
    generator = random.Random(1)
    target = trace.header.target
    arrows = fragility(trace, end)
    joined = {(edge.tail, edge.head) for edge in arrows}
    pairs = [tuple(generator.sample(range(len(names)), 2)) for _ in range(500)]
    at_target = [(target, x) for x in range(len(names)) if x != target]
    for what, asked in (("arrows", sorted(joined)), ("random pairs", pairs), ("pairs at T", at_target)):
        anywhere = [generator.randint(0, end) for _ in asked]
        for when, steps in (("end", [end] * len(asked)), ("any step", anywhere)):
            times = [
                timed(lambda a=a, b=b, step=step: weakest(trace, why_edge(trace, step, a, b)))
                for (a, b), step in zip(asked, steps, strict=True)
            ]
            report(f"{what}, {when}", times)
    for name in SETS:
        report(name, [timed(lambda x=x, name=name: why_member(trace, end, name, *x)) for x in at_target])
    print(f"fragility of {len(arrows)} arrows: {timed(lambda: fragility(trace, end)):.1f} ms")


def stability() -> None:
    data = load("Alarm_s5000", "v1")
    compiled.warm_up()
    target = data.index("HR")
    header = Header("elcs", target, data.columns, "g2", rows=data.rows)
    print(f"Alarm, target {data.columns[target]}, {data.rows} rows")
    once = [timed(lambda: learn(Evidence(G2(data)), header)) for _ in range(30)]
    asked = learn(Evidence(G2(data)), header).counts.requested
    print(
        f"one run from an empty tape: {min(once):.1f} ms, {1000 * min(once) / asked:.1f} µs a test ({asked})"
    )
    for kind in KINDS:
        replicates = Replicates(Plan(data, header, kind))
        times, per_test = [], []
        for number in range(60):
            started = time.perf_counter()
            replicate = replicates.make(number)
            times.append(1000 * (time.perf_counter() - started))
            per_test.append(1000 * times[-1] / replicate.requested)
        print(
            f"{kind:<13} a replicate: median {median(times):.1f} ms, median {median(per_test):.1f} µs a test"
            f", least {min(per_test):.1f}"
        )
    for count in (100, 1000):
        for jobs in (1, 2):
            taken = timed(lambda count=count, jobs=jobs: repeated(data, header, replicates=count, place=jobs))
            each = f"{1000 * count / taken:.0f} a second"
            print(f"{count} bootstraps, {jobs} processes: {taken / 1000:.2f} s, {each}")
    generator = np.random.default_rng(0)

    def anew() -> None:
        """A plain loop: the rows as a table, read again, asked by numpy."""
        table = data.codes.T[generator.integers(data.rows, size=data.rows)]
        learn(NumpyEvidence(G2(Dataset.discrete("resample", data.columns, table))), header)

    taken = timed(lambda: [anew() for _ in range(10)])
    print(f"10 bootstraps in a plain loop with numpy: {taken / 1000:.2f} s, {10_000 / taken:.1f} a second")


class NumpyEvidence(Evidence):
    """Evidence that keeps to numpy."""

    @property
    def compilable(self) -> bool:
        return False

    def asker(self, judge: Judge, counts: Counts, serial: int) -> Asking:
        return Asker(self.test, self.tape, judge, counts, serial)


def alpha() -> None:
    compiled.warm_up()
    data = load("Alarm_s5000", "v1")
    total, replays = 0.0, 0
    for target in range(0, data.variables, 4):
        header = Header("elcs", target, data.columns, "g2", rows=data.rows)
        evidence = Evidence(G2(data))
        one = timed(lambda e=evidence, h=header: learn(e, h, record=False))
        started = time.perf_counter()
        found = explore_alpha(Evidence(G2(data)), header)
        seconds = time.perf_counter() - started
        total, replays = total + seconds, replays + found.replays
        print(
            f"{data.columns[target]:<14} {seconds:6.2f} s for {found.replays:>4} runs "
            f"({found.replays / seconds:4.0f} a second), results: {len(found.intervals)}; "
            f"one run at 0.01: {one:.1f} ms"
        )
    print(f"all of them: {total:.2f} s, {replays / total:.0f} runs a second")


def blame() -> None:
    """Who is to blame for every wrong edge, on samples of the bundled networks."""
    compiled.warm_up()
    for name, rows in (("alarm", 500), ("alarm", 5000), ("child", 500), ("child", 5000), ("insurance", 5000)):
        known = find_example(name).load_network()
        kinds: Counter[str] = Counter()
        sizes: Counter[int] = Counter()
        replays, smallest, right, longest = 0, 0, 0, 0.0
        started, cpu = time.perf_counter(), time.process_time()
        data = sample(known, rows, seed=1)
        evidence = Evidence(G2(data))
        for target in range(data.variables):
            before = time.perf_counter()
            found = find_blame(evidence, Header("elcs", target, data.columns, "g2", rows=rows), known)
            longest = max(longest, time.perf_counter() - before)
            replays += found.replays
            for fault in found.errors:
                if fault.kind == fault.at_best:
                    kinds["the algorithm's"] += 1
                elif not fault.confirmed:
                    kinds["not confirmed"] += 1
                else:
                    kinds["one verdict's" if len(fault.corrections) == 1 else "several verdicts'"] += 1
                    kinds["(of these, worse than the algorithm's own error)"] += fault.algorithm_error
            if found.corrections:
                sizes[len(found.corrections)] += 1
                smallest += found.smallest
            else:
                right += 1
        seconds, cpu = time.perf_counter() - started, time.process_time() - cpu
        print(
            f"{name}, {rows:,} rows, {data.variables} targets: {dict(kinds)}\n"
            f"  corrections a target: none {right}, {dict(sorted(sizes.items()))}; "
            f"known smallest: {smallest}\n"
            f"  {seconds:.0f} s (longest {longest:.1f} s), {replays:,} replays, "
            f"{replays / seconds:.0f} a second, {replays / cpu:.0f} a second of processor time",
            flush=True,
        )


COMMANDS: dict[str, Callable[[], None]] = {"why": why, "alpha": alpha, "blame": blame, "stability": stability}

if __name__ == "__main__":
    if len(sys.argv) != 2 or sys.argv[1] not in COMMANDS:
        sys.exit(f"usage: python {Path(__file__).name} {'|'.join(COMMANDS)}")
    COMMANDS[sys.argv[1]]()
