"""Ends `elcs run --all-targets --jobs 2` at random moments, in every way: is anything left running, or half?

    python -m tests.commands.killing_jobs FOLDER KILLS

What is over sooner than it was expected to be is not counted. Prints one JSON object: how often it was ended
in the middle of its work, the longest time in seconds until nothing was left, and what went wrong.
"""

from __future__ import annotations

import json
import os
import random
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from itertools import count
from pathlib import Path
from typing import Any

from elcs_gui.cli import main as elcs
from elcs_gui.errors import ElcsError
from elcs_gui.storage.trace_file import read_trace

ROOT = Path(__file__).resolve().parents[2]
SOON = 60.0
"""Seconds after which nothing may be left, on a busy machine; on an idle one it takes well below one."""
TARGETS = 20
"""Of the network Child."""
ENDINGS = {
    "kill": (signal.SIGKILL, -signal.SIGKILL),
    "Ctrl+C": (signal.SIGINT, 130),
    "interrupt": (signal.SIGINT, 130),
    "term": (signal.SIGTERM, -signal.SIGTERM),
}
"""The signal and the exit code. Ctrl+C reaches all processes at once, the others only the first."""


def main(folder: Path, kills: int) -> dict[str, Any]:
    data = folder / "child.csv"
    network = ROOT / "resources" / "networks" / "child.bif"
    assert elcs(["simulate", str(network), "--rows", "1000", "--seed", "1", "--to", str(data)]) == 0
    chance, halfway, longest = random.Random(11), 0, 0.0
    wrong: list[str] = []
    for number in count():
        if halfway >= kills:
            break
        ending = list(ENDINGS)[number % len(ENDINGS)]
        place = folder / str(number)
        running = _started(data, place)
        _await_traces(running, place / "traces", chance.randrange(TARGETS))
        time.sleep(chance.uniform(0, 0.05))
        over = running.poll() is not None
        halfway += not over
        at = time.monotonic()
        if not over and ending == "Ctrl+C":
            os.killpg(running.pid, ENDINGS[ending][0])
        elif not over:
            running.send_signal(ENDINGS[ending][0])
        gone = _await(lambda session=running.pid: not _alive(session), SOON)  # type: ignore[misc]
        longest = max(longest, time.monotonic() - at)
        if not gone:
            wrong.append(f"{number}, {ending}: processes {_alive(running.pid)} are left after {SOON} s")
            with suppress(ProcessLookupError):
                os.killpg(running.pid, signal.SIGKILL)
        code = running.wait(60)
        wrong += [f"{number}, {ending}: {said}" for said in _found_wrong(place, code, ending)]
    return {"kills": halfway, "longest": round(longest, 2), "wrong": wrong}


def with_a_process_killed(data: Path, place: Path) -> tuple[int, str] | None:
    """Exit code and stderr where one of those that do the work is killed; None if it came too late."""
    running = _started(data, place)
    _await_traces(running, place / "traces", 1)
    at_work = [process for process in _alive(running.pid) if b"spawn_main" in _command(process)]
    for process in at_work[:1]:
        with suppress(ProcessLookupError):
            os.kill(process, signal.SIGKILL)
    code = running.wait(300)
    assert _await(lambda: not _alive(running.pid), SOON), "processes are left"
    if code == 0:
        return None
    for path in (place / "traces").iterdir():
        assert not path.name.startswith("."), f"{path.name} is left"
        read_trace(path)
    return code, (place / "err").read_text(encoding="utf-8")


def _command(process: int) -> bytes:
    with suppress(OSError):
        return Path("/proc", str(process), "cmdline").read_bytes()
    return b""


def _started(data: Path, place: Path) -> subprocess.Popen[bytes]:
    """The command, with its first process beside it."""
    place.mkdir()
    arguments = ["run", data, "--all-targets", "--jobs", 2, "--json", "--trace", place / "traces"]
    with (place / "out").open("wb") as out, (place / "err").open("wb") as err:
        running = subprocess.Popen(
            [sys.executable, "-m", "elcs_gui.cli", *map(str, arguments)],
            cwd=ROOT, stdout=out, stderr=err, start_new_session=True,
        )  # fmt: skip
    assert _await(lambda: len(_alive(running.pid)) > 1, 60)
    return running


def _await_traces(running: subprocess.Popen[bytes], traces: Path, count: int) -> None:
    """Until so many are whole, or all is over."""

    def there() -> bool:
        whole = [path for path in traces.iterdir() if path.name[0] != "."] if traces.exists() else []
        return len(whole) >= count or running.poll() is not None

    assert _await(there, 300)


def _found_wrong(place: Path, code: int, ending: str) -> Iterator[str]:
    out = (place / "out").read_text(encoding="utf-8")
    err = (place / "err").read_text(encoding="utf-8")
    if code not in (0, ENDINGS[ending][1]):
        yield f"exit code {code}"
    if err != ("elcs: cancelled\n" if code == 130 else ""):
        yield f"stderr is {err!r}"
    if out and not out.endswith("\n"):
        yield "the last line is half"
    for line in out.splitlines():
        json.loads(line)
    for path in (place / "traces").iterdir():
        if not path.name.startswith("."):
            try:
                read_trace(path)
            except ElcsError as error:
                yield f"{path.name}: {error}"
        elif code in (0, 130):  # who is killed leaves parts, which the next one to write there sweeps away
            yield f"{path.name} is left"


def _alive(session: int) -> list[int]:
    """The processes of a session that are not over."""
    found = []
    for entry in Path("/proc").iterdir():
        if entry.name.isdecimal():
            with suppress(OSError):
                # After the name, which may hold anything: state, parent, group, session.
                state, _, _, its_session, *_ = (entry / "stat").read_text().rpartition(")")[2].split()
                if int(its_session) == session and state not in "ZX":
                    found.append(int(entry.name))
    return found


def _await(done: Callable[[], bool], seconds: float) -> bool:
    """Does it come true in time?"""
    patience = time.monotonic() + seconds
    while not done():
        if time.monotonic() > patience:
            return False
        time.sleep(0.05)
    return True


if __name__ == "__main__":
    print(json.dumps(main(Path(sys.argv[1]), int(sys.argv[2])), indent=1))
