"""The main window: puts the features together. It holds no truth of its own."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, Qt, QTimer
from PySide6.QtGui import (
    QCloseEvent,
    QDragEnterEvent,
    QDropEvent,
    QKeyEvent,
    QResizeEvent,
    QWindowStateChangeEvent,
)
from PySide6.QtWidgets import QAbstractButton, QMainWindow, QStackedWidget

from elcs_gui.app.citest.feature import CiTestFeature
from elcs_gui.app.graph.feature import GraphFeature
from elcs_gui.app.importing.controller import ImportController
from elcs_gui.app.importing.feature import ImportingFeature
from elcs_gui.app.kit.dialogs import dropped_files
from elcs_gui.app.kit.message_bar import MessageBar
from elcs_gui.app.kit.theme import DARK, LIGHT, Theme, style_application, without_style_sheet
from elcs_gui.app.log.feature import LogFeature
from elcs_gui.app.model.actions import declared
from elcs_gui.app.model.context import Context
from elcs_gui.app.model.feature import Feature
from elcs_gui.app.model.settings import Settings, wanted_theme
from elcs_gui.app.sessions.feature import SessionsFeature
from elcs_gui.app.setup.feature import SetupFeature
from elcs_gui.app.shell.centre import Centre
from elcs_gui.app.shell.command_palette import add_actions, enable_actions
from elcs_gui.app.shell.feature import WindowFeature
from elcs_gui.app.shell.features import FEATURES
from elcs_gui.app.shell.recent_menu import RecentMenu
from elcs_gui.app.shell.run_notes import RunNotes
from elcs_gui.app.shell.startup import Loading
from elcs_gui.app.shell.status_row import READY, StatusRow
from elcs_gui.app.shell.title_row import VIEW, TitleRow, logo
from elcs_gui.app.shell.window_placement import available, place_window, stay_within
from elcs_gui.app.start.feature import StartFeature
from elcs_gui.app.transport.feature import TransportFeature
from elcs_gui.data.tables.address import agree
from elcs_gui.storage.file_kinds import NETWORK_ENDINGS, SESSION_ENDING, is_network, is_table, is_trace

if TYPE_CHECKING:  # the start page does not wait for numpy, nor for the panels
    from elcs_gui.app.citest.panel import TestDetail
    from elcs_gui.app.graph.panel import GraphPanel
    from elcs_gui.app.log.panel import LogPanel
    from elcs_gui.app.model.breakpoints import Breakpoints
    from elcs_gui.app.model.inquiry_client import InquiryClient
    from elcs_gui.app.model.tool_page import ToolPage
    from elcs_gui.app.setup.panel import DataPanel
    from elcs_gui.app.shell.docks import Docks
    from elcs_gui.app.shell.inspector import Inspector
    from elcs_gui.app.shell.tool_shelf import ToolShelf
    from elcs_gui.app.shell.workspace import Workspace
    from elcs_gui.app.transport.panel import Transport
    from elcs_gui.ci.questions import Question, Verdict
    from elcs_gui.trace.trace import Header

START, WORK = 0, 1
"""The pages in the middle; tool pages stand behind them."""


class MainWindow(QMainWindow):
    """One context, and the features around it.

    With `later` the window comes up with its start page alone; the workspace is made right after that.
    """

    tools: ToolShelf
    docks: Docks
    inspector: Inspector

    def __init__(
        self,
        settings: Settings,
        theme: Theme | None = None,
        *,
        later: bool = False,
        features: Sequence[type[Feature]] = FEATURES,
    ) -> None:
        super().__init__(windowTitle="ELCS Explorer")
        self.setAcceptDrops(True)
        self.settings = settings
        self.context = Context(settings, theme or wanted_theme(settings), self)
        self.session, self.player = self.context.session, self.context.player
        self.controller = self.context.controller
        self.workspace: Workspace | None = None
        self._may_close = False
        """The user has said what becomes of work that is not saved."""
        self._build_frame(features)
        self.apply_theme(self.theme)
        enable_actions(self.context)
        geometry, _ = settings.window()
        if geometry.isEmpty() or not self.restoreGeometry(geometry):
            place_window(self, available(self))
        self.show_start_page()
        settings.changed.connect(self._on_setting)
        self._parts = self._make_workspace()
        self.loading = Loading(self._parts, self)
        self.start_page.shown.connect(self.loading.begin)
        self.autosaving.look_early()
        self.loading.done.connect(self.autosaving.look)
        if not later:
            self.build_workspace()

    # Building

    def _build_frame(self, features: Sequence[type[Feature]]) -> None:
        context, theme = self.context, self.theme
        context.window, context.widget = self, self
        context.messages = self.messages = MessageBar()
        context.status = self.status = StatusRow(self.player)
        context.firmness.found.connect(self.status.refresh_summary)
        for kind in features:
            context.features += (kind(context),)
        context.feature(WindowFeature).frame = self
        context.actions = self.live = add_actions(context, self)
        context.changed.connect(lambda: enable_actions(context))
        sessions, start = context.feature(SessionsFeature), context.feature(StartFeature)
        self.session_files, self.autosaving = sessions.files, sessions.autosaving
        self.autosaving.report_requested.connect(context.feature(WindowFeature).show_report)
        self.importing = context.feature(ImportingFeature).controller = ImportController(context)
        self.title_row = TitleRow(declared(context), self.live, theme)
        self.setMenuWidget(self.title_row)
        recent = RecentMenu(self.settings, self.open_path, self)
        self.title_row.menu("File").insertMenu(self.live["import-options"], recent)
        self.start_page = start.start_page
        self.start_page.example_chosen.connect(self.open_example)
        self.pages = QStackedWidget()
        self.pages.addWidget(self.start_page)
        self.setCentralWidget(Centre(self.pages, self.messages))
        self.statusBar().setSizeGripEnabled(False)
        self.statusBar().addWidget(self.status, 1)
        self.run_notes = RunNotes(context, self.status, self.title_row, self.session_files, self)

    def build_workspace(self) -> None:
        """Have the panels of all features made, as far as they are not there yet."""
        if self.workspace is None:
            with without_style_sheet():
                for _ in self._parts:
                    pass

    def _make_workspace(self) -> Iterator[None]:
        from elcs_gui.app.shell.tool_shelf import ToolShelf
        from elcs_gui.app.shell.workspace import Workspace

        yield
        context, made = self.context, Workspace(self.context)
        yield from made.parts(self)
        self.docks, self.inspector = made.docks, made.inspector
        self.docks.remember(self.settings.window()[1])
        self.tools = ToolShelf(context, self.pages, self.docks, self.status)
        self.workspace = made
        self.pages.addWidget(made.centre)
        self.title_row.add_to_menu("View", self.docks.actions())
        for feature in context.features:
            feature.connect()
        self.graph.kind_changed.connect(self._show_view)
        self.pages.currentChanged.connect(self._on_page)
        # After all that takes in what was opened.
        self.session.opened.connect(self._on_opened)
        made.set_theme(self.theme)

    def _on_opened(self) -> None:
        self.show_workspace()
        self.run_notes.show_title()

    def _on_setting(self, id: str) -> None:
        self.build_workspace()
        for feature in self.context.features:
            feature.on_setting(id)

    # Opening and running: see `RunController`

    def open_example(self, example: str, target: str | None = None, test: str | None = None) -> None:
        self.build_workspace()
        self.importing.give_up()
        self.context.leave(lambda: self.controller.open_example(example, target, test))

    def open_path(
        self, path: Path, network: Path | None = None, target: str | None = None, test: str | None = None
    ) -> None:
        """Open whatever the file is, after asking what becomes of work that is not saved."""
        agree(path)  # a person has chosen it: a server that is among the recent files may be asked
        self.build_workspace()
        if path.is_dir() and any(feature.open_folder(path) for feature in self.context.features):
            return
        if any(feature.open_file(path) for feature in self.context.features):
            return
        if is_table(path):  # it is looked at first; nobody leaves anything before it is taken
            self.importing.open(path, network, target, test)
            return
        self.importing.give_up()
        if path.suffix.lower() == SESSION_ENDING or is_trace(path):
            self.context.leave(lambda: self.session_files.open(path))
        else:
            self.context.leave(lambda: self.controller.open_network(path, target))

    def set_target(self, target: int) -> None:
        self.controller.set_target(target)

    def run(self, header: Header) -> None:
        self.controller.run(header)

    def what_if(self, question: Question, verdict: Verdict) -> None:
        self.controller.what_if(question, verdict)

    # What is shown

    @property
    def working(self) -> bool:
        """The workspace is shown, not the start page nor a tool page."""
        return self.pages.currentIndex() == WORK

    @property
    def page(self) -> ToolPage | None:
        """The tool page that is shown."""
        return None if self.workspace is None else self.tools.current

    @property
    def inspector_page(self) -> str:
        """The page of the inspector that is shown."""
        return self.inspector.page

    @property
    def inspector_follows(self) -> bool:
        """Does that page show whatever is selected?"""
        return self.inspector.follows

    def make_page(self, id: str) -> ToolPage:
        """A tool page, made if it was never shown."""
        self.build_workspace()
        return self.tools.make(id)

    def show_start_page(self) -> None:
        self.player.pause()
        if self.workspace is not None:
            self.tools.leave()
        self.pages.setCurrentIndex(START)
        if self.workspace is not None:
            self.docks.hide()
        self.title_row.show_open("", "", truth=False)
        self.status.say(READY)
        self.status.show_counts("")
        self.context.feature(StartFeature).enter()

    def show_workspace(self) -> None:
        if not self.working:
            self.tools.leave()
            self.pages.setCurrentIndex(WORK)
            self.docks.show()
            self.graph.setFocus()

    def _show_view(self) -> None:
        self.title_row.show_view(self.tools.shown or f"{self.graph.kind}{VIEW}")

    def _on_page(self, place: int) -> None:
        self._show_view()
        self.context.changed.emit()
        if place != START:
            self.context.page_shown.emit(self.tools.shown or "")

    def show_page(self, id: str) -> ToolPage:
        """Show a tool page in place of whatever is shown."""
        self.build_workspace()
        return self.tools.show(id)

    def show_panel(self, title: str) -> None:
        """Bring a dock, or a page of the inspector with its dock, to the front."""
        if self.workspace is not None:
            self.workspace.show_panel(title)

    def show_inspector_page(self, title: str) -> None:
        """Turn the inspector to a page, whether or not it is in sight."""
        self.inspector.show_page(title)

    def offer_panel(self, title: str, *, wanted: bool) -> None:
        """A dock that is not always there has something to show now, or no longer."""
        self.docks.offer(title, wanted=wanted)

    def lock_panels(self, *, locked: bool) -> None:
        """Hide the docks and leave the page that look ahead, or show the docks again."""
        self.docks.lock(locked=locked)
        self.tools.leave_what_is_locked()

    def set_kind(self, kind: str) -> None:
        """Local or field view."""
        self.build_workspace()
        self.graph.set_kind(kind)

    # Its parts, for programs that drive the window; all but the start page are there with the workspace

    @property
    def theme(self) -> Theme:
        return self.context.theme

    @property
    def breakpoints(self) -> Breakpoints:
        return self.context.breakpoints

    @property
    def inquiry_client(self) -> InquiryClient:
        return self.context.inquiry_client

    @property
    def graph(self) -> GraphPanel:
        return self.context.feature(GraphFeature).panel

    @property
    def transport(self) -> Transport:
        return self.context.feature(TransportFeature).panel

    @property
    def data_panel(self) -> DataPanel:
        return self.context.feature(SetupFeature).panel

    @property
    def log(self) -> LogPanel:
        return self.context.feature(LogFeature).panel

    @property
    def detail(self) -> TestDetail:
        return self.context.feature(CiTestFeature).panel

    # How it looks

    def apply_theme(self, theme: Theme) -> None:
        """Repaint everything in these colours, at the size of the moment."""
        projecting = self.live["projector"].isChecked()
        self.context.theme = theme = theme.at(self.settings.projector_scale if projecting else 1.0)
        style_application(theme)
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
        state, full = self.windowState(), Qt.WindowState.WindowFullScreen
        self.setWindowState(state | full if on else state & ~full)

    def reset_layout(self) -> None:
        if self.live["projector"].isChecked():
            self.set_projector(on=False)
        self.settings.forget_window()
        if self.workspace is not None:  # else they are made as designed
            self.docks.reset()

    # The window itself

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        if event.mimeData().hasUrls():
            event.acceptProposedAction()

    def dropEvent(self, event: QDropEvent) -> None:
        if paths := dropped_files(event.mimeData()):
            event.acceptProposedAction()
            QTimer.singleShot(0, self, lambda: self.open_dropped(paths))

    def open_dropped(self, paths: Sequence[Path]) -> None:
        """One file; or data and their network, whichever lies first."""
        data, network = sorted(paths, key=is_network) if len(paths) == 2 else (paths[0], None)
        if len(paths) > 2 or (network is not None and is_network(data) == is_network(network)):
            self.messages.say("Drop one file at a time, or data together with their network.")
        elif network is None:
            self._open_or_use_as_truth(data)
        else:
            self.open_path(data, network)

    def _open_or_use_as_truth(self, path: Path) -> None:
        """It is opened, but a network beside data may be their truth."""
        source = self.session.source
        if path.suffix.lower() not in NETWORK_ENDINGS or source is None or source.data is None:
            self.open_path(path)
            return
        self.messages.ask(
            f"{path.name} is a network. Is it the truth behind {source.title}, or to be opened by itself?",
            {
                "Use as truth": lambda: self.controller.open_truth(path),
                "Open it": lambda: self.open_path(path),
            },
        )

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
        if isinstance(event, QWindowStateChangeEvent):
            filled = Qt.WindowState.WindowMaximized
            if event.oldState() & filled and not self.windowState() & filled:
                stay_within(self, available(self))

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if self.workspace is not None:
            self.docks.window_resized()

    def closeEvent(self, event: QCloseEvent) -> None:
        if not (self._may_close or self.session_files.may_leave):
            event.ignore()
            self.session_files.leaving(self.close_now)
            return
        self.session_files.close()
        self.autosaving.close()
        if self.workspace is not None:
            self.tools.end()  # before the settings are written: pages may have something to keep
            self.settings.save_window(self.saveGeometry(), self.docks.state)
            self.inquiry_client.close()
        self.player.pause()
        self.session.close()
        super().closeEvent(event)

    def end(self) -> None:
        """Close without a question: what is in no file is autosaved, and offered when the program starts."""
        self.autosaving.keep()
        self.close_now()

    def close_now(self) -> None:
        """Close without a question; what is in no file is lost."""
        self._may_close = True
        self.close()

    @property
    def settled(self) -> bool:
        """Nothing is computing and nothing moves: a picture can be taken."""
        if self.workspace is None:
            return False
        page = self.page
        if page is None and not self.working:
            return True
        if self.session.running or self.session.associating or self.session_files.restoring.busy:
            return False
        if not self.context.firmness.settled:
            return False
        return self.graph.is_settled() if page is None else page.settled
