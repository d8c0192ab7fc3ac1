"""The window's end of the inquiry process: one question at a time, the latest wins."""

from __future__ import annotations

from PySide6.QtCore import QObject, Signal

from elcs_gui.app import inquiries
from elcs_gui.app.background import Background
from elcs_gui.app.inquiries import Ask, Inquiry, Refused, Told
from elcs_gui.app.measurements import Measurements
from elcs_gui.app.messages import Cancel, Opened
from elcs_gui.inquiry.stability import Stability


class Inquirer(QObject):
    """Asks for what takes many replays: blame, alpha, stability."""

    asked = Signal(object)
    """An inquiry is under way."""
    told = Signal(object)
    """`Told`: how far it is, and at the end the answer."""
    refused = Signal(object)
    """`Refused`: it could not be done, and why."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.busy: Inquiry | None = None
        """What is being found out now."""
        self.measured = Measurements()
        """The stability of the runs so far, whole or not."""
        self._number = 0
        self._source: Opened | None = None
        self._process = Background(inquiries.main, "elcs inquiries", self, with_crew=True)
        self._process.arrived.connect(self._receive)

    def ask(self, source: Opened, inquiry: Inquiry) -> None:
        """Find this out about what is open; a question under way is given up."""
        self._number += 1
        self.busy = inquiry
        # The data go over once.
        news = None if source is self._source else source
        self._source = source
        if self._process.send(Ask(self._number, inquiry, news)):
            self.asked.emit(inquiry)
        else:
            self._ended()

    def cancel(self) -> None:
        """Stop looking; what was found so far is still told."""
        if self.busy is not None:
            self._process.send(Cancel())

    def close(self) -> None:
        """End the process."""
        self._process.close()

    def _ended(self) -> None:
        if self.busy is not None:
            inquiry, self.busy = self.busy, None
            reason = "The background process has ended; start the program again."
            self.refused.emit(Refused(self._number, inquiry, reason))

    def _receive(self, message: Told | Refused | None) -> None:
        if message is None:
            self._ended()
            return
        if message.number != self._number:
            return
        if isinstance(message, Refused):
            self.busy = None
            self.refused.emit(message)
        else:
            if message.done:
                self.busy = None
            if isinstance(message.result, Stability) and self._source is not None:
                self.measured.keep(self._source, message.result)
            self.told.emit(message)
