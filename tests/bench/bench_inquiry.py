"""How fast a run answers questions about itself.

    python tests/bench/bench_inquiry.py why        proofs on a trace of more than 100,000 events

Needs the folder `shared` beside the project. Trust ratios more than milliseconds. A further question is one
function and one entry in `COMMANDS`.
"""

from __future__ import annotations

import random
import sys
import time
from collections.abc import Callable
from pathlib import Path
from statistics import median

import numpy as np

from elcs_gui.algorithms.learning import learn
from elcs_gui.ci import compiled
from elcs_gui.ci.discrete import G2
from elcs_gui.ci.evidence import Evidence
from elcs_gui.data.dataset import Dataset
from elcs_gui.trace.proof import fragility, weakest, why_edge, why_member
from elcs_gui.trace.trace import Header, Trace

SHARED = Path(__file__).resolve().parents[3] / "shared"


def load(file: str, array: str) -> Dataset:
    with np.load(SHARED / "benchmarks" / "samples" / f"{file}.npz") as arrays:
        return Dataset.discrete(file, arrays["columns"].tolist(), arrays[array][:5000])


def long_trace(least: int) -> Trace:
    """The first run of ELCS on Gene with that many events."""
    data = load("Gene_pool", "data")
    evidence = Evidence(G2(data))
    for target in range(data.variables):
        trace = learn(evidence, Header("elcs", target, data.columns, "g2", rows=data.rows)).trace
        if len(trace) >= least:
            return trace
    raise SystemExit(f"no target of Gene has {least} events")


def timed(work: Callable[[], object]) -> float:
    """Milliseconds."""
    started = time.perf_counter()
    work()
    return 1000 * (time.perf_counter() - started)


def why() -> None:
    compiled.warm_up()
    trace = long_trace(100_000)
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
        for when, steps in (
            ("end", [end] * len(asked)),
            ("any step", [generator.randint(0, end) for _ in asked]),
        ):
            times = [timed(lambda a=a, b=b, s=s: weakest(trace, why_edge(trace, s, a, b)))
                     for (a, b), s in zip(asked, steps, strict=True)]  # fmt: skip
            print(
                f"{what:<14} {when:<9} {len(times):>5} proofs: median {median(times):.2f} ms, longest {max(times):.1f}"
            )
    for name in ("PC", "SP", "CSP", "Sep", "P", "UN", "MB"):
        times = [timed(lambda x=x, name=name: why_member(trace, end, name, target, x)) for _, x in at_target]
        print(
            f"{name:<14} {'end':<9} {len(times):>5} proofs: median {median(times):.2f} ms, longest {max(times):.1f}"
        )
    print(f"fragility of {len(arrows)} arrows: {timed(lambda: fragility(trace, end)):.1f} ms")


COMMANDS: dict[str, Callable[[], None]] = {"why": why}

if __name__ == "__main__":
    if len(sys.argv) != 2 or sys.argv[1] not in COMMANDS:
        sys.exit(f"usage: python {Path(__file__).name} {'|'.join(COMMANDS)}")
    COMMANDS[sys.argv[1]]()
