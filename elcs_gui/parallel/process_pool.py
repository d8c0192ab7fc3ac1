"""Work shared out to several processes: numbers go out, what is made of them comes back in their order.

Each process is told once how to begin, and gets a function that makes something of a number; it is handed
numbers and hands back what it made, through a pipe of its own. When the process that started it is gone,
whyever that is, it ends within moments, whatever it is doing (`end_with_parent`): nothing is left running.

This module imports little, so that a process that starts hears of its parent's end from its first moments on.

A daemonic process (the window's worker is one) must not have children, so it makes everything itself; the
window's own process may have a crew, from a thread that does nothing but wait for it.
"""

from __future__ import annotations

import os
import signal
import threading
import time
from collections.abc import Callable, Generator, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from multiprocessing import get_context, parent_process
from multiprocessing.connection import Connection, wait
from multiprocessing.context import SpawnProcess
from typing import Any, TypeVar

from elcs_gui.data.files import remove_parts
from elcs_gui.errors import ElcsError

HEARTBEAT = 0.1
"""Most seconds without a chance to cancel."""

_GRACE = 1.0
"""Seconds that a process has to end by itself; then it is killed."""

_AHEAD = 2
"""Numbers a process has in hand, so that it need not wait for the next one."""

Made = TypeVar("Made")
Begin = Callable[[], Callable[[int], Made]]
"""Called once in every process: gives what makes something of a number. It is sent there, so no lambda."""


@dataclass(eq=False)
class _Member:
    """One process, our ends of its pipe and of its leash, and how much it still owes."""

    process: SpawnProcess
    pipe: Connection
    leash: Connection
    owes: int = field(default=0)


def made_by_crew(
    begin: Begin[Made], numbers: Sequence[int], jobs: int, waiting: Callable[[], None]
) -> Generator[Made, None, None]:
    """What is made of those numbers, in that order.

    Args:
        waiting: called every `HEARTBEAT` seconds while nothing comes; it may raise.

    Closing the iterator, or leaving it by an exception, ends the processes.
    """
    crew: list[_Member] = []
    try:
        for _ in range(min(jobs, len(numbers))):
            with holding_back_ctrl_c():
                crew.append(_start())
        for member in crew:
            _send(member, begin)
        yield from _in_order(crew, numbers, waiting)
    finally:
        with holding_back_ctrl_c():
            for member in crew:
                member.leash.close()
                member.pipe.close()
            patience = time.monotonic() + _GRACE
            for member in crew:
                member.process.join(max(patience - time.monotonic(), 0))
                if member.process.is_alive():
                    member.process.kill()
                    member.process.join()
                member.process.close()


def end_with_parent(leash: Connection | None = None) -> None:
    """From now on this process, started by `multiprocessing`, ends at once when the one that started it does.

    A thread waits for that, so it does not matter what else is going on, nor how the other one ended. Half a
    file that is being written then is removed.

    Args:
        leash: our end of a pipe; when its other end is closed, this process ends as well.
    """
    parent = parent_process()
    if parent is None:
        return
    ends: list[Connection | int] = [parent.sentinel]
    if leash is not None:
        ends.append(leash)

    def watch() -> None:
        wait(ends)
        remove_parts()
        os._exit(1)

    threading.Thread(target=watch, name="watch parent", daemon=True).start()


def _in_order(crew: list[_Member], numbers: Sequence[int], waiting: Callable[[], None]) -> Iterator[Any]:
    to_give = iter(numbers)
    for _ in range(_AHEAD):
        for member in crew:
            _give_next(member, to_give)
    early: dict[int, Any] = {}
    by_pipe = {member.pipe: member for member in crew}
    for number in numbers:
        while number not in early:
            ready = wait([member.pipe for member in crew if member.owes], HEARTBEAT)
            for pipe in ready:
                assert isinstance(pipe, Connection)
                made_of, made = _received(pipe)
                early[made_of] = made
                by_pipe[pipe].owes -= 1
                _give_next(by_pipe[pipe], to_give)
            if not ready:
                waiting()
        yield early.pop(number)


def _give_next(member: _Member, to_give: Iterator[int]) -> None:
    number = next(to_give, None)
    if number is not None:
        _send(member, number)
        member.owes += 1


def _send(member: _Member, what: object) -> None:
    try:
        member.pipe.send(what)
    except OSError:
        # Perhaps it said why before it ended.
        _received(member.pipe)
        raise _ended() from None


def _received(pipe: Connection) -> tuple[int, Any]:
    try:
        received: tuple[int, Any] | ElcsError = pipe.recv()
    except (EOFError, OSError):
        raise _ended() from None
    if isinstance(received, ElcsError):
        raise received
    return received


def _ended() -> ElcsError:
    return ElcsError("A process of this work ended by itself, perhaps for want of memory: try fewer jobs.")


def _start() -> _Member:
    # Not forked: a fork would copy the threads' locks of whoever calls, in whatever state they are.
    context = get_context("spawn")
    ours, theirs = context.Pipe()
    held, worn = context.Pipe()
    process = context.Process(target=_serve, args=(theirs, worn), name="elcs crew", daemon=True)
    process.start()
    theirs.close()  # theirs alone now, so that we see it close
    worn.close()
    return _Member(process, ours, held)


def _serve(pipe: Connection, leash: Connection) -> None:
    """The loop of a process."""
    end_with_parent(leash)
    # Ctrl+C reaches every process; only the first one answers it.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    # Of the pipe: nobody is listening any more, or there is no room for what was sent.
    with suppress(EOFError, OSError, MemoryError):
        answer = _answers(pipe.recv())
        trouble = next(answer)
        while trouble is None:
            number = pipe.recv()
            made = answer.send(number)
            trouble = made if isinstance(made, ElcsError) else None
            if trouble is None:
                pipe.send((number, made))
        pipe.send(trouble)


def _answers(begin: Begin[Any]) -> Generator[Any, int, None]:
    """First None, then what is made of each number it is sent; an ElcsError instead where that fails.

    Errors of files and of memory become such ones here, where they cannot be taken for errors of the pipe.
    """
    try:
        make = begin()
        number = yield None
        while True:
            number = yield make(number)
    except ElcsError as error:
        yield error
    except MemoryError:
        yield ElcsError("There is not enough memory for as many jobs: try fewer.")
    except OSError as error:
        yield ElcsError(f"A process of this work failed: {error.strerror or error}.")


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
