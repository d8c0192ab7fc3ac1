"""Runs that are still coming from the worker, and the answers that their traces are rebuilt from."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING

if TYPE_CHECKING:  # the start page does not wait for numpy
    from elcs_gui.ci.tape import Tape, TapeRows
    from elcs_gui.trace.stream import Receiver
    from elcs_gui.trace.trace import Header, Trace
    from elcs_gui.worker.messages import Progress

OnDone = Callable[["Trace"], None]
OnFailed = Callable[[str], None]


class IncomingRuns:
    """By the number of the command that asked; also those given up, whose answers stay on the tape."""

    def __init__(self) -> None:
        self._tapes: dict[tuple[str, float | None], tuple[Header, Tape]] = {}
        """By test and rows per cell, with the first run that had it."""
        self._receivers: dict[int, Receiver] = {}
        self._asides: dict[int, tuple[OnDone, OnFailed]] = {}
        """Who waits for a run that is not shown."""

    def __contains__(self, number: int) -> bool:
        return number in self._receivers

    def begin(self, number: int, header: Header) -> Trace:
        """Await a run, whose answers are shared with those on the same test; its trace, empty still."""
        from elcs_gui.ci.tape import Tape

        _, tape = self._tapes.setdefault(_test(header), (header, Tape()))
        return self._await(number, header, tape)

    def begin_twin(self, number: int, header: Header) -> None:
        """Await the run in which every verdict of this one is true: it shares no answers."""
        from elcs_gui.ci.tape import Tape
        from elcs_gui.inquiry.twin import twin_header

        self._await(number, twin_header(header), Tape())

    def hand_over(self, number: int, on_done: OnDone, on_failed: OnFailed) -> None:
        """Who gets the whole trace, unless it was given up for another run, or why there is none."""
        self._asides[number] = on_done, on_failed

    def take(self, message: Progress) -> None:
        """Add what has come of a run; at its end, hand it over."""
        receiver = self._receivers[message.number]
        receiver.add(message.chunk)
        if message.done:
            del self._receivers[message.number]
            aside = self._asides.pop(message.number, None)
            if aside is not None and not message.cancelled:
                aside[0](receiver.trace)

    def fail(self, number: int, reason: str) -> bool:
        """Say why nothing more comes; did anybody wait for it?"""
        self._receivers.pop(number, None)
        aside = self._asides.pop(number, None)
        if aside is not None:
            aside[1](reason)
        return aside is not None

    def fail_all(self, reason: str) -> None:
        """Nothing comes any more."""
        for number in {*self._receivers, *self._asides}:
            self.fail(number, reason)

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
