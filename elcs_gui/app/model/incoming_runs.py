"""Runs that are still coming from the worker, and the answers that their traces are rebuilt from."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING

if TYPE_CHECKING:  # the start page does not wait for numpy
    from elcs_gui.ci.tape import Tape, TapeRows
    from elcs_gui.trace.stream import Receiver
    from elcs_gui.trace.trace import Header, Trace
    from elcs_gui.worker.messages import Message


class IncomingRuns:
    """By the number of their request; also those that were cancelled, whose answers stay on the tape."""

    def __init__(self) -> None:
        self._tapes: dict[tuple[str, float | None], tuple[Header, Tape]] = {}
        """By test and rows per cell, with the first run that had it."""
        self._receivers: dict[int, Receiver] = {}

    def __contains__(self, number: int) -> bool:
        return number in self._receivers

    def begin(self, number: int, header: Header) -> Trace:
        """Await a run, whose answers are shared with those on the same test; its trace, empty still."""
        from elcs_gui.ci.tape import Tape

        _, tape = self._tapes.setdefault(_test(header), (header, Tape()))
        return self._await(number, header, tape)

    def begin_twin(self, number: int, header: Header) -> Trace:
        """The same for the run in which every verdict of this one is true: it shares no answers."""
        from elcs_gui.ci.tape import Tape
        from elcs_gui.inquiry.twin import twin_header

        return self._await(number, twin_header(header), Tape())

    def take(self, message: Message) -> None:
        """Add what has come of a run, if it is about one."""
        from elcs_gui.worker.messages import Progress, is_last

        receiver = self._receivers.get(message.number)
        if receiver is not None and isinstance(message, Progress):
            receiver.add(message.chunk)
        if receiver is not None and is_last(message):
            del self._receivers[message.number]

    def give_up(self) -> None:
        """Nothing comes any more."""
        self._receivers.clear()

    def answers(self) -> list[tuple[Header, TapeRows]]:
        """All that are known, each time with a run that they were for."""
        return [(header, tape.all_rows()) for header, tape in self._tapes.values()]

    def forget(self, gone: Callable[[str], bool] = lambda _: True) -> None:
        """Forget the answers: all of them, or those of the tests with such ids."""
        self._tapes = {key: kept for key, kept in self._tapes.items() if not gone(key[0])}

    def know(self, runs: Iterable[Trace]) -> None:
        """Take the answers of these runs for those that further ones reuse."""
        self._tapes = {_test(run.header): (run.header, run.judge.tape) for run in runs}

    def _await(self, number: int, header: Header, tape: Tape) -> Trace:
        from elcs_gui.trace.stream import Receiver

        receiver = self._receivers[number] = Receiver(header, tape)
        return receiver.trace


def _test(header: Header) -> tuple[str, float | None]:
    return header.test, header.rows_per_cell
