"""Reading csv, tsv and whitespace files; each test holds for Python's csv and for the reading core."""

import os
import re
from pathlib import Path

import numpy as np
import pytest

from elcs_gui.data.dataset import Dataset
from elcs_gui.data.readers import read_table
from elcs_gui.data.tables import text, text_columns
from elcs_gui.errors import DataError
from tests.data.conftest import MakeFile, plan

pytestmark = pytest.mark.usefixtures("parser")


def rows(data: Dataset) -> list[tuple[str, ...]]:
    """The labels row by row."""
    columns = [
        [levels[code] for code in codes] for levels, codes in zip(data.levels, data.codes, strict=True)
    ]
    return list(zip(*columns, strict=True))


TABLE = [("x", "1"), ("y", "2"), ("x", "2"), ("y", "1"), ("y", "2"), ("x", "2"), ("y", "10")]


@pytest.mark.parametrize("delimiter", [",", ";", "\t", "|", " ", "   ", " \t "])
@pytest.mark.parametrize("newline", ["\n", "\r\n", "\r"])
@pytest.mark.parametrize("name", ["data.csv", "data.tsv", "data.TXT", "data.dat"])
def test_delimiter_and_line_ends_are_found_by_looking(
    make_file: MakeFile, delimiter: str, newline: str, name: str
) -> None:
    text = newline.join(delimiter.join(cells) for cells in [("a", "b"), *TABLE])
    for end in ("", newline, newline * 3):
        data = read_table(make_file(name, text + end))
        assert data.columns == ("a", "b")
        assert rows(data) == TABLE
        assert data.levels == (("x", "y"), ("1", "2", "10"))
        assert data.name == name


def test_the_delimiter_is_looked_for_outside_quotes(make_file: MakeFile) -> None:
    data = read_table(make_file("d.csv", '"a,b,c";"d"\n"1,2,3";"x"\n"1,2,4";"y"\n'))
    assert data.columns == ("a,b,c", "d")
    assert rows(data) == [("1,2,3", "x"), ("1,2,4", "y")]


def test_blanks_within_cells_do_not_make_columns(make_file: MakeFile) -> None:
    data = read_table(make_file("d.csv", "first name, last name\nAda B, Lovelace\nCharles C, Babbage\n"))
    assert data.columns == ("first name", "last name")
    assert rows(data) == [("Ada B", "Lovelace"), ("Charles C", "Babbage")]


def test_quoted_cells_may_hold_anything(make_file: MakeFile) -> None:
    text = 'a, "b ""x"""\n"p,q",  "line\nbreak"\n"say ""hi""",\'single\'\n'
    data = read_table(make_file("d.csv", text))
    assert data.columns == ("a", 'b "x"')
    assert rows(data) == [("p,q", "line␤break"), ('say "hi"', "'single'")]


def test_quoted_cells_among_blanks(make_file: MakeFile) -> None:
    data = read_table(make_file("d.txt", '"a name"  b\n"an ""x"" "  1\n  y 2\n'))
    assert data.columns == ("a name", "b")
    assert rows(data) == [('an "x"', "1"), ("y", "2")]


def test_without_a_header_columns_are_numbered(make_file: MakeFile) -> None:
    data = read_table(make_file("d.csv", "1,0,-1.5e3\n0,1,+2.\n"))
    assert data.columns == ("X1", "X2", "X3")
    assert rows(data) == [("1", "0", "-1.5e3"), ("0", "1", "+2.")]


@pytest.mark.parametrize("name", ["NaN", "inf", "1_000", "0x1", "１"])
def test_a_first_line_with_one_word_is_a_header(make_file: MakeFile, name: str) -> None:
    assert read_table(make_file("d.csv", f"1,{name}\n0,1\n1,0\n")).columns == ("1", name)


def test_numbers_in_quotes_above_numbers_without_are_names(make_file: MakeFile) -> None:
    assert read_table(make_file("d.csv", '"1","2"\n0,1\n1,0\n')).columns == ("1", "2")
    data = read_table(make_file("d.csv", '"1","0"\n"0","1"\n'))
    assert data.columns == ("X1", "X2")
    assert data.rows == 2


