"""`--jobs` that is killed or interrupted: no process stays, and nothing half is left behind."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from elcs_gui.cli import main as elcs
from tests.commands import killing_jobs
from tests.conftest import ROOT
from tests.stress import often

SLOWLY = {"ELCS_KERNEL": "numpy"}
"""So that there is something left to be killed."""


@pytest.mark.skipif(sys.platform != "linux", reason="looks for processes in /proc")
def test_whatever_ends_the_first_process_ends_the_others_too(tmp_path: Path) -> None:
    kills = often(40, suite=2)  # by kill -9 and by Ctrl+C, where neither comes too late
    command = [sys.executable, "-m", "tests.commands.killing_jobs", str(tmp_path), str(kills)]
    done = subprocess.run(
        command, cwd=ROOT, env=os.environ | SLOWLY, capture_output=True, text=True, timeout=600,
        check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    found = json.loads(done.stdout[done.stdout.index("{") :])
    assert found["wrong"] == []
    assert found["kills"] == kills


@pytest.mark.skipif(sys.platform != "linux", reason="looks for processes in /proc")
def test_a_killed_process_of_the_work_ends_the_command_with_one_line_and_nothing_half(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name, value in SLOWLY.items():
        monkeypatch.setenv(name, value)
    data, network = tmp_path / "child.csv", ROOT / "resources" / "networks" / "child.bif"
    assert elcs(["simulate", str(network), "--rows", "1000", "--seed", "1", "--to", str(data)]) == 0
    for attempt in range(5):
        found = killing_jobs.with_a_process_killed(data, tmp_path / str(attempt))
        if found is not None:  # else all was done before
            break
    assert found == (
        1,
        "elcs: A process of this work ended by itself, perhaps for want of memory: try fewer jobs.\n",
    )
