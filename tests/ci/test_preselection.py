"""Columns that have nothing to do with a target are left out; its neighbours and spouses stay."""

import json
import shlex
from pathlib import Path

import numpy as np
import pytest

from elcs_gui.ci.false_discoveries import threshold
from elcs_gui.ci.preselection import Preselecting
from elcs_gui.cli import main
from elcs_gui.data.dataset import Dataset
from elcs_gui.data.plan import Cutting, ImportPlan, Kind
from elcs_gui.data.readers import read_opened, write_table
from elcs_gui.data.survey.scanning import narrowed
from elcs_gui.data.tables.engine import MEMORY
from elcs_gui.data.tables.opening import open_table
from elcs_gui.data.tables.table_file import nobody
from elcs_gui.trace.assumptions import Chance


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
    kept = narrowed(data, Preselecting("t", None, 0.001))
    # "far" depends on the child too, through the spouse.
    assert kept.columns == ("t", "child", "far", "spouse")


def test_measurements_are_narrowed_by_their_correlations(data: Dataset) -> None:
    random = np.random.default_rng(1)
    numbers = data.codes + random.normal(scale=0.1, size=data.codes.shape)
    measured = Dataset.continuous("d", data.columns, list(numbers))
    kept = narrowed(measured, Preselecting("t", None, 0.001))
    assert kept.columns == ("t", "child", "far", "spouse")


@pytest.mark.parametrize("cut", [False, True])
def test_an_engine_keeps_the_same_columns(
    data: Dataset, cut: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pytest.importorskip("duckdb")
    write_table(data, tmp_path / "d.parquet")
    plan = ImportPlan(kinds={"child": Kind.CONTINUOUS} if cut else {}, cutting=Cutting() if cut else None)
    narrow = Preselecting("t", None, 0.001)
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
    assert Chance(0.001, data.variables - 1).words in said  # of which these were chosen


def test_tests_that_are_judged_together_say_by_which_threshold(
    data: Dataset, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    narrow = Preselecting("t", None, 0.5, 0.001)
    assert narrowed(data, narrow).columns == ("t", "child", "far", "spouse")
    with_target, with_near = narrow.thresholds
    assert with_target == threshold(1, 5, 0.001) and with_near == threshold(2, 4, 0.001)
    write_table(data, tmp_path / "d.csv")
    asked = ["run", str(tmp_path / "d.csv"), "--target", "t", "--preselect-fdr", "0.001"]
    assert main([*asked, "--json"]) == 0
    result = json.loads(capsys.readouterr().out)
    assert result["left_out"] == ["noise", "more"]
    assert result["preselection"] == {
        "rate": 0.001,
        "thresholds": [{"p": one.value, "tests": one.tests} for one in narrow.thresholds],
    }
    assert result["chance"]["expected"] is None
    assert main(asked) == 0
    said = capsys.readouterr().out
    assert (
        f"left out by --preselect: noise, more (p > {with_target.digits} with the target, "
        f"p > {with_near.digits} with what depends on it: the Benjamini–Yekutieli thresholds for 0.1 % "
        "false discoveries among 5 and 4 tests)"
    ) in said
    assert (
        "of what choosing the columns finds dependent on the target, a share up to 0.001 is by chance" in said
    )


@pytest.mark.parametrize("how", [["--preselect"], ["--preselect-fdr", "0.01"]])
def test_the_recipe_chooses_the_columns_in_the_same_way(
    data: Dataset, how: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    write_table(data, tmp_path / "d.csv")
    asked = ["run", str(tmp_path / "d.csv"), "--target", "t", *how, "--ignore", "more", "--json"]
    assert main(asked) == 0
    result = json.loads(capsys.readouterr().out)
    words = shlex.split(result["recipe"])[1:]
    assert words[words.index(how[0]) :][: len(how)] == how and words[words.index("--ignore") + 1] == "more"
    assert main([*words, "--json"]) == 0
    assert {**json.loads(capsys.readouterr().out), "seconds": 0} == {**result, "seconds": 0}


def test_where_nothing_depends_on_the_target_that_is_said(
    data: Dataset, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    write_table(data, tmp_path / "d.csv")
    assert main(["run", str(tmp_path / "d.csv"), "--target", "noise", "--preselect-fdr", "1e-9"]) == 1
    said = capsys.readouterr().err
    assert "No column depends on 'noise' (p > 8.8e−11: the Benjamini–Yekutieli threshold" in said


def test_one_way_of_choosing_columns_is_enough(data: Dataset, tmp_path: Path) -> None:
    write_table(data, tmp_path / "d.csv")
    for wrong in (["--target", "t", "--preselect"], ["--all-targets"]):
        with pytest.raises(SystemExit, match="2"):
            main(["run", str(tmp_path / "d.csv"), *wrong, "--preselect-fdr", "0.1"])
