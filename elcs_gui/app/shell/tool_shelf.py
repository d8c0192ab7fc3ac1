"""The tool pages of a window: made when first shown, and joined to what they ask for."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

from elcs_gui.app.kit.theme import Theme
from elcs_gui.app.model.tool_page import PageContext, ToolPage
from elcs_gui.app.model.tool_registry import IMPORT_PAGE, TOOLS

if TYPE_CHECKING:
    from elcs_gui.app.shell.main_window import MainWindow


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
        context = PageContext(
            window.session, window.player, window.inquiry_client, window.settings, lambda: window.graph.shown
        )
        page = getattr(import_module(module), name)(context, window.theme)
        assert isinstance(page, ToolPage)
        if id == IMPORT_PAGE:
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
