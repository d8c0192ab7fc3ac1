"""One run of the engine and one of its second implementation, held against each other."""

from __future__ import annotations

import math
from dataclasses import asdict
from itertools import pairwise
from typing import Any

import numpy as np
from hypothesis import assume, currently_in_test_context

from elcs_gui.algorithms.learning import learn
from elcs_gui.ci.evidence import Evidence
from elcs_gui.ci.questions import CiTest, Verdict
from elcs_gui.trace.outcome import Blanket, Outcome
from elcs_gui.trace.trace import Header, Trace
from tests.reference.asking import Asking, Measure, judged
from tests.reference.elcs import Answer, Around
from tests.reference.every import ON_ROWS, REFERENCES
from tests.reference.known import Known


def agree(test: CiTest, measure: Measure, header: Header, rows: np.ndarray | None = None) -> Trace:
    """The engine's run, which finds and asks what the second implementation does."""
    learnt = learn(Evidence(test), header)
    policy, known = header.policy, header.knowledge
    strengths: set[float] = set()

    def noted(x: int, y: int, z: tuple[int, ...]) -> tuple[float, int]:
        found = measure(x, y, z)
        strengths.add(found[0])
        return found

    ask = judged(
        noted, header.alpha,
        marginal=policy.marginal is Verdict.INDEPENDENT,
        conditional=policy.conditional is Verdict.INDEPENDENT,
    )  # fmt: skip
    naive, colliders = Known(**asdict(known)) if known else None, header.settings.get("colliders", "")
    q = Asking(ask, len(header.names), header.k, naive, str(colliders), header.alpha)
    if rows is not None and header.algorithm in ON_ROWS:
        expected = ON_ROWS[header.algorithm](q, header.target, rows)
    else:
        expected = REFERENCES[header.algorithm](q, header.target)
    ranked = sorted(statistic for statistic in strengths if not math.isnan(statistic))
    # Equal by the book, but not to the last digit: which comes first is then a matter of rounding.
    if any(0 < b - a <= 1e-9 * b for a, b in pairwise(ranked)) and currently_in_test_context():
        assume(False)
    assert learnt.outcome is not None
    assert asked_by(learnt.trace) == q.asked
    same_answer(learnt.outcome, expected)
    return learnt.trace


def asked_by(trace: Trace) -> list[tuple[frozenset[int], frozenset[int]]]:
    return [(frozenset((test.x, test.y)), frozenset(test.z)) for test in trace.tests().events()]


def same_answer(outcome: Outcome, expected: Answer) -> None:
    for part in ("parents", "children", "undetermined"):
        assert list(getattr(outcome, part)) == getattr(expected, part), part
    if expected.members is not None:
        assert outcome.members is not None and list(outcome.members) == expected.members
    if expected.edges is not None:
        found = {frozenset(ends): (e.tail, e.head) if e.rule else None for ends, e in outcome.edges.items()}
        assert found == expected.edges
    blankets = {blanket.target: blanket for blanket in outcome.blankets}
    for around in expected.around:
        same_blanket(blankets[around.target], around)


def same_blanket(found: Blanket, expected: Around) -> None:
    def sets(of: Any) -> dict[int, list[int]]:
        return {x: sorted(xs) for x, xs in of.items()}

    def filled(of: Any) -> dict[int, list[int]]:
        return {x: list(xs) for x, xs in of.items() if xs}

    assert list(found.pc) == expected.pc
    assert list(found.mb) == expected.mb
    assert sets(found.separators) == sets(expected.sep)
    assert sets(found.false_neighbours) == sets(expected.false)
    assert filled(found.spouses) == filled(expected.spouses)
    assert sorted(found.parents) == sorted(expected.parents)
    assert sorted(found.children) == sorted(expected.children)
    for part, name in (("candidates", "pc_candidates"), ("few", "undecidable")):
        if getattr(expected, part) is not None:
            assert list(getattr(found, name)) == getattr(expected, part)
    for part, name in (("csp", "candidate_spouses"), ("pruned", "pruned_spouses")):
        if getattr(expected, part) is not None:
            assert filled(getattr(found, name)) == filled(getattr(expected, part))
    if expected.reasons:
        assert dict(found.reasons) == expected.reasons
