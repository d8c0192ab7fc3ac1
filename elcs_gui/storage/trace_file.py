"""Trace files: one JSON object a line, the header first, then every event in order.

    {"schema": "elcs-trace/2", "algorithm": "elcs", "target": 12, "names": ["A", ...], "test": "g2",
     "alpha": 0.01, "k": 3, "rows": 5000, "rows_per_cell": 5.0,
     "policy": {"marginal": "independent", "conditional": "dependent"},
     "forced": [{"x": 0, "y": 4, "z": [12], "verdict": "dependent"}],
     "knowledge": {"forbidden": [[3, 5]], "required": [], "adjacent": [[0, 12]], "tiers": [[1, 2], [12]]},
     "origin": {"kind": "table", "name": "lungs.csv", "fingerprint": "5e88...", "reading": {}},
     "parameters": {"lambda1": 0.05},
     "no_information": [{"x": 0, "y": 3, "z": [], "why": "A is known only where D is f"}]}
    {"event": "Started", "at": "ELCS:1", "procedure": "ELCS", "target": 12}
    {"event": "Tested", "at": "HITON-PC:2", "number": 1, "x": 0, "y": 12, "z": [], "statistic": 31.2, ...}

Variables are numbers, named by the header. `k` null means no limit. `knowledge` is left out where there is
none (see `elcs_gui.trace.knowledge`), `origin` where nobody told it (see `Origin`), `parameters` where all of
the algorithm's are as usual, `no_information` (why tests had none) where that is not known of any. The fields
of each event are those of its class in `elcs_gui.trace.events`. A file needs no data to be replayed. It ends
where the run ended or was cancelled.

Reading believes nothing: every line must have its form, and all of them together must be what the algorithm
tells (`elcs_gui.storage.checking`). What cannot be is refused with the number of the line.
"""

from __future__ import annotations

import json
import math
from collections.abc import Iterator
from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from typing import IO, Any

import msgspec
import numpy as np
from msgspec import structs

from elcs_gui.ci.asking import FRESH, SWAPPED
from elcs_gui.ci.questions import MOST_DF, UNRELIABLE_DF
from elcs_gui.ci.tape import Tape, TapeRows
from elcs_gui.data.files import reading, replacing
from elcs_gui.data.names import untidy_sentence
from elcs_gui.errors import ElcsError, quoted
from elcs_gui.storage.checking import Checked, Said, checked_run
from elcs_gui.storage.records import (
    FORM_ERRORS,
    FirstLine,
    ReasonRecord,
    WrongForm,
    decoded,
    header_object,
    header_of,
    why_wrong,
)
from elcs_gui.storage.retrace import Unfollowed
from elcs_gui.storage.upgrade import FirstEvent, upgraded
from elcs_gui.storage.why_empty import all_reasons, remember_reasons
from elcs_gui.trace.events import Event, Tested
from elcs_gui.trace.listings import line as pseudo_code_line
from elcs_gui.trace.stream import Chunk
from elcs_gui.trace.trace import Header, Trace

SCHEMA, FIRST_SCHEMA = "elcs-trace/2", "elcs-trace/1"
"""What is written, and what is read as well."""
MOST_HEADER = 256 << 20
MOST_LINE = 8 << 20
"""Bytes of the first line, and of any other."""


class TraceFileError(ElcsError):
    """A trace file that cannot be read; the message names the line."""


# Writing


def write_trace(trace: Trace, path: Path) -> None:
    """Write all of it, or leave what stood there: the file is replaced only when it is complete.

    By the ending `.elcs` it becomes a session without data, which is much quicker to write and to read.
    """
    if path.suffix.lower() == ".elcs":
        from elcs_gui.storage.session_file import write_lone_trace

        write_lone_trace(trace, path)
        return
    with replacing(path) as part, part.open("wb") as file:
        file.writelines(trace_lines(trace))


def trace_lines(trace: Trace) -> Iterator[bytes]:
    """What such a file holds."""
    header = {"schema": SCHEMA, "names": trace.header.names} | header_object(trace.header)
    if reasons := all_reasons(trace):
        header["no_information"] = [structs.asdict(each) for each in reasons]
    yield json.dumps(header, ensure_ascii=False, separators=(",", ":"), allow_nan=False).encode() + b"\n"
    encode = msgspec.json.Encoder().encode
    for event in trace:
        yield encode(event) + b"\n"


# Reading


def read_trace(path: Path) -> Trace:
    """The trace in a file, complete with the log of its tests; of a session, the run that was shown."""
    return open_trace(path).trace


def open_trace(path: Path) -> Checked:
    """The trace in a file, and what in it disagrees with the rest of it."""
    if path.suffix.lower() == ".elcs":
        from elcs_gui.storage.session_reading import current_run

        return current_run(path)
    with reading(path), path.open("rb") as file:
        header, tape, chunk, said, renamed = _read(path, file)
    try:
        return replace(checked_run(header, tape, chunk, said), renamed=renamed)
    except Unfollowed as wrong:
        raise TraceFileError(
            f"{path.name}, line {wrong.step + 2}: this cannot follow what stands before it; it should be "
            f"{wrong.expected}."
        ) from None


