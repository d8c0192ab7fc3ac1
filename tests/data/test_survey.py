"""Looking at a table before it is read."""

import json
import random
from collections.abc import Sequence
from dataclasses import replace

import numpy as np
import pytest
from numpy.typing import NDArray

from elcs_gui.data.plan import USUAL_MARKERS, Cutting, ImportPlan, Kind, MissingPolicy
from elcs_gui.data.readers import read_table
from elcs_gui.data.survey import tally
from elcs_gui.data.survey.findings import Oddity
from elcs_gui.data.survey.survey import Survey, proposed, survey
from elcs_gui.errors import DataError
from tests.data.conftest import MakeFile

pytestmark = pytest.mark.usefixtures("parser")


def odd(found: Survey) -> dict[str | None, str]:
    return {finding.column: str(finding.oddity) for finding in found.findings}


PEOPLE = "nr;height;sex;planet;male;town;score;name;same\n"


@pytest.fixture
def people(make_file: MakeFile) -> Survey:
    dice = random.Random(1)
    lines = [PEOPLE]
    for row in range(300):
        sex, height = dice.choice("mf"), round(dice.gauss(170, 10), 1)
        town = dice.choice(["Rome", "Oslo", "NA", ""])
        score = "unknown" if row % 20 == 3 else str(dice.randrange(500))
        cells = (row + 1, height, sex, "Earth", int(sex == "m"), town, score, f"n{row}", height)
        lines.append(";".join(map(str, cells)).replace(".", ",") + "\n")
    return survey(make_file("people.csv", "".join(lines)))


def test_the_form_and_the_first_rows_are_shown(people: Survey) -> None:
    assert (people.form.format, people.form.delimiter, people.form.decimal) == ("text", ";", ",")
    assert people.form.has_header
    assert people.rows == 300
    assert len(people.preview) == 50
    assert len(people.preview[0]) == 9
    assert people.preview[0][2] in ("m", "f")


def test_every_column_is_described(people: Survey) -> None:
    sex, town, height = people.column("sex"), people.column("town"), people.column("height")
    assert (sex.kind, sex.levels, sex.missing) == (Kind.DISCRETE, 2, ())
    assert sum(count for _, count in sex.frequent) == 300
    assert dict(town.missing).keys() == {"", "NA"}
    assert town.missing_count + sum(count for _, count in town.frequent) == 300
    assert height.kind is Kind.CONTINUOUS
    assert height.low == height.sample.min() < 150 < 190 < height.sample.max() == height.high
    counts, edges = height.histogram(10)
    assert counts.sum() == 300
    assert len(edges) == 11


def test_what_is_odd_is_named_with_what_to_do(people: Survey) -> None:
    assert odd(people) == {
        "nr": Oddity.INDEX,
        "planet": Oddity.CONSTANT,
        "male": Oddity.DUPLICATE,
        "score": Oddity.WORDS_AMONG_NUMBERS,
        "name": Oddity.IDENTIFIER,
        "same": Oddity.DUPLICATE,
        None: Oddity.MIXED,
    }
    sentences = {finding.sentence for finding in people.findings}
    assert "'male' parts the rows just as 'sex' does, by other labels." in sentences
    assert "'same' holds the same as 'height' in every row." in sentences
    without = people.column("town").missing
    assert (
        "Values are missing in 2 columns: 'town', 'score'. "
        f"Cells that count as missing: 'NA' ({dict(without)['NA']})."
    ) in sentences
    assert all(finding.remedy.endswith(".") for finding in people.findings)


def test_the_proposed_plan_makes_usable_data(
    people: Survey, tmp_path_factory: pytest.TempPathFactory
) -> None:
    plan = proposed(people)
    assert plan.policy is MissingPolicy.AVAILABLE
    assert plan.cutting == Cutting()
    assert plan.missing == (*USUAL_MARKERS, "unknown")
    path = next(tmp_path_factory.getbasetemp().rglob("people.csv"))
    data = read_table(path, plan)
    assert data.columns == ("height", "sex", "town", "score")
    assert data.gaps == (2, 3)
    assert data.missing(3).sum() == 15
    assert data.levels[1:3] == (("f", "m"), ("Oslo", "Rome"))


