"""Movement: nodes glide to their places, new links draw themselves, verdicts fade in; one timer for all."""

from __future__ import annotations

import numpy as np
from PySide6.QtCore import QElapsedTimer, QObject, QTimer, Signal

from elcs_gui.picture.outlines import Floats

MOVE, GROW, FADE, PULSE, DRAW = 200.0, 150.0, 120.0, 900.0, 600.0
"""Milliseconds."""
PULSES = 2
_TICK = 16


class Motion(QObject):
    """Positions on their way from where they were to where they belong."""

    ticked = Signal()

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._start: Floats = np.empty((0, 2))
        self._goal: Floats = np.empty((0, 2))
        self._new: frozenset[tuple[int, int]] = frozenset()
        self._until = 0.0
        self._moves = False
        self._draws = False
        self._clock = QElapsedTimer()
        self._timer = QTimer(self)
        self._timer.setInterval(_TICK)
        self._timer.timeout.connect(self._tick)

    def rest_at(self, goal: Floats) -> None:
        """Be there at once."""
        self._timer.stop()
        self._goal = goal
        self._start = goal
        self._new, self._moves, self._draws, self._until = frozenset(), False, False, 0.0

    def begin(self, goal: Floats, new: set[tuple[int, int]], *, test: bool, rule: bool = False) -> None:
        """Go there from where everything is now; then a `rule` draws itself."""
        now = self.positions()
        if now.shape != goal.shape:
            self.rest_at(goal)
            return
        # Who was not to be seen appears in place.
        start = np.where(np.isnan(now), goal, now)
        self._moves = bool(np.nanmax(np.abs(start - goal), initial=0.0) > 0.5)
        self._start, self._goal, self._new, self._draws = start, goal, frozenset(new), rule
        self._until = max(
            MOVE + DRAW if rule else 0.0,
            MOVE if self._moves else 0.0,
            (GROW + (MOVE if self._moves else 0.0)) if new else 0.0,
            PULSE * PULSES if test else 0.0,
        )
        if self._until:
            self._clock.restart()
            self._timer.start()

    @property
    def goal(self) -> Floats:
        """Where everything belongs."""
        return self._goal

    def positions(self) -> Floats:
        """Where everything is now."""
        if not self.moving:
            return self._goal
        t = min(self._clock.elapsed() / MOVE, 1.0)
        eased = 1.0 - (1.0 - t) ** 3
        return self._start + (self._goal - self._start) * eased

    def grown(self) -> dict[tuple[int, int], float]:
        """How much of every new link is drawn; links that are not named are whole."""
        if not self._timer.isActive() or not self._new:
            return {}
        begun = self._clock.elapsed() - (MOVE * 0.5 if self._moves else 0.0)
        t = min(max(begun / GROW, 0.02), 1.0)
        return {} if t >= 1.0 else dict.fromkeys(self._new, t)

    @property
    def moving(self) -> bool:
        """Are nodes on their way?"""
        return self._timer.isActive() and self._moves and self._clock.elapsed() < MOVE

    @property
    def drawn(self) -> float:
        """How much of the rule is drawn."""
        if not self._timer.isActive() or not self._draws:
            return 1.0
        return min(max((self._clock.elapsed() - MOVE) / DRAW, 0.0), 1.0)

    @property
    def dimmed(self) -> float:
        """How far everything but the rule is dimmed."""
        if not self._timer.isActive() or not self._draws:
            return 1.0
        return min(self._clock.elapsed() / MOVE, 1.0)

    @property
    def fade(self) -> float:
        """How opaque the verdict is."""
        return min(self._clock.elapsed() / FADE, 1.0) if self._timer.isActive() else 1.0

    @property
    def pulse(self) -> float:
        """How far the rings are out: 1 at rest."""
        if not self._timer.isActive() or self._until < PULSE:
            return 1.0
        phase = self._clock.elapsed() / PULSE
        return (
            1.0 if phase >= PULSES else 1.0 + 0.25 * float(np.sin(phase * 2 * np.pi)) * (1 - phase / PULSES)
        )

    @property
    def settled(self) -> bool:
        return not self._timer.isActive()

    def finish(self) -> None:
        """Jump to the end."""
        if self._timer.isActive():
            self.rest_at(self._goal)
            self.ticked.emit()

    def _tick(self) -> None:
        if self._clock.elapsed() >= self._until:
            self.rest_at(self._goal)
        self.ticked.emit()
