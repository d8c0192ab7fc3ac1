"""Runs that are made without being shown: to compare with."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from elcs_gui.app.model.incoming_runs import IncomingRuns, OnDone, OnFailed

if TYPE_CHECKING:  # the start page does not wait for numpy
    from elcs_gui.trace.trace import Header
    from elcs_gui.worker.messages import Command


class AsideRuns:
    """Each waits for the run that is shown, and is given up for it."""

    def __init__(
        self, incoming: IncomingRuns, send: Callable[[Command], None], number: Callable[[], int]
    ) -> None:
        self._incoming, self._send, self._next = incoming, send, number

    def make(
        self, header: Header, on_done: OnDone, on_failed: OnFailed = lambda _: None, *, twin: bool = False
    ) -> None:
        """`on_done` gets the whole trace, unless it was given up for another run; `on_failed` why it failed.

        The header's `twin` has every verdict true; it needs the truth.
        """
        from elcs_gui.worker.messages import Learn

        number = self._next()
        (self._incoming.begin_twin if twin else self._incoming.begin)(number, header)
        self._incoming.hand_over(number, on_done, on_failed)
        self._send(Learn(number, header, aside=True, twin=twin))
