"""How long a test waits for what should come: until it comes, or far longer than a busy machine needs."""

from __future__ import annotations

import time
from collections.abc import Callable

from pytestqt.qtbot import QtBot

from tests.leftovers import alive

LONG = 60_000
"""Milliseconds that a busy machine may need to start a process and to run."""

# Whoever gives no other time waits so long; pytest-qt's own five seconds can pass on a busy machine.
for wait in (QtBot.waitSignal, QtBot.waitSignals, QtBot.waitUntil, QtBot.waitActive, QtBot.waitExposed):
    assert wait.__kwdefaults__ is not None
    wait.__kwdefaults__["timeout"] = LONG


def wait_until(holds: Callable[[], bool]) -> None:
    """As `qtbot.waitUntil`, for a window of more than one test; what was posted before is over, too.

    What would happen once, some time later, happens now.
    """
    from PySide6.QtCore import QCoreApplication

    latest = time.monotonic() + LONG / 1000
    QCoreApplication.processEvents()
    while not holds():
        assert time.monotonic() < latest, "waited in vain"
        if not hurried():
            time.sleep(0.005)
        QCoreApplication.processEvents()


def hurried() -> bool:
    """Let every timer that fires once do so with the next events; false if none was waiting."""
    from PySide6.QtCore import QCoreApplication, QTimer
    from shiboken6 import isValid

    waiting = [timer for timer in alive(QTimer) if timer.isActive() and timer.isSingleShot()]
    intervals = [timer.interval() for timer in waiting]
    for timer in waiting:
        timer.setInterval(0)
    QCoreApplication.processEvents()
    for timer, interval in zip(waiting, intervals, strict=True):
        if isValid(timer):
            timer.setInterval(interval)
    return bool(waiting)
