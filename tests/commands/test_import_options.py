"""The options about reading data: what they do to a run, and `elcs survey`."""

import json
import random
from pathlib import Path

import pytest

from tests.commands.calling import Elcs

TARGET = ("--target", "ill", "--json")


@pytest.fixture
def table(tmp_path: Path) -> Path:
    """A cause, its effect and a measurement of it, with all that real files bring along."""
    dice = random.Random(4)
    lines = ["id;smokes;ill;cough;dose;planet\n"]
    for row in range(600):
        smokes = dice.random() < 0.5
        ill = dice.random() < (0.8 if smokes else 0.1)
        cough = "?" if dice.random() < 0.2 else "yn"[dice.random() < (0.1 if ill else 0.9)]
        dose = f"{dice.gauss(3 if ill else 0, 1):.3f}".replace(".", ",")
        lines.append(f"{row};{'yn'[not smokes]};{'yn'[not ill]};{cough};{dose};Earth\n")
    path = tmp_path / "study.csv"
    path.write_text("".join(lines), encoding="cp1252")
    return path


def result(elcs: Elcs, *arguments: object) -> dict[str, object]:
    code, out, err = elcs("run", *arguments, *TARGET)
    assert (code, err) == (0, "")
    found: dict[str, object] = json.loads(out)
    return found


def test_tidying_makes_a_real_file_usable(elcs: Elcs, table: Path) -> None:
    found = result(elcs, table, "--tidy")
    assert (found["variables"], found["rows"], found["test"]) == (4, 600, "g2")
    pc = found["pc"]
    assert isinstance(pc, list)
    assert set(pc) == {"smokes", "cough", "dose"}


def test_tidying_cuts_as_it_is_told(elcs: Elcs, table: Path) -> None:
    by_width = result(elcs, table, "--tidy", "--test", "g2", "--discretise", "width:4")["recipe"]
    assert "width:4" in str(by_width)
    assert "width:4" not in str(result(elcs, table, "--tidy", "--test", "g2")["recipe"])


def test_without_tidying_the_refusal_names_the_option(elcs: Elcs, table: Path) -> None:
    for arguments, said in (
        ((), "(--discretise), say that they are levels (--discrete), leave one kind out (--ignore), or"),
        (("--bins", "3"), "--missing-policy"),
        (("--bins", "3", "--missing-policy", "drop"), "(--ignore, or --tidy)"),
        (("--ignore", "planet,cough,id", "--continuous", "dose"), "(--discretise)"),
    ):
        code, _, err = elcs("run", table, *arguments, *TARGET)
        assert code == 1
        assert said in err
        assert err.count("\n") == 1


@pytest.mark.parametrize("policy", ["drop", "available", "level"])
def test_missing_values_are_treated_as_asked(
    elcs: Elcs,
    table: Path,
    policy: str,
) -> None:
    found = result(elcs, table, "--ignore", "id,planet,dose", "--missing-policy", policy)
    unknown = table.read_text(encoding="utf-8").count("?")
    assert found["rows"] == (600 - unknown if policy == "drop" else 600)
    pc = found["pc"]
    assert isinstance(pc, list)
    assert "cough" in pc


@pytest.fixture
def measurements(tmp_path: Path) -> Path:
    """A chain of three measurements, and one that has nothing to do with them."""
    dice = random.Random(1)
    lines = ["A,B,C,D\n"]
    for _ in range(400):
        a = dice.gauss(0, 1)
        b = a + dice.gauss(0, 1)
        lines.append(f"{a:.4f},{b:.4f},{b + dice.gauss(0, 1):.4f},{dice.gauss(0, 1):.4f}\n")
    path = tmp_path / "measured.csv"
    path.write_text("".join(lines), encoding="utf-8")
    return path


def test_a_table_of_measurements_is_asked_by_fishers_z_unless_a_test_is_named(
    elcs: Elcs, measurements: Path
) -> None:
    for command in ("run", "alpha", "stability"):
        code, out, err = elcs(command, measurements, "--target", "B", "--json")
        assert (code, err) == (0, "")
        if command != "alpha":
            assert json.loads(out)["test"] == "fisher-z"
    _, out, _ = elcs("run", measurements, "--target", "B", "--json")
    assert json.loads(out)["pc"] == ["A", "C"]
    _, out, _ = elcs("run", measurements, "--target", "B", "--discrete", "all", "--json")
    assert json.loads(out)["test"] == "g2"


