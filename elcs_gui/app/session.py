"""The session: what is open, how it is to be learnt, and the run under way in the worker.

Widgets ask it to open, to take another target or other parameters; it tells by signals what came of it.
The engine is imported where it is first needed: the start page must not wait for numpy.
"""

from __future__ import annotations

import contextlib
import multiprocessing
import threading
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QTimer, Signal

from elcs_gui.errors import ElcsError

if TYPE_CHECKING:
    from multiprocessing.connection import Connection

    from elcs_gui.app.worker import Command, Message, Opened
    from elcs_gui.ci.oracle import Oracle
    from elcs_gui.ci.questions import CiTest
    from elcs_gui.ci.tape import Tape
    from elcs_gui.data.network import Network
    from elcs_gui.trace.stream import Receiver
    from elcs_gui.trace.trace import Header, Trace


_ENDED = "The background process has ended; start the program again to run anything."
_AFTER_OPENING = 15
"""Milliseconds from telling what is open to telling that its run has begun."""


class Session(QObject):
    """One data set (or network) at a time, with the trace of its latest run."""

    opened = Signal()
    """Something else is open: title, names, data, network have changed."""
    run_started = Signal()
    run_grew = Signal()
    run_finished = Signal(bool)
    """The run ended; True if it was cancelled."""
    associated = Signal(object)
    """Links for the map of the field view."""
    failed = Signal(str)
    """One sentence for the user."""
    _arrived = Signal(object)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.source: Opened | None = None
        self.header: Header | None = None
        self.trace: Trace | None = None
        self.running = False
        self.associating = False
        self._number = 0
        self._untold = False
        """Has a run been begun of which nobody was told yet?"""
        self._cut_short = False
        self._wanted_target: str | None = None
        self._truth: tuple[Network, Oracle] | None = None
        self._tapes: dict[tuple[str, float | None], Tape] = {}
        self._receivers: dict[int, Receiver] = {}
        """By number of the run, until it ends: also those given up, whose answers stay on the tape."""
        self._pipe: Connection | None = None
        self._process: multiprocessing.process.BaseProcess | None = None
        self._arrived.connect(self._receive)

    # What is open

    @property
    def names(self) -> tuple[str, ...]:
        """The variables, as the test in use sees them."""
        if self.source is None:
            return ()
        if self.source.data is not None and (self.header is None or self.header.test != "oracle"):
            return self.source.data.columns
        assert self.source.network is not None
        return self.source.network.nodes

    @property
    def levels(self) -> tuple[tuple[str, ...], ...]:
        """The labels of each variable's levels; empty where there are none."""
        if self.source is None:
            return ()
        if self.source.data is not None:
            return self.source.data.levels
        assert self.source.network is not None
        return self.source.network.levels

    @property
    def truth(self) -> Oracle | None:
        """d-separation in the known network, where there is one with the same names."""
        network = None if self.source is None else self.source.network
        if network is None or network.nodes != self.names:
            return None
        if self._truth is None or self._truth[0] is not network:
            from elcs_gui.ci.oracle import Oracle

            self._truth = (network, Oracle(network))
        return self._truth[1]

    @property
    def ci_test(self) -> CiTest | None:
        """What answered the latest run, for its tables."""
        if self.source is None or self.header is None:
            return None
        from elcs_gui.ci.choosing import make_test

        rows = 5.0 if self.header.rows_per_cell is None else self.header.rows_per_cell
        return make_test(self.header.test, self.source.data, self.source.network, rows)

    # What the user asks for

    def start_worker(self) -> None:
        """Begin to start the worker process; it is ready when its first command is done."""
        if self._process is not None:
            return
        from elcs_gui.app.worker_process import work

        context = multiprocessing.get_context("spawn")
        self._pipe, theirs = context.Pipe()
        self._process = context.Process(target=work, args=(theirs,), name="elcs worker", daemon=True)
        self._process.start()
        theirs.close()
        threading.Thread(target=self._listen, args=(self._pipe,), name="worker messages", daemon=True).start()

    def open_example(self, example: str, target: str | None = None, test: str | None = None) -> None:
        """Read a bundled example and run it."""
        from elcs_gui.app.worker import Open

        self._wanted_target = target
        self._send(Open(self._next(), example=example, test=test))

    def open_files(
        self, data: Path | None, network: Path | None, target: str | None = None, test: str | None = None
    ) -> None:
        """Read data, a network, or both, and run on them."""
        from elcs_gui.app.worker import Open

        self._wanted_target = target
        self._send(Open(self._next(), data=data, network=network, test=test))

    def open_trace(self, trace: Trace) -> None:
        """Show a trace from a file: there are no data behind it."""
        self.cancel()
        self.source = None
        self.header, self.trace = trace.header, trace
        self.opened.emit()
        self.run_started.emit()
        self.run_finished.emit(False)

    def set_target(self, target: int) -> None:
        """Run for another variable; answers are reused."""
        if self.header is not None and self.source is not None:
            self.run(replace(self.header, target=target))

    def run(self, header: Header) -> None:
        """Run as the header says; a run under way is given up."""
        self._start(header)
        self._tell_started(self._number)

    def _start(self, header: Header) -> None:
        from elcs_gui.app.worker import Learn
        from elcs_gui.ci.tape import Tape
        from elcs_gui.trace.stream import Receiver

        self.header = header
        key = header.test, header.rows_per_cell
        tape = self._tapes.setdefault(key, Tape())
        receiver = self._receivers[self._next()] = Receiver(header, tape)
        self.trace = receiver.trace
        self.running = self._untold = True
        self._send(Learn(self._number, header))

    def _tell_started(self, number: int) -> None:
        if number != self._number or not self._untold:
            return  # given up before anybody heard of it, or told already
        self._untold = False
        self.run_started.emit()
        if number == self._number and number not in self._receivers:
            self._tell_finished()  # it was quicker than the window

    def _tell_finished(self) -> None:
        self.running = False
        self.run_finished.emit(self._cut_short)

    def cancel(self) -> None:
        """Stop the run under way; the trace so far stays."""
        if self.running:
            from elcs_gui.app.worker import Cancel

            self._send(Cancel())

    def ask_associations(self) -> None:
        """Ask for the links of the field map; `associated` brings them."""
        from elcs_gui.app.worker import Associate

        self.associating = True
        self._send(Associate(self._number))

    def close(self) -> None:
        """End the worker."""
        process, pipe = self._process, self._pipe
        self._process = self._pipe = None
        if process is None or pipe is None:
            return
        from elcs_gui.app.worker import Stop

        with contextlib.suppress(OSError):  # it may be gone already
            pipe.send(Stop())
        process.join(0.5)
        if process.is_alive():
            process.terminate()
            process.join(2)
        pipe.close()

    # Inside

    def _next(self) -> int:
        self._number += 1
        return self._number

    def _send(self, command: Command) -> None:
        self.start_worker()
        assert self._pipe is not None
        try:
            self._pipe.send(command)
        except OSError:
            self.failed.emit(_ENDED)

    def _listen(self, pipe: Connection) -> None:
        """In a thread of its own: wait for messages and hand them to the window's thread."""
        while True:
            try:
                message = pipe.recv()
            except (EOFError, OSError):
                if self._pipe is not pipe:
                    return  # closed from this side
                message = None
            try:
                self._arrived.emit(message)
            except RuntimeError:
                return  # the window is gone
            if message is None:
                return

    def _receive(self, message: Message | None) -> None:
        if message is None:
            self.running = self.associating = False
            self.failed.emit(_ENDED)
            return
        from elcs_gui.app.worker import Associated, Failed, Opened, Progress

        current = message.number == self._number
        if isinstance(message, Progress):
            self._receivers[message.number].add(message.chunk)
            if message.done:
                del self._receivers[message.number]
                self._cut_short = message.cancelled
            if current and not self._untold:
                self._tell_finished() if message.done else self.run_grew.emit()
        elif isinstance(message, Associated):
            self.associating = False
            self.associated.emit(message.links)
        elif current and isinstance(message, Opened):
            self._take_over(message)
        elif current and isinstance(message, Failed):
            self.running = False
            self.failed.emit(message.reason)

    def _take_over(self, source: Opened) -> None:
        from elcs_gui.trace.trace import Header

        self.source, self.header, self.trace = source, None, None
        self._tapes.clear()
        tables = source.test in ("g2", "chi2")
        header = Header(
            algorithm="elcs",
            target=0,
            names=(),
            test=source.test,
            k=source.k,
            rows=None if source.data is None or source.test == "oracle" else source.data.rows,
            rows_per_cell=5.0 if tables else None,
        )
        self.header = header
        names = self.names
        wanted = self._wanted_target or source.target or names[0]
        self._wanted_target = None
        if wanted not in names:
            self.failed.emit(
                f"There is no variable {wanted!r} in {source.title}; {names[0]} is shown instead."
            )
            wanted = names[0]
        self.header = replace(header, names=names, target=names.index(wanted))
        # The worker begins at once. The window first shows what is open and hears of the run after that: both
        # in one turn of its loop would be felt.
        self._start(self.header)
        self.ask_associations()
        QTimer.singleShot(_AFTER_OPENING, self, partial(self._tell_started, self._number))
        self.opened.emit()


def open_path(session: Session, path: Path, network: Path | None = None, target: str | None = None) -> None:
    """Open whatever the file is: data, a network or a trace."""
    if path.suffix.lower() in (".jsonl", ".trace"):
        from elcs_gui.trace.trace_file import read_trace

        try:
            session.open_trace(read_trace(path))
        except ElcsError as error:
            session.failed.emit(str(error))
    elif path.suffix.lower() in (".bif", ".json"):
        session.open_files(None, path, target)
    else:
        session.open_files(path, network, target)
