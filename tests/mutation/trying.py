"""Tests of the program with a fault: in a process of their own, until one fails or the time is over."""

from __future__ import annotations

import json
import os
import resource
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

MEMORY = 6 << 30
"""Bytes that a process may fill: some faults do not end."""


@dataclass
class Watched:
    """A plugin: runs tests of a collected session up to the first that fails."""

    failed: str = ""
    said: list[str] = field(default_factory=list)

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if report.failed and not self.failed:
            self.failed = report.nodeid

    def run(self, items: list[pytest.Item]) -> str:
        """The test that fails; empty where none does."""
        for item, following in zip(items, [*items[1:], None], strict=True):
            item.config.hook.pytest_runtest_protocol(item=item, nextitem=following)
            if self.failed:
                break
        return self.failed


def limited(seconds: float) -> None:
    """This process ends after so many seconds of the processor, or when it is too large."""
    resource.setrlimit(resource.RLIMIT_CPU, (int(seconds) + 1, int(seconds) + 5))
    resource.setrlimit(resource.RLIMIT_DATA, (MEMORY, MEMORY))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


def in_a_fork(work: Callable[[], Any], said: Path, seconds: float, patience: float) -> Any:
    """What `work` answers in a forked process; "time" where it took too long, "death" where it ended else.

    What it raises is raised: that is a mistake of ours, not of the program with the fault.
    """
    reader, writer = os.pipe()
    child = os.fork()
    if child == 0:
        _work(work, said, seconds, writer)
    os.close(writer)
    answer = _answer(reader, time.monotonic() + patience)
    try:
        os.killpg(child, signal.SIGKILL)  # with all that it has started
    except ProcessLookupError:
        os.kill(child, signal.SIGKILL)
    _, status = os.waitpid(child, 0)
    if answer is None:
        return "time"
    if answer:
        told = json.loads(answer)
        if error := told.get("error"):
            raise RuntimeError(error)
        return told["answer"]
    return "time" if os.WIFSIGNALED(status) and os.WTERMSIG(status) == signal.SIGXCPU else "death"


def _work(work: Callable[[], Any], said: Path, seconds: float, writer: int) -> None:
    """Of the forked process: does not return."""
    try:
        os.setpgid(0, 0)
        used = time.process_time()
        with said.open("wb") as log:
            os.dup2(log.fileno(), 1)
            os.dup2(log.fileno(), 2)
        limited(used + seconds)
        try:
            told = {"answer": work()}
        except MemoryError:
            raise
        except Exception as error:
            told = {"error": f"{type(error).__name__}: {error}"}
        text = json.dumps(told).encode()
        while text:
            text = text[os.write(writer, text) :]
        os._exit(0)
    finally:
        os._exit(1)


def _answer(reader: int, until: float) -> bytes | None:
    """Up to its end; None where the time was over before."""
    import select

    told = b""
    with os.fdopen(reader, "rb", buffering=0) as pipe:
        while select.select([pipe], [], [], max(0.0, until - time.monotonic()))[0]:
            part = pipe.read(1 << 16)
            if not part:
                return told
            told += part
    return None


class Only:
    """A plugin: of all that is collected, these tests in this order."""

    def __init__(self, tests: list[str]) -> None:
        self._tests = tests

    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        known = {item.nodeid: item for item in items}
        items[:] = [known[test] for test in self._tests if test in known]


def anew(root: Path, tests: list[str], said: Path, seconds: float, patience: float) -> str:
    """The test that fails in a process begun anew; "time", "death" or nothing as above."""
    chosen = said.with_suffix(".json")
    chosen.write_text(json.dumps(tests), encoding="utf-8")
    with said.open("wb") as log:
        process = subprocess.Popen(
            [sys.executable, "-m", "tests.mutation.trying", str(chosen)],
            cwd=root, stdout=log, stderr=log, start_new_session=True,
            preexec_fn=lambda: limited(seconds + 30),
        )  # fmt: skip
        try:
            status = process.wait(patience)
        except subprocess.TimeoutExpired:
            return "time"
        finally:
            with suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGKILL)
            process.wait()
    answer: str = json.loads(chosen.read_text(encoding="utf-8"))["failed"] if status == 0 else "death"
    return "time" if status == -signal.SIGXCPU else answer


OPTIONS = ["-q", "-x", "--tb=short", "-p", "no:cacheprovider", "-p", "no:xdist"]


def main() -> int:
    chosen = Path(sys.argv[1])
    tests: list[str] = json.loads(chosen.read_text(encoding="utf-8"))
    watched = Watched()
    files = sorted({test.partition("::")[0] for test in tests})
    status = pytest.main([*OPTIONS, *files], plugins=[watched, Only(tests)])
    failed = watched.failed or ("collection" if status else "")
    chosen.write_text(json.dumps({"failed": failed}), encoding="utf-8")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
