"""The window's end of simulating data: what is being drawn, and what came of it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

if TYPE_CHECKING:  # the start page does not wait for numpy
    from elcs_gui.app.model.session import Session
    from elcs_gui.data.simulation import SimulationOrder
    from elcs_gui.worker.messages import Message


class SimulationClient(QObject):
    """One simulation at a time. Data that go to no file are opened: the session hears of those."""

    drawn = Signal(float)
    """So much of the data is there, from 0 to 1."""
    written = Signal(str, bool)
    """The data were written to a file, or (False) were not: one sentence."""

    def __init__(self, session: Session) -> None:
        super().__init__(session)
        self._session = session
        self.busy = self._to_file = False

    def begin(self, order: SimulationOrder) -> None:
        """Have data drawn and run on them, the network as their truth; or write both, if files are given."""
        from elcs_gui.worker.messages import Simulate

        self.busy, self._to_file = True, order.to is not None
        number = self._session.next_number() if self._to_file else self._session.begin_opening(None)
        self._session.send(Simulate(number, order))

    @property
    def cancellable(self) -> bool:
        return self.busy

    def settle(self) -> None:
        self.busy = False

    def fail(self, reason: str) -> bool:
        """Nothing comes any more; the session tells of data that were to be opened."""
        was_busy, self.busy = self.busy, False
        if was_busy and self._to_file:
            self.written.emit(reason, False)
        return was_busy

    def receive(self, message: Message) -> bool:
        """Take a message from the worker; False if it is not about a simulation."""
        from elcs_gui.worker.messages import Drawn, Written

        if isinstance(message, Drawn):
            self.drawn.emit(message.share)
        elif isinstance(message, Written):
            self.busy = False
            self.written.emit(message.sentence, message.well)
        return isinstance(message, Drawn | Written)
