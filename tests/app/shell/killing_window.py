"""Kills a real window with -9 while it runs and autosaves, again and again: is the last autosave offered?

    python -m tests.app.shell.killing_window FOLDER KILLS

Every window works in the folder of the one before, recovers what that has left, goes on and is killed too.
Prints one JSON object: how often it was killed, how often in the middle of an autosave, how long its worker
lived on, and what went wrong.
"""

from __future__ import annotations

import json
import os
import random
import subprocess
import sys
import time
from pathlib import Path

from elcs_gui.app.sessions.autosave_files import Autosaves
from elcs_gui.storage.session_reading import read_session

ROOT = Path(__file__).resolve().parents[3]
PATIENCE = 60.0
"""Seconds that a window may take to autosave, and a worker to notice that its window is gone."""

WINDOW = """
import os, sys, time
from dataclasses import replace
from pathlib import Path
os.environ["QT_QPA_PLATFORM"] = "offscreen"
sys.path.insert(0, os.getcwd())

def main():
    from PySide6.QtCore import QTimer
    from elcs_gui import gui
    app, window = gui.make_window(gui.parser().parse_args([]), Path(sys.argv[1]) / "settings.ini")
    window.build_workspace()
    window.autosaving.look()
    lost = window.start_page.lost.offered
    counted = [0]

    def work():
        header = window.session.header
        if header is None or window.session_files.restoring.busy:
            return
        counted[0] += 1
        if not window.session.running and counted[0] % 10 == 0:
            window.session.run(replace(header, alpha=0.001 * (1 + time.time_ns() % 200)))
        window.player.seek((window.player.step + 7) % max(window.player.length, 1))

    def ready(*_):
        window.autosaving.timer.start(40)
        working.start(15)
        window.player.seek(3)
        print("ready", len(lost), window.session.worker.pid, flush=True)

    working = QTimer(timeout=work)
    if lost:
        window.session_files.restoring.restored.connect(ready)
        window.session.failed.connect(lambda why: print("failed", why, flush=True))
        window.autosaving.recover(lost[0])
    else:
        window.session.run_finished.connect(ready)
        window.open_example("asia")
    app.exec()

if __name__ == "__main__":
    main()
"""


def main(folder: Path, kills: int) -> dict[str, object]:
    chance, wrong, parts, slowest, saved = random.Random(3), [], 0, 0.0, 0
    script = folder / "window.py"
    script.write_text(WINDOW, encoding="utf-8")
    state = folder / "state" / "autosave"
    for number in range(kills):
        child = subprocess.Popen(
            [sys.executable, str(script), str(folder)],
            cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True,
            env=os.environ | {"ELCS_UNSAVED": "discard"},
        )  # fmt: skip
        assert child.stdout is not None
        said, offered, worker = child.stdout.readline().split()
        if said != "ready" or (number and offered != "1"):
            wrong.append(f"window {number} said {said}, and was offered {offered}")
        saved = await_autosave(state, after=saved)
        time.sleep(chance.uniform(0, 0.5))
        child.kill()
        child.communicate()
        slowest = max(slowest, until_gone(Path("/proc", worker)))
        parts += len(list(state.glob(".*.part")))
        lost = Autosaves(state).lost()
        if len(lost) != 1:
            wrong.append(f"after kill {number} there are {len(lost)} to recover")
        for each in lost:
            kept = read_session(each.path)
            kept.traces()
            if not kept.runs:
                wrong.append(f"after kill {number} there is no run to recover")
    if slowest > PATIENCE:
        wrong.append(f"a worker has outlived its window by {slowest:.0f} seconds")
    return {"kills": kills, "in the middle": parts, "slowest": round(slowest, 2), "wrong": wrong}


def await_autosave(state: Path, after: int) -> int:
    """When the window has saved: a moment later than that."""
    latest = time.monotonic() + PATIENCE
    while (saved := max((path.stat().st_mtime_ns for path in state.glob("*.elcs")), default=0)) <= after:
        assert time.monotonic() < latest, "it does not autosave"
        time.sleep(0.01)
    return saved


def until_gone(process: Path) -> float:
    """Seconds until it is; a little more than it may take, if it does not."""
    began = time.monotonic()
    while process.exists() and time.monotonic() - began <= PATIENCE:
        time.sleep(0.01)
    return time.monotonic() - began


if __name__ == "__main__":
    print(json.dumps(main(Path(sys.argv[1]), int(sys.argv[2]))))
