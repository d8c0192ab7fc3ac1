"""Bringing back what a session file holds: the worker reads it, the runs are rebuilt aside, then shown."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QTimer, Signal

from elcs_gui.app.kit.thread_task import ThreadTask
from elcs_gui.app.model.runs import Branch, RunTree
from elcs_gui.app.model.session import Session

if TYPE_CHECKING:  # the start page does not wait for numpy
    from elcs_gui.storage.study import Study
    from elcs_gui.trace.trace import Header, Trace
    from elcs_gui.worker.messages import OriginChecked, SessionOpened

_BETWEEN = 10
"""Milliseconds."""


class Restoring(QObject):
    """Opens session files for a session."""

    shown = Signal(object)
    """A `SessionOpened`: its runs are in the session now, the current one is shown."""
    restored = Signal(object)
    """The same, a moment later: what else it brought may be shown as well."""
    altered = Signal(object)
    """A `SessionOpened` that contradicts itself: it is not shown unless it is opened `as_altered`."""
    origin_changed = Signal(object)
    """The path of the data file, which holds other data than those that came with the session."""

    def __init__(self, session: Session, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._session = session
        self._building = ThreadTask("restoring", self)
        self._building.done.connect(self._take)
        self._building.failed.connect(session.failed)
        self._waiting: SessionOpened | None = None
        self.bringing: SessionOpened | None = None
        """What takes the place of all that was open, while it does so."""

    @property
    def busy(self) -> bool:
        return self._building.busy or self.bringing is not None

    def open(
        self, path: Path, data: Path | None = None, *, anew: bool = False, as_altered: bool = False
    ) -> None:
        """Read a session or trace file; `data` is where its data were found, with `anew` other data."""
        from elcs_gui.worker.messages import OpenSession, SessionOpened

        self._session.cancel()
        self._session.open(
            partial(OpenSession, path=path, data=data, anew=anew),
            handlers={SessionOpened: partial(self._on_opened, as_altered=as_altered)},
        )

    def check_origin(self, study: Study, session: Path) -> None:
        """Look whether the file that the data came from still holds them; `origin_changed` tells if not."""
        from elcs_gui.worker.messages import CheckOrigin, OriginChecked

        path = None if study.data_file is None else study.data_file.found(session)
        if path is not None and study.data is not None:
            self._session.ask_about_open(
                partial(CheckOrigin, path=path, study=study), {OriginChecked: self._on_origin_checked}
            )

    def wait(self) -> None:
        self._building.wait()

    def _on_origin_checked(self, message: OriginChecked) -> None:
        if message.changed:
            self.origin_changed.emit(message.path)

    def _on_opened(self, message: SessionOpened, *, as_altered: bool) -> None:
        if message.session.altered and not as_altered:
            self._session.stop_opening()
            self.altered.emit(message)
        elif self._building.busy:
            self._waiting = message  # another one was asked for meanwhile
        else:
            self._building.start(partial(_built, message))

    def _take(self, built: tuple[SessionOpened, list[Trace]]) -> None:
        opening = self._session.opening
        if self._waiting is not None:
            waiting, self._waiting = self._waiting, None
            self._building.start(partial(_built, waiting))
        elif opening is not None and opening.number == built[0].number:  # else nobody wants it any more
            self._show(*built)

    def _show(self, opened: SessionOpened, traces: list[Trace]) -> None:
        from elcs_gui.worker.reopen_session import going_on

        session = opened.session
        branches: list[Branch] = []
        for run, trace in zip(session.runs, traces, strict=True):
            parent = None if run.parent is None else branches[run.parent]
            branches.append(Branch(run.header, trace, parent, run.step, run.finished, run.older))
        current = None if session.current is None else branches[session.current]
        if opened.anew and opened.study is not None:
            header, current = _header_anew(opened.study, current), None
        else:
            assert current is not None
            header = current.header
        used = [traces[session.runs.index(run)] for run in going_on(session)] if opened.study else []
        self.bringing = opened
        self._session.take_session(opened.study, RunTree(branches, current), used, header)
        self._later(partial(self._show_run, opened, current, header))

    def _show_run(self, opened: SessionOpened, current: Branch | None, header: Header) -> None:
        if current is None:
            self._session.run(header)
        else:
            self._session.show_run(current)
        self.shown.emit(opened)
        self._later(partial(self._end, opened))

    def _end(self, opened: SessionOpened) -> None:
        self.restored.emit(opened)
        self.bringing = None

    def _later(self, step: Callable[[], None]) -> None:
        """The window takes in one thing at a time: all in one turn of its loop would be felt."""
        runs, current = self._session.runs, self._session.runs.current

        def go_on() -> None:
            now = self._session.runs
            if self._session.opening is None and now is runs and now.current is current:
                step()
            else:
                self.bringing = None  # something else was asked for meanwhile

        QTimer.singleShot(_BETWEEN, self, go_on)


def _header_anew(study: Study, before: Branch | None) -> Header:
    """How the run that was shown is made again on other data."""
    if before is None:
        return study.header()
    return replace(before.header, rows=study.rows(before.header.test))


def _built(opened: SessionOpened) -> tuple[SessionOpened, list[Trace]]:
    _, traces = opened.session.traces()
    return opened, traces
