"""Work in a thread of its own, so that the window goes on; what came of it is told in the window's thread."""

from __future__ import annotations

import threading
from collections.abc import Callable
from contextlib import suppress

from PySide6.QtCore import QObject, Qt, Signal

from elcs_gui.errors import ElcsError

_telling = threading.Lock()
_window_is_going = threading.Event()


def tell(emit: Callable[[], object]) -> None:
    """Emit a signal from a thread, as long as anybody is there to be told.

    A signal that is emitted while its object is taken apart ends the program with signal 11. That cannot be
    caught, so `end_telling` waits until none is being emitted.
    """
    with _telling, suppress(RuntimeError, TypeError):  # these are raised where the object is gone already
        if not _window_is_going.is_set():
            emit()


def end_telling() -> None:
    """The window is about to be taken apart: threads tell nothing from now on, until a task is begun."""
    with _telling:
        _window_is_going.set()


def begin_telling() -> None:
    _window_is_going.clear()


class ThreadTask(QObject):
    """One at a time. The work should leave the interpreter to others often: compress, read, write, rest."""

    done = Signal(object)
    """What the work gave."""
    failed = Signal(str)
    """Why it could not be done, in one sentence."""
    _ended = Signal(object, str)

    def __init__(self, name: str, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._name = name
        self._thread: threading.Thread | None = None
        self._ended.connect(self._tell, Qt.ConnectionType.QueuedConnection)

    @property
    def busy(self) -> bool:
        return self._thread is not None

    def start(self, work: Callable[[], object]) -> None:
        """Begin; one that is under way must have ended before."""
        assert self._thread is None
        begin_telling()
        self._thread = threading.Thread(target=self._do, args=(work,), name=self._name, daemon=True)
        self._thread.start()

    def wait(self) -> None:
        """Until the work is done; it is told of as usual, later."""
        if self._thread is not None:
            self._thread.join()

    def _do(self, work: Callable[[], object]) -> None:
        given, reason = None, "It ended in an error of this program."
        try:
            given, reason = work(), ""
        except ElcsError as error:
            reason = str(error)
        finally:
            tell(lambda: self._ended.emit(given, reason))

    def _tell(self, given: object, reason: str) -> None:
        self._thread = None
        if reason:
            self.failed.emit(reason)
        else:
            self.done.emit(given)
