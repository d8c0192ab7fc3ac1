"""How many tests every algorithm asks on Alarm, and how much it finds: not one more or less than recorded.

On the rows that the specification's figures are about, which may not be copied, `tests/bench/alarm_counts.py`
compares; what is recorded here is of the version in which those agree.
"""

from __future__ import annotations

import json

import pytest

from tests.algorithms.alarm import RECORDED, counted, simulated_alarm

COUNTS: dict[str, list[int]] = json.loads(RECORDED.read_text(encoding="utf-8"))


@pytest.mark.parametrize("algorithm", COUNTS)
def test_alarm_needs_exactly_as_many_tests_as_recorded(algorithm: str) -> None:
    data, evidence = simulated_alarm()
    assert counted(algorithm, evidence, data.columns) == COUNTS[algorithm]
