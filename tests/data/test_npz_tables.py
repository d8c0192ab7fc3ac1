import io
import zipfile
from pathlib import Path

import numpy as np
import pytest

from elcs_gui.data.examples import find_example
from elcs_gui.data.readers import read_table
from elcs_gui.data.sampling import sample
from elcs_gui.errors import DataError
from tests.data.conftest import MakeFile, plan

CODES = np.array([[0, 1, 1], [1, 0, 2], [1, 1, 0]], dtype=np.uint8)


def saved(folder: Path, **arrays: np.ndarray) -> Path:
    path = folder / "d.npz"
    np.savez(path, **arrays)  # type: ignore[arg-type]
    return path


def with_header(folder: Path, header: str) -> Path:
    """An archive whose only array declares what the header says and holds no data."""
    content = io.BytesIO()
    text = header.ljust(117) + "\n"
    content.write(b"\x93NUMPY\x01\x00" + len(text).to_bytes(2, "little") + text.encode())
    path = folder / "d.npz"
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("data.npy", content.getvalue())
    return path


def test_the_first_array_with_rows_and_columns_is_taken(tmp_path: Path) -> None:
    path = saved(tmp_path, columns=np.array(["a", "b", "c"]), v1=CODES, v2=CODES[::-1])
    data = read_table(path)
    assert data.name == "d.npz"
    assert data.columns == ("a", "b", "c")
    assert data.codes.tolist() == CODES.T.tolist()
    assert data.codes.flags.c_contiguous
    assert read_table(path, plan(part="v2")).codes.tolist() == CODES[::-1].T.tolist()


@pytest.mark.parametrize("columns", [np.array(["a", "b"]), np.array([1, 2, 3]), np.array([["a", "b", "c"]])])
def test_names_that_do_not_fit_are_replaced_by_numbers(tmp_path: Path, columns: np.ndarray) -> None:
    assert read_table(saved(tmp_path, data=CODES, columns=columns), plan(part="data")).columns == (
        "X1",
        "X2",
        "X3",
    )


def test_names_in_an_archive_must_differ(tmp_path: Path) -> None:
    with pytest.raises(DataError, match=r"In d\.npz, more than one column is called 'a'"):
        read_table(saved(tmp_path, data=CODES, columns=np.array(["a", "a", "b"])))


def test_whole_floats_and_labels_are_levels(tmp_path: Path) -> None:
    assert read_table(saved(tmp_path, data=CODES.astype(float))).levels[2] == ("0", "1", "2")
    assert read_table(saved(tmp_path, data=np.array([["x", "1"], ["y", "2"]]))).levels == (
        ("x", "y"),
        ("1", "2"),
    )
    assert read_table(saved(tmp_path, data=CODES > 0)).levels[0] == ("False", "True")


def test_floats_are_read_as_continuous_on_demand(tmp_path: Path) -> None:
    numbers = np.array([[0.5, 1.0], [1.5, 3.0]])
    data = read_table(saved(tmp_path, data=np.asfortranarray(numbers)), plan(continuous=True))
    assert data.values is not None
    assert data.values.tolist() == numbers.T.tolist()
    with pytest.raises(
        DataError, match=r"Column 'X1' in d\.npz holds numbers that are not whole: read it as continuous"
    ):
        read_table(saved(tmp_path, data=numbers))
    whole = read_table(saved(tmp_path, data=CODES), plan(continuous=True))
    assert whole.values is not None
    assert whole.values.tolist() == CODES.T.tolist()


def test_missing_and_infinite_numbers_are_located(tmp_path: Path) -> None:
    path = saved(tmp_path, data=np.array([[1.0, 2.0], [2.0, np.nan]]))
    for continuous in (False, True):
        with pytest.raises(DataError, match=r"Column 'X2' in d\.npz has 1 missing value \(first: row 2\)"):
            read_table(path, plan(continuous=continuous))
    with pytest.raises(DataError, match=r"d\.npz, row 1, column 'X1': 'inf' is not a finite"):
        read_table(saved(tmp_path, data=np.array([[np.inf, 2.0], [2.0, 1.0]])), plan(continuous=True))


def test_other_values_are_refused(tmp_path: Path) -> None:
    with pytest.raises(DataError, match=r"d\.npz holds complex128 values, neither numbers nor text"):
        read_table(saved(tmp_path, data=CODES.astype(complex)))
    with pytest.raises(DataError, match=r"d\.npz, row 1, column 'X2': 'x' is not a finite number"):
        read_table(saved(tmp_path, data=np.array([["1", "x"], ["2", "y"]])), plan(continuous=True))


def test_columns_can_be_ignored(tmp_path: Path) -> None:
    path = saved(tmp_path, data=CODES, columns=np.array(["a", "b", "c"]))
    assert read_table(path, plan(ignore=["b"])).columns == ("a", "c")
    with pytest.raises(DataError, match=r"No variable 'z' in d\.npz"):
        read_table(path, plan(ignore=["z"]))


