"""Opening tables: at once where nothing is odd about them, else through the import page."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QTimer

from elcs_gui.app.importing.survey_client import FileToImport, SurveyClient, form_of
from elcs_gui.app.kit.later import after_turns, run_in_slices
from elcs_gui.app.model.tool_registry import IMPORT_PAGE

if TYPE_CHECKING:  # the start page does not wait for numpy
    from elcs_gui.app.importing.draft import Draft
    from elcs_gui.app.importing.page import ImportPage
    from elcs_gui.app.model.tool_page import ToolPage
    from elcs_gui.app.shell.main_window import MainWindow
    from elcs_gui.data.plan import ImportPlan

PATIENCE = 2000
"""Milliseconds of looking or reading before the page is shown, so that there is something to see."""


class ImportController:
    """Between asking for a file and having it open. One file at a time; the latest wins."""

    def __init__(self, window: MainWindow) -> None:
        self._window = window
        self._client = window.session.client(SurveyClient)
        self._page: ImportPage | None = None
        self._from_start = False
        self._wanted: object = None
        """What was to be seen when Open was pressed while the rest of the file was still looked at."""
        self._at_once = False
        """Is the file to be opened as soon as it turns out that there is nothing to decide?"""
        self._taken: tuple[Path, str, ImportPlan] | None = None
        """What is being read: its file, the fingerprint of its columns, how."""
        self._patience = QTimer(window)
        self._patience.setSingleShot(True)
        self._patience.setInterval(PATIENCE)
        self._patience.timeout.connect(self._lose_patience)
        self._client.looked.connect(self._on_looked)
        self._client.recognised.connect(self._on_recognised)
        self._client.failed.connect(self._on_failed)
        window.session.opened.connect(self._on_opened)

    # What is asked for

    def open(self, path: Path, network: Path | None, target: str | None, test: str | None) -> None:
        """Look at a table, and open it if there is nothing to decide; as it was read before, if it was."""
        from elcs_gui.data.plan import ImportPlan
        from elcs_gui.errors import ElcsError

        wanted = test or str(self._window.settings.get("test"))
        file = FileToImport(path, network, target, wanted)
        known = None if test is not None else self._window.settings.import_of(path)
        form, columns = ImportPlan(), None
        if known is not None:
            try:
                plan = ImportPlan.from_json(known[1])
            except ElcsError:  # written by another version
                plan = None
            if plan is not None:
                file, form, columns = replace(file, plan=plan), form_of(plan), known[0]
        self._wanted, self._at_once = None, True
        self._window.status.say(f"Opening {path.name} …")
        self._window.session.stop_opening()
        self._client.begin(file, form, columns)
        self._patience.start()
        run_in_slices(_load_page(), self._window)

    def show_options(self) -> None:
        """Show how the file that is open is read."""
        self._wanted = None
        self._at_once = self._from_start = False
        self._window.tools.show(IMPORT_PAGE)

    def take(self) -> None:
        """Open the file as the page has it; not before all of it has been looked at."""
        draft, file = self._client.draft, self._client.file
        if draft is None or file is None:
            return
        if self._client.looking:
            self._wanted = _seen(draft)
            self._remark(f"{file.path.name} opens as soon as all of it has been looked at.")
            return
        from elcs_gui.worker.survey_file import fingerprint

        self._read(file, draft.plan(), draft.test(file.test), fingerprint(draft.names))

    def give_up(self) -> None:
        """Something else is wanted now."""
        self._patience.stop()
        self._window.session.stop_opening()
        self._taken = None
        if not self._is_shown:  # the page forgets it when it is left
            self._client.forget()

    def go_back(self) -> None:
        """Leave the page for what was shown before."""
        self.give_up()
        if self._from_start or self._window.player.trace is None:
            self._window.show_start_page()
        else:
            self._window.show_workspace()

    @property
    def question(self) -> str:
        """What the page asks about, in words; nothing if it does not."""
        draft, file = self._client.draft, self._client.file
        if not self.is_asking or draft is None or file is None:
            return ""
        from elcs_gui.app.importing.words import PROPOSED, found, result

        name, odd = file.path.name, found(draft, whole=True).removesuffix(PROPOSED)
        return f"{name} is not open yet, there is something to decide. {odd} As proposed: {result(draft)}"

    @property
    def is_asking(self) -> bool:
        """Does the page wait for the user?"""
        return self._is_shown and not self._client.looking and self._window.session.opening is None

    # What comes of it

    def _on_looked(self) -> None:
        draft = self._client.draft
        assert draft is not None
        if not self._client.is_whole:
            return
        wanted, self._wanted = self._wanted, None
        at_once = self._at_once and not self._client.is_touched and not draft.needs_decision
        if at_once or (wanted is not None and wanted == _seen(draft) and draft.blocked() is None):
            self._at_once = False
            self.take()
        elif wanted is not None:
            self._remark("More was found in the rest of the file: have a look before it is opened.")
        elif not self._is_shown:
            self._show()

    def _on_recognised(self) -> None:
        file = self._client.file
        assert file is not None and file.plan is not None
        known = self._window.settings.import_of(file.path)
        assert known is not None
        self._read(file, file.plan, _test(file.plan, file.test), known[0])

    def _read(self, file: FileToImport, plan: ImportPlan, test: str, columns: str) -> None:
        """Read the file, after asking what becomes of work that is not saved."""

        def go_on() -> None:
            self._taken = (file.path, columns, plan)
            self._window.controller.open_data(file, plan, test, self._on_refused)
            if self._page is not None and self._is_shown:
                self._page.show_reading()
            self._patience.start()

        if not self._window.session_files.may_leave and not self._is_shown:
            self._window.status.refresh()  # nothing is being opened while that is asked
        self._window.session_files.leaving(go_on)

    def _on_refused(self, reason: str) -> None:
        """It could not be read as planned: show why, with everything at hand to plan otherwise."""
        file = self._client.file
        self._taken = None
        self._at_once = False
        if file is None:
            self._window.session.failed.emit(reason)
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
            return  # another delimiter was tried; the page says what came of it
        if self._is_shown:
            self.go_back()
        self._client.forget()
        self._window.controller.refuse(reason, None if file is None else file.path)

    def _on_opened(self) -> None:
        self._patience.stop()
        taken, self._taken = self._taken, None
        source = self._window.session.source
        if taken is not None and source is not None and source.plan is not None:
            path, columns, plan = taken
            self._window.settings.remember_import(path, columns, plan.to_json())
        self._client.forget()

    # The page

    @property
    def _is_shown(self) -> bool:
        return self._page is not None and self._window.tools.current is self._page

    def _remark(self, sentence: str) -> None:
        self._window.status.say(sentence)
        if self._page is not None:
            self._page.remark = sentence

    def _lose_patience(self) -> None:
        """Make the page in this turn of the event loop, and show it in another: both would be felt."""
        if self._is_waiting:
            self._window.tools.make(IMPORT_PAGE)
            after_turns(1, self._window, self._show_what_goes_on)

    @property
    def _is_waiting(self) -> bool:
        return not self._is_shown and (self._client.looking or self._window.session.opening is not None)

    def _show_what_goes_on(self) -> None:
        if self._is_waiting:
            self._show()
            if self._page is not None and self._window.session.opening is not None:
                self._page.show_reading()

    def _show(self) -> None:
        self._patience.stop()
        self._from_start = not self._window.working and self._window.tools.current is None
        self._window.tools.show(IMPORT_PAGE)

    def adopt(self, page: ToolPage) -> None:
        """The page has been made: what is decided there comes here."""
        from elcs_gui.app.importing.page import ImportPage

        assert isinstance(page, ImportPage)
        self._page = page
        page.open_requested.connect(self.take)
        page.left.connect(self.go_back)


_PARTS = (
    "elcs_gui.app.kit.segments",
    "elcs_gui.app.importing.column_plot_view",
    "elcs_gui.app.importing.column_heads_view",
    "elcs_gui.app.importing.header_view",
    "elcs_gui.app.importing.column_bar_view",
    "elcs_gui.app.importing.table_view",
    "elcs_gui.app.importing.file_card_view",
    "elcs_gui.app.importing.column_card_view",
    "elcs_gui.app.importing.footer_view",
    "elcs_gui.app.importing.page",
)


def _load_page() -> Iterator[None]:
    """While the worker looks at the file, for the page may be needed: part by part."""
    for part in _PARTS:
        import_module(part)
        yield


def _seen(draft: Draft) -> object:
    """What the page shows of a draft, to be compared."""
    troubles = [(trouble.oddity, trouble.places) for trouble in draft.troubles]
    return troubles, draft.gaps(), list(draft.kinds)


def _usual() -> ImportPlan:
    from elcs_gui.data.plan import ImportPlan

    return ImportPlan()


def _test(plan: ImportPlan, wanted: str | None) -> str:
    """The test to begin with for data that were read before."""
    from elcs_gui.data.plan import Kind

    numbers = Kind.CONTINUOUS in (plan.others, *plan.kinds.values()) and plan.cutting is None
    if numbers:
        return "fisher-z"
    return "g2" if wanted in (None, "fisher-z") else wanted