def test_what_was_decided_before_goes_before_the_proposals(make_file: MakeFile) -> None:
    path = make_file("d.csv", "a,b,c\n" + "x,1,0\ny,1,\n" * 10)
    decided = ImportPlan(policy=MissingPolicy.DROP_ROWS).with_kinds(Kind.DISCRETE, ["b"])
    plan = proposed(survey(path, decided))
    assert plan.kind("b") is Kind.DISCRETE
    assert plan.policy is MissingPolicy.DROP_ROWS


def test_numbers_that_only_rise_name_rows_and_measurements_do_not(make_file: MakeFile) -> None:
    dice = random.Random(2)
    rows = [(1000 + 3 * row, dice.random(), dice.randrange(10**6), dice.choice("ab")) for row in range(100)]
    text = "code,x,y,z\n" + "".join(f"{a},{b},{c},{d}\n" for a, b, c, d in rows)
    found = survey(make_file("d.csv", text))
    assert odd(found) == {"code": Oddity.IDENTIFIER, None: Oddity.MIXED}
    assert [column.kind for column in found.columns[1:]] == [
        Kind.CONTINUOUS,
        Kind.CONTINUOUS,
        Kind.DISCRETE,
    ]


def test_more_values_than_can_be_counted_are_said_to_be_so(
    make_file: MakeFile, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tally, "MOST_NUMBERS", 30)
    monkeypatch.setattr(tally, "MOST_LEVELS", 40)
    monkeypatch.setattr(tally, "MOST_SAMPLED", 16)
    lines = "".join(
        f"{row * 7 % 100 + 0.5},w{row // 2},{row % 2},{row * 7 % 100 + 0.5}\n" for row in range(200)
    )
    found = survey(make_file("d.csv", "a,b,c,d\n" + lines))
    assert [column.levels for column in found.columns] == [None, None, 2, None]
    assert len(found.columns[0].sample) <= 16
    assert found.columns[0].low == 0.5
    assert odd(found)["b"] == Oddity.TOO_MANY_LEVELS
    assert odd(found)["d"] == Oddity.DUPLICATE


def test_dates_are_called_dates_however_many_there_are(
    make_file: MakeFile, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tally, "MOST_LEVELS", 20)
    lines = "".join(
        f"2024-{row % 12 + 1:02d}-{row % 28 + 1},{row % 28 + 1}.{row % 12 + 1}.2024 08:{row % 60:02d},"
        f"{row % 9 + 1}.5.99,1.2.{row % 15},{row % 2}\n"
        for row in range(120)
    )
    found = survey(make_file("d.csv", "iso,german,few,version,x\n" + lines))
    kinds = {name: odd(found).get(name) for name in ("iso", "german", "few", "version")}
    assert kinds == {
        "iso": Oddity.DATES,  # more than are counted
        "german": Oddity.DATES,
        "few": None,  # nine days group the rows like any other level
        "version": Oddity.TOO_MANY_LEVELS,
    }


def test_a_level_that_is_called_unknown_is_asked_about(make_file: MakeFile) -> None:
    lines = "".join(
        f"{('ja', 'nein', 'Unbekannt')[row % 3]},{('known', 'unknown')[row % 2]},{row // 7 % 2}\n"
        for row in range(60)
    )
    found = survey(make_file("d.csv", "smoker,what,x\n" + lines))
    # Of two levels one must be left to compare with: there it is a level, whatever it is called.
    assert odd(found) == {"smoker": Oddity.WORD_FOR_MISSING, None: Oddity.MISSING}
    plan = proposed(found)
    assert "Unbekannt" in plan.missing
    assert plan.policy is MissingPolicy.AVAILABLE


