"""Proofs of random runs, held against the checker that shares nothing with the prover, at random steps.

    python tests/bench/soak_proofs.py [CASES] [FIRST] [ALGORITHM ...]

A case is a number: it chooses the graph or the few rows, the algorithm, k, the target, what is known (true or
not), the steps, and whose edges and sets are asked about there. No error, every proof accepted, every
sentence finished, and what is claimed is what the window shows. Prints each kind of failure with its first
case, and ends with 1 if there is any. A thousand cases take about five minutes on one core.
"""

from __future__ import annotations

import random
import re
import sys
from collections import Counter, defaultdict
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from elcs_gui.proof.argument import argument_for, argument_of_edge
from elcs_gui.proof.why import SETS, Proof, weakest, why_edge, why_member
from elcs_gui.proof.words import proof_lines, weakest_words
from elcs_gui.trace.timeline import Timeline
from elcs_gui.trace.trace import Trace
from tests.measuring import options
from tests.proof.checker_edges import EdgeChecker
from tests.proof.test_proofs import ON_DATA
from tests.random_runs import random_run


def some_step(trace: Trace, chosen: random.Random) -> int:
    """The step after an event of a line: every line as likely as any other, for what errs does so at few."""
    _, places = trace.lines()
    line = chosen.choice(sorted({*places.tolist()}))
    return chosen.choice((places == line).nonzero()[0].tolist()) + 1


class Asked:
    """What is wrong with the proofs of a run after a step, as far as they were asked for."""

    def __init__(self, trace: Trace, step: int) -> None:
        self.trace, self.step = trace, step
        self.view = Timeline(trace).view(step)
        self.wrong: list[str] = []
        self._checker = EdgeChecker(trace, step)

    def of(self, owner: int) -> None:
        """Of all edges and sets of a variable."""
        inside: dict[str, set[int]] = defaultdict(set)
        for x in (x for x in range(len(self.trace.header.names)) if x != owner):
            for name in ("edge", *SETS):
                try:
                    proof = self._proof(name, owner, x)
                except Exception as error:
                    self.wrong.append(f"{name} {owner} {x}: {type(error).__name__}: {error}")
                    continue
                if proof.claim.kind == f"in {name}":
                    inside[name].add(x)
        for name, seen in self._seen(owner).items():
            if inside[name] != seen:
                self.wrong.append(f"{name} of {owner}: seen {sorted(seen)}, proved {sorted(inside[name])}")

    def _proof(self, name: str, owner: int, x: int) -> Proof:
        trace, step = self.trace, self.step
        if name == "edge":
            proof = why_edge(trace, step, owner, x)
            if argument_for(trace, proof) != argument_of_edge(trace, step, owner, x):
                self.wrong.append(f"argument of {owner} {x} differs")
            shown = self.view.edges.get((min(owner, x), max(owner, x)))
            if shown is not None:
                told = ("directed", (shown.tail, shown.head)) if shown.rule else None
                if (proof.status, proof.claim.of) != told if told else proof.status == "absent":
                    self.wrong.append(f"edge {owner} {x}: seen {shown}, proved {proof.status}")
        else:
            proof = why_member(trace, step, name, owner, x)
        self._checker.check_asked(proof)
        said = [line.sentence for line in proof_lines(trace, proof)]
        for sentence in (*said, weakest_words(trace, weakest(trace, proof))):
            known = "beforehand" in sentence or "knowledge" in sentence
            finished = sentence.endswith(".") and "None" not in sentence and "  " not in sentence
            if not finished or (known and not trace.header.knowledge):
                self.wrong.append(f"sentence of {name} {owner} {x}: {sentence}")
        return proof

    def _seen(self, owner: int) -> dict[str, set[int]]:
        """The sets that the window shows."""
        end, blanket = self.view.finished, self.view.blankets.get(owner)
        seen: dict[str, set[int]] = {}
        if blanket is not None:
            seen["PC"], seen["SP"] = {*blanket.pc}, {*blanket.all_spouses}
            seen["CSP"] = {x for xs in blanket.candidate_spouses.values() for x in xs}
            seen["Sep"] = {*blanket.separators}
        if end is not None and end.target == owner:
            seen |= {"P": {*end.parents}, "C": {*end.children}, "UN": {*end.undetermined}}
        return seen


def main() -> int:
    parser = options(__doc__)
    parser.add_argument("cases", nargs="?", type=int, default=1000)
    parser.add_argument("first", nargs="?", type=int, default=0)
    parser.add_argument("algorithms", nargs="*", metavar="ALGORITHM")
    args = parser.parse_args()
    cases, first, algorithms = 2 if args.smoke else args.cases, args.first, args.algorithms or ON_DATA
    kinds: Counter[str] = Counter()
    for case in range(first, first + cases):
        run = random_run(case, algorithms)
        trace, chosen = run.learnt.trace, run.chosen
        for step in (len(trace), *(some_step(trace, chosen) for _ in range(10))):
            asked = Asked(trace, step)
            learnt = [*asked.view.blankets, chosen.randrange(len(trace.header.names))]
            asked.of(trace.header.target if step == len(trace) else chosen.choice(learnt[-2:]))
            for complaint in asked.wrong:
                kind = re.sub(r"\d+|\([^()]*\)", "#", f"{trace.header.algorithm}: {complaint}")
                if kind not in kinds:
                    print(f"case {case}, step {step}, {trace.header.algorithm}: {complaint}", flush=True)
                kinds[kind] += 1
    print(f"{cases:,} cases, {kinds.total():,} failures of {len(kinds)} kinds")
    return bool(kinds)


if __name__ == "__main__":
    raise SystemExit(main())
