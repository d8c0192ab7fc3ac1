"""The player: a cursor over a recorded trace. Stepping, scrubbing and playing move it, and nothing else.

Step n is the state after the first n events; step 0 is before the first.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QTimer, Signal

if TYPE_CHECKING:  # there is a player before there is numpy: the start page does not wait for it
    import numpy as np

    from elcs_gui.trace.events import Event
    from elcs_gui.trace.stages import Stretch
    from elcs_gui.trace.timeline import Timeline
    from elcs_gui.trace.trace import Trace
    from elcs_gui.trace.view import View

    Steps = np.ndarray[tuple[int], np.dtype[np.int64]]

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
        self._next: Trace | None = None
        """A trace that takes over when it has come to the stage at the cursor, or to `_there`."""
        self._there: int | None = None
        self._stretches: list[Stretch] = []
        self._changes: Steps | None = None
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
            from elcs_gui.trace.view import View

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
        return 0 if self._trace is None else int(self._trace.test_steps.searchsorted(self._step))

    @property
    def stretches(self) -> list[Stretch]:
        """The stages of the trace."""
        self._index()
        return self._stretches

    @property
    def changes(self) -> Steps:
        """The steps at which the graph changes."""
        self._index()
        assert self._changes is not None
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
        from elcs_gui.trace.timeline import timeline_of

        self.pause()
        self._trace, self._next, self._there = trace, None, None
        self._timeline = None if trace is None else timeline_of(trace)
        self._indexed, self._changes = -1, None
        self._seen = None
        self._step = max(0, min(step, self.length))
        self.trace_changed.emit()
        self.moved.emit(self._step)

    def load_at_stage(self, trace: Trace) -> None:
        """Show this growing trace instead, from the stage at the cursor on, as soon as it has come there.

        Until then the cursor is free to move over what is shown now. At step 0 there is nothing to wait for.
        """
        self._next, self._there = trace, None
        self._take_next()

    def load_at_step(self, trace: Trace, step: int) -> None:
        """Show this growing trace instead as soon as it has so many events, with the cursor there."""
        self._next, self._there = trace, step
        self._take_next()

    def trace_grew(self) -> None:
        """The trace got longer; the cursor stays."""
        if self._next is not None:
            self._take_next()
        else:
            self.grew.emit()

    def trace_ended(self) -> None:
        """The trace grows no more; one that never came to the stage waited for is shown from step 0, and one
        that never came to the step, at its end."""
        self.trace_grew()
        if self._next is not None:
            self.load(self._next, self._there or 0)

    def _take_next(self) -> None:
        from elcs_gui.trace.stages import stretches

        assert self._next is not None
        if self._there is not None:
            if len(self._next) >= self._there:
                self.load(self._next, self._there)
            return
        here = self.stretch
        if here is None or not self._step:
            self.load(self._next)
            return
        for stretch in stretches(self._next):
            if (stretch.target, stretch.stage) == (here.target, here.stage):
                self.load(self._next, stretch.first + 1)
                return

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
        """Find stages and changes anew if the trace has grown."""
        if self._changes is not None and self._indexed == self.length:
            return
        import numpy as np

        from elcs_gui.trace.stages import graph_changes, stretches

        self._indexed = self.length
        if self._trace is None:
            self._stretches, self._changes = [], np.empty(0, dtype=np.int64)
        else:
            self._stretches, self._changes = stretches(self._trace), graph_changes(self._trace)