def test_numbers_in_two_spellings_are_no_oddity(make_file: MakeFile) -> None:
    lines = "".join(f"{('1e2', '1E2', '2', '3')[row % 4]},{row // 7 % 2}\n" for row in range(60))
    assert odd(survey(make_file("d.csv", "size,x\n" + lines))) == {}


def test_levels_that_differ_only_in_capitals_are_taken_for_one(make_file: MakeFile) -> None:
    lines = "".join(
        f"{('m', 'F', 'M', 'f')[row % 4]},{('A', 'a')[row % 2]},{row // 7 % 2}\n" for row in range(60)
    )
    path = make_file("d.csv", "sex,only,x\n" + lines)
    found = survey(path)
    assert odd(found) == {"sex": Oddity.SPELLINGS}  # what has no other level stays as it is
    plan = proposed(found)
    assert plan.joined == ("sex",)
    assert ImportPlan.from_json(plan.to_json()) == plan
    data = read_table(path, plan)
    assert data.levels[0] == ("F", "m")
    assert data.codes[0].tolist() == [1, 0] * 30
    assert read_table(path).levels[0] == ("F", "M", "f", "m")
    with pytest.raises(DataError, match="'age'"):
        read_table(path, replace(plan, joined=("age",)))


def test_empty_and_mostly_missing_columns_are_left_out(make_file: MakeFile) -> None:
    lines = "".join(f"{row % 2},{'x' if row == 3 else ''},,{row % 3}\n" for row in range(30))
    found = survey(make_file("d.csv", "a,b,c,d\n" + lines))
    assert odd(found)["b"] == Oddity.CONSTANT
    assert odd(found)["c"] == Oddity.EMPTY
    assert found.complete_rows == 0
    assert read_table(make_file("e.csv", "a,b,c,d\n" + lines), proposed(found)).columns == ("a", "d")


def test_a_plan_overrides_what_would_be_found(make_file: MakeFile) -> None:
    path = make_file("d.csv", "1;2,5;x\n2;3,5;-9\n1;2,5;y\n")
    found = survey(path, ImportPlan(header=False, decimal=",", missing=("-9.0",)))
    assert [column.name for column in found.columns] == ["X1", "X2", "X3"]
    assert found.column("X3").missing == (("-9", 1),)
    assert found.column("X2").high == 3.5
    assert survey(path, ImportPlan(header=True)).columns[0].name == "1"


def test_guesses_can_be_left_to_the_reading(make_file: MakeFile) -> None:
    dice = random.Random(3)
    text = "a,b\n" + "".join(f"{dice.random()},{dice.random()}\n" for _ in range(60))
    assert read_table(make_file("d.csv", text), ImportPlan(others=Kind.GUESS)).values is not None
    text = text.replace("b\n", "b,c\n").replace("\n0", ",x\n0").replace("a,b,c,x", "a,b,c")[:-1] + ",y\n"
    plan = ImportPlan(others=Kind.GUESS)
    with pytest.raises(
        DataError, match=r"d\.csv mixes levels \(column 'c'\) and numbers \(columns 'a', 'b'\)"
    ):
        read_table(make_file("d.csv", text), plan)
    assert read_table(make_file("d.csv", text), replace(plan, cutting=Cutting())).levels[0][0].startswith("≤")


def test_progress_rises_and_cancelling_ends_it(make_file: MakeFile) -> None:
    path = make_file("d.csv", "a,b\n" + "0,1\n1,0\n" * 500)
    for work in (survey, lambda path, plan, tell: read_table(path, plan, tell=tell)):
        heard: list[float] = []
        work(path, ImportPlan(others=Kind.GUESS), heard.append)
        assert heard == sorted(heard)
        assert heard[-1] == pytest.approx(1.0)
        assert len(heard) > 5

        def stop(share: float) -> None:
            if share > 0.5:
                raise KeyboardInterrupt

        with pytest.raises(KeyboardInterrupt):
            work(path, ImportPlan(), stop)


def test_a_survey_is_plain_json(people: Survey) -> None:
    record = json.loads(json.dumps(people.to_json()))
    assert record["schema"] == "elcs-survey/1"
    assert record["rows"] == 300
    assert ImportPlan.from_json(record["proposed"]) == proposed(people)
    assert np.isfinite(record["columns"][1]["low"])


