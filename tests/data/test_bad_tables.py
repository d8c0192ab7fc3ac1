"""Whatever a file holds, reading ends in data or in one clear line, soon and in little memory."""

import sys
from pathlib import Path

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from elcs_gui.data.dataset import Dataset
from elcs_gui.data.plan import Cutting, ImportPlan, Kind, MissingPolicy
from elcs_gui.data.readers import read_table, write_table
from elcs_gui.data.survey.survey import proposed, survey
from elcs_gui.errors import DataError
from tests.data.bad_tables import TEXTS, huge_files, valid_files
from tests.data.reading import read_and_surveyed
from tests.forking import cost_of

pytest.importorskip("pyarrow")

PLANS = [
    ImportPlan(),
    ImportPlan(policy=MissingPolicy.AVAILABLE, others=Kind.CONTINUOUS),
    ImportPlan(policy=MissingPolicy.LEVEL, others=Kind.GUESS, cutting=Cutting()),
]


def survives(path: Path) -> None:
    """Every way in ends in data or in a DataError of one line that names the file."""
    for plan in PLANS:
        try:
            data = read_table(path, plan)
        except DataError as refusal:
            assert "\n" not in str(refusal), str(refusal)
            assert path.name in str(refusal)
        else:
            assert isinstance(data, Dataset)
            assert data.rows >= 1
    try:
        read_table(path, proposed(survey(path)))
    except DataError as refusal:
        assert "\n" not in str(refusal)


@pytest.mark.parametrize("name", list(TEXTS))
def test_bad_files_are_refused_or_read(tmp_path: Path, name: str) -> None:
    path = tmp_path / name
    path.write_bytes(TEXTS[name])
    survives(path)


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("zeros.csv", "holds zero bytes"),
        ("utf-16 cut.csv", "starts as UTF-16 text, but not all of it is"),
        ("half a surrogate.csv", "starts as UTF-16 text, but not all of it is"),
        ("names twice.csv", "more than one column is called 'a'"),
        ("no name.csv", "column 2 has no name"),
        ("ragged.csv", "line 3: 3 cells where the first line has 2"),
        ("text.xlsx", "cannot be read as an Excel workbook"),
        ("text.parquet", "cannot be read as a Parquet file"),
        ("text.npz", "cannot be read as an npz archive"),
    ],
)
def test_the_refusal_says_what_is_wrong(tmp_path: Path, name: str, said: str) -> None:
    path = tmp_path / name
    path.write_bytes(TEXTS[name])
    with pytest.raises(DataError, match=said):
        read_table(path)


def test_utf_16_without_a_mark_and_names_of_all_kinds_are_read(tmp_path: Path) -> None:
    path = tmp_path / "d.csv"
    path.write_bytes(TEXTS["utf-16 without a mark.csv"])
    assert read_table(path).columns == ("a", "b")
    path.write_bytes(TEXTS["odd names.csv"])
    assert read_table(path).columns == ("a,b", 'c"d', "e␤f", "🦀", "1st", "<&>")
    path.write_bytes(TEXTS["latin.csv"])
    assert read_table(path).columns == ("größe", "b")


@pytest.fixture(scope="module")
def valid(tmp_path_factory: pytest.TempPathFactory) -> dict[str, bytes]:
    folder = tmp_path_factory.mktemp("valid")
    return {path.suffix: path.read_bytes() for path in valid_files(folder)}


@pytest.mark.parametrize("ending", [".csv", ".tsv", ".xlsx", ".parquet", ".arff", ".npz"])
@given(
    edits=st.lists(
        st.tuples(
            st.floats(0, 1),
            st.sampled_from(["set", "insert", "cut", "copy"]),
            st.binary(min_size=1, max_size=6),
        ),
        min_size=1,
        max_size=4,
    )
)
@settings(deadline=None, max_examples=40, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_whole_files_with_a_few_bytes_changed_are_refused_or_read(
    tmp_path: Path, valid: dict[str, bytes], ending: str, edits: list[tuple[float, str, bytes]]
) -> None:
    content = bytearray(valid[ending])
    for where, how, piece in edits:
        place = int(where * len(content))
        if how == "set":
            content[place : place + len(piece)] = piece
        elif how == "insert":
            content[place:place] = piece
        elif how == "cut":
            del content[place : place + 8 * len(piece)]
        else:
            content[place:place] = content[: len(piece) * 16]
    path = tmp_path / f"mutant{ending}"
    path.write_bytes(content)
    survives(path)


def test_a_parquet_file_of_filling_is_refused_by_its_footer(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "d.parquet"
    table = np.tile(np.arange(2), (2, 50_000)).T
    write_table(Dataset.discrete("d", ["a", "b"], table), path)
    assert read_table(path).rows == 100_000
    monkeypatch.setattr("elcs_gui.data.archive.HARDLY_SMALL", 1000)
    monkeypatch.setattr("elcs_gui.data.archive.STEEPEST", 2)
    with pytest.raises(
        DataError, match=r"d\.parquet would unpack from [\d,]+ to 200,000 bytes: it is refused"
    ):
        read_table(path)


EXPECTED = {
    "filling.xlsx": "holds nothing but filling",
    "laughs.xlsx": "cannot be read as an Excel workbook",
    "strings.xlsx": "would unpack to",
    "many parts.xlsx": "11,0",
    "endless line.csv": "has a line of more than",
    "endless wide line.csv": "has a line of more than",
    "endless words.txt": "has a line of more than",
    "endless quote.csv": "a quote is not closed",
    "a million columns.csv": "columns, more than 100,000",
    "a million columns.arff": "more than 100,000 columns",
    "many names.csv": "more than 65,536 different values",
    "filling.npz": "holds nothing but filling",
}


@pytest.mark.slow
@pytest.mark.skipif(sys.platform != "linux", reason="memory is read from /proc")
def test_huge_files_are_refused_or_read_within_a_gigabyte_and_ten_seconds(tmp_path: Path) -> None:
    for path in huge_files(tmp_path):
        cost = cost_of(read_and_surveyed, path)
        path.unlink()
        assert cost.peak < 1 << 30, (path.name, cost)
        for end, seconds in cost.said:
            assert seconds < 10, (path.name, cost)
            assert "\n" not in end
        assert EXPECTED.get(path.name, "") in cost.said[0][0], (path.name, cost)
