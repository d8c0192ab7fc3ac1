"""Excel workbooks, Parquet and ARFF files: as their own programs write them, and as they read ours."""

import datetime
import decimal
import sys
from pathlib import Path
from typing import Any

import numpy as np
import openpyxl
import pandas as pd
import pytest

from elcs_gui.data.dataset import Dataset
from elcs_gui.data.plan import Cutting, ImportPlan, Kind, MissingPolicy
from elcs_gui.data.readers import read_table, write_table
from elcs_gui.data.survey.survey import survey
from elcs_gui.errors import DataError
from tests.data.conftest import MakeFile, plan

pa = pytest.importorskip("pyarrow")

KEEP = ImportPlan(policy=MissingPolicy.AVAILABLE)


def rows(data: Dataset) -> list[tuple[str, ...]]:
    """The labels row by row; missing ones are empty."""
    labels = [(*levels, "") for levels in data.levels]
    columns = [[texts[code] for code in codes] for texts, codes in zip(labels, data.codes, strict=True)]
    return list(zip(*columns, strict=True))


def workbook(path: Path, **sheets: list[list[Any]]) -> Path:
    book = openpyxl.Workbook()
    del book["Sheet"]
    for name, lines in sheets.items():
        sheet = book.create_sheet(name)
        for line in lines:
            sheet.append(line)
    book.save(path)
    return path


FRAME = pd.DataFrame(
    {
        "number": [1, 2, 1, 3],
        "share": [0.5, None, 1.0, 0.5],
        "word": ["yes", "no", None, "it's"],
        "truth": [True, False, True, True],
        "day": pd.to_datetime(["2024-03-01", "2024-03-02", "2024-03-01", "2024-03-01"]),
    }
)
IN_FRAME = [
    ("1", "0.5", "yes", "True", "2024-03-01"),
    ("2", "", "no", "False", "2024-03-02"),
    ("1", "1", "", "True", "2024-03-01"),
    ("3", "0.5", "it's", "True", "2024-03-01"),
]


@pytest.mark.parametrize("index", [False, True])
@pytest.mark.parametrize("ending", ["xlsx", "parquet", "csv"])
def test_what_pandas_writes_is_read(tmp_path: Path, ending: str, index: bool) -> None:
    path = tmp_path / f"d.{ending}"
    frame = FRAME.set_index(pd.Index([0, 1, 2, 3])) if index else FRAME
    write = {"xlsx": frame.to_excel, "parquet": frame.to_parquet, "csv": frame.to_csv}[ending]
    write(path, index=index)  # type: ignore[operator]
    data = read_table(path, KEEP.with_kinds(Kind.DISCRETE, ["share"]))
    assert data.columns == ("number", "share", "word", "truth", "day")
    shown = [tuple("1" if cell == "1.0" else cell for cell in row) for row in rows(data)]
    assert shown == IN_FRAME


@pytest.mark.parametrize("ending", ["xlsx", "parquet", "csv", "tsv"])
def test_pandas_reads_what_is_written(tmp_path: Path, ending: str) -> None:
    path = tmp_path / f"d.{ending}"
    data = Dataset.coded(
        "d",
        ["n", "w <&>"],
        [np.array([0, 1, 2, 0]), np.array([0, 2, 1, 0])],
        [["10", "2", "30"], ["a<b>", 'say "hi"\nthen', None]],
    )
    write_table(data, path)
    reader = {"xlsx": pd.read_excel, "parquet": pd.read_parquet, "csv": pd.read_csv}.get(ending)
    frame: Any = reader(path) if reader else pd.read_csv(path, sep="\t")  # type: ignore[operator]
    assert list(frame.columns) == ["n", "w <&>"]
    assert [str(value) for value in frame["n"]] == ["10", "2", "30", "10"]
    assert frame["w <&>"].isna().tolist() == [False, True, False, False]
    assert [value for value in frame["w <&>"] if isinstance(value, str)] == ["a<b>", 'say "hi"␤then', "a<b>"]


