"""`--jobs` that is killed or interrupted: no process stays, and nothing half is left behind."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.conftest import ROOT
from tests.stress import WITHOUT_KERNEL, often


@pytest.mark.skipif(sys.platform != "linux", reason="looks for processes in /proc")
def test_whatever_ends_the_first_process_ends_the_others_too(tmp_path: Path) -> None:
    kills = often(40, suite=2)  # by kill -9 and by Ctrl+C, where neither comes too late
    command = [sys.executable, "-m", "tests.commands.killing_jobs", str(tmp_path), str(kills)]
    done = subprocess.run(
        command, cwd=ROOT, env=os.environ | WITHOUT_KERNEL, capture_output=True, text=True, timeout=600,
        check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    found = json.loads(done.stdout[done.stdout.index("{") :])
    assert found["wrong"] == []
    assert found["kills"] == kills
