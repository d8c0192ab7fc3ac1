"""Questions hold the cursor back until they are answered, whatever moves it."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QCoreApplication

from elcs_gui.app.model.player import Player
from elcs_gui.app.teaching.predicting import Predicting
from elcs_gui.app.teaching.quiz import Quiz
from elcs_gui.lessons.question import Kind, Question
from elcs_gui.lessons.questions import LEVELS, questions_of
from tests.traces import trace_of


@pytest.fixture
def predicting(qapp: QCoreApplication) -> Predicting:
    player = Player()
    made = Predicting(player, Quiz(player, player), player)
    made.set_level(LEVELS["arrows"])
    made.begin(trace_of("fig3", "emb"), 0)
    return made


def right_answer(quiz: Quiz) -> None:
    asked = quiz.current
    assert asked is not None
    for id in asked.question.right if asked.question.every else asked.question.right[:1]:
        quiz.choose(id)
    quiz.submit()


def wrong_answer(question: Question) -> str:
    return next(option.id for option in question.options if option.id not in question.right)


def test_every_way_forward_ends_at_the_question(predicting: Predicting) -> None:
    player, quiz = predicting._player, predicting._quiz
    step = next(questions_of(trace_of("fig3", "emb"), predicting.level)).step
    for go in (player.last, player.next_stage, lambda: player.seek(10**6), predicting.next):
        player.seek(0)
        quiz.clear()
        predicting.begin(trace_of("fig3", "emb"), 0)
        for _ in range(8):
            go()
        assert player.step == step and quiz.open
    player.forward()
    player.play()
    assert player.step == step and not player.playing


def test_a_right_answer_shows_what_was_asked_and_the_next_question_follows(predicting: Predicting) -> None:
    player, quiz = predicting._player, predicting._quiz
    asked = list(questions_of(trace_of("fig3", "emb"), predicting.level))
    for question in asked:
        predicting.next()
        assert quiz.current is not None and quiz.current.question.step == question.step == player.step
        quiz.choose(question.right[0])
        assert not quiz.open and quiz.chain[0].correct and player.step == question.step + 1
    predicting.next()
    assert player.step == player.length and predicting.over and not quiz.chain


def test_a_wrong_guess_is_followed_by_the_premise_that_failed(predicting: Predicting) -> None:
    player, quiz = predicting._player, predicting._quiz
    predicting.next()
    first = quiz.chain[0].question
    quiz.choose(wrong_answer(first))
    assert quiz.chain[0].correct is False and player.step == first.step + 1
    assert quiz.wrong_guess is not None and quiz.wrong_guess.id not in first.right
    failed = quiz.chain[1].question
    assert failed.kind is Kind.FAILED and quiz.open
    held = wrong_answer(failed)
    quiz.choose(held)
    assert quiz.open and quiz.chain[1].tried == (held,)
    player.forward()
    assert player.step == first.step + 1, "the chain is not at its end"
    quiz.choose(failed.right[0])
    assert not quiz.open and quiz.chain[1].correct is False and quiz.chain[1].tries == 2


def test_stepping_on_from_an_answer_goes_on(predicting: Predicting) -> None:
    player, quiz = predicting._player, predicting._quiz
    predicting.next()
    right_answer(quiz)
    step = player.step
    player.forward()
    assert player.step == step + 1 or quiz.open


def test_a_verdict_is_not_told_however_one_comes_to_it(predicting: Predicting) -> None:
    player, quiz = predicting._player, predicting._quiz
    trace = trace_of("fig3", "emb")
    question = next(q for q in questions_of(trace, LEVELS["verdicts"]) if q.kind is Kind.VERDICT)
    predicting.end()
    quiz.ask(question)
    assert player.asking and player.step == question.step + 1
    for _ in range(3):
        player.forward()
        assert player.asking
    player.back()
    assert player.step == question.step and not player.asking
    player.forward()
    assert player.asking and quiz.open
    quiz.choose(question.right[0])
    assert not player.asking and player.step == question.step + 1


def test_rule_and_premises_follow_a_right_direction_before_anything_is_shown(predicting: Predicting) -> None:
    player, quiz = predicting._player, predicting._quiz
    predicting.set_level(LEVELS["premises"])
    player.seek(0)
    for _ in range(200):
        predicting.next()
        if quiz.chain and quiz.chain[0].question.kind is Kind.ORIENTATION:
            break
        right_answer(quiz)
    kinds, step = [], player.step
    while quiz.open:
        assert player.step == step
        kinds.append(quiz.chain[-1].question.kind)
        right_answer(quiz)
    assert kinds == [Kind.ORIENTATION, Kind.RULE, Kind.PREMISES]
    assert player.step == step + 1 and all(asked.correct for asked in quiz.chain)


def test_hint_and_skip_are_noted(predicting: Predicting) -> None:
    quiz = predicting._quiz
    predicting.next()
    quiz.show_hint()
    quiz.skip()
    (asked,) = quiz.chain
    assert asked.hinted and asked.skipped and asked.correct is False and asked.tries == 0
    assert quiz.wrong_guess is None
