"""The import page: a table before it is opened, with what is odd about it and what is proposed.

Everything is proposed already: Enter opens the file, Esc goes back, and nothing is lost by either.
"""

from __future__ import annotations

import time
from collections.abc import Collection
from dataclasses import replace

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtGui import QKeyEvent, QKeySequence

from elcs_gui.app.importing.column_bar_view import ImportBar
from elcs_gui.app.importing.column_card_view import ColumnCard
from elcs_gui.app.importing.draft import Draft, Trouble
from elcs_gui.app.importing.file_card_view import FileSide
from elcs_gui.app.importing.footer_view import ImportResult
from elcs_gui.app.importing.header_view import ImportHead
from elcs_gui.app.importing.survey_client import FileToImport, SurveyClient, form_of
from elcs_gui.app.importing.table_view import Preview
from elcs_gui.app.importing.words import progress, result
from elcs_gui.app.kit.layouts import column_of, divided, row_of, scrolled, stacked, styled
from elcs_gui.app.kit.segments import Segments
from elcs_gui.app.kit.theme import Theme
from elcs_gui.app.model.context import Context
from elcs_gui.app.model.tool_page import ToolPage
from elcs_gui.data.plan import Cutting, ImportPlan, Kind, MissingPolicy
from elcs_gui.data.tables.address import title_of

_SIDE = 364