def _read(path: Path, file: IO[bytes]) -> tuple[Header, Tape, Chunk, Said, str]:
    try:
        header, schema, renamed, reasons = _header(file.readline(MOST_HEADER))
    except ElcsError as error:
        reason = str(error).rstrip(".")
        raise TraceFileError(f"{path.name} is not a trace of this program: {reason}.") from None
    reader = _Reader(header, FirstEvent if schema == FIRST_SCHEMA else Event)
    number = 1
    while line := file.readline(MOST_LINE):
        number += 1
        try:
            reader.add(line)
        except (WrongForm, *FORM_ERRORS) as error:
            reason = str(error) if isinstance(error, WrongForm) else why_wrong(error)
            raise TraceFileError(f"{path.name}, line {number}: {reason}.") from None
    tape, chunk, said = reader.parts()
    remember_reasons(tape, reasons)
    return header, tape, chunk, said, renamed


def _header(line: bytes) -> tuple[Header, str, str, tuple[ReasonRecord, ...]]:
    """The header, the format, what is to be said of its names, and why tests had no information."""
    if not line.startswith(b"{"):
        raise WrongForm("its first line is not the header of a trace")
    try:
        schema = msgspec.json.decode(line, type=_Schema).schema
    except FORM_ERRORS as error:
        raise WrongForm(f"its first line is not the header of a trace ({why_wrong(error)})") from None
    if schema not in (SCHEMA, FIRST_SCHEMA):
        if schema.startswith("elcs-trace/"):
            raise WrongForm(f"it has the format {quoted(schema)}, this version reads {SCHEMA!r}")
        raise WrongForm("its first line is not the header of a trace")
    found = decoded(line, FirstLine)
    return header_of(found, found.names), schema, untidy_sentence(found.names), found.no_information


class _Schema(msgspec.Struct):
    schema: str


class _Reader:
    """Puts the events of a file together: the answers of its tests become rows of a tape."""

    def __init__(self, header: Header, events: Any) -> None:
        self._decode = msgspec.json.Decoder(events).decode
        self._variables = len(header.names)
        self._rows: dict[tuple[int, int, tuple[int, ...]], int] = {}
        self._statistic: list[float] = []
        self._df: list[int] = []
        self._codes: list[int] = []
        self._places: list[int] = []
        self._flags: list[int] = []
        self._lines: dict[str, int] = {}
        self._facts: list[Event] = []
        self._said = Said()

    def add(self, line: bytes) -> None:
        event = upgraded(self._decode(line))
        place = self._lines.get(event.at)
        if place is None:
            place = self._lines[event.at] = self._known_line(event.at)
        if isinstance(event, Tested):
            self._add_test(event)
        else:
            self._codes.append(-1 - len(self._facts))
            self._flags.append(0)
            self._facts.append(event)
        self._places.append(place)

    def parts(self) -> tuple[Tape, Chunk, Said]:
        """The tape, and what the trace is made of."""
        tape = Tape()
        asked: list[tuple[int, int, int, int]] = []
        given: list[int] = []
        for x, y, z in self._rows:
            asked.append((x, y, len(given), len(z)))
            given += z
        rows = TapeRows(
            np.array(asked, dtype=np.int32).reshape(-1, 4),
            np.array(given, dtype=np.int32),
            np.array(self._statistic, dtype=np.float64),
            np.array(self._df, dtype=np.int32),
        )
        tape.extend(rows)
        chunk = Chunk(
            Tape().rows_from(0),
            np.array(self._codes, dtype=np.int32),
            np.array(self._places, dtype=np.int16),
            np.array(self._flags, dtype=np.uint8),
            list(self._lines),
            self._facts,
        )
        return tape, chunk, self._said

    def _known_line(self, at: str) -> int:
        try:
            pseudo_code_line(at)
        except KeyError:
            raise WrongForm(f"there is no pseudo-code line {quoted(at)}") from None
        return len(self._lines)

    def _add_test(self, event: Tested) -> None:
        x, y, z = event.x, event.y, event.z
        number = len(self._said.p) + 1
        if event.number != number:
            raise WrongForm(f"test {event.number} stands where test {number} should")
        asked = (x, y, *z)
        if min(asked) < 0 or max(asked) >= self._variables:
            wrong = next(v for v in asked if not 0 <= v < self._variables)
            raise WrongForm(f"there is no variable number {wrong}")
        if x == y or any(a >= b for a, b in pairwise(z)):
            raise WrongForm(f"test {number} cannot be asked")
        statistic = math.nan if event.statistic is None else event.statistic
        df = UNRELIABLE_DF if event.df is None else event.df
        if not UNRELIABLE_DF <= df <= MOST_DF:
            raise WrongForm(f"test {number} cannot have {event.df} degrees of freedom")
        if statistic < 0:
            raise WrongForm(f"test {number} cannot have the statistic {statistic}")
        question = (x, y, z) if x < y else (y, x, z)
        row = self._rows.setdefault(question, len(self._statistic))
        flag = 0 if x < y else SWAPPED
        if row == len(self._statistic):
            flag |= FRESH
            self._statistic.append(statistic)
            self._df.append(df)
        elif not (self._df[row] == df and (self._statistic[row] == statistic or math.isnan(statistic))):
            raise WrongForm(f"test {number} contradicts the answer that was given before")
        if event.reused == bool(flag & FRESH):
            raise WrongForm(f"test {number} is {'not ' if event.reused else ''}asked for the first time")
        self._codes.append(row)
        self._flags.append(flag)
        self._said.add(event)
