"""How long a test waits for what should come: until it comes, or far longer than a busy machine needs."""

from __future__ import annotations

from pytestqt.qtbot import QtBot

LONG = 60_000
"""Milliseconds that a busy machine may need to start a process and to run."""

# Whoever gives no other time waits so long; pytest-qt's own five seconds can pass on a busy machine.
for wait in (QtBot.waitSignal, QtBot.waitSignals, QtBot.waitUntil, QtBot.waitActive, QtBot.waitExposed):
    assert wait.__kwdefaults__ is not None
    wait.__kwdefaults__["timeout"] = LONG
