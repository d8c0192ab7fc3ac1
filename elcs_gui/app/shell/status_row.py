"""The bottom row: one sentence on the current step, how many tests, and the run under way with its cancel."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from PySide6.QtCore import QTimer, Signal
from PySide6.QtWidgets import QProgressBar, QPushButton, QWidget

from elcs_gui.app.kit.labels import Label
from elcs_gui.app.kit.later import set_progress
from elcs_gui.app.kit.layouts import row_of
from elcs_gui.app.kit.segments import OneLine
from elcs_gui.app.kit.theme import Theme, restyle
from elcs_gui.app.kit.time_words import time_left
from elcs_gui.app.model.player import Player, said_at
from elcs_gui.app.shell.estimate import Estimate

if TYPE_CHECKING:
    from elcs_gui.trace.stages import StageSpan
    from elcs_gui.trace.trace import Trace

    Expecting = Callable[[Trace, Sequence[StageSpan]], Estimate | None]

_TICK = 200
"""Milliseconds between two looks at how far the run is."""
_LONG = 2.0
"""Seconds after which it is said how long a run takes."""


def progress(asked: int, expected: Estimate | None, seconds: float) -> str:
    """How far a run is: "1,204 tests, about 3 s left"; where nothing is expected, how long it has taken."""
    done = f"{asked:,} test{'s' * (asked != 1)}"
    if expected is None:
        return f"{done} in {seconds:.0f} s" if seconds >= _LONG else done
    left = time_left(asked, expected.tests, seconds)
    if not left:
        return done
    return f"{done}, {left}" if expected.sure else f"{done}, perhaps {left.removeprefix('about ')}"


READY = "Ready. Choose an example, a recent file, or drop data anywhere in this window."


class StatusRow(QWidget):
    """Follows the player; `say` puts in a sentence of its own until the cursor moves."""

    cancel_requested = Signal()

    def __init__(self, player: Player) -> None:
        super().__init__()
        self._player = player
        self._sentence = OneLine("statusSentence")
        self._at_cursor = ""
        """What was said last of the step at the cursor."""
        self._counts = Label(objectName="statusCounts")
        self._progress = QProgressBar(maximum=0, textVisible=False, accessibleName="A run is under way")
        self._progress.setFixedWidth(90)
        self._done = Label(objectName="statusCounts")
        self._cancel = QPushButton("Cancel", objectName="ghost", accessibleName="Cancel the run")
        self._cancel.clicked.connect(self.cancel_requested)
        row_of(
            (self._sentence, 1),
            self._progress,
            self._done,
            self._cancel,
            self._counts,
            inside=self,
            margins=(12, 0, 12, 0),
        )
        player.moved.connect(self.refresh)
        player.trace_changed.connect(self.refresh)
        player.told.connect(self._answer)
        player.grew.connect(self._count)
        self._started = 0.0
        self._expected: Expecting = lambda *_: None
        self._lent = False
        """Does a tool page say how many tests there are?"""
        self._clock = QTimer(self, interval=_TICK)
        self._clock.timeout.connect(self._show_progress)
        self.set_running(running=False)

    @property
    def text(self) -> str:
        """The sentence."""
        return self._sentence.whole

    def say(self, status: str) -> None:
        self._sentence.say(status)

    def set_theme(self, theme: Theme) -> None:
        """On a projector the sentence, which carries the argument, is the largest text; counts go."""
        self._progress.setFixedWidth(round(90 * theme.scale))
        projecting = theme.scale != 1
        self._counts.setVisible(not projecting)
        self._sentence.setProperty("projected", projecting)
        restyle(self._sentence)
        self._sentence.set_lines(2 if projecting else 1)

    def set_running(self, *, running: bool, expected: Expecting = lambda *_: None) -> None:
        """A run has begun or ended; `expected` tells how many tests it will ask, as far as that is known."""
        for part in (self._progress, self._done, self._cancel):
            part.setVisible(running)
        self._expected = expected
        self._progress.setMaximum(0)
        set_progress(self._progress, 0)
        self._started = time.monotonic()
        if running:
            self._show_progress()
            self._clock.start()
        else:
            self._clock.stop()

    def _show_progress(self) -> None:
        """Tests done, and how long the rest may take."""
        trace = self._player.trace
        asked = 0 if trace is None else len(trace.test_steps)
        expected = None if trace is None or not asked else self._expected(trace, self._player.stage_spans)
        most = 0 if expected is None else max(expected.tests, asked)
        if most != self._progress.maximum():
            self._progress.setMaximum(most)
        set_progress(self._progress, min(asked, most))
        self._done.setText(progress(asked, expected, time.monotonic() - self._started))

    def refresh(self) -> None:
        """The sentence of the step at the cursor."""
        trace, event = self._player.trace, self._player.current_event
        if trace is None:
            self._counts.clear()
        elif event is None:
            self.say("Press → for the first test, or Space to play what changes.")
        else:
            self._at_cursor = said_at(self._player)
            self.say(self._at_cursor)
        self._count()

    def refresh_summary(self) -> None:
        """More is known of the run; a sentence that somebody else put in stays."""
        if self.text == self._at_cursor:
            self.refresh()

    def _answer(self) -> None:
        """To the question that was said last."""
        from elcs_gui.trace.events import Tested
        from elcs_gui.trace.explain import answered

        trace, event = self._player.trace, self._player.current_event
        if trace is not None and isinstance(event, Tested):
            self.say(answered(trace, event))

    def lend_counts(self, *, lent: bool) -> None:
        """A page with counts of its own is shown, or no longer: nothing until it says them."""
        self._lent = lent
        self._counts.clear()
        self._count()

    def show_counts(self, text: str) -> None:
        """Something else than the player's own counts, while they are lent."""
        self._counts.setText(text)

    def _count(self) -> None:
        trace = self._player.trace
        if trace is None or self._lent:
            return
        asked = self._player.tests_so_far
        computed = trace.performed(asked)
        total = f"Test {asked:,} of {len(trace.test_steps):,}"
        self._counts.setText(f"{total} · {computed:,} performed, {asked - computed:,} reused")
