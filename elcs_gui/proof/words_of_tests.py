"""The tests of a proof in words: one verdict, a whole search, a separation."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from elcs_gui.proof.tree import Proof
from elcs_gui.proof.weakest import weakest_of
from elcs_gui.trace.explain import braced, p_value
from elcs_gui.trace.trace import Trace

_LISTED = 3
"""More numbers than this are given as a range."""


def numbered(tests: Sequence[int]) -> str:
    """Test numbers: #212, #230; many as the first and the last."""
    if len(tests) <= _LISTED:
        return ", ".join(f"#{number}" for number in tests)
    return f"#{tests[0]}–#{tests[-1]}"


def asked(tests: Sequence[int]) -> str:
    """How many tests, and which: 28 tests, #31–#58."""
    return f"test {numbered(tests)}" if len(tests) == 1 else f"{len(tests)} tests, {numbered(tests)}"


def tried(trace: Trace, tests: Sequence[int]) -> str:
    """A search that failed: 28 tests (#31–#58, the nearest p 0.004 at #44)."""
    found = weakest_of(trace, tests)
    nearest = ""
    if found.test is not None and found.p is not None:
        nearest = f", p {p_value(found.p)}" if len(tests) == 1 else (
            f", the nearest p {p_value(found.p)} at #{found.test}"
        )  # fmt: skip
    little = f", {len(found.unreliable)} with too few rows" if found.unreliable else ""
    forced = f", {len(found.forced)} as you decided" if found.forced else ""
    many = "1 test" if len(tests) == 1 else f"{len(tests)} tests"
    return f"{many} ({numbered(tests)}{nearest}{little}{forced})"


def verdict(trace: Trace, proof: Proof) -> str:
    """What the one test of a node said: C and T are independent given {E} (#187, p 0.346)."""
    names = trace.header.names
    x, y = (names[v] for v in proof.claim.of)
    given = f" given {braced(names, proof.claim.given)}" if proof.claim.given else ""
    link = "are independent" if proof.claim.kind != "dependent" else "depend on each other"
    return f"{x} and {y} {link}{given} ({_figures(trace, proof.tests[0])})"


def separation(trace: Trace, proof: Proof) -> str:
    """What separates: {K, D} separates I from T (#888, p 0.830)."""
    if not proof.claim.given:
        return verdict(trace, proof)
    names = trace.header.names
    x, y = (names[v] for v in proof.claim.of)
    figures = _figures(trace, proof.tests[0])
    return f"{braced(names, proof.claim.given)} separates {x} from {y} ({figures})"


def _figures(trace: Trace, number: int) -> str:
    judge = trace.judge
    answers = trace.answers(np.array([number]))
    if judge.forced_among(answers)[0]:
        return f"#{number}, as you decided"
    statistic = judge.tape.statistic[answers]
    if np.isnan(statistic[0]):
        counted = "independent" if judge.independent(int(answers[0])) else "dependent"
        return f"#{number}, too few rows, counted as {counted}"
    p = float(judge.distribution.p_values(statistic, judge.tape.df[answers])[0])
    return f"#{number}" if np.isnan(p) else f"#{number}, p {p_value(p)}"
