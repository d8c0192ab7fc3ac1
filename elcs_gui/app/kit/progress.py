"""Progress bars that do not hurry the rest of the window."""

from __future__ import annotations

from PySide6.QtWidgets import QProgressBar


def set_calmly(bar: QProgressBar, value: int) -> None:
    """Set the value; what waits to be painted goes on waiting for the next turn of the event loop.

    Qt's own `setValue` paints at once, and with the bar everything else of the window that has changed.
    """
    bar.setUpdatesEnabled(False)
    bar.setValue(value)
    bar.setUpdatesEnabled(True)
