"""Lessons in the window: one click from the start page, answered in the picture or by keys, place kept."""

from __future__ import annotations

import csv
from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QTextDocumentFragment
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from elcs_gui.app.model.actions import LOCKED
from elcs_gui.app.shell.main_window import MainWindow
from elcs_gui.app.teaching import page as page_module
from elcs_gui.app.teaching.feature import LessonsFeature
from elcs_gui.app.teaching.page import LessonsPage
from elcs_gui.app.teaching.progress import Place, place_of
from elcs_gui.app.teaching.recorder_dialog import RecorderDialog
from elcs_gui.lessons.bundled import find_lesson
from elcs_gui.lessons.lesson_file import read_lesson
from elcs_gui.lessons.playing import run_of
from elcs_gui.lessons.question import Kind
from tests.app.window import LONG, empty_window
from tests.player.page_data import data_of
from tests.traces import trace_of

pytestmark = pytest.mark.qt_log_ignore("This plugin does not support")


@pytest.fixture
def window(qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[MainWindow]:
    """The run of the lesson is the one that other tests have made."""
    monkeypatch.setattr(page_module, "recorded", lambda _: trace_of("fig3", "emb"))
    with empty_window(qtbot, tmp_path / "settings.ini") as made:
        made.settings.set("reduced-motion", True)
        yield made


def page_of(window: MainWindow) -> LessonsPage:
    page = window.tools.current
    assert isinstance(page, LessonsPage)
    return page


def begin(window: MainWindow, qtbot: QtBot, place: int = 0) -> LessonsPage:
    card = next(card for card in window.start_page.lessons if card.card.id == "n-structures")
    qtbot.mouseClick(card, Qt.MouseButton.LeftButton)
    page = page_of(window)
    qtbot.waitUntil(lambda: page.lessons.active, timeout=LONG)
    if place:
        page.lessons.go(place)
    return page


def test_a_lesson_is_one_click_away_and_finished_by_keys_alone(window: MainWindow, qtbot: QtBot) -> None:
    page = begin(window, qtbot)
    lesson = page.lessons.lesson
    assert lesson is not None and page.lessons.index == 0
    for _ in range(100):
        asked = page.quiz.current
        if asked is not None and asked.open:
            place = [option.id for option in asked.question.options].index(asked.question.right[0])
            qtbot.keyClick(page, Qt.Key(Qt.Key.Key_1 + place))
        elif page.lessons.is_last:
            break
        else:
            qtbot.keyClick(page, Qt.Key.Key_Return)
    assert page.lessons.is_last
    assert place_of(window.settings.lessons, "n-structures") == Place(len(lesson.steps) - 1, True)
    answers = page.answers.all()
    assert len(answers) >= lesson.questions and all(answer.correct for answer in answers)
    assert "6 of 6 right" in QTextDocumentFragment.fromHtml(page.panel.score.text()).toPlainText()
    qtbot.keyClick(page, Qt.Key.Key_Return)
    assert page.stack.currentIndex() == 0
    assert [card.card.id for card in page.list.cards if card.words == "done"] == ["n-structures"]


def test_a_wrong_arrow_is_drawn_beside_the_truth_and_its_premise_found_in_the_picture(
    window: MainWindow, qtbot: QtBot, tmp_path: Path
) -> None:
    page = begin(window, qtbot, 9)
    assert page.panel.heading.text() == "An effect without a spouse"
    question = page.quiz.chain[0].question
    assert question.kind is Kind.ORIENTATION
    click(page, qtbot, "1>12")
    marks = page.graph.marks
    assert marks.guess is not None and {chip.text for chip in marks.chips} == {"your guess", "truth, by N"}
    assert [answer.id for answer in page.panel.answers] == ["p1", "p2", "p3"]
    click(page, qtbot, "p3")
    assert page.quiz.open
    click(page, qtbot, "p2")
    assert not page.quiz.open
    place = place_of(window.settings.lessons, "n-structures")
    assert place == Place(9, False)
    qtbot.keyClick(page, Qt.Key.Key_Escape)
    assert page.stack.currentIndex() == 0
    page.open_bundled("n-structures")
    qtbot.waitUntil(lambda: not page.busy and page.stack.currentIndex() == 1, timeout=LONG)
    assert page.lessons.index == 9, "the place was kept"
    assert page.export_results(tmp_path / "answers.csv") == 2
    rows = list(csv.DictReader((tmp_path / "answers.csv").read_text(encoding="utf-8").splitlines()))
    assert [(row["chosen"], row["right"], row["correct"]) for row in rows] == [
        ("B → T", "T → B", "0"),
        ("Knowing E leaves C and T independent", "Knowing B and E leaves C and T independent", "0"),
    ]


def click(page: LessonsPage, qtbot: QtBot, option: str) -> None:
    """On its number in the picture."""
    page.graph.finish_animations()
    QApplication.processEvents()
    (disc,) = (disc for disc in page.graph.marks.discs if disc.option == option)
    at = disc.at * page.theme.scale
    qtbot.mouseClick(page.graph, Qt.MouseButton.LeftButton, pos=QPoint(round(at.x()), round(at.y())))


def test_files_are_refused_with_their_line_predict_asks_about_a_run_and_a_lock_hides_the_rest(
    window: MainWindow, qtbot: QtBot, tmp_path: Path
) -> None:
    refuses_a_bad_file(window, tmp_path)
    trace = trace_of("fig3", "emb")
    window.session.open_trace(trace)
    QApplication.processEvents()
    window.player.seek(40)
    window.live["teacher-lock"].trigger()
    window.player.last()
    assert window.player.step == 40 and window.status.text == LOCKED
    tests = int(trace.test_steps.searchsorted(40))
    qtbot.waitUntil(lambda: len(window.log.model.rows) == tests, timeout=LONG)
    window.live["predict"].trigger()
    page = page_of(window)
    qtbot.keyClick(page, Qt.Key.Key_End)
    asked = page.quiz.current
    assert asked is not None and asked.open and page.player.step == asked.question.step
    page.quiz.choose(asked.question.right[0])
    reached = page.player.step
    qtbot.keyClick(page, Qt.Key.Key_Escape)
    assert window.working and window.player.limit == reached
    window.player.last()
    assert window.player.step == reached
    window.live["teacher-lock"].trigger()
    window.player.last()
    assert window.player.step == len(trace)


def refuses_a_bad_file(window: MainWindow, tmp_path: Path) -> None:
    bad = tmp_path / "bad.md"
    bad.write_text("---\ntitle: x\nexample: fig3\n---\n# A\nat: nowhere\n", encoding="utf-8")
    window.open_path(bad)
    assert "bad.md, line 6: at: 'nowhere' is no place in a run" in window.messages.text
    assert window.context.feature(LessonsFeature).open_file(tmp_path / "data.csv") is False


def test_a_lesson_is_recorded_beside_the_run_previewed_and_saved(
    window: MainWindow, qtbot: QtBot, tmp_path: Path
) -> None:
    lesson = find_lesson("n-structures")
    window.session.open_trace(trace_of("fig3", "emb"))
    QApplication.processEvents()
    window.live["record-lesson"].trigger()
    recorder = window.findChild(RecorderDialog)
    assert recorder is not None
    recorder.save(tmp_path / "mine.md")
    assert "Nothing is open" in recorder.said.text()
    window.session.source, _ = run_of(lesson)
    recorder.title.setText("Mine")
    for step, heading in ((919, "An arrow"), (0, "The beginning")):
        window.player.seek(step)
        recorder.heading.setText(heading)
        recorder.ask.setChecked(True)
        recorder.add_button.click()
    recorder.list.setCurrentRow(0)
    assert window.player.step == 919 and recorder.ask.isChecked()
    recorder.save(tmp_path / "mine.md")
    assert recorder.said.text() == "2 steps written to mine.md."
    made = [(step.heading, bool(step.ask)) for step in read_lesson(tmp_path / "mine.md").steps]
    assert made == [("An arrow", True), ("The beginning", False)]
    recorder.preview_button.click()
    page = page_of(window)
    qtbot.waitUntil(lambda: page.lessons.active and page.lessons.lesson.title == "Mine", timeout=LONG)  # type: ignore[union-attr]
    assert page.quiz.open and "" not in dict(window.settings.lessons).get("places", {})  # type: ignore[call-overload]
    recorder.close()


def test_a_lesson_is_shared_as_a_page(
    window: MainWindow, qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    action = window.context.actions["share-lesson"]
    action.trigger()
    assert "Open the lesson that is to be shared" in window.status.text
    page = begin(window, qtbot)
    path = tmp_path / "lesson.html"
    monkeypatch.setattr("elcs_gui.app.kit.dialogs.asked_new_file", lambda *_: path)
    action.trigger()
    qtbot.waitUntil(lambda: not page.sharing.busy, timeout=LONG)
    lesson = data_of(path.read_text(encoding="utf-8"))["lesson"]
    assert lesson["steps"][0]["heading"] == "Which way, where nothing meets?"
    assert "The lesson is in lesson.html" in window.status.text
