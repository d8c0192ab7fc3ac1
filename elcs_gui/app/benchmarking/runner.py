"""Carries out what is left of a benchmark in the background; results come as they are made."""

from __future__ import annotations

import os
import threading
from collections import deque
from contextlib import suppress
from pathlib import Path

from PySide6.QtCore import QObject, QTimer, Signal

from elcs_gui.app.kit.thread_task import ThreadTask
from elcs_gui.benchmark.benchmark import Progress, carry_out
from elcs_gui.benchmark.output import write_tables
from elcs_gui.benchmark.results import RunResult
from elcs_gui.parallel.cluster import Scheduler
from elcs_gui.trace.run import Cancelled

_EVERY = 200
"""Milliseconds between two looks at what has come."""


class BenchmarkRunner(QObject):
    """One at a time. The thread only waits for processes, and writes."""

    progressed = Signal(object, object)
    """How far it is, and the list of results since the last time."""
    ended = Signal(str)
    """It is over or was stopped; why it failed, or nothing."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._task = ThreadTask("benchmark", self)
        self._task.done.connect(lambda _: self._end(""))
        self._task.failed.connect(self._end)
        self._stop = threading.Event()
        self._come: deque[RunResult] = deque()
        self._progress: Progress | None = None
        self._timer = QTimer(self, interval=_EVERY)
        self._timer.timeout.connect(self._look)

    @property
    def busy(self) -> bool:
        return self._task.busy

    def start(self, folder: Path, scheduler: Scheduler | None = None) -> None:
        """Go on with the plan of a folder, on a cluster or with all processors but one."""
        assert not self.busy
        self._stop.clear()
        self._come.clear()
        self._progress = None
        place = scheduler or max((os.cpu_count() or 2) - 1, 1)

        def hear(progress: Progress) -> None:
            if progress.last is not None and (not heard or heard[0] is not progress.last):
                heard[:] = [progress.last]
                self._come.append(progress.last)
            self._progress = progress
            if self._stop.is_set():
                raise Cancelled

        def work() -> None:
            with suppress(Cancelled):
                carry_out(folder, place=place, tell=hear)
            write_tables(folder)

        heard: list[RunResult] = []
        self._task.start(work)
        self._timer.start()

    def stop(self) -> None:
        """What is done is kept."""
        self._stop.set()

    def close(self) -> None:
        """The window closes: stop, and wait for the processes to end."""
        self._stop.set()
        self._timer.stop()
        self._task.wait()

    def _look(self) -> None:
        if self._progress is not None:
            new = [self._come.popleft() for _ in range(len(self._come))]
            self.progressed.emit(self._progress, new)

    def _end(self, reason: str) -> None:
        self._timer.stop()
        self._look()
        self.ended.emit(reason)
