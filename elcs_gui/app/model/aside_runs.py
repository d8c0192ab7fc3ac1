"""Runs that are made without being shown: to compare with."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from elcs_gui.app.model.incoming_runs import Arriving, Otherwise, Then

if TYPE_CHECKING:  # the start page does not wait for numpy
    from elcs_gui.trace.trace import Header
    from elcs_gui.worker.messages import Command


class AsideRuns:
    """Each waits for the run that is shown, and is given up for it."""

    def __init__(
        self, arriving: Arriving, send: Callable[[Command], None], number: Callable[[], int]
    ) -> None:
        self._arriving, self._send, self._next = arriving, send, number

    def make(
        self, header: Header, then: Then, otherwise: Otherwise = lambda _: None, *, twin: bool = False
    ) -> None:
        """`then` gets the whole trace, unless it was given up for another run; `otherwise` why it failed.

        The header's `twin` has every verdict true; it needs the truth.
        """
        from elcs_gui.worker.messages import Learn

        number = self._next()
        (self._arriving.begin_twin if twin else self._arriving.begin)(number, header)
        self._arriving.hand_over(number, then, otherwise)
        self._send(Learn(number, header, aside=True, twin=twin))
