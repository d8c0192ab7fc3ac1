"""Traces of the first format, as 0.3.1 wrote them: read, checked and told as the same run of today."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest

from elcs_gui.algorithms.learning import learn
from elcs_gui.ci.discrete import G2
from elcs_gui.ci.evidence import Evidence
from elcs_gui.data.examples import find_example
from elcs_gui.storage.trace_file import open_trace
from elcs_gui.storage.upgrade import FORMER_EVENTS
from tests.conftest import ROOT

FILES = ROOT / "tests" / "files"
RUNS = ("asia", "earthquake")


@pytest.mark.parametrize("ending", ["jsonl", "elcs"])
@pytest.mark.parametrize("example", RUNS)
def test_a_trace_of_the_first_format_is_the_run_that_is_made_now(example: str, ending: str) -> None:
    found = open_trace(FILES / f"trace-1-{example}.{ending}")
    assert not found.altered
    data = find_example(example).load_data()
    assert data is not None
    again = learn(Evidence(G2(data)), replace(found.trace.header, origin=None)).trace
    assert list(found.trace) == list(again)


def test_the_files_hold_every_kind_of_event_that_was_another_then() -> None:
    lines = [
        json.loads(line)
        for example in RUNS
        for line in (FILES / f"trace-1-{example}.jsonl").read_text(encoding="utf-8").splitlines()
    ]
    assert FORMER_EVENTS.keys() <= {line.get("event") for line in lines}
