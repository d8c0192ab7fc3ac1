"""The main window: puts the panels together and carries out the actions. It holds no truth of its own."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, Qt, QTimer
from PySide6.QtGui import QCloseEvent, QDragEnterEvent, QDropEvent, QKeyEvent, QResizeEvent
from PySide6.QtWidgets import QAbstractButton, QApplication, QMainWindow, QStackedWidget

from elcs_gui.app.importing.controller import ImportController
from elcs_gui.app.kit.message_bar import MessageBar
from elcs_gui.app.kit.theme import DARK, LIGHT, Theme, font, palette, style_sheet
from elcs_gui.app.model.player import Player
from elcs_gui.app.model.session import Session
from elcs_gui.app.model.settings import Settings, wanted_theme
from elcs_gui.app.model.tool_registry import IMPORT_PAGE, TOOLS
from elcs_gui.app.sessions.autosave import Autosaving
from elcs_gui.app.sessions.controller import SessionFileController
from elcs_gui.app.shell.command_palette import add_actions
from elcs_gui.app.shell.controller import RunController
from elcs_gui.app.shell.docks import column_of
from elcs_gui.app.shell.handlers import handlers
from elcs_gui.app.shell.startup import Loading
from elcs_gui.app.shell.status_row import READY, StatusRow
from elcs_gui.app.shell.title_row import TitleRow, logo
from elcs_gui.app.start.page import StartPage
from elcs_gui.storage.file_kinds import is_network, is_table

if TYPE_CHECKING:  # the start page does not wait for numpy, nor for the panels
    from elcs_gui.app.citest.panel import TestDetail
    from elcs_gui.app.graph.panel import GraphPanel
    from elcs_gui.app.log.panel import LogPanel
    from elcs_gui.app.model.breakpoints import Breakpoints
    from elcs_gui.app.model.inquiry_client import InquiryClient
    from elcs_gui.app.pseudocode.panel import CodePanel
    from elcs_gui.app.setup.panel import DataPanel
    from elcs_gui.app.shell.docks import Docks
    from elcs_gui.app.shell.inspector import Inspector
    from elcs_gui.app.shell.stability_overlay import StabilityOverlay
    from elcs_gui.app.shell.tool_shelf import ToolShelf
    from elcs_gui.app.shell.what_if import WhatIfController
    from elcs_gui.app.shell.workspace import Workspace
    from elcs_gui.app.transport.panel import Transport
    from elcs_gui.ci.questions import Question, Verdict
    from elcs_gui.trace.trace import Header

START, WORK = 0, 1
"""The pages in the middle; tool pages stand behind them."""


class MainWindow(QMainWindow):
    """One session, one player, and the panels around them.

    With `later` the window comes up with its start page alone; the workspace is made right after that.
    """

    breakpoints: Breakpoints
    inquiry_client: InquiryClient
    what_ifs: WhatIfController
    tools: ToolShelf
    graph: GraphPanel
    transport: Transport
    data_panel: DataPanel
    code_panel: CodePanel
    log: LogPanel
    detail: TestDetail
    inspector: Inspector
    docks: Docks
    stability_overlay: StabilityOverlay

    def __init__(self, settings: Settings, theme: Theme | None = None, *, later: bool = False) -> None:
        super().__init__()
        self.setWindowTitle("ELCS Explorer")
        self.setAcceptDrops(True)
        self.settings = settings
        self.session = Session(self)
        self.player = Player(self)
        self.player.set_speed(int(settings.get("speed")))
        self.theme = theme or wanted_theme(settings)
        self.workspace: Workspace | None = None
        self._kind = "local"
        self._may_close = False
        """The user has said what becomes of work that is not saved."""
        self.live = add_actions(self, handlers(self))
        self._build_frame()
        self.session_files = SessionFileController(self)
        self.controller = RunController(self)
        self.importing = ImportController(self)
        self.autosaving = Autosaving(self)
        self.apply_theme(self.theme)
        self.controller.enable_actions()
        geometry, _ = settings.window()
        if geometry.isEmpty() or not self.restoreGeometry(geometry):
            self.resize(1440, 900)
        self.show_start_page()
        settings.changed.connect(self._on_setting)
        self._parts = self._make_workspace()
        self.loading = Loading(self._parts, self)
        self.start_page.shown.connect(self.loading.begin)
        self.loading.done.connect(self.autosaving.look)
        if not later:
            self.build_workspace()

    # Building

    def _build_frame(self) -> None:
        theme = self.theme
        self.title_row = TitleRow(self.live, theme)
        self.setMenuWidget(self.title_row)
        self.start_page = StartPage(theme)
        self.messages = MessageBar()
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
        self.start_page.simulate_requested.connect(self.live["simulate"].trigger)
        self.start_page.shortcuts_requested.connect(self.live["shortcuts"].trigger)
        self.start_page.recent_cleared.connect(self.clear_recent)

    def build_workspace(self) -> None:
        """Have the graph, the transport and the docks made, as far as they are not there yet."""
        for _ in self._parts:
            pass

    def _make_workspace(self) -> Iterator[None]:
        from elcs_gui.app.model.inquiry_client import InquiryClient
        from elcs_gui.app.shell.stability_overlay import StabilityOverlay
        from elcs_gui.app.shell.tool_shelf import ToolShelf
        from elcs_gui.app.shell.what_if import WhatIfController
        from elcs_gui.app.shell.workspace import Workspace

        yield
        made = Workspace(self.player)
        yield from made.parts(self, self.live, self.session, self.theme)
        yield
        import_module(
            TOOLS[IMPORT_PAGE][0]
        )  # a file is dropped and looked at sooner than a module is imported
        self.inquiry_client = InquiryClient(self)
        self.inquiry_client.interrupted.connect(self.controller.tell_interruption)
        self.tools = ToolShelf(self)
        self.workspace, self.breakpoints = made, made.breakpoints
        self.graph, self.transport, self.log, self.detail = (
            made.graph, made.transport, made.log, made.detail,
        )  # fmt: skip
        self.data_panel, self.code_panel, self.inspector = made.data_panel, made.code_panel, made.inspector
        self.docks = made.docks
        self.stability_overlay = StabilityOverlay(self)
        self.docks.remember(self.settings.window()[1])
        self.pages.addWidget(made.centre)
        self.title_row.add_to_menu("View", self.docks.actions())
        self.data_panel.header_changed.connect(self.run)
        self.data_panel.refused.connect(self.messages.say)
        self.data_panel.variable_activated.connect(self.set_target)
        self.graph.target_requested.connect(self.set_target)
        self.graph.edited.connect(self.controller.edit)
        self.what_ifs = WhatIfController(self, made)
        self.session_files.watch(made)
        self.transport.breakpoints_requested.connect(self.live["breakpoint"].trigger)
        self.transport.speed_chosen.connect(lambda steps: self.settings.set("speed", str(steps)))
        self.transport.go_to_requested.connect(self.live["go-to-step"].trigger)
        self.log.hide_columns(self.settings.hidden_columns)
        self.log.columns_hidden.connect(lambda hidden: self.settings.set("hidden-columns", " ".join(hidden)))
        made.why.set_formal(formal=self.settings.get("proof-wording") == "formal")
        made.why.formal_changed.connect(
            lambda formal: self.settings.set("proof-wording", "formal" if formal else "plain")
        )
        self.graph.set_kind(self._kind)
        self.graph.set_reduced_motion(self.settings.reduced_motion)
        made.set_theme(self.theme)

    # Opening and running: see `RunController`

    def open_example(self, example: str, target: str | None = None, test: str | None = None) -> None:
        self.build_workspace()
        self.importing.give_up()
        self.session_files.leaving(lambda: self.controller.open_example(example, target, test))

    def open_path(
        self, path: Path, network: Path | None = None, target: str | None = None, test: str | None = None
    ) -> None:
        self.build_workspace()
        if is_table(path):  # it is looked at first; nobody leaves anything before it is taken
            self.importing.open(path, network, target, test)
        else:
            self.importing.give_up()
            self.session_files.leaving(lambda: self.controller.open_path(path, target))

    def set_target(self, target: int) -> None:
        self.controller.set_target(target)

    def run(self, header: Header) -> None:
        self.controller.run(header)

    def what_if(self, question: Question, verdict: Verdict) -> None:
        self.controller.what_if(question, verdict)

    def drop_overrides(self) -> None:
        self.controller.drop_overrides()

    # What is shown

    @property
    def working(self) -> bool:
        """The workspace is shown, not the start page."""
        return self.pages.currentIndex() == WORK

    def show_start_page(self) -> None:
        self.player.pause()
        if self.workspace is not None:
            self.tools.leave()
        self.pages.setCurrentIndex(START)
        if self.workspace is not None:
            self.docks.hide()
        self.start_page.set_recent(self.settings.recent())
        self.start_page.show_opening(None)
        self.title_row.show_open("", "", truth=False)
        self.status.say(READY)
        self.start_page.setFocus()

    def show_workspace(self) -> None:
        if not self.working:
            self.tools.leave()
            self.pages.setCurrentIndex(WORK)
            self.docks.show()
            self.graph.setFocus()
        self.title_row.show_kind(self._kind)

    @property
    def kind(self) -> str:
        """Local or field view."""
        return self._kind

    def set_kind(self, kind: str) -> None:
        """Local or field view."""
        self.build_workspace()
        self._kind = kind
        self.graph.set_kind(kind)
        self.title_row.show_kind(kind)

    def show_truth(self) -> None:
        """Mark arrows and tests as right or wrong, or stop doing so, as the action is switched."""
        if self.workspace is not None:
            self.workspace.show_truth(self.session, shown=self.live["truth"].isChecked())

    # How it looks

    def apply_theme(self, theme: Theme) -> None:
        """Repaint everything in these colours, at the size of the moment."""
        projecting = self.live["projector"].isChecked()
        self.theme = theme = theme.at(self.settings.projector_scale if projecting else 1.0)
        app = QApplication.instance()
        assert isinstance(app, QApplication)
        app.setFont(font(13 * theme.scale))
        app.setPalette(palette(theme))
        if app.styleSheet() != (sheet := style_sheet(theme)):  # or every widget would be styled anew
            app.setStyleSheet(sheet)
        self.setWindowIcon(logo(theme, 32))
        self.live["dark"].setChecked(theme.dark)
        for panel in (self.title_row, self.start_page, self.status):
            panel.set_theme(theme)
        if self.workspace is not None:
            self.workspace.set_theme(theme)
            self.tools.set_theme(theme)

    def switch_theme(self) -> None:
        self.settings.theme = (LIGHT if self.theme.dark else DARK).name

    def set_projector(self, *, on: bool) -> None:
        """Everything larger, and only what an audience looks at; or as it was before."""
        self.build_workspace()
        self.live["projector"].setChecked(on)
        if on:
            self.docks.keep_for_projection()
        self.apply_theme(self.theme)
        if on:
            self.docks.project()
        else:
            self.docks.end_projection()

    def set_full_screen(self, *, on: bool) -> None:
        self.live["full-screen"].setChecked(on)
        self.setWindowState(
            self.windowState() | Qt.WindowState.WindowFullScreen
            if on
            else self.windowState() & ~Qt.WindowState.WindowFullScreen
        )

    def reset_layout(self) -> None:
        if self.live["projector"].isChecked():
            self.set_projector(on=False)
        self.settings.forget_window()
        self.docks.reset()

    def clear_recent(self) -> None:
        self.settings.clear_recent()
        self.start_page.set_recent(())

    def _on_setting(self, id: str) -> None:
        """A setting was changed: let it be seen at once."""
        if id in ("theme", "projector-scale"):
            self.apply_theme(wanted_theme(self.settings))
        elif id == "speed":
            self.player.set_speed(int(self.settings.get("speed")))
            if self.workspace is not None:
                self.transport.show_speed()
        elif id == "proof-wording" and self.workspace is not None:
            self.workspace.why.set_formal(formal=self.settings.get(id) == "formal")
        elif id == "hidden-columns" and self.workspace is not None:
            self.log.hide_columns(self.settings.hidden_columns)
        elif id == "reduced-motion":
            self.live["reduced-motion"].setChecked(self.settings.reduced_motion)
            if self.workspace is not None:
                self.graph.set_reduced_motion(self.settings.reduced_motion)

    # The window itself

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        if event.mimeData().hasUrls():
            event.acceptProposedAction()

    def dropEvent(self, event: QDropEvent) -> None:
        paths = [Path(url.toLocalFile()) for url in event.mimeData().urls() if url.isLocalFile()]
        if paths:
            event.acceptProposedAction()
            QTimer.singleShot(0, self, lambda: self.open_dropped(paths))

    def open_dropped(self, paths: Sequence[Path]) -> None:
        """One file; or data and their network, whichever lies first."""
        data, network = sorted(paths, key=is_network) if len(paths) == 2 else (paths[0], None)
        if len(paths) > 2 or (network is not None and is_network(data) == is_network(network)):
            self.messages.say("Drop one file at a time, or data together with their network.")
        elif network is None:
            self.controller.drop(data)
        else:
            self.open_path(data, network)

    def event(self, event: QEvent) -> bool:
        """The keys that play and step are the window's, but Space presses the button that has the focus."""
        if event.type() == QEvent.Type.ShortcutOverride:
            assert isinstance(event, QKeyEvent)
            if event.key() == Qt.Key.Key_Space and isinstance(self.focusWidget(), QAbstractButton):
                event.accept()
                return True
        return super().event(event)

    def changeEvent(self, event: QEvent) -> None:
        if event.type() == QEvent.Type.ThemeChange and self.settings.theme == "system":
            self.apply_theme(wanted_theme(self.settings))
        super().changeEvent(event)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if self.workspace is not None:
            self.docks.window_resized()

    def closeEvent(self, event: QCloseEvent) -> None:
        if not (self._may_close or self.session_files.may_leave):
            event.ignore()
            self.session_files.leaving(self._close_now)
            return
        self.session_files.close()
        self.autosaving.close()
        if self.workspace is not None:
            self.settings.save_window(self.saveGeometry(), self.docks.state)
            self.inquiry_client.close()
            self.tools.end()
        self.player.pause()
        self.session.close()
        super().closeEvent(event)

    def end(self) -> None:
        """Close without a question: what is in no file is autosaved, and offered when the program starts."""
        self.autosaving.keep()
        self._close_now()

    def _close_now(self) -> None:
        self._may_close = True
        self.close()

    @property
    def settled(self) -> bool:
        """Nothing is computing and nothing moves: a picture can be taken."""
        if self.workspace is None:
            return False
        page = self.tools.current
        if page is None and not self.working:
            return self.start_page.settled
        if self.session.running or self.session.associating or self.session_files.restoring.busy:
            return False
        return self.graph.is_settled() if page is None else page.settled
