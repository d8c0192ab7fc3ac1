"""Kills a real window with -9 while it runs and autosaves, again and again: is the last autosave offered?

    PYTHONPATH=. python tests/bench/kill_window.py [KILLS]

Every window works in the folder of the one before, recovers what that has left, goes on and is killed too.
"""

from __future__ import annotations

import os
import random
import subprocess
import sys
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))

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
        if header is None or window.keeper.restoring.busy:
            return
        counted[0] += 1
        if not window.session.running and counted[0] % 10 == 0:
            window.session.run(replace(header, alpha=0.001 * (1 + time.time_ns() % 200)))
        window.player.seek((window.player.step + 7) % max(window.player.length, 1))

    def ready(*_):
        window.autosaving.timer.start(40)
        working.start(15)
        window.player.seek(3)
        print("ready", len(lost), len(window.session.runs), flush=True)

    working = QTimer(timeout=work)
    if lost:
        window.keeper.restoring.restored.connect(ready)
        window.session.failed.connect(lambda why: print("failed", why, flush=True))
        window.autosaving.recover(lost[0])
    else:
        window.session.run_finished.connect(ready)
        window.open_example("asia")
    app.exec()

if __name__ == "__main__":
    main()
"""


def main(kills: int) -> None:
    from elcs_gui.app.autosave import Autosaves
    from elcs_gui.storage.session_reading import read_session

    chance, wrong, parts, runs = random.Random(3), [], 0, 0
    with tempfile.TemporaryDirectory() as folder:
        script = Path(folder) / "window.py"
        script.write_text(WINDOW, encoding="utf-8")
        state = Path(folder) / "state" / "autosave"
        for number in range(kills):
            child = subprocess.Popen(
                [sys.executable, str(script), folder],
                cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True,
                env=os.environ | {"ELCS_UNSAVED": "discard"},
            )  # fmt: skip
            assert child.stdout is not None
            said = child.stdout.readline().split()
            if said[:1] != ["ready"] or (number and said[1] != "1"):
                wrong.append(f"window {number} said {said}")
            time.sleep(0.3 + chance.uniform(0, 1.0))
            child.kill()
            child.wait()
            parts += len(list(state.glob(".*.part")))
            lost = Autosaves(state).lost()
            if len(lost) != 1:
                wrong.append(f"after kill {number} there are {len(lost)} to recover")
            for each in lost:
                kept = read_session(each.path)
                runs = len(kept.runs)
                kept.traces()
        left = sorted(path.suffix for path in state.iterdir())
    print(f"{kills} kills, {parts} in the middle of an autosave, {runs} runs in the last; left: {left}")
    print("\n".join(wrong) or "every autosave was whole and offered")


if __name__ == "__main__":
    main(int((sys.argv[1:] or ["30"])[0]))
