"""What is written, read, surveyed and drawn by blocks is the same by blocks of one, two and three."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from importlib import import_module
from pathlib import Path

import numpy as np
import pandas as pd
import pytest

from elcs_gui.data.dataset import Dataset
from elcs_gui.data.examples import find_example
from elcs_gui.data.fingerprint import fingerprint
from elcs_gui.data.plan import Cutting, ImportPlan, Kind, Method, MissingPolicy
from elcs_gui.data.readers import read_opened, read_table, write_table
from elcs_gui.data.sampling import sample
from elcs_gui.data.survey.survey import Survey, survey, survey_table
from elcs_gui.data.tables import engine
from elcs_gui.data.tables.frame_table import FrameTable
from elcs_gui.data.tables.table_file import nobody
from elcs_gui.data.tables.writers import with_gaps

BLOCKS = (
    ("tables.arff", "_BLOCK"), ("tables.duckdb_engine", "BATCH"), ("tables.encoding", "_BLOCK"),
    ("tables.engine", "_SETS"), ("tables.arrays", "_AT_ONCE"), ("tables.frame_table", "FIRST_ROWS"),
    ("columns.coding", "_AT_ONCE"), ("tables.parquet", "_BLOCK"), ("tables.parquet", "_ROWS_A_GROUP"),
    ("tables.text", "_BLOCK"), ("tables.text", "FIRST_ROWS"), ("tables.text", "MOST_NUMBERS"),
    ("tables.text_columns", "PIECE"), ("tables.writers", "_BLOCK"),
    ("tables.xlsx", "_BLOCK"), ("survey.deciding", "_AT_FIRST"), ("survey.engine_cells", "_AT_ONCE"),
    ("survey.engine_cells", "_FEW_PLACES"), ("survey.scanning", "_PAIRS"), ("archive", "_PIECE"),
    ("sampling", "BLOCK"),
)  # fmt: skip
"""How much each module takes at a time."""
CUT = ImportPlan(
    policy=MissingPolicy.AVAILABLE,
    kinds={"size": Kind.CONTINUOUS, "wide": Kind.CONTINUOUS},
    cuttings={"size": Cutting(Method.QUANTILE, 3), "wide": Cutting(Method.WIDTH, 4)},
)
GAP = "unknown"
Report = tuple[object, ...]


@pytest.fixture
def frame() -> pd.DataFrame:
    """Levels, numbers, cells that nobody knows, and a column that another one decides to be missing."""
    random = np.random.default_rng(3)
    kind = random.choice(["u", "v"], 70)
    frame = pd.DataFrame(
        {
            "kind": kind,
            "town": random.choice([f"t{i}" for i in range(9)], 70),
            "size": random.normal(size=70).round(2).astype(str),
            "wide": (random.integers(0, 1000, 70) / 8).astype(str),
            "dose": random.choice(["0", "1", "2.5", "1e999"], 70),
            "code": np.where(kind == "u", "1", "2"),
            "part": np.where(kind == "u", random.choice(["a", "b"], 70), GAP),
        }
    )
    frame.loc[random.choice(70, 9, replace=False), "town"] = GAP
    return frame


def surveyed(found: Survey) -> Report:
    samples = [column.sample.tolist() for column in found.columns]
    return json.dumps(found.to_json()), found.preview, samples


def of_a_file(frame: pd.DataFrame, path: Path) -> Report:
    """Written, surveyed, and read in three ways."""
    data = Dataset.discrete("d", list(map(str, frame)), [frame[name].tolist() for name in frame])
    write_table(with_gaps(data, (frame == GAP).to_numpy().T), path)
    dropping = replace(CUT, policy=MissingPolicy.DROP_ROWS, kinds={**CUT.kinds, "part": Kind.IGNORE})
    plans = CUT, dropping, ImportPlan(policy=MissingPolicy.LEVEL)
    return *surveyed(survey(path)), *(fingerprint(read_table(path, plan)) for plan in plans)


def of_a_frame(frame: pd.DataFrame, path: Path) -> Report:
    table = FrameTable(frame.replace(GAP, None), ImportPlan())
    return *surveyed(survey_table(table, ImportPlan(), nobody)), fingerprint(read_opened(table, CUT))


def of_a_sample(frame: pd.DataFrame, path: Path) -> Report:
    return (fingerprint(sample(find_example("asia").load_network(), 9, seed=4)),)


@pytest.mark.parametrize(
    ("kind", "report"),
    [
        *((ending, of_a_file) for ending in ("csv", "tsv", "xlsx", "parquet", "arff", "npz")),
        ("big.csv", of_a_file), ("frame", of_a_frame), ("sample", of_a_sample),
    ],
)  # fmt: skip
def test_blocks_of_any_size_give_the_same(
    kind: str,
    report: Callable[[pd.DataFrame, Path], Report],
    frame: pd.DataFrame,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    if kind.startswith("big"):
        pytest.importorskip("duckdb")
        monkeypatch.setenv(engine.MEMORY, "500MB")
    whole = report(frame, tmp_path / f"d.{kind}")
    for size in (1, 2, 3):
        for module, name in BLOCKS:
            monkeypatch.setattr(import_module(f"elcs_gui.data.{module}"), name, size)
        assert report(frame, tmp_path / f"d.{kind}") == whole
