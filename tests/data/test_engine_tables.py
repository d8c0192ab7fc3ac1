"""Tables through DuckDB: the same data as read row by row, weighted; clear refusals, nothing left behind."""

import os
import tempfile
from importlib.util import find_spec
from pathlib import Path

import numpy as np
import pytest

from elcs_gui.data.dataset import Dataset
from elcs_gui.data.fingerprint import fingerprint
from elcs_gui.data.plan import ImportPlan, Kind, MissingPolicy
from elcs_gui.data.readers import read_table, write_table
from elcs_gui.data.tables import engine
from elcs_gui.data.tables.writers import with_gaps
from elcs_gui.data.weighting import distinct_rows
from elcs_gui.errors import DataError

needs_duckdb = pytest.mark.skipif(
    find_spec("duckdb") is None or find_spec("pyarrow") is None, reason="the extra `big` is not installed"
)


@pytest.fixture
def data() -> Dataset:
    random = np.random.default_rng(8)
    made = Dataset.discrete(
        "d",
        ["a", "it's", 'b "c"', "number"],
        [
            random.choice(["yes", "no", "it's"], 400),
            random.choice(["u", "v"], 400),
            random.choice(["10", "9"], 400),
            random.integers(4, size=400),
        ],
    )
    return with_gaps(made, random.random((4, 400)) < np.array([[0.05], [0.0], [0.0], [0.02]]))


@pytest.fixture(autouse=True)
def scratch(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where temporary folders are made."""
    folder = tmp_path / "scratch"
    folder.mkdir()
    monkeypatch.setattr(tempfile, "tempdir", str(folder))
    monkeypatch.delenv(engine.MEMORY, raising=False)
    return folder


@needs_duckdb
@pytest.mark.parametrize("policy", [MissingPolicy.AVAILABLE, MissingPolicy.DROP_ROWS, MissingPolicy.LEVEL])
@pytest.mark.parametrize("ending", ["parquet", "csv"])
def test_one_scan_gives_what_reading_gives(
    data: Dataset,
    policy: MissingPolicy,
    ending: str,
    tmp_path: Path,
    scratch: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    path = tmp_path / f"d.{ending}"
    write_table(data, path)
    plan = ImportPlan(policy=policy, kinds={"it's": Kind.IGNORE})
    expected = distinct_rows(read_table(path, plan))
    monkeypatch.setenv(engine.MEMORY, "500MB")
    found = read_table(path, plan)
    assert found.counts is not None and found.columns == ("a", 'b "c"', "number")
    assert fingerprint(found) == fingerprint(expected)
    assert not list(scratch.iterdir())


@needs_duckdb
def test_a_folder_and_a_pattern_are_all_their_files(data: Dataset, tmp_path: Path) -> None:
    folder = tmp_path / "parts"
    folder.mkdir()
    for number in range(3):
        write_table(data, folder / f"part-{number}.parquet")
    plan = ImportPlan(policy=MissingPolicy.AVAILABLE)
    expected = distinct_rows(data)
    for path in (folder, folder / "part-*.parquet"):
        found = read_table(path, plan)
        assert found.rows == 3 * data.rows and np.array_equal(found.codes, expected.codes)


@needs_duckdb
def test_kinds_are_guessed_from_a_sample(data: Dataset, tmp_path: Path) -> None:
    (tmp_path / "parts").mkdir()
    write_table(data, tmp_path / "parts" / "d.parquet")
    plan = ImportPlan(policy=MissingPolicy.AVAILABLE, others=Kind.GUESS)
    assert read_table(tmp_path / "parts", plan).rows == 400


@needs_duckdb
def test_tables_of_a_database_are_named(tmp_path: Path, scratch: Path) -> None:
    duckdb = pytest.importorskip("duckdb")
    path = tmp_path / "d.duckdb"
    with duckdb.connect(str(path)) as connection:
        connection.execute("CREATE TABLE one AS SELECT i % 2 AS a, i % 3 AS b FROM range(60) t(i)")
        connection.execute('CREATE TABLE "two""s" AS SELECT i % 2 AS a, i % 5 AS b FROM range(50) t(i)')
        connection.execute(f"CREATE VIEW spying AS SELECT * FROM read_text('{path.parent}/*')")
    assert read_table(path, ImportPlan(part="one")).rows == 60
    assert read_table(path, ImportPlan(part='two"s')).stored == 10
    with pytest.raises(DataError, match=r"3 tables.*--table"):
        read_table(path)
    with pytest.raises(DataError, match="no table 'three'; it has"):
        read_table(path, ImportPlan(part="three"))
    with pytest.raises(DataError, match=r"cannot be read: Permission"):
        read_table(path, ImportPlan(part="spying"))
    with pytest.raises(DataError, match=r"No variable .gone."):
        read_table(path, ImportPlan(part="one", kinds={"gone": Kind.DISCRETE}))
    assert not list(scratch.iterdir())


@needs_duckdb
def test_measurements_are_refused_with_the_way_out(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write_table(Dataset.continuous("d", ["a", "b"], [[0.5, 1.5], [1.5, 0.5]]), tmp_path / "d.parquet")
    monkeypatch.setenv(engine.MEMORY, "500MB")
    with pytest.raises(DataError, match="without --memory"):
        read_table(tmp_path / "d.parquet", ImportPlan(others=Kind.CONTINUOUS))


@needs_duckdb
def test_a_scan_can_be_given_up(data: Dataset, tmp_path: Path, scratch: Path) -> None:
    (tmp_path / "parts").mkdir()
    write_table(data, tmp_path / "parts" / "d.parquet")

    def stop(share: float) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        read_table(tmp_path / "parts", ImportPlan(policy=MissingPolicy.AVAILABLE), tell=stop)
    assert not list(scratch.iterdir())


@needs_duckdb
def test_damaged_files_and_missing_ones_are_one_line(tmp_path: Path, scratch: Path) -> None:
    (tmp_path / "broken.parquet").write_bytes(b"PAR1 no more")
    for path in (tmp_path / "*.parquet", tmp_path / "none-*.parquet", tmp_path / "gone.duckdb"):
        with pytest.raises(DataError) as refusal:
            read_table(path)
        assert "\n" not in str(refusal.value) and len(str(refusal.value)) < 400
    assert not list(scratch.iterdir())


@needs_duckdb
def test_missing_values_are_refused_by_their_number_of_rows(data: Dataset, tmp_path: Path) -> None:
    (tmp_path / "parts").mkdir()
    write_table(data, tmp_path / "parts" / "d.parquet")
    count = int(data.missing(0).sum())
    with pytest.raises(DataError, match=f"'a' in parts has {count} missing values"):
        read_table(tmp_path / "parts")


def test_without_the_engine_an_error_names_the_extra(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(__import__("sys").modules, "duckdb", None)
    (tmp_path / "d.parquet").write_bytes(b"PAR1")
    with pytest.raises(DataError, match=r"DuckDB; install it: pip install 'elcs-explorer\[big\]'"):
        read_table(tmp_path / "*.parquet")


@pytest.mark.parametrize(("text", "amount"), [("2GB", "2GB"), (" 1.5 gib", "1.5GB"), ("500m", "500MB")])
def test_amounts_of_memory_are_read_as_people_write_them(text: str, amount: str) -> None:
    assert engine.checked_amount(text) == amount


def test_other_amounts_are_refused() -> None:
    for text in ("", "2", "much", "2GB; DROP TABLE x"):
        with pytest.raises(DataError, match="such as 2GB"):
            engine.checked_amount(text)
    assert engine.MEMORY not in os.environ