@pytest.mark.parametrize("start", [0, 1])
@pytest.mark.parametrize("quote", ["", '"'])
def test_an_unnamed_index_column_is_dropped(make_file: MakeFile, start: int, quote: str) -> None:
    lines = [f"{quote}{row + start}{quote},{','.join(cells)}\n" for row, cells in enumerate(TABLE)]
    data = read_table(make_file("d.csv", f"{quote}{quote},a,b\n" + "".join(lines)))
    assert data.columns == ("a", "b")
    assert rows(data) == TABLE


@pytest.mark.parametrize("cells", ["0 2 1", "2 3 4", "1 1 1", "x y z"])
def test_any_other_unnamed_column_is_an_error(make_file: MakeFile, cells: str) -> None:
    lines = [f"{cell},{place},{place}\n" for place, cell in enumerate(cells.split())]
    with pytest.raises(DataError, match=r"In d\.csv, column 1 has no name: give it one"):
        read_table(make_file("d.csv", ",a,b\n" + "".join(lines)))


@pytest.mark.parametrize(
    ("codec", "mark"),
    [("utf-8", b""), ("utf-8-sig", b""), ("utf-16", b""), ("latin-1", b""), ("utf-16-be", b"\xfe\xff")],
)
def test_encodings_are_found_by_looking(make_file: MakeFile, codec: str, mark: bytes) -> None:
    text = "größe,b\nä,1\n" + "ascii,2\n" * 20 + "ß,1\n"
    data = read_table(make_file("d.csv", mark + text.encode(codec)))
    assert data.columns == ("größe", "b")
    assert data.levels[0] == ("ascii", "ß", "ä")


def test_a_byte_order_mark_before_numbers_is_no_header(make_file: MakeFile) -> None:
    assert read_table(make_file("d.csv", "\ufeff1,2\n2,1\n")).columns == ("X1", "X2")


def test_broken_utf_16_is_said_so(make_file: MakeFile) -> None:
    with pytest.raises(DataError, match=r"d\.csv starts as UTF-16 text, but not all of it is"):
        read_table(make_file("d.csv", "a,b\n1,2\n2,1\n".encode("utf-16") + b"\x00"))


def test_a_binary_file_is_said_to_be_none(make_file: MakeFile) -> None:
    with pytest.raises(DataError, match=r"d\.csv is not a text file: it holds zero bytes"):
        read_table(make_file("d.csv", b"a,b\n1,2\n\0\0\0"))


@pytest.mark.parametrize("quoting", ["", '"p"'])
@pytest.mark.parametrize(
    ("line", "complaint"),
    [("1,2,3", "3 cells where the first line has 2"), ("1", "1 cell where the first line has 2")],
)
def test_ragged_lines_are_located(make_file: MakeFile, quoting: str, line: str, complaint: str) -> None:
    text = f"a,b\n{quoting or 'p'},1\n\nq,2\n{line}\np,1\n"
    with pytest.raises(DataError, match=rf"^d\.csv, line 5: {complaint}\.$"):
        read_table(make_file("d.csv", text))


def test_ragged_lines_are_located_among_blanks_and_after_line_breaks(make_file: MakeFile) -> None:
    with pytest.raises(DataError, match="line 3: 3 cells where the first line has 2"):
        read_table(make_file("d.txt", "a b\n1 2\n1  2  3\n2 1\n"))
    with pytest.raises(DataError, match="line 4: 1 cell where the first line has 2"):
        read_table(make_file("d.csv", 'a,b\n"1\n",2\n1\n2,1\n'))


def test_ragged_lines_far_down_are_found(make_file: MakeFile) -> None:
    with pytest.raises(DataError, match="line 1,002: 1 cell where the first line has 2"):
        read_table(make_file("d.csv", "a,b\n" + "x,1\ny,2\n" * 500 + "x\n" + "x,1\n" * 500))


def test_blank_lines_are_passed_over(make_file: MakeFile) -> None:
    assert rows(read_table(make_file("d.csv", "\n  \na,b\n\nx,1\n   \ny,2\n\n"))) == [("x", "1"), ("y", "2")]


