"""Exports from the window: each is begun here, goes on beside the window, and tells of its end."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path

import numpy as np
from PySide6.QtCore import QObject, Signal

from elcs_gui.algorithms.run_title import headline, transcript
from elcs_gui.app.exporting.choices import Choices
from elcs_gui.app.exporting.film_job import Filming
from elcs_gui.app.exporting.film_painter import Painting
from elcs_gui.app.exporting.film_steps import Film, film
from elcs_gui.app.exporting.player_export import player_maker
from elcs_gui.app.exporting.report import page_maker
from elcs_gui.app.graph.sheet import Layout, Look, Sheet
from elcs_gui.app.kit.theme import THEMES
from elcs_gui.app.kit.thread_task import ThreadTask
from elcs_gui.app.log.columns import LogColumns
from elcs_gui.app.log.export_job import LogExporting
from elcs_gui.data.files import replacing
from elcs_gui.data.structures.structure_files import structure_text, write_structure
from elcs_gui.errors import ElcsError
from elcs_gui.storage.trace_file import write_trace
from elcs_gui.trace.result import structure_at
from elcs_gui.trace.script import script_of
from elcs_gui.trace.timeline import timeline_of
from elcs_gui.trace.trace import Trace

LINES = 60
"""Of a text, shown before it is written."""


@dataclass(frozen=True, eq=False)
class Order:
    """What is to be exported: of which run, at which step, and how.

    Attributes:
        first, last: of a film.
        with_origin: the trace, whose header tells where it came from; made when it is asked for, which may
            take a while on large data.
    """

    trace: Trace
    with_origin: Callable[[], Trace]
    look: Look
    choices: Choices
    step: int
    title: str
    first: int
    last: int

    @property
    def layout(self) -> Layout:
        chosen = self.choices
        film_wanted = chosen.group == "film"
        return Layout(
            THEMES[chosen.theme],
            chosen.view,
            chosen.pixels(self.look.size),
            bare=chosen.size == "window",
            title=self.title,
            caption=chosen.caption or film_wanted,
            legend=chosen.legend,
            test=chosen.test,
            transparent=chosen.transparent and not film_wanted,
        )

    @property
    def at(self) -> int:
        return len(self.trace) if self.choices.end else self.step

    @property
    def film(self) -> Film:
        chosen = self.choices
        return film(self.trace, chosen.every, chosen.nth, self.first, self.last, chosen.seconds)

    def sheet(self, before: Sheet | None = None, *, wait: bool = True) -> Sheet:
        """What a picture shows; of a film the last frame, of a page the end.

        It is `before` in another style where that will do, for then nothing has to be laid out anew.
        """
        if before is not None and before.can_be(self.trace, self.layout, self.look):
            before.restyle(self.layout)
            made = before
        else:
            made = Sheet(self.trace, self.layout, self.look, wait=wait)
        end = len(self.trace)
        made.seek({"film": self.last, "report": end, "player": end}.get(self.choices.group, self.at))
        return made

    def text(self) -> str:
        """The first lines of what would be written; an ElcsError where it cannot be."""
        group = self.choices.group
        if group == "structure":
            view = timeline_of(self.trace).view(self.at)
            return structure_text(structure_at(view, self.trace.header), f".{self.choices.structure}")
        if group == "log":
            return self._log_lines()
        if group == "script":
            return script_of(self.with_origin(), headline(self.trace.header))
        lines = []
        for line in transcript(self.trace):
            lines.append(line)
            if len(lines) == LINES:
                lines.append("…")
                break
        return "\n".join(lines)

    def _log_lines(self) -> str:
        from elcs_gui.app.log.text_export import as_text

        rows = self.log_rows()
        text = as_text(LogColumns(self.trace), rows[:LINES], self.choices.log)
        return text + ("…" if len(rows) > LINES else "")

    def log_rows(self) -> np.ndarray[tuple[int], np.dtype[np.int32]]:
        """The tests up to the step."""
        return np.arange(np.searchsorted(self.trace.test_steps, self.at), dtype=np.int32)


class ExportJobs(QObject):
    """One export at a time."""

    progressed = Signal(int)
    """Per cent done."""
    ended = Signal(str, bool)
    """What is to be said, and whether all went well."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._filming, self._logging = Filming(self), LogExporting(self)
        self._task = ThreadTask("export", self)
        self._path = Path()
        self._logs = False
        self._filming.progressed.connect(lambda done, of: self.progressed.emit(100 * done // max(of, 1)))
        self._filming.ended.connect(self.ended)
        self._logging.progressed.connect(self.progressed)
        self._logging.ended.connect(self._log_ended)
        self._task.done.connect(lambda _: self.ended.emit(f"{self._path.name} is written.", True))
        self._task.failed.connect(lambda reason: self.ended.emit(reason, False))

    @property
    def busy(self) -> bool:
        return self._filming.running or self._logs or self._task.busy

    @property
    def can_cancel(self) -> bool:
        """Films take long enough for that."""
        return self._filming.running

    def start(self, order: Order, path: Path) -> None:
        """Begin; `ended` tells, perhaps at once. An ElcsError says what cannot be begun."""
        assert not self.busy
        self._path = path
        group, trace = order.choices.group, order.trace
        if group == "picture":
            scale = order.choices.scale if order.choices.ending == "png" else None
            order.sheet().picture.write(path, scale)
            self.ended.emit(f"{path.name} is written.", True)
        elif group == "film":
            self._filming.start(Painting.of_trace(trace, order.layout, order.film, order.look, 1.0), path)
        elif group == "log":
            self._logs = True
            self._logging.start(LogColumns(trace), order.log_rows(), path)
        elif group == "report":
            make = page_maker(trace, order.layout, order.look, order.title)
            self._task.start(lambda: _write(path, make(order.with_origin())))
        elif group == "player":
            layout = replace(order.layout, size=None, bare=False)
            make = player_maker(trace, layout, order.look, order.title)
            self._task.start(lambda: _write(path, make(order.with_origin())))
        elif group == "structure":
            view = timeline_of(trace).view(order.at)
            self._task.start(partial(write_structure, structure_at(view, trace.header), path))
        elif group == "script":
            self._task.start(lambda: _write(path, script_of(order.with_origin(), headline(trace.header))))
        else:
            self._task.start(lambda: write_trace(order.with_origin(), path))

    def cancel(self) -> None:
        self._filming.cancel()

    def stop(self) -> None:
        """The window closes."""
        self._filming.stop()
        self._task.wait()

    def _log_ended(self, said: str, well: bool) -> None:
        self._logs = False
        self.ended.emit(said, well)


def _write(path: Path, text: str) -> None:
    with replacing(path) as part:
        try:
            data = text.encode()
        except UnicodeEncodeError:  # half of a pair of signs: no file can hold it
            raise ElcsError(f"{path.name} cannot be written: a name holds what is not text.") from None
        part.write_bytes(data)
