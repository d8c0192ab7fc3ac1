"""Kills the worker, the inquiry process and the window, each so often and at random moments.

PYTHONPATH=. python tests/bench/kill_processes.py [KILLS]
"""

from __future__ import annotations

import argparse
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
WHAT = (("killing_processes", "worker"), ("killing_processes", "inquiries"), ("killing_window",))


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("kills", nargs="?", default="50")
    parser.add_argument("--smoke", action="store_true", help="the worker, once")
    args = parser.parse_args()
    kills, killed, failed = ("1", WHAT[:1], 0) if args.smoke else (args.kills, WHAT, 0)
    for module, *which in killed:
        with tempfile.TemporaryDirectory() as folder:
            command = [sys.executable, "-m", f"tests.app.shell.{module}", *which, folder, kills]
            done = subprocess.run(command, cwd=ROOT, stdout=subprocess.PIPE, text=True, check=False)
        print(" ".join(which) or "window", done.stdout.strip(), flush=True)
        failed += done.returncode != 0 or '"wrong": []' not in done.stdout
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
