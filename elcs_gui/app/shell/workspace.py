"""The workspace: the panels of all features, each put where it belongs."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from PySide6.QtWidgets import QMainWindow, QWidget

from elcs_gui.app.kit.layouts import column_of
from elcs_gui.app.kit.theme import Theme
from elcs_gui.app.model.context import Context
from elcs_gui.app.model.feature import PART, Panel
from elcs_gui.app.shell.docks import Docks
from elcs_gui.app.shell.inspector import Inspector
from elcs_gui.trace.assumptions import chance_of

INSPECTOR = "Inspector"


class Workspace:
    """Graph and transport in the middle, the inspector and the other panels in docks of the window.

    It is there when `parts` has come to its end.
    """

    def __init__(self, context: Context) -> None:
        self._context = context
        self.inspector = Inspector()
        self.inspector.assumptions.alpha_requested.connect(self._run_with_alpha)
        context.session.run_started.connect(self._show_chance)
        self.centre = QWidget()

    def parts(self, window: QMainWindow) -> Iterator[None]:
        """Make the panels one by one, so that others get their turn in between; then join them."""
        docks: list[tuple[Panel, QWidget]] = []
        pages: list[tuple[Panel, QWidget]] = []
        column = column_of(inside=self.centre, margins=0, spacing=0)
        for feature in self._context.features:
            for panel in feature.panels():
                made = panel.make()
                made.setProperty(PART, panel.title)
                if panel.area == "centre":
                    column.addWidget(made, panel.height)
                elif panel.area == "inspector":
                    if not pages:
                        docks.append((Panel(INSPECTOR, "right", lambda: self.inspector), self.inspector))
                    pages.append((panel, made))
                else:
                    docks.append((panel, made))
                yield
        for panel, page in sorted(pages, key=lambda pair: pair[0].place):
            self.inspector.add_page(panel.title, page, follows=panel.follows)
        for panel, _ in pages:
            if panel.shown:
                self.inspector.show_page(panel.title)
        self.docks = Docks(window, docks, projected=INSPECTOR)

    def set_theme(self, theme: Theme) -> None:
        for feature in self._context.features:
            feature.set_theme(theme)
        self.docks.set_scale(theme.scale)

    def _show_chance(self) -> None:
        """What chance lets in, of the run that begins or is shown again."""
        header = self._context.session.header
        self.inspector.assumptions.show_chance(None if header is None else chance_of(header))

    def _run_with_alpha(self, alpha: float) -> None:
        header = self._context.session.header
        if header is not None:
            self._context.controller.run(replace(header, alpha=alpha))

    def show_panel(self, title: str) -> None:
        """Bring a dock, or a page of the inspector with its dock, to the front."""
        dock = self.docks[title if title in self.docks else INSPECTOR]
        if not dock.toggleViewAction().isEnabled():
            return  # the teacher's lock hides it
        dock.show()
        dock.raise_()
        if title in self.inspector.pages:
            self.inspector.show_page(title)
