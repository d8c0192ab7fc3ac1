"""Stability while it goes on: progress, cancelling, and processes that end before their time."""

from __future__ import annotations

import multiprocessing
import sys
import tempfile
from dataclasses import replace
from functools import partial
from pathlib import Path

import pytest

from elcs_gui.data.survey.spilling import on_disk
from elcs_gui.errors import ElcsError
from elcs_gui.inquiry.replicates import Plan, begin_replicates
from elcs_gui.inquiry.stability import Stability, stability
from elcs_gui.parallel.process_pool import made_by_processes
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


def test_a_process_that_fails_says_why_and_leaves_none_behind() -> None:
    mixed_up = replace(child_header(), test="fisher-z")
    begin = partial(begin_replicates, Plan(child(), mixed_up), warm=False)
    made = made_by_processes(begin, range(4), 1, lambda: None)
    with pytest.raises(ElcsError, match="discrete"):
        next(made)
    assert multiprocessing.active_children() == []


def test_a_process_that_is_ended_from_outside_is_noticed() -> None:
    begin = partial(begin_replicates, Plan(child(), child_header(), replicates=500), warm=False)
    made = made_by_processes(begin, range(500), 1, lambda: None)
    next(made)
    for process in multiprocessing.active_children():
        process.kill()
    with pytest.raises(ElcsError, match="ended by itself"):
        list(made)
    assert multiprocessing.active_children() == []


@pytest.mark.skipif(sys.platform != "linux", reason="another process cannot have the file")
def test_a_process_has_rows_that_lie_on_the_disk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    codes = on_disk(child().codes.shape, child().codes.dtype)
    codes[:] = child().codes
    plan = Plan(child(), child_header(), kind="column-order")
    begin = partial(begin_replicates, replace(plan, material=replace(child(), codes=codes)), warm=False)
    expected = begin_replicates(plan, warm=False)
    assert list(made_by_processes(begin, [0, 1], 1, lambda: None)) == [expected(0), expected(1)]
    assert not list(tmp_path.iterdir())
