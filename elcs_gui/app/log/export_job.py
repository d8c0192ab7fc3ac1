"""Writing the log to a file a piece at a time, so that the window stays awake."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from PySide6.QtCore import QObject, QTimer, Signal

from elcs_gui.app.log.columns import LogColumns, Rows
from elcs_gui.app.log.text_export import write_log
from elcs_gui.errors import ElcsError


class LogExporting(QObject):
    """One export at a time."""

    progressed = Signal(int)
    """Per cent done."""
    ended = Signal(str, bool)
    """What is to be said, and whether all went well."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._pieces: Iterator[int] | None = None
        self._path, self._count = Path(), 0
        self._timer = QTimer(self)
        self._timer.timeout.connect(self._go_on)

    def start(self, columns: LogColumns, rows: Rows, path: Path) -> None:
        """Write the tests at `rows`; an export that is still under way is given up."""
        self._pieces = write_log(columns, rows, path)
        self._path, self._count = path, len(rows)
        self._timer.start(0)

    def _go_on(self) -> None:
        assert self._pieces is not None
        try:
            self.progressed.emit(100 * next(self._pieces) // max(self._count, 1))
        except StopIteration:
            noun = "test" if self._count == 1 else "tests"
            self._end(f"{self._count:,} {noun} written to {self._path.name}.", well=True)
        except ElcsError as error:
            self._end(str(error), well=False)

    def _end(self, said: str, *, well: bool) -> None:
        self._timer.stop()
        self._pieces = None
        self.ended.emit(said, well)
