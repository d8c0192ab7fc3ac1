"""Tables through DuckDB: the same data as read row by row, weighted; clear refusals, nothing left behind."""

import errno
import os
import sqlite3
import tempfile
from collections.abc import Iterator
from contextlib import closing
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from elcs_gui.data.columns import spilling
from elcs_gui.data.columns.spilling import lies_on_disk
from elcs_gui.data.dataset import Dataset
from elcs_gui.data.files import scratch_folder
from elcs_gui.data.fingerprint import fingerprint
from elcs_gui.data.plan import Cutting, ImportPlan, Kind, Method, MissingPolicy
from elcs_gui.data.readers import read_opened, read_table, write_table
from elcs_gui.data.survey import exact_counts, scanning
from elcs_gui.data.survey.scanning import Pairs
from elcs_gui.data.survey.survey import survey
from elcs_gui.data.tables import engine
from elcs_gui.data.tables.opening import open_table
from elcs_gui.data.tables.packing import Digit
from elcs_gui.data.tables.table_file import nobody
from elcs_gui.data.tables.writers import with_gaps
from elcs_gui.data.weighting import distinct_rows
from elcs_gui.errors import DataError
from tests.bench.bench_big import drawn, traces, ways
from tests.full_disk import room_for

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
    folder = tmp_path / "year=2" / "parts[3]"  # names that mean something to the engine
    folder.mkdir(parents=True)
    for number in range(3):
        write_table(data, folder / f"part-{number}.parquet")
    (folder / "part-1.parquet").rename(folder / "part-1.PQ")
    plan = ImportPlan(policy=MissingPolicy.AVAILABLE)
    expected = distinct_rows(data)
    for path in (folder, folder / "part-*"):
        found = read_table(path, plan)
        assert found.rows == 3 * data.rows and np.array_equal(found.codes, expected.codes)