def test_constant_columns_are_named(tmp_path: Path) -> None:
    with pytest.raises(DataError, match=r"Column 'X1' in d\.npz has the same value in every row"):
        read_table(saved(tmp_path, data=np.array([[1, 1], [1, 2]])))


def test_a_wrong_name_is_answered_with_the_arrays_there_are(tmp_path: Path) -> None:
    path = saved(tmp_path, columns=np.array(["a", "b", "c"]), v1=CODES)
    there = r"It holds 'columns' \(3 <U1\), 'v1' \(3 x 3 uint8\)\."
    with pytest.raises(DataError, match=rf"d\.npz has no array called 'v9'\. {there}"):
        read_table(path, plan(part="v9"))
    with pytest.raises(DataError, match=rf"The array 'columns' of d\.npz has no rows and columns\. {there}"):
        read_table(path, plan(part="columns"))
    with pytest.raises(
        DataError, match=r"d\.npz has no array with rows and columns\. It holds 'x' \(3 int64\)\."
    ):
        read_table(saved(tmp_path, x=np.arange(3)))
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("readme.txt", "nothing")
    with pytest.raises(DataError, match=r"d\.npz has no array with rows and columns\. It holds no arrays\."):
        read_table(path)


def test_objects_are_never_loaded(tmp_path: Path) -> None:
    path = saved(tmp_path, data=np.array([[object(), 1], [2, 3]], dtype=object))
    with pytest.raises(
        DataError, match=r"d\.npz: 'data' \(2 x 2 object\) holds Python objects, which are never loaded"
    ):
        read_table(path)


def test_a_huge_array_is_refused_by_its_header_alone(tmp_path: Path) -> None:
    path = with_header(tmp_path, "{'descr': '|u1', 'fortran_order': False, 'shape': (1073741824, 1024), }")
    with pytest.raises(DataError, match=r"d\.npz would hold 1,073,741,824 rows x 1,024 columns, more than"):
        read_table(path)


def test_an_array_that_promises_more_than_it_holds_is_refused(tmp_path: Path) -> None:
    path = with_header(tmp_path, "{'descr': '<f8', 'fortran_order': False, 'shape': (100000000, 20), }")
    with pytest.raises(
        DataError, match=r"d\.npz is damaged: 'data' \(100000000 x 20 float64\) is larger than"
    ):
        read_table(path)


@pytest.mark.parametrize(
    "header", ["{'descr': 'O'}", "nonsense", "{'descr': '|u1', 'fortran_order': 0, 'shape': -1}"]
)
def test_a_broken_header_is_said_so(tmp_path: Path, header: str) -> None:
    with pytest.raises(DataError, match=r"d\.npz cannot be read as an npz archive"):
        read_table(with_header(tmp_path, header))


def test_a_broken_archive_is_said_so(make_file: MakeFile, tmp_path: Path) -> None:
    whole = saved(tmp_path, data=np.arange(4000).reshape(-1, 2) % 7).read_bytes()
    for content in (b"PK\x03\x04 nothing", whole[: len(whole) // 2], b"a,b\n1,2\n"):
        with pytest.raises(DataError, match=r"d\.npz cannot be read as an npz archive"):
            read_table(make_file("d.npz", content))
    flipped = bytearray(whole)
    flipped[len(flipped) // 2] ^= 0xFF
    with pytest.raises(DataError, match=r"d\.npz cannot be read as an npz archive: Bad CRC-32"):
        read_table(make_file("d.npz", bytes(flipped)))
    with pytest.raises(DataError, match=r"d\.npz is empty"):
        read_table(make_file("d.npz", b""))


def test_an_empty_array_has_no_rows(tmp_path: Path) -> None:
    with pytest.raises(DataError, match=r"d\.npz has no rows of data"):
        read_table(saved(tmp_path, data=np.empty((0, 3), dtype=np.uint8)))


@pytest.mark.parametrize("example", ["asia", "child", "alarm"])
def test_samples_as_benchmarks_keep_them_can_be_read(tmp_path: Path, example: str) -> None:
    drawn = sample(find_example(example).load_network(), 300, seed=2)
    table = np.column_stack([*drawn.codes, np.zeros(300)]).astype(np.uint8)
    names = [*drawn.columns, "always 0"]
    path = tmp_path / "Net_s300.npz"
    np.savez(path, columns=np.array(names), v1=table, v2=table[::-1])
    constant = [name for name, column in zip(names, table.T, strict=True) if column.min() == column.max()]
    data = read_table(path, plan(ignore=constant, part="v1"))
    assert data.rows == len(table)
    assert data.columns == tuple(name for name in names if name not in constant)
    variable = data.variables // 2
    shown = [int(data.levels[variable][code]) for code in data.codes[variable]]
    assert shown == table[:, names.index(data.columns[variable])].tolist()
