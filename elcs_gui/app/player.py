"""The player: a cursor over a recorded trace. Stepping, scrubbing and playing move it, and nothing else.

Step n is the state after the first n events; step 0 is before the first.
"""

from __future__ import annotations

import numpy as np
from PySide6.QtCore import QObject, QTimer, Signal

from elcs_gui.trace.events import Event
from elcs_gui.trace.stages import Stretch, graph_changes, stretches
from elcs_gui.trace.timeline import Timeline
from elcs_gui.trace.trace import Trace
from elcs_gui.trace.view import View

SPEEDS = (1, 2, 4, 10, 30, 100)
"""Steps a second."""


class Player(QObject):
    """Moves over one trace at a time."""

    trace_changed = Signal()
    """Another trace, or none."""
    grew = Signal()
    """The trace has more events than before."""
    moved = Signal(int)
    """The cursor stands at another step."""
    playing_changed = Signal(bool)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._trace: Trace | None = None
        self._timeline: Timeline | None = None
        self._step = 0
        self._speed = 4
        self._scrubbing = False
        self._stretches: list[Stretch] = []
        self._changes = np.empty(0, dtype=np.int64)
        self._indexed = -1
        self._seen: tuple[int, View, Event | None] | None = None
        self._timer = QTimer(self)
        self._timer.timeout.connect(self._tick)

    @property
    def trace(self) -> Trace | None:
        return self._trace

    @property
    def step(self) -> int:
        return self._step

    @property
    def length(self) -> int:
        return 0 if self._trace is None else len(self._trace)

    @property
    def view(self) -> View:
        """The state at the cursor; every panel asks for it, so it is kept until the cursor moves."""
        if self._seen is None or self._seen[0] != self._step:
            view = View() if self._timeline is None else self._timeline.view(self._step)
            event = None if self._trace is None or self._step == 0 else self._trace[self._step - 1]
            self._seen = (self._step, view, event)
        return self._seen[1]

    @property
    def current_event(self) -> Event | None:
        """What happened last at the cursor; None at step 0."""
        _ = self.view
        return None if self._seen is None else self._seen[2]

    @property
    def tests_so_far(self) -> int:
        """How many tests were asked up to the cursor."""
        return 0 if self._trace is None else int(np.searchsorted(self._trace.test_steps, self._step))

    @property
    def stretches(self) -> list[Stretch]:
        """The stages of the trace."""
        self._index()
        return self._stretches

    @property
    def changes(self) -> np.ndarray[tuple[int], np.dtype[np.int64]]:
        """The steps at which the graph changes."""
        self._index()
        return self._changes

    @property
    def stretch(self) -> Stretch | None:
        """The stage at the cursor."""
        for stretch in self.stretches:
            if stretch.first < self._step <= stretch.last:
                return stretch
        return self.stretches[0] if self.stretches else None

    @property
    def playing(self) -> bool:
        return self._timer.isActive()

    @property
    def speed(self) -> int:
        return self._speed

    def load(self, trace: Trace | None, step: int = 0) -> None:
        """Show another trace."""
        self.pause()
        self._trace = trace
        self._timeline = None if trace is None else Timeline(trace)
        self._indexed = -1
        self._seen = None
        self._step = max(0, min(step, self.length))
        self.trace_changed.emit()
        self.moved.emit(self._step)

    def trace_grew(self) -> None:
        """The trace got longer; the cursor stays."""
        self.grew.emit()

    def seek(self, step: int) -> None:
        """Move the cursor; beyond the ends means to the ends."""
        step = max(0, min(step, self.length))
        if step != self._step:
            self._step = step
            self.moved.emit(step)

    def forward(self) -> None:
        self.seek(self._step + 1)

    def back(self) -> None:
        self.seek(self._step - 1)

    def first(self) -> None:
        self.seek(0)

    def last(self) -> None:
        self.seek(self.length)

    def next_change(self) -> None:
        """To the next step that changes the graph."""
        later = self.changes[self.changes > self._step]
        self.seek(int(later[0]) if len(later) else self.length)

    def previous_change(self) -> None:
        earlier = self.changes[self.changes < self._step]
        self.seek(int(earlier[-1]) if len(earlier) else 0)

    def next_stage(self) -> None:
        """To the first step of the next stage."""
        self.seek(next((s.first + 1 for s in self.stretches if s.first >= self._step), self.length))

    def previous_stage(self) -> None:
        """To the first step of this stage, or of the one before when already there."""
        starts = [s.first + 1 for s in self.stretches if s.first + 1 < self._step]
        self.seek(starts[-1] if starts else 0)

    def play(self) -> None:
        if self._step < self.length and not self.playing:
            self._timer.start(1000 // self._speed)
            self.playing_changed.emit(True)

    def pause(self) -> None:
        if self.playing:
            self._timer.stop()
            self.playing_changed.emit(False)

    def toggle(self) -> None:
        """Play from the start when at the end."""
        if self.playing:
            self.pause()
            return
        if self._step == self.length:
            self.first()
        self.play()

    def set_speed(self, steps_a_second: int) -> None:
        self._speed = steps_a_second
        if self.playing:
            self._timer.start(1000 // self._speed)

    def _tick(self) -> None:
        self.forward()
        if self._step == self.length:
            self.pause()

    def _index(self) -> None:
        if self._trace is not None and self._indexed != len(self._trace):
            self._indexed = len(self._trace)
            self._stretches = stretches(self._trace)
            self._changes = graph_changes(self._trace)
        elif self._trace is None:
            self._stretches, self._changes = [], np.empty(0, dtype=np.int64)
