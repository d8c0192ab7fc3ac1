"""The run that is shown, from asking the worker for it to its end, and how much of that the window was told.

    NONE     --begin-->            BEGUN    the worker has it
    BEGUN    --tell_started-->     RUNNING  `started` was emitted, `grew` follows
    RUNNING  --it ends or fails--> ENDED    `finished` or `failed` was emitted
    any      --leave-->            NONE

While something else is being opened nothing is told; if nothing comes of that, `catch_up` makes up for it.
"""

from __future__ import annotations

from collections.abc import Callable
from enum import Enum
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from elcs_gui.app.model.requests import Request, RequestState

if TYPE_CHECKING:  # the start page does not wait for numpy
    from elcs_gui.app.model.runs import Branch
    from elcs_gui.trace.trace import Trace
    from elcs_gui.worker.messages import Progress


class RunState(Enum):
    """Of the run that is shown."""

    NONE = "there is none"
    BEGUN = "under way, and nobody was told"
    RUNNING = "under way"
    ENDED = "its trace grows no more"


class ShownRun(QObject):
    """One at a time."""

    started = Signal()
    grew = Signal()
    finished = Signal(bool)
    """True if it was cancelled, or cut short by the death of the worker."""
    failed = Signal(str)

    def __init__(self, is_opening: Callable[[], bool], parent: QObject) -> None:
        super().__init__(parent)
        self._is_opening = is_opening
        self.state = RunState.NONE
        self.request: Request | None = None
        """None where the run was there already."""
        self._branch: Branch | None = None
        self._cut_short = False

    @property
    def running(self) -> bool:
        return self.state in (RunState.BEGUN, RunState.RUNNING)

    def begin(self, request: Request, branch: Branch) -> None:
        """The worker is about to be asked for it."""
        self.leave()
        self.request, self._branch, self.state = request, branch, RunState.BEGUN

    def leave(self) -> None:
        """Another one is to be shown, or none: whatever comes of this one is not."""
        if self.request is not None:
            self.request.cancel()
        self.request, self._branch, self._cut_short, self.state = None, None, False, RunState.NONE

    def show_whole(self) -> None:
        """The one that is shown now was made before."""
        self.leave()
        self.state = RunState.ENDED
        self.started.emit()
        self.finished.emit(False)

    def take(self, message: Progress) -> None:
        """Its trace has grown."""
        self._cut_short = message.cancelled
        if self._branch is not None:
            self._branch.seconds = message.seconds
        if self.state is RunState.BEGUN and self._branch is not None:
            _look_through(self._branch.trace)
        if not self._is_opening():
            self._tell_progress()

    def fail(self, reason: str) -> None:
        """The worker cannot go on with it."""
        if self._is_opening():
            return
        if self.state is RunState.RUNNING:
            self.state = RunState.ENDED
        self.failed.emit(reason)

    def cut_short(self) -> bool:
        """The worker has died; was it under way?"""
        if self.request is None or not self.request.waiting:
            return False
        self.request.cancel()
        self._cut_short = True
        return True

    def tell_started(self, request: Request | None) -> None:
        """The window is ready for this run."""
        if self.state is not RunState.BEGUN or self.request is not request or self._is_opening():
            return  # told already, or given up before anybody heard of it
        self.state = RunState.RUNNING
        self.started.emit()
        if self.request is request and request is not None and not request.waiting:
            self._tell_progress()  # it was quicker than the window

    def catch_up(self) -> None:
        """Tell what was not told while something was being opened, or before the worker died."""
        if self.state is RunState.BEGUN:
            self.tell_started(self.request)
        elif not self._is_opening():
            self._tell_progress()

    def _tell_progress(self) -> None:
        if self.state is not RunState.RUNNING or self.request is None or self._branch is None:
            return
        if self.request.waiting:
            self.grew.emit()
            return
        self.state = RunState.ENDED
        self._branch.finished = self.request.state is RequestState.DONE and not self._cut_short
        self.finished.emit(self._cut_short)


def _look_through(trace: Trace) -> None:
    """What came while the window was not ready: all of a long run in one turn would be felt."""
    from elcs_gui.trace.changes import changes_of
    from elcs_gui.trace.timeline import timeline_of

    changes_of(trace)
    for _ in timeline_of(trace).preparing():
        pass
