"""Edits that can be undone: every change of how a run is made, and every node moved by hand.

Stepping is no edit, nor is taking another target: undo never moves the cursor of a run, it goes back to the
run that was shown before the edit, where the cursor stands as it was left.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING

from PySide6.QtGui import QUndoCommand

from elcs_gui.app.model.runs import changes

if TYPE_CHECKING:
    from elcs_gui.app.model.session import Session
    from elcs_gui.trace.trace import Header


class HeaderEdit(QUndoCommand):
    """Another alpha, k, test or algorithm, another verdict, other knowledge. Pushing it runs."""

    def __init__(
        self, session: Session, before: Header, after: Header, run: Callable[[Header], None]
    ) -> None:
        super().__init__("; ".join(changes(before, after)))
        self._session, self._before, self._after, self._run = session, before, after, run

    def redo(self) -> None:
        self._go(self._after)

    def undo(self) -> None:
        self._go(self._before)

    def _go(self, header: Header) -> None:
        """With the target that is shown now: that may have changed since, and is no part of the edit."""
        now = self._session.header
        same_variables = now is not None and now.names == header.names
        self._run(replace(header, target=now.target) if now is not None and same_variables else header)


class Move(QUndoCommand):
    """Something was put elsewhere: `put(where)` puts it; None is where it stands by itself."""

    def __init__(
        self, what: str, before: object, after: object, put: Callable[[object], None], *, done: bool = True
    ) -> None:
        super().__init__(f"move {what}")
        self._before, self._after, self._put = before, after, put
        # Pushing a command carries it out, but a drag has already happened.
        self._done = done

    def redo(self) -> None:
        if not self._done:
            self._put(self._after)
        self._done = False

    def undo(self) -> None:
        self._put(self._before)
