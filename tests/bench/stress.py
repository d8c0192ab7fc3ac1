"""Every test that repeats itself, as often as it can: kills, interrupts, examples, large files; by hand:

    PYTHONPATH=. python tests/bench/stress.py [ARGUMENTS OF PYTEST]

In the suite the same tests do it a few times each (`tests/stress.py`).
"""

from __future__ import annotations

import argparse
import os
import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from tests.stress import VARIABLE

TESTS = Path(__file__).resolve().parents[1]


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--smoke", action="store_true", help="collect the tests of one file")
    args, arguments = parser.parse_known_args()
    os.environ[VARIABLE] = "1"
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    repeating = [
        str(path)
        for path in sorted(TESTS.rglob("test_*.py"))
        if "from tests.stress import" in path.read_text(encoding="utf-8")
    ]
    if args.smoke:
        [repeating] = [[path] for path in repeating if path.endswith("test_session_killed.py")]
        arguments = ["--collect-only", "-p", "no:cacheprovider"]
    return pytest.main(["-q", *repeating, *arguments])


if __name__ == "__main__":
    sys.exit(main())
