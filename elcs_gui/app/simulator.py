"""The window's end of simulating data: what is being drawn, and what came of it."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

if TYPE_CHECKING:  # the start page does not wait for numpy
    from elcs_gui.app.messages import Command, Message
    from elcs_gui.data.simulation import SimulationOrder


class Simulator(QObject):
    """One simulation at a time. Data that go to no file are opened: the session hears of those."""

    drawn = Signal(float)
    """So much of the data is there, from 0 to 1."""
    written = Signal(str, bool)
    """The data were written to a file, or (False) were not: one sentence."""

    def __init__(self, send: Callable[[Command], None], parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._send = send
        self.busy = self._to_file = False

    def begin(self, number: int, order: SimulationOrder) -> None:
        """Have data drawn, to be opened or written as the order says."""
        from elcs_gui.app.messages import Simulate

        self.busy, self._to_file = True, order.to is not None
        self._send(Simulate(number, order))

    def fail(self, reason: str) -> None:
        """Nothing comes any more; the session tells of data that were to be opened."""
        if self.busy:
            self.busy = False
            if self._to_file:
                self.written.emit(reason, False)

    def receive(self, message: Message) -> bool:
        """Take a message from the worker; False if it is not about a simulation."""
        from elcs_gui.app.messages import Drawn, Written

        if isinstance(message, Drawn):
            self.drawn.emit(message.share)
        elif isinstance(message, Written):
            self.busy = False
            self.written.emit(message.sentence, message.well)
        return isinstance(message, Drawn | Written)
