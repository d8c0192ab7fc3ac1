"""Tables of Ibis, by a small backend in its place: read as their file is; what goes wrong is one line."""

from __future__ import annotations

import gc
import sys
from collections.abc import Iterator
from importlib.metadata import EntryPoint
from importlib.util import find_spec
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from elcs_gui.data.dataset import Dataset
from elcs_gui.data.plan import ImportPlan
from elcs_gui.data.readers import read_opened, read_table, write_table
from elcs_gui.data.tables import ibis_engine
from elcs_gui.data.tables.address import Address, address_of, data_path
from elcs_gui.data.tables.engine import EngineTable, Holds
from elcs_gui.data.tables.ibis_engine import IbisEngine
from elcs_gui.data.weighting import expanded
from elcs_gui.errors import DataError
from tests.data.fake_ibis import Backend, Table

pytestmark = pytest.mark.skipif(
    find_spec("duckdb") is None or find_spec("pyarrow") is None, reason="the extra `big` is not installed"
)


def connected(path: Path | str = ":memory:", *, read_only: bool = False) -> Any:
    import duckdb

    return duckdb.connect(str(path), read_only=read_only)


@pytest.fixture
def parquet(tmp_path: Path) -> Path:
    random = np.random.default_rng(3)
    table = [
        random.choice(["yes", "no", "it's"], 300),
        random.integers(4, size=300),
        random.integers(2, size=300),
    ]
    write_table(Dataset.discrete("d", ["a", "it's", 'b "c"'], table), tmp_path / "d.parquet")
    return tmp_path / "d.parquet"


@pytest.fixture(autouse=True)
def untranslated(monkeypatch: pytest.MonkeyPatch) -> None:
    """The backend speaks DuckDB's dialect, and sqlglot, which translates, is in no lock either."""
    monkeypatch.setattr(ibis_engine, "_standard", lambda sql, _: sql)


def address(text: str) -> Address:
    found = address_of(data_path(text))
    assert found is not None
    return found


def stored(parquet: Path, folder: Path) -> Path:
    path = folder / "d.duckdb"
    with connected(path) as con:
        con.sql(f"CREATE TABLE visits AS SELECT * FROM '{parquet}'")
        con.sql("CREATE TABLE other AS SELECT 1 AS x, [1, 2] AS y, 'k'::BLOB AS z, 1.5::DOUBLE AS w")
    return path


def test_a_table_at_hand_is_read_as_its_file_is(parquet: Path) -> None:
    con = connected()
    engine = IbisEngine.of(Table(Backend(con), con.read_parquet(str(parquet)), "d"))
    plan = ImportPlan()
    read, whole = read_opened(EngineTable(engine, plan), plan), read_table(parquet)
    assert (engine.name, read.columns, read.levels) == ("d", whole.columns, whole.levels)
    rows = [sorted(zip(*expanded(each).codes.tolist(), strict=True)) for each in (read, whole)]
    assert rows[0] == rows[1]
    assert IbisEngine.of(Table(Backend(con), con.read_parquet(str(parquet)))).name == "table"


def test_columns_hold_what_their_types_say(parquet: Path, tmp_path: Path) -> None:
    con = connected(stored(parquet, tmp_path))
    engine = IbisEngine.of(Backend(con).table("other"))
    assert [column.holds for column in engine.columns] == [
        Holds.WHOLE, Holds.SEVERAL, Holds.SEVERAL, Holds.FLOATS,
    ]  # fmt: skip
    with pytest.raises(DataError, match="hold"):
        EngineTable(engine, ImportPlan())


@pytest.fixture
def ibis(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[Backend]]:
    """The connections that were opened."""
    opened: list[Backend] = []

    def connect(path: str, **told: object) -> Backend:
        assert told["read_only"] and not told["enable_external_access"]
        opened.append(Backend(connected(path, read_only=True)))
        return opened[-1]

    monkeypatch.setitem(sys.modules, "ibis", SimpleNamespace(duckdb=SimpleNamespace(connect=connect)))
    backends = [EntryPoint("duckdb", "ibis.backends.duckdb", "ibis.backends")]
    monkeypatch.setattr(ibis_engine, "entry_points", lambda **_: backends)
    monkeypatch.setattr(ibis_engine, "check_trusted", lambda _: None)
    yield opened
    gc.collect()
    assert all(backend.closed.wait(10) for backend in opened)


def test_a_table_at_an_address_is_read_and_its_connection_closed(
    parquet: Path, tmp_path: Path, ibis: list[Backend]
) -> None:
    place = address(f"ibis://duckdb/{stored(parquet, tmp_path)}?table=visits")
    heard: list[float] = []
    engine = IbisEngine.at(place, ImportPlan(), heard.append)
    assert engine.form.parts == ("other", "visits")
    read = read_opened(EngineTable(engine, ImportPlan()), ImportPlan())
    assert read.rows == read_table(parquet).rows
    thread = engine._thread
    assert thread is not None
    thread.close()
    assert ibis[0].closed.wait(10)


@pytest.mark.parametrize(
    ("rest", "said"),
    [
        ("", r"has 2 tables \('other', 'visits'\): name"),
        ("?table=visit", "has no table 'visit'; it has"),
    ],
)
def test_which_table_is_asked_for_where_there_are_several(
    rest: str, said: str, parquet: Path, tmp_path: Path, ibis: list[Backend]
) -> None:
    place = address(f"ibis://duckdb/{stored(parquet, tmp_path)}{rest}")
    with pytest.raises(DataError, match=said):
        IbisEngine.at(place, ImportPlan())
    assert len(ibis) == 1


def test_whoever_gives_up_ends_the_query(parquet: Path, tmp_path: Path, ibis: list[Backend]) -> None:
    engine = IbisEngine.at(address(f"ibis://duckdb/{stored(parquet, tmp_path)}?table=visits"), ImportPlan())

    def impatient(share: float) -> None:
        raise KeyboardInterrupt

    endless = "SELECT count(*) AS n FROM range(100000000000) a, range(1000) b"
    with pytest.raises(KeyboardInterrupt):
        list(engine.query(endless, impatient))
    assert [batch.num_rows for batch in engine.query("SELECT count(*) AS n FROM elcs_rows")] == [1]


def test_what_a_backend_raises_is_one_line(parquet: Path) -> None:
    con = connected()
    engine = IbisEngine.of(Table(Backend(con), con.read_parquet(str(parquet)), "d"))
    with pytest.raises(DataError, match=r"^d cannot be read: [^\n]*\.$"):
        list(engine.query("SELECT nothing FROM elcs_rows"))
