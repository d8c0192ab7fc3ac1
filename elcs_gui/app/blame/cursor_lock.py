"""Keeps the cursors of two runs together, by what the runs do."""

from __future__ import annotations

from PySide6.QtCore import QObject

from elcs_gui.app.model.player import Player
from elcs_gui.inquiry.twin import Twins


class TwinLock(QObject):
    """Whoever of the two is moved takes the other along, while `locked`."""

    def __init__(self, first: Player, second: Player, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._first, self._second = first, second
        self.twins: Twins | None = None
        self._locked, self._moving = True, False
        first.moved.connect(self._first_moved)
        second.moved.connect(self._second_moved)

    @property
    def locked(self) -> bool:
        return self._locked

    def set_locked(self, locked: bool) -> None:
        """Locking puts the first where the second stands."""
        self._locked = locked
        self._second_moved(self._second.step)

    def set_twins(self, twins: Twins | None) -> None:
        self.twins = twins
        self._second_moved(self._second.step)

    def _first_moved(self, step: int) -> None:
        if self._locked and self.twins is not None and not self._moving and step <= len(self.twins.first):
            self._move(self._second, self.twins.in_second(step))

    def _second_moved(self, step: int) -> None:
        if self._locked and self.twins is not None and not self._moving and step <= len(self.twins.second):
            self._move(self._first, self.twins.in_first(step))

    def _move(self, player: Player, step: int) -> None:
        self._moving = True
        try:
            player.seek(step)
        finally:
            self._moving = False
