"""Calling the `elcs` command, in a process of its own or (the fixture `elcs`) in this one."""

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]

Elcs = Callable[..., tuple[int, str, str]]
"""Takes arguments; gives exit code, stdout, stderr."""


def process(*arguments: object, **environment: str) -> subprocess.CompletedProcess[str]:
    """Run the command in a process of its own."""
    return subprocess.run(
        [sys.executable, "-m", "elcs_gui.cli", *map(str, arguments)],
        cwd=ROOT,
        env=os.environ | environment,
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=False,
    )
