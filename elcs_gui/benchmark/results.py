"""The results of a benchmark: one line for each run, appended when it is over, and never changed.

`results.csv` is written line by line, each in one go, so that whoever is killed loses at most the line that
was being written. Half a line at the end is ignored, and cut off before anything is appended. Of several
lines about one run the last one counts.
"""

from __future__ import annotations

import csv
import io
import os
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from types import TracebackType

from elcs_gui.benchmark.measures import MEASURES
from elcs_gui.benchmark.plan import RunKey
from elcs_gui.data.columns.cells import neutralised, restored
from elcs_gui.data.files import reading
from elcs_gui.data.locking import Lock
from elcs_gui.errors import ElcsError, shown

FILE = "results.csv"
_LOCK = ".results.lock"

DONE, STOPPED, FAILED = "done", "stopped", "failed"
STATES = (DONE, STOPPED, FAILED)

COLUMNS = ("network", "rows", "set", "origin", "algorithm", "target", "state", *MEASURES, "note")


@dataclass(frozen=True)
class RunResult:
    """How one run went.

    Attributes:
        origin: where its data come from, in words.
        figures: by measure, those that it has: who finds no arrows has none about them, who asks no tests no
            number of them. Of a run that was stopped only its seconds.
        note: why it failed.
    """

    key: RunKey
    origin: str
    state: str
    figures: Mapping[str, float] = field(default_factory=dict)
    note: str = ""

    def line(self) -> str:
        """As it stands in the file."""
        key = self.key
        cells: list[object] = [
            neutralised(key.network),
            key.rows,
            key.set,
            self.origin,
            key.algorithm,
            neutralised(key.target),
            self.state,
        ]
        cells += [_written(id, self.figures.get(id)) for id in MEASURES]
        text = io.StringIO()
        csv.writer(text, lineterminator="\n").writerow([*cells, neutralised(" ".join(self.note.split()))])
        return text.getvalue()


def _written(id: str, value: float | None) -> str:
    if value is None:
        return ""
    return str(round(value)) if MEASURES[id].whole else f"{value:.6g}"


def read_results(folder: Path) -> dict[RunKey, RunResult]:
    """Every run that has a line, in the order of the first ones; nothing where there is no file yet."""
    path = folder / FILE
    if not path.exists() or path.stat().st_size == 0:
        return {}
    with reading(path):
        whole = path.read_bytes()
    text = whole[: whole.rfind(b"\n") + 1].decode("utf-8", "replace")
    if not text:
        return {}
    reader = csv.DictReader(io.StringIO(text, newline=""))
    if tuple(reader.fieldnames or ()) != COLUMNS:
        raise ElcsError(f"'{path}' is no table of results: its first line should name {COLUMNS[0]}, ...")
    found = {}
    for line in reader:
        try:
            result = _result(line)
        except (KeyError, TypeError, ValueError):
            raise ElcsError(
                f"'{path}', line {reader.line_num}, is not a result: {shown(repr(dict(line)), 120)}."
            ) from None
        found[result.key] = result
    return found


def _result(line: Mapping[str, str]) -> RunResult:
    network, target = restored(line["network"]), restored(line["target"])
    key = RunKey(network, int(line["rows"]), int(line["set"]), line["algorithm"], target)
    if line["state"] not in STATES:
        raise ValueError
    figures = {id: float(line[id]) for id in MEASURES if line[id]}
    return RunResult(key, line["origin"], line["state"], figures, restored(line["note"]))


class ResultsWriter:
    """Appends to the results of a folder; while it is open, nobody else does."""

    def __init__(self, folder: Path) -> None:
        lock = Lock.take(folder / _LOCK)
        if lock is None:
            raise ElcsError(
                f"Another benchmark is writing into '{folder}', or nobody may: wait, or choose another."
            )
        self._lock = lock
        path = folder / FILE
        # Opened for reading too: what a killed program left of its last line is cut off.
        self._file = os.open(path, os.O_RDWR | os.O_CREAT | getattr(os, "O_BINARY", 0), 0o666)
        size = os.fstat(self._file).st_size
        kept = _end_of_last_line(self._file, size)
        os.ftruncate(self._file, kept)
        os.lseek(self._file, kept, os.SEEK_SET)
        if kept == 0:
            self._write([",".join(COLUMNS) + "\n"])

    def append(self, result: RunResult) -> None:
        """One more line."""
        self._write([result.line()])

    def _write(self, lines: Iterable[str]) -> None:
        data = "".join(lines).encode("utf-8")
        while data:
            data = data[os.write(self._file, data) :]

    def __enter__(self) -> ResultsWriter:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        os.fsync(self._file)
        os.close(self._file)
        self._lock.give_back(remove=True)


def _end_of_last_line(file: int, size: int) -> int:
    """Behind the last line end of the file."""
    step = 1 << 16
    end = size
    while end > 0:
        start = max(end - step, 0)
        os.lseek(file, start, os.SEEK_SET)
        newline = os.read(file, end - start).rfind(b"\n")
        if newline >= 0:
            return start + newline + 1
        end = start
    return 0
