"""The answer follows the drawing: learnt anew in a thread at every change, the latest change first.

An attempt on a small network takes milliseconds, less than telling another process about it would; in a
thread it holds up nothing that the user does. While nothing else is asked for, the sweeps go on point by
point, for a short while at a time, so that the next change never waits long.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from time import monotonic

from PySide6.QtCore import QObject, QTimer, Signal

from elcs_gui.app.drawing.settings import SLIDERS, Settings
from elcs_gui.app.kit.thread_task import ThreadTask
from elcs_gui.inquiry.one_change import Attempt, Band, Hanging, Sweep, attempt, hanging
from elcs_gui.trace.timeline import final_view
from elcs_gui.trace.view import View

IDLE = 250
"""Milliseconds without a change before anything is swept."""
SLICE = 0.03
"""Seconds of sweeping before something else may be asked for; one point is finished in any case."""


@dataclass(frozen=True, eq=False)
class Swept:
    """By the name of a slider, what is known along it so far; `whole` when that is all there is to know."""

    bands: Mapping[str, tuple[Band, ...]]
    whole: bool


@dataclass(frozen=True, eq=False)
class Answer:
    """What is learnt of a drawing, and how the run ends."""

    asked: Settings
    attempt: Attempt
    view: View


@dataclass(frozen=True, eq=False)
class Hangs:
    """On which test an answer hangs."""

    answer: Answer
    test: Hanging | None


class LiveAnswer(QObject):
    """Learns what it was asked last."""

    answered = Signal(object)
    """An `Answer`; while changes follow fast, perhaps not to the last (see `stale`)."""
    hung = Signal(object)
    """A `Hangs`, soon after the last of many answers."""
    refused = Signal(str)
    """Nothing can be learnt, and why."""
    swept = Signal(object)
    """By the name of a slider, its `Band`s so far."""

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self._asked: Settings | None = None
        self._waiting = False
        self._answer: Answer | None = None
        self._sweeps: dict[str, Sweep] = {}
        self._points: Iterator[None] | None = None
        self._task = ThreadTask("learn a drawing", self)
        self._task.done.connect(self._done)
        self._task.failed.connect(self._failed)
        self._idle = QTimer(self, singleShot=True, interval=IDLE)
        self._idle.timeout.connect(self._begin_sweeps)

    @property
    def settled(self) -> bool:
        """Everything that was asked for is known."""
        return not (self._waiting or self._task.busy or self._idle.isActive() or self._points is not None)

    @property
    def answer(self) -> Answer:
        """The last one; there must be one."""
        assert self._answer is not None
        return self._answer

    @property
    def stale(self) -> bool:
        """The last answer is to something that has changed since."""
        return self._answer is None or self._answer.asked is not self._asked

    def ask(self, asked: Settings | None) -> None:
        """Learn this, and nothing that was asked before; None for nothing at all."""
        self._asked, self._points = asked, None
        self._idle.stop()
        self._waiting = asked is not None
        self._start()

    def stop(self) -> None:
        """Nobody looks: sweep no more."""
        self._idle.stop()
        self._points = None

    def end(self) -> None:
        """Wait for what is under way, and begin nothing else."""
        self.ask(None)
        self._task.wait()

    def _start(self) -> None:
        asked = self._asked
        if asked is None or not self._waiting or self._task.busy:
            return  # whoever is at work comes here again when that is done
        self._waiting = False
        self._task.start(lambda: _answered(asked))

    def _done(self, found: object) -> None:
        if isinstance(found, Answer) and self._asked is not None:
            self._answer = found  # while a slider is dragged no answer is in time, but each is newer
            self.answered.emit(found)
            if not self.stale and not self._task.busy:
                self._task.start(lambda: Hangs(found, hanging(found.attempt)))
        elif isinstance(found, Hangs) and not self.stale:
            self.hung.emit(found)
            self._idle.start()
        elif isinstance(found, Swept) and self._points is not None:
            self.swept.emit(found.bands)
            if found.whole:
                self._points = None
        if self._waiting:
            self._start()
        else:
            self._go_on()

    def _failed(self, reason: str) -> None:
        if self._waiting:
            self._start()
        else:
            self._points = None
            self.refused.emit(reason)

    def _begin_sweeps(self) -> None:
        answer = self._answer
        if answer is None or answer.asked is not self._asked:
            return
        asked = answer.asked
        self._sweeps = {name: SLIDERS[name].sweep(asked, answer.attempt) for name in asked.movable}
        self._points = (None for sweep in self._sweeps.values() for _ in sweep.points())
        self._go_on()

    def _go_on(self) -> None:
        points, sweeps = self._points, self._sweeps
        if points is None or self._task.busy:
            return

        def work() -> Swept:
            until, whole = monotonic() + SLICE, True
            for _ in points:
                if monotonic() >= until:
                    whole = False
                    break
            return Swept({name: sweep.bands for name, sweep in sweeps.items()}, whole)

        self._task.start(work)


def _answered(asked: Settings) -> Answer:
    found = attempt(asked.trial())
    return Answer(asked, found, final_view(found.trace))
