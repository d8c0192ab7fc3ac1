"""Work put off by some turns of the event loop, so that what came before it is painted and keys are heard."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from time import thread_time

from PySide6.QtCore import QObject, QTimer

SLICE = 0.008
"""Seconds of our own work between two turns; by the clock, little would get done on a busy machine."""


def after_turns(
    turns: int, owner: QObject, act: Callable[[], object], hold: Callable[[], bool] = lambda: False
) -> None:
    """Call `act` so many turns from now, or later while `hold` says so; not if the owner is gone by then."""
    if turns > 0 or hold():
        QTimer.singleShot(0, owner, partial(after_turns, turns - 1, owner, act, hold))
    else:
        act()


def run_in_slices(work: Iterator[object], owner: QObject) -> None:
    """Carry out what `work` does between its yields, a slice a turn from the next one on."""
    QTimer.singleShot(0, owner, partial(_go_on, work, owner))


def _go_on(work: Iterator[object], owner: QObject) -> None:
    until = thread_time() + SLICE
    for _ in work:
        if thread_time() >= until:
            run_in_slices(work, owner)
            return
