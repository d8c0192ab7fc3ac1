"""What is decided about a table before it is read: proposals, decisions over them, what they amount to."""

from __future__ import annotations

from pathlib import Path

import pytest

from elcs_gui.app.importing.draft import Decisions, Draft, Trouble, holds_numbers
from elcs_gui.app.importing.histogram import shape_of
from elcs_gui.app.importing.words import MARKS, action_of, found, progress, result, tip_of, title_of
from elcs_gui.data.files import size_words
from elcs_gui.data.plan import Cutting, ImportPlan, Kind, Method, MissingPolicy
from elcs_gui.data.readers import read_table
from elcs_gui.data.survey.findings import Oddity
from elcs_gui.data.survey.survey import proposed, survey, survey_table
from elcs_gui.data.tables.opening import open_table
from elcs_gui.data.tables.table_file import nobody
from elcs_gui.native.library import SWITCH
from elcs_gui.worker.survey_file import (
    FirstRows,
    Look,
    Looked,
    LookedColumns,
    Reading,
    SameColumns,
    fingerprint,
    look,
    slim,
)
from tests.imported import COLUMNS, ROWS, clean, measured, troubled

AGE, BMI, SMOKER, COUNTRY = (COLUMNS.index(name) for name in ("age", "bmi", "smoker", "country"))


@pytest.fixture
def draft(tmp_path: Path) -> Draft:
    return Draft(survey(troubled(tmp_path)))


def trouble(draft: Draft, oddity: Oddity) -> Trouble:
    [found] = [each for each in draft.troubles if each.oddity is oddity]
    return found


def test_everything_is_proposed_and_what_comes_of_it_can_be_read(draft: Draft, tmp_path: Path) -> None:
    assert draft.needs_decision
    assert draft.blocked() is None
    assert [COLUMNS[place] for place in draft.of_kind(Kind.IGNORE)] == ["", "number", "code", "country"]
    assert [COLUMNS[place] for place in draft.of_kind(Kind.CONTINUOUS)] == ["age", "bmi"]
    data = read_table(tmp_path / "clinic.csv", draft.plan())
    assert data.columns == ("site", "age", "bmi", "smoker", "outcome")
    assert [len(levels) for levels in data.levels] == [3, 3, 3, 2, 2]
    assert data.rows == ROWS
    assert [data.columns[variable] for variable in data.gaps] == ["bmi", "smoker"]


def test_the_plan_reads_what_the_proposed_one_reads(draft: Draft, tmp_path: Path) -> None:
    ours = read_table(tmp_path / "clinic.csv", draft.plan())
    theirs = read_table(tmp_path / "clinic.csv", proposed(draft.survey))
    assert ours.columns == theirs.columns
    assert ours.levels == theirs.levels
    assert (ours.codes == theirs.codes).all()


def test_a_plan_says_only_what_is_not_usual(tmp_path: Path) -> None:
    draft = Draft(survey(clean(tmp_path)))
    assert not draft.needs_decision
    assert draft.plan() == ImportPlan()
    numbers = Draft(survey(measured(tmp_path)))
    assert numbers.needs_decision
    assert numbers.plan() == ImportPlan(others=Kind.CONTINUOUS)
    assert numbers.test("g2") == "fisher-z"
    assert draft.test("fisher-z") == "g2"
    assert draft.test("chi2") == "chi2"


def test_numbers_need_no_decision_where_they_are_wanted(tmp_path: Path) -> None:
    assert not Draft(survey(measured(tmp_path)), numbers=True).needs_decision
    levels = Draft(survey(clean(tmp_path)), numbers=True)
    assert levels.of_kind(Kind.CONTINUOUS) == [0, 1, 2, 3]  # 0 and 1 are numbers too
    assert not levels.needs_decision


def test_a_finding_is_undone_and_followed_again(draft: Draft) -> None:
    constant = trouble(draft, Oddity.CONSTANT)
    assert draft.is_followed(constant)
    draft.decline(constant)
    assert not draft.is_followed(constant)
    assert draft.kind(COUNTRY) is Kind.DISCRETE
    blocked = draft.blocked()
    assert blocked is not None
    assert blocked.places == (COUNTRY,)
    assert "country has the same value in every row" in blocked.reason
    draft.follow(constant)
    assert draft.is_followed(constant)
    assert draft.blocked() is None


