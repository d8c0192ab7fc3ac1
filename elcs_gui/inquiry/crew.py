"""Replicates made by several processes, given back in the order of their numbers.

Each process holds its own copy of the plan and, once it is worth it, its own compiled kernel; it is handed
numbers and hands back replicates through a pipe of its own. When the other end of that pipe is gone, whyever
that is, it ends: nothing is left running.

A daemonic process (the window's worker is one) must not have children, so it makes its replicates itself; the
window's own process may have a crew, from a thread that does nothing but wait for it.
"""

from __future__ import annotations

import signal
from collections.abc import Callable, Generator, Iterator
from dataclasses import dataclass, field
from multiprocessing import get_context
from multiprocessing.connection import Connection, wait
from multiprocessing.context import SpawnProcess

from elcs_gui.ci import compiled
from elcs_gui.errors import ElcsError
from elcs_gui.inquiry.replicates import Plan, Replicate, Replicates

HEARTBEAT = 0.1
"""Most seconds without a chance to cancel."""

_AHEAD = 2
"""Numbers a process has in hand, so that it need not wait for the next one."""


@dataclass(eq=False)
class _Member:
    """One process, our end of its pipe, and how many replicates it still owes."""

    process: SpawnProcess
    pipe: Connection
    owes: int = field(default=0)


def made_by_crew(
    plan: Plan, numbers: range, jobs: int, waiting: Callable[[], None]
) -> Generator[Replicate, None, None]:
    """The replicates with those numbers, in that order.

    Args:
        waiting: called every `HEARTBEAT` seconds while nothing comes; it may raise.

    Closing the iterator, or leaving it by an exception, ends the processes.
    """
    crew = [_start(plan) for _ in range(min(jobs, len(numbers)))]
    try:
        yield from _in_order(crew, numbers, waiting)
    finally:
        for member in crew:
            member.pipe.close()
            member.process.terminate()
        for member in crew:
            member.process.join()
            member.process.close()


def _in_order(crew: list[_Member], numbers: range, waiting: Callable[[], None]) -> Iterator[Replicate]:
    to_give = iter(numbers)
    for _ in range(_AHEAD):
        for member in crew:
            _give_next(member, to_give)
    early: dict[int, Replicate] = {}
    by_pipe = {member.pipe: member for member in crew}
    for number in numbers:
        while number not in early:
            ready = wait([member.pipe for member in crew if member.owes], HEARTBEAT)
            for pipe in ready:
                assert isinstance(pipe, Connection)
                replicate = _received(pipe)
                early[replicate.number] = replicate
                by_pipe[pipe].owes -= 1
                _give_next(by_pipe[pipe], to_give)
            if not ready:
                waiting()
        yield early.pop(number)


def _give_next(member: _Member, to_give: Iterator[int]) -> None:
    number = next(to_give, None)
    if number is not None:
        member.pipe.send(number)
        member.owes += 1


def _received(pipe: Connection) -> Replicate:
    try:
        received: Replicate | ElcsError = pipe.recv()
    except (EOFError, OSError):
        raise ElcsError(
            "A process that made replicates ended by itself, perhaps for want of memory: try fewer jobs."
        ) from None
    if isinstance(received, ElcsError):
        raise received
    return received


def _start(plan: Plan) -> _Member:
    # Not forked: a fork would copy the threads' locks of whoever calls, in whatever state they are.
    context = get_context("spawn")
    ours, theirs = context.Pipe()
    warm = compiled.kernel_if_ready() is not None  # what is worth it here is worth it there
    process = context.Process(target=_serve, args=(theirs, plan, warm), name="elcs replicates", daemon=True)
    process.start()
    theirs.close()  # theirs alone now, so that we see it close
    return _Member(process, ours)


def _serve(pipe: Connection, plan: Plan, warm: bool) -> None:
    """The loop of a process."""
    # Ctrl+C reaches every process; only the first one answers it.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if warm:
        compiled.warm_up()
    try:
        try:
            replicates = Replicates(plan)
            while True:
                pipe.send(replicates.make(pipe.recv()))
        except ElcsError as error:
            pipe.send(error)
        except MemoryError:
            pipe.send(ElcsError("There is not enough memory for as many jobs: try fewer."))
    except (EOFError, OSError):
        return  # nobody is listening any more