@pytest.mark.parametrize("marker", ["", "NA", "NaN", "nan", "N/A", "null", "?", " NA "])
def test_missing_values_are_counted_and_located(make_file: MakeFile, marker: str) -> None:
    text = f"a,b,c\nx,1,1\n\ny,{marker},2\nx,2,{marker}\ny,{marker},1\n"
    with pytest.raises(
        DataError, match=r"^Column 'b' in d\.csv has 2 missing values \(first: line 4\): fill them"
    ):
        read_table(make_file("d.csv", text))
    numbers = text.replace("x", "1").replace("y", "2")
    with pytest.raises(
        DataError, match=r"^Column 'b' in d\.csv has 2 missing values \(first: line 4\): fill them"
    ):
        read_table(make_file("d.csv", numbers), plan(continuous=True))


def test_a_row_of_empty_cells_is_not_a_blank_line(make_file: MakeFile) -> None:
    for delimiter in (",", "\t"):
        text = "a,b\nx,1\n,\ny,2\n".replace(",", delimiter)
        with pytest.raises(DataError, match=r"Column 'a' in d\.csv has 1 missing value \(first: line 3\)"):
            read_table(make_file("d.csv", text))


def test_ignored_columns_are_not_looked_at(make_file: MakeFile) -> None:
    path = make_file("d.csv", "id,a,same,b,gap\n1,x,7,1,\n2,y,7,2,NA\n3,x,7,2,\n")
    data = read_table(path, plan(ignore=["id", "same", "gap"]))
    assert data.columns == ("a", "b")
    assert rows(data) == [("x", "1"), ("y", "2"), ("x", "2")]
    assert read_table(path, plan(ignore=["a", "same", "gap"], continuous=True)).columns == ("id", "b")
    assert read_table(make_file("d.csv", ",a,b\n7,1,2\n7,2,1\n"), plan(ignore=[""])).columns == ("a", "b")


def test_an_unknown_column_cannot_be_ignored(make_file: MakeFile) -> None:
    with pytest.raises(DataError, match=r"No variable 'gaps' in d\.csv\. Did you mean 'gap'\?"):
        read_table(make_file("d.csv", "a,gap\n1,2\n2,1\n"), plan(ignore=["gaps"]))


def test_at_least_two_columns_must_be_left(make_file: MakeFile) -> None:
    with pytest.raises(DataError, match=r"d\.csv needs at least two columns of data, but has 1"):
        read_table(make_file("d.csv", "a,b\n1,2\n2,1\n"), plan(ignore=["a"]))
    with pytest.raises(DataError, match=r"d\.csv needs at least two columns of data, but has 0"):
        read_table(make_file("d.csv", "a,b\n1,2\n2,1\n"), plan(ignore=["a", "b"]))


def test_constant_columns_are_named(make_file: MakeFile) -> None:
    with pytest.raises(
        DataError, match=r"Column 'b' in d\.csv has the same value in every row: leave it out"
    ):
        read_table(make_file("d.csv", "a,b,c\n1,x,1\n2,x,2\n"))
    with pytest.raises(
        DataError, match=r"Column 'b' in d\.csv has the same value in every row: leave it out"
    ):
        read_table(make_file("d.csv", "a,b,c\n1,0.5,1\n2,0.5,2\n"), plan(continuous=True))


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "d.csv is empty."),
        ("\n \n\n", "d.csv is empty: it holds blank lines only."),
        ("a,b,c\n", "d.csv has no rows of data."),
        (
            "a\n1\n2\n",
            "d.csv needs at least two columns, delimited by a comma, semicolon, tab, bar or blanks.",
        ),
        ("a,a\n1,2\n2,1\n", "In d.csv, more than one column is called 'a': rename all but one."),
        ("a,,c\n1,2,3\n2,1,3\n", "In d.csv, column 2 has no name: give it one."),
    ],
)
@pytest.mark.parametrize("continuous", [False, True])
def test_what_is_no_table_is_said_in_one_line(
    make_file: MakeFile, text: str, message: str, continuous: bool
) -> None:
    with pytest.raises(DataError, match=f"^{re.escape(message)}$"):
        read_table(make_file("d.csv", text), plan(continuous=continuous))


@pytest.mark.parametrize(
    "text",
    ['a,b\n"x,1\ny,2\n', 'a b,c d\n"x,1\ny,2\n', 'a,b\nx,1\n"y"z,2\n', 'a,b\n"x' + "y" * 200_000 + "\n"],
)
def test_broken_quotes_are_located(make_file: MakeFile, text: str) -> None:
    with pytest.raises(DataError, match=r"d\.csv, line [23]: a quote is not closed or not doubled"):
        read_table(make_file("d.csv", text))


