"""The window's end of reading a true network beside the data that are open."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

if TYPE_CHECKING:  # the start page does not wait for numpy
    from elcs_gui.worker.messages import Command, Message


class TruthClient(QObject):
    """Forgotten when something else is opened meanwhile."""

    read = Signal(object)
    """A `TruthRead`."""
    failed = Signal(str)
    """It cannot be the truth, and why."""

    def __init__(
        self, send: Callable[[Command], None], number: Callable[[], int], parent: QObject | None = None
    ) -> None:
        super().__init__(parent)
        self._send, self._next = send, number
        self._asked: set[int] = set()

    @property
    def busy(self) -> bool:
        return bool(self._asked)

    def begin(self, path: Path) -> None:
        from elcs_gui.worker.messages import ReadTruth

        number = self._next()
        self._asked.add(number)
        self._send(ReadTruth(number, path))

    def forget(self) -> None:
        """Whatever comes is about other data."""
        self._asked.clear()

    def fail(self, reason: str) -> None:
        """Nothing comes any more."""
        if self._asked:
            self._asked.clear()
            self.failed.emit(reason)

    def receive(self, message: Message) -> bool:
        """Take a message from the worker; False if it is not about a truth."""
        from elcs_gui.worker.messages import Failed, TruthRead

        asked = message.number in self._asked
        if not isinstance(message, TruthRead) and not (asked and isinstance(message, Failed)):
            return False
        self._asked.discard(message.number)
        if isinstance(message, Failed):
            self.failed.emit(message.reason)
        elif asked:
            self.read.emit(message)
        return True
