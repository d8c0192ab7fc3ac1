import os
import stat
from pathlib import Path

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from elcs_gui.data.dataset import Dataset
from elcs_gui.data.names import tidy_name
from elcs_gui.data.plan import MISSING, ImportPlan, MissingPolicy
from elcs_gui.data.readers import read_table, write_table
from elcs_gui.data.sampling import blank_cells
from elcs_gui.data.tables.writers import with_gaps
from elcs_gui.errors import DataError
from tests.data.conftest import plan
from tests.stress import often

ENDINGS = ["csv", "tsv", "xlsx", "parquet", "arff", "npz"]

hostile = st.one_of(
    st.text(max_size=12),
    st.text(alphabet=",;|\t\"' \n\r\ufeff\u2028\x85_.-+01ae🦀ñ", max_size=8),
    st.sampled_from(
        ["1", "2", "01", "1.0", "1e3", "-0", "inf", "None", "a,b", '"', '""', "a\nb", "a\r\nb", "🦀", "9x"]
    ),
).map(str.strip)
labels = hostile.filter(lambda text: text not in MISSING and "\0" not in text)


def same(one: Dataset, other: Dataset) -> bool:
    return (
        one.columns == other.columns
        and one.levels == other.levels
        and one.codes.dtype == other.codes.dtype
        and np.array_equal(one.codes, other.codes)
    )


@st.composite
def discrete_data(draw: st.DrawFn) -> Dataset:
    """Hostile names over hostile labels, no column constant; no two that are shown alike."""
    names = draw(st.lists(labels, min_size=2, max_size=4, unique_by=tidy_name))
    rows = draw(st.integers(min_value=2, max_value=6))
    columns = []
    for _ in names:
        cells = draw(st.lists(labels, min_size=rows, max_size=rows))
        shown = {tidy_name(cell): cell for cell in cells}
        columns.append([*(shown[tidy_name(cell)] for cell in cells), "one", "another"])
    return Dataset.discrete("d", names, columns)


@pytest.mark.parametrize("ending", ENDINGS)
@given(data=discrete_data())
@settings(
    max_examples=often(60, suite=20),
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture],
)
def test_whatever_the_names_a_file_gives_back_what_was_written(
    tmp_path: Path, ending: str, data: Dataset
) -> None:
    path = tmp_path / f"d.{ending}"
    try:
        write_table(data, path)
    except DataError as refusal:
        assert {"xlsx": "a sheet cannot hold the text", "tsv": "a decimal comma"}[ending] in str(refusal)
        return
    assert same(read_table(path), data)


@pytest.mark.parametrize("ending", ENDINGS)
@given(data=discrete_data(), rate=st.floats(0.1, 0.6), seed=st.integers(0, 99))
@settings(
    max_examples=often(30, suite=12),
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture],
)
def test_missing_cells_come_back_as_missing(
    tmp_path: Path, ending: str, data: Dataset, rate: float, seed: int
) -> None:
    path = tmp_path / f"d.{ending}"
    holes = blank_cells(data, rate, seed)
    holes[:, -2:] = False
    try:
        write_table(with_gaps(data, holes) if holes.any() else data, path)
    except DataError:
        assert ending in ("xlsx", "tsv")
        return
    back = read_table(path, ImportPlan(policy=MissingPolicy.AVAILABLE, header=True))
    assert np.array_equal(np.array([back.missing(variable) for variable in range(back.variables)]), holes)


@pytest.mark.parametrize("ending", ENDINGS)
@given(
    numbers=st.lists(
        st.tuples(*[st.floats(allow_nan=False, allow_infinity=False, width=64)] * 2), min_size=1, max_size=5
    )
)
@settings(
    max_examples=often(50, suite=15),
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture],
)
def test_continuous_data_come_back_to_the_last_digit(
    tmp_path: Path, ending: str, numbers: list[tuple[float, float]]
) -> None:
    table = np.array([*numbers, (0.5, 1e-300), (-1.5, 1e300)])
    path = tmp_path / f"d.{ending}"
    write_table(Dataset.continuous("d", ["a", "1"], table), path)
    values = read_table(path, plan(continuous=True)).values
    assert values is not None
    np.testing.assert_allclose(values, table.T, rtol=1e-15)


