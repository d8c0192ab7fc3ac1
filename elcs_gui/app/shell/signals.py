"""Signals of the system to the program: Ctrl-C in its terminal, or the end of the user's session.

Python runs its handlers between two of its own instructions, and there are none while Qt waits for events.
But it writes the signal's number to a socket at once, and Qt can wait for that too.
"""

from __future__ import annotations

import signal
import socket

from PySide6.QtCore import QObject, QSocketNotifier, Signal

ENDING = [getattr(signal, name) for name in ("SIGINT", "SIGTERM", "SIGHUP") if hasattr(signal, name)]


class EndingSignals(QObject):
    """Hears the first signal that asks the program to end; a second one ends it there and then."""

    heard = Signal(int)
    """The number of the signal, told from the event loop."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._ours, theirs = socket.socketpair()
        self._theirs = theirs
        for end in (self._ours, theirs):
            end.setblocking(False)
        self._notifier = QSocketNotifier(self._ours.fileno(), QSocketNotifier.Type.Read, self)
        self._notifier.activated.connect(self._on_woken)
        signal.set_wakeup_fd(theirs.fileno(), warn_on_full_buffer=False)
        # What is ignored (by `nohup`) stays so.
        self._before = {
            number: signal.signal(number, lambda *_: None)
            for number in ENDING
            if signal.getsignal(number) is not signal.SIG_IGN
        }

    def close(self) -> None:
        """All is as it was before."""
        signal.set_wakeup_fd(-1)
        for number, handler in self._before.items():
            signal.signal(number, handler)
        self._before = {}
        self._notifier.setEnabled(False)
        self._ours.close()
        self._theirs.close()

    def _on_woken(self) -> None:
        wanted = [number for number in self._ours.recv(64) if number in self._before]
        if wanted:
            for number in self._before:
                signal.signal(number, signal.SIG_DFL)
            self.heard.emit(wanted[0])
