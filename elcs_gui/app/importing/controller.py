"""Opening tables: at once where nothing is odd about them, else through the import page.

From asking for a table to having it open:

    Idle         --open-->                             Looking
    Idle         --show_options-->                     Deciding
    Looking      --all was looked at-->                BeingRead; Deciding where there is something to decide
    Looking, Deciding  --Open, before that-->          OpenPressed
    Deciding     --Open-->                             BeingRead
    OpenPressed  --all was looked at-->                BeingRead; Deciding where more was found
    BeingRead    --it cannot be read like this-->      Deciding
    BeingRead    --it is open-->                       Idle
    any          --give_up; it cannot be looked at-->  Idle
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QTimer

from elcs_gui.app.importing.feature import IMPORT_PAGE
from elcs_gui.app.importing.survey_client import FileToImport, SurveyClient, form_of
from elcs_gui.app.kit.later import after_turns
from elcs_gui.data.tables.address import title_of

if TYPE_CHECKING:  # the start page does not wait for numpy
    from elcs_gui.app.importing.draft import Draft
    from elcs_gui.app.importing.page import ImportPage
    from elcs_gui.app.model.context import Context
    from elcs_gui.app.model.tool_page import ToolPage
    from elcs_gui.data.plan import ImportPlan, Kind
    from elcs_gui.data.survey.findings import Oddity

PATIENCE = 2000
"""Milliseconds of looking or reading before the page is shown, so that there is something to see."""


@dataclass(frozen=True)
class Idle:
    """No table is being opened."""


@dataclass(frozen=True)
class Looking:
    """A table is looked at, and opened as soon as it turns out that there is nothing to decide."""


@dataclass(frozen=True)
class Deciding:
    """The page asks how the table is to be read."""


@dataclass(frozen=True)
class Seen:
    """What the page shows of a draft, to be compared."""

    troubles: tuple[tuple[Oddity, tuple[int, ...]], ...]
    gaps: tuple[int, ...]
    kinds: tuple[Kind, ...]

    @classmethod
    def of(cls, draft: Draft) -> Seen:
        troubles = tuple((trouble.oddity, trouble.places) for trouble in draft.troubles)
        return cls(troubles, tuple(draft.gaps()), tuple(draft.kinds))


@dataclass(frozen=True)
class OpenPressed:
    """Open was pressed while the rest of the table was still looked at.

    Attributes:
        seen: what the page showed then.
        at_once: it was being looked at, nobody had decided anything.
    """

    seen: Seen
    at_once: bool


@dataclass(frozen=True)
class BeingRead:
    """The table is being read.

    Attributes:
        columns: their fingerprint.
    """

    path: Path
    columns: str
    plan: ImportPlan


State = Idle | Looking | Deciding | OpenPressed | BeingRead


class ImportController:
    """Between asking for a file and having it open. One file at a time; the latest wins."""

    def __init__(self, context: Context) -> None:
        self._context = context
        self._session = context.session
        self._client = self._session.client(SurveyClient)
        self._page: ImportPage | None = None
        self.state: State = Idle()
        self._show_before: Callable[[], None] = context.window.show_workspace
        """Shows what was there before the page."""
        self._patience = QTimer(context, singleShot=True, interval=PATIENCE)
        self._patience.timeout.connect(self._lose_patience)
        self._client.looked.connect(self._on_looked)
        self._client.recognised.connect(self._on_recognised)
        self._client.failed.connect(self._on_failed)
        self._session.opened.connect(self._on_opened)

    # What is asked for

    def open(self, path: Path, network: Path | None, target: str | None, test: str | None) -> None:
        """Look at a table, and open it if there is nothing to decide; as it was read before, if it was."""
        from elcs_gui.data.plan import ImportPlan
        from elcs_gui.errors import ElcsError

        settings = self._context.settings
        file = FileToImport(path, network, target, test or str(settings.get("test")))
        known = None if test is not None else settings.import_of(path)
        form, columns = ImportPlan(), None
        if known is not None:
            try:
                plan = ImportPlan.from_json(known[1])
            except ElcsError:  # written by another version
                plan = None
            if plan is not None:
                file, form, columns = replace(file, plan=plan), form_of(plan), known[0]
        self.state = Looking()
        self._context.status.say(f"Opening {title_of(path)} …")
        self._session.stop_opening()
        self._patience.start()
        self._client.begin(file, form, columns)

    def show_options(self) -> None:
        """Show how the file that is open is read."""
        self.state = Deciding()
        self._show_before = self._context.window.show_workspace
        self._context.window.show_page(IMPORT_PAGE)

    def take(self) -> None:
        """Open the file as the page has it; not before all of it has been looked at."""
        draft, file = self._client.draft, self._client.file
        if draft is None or file is None:
            return
        if self._client.looking:
            self.state = OpenPressed(Seen.of(draft), at_once=isinstance(self.state, Looking))
            self._remark(f"{title_of(file.path)} opens as soon as all of it has been looked at.")
            return
        from elcs_gui.worker.survey_file import fingerprint

        self._read(file, draft.plan(), draft.test(file.test), fingerprint(draft.names))

    def give_up(self) -> None:
        """Something else is wanted now."""
        self.state = Idle()
        self._patience.stop()
        self._session.stop_opening()
        if not self._is_shown:  # the page forgets it when it is left
            self._client.forget()

    def go_back(self) -> None:
        """Leave the page for what was shown before."""
        self.give_up()
        if self._context.player.trace is None:
            self._context.window.show_start_page()
        else:
            self._show_before()

    @property
    def question(self) -> str:
        """What the page asks about, in words; nothing if it does not."""
        draft, file = self._client.draft, self._client.file
        if not self.is_asking or draft is None or file is None:
            return ""
        from elcs_gui.app.importing.words import PROPOSED, found, result

        name, odd = title_of(file.path), found(draft, whole=True).removesuffix(PROPOSED)
        return f"{name} is not open yet, there is something to decide. {odd} As proposed: {result(draft)}"

    @property
    def refusal(self) -> str:
        """Why the file that the page shows could not be read as planned; nothing if that was not tried."""
        return self._page.refusal if self._page is not None and self.is_asking else ""

    @property
    def is_asking(self) -> bool:
        """Does the page wait for the user?"""
        return self._is_shown and not self._is_busy

    # What comes of it

    def _on_looked(self) -> None:
        draft = self._client.draft
        assert draft is not None
        if not self._client.is_whole:
            return
        nothing_to_decide = not self._client.is_touched and not draft.needs_decision
        match self.state:
            case Looking() | OpenPressed(at_once=True) if nothing_to_decide:
                self.take()
            case OpenPressed(seen=seen) if seen == Seen.of(draft) and draft.blocked() is None:
                self.take()
            case OpenPressed():
                self.state = Deciding()
                self._remark("More was found in the rest of the file: have a look before it is opened.")
            case Looking():
                self.state = Deciding()
                if not self._is_shown:
                    self._show()
            case _:
                pass  # the page shows it

    def _on_recognised(self) -> None:
        file = self._client.file
        assert file is not None and file.plan is not None
        known = self._context.settings.import_of(file.path)
        assert known is not None
        self._read(file, file.plan, _test(file.plan, file.test), known[0])

    def _read(self, file: FileToImport, plan: ImportPlan, test: str, columns: str) -> None:
        """Read the file, after asking what becomes of work that is not saved."""
        self.state = Deciding()  # until that is answered

        def go_on() -> None:
            self.state = BeingRead(file.path, columns, plan)
            self._patience.start()
            if self._page is not None and self._is_shown:
                self._page.show_reading()
            self._context.controller.open_data(file, plan, test, self._on_refused)

        self._context.leave(go_on)
        if isinstance(self.state, Deciding) and not self._is_shown:
            self._context.status.refresh()  # nothing is being opened while that is asked

    def _on_refused(self, reason: str) -> None:
        """It could not be read as planned: show why, with everything at hand to plan otherwise."""
        file = self._client.file
        self.state = Deciding()
        if file is None:
            self._session.failed.emit(reason)
            return
        if not self._is_shown:
            self._show()
        assert self._page is not None
        if self._client.draft is None:
            self._client.begin(file, form_of(file.plan) if file.plan else _usual())
        self._page.refuse(reason)

    def _on_failed(self, reason: str) -> None:
        """It cannot be looked at: what was open stays, unless the page is there to say so."""
        self._patience.stop()
        file = self._client.file
        if self._is_shown and self._client.draft is not None:
            self.state = Deciding()  # another delimiter was tried; the page says what came of it
            return
        if self._is_shown:
            self.go_back()
        self.state = Idle()
        self._client.forget()
        self._context.controller.refuse(reason, None if file is None else file.path)

    def _on_opened(self) -> None:
        self._patience.stop()
        state, self.state = self.state, Idle()
        source = self._session.source
        if isinstance(state, BeingRead) and source is not None and source.plan is not None:
            self._context.settings.remember_import(state.path, state.columns, state.plan.to_json())
        self._client.forget()

    # The page

    @property
    def _is_shown(self) -> bool:
        return self._page is not None and self._context.window.page is self._page

    @property
    def _is_busy(self) -> bool:
        return self._client.looking or self._session.opening is not None

    def _remark(self, sentence: str) -> None:
        self._context.status.say(sentence)
        if self._page is not None:
            self._page.remark = sentence

    def _lose_patience(self) -> None:
        """Make the page in this turn of the event loop, and show it in another: both would be felt."""
        if self._is_busy and not self._is_shown:
            self._context.window.make_page(IMPORT_PAGE)
            after_turns(1, self._context, self._show_what_goes_on)

    def _show_what_goes_on(self) -> None:
        if self._is_busy and not self._is_shown:
            self._show()
            if self._page is not None and self._session.opening is not None:
                self._page.show_reading()

    def _show(self) -> None:
        self._patience.stop()
        window = self._context.window
        from_start = not window.working and window.page is None
        self._show_before = window.show_start_page if from_start else window.show_workspace
        window.show_page(IMPORT_PAGE)

    def adopt(self, page: ToolPage) -> None:
        """The page has been made: what is decided there comes here."""
        from elcs_gui.app.importing.page import ImportPage

        assert isinstance(page, ImportPage)
        self._page = page
        page.open_requested.connect(self.take)
        page.left.connect(self.go_back)


def _usual() -> ImportPlan:
    from elcs_gui.data.plan import ImportPlan

    return ImportPlan()


def _test(plan: ImportPlan, wanted: str | None) -> str:
    """The test to begin with for data that were read before."""
    from elcs_gui.ci.registry import Needs, fitting
    from elcs_gui.data.plan import Kind

    numbers = Kind.CONTINUOUS in (plan.others, *plan.kinds.values()) and plan.cutting is None
    return fitting(wanted, Needs.MEASUREMENTS if numbers else Needs.LEVELS)
