"""Pages that follow the cursor without being drawn at each of its steps."""

from __future__ import annotations

from collections.abc import Callable
from time import monotonic

from PySide6.QtCore import QObject, QTimer

_REST = 0.08
"""Seconds: while moves follow each other faster than this, the page waits for them to stop."""
_PATIENCE = 0.3
"""... but not longer than this."""


class Debounced(QObject):
    """Calls `draw`: one step shows at once; of many in a row (scrubbing, playing fast) some, and the last.

    Whoever draws says so by `done`, for whatever reason it was done.
    """

    def __init__(self, draw: Callable[[], None], parent: QObject) -> None:
        super().__init__(parent)
        self._moved_at = self._drawn_at = 0.0
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
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
