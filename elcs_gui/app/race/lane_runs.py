"""The runs of a race: those that are there already, and the others made by the worker one after the other."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from PySide6.QtCore import QObject, Signal

from elcs_gui.algorithms.learning import checked_algorithm
from elcs_gui.app.kit.later import run_in_slices
from elcs_gui.app.model.requests import Request
from elcs_gui.app.model.session import Session
from elcs_gui.errors import ElcsError
from elcs_gui.inquiry.race import lane_header
from elcs_gui.trace.trace import Header, Trace

Preparing = Callable[[Trace], Iterator[None]]


class LaneRuns(QObject):
    """All share the worker's tape; a run that was made once is kept as long as what is open."""

    changed = Signal()
    """A run has come, or cannot be made; or all work has stopped."""

    def __init__(self, session: Session, preparing: Preparing, parent: QObject | None = None) -> None:
        """`preparing` does what a lane needs before it can be shown, piece by piece."""
        super().__init__(parent)
        self._session, self._preparing = session, preparing
        self._kept: dict[Header, Trace] = {}
        self._wanted: tuple[Header, ...] = ()
        self._request: Request | None = None
        self._under_way: Header | None = None
        self.refused: dict[str, str] = {}
        """By algorithm: why it cannot take part."""
        self.stopped = False
        """By the user, before all runs were there."""

    def want(self, header: Header, algorithms: Sequence[str]) -> None:
        """Have these made, like the header's run but for the algorithm; others are given up."""
        self._give_up()
        self.refused, self.stopped = {}, False
        self._wanted = tuple(lane_header(header, name) for name in algorithms)
        for wanted in self._wanted:
            try:
                checked_algorithm(wanted)
            except ElcsError as error:
                self.refused[wanted.algorithm] = str(error)
        self._fetch()

    def get(self, algorithm: str) -> Trace | None:
        """The run of one of the algorithms wanted, if it is there."""
        return next((self._kept.get(each) for each in self._wanted if each.algorithm == algorithm), None)

    @property
    def busy(self) -> str | None:
        """The algorithm whose run is being made."""
        return None if self._under_way is None else self._under_way.algorithm

    @property
    def missing(self) -> int:
        """How many are still to be made."""
        return sum(one not in self._kept and one.algorithm not in self.refused for one in self._wanted)

    def stop(self) -> None:
        """What is there stays."""
        self.stopped = self.missing > 0
        self._give_up()
        self.changed.emit()

    def forget(self) -> None:
        """Something else is open."""
        self._give_up()
        self._kept.clear()
        self._wanted = ()

    def _give_up(self) -> None:
        if self._request is not None:
            self._request.cancel()
        self._request = self._under_way = None

    def _fetch(self) -> None:
        self._under_way = next(
            (one for one in self._wanted if one not in self._kept and one.algorithm not in self.refused), None
        )
        header = self._under_way
        known = None if header is None else self._session.runs.find(header)
        if header is not None and known is not None:
            self._take(header, known.trace)
        elif header is not None:
            self._request = self._session.run_aside(
                header, lambda trace: self._take(header, trace), lambda reason: self._refuse(header, reason)
            )
        self.changed.emit()

    def _take(self, header: Header, trace: Trace) -> None:
        run_in_slices(self._keeping(header, trace), self)

    def _keeping(self, header: Header, trace: Trace) -> Iterator[None]:
        """Have it prepared, then keep it and go on with the next; not if it is given up meanwhile."""
        for _ in self._preparing(trace):
            if header != self._under_way:
                return
            yield
        self._kept[header] = trace
        if header == self._under_way:
            self._fetch()

    def _refuse(self, header: Header, reason: str) -> None:
        self.refused[header.algorithm] = reason
        if header == self._under_way:
            self._fetch()