@pytest.mark.parametrize("ending", ["xlsx", "parquet", "arff", "npz", "csv"])
def test_the_same_data_make_the_same_bytes(tmp_path: Path, ending: str) -> None:
    data = Dataset.discrete("d", ["a", "b"], [["x", "y", "x"], [1, 2, 2]])
    one, other = tmp_path / f"one.{ending}", tmp_path / f"other.{ending}"
    write_table(data, one)
    write_table(data, other)
    assert one.read_bytes() == other.read_bytes()


# -- Excel


def test_a_table_anywhere_on_a_sheet_is_found(tmp_path: Path) -> None:
    lines: list[list[Any]] = [
        [],
        [None, None, "a", "b"],
        [None, None, 1, "x"],
        [],
        [None, None, 2, "y", None],
    ]
    path = workbook(tmp_path / "d.xlsx", Notes=[[]], Data=lines, More=[["c", "d"], [1, 2], [2, 1]])
    data = read_table(path)
    assert data.columns == ("a", "b")
    assert rows(data) == [("1", "x"), ("2", "y")]
    assert read_table(path, plan(part="More")).columns == ("c", "d")
    found = survey(path).form
    assert (found.format, found.part, found.parts) == ("xlsx", "Data", ("Notes", "Data", "More"))
    with pytest.raises(DataError, match=r"d\.xlsx has no sheet 'Date'\. It has 'Notes', 'Data', 'More'"):
        read_table(path, plan(part="Date"))
    with pytest.raises(DataError, match=r"d\.xlsx: the sheet 'Notes' is empty"):
        read_table(path, plan(part="Notes"))


def test_cells_of_every_kind_become_labels(tmp_path: Path) -> None:
    moment = datetime.datetime(2024, 3, 1, 12, 30)
    lines: list[list[Any]] = [
        ["a", "b", "c", "d"],
        [1.0, True, moment, "#N/A"],
        [0.25, False, moment.date(), " x "],
        [1, True, datetime.time(9), None],
        [1, True, datetime.time(9), "y"],
    ]
    data = read_table(workbook(tmp_path / "d.xlsx", S=lines), KEEP.with_kinds(Kind.IGNORE, []))
    assert rows(data)[0] == ("1", "True", "2024-03-01T12:30:00", "")
    assert rows(data)[1] == ("0.25", "False", "2024-03-01", "x")
    assert rows(data)[2] == ("1", "True", "09:00:00", "")


def test_a_sheet_of_numbers_has_no_header_unless_told(tmp_path: Path) -> None:
    path = workbook(tmp_path / "d.xlsx", S=[[1, 0], [0, 1], [1, 2]])
    assert read_table(path).columns == ("X1", "X2")
    assert read_table(path, ImportPlan(header=True)).columns == ("1", "0")
    assert read_table(path, ImportPlan(header=True)).rows == 2


def test_damaged_rows_and_missing_values_of_a_sheet_are_located(tmp_path: Path) -> None:
    path = workbook(tmp_path / "d.xlsx", S=[["a", "b"], [1, 2], [], [2, 1, 7]])
    with pytest.raises(DataError, match=r"d\.xlsx, row 4: 3 cells where the first row has 2"):
        read_table(path)
    path = workbook(tmp_path / "d.xlsx", S=[["a", "b"], [1, 2], [], [2, None]])
    with pytest.raises(DataError, match=r"Column 'b' in d\.xlsx has 1 missing value \(first: row 4\)"):
        read_table(path)


def test_formulas_count_by_their_stored_result(tmp_path: Path) -> None:
    path = workbook(tmp_path / "d.xlsx", S=[["a", "b"], [1, "=A2*2"], [2, 5], [2, 6]])
    data = read_table(path, KEEP.with_kinds(Kind.IGNORE, []))
    assert rows(data) == [("1", ""), ("2", "5"), ("2", "6")], "openpyxl stores no result: unknown"


