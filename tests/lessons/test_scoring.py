"""Scores, streaks, and results as a table."""

import csv
import io
import json

import pytest

from elcs_gui.errors import ElcsError
from elcs_gui.lessons.scoring import Attempt, as_csv, from_json, score_of, to_json


def attempt(*, correct: bool, learner: str = "Ada") -> Attempt:
    return Attempt(learner, "2030-01-01T10:00", "Fig. 3", 12, "verdict", "Are they?", "a", "b", correct)


def test_a_streak_is_broken_by_a_wrong_answer_and_the_best_one_is_kept() -> None:
    score = score_of([attempt(correct=right) for right in (True, True, False, True)])
    assert (score.right, score.asked, score.streak, score.best) == (3, 4, 1, 2)
    assert score.words == "3 of 4 right · best streak 2"
    assert score_of([]).words == "No answers yet"


def test_results_come_as_a_table_that_no_spreadsheet_computes() -> None:
    rows = list(csv.DictReader(io.StringIO(as_csv([attempt(correct=True, learner="=cmd()")]))))
    assert rows[0]["learner"] == "'=cmd()" and rows[0]["correct"] == "1" and rows[0]["step"] == "12"


def test_an_attempt_comes_back_from_its_file_and_nothing_else_does() -> None:
    kept = attempt(correct=False)
    assert from_json(json.loads(json.dumps(to_json(kept)))) == kept
    others: list[object] = [None, [], {"learner": "x"}, {**to_json(kept), "step": "12"}]
    for wrong in others:
        with pytest.raises(ElcsError, match="no record of an answer"):
            from_json(wrong)
