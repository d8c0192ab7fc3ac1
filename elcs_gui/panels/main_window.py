"""The main window: puts the panels together and carries out the actions. It holds no truth of its own."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, Qt, QTimer
from PySide6.QtGui import QCloseEvent, QDragEnterEvent, QDropEvent
from PySide6.QtWidgets import QApplication, QDockWidget, QMainWindow, QStackedWidget

from elcs_gui.app.actions import ACTIONS
from elcs_gui.app.loading import Loading
from elcs_gui.app.player import Player
from elcs_gui.app.session import Session, open_path
from elcs_gui.app.settings import Settings, wanted_theme
from elcs_gui.app.theme import DARK, LIGHT, Theme, font, palette, style_sheet
from elcs_gui.panels.docks import add_dock, arrange, column_of, style_head
from elcs_gui.panels.handlers import handlers
from elcs_gui.panels.message_bar import MessageBar
from elcs_gui.panels.palette import add_actions
from elcs_gui.panels.start_page import StartPage
from elcs_gui.panels.status_row import StatusRow
from elcs_gui.panels.title_row import TitleRow, logo

if TYPE_CHECKING:
    from elcs_gui.app.breakpoints import Breakpoints
    from elcs_gui.ci.questions import Question, Verdict
    from elcs_gui.panels.code_panel import CodePanel
    from elcs_gui.panels.data_panel import DataPanel
    from elcs_gui.panels.graph_panel import GraphPanel
    from elcs_gui.panels.log_panel import LogPanel
    from elcs_gui.panels.test_detail import TestDetail
    from elcs_gui.panels.transport import Transport
    from elcs_gui.trace.trace import Header


class MainWindow(QMainWindow):
    """One session, one player, and the panels around them.

    With `later` the window comes up with its start page alone; the workspace is made right after that.
    """

    breakpoints: Breakpoints
    graph: GraphPanel
    transport: Transport
    data_panel: DataPanel
    code_panel: CodePanel
    log: LogPanel
    detail: TestDetail

    def __init__(self, settings: Settings, theme: Theme | None = None, *, later: bool = False) -> None:
        super().__init__()
        self.setWindowTitle("ELCS Explorer")
        self.setAcceptDrops(True)
        self.settings = settings
        self.session = Session(self)
        self.player = Player(self)
        self.theme = theme or wanted_theme(settings)
        self._kind, self._stay = "local", False
        self._path: Path | None = None
        self.docks: list[QDockWidget] = []
        self.live = add_actions(self, handlers(self))
        self._build_frame()
        self.apply_theme(self.theme)
        self._enable()
        geometry, _ = settings.window()
        if geometry.isEmpty() or not self.restoreGeometry(geometry):
            self.resize(1440, 900)
        self.show_start_page()
        self._parts = self._make_workspace()
        self.loading = Loading(self._parts, self)
        self.start_page.shown.connect(self.loading.begin)
        if not later:
            self.build_workspace()

    # Building

    def _build_frame(self) -> None:
        theme = self.theme
        self.title_row = TitleRow(self.live, theme)
        self.setMenuWidget(self.title_row)
        self.start_page = StartPage(theme)
        self.messages = MessageBar(theme)
        self.pages = QStackedWidget()
        self.pages.addWidget(self.start_page)
        self.setCentralWidget(column_of(self.messages, self.pages))
        self.status = StatusRow(self.player)
        self.status.cancel_requested.connect(self.session.cancel)
        self.statusBar().setSizeGripEnabled(False)
        self.statusBar().addWidget(self.status, 1)
        self.start_page.example_chosen.connect(self.open_example)
        self.start_page.file_chosen.connect(lambda path: self.open_path(Path(path)))
        self.start_page.open_requested.connect(self.live["open"].trigger)
        self.start_page.shortcuts_requested.connect(self.live["shortcuts"].trigger)
        self.start_page.recent_cleared.connect(self.settings.clear_recent)
        self.start_page.recent_cleared.connect(lambda: self.start_page.set_recent(()))
        self.session.failed.connect(self._on_failed)

    def build_workspace(self) -> None:
        """Have the graph, the transport and the docks made, as far as they are not there yet."""
        for _ in self._parts:
            pass

    def _make_workspace(self) -> Iterator[None]:
        """Part by part, so that others get their turn in between."""
        theme = self.theme
        from elcs_gui.panels.graph_panel import GraphPanel

        self.graph = GraphPanel(self.player, theme)
        yield
        from elcs_gui.app.breakpoints import AtTest, Breakpoints
        from elcs_gui.panels.transport import Transport

        self.breakpoints = Breakpoints()
        self.transport = Transport(self.player, self.breakpoints, theme)
        self.pages.addWidget(column_of(self.transport, self.graph, below=True))
        yield
        from elcs_gui.panels.code_panel import CodePanel
        from elcs_gui.panels.data_panel import DataPanel

        self.data_panel = DataPanel(self.session, self.player, theme)
        self.code_panel = CodePanel(self.player, theme)
        yield
        from elcs_gui.panels.log_panel import LogPanel

        self.log = LogPanel(self.player, theme)
        yield
        from elcs_gui.panels.test_detail import TestDetail

        self.detail = TestDetail(self.player, theme)
        self.detail.break_requested.connect(lambda number: self.breakpoints.toggle(AtTest(number)))
        yield
        area = Qt.DockWidgetArea
        self.docks = [
            add_dock(self, "Data and run", self.data_panel, area.LeftDockWidgetArea),
            add_dock(self, "Pseudo-code", self.code_panel, area.LeftDockWidgetArea),
            add_dock(self, "Inspector", self.detail, area.RightDockWidgetArea),
            add_dock(self, "CI tests", self.log, area.BottomDockWidgetArea),
        ]
        self.title_row.add_to_menu("View", [dock.toggleViewAction() for dock in self.docks])
        self.setCorner(Qt.Corner.BottomLeftCorner, area.LeftDockWidgetArea)
        self.setCorner(Qt.Corner.BottomRightCorner, area.RightDockWidgetArea)
        self._default_state = self.saveState()
        _, state = self.settings.window()
        if not state.isEmpty():
            self.restoreState(state)
        for dock in self.docks:
            dock.hide()
        self.graph.set_kind(self._kind)
        self.graph.set_reduced_motion(self.settings.reduced_motion)
        self._connect_workspace()
        self._theme_workspace(theme)

    def _connect_workspace(self) -> None:
        session, player = self.session, self.player
        self.data_panel.header_changed.connect(self.run)
        self.data_panel.variable_activated.connect(self.set_target)
        self.data_panel.variable_selected.connect(self.graph.select)
        self.graph.target_requested.connect(self.set_target)
        self.graph.selected.connect(self._on_selected)
        self.transport.scrubbing_changed.connect(self.graph.set_scrubbing)
        self.transport.breakpoints_requested.connect(self.live["breakpoint"].trigger)
        self.transport.go_to_requested.connect(self.live["go-to-step"].trigger)
        self.log.step_requested.connect(player.seek)
        self.log.test_selected.connect(self.detail.show_test)
        self.code_panel.step_requested.connect(player.seek)
        self.detail.what_if_requested.connect(self.what_if)
        self.detail.test_link_activated.connect(self.log.select_test)
        session.opened.connect(self._on_opened)
        session.run_started.connect(self._on_run_started)
        session.run_grew.connect(self.player.trace_grew)
        session.run_finished.connect(self._on_run_finished)
        player.trace_changed.connect(self._on_trace_changed)
        session.associated.connect(self.graph.set_associations)

    # Opening and running

    def open_example(self, example: str, target: str | None = None, test: str | None = None) -> None:
        """Read and run an example, on its data where it has any: they show more than the oracle."""
        from elcs_gui.data.examples import examples

        self.build_workspace()
        self._path, self._stay = None, False
        simulated = {known.id for known in examples() if known.rows}
        self.session.open_example(example, target, test or ("g2" if example in simulated else None))

    def open_path(self, path: Path, network: Path | None = None, target: str | None = None) -> None:
        self.build_workspace()
        self._path, self._stay = path, False
        open_path(self.session, path, network, target)

    def set_target(self, target: int) -> None:
        """Learn about another variable, from the beginning."""
        if self.session.source is not None:
            self._stay = False
            self.session.set_target(target)

    def run(self, header: Header) -> None:
        """Learn anew with other parameters; the cursor stays in its stage."""
        self._stay = True
        self.session.run(header)

    def what_if(self, question: Question, verdict: Verdict) -> None:
        """Run as if that test had said otherwise; all other answers are reused."""
        header = self.session.header
        if header is None or self.session.source is None:
            self.messages.say("This trace came from a file: without its data it cannot be run again.")
            return
        kept = tuple(pair for pair in header.forced if pair[0] != question)
        self.run(replace(header, forced=(*kept, (question, verdict))))

    def drop_overrides(self) -> None:
        """Run with the verdicts the data give."""
        if self.session.header is not None:
            self.run(replace(self.session.header, forced=()))

    def show_start_page(self) -> None:
        self.player.pause()
        self.pages.setCurrentIndex(0)
        for dock in self.docks:
            dock.hide()
        self.start_page.set_recent(self.settings.recent())
        self.title_row.show_open("", "", truth=False)
        self.status.say("Ready. Choose an example, a recent file, or drop data anywhere in this window.")
        self.start_page.setFocus()

    def show_workspace(self) -> None:
        if self.pages.currentIndex() == 1:
            return
        self.pages.setCurrentIndex(1)
        for dock in self.docks:
            dock.show()
        arrange(self, self.docks)
        self.graph.setFocus()

    def _on_opened(self) -> None:
        self.messages.hide()
        self.breakpoints.clear()
        self.graph.set_levels(self.session.levels)
        self.graph.set_associations(())
        self.live["truth"].setChecked(False)
        self.show_truth()
        self._show_title()
        if self._path is not None:
            self.settings.add_recent(self._path, self._describe())
        self.show_workspace()
        self.title_row.show_kind(self._kind)

    def _describe(self) -> str:
        """What is open, in a few words."""
        source, header = self.session.source, self.session.header
        rows = f"{source.data.rows:,} rows · " if source and source.data else ""
        variables = f"{len(header.names) if header else 0} variables"
        return f"{rows}{variables}" if source else f"{variables}, a recorded trace"

    def _show_title(self) -> None:
        source, header = self.session.source, self.session.header
        title = source.title if source else (self._path.name if self._path else "Trace")
        overridden = len(header.forced) if header else 0
        note = f" · {overridden} verdict{'s' * (overridden > 1)} overridden" if overridden else ""
        self.title_row.show_open(title, self._describe() + note, truth=self.session.truth is not None)
        self.setWindowTitle(f"{title} – ELCS Explorer")

    def _on_run_started(self) -> None:
        self._set_running(self.session.running)
        self._show_title()
        if self._stay and self.session.trace is not None:
            self.player.load_at_stage(self.session.trace)
        else:
            self.player.load(self.session.trace)

    def _on_run_finished(self, cancelled: bool) -> None:
        self._set_running(False)
        self.player.trace_ended()
        if cancelled:
            self.messages.say("Cancelled. What was recorded until then can be stepped through.")
        self._enable()

    def _on_trace_changed(self) -> None:
        self.detail.set_test(self.session.ci_test, self.session.levels)
        self._enable()

    def _on_failed(self, reason: str) -> None:
        self._set_running(False)
        self.messages.say(reason)

    # What is shown

    def _set_running(self, running: bool) -> None:
        self.status.set_running(running=running)
        self.live["cancel"].setEnabled(running)

    def _enable(self) -> None:
        """Actions that make no sense now are greyed out."""
        has = {
            "": True,
            "trace": self.player.trace is not None,
            "run": self.session.running,
            "truth": self.session.truth is not None,
            "override": bool(self.session.header and self.session.header.forced),
        }
        for action in ACTIONS:
            self.live[action.id].setEnabled(has[action.needs])

    def _on_selected(self, what: object) -> None:
        trace = self.player.trace
        if trace is None:
            return
        names = trace.header.names
        if isinstance(what, tuple):
            self.log.filter_to(f"{names[what[0]]}–{names[what[1]]}")
            self.data_panel.select(None)
        else:
            self.log.filter_to("")
            self.data_panel.select(what if isinstance(what, int) else None)

    def apply_theme(self, theme: Theme) -> None:
        """Repaint everything in these colours."""
        self.theme = theme
        app = QApplication.instance()
        assert isinstance(app, QApplication)
        app.setFont(font())
        app.setPalette(palette(theme))
        app.setStyleSheet(style_sheet(theme))
        self.setWindowIcon(logo(theme, 32))
        self.live["dark"].setChecked(theme.dark)
        for panel in (self.title_row, self.start_page, self.messages):
            panel.set_theme(theme)
        if self.docks:
            self._theme_workspace(theme)

    def _theme_workspace(self, theme: Theme) -> None:
        for panel in (self.graph, self.transport, self.data_panel, self.code_panel, self.log, self.detail):
            panel.set_theme(theme)
        for dock in self.docks:
            style_head(dock)

    # What actions do to the window itself; the rest is in `elcs_gui.panels.handlers`

    def set_kind(self, kind: str) -> None:
        """Local or field view."""
        self.build_workspace()
        self._kind = kind
        self.graph.set_kind(kind)
        self.title_row.show_kind(kind)

    def switch_theme(self) -> None:
        theme = LIGHT if self.theme.dark else DARK
        self.settings.theme = theme.name
        self.apply_theme(theme)

    def reset_layout(self) -> None:
        self.settings.forget_window()
        self.restoreState(self._default_state)
        if self.pages.currentIndex() == 1:
            for dock in self.docks:
                dock.show()
            arrange(self, self.docks)

    def show_truth(self) -> None:
        """Mark arrows and tests as right or wrong, or stop doing so, as the action is switched."""
        source, truth = self.session.source, self.session.truth
        shown = self.live["truth"].isChecked() and truth is not None and source is not None
        network = source.network if source else None
        self.graph.set_truth(frozenset(network.edges) if shown and network else None)
        self.log.set_truth((lambda q: truth.separated(q.x, q.y, q.z)) if shown and truth else None)

    # The window itself

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        if event.mimeData().hasUrls():
            event.acceptProposedAction()

    def dropEvent(self, event: QDropEvent) -> None:
        paths = [Path(url.toLocalFile()) for url in event.mimeData().urls() if url.isLocalFile()]
        if paths:
            event.acceptProposedAction()
            QTimer.singleShot(0, lambda: self.open_path(paths[0]))

    def changeEvent(self, event: QEvent) -> None:
        if event.type() == QEvent.Type.ThemeChange and self.settings.theme == "system":
            self.apply_theme(wanted_theme(self.settings))
        super().changeEvent(event)

    def closeEvent(self, event: QCloseEvent) -> None:
        if self.pages.currentIndex() == 1:
            self.settings.save_window(self.saveGeometry(), self.saveState())
        self.player.pause()
        self.session.close()
        super().closeEvent(event)

    @property
    def settled(self) -> bool:
        """Nothing is computing and nothing moves: a picture can be taken."""
        if not self.docks or self.start_page.filling:
            return False
        return not self.session.running and not self.session.associating and self.graph.is_settled()