def test_what_a_sheet_cannot_hold_is_refused_before_anything_is_written(tmp_path: Path) -> None:
    data = Dataset.discrete("d", ["a", "b"], [["_x0041_", "x"], ["p", "q"]])
    with pytest.raises(DataError, match=r"d\.xlsx: a sheet cannot hold the text '_x0041_'; write \.csv"):
        write_table(data, tmp_path / "d.xlsx")
    many = Dataset.discrete("d", ["a", "b"], np.zeros((1_048_576, 2), dtype=np.uint8))
    with pytest.raises(DataError, match=r"a sheet holds 1,048,575 rows and 16,384 columns"):
        write_table(many, tmp_path / "d.xlsx")
    assert not list(tmp_path.iterdir())


# -- Parquet


def parquet(path: Path, **columns: Any) -> Path:
    pytest.importorskip("pyarrow.parquet").write_table(pa.table(columns), path)
    return path


def test_every_type_of_arrow_becomes_labels_or_is_refused_by_name(tmp_path: Path) -> None:
    day = datetime.date(2024, 3, 1)
    path = parquet(
        tmp_path / "d.parquet",
        dictionary=pa.array(["low", "high", None]).dictionary_encode(),
        small=pa.array([1, None, 3], pa.int8()),
        huge=pa.array([2**63 + 1, 2**63 + 2, 1], pa.uint64()),
        money=pa.array([decimal.Decimal("1.50"), decimal.Decimal("2.00"), None]),
        day=pa.array([day, None, day.replace(day=3)]),
        time=pa.array([datetime.datetime(2024, 3, 1), datetime.datetime(2024, 3, 1, 5, 0, 0, 500), None]),
        truth=pa.array([True, None, False]),
        half=pa.array(np.array([0.5, 1.5, 2.0], dtype=np.float16)),
        nothing=pa.nulls(3),
        large=pa.array(["NA", "?", "x"], pa.large_string()),
    )
    kept = KEEP.with_kinds(Kind.IGNORE, ["nothing"]).with_kinds(Kind.DISCRETE, ["half"])
    assert rows(read_table(path, kept)) == [
        ("low", "1", str(2**63 + 1), "1.50", "2024-03-01", "2024-03-01", "True", "0.5", "NA"),
        ("high", "", str(2**63 + 2), "2.00", "", "2024-03-01 05:00:00.0005", "", "1.5", "?"),
        ("", "3", "1", "", "2024-03-03", "", "False", "2", "x"),
    ]
    lists = parquet(
        tmp_path / "l.parquet",
        a=[1, 2],
        b=[[1], [2, 3]],
        c=[{"x": 1}, {"x": 2}],
        d=[b"1", b"2"],
        e=["p", "q"],
    )
    with pytest.raises(
        DataError, match=r"Columns 'b', 'c', 'd' in l\.parquet hold lists, structures or bytes"
    ):
        read_table(lists)
    assert read_table(lists, plan(ignore=["b", "c", "d"])).columns == ("a", "e")
    assert len(survey(lists, plan(ignore=["b", "c", "d"])).columns) == 5


def test_markers_can_be_named_for_a_format_that_knows_its_own(tmp_path: Path) -> None:
    path = parquet(tmp_path / "d.parquet", a=["x", "?", "y"], b=[1.0, -999.0, 2.0])
    named = ImportPlan(missing=("?", "-999"), policy=MissingPolicy.DROP_ROWS)
    assert rows(read_table(path, named)) == [("x", "1"), ("y", "2")]


