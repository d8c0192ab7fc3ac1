"""PC-stable beside causal-learn's PC, by every rule about colliders: skeletons, and which arrows differ.

    python tests/bench/compare_colliders.py [--peers PYTHON] [--smoke]

`--peers` is a Python that has causal-learn (`pip install causal-learn`), which need not be installed beside
this program. Data are 1,000 and 5,000 rows of Alarm and Child, simulated; alpha 0.01, sets of at most 3, no
rule about cells (causal-learn has none). `--smoke` takes 500 rows of Asia.

What is compared is each rule with the setting of causal-learn that comes nearest:

    whole         uc_rule 0, uc_priority 2: a collider is drawn where neither arrow leaves its middle
    overwrite     uc_rule 0, uc_priority 0
    first         none: there is no half collider there; 0/2 stands beside it, too
    max-p         uc_rule 1, uc_priority 4: by the largest p without the middle, largest first
    conservative  uc_rule 2, uc_priority 2

Differences that are left, and why:

- Separating sets. In its stable form causal-learn keeps, for each end, the union of all sets of the level
  that separate a pair, and a collider needs its middle in none of them; ours keeps the first that separates.
  The triples that are decided otherwise for that are counted.
- Its sets for max-p and conservative are of any size and without the one that the search found; ours have at
  most k members, and where nothing of those separates, the search decides. Where nothing separates (p at most
  alpha everywhere) causal-learn compares the p all the same.
- Order, which decides between colliders that contradict each other: ours goes by B, then A, then C, it by its
  list of triples. Given its sets in its order, `whole` draws the same colliders (seen on Child).
- Meek rules. It leaves out a direction that would close a circle, and goes through them in another order,
  which matters where colliders contradict each other.
- `first` draws half colliders, which it never does.
"""

from __future__ import annotations

import argparse
import io
import json
import subprocess
import sys
import time
from contextlib import redirect_stdout
from itertools import combinations
from pathlib import Path
from typing import Any

import numpy as np

ROOT = Path(__file__).resolve().parents[2]
ALPHA, K = 0.01, 3
SETTINGS = {"whole": (0, 2), "overwrite": (0, 0), "first": (0, 2), "max-p": (1, 4), "conservative": (2, 2)}


# What runs in the other Python: it knows numpy and causal-learn, and nothing of this program.


def peer(codes: np.ndarray, rule: int, priority: int) -> dict[str, Any]:
    """Its own run."""
    from causallearn.search.ConstraintBased.PC import pc

    with redirect_stdout(io.StringIO()):
        found = pc(codes, ALPHA, "gsq", True, rule, priority, show_progress=False, max_k=K)
    ends = found.G.graph
    size = len(ends)
    separated = {
        f"{a},{c}": [sorted(map(int, z)) for z in found.sepset[a, c] or ()]
        for a, c in combinations(range(size), 2)
        if ends[a, c] == 0
    }
    return {
        "arrows": [[a, b] for a in range(size) for b in range(size) if ends[b, a] == 1 and ends[a, b] == -1],
        "lines": [[a, b] for a, b in combinations(range(size), 2) if ends[a, b] == ends[b, a] != 0],
        "separated": separated,
    }


def work() -> None:
    asked = json.load(sys.stdin)
    codes = np.array(asked["codes"])
    began = time.perf_counter()
    found = peer(codes, asked["rule"], asked["priority"])
    print(json.dumps(found | {"seconds": time.perf_counter() - began}))


# Here


