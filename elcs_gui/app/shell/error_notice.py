"""Tells the window that something was logged which nobody expected: an exception that nobody caught."""

from __future__ import annotations

import logging
from contextlib import suppress

from PySide6.QtCore import QObject, Signal


class ErrorNotice(QObject):
    """Hears the log of this process, whatever thread writes it."""

    raised = Signal()
    """In the window's thread."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._handler = _Telling(self)
        logging.getLogger().addHandler(self._handler)

    def close(self) -> None:
        """Hear no more."""
        logging.getLogger().removeHandler(self._handler)


class _Telling(logging.Handler):
    def __init__(self, notice: ErrorNotice) -> None:
        super().__init__(logging.CRITICAL)
        self._notice = notice

    def emit(self, record: logging.LogRecord) -> None:
        with suppress(RuntimeError):  # the window is gone
            self._notice.raised.emit()