def test_numbers_beside_levels_are_refused_with_two_ways_out(draft: Draft) -> None:
    draft.decisions.cuts = False
    blocked = draft.blocked()
    assert blocked is not None
    assert blocked.mixed
    assert "no test takes both" in blocked.reason
    draft.leave_out_levels()
    assert draft.blocked() is None
    assert draft.keeps_numbers
    assert draft.plan().cutting is None
    draft.set_kind([2, SMOKER], Kind.DISCRETE)
    draft.set_kind(draft.of_kind(Kind.CONTINUOUS), Kind.IGNORE)
    assert draft.blocked() is None
    assert draft.of_kind(Kind.CONTINUOUS) == []


def test_without_levels_beside_them_numbers_are_kept_unless_somebody_says_otherwise(draft: Draft) -> None:
    assert draft.cuts
    draft.set_kind(draft.of_kind(Kind.DISCRETE), Kind.IGNORE)
    assert not draft.cuts
    draft.decisions.cuts = True
    assert draft.plan().cutting == Cutting()


def test_words_cannot_be_continuous_and_one_column_is_not_enough(draft: Draft) -> None:
    draft.set_kind([SMOKER], Kind.CONTINUOUS)
    blocked = draft.blocked()
    assert blocked is not None
    assert blocked.places == (SMOKER,)
    draft.set_kind(range(len(COLUMNS)), Kind.IGNORE)
    draft.set_kind([AGE], Kind.DISCRETE)
    blocked = draft.blocked()
    assert blocked is not None
    assert blocked.reason.startswith("Only one column is kept")


def test_rows_dropped_are_counted_or_bounded(draft: Draft, tmp_path: Path) -> None:
    draft.decisions.policy = MissingPolicy.DROP_ROWS
    assert draft.rows_dropped() == (4, 4)  # rows 3, 5, 9 and 20; 9 lacks both
    assert read_table(tmp_path / "clinic.csv", draft.plan()).rows == ROWS - 4
    draft.set_kind([BMI], Kind.IGNORE)
    assert draft.rows_dropped() == (3, 3)
    draft.set_kind([SMOKER], Kind.IGNORE)
    assert draft.rows_dropped() == (0, 0)
    assert draft.plan().policy is MissingPolicy.REFUSE


def test_missing_is_no_level_of_numbers(tmp_path: Path) -> None:
    path = tmp_path / "gaps.csv"
    lines = [f"{number / 7:.3f},{number / 3:.3f}" for number in range(50)]
    path.write_text("\n".join(["u,v", *lines, "NA,1.5"]) + "\n", encoding="utf-8")
    draft = Draft(survey(path))
    draft.decisions.policy = MissingPolicy.LEVEL
    assert str(draft.policy) == "available"
    draft.decisions.cuts = True
    assert str(draft.policy) == "level"


def test_words_among_numbers_count_as_missing_until_that_is_declined(tmp_path: Path) -> None:
    path = tmp_path / "words.csv"
    lines = [f"{number % 30},{'ab'[number % 7 % 2]}" for number in range(90)]
    path.write_text("\n".join(["dose,arm", *lines, "high,a"]) + "\n", encoding="utf-8")
    draft = Draft(survey(path))
    words = trouble(draft, Oddity.WORDS_AMONG_NUMBERS)
    assert draft.markers[-1] == "high"
    assert draft.gaps() == [0]
    assert draft.missing_of(0) == [("high", 1)]
    assert draft.blocked() is None
    assert read_table(path, draft.plan()).gaps == (0,)
    draft.decline(words)
    assert "high" not in draft.markers
    assert draft.gaps() == []
    assert draft.kind(0) is Kind.DISCRETE


def test_decisions_outlive_another_look_at_the_file(draft: Draft, tmp_path: Path) -> None:
    draft.set_kind([AGE], Kind.DISCRETE)
    draft.set_cutting(Cutting(Method.WIDTH, 5), [BMI])
    again = Draft(survey(tmp_path / "clinic.csv", ImportPlan(missing=("NA", "no"))), draft.decisions)
    assert again.kind(AGE) is Kind.DISCRETE
    assert again.cutting_of(BMI) == Cutting(Method.WIDTH, 5)
    assert ("no", 0) not in again.missing_of(SMOKER)
    assert dict(again.missing_of(SMOKER))["no"] > 10


def test_a_plan_becomes_decisions_and_a_plan_again(draft: Draft) -> None:
    draft.set_kind([AGE], Kind.DISCRETE)
    draft.decisions.policy = MissingPolicy.DROP_ROWS
    draft.set_cutting(Cutting(Method.KMEANS, 4))
    draft.set_cutting(Cutting(Method.WIDTH, 5), [BMI])
    plan = draft.plan()
    again = Draft(draft.survey, Decisions.of(plan, draft.names))
    assert again.plan() == plan
    assert ImportPlan.from_json(plan.to_json()) == plan


