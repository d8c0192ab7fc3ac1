"""Columns that have nothing to do with a target are left out; its neighbours and spouses stay."""

import json
from pathlib import Path

import numpy as np
import pytest

from elcs_gui.ci.preselection import preselecting
from elcs_gui.cli import main
from elcs_gui.data.dataset import Dataset
from elcs_gui.data.plan import Cutting, ImportPlan, Kind
from elcs_gui.data.readers import read_opened, write_table
from elcs_gui.data.survey.scanning import narrowed
from elcs_gui.data.tables.engine import MEMORY
from elcs_gui.data.tables.opening import open_table
from elcs_gui.data.tables.table_file import nobody
from elcs_gui.trace.assumptions import by_chance


@pytest.fixture(scope="module")
def data() -> Dataset:
    """t -> child <- spouse -> far, and two columns of noise."""
    random = np.random.default_rng(3)

    def noisy(column: np.ndarray) -> np.ndarray:
        return np.where(random.random(len(column)) < 0.2, random.integers(2, size=len(column)), column)

    t, spouse, noise, more = random.integers(2, size=(4, 4000))
    child = noisy(t | spouse)
    columns = {"t": t, "noise": noise, "child": child, "far": noisy(spouse), "spouse": spouse, "more": more}
    return Dataset.discrete("d", list(columns), list(columns.values()))


def test_neighbours_and_spouses_stay(data: Dataset) -> None:
    kept = narrowed(data, preselecting("t", None, 0.001))
    # "far" depends on the child too, through the spouse.
    assert kept.columns == ("t", "child", "far", "spouse")


def test_measurements_are_narrowed_by_their_correlations(data: Dataset) -> None:
    random = np.random.default_rng(1)
    numbers = data.codes + random.normal(scale=0.1, size=data.codes.shape)
    measured = Dataset.continuous("d", data.columns, list(numbers))
    kept = narrowed(measured, preselecting("t", None, 0.001))
    assert kept.columns == ("t", "child", "far", "spouse")


@pytest.mark.parametrize("cut", [False, True])
def test_an_engine_keeps_the_same_columns(
    data: Dataset, cut: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pytest.importorskip("duckdb")
    write_table(data, tmp_path / "d.parquet")
    plan = ImportPlan(kinds={"child": Kind.CONTINUOUS} if cut else {}, cutting=Cutting() if cut else None)
    narrow = preselecting("t", None, 0.001)
    monkeypatch.setenv(MEMORY, "500MB")
    found = read_opened(open_table(tmp_path / "d.parquet", plan, nobody), plan, narrow=narrow)
    assert found.columns == ("t", "child", "far", "spouse") and found.rows == data.rows


def test_the_result_says_what_was_left_out(
    data: Dataset, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    write_table(data, tmp_path / "d.csv")
    asked = ["run", str(tmp_path / "d.csv"), "--target", "t", "--preselect", "--alpha", "0.001"]
    assert main([*asked, "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["left_out"] == ["noise", "more"]
    assert main(asked) == 0
    said = capsys.readouterr().out
    assert "left out by --preselect: noise, more" in said
    assert by_chance(0.001, data.variables) in said  # of which these were chosen
