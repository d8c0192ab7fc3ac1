"""Files that were put together one below the other: the header stands in the table again."""

from __future__ import annotations

import random
import warnings
from pathlib import Path

import pytest

from elcs_gui.api import learn
from elcs_gui.app.importing.draft import Draft
from elcs_gui.app.importing.words import extent
from elcs_gui.cli import main
from elcs_gui.data.fingerprint import fingerprint
from elcs_gui.data.plan import ImportPlan, Kind
from elcs_gui.data.readers import read_table
from elcs_gui.data.survey.findings import Oddity
from elcs_gui.data.survey.survey import proposed, survey
from elcs_gui.data.tables.opening import open_table
from elcs_gui.data.tables.table_file import nobody
from elcs_gui.errors import DataError
from tests.data.conftest import MakeFile

DROPPED = ImportPlan(drop_headers=True)


def rows(number: int, seed: int, *, numbers: bool = False) -> str:
    chance = random.Random(seed)
    cells = (lambda: f"{chance.gauss(0, 1):.4f}") if numbers else (lambda: chance.choice("uvw"))
    return "".join(f"{cells()},{cells()},{cells()}\n" for _ in range(number))


@pytest.fixture
def levels(make_file: MakeFile) -> tuple[Path, Path]:
    """Three parts put together, and the same as one table."""
    parts = [rows(50, seed) for seed in range(3)]
    return (
        make_file("twice.csv", "".join(f"a,b,c\n{part}" for part in parts)),
        make_file("once.csv", "a,b,c\n" + "".join(parts)),
    )


@pytest.fixture
def numbers(make_file: MakeFile) -> tuple[Path, Path]:
    parts = [rows(100, seed, numbers=True) for seed in range(2)]
    return (
        make_file("twice.csv", "".join(f"a,b,c\n{part}" for part in parts)),
        make_file("once.csv", "a,b,c\n" + "".join(parts)),
    )


def test_the_survey_notices_it_and_looks_at_all_else_without_it(levels: tuple[Path, Path]) -> None:
    twice, once = map(survey, levels)
    (finding,) = [one for one in twice.findings if one.oddity is Oddity.REPEATED_HEADER]
    assert finding.sentence == "The header stands in the table again, in 2 rows."
    assert finding.remedy == "Leave them out."
    assert twice.rows == once.rows == 150
    assert [column.to_json() for column in twice.columns] == [column.to_json() for column in once.columns]
    assert Oddity.REPEATED_HEADER not in [one.oddity for one in once.findings]


def test_what_is_proposed_reads_the_table_as_one(
    levels: tuple[Path, Path], numbers: tuple[Path, Path]
) -> None:
    for twice, once in (levels, numbers):
        read = read_table(twice, proposed(survey(twice)))
        assert fingerprint(read) == fingerprint(read_table(once, proposed(survey(once))))
    assert proposed(survey(once)).drop_headers is False


@pytest.mark.parametrize("ending", ["csv", "xlsx", "parquet", "arff", "npz"])
def test_such_rows_are_left_out_of_every_format(
    ending: str, levels: tuple[Path, Path], tmp_path: Path
) -> None:
    from elcs_gui.data.tables.writers import write_table

    twice = tmp_path / f"twice.{ending}"
    write_table(read_table(levels[0], row_by_row=True), twice)
    assert read_table(twice).rows == 152
    assert fingerprint(read_table(twice, DROPPED)) == fingerprint(read_table(levels[1]))


def test_without_columns_that_are_ignored_a_row_is_still_told_by_all_of_them(make_file: MakeFile) -> None:
    """Answers to "which of these": all that were ticked look like a header."""
    path = make_file("d.csv", "id,tea,milk\n" + "1,tea,milk\n2,tea,none\n3,none,milk\n" * 20)
    plan = ImportPlan(drop_headers=True).with_kinds(Kind.IGNORE, ["id"])
    assert read_table(path, plan).rows == 60


def test_a_row_is_named_by_its_line_in_the_file(make_file: MakeFile) -> None:
    path = make_file("d.csv", "a,b\nx,u\ny,v\na,b\nx,u\na,b\n,v\n")
    with pytest.raises(DataError, match="line 7"):
        read_table(path, DROPPED)
    table = open_table(path, DROPPED, nobody)
    assert [table.place(row) for row in range(4)] == ["line 2", "line 3", "line 5", "line 7"]


def test_a_run_says_so_and_which_option_leaves_them_out(
    levels: tuple[Path, Path], capsys: pytest.CaptureFixture[str]
) -> None:
    run = ["run", str(levels[0]), "--target", "a"]
    assert main(run) == 0
    out, err = capsys.readouterr()
    assert "152 rows" in out
    assert "2 rows hold the header again and count as data: leave them out (--drop-headers)." in err
    assert err.count("\n") == 1
    for option in ("--drop-headers", "--tidy"):
        assert main([*run, option]) == 0
        out, err = capsys.readouterr()
        assert "150 rows" in out
        assert "header" not in err


def test_among_numbers_the_refusal_names_the_option(
    numbers: tuple[Path, Path], capsys: pytest.CaptureFixture[str]
) -> None:
    run = ["run", str(numbers[0]), "--target", "a"]
    assert main(run) == 1
    err = capsys.readouterr().err
    assert "line 102" in err
    assert "(--drop-headers)" in err
    assert main([*run, "--drop-headers"]) == 0
    assert "200 rows" in capsys.readouterr().out


def test_the_library_warns(levels: tuple[Path, Path]) -> None:
    with pytest.warns(
        UserWarning, match=r"hold the header again .*ImportPlan\(drop_headers=True\)"
    ) as warned:
        assert learn(levels[0], "a").header.rows == 152
    assert warned[0].filename == __file__
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert learn(levels[0], "a", plan=DROPPED).header.rows == 150


def test_the_window_leaves_them_out_and_says_so(levels: tuple[Path, Path]) -> None:
    draft = Draft(survey(levels[0]))
    assert draft.plan().drop_headers
    assert extent(draft, whole=True) == "150 rows × 3 columns · repeated headers left out"
    assert not Draft(survey(levels[1])).plan().drop_headers


def test_a_plan_that_keeps_them_can_be_read_by_earlier_versions() -> None:
    assert "drop_headers" not in ImportPlan().to_json()
    assert ImportPlan.from_json(DROPPED.to_json()) == DROPPED
    with pytest.raises(DataError, match="drop_headers"):
        ImportPlan.from_json({"drop_headers": "yes"})
