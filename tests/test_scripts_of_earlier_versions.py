"""A script that an earlier version exported still runs: the modules it names are still there."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
FILES = ROOT / "tests" / "files"
SCRIPTS = sorted(FILES.glob("script-*.py"))


def test_there_are_scripts_of_every_kind() -> None:
    texts = [script.read_text(encoding="utf-8") for script in SCRIPTS]
    for module in ("data.examples", "data.network_files", "data.readers", "data.plan", "trace.knowledge"):
        assert any(f"from elcs_gui.{module} import" in text for text in texts)


@pytest.mark.parametrize("script", SCRIPTS, ids=lambda script: script.stem)
def test_a_script_finds_what_it_found_then(script: Path, tmp_path: Path) -> None:
    shutil.copy(FILES / "script-0.3.0.csv", tmp_path)
    shutil.copy(ROOT / "resources" / "networks" / "asia.bif", tmp_path)
    done = subprocess.run(
        [sys.executable, str(script)],
        cwd=tmp_path,
        env=os.environ | {"PYTHONPATH": str(ROOT), "PYTHONUTF8": "1"},
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout.endswith("The same as the recorded run.\n")
