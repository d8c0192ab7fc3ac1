"""The window's end of looking at tables: what is to be imported, and what is known of it so far."""

from __future__ import annotations

import time
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

if TYPE_CHECKING:  # the start page does not wait for numpy
    from elcs_gui.app.importing.draft import Decisions, Draft
    from elcs_gui.app.model.requests import Request
    from elcs_gui.app.model.session import Session
    from elcs_gui.data.plan import ImportPlan
    from elcs_gui.data.survey.survey import ColumnSurvey
    from elcs_gui.worker.survey_file import Looked, LookedColumns, Reading


@dataclass(frozen=True)
class FileToImport:
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
    """The file has the columns it had before: it can be read by the plan of `file`."""
    failed = Signal(str)
    """It cannot be looked at, and why."""

    def __init__(self, session: Session) -> None:
        super().__init__(session)
        self._requests = session.requests
        self._look: Request | None = None
        """The latest one."""
        self.file: FileToImport | None = None
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
        return self._look is not None and self._look.waiting

    def begin(self, file: FileToImport, form: ImportPlan, columns: str | None = None) -> None:
        """Look at a file, whose form and markers may be given; see `elcs_gui.worker.survey_file.Look`."""
        self.file, self.draft, self._decisions, self.is_touched = file, None, None, False
        self._begin_look(form, columns)

    def look_again(self, form: ImportPlan) -> None:
        """Look at the same file in another way; what is known of it stays until there is more."""
        self._begin_look(form, None)

    def stop(self) -> None:
        """Stop looking; what has been found stays."""
        if self._look is not None:
            self._look.cancel()

    def forget(self) -> None:
        """The file is open, or not wanted any more."""
        self.stop()
        self.file = self.draft = self._decisions = None

    def _begin_look(self, form: ImportPlan, columns: str | None) -> None:
        from elcs_gui.worker.survey_file import Look, Looked, LookedColumns, Reading, SameColumns

        assert self.file is not None
        self.stop()
        self._columns = []
        self._was_whole = self.is_whole and self.draft is not None
        self.is_whole, self.share, self.started = False, 0.0, time.monotonic()
        self._look = self._requests.make(
            partial(Look, path=self.file.path, plan=form, columns=columns),
            {
                Reading: self._on_reading,
                LookedColumns: self._on_columns,
                Looked: self._on_looked,
                SameColumns: lambda _: self.recognised.emit(),
            },
            self._on_failed,
        )
        self.begun.emit()
        self._look.send()

    def _on_reading(self, message: Reading) -> None:
        self.share = message.share
        self.progressed.emit(message.share)

    def _on_columns(self, message: LookedColumns) -> None:
        self._columns += message.columns

    def _on_looked(self, message: Looked) -> None:
        self.is_whole = message.whole
        self._lay_over(message)
        self.looked.emit()

    def _on_failed(self, reason: str) -> None:
        """What was known is all there is."""
        self.is_whole = self._was_whole
        self.failed.emit(reason)

    def _lay_over(self, message: Looked) -> None:
        """What was decided stays, whatever is found now."""
        from elcs_gui.app.importing.draft import Decisions, Draft
        from elcs_gui.ci.registry import kind_for
        from elcs_gui.data.plan import Kind

        file = self.file
        assert file is not None
        survey = replace(message.survey, columns=tuple(self._columns))
        self._columns = []
        if self._decisions is None:
            columns = [column.name for column in survey.columns]
            self._decisions = Decisions() if file.plan is None else Decisions.of(file.plan, columns)
        self.draft = Draft(survey, self._decisions, numbers=kind_for(file.test) is Kind.CONTINUOUS)


def form_of(plan: ImportPlan) -> ImportPlan:
    """Only what a plan says about the form of the file and its markers."""
    from elcs_gui.data.plan import ImportPlan

    usual = ImportPlan()
    return replace(
        plan, policy=usual.policy, kinds={}, others=usual.others, cutting=None, cuttings={}, joined=()
    )