def test_a_column_that_names_every_row_is_refused(
    make_file: MakeFile, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(text, "_BLOCK", 100_000)
    monkeypatch.setattr(text_columns, "PIECE", 100_000)
    lines = "".join(f"id{row},{row % 2}\n" for row in range(65_537))
    with pytest.raises(DataError, match=r"Column 'a' in d\.csv has more than 65,536 different values"):
        read_table(make_file("d.csv", "a,b\n" + lines))


def test_more_than_256_levels_that_appear_late_are_counted_right(make_file: MakeFile) -> None:
    data = read_table(make_file("d.csv", "a,b\n" + "".join(f"{300 - row},{row % 2}\n" for row in range(300))))
    assert data.codes.dtype == np.uint16
    assert data.codes[0].tolist() == list(range(299, -1, -1))


def test_too_many_cells_stop_the_reading(make_file: MakeFile, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("elcs_gui.data.dataset.MOST_CELLS", 20)
    text = "a,b\n" + "1,2\n2,1\n" * 10
    for continuous in (False, True):
        with pytest.raises(DataError, match=r"d\.csv would hold 1[12] rows x 2 columns, more than 20 cells"):
            read_table(make_file("d.csv", text), plan(continuous=continuous))


def test_continuous_data_are_read_as_numbers(make_file: MakeFile) -> None:
    data = read_table(make_file("d.csv", "a,b\n1.5, -2e-3\n3,+.5\n 0.1 ,7\n"), plan(continuous=True))
    assert data.values is not None
    np.testing.assert_allclose(data.values, [[1.5, 3, 0.1], [-0.002, 0.5, 7]], rtol=1e-15)


@pytest.mark.parametrize("cell", ["abc", "inf", "-Infinity", "1_000", "1e999", "0x10", "1;5", "True"])
def test_what_is_no_finite_number_is_located(make_file: MakeFile, cell: str) -> None:
    message = rf"^d\.csv, line 4, column 'b': '{cell}' is not a finite number"
    with pytest.raises(DataError, match=message):
        read_table(make_file("d.csv", f"a,b\n1,2\n2,1\n3,{cell}\n1,1\n"), plan(continuous=True))


def test_an_npz_array_cannot_be_chosen_in_a_text_file(make_file: MakeFile) -> None:
    with pytest.raises(DataError, match=r"d\.csv has no arrays to choose from"):
        read_table(make_file("d.csv", "a,b\n1,2\n2,1\n"), plan(part="v1"))


@pytest.mark.parametrize("ending", [".xls", ".foo", ".csv.gz"])
def test_other_formats_are_said_not_to_be_read_yet(make_file: MakeFile, ending: str) -> None:
    with pytest.raises(
        DataError, match=r"not read yet by this version; it reads data as \.csv, \.tsv, \.txt, \.xlsx,"
    ):
        read_table(make_file(f"data{ending}", "a,b\n1,2\n2,1\n"))


def test_a_file_without_an_ending_is_read_as_text(make_file: MakeFile) -> None:
    assert read_table(make_file("data", "a,b\n1,2\n2,1\n")).columns == ("a", "b")


def test_missing_files_and_folders_are_said_so(tmp_path: Path) -> None:
    with pytest.raises(DataError, match=r"There is no file '.*none\.csv'"):
        read_table(tmp_path / "none.csv")
    (tmp_path / "folder.csv").mkdir()
    with pytest.raises(DataError, match=r"'.*folder\.csv' is a folder without Parquet or CSV files: name a"):
        read_table(tmp_path / "folder.csv")
    with pytest.raises(DataError, match=r"cannot be read: File name too long|There is no file"):
        read_table(tmp_path / f"{'x' * 5000}.csv")


def test_an_unreadable_file_is_said_so(make_file: MakeFile, monkeypatch: pytest.MonkeyPatch) -> None:
    path = make_file("d.csv", "a,b\n1,2\n")

    def refuse(*_: object, **__: object) -> None:
        raise PermissionError(13, os.strerror(13))

    monkeypatch.setattr(Path, "open", refuse)
    with pytest.raises(DataError, match=r"'.*d\.csv' cannot be read: Permission denied"):
        read_table(path)
