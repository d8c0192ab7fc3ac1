"""What if: the runs beside each other, what is known beforehand, verdicts overridden, and their menus."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QPoint

from elcs_gui.app.graph.context_menu import GraphWishes, graph_menu
from elcs_gui.app.graph.difference import Contrast
from elcs_gui.app.knowledge.dialog import KnowledgeDialog
from elcs_gui.app.model.breakpoints import EdgeChanges
from elcs_gui.app.model.runs import Branch
from elcs_gui.app.model.selection import Edge, Selection, Variable
from elcs_gui.app.runs.comparison import Comparison, comparable
from elcs_gui.app.runs.rows import run_rows
from elcs_gui.trace.knowledge import Knowledge, KnowledgeError
from elcs_gui.trace.knowledge_statements import Statement, said, with_statement, without

if TYPE_CHECKING:
    from elcs_gui.app.shell.main_window import MainWindow
    from elcs_gui.app.shell.workspace import Workspace


class WhatIfController:
    """Joins the panels that ask "what if" with the run controller, which runs it."""

    def __init__(self, window: MainWindow, workspace: Workspace) -> None:
        self._window, self._session = window, window.session
        self._controller = window.controller
        self._graph, self._panel, self._docks = workspace.graph, workspace.runs_panel, workspace.docks
        self._chosen: Branch | None = None
        """What the user wants the run shown to be compared with; None: the one it was forked from."""
        self._comparison: Comparison | None = None
        for asking in (workspace.detail, workspace.log):
            asking.what_if_requested.connect(self._controller.what_if)
            asking.take_back_requested.connect(self._controller.take_back)
        self._panel.run_requested.connect(self._controller.go_to)
        self._panel.compare_requested.connect(self.compare)
        self._panel.forget_requested.connect(self.forget)
        self._graph.menu_requested.connect(self._graph_menu)
        self._graph.set_contrasting(self._contrast)
        self._session.opened.connect(self._on_opened)
        self._session.run_started.connect(self.refresh)
        self._session.run_finished.connect(self.refresh)

    # Runs beside each other

    @property
    def comparison(self) -> Comparison | None:
        """The run shown beside the chosen one, or beside the one it was forked from; None without either."""
        shown = self._session.runs.current
        chosen = self._chosen if comparable(shown, self._chosen) else None
        other = chosen or (None if shown is None else shown.parent)
        if shown is None or other is None or not comparable(shown, other):
            self._comparison = None
        elif self._comparison is None or (self._comparison.shown, self._comparison.other) != (shown, other):
            self._comparison = Comparison(shown, other)
        return self._comparison

    def refresh(self, *_: object) -> None:
        """The runs, or which of them is shown, have changed."""
        rows = run_rows(self._session.runs, running=self._session.running)
        found = self.comparison
        other = None if found is None else found.other
        compared = other if other is self._chosen else None
        parting = "" if found is None else found.parting
        if compared is not None:
            parting = f"Compared with “{compared.title}”. {parting}"
        self._panel.show_runs(rows, compared, parting, None if found is None else found.parts_at)
        if len(rows) > 1:
            self._docks.offer_runs(several=True)
        self._controller.enable_actions()
        if self._window.live["difference"].isChecked():
            self._graph.refresh()

    def compare(self, branch: Branch) -> None:
        """Lay a run beside the one shown, and draw the difference."""
        self._chosen = branch
        self._window.live["difference"].setChecked(True)
        self.refresh()

    @property
    def chosen(self) -> Branch | None:
        """What the user has laid beside the run shown."""
        return self._chosen

    def forget(self, branch: Branch) -> None:
        self._session.runs.forget(branch)
        if self._chosen is branch:
            self._chosen = None
        self.refresh()

    def show_difference(self) -> None:
        """Draw it, or stop drawing it, as the action is switched."""
        self._graph.refresh()

    def go_to_parting(self) -> None:
        found = self.comparison
        if found is None or found.parts_at is None:
            self._window.status.say("The two runs take the same steps.")
        else:
            self._window.player.seek(found.parts_at)

    def _contrast(self, step: int, target: int) -> Contrast | None:
        if not self._window.live["difference"].isChecked():
            return None
        found = self.comparison
        if found is None or self._window.player.trace is not found.shown.trace:
            return None
        return Contrast(found.at(step, target), found.other.title)

    def _on_opened(self) -> None:
        self._chosen = self._comparison = None
        self._docks.offer_runs(several=False)

    # What is known beforehand

    @property
    def knowledge(self) -> Knowledge:
        header = self._session.header
        return Knowledge.none if header is None else header.knowledge

    def claim(self, statement: Statement) -> None:
        """Run with one claim more, or say why it cannot be true."""
        try:
            self._controller.know(with_statement(self.knowledge, statement, self._names))
        except KnowledgeError as error:
            self._window.messages.say(str(error))

    def take_claim_back(self, statement: Statement) -> None:
        self._controller.know(without(self.knowledge, statement))

    def drop_knowledge(self) -> None:
        """Run without any; overrides stay."""
        self._controller.know(Knowledge.none)

    def show_knowledge(self, *, tiers: bool = False) -> None:
        """Open the dialog beside the window, or bring it to the front."""
        shown = self._window.findChild(KnowledgeDialog)
        if shown is None:
            shown = KnowledgeDialog(self._session, self._controller.know, self._window)
            shown.show()
        shown.raise_()
        shown.activateWindow()
        if tiers:
            shown.tiers.setFocus()

    @property
    def _names(self) -> tuple[str, ...]:
        header = self._session.header
        return () if header is None else header.names

    # The menu of the graph

    def _graph_menu(self, what: Variable | Edge, place: QPoint) -> None:
        scene = self._graph.scene_shown
        if scene is None:
            return
        open_ = self._session.source is not None
        wishes = GraphWishes(
            target=self._window.set_target if open_ else None,
            why=self._why if "Why" in self._window.inspector.pages else None,
            claim=self.claim if open_ else None,
            take_back=self.take_claim_back if open_ else None,
            tiers=(lambda: self.show_knowledge(tiers=True)) if open_ else None,
            select=self._select_in_list,
            stop=lambda x, y: self._window.breakpoints.toggle(EdgeChanges(x, y)),
        )
        known = said(self.knowledge)
        graph_menu(what, scene.target, self._names, known, wishes, self._graph).popup(place)

    def _why(self, what: Selection) -> None:
        self._graph.choose(what)
        self._docks.inspector.show()
        self._docks.inspector.raise_()
        self._window.inspector.show_page("Why")

    def _select_in_list(self, x: int) -> None:
        self._graph.choose(Variable(x))
        self._docks.data.show()
        self._docks.data.raise_()
        self._window.data_panel.select(x)
