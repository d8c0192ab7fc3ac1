"""The stability page: the run repeated many times, and how often each of its findings comes back."""

from __future__ import annotations

import time

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QPushButton, QWidget

from elcs_gui.algorithms.run_title import method
from elcs_gui.app.graph.edge_shares import EdgeShares
from elcs_gui.app.graph.panel import GraphPanel
from elcs_gui.app.kit.labels import Label
from elcs_gui.app.kit.layouts import column_of, divided, row_of, styled
from elcs_gui.app.kit.theme import Theme
from elcs_gui.app.model.context import Context
from elcs_gui.app.model.player import Player
from elcs_gui.app.model.selection import Edge, Selection, Variable, ends_of
from elcs_gui.app.model.tool_page import ToolPage
from elcs_gui.app.stability.form_view import StabilityForm
from elcs_gui.app.stability.results_view import StabilityResults
from elcs_gui.app.stability.rows import Row
from elcs_gui.app.stability.words import PURPOSE, progress, same_answer
from elcs_gui.inquiry.stability import Stability
from elcs_gui.parallel.cluster import Scheduler
from elcs_gui.picture.scene import LinkKind
from elcs_gui.worker.inquiry_process import Inquiry, InquiryProgress, MeasureStability, Refused

FROM_A_FILE = "This trace came from a file: without its data it cannot be repeated. Open the data to measure."


