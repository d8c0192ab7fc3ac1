"""What the frame of the window says of the run: its title, how far it is, what can be stopped."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QMainWindow

from elcs_gui.app.kit.labels import titled
from elcs_gui.app.sessions.controller import SessionFileController
from elcs_gui.app.shell.estimate import estimate
from elcs_gui.app.shell.status_row import READY, StatusRow
from elcs_gui.app.shell.title_row import TitleRow

if TYPE_CHECKING:  # the start page does not wait for numpy
    from elcs_gui.app.model.context import Context
    from elcs_gui.trace.trace import Header


class RunNotes(QObject):
    """Follows the session; it asks for nothing."""

    def __init__(
        self,
        context: Context,
        status: StatusRow,
        title_row: TitleRow,
        files: SessionFileController,
        window: QMainWindow,
    ) -> None:
        super().__init__(window)
        self._context, self._status, self._title_row = context, status, title_row
        self._files, self._window = files, window
        self._asked: dict[int, int] = {}
        """By target, how many tests its last whole run asked: for an estimate of the next."""
        session = context.session
        session.opened.connect(self._asked.clear)
        session.run_started.connect(self._on_run_started)
        session.run_finished.connect(self._on_run_finished)
        session.truth_changed.connect(self.show_title)
        files.title_changed.connect(self.show_title)
        context.controller.gave_up.connect(self._on_gave_up)
        status.cancel_requested.connect(session.cancel)

    def show_title(self) -> None:
        """What is open, and whether there is anything in it that is not saved."""
        session, files, window = self._context.session, self._files, self._context.window
        self._window.setWindowTitle(f"{titled(files.title)}[*] – ELCS Explorer")
        self._window.setWindowModified(files.modified)
        if window.working or window.page is not None:
            self._title_row.show_open(
                f"{files.title} •" if files.modified else files.title,
                files.described + ("" if session.header is None else _note(session.header)),
                truth=session.truth is not None,
                imported=session.source is not None and session.source.path is not None,
            )

    def _on_run_started(self) -> None:
        self._show_running(running=self._context.session.running)
        self.show_title()

    def _on_run_finished(self, cancelled: bool) -> None:
        trace = self._context.session.trace
        self._show_running(running=False)
        if trace is not None and not cancelled:
            self._asked[trace.header.target] = len(trace.test_steps)

    def _on_gave_up(self) -> None:
        self._show_running(running=False)
        if self._context.window.working:
            self._status.refresh()
        else:
            self._status.say(READY)

    def _show_running(self, *, running: bool) -> None:
        self._status.set_running(running=running, expected=partial(estimate, earlier=self._asked))
        self._context.actions["cancel"].setEnabled(running)


def _note(header: Header) -> str:
    """That the run is not what data and parameters alone would make of it."""
    overridden = len(header.forced)
    note = f" · {overridden} verdict{'s' * (overridden > 1)} overridden" if overridden else ""
    return f"{note} · with knowledge" if header.knowledge else note