def test_pyarrow_is_asked_for_in_one_line(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = parquet(tmp_path / "d.parquet", a=[1, 2], b=[1, 2])
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    with pytest.raises(DataError, match=r"^d\.parquet: Parquet files need pyarrow; install it: pip install"):
        read_table(path)


# -- ARFF

WEATHER = """% a comment
@RELATION 'the weather'
@attribute outlook {sunny, overcast, 'light rain'}
@attribute "wind speed" REAL
@attribute note string
@ATTRIBUTE when date "yyyy-MM-dd"

@DATA
sunny, 3.5, 'it\\'s, "so so"', 2024-03-01
% another
'light rain', ?, plain, '2024-03-02'
{1 7, 2 'x y'}
{}
overcast,3.50,'?',?
"""


def test_an_arff_file_is_read_with_all_its_quirks(make_file: MakeFile) -> None:
    data = read_table(make_file("w.arff", WEATHER), KEEP)
    assert data.columns == ("outlook", "wind speed", "note", "when")
    assert rows(data) == [
        ("sunny", "3.5", 'it\'s, "so so"', "2024-03-01"),
        ("light rain", "", "plain", "2024-03-02"),
        ("sunny", "7", "x y", ""),
        ("sunny", "0", "", ""),
        ("overcast", "3.5", "?", ""),
    ]


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("@attribute a numeric\n", r"has no @data line"),
        ("@data\n1,2\n", r"line 1: the data begin before any @attribute"),
        ("hello\n", r"line 1: @attribute or @data is expected, not 'hello'"),
        (
            "@attribute a relational\n@data\n",
            r"line 1: 'a' is of type 'relational'; numeric, nominal, string",
        ),
        ("@attribute a\n@data\n", r"line 1: an attribute has a name and a type"),
        ("@attribute a {x,'y}\n@data\n", r"line 1: a quote is not closed"),
        ("@attribute a real\n@attribute b real\n@data\n1,2\n1\n", r"line 5: 1 value for 2 attributes"),
        ("@attribute a real\n@attribute b {x,y}\n@data\n1,x\n2,z\n", r"line 5: 'b' has no level 'z'"),
        (
            "@attribute a real\n@attribute b {x,y}\n@data\n{0 1}\n{2 x}\n",
            r"line 5: a place below 2 and a value",
        ),
        (
            "@attribute a real\n@attribute b {x,y}\n@data\n{0 1}, {5}\n{0 1\n",
            r"line 4: a place below 2|line 5",
        ),
        ("@attribute a real\n@attribute b {x,y}\n@data\n'1,x\n", r"line 4: a quote is not closed"),
        ("@attribute a real\n@attribute a real\n@data\n1,2\n", r"more than one column is called 'a'"),
    ],
)
def test_what_is_wrong_with_an_arff_file_is_located(make_file: MakeFile, text: str, complaint: str) -> None:
    with pytest.raises(DataError, match=complaint):
        read_table(make_file("d.arff", text))


def test_scipy_reads_the_arff_that_is_written(tmp_path: Path) -> None:
    from scipy.io import arff

    data = Dataset.continuous("d", ["a b", "c"], [[0.5, 1.5, np.nan], [1.0, 2.0, 3.0]], with_gaps=True)
    write_table(data, tmp_path / "d.arff")
    table, meta = arff.loadarff(tmp_path / "d.arff")
    assert meta.names() == ["a b", "c"]
    assert np.isnan(table["a b"]).tolist() == [False, False, True]
    levels = Dataset.discrete("d", ["x", "y"], [["p", "q", "p"], ["1", "2", "2"]])
    write_table(levels, tmp_path / "l.arff")
    table, _ = arff.loadarff(tmp_path / "l.arff")
    assert table["x"].tolist() == [b"p", b"q", b"p"]


@pytest.mark.parametrize("ending", ["xlsx", "parquet", "arff", "npz", "csv"])
def test_numbers_are_cut_in_every_format(tmp_path: Path, ending: str) -> None:
    numbers = np.random.default_rng(1).normal(size=(60, 2))
    path = tmp_path / f"d.{ending}"
    write_table(Dataset.continuous("d", ["a", "b"], numbers), path)
    assert survey(path).columns[0].kind is Kind.CONTINUOUS
    data = read_table(path, ImportPlan(others=Kind.CONTINUOUS, cutting=Cutting()))
    assert np.bincount(data.codes[0]).tolist() == [20, 20, 20]
    values = read_table(path, plan(continuous=True)).values
    assert values is not None
    np.testing.assert_allclose(values, numbers.T, rtol=1e-15)
