"""Practice in the window: by clicks in the picture or by keys alone; mastery is kept."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QPointF, Qt
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

from elcs_gui.app.practice.feature import PracticeFeature
from elcs_gui.app.practice.page import PracticePage
from elcs_gui.app.practice.practising import Row
from elcs_gui.app.shell.main_window import MainWindow
from elcs_gui.app.teaching.progress import Practised, practised_of, with_practised
from elcs_gui.data.network import Network
from elcs_gui.lessons.exercise import Exercise, Offer, random_setting
from elcs_gui.lessons.mastery import Mastery
from elcs_gui.lessons.practice import AddSpouse, Ask, Done, Move, Orient
from tests.app.window import empty_window

pytestmark = pytest.mark.qt_log_ignore("This plugin does not support")


@pytest.fixture
def window(qtbot: QtBot, tmp_path: Path) -> Iterator[MainWindow]:
    with empty_window(qtbot, tmp_path / "settings.ini") as made:
        made.settings.set("reduced-motion", True)
        yield made


def opened(window: MainWindow) -> PracticePage:
    window.live["practice"].trigger()
    page = window.tools.current
    assert isinstance(page, PracticePage)
    return page


def make_by_keys(page: PracticePage, qtbot: QtBot, move: Move) -> None:
    """Choose what the move needs by its place in the rows, then the key of the move."""
    practising = page.practising
    if isinstance(move, Done):
        qtbot.keyClick(page, Qt.Key.Key_D)
        return
    if isinstance(move, Orient):
        practising.choose_arrow(move.tail, move.head)
        practising.choose_rule(move.rule)
        qtbot.keyClick(page, Qt.Key.Key_Return)
        return
    practising.open_row(Row.TESTED)
    if practising.tested is not None:
        practising.choose(Row.TESTED, practising.tested)
    press(page, qtbot, move.x)
    if isinstance(move, Ask):
        if page.practising.partner != move.y:
            practising.open_row(Row.PARTNER)
            press(page, qtbot, move.y)
        for x in move.given:
            press(page, qtbot, x)
        qtbot.keyClick(page, Qt.Key.Key_Return)
    elif isinstance(move, AddSpouse):
        practising.open_row(Row.THROUGH)
        press(page, qtbot, move.through)
        qtbot.keyClick(page, Qt.Key.Key_A)
    else:
        qtbot.keyClick(page, Qt.Key.Key_R)


def press(page: PracticePage, qtbot: QtBot, x: int) -> None:
    """The digit of a variable in the row that is open."""
    place = list(page.panel.rows[page.practising.row].buttons).index(x)
    qtbot.keyClick(page, Qt.Key(Qt.Key.Key_1 + place))


def test_instances_are_finished_by_keys_and_three_clean_ones_are_mastery(
    window: MainWindow, qtbot: QtBot
) -> None:
    for exercise in Exercise:
        kept = with_practised(window.settings.lessons, exercise, Practised(Mastery(2), 7))
        window.settings.lessons = json.loads(json.dumps(kept))
    page = opened(window)
    for exercise in Exercise:
        page.panel.kinds[exercise].click()
        finish_by_keys(page, qtbot, exercise)
        assert practised_of(window.settings.lessons, exercise) == Practised(Mastery(3, True), 8)
        assert "mastered" in page.panel.kinds[exercise].accessibleName()
        assert page.answers.all()[-1].correct
    qtbot.keyClick(page, Qt.Key.Key_Return)
    assert page.practising.open and page.practising.title == "Random network 8"
    page.panel.share.click()
    assert QApplication.clipboard().text() == "arrows, seed 8" in window.status.text


def finish_by_keys(page: PracticePage, qtbot: QtBot, exercise: Exercise) -> None:
    practice = page.practising.practice
    assert practice is not None and practice.setting.names == random_setting(exercise, 7).names
    for _ in range(200):
        if practice.over:
            break
        make_by_keys(page, qtbot, practice.next_move())
    assert practice.clean


def click(page: PracticePage, qtbot: QtBot, at: QPointF) -> None:
    qtbot.mouseClick(page.graph, Qt.MouseButton.LeftButton, pos=(at * page.theme.scale).toPoint())


def test_moves_are_made_in_the_picture_and_a_wrong_one_says_why(window: MainWindow, qtbot: QtBot) -> None:
    page = opened(window)
    names = ("T", "A", "B", "C")
    network = Network.from_edges("drawn", names, [("A", "T"), ("B", "T"), ("B", "C")])
    window.context.feature(PracticeFeature).practise_on("Mine", network, "T", Exercise.NEIGHBOURS)
    practising, graph = page.practising, page.graph
    practice = practising.practice
    assert practice is not None and page.panel.network.currentText() == "Mine"
    click(page, qtbot, graph.place(3))
    click(page, qtbot, graph.place(2))
    assert practising.test == Ask(3, 0, (2,))
    page.panel.claim_button.click()
    assert page.panel.reason.text() == "Nothing has separated C and T yet: they have not been tested."
    assert page.panel.reason.property("state") == "refused" and graph.wrong == (3,)
    page.panel.test_button.click()
    assert "C ⊥ T given {B}" in page.panel.known.text()
    page.panel.claim_button.click()
    assert practice.members == (1, 2) and practising.tested is None
    page.begin(Exercise.ARROWS)
    middle = (graph.place(0) * 2 + graph.place(1)) / 3
    click(page, qtbot, middle)
    assert practising.arrow == (1, 0), "the nearer end is the head"
    page.panel.rows["rule"].buttons["spouse"].click()
    page.panel.claim_button.click()
    assert practising.practice is not None and practising.practice.arrows == {(1, 0): "spouse"}
    page.another()
    assert practising.title == "Mine, target A"


def test_a_lesson_leads_to_its_exercise_and_back(window: MainWindow, qtbot: QtBot) -> None:
    window.live["lessons"].trigger()
    lessons = window.tools.current
    assert lessons is not None
    lessons.practise_wanted.emit(Offer(Exercise.SPOUSES, 5), random_setting(Exercise.SPOUSES, 5))  # type: ignore[attr-defined]
    page = window.tools.current
    assert isinstance(page, PracticePage) and page.practising.title == "Random network 5"
    back: QWidget | None = page
    qtbot.keyClick(back, Qt.Key.Key_S)
    assert page.practising.practice is not None and page.practising.practice.shown == 1
    qtbot.keyClick(back, Qt.Key.Key_Escape)
    assert window.tools.current is lessons


def test_nonsense_in_the_settings_is_nothing_yet() -> None:
    for kept in (
        None,
        {"practised": 3},
        {"practised": {"arrows": [1, 2, 3]}},
        {"practised": {"arrows": "x"}},
    ):
        assert practised_of(kept, "arrows") == Practised()
