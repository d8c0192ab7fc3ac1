"""Tool pages: each takes the whole middle of the window for one question about the run.

A feature declares its page (`elcs_gui.app.model.feature`); it is made when first shown, and left by Esc or
by its close button.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QKeySequence, QShortcut
from PySide6.QtWidgets import QWidget

from elcs_gui.app.kit.theme import Theme

if TYPE_CHECKING:
    from PySide6.QtGui import QUndoStack

    from elcs_gui.app.model.context import Context
    from elcs_gui.app.model.player import Player


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

    def __init__(self, context: Context, theme: Theme) -> None:
        super().__init__(objectName="page")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.context, self.theme = context, theme

    def on_key(self, keys: str, do: Callable[[], object], *, anywhere: bool = False) -> None:
        """Do this when the keys are pressed on the page; or anywhere in the window while it is shown.

        The latter for pages whose work greys out what has the focus: nothing on them has it then.
        """
        shortcut = QShortcut(QKeySequence(keys), self)
        if not anywhere:  # not as an argument: beside a function PySide6 (as of 6.11) does not heed it
            shortcut.setContext(Qt.ShortcutContext.WidgetWithChildrenShortcut)
        shortcut.activated.connect(do)

    def minimumSizeHint(self) -> QSize:
        """Little: hidden, a page must not make the window wider than the workspace with its docks needs."""
        return QSize(480, 320)

    @property
    def stepper(self) -> Player:
        """What the keys for stepping move while the page is shown."""
        return self.context.player

    @property
    def edits(self) -> QUndoStack:
        """What undo takes back while the page is shown."""
        return self.context.controller.edits

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
