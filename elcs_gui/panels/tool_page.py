"""Tool pages: each takes the whole middle of the window for one question about the run.

They are made when first shown, listed in `elcs_gui.panels.tools`, and left by Esc or their close button.
"""

from __future__ import annotations

from dataclasses import dataclass
from importlib import import_module

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from elcs_gui.app.inquirer import Inquirer
from elcs_gui.app.player import Player
from elcs_gui.app.session import Session
from elcs_gui.app.settings import Settings
from elcs_gui.app.theme import Theme
from elcs_gui.panels.tools import TOOLS


@dataclass(frozen=True, eq=False)
class Desk:
    """What a tool page works with: what is open, the run that is shown, and whom to ask about it."""

    session: Session
    player: Player
    inquirer: Inquirer
    settings: Settings


class ToolPage(QWidget):
    """What every tool page has."""

    closed = Signal()
    """The user wants back to the workspace."""
    run_requested = Signal(object)
    """A Header to go on with, as an edit that can be undone."""
    test_requested = Signal(int)
    """The number of a test of the run that is shown: go there in the workspace."""
    said = Signal(str)
    """A sentence for the status row."""

    def __init__(self, desk: Desk, theme: Theme) -> None:
        super().__init__()
        self.desk, self.theme = desk, theme

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


def make_tool(id: str, desk: Desk, theme: Theme) -> ToolPage:
    """The page, new."""
    module, name = TOOLS[id]
    page = getattr(import_module(module), name)(desk, theme)
    assert isinstance(page, ToolPage)
    return page
