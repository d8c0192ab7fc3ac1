"""Tool pages: each takes the whole middle of the window for one question about the run.

They are made when first shown, listed in `elcs_gui.app.model.tool_registry`, and left by Esc or by their
close button.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from PySide6.QtCore import QSize, Signal
from PySide6.QtWidgets import QWidget

from elcs_gui.app.kit.theme import Theme
from elcs_gui.app.model.inquiry_client import InquiryClient
from elcs_gui.app.model.player import Player
from elcs_gui.app.model.session import Session
from elcs_gui.app.model.settings import Settings

if TYPE_CHECKING:
    from elcs_gui.app.graph.sheet import Look


@dataclass(frozen=True, eq=False)
class PageContext:
    """What a tool page works with: what is open, the run that is shown, and whom to ask about it."""

    session: Session
    player: Player
    inquiry_client: InquiryClient
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

    def __init__(self, context: PageContext, theme: Theme) -> None:
        super().__init__()
        self.context, self.theme = context, theme

    def minimumSizeHint(self) -> QSize:
        """Little: hidden, a page must not make the window wider than the workspace with its docks needs."""
        return QSize(480, 320)

    @property
    def stepper(self) -> Player:
        """What the keys for stepping move while the page is shown."""
        return self.context.player

    @property
    def settled(self) -> bool:
        """Nothing is computing and nothing moves: a picture can be taken."""
        return self.context.inquiry_client.busy is None

    def set_theme(self, theme: Theme) -> None:
        """Repaint in these colours."""
        self.theme = theme

    def enter(self) -> None:
        """The page is shown: look at the run as it is now."""

    def leave(self) -> None:
        """Another page is shown: stop what only this one needs."""

    def end(self) -> None:
        """The window closes: stop whatever goes on beside it."""
