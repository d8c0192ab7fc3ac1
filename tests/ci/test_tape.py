"""The tape keeps every answer, finds it again and never moves it."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from elcs_gui.ci.distributions import ChiSquare
from elcs_gui.ci.judge import Judge
from elcs_gui.ci.questions import Policy, Question, Verdict
from elcs_gui.ci.tape import Tape

variables = st.integers(0, 900)


@given(
    st.sets(
        st.lists(variables, min_size=2, max_size=8, unique=True).map(lambda v: Question.of(v[0], v[1], v[2:]))
    )
)
def test_every_question_is_found_under_its_own_number(questions: set[Question]) -> None:
    tape = Tape()
    numbers = {question: tape.add(question, float(i), i) for i, question in enumerate(questions)}
    assert len(tape) == len(questions)
    for question, number in numbers.items():
        assert tape.find(question) == number
        assert tape.question(number) == question


def test_a_long_tape_outgrows_its_first_arrays_and_still_finds_everything() -> None:
    tape = Tape()
    questions = [Question.of(i, j, (j + 1, j + 2)) for i in range(60) for j in range(i + 1, 90)]
    for i, question in enumerate(questions):
        assert tape.find(question) is None
        tape.add(question, float(i), 1)
    assert all(tape.find(question) == i for i, question in enumerate(questions))
    assert tape.find(Question.of(0, 1)) is None


def test_a_question_is_the_same_whichever_way_round_it_is_asked() -> None:
    assert Question.of(4, 2, (9, 1)) == Question.of(2, 4, [1, 9])


def test_verdicts_one_by_one_and_all_at_once_agree() -> None:
    tape = Tape()
    judge = Judge(tape, ChiSquare(), 0.05, Policy(Verdict.INDEPENDENT, Verdict.DEPENDENT))
    for i, (statistic, df) in enumerate(
        [(0.0, 0), (3.8, 1), (3.9, 1), (np.nan, -1), (600.0, 500), (400.0, 500)]
    ):
        tape.add(Question.of(0, i + 1), statistic, df)
        tape.add(Question.of(0, i + 1, (i + 2,)), statistic, df)
    judge.force(2, Verdict.DEPENDENT)
    answers = np.arange(len(tape), dtype=np.int32)
    assert judge.counted_independent(answers).tolist() == [judge.independent(a) for a in answers.tolist()]
    words = [Verdict(v).word for v in judge.verdicts(answers[:8]).tolist()]
    assert (
        words == ["no information"] * 2 + ["dependent", "independent"] + ["dependent"] * 2 + ["unreliable"] * 2
    )
    assert judge.forced_among(answers).tolist() == [a == 2 for a in answers.tolist()]