# Columns that determine one another


def table_of(columns: dict[str, Sequence[object]]) -> str:
    rows = zip(*columns.values(), strict=True)
    return ",".join(columns) + "\n" + "".join(",".join(map(str, row)) + "\n" for row in rows)


def linear_findings(make_file: MakeFile, columns: dict[str, Sequence[object]]) -> dict[str | None, str]:
    found = survey(make_file("d.csv", table_of(columns)))
    return {each.column: each.sentence for each in found.findings if each.oddity is Oddity.LINEAR}


def test_a_linear_function_of_another_column_is_named_and_proposed_to_be_left_out(
    make_file: MakeFile,
) -> None:
    celsius = np.random.default_rng(1).normal(15, 8, size=300)
    columns: dict[str, Sequence[object]] = {
        "celsius": celsius.tolist(),
        "wind": np.random.default_rng(2).normal(size=300).tolist(),
        "fahrenheit": (1.8 * celsius + 32).tolist(),
        "cold": (-celsius / 3).tolist(),
    }
    path = make_file("d.csv", table_of(columns))
    found = survey(path)
    told = {each.column: each for each in found.findings}
    assert told.keys() == {"fahrenheit", "cold"}
    assert {each.oddity for each in told.values()} == {Oddity.LINEAR}
    assert told["fahrenheit"].sentence == (
        "'fahrenheit' is a linear function of 'celsius' in every row, but for rounding: 1.8 · 'celsius' + 32."
    )
    assert told["cold"].sentence.endswith("-0.333333 · 'celsius'.")
    assert told["cold"].remedy == "Leave it out."
    assert read_table(path, proposed(found)).columns == ("celsius", "wind")


@pytest.mark.parametrize("slope", [1e-200, -2.5, 1e200])
@pytest.mark.parametrize("shift", [0.0, 1e8])
def test_units_do_not_hide_a_linear_function(make_file: MakeFile, slope: float, shift: float) -> None:
    x = np.random.default_rng(3).normal(size=200)
    columns: dict[str, Sequence[object]] = {"x": x.tolist(), "y": (slope * (x + shift)).tolist()}
    assert linear_findings(make_file, columns).keys() == {"y"}


def test_one_row_that_does_not_fit_is_seen_wherever_it_is(make_file: MakeFile) -> None:
    x = np.random.default_rng(4).normal(size=400)
    for row in (0, 7, 200, 399):
        y = 2 * x + 1
        y[row] += 0.01
        assert not linear_findings(make_file, {"x": x.tolist(), "y": y.tolist()})


def test_what_only_hangs_together_is_no_linear_function(make_file: MakeFile) -> None:
    random = np.random.default_rng(5)
    x = random.normal(size=400)
    columns: dict[str, Sequence[object]] = {
        "x": x.tolist(),
        "nearly": (x + 1e-4 * random.normal(size=400)).tolist(),
        "cube": (x**3).tolist(),
        "sum": (x + random.normal(size=400)).tolist(),
    }
    assert not linear_findings(make_file, columns)


def test_linear_functions_are_missing_in_the_same_rows(make_file: MakeFile) -> None:
    x = np.random.default_rng(6).normal(size=300)
    gone, elsewhere = np.arange(300) % 7 == 3, np.arange(300) % 7 == 4

    def torn(values: NDArray[np.float64], gaps: NDArray[np.bool_]) -> list[object]:
        return ["NA" if gap else value for value, gap in zip(values.tolist(), gaps, strict=True)]

    columns: dict[str, Sequence[object]] = {
        "x": torn(x, gone),
        "y": torn(3 * x, gone),
        "z": torn(5 * x, elsewhere),
        "whole": (7 * x).tolist(),
    }
    found = linear_findings(make_file, columns)
    assert found == {
        "y": "'y' is a linear function of 'x' wherever they are known, but for rounding: 3 · 'x'."
    }


