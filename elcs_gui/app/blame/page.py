"""Blame and twin run: the oracle and the data side by side, and the verdicts behind every wrong arrow."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtWidgets import QFileDialog, QSizePolicy, QStackedWidget, QVBoxLayout, QWidget

from elcs_gui.algorithms.registry import call, find_algorithm
from elcs_gui.app.blame import words
from elcs_gui.app.blame.card_view import TITLE, BlameCard
from elcs_gui.app.blame.findings_view import BlameFindings, Notice
from elcs_gui.app.blame.rows import BlameRow, as_csv, as_markdown, blame_rows, corrected
from elcs_gui.app.blame.twin_view import TwinView, side_by_side
from elcs_gui.app.citest.figures import figures_of
from elcs_gui.app.kit.theme import Theme
from elcs_gui.app.model.context import Context
from elcs_gui.app.model.player import Player
from elcs_gui.app.model.selection import Edge, Selection, ends_of
from elcs_gui.app.model.tool_page import ToolPage
from elcs_gui.data.files import replacing
from elcs_gui.errors import ElcsError
from elcs_gui.inquiry.blame import Blame, WrongVerdict, no_blame
from elcs_gui.inquiry.blame_words import at_best_sentence, reasons, shown_by_replay
from elcs_gui.trace.events import Tested
from elcs_gui.trace.trace import Header, Trace
from elcs_gui.worker.inquiry_process import BlameTarget, Inquiry, InquiryProgress, Refused

_CONTENT, _INSTEAD = 0, 1
_UNDER_WAY = "The run is under way"


class BlamePage(ToolPage):
    """Looks at the run that is shown in the workspace; replays and forks go through the window, as edits."""

    def __init__(self, context: Context, theme: Theme) -> None:
        super().__init__(context, theme)
        self._header: Header | None = None
        self._trace: Trace | None = None
        self._found: dict[Header, Blame] = {}
        self._rows: list[BlameRow] = []
        self._build()
        session, inquiry_client = context.session, context.inquiry_client
        session.opened.connect(self._forget)
        session.truth_changed.connect(self._forget)
        session.run_started.connect(self._run_started)
        session.run_finished.connect(self._run_finished)
        session.failed.connect(self._run_failed)
        inquiry_client.asked.connect(self._asked)
        inquiry_client.progressed.connect(self._on_progress)
        inquiry_client.refused.connect(self._refused)

    def _build(self) -> None:
        theme = self.theme
        self.setObjectName("page")
        self.twins = TwinView(self.context.session, theme)
        self.data = self.twins.data
        self.findings, self.card = BlameFindings(theme), BlameCard(theme)
        self.instead = Notice()
        self._lower = side_by_side(self.findings, self.card, (71, 29))
        content = QWidget()
        column = QVBoxLayout(content)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self.twins, 64)
        column.addWidget(self._lower, 36)
        self._lower.setMinimumHeight(220)
        for half in (self.twins, self._lower):  # else what they would like counts, not their share
            half.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Ignored)
        self._stack = QStackedWidget()
        self._stack.addWidget(content)
        self._stack.addWidget(self.instead)
        whole = QVBoxLayout(self)
        whole.setContentsMargins(0, 0, 0, 0)
        whole.addWidget(self._stack)
        self.findings.close_requested.connect(self.closed)
        self.findings.export_requested.connect(self._ask_and_export)
        self.findings.repair_requested.connect(self._repair)
        self.findings.notice.pressed.connect(self._cancel_or_look)
        self.findings.table.row_chosen.connect(self._show_row)
        self.findings.table.replay_requested.connect(lambda row: self._run(self._rows[row].corrections))
        self.findings.table.opened.connect(self._open_row)
        self.instead.pressed.connect(self.closed)
        self.card.test_requested.connect(self.test_requested)
        self.card.tables_requested.connect(self.tables_requested)
        self.card.fork_requested.connect(self._fork)
        self.data.graph.selected.connect(self._choose_by_edge)
        for pane in (self.twins.oracle, self.data):
            pane.graph.target_requested.connect(self.target_requested)
        self.on_key("Escape", self.closed.emit)
        self.setFocusProxy(self.findings.table)
        self.set_theme(theme)

    # What the shelf asks for

    @property
    def stepper(self) -> Player:
        return self.data.player

    @property
    def settled(self) -> bool:
        return super().settled and self.twins.settled

    def set_theme(self, theme: Theme) -> None:
        super().set_theme(theme)
        for part in (self.twins, self.findings, self.card):
            part.set_theme(theme)

    def enter(self) -> None:
        self.twins.begin(self.context.player.pace, reduced_motion=self.context.settings.reduced_motion)
        self._look()

    def leave(self) -> None:
        self.twins.pause()
        if isinstance(self.context.inquiry_client.busy, BlameTarget):
            self.context.inquiry_client.cancel()

    # Looking at a run

    def _forget(self) -> None:
        """Something else is open, or another truth."""
        self._header = self._trace = None
        self._found.clear()
        self.twins.forget()
        if self.isVisible():
            self._look()

    def _run_started(self) -> None:
        self.twins.interrupt()
        if self.isVisible() and self.context.session.running:
            self.findings.show_notice("", _UNDER_WAY, "Blame begins when it is done.", busy=True)

    def _run_failed(self, reason: str) -> None:
        """Nothing is waited for that will not come."""
        if self.findings.notice.title == _UNDER_WAY and not self.context.session.running:
            self.findings.show_notice("", "The run came to no end", reason)

    def _run_finished(self, _cancelled: bool) -> None:
        if self.isVisible():
            self._look()

    def _look(self) -> None:
        """Show the session's run; find out what is not known about it yet."""
        session = self.context.session
        header, trace, truth = session.header, session.trace, session.truth
        if header is None or trace is None or truth is None:
            self._stack.setCurrentIndex(_INSTEAD)
            self.instead.say(
                "There is no truth to compare with",
                "Blame needs the true network: open it beside the data (File, Load true network...).",
                "Back to the graph",
            )
            return
        if refusal := no_blame(find_algorithm(header.algorithm)):
            self._stack.setCurrentIndex(_INSTEAD)
            self.instead.say("There is no verdict to blame", refusal, "Back to the graph")
            return
        self._stack.setCurrentIndex(_CONTENT)
        if session.running:
            self._run_started()
            return
        self._header, self._trace = header, trace
        self.twins.show_run(header, trace, truth)
        self._count()
        self._find_blame(header)

    def _count(self) -> None:
        assert self._trace is not None
        tests = len(self._trace.test_steps)
        self.counted.emit(f"Data {tests:,} tests · {self._trace.performed(tests):,} performed")

    # Blame

    def _find_blame(self, header: Header) -> None:
        source, inquiry_client = self.context.session.source, self.context.inquiry_client
        assert source is not None
        if header in self._found:
            self._show_blame(self._found[header])
        elif inquiry_client.busy != BlameTarget(header):
            inquiry_client.ask(source, BlameTarget(header))

    def _asked(self, inquiry: Inquiry) -> None:
        """By this page, or again after it was interrupted."""
        if isinstance(inquiry, BlameTarget) and inquiry.header == self._header:
            self._searching(0)

    def _searching(self, replays: int) -> None:
        so_far = (
            f"{replays:,} replay{'s' * (replays != 1)} so far." if replays else "The first replay is made."
        )
        text = f"Verdicts are corrected one by one, and the run is replayed. {so_far}"
        if replays and not self.findings.listing:
            self.findings.notice.go_on(text)
            return
        self.findings.show_notice("looking", "Looking for the verdicts to blame", text, "Cancel", busy=True)
        self.card.say(TITLE, "")

    def _on_progress(self, progress: InquiryProgress) -> None:
        if not isinstance(progress.inquiry, BlameTarget):
            return
        header = progress.inquiry.header
        if progress.done and isinstance(progress.result, Blame):
            self._found[header] = progress.result
        if header != self._header or not self.isVisible():
            return
        if not progress.done:
            self._searching(progress.steps)
        elif isinstance(progress.result, Blame):
            self._show_blame(progress.result)
        else:
            self.findings.show_notice(
                "stopped", "Stopped before the end", "No verdict was found yet.", "Look again"
            )

    def _refused(self, refused: Refused) -> None:
        if isinstance(refused.inquiry, BlameTarget) and refused.inquiry.header == self._header:
            title = "This was cut short" if refused.interrupted else "This cannot be found out"
            self.findings.show_notice("", title, refused.reason, "Look again")

    def _cancel_or_look(self) -> None:
        if isinstance(self.context.inquiry_client.busy, BlameTarget):
            self.context.inquiry_client.cancel()
        elif self._header is not None:
            self._find_blame(self._header)

    def _show_blame(self, found: Blame) -> None:
        assert self._trace is not None
        self._rows = blame_rows(found, self._trace)
        self.said.emit(words.status(found))
        if self._rows:
            self.findings.show_rows(words.headline(found), self._rows, words.repair(found))
        else:
            title, text = words.nothing_wrong(found)
            self.findings.show_notice(words.headline(found), title, text)
            self.card.say(
                TITLE, f"No wrong verdict affected {self._trace.header.names[self._trace.header.target]}."
            )

    def _show_row(self, place: int) -> None:
        """The chosen row's edge in the graph, and the verdict behind it in the card."""
        if not 0 <= place < len(self._rows) or self._header is None:
            self.data.graph.select(None)
            return
        row, found = self._rows[place], self._found[self._header]
        self.data.graph.select(Edge(row.ends))
        if not row.corrections:
            title = "No verdict to blame" if row.mended_by == "none" else "Several verdicts together"
            self.card.say(title, " ".join(reasons(found, row.fault)))
            return
        self._show_verdict(row.corrections[0], row)

    def _show_verdict(self, wrong: WrongVerdict, row: BlameRow) -> None:
        header, trace, truth = self._header, self._trace, self.context.session.truth
        assert header is not None and trace is not None and truth is not None
        event: Tested | None = None
        where, figures = "asked only once others are corrected", []
        if wrong.test is not None:
            step = int(trace.test_steps[wrong.test - 1])
            [event] = trace.tests(wrong.test - 1, wrong.test).events()
            owner = next((s for s in self.data.player.stage_spans if s.first <= step < s.last), None)
            where = f"test {wrong.test:,}" + (
                "" if owner is None else f", {call(header.algorithm, header.names[owner.target])}"
            )
            figures = figures_of(header, event, self.context.session.ci_test)
        found = self._found[header]
        alone = [
            f"{other.found if other.fault.kind != 'missing' else other.truth} ({other.kind})"
            for other in self._rows
            if other is not row
            and other.corrections == (wrong,) == row.corrections
            and other.fault.confirmed
            and other.fault.corrected is None
        ]
        text = words.explanation(wrong, header, event, truth.oracle)
        more = len(row.corrections) - 1
        if row.fault.at_best is not None:
            text += f" {at_best_sentence(found, row.fault)}"
        if more:
            text += f" {words.number(more).capitalize()} more must be corrected with it."
        text += f" {' '.join(shown_by_replay(found, row.fault))}"
        if alone:
            text += f" It also sets right: {', '.join(alone)}."
        self.card.show_verdict(wrong, header.names, where, figures, text)

    def _choose_by_edge(self, what: Selection) -> None:
        for place, row in enumerate(self._rows):
            if ends_of(what) == row.ends:
                self.findings.table.choose(place)

    # What the user asks for

    def _open_row(self, place: int) -> None:
        row = self._rows[place]
        if row.corrections and row.corrections[0].test is not None:
            self.test_requested.emit(row.corrections[0].test)

    def _run(self, corrections: tuple[WrongVerdict, ...]) -> None:
        if self._header is not None and corrections:
            self.run_requested.emit(corrected(self._header, corrections))

    def _repair(self) -> None:
        if self._header is not None and self._header in self._found:
            self._run(self._found[self._header].corrections)

    def _fork(self) -> None:
        if self.card.wrong is not None:
            self._run((self.card.wrong,))
            self.closed.emit()

    def _ask_and_export(self, kind: str) -> None:
        kinds = {"csv": "CSV (*.csv)", "md": "Markdown (*.md)"}
        path, _ = QFileDialog.getSaveFileName(self, "Export blame", f"blame.{kind}", kinds[kind])
        if path:
            self.export(Path(path), kind)

    def export(self, path: Path, kind: str) -> None:
        """Write the table as "csv" or "md"."""
        assert self._header is not None
        found = self._found[self._header]
        heading = f"Blame for {self._header.names[self._header.target]}"
        text = (
            as_csv(self._rows)
            if kind == "csv"
            else as_markdown(self._rows, heading, words.all_sentences(found))
        )
        try:
            with replacing(path) as part:
                part.write_text(text, encoding="utf-8")
        except ElcsError as error:
            self.said.emit(str(error))
        else:
            self.said.emit(f"{path.name} written.")