def test_a_column_without_a_name_cannot_be_kept(tmp_path: Path) -> None:
    path = tmp_path / "nameless.csv"
    rows = [f"{row % 2},{row % 3},{row % 5}" for row in range(40)]
    path.write_text("\n".join([",b,c", *rows]) + "\n", encoding="utf-8")
    draft = Draft(survey(path))
    blocked = draft.blocked()
    assert blocked is not None
    assert blocked.places == (0,)
    assert "without a name" in blocked.reason
    draft.set_kind([0], Kind.IGNORE)
    assert draft.blocked() is None


# Words


def test_the_sentences_say_what_was_found_and_what_comes_of_it(draft: Draft) -> None:
    assert found(draft, whole=True) == (
        "Found: an index, 1 identifier, 1 duplicate, 1 constant column, missing values in 2 columns and "
        "2 continuous columns beside 3 with levels. What to do about it is proposed at the right."
    )
    said = "120 rows, 5 of 9 columns: 3 discrete and 2 cut into 3 levels"
    assert result(draft) == f"{said}; each test uses the rows it knows."
    draft.decisions.policy = MissingPolicy.DROP_ROWS
    assert result(draft) == f"{said}; 4 rows with missing values are left out."
    draft.decisions.policy = MissingPolicy.LEVEL
    assert result(draft) == f"{said}; “missing” is a level of 2 columns."
    assert tip_of(COUNTRY, draft).splitlines()[0] == "country"


def test_a_clean_table_is_said_to_be_so(tmp_path: Path) -> None:
    draft = Draft(survey(clean(tmp_path)))
    assert found(draft, whole=True).startswith("No problems found")
    assert result(draft) == "60 rows, 4 columns, all discrete."


def test_sizes_and_progress_are_said_as_people_do() -> None:
    assert [size_words(count) for count in (12, 1500, 2_340_000, 7_800_000_000)] == [
        "12 bytes", "1.5 kB", "2.34 MB", "7.8 GB",
    ]  # fmt: skip
    assert progress(0.25, 4.0) == "25 %, about 12 s left"
    assert progress(0.5, 600.0) == "50 %, about 10 min left"
    assert progress(0.99, 2.0) == "99 %, nearly done"
    assert progress(0.0, 9.0) == "0 %"


# Shapes


def test_a_histogram_counts_every_number_and_its_levels_add_up(draft: Draft) -> None:
    column = draft.survey.columns[BMI]
    shape = shape_of(column, Cutting(Method.QUANTILE, 3))
    assert shape is not None
    assert sum(shape.counts) == ROWS - 2
    assert len(shape.points) == 2
    assert sum(level.share for level in shape.levels) == pytest.approx(1)
    assert all(0.3 < level.share < 0.37 for level in shape.levels)
    uncut = shape_of(column, None)
    assert uncut is not None
    assert uncut.levels == ()
    assert shape_of(draft.survey.columns[SMOKER], None) is None


def test_few_numbers_are_drawn_from_their_counts(tmp_path: Path) -> None:
    [column, *_] = slim(survey(clean(tmp_path))).columns
    assert len(column.sample) == 0
    assert holds_numbers(column)
    shape = shape_of(column, None)
    assert shape is not None
    assert sum(shape.counts) == 60
    assert (shape.counts[0], shape.counts[-1]) == (dict(column.frequent)["0"], dict(column.frequent)["1"])


# Looking, as the worker does it


def looked(path: Path, columns: str | None = None) -> list[object]:
    sent: list[object] = []
    look(Look(1, path, ImportPlan(), columns), sent.append, nobody)
    return sent


def test_a_small_file_is_looked_at_once(tmp_path: Path) -> None:
    columns, whole = looked(clean(tmp_path))
    assert isinstance(columns, LookedColumns)
    assert [column.name for column in columns.columns] == ["A", "B", "C", "D"]
    assert isinstance(whole, Looked)
    assert whole.whole
    assert whole.survey.rows == 60