@pytest.mark.parametrize("ending", ENDINGS)
def test_many_levels_and_blocks_come_back(
    tmp_path: Path, ending: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("elcs_gui.data.tables.writers._BLOCK", 100)
    data = Dataset.discrete("d", ["a", "b"], np.stack([np.arange(700) % 300, np.arange(700) % 3], axis=1))
    write_table(data, tmp_path / f"d.{ending}")
    assert same(read_table(tmp_path / f"d.{ending}"), data)


def test_names_that_are_all_numbers_are_not_taken_for_data(tmp_path: Path) -> None:
    data = Dataset.discrete("d", ["0", "1"], [[1, 2, 1], [2, 1, 1]])
    write_table(data, tmp_path / "d.csv")
    assert (tmp_path / "d.csv").read_text(encoding="utf-8") == '"0","1"\n1,2\n2,1\n1,1\n'
    assert same(read_table(tmp_path / "d.csv"), data)


def test_cells_marked_as_missing_are_left_empty(tmp_path: Path) -> None:
    data = Dataset.discrete("d", ["a", "b"], [["x", "y"], [1, 2]])
    blank = np.array([[True, False], [False, True]])
    write_table(with_gaps(data, blank), tmp_path / "d.csv")
    assert (tmp_path / "d.csv").read_text(encoding="utf-8") == "a,b\n,1\ny,\n"
    with pytest.raises(DataError, match=r"Column 'a' in d\.csv has 1 missing value \(first: line 2\)"):
        read_table(tmp_path / "d.csv")


def test_a_label_that_would_be_read_as_missing_is_not_written_as_text(tmp_path: Path) -> None:
    data = Dataset.coded("d", ["a", "b"], [np.array([0, 1]), np.array([0, 1])], [["NA", "x"], ["p", "q"]])
    with pytest.raises(
        DataError, match=r"d\.csv: the level 'NA' of 'a' would be read as a missing value; write \.npz"
    ):
        write_table(data, tmp_path / "d.csv")
    write_table(data, tmp_path / "d.npz")
    assert same(read_table(tmp_path / "d.npz"), data)


def test_labels_in_an_archive_that_do_not_fit_are_left_alone(tmp_path: Path) -> None:
    codes = np.array([[0, 1], [1, 0], [2, 1]], dtype=np.uint8)
    path = tmp_path / "d.npz"
    for counts in ([2, 2], [3, 3], [5], [3.0, 2.0]):
        np.savez(path, data=codes, levels=np.array(list("xyzpq")), level_counts=np.array(counts))
        assert read_table(path).levels == (("0", "1", "2"), ("0", "1"))
    np.savez(path, data=codes, levels=np.array(list("xyzpq")), level_counts=np.array([3, 2]))
    assert read_table(path).levels == (("x", "y", "z"), ("p", "q"))


@pytest.mark.parametrize("name", ["d.xls", "d", "d.txt"])
def test_other_endings_are_refused(tmp_path: Path, name: str) -> None:
    data = Dataset.discrete("d", ["a", "b"], [[1, 2], [1, 2]])
    with pytest.raises(
        DataError, match=r"data are written as \.csv, \.tsv, \.xlsx, \.parquet, \.arff or \.npz"
    ):
        write_table(data, tmp_path / name)
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("ending", ENDINGS)
def test_a_failed_writing_leaves_the_old_file_and_nothing_else(
    tmp_path: Path, ending: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / f"d.{ending}"
    path.write_text("old", encoding="utf-8")

    def full(*_: object, **__: object) -> None:
        raise OSError(28, os.strerror(28))

    monkeypatch.setattr("elcs_gui.data.tables.writers._number", full)
    monkeypatch.setattr("numpy.savez_compressed", full)
    monkeypatch.setattr("pyarrow.parquet.write_table", full)
    with pytest.raises(DataError, match=rf"d\.{ending}' cannot be written: No space left on device"):
        write_table(Dataset.continuous("d", ["a", "b"], [[1, 2], [1, 2]]), path)
    assert path.read_text(encoding="utf-8") == "old"
    assert list(tmp_path.iterdir()) == [path]


def test_places_that_cannot_be_written_are_said_so(tmp_path: Path) -> None:
    data = Dataset.discrete("d", ["a", "b"], [[1, 2], [1, 2]])
    with pytest.raises(DataError, match=rf"cannot be written: there is no folder '{tmp_path / 'none'}'"):
        write_table(data, tmp_path / "none" / "d.csv")
    (tmp_path / "plain").touch()
    with pytest.raises(DataError, match=r"cannot be written: Not a directory"):
        write_table(data, tmp_path / "plain" / "d.csv")
    (tmp_path / "folder.csv").mkdir()
    with pytest.raises(DataError, match=r"folder\.csv' is not a file: name a file to write"):
        write_table(data, tmp_path / "folder.csv")


@pytest.mark.skipif(os.name == "nt", reason="links and modes are different there")
def test_a_link_stays_a_link_and_the_mode_is_the_usual_one(tmp_path: Path) -> None:
    real, link = tmp_path / "real.csv", tmp_path / "link.csv"
    link.symlink_to(real)
    write_table(Dataset.discrete("d", ["a", "b"], [[1, 2], [1, 2]]), link)
    usual = tmp_path / "usual"
    usual.touch()
    assert link.is_symlink()
    assert stat.S_IMODE(real.stat().st_mode) == stat.S_IMODE(usual.stat().st_mode)
