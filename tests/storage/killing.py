"""Kills a process that saves a session over and over, at random moments: is the file ever half a file?

    python -m tests.storage.killing FOLDER KILLS

Prints one JSON object: how often it was killed, how often in the middle of writing, and what went wrong.
"""

from __future__ import annotations

import json
import os
import random
import signal
import sys
import time
from dataclasses import replace
from pathlib import Path

import numpy as np

from elcs_gui.data.dataset import Dataset
from elcs_gui.storage.session_file import write_session
from elcs_gui.storage.study import Study
from tests.kept import small_session


def main(folder: Path, kills: int) -> dict[str, int | list[str]]:
    # Some data that do not shrink, so that writing takes a few milliseconds.
    codes = np.random.default_rng(1).integers(0, 200, (4, 150_000))
    data = Dataset.discrete("d", list("abcd"), codes.T)
    old = replace(small_session(), source=Study("old", data, None, "g2"), title="old")
    new = replace(old, title="new")
    path = folder / "s.elcs"
    states = {}
    for name, state in (("old", old), ("new", new)):
        write_session(state, path)
        states[name] = path.read_bytes()
    started = time.perf_counter()
    for _ in range(5):
        write_session(old, path)
    takes = (time.perf_counter() - started) / 5
    chance, wrong, halves = random.Random(7), [], 0
    for _ in range(kills):
        child = os.fork()
        if child == 0:
            while True:
                write_session(new, path)
                write_session(old, path)
        time.sleep(chance.uniform(0, 3 * takes))
        os.kill(child, signal.SIGKILL)
        os.waitpid(child, 0)
        if path.read_bytes() not in states.values():
            wrong.append("neither the old nor the new file")
        halves += len(list(folder.iterdir())) > 1
        write_session(new, path)
        if path.read_bytes() != states["new"]:
            wrong.append("the next save did not work")
        if len(list(folder.iterdir())) > 1:
            wrong.append("a part was left behind")
    return {"kills": kills, "in the middle": halves, "wrong": wrong}


if __name__ == "__main__":
    print(json.dumps(main(Path(sys.argv[1]), int(sys.argv[2]))))
