"""The workspace: the panels round one player, made together, and how they speak to each other."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from PySide6.QtGui import QAction
from PySide6.QtWidgets import QMainWindow

from elcs_gui.app.citest.panel import TestDetail
from elcs_gui.app.graph.panel import GraphPanel
from elcs_gui.app.graph.truth_head_view import TruthHead
from elcs_gui.app.kit.theme import Theme
from elcs_gui.app.log.filter import numbers_term
from elcs_gui.app.log.panel import LogPanel
from elcs_gui.app.model.breakpoints import AtTest, Breakpoints
from elcs_gui.app.model.player import Player
from elcs_gui.app.model.selection import Edge, Selection, Variable, ends_of, variable_of
from elcs_gui.app.model.session import Session
from elcs_gui.app.pseudocode.panel import CodePanel
from elcs_gui.app.runs.panel import RunsPanel
from elcs_gui.app.setup.panel import DataPanel
from elcs_gui.app.shell.docks import Docks, column_of
from elcs_gui.app.shell.inspector import Inspector
from elcs_gui.app.transport.panel import Transport
from elcs_gui.app.why.answer import Subject
from elcs_gui.app.why.panel import WhyPanel
from elcs_gui.app.why.weakest_panel import WeakestPanel


class Workspace:
    """Graph and transport in the middle, the other panels in docks of the window.

    It is there when `parts` has come to its end.
    """

    def __init__(self, player: Player) -> None:
        self._player = player
        self.breakpoints = Breakpoints()

    def parts(
        self, window: QMainWindow, actions: Mapping[str, QAction], session: Session, theme: Theme
    ) -> Iterator[None]:
        """Make the panels one by one, so that others get their turn in between."""
        player = self._player
        self.graph = GraphPanel(player, theme)
        yield
        self.transport = Transport(player, self.breakpoints, theme)
        self.head = TruthHead(player, theme)
        self.centre = column_of(self.transport, column_of(self.head, self.graph), below=True)
        yield
        self.data_panel = DataPanel(session, player, theme)
        self.code_panel = CodePanel(player, theme)
        yield
        self.log = LogPanel(player, theme)
        yield
        self.detail = TestDetail(player, theme)
        self.why = WhyPanel(player, theme)
        self.weakest = WeakestPanel(player, theme)
        self.inspector = Inspector()
        for name, page in (("Why", self.why), ("Test", self.detail), ("Weakest link", self.weakest)):
            self.inspector.add_page(name, page)
        self.inspector.show_page("Test")  # until something is selected, whose Why then comes up
        yield
        self.runs_panel = RunsPanel(actions["difference"], theme)
        self.docks = Docks(
            window, self.data_panel, self.code_panel, self.inspector, self.log, self.runs_panel
        )
        self._connect(session)

    def _connect(self, session: Session) -> None:
        """Panel to panel; what changes the run goes through the window."""
        player = self._player
        self.data_panel.variable_selected.connect(self._on_variable)
        self.graph.selected.connect(self._on_selected)
        self.transport.scrubbing_changed.connect(self.graph.set_scrubbing)
        self.log.step_requested.connect(player.seek)
        self.log.test_selected.connect(self._on_test)
        self.code_panel.step_requested.connect(player.seek)
        self.detail.break_requested.connect(self._break_at)
        self.log.break_requested.connect(self._break_at)
        self.runs_panel.step_requested.connect(player.seek)
        self.detail.test_link_activated.connect(self.log.select_test)
        self.code_panel.sets.member_chosen.connect(self.ask_why)
        self.why.test_selected.connect(self._find_test)
        self.why.test_requested.connect(self._on_test)
        self.why.step_requested.connect(player.seek)
        self.why.subject_changed.connect(self._show_subject)
        self.why.tests_requested.connect(lambda tests: self.log.filter_to(numbers_term(tests)))
        self.weakest.edge_selected.connect(self._on_weak_edge)
        self.weakest.why_requested.connect(lambda ends: self.ask_why(Subject("edge", ends)))
        session.associated.connect(self.graph.set_associations)

    def set_theme(self, theme: Theme) -> None:
        for panel in (
            self.graph, self.head, self.transport, self.data_panel, self.code_panel, self.log, self.detail,
            self.runs_panel, self.why, self.weakest,
        ):  # fmt: skip
            panel.set_theme(theme)
        self.docks.set_scale(theme.scale)

    def show_truth(self, session: Session, *, shown: bool) -> None:
        """Mark arrows and tests as right or wrong, or stop doing so."""
        truth = session.truth if shown else None
        self.graph.set_truth(None if truth is None else truth.edges)
        self.log.set_truth(None if truth is None else lambda q: truth.oracle.separated(q.x, q.y, q.z))
        self.head.set_truth(truth)

    def _break_at(self, number: int) -> None:
        self.breakpoints.toggle(AtTest(number))

    # What is selected

    def select(self, what: Selection) -> None:
        """As if it had been clicked in the graph."""
        self.graph.select(what)
        self._on_selected(what)

    def ask_why(self, subject: Subject) -> None:
        """Show why, whatever page of the inspector is shown."""
        self.why.ask(subject)
        self._show_subject(subject)
        self.inspector.show_page("Why")

    def _on_selected(self, what: Selection) -> None:
        if self._player.trace is None:
            return
        self._mark(what)
        subject = Subject.selected(what)
        self.why.ask(subject)
        if subject is None or self._player.playing:
            return
        # Who looks at the weakest links goes on doing so, as long as the edge is one of them.
        if self.inspector.page != "Weakest link" or not self.weakest.choose(what):
            self.inspector.show_page("Why")

    def _on_variable(self, x: int) -> None:
        self.select(Variable(x))

    def _mark(self, what: Selection) -> None:
        """Let log and list show what is selected."""
        trace = self._player.trace
        assert trace is not None
        names = trace.header.names
        self.log.filter_to("–".join(names[x] for x in ends_of(what) or ()))
        self.data_panel.select(variable_of(what))

    def _on_weak_edge(self, ends: tuple[int, int]) -> None:
        self.graph.select(Edge(ends))
        self._mark(Edge(ends))
        self.why.ask(Subject("edge", ends))

    def _show_subject(self, subject: Subject) -> None:
        """Select in the graph what the Why page has gone to by itself."""
        self.graph.select(subject.selection)
        self.data_panel.select(variable_of(subject.selection))

    # Tests

    def _on_test(self, number: int) -> None:
        self.detail.show_test(number)
        if number and not self._player.playing:
            self.inspector.show_page("Test")

    def _find_test(self, number: int) -> None:
        """Choose a test in the log; a filter that hides it gives way."""
        if self.log.model.rows.row_of(number) is None:
            self.log.filter_to("")
        self.log.select_test(number)
