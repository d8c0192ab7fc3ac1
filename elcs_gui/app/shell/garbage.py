"""Garbage is collected by the window's thread alone, between two turns of its event loop.

Python collects wherever an allocation happens to cross a threshold: in the middle of a frame, or in the
thread that reads from the worker, where no widget may ever be destroyed. And each time it looks at all the
modules and widgets again, which are never garbage: 25 ms that are felt while a run comes in.
"""

from __future__ import annotations

import gc

from PySide6.QtCore import QObject, QTimer

_EVERY = 1000
"""Milliseconds between two collections of what is young."""
_FULL = 30
"""Every so many of them everything is looked at."""


class GarbageCollector(QObject):
    """Collects garbage at its own times from now on. It is process-wide, so only the program makes one."""

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        gc.disable()
        gc.freeze()  # modules and their functions, so far
        self._rounds = 0
        timer = QTimer(self, interval=_EVERY)
        timer.timeout.connect(self._sweep)
        timer.start()

    def spare_what_is_there(self) -> None:
        """What has been made until now stays to the end: never look at it again.

        Called after each part of what is loaded, for all of it at once would take too long.
        """
        gc.collect()
        gc.freeze()

    def _sweep(self) -> None:
        self._rounds += 1
        gc.collect(2 if self._rounds % _FULL == 0 else 1)