def ours(data: Any, how: str) -> dict[str, Any]:
    from elcs_gui.algorithms.learning import learn, parameters_of
    from elcs_gui.ci.discrete import G2
    from elcs_gui.ci.evidence import Evidence
    from elcs_gui.trace.events import Ambiguous
    from elcs_gui.trace.trace import Header

    told = parameters_of("pc", [("colliders", how)])
    began = time.perf_counter()
    evidence = Evidence(G2(data, rows_per_cell=0.0))
    learnt = learn(evidence, Header("pc", 0, data.columns, "g2", ALPHA, K, parameters=told))
    outcome = learnt.outcome
    assert outcome is not None
    return {
        "arrows": [(e.tail, e.head) for e in outcome.edges.values() if e.rule],
        "lines": [ends for ends, e in outcome.edges.items() if not e.rule],
        "conflicts": len(outcome.conflicts),
        "ambiguous": sum(isinstance(fact, Ambiguous) for fact in learnt.trace.facts),
        "tests": learnt.counts.requested,
        "separated": {(b.target, x): set(z) for b in outcome.blankets for x, z in b.separators.items()},
        "seconds": time.perf_counter() - began,
    }


def compared(name: str, data: Any, peers: str | None) -> None:
    codes = np.ascontiguousarray(data.codes.T).astype(int)
    print(f"\n{name}, {len(codes):,} rows")
    for how, (rule, priority) in SETTINGS.items():
        mine = ours(data, how)
        joined = {tuple(sorted(ends)) for ends in (*mine["arrows"], *mine["lines"])}
        said = (
            f"  {how:<13}{len(mine['arrows'])} arrows, {len(mine['lines'])} open, "
            f"{mine['conflicts']} conflicts, {mine['ambiguous']} ambiguous, {mine['tests']:,} tests"
        )
        if peers is None:
            print(said)
            continue
        asked = json.dumps({"codes": codes.tolist(), "rule": rule, "priority": priority})
        done = subprocess.run(
            [peers, __file__, "--work"], input=asked, capture_output=True, text=True, check=True
        )
        theirs = json.loads(done.stdout.splitlines()[-1])
        other = {tuple(sorted(ends)) for ends in (*theirs["arrows"], *theirs["lines"])}
        arrows, others = set(mine["arrows"]), {(a, b) for a, b in theirs["arrows"]}
        both = arrows & others
        turned = {(a, b) for a, b in arrows if (b, a) in others}
        print(said)
        skeleton = "equal" if joined == other else f"DIFFERS by {len(joined ^ other)}"
        print(
            f"      uc {rule}/{priority}: skeleton {skeleton}; "
            f"{len(others)} arrows, {len(both)} the same, {len(turned)} turned, "
            f"{len(arrows - both - turned)} ours alone, {len(others - both) - len(turned)} theirs alone"
        )
        near = {x: {y for ends in joined for y in ends if x in ends and y != x} for x in range(len(codes[0]))}
        otherwise = 0
        for b, others_of in near.items():
            for a, c in combinations(sorted(others_of), 2):
                if c not in near[a]:
                    sets = theirs["separated"].get(f"{a},{c}", [])
                    otherwise += (b in mine["separated"][a, c]) != any(b in z for z in sets)
        print(f"      triples whose separating sets say another thing: {otherwise}")
        for a, b in sorted(arrows ^ others):
            whose = "ours  " if (a, b) in arrows else "theirs"
            print(f"        {whose} {data.columns[a]} → {data.columns[b]}")


def main() -> None:
    from elcs_gui.data.examples import find_example
    from elcs_gui.data.network_files import read_network
    from elcs_gui.data.sampling import sample

    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--peers", metavar="PYTHON", help="a Python that has causal-learn")
    parser.add_argument("--smoke", action="store_true", help="only 500 rows of Asia")
    parser.add_argument("--rows", type=int, nargs="*", default=[1000, 5000])
    said = parser.parse_args()
    if said.smoke:
        compared("Asia", sample(find_example("asia").load_network(), 500, 1), said.peers)
        return
    for name in ("alarm", "child"):
        network = read_network(ROOT / "resources" / "networks" / f"{name}.bif")
        for rows in said.rows:
            compared(name.title(), sample(network, rows, 1), said.peers)


if __name__ == "__main__":
    work() if "--work" in sys.argv else main()
