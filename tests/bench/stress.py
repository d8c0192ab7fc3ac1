"""Every test that repeats itself, as often as it can: kills, interrupts, examples, large files; by hand:

    PYTHONPATH=. python tests/bench/stress.py [ARGUMENTS OF PYTEST]

In the suite the same tests do it a few times each (`tests/stress.py`).
"""

from __future__ import annotations

import os
import sys
from pathlib import Path

import pytest

from tests.stress import VARIABLE

TESTS = Path(__file__).resolve().parents[1]


def main(arguments: list[str]) -> int:
    os.environ[VARIABLE] = "1"
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    repeating = [
        str(path)
        for path in sorted(TESTS.rglob("test_*.py"))
        if "from tests.stress import" in path.read_text(encoding="utf-8")
    ]
    return pytest.main(["-q", *repeating, *arguments])


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
