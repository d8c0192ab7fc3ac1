"""The tool pages of a window: made when first shown, and joined to what they ask for."""

from __future__ import annotations

from PySide6.QtWidgets import QStackedWidget

from elcs_gui.app.citest.feature import TEST
from elcs_gui.app.kit.theme import Theme
from elcs_gui.app.model.actions import LOCKED, declared
from elcs_gui.app.model.context import Context
from elcs_gui.app.model.feature import PART
from elcs_gui.app.model.tool_page import ToolPage
from elcs_gui.app.shell.docks import Docks
from elcs_gui.app.shell.status_row import StatusRow


class ToolShelf:
    """The tool pages of a window, each made when first shown."""

    def __init__(self, context: Context, pages: QStackedWidget, docks: Docks, status: StatusRow) -> None:
        self._context, self._stack, self._docks, self._status = context, pages, docks, status
        self._features = {feature.page: feature for feature in context.features if feature.page}
        self._pages: dict[str, ToolPage] = {}
        self._ahead = {action.id for action in declared(context) if action.ahead}
        self.sentences = {action.id: action.sentence for action in declared(context)}
        """What each page is for."""

    @property
    def current(self) -> ToolPage | None:
        """The page that is shown, if it is one of these."""
        return self._pages.get(self.shown or "")

    @property
    def shown(self) -> str | None:
        """Its id."""
        shown = self._stack.currentWidget()
        return next((id for id, page in self._pages.items() if page is shown), None)

    def has(self, id: str) -> bool:
        """Is there such a page, made or not?"""
        return id in self._features

    def page(self, id: str) -> ToolPage | None:
        """A page by its id, if it was ever shown."""
        return self._pages.get(id)

    def make(self, id: str) -> ToolPage:
        """A page, made if it was never shown."""
        if id not in self._pages:
            self._pages[id] = self._made(id)
            self._stack.addWidget(self._pages[id])
        return self._pages[id]

    def show(self, id: str) -> ToolPage:
        """Show a page in place of whatever is shown; one that looks ahead is refused under the lock."""
        if id in self._ahead and self._context.locked:
            self._status.say(LOCKED)
            return self.make(id)
        self._context.player.pause()
        self.leave()
        page = self.make(id)
        self._docks.hide()
        self._stack.setCurrentWidget(page)
        self._status.lend_counts(lent=True)
        self._status.say(self.sentences[id])  # until the page knows better
        page.enter()
        page.setFocus()
        return page

    def leave_what_is_locked(self) -> None:
        """The lock was switched: to the workspace, if the page that is shown is refused now."""
        if self.shown in self._ahead and self._context.locked:
            self._context.window.show_workspace()

    def leave(self) -> None:
        """Another page is about to be shown."""
        if self.current is not None:
            self.current.leave()
            self._status.lend_counts(lent=False)
        self._status.refresh()  # pages, and the start page, say things of their own there

    def set_theme(self, theme: Theme) -> None:
        for page in self._pages.values():
            page.set_theme(theme)

    def end(self) -> None:
        for page in self._pages.values():
            page.end()

    def _made(self, id: str) -> ToolPage:
        context, page = self._context, self._features[id].make_page()
        page.setProperty(PART, id)
        page.closed.connect(context.window.show_workspace)
        page.run_requested.connect(context.controller.run)
        page.test_requested.connect(self._show_test)
        page.tables_requested.connect(self._show_tables)
        page.target_requested.connect(context.controller.set_target)
        page.said.connect(self._status.say)
        page.counted.connect(self._status.show_counts)
        return page

    def _show_test(self, number: int) -> None:
        """Go back to the workspace, to where that test was asked."""
        player = self._context.player
        self._context.window.show_workspace()
        if player.trace is not None:
            player.seek(int(player.trace.test_steps[number - 1]) + 1)

    def _show_tables(self, number: int) -> None:
        self._show_test(number)
        self._context.window.show_panel(TEST)
