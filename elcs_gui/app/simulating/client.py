"""The window's end of simulating data: what is being drawn, and what came of it."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

if TYPE_CHECKING:  # the start page does not wait for numpy
    from elcs_gui.app.model.requests import Request
    from elcs_gui.app.model.session import Session
    from elcs_gui.data.simulation import SimulationOrder
    from elcs_gui.worker.messages import Drawn, Written


class SimulationClient(QObject):
    """One simulation at a time. Data that go to no file are opened: the session hears of those."""

    drawn = Signal(float)
    """So much of the data is there, from 0 to 1."""
    written = Signal(str, bool)
    """The data were written to a file, or (False) were not: one sentence."""

    def __init__(self, session: Session) -> None:
        super().__init__(session)
        self._session = session
        self._request: Request | None = None

    @property
    def busy(self) -> bool:
        return self._request is not None and self._request.waiting

    def begin(self, order: SimulationOrder) -> None:
        """Have data drawn and run on them, the network as their truth; or write both, if files are given."""
        from elcs_gui.worker.messages import Drawn, Simulate, Written

        command = partial(Simulate, order=order)
        if order.to is None:
            self._request = self._session.open(command, handlers={Drawn: self._on_drawn})
        else:
            self._request = self._session.requests.ask(
                command,
                {Drawn: self._on_drawn, Written: self._on_written},
                lambda reason: self.written.emit(reason, False),
            )

    def _on_drawn(self, message: Drawn) -> None:
        self.drawn.emit(message.share)

    def _on_written(self, message: Written) -> None:
        self.written.emit(message.sentence, message.well)
