"""Autosaves the session of a window while something has changed, and offers what a crash has left.

Whether something has changed is found by comparing what would be written, not by listening: so nothing that
is kept can be forgotten, and moving the cursor counts as well.
"""

from __future__ import annotations

import time
from datetime import datetime
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication, QObject, QTimer, Signal

from elcs_gui.app.kit.thread_task import ThreadTask
from elcs_gui.app.kit.time_words import day_in_words
from elcs_gui.app.sessions.autosave_files import Autosaves, LeftFile, Place, Recoverable
from elcs_gui.storage.file_kinds import is_trace
from elcs_gui.worker.program_log import crash_reports, log_folder

if TYPE_CHECKING:
    from elcs_gui.app.model.context import Context
    from elcs_gui.app.sessions.controller import SessionFileController
    from elcs_gui.worker.messages import SessionOpened

_REST = 0.002
ENDED_UNEXPECTEDLY = "ELCS Explorer ended unexpectedly last time"


class Autosaving(QObject):
    """Of one window."""

    offered = Signal(object)
    """What can be recovered now: a list of a `Recoverable` and what it is in words."""
    listed = Signal(object)
    """The files of earlier starts that the program cannot use: a list of `LeftFile`."""
    report_requested = Signal(object)
    """A `LeftFile` that is to be shown."""
    recovering = Signal(object)
    """A `Recoverable` that is being opened."""

    def __init__(self, context: Context, files: SessionFileController) -> None:
        super().__init__(context)
        self._context, self._session, self._files = context, context.session, files
        files.home_of, files.recovered = self._home_of, self._recovered
        files.saved.connect(self._saved)
        self._autosaves = Autosaves(context.settings.state_folder / "autosave")
        self._place: Place | None = None
        self._state: object = None
        """As it was when it was last written, or just opened."""
        self._fresh = False
        self._recovering: tuple[Recoverable, Place] | None = None
        self._task = ThreadTask("autosaving", self)
        self._task.done.connect(self._written)
        self._task.failed.connect(self._failed)
        self._outdated = False
        """Is what is being written not wanted any more?"""
        self._complained = False
        self.timer = QTimer(self)
        self.timer.timeout.connect(self.autosave)
        self._session.opened.connect(self._opened)
        self._session.run_finished.connect(self._run_finished)
        self._session.failed.connect(self._not_recovered)

    # While the window lives

    def _opened(self) -> None:
        """Something else is open: what was autosaved is in a file by now, or not wanted."""
        self._fresh = self._session.runs.current is None or self._session.running
        self._state = None
        self._clear()
        self.set_timer()

    def _clear(self) -> None:
        self._outdated = self._task.busy
        if self._place is not None and not self._task.busy:
            self._place.clear()

    def _written(self, _: object) -> None:
        if self._outdated:
            self._clear()

    def _run_finished(self, _cancelled: bool) -> None:
        if self._fresh:
            self._fresh = False
            self._state = self._now()  # so that what was only opened is not autosaved

    def set_timer(self) -> None:
        """As the setting has it; with nothing open there is nothing to save."""
        interval = str(self._context.settings.get("autosave"))
        if interval == "off" or self._session.header is None:
            self.timer.stop()
        else:
            self.timer.start(1000 * int(interval))

    def _now(self) -> object:
        runs = self._session.runs
        lengths = [(id(branch), len(branch.trace), branch.finished) for branch in runs]
        # Where panels stand is written too, but they settle by themselves: that alone is no change.
        view = self._context.remember() | {"docks": []}
        return (view, lengths, id(runs.current), self._context.player.step)

    def autosave(self) -> None:
        """Write it, if it is not what was written last."""
        from elcs_gui.storage.session_file import write_session

        if self._session.runs.current is None or self._task.busy:
            return
        state = self._now()
        if (self._fresh and not self._session.running) or state == self._state:
            return
        if self._place is None:
            self._place = self._autosaves.new_place()
        if self._place is None:
            self._failed("There is nowhere to write autosaves to.")
            return
        self._state, self._fresh = state, False
        kept = self._files.snapshot(None, home=self._files.path)
        path = self._place.path
        self._task.start(partial(write_session, kept, path, partial(time.sleep, _REST)))

    @property
    def busy(self) -> bool:
        return self._task.busy

    def _saved(self) -> None:
        """It is all in the session file now."""
        self._clear()
        self._state = self._now()

    def _failed(self, reason: str) -> None:
        self._state = None
        if not self._complained:  # once is enough: it will go wrong every time
            self._complained = True
            self._context.messages.say(f"Autosaving does not work: {reason} Save with Ctrl+S to be safe.")

    def close(self) -> None:
        """The window closes in good order: nothing is left to recover."""
        self.timer.stop()
        self._task.wait()
        if self._place is not None:
            self._place.leave()
            self._place = None

    def keep(self) -> None:
        """The window is ended from outside: write what has changed, and leave it to be offered."""
        self._finish_writing()
        if self.timer.isActive():
            self.autosave()
            self._finish_writing()
        self.timer.stop()
        if self._place is not None and self._place.path.exists():
            self._place.give_up()
            self._place = None

    def _finish_writing(self) -> None:
        self._task.wait()
        QCoreApplication.sendPostedEvents(self._task)  # and hear what came of it

    # After a crash

    def look_early(self) -> None:
        """Offer it before the page is first shown, so that it does not move; nothing there costs nothing."""
        if self._autosaves.is_in_use or self._left_files():
            self._offer()

    def look(self) -> None:
        """Offer what windows that are gone have left."""
        self._autosaves.sweep()
        window, messages = self._context.window, self._context.messages
        is_lost = self._offer()
        if not window.working:
            return
        reports = [left for left in self._left_files() if left.is_report]
        if is_lost:
            said = "Work that was not saved can be recovered."
            messages.ask(said, {"Show it": window.show_start_page}, at_leisure=True)
        elif reports:
            show = partial(self.report_requested.emit, reports[0])
            remove = partial(self.remove, reports[0])
            said = f"{ENDED_UNEXPECTEDLY}: {reports[0].path}"
            messages.ask(said, {"Show the report": show, "Discard": remove}, at_leisure=True)

    def _offer(self) -> bool:
        """Tell what can be recovered, and what cannot; is there anything to recover?"""
        lost = self._autosaves.lost()
        self.offered.emit([(each, in_words(each)) for each in lost])
        self.listed.emit(self._left_files())
        return bool(lost)

    def _left_files(self) -> list[LeftFile]:
        settings = self._context.settings
        reports = crash_reports(log_folder(settings.state_folder))
        return [
            *(LeftFile(path, ENDED_UNEXPECTEDLY, is_report=True) for path in reports),
            *self._autosaves.unread(),
            *(LeftFile(path, "Settings that cannot be read") for path in settings.damaged),
        ]

    def remove(self, left: LeftFile) -> None:
        """The user does not want it any more."""
        try:
            left.path.unlink(missing_ok=True)
        except OSError as error:
            self._context.messages.say(f"{left.path} cannot be removed: {error.strerror}.")
        self._offer()

    def recover(self, lost: Recoverable) -> None:
        """Open it, once nothing else is lost by that."""
        self._files.leaving(partial(self._recover, lost))

    def _recover(self, lost: Recoverable) -> None:
        place = self._autosaves.take_over(lost)
        if place is None:
            self._context.messages.say(f"Another window has recovered {lost.title} by now.")
            self._offer()
            return
        self._recovering = lost, place
        self.recovering.emit(lost)
        self._files.open(lost.path, recent=False)

    def _home_of(self, kept: SessionOpened) -> Path | None:
        """The file that what was opened belongs to: an autosave knows it, or has none."""
        if self._recovering is not None and kept.path == self._recovering[0].path:
            return self._recovering[0].home
        return None if is_trace(kept.path) else kept.path

    def _recovered(self, kept: SessionOpened) -> bool:
        """Was it an autosave? Then its place is this window's own from now on."""
        if self._recovering is None or kept.path != self._recovering[0].path:
            self._state = self._now()
            return False
        if self._place is not None:
            self._task.wait()
            self._place.leave()
        _, self._place = self._recovering
        self._recovering = None
        self._state = self._now()
        self._offer()
        return True

    def _not_recovered(self, _reason: str) -> None:
        if self._recovering is not None:
            _, place = self._recovering
            self._recovering = None
            place.give_up()
            self._offer()

    def discard(self, lost: Recoverable) -> None:
        if self._autosaves.discard(lost):
            self._context.messages.ask(
                f"{lost.title} is discarded. It is kept for a week.",
                {"Bring it back": partial(self._bring_back, lost)},
            )
        self._offer()

    def _bring_back(self, lost: Recoverable) -> None:
        self._autosaves.bring_back(lost)
        self._offer()


def in_words(lost: Recoverable) -> str:
    """In one line: what it is and when it was written."""
    when = datetime.fromtimestamp(lost.saved)
    name = lost.home.name if lost.home is not None else lost.title
    return f"{name}, saved {day_in_words(when.date())} at {when:%H:%M}"
