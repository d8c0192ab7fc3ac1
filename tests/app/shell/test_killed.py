"""kill -9 of the worker, of the inquiry process and of the window, at random moments: nothing is lost.

In the suite only the window is, twice: what dies with a worker or with an inquiry, and comes back, is looked
at one by one in `tests/app/model`. `tests/bench/kill_processes.py` does the same fifty times, with processes
that are spawned.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.conftest import ROOT
from tests.stress import many, often

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(not Path("/proc/self/task").exists(), reason="needs kill -9 and /proc"),
]


@pytest.mark.parametrize(
    ("what", "kills"),
    many(
        [(("killing_processes", "worker"), 10), (("killing_processes", "inquiries"), 10)],
        suite=[(("killing_window",), often(10, suite=2))],  # the second recovers what the first has left
    ),
    ids=lambda value: value[-1] if isinstance(value, tuple) else "",
)
def test_kills_at_random_moments_change_nothing(what: tuple[str, ...], kills: int, tmp_path: Path) -> None:
    module, *which = what
    done = subprocess.run(
        [sys.executable, "-m", f"tests.app.shell.{module}", *which, str(tmp_path), str(kills), "forked"],
        cwd=ROOT, env=os.environ | {"QT_QPA_PLATFORM": "offscreen"}, capture_output=True, text=True,
        timeout=600, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    found = json.loads(done.stdout)
    assert found["wrong"] == []
    assert found["kills"] >= kills
