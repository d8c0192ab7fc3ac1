"""kill -9 while a session is saved: the file is the old one or the new one, never a mixture, and clean."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.conftest import ROOT
from tests.stress import often


@pytest.mark.slow
@pytest.mark.skipif(os.name != "posix", reason="needs fork and kill")
def test_kills_never_leave_half_a_file(tmp_path: Path) -> None:
    kills = often(400, suite=40)
    command = [sys.executable, "-m", "tests.storage.killing", str(tmp_path), str(kills)]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=300, check=False)
    assert done.returncode == 0, done.stderr
    found = json.loads(done.stdout)
    assert found["wrong"] == []
    assert found["in the middle"] > kills // 10  # else nothing was tested
