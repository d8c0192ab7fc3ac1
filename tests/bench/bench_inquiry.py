"""How fast a run answers questions about itself.

    python tests/bench/bench_inquiry.py why        proofs on a trace of more than 100,000 events
    python tests/bench/bench_inquiry.py alpha      every alpha from 1e-6 to 0.2 on Alarm, beside one run
    python tests/bench/bench_inquiry.py blame      every target of samples of Alarm, Child and Insurance
    python tests/bench/bench_inquiry.py stability  replicates on Alarm beside one run, 1 and 2 processes

Alarm is the paper's where the folder `shared` stands beside the project, else drawn; `why` needs the folder.
Times are of the processor, except with several processes. Trust ratios more than milliseconds. A further
question is one function and one entry in `COMMANDS`.
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

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from elcs_gui.algorithms.learning import learn
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
from tests.measuring import measured_set, options


def long_trace(name: str, least: int, most: int) -> Trace:
    """The first run of ELCS with so many events."""
    data, _ = measured_set(name)
    evidence = Evidence(G2(data))
    for target in range(data.variables):
        trace = learn(evidence, Header("elcs", target, data.columns, "g2", rows=data.rows)).trace
        if least <= len(trace) <= most:
            return trace
    raise SystemExit(f"no target of {name} has {least} to {most} events")


def timed(work: Callable[[], object]) -> float:
    """Milliseconds of the processor."""
    started = time.process_time()
    work()
    return 1000 * (time.process_time() - started)


def report(what: str, times: list[float]) -> None:
    print(f"{what:<22} {len(times):>5} proofs: median {median(times):.2f} ms, longest {max(times):.1f} ms")


def why(name: str = "gene", least: int = 100_000, most: int = 200_000, random_pairs: int = 500) -> None:
    trace = long_trace(name, least, most)
    names, end = trace.header.names, len(trace)
    print(f"Target {names[trace.header.target]}: {end} events, {len(trace.test_steps)} tests")
    print(f"first proof, with the index: {timed(lambda: why_edge(trace, end, 0, 1)):.1f} ms")
    generator = random.Random(1)
    target = trace.header.target
    arrows = fragility(trace, end)
    joined = {(edge.tail, edge.head) for edge in arrows}
    pairs = [tuple(generator.sample(range(len(names)), 2)) for _ in range(random_pairs)]
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


def stability(
    name: str = "alarm",
    rows: int = 5000,
    counts: tuple[int, ...] = (100, 1000),
    processes: tuple[int, ...] = (1, 2),
) -> None:
    data, known = measured_set(name, rows)
    target = max(range(data.variables), key=lambda node: len(known.parents[node]) + len(known.children(node)))
    header = Header("elcs", target, data.columns, "g2", rows=data.rows)
    print(f"Target {data.columns[target]}, {data.rows} rows")
    once = [timed(lambda: learn(Evidence(G2(data)), header)) for _ in range(min(30, counts[0]))]
    asked = learn(Evidence(G2(data)), header).counts.requested
    print(
        f"one run from an empty tape: {min(once):.1f} ms, {1000 * min(once) / asked:.1f} µs a test ({asked})"
    )
    for kind in KINDS:
        replicates = Replicates(Plan(data, header, kind))
        times, per_test = [], []
        for number in range(min(60, counts[0])):
            started = time.process_time()
            replicate = replicates.make(number)
            times.append(1000 * (time.process_time() - started))
            per_test.append(1000 * times[-1] / replicate.requested)
        print(
            f"{kind:<13} a replicate: median {median(times):.1f} ms, median {median(per_test):.1f} µs a test"
            f", least {min(per_test):.1f}"
        )
    for count in counts:
        for jobs in processes:
            started = time.perf_counter()
            repeated(data, header, replicates=count, place=jobs)
            taken = time.perf_counter() - started
            print(f"{count} bootstraps, {jobs} processes: {taken:.2f} s, {count / taken:.0f} a second")
    generator = np.random.default_rng(0)

    def anew() -> None:
        """A plain loop: the rows as a table, read again, asked by numpy."""
        table = data.codes.T[generator.integers(data.rows, size=data.rows)]
        learn(NumpyEvidence(G2(Dataset.discrete("resample", data.columns, table))), header)

    few = counts[0] // 10 + 1
    taken = timed(lambda: [anew() for _ in range(few)])
    print(f"{few} bootstraps in a plain loop with numpy: {1000 * few / taken:.1f} a second")


class NumpyEvidence(Evidence):
    """Evidence that keeps to numpy."""

    def asker(self, judge: Judge, counts: Counts, serial: int) -> Asking:
        return Asker(self.test, self.tape, judge, counts, serial)


def alpha(name: str = "alarm", rows: int = 5000) -> None:
    data, _ = measured_set(name, rows)
    total, replays = 0.0, 0
    for target in range(0, data.variables, 4):
        header = Header("elcs", target, data.columns, "g2", rows=data.rows)
        evidence = Evidence(G2(data))
        one = timed(lambda e=evidence, h=header: learn(e, h, record=False))
        started = time.process_time()
        found = explore_alpha(Evidence(G2(data)), header)
        seconds = time.process_time() - started
        total, replays = total + seconds, replays + found.replays
        print(
            f"{data.columns[target]:<14} {seconds:6.2f} s for {found.replays:>4} runs "
            f"({found.replays / seconds:4.0f} a second), results: {len(found.intervals)}; "
            f"one run at 0.01: {one:.1f} ms"
        )
    print(f"all of them: {total:.2f} s, {replays / total:.0f} runs a second")


BLAMED = (("alarm", 500), ("alarm", 5000), ("child", 500), ("child", 5000), ("insurance", 5000))


def blame(samples: tuple[tuple[str, int], ...] = BLAMED) -> None:
    """Who is to blame for every wrong edge, on samples of the bundled networks."""
    for name, rows in samples:
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


def smoke() -> None:
    why("asia", 1, 100_000, 5)
    alpha("cancer", 300)
    blame((("asia", 300),))
    stability("asia", 300, (2,), (1,))


COMMANDS: dict[str, Callable[[], None]] = {"why": why, "alpha": alpha, "blame": blame, "stability": stability}


def main() -> None:
    parser = options(__doc__)
    parser.add_argument("what", nargs="?", choices=[*COMMANDS])
    args = parser.parse_args()
    if not args.smoke and args.what is None:
        parser.error(f"say which: {', '.join(COMMANDS)}")
    (smoke if args.smoke else COMMANDS[args.what])()


if __name__ == "__main__":
    main()
