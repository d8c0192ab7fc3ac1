"""`elcs` on tables that live elsewhere: the same results as on a file, and trouble told in a line."""

from __future__ import annotations

import json
import sqlite3
import sys
import threading
import time
from collections.abc import Callable
from contextlib import closing
from dataclasses import replace
from importlib.metadata import EntryPoint
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from elcs_gui.api import learn
from elcs_gui.data.plan import ImportPlan
from elcs_gui.data.readers import read_table, write_table
from elcs_gui.data.tables import ibis_engine
from elcs_gui.data.tables.address import PASSWORD, address_of, data_path
from elcs_gui.data.tables.opening import open_table
from elcs_gui.errors import ElcsError
from elcs_gui.storage.file_reference import FileReference
from elcs_gui.storage.session_file import write_session
from tests.commands.calling import Elcs
from tests.commands.warehouses import connection, missing, table_of
from tests.kept import small_session
from tests.optional import needing

pytestmark = pytest.mark.filterwarnings("ignore")  # what Ibis, Spark and drivers are warned of is theirs

CLINIC = "ibis://postgres/ada@db.example.org/clinic?table=visits"


@pytest.fixture(scope="module")
def parquet(asia: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The data of `asia`."""
    path = tmp_path_factory.mktemp("tables") / "asia.parquet"
    write_table(read_table(asia), path)
    return path


def asking(backend: str) -> pytest.MarkDecorator:
    return pytest.mark.skipif(bool(missing(backend)), reason=missing(backend) or "it is there")


def lines(out: str) -> dict[str, Any]:
    result: dict[str, Any] = json.loads(out)
    result.pop("seconds")
    return result


# Tables of others, handed to the API


@pytest.mark.parametrize(
    "backend", [pytest.param(each, marks=asking(each)) for each in ("duckdb", "pyspark", "postgres")]
)
def test_a_table_of_ibis_is_learnt_from_as_its_file_is(parquet: Path, backend: str) -> None:
    found = learn(table_of(backend, parquet), "dysp")
    assert found.tests.equals(learn(parquet, "dysp").tests)


@needing("duckdb")
def test_a_relation_of_duckdb_and_tables_of_arrow_are_learnt_from_as_their_file_is(parquet: Path) -> None:
    import duckdb
    import pyarrow.dataset
    import pyarrow.parquet

    expected = learn(parquet, "dysp").tests
    for table in (
        duckdb.read_parquet(str(parquet)),
        pyarrow.parquet.read_table(parquet),
        pyarrow.dataset.dataset(parquet),
    ):
        assert learn(table, "dysp").tests.equals(expected)


@needing("duckdb")
def test_a_relation_whose_file_has_gone_is_told_in_a_line(parquet: Path, tmp_path: Path) -> None:
    import duckdb

    copy = tmp_path / "copy.parquet"
    copy.write_bytes(parquet.read_bytes())
    table = duckdb.read_parquet(str(copy))
    copy.unlink()
    with pytest.raises(ElcsError, match=r"The table cannot be read: .*copy.parquet"):
        learn(table, "dysp")


@needing("ibis")
def test_a_table_without_a_backend_is_told_in_a_line() -> None:
    import ibis

    with pytest.raises(ElcsError, match=r"cannot be read: .*backend"):
        learn(ibis.memtable({"a": [1, 2], "b": [2, 1]}), "a")


# Addresses


@pytest.fixture
def clinic(parquet: Path, tmp_path: Path) -> str:
    """The address of a file of DuckDB: the data of `asia`, an empty table, a view on another file."""
    import duckdb

    place = tmp_path / "clinic.duckdb"
    with duckdb.connect(place) as database:
        database.execute(f"CREATE TABLE visits AS FROM '{parquet}'")
        database.execute("CREATE TABLE other (a INTEGER)")
        database.execute(f"CREATE VIEW elsewhere AS FROM '{parquet}'")
    return f"ibis://duckdb/{place}"


@asking("duckdb")
def test_a_table_at_an_address_is_learnt_from_as_its_file_is(elcs: Elcs, parquet: Path, clinic: str) -> None:
    options = ("--target", "dysp", "--json")
    expected = lines(elcs("run", parquet, *options)[1])
    assert lines(elcs("run", f"{clinic}?table=visits", *options)[1]) == expected
    assert lines(elcs("run", clinic, "--table", "visits", *options)[1]) == expected


@asking("duckdb")
@pytest.mark.parametrize(
    ("rest", "said"),
    [
        ("", "has 3 tables ('elsewhere', 'other', 'visits'): name one (--table)."),
        ("?table=visit", "has no table 'visit'; it has 'elsewhere', 'other', 'visits'."),
        ("?table=elsewhere", "file system operations are disabled by configuration."),
        ("x?table=visits", "There is no file '"),
    ],
)
def test_a_table_that_is_not_to_be_had_is_told_in_a_line(
    elcs: Elcs, clinic: str, rest: str, said: str
) -> None:
    code, out, told = elcs("run", clinic + rest, "--target", "dysp")
    assert (code, out, told.count("\n")) == (1, "", 1)
    assert said in told


@needing("ibis")
def test_a_backend_that_nobody_knows_is_answered_with_those_there_are(elcs: Elcs) -> None:
    code, _, said = elcs("run", "ibis://nonsense/x", "--target", "dysp")
    assert code == 1
    assert said.startswith("elcs: Ibis knows no backend 'nonsense'; it knows ")
    assert "postgres" in said


@needing("ibis")
def test_sqlite_is_read_where_grouping_sets_and_quantiles_are_not_known(
    parquet: Path, tmp_path: Path
) -> None:
    place = tmp_path / "clinic.db"
    data = read_table(parquet)
    with closing(sqlite3.connect(place)) as database:
        database.execute(f"CREATE TABLE visits ({', '.join(f'{name} TEXT' for name in data.columns)})")
        rows = zip(*([data.levels[i][c] for c in codes] for i, codes in enumerate(data.codes)), strict=True)
        database.executemany(f"INSERT INTO visits VALUES ({', '.join('?' * data.variables)})", rows)
        database.commit()
    found = learn(f"ibis://sqlite/{place}", "dysp", test="g2")
    assert found.tests.equals(learn(parquet, "dysp", test="g2").tests)


@asking("duckdb")
def test_a_column_that_has_gone_is_told_in_a_line(parquet: Path) -> None:
    there = connection("duckdb")
    there.create_table("passing", there.read_parquet(str(parquet)), overwrite=True)
    table = there.table("passing")
    there.raw_sql("ALTER TABLE passing DROP COLUMN dysp")
    with pytest.raises(ElcsError, match=r"^passing cannot be read: .*dysp[^\n]*$"):
        learn(table, "smoke")


def test_without_ibis_an_error_names_what_to_install(elcs: Elcs, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "ibis", None)
    code, _, said = elcs("run", CLINIC, "--target", "a")
    assert (code, said) == (
        1,
        "elcs: A table at an address needs Ibis: pip install 'elcs-explorer[warehouse]'\n",
    )


@pytest.mark.parametrize(
    "text",
    [
        "ibis://postgres/ada:hunter2@db.example.org/clinic?table=visits",
        "ibis://snowflake/ada@account/clinic?password=hunter2",
        "ibis://databricks/x?access_token=hunter2",
    ],
)
def test_an_address_with_a_password_is_refused_and_not_repeated(elcs: Elcs, text: str) -> None:
    code, out, said = elcs("run", text, "--target", "a")
    assert (code, out) == (2, "")
    assert "An address holds no password" in said
    assert PASSWORD in said
    assert "hunter2" not in said


# A backend that does not do what it should


def answering(monkeypatch: pytest.MonkeyPatch, connect: Callable[[str], Any]) -> None:
    """Ibis, with one backend that is reached by this function."""
    monkeypatch.setitem(sys.modules, "ibis", SimpleNamespace(connect=connect, postgres=None))
    monkeypatch.setattr(
        ibis_engine, "entry_points", lambda group: [EntryPoint("postgres", "ibis.postgres", group)]
    )


def test_what_a_backend_says_is_told_in_a_line_without_the_password(
    elcs: Elcs, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(url: str) -> None:
        raise OSError(f"no way\n  to {url}")

    answering(monkeypatch, refuse)
    monkeypatch.setenv(PASSWORD, "hunter@2")
    code, _, said = elcs("run", CLINIC, "--target", "a")
    assert code == 1
    assert said == f"elcs: {CLINIC} cannot be read: no way to postgres://ada:***@db.example.org/clinic.\n"


def test_a_driver_that_is_missing_is_named(elcs: Elcs, monkeypatch: pytest.MonkeyPatch) -> None:
    def lack(url: str) -> None:
        raise ImportError("No module named 'psycopg'")

    answering(monkeypatch, lack)
    said = elcs("run", CLINIC, "--target", "a")[2]
    assert said == (
        "elcs: The backend postgres lacks its driver (No module named 'psycopg'): "
        "pip install 'ibis-framework[postgres]'\n"
    )


def test_a_server_that_does_not_answer_is_given_up(elcs: Elcs, monkeypatch: pytest.MonkeyPatch) -> None:
    over = threading.Event()
    answering(monkeypatch, lambda _: over.wait())
    monkeypatch.setattr(ibis_engine, "_ANSWERS_WITHIN", 0.1)
    code, _, said = elcs("run", CLINIC, "--target", "a")
    over.set()
    assert code == 1
    assert said.startswith(f"elcs: {CLINIC} does not answer: nobody there took the call within")


def test_who_gives_up_waits_for_no_backend(monkeypatch: pytest.MonkeyPatch) -> None:
    over = threading.Event()
    answering(monkeypatch, lambda _: over.wait())
    began = time.monotonic()

    def give_up(share: float) -> None:
        raise KeyboardInterrupt

    path = data_path(CLINIC)
    assert address_of(path) is not None
    with pytest.raises(KeyboardInterrupt):
        open_table(path, ImportPlan(), give_up)
    assert time.monotonic() - began < 5
    over.set()


# An address that a file names


def test_a_session_that_names_a_server_is_told_of_and_nobody_is_connected(
    elcs: Elcs, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    connected: list[str] = []
    answering(monkeypatch, connected.append)
    monkeypatch.setenv(PASSWORD, "hunter2")
    monkeypatch.setattr("elcs_gui.data.tables.address._trusted", {})
    session = small_session(embedded=False)
    assert session.source is not None
    file = FileReference.of(Path("ibis:/postgres/ada@evil.example.org/clinic?table=visits"))
    write_session(replace(session, source=replace(session.source, data_file=file)), tmp_path / "s.elcs")
    header = session.runs[session.current or 0].header
    names = header.names[0], header.names[1]
    code, _, said = elcs("why", tmp_path / "s.elcs", "--edge", *names)
    assert code == 0
    assert "s.elcs says that its data are at ibis://postgres/ada@evil.example.org/clinic" in said
    assert "add: --data 'ibis://postgres/ada@evil.example.org/clinic?table=visits'" in said
    assert "(ELCS_PASSWORD, if it is set, goes there then)" in said and "hunter2" not in said
    assert connected == []
    with pytest.raises(ElcsError, match="was named by a file and not by you"):
        read_table(file.path)
    assert connected == []
