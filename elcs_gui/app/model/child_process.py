"""A process of its own that does what would make the window wait; commands go in, messages come out.

One that ends by itself is replaced at once, unless that happens too often:

    IDLE     --start, send-->        RUNNING
    RUNNING  --it dies-->            RUNNING, another process; STOPPED at the third death within a minute
    STOPPED  --start_again-->        RUNNING
    any      --close-->              CLOSED
"""

from __future__ import annotations

import logging
import multiprocessing
import threading
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from enum import Enum
from functools import partial
from multiprocessing.connection import Connection
from multiprocessing.reduction import ForkingPickler
from queue import SimpleQueue

from PySide6.QtCore import QObject, Signal

from elcs_gui.app.kit.thread_task import begin_telling, tell
from elcs_gui.parallel.processes import holding_back_ctrl_c
from elcs_gui.worker import program_log
from elcs_gui.worker.entry import begin

MOST_DEATHS = 3
"""So many within a minute are too many: what killed it would go on killing it."""
A_MINUTE = 60.0
CONTEXT = multiprocessing.get_context("spawn")
"""How a process is started. A window has threads, so it must not be forked; tests, which start
hundreds, have them forked by a server that has imported the engine."""

_log = logging.getLogger(__name__)


class State(Enum):
    """Of a child process."""

    IDLE = "not started yet"
    RUNNING = "running"
    STOPPED = "died too often"
    CLOSED = "ended by the window"


@dataclass(frozen=True)
class Interruption:
    """What the user is told of a process that has died: a sentence or two, and what can be done about it."""

    sentence: str
    choices: Mapping[str, Callable[[], object]] = field(default_factory=dict)

    @classmethod
    def stopped(cls, purpose: str, start_again: Callable[[], object]) -> Interruption:
        """The process died too often to be started again by itself."""
        sentence = f"The process for {purpose} ended three times within a minute and is not started any more."
        return cls(sentence, {"Start again": start_again})


class Deaths:
    """Counts how often a process has died lately."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._times: list[float] = []

    def add(self) -> bool:
        """One more; is it one too many?"""
        now = self._clock()
        self._times = [then for then in self._times if now - then < A_MINUTE] + [now]
        return len(self._times) >= MOST_DEATHS


class ChildProcess(QObject):
    """Started with the first command, or early by `start`; ended by `close`, and by the end of the window."""

    arrived = Signal(object)
    """A message, in the window's thread."""
    died = Signal()
    """The process has ended by itself, and what it was doing with it. If the state is RUNNING, another one is
    there and knows nothing yet."""
    _silent = Signal(object)
    """No more messages come through this pipe."""

    def __init__(
        self,
        main: Callable[[Connection], None],
        name: str,
        parent: QObject | None = None,
        *,
        starts_processes: bool = False,
        deaths: Deaths | None = None,
    ) -> None:
        """A process that runs `main`, which returns when it gets `Stop` or when nobody is there any more.

        Args:
            starts_processes: it starts processes of its own, which a daemonic one must not.
        """
        super().__init__(parent)
        self._main, self._name, self._starts_processes = main, name, starts_processes
        self._deaths = deaths or Deaths()
        self.state = State.IDLE
        self._pipe: Connection | None = None
        self._process: multiprocessing.process.BaseProcess | None = None
        self._outbox: SimpleQueue[memoryview | None] = SimpleQueue()
        self._sender: threading.Thread | None = None
        self._listener: threading.Thread | None = None
        self._silent.connect(self._on_silent)

    @property
    def pid(self) -> int | None:
        """The number of the process; None while there is none."""
        return None if self._process is None else self._process.pid

    def start(self) -> None:
        """Begin to start the process; it is ready when its first command is done."""
        if self.state is State.IDLE:
            self._start()

    def start_again(self) -> None:
        """Try once more, after it died too often."""
        if self.state is State.STOPPED:
            self._start()

    def send(self, command: object) -> bool:
        """Have a command handed over, after those before it; False if there is no process to have it.

        It is packed here and now, so that it may change afterwards, and sent by a thread: large ones take
        their time, and a process that is still starting does not listen yet.
        """
        self.start()
        if self.state is not State.RUNNING:
            return False
        self._outbox.put(ForkingPickler.dumps(command))
        return True

    def close(self) -> None:
        """End the process."""
        self.state = State.CLOSED
        process, pipe = self._process, self._pipe
        sender, listener = self._sender, self._listener
        self._process = self._pipe = self._sender = self._listener = None
        if process is None or pipe is None or sender is None or listener is None:
            return
        from elcs_gui.worker.messages import Stop

        self._outbox.put(ForkingPickler.dumps(Stop()))
        self._outbox.put(None)
        process.join(0.5)
        _end(process)
        # With nobody at the other end neither has anything to wait for. One that still told of a message
        # while this object is taken apart would crash the program.
        sender.join(2)
        listener.join(2)
        pipe.close()

    def _start(self) -> None:
        begin_telling()
        pipe, theirs = CONTEXT.Pipe()
        log = program_log.file_for(self._name)
        process = CONTEXT.Process(
            target=begin, args=(self._main, theirs, log), name=self._name, daemon=not self._starts_processes
        )
        try:
            with holding_back_ctrl_c():  # one that is still being imported would print a traceback
                process.start()
        except OSError:  # too many processes, or no memory for one more
            _log.exception("%s cannot be started", self._name)
            self.state = State.STOPPED
            pipe.close()
            return
        finally:
            theirs.close()
        self._pipe, self._process, self._outbox = pipe, process, SimpleQueue()
        self._sender = threading.Thread(
            target=_send_all, args=(pipe, self._outbox), name=f"to {self._name}", daemon=True
        )
        self._sender.start()
        self._listener = threading.Thread(target=self._listen, args=(pipe,), name=self._name, daemon=True)
        self._listener.start()
        self.state = State.RUNNING

    def _listen(self, pipe: Connection) -> None:
        """In a thread of its own: wait for messages and hand them to the window's thread."""
        try:
            while True:
                message = pipe.recv()
                tell(partial(self._hand_over, message))
        except (EOFError, OSError):
            pass  # closed, from that side or from this
        finally:
            tell(lambda: self._silent.emit(pipe))

    def _hand_over(self, message: object) -> None:
        self.arrived.emit(message)

    def _on_silent(self, pipe: Connection) -> None:
        if self._pipe is not pipe:
            return  # closed from this side
        assert self._process is not None and self._sender is not None
        self._process.join(0.1)
        _end(self._process)  # one that lives on, but does not talk any more, is of no use
        self._outbox.put(None)
        self._sender.join(2)
        pipe.close()
        _log.warning("%s has ended by itself, exit code %s", self._name, self._process.exitcode)
        self._process = self._pipe = self._sender = self._listener = None
        self.state = State.STOPPED
        if not self._deaths.add():
            self._start()
        self.died.emit()


def _end(process: multiprocessing.process.BaseProcess) -> None:
    if process.is_alive():
        process.terminate()
        process.join(2)
    if process.is_alive():
        process.kill()
        process.join()


def _send_all(pipe: Connection, outbox: SimpleQueue[memoryview | None]) -> None:
    """In a thread of its own: hand over what is in the outbox, until there is None."""
    while (packed := outbox.get()) is not None:
        try:
            pipe.send_bytes(packed)
        except OSError:
            return  # it has died: whoever listens hears of it
