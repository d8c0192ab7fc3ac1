"""What a thread has done is told in the window's thread, and to nobody once the window is taken apart."""

from __future__ import annotations

import threading

from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from elcs_gui.app.kit.thread_task import ThreadTask, end_telling
from tests.patience import LONG


def test_what_was_done_is_told_until_the_window_is_taken_apart(qtbot: QtBot) -> None:
    task, may_end = ThreadTask("work"), threading.Event()
    told: list[object] = []
    task.done.connect(told.append)
    with qtbot.waitSignal(task.done, timeout=LONG):
        task.start(lambda: "first")
    task.start(lambda: may_end.wait(LONG / 1000) and "second")
    end_telling()
    may_end.set()
    task.wait()
    QApplication.processEvents()
    assert told == ["first"] and task.busy
    another = ThreadTask("work in another window")
    with qtbot.waitSignal(another.done, timeout=LONG):
        another.start(lambda: "third")
