"""Starting and ending processes of one's own.

Each is spoken to through a pipe. When the process that started it is gone, whyever that is, it ends within
moments, whatever it is doing (`_end_with_parent`): nothing is left running.

This module imports little, so that a process that starts hears of its parent's end from its first moments on.
"""

from __future__ import annotations

import os
import signal
import threading
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from multiprocessing import get_context, parent_process
from multiprocessing.connection import Connection, wait
from multiprocessing.context import SpawnProcess
from typing import Any, TypeVar

from elcs_gui.data.files import remove_parts

HEARTBEAT = 0.1
"""Most seconds without a chance to cancel."""

_Told = TypeVar("_Told")


def now_and_then(tell: Callable[[_Told], None], seconds: float = HEARTBEAT) -> Callable[[_Told], None]:
    """`tell`, so many seconds after it was last done at the soonest: what is to be told before is dropped."""
    due = time.monotonic() + seconds

    def tell_if_due(told: _Told) -> None:
        nonlocal due
        if time.monotonic() >= due:
            tell(told)
            due = time.monotonic() + seconds

    return tell_if_due


_GRACE = 1.0
"""Seconds that a process has to end by itself; then it is killed."""


@dataclass(frozen=True, eq=False)
class Started:
    """One process, and our ends of its pipe and of the one whose closing ends it."""

    process: SpawnProcess
    pipe: Connection
    lifetime: Connection


def start(serve: Callable[..., None], *more: Any, name: str) -> Started:
    """A process that calls `serve` with its end of the pipe, and what else is given; ended by `end`.

    Call it inside `holding_back_ctrl_c`, until what it gives is where `end` will find it.
    """
    # Not forked: a fork would copy the threads' locks of whoever calls, in whatever state they are.
    context = get_context("spawn")
    ours, theirs = context.Pipe()
    held, watched = context.Pipe()
    process = context.Process(target=_run, args=(serve, theirs, watched, more), name=name, daemon=True)
    process.start()
    theirs.close()  # theirs alone now, so that we see it close
    watched.close()
    return Started(process, ours, held)


def end(started: Iterable[Started]) -> None:
    """End these processes, all of them at once, and give back what they held."""
    processes = tuple(started)
    with holding_back_ctrl_c():
        for each in processes:
            each.lifetime.close()
            each.pipe.close()
        patience = time.monotonic() + _GRACE
        for each in processes:
            each.process.join(max(patience - time.monotonic(), 0))
            if each.process.is_alive():
                each.process.kill()
                each.process.join()
            each.process.close()


def _run(serve: Callable[..., None], pipe: Connection, lifetime: Connection, more: tuple[Any, ...]) -> None:
    _end_with_parent(lifetime)
    # Ctrl+C reaches every process; only the first one answers it.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    serve(pipe, *more)


def _end_with_parent(lifetime: Connection) -> None:
    """From now on this process ends at once when the one that started it does, or closes that pipe.

    A thread waits for that, so it does not matter what else is going on, nor how the other one ended. Half a
    file that is being written then is removed.
    """
    parent = parent_process()
    assert parent is not None  # it was started

    def watch() -> None:
        wait([parent.sentinel, lifetime])
        remove_parts()
        os._exit(1)

    threading.Thread(target=watch, name="watch parent", daemon=True).start()


@contextmanager
def holding_back_ctrl_c() -> Iterator[None]:
    """Inside, Ctrl+C waits; a process that is started there is not bothered by it, from its first moment on.

    Only the main thread hears of Ctrl+C, so in any other there is nothing to hold back.
    """
    if threading.current_thread() is not threading.main_thread() or not hasattr(signal, "pthread_sigmask"):
        yield
        return
    pressed = False

    def press(number: int, frame: object) -> None:  # noqa: ARG001  what a signal handler gets
        nonlocal pressed
        pressed = True

    from multiprocessing import resource_tracker

    # Once, by itself: it is started with the first process otherwise, and sets the mask back (Python 3.11).
    resource_tracker.ensure_running()
    # The mask is inherited by what is started; the handler is for when another thread gets the signal.
    before = signal.signal(signal.SIGINT, press)
    mask = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, mask)
        signal.signal(signal.SIGINT, before)
        if pressed:
            signal.raise_signal(signal.SIGINT)
