"""Has it found out, when a run has ended, how far alpha may move before an edge changes.

What is found is kept with the run (`elcs_gui.inquiry.firmness.known_firmness`), where everybody who shows
something of it looks. It is asked for aside: whatever the user asks for goes before. Which edges rest on too
few rows (`elcs_gui.inquiry.weak_edges.known_weak_edges`) is found on the way, and comes first.

    NEEDED   --the process is free-->  WORKING
    WORKING  --it is found-->          KNOWN
    WORKING  --it takes too long-->    ON_DEMAND    until the user asks for it: `compute`
    WORKING  --the user asks for something else--> NEEDED
"""

from __future__ import annotations

from enum import Enum
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from elcs_gui.app.kit.later import after_turns

if TYPE_CHECKING:  # the start page does not wait for numpy
    from elcs_gui.app.model.context import Context
    from elcs_gui.trace.trace import Header, Trace
    from elcs_gui.worker.inquiry_process import InquiryProgress, Refused

SECONDS = 2.0
"""Of work that nobody asked for."""
_AFTER_THE_RUN = 3
"""Turns of the event loop from the end of a run: its picture comes first."""


class FirmnessState(Enum):
    """Of the run that is shown."""

    NO_RUN = "there is none, or it is under way"
    CUT_SHORT = "it was cut short: what it would have found is not known"
    NO_DATA = "its data are not there to be asked"
    NEEDED = "nothing is known yet"
    WORKING = "it is being found out"
    ON_DEMAND = "it takes too long to be done without being asked for"
    FAILED = "it could not be found out"
    KNOWN = "it is known"


class FirmnessClient(QObject):
    """One for a window."""

    changed = Signal()
    """The state is another one, or the work has come further."""
    found = Signal()
    """More is known of the run that is shown, or another one is."""

    def __init__(self, context: Context) -> None:
        super().__init__(context)
        self._context, self._session = context, context.session
        self.share = 0.0
        """How much is done while it works."""
        self.reason = ""
        """Why it failed."""
        self._asked: Header | None = None
        """Of the run that is looked into."""
        self._put_off: dict[Header, FirmnessState] = {}
        """Of runs that are not to be looked into again by itself."""
        self._joined = False
        self._session.opened.connect(self._put_off.clear)
        self._session.run_started.connect(self._on_run)
        self._session.run_finished.connect(self._on_run)

    @property
    def state(self) -> FirmnessState:
        session = self._session
        trace, header = session.trace, session.header
        if trace is None or header is None or session.running or not len(trace):
            return FirmnessState.NO_RUN
        from elcs_gui.inquiry.firmness import known_firmness

        if known_firmness(trace) is not None:
            return FirmnessState.KNOWN
        current = session.runs.current
        if current is None or not current.finished or not _is_whole(trace):
            return FirmnessState.CUT_SHORT
        if session.source is None or current.older:
            return FirmnessState.NO_DATA
        if self._asked == header:
            return FirmnessState.WORKING
        return self._put_off.get(header, FirmnessState.NEEDED)

    @property
    def settled(self) -> bool:
        """Nothing is to be expected without somebody asking for it."""
        return self.state not in (FirmnessState.NEEDED, FirmnessState.WORKING)

    def compute(self) -> None:
        """Find it out, however long that takes."""
        if self.state in (FirmnessState.ON_DEMAND, FirmnessState.FAILED):
            assert self._session.header is not None
            del self._put_off[self._session.header]
            self._ask(None)

    def cancel(self) -> None:
        """Stop looking; it can be asked for again."""
        if self._asked is not None:
            self._put_off[self._asked] = FirmnessState.ON_DEMAND
            self._context.inquiry_client.cancel_aside()

    def _on_run(self) -> None:
        """Another run is shown, or this one has ended."""
        if self._asked is not None and self._asked != self._session.header:
            self._context.inquiry_client.cancel_aside()
        self._keep_certain()
        self._keep_none_weak()
        self.changed.emit()
        self.found.emit()
        if self.state is FirmnessState.NEEDED:
            after_turns(_AFTER_THE_RUN, self, self._look)

    def _keep_certain(self) -> None:
        """Where alpha changes nothing, nothing has to be asked."""
        trace = self._session.trace
        if trace is not None and not self._session.running and not trace.header.heeds_alpha:
            from elcs_gui.inquiry.firmness import certain_firmness, keep_firmness, known_firmness

            if _is_whole(trace) and known_firmness(trace) is None:
                keep_firmness(trace, certain_firmness(trace))

    def _keep_none_weak(self) -> None:
        """Where every conditional test had rows enough nothing has to be asked either."""
        trace = self._session.trace
        if trace is not None and not self._session.running and _is_whole(trace):
            from elcs_gui.inquiry.weak_edges import keep_weak_edges, known_weak_edges, none_weak

            found = none_weak(trace) if known_weak_edges(trace) is None else None
            if found is not None:
                keep_weak_edges(trace, found)

    def _look(self) -> None:
        if self.state is FirmnessState.NEEDED:
            self._ask(SECONDS)

    def _ask(self, seconds: float | None) -> None:
        from elcs_gui.worker.inquiry_process import MeasureFirmness

        client, source, header = self._context.inquiry_client, self._session.source, self._session.header
        assert source is not None and header is not None
        if not self._joined:
            client.idle.connect(self._look)
            self._joined = True
        if client.ask_aside(source, MeasureFirmness(header, seconds), self._hear):
            self._asked, self.share = header, 0.0
            self.changed.emit()

    def _hear(self, message: InquiryProgress | Refused | None) -> None:
        from elcs_gui.worker.inquiry_process import Refused

        asked = self._asked
        assert asked is not None
        if message is None:  # gave way: again when nobody asks for anything
            self._asked = None
        elif isinstance(message, Refused):
            self._asked, self.reason = None, message.reason
            self._put_off[asked] = FirmnessState.FAILED
        elif not message.done:
            self.share = message.steps / (message.of or 1)
            self._keep(asked, message.result)
        else:
            self._asked = None
            if not self._keep(asked, message.result) and not message.cancelled:
                self._put_off[asked] = FirmnessState.ON_DEMAND
        self.changed.emit()

    def _keep(self, header: Header, found: object) -> bool:
        """Keep with the run what was found of it; whether that is all there is to know."""
        from elcs_gui.inquiry.firmness import keep_firmness
        from elcs_gui.inquiry.weak_edges import keep_weak_edges
        from elcs_gui.worker.inquiry_process import Measured

        branch = self._session.runs.find(header)
        if not isinstance(found, Measured):
            return False
        if branch is not None and found.weak is not None:
            keep_weak_edges(branch.trace, found.weak)
        if branch is not None and found.firmness is not None:
            keep_firmness(branch.trace, found.firmness)
        self.found.emit()
        return found.firmness is not None


def _is_whole(trace: Trace) -> bool:
    from elcs_gui.trace.events import Finished

    return bool(len(trace)) and isinstance(trace[-1], Finished)