def test_of_a_large_text_the_beginning_comes_first(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = clean(tmp_path, rows=900)
    monkeypatch.setattr("elcs_gui.worker.survey_file.LARGE", 1000)
    monkeypatch.setattr("elcs_gui.worker.survey_file.BEGINNING", 1001)
    first, last = [message for message in looked(path) if isinstance(message, Looked)]
    assert (first.whole, last.whole) == (False, True)
    assert first.survey.rows == 124  # whole lines only
    assert last.survey.rows == 900
    assert first.survey.name == last.survey.name == "clean.csv"


def test_a_beginning_that_ends_amidst_a_quotation_is_passed_over(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "quoted.csv"
    path.write_text('a,b\n1,"x\ny"\n2,"z\nu"\n' * 1 + '3,"x\ny"\n' * 300, encoding="utf-8")
    monkeypatch.setattr("elcs_gui.worker.survey_file.LARGE", 100)
    monkeypatch.setattr("elcs_gui.worker.survey_file.BEGINNING", 200)
    messages = [message for message in looked(path) if isinstance(message, Looked)]
    assert messages[-1].whole
    assert messages[-1].survey.rows == 302


def test_a_file_with_the_columns_it_had_is_recognised(tmp_path: Path) -> None:
    path = clean(tmp_path)
    assert looked(path, fingerprint(["A", "B", "C", "D"])) == [SameColumns(1)]
    assert len(looked(path, fingerprint(["A", "B", "D", "C"]))) == 2
    assert fingerprint(["a", "b"]) != fingerprint(["ab"])


def test_a_head_is_the_first_rows_only(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(SWITCH, "numpy")  # Python's csv reads in blocks, the core all at once
    monkeypatch.setattr("elcs_gui.data.tables.text._BLOCK", 1600)
    monkeypatch.setattr("elcs_gui.worker.survey_file.HEAD", 40)
    table = open_table(clean(tmp_path, rows=5000), ImportPlan(), nobody)
    head = FirstRows(table)
    assert survey_table(head, ImportPlan(), nobody).rows == 40
    assert not head.is_all


def test_a_wide_survey_is_thinned_and_handed_over_in_pieces(tmp_path: Path) -> None:
    path = tmp_path / "wide.csv"
    names = [f"c{place}" for place in range(1200)]
    rows = [",".join(str((row * place + row) % 97) for place in range(1200)) for row in range(60)]
    path.write_text("\n".join([",".join(names), *rows]) + "\n", encoding="utf-8")
    *pieces, whole = looked(path)
    assert [len(piece.columns) for piece in pieces if isinstance(piece, LookedColumns)] == [500, 500, 200]
    assert isinstance(whole, Looked)
    assert whole.survey.columns == ()
    assert not any(isinstance(message, Reading) for message in pieces)


def test_a_linear_function_of_another_column_is_proposed_to_be_left_out_and_can_be_kept(
    tmp_path: Path,
) -> None:
    path = tmp_path / "twice.csv"
    rows = [(row * 37 % 101 + 0.5, row * 53 % 97 + 0.25) for row in range(200)]
    path.write_text("x,y,z\n" + "".join(f"{x},{2 * x - 7},{z}\n" for x, z in rows), encoding="utf-8")
    draft = Draft(survey(path))
    linear = trouble(draft, Oddity.LINEAR)
    assert linear.finding_of("y").sentence.endswith("2 · 'x' − 7.")
    assert linear.remedy == "Leave it out."
    assert title_of(linear) == "Linear function of another column"
    assert "1 linear function of another column" in found(draft, whole=True)
    assert read_table(path, draft.plan()).columns == ("x", "z")
    draft.set_kind([1], Kind.CONTINUOUS)
    assert read_table(path, draft.plan()).columns == ("x", "y", "z")


def test_every_oddity_of_a_column_has_its_words() -> None:
    of_the_table = {Oddity.MISSING, Oddity.MIXED, Oddity.REPEATED_HEADER}
    assert MARKS.keys() == set(Oddity) - of_the_table


def test_spellings_are_one_level_until_that_is_declined_and_that_is_kept(tmp_path: Path) -> None:
    path = tmp_path / "d.csv"
    path.write_text("sex,x\n" + "m,0\nF,1\nM,1\nf,1\nm,0\n" * 10, encoding="utf-8")
    draft = Draft(survey(path))
    [trouble] = draft.troubles
    assert draft.needs_decision
    assert draft.is_followed(trouble)
    assert draft.plan().joined == ("sex",)
    assert action_of(trouble) == ("Take for one", "Taken for one")
    draft.decline(trouble)
    assert not draft.is_followed(trouble)
    assert draft.plan().joined == ()
    again = Draft(survey(path), Decisions.of(draft.plan(), draft.names))
    assert not again.is_followed(again.troubles[0])
    again.follow(again.troubles[0])
    assert again.plan().joined == ("sex",)
