"""The workspace: the panels round one player, made together, and how they speak to each other."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from PySide6.QtGui import QAction
from PySide6.QtWidgets import QMainWindow

from elcs_gui.app.breakpoints import AtTest, Breakpoints
from elcs_gui.app.player import Player
from elcs_gui.app.session import Session
from elcs_gui.app.theme import Theme
from elcs_gui.panels.code_panel import CodePanel
from elcs_gui.panels.data_panel import DataPanel
from elcs_gui.panels.docks import Docks, column_of
from elcs_gui.panels.graph_head import TruthHead
from elcs_gui.panels.graph_panel import GraphPanel
from elcs_gui.panels.inspector import Inspector
from elcs_gui.panels.log_panel import LogPanel
from elcs_gui.panels.runs_panel import RunsPanel
from elcs_gui.panels.test_detail import TestDetail
from elcs_gui.panels.transport import Transport


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
        self.inspector = Inspector()
        self.inspector.add_page("Test", self.detail)
        yield
        self.runs_panel = RunsPanel(actions["difference"], theme)
        self.docks = Docks(
            window, self.data_panel, self.code_panel, self.inspector, self.log, self.runs_panel
        )
        self._connect(session)

    def _connect(self, session: Session) -> None:
        """Panel to panel; what changes the run goes through the window."""
        player = self._player
        self.data_panel.variable_selected.connect(self.graph.select)
        self.graph.selected.connect(self._on_selected)
        self.transport.scrubbing_changed.connect(self.graph.set_scrubbing)
        self.log.step_requested.connect(player.seek)
        self.log.test_selected.connect(self.detail.show_test)
        self.code_panel.step_requested.connect(player.seek)
        self.detail.break_requested.connect(self._break_at)
        self.log.break_requested.connect(self._break_at)
        self.runs_panel.step_requested.connect(player.seek)
        self.detail.test_link_activated.connect(self.log.select_test)
        session.associated.connect(self.graph.set_associations)

    def set_theme(self, theme: Theme) -> None:
        for panel in (
            self.graph, self.head, self.transport, self.data_panel, self.code_panel, self.log, self.detail,
            self.runs_panel,
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

    def _on_selected(self, what: object) -> None:
        trace = self._player.trace
        if trace is None:
            return
        names = trace.header.names
        if isinstance(what, tuple):
            self.log.filter_to(f"{names[what[0]]}–{names[what[1]]}")
            self.data_panel.select(None)
        else:
            self.log.filter_to("")
            self.data_panel.select(what if isinstance(what, int) else None)
