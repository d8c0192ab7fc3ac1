"""A test that uses Qt leaves nothing running behind: no thread, no timer, no process, no window."""

from __future__ import annotations

import gc
import threading
import time
import weakref
from collections.abc import Callable, Iterator
from functools import cache
from multiprocessing import forkserver, resource_tracker
from pathlib import Path
from typing import Any

import pytest

PATIENCE = 30.0
"""Seconds that what was told to end may take to do so, on a busy machine."""


@pytest.fixture(autouse=True)
def nothing_left_behind(request: pytest.FixtureRequest) -> Iterator[None]:
    """Made first, so undone last: after the test's own fixtures and after pytest-qt closed its widgets."""
    if not {"qtbot", "qapp", "qtmodeltester"} & set(request.fixturenames):
        yield
        return
    watched()
    threads, children = set(threading.enumerate()), child_processes()
    gc.disable()  # as the program does it: a widget that another thread collects by chance ends the process
    yield
    gc.collect(1)  # what this test has made
    gc.enable()
    from PySide6.QtCore import QCoreApplication, QEvent

    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
    left = {
        "threads": once_over(lambda: [t.name for t in threading.enumerate() if t not in threads]),
        "child processes": once_over(lambda: sorted(child_processes() - children)),
        "Qt threads": once_over(running_qt_threads),
        "active timers": once_over(active_timers, patience=0),
        "windows": once_over(open_windows, patience=0),
    }
    complaints = [f"{what}: {some}" for what, some in left.items() if some]
    if complaints:
        pytest.fail("The test left behind " + "; ".join(complaints), pytrace=False)


def once_over(look: Callable[[], list], patience: float | None = None) -> list:
    """What is still there when it had the time to end; garbage does not count."""
    found = look()
    if found:
        gc.collect()
        until = time.monotonic() + (PATIENCE if patience is None else patience)
        while (found := look()) and time.monotonic() < until:
            time.sleep(0.02)
    return found


def child_processes() -> set[int]:
    """Their numbers, and those of what the fork server has forked; not Python's own two helpers."""
    server = getattr(forkserver._forkserver, "_forkserver_pid", None)
    tracker = getattr(resource_tracker._resource_tracker, "_pid", None)
    forked = children_of(str(server)) if server else set()
    return (children_of("self") | forked) - {server, tracker}


def children_of(process: str) -> set[int]:
    found: set[int] = set()
    for listed in Path("/proc", process, "task").glob("*/children"):
        found |= {int(number) for number in listed.read_text(encoding="ascii").split()}
    return found


def running_qt_threads() -> list[str]:
    from PySide6.QtCore import QThread, QThreadPool

    running = [repr(thread) for thread in alive(QThread) if thread.isRunning() and not is_main(thread)]
    pool = QThreadPool.globalInstance().activeThreadCount()
    return running + [f"{pool} in the pool"] * bool(pool)


def is_main(thread) -> bool:
    from PySide6.QtCore import QCoreApplication

    app = QCoreApplication.instance()
    return app is not None and thread == app.thread()


def active_timers() -> list[str]:
    from PySide6.QtCore import QTimer

    return [
        f"{timer} of {timer.parent()}"
        for timer in alive(QTimer)
        if timer.isActive() and not is_single_shot_of_a_moment(timer)
    ]


def is_single_shot_of_a_moment(timer) -> bool:
    """What `QTimer.singleShot` makes: nobody's, and over before anybody could wait for it."""
    return timer.parent() is None and timer.isSingleShot() and timer.interval() <= 100


@cache
def watched() -> weakref.WeakSet:
    """The timers and threads of Qt that Python has made since the first test that uses Qt.

    They are written down as they are made: to look for them among all objects takes longer than most tests.
    """
    from PySide6.QtCore import QThread, QTimer

    made: weakref.WeakSet = weakref.WeakSet()

    def watch(kind: Any) -> None:
        begin = kind.__init__

        def begin_and_note(self, *arguments, **properties) -> None:
            begin(self, *arguments, **properties)
            made.add(self)

        kind.__init__ = begin_and_note

    watch(QTimer)
    watch(QThread)
    return made


def alive(kind: type) -> list:
    """The objects of a class that Python knows and C++ has not deleted."""
    from shiboken6 import isValid

    return [each for each in watched() if isinstance(each, kind) and isValid(each)]


def open_windows() -> list[str]:
    from PySide6.QtWidgets import QApplication

    return [repr(widget) for widget in QApplication.topLevelWidgets() if widget.isVisible()]