def test_where_the_rows_are_too_few_nothing_is_called_none(elcs: Elcs, measurements: Path) -> None:
    few = (measurements, "--test", "g2")
    _, out, _ = elcs("run", *few, "--target", "B")
    assert "  none" not in out
    assert "causes     too few rows to tell" in out
    assert "tests had too few rows: more may be there than was found" in out
    _, out, _ = elcs("run", *few, "--target", "B", "--json")
    assert json.loads(out)["too_few_rows"] is True
    _, out, _ = elcs("run", *few, "--all-targets")
    assert "B  too few rows to tell" in out
    assert "for 4 of them most tests had too few rows to tell" in out
    _, out, _ = elcs("stability", *few, "--target", "B", "--replicates", 5)
    assert "came back in 5 of 5" in out
    assert "tests had too few rows to tell" in out
    trace = measurements.with_suffix(".jsonl")
    elcs("run", *few, "--target", "B", "--trace", trace)
    _, out, _ = elcs("replay", trace)
    assert "B is done, with too few rows to tell: 6 of 6 tests had too few rows." in out
    _, out, _ = elcs("run", measurements, "--target", "B")
    assert "causes     none" in out


def test_fractions_beside_levels_are_refused_with_the_two_ways_out(elcs: Elcs, measurements: Path) -> None:
    lines = measurements.read_text(encoding="utf-8").splitlines()
    mixed = [f"{line},{'group' if number == 0 else 'ab'[number % 2]}" for number, line in enumerate(lines)]
    measurements.write_text("\n".join(mixed), encoding="utf-8")
    code, out, err = elcs("run", measurements, "--target", "B")
    assert (code, out) == (1, "")
    assert "(--discretise)" in err
    assert "(--ignore)" in err
    for way in (("--discretise", "quantile"), ("--ignore", "group")):
        code, out, _ = elcs("run", measurements, "--target", "B", *way, "--json")
        assert code == 0
        assert json.loads(out)["pc"] == ["A", "C"]


def test_measurements_are_cut_as_asked(elcs: Elcs, table: Path) -> None:
    leave = ("--ignore", "id,planet,cough")
    for options in (
        ("--continuous", "dose", "--discretise", "width:4"),
        ("--discretise", "kmeans", "--bins", "4"),
        ("--bins", "4"),
    ):
        pc = result(elcs, table, *leave, *options)["pc"]
        assert isinstance(pc, list)
        assert "dose" in pc


def test_numbers_alone_are_tested_by_fisher_z(elcs: Elcs, tmp_path: Path) -> None:
    dice = random.Random(5)
    path = tmp_path / "d.tsv"
    rows = [(x := dice.gauss(0, 1), x + dice.gauss(0, 1)) for _ in range(200)]
    path.write_text("a\till\n" + "".join(f"{a}\t{b}\n" for a, b in rows), encoding="utf-16")
    found = result(elcs, path, "--continuous", "all")
    assert (found["test"], found["pc"]) == ("fisher-z", ["a"])
    assert result(elcs, path, "--test", "fisher-z", "--tidy")["pc"] == ["a"]
    assert result(elcs, path, "--test", "g2", "--tidy")["pc"] == ["a"]


def test_the_form_of_a_file_can_be_said(elcs: Elcs, tmp_path: Path) -> None:
    path = tmp_path / "d.csv"
    path.write_bytes("häuser#ill\n".encode("cp1252") + b"1#0\n0#1\n1#0\n0#-9\n" * 20)
    options = ("--delimiter", "#", "--encoding", "cp1252", "--header", "--missing", "-9")
    found = result(elcs, path, *options, "--missing-policy", "drop")
    assert (found["rows"], found["pc"]) == (60, ["häuser"])
    path.write_text("1,ill\n0,1\n1,0\n", encoding="utf-8")
    code, out, _ = elcs("survey", path, "--no-header", "--json")
    assert code == 0
    assert [column["name"] for column in json.loads(out)["columns"]] == ["X1", "X2"]


