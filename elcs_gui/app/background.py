"""A process of its own that does what would make the window wait; commands go in, messages come out."""

from __future__ import annotations

import contextlib
import multiprocessing
import threading
from collections.abc import Callable
from multiprocessing.connection import Connection

from PySide6.QtCore import QObject, Signal


class Background(QObject):
    """Started with the first command, or early by `start`; ended by `close`, and by the end of the window."""

    arrived = Signal(object)
    """A message, in the window's thread; None when the process has ended by itself."""

    def __init__(
        self,
        main: Callable[[Connection], None],
        name: str,
        parent: QObject | None = None,
        *,
        with_crew: bool = False,
    ) -> None:
        """A process that runs `main`, which returns when it gets `Stop` or when nobody is there any more.

        Args:
            with_crew: it starts processes of its own, which a daemonic one must not.
        """
        super().__init__(parent)
        self._main, self._name, self._with_crew = main, name, with_crew
        self._pipe: Connection | None = None
        self._process: multiprocessing.process.BaseProcess | None = None

    def start(self) -> None:
        """Begin to start the process; it is ready when its first command is done."""
        if self._process is not None:
            return
        context = multiprocessing.get_context("spawn")
        self._pipe, theirs = context.Pipe()
        self._process = context.Process(
            target=self._main, args=(theirs,), name=self._name, daemon=not self._with_crew
        )
        self._process.start()
        theirs.close()
        threading.Thread(target=self._listen, args=(self._pipe,), name=self._name, daemon=True).start()

    def send(self, command: object) -> bool:
        """Hand over a command; False if the process is gone."""
        self.start()
        assert self._pipe is not None
        try:
            self._pipe.send(command)
        except OSError:
            return False
        return True

    def close(self) -> None:
        """End the process."""
        process, pipe = self._process, self._pipe
        self._process = self._pipe = None
        if process is None or pipe is None:
            return
        from elcs_gui.app.messages import Stop

        with contextlib.suppress(OSError):  # it may be gone already
            pipe.send(Stop())
        process.join(0.5)
        if process.is_alive():
            process.terminate()
            process.join(2)
        pipe.close()

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
                self.arrived.emit(message)
            except (RuntimeError, TypeError):
                return  # the window is gone, or going
            if message is None:
                return
