"""Work shared out to processes that fail, are ended from outside, or read rows from the disk."""

from __future__ import annotations

import multiprocessing
import signal
import sys
import tempfile
from dataclasses import replace
from functools import partial
from pathlib import Path

import pytest

from elcs_gui.data.columns.spilling import on_disk
from elcs_gui.errors import ElcsError
from elcs_gui.inquiry.replicates import Plan, begin_replicates
from elcs_gui.parallel.process_pool import made_by_processes
from elcs_gui.parallel.processes import holding_back_ctrl_c
from tests.inquiry.repeated import child, child_header


def test_a_process_that_fails_says_why_and_leaves_none_behind() -> None:
    mixed_up = replace(child_header(), test="fisher-z")
    begin = partial(begin_replicates, Plan(child(), mixed_up))
    made = made_by_processes(begin, range(4), 1, lambda: None)
    with pytest.raises(ElcsError, match="discrete"):
        next(made)
    assert multiprocessing.active_children() == []


def test_a_process_that_is_ended_from_outside_is_noticed() -> None:
    begin = partial(begin_replicates, Plan(child(), child_header(), replicates=500))
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
    begin = partial(begin_replicates, replace(plan, material=replace(child(), codes=codes)))
    expected = begin_replicates(plan)
    assert list(made_by_processes(begin, [0, 1], 1, lambda: None)) == [expected(0), expected(1)]
    assert not list(tmp_path.iterdir())


@pytest.mark.skipif(not hasattr(signal, "pthread_sigmask"), reason="nothing is held back there")
def test_ctrl_c_that_is_held_back_comes_afterwards() -> None:
    ended = False
    with pytest.raises(KeyboardInterrupt), holding_back_ctrl_c():
        signal.raise_signal(signal.SIGINT)
        ended = True
    assert ended
