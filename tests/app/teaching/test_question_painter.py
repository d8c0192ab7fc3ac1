"""What is drawn over the graph of a lesson covers nothing that has to be read, and follows what is drawn."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from PySide6.QtCore import QPointF, QRectF
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from elcs_gui.app.graph.frame import Frame
from elcs_gui.app.graph.painting.link_painter import outline, path_between
from elcs_gui.app.kit.theme import LIGHT
from elcs_gui.app.model.player import Player
from elcs_gui.app.teaching.question_graph_view import QuestionGraph
from elcs_gui.app.teaching.question_painter import DISC
from elcs_gui.app.teaching.quiz import Quiz
from elcs_gui.lessons.bundled import find_lesson
from elcs_gui.lessons.playing import PlayedStep, Shown, played, recorded
from elcs_gui.lessons.question import Kind


@pytest.fixture(scope="module")
def lemma_1() -> tuple[PlayedStep, ...]:
    lesson = find_lesson("lemma-1")
    return played(lesson, recorded(lesson))


@pytest.fixture
def graph(qtbot: QtBot, lemma_1: tuple[PlayedStep, ...]) -> Iterator[QuestionGraph]:
    player = Player()
    made = QuestionGraph(player, Quiz(player), LIGHT)
    made.set_reduced_motion(True)
    qtbot.addWidget(made)
    made.resize(1040, 700)
    player.load(recorded(find_lesson("lemma-1")))
    made.show()
    yield made
    made.close()


def frame_of(graph: QuestionGraph) -> Frame:
    graph.finish_animations()
    QApplication.processEvents()
    assert graph._frame is not None
    return graph._frame


def covers_a_node(frame: Frame, box: QRectF) -> bool:
    return any(box.intersects(outline(frame, x).boundingRect()) for x in frame.shown.tolist())


def disc(at: QPointF) -> QRectF:
    return QRectF(at.x() - DISC, at.y() - DISC, 2 * DISC, 2 * DISC)


def test_the_question_mark_of_a_pair_on_both_sides_of_the_target_covers_no_name(
    graph: QuestionGraph, lemma_1: tuple[PlayedStep, ...]
) -> None:
    question = lemma_1[3].question
    assert question is not None and question.kind is Kind.VERDICT
    graph._quiz.ask(question)
    frame, marks = frame_of(graph), graph.marks
    assert marks.query is not None and not covers_a_node(frame, disc(marks.query))
    assert len(marks.chips) == 2


def test_numbers_of_premises_and_their_words_cover_no_node_and_no_other_number(
    graph: QuestionGraph, lemma_1: tuple[PlayedStep, ...]
) -> None:
    question = lemma_1[10].question
    assert question is not None and question.kind is Kind.ORIENTATION
    graph._quiz.ask(question)
    graph._quiz.choose(next(option.id for option in question.options if option.id not in question.right))
    frame, discs = frame_of(graph), graph.marks.discs
    assert len(discs) == 3
    for each in discs:
        assert not covers_a_node(frame, disc(each.at))
        if each.label:
            assert not covers_a_node(frame, each.label_box)
            assert not any(each.label_box.intersects(disc(other.at)) for other in discs)


def test_a_highlighted_edge_that_is_bent_is_a_bent_band(graph: QuestionGraph) -> None:
    player = graph._player
    player.load(recorded(find_lesson("counter-examples")))
    player.last()
    frame = frame_of(graph)
    ((place, _),) = frame.controls.items()
    link = frame.links[place]
    graph.point_out(Shown((), ((link.tail, link.head, True),), ()))
    (band,) = graph.marks.bands
    drawn = path_between(frame, link.tail, link.head)
    assert drawn is not None and band == drawn
    straight = QPointF(*((frame.starts[place] + frame.ends[place]) / 2).tolist())
    middle = band.pointAtPercent(0.5)
    assert abs(middle.x() - straight.x()) + abs(middle.y() - straight.y()) > 4
