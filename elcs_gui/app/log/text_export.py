"""The test log as text: CSV and TSV with a heading, JSON lines with one object a test.

Figures are written in full, in Python's shortest spelling that reads back the same, not as the window rounds
them. In CSV and TSV, a name that a spreadsheet would compute has an apostrophe before it (`neutralised`).
"""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path

import numpy as np

from elcs_gui.app.log.columns import LogColumns, Record, Rows, stage_of
from elcs_gui.data.columns.cells import neutralised
from elcs_gui.data.files import replacing

FORMATS = {"csv": "CSV", "tsv": "TSV", "jsonl": "JSON lines"}
"""Ending of a file -> what it holds."""

FIELDS = (
    "test", "stage", "x", "y", "z", "statistic", "df", "p", "alpha", "verdict", "independent", "answer",
    "line", "reason",
)  # fmt: skip

_CHUNK = 4096


def write_log(columns: LogColumns, rows: Rows, path: Path) -> Iterator[int]:
    """Write the tests at `rows` in the format that the ending of `path` names; yields how many are done.

    The file appears when the iterator has run to its end, and not at all if it is dropped before.
    """
    ending = path.suffix.lower().lstrip(".")
    encode = _ENCODERS.get(ending, _ENCODERS["csv"])
    # The window does this between two turns of its loop, and a long log would have to wait long for the disk.
    with (
        replacing(path, durable=False) as part,
        part.open("w", encoding="utf-8", newline="") as file,
    ):
        file.write(encode(iter(()), columns, heading=True))
        for start in range(0, len(rows), _CHUNK):
            some = rows[start : start + _CHUNK]
            file.write(encode(columns.records(some), columns, heading=False))
            yield start + len(some)


def as_text(columns: LogColumns, rows: Sequence[int] | Rows, ending: str) -> str:
    """The tests at `rows` as a file with that ending would hold them."""
    records = columns.records(np.asarray(rows, dtype=np.int32))
    return _ENCODERS[ending](records, columns, heading=True)


def as_tsv(columns: LogColumns, rows: Sequence[int] | Rows) -> str:
    """The tests at `rows` with a heading, to be pasted into a spreadsheet."""
    return as_text(columns, rows, "tsv")


def _plain(record: Record, columns: LogColumns) -> list[object]:
    """The values of FIELDS; z stays a list of names."""
    assert columns.trace is not None
    names = columns.names
    return [
        record.number,
        stage_of(record.at),
        names[record.x],
        names[record.y],
        [names[variable] for variable in record.z],
        record.statistic,
        record.df,
        record.p,
        columns.trace.header.alpha,
        record.verdict.word,
        record.independent,
        record.answer,
        record.at,
        columns.reason(record),
    ]


def _separated(delimiter: str) -> Callable[..., str]:
    def encode(records: Iterable[Record], columns: LogColumns, *, heading: bool) -> str:
        text = io.StringIO()
        writer = csv.writer(text, delimiter=delimiter, lineterminator="\n")
        if heading:
            writer.writerow(FIELDS)
        z = FIELDS.index("z")
        for record in records:
            row = _plain(record, columns)
            # A name may hold any sign, so the set is written as JSON: ["A", "B"].
            row[z] = json.dumps(row[z], ensure_ascii=False)
            writer.writerow(neutralised(value) if isinstance(value, str) else value for value in row)
        return text.getvalue()

    return encode


def _json_lines(records: Iterable[Record], columns: LogColumns, *, heading: bool) -> str:
    del heading  # every line names its fields
    return "".join(
        json.dumps(dict(zip(FIELDS, _plain(record, columns), strict=True)), ensure_ascii=False) + "\n"
        for record in records
    )


_ENCODERS: dict[str, Callable[..., str]] = {
    "csv": _separated(","),
    "tsv": _separated("\t"),
    "jsonl": _json_lines,
}
