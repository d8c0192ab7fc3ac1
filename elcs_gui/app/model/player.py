"""The player: a cursor over a recorded trace. Stepping, scrubbing and playing move it, and nothing else.

Step n is the state after the first n events; step 0 is before the first. It plays what changes, or every
step (see `Pace`); on the way to a change it stops at the last test before it, first with the question alone.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QTimer, Signal

if TYPE_CHECKING:  # there is a player before there is numpy: the start page does not wait for it
    import numpy as np

    from elcs_gui.trace.events import Event
    from elcs_gui.trace.stages import StageSpan
    from elcs_gui.trace.timeline import Timeline
    from elcs_gui.trace.trace import Trace
    from elcs_gui.trace.view import View

    Steps = np.ndarray[tuple[int], np.dtype[np.int64]]


@dataclass(frozen=True)
class Pace:
    """How a run is played.

    Attributes:
        id: in the settings.
        title, short: on the button of the transport, and where there is no room for that.
        steps: so many a second, whatever happens in them; None to go from change to change.
        tempo: how much quicker than usual the beats of a change follow each other.
    """

    id: str
    title: str
    short: str
    steps: int | None = None
    tempo: float = 1.0


CHANGES = Pace("changes", "What changes", "1×")
EVERY_STEP = tuple(
    Pace(str(steps), f"{steps} step{'s' * (steps > 1)}/s", f"{steps}/s", steps)
    for steps in (1, 2, 4, 10, 30, 100)
)
PACES = (
    Pace("changes-slowly", "What changes, slowly", "½×", tempo=0.5),
    CHANGES,
    Pace("changes-quickly", "What changes, quickly", "2×", tempo=2.0),
    *EVERY_STEP,
)


def pace_of(id: object) -> Pace:
    """The pace with this id; what changes where there is none."""
    return next((pace for pace in PACES if pace.id == id), CHANGES)


FASTEST_FOLLOWED = 4
"""Steps a second: whoever plays faster sees no movement, and no rule being drawn."""
QUESTION, VERDICT, CHANGE, RULE = 0.9, 0.6, 0.8, 2.5
"""Seconds: a question is thought about, its verdict read, a change seen, and a rule that fires understood."""
_FOLLOWS = 0.15
"""Seconds between two pictures of a trace that grows."""
_SHORTEST = 0.01
"""Seconds between two moves; whoever plays faster moves by several steps."""


@dataclass(frozen=True)
class Beat:
    """Where the cursor goes on its way to a change, whether the verdict is held back there, how long."""

    step: int
    asking: bool
    seconds: float


def next_beat(trace: Trace, changes: Steps, step: int, *, asking: bool) -> Beat:
    """After a question its verdict; else the last test before the next change, and at last the change."""
    if asking:
        return Beat(step, False, VERDICT)
    later, tests = changes[changes > step], trace.test_steps
    change = int(later[0]) if len(later) else len(trace)
    last = int(tests.searchsorted(change)) - 1
    if last >= 0 and step < int(tests[last]) + 1:
        return Beat(int(tests[last]) + 1, True, QUESTION)
    return Beat(change, False, RULE if getattr(trace[change - 1], "rule", "") else CHANGE)


def said_at(player: Player) -> str:
    """What happened at the cursor, in a sentence, or while its verdict is held back what was asked; at the
    end also what is doubtful; nothing before the first step."""
    from elcs_gui.inquiry.summary import told_with_doubts
    from elcs_gui.trace.events import Tested
    from elcs_gui.trace.explain import asked

    trace, event = player.trace, player.current_event
    if trace is None or event is None:
        return ""
    if not (player.asking and isinstance(event, Tested)):
        return told_with_doubts(trace, event)
    earlier = player.changes[: player.changes.searchsorted(player.step)]
    return asked(trace, event, since=int(earlier[-1]) if len(earlier) else 0)


class Player(QObject):
    """Moves over one trace at a time."""

    trace_changed = Signal()
    """Another trace, or none."""
    grew = Signal()
    """The trace has more events than before."""
    moved = Signal(int)
    """The cursor stands at another step."""
    told = Signal()
    """The verdict that was held back at the cursor is told."""
    playing_changed = Signal(bool)
    limited = Signal()
    """The limit is another."""
    held = Signal()
    """The cursor was to go beyond the limit, and stays there."""

    def __init__(self, parent: QObject | None = None, clock: Callable[[], float] = time.monotonic) -> None:
        super().__init__(parent)
        self._clock = clock
        self._trace: Trace | None = None
        self._timeline: Timeline | None = None
        self._step = 0
        self._asking = False
        self._pace = CHANGES
        self._limit: int | None = None
        self._following = False
        """Does the cursor keep to the end while the trace grows? Until it is moved otherwise."""
        self._followed = 0.0
        self._due = 0.0
        """By the clock: when the next step is to be made."""
        self._next: Trace | None = None
        """A trace that takes over when it has come to the stage at the cursor, or to `_there`."""
        self._there: int | None = None
        self._stage_spans: list[StageSpan] = []
        self._changes: Steps | None = None
        self._indexed = -1
        self._seen: tuple[int, View, Event | None] | None = None
        self._timer = QTimer(self, singleShot=True)
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
    def stage_spans(self) -> list[StageSpan]:
        """The stages of the trace."""
        self._index()
        return self._stage_spans

    @property
    def changes(self) -> Steps:
        """The steps at which the picture changes."""
        self._index()
        assert self._changes is not None
        return self._changes

    @property
    def stage_span(self) -> StageSpan | None:
        """The stage at the cursor."""
        for span in self.stage_spans:
            if span.first < self._step <= span.last:
                return span
        return self.stage_spans[0] if self.stage_spans else None

    @property
    def playing(self) -> bool:
        return self._timer.isActive()

    @property
    def pace(self) -> Pace:
        return self._pace

    @property
    def is_fast(self) -> bool:
        """Does it play so fast that nothing can be followed?"""
        return self.playing and (self._pace.steps or 0) > FASTEST_FOLLOWED

    @property
    def asking(self) -> bool:
        """Is the verdict of the test at the cursor still held back?"""
        return self._asking

    @property
    def limit(self) -> int | None:
        """The step beyond which the cursor cannot go: what comes then is not to be seen yet."""
        return self._limit

    def set_limit(self, limit: int | None) -> None:
        """Go no further than that; the cursor itself stays where it is."""
        if limit != self._limit:
            self._limit = limit
            self.limited.emit()

    def ask(self, step: int) -> None:
        """Go to the test that was told last at a step, its verdict held back, and no further."""
        self.pause()
        self.set_limit(step)
        self._go(step, asking=True)

    @property
    def beginning(self) -> int:
        """The first step that shows something: the first test, or what changes before it."""
        if self._trace is None:
            return 0
        first = [*self._trace.test_steps[:1] + 1, *self.changes[:1]]
        return int(min(first, default=self.length))

    def load(self, trace: Trace | None, step: int = 0) -> None:
        """Show another trace, without a limit."""
        from elcs_gui.trace.timeline import timeline_of

        self.pause()
        self._trace, self._next, self._there = trace, None, None
        self.set_limit(None)
        self._timeline = None if trace is None else timeline_of(trace)
        self._indexed, self._changes = -1, None
        self._seen = None
        self._step = max(0, min(step, self.length))
        self._asking = self._following = False
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
        """The trace got longer; the cursor stays, or keeps to the end."""
        if self._next is not None:
            self._take_next()
        else:
            self.grew.emit()
            if self._following and self._clock() - self._followed >= _FOLLOWS:
                self.follow()

    def follow(self) -> None:
        """Go to the end, and keep to it while the trace grows, until the cursor is moved otherwise."""
        self._followed = self._clock()
        self._go(self.length)
        self._following = True

    def trace_ended(self) -> None:
        """The trace grows no more; one that never came to the stage waited for is shown from step 0, and one
        that never came to the step, at its end."""
        self.trace_grew()
        if self._next is not None:
            self.load(self._next, self._there or 0)
        elif self._following:
            self.last()

    def _take_next(self) -> None:
        from elcs_gui.trace.stages import stage_spans

        assert self._next is not None
        if self._there is not None:
            if len(self._next) >= self._there:
                self.load(self._next, self._there)
            return
        here = self.stage_span
        if here is None or not self._step:
            self.load(self._next)
            return
        for span in stage_spans(self._next):
            if (span.target, span.stage) == (here.target, here.stage):
                self.load(self._next, span.first + 1)
                return

    @property
    def has_more(self) -> bool:
        """Is there something after the cursor, in reach or held back?"""
        return self._step < self.length or self._limit is not None

    @property
    def _end(self) -> int:
        """Where the way forwards leads: to the last step, or against what is held back after it."""
        return self.length + (self._limit is not None)

    def seek(self, step: int) -> None:
        """Move the cursor; beyond the ends means to the ends."""
        wanted, step = step, max(0, min(step, self.length))
        if step != self._step:
            self._go(step)
        elif wanted > step and self._limit is not None:
            self.held.emit()
        self._following = False

    def _go(self, step: int, *, asking: bool = False) -> None:
        limit = self._limit
        if limit is not None and step >= limit and (step > limit or (self._asking and not asking)):
            # Where a verdict is held back at the limit, it stays so.
            self.pause()
            step, asking = limit, self._asking and self._step == limit
            if step == self._step:
                self.held.emit()
                return
        asked, self._asking, self._following = self._asking, asking, False
        if step != self._step:
            self._step = step
            self.moved.emit(step)
        elif asked:
            self.told.emit()

    def forward(self) -> None:
        """To the next event; from the beginning to the first that shows something, from a question to its
        verdict."""
        if self._asking:
            self._go(self._step)
        else:
            self.seek(self._step + 1 if self._step else self.beginning)

    def back(self) -> None:
        self.seek(self._step - 1 if self._step != self.beginning else 0)

    def first(self) -> None:
        self.seek(0)

    def last(self) -> None:
        self.seek(self._end)

    def next_change(self) -> None:
        """To the next step that changes the picture."""
        later = self.changes[self.changes > self._step]
        self.seek(int(later[0]) if len(later) else self._end)

    def previous_change(self) -> None:
        earlier = self.changes[self.changes < self._step]
        self.seek(int(earlier[-1]) if len(earlier) else 0)

    def next_stage(self) -> None:
        """To the first step of the next stage."""
        self.seek(next((s.first + 1 for s in self.stage_spans if s.first >= self._step), self._end))

    def previous_stage(self) -> None:
        """To the first step of this stage, or of the one before when already there."""
        starts = [s.first + 1 for s in self.stage_spans if s.first + 1 < self._step]
        self.seek(starts[-1] if starts else 0)

    def play(self) -> None:
        if self._limit is not None and self._step >= self._limit:
            self.held.emit()
            return
        if (self._step < self.length or self._asking) and not self.playing:
            self._due = self._clock()
            self._wait(1 / self._pace.steps if self._pace.steps else 0.0)
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
        if not self.has_more:
            self.first()
        self.play()

    def set_pace(self, pace: Pace) -> None:
        self._pace = pace
        if self.playing:
            self._due = self._clock()
            self._wait(1 / pace.steps if pace.steps else CHANGE / pace.tempo)

    def _tick(self) -> None:
        steps = self._pace.steps
        if steps is None:
            self._wait(self._beat() / self._pace.tempo)
        else:
            late = self._clock() - self._due
            more = 1 + max(int(late * steps), 0)  # however long a picture took, no step is owed
            self.seek(self._step + more)
            self._wait(more / steps)
        if self._step == self.length and not self._asking:
            self.pause()

    def _wait(self, seconds: float) -> None:
        """Until the next move; that of a step counts from when this one was due, so that no delay is kept."""
        now = self._clock()
        self._due = (now if self._pace.steps is None else self._due) + seconds
        self._timer.start(round(1000 * max(self._due - now, _SHORTEST)))

    def _beat(self) -> float:
        """Show what comes next on the way to a change; for so many seconds."""
        assert self._trace is not None
        beat = next_beat(self._trace, self.changes, self._step, asking=self._asking)
        self._go(beat.step, asking=beat.asking)
        return beat.seconds

    def _index(self) -> None:
        """Find stages and changes anew if the trace has grown."""
        if self._changes is not None and self._indexed == self.length:
            return
        import numpy as np

        from elcs_gui.trace.changes import changes_of
        from elcs_gui.trace.stages import stage_spans

        self._indexed = self.length
        if self._trace is None:
            self._stage_spans, self._changes = [], np.empty(0, dtype=np.int64)
        else:
            self._stage_spans, self._changes = stage_spans(self._trace), changes_of(self._trace)
