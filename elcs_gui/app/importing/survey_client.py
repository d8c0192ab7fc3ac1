"""The window's end of looking at tables: what is to be imported, and what is known of it so far."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

if TYPE_CHECKING:  # the start page does not wait for numpy
    from elcs_gui.app.importing.draft import Decisions, Draft
    from elcs_gui.app.model.session import Session
    from elcs_gui.data.plan import ImportPlan
    from elcs_gui.data.survey.survey import ColumnSurvey
    from elcs_gui.worker.messages import Command, Message
    from elcs_gui.worker.survey_file import Looked, LookMessage


@dataclass(frozen=True)
class Request:
    """A file to be imported, and what is wanted of it.

    Attributes:
        network: the true network beside it.
        target: the variable to begin with.
        test: the test to begin with, if it can ask such data.
        plan: how it was read before.
        is_open: it is the file that is open already.
    """

    path: Path
    network: Path | None = None
    target: str | None = None
    test: str | None = None
    plan: ImportPlan | None = None
    is_open: bool = False


class SurveyClient(QObject):
    """One file at a time; the latest wins."""

    begun = Signal()
    """Another file is looked at, or the same one anew."""
    progressed = Signal(float)
    """The share of the file that has been looked at."""
    looked = Signal()
    """There is a draft: of the first rows, or of all of them (`is_whole`)."""
    recognised = Signal()
    """The file has the columns it had before: it can be read by the plan of the request."""
    failed = Signal(str)
    """It cannot be looked at, and why."""

    def __init__(self, session: Session) -> None:
        super().__init__(session)
        self._send: Callable[[Command], None] = session.send
        self._next = session.next_number
        self._number: int | None = None
        """Of the look that is under way."""
        self.request: Request | None = None
        self.draft: Draft | None = None
        """What has been found, with what has been decided about it."""
        self.is_touched = False
        """Has anybody decided anything?"""
        self._decisions: Decisions | None = None
        self._columns: list[ColumnSurvey] = []
        """What has come of a survey that is being handed over."""
        self.is_whole = self._was_whole = False
        self.share = 0.0
        self.started = 0.0

    @property
    def looking(self) -> bool:
        """Is a look under way?"""
        return self._number is not None

    def begin(self, request: Request, form: ImportPlan, columns: str | None = None) -> None:
        """Look at a file, whose form and markers may be given; see `elcs_gui.worker.survey_file.Look`."""
        self.request, self.draft, self._decisions, self.is_touched = request, None, None, False
        self._look(form, columns)

    def look_again(self, form: ImportPlan) -> None:
        """Look at the same file in another way; what is known of it stays until there is more."""
        self._look(form, None)

    def stop(self) -> None:
        """Stop looking; what has been found stays."""
        if self._number is not None:
            from elcs_gui.worker.survey_file import GiveUp

            number, self._number = self._number, None
            self._send(GiveUp(number))

    def forget(self) -> None:
        """The file is open, or not wanted any more."""
        self.stop()
        self.request = self.draft = self._decisions = None

    def _look(self, form: ImportPlan, columns: str | None) -> None:
        from elcs_gui.worker.survey_file import Look

        assert self.request is not None
        self.stop()
        self._number = self._next()
        self._columns = []
        self._was_whole = self.is_whole and self.draft is not None
        self.is_whole, self.share, self.started = False, 0.0, time.monotonic()
        self.begun.emit()
        self._send(Look(self._number, self.request.path, form, columns))

    def receive(self, message: Message) -> bool:
        """Take a message from the worker; False if it is not about a look."""
        from elcs_gui.worker.messages import Failed
        from elcs_gui.worker.survey_file import LookMessage, Reading

        if isinstance(message, LookMessage):
            if message.number == self._number:
                self._take(message)
            return True
        if message.number != self._number:
            return False
        if isinstance(message, Reading):
            self.share = message.share
            self.progressed.emit(message.share)
        elif isinstance(message, Failed):
            self.fail(message.reason)
        return True

    @property
    def cancellable(self) -> bool:
        """No: `stop` ends a look, and nothing else does."""
        return False

    def settle(self) -> None:
        """What is opened or not makes no difference to a look."""

    def fail(self, reason: str) -> bool:
        """Nothing comes of a look that is under way: what was known is all there is."""
        if self._number is None:
            return False
        self._number, self.is_whole = None, self._was_whole
        self.failed.emit(reason)
        return True

    def _take(self, message: LookMessage) -> None:
        from elcs_gui.worker.survey_file import Looked, LookedColumns

        if isinstance(message, LookedColumns):
            self._columns += message.columns
        elif isinstance(message, Looked):
            self.is_whole = message.whole
            self._lay_over(message)
            if message.whole:
                self._number = None
            self.looked.emit()
        else:
            self._number = None
            self.recognised.emit()

    def _lay_over(self, message: Looked) -> None:
        """What was decided stays, whatever is found now."""
        from elcs_gui.app.importing.draft import Decisions, Draft
        from elcs_gui.ci.registry import kind_for
        from elcs_gui.data.plan import Kind

        request = self.request
        assert request is not None
        survey = replace(message.survey, columns=tuple(self._columns))
        self._columns = []
        if self._decisions is None:
            columns = [column.name for column in survey.columns]
            self._decisions = Decisions() if request.plan is None else Decisions.of(request.plan, columns)
        self.draft = Draft(survey, self._decisions, numbers=kind_for(request.test) is Kind.CONTINUOUS)


def form_of(plan: ImportPlan) -> ImportPlan:
    """Only what a plan says about the form of the file and its markers."""
    from elcs_gui.data.plan import ImportPlan

    usual = ImportPlan()
    return replace(plan, policy=usual.policy, kinds={}, others=usual.others, cutting=None, cuttings={})
