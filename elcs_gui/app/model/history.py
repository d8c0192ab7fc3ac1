"""Where the user has been: runs, steps in them and tool pages, to go back and forward as in a browser.

A place is a run (by its header), a step in it, and the page that was shown. Going on step by step changes the
place; a jump, another run or another page begins a new one. Jumps that follow each other quickly, as when
the thumb of the scrubber is dragged, are one.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

if TYPE_CHECKING:  # the start page does not wait for numpy
    from elcs_gui.trace.trace import Header

MOST_PLACES = 200
_ONE_JUMP = 0.7
"""Seconds within which jumps are one."""


@dataclass(frozen=True)
class Place:
    """`page` is the id of a tool page; empty for the workspace."""

    header: Header
    step: int
    page: str = ""

    def is_beside(self, other: Place) -> bool:
        """Is it the same run on the same page, at whatever step?"""
        return self.page == other.page and self.header == other.header

    def looks_like(self, other: Place) -> bool:
        """Is the same page shown, or the same target, however it was learnt?"""
        return self.page == other.page and self.header.target == other.header.target


class History(QObject):
    """The places in order, and the one where the user is."""

    changed = Signal()
    """There are other places, or the user is at another one; not told when only the step is another."""

    def __init__(self, parent: QObject | None = None, clock: Callable[[], float] = time.monotonic) -> None:
        super().__init__(parent)
        self._clock = clock
        self._places: list[Place] = []
        self._at = -1
        self._jumped = 0.0

    @property
    def places(self) -> Sequence[Place]:
        return tuple(self._places)

    @property
    def at(self) -> int:
        """Which of the places is the current one; -1 if there is none."""
        return self._at

    @property
    def current(self) -> Place | None:
        return self._places[self._at] if self._places else None

    @property
    def can_go_back(self) -> bool:
        return self._at > 0

    @property
    def can_go_forward(self) -> bool:
        return self._at < len(self._places) - 1

    def clear(self) -> None:
        """Something else is open."""
        self._places, self._at = [], -1
        self.changed.emit()

    def restore(self, places: Sequence[Place], at: int) -> None:
        """As it was in an earlier session; the user is at one of the places."""
        self._places, self._at = list(places), at
        self.changed.emit()

    def arrive(self, place: Place, *, jump: bool = True) -> None:
        """The user is there now; not by a `jump` if by single steps, or because the run is growing."""
        here = self.current
        if here == place:
            return
        now = self._clock()
        beside = here is not None and here.is_beside(place)
        if beside and (not jump or now - self._jumped < _ONE_JUMP):
            self._places[self._at] = place
            self._jumped = now if jump else self._jumped
            return
        self._jumped = now
        self._places = [*self._places[: self._at + 1], place][-MOST_PLACES:]
        self._at = len(self._places) - 1
        self.changed.emit()

    def stay(self, step: int) -> None:
        """The step at which the user is, in whatever place that is."""
        if self.current is not None:
            self._places[self._at] = replace(self.current, step=step)

    def go(self, at: int) -> Place | None:
        """Move to one of the places; None if there is no such place."""
        if not 0 <= at < len(self._places):
            return None
        self._at = at
        self._jumped = 0.0
        self.changed.emit()
        return self._places[at]

    def trail(self) -> list[int]:
        """The places up to the current one at which another target, or a page, came into sight."""
        found: list[int] = []
        for i, place in enumerate(self._places[: self._at + 1]):
            if found and self._places[found[-1]].looks_like(place):
                found[-1] = i
            else:
                found.append(i)
        return found
