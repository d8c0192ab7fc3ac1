"""Tool pages: each takes the whole middle of the window for one question about the run.

They are made when first shown, listed in `elcs_gui.panels.tools`, and left by Esc or their close button.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from importlib import import_module
from typing import TYPE_CHECKING

from PySide6.QtCore import QSize, Signal
from PySide6.QtWidgets import QWidget

from elcs_gui.app.inquirer import Inquirer
from elcs_gui.app.player import Player
from elcs_gui.app.session import Session
from elcs_gui.app.settings import Settings
from elcs_gui.app.theme import Theme
from elcs_gui.panels.import_flow import PAGE
from elcs_gui.panels.tools import TOOLS

if TYPE_CHECKING:
    from elcs_gui.panels.export_sheet import Look
    from elcs_gui.panels.main_window import MainWindow


@dataclass(frozen=True, eq=False)
class Desk:
    """What a tool page works with: what is open, the run that is shown, and whom to ask about it."""

    session: Session
    player: Player
    inquirer: Inquirer
    settings: Settings
    picture: Callable[[], Look]
    """How the graph of the workspace looks now, for pictures of it."""


class ToolPage(QWidget):
    """What every tool page has."""

    closed = Signal()
    """The user wants back to the workspace."""
    run_requested = Signal(object)
    """A Header to go on with, as an edit that can be undone."""
    test_requested = Signal(int)
    """The number of a test of the run that is shown: go there in the workspace."""
    tables_requested = Signal(int)
    """The same, with its tables in the inspector."""
    target_requested = Signal(int)
    """A variable to go on with as the target; the page stays and looks at its run."""
    said = Signal(str)
    """A sentence for the status row."""
    counted = Signal(str)
    """What is to stand at its end: how many tests."""

    def __init__(self, desk: Desk, theme: Theme) -> None:
        super().__init__()
        self.desk, self.theme = desk, theme

    def minimumSizeHint(self) -> QSize:
        """Little: hidden, a page must not make the window wider than the workspace with its docks needs."""
        return QSize(480, 320)

    @property
    def stepper(self) -> Player:
        """What the keys for stepping move while the page is shown."""
        return self.desk.player

    @property
    def settled(self) -> bool:
        """Nothing is computing and nothing moves: a picture can be taken."""
        return self.desk.inquirer.busy is None

    def set_theme(self, theme: Theme) -> None:
        """Repaint in these colours."""
        self.theme = theme

    def enter(self) -> None:
        """The page is shown: look at the run as it is now."""

    def leave(self) -> None:
        """Another page is shown: stop what only this one needs."""

    def end(self) -> None:
        """The window closes: stop whatever goes on beside it."""


class ToolShelf:
    """The tool pages of a window, each made when first shown."""

    def __init__(self, window: MainWindow) -> None:
        self._window = window
        self._pages: dict[str, ToolPage] = {}

    @property
    def current(self) -> ToolPage | None:
        """The page that is shown, if it is one of these."""
        shown = self._window.pages.currentWidget()
        return next((page for page in self._pages.values() if page is shown), None)

    def page(self, id: str) -> ToolPage | None:
        """A page by its id, if it was ever shown."""
        return self._pages.get(id)

    def make(self, id: str) -> ToolPage:
        """A page, made if it was never shown."""
        if id not in self._pages:
            self._pages[id] = self._made(id)
            self._window.pages.addWidget(self._pages[id])
        return self._pages[id]

    def show(self, id: str) -> None:
        """Show a page in place of whatever is shown."""
        window = self._window
        window.player.pause()
        self.leave()
        page = self.make(id)
        window.docks.hide()
        window.pages.setCurrentWidget(page)
        window.status.lend_counts(lent=True)
        page.enter()
        page.setFocus()

    def leave(self) -> None:
        """Another page is about to be shown."""
        if self.current is not None:
            self.current.leave()
            self._window.status.lend_counts(lent=False)
            self._window.status.refresh()  # pages say things of their own there

    def set_theme(self, theme: Theme) -> None:
        for page in self._pages.values():
            page.set_theme(theme)

    def end(self) -> None:
        for page in self._pages.values():
            page.end()

    def _made(self, id: str) -> ToolPage:
        window = self._window
        module, name = TOOLS[id]
        desk = Desk(
            window.session, window.player, window.inquirer, window.settings, lambda: window.graph.shown
        )
        page = getattr(import_module(module), name)(desk, window.theme)
        assert isinstance(page, ToolPage)
        if id == PAGE:
            window.importing.adopt(page)
        page.closed.connect(window.show_workspace)
        page.run_requested.connect(window.run)
        page.test_requested.connect(self._show_test)
        page.tables_requested.connect(self._show_tables)
        page.target_requested.connect(window.set_target)
        page.said.connect(window.status.say)
        page.counted.connect(window.status.show_counts)
        return page

    def _show_test(self, number: int) -> None:
        """Go back to the workspace, to where that test was asked."""
        window = self._window
        window.show_workspace()
        if window.player.trace is not None:
            window.player.seek(int(window.player.trace.test_steps[number - 1]) + 1)

    def _show_tables(self, number: int) -> None:
        self._show_test(number)
        self._window.docks.inspector.show()
        self._window.inspector.show_page("Test")