def test_a_gap_is_not_taken_for_the_mean(make_file: MakeFile) -> None:
    """A value that is the mean adds no more to a direction than one that is missing."""
    x = [sign * (1 + row % 50) if row % 3 else 0 for row in range(150) for sign in (1, -1)]
    columns: dict[str, Sequence[object]] = {"x": x, "y": [2 * value or "" for value in x]}
    assert not linear_findings(make_file, columns)
    columns["y"] = [2 * value for value in x]
    assert linear_findings(make_file, columns).keys() == {"y"}


def test_a_gap_is_not_taken_for_a_nought(make_file: MakeFile) -> None:
    x = [float(row % 40) for row in range(200)]
    columns: dict[str, Sequence[object]] = {"x": x, "y": [value or "" for value in x]}
    found = survey(make_file("d.csv", table_of(columns)))
    assert set(odd(found)) == {None}


def test_codes_and_their_labels_determine_each_other_however_many_there_are(make_file: MakeFile) -> None:
    """A code of more than twenty numbers looks like a measurement, but goes one to one with the label."""
    dice = random.Random(7)
    picked = [dice.randrange(30) for _ in range(600)]
    columns: dict[str, Sequence[object]] = {
        "label": [f"town {place}" for place in picked],
        "code": [1000 + 7 * place for place in picked],
        "height": [dice.gauss(0, 1) for _ in picked],
        "other": [dice.randrange(3) for _ in picked],
    }
    for order in (["label", "code", "height", "other"], ["other", "code", "height", "label"]):
        found = survey(make_file("d.csv", table_of({name: columns[name] for name in order})))
        first, second = sorted(("label", "code"), key=order.index)
        sentences = {each.column: each.sentence for each in found.findings if each.oddity is Oddity.DUPLICATE}
        assert sentences == {second: f"{second!r} parts the rows just as {first!r} does, by other labels."}


def test_very_many_columns_are_compared_quickly(make_file: MakeFile) -> None:
    table = np.random.default_rng(8).normal(size=(20, 400))
    table[:, 399] = 4 * table[:, 17] - 1
    columns: dict[str, Sequence[object]] = {f"v{i}": table[:, i].tolist() for i in range(400)}
    assert linear_findings(make_file, columns).keys() == {"v399"}


def gaps(make_file: MakeFile, rows: int = 400) -> Survey:
    """`child` is known of women alone, `work` of two of three towns; other gaps are scattered."""
    dice = random.Random(3)
    lines = ["sex,town,child,work,mood\n"]
    for _ in range(rows):
        sex, town = dice.choice("mf"), dice.choice(["Rome", "Oslo", "Bonn"])
        child = dice.choice("01") if sex == "f" else ""
        work = dice.choice("ab") if town != "Bonn" else "NA"
        mood = "" if dice.random() < 0.3 else dice.choice("+-")
        lines.append(f"{sex},{town},{child},{work},{mood}\n")
    return survey(make_file("gaps.csv", "".join(lines)))


def test_a_column_that_decides_whether_another_is_missing_is_named(make_file: MakeFile) -> None:
    found = [one for one in gaps(make_file).findings if one.oddity is Oddity.DECIDED_MISSING]
    assert [(one.column, one.sentence) for one in found] == [
        ("child", "'child' is known only where 'sex' is 'f': tests of the two have nothing to compare."),
        (
            "work",
            "'work' is known only where 'town' is 'Oslo', 'Rome': "
            "tests of the two compare these values only.",
        ),
    ]


def test_that_one_column_decides_the_gaps_of_another_changes_no_plan(make_file: MakeFile) -> None:
    found = gaps(make_file)
    assert Kind.IGNORE not in proposed(found).kinds.values()
    assert all(not one.change for one in found.findings if one.oddity is Oddity.DECIDED_MISSING)


def test_a_few_gaps_are_not_said_to_be_decided(make_file: MakeFile) -> None:
    assert Oddity.DECIDED_MISSING not in odd(gaps(make_file, rows=12)).values()
