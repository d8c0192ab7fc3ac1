"""Levels that are called like a missing value: None, NA, nan."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pandas as pd
import pytest

from elcs_gui.api import learn
from elcs_gui.cli import main
from elcs_gui.data.examples import find_example
from elcs_gui.data.fingerprint import fingerprint
from elcs_gui.data.plan import ImportPlan, MissingPolicy
from elcs_gui.data.readers import read_table
from elcs_gui.data.sampling import sample
from elcs_gui.data.survey.findings import Oddity
from elcs_gui.data.survey.survey import survey
from elcs_gui.errors import DataError
from tests.data.conftest import MakeFile

NETWORK = """network words {{ }}
variable A {{ type discrete [ 3 ] {{ {levels} }}; }}
variable B {{ type discrete [ 2 ] {{ yes, no }}; }}
probability ( A ) {{ table 0.3, 0.3, 0.4; }}
probability ( B | A ) {{ ({first}) 0.9, 0.1; ({second}) 0.5, 0.5; ({third}) 0.1, 0.9; }}
"""
ENDINGS = ("csv", "tsv", "xlsx", "parquet", "arff", "npz")


def network_file(make_file: MakeFile, *levels: str) -> Path:
    first, second, third = levels
    return make_file(
        "net.bif", NETWORK.format(levels=", ".join(levels), first=first, second=second, third=third)
    )


@pytest.mark.parametrize("ending", ENDINGS)
@pytest.mark.parametrize("levels", [("None", "Mild", "Severe"), ("None", "none", "NONE")])
def test_what_is_simulated_reads_back_as_it_was_drawn(
    ending: str, levels: tuple[str, ...], make_file: MakeFile, tmp_path: Path
) -> None:
    network, data = network_file(make_file, *levels), tmp_path / f"d.{ending}"
    draw = ["simulate", str(network), "--rows", "200", "--seed", "3"]
    assert main([*draw, "--to", str(data)]) == 0
    assert main([*draw, "--to", str(tmp_path / "same.npz")]) == 0
    read, drawn = read_table(data), read_table(tmp_path / "same.npz")
    assert fingerprint(read) == fingerprint(drawn)
    assert set(read.levels[0]) == set(levels)


@pytest.mark.parametrize("ending", ENDINGS)
def test_a_format_that_would_lose_a_level_is_refused_and_others_keep_it(
    ending: str, make_file: MakeFile, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    network, data = network_file(make_file, "NA", "nan", "known"), tmp_path / f"d.{ending}"
    code = main(["simulate", str(network), "--rows", "200", "--seed", "3", "--to", str(data)])
    if code == 1:
        assert ending in ("csv", "tsv", "xlsx")
        assert "would be read as a missing value" in capsys.readouterr().err
        assert not data.exists()
    else:
        assert ending in ("parquet", "arff", "npz")
        assert set(read_table(data).levels[0]) == {"NA", "nan", "known"}


def test_the_bundled_insurance_reads_back(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    data = tmp_path / "insurance.csv"
    assert (
        main(["simulate", "--example", "insurance", "--rows", "300", "--seed", "1", "--to", str(data)]) == 0
    )
    err = capsys.readouterr().err
    assert err.count("\n") == 1
    assert "pandas takes the level 'None' of 'ThisCarDam' for a missing value" in err
    assert "keep_default_na=False" in err
    plan = ImportPlan()
    drawn = sample(find_example("insurance").load_network(), 300, 1)
    assert "None" in drawn.levels[drawn.columns.index("ThisCarDam")]
    with pytest.raises(DataError, match=r"'Theft' .* same value"):
        read_table(data, plan)  # all of its levels are there: nothing is missing
    place = drawn.columns.index("ThisCarDam")
    labels = [drawn.levels[place][code] for code in drawn.codes[place]]
    found = next(column for column in survey(data).columns if column.name == "ThisCarDam")
    assert found.missing_count == 0
    assert dict(found.frequent) == {label: labels.count(label) for label in set(labels)}


@pytest.mark.parametrize("kind", ["object", "category"])
def test_a_frame_in_which_pandas_lost_a_level_says_how_to_read_it(kind: str, make_file: MakeFile) -> None:
    damage = np.random.default_rng(1).choice(["None", "Mild", "Severe"], 200)
    cost = np.where(damage == "None", "low", "high")
    rows = "".join(f"{one},{other}\n" for one, other in zip(damage, cost, strict=True))
    path = make_file("d.csv", f"damage,cost\n{rows}")
    with pytest.raises(DataError, match=r"None, NA and nan .* keep_default_na=False"):
        learn(pd.read_csv(path, dtype=kind), "cost")
    kept = pd.read_csv(path, dtype=kind, keep_default_na=False)
    assert learn(kept, "cost").mb == learn(path, "cost").mb


def test_of_numbers_nothing_is_said_of_levels() -> None:
    frame = pd.DataFrame({"a": [1.0, None, 3.0, 1.0] * 20, "b": [1.0, 0.0, 1.0, 0.0] * 20})
    with pytest.raises(DataError, match="missing value") as refused:
        learn(frame, "a", test="g2")
    assert "pandas" not in str(refused.value)


def test_what_counts_as_missing_in_a_file_is_said(make_file: MakeFile) -> None:
    path = make_file("d.csv", "a,b\n" + "x,NA\ny,u\nx,v\ny,\nx,n/a\n" * 20)
    with pytest.raises(
        DataError, match=r"60 missing values .*'NA', 'n/a' count as missing.*\(--missing ''\)"
    ):
        read_table(path)
    (finding,) = [one for one in survey(path).findings if one.oddity is Oddity.MISSING]
    assert finding.sentence.endswith("Cells that count as missing: 'NA' (20), 'n/a' (20).")
    read = read_table(path, ImportPlan(missing=("",), policy=MissingPolicy.AVAILABLE))
    assert set(read.levels[1]) == {"NA", "n/a", "u", "v"}
    with pytest.raises(DataError, match="missing value") as refused:
        read_table(make_file("e.csv", "a,b\nx,u\ny,\n" * 5))
    assert "count" not in str(refused.value)
