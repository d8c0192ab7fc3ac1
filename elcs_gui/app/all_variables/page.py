"""The page of all variables: the map, what is worth a look in it, and a bar for every target."""

from __future__ import annotations

import time
from dataclasses import replace

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QPushButton, QSizePolicy, QWidget

from elcs_gui.algorithms.registry import find_algorithm
from elcs_gui.algorithms.run_title import method
from elcs_gui.app.all_variables.disagreements_view import DisagreementList
from elcs_gui.app.all_variables.edge_card_view import EdgeCard
from elcs_gui.app.all_variables.map_view import AllMap
from elcs_gui.app.all_variables.targets_view import TargetBars
from elcs_gui.app.all_variables.words import claims, cost, doubtful, groups, progress, summary
from elcs_gui.app.graph.layout.map_members import MOST_WHOLE
from elcs_gui.app.kit.labels import Label
from elcs_gui.app.kit.layouts import column_of, divided, row_of, styled
from elcs_gui.app.kit.theme import Theme
from elcs_gui.app.model.context import Context
from elcs_gui.app.model.runs import Branch
from elcs_gui.app.model.tool_page import ToolPage
from elcs_gui.app.navigation.feature import NavigationFeature
from elcs_gui.inquiry.all_targets import AllTargets, JointEdge
from elcs_gui.storage.study import Study
from elcs_gui.trace.timeline import timeline_of
from elcs_gui.trace.trace import Header
from elcs_gui.worker.inquiry_process import Inquiry, InquiryProgress, LearnAll, Refused

FROM_A_FILE = "This trace came from a file: without its data no other variable can be learnt."
_MOST_KEPT = 6
_SHARE = 0.1
"""Of the time, for showing what has come: with ten thousand targets more would be felt."""


