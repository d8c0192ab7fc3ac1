"""Odd labels and names go from format to format: what is written comes back, or it is refused."""

# ruff: noqa: E501  Odd texts stand in full rows.

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from hypothesis import HealthCheck, assume, example, given, settings
from hypothesis import strategies as st

from elcs_gui.data.dataset import Dataset
from elcs_gui.data.plan import ImportPlan, MissingPolicy
from elcs_gui.data.readers import write_table
from elcs_gui.data.survey.assembling import assemble
from elcs_gui.data.tables.opening import open_table
from elcs_gui.data.tables.table_file import nobody
from elcs_gui.errors import DataError

ENDINGS = (".csv", ".tsv", ".xlsx", ".parquet", ".arff", ".npz")
PLAN = ImportPlan(policy=MissingPolicy.AVAILABLE)

ODD = (
    "=1+1", "'=1", "_x000D_", "_x0041_", "x_X00e4_", "a\rb", "a\nb", "a\r\nb", "a\tb", "1", "1.0", "01", "1e5", "-0", "+1",
    ".5", "TRUE", "#N/A", "#DIV/0!", "NA", "None", "2024-03-01", "2020-01-01 00:00:00", "2020-01-01 00:00:00.500", "12:00",
    "1,5", "0,", "a  b", "\x01", "\x7f", "a\x0bb", "\ufffe", "🦀", "<a>", "&amp;", "]]>", '"q"', "a,b", "a;b", "%x", "{x}",
    "?", "\\", "1" * 20, "0.1", "1e400", "nan", "inf", "missing", "__index_level_0__", "x" * 900, "{0 1}", "@data",
)  # fmt: skip

texts = (
    st.sampled_from(ODD)
    | st.text("=+-@'_x0DA1.,eE \t\n\r\"\\?;|<>&é🦀", min_size=1, max_size=8)
    | st.text(max_size=6)
)


@st.composite
def tables(draw: st.DrawFn) -> Dataset:
    """Two or three columns of odd labels, some cells unknown, some rows without any value."""
    columns = draw(st.lists(texts, min_size=2, max_size=3, unique_by=str.strip))
    rows = draw(st.integers(1, 6))
    codes, labels = [], []
    for _ in columns:
        some = draw(st.lists(texts, min_size=1, max_size=4))
        labels.append([*some, None])
        codes.append(np.array(draw(st.lists(st.integers(0, len(some)), min_size=rows, max_size=rows))))
    try:
        return Dataset.coded("d", columns, codes, labels)
    except DataError:  # a name that nothing can hold
        assume(False)
        raise


def read(path: Path) -> Dataset:
    """Constant columns included."""
    return assemble(open_table(path, PLAN, nobody), PLAN, nobody)


def cells(data: Dataset) -> list[list[str | None]]:
    """What stands in every column, None where nobody knows."""
    return [
        [(*levels, None)[code] for code in codes.tolist()]
        for levels, codes in zip(data.levels, data.codes, strict=True)
    ]


@pytest.mark.parametrize("first", ENDINGS)
@given(data=tables())
@settings(max_examples=16, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_labels_and_names_survive_two_formats(tmp_path: Path, first: str, data: Dataset) -> None:
    once = written_and_read(data, tmp_path / f"first{first}")
    if once is not None:
        for second in ENDINGS:
            written_and_read(once, tmp_path / f"second{second}")


def written_and_read(data: Dataset, path: Path) -> Dataset | None:
    """The same, out of the file; None if that format refuses it."""
    try:
        write_table(data, path)
    except DataError as refusal:
        assert "write ." in str(refusal)
        return None
    again = read(path)
    assert again.columns == data.columns
    assert cells(again) == cells(data)
    return again


@pytest.mark.parametrize("ending", ENDINGS)
@example(data=Dataset.coded("d", ["a", "b"], [np.array([0, 1, 0, 1])] * 2, [["x", None], ["y", None]]))
@given(data=tables())
@settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_rows_without_any_value_are_kept(tmp_path: Path, ending: str, data: Dataset) -> None:
    path = tmp_path / f"d{ending}"
    try:
        write_table(data, path)
    except DataError as refusal:
        assert "write ." in str(refusal)
        return
    assert read(path).rows == data.rows
