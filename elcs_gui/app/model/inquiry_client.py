"""The window's end of the inquiry process: one question at a time, the latest wins."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from PySide6.QtCore import QObject, Signal

from elcs_gui.app.model.child_process import ChildProcess, Interruption, State
from elcs_gui.inquiry.stability import Stability
from elcs_gui.storage.study import Study
from elcs_gui.trace.trace import Header
from elcs_gui.worker import inquiry_process as inquiries
from elcs_gui.worker.inquiry_process import Ask, Inquiry, InquiryProgress, Refused
from elcs_gui.worker.messages import Cancel

MOST_KEPT = 24
_ENDED = "The process that looked into this has ended by itself. What it found so far stays."


class Measurements:
    """The latest stability of each run, of what is open, to be shown again when a run comes back."""

    def __init__(self) -> None:
        self._study: Study | None = None
        self._kept: list[Stability] = []

    def keep(self, study: Study, found: Stability) -> None:
        """It takes the place of an earlier one of the same run. One without a replicate says nothing."""
        if not found.done:
            return
        if study is not self._study:  # two files may well have runs of the same name
            self._study, self._kept = study, []
        self._kept = [*(old for old in self._kept if old.header != found.header), found][-MOST_KEPT:]

    def of(self, study: Study | None, header: Header | None) -> Stability | None:
        """The latest of that run on what is open."""
        if study is None or study is not self._study:
            return None
        return next((found for found in self._kept if found.header == header), None)


Listener = Callable[[InquiryProgress | Refused | None], None]
"""Gets every message about a question that was asked aside, and None if it had to give way."""


class InquiryClient(QObject):
    """Asks for what takes many replays: blame, alpha, stability; and aside, while nobody asks, for more."""

    asked = Signal(object)
    """An inquiry is under way."""
    progressed = Signal(object)
    """`InquiryProgress`: how far it is, and at the end the answer."""
    refused = Signal(object)
    """`Refused`: it could not be done, and why."""
    idle = Signal()
    """What was asked is answered, or will not be: a question can be asked aside."""
    interrupted = Signal(object)
    """An `Interruption`: the process has died."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.busy: Inquiry | None = None
        """What is being found out now."""
        self.measured = Measurements()
        """The stability of the runs so far, whole or not."""
        self._number = 0
        self._aside: tuple[Inquiry, Listener] | None = None
        self._study: Study | None = None
        self.process = ChildProcess(inquiries.main, "elcs inquiries", self, starts_processes=True)
        self.process.arrived.connect(self._receive)
        self.process.died.connect(self._on_died)

    def ask(self, study: Study, inquiry: Inquiry) -> None:
        """Find this out about what is open; a question under way is given up."""
        aside, self._aside = self._aside, None
        self.busy = inquiry
        if self._send(study, inquiry):
            self.asked.emit(inquiry)
        if aside is not None:
            aside[1](None)

    def ask_aside(self, study: Study, inquiry: Inquiry, listener: Listener) -> bool:
        """Find this out, unless something is being found out already; it gives way to whatever is asked.

        Only the listener hears of it. False if it must wait for `idle`.
        """
        if self.busy is not None or self._aside is not None:
            return False
        self._aside = inquiry, listener
        self._send(study, inquiry)
        return True

    def cancel(self) -> None:
        """Stop looking; what was found so far is still told."""
        if self.busy is not None:
            self.process.send(Cancel())

    def cancel_aside(self) -> None:
        """The same for what was asked aside."""
        if self._aside is not None:
            self.process.send(Cancel())

    def _send(self, study: Study, inquiry: Inquiry) -> bool:
        self._number += 1
        # The data go over once.
        news = None if study is self._study else study
        self._study = study
        sent = self.process.send(Ask(self._number, inquiry, news))
        if not sent:
            self._on_died()
        return sent

    def close(self) -> None:
        """End the process."""
        self.process.close()

    def _on_died(self) -> None:
        """Another process gets the data with the next question; the one under way is not asked again by
        itself, for it may have been the cause."""
        study, self._study = self._study, None
        inquiry, self.busy = self.busy, None
        aside, self._aside = self._aside, None
        if self.process.state is State.CLOSED:
            return
        if aside is not None:
            aside[1](Refused(self._number, aside[0], _ENDED, interrupted=True))
        if inquiry is not None:
            self.refused.emit(Refused(self._number, inquiry, _ENDED, interrupted=True))
        again = None if inquiry is None or study is None else partial(self.ask, study, inquiry)
        if self.process.state is State.STOPPED:
            self.interrupted.emit(Interruption.stopped("inquiries", partial(self._start_again, again)))
        else:
            self.interrupted.emit(_interruption(inquiry, again))
            self.idle.emit()

    def _start_again(self, again: Callable[[], None] | None) -> None:
        self.process.start_again()
        if again is not None:
            again()

    def _receive(self, message: InquiryProgress | Refused) -> None:
        if message.number != self._number:
            return
        over = isinstance(message, Refused) or message.done
        if self._aside is not None:
            aside, self._aside = self._aside, None if over else self._aside
            aside[1](message)
        else:
            self._tell(message)
        if over and self.busy is None:
            self.idle.emit()

    def _tell(self, message: InquiryProgress | Refused) -> None:
        if isinstance(message, Refused):
            self.busy = None
            self.refused.emit(message)
        else:
            if message.done:
                self.busy = None
            if isinstance(message.result, Stability) and self._study is not None:
                self.measured.keep(self._study, message.result)
            self.progressed.emit(message)


def _interruption(inquiry: Inquiry | None, again: Callable[[], None] | None) -> Interruption:
    if inquiry is None or again is None:
        return Interruption("The process for inquiries ended by itself and has been started again.")
    return Interruption(
        "The process for inquiries ended by itself and has been started again; "
        f"{inquiry.title} was cut short.",
        {"Look again": again},
    )
