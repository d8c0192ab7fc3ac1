"""Processes forked from a server that has imported the engine already: they are there at once.

The program spawns its processes, as `tests/app/model/test_child_process.py` does and every test that starts a
program.
"""

from __future__ import annotations

import multiprocessing
import time
from collections.abc import Callable
from dataclasses import dataclass
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any

PEAK = "VmHWM:"
"""In `/proc/self/status`: the most memory that a process has had, in kilobytes."""


def fork_server() -> Any:
    """The context whose processes the server forks; the usual one where there is none."""
    if "forkserver" not in multiprocessing.get_all_start_methods():
        return multiprocessing.get_context("spawn")
    multiprocessing.set_forkserver_preload(["tests.preloaded"])
    return multiprocessing.get_context("forkserver")


@dataclass(frozen=True)
class Cost:
    """What some work said, and what it took."""

    said: Any
    seconds: float
    """Of the processor."""
    peak: int
    """Bytes of memory, with all that was imported."""


def cost_of(work: Callable[[Path], Any], path: Path) -> Cost:
    """In a process of its own, whose memory is nobody else's."""
    import pytest  # which the process that is forked can do without

    if not Path("/proc/self/status").exists():
        pytest.skip("memory is read from /proc")
    context = fork_server()
    receiver, sender = context.Pipe(duplex=False)
    process = context.Process(target=_measure, args=(sender, work, path))
    process.start()
    sender.close()
    try:
        cost: Cost = receiver.recv()
    except EOFError:
        pytest.fail(f"the process that worked on {path.name} ended by itself")
    finally:
        process.join()
    return cost


def _measure(sender: Connection, work: Callable[[Path], Any], path: Path) -> None:
    started = time.process_time()
    said = work(path)
    seconds = time.process_time() - started
    peak = int(Path("/proc/self/status").read_text(encoding="ascii").split(PEAK)[1].split()[0]) * 1024
    sender.send(Cost(said, seconds, peak))