class ImportPage(ToolPage):
    """Shows what the survey client knows; what is decided here goes into its draft."""

    open_requested = Signal()
    """Read the file as the draft has it."""
    left = Signal()
    """Back to what was shown before."""

    def __init__(self, context: Context, theme: Theme) -> None:
        super().__init__(context, theme)
        self.setAccessibleName("Import page")
        self._client = context.session.client(SurveyClient)
        self._reading_since: float | None = None
        self.refusal = ""
        """Why the file could not be read, or not like this; empty if nothing is wrong."""
        self.remark = ""
        """What the status row says until something is decided, in place of what it usually does."""
        self.head = ImportHead()
        self.bar = ImportBar(theme)
        self.preview = Preview(theme)
        self.file_side = FileSide(theme)
        self.card = ColumnCard(theme)
        self.sides = Segments("What is shown beside the rows", {"file": "File", "column": "Column"})
        self.result = ImportResult(theme)
        self._lay_out()
        self._connect()
        self.setFocusProxy(self.preview)
        self.set_theme(theme)
        self.show_side("file")

    def _lay_out(self) -> None:
        left = styled("panel", column_of(self.bar, (self.preview, 1), margins=0, spacing=0))
        for side in (self.file_side, self.card):
            side.setObjectName("panel")
            side.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self._side = stacked(scrolled(self.file_side), scrolled(self.card))
        sides = row_of(self.sides, None, margins=(16, 6, 16, 0))
        right = styled("panel", column_of(sides, (self._side, 1), margins=0, spacing=0))
        right.setMinimumWidth(_SIDE)
        self._body = divided(left, right)
        self._body.setStretchFactor(0, 1)
        self._body.setStretchFactor(1, 0)
        column_of(self.head, (self._body, 1), self.result, inside=self, margins=0, spacing=1)

    def _connect(self) -> None:
        client, session = self._client, self.context.session
        client.begun.connect(self._on_begun)
        client.looked.connect(self._on_looked)
        client.progressed.connect(self._show_progress)
        client.failed.connect(self.refuse)
        session.reading.connect(self._on_reading)
        self.head.form_changed.connect(self._look_again)
        self.head.closed.connect(self.left)
        self.bar.searched.connect(lambda text: self.preview.show_draft(self.draft, text))
        self.bar.searched.connect(lambda _: self._on_selected())
        self.bar.kind_chosen.connect(self._set_kind)
        self.bar.selection_wanted.connect(self.select)
        self.preview.kind_requested.connect(self._set_kind)
        self.preview.columns_selected.connect(self._on_selected)
        self.preview.heads.sectionClicked.connect(lambda _: self.show_side("column"))
        self.preview.clicked.connect(lambda _: self.show_side("column"))
        self.sides.chosen.connect(self.show_side)
        for side in (self.file_side, self.card):
            side.followed.connect(self._follow)
        self.file_side.columns_shown.connect(self.select)
        self.file_side.policy_chosen.connect(self._set_policy)
        self.file_side.markers_given.connect(self._set_markers)
        self.file_side.cuts_chosen.connect(self._set_cuts)
        self.file_side.cutting_chosen.connect(self._set_cutting)
        self.card.kind_chosen.connect(self._set_kind)
        self.card.cutting_chosen.connect(self._set_own_cutting)
        self.result.open_requested.connect(self.open)
        self.result.cancelled.connect(self.left)
        self.result.cut_wanted.connect(lambda: self._set_cuts(True))
        self.result.levels_dropped.connect(self._drop_levels)
        self.result.columns_shown.connect(self.select)
        self.on_key("Escape", self.left.emit, anywhere=True)
        self.on_key("Return", self.open, anywhere=True)
        self.on_key("Enter", self.open, anywhere=True)

    def event(self, event: QEvent) -> bool:
        """Here Ctrl+F finds a column; elsewhere it is an action of the window, a variable of the run."""
        if event.type() == QEvent.Type.ShortcutOverride:
            assert isinstance(event, QKeyEvent)
            if event.matches(QKeySequence.StandardKey.Find):
                event.accept()
                return True
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.matches(QKeySequence.StandardKey.Find):
            self.bar.search.setFocus()
        else:
            super().keyPressEvent(event)

    def set_theme(self, theme: Theme) -> None:
        super().set_theme(theme)
        for part in (self.bar, self.preview, self.file_side, self.card, self.result):
            part.set_theme(theme)
        side = round(_SIDE * theme.scale)
        self._body.setSizes([max(self.width() - side, 400), side])

    @property
    def draft(self) -> Draft | None:
        return self._client.draft

    @property
    def is_reading(self) -> bool:
        """Is the file being opened?"""
        return self._reading_since is not None

    @property
    def settled(self) -> bool:
        return not self._client.looking and self.context.session.opening is None

    # Coming and going

    def enter(self) -> None:
        """Show the file that is to be imported, or the one that is open."""
        self.show_side("file")
        if self._client.file is None:
            self._look_at_what_is_open()
        else:
            self._show_all()
        side = round(_SIDE * self.theme.scale)
        self._body.setSizes([max(self.width() - side, 400), side])

    def leave(self) -> None:
        """Another page is shown: nothing is waited for any more."""
        if self.is_reading:
            self.context.session.stop_opening()
        self._reading_since = None
        self.refusal = ""
        self.bar.search.clear()
        self._client.forget()

    def _look_at_what_is_open(self) -> None:
        session = self.context.session
        source, header = session.source, session.header
        if source is None or source.path is None or header is None:
            return
        plan = source.plan or ImportPlan()
        target = header.names[header.target]
        file = FileToImport(source.path, None, target, header.test, plan, is_open=True)
        self._client.begin(file, form_of(plan))

    def open(self) -> None:
        """Open the file, if it can be; while its rest is still looked at, that is waited for."""
        if self.result.open.isEnabled() and not self.is_reading:
            self.open_requested.emit()

    def show_reading(self) -> None:
        """The file is being read."""
        self._reading_since = time.monotonic()
        self.refusal = ""
        self._show_all()

    def refuse(self, reason: str) -> None:
        """The file cannot be read, or not like this."""
        self._reading_since = None
        self.refusal = reason
        self._show_all()

    # What is decided

    def _decided(self) -> None:
        self._client.is_touched = True
        self.refusal = self.remark = ""
        self._show_decisions()

    def _set_kind(self, kind: Kind) -> None:
        if self.draft is not None and not self.is_reading:
            self.draft.set_kind(self.preview.selected(), kind)
            self._decided()

    def _follow(self, trouble: Trouble, follow: bool) -> None:
        if self.draft is not None:
            (self.draft.follow if follow else self.draft.decline)(trouble)
            self._decided()

    def _set_policy(self, policy: MissingPolicy) -> None:
        if self.draft is not None:
            self.draft.decisions.policy = policy
            self._decided()

    def _set_cuts(self, cuts: bool) -> None:
        if self.draft is not None:
            self.draft.decisions.cuts = cuts
            self._decided()

    def _set_cutting(self, cutting: Cutting) -> None:
        if self.draft is not None:
            self.draft.set_cutting(cutting)
            self._decided()

    def _set_own_cutting(self, cutting: Cutting | None) -> None:
        if self.draft is None:
            return
        places = self.preview.selected()
        if cutting is None:
            for place in places:
                self.draft.decisions.cuttings.pop(self.draft.names[place], None)
        else:
            self.draft.set_cutting(cutting, places)
        self._decided()

    def _drop_levels(self) -> None:
        if self.draft is not None:
            self.draft.leave_out_levels()
            self._decided()

    def _set_markers(self, markers: tuple[str, ...]) -> None:
        if self.draft is not None and markers != self.draft.survey.plan.missing:
            self._look_again(replace(self.draft.survey.plan, missing=markers))

    def _look_again(self, form: ImportPlan) -> None:
        if self._client.file is None:
            return  # another file was opened while a menu of this page was open
        self._client.is_touched = True
        self.refusal = ""
        self._client.look_again(form)

    # What is shown

    def select(self, places: Collection[int]) -> None:
        """Select columns in the preview; a search that hides them gives way."""
        wanted = list(places)
        if not set(wanted) <= set(self.preview.shown):
            self.bar.search.clear()
        self.preview.select(wanted)

    def show_side(self, side: str) -> None:
        """`file` or `column`."""
        self.sides.show_value(side)
        self._side.setCurrentIndex(0 if side == "file" else 1)

    def _on_begun(self) -> None:
        self._reading_since = None
        self.remark = ""
        if self.draft is None:
            self.show_side("file")
        if self.isVisible():
            self._show_all()

    def _on_looked(self) -> None:
        if self.isVisible():
            self._show_all()

    def _on_reading(self, share: float) -> None:
        if self._reading_since is not None:
            seconds = time.monotonic() - self._reading_since
            self.result.show_progress(share, f"Reading: {progress(share, seconds)}")

    def _show_progress(self, share: float) -> None:
        seconds = time.monotonic() - self._client.started
        self.result.show_progress(share, f"Looking: {progress(share, seconds)}")

    def _show_all(self) -> None:
        file, draft = self._client.file, self.draft
        if file is None:
            return
        if draft is None:
            self.head.show_file(file.path)
        self.preview.show_draft(draft, self.bar.search.text())
        if not self._client.looking and not self.is_reading:
            self.result.show_progress(None)
        elif self.is_reading:
            self.result.show_progress(0.0, "Reading …")
        else:
            self._show_progress(self._client.share)
        self._show_decisions()

    def _sentence(self, name: str) -> str:
        if self.is_reading:
            return f"Reading {name} …"
        if self.remark:
            return self.remark
        if self._client.looking:
            return f"Looking at {name} …"
        if not self.result.open.isEnabled():
            return f"{name} cannot be opened like this; Esc goes back."
        return f"Enter opens {name} like this; Esc goes back."

    def _show_decisions(self) -> None:
        file, draft = self._client.file, self.draft
        if file is None:
            return
        if draft is not None:
            self.head.show_draft(draft, file.path, whole=self._client.is_whole)
        self.preview.refresh()
        self.file_side.show_draft(draft)
        self._on_selected()
        self._show_result(draft)
        for part in (self.bar, self.file_side, self.card, self.head):
            part.setEnabled(not self.is_reading and (draft is not None or part is self.head))
        self.said.emit(self._sentence(title_of(file.path)))

    def _show_result(self, draft: Draft | None) -> None:
        blocked = None if draft is None else draft.blocked()
        if self.refusal:
            self.result.refuse(self.refusal)
            self.result.open.setEnabled(draft is not None and blocked is None)
        elif draft is None:
            self.result.say("", ready=False)
        elif blocked is not None:
            self.result.block(blocked)
        else:
            self.result.say(result(draft), ready=not self.is_reading)

    def _on_selected(self) -> None:
        places = self.preview.selected()
        self.bar.show_selection(self.draft, places, len(self.preview.shown))
        self.card.show_columns(self.draft, places)
        self.preview.heads.viewport().update()