@needs_duckdb
@pytest.mark.parametrize("start", [0, 1])
@pytest.mark.parametrize("cells", [",u,1 ,v,0", ";u;0,5 ;v;1,5"])
def test_an_unnamed_column_that_numbers_the_rows_is_left_out(
    start: int, cells: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path, delimiter = tmp_path / "d.csv", cells[0]
    rows = [f"{number}{row}" for number, row in enumerate(cells.split() * 10, start)]
    path.write_text("\n".join([f"{delimiter}a{delimiter}b", *rows]), encoding="utf-8")
    in_memory = read_table(path)
    monkeypatch.setenv(engine.MEMORY, "500MB")
    found = read_table(path)
    assert found.columns == in_memory.columns == ("a", "b")
    assert fingerprint(found) == fingerprint(distinct_rows(in_memory))


@needs_duckdb
def test_kinds_are_guessed_from_a_sample(data: Dataset, tmp_path: Path) -> None:
    (tmp_path / "parts").mkdir()
    write_table(data, tmp_path / "parts" / "d.parquet")
    plan = ImportPlan(policy=MissingPolicy.AVAILABLE, others=Kind.GUESS)
    assert read_table(tmp_path / "parts", plan).rows == 400


@needs_duckdb
def test_a_survey_of_a_sample_counts_all_rows(
    tmp_path: Path, scratch: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    rows = ["g,n,m,c", *(f"{'NA' if row % 5 == 0 else row % 3},{row / 7},{row % 2},k" for row in range(5000))]
    rows[4321] = "9,,1,rare"
    (tmp_path / "d.csv").write_text("\n".join(rows) + "\n", encoding="utf-8")
    expected = survey(tmp_path / "d.csv")
    monkeypatch.setenv(engine.MEMORY, "500MB")
    for module in (engine, exact_counts):
        monkeypatch.setattr(module, "SAMPLED", 200)
    found = survey(tmp_path / "d.csv")
    assert found.sampled == 200 and expected.sampled is None
    assert (found.rows, found.complete_rows) == (expected.rows, expected.complete_rows)
    for one, other in zip(found.columns, expected.columns, strict=True):
        assert (one.name, one.kind, one.missing) == (other.name, other.kind, other.missing)
        assert (one.low, one.high) == (other.low, other.high)
    assert [column.frequent for column in found.columns if column.name != "n"] == [
        column.frequent for column in expected.columns if column.name != "n"
    ]
    assert not list(scratch.iterdir())


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
    with pytest.raises(DataError, match="file system operations are disabled"):
        read_table(path, ImportPlan(part="spying"))
    with pytest.raises(DataError, match=r"No variable .gone."):
        read_table(path, ImportPlan(part="one", kinds={"gone": Kind.DISCRETE}))
    assert not list(scratch.iterdir())


def measured(seed: int) -> Dataset:
    """Numbers of several kinds beside a column of levels, some of them missing."""
    random = np.random.default_rng(seed)
    columns = [
        random.normal(size=300) * 10.0 ** random.integers(-6, 7),
        random.normal(size=300).round(1),
        random.integers(3, 12, size=300),
        random.integers(2, size=300),
    ]
    return Dataset.continuous("d", ["wide", "rounded", "whole", "levels"], columns)


@needs_duckdb
@pytest.mark.parametrize("method", list(Method))
@pytest.mark.parametrize("ending", ["parquet", "csv"])
def test_the_engine_cuts_where_reading_cuts(
    ending: str, method: Method, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / f"d.{ending}"
    write_table(measured(len(method)), path)
    numbers = dict.fromkeys(("wide", "rounded", "whole"), Kind.CONTINUOUS)
    plan = ImportPlan(
        kinds=numbers, missing=("3",), policy=MissingPolicy.DROP_ROWS, cutting=Cutting(method, 4)
    )
    expected = distinct_rows(read_table(path, plan))
    monkeypatch.setenv(engine.MEMORY, "500MB")
    assert fingerprint(read_table(path, plan)) == fingerprint(expected)


@needs_duckdb
@pytest.mark.parametrize("on_the_disk", [False, True])
def test_measurements_are_the_same_numbers_in_the_same_order(
    on_the_disk: bool, tmp_path: Path, scratch: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "d.parquet"
    write_table(measured(1), path)
    plan = ImportPlan(others=Kind.CONTINUOUS, missing=("3",), policy=MissingPolicy.AVAILABLE)
    expected = read_table(path, plan)
    monkeypatch.setenv(engine.MEMORY, "500MB")
    if on_the_disk:
        monkeypatch.setattr(scanning, "memory_limit", lambda: 0)
    found = read_table(path, plan)
    assert fingerprint(found) == fingerprint(expected) and found.gaps == expected.gaps
    assert not list(scratch.iterdir())


@needs_duckdb
def test_a_cell_that_is_no_number_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "d.csv").write_text("a,b\n1.5,2\nlong,3\n", encoding="utf-8")
    monkeypatch.setenv(engine.MEMORY, "500MB")
    with pytest.raises(DataError, match=r"column 'a': 'long' is not a finite number"):
        read_table(tmp_path / "d.csv", ImportPlan(others=Kind.CONTINUOUS))


@needs_duckdb
@pytest.mark.parametrize("policy", list(MissingPolicy))
def test_rows_that_memory_does_not_hold_are_kept_on_the_disk(
    data: Dataset,
    policy: MissingPolicy,
    tmp_path: Path,
    scratch: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    path = tmp_path / "d.parquet"
    write_table(data, path)
    gaps = ["a", "number"] if policy is MissingPolicy.REFUSE else []
    plan = ImportPlan(policy=policy).with_kinds(Kind.IGNORE, gaps)
    expected = read_table(path, plan)
    monkeypatch.setenv(engine.MEMORY, "500MB")
    monkeypatch.setattr(scanning, "memory_limit", lambda: 0)
    found = read_table(path, plan)
    assert lies_on_disk(found.codes) and found.counts is None
    assert fingerprint(found) == fingerprint(expected)
    assert not list(scratch.iterdir())


@needs_duckdb
def test_a_full_disk_is_one_line(
    data: Dataset, tmp_path: Path, scratch: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "d.parquet"
    write_table(data, path)
    monkeypatch.setenv(engine.MEMORY, "500MB")
    monkeypatch.setattr(scanning, "memory_limit", lambda: 0)

    def full(*_: object) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(spilling, "_allocate", full)
    with pytest.raises(DataError, match=r"no room for 1 MB of rows.*TMPDIR"):
        read_table(path, ImportPlan(policy=MissingPolicy.AVAILABLE))
    assert not list(scratch.iterdir())


@needs_duckdb
def test_a_disk_that_fills_up_while_rows_are_kept_there_is_one_line(
    data: Dataset, tmp_path: Path, scratch: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "d.parquet"
    write_table(data, path)
    plan = ImportPlan(policy=MissingPolicy.AVAILABLE)
    monkeypatch.setenv(engine.MEMORY, "500MB")
    monkeypatch.setattr(scanning, "memory_limit", lambda: 0)
    with room_for(data.rows // 2), pytest.raises(DataError, match=r"no room for 1 MB of rows.*TMPDIR"):
        read_table(path, plan)
    assert not list(scratch.iterdir())
    assert lies_on_disk(read_table(path, plan).codes)  # there is room again


def sqlite_file(data: Dataset, path: Path) -> None:
    """A table with the data, and another."""
    with closing(sqlite3.connect(path)) as connection:
        names = ", ".join(engine.identifier(name) for name in data.columns)
        connection.execute(f"CREATE TABLE kept ({names})")
        connection.execute("CREATE TABLE pictures (name, picture BLOB)")
        connection.execute("INSERT INTO pictures VALUES ('a', x'00')")
        columns = [
            [[*labels, None][code] for code in codes.tolist()]
            for codes, labels in zip(data.codes, data.levels, strict=True)
        ]
        rows = zip(*columns, strict=True)
        connection.executemany(f"INSERT INTO kept VALUES ({', '.join('?' * data.variables)})", rows)
        connection.commit()


@needs_duckdb
def test_tables_of_sqlite_are_read_as_they_are(data: Dataset, tmp_path: Path, scratch: Path) -> None:
    path = tmp_path / "d.sqlite"
    sqlite_file(data, path)
    plan = ImportPlan(policy=MissingPolicy.AVAILABLE, part="kept")
    assert fingerprint(read_table(path, plan)) == fingerprint(distinct_rows(data))
    with pytest.raises(DataError, match=r"2 tables \('kept', 'pictures'\): name one"):
        read_table(path)
    with pytest.raises(DataError, match="no table 'lost'; it has 'kept', 'pictures'"):
        read_table(path, ImportPlan(part="lost"))
    with pytest.raises(DataError, match=r"'picture' in d\.sqlite hold lists, structures or bytes"):
        read_table(path, ImportPlan(part="pictures"))
    (tmp_path / "broken.db").write_bytes(b"SQLite format 3" + bytes(200))
    with pytest.raises(DataError, match=r"broken\.db cannot be read"):
        read_table(tmp_path / "broken.db")
    assert not list(scratch.iterdir())


@needs_duckdb
@pytest.mark.parametrize("ending", ["parquet", "csv"])
def test_a_scan_can_be_given_up_at_any_moment(
    ending: str, tmp_path: Path, scratch: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / f"d.{ending}"
    write_table(measured(2), path)
    monkeypatch.setenv(engine.MEMORY, "500MB")
    plan = ImportPlan(kinds={"wide": Kind.CONTINUOUS}, cutting=Cutting())
    for moment in (1, 3, 6):
        moments = iter(range(1, moment))

        def stop(_: float, moments: Iterator[int] = moments) -> None:
            if next(moments, None) is None:
                raise KeyboardInterrupt

        with pytest.raises(KeyboardInterrupt):
            read_table(path, plan, tell=stop)
        assert not list(scratch.iterdir())


@needs_duckdb
def test_reading_leaves_no_folder(data: Dataset, tmp_path: Path, scratch: Path) -> None:
    write_table(data, tmp_path / "d.parquet")
    read_table(tmp_path / "*.parquet", ImportPlan(policy=MissingPolicy.AVAILABLE))
    assert not list(scratch.iterdir())


def test_folders_that_a_killed_process_has_left_are_swept(scratch: Path) -> None:
    """By their locks: the number of a process may mean another one elsewhere, or none."""
    left, old, new = (scratch / f"elcs-scratch-{name}" for name in ("left", "old", "new"))
    for folder in (left, old, new):
        folder.mkdir()
    (left / "lock").touch()  # which nobody holds
    os.utime(old, (0, 0))
    with scratch_folder() as others, scratch_folder() as ours:
        assert {*scratch.iterdir()} == {new, others, ours}
    assert {*scratch.iterdir()} == {new}


@needs_duckdb
def test_damaged_files_and_missing_ones_are_one_line(tmp_path: Path, scratch: Path) -> None:
    (tmp_path / "broken.parquet").write_bytes(b"PAR1 no more")
    for path in (tmp_path / "*.parquet", tmp_path / "none-*.parquet", tmp_path / "gone.duckdb"):
        with pytest.raises(DataError) as refusal:
            read_table(path)
        assert "\n" not in str(refusal.value) and len(str(refusal.value)) < 400
    assert not list(scratch.iterdir())


@needs_duckdb
@pytest.mark.parametrize("ending", ["parquet", "csv"])
def test_files_of_a_folder_have_the_same_columns(ending: str, tmp_path: Path, scratch: Path) -> None:
    for name, columns in (("1", "ab"), ("2", "abc")):
        table = Dataset.discrete(name, list(columns), [[0, 1, 1, 0]] * len(columns))
        write_table(table, tmp_path / f"{name}.{ending}")
    with pytest.raises(DataError, match=rf"2\.{ending} has a column 'c' which 1\.{ending} has not"):
        read_table(tmp_path / f"*.{ending}")
    (tmp_path / f"2.{ending}").write_bytes(b"")
    with pytest.raises(DataError, match=rf"2\.{ending} is empty"):
        read_table(tmp_path / f"*.{ending}")
    assert not list(scratch.iterdir())


@needs_duckdb
def test_a_column_or_level_that_comes_or_goes_meanwhile_is_named(
    tmp_path: Path, scratch: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path, plan = tmp_path / "d.parquet", ImportPlan()
    monkeypatch.setenv(engine.MEMORY, "500MB")
    write_table(Dataset.discrete("d", "abc", [[0, 1, 1, 0]] * 3), path)
    table = open_table(path, plan, nobody)
    write_table(Dataset.discrete("d", "ab", [[0, 1, 1, 0]] * 2), path)
    with pytest.raises(DataError, match="no column 'c' any more: read it again"):
        read_opened(table, plan)

    def add_a_level(self: engine.EngineTable, *asked: Any) -> dict[int, Digit]:
        found = digits(self, *asked)
        write_table(Dataset.discrete("d", "ab", [[0, 1, 1, 5]] * 2), path)
        return found

    digits = engine.EngineTable.digits
    monkeypatch.setattr(engine.EngineTable, "digits", add_a_level)
    with pytest.raises(DataError, match="has changed while it was read"):
        read_table(path)
    assert not list(scratch.iterdir())


@needs_duckdb
def test_no_rows_and_no_columns_are_one_line(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(engine.MEMORY, "500MB")
    path = tmp_path / "d.csv"
    path.write_text("a,b\n1,\n,2\n")
    dropped = ImportPlan(others=Kind.DISCRETE, policy=MissingPolicy.DROP_ROWS)

    def narrow(_: tuple[str, ...], pairs: Pairs) -> list[int]:
        return [0] * len(list(pairs([(0, 1)])))

    for keeping in (None, narrow):
        with pytest.raises(DataError, match=r"d\.csv has no rows"):
            read_opened(open_table(path, dropped, nobody), dropped, narrow=keeping)
    nothing = ImportPlan(others=Kind.IGNORE)
    with pytest.raises(DataError, match="at least two columns of data, but has 0"):
        read_opened(open_table(path, nothing, nobody), nothing)


@needs_duckdb
@pytest.mark.parametrize(("limit", "scans"), [(1 << 30, [3]), (2000, [1, 1, 1])])
def test_as_many_pairs_are_counted_by_one_scan_as_memory_holds(
    limit: int, scans: list[int], data: Dataset, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write_table(data, tmp_path / "d.parquet")
    monkeypatch.setenv(engine.MEMORY, "500MB")
    monkeypatch.setattr(scanning, "memory_limit", lambda: limit)
    counted: list[int] = []
    count = engine.EngineTable.pairs

    def noted(table: Any, pairs: Any, *rest: Any) -> Any:
        counted.append(len(pairs))
        return count(table, pairs, *rest)

    monkeypatch.setattr(engine.EngineTable, "pairs", noted)

    def narrow(_: tuple[str, ...], pairs: Pairs) -> list[int]:
        found = list(pairs([(0, 1), (0, 2), (3, 1)]))
        assert [each.columns for each in found] == [("a", "it's"), ("a", 'b "c"'), ("number", "it's")]
        assert {each.rows for each in found} == {data.rows}
        return [0, 1]

    plan = ImportPlan(policy=MissingPolicy.AVAILABLE)
    read_opened(open_table(tmp_path / "d.parquet", plan, nobody), plan, narrow=narrow)
    assert counted == scans


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


@needs_duckdb
@pytest.mark.filterwarnings("ignore")  # what Ibis is warned of is its own
def test_every_way_of_reading_gives_the_same_traces(tmp_path: Path) -> None:
    data = drawn(273)  # a small one, with gaps
    expected = traces(data, "g2")
    for way, other in ways(data, tmp_path).items():
        assert traces(other, "g2") == expected, way
