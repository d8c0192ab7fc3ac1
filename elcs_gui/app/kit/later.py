"""Work put off: by some turns of the event loop, so that what came before it is painted and keys are heard;
in slices; or until the cursor rests.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from time import monotonic, thread_time
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QTimer

if TYPE_CHECKING:
    from PySide6.QtWidgets import QProgressBar

SLICE = 0.008
"""Seconds of our own work between two turns; by the clock, little would get done on a busy machine."""
_REST = 0.08
"""Seconds: while moves follow each other faster than this, the page waits for them to stop."""
_PATIENCE = 0.3
"""... but not longer than this."""


def after_turns(
    turns: int, owner: QObject, act: Callable[[], object], hold: Callable[[], bool] = lambda: False
) -> None:
    """Call `act` so many turns from now, or later while `hold` says so; not if the owner is gone by then."""
    if turns > 0 or hold():
        QTimer.singleShot(0, owner, partial(after_turns, turns - 1, owner, act, hold))
    else:
        act()


def run_in_slices(work: Iterator[object], owner: QObject) -> None:
    """Carry out what `work` does between its yields, a slice a turn from the next one on."""
    QTimer.singleShot(0, owner, partial(_go_on, work, owner))


def _go_on(work: Iterator[object], owner: QObject) -> None:
    until = thread_time() + SLICE
    for _ in work:
        if thread_time() >= until:
            run_in_slices(work, owner)
            return


def set_progress(bar: QProgressBar, value: int) -> None:
    """Set the value; what waits to be painted goes on waiting for the next turn of the event loop.

    Qt's own `setValue` paints at once, and with the bar everything else of the window that has changed.
    """
    bar.setUpdatesEnabled(False)
    bar.setValue(value)
    bar.setUpdatesEnabled(True)


class Debounced(QObject):
    """Calls `draw`: one step shows at once; of many in a row (scrubbing, playing fast) some, and the last.

    Whoever draws says so by `done`, for whatever reason it was done.
    """

    def __init__(self, draw: Callable[[], None], parent: QObject) -> None:
        super().__init__(parent)
        self._moved_at = self._drawn_at = 0.0
        self._timer = QTimer(self, singleShot=True)
        self._timer.timeout.connect(draw)

    def request(self) -> None:
        """The cursor has moved."""
        now = monotonic()
        in_a_row, self._moved_at = now - self._moved_at < _REST, now
        if not in_a_row:
            self._timer.start(0)
        elif now - self._drawn_at < _PATIENCE or not self._timer.isActive():
            self._timer.start(round(1000 * _REST))

    def request_idle(self) -> None:
        """Something else has changed: there is no hurry."""
        if not self._timer.isActive():
            self._timer.start(round(1000 * _REST))

    @property
    def waiting(self) -> bool:
        return self._timer.isActive()

    def done(self) -> None:
        self._timer.stop()
        self._drawn_at = monotonic()