class AllPage(ToolPage):
    """Begins to learn when it is shown, unless that takes long; goes on in the background when it is left."""

    edge_opened = Signal(int, object)
    """By the run of which variable, and the two ends, the answer to Why is wanted."""

    def __init__(self, context: Context, theme: Theme) -> None:
        super().__init__(context, theme)
        self._study: Study | None = None
        self._kept: dict[Header, AllTargets] = {}
        """Of what is open, the oldest first; the headers have no target."""
        self._stopped: set[Header] = set()
        """Those the user has stopped: they go on only if asked for."""
        self._edges: list[JointEdge] = []
        self._started, self._begun = 0.0, 0
        self._due = 0.0
        """When progress is shown next."""
        self.map, self.look = AllMap(theme), DisagreementList(theme)
        self.bars, self.card = TargetBars(theme), EdgeCard(theme, self.map)
        self._trail = context.feature(NavigationFeature).make_trail()
        self._about, self._state = Label(objectName="quiet"), Label(objectName="quiet")
        self._go = QPushButton("Stop")
        self._close = QPushButton("Close", objectName="ghost", toolTip="Back to the workspace. Esc")
        self._found_count, self._asked = Label(objectName="quiet"), Label(objectName="quiet")
        self._nothing = Label(objectName="quiet", wordWrap=True)
        self._cost = Label(wordWrap=True)
        self._learn = QPushButton("Learn all variables", objectName="primary")
        self._offer = styled(
            "panel", row_of((self._cost, 1), self._learn, margins=(16, 10, 16, 10), spacing=16)
        )
        self._lay_out()
        self._connect()
        self.set_theme(theme)

    def _lay_out(self) -> None:
        head = row_of(
            Label("All variables", objectName="section"),
            self._about,
            self._trail,
            (None, 0),
            self._state,
            self._go,
            self._close,
            margins=(16, 4, 12, 4),
            spacing=10,
        )
        band = styled("panel", head)
        band.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        title = row_of(
            Label("Worth a look", objectName="heading"),
            (None, 0),
            self._found_count,
            margins=(12, 10, 12, 0),
        )
        self._nothing.setContentsMargins(12, 0, 12, 0)
        side = styled("panel", column_of(title, self._nothing, (self.look, 1), margins=(0, 0, 0, 8)))
        said = "Tests per target, in column order; red: conflict; amber: in doubt"
        row = row_of(
            Label("Targets", objectName="heading"),
            (Label(said, objectName="quiet"), 1),
            self._asked,
            margins=(12, 0, 12, 0),
        )
        foot = styled("panel", column_of(row, self.bars, margins=(0, 8, 0, 8)))
        middle = QWidget()
        column_of(self._offer, (self.map, 1), foot, inside=middle, margins=0, spacing=1)
        body = divided(side, middle)
        body.setStretchFactor(1, 1)
        body.setSizes([round(300 * self.theme.scale), 1000])
        column_of(band, (body, 1), inside=self, margins=0, spacing=1)

    def _connect(self) -> None:
        client, session = self.context.inquiry_client, self.context.session
        self._close.clicked.connect(self.closed)
        self.on_key("Escape", self._escape, anywhere=True)
        self._go.clicked.connect(self._stop_or_go_on)
        self._learn.clicked.connect(self.start)
        for part in (self.map, self.look):
            part.edge_chosen.connect(self.choose)
            part.edge_opened.connect(self._open)
        self.map.target_requested.connect(self._open_target)
        self.map.moved.connect(self._place_card)
        for listed in (self.bars, self.look):
            listed.target_requested.connect(self._open_target)
        self.card.why_requested.connect(self._open_by)
        client.asked.connect(self._on_asked)
        client.progressed.connect(self._on_progress)
        client.refused.connect(self._on_refused)
        session.opened.connect(self._forget)
        session.associated.connect(lambda _: self._show_variables())

    def set_theme(self, theme: Theme) -> None:
        super().set_theme(theme)
        for part in (self.map, self.look, self.bars, self.card, self._trail):
            part.set_theme(theme)

    @property
    def header(self) -> Header | None:
        """Of the run that is shown in the workspace, without its target: how all are learnt."""
        header = self.context.session.header
        return None if header is None else replace(header, target=0, origin=None)

    @property
    def found(self) -> AllTargets | None:
        """What is known so far."""
        header = self.header
        return None if header is None else self._kept.get(header, AllTargets(header))

    @property
    def running(self) -> bool:
        busy = self.context.inquiry_client.busy
        return isinstance(busy, LearnAll) and busy.header == self.header

    @property
    def offered(self) -> bool:
        """Are there so many variables that learning them waits until it is asked for?"""
        found = self.found
        if found is None or self.context.session.source is None or self.running:
            return False
        return not found.done and len(found.header.names) > MOST_WHOLE

    @property
    def settled(self) -> bool:
        return super().settled and self.map.ready

    # What the user asks for

    def enter(self) -> None:
        """Show how the run in the workspace is made, for all; begin, unless it is known or was stopped."""
        session, found = self.context.session, self.found
        self._show_variables()
        self._refresh(settled=not self.running)
        if session.source is None:
            self._state.setText(FROM_A_FILE)
        elif found is not None and not self._waits(found):
            self.start()
        self.map.setFocus()

    def start(self) -> None:
        """Learn what is still to be learnt."""
        source, found = self.context.session.source, self.found
        if source is None or found is None or self.running:
            return
        self._stopped.discard(found.header)
        self._started, self._begun = time.monotonic(), found.done
        known = found if found.done else None
        scheduler = self.context.settings.scheduler
        if scheduler is not None:
            self.context.status.say(f"All variables are learnt by the cluster at {scheduler}.")
        self.context.inquiry_client.ask(source, LearnAll(found.header, known, scheduler or 1))

    def _waits(self, found: AllTargets) -> bool:
        """Is there nothing to begin until the user asks for it?"""
        return found.complete or found.header in self._stopped or len(found.header.names) > MOST_WHOLE

    def _stop_or_go_on(self) -> None:
        if self.running:
            assert self.header is not None
            self._stopped.add(self.header)
            self.context.inquiry_client.cancel()
        else:
            self.start()

    def choose(self, edge: JointEdge | None) -> None:
        """Select an edge: its card comes up. One of data that were open before is none."""
        found = self.found
        if edge is not None and found is not None and max(edge.tail, edge.head) >= len(found.header.names):
            edge = None
        self.map.choose(edge)
        self.look.choose(edge)
        if edge is None or found is None:
            self.card.hide()
            return
        self.card.show_edge(edge, found)
        self._place_card()

    def _escape(self) -> None:
        if self.map.chosen is not None:
            self.choose(None)
        else:
            self.closed.emit()

    def _open(self, edge: JointEdge) -> None:
        """By the run that says most about it: one that orients it, or at least sees it."""
        found = self.found
        if found is not None:
            said = claims(edge, found)
            best = max(said, key=lambda claim: (bool(claim.rule), claim.sees_it))
            self.edge_opened.emit(best.target, edge.ends)

    def _open_by(self, target: int) -> None:
        if self.map.chosen is not None:
            self.edge_opened.emit(target, self.map.chosen.ends)

    def _open_target(self, target: int) -> None:
        self.edge_opened.emit(target, None)

    # What is shown

    def _show_variables(self) -> None:
        session, found = self.context.session, self.found
        if found is not None and session.header is not None:
            learnt = [(edge.tail, edge.head, 1.0) for edge in found.edges()] if found.complete else None
            links = session.links if learnt is None else learnt
            self.map.show_variables(found.header.names, links, session.header.target)

    def _refresh(self, *, settled: bool) -> None:
        found = self.found
        if found is None:
            return
        names = found.header.names
        self._about.setText(method(found.header))
        self._edges = found.edges()
        self.map.show_edges(self._edges, settled=settled and bool(found.done))
        self.look.show_edges(found, self._edges)
        self.bars.show_found(found, self._edges)
        seconds = time.monotonic() - self._started if self.running else 0.0
        self._state.setText(progress(found.done, len(names), seconds, self._begun, found.blankets))
        worth = sum(len(group.edges) for group in groups(self._edges))
        self._found_count.setText(f"{worth:,} of {len(self._edges):,}" if self._edges else "")
        self._nothing.setVisible(not worth and not doubtful(found))
        self._nothing.setText("Nothing yet." if not found.complete else "All ends agree on every edge.")
        self._asked.setText(f"{found.tests:,} tests")
        self._go.setText("Stop" if self.running else "Go on" if found.done else "Begin")
        offered = self.offered
        self._go.setVisible(not found.complete and self.context.session.source is not None and not offered)
        self._offer.setVisible(offered)
        if offered:
            self._state.clear()
            self._cost.setText(self._expected(found.header))
        if self.map.chosen is None:
            self.card.hide()
        if self.isVisible() and found.done:
            self.said.emit(summary(found, self._edges))

    def _expected(self, header: Header) -> str:
        """What learning all will cost. Of the runs made like this, the slowest: the others reused answers."""
        apart = find_algorithm(header.algorithm).learn_blanket is not None

        def blankets(run: Branch) -> int:
            return len(timeline_of(run.trace).view(len(run.trace)).blankets) if apart else 1

        names, timed = (
            header.names,
            [run for run in self.context.session.runs if run.finished and run.seconds],
        )
        alike = [
            run for run in timed if replace(run.header, target=0, origin=None) == header and blankets(run)
        ]
        if not alike:
            return cost(len(names))
        slowest = max(alike, key=lambda run: run.seconds / blankets(run))
        return cost(len(names), names[slowest.header.target], blankets(slowest), slowest.seconds)

    def _place_card(self) -> None:
        if self.card.isVisible() and self.map.chosen is not None:
            box = self.map.box_of(self.map.chosen)
            if box is not None:
                self.card.stand_beside(box, self.map)

    # What becomes of it

    def _forget(self) -> None:
        """Something else is open."""
        self._kept.clear()
        self._stopped.clear()
        self._edges = []
        self.choose(None)

    def _on_asked(self, inquiry: Inquiry) -> None:
        if isinstance(inquiry, LearnAll) or self.isVisible():
            self._refresh(settled=False)

    def _on_progress(self, message: InquiryProgress) -> None:
        found = message.result
        if not isinstance(message.inquiry, LearnAll) or not isinstance(found, AllTargets):
            return
        self._kept.pop(found.header, None)
        self._kept[found.header] = found
        while len(self._kept) > _MOST_KEPT:
            del self._kept[next(iter(self._kept))]
        began = time.monotonic()
        if self.isVisible() and (message.done or began >= self._due):
            self._refresh(settled=message.done)
            now = time.monotonic()
            self._due = now + (now - began) / _SHARE

    def _on_refused(self, refused: Refused) -> None:
        if isinstance(refused.inquiry, LearnAll):
            self._stopped.add(refused.inquiry.header)
            self._refresh(settled=False)
            self._state.setText(refused.reason)
