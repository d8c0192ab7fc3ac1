"""Stability while it goes on: progress and cancelling."""

from __future__ import annotations

import multiprocessing
from dataclasses import replace

import pytest

from elcs_gui.inquiry.stability import Stability, stability
from elcs_gui.trace.run import Cancelled
from tests.inquiry.repeated import child, child_header


@pytest.mark.parametrize("jobs", [1, 2])
def test_a_cancelled_inquiry_keeps_the_first_replicates(jobs: int) -> None:
    heard: list[tuple[int, int, Stability]] = []

    def progress(done: int, asked: int, so_far: Stability) -> None:
        heard.append((done, asked, so_far))
        if done == 4:
            raise Cancelled

    partial = stability(child(), child_header(), replicates=50, place=jobs, progress=progress)
    assert (partial.done, partial.asked, partial.complete) == (4, 50, False)
    assert heard[-1][:2] == (4, 50)
    assert heard[-1][2] == partial
    whole = stability(child(), child_header(), replicates=4)
    assert replace(partial, asked=4) == whole
    assert multiprocessing.active_children() == []


def test_cancelling_at_once_leaves_an_empty_result() -> None:
    def progress(done: int, asked: int, so_far: Stability) -> None:
        raise Cancelled

    nothing = stability(child(), child_header(), replicates=5, progress=progress)
    assert nothing.done == 0
    assert not nothing.rows()
    assert not nothing.edges()


def test_a_long_replicate_can_be_cancelled_before_its_end(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("elcs_gui.inquiry.stability.HEARTBEAT", 0.0)
    calls = []

    def progress(done: int, asked: int, so_far: Stability) -> None:
        calls.append(done)
        if len(calls) == 3:
            raise Cancelled

    found = stability(child(), child_header(), replicates=5, progress=progress)
    assert calls == [0, 0, 0]
    assert found.found is None


def test_progress_ends_with_the_whole_result() -> None:
    heard: list[tuple[int, int, Stability]] = []
    found = stability(child(), child_header(), replicates=3, progress=lambda *told: heard.append(told))
    assert [told[:2] for told in heard][-1] == (3, 3)
    assert {told[0] for told in heard} == {0, 1, 2, 3}
    assert heard[-1][2] == found
