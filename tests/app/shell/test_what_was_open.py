"""What belongs to data that were open before does nothing to those that are open now."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QCoreApplication, QEvent
from pytestqt.qtbot import QtBot

from elcs_gui.app.model.selection import Edge, Variable
from elcs_gui.app.presenting.feature import PresentingFeature
from elcs_gui.app.presenting.presentation import Presentation
from elcs_gui.app.presenting.presenter_view import truth_of
from elcs_gui.app.setup.feature import SetupFeature
from elcs_gui.app.shell.main_window import MainWindow
from elcs_gui.app.why.feature import WhyFeature
from elcs_gui.ci.questions import Question, Verdict
from tests.app.window import header_of, run_by, window_with_trace
from tests.traces import trace_of


@pytest.fixture
def window(qtbot: QtBot, tmp_path: Path) -> Iterator[MainWindow]:
    with window_with_trace(qtbot, tmp_path / "settings.ini") as made:
        yield made


def test_a_run_of_other_data_is_refused_in_a_sentence(window: MainWindow) -> None:
    trace = window.session.trace
    window.session.run(trace_of("asia").header)
    assert window.session.trace is trace
    assert window.messages.text == "That run is of data that are no longer open."


def test_an_override_chosen_in_a_menu_of_larger_data_is_none(window: MainWindow) -> None:
    beyond = Question.of(0, len(header_of(window).names))
    header = window.session.header
    window.controller.what_if(beyond, Verdict.DEPENDENT)
    assert window.session.header is header


def test_a_variable_of_larger_data_is_no_selection(window: MainWindow) -> None:
    beyond = len(header_of(window).names)
    window.graph.select(Variable(0))
    for what in (Variable(beyond), Edge((0, beyond))):
        window.graph.select(what)
        assert window.graph.selection is None


def test_a_row_of_larger_data_is_no_question_about_the_run_before(window: MainWindow, qtbot: QtBot) -> None:
    rows = window.context.feature(SetupFeature).panel._list
    shown = []

    def choose_last() -> None:
        shown.append(window.player.trace)
        rows.setCurrentIndex(rows.variables.index(rows.variables.rowCount() - 1))

    before = window.player.trace
    window.session.opened.connect(choose_last)
    run_by(window, qtbot, lambda: window.open_example("alarm"))
    assert shown == [before]
    assert rows.variables.rowCount() == 37
    assert window.context.feature(WhyFeature).panel.subject is None


@pytest.mark.parametrize("kind", ["local", "field"])
def test_the_truth_of_larger_data_marks_nothing(window: MainWindow, kind: str) -> None:
    window.set_kind(kind)
    links = window.graph.scene_shown.links  # type: ignore[union-attr]
    window.graph.set_truth(frozenset({(0, len(header_of(window).names))}))
    assert window.graph.scene_shown.links == links  # type: ignore[union-attr]


def test_a_lesson_that_is_over_goes_nowhere(window: MainWindow) -> None:
    lessons = window.make_page("lessons").lessons  # type: ignore[attr-defined]
    lessons.next()
    lessons.back()
    assert not lessons.active


def test_a_presentation_that_was_given_up_hears_nothing_more(window: MainWindow, qtbot: QtBot) -> None:
    feature = window.context.feature(PresentingFeature)
    feature.present()
    lesson = window.make_page("lessons").player  # type: ignore[attr-defined]
    assert lesson is not window.player
    feature._lesson = lambda: Presentation(  # type: ignore[method-assign]
        lesson, lambda: None, lambda: None, lambda _: ""
    )
    speaker = feature.show_speaker()
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
    assert feature.presenter is None
    window.player.next_change()
    window.live["truth"].toggle()
    QCoreApplication.processEvents()
    assert truth_of(window.context, lesson) is None, "a lesson is not about the data that are open"
    speaker.close()
