"""Runs at which a fault in the prover was seen by no other test: the checker accepts what is proved there."""

from __future__ import annotations

import pytest

from elcs_gui.proof.why import SETS, why_member
from tests.proof.checker_edges import EdgeChecker
from tests.proof.test_proofs import ON_DATA
from tests.random_runs import random_run


@pytest.mark.parametrize(("case", "step", "owner"), [(25, 39, 5)])
def test_what_is_proved_of_all_sets_there_is_accepted(case: int, step: int, owner: int) -> None:
    trace = random_run(case, ON_DATA).learnt.trace
    checker = EdgeChecker(trace, step)
    for x in (x for x in range(len(trace.header.names)) if x != owner):
        for name in SETS:
            checker.check_asked(why_member(trace, step, name, owner, x))
