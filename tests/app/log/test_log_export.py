"""Whatever the names are, an exported log reads back as it was."""

from __future__ import annotations

import csv
import json
from pathlib import Path

import numpy as np
import pytest

from elcs_gui.algorithms.learning import learn
from elcs_gui.app.log.columns import LogColumns
from elcs_gui.app.log.text_export import FIELDS, as_tsv, write_log
from elcs_gui.ci.evidence import Evidence
from elcs_gui.ci.oracle import Oracle
from elcs_gui.data.columns.cells import restored
from elcs_gui.data.network import Network
from elcs_gui.errors import DataError
from elcs_gui.trace.trace import Header

NAMES = ('a,"b"', "tab\there", "line\nbreak", "{c, d}", "ünïcode ∅", "=1+1")


@pytest.fixture
def columns() -> LogColumns:
    network = Network("hostile", NAMES, ((), (), (0, 1), (2,), (2,), (3, 4)), ((),) * 6)
    header = Header("elcs", 2, NAMES, "oracle")
    return LogColumns(learn(Evidence(Oracle(network)), header).trace)


def rows_of(columns: LogColumns) -> np.ndarray:
    return np.arange(len(columns), dtype=np.int32)


def written(columns: LogColumns, path: Path) -> str:
    assert list(write_log(columns, rows_of(columns), path))[-1] == len(columns)
    return path.read_bytes().decode("utf-8")


@pytest.mark.parametrize(("ending", "delimiter"), [("csv", ","), ("tsv", "\t")])
def test_tables_read_back_with_hostile_names(
    columns: LogColumns, tmp_path: Path, ending: str, delimiter: str
) -> None:
    path = tmp_path / f"log.{ending}"
    written(columns, path)
    with path.open(encoding="utf-8", newline="") as file:
        read = list(csv.DictReader(file, delimiter=delimiter))
    assert len(read) == len(columns)
    for row, record in zip(read, columns.records(rows_of(columns)), strict=True):
        assert tuple(row) == FIELDS
        assert (restored(row["x"]), restored(row["y"])) == (NAMES[record.x], NAMES[record.y])
        assert not row["x"].startswith("=")
        assert json.loads(row["z"]) == [NAMES[variable] for variable in record.z]
        assert (int(row["test"]), row["line"], row["verdict"]) == (
            record.number,
            record.at,
            record.verdict.word,
        )
        assert (row["p"], float(row["statistic"])) == ("", record.statistic)


def test_json_lines_read_back_with_hostile_names(columns: LogColumns, tmp_path: Path) -> None:
    text = written(columns, tmp_path / "log.jsonl")
    read = [json.loads(line) for line in text.split("\n")[:-1]]
    for row, record in zip(read, columns.records(rows_of(columns)), strict=True):
        assert row["z"] == [NAMES[variable] for variable in record.z]
        assert (row["x"], row["independent"], row["p"]) == (NAMES[record.x], record.independent, None)


def test_only_the_rows_asked_for_are_written_in_their_order(columns: LogColumns, tmp_path: Path) -> None:
    path = tmp_path / "log.jsonl"
    list(write_log(columns, np.array([3, 0], dtype=np.int32), path))
    read = [json.loads(line)["test"] for line in path.read_text(encoding="utf-8").splitlines()]
    assert read == [4, 1]


def test_an_export_given_up_leaves_no_file(columns: LogColumns, tmp_path: Path) -> None:
    pieces = write_log(columns, rows_of(columns), tmp_path / "log.csv")
    next(pieces)
    pieces.close()  # type: ignore[attr-defined]
    assert not list(tmp_path.iterdir())


def test_a_folder_that_is_not_there_is_said(columns: LogColumns, tmp_path: Path) -> None:
    with pytest.raises(DataError, match="cannot be written"):
        list(write_log(columns, rows_of(columns), tmp_path / "nowhere" / "log.csv"))


def test_an_empty_log_still_has_its_heading(tmp_path: Path) -> None:
    columns = LogColumns(None)
    path = tmp_path / "log.csv"
    list(write_log(columns, np.empty(0, dtype=np.int32), path))
    assert path.read_text(encoding="utf-8").strip() == ",".join(FIELDS)


def test_copied_rows_can_be_pasted_into_a_spreadsheet(columns: LogColumns) -> None:
    heading, *_ = as_tsv(columns, [0, 1]).split("\n")
    assert heading.split("\t") == list(FIELDS)
