"""Loads the engine while the start page is already there.

numpy, scipy and the algorithms take longer to import than everything the first picture needs. They come in by
a thread; the window's own parts are made after that, one at each turn of the event loop.
"""

from __future__ import annotations

import threading
from collections.abc import Iterator

from PySide6.QtCore import QObject, QTimer, Signal

_AT_LATEST = 300
"""Milliseconds."""


def load_engine() -> None:
    """Import what running and showing will need, and nothing that belongs to Qt."""
    import elcs_gui.app.importing.histogram
    import elcs_gui.app.importing.words
    import elcs_gui.ci.oracle
    import elcs_gui.trace.explain
    import elcs_gui.trace.stages
    import elcs_gui.trace.stream
    import elcs_gui.trace.timeline
    import elcs_gui.worker.serve  # noqa: F401


def load_scipy() -> None:
    """P-values and the field map need it; loading it when it is first needed would be felt."""
    import scipy.spatial
    import scipy.special  # noqa: F401


class Loading(QObject):
    """`begin` after the first picture; `done` when all parts are made."""

    stepped = Signal()
    """The engine is there, or a part is made."""
    done = Signal()

    def __init__(self, parts: Iterator[object], parent: QObject) -> None:
        super().__init__(parent)
        self._parts = parts
        self._loaded = threading.Event()
        self._begun = False
        self._timer = QTimer(self)
        self._timer.timeout.connect(self._go_on)
        # Where no start page is ever painted, because something was opened at once.
        self._at_latest = QTimer(self, singleShot=True)
        self._at_latest.timeout.connect(self.begin)
        self._at_latest.start(_AT_LATEST)

    def begin(self) -> None:
        """Start importing; once."""
        if not self._begun:
            self._begun = True
            self._at_latest.stop()
            # The thread knows nothing of this object, which may be gone before it; it is asked by a timer.
            threading.Thread(target=_load, args=(self._loaded,), name="imports", daemon=True).start()
            self._timer.start(10)

    def _go_on(self) -> None:
        if not self._loaded.is_set():
            return
        if self._timer.interval():
            self._timer.setInterval(0)
            self.stepped.emit()
            return
        try:
            next(self._parts)
        except StopIteration:
            self._timer.stop()
            self.done.emit()
        self.stepped.emit()


def _load(loaded: threading.Event) -> None:
    try:
        load_engine()
        load_scipy()
    finally:
        loaded.set()  # whatever is missing, the parts will say so where it can be heard
