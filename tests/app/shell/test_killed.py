"""kill -9 of the worker, of the inquiry process and of the window, at random moments: nothing is lost.

`tests/bench/kill_processes.py` does the same fifty times, with processes that are spawned.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.conftest import ROOT

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(not Path("/proc/self/task").exists(), reason="needs kill -9 and /proc"),
]
KILLS = 3


@pytest.mark.parametrize(
    "what",
    [("killing_processes", "worker"), ("killing_processes", "inquiries"), ("killing_window",)],
    ids=" ".join,
)
def test_three_kills_at_random_moments_change_nothing(what: tuple[str, ...], tmp_path: Path) -> None:
    module, *which = what
    done = subprocess.run(
        [sys.executable, "-m", f"tests.{module}", *which, str(tmp_path), str(KILLS), "forked"],
        cwd=ROOT, env=os.environ | {"QT_QPA_PLATFORM": "offscreen"}, capture_output=True, text=True,
        timeout=600, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    found = json.loads(done.stdout)
    assert found["wrong"] == []
    assert found["kills"] >= KILLS
