"""Work shared out to several processes: numbers go out, what is made of them comes back in their order.

Each process is told once how to begin, and gets a function that makes something of a number; it is handed
numbers and hands back what it made, through a pipe of its own.

A daemonic process (the window's worker is one) must not have children, so it makes everything itself; the
window's own process may have them, from a thread that does nothing but wait for them.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from multiprocessing.connection import Connection, wait
from typing import Any, TypeVar

from elcs_gui.errors import ElcsError
from elcs_gui.parallel.processes import HEARTBEAT, Started, end, holding_back_ctrl_c, start

_AHEAD = 2
"""Numbers a process has in hand, so that it need not wait for the next one."""

Made = TypeVar("Made")
Begin = Callable[[], Callable[[int], Made]]
"""Called once in every process: gives what makes something of a number. It is sent there, so no lambda."""


@dataclass(eq=False)
class _Member:
    """One process, and how much it still owes."""

    started: Started
    owes: int = field(default=0)

    @property
    def pipe(self) -> Connection:
        return self.started.pipe


def made_by_processes(
    begin: Begin[Made], numbers: Sequence[int], jobs: int, waiting: Callable[[], None]
) -> Generator[Made, None, None]:
    """What is made of those numbers, in that order.

    Args:
        waiting: called every `HEARTBEAT` seconds while nothing comes; it may raise.

    Closing the iterator, or leaving it by an exception, ends the processes.
    """
    members: list[_Member] = []
    try:
        for _ in range(min(jobs, len(numbers))):
            with holding_back_ctrl_c():
                members.append(_Member(start(_serve, name="elcs job")))
        for member in members:
            _send(member, begin)
        yield from _in_order(members, numbers, waiting)
    finally:
        end(member.started for member in members)


def _in_order(members: list[_Member], numbers: Sequence[int], waiting: Callable[[], None]) -> Iterator[Any]:
    to_give = iter(numbers)
    for _ in range(_AHEAD):
        for member in members:
            _give_next(member, to_give)
    early: dict[int, Any] = {}
    by_pipe = {member.pipe: member for member in members}
    for number in numbers:
        while number not in early:
            ready = wait([member.pipe for member in members if member.owes], HEARTBEAT)
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


def _serve(pipe: Connection) -> None:
    """The loop of a process."""
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