class StabilityPage(ToolPage):
    """Form above; below it the graph of the run with shares on its edges, and the tables."""

    def __init__(self, context: Context, theme: Theme) -> None:
        super().__init__(context, theme)
        self._started = 0.0
        self._divided = False
        self._player = Player(self)
        self.graph = GraphPanel(self._player, theme)
        self.graph.setAccessibleName("Graph of this run with how often its edges came back")
        self.graph.set_reduced_motion(True)
        self.form = StabilityForm(theme)
        self.results = StabilityResults(theme)
        self._about = Label(objectName="quiet")
        self._close = QPushButton("Close", objectName="ghost", toolTip="Back to the workspace. Esc")
        self._refusal = Label(wordWrap=True, objectName="refusal")
        self._other_kind = QPushButton("Use column order")
        self._refused = QWidget(objectName="refusedStrip", accessibleName="Why it cannot be done")
        self._refused.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self._lay_out()
        self._close.clicked.connect(self.closed)
        self.on_key("Escape", self.closed.emit, anywhere=True)
        self._other_kind.clicked.connect(self._take_other_kind)
        self.form.start_requested.connect(self.start)
        self.form.cancel_requested.connect(context.inquiry_client.cancel)
        self.results.row_selected.connect(self._select_in_graph)
        self.results.said.connect(self.said)
        self.graph.target_requested.connect(self.target_requested)
        self.graph.selected.connect(self._select_in_table)
        context.inquiry_client.asked.connect(self._on_asked)
        context.inquiry_client.progressed.connect(self._on_progress)
        context.inquiry_client.refused.connect(self._on_refused)
        context.session.run_finished.connect(self._on_run_finished)
        self.set_theme(theme)

    def _lay_out(self) -> None:
        head = row_of(
            Label("Stability", objectName="section"), self._about, (None, 0), self._close, spacing=10
        )
        row_of((self._refusal, 1), self._other_kind, inside=self._refused, margins=(12, 6, 8, 6))
        band = styled(
            "panel",
            column_of(
                head,
                Label(PURPOSE, wordWrap=True),
                self.form,
                self._refused,
                margins=(20, 8, 16, 12),
                spacing=6,
            ),
        )
        self._body = divided(self.graph, self.results)
        self._body.setStretchFactor(0, 1)
        self._body.setStretchFactor(1, 1)
        column_of(band, (self._body, 1), inside=self, margins=0, spacing=1)

    def set_theme(self, theme: Theme) -> None:
        super().set_theme(theme)
        self.graph.set_theme(theme)
        self.form.set_theme(theme)
        self.results.set_theme(theme)

    @property
    def found(self) -> Stability | None:
        """What is known of the run that is shown."""
        session = self.context.session
        return self.context.inquiry_client.measured.of(session.source, session.header)

    @property
    def running(self) -> bool:
        """Is this run being measured?"""
        busy = self.context.inquiry_client.busy
        return isinstance(busy, MeasureStability) and busy.header == self.context.session.header

    # What the user asks for

    def start(self) -> None:
        """Measure as the form says; what was measured before is shown until there is more."""
        session = self.context.session
        if session.source is None or session.header is None:
            self._refuse(FROM_A_FILE)
            return
        self._refuse("")
        self._started = time.monotonic()
        self.context.inquiry_client.ask(session.source, self.form.question(session.header))

    def enter(self) -> None:
        """Show the run as it is now; a measurement of another one is given up."""
        session, inquiry_client = self.context.session, self.context.inquiry_client
        busy = inquiry_client.busy
        if isinstance(busy, MeasureStability) and busy.header != session.header:
            inquiry_client.cancel()
        self._refuse("" if session.source is not None else FROM_A_FILE)
        self.form.setEnabled(session.source is not None)
        self._load()
        self._show()
        self._divide()
        (self.form.cancel if self.running else self.form.start).setFocus()

    def _divide(self) -> None:
        """The first time: the tables get what they need, the graph the rest."""
        if not self._divided and self.width() > 600:
            self._divided = True
            tables = round(max(self.width() * 0.44, 580 * self.theme.scale))
            self._body.setSizes([self.width() - tables, tables])

    def _take_other_kind(self) -> None:
        self.form.choose_kind("column-order")
        self._refuse("")
        self.form.start.setFocus()

    # What is shown

    def _load(self) -> None:
        """The end of the run."""
        self.form.offer_cluster(self.context.settings.scheduler)
        session = self.context.session
        trace, header = session.trace, session.header
        if trace is not self._player.trace:
            self._player.load(trace, 0 if trace is None else len(trace))
        self._player.last()
        if header is None or trace is None:
            self._about.clear()
            return
        title = session.source.title if session.source is not None else "a recorded trace"
        self._about.setText(f"{header.names[header.target]} in {title} · {method(header)}")
        self.form.set_tests(len(trace.test_steps))

    def _show(self) -> None:
        """What is known so far, and whether there is more to come."""
        found, running = self.found, self.running
        self.form.show_running(running=running)
        if not running:
            self.form.show_progress(None)
        self.results.show_found(found, running=running)
        self.graph.set_shares(None if found is None else EdgeShares(found), guests=found is not None)

    def _refuse(self, reason: str) -> None:
        self._refusal.setText(reason)
        self._refused.setVisible(bool(reason))
        self._other_kind.setVisible(
            self.form.kind != "column-order" and self.context.session.source is not None
        )

    def _on_run_finished(self) -> None:
        if self.isVisible():
            self._load()
            self._show()

    def _on_asked(self, inquiry: Inquiry) -> None:
        """By this page, or another question takes its place."""
        if isinstance(inquiry, MeasureStability):
            self._refuse("")
            where = f" on {inquiry.place}" if isinstance(inquiry.place, Scheduler) else ""
            self.form.show_progress(f"Starting{where}...", 0, 0)
        if self.isVisible():
            self._show()

    def _on_progress(self, found: InquiryProgress) -> None:
        if not isinstance(found.inquiry, MeasureStability):
            return
        if not found.done:
            of = found.of or found.inquiry.replicates
            seconds = time.monotonic() - self._started
            self.form.show_progress(progress(found.steps, of, seconds), found.steps, of)
        elif isinstance(found.result, Stability) and found.result.done:
            name = found.result.header.names[found.result.header.target]
            self.said.emit(
                f"Stability of {name}: {found.result.done:,} replicates. {same_answer(found.result)}"
            )
        if self.isVisible():
            self._show()

    def _on_refused(self, refused: Refused) -> None:
        if isinstance(refused.inquiry, MeasureStability):
            self._refuse(refused.reason)
            self._show()

    # Selecting

    def _select_in_graph(self, row: Row) -> None:
        self.graph.select(self._counterpart(row))

    def _counterpart(self, row: Row) -> Selection:
        """What stands for a row in the picture: its edge, a spouse's edge with the child, or the node."""
        scene = self.graph.scene_shown
        ends = {link.ends for link in scene.links} if scene is not None else set()
        found = self.found
        if found is not None:
            ends |= {extra.ends for extra in EdgeShares(found).extras}
        if row.edge in ends or row.variable is None:
            return Edge(row.edge)
        for link in scene.links if scene is not None else ():
            if link.kind is LinkKind.SPOUSE and link.tail == row.variable:
                return Edge(link.ends)
        return Variable(row.variable)

    def _select_in_table(self, what: Selection) -> None:
        header, scene = self.context.session.header, self.graph.scene_shown
        if header is None or scene is None:
            return
        if isinstance(what, Edge) and header.target not in what.ends and self.results.by_variable:
            spouses = (link for link in scene.links if link.kind is LinkKind.SPOUSE)
            what = next((Variable(link.tail) for link in spouses if link.ends == what.ends), what)
        if isinstance(what, Variable):
            what = Edge.between(what.x, header.target)
        self.results.select_edge(ends_of(what))