WRONG = [
    ("--delimiter", "::"),
    ("--decimal", ";"),
    ("--missing-policy", "guess"),
    ("--discretise", "tree"),
    ("--discretise", "width:1"),
    ("--bins", "1"),
    ("--continuous", "a", "--discrete", "a"),
    ("--continuous", "a", "--ignore", "a"),
    ("--continuous", "all", "--discrete", "all"),
    ("--test", "fisher-z", "--discretise", "width"),
    ("--sheet", "a", "--array", "b"),
]


@pytest.mark.parametrize("options", WRONG, ids=" ".join)
def test_options_that_make_no_sense_are_wrong_usage(
    elcs: Elcs,
    table: Path,
    options: tuple[str, ...],
) -> None:
    code, out, err = elcs("run", table, *options, *TARGET)
    assert (code, out) == (2, "")
    assert "error:" in err


def test_a_column_that_is_not_there_is_said_so(elcs: Elcs, table: Path) -> None:
    for option in ("--continuous", "--discrete", "--ignore"):
        code, _, err = elcs("run", table, option, "does", *TARGET)
        assert code == 1
        assert "Did you mean 'dose'?" in err


def test_the_survey_is_a_page_of_text_or_one_object(elcs: Elcs, table: Path) -> None:
    code, out, err = elcs("survey", table)
    assert (code, err) == (0, "")
    assert "delimited by semicolon, decimal comma" in out
    assert "- 'planet' has the same value wherever it has one. Leave it out." in out
    assert "- 'id' counts the rows from 0 on. Leave it out." in out
    code, out, err = elcs("survey", table, "--json")
    found = json.loads(out)
    assert found["schema"] == "elcs-survey/1"
    assert found["proposed"]["policy"] == "available"
    assert {finding["oddity"] for finding in found["findings"]} == {"index", "constant", "missing", "mixed"}
    code, out, err = elcs("survey", table.with_name("none.csv"))
    assert (code, out) == (1, "")
    assert err.startswith("elcs: There is no file")


@pytest.fixture
def measured_twice(tmp_path: Path) -> Path:
    """A temperature in two units, and what depends on it."""
    dice = random.Random(5)
    lines = ["celsius,fahrenheit,ill,wind\n"]
    for _ in range(200):
        celsius = dice.gauss(15, 8)
        lines.append(f"{celsius},{1.8 * celsius + 32},{celsius + dice.gauss(0, 8)},{dice.gauss(0, 1)}\n")
    path = tmp_path / "twice.csv"
    path.write_text("".join(lines), encoding="utf-8")
    return path


def test_the_survey_names_columns_that_determine_one_another(elcs: Elcs, measured_twice: Path) -> None:
    code, out, err = elcs("survey", measured_twice)
    assert (code, err) == (0, "")
    assert (
        "- 'fahrenheit' is a linear function of 'celsius' in every row, but for rounding: "
        "1.8 · 'celsius' + 32. Leave it out." in out
    )
    _, out, _ = elcs("survey", measured_twice, "--json")
    (finding,) = json.loads(out)["findings"]
    assert (finding["oddity"], finding["column"]) == ("linear", "fahrenheit")
    assert finding["kinds"] == {"fahrenheit": "ignore"}
    assert result(elcs, measured_twice, "--tidy")["variables"] == 3


def test_a_variable_in_two_units_is_dependent_with_a_p_value_too_small_to_tell(
    elcs: Elcs, measured_twice: Path, tmp_path: Path
) -> None:
    arguments = (measured_twice, "--test", "fisher-z", "--target")
    for ending in ("jsonl", "elcs"):
        trace = tmp_path / f"t.{ending}"
        code, out, _ = elcs("run", *arguments, "fahrenheit", "--json", "--trace", trace)
        assert code == 0
        assert "celsius" in json.loads(out)["pc"]
        assert json.loads(out)["tests"]["unreliable"] == 0
        code, out, err = elcs("why", trace, "--set", "PC", "--member", "celsius")
        assert (code, err) == (0, "")
        assert "p <1e−300" in out
        assert "No alpha breaks it." in out
        assert "p 0.0" not in out
        code, out, err = elcs("why", trace, "--set", "PC", "--member", "celsius", "--json")
        assert json.loads(out)["weakest"]["p"] == 0.0
