"""Loads the engine while the start page is already there.

numpy, scipy and the algorithms take longer to import than everything the first picture needs. They come in by
a thread; the window's own parts are made after that, one at each turn of the event loop.
"""

from __future__ import annotations

import threading
from collections.abc import Iterator

from PySide6.QtCore import QObject, QTimer, Signal


def load_engine() -> None:
    """Import what running, showing and measuring will need, and nothing that belongs to Qt."""
    import scipy.sparse.csgraph
    import scipy.spatial
    import scipy.special  # noqa: F401  p-values and the field map; loading them when first needed would be felt

    import elcs_gui.app.worker
    import elcs_gui.ci.oracle
    import elcs_gui.trace.explain
    import elcs_gui.trace.stages
    import elcs_gui.trace.stream
    import elcs_gui.trace.timeline  # noqa: F401


class Loading(QObject):
    """Begins at the first turn of the event loop; `done` when all parts are made."""

    done = Signal()

    def __init__(self, parts: Iterator[object], parent: QObject) -> None:
        super().__init__(parent)
        self._parts = parts
        # The thread knows nothing of this object, which may be gone before it: it is asked, it does not tell.
        self._thread = threading.Thread(target=load_engine, name="imports", daemon=True)
        self._timer = QTimer(self)
        self._timer.timeout.connect(self._go_on)
        self._timer.start(0)

    def _go_on(self) -> None:
        if self._thread.ident is None:
            self._thread.start()
            self._timer.setInterval(10)
        elif not self._thread.is_alive():
            self._timer.setInterval(0)
            try:
                next(self._parts)
            except StopIteration:
                self._timer.stop()
                self.done.emit()
