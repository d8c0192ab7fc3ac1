"""How firmly a proof stands: the test on it whose verdict is nearest to turning.

The margin of a test is |ln(p / alpha)|: 0 where p is alpha, ln 10 where it is ten times as large or as small.
Its verdict turns when alpha passes p: an independent one becomes dependent when alpha is raised to p, a
dependent one independent when alpha is lowered below p. Where all tests of a round are judged together, the
threshold of the round stands in for alpha.

A verdict that was forced has no margin: it is an assumption, not evidence. Nor has an unreliable one: no
alpha turns it. It is weaker than any p in that the data said nothing at all, but on little data the policy
makes one of every large set, so it would be the weakest link of nearly every proof and tell nothing. Both are
therefore named beside the weakest measured test, and only where nothing was measured does an unreliable
verdict make a proof weaker than all others (margin 0). A test without information, for which
nothing was left to compare, is treated in the same way.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from elcs_gui.ci.false_discoveries import Threshold
from elcs_gui.ci.questions import Verdict
from elcs_gui.proof.thresholds import threshold_after
from elcs_gui.proof.tree import KNOWN, Proof, cited_tests, walk
from elcs_gui.trace.trace import Trace


@dataclass(frozen=True)
class Weakest:
    """The weakest link of a proof.

    Attributes:
        test: the number of the measured test with the smallest margin; None where nothing was measured (the
            oracle is certain, a forced verdict is given).
        p, independent: what that test said.
        margin: |ln(p / alpha)|; infinite where nothing can turn.
        unreliable, forced, uninformative: the proof's other tests that no alpha can turn.
        cited: how many tests the proof rests on.
        known: whether it rests on background knowledge too. What is known beforehand has no margin: no test
            says it, so none can turn it.
    """

    test: int | None
    p: float | None
    alpha: float
    margin: float
    independent: bool = False
    unreliable: tuple[int, ...] = ()
    forced: tuple[int, ...] = ()
    cited: int = 0
    known: bool = False
    uninformative: tuple[int, ...] = ()
    threshold: Threshold | None = None
    """What it was held against, where all tests of a round are judged together."""

    @property
    def held_against(self) -> float:
        """Alpha, or that threshold."""
        return self.alpha if self.threshold is None else self.threshold.value


def weakest(trace: Trace, proof: Proof) -> Weakest:
    """The weakest link of a proof."""
    found = weakest_of(trace, cited_tests(proof))
    return replace(found, known=any(node.claim.kind in KNOWN for node in walk(proof)))


def weakest_of(trace: Trace, tests: Sequence[int]) -> Weakest:
    """The weakest of some tests, by their numbers; of several with the same margin the first."""
    numbers = np.array(tests, dtype=np.int64)
    judge, alpha = trace.judge, trace.header.alpha
    answers = trace.answers(numbers)
    statistic = judge.tape.statistic[answers]
    forced = judge.forced_among(answers)
    unreliable = np.isnan(statistic) & ~forced
    uninformative = judge.verdicts(answers) == Verdict.NO_INFORMATION
    p = judge.distribution.p_values(statistic, judge.tape.df[answers])
    held = [threshold_after(trace, number, len(trace)) for number in tests]
    against = np.array([alpha if one is None else one.value for one in held])
    with np.errstate(divide="ignore"):
        margins = np.abs(np.log(p / against))
    measured = ~forced & ~np.isnan(p) & ~uninformative
    margins[~measured] = np.inf
    not_measured = tuple(numbers[unreliable].tolist()), tuple(numbers[forced].tolist())
    empty = tuple(numbers[uninformative].tolist())
    if not measured.any():
        margin = 0.0 if unreliable.any() or empty else math.inf
        return Weakest(None, None, alpha, margin, False, *not_measured, len(numbers), uninformative=empty)
    place = int(np.flatnonzero(measured)[np.argmin(margins[measured])])
    independent = judge.independent(int(answers[place]))
    return Weakest(
        int(numbers[place]),
        float(p[place]),
        alpha,
        float(margins[place]),
        independent,
        *not_measured,
        len(numbers),
        uninformative=empty,
        threshold=held[place],
    )


def had_too_few_rows(trace: Trace, tests: Sequence[int]) -> tuple[int, ...]:
    """Those of the tests that measured nothing, and count as the policy has it."""
    return weakest_of(trace, tests).unreliable


def had_no_information(trace: Trace, tests: Sequence[int]) -> tuple[int, ...]:
    """Those of the tests that had nothing to compare, and count as independent."""
    return weakest_of(trace, tests).uninformative


def strongest(trace: Trace, proofs: Sequence[Proof]) -> Proof:
    """Of several proofs of the same, the one whose weakest link is strongest; the first of those."""
    if len(proofs) == 1:
        return proofs[0]
    return max(proofs, key=lambda proof: weakest(trace, proof).margin)
