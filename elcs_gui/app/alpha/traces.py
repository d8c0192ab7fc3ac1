"""The traces behind the alpha explorer's graph: one for every different run, made when it is looked at."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from PySide6.QtCore import QObject, Signal

from elcs_gui.app.model.requests import Request
from elcs_gui.app.model.session import Session
from elcs_gui.trace.trace import Header, Trace

MOST_KEPT = 96


class Results(QObject):
    """Fetches one run at a time. While one is under way only the latest wish is remembered, so that a line
    dragged across the plot never queues up work.

    Runs are named by where their stretch of alpha begins, or by their own alpha where that is not known.
    """

    arrived = Signal(float)
    """The name of a run whose trace is here now."""

    def __init__(self, session: Session, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._session = session
        self._header: Header | None = None
        self._traces: dict[float, Trace] = {}
        self._request: Request | None = None
        """The latest; it waits while its run is made."""
        self._wanted: tuple[float, float] | None = None
        self._later: list[tuple[float, float]] = []

    @property
    def busy(self) -> bool:
        """Is somebody waiting for a run? Those fetched ahead do not count."""
        return self._wanted is not None

    def begin(self, header: Header) -> None:
        """From now on about runs like this one, but for alpha; others are forgotten."""
        if self._header is None or replace(self._header, alpha=header.alpha) != header:
            self._traces.clear()
        self._header = header
        self.give_up()

    def keep(self, name: float, trace: Trace) -> None:
        """Here is one that was made elsewhere."""
        self._traces[name] = trace
        while len(self._traces) > MOST_KEPT:
            del self._traces[next(iter(self._traces))]

    def get(self, name: float) -> Trace | None:
        return self._traces.get(name)

    def standing_in(self, same: Callable[[float], bool]) -> Trace | None:
        """One that is here and looks the same, latest first: better than nothing for a moment."""
        return next((self._traces[name] for name in reversed(self._traces) if same(name)), None)

    def want(self, name: float, alpha: float) -> None:
        """Have this run made, before any other."""
        self._wanted = None if name in self._traces else (name, alpha)
        self._fetch()

    def ahead(self, runs: Sequence[tuple[float, float]]) -> None:
        """Make these when there is nothing else to do: they are likely to be looked at next."""
        self._later = [(name, alpha) for name, alpha in runs if name not in self._traces]
        self._fetch()

    def give_up(self) -> None:
        """Nobody is waiting any more."""
        if self._request is not None:
            self._request.cancel()
        self._wanted = None
        self._later = []

    def _fetch(self) -> None:
        if self._header is None or (self._request is not None and self._request.waiting):
            return
        if self._wanted is not None:
            name, alpha = self._wanted
        elif self._later:
            name, alpha = self._later.pop(0)
        else:
            return
        self._request = self._session.run_aside(
            replace(self._header, alpha=alpha), lambda trace: self._take(name, trace)
        )

    def _take(self, name: float, trace: Trace) -> None:
        self.keep(name, trace)
        if self._wanted is not None and self._wanted[0] == name:
            self._wanted = None
        self.arrived.emit(name)
        self._fetch()
