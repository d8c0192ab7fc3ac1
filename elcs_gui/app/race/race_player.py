"""The cursor of a race: it moves along the axis, and takes every lane along."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import numpy as np
from PySide6.QtCore import QObject

from elcs_gui.app.model.player import CHANGE, Player
from elcs_gui.inquiry.race import Axis, Race

if TYPE_CHECKING:
    from elcs_gui.app.model.player import Steps

TICKS = 1000
"""Steps of the cursor along an axis of seconds; on the axes of tests a step is a test."""


class RacePlayer(Player):
    """What the keys for stepping move while a race is shown: one test of the axis a step.

    Its changes are those of any lane, its stages end where a lane ends. There is no trace of its own.
    """

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._race: Race | None = None
        self._axis = Axis.REQUESTED
        self._whole = 0.0
        self._found: Steps = np.empty(0, dtype=np.int64)

    def set_race(self, race: Race | None, axis: Axis, position: float) -> None:
        """Move over another race, or along another axis, from a position on it."""
        self.pause()
        self._race, self._axis = race, axis
        self._whole = 0.0 if race is None else race.length(axis)
        changes = [] if race is None else race.changes(axis)
        self._found = np.array(sorted({self._place(at) for at in changes}), dtype=np.int64)
        self._step = min(self._place(position), self.length)
        self.trace_changed.emit()
        self.moved.emit(self._step)

    @property
    def axis(self) -> Axis:
        return self._axis

    @property
    def position(self) -> float:
        """Where the cursor stands on the axis."""
        return self._whole if self._step == self.length else self._step * self._unit

    @property
    def whole(self) -> float:
        """Where the longest lane ends."""
        return self._whole

    def go_to(self, position: float) -> None:
        """Move the cursor there."""
        self.seek(self._place(position))

    @property
    def length(self) -> int:
        return TICKS * (self._whole > 0) if self._axis is Axis.SECONDS else round(self._whole)

    @property
    def changes(self) -> Steps:
        return self._found

    @property
    def beginning(self) -> int:
        return min(1, self.length)

    def next_stage(self) -> None:
        self.seek(next((end for end in self._ends if end > self._step), self.length))

    def previous_stage(self) -> None:
        self.seek(next((end for end in reversed(self._ends) if end < self._step), 0))

    @property
    def _ends(self) -> list[int]:
        lanes = () if self._race is None else self._race.lanes
        return sorted({self._place(lane.length(self._axis)) for lane in lanes})

    @property
    def _unit(self) -> float:
        return self._whole / TICKS if self._axis is Axis.SECONDS else 1.0

    def _place(self, position: float) -> int:
        return math.ceil(position / self._unit - 1e-9) if self._unit else 0

    def _beat(self) -> float:
        self.next_change()
        return CHANGE
