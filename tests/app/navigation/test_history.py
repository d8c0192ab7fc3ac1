"""Back and forward: what counts as a place, and getting there again."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QMouseEvent
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from elcs_gui.app.model.history import MOST_PLACES, History, Place
from elcs_gui.app.navigation.feature import NavigationFeature
from elcs_gui.app.navigation.trail_view import folded
from elcs_gui.app.shell.main_window import MainWindow
from elcs_gui.trace.trace import Header
from tests.app.window import run_by, window_with_example

HEADER = Header("elcs", 0, ("a", "b", "c"), "g2")
OTHER = replace(HEADER, target=1)


class Clock:
    now = 100.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def history(clock: Clock) -> History:
    return History(clock=clock)


def steps(history: History) -> list[int]:
    return [place.step for place in history.places]


def test_single_steps_move_a_place_and_jumps_make_new_ones(history: History, clock: Clock) -> None:
    history.arrive(Place(HEADER, 0))
    for step in (1, 2, 3):
        history.arrive(Place(HEADER, step), jump=False)
    assert steps(history) == [3]
    clock.now += 5
    history.arrive(Place(HEADER, 90))
    assert steps(history) == [3, 90]
    for step in (120, 150, 151):  # the thumb of the scrubber on its way
        clock.now += 0.1
        history.arrive(Place(HEADER, step))
    assert steps(history) == [3, 151]


def test_a_jump_right_after_another_place_is_a_part_of_it_but_one_after_a_while_is_not(
    history: History, clock: Clock
) -> None:
    history.arrive(Place(HEADER, 0))
    for seconds, expected in ((0.69, [5]), (0.69, [5]), (0.71, [5, 5]), (5.0, [5, 5, 5])):
        clock.now += seconds
        history.arrive(Place(HEADER, 4))
        history.arrive(Place(HEADER, 5))
        assert steps(history) == expected
    clock.now += 5
    history.arrive(Place(HEADER, 6), jump=False)  # time passed: still the same place
    clock.now += 0.1
    history.arrive(Place(HEADER, 7))
    assert steps(history) == [5, 5, 6, 7]


def test_another_run_or_page_is_another_place_however_soon(history: History) -> None:
    for place in (Place(HEADER, 9), Place(OTHER, 9), Place(OTHER, 9, "alpha"), Place(OTHER, 9)):
        history.arrive(place)
    assert len(history.places) == 4
    assert not history.can_go_forward


def test_going_back_keeps_what_lay_ahead_until_another_way_is_taken(history: History) -> None:
    for target in (0, 1, 2):
        history.arrive(Place(replace(HEADER, target=target), 7))
    assert history.go(0) == Place(HEADER, 7)
    assert not history.can_go_back
    assert history.go(2) is not None
    assert history.go(3) is None
    history.go(1)
    history.arrive(Place(HEADER, 5))
    assert [place.header.target for place in history.places] == [0, 1, 0]


def test_the_trail_names_every_target_once_in_a_row(history: History, clock: Clock) -> None:
    for header, step in ((HEADER, 1), (HEADER, 50), (OTHER, 3), (replace(OTHER, alpha=0.2), 3), (HEADER, 2)):
        clock.now += 5
        history.arrive(Place(header, step))
    assert history.trail() == [1, 3, 4]
    history.go(2)
    assert history.trail() == [1, 2]
    history.clear()
    assert history.trail() == [] and history.current is None


def test_the_oldest_places_are_forgotten(history: History, clock: Clock) -> None:
    for step in range(MOST_PLACES + 10):
        clock.now += 5
        history.arrive(Place(HEADER, step))
    assert len(history.places) == MOST_PLACES
    assert steps(history)[0] == 10
    assert history.at == MOST_PLACES - 1


def test_a_long_trail_is_folded_in_the_middle() -> None:
    assert folded([1, 2, 3, 4]) == [1, 2, 3, 4]
    assert folded([1, 2, 3, 4, 5, 6]) == [1, None, 5, 6]


def target(window: MainWindow) -> str:
    header = window.session.header
    assert header is not None
    return header.names[header.target]


def press(window: MainWindow, button: Qt.MouseButton) -> None:
    at = QPointF(60, 60)
    event = QMouseEvent(
        QMouseEvent.Type.MouseButtonPress, at, window.graph.mapToGlobal(at), button, button,
        Qt.KeyboardModifier.NoModifier,
    )  # fmt: skip
    QApplication.sendEvent(window.graph, event)


def test_walking_from_target_to_target_and_back(qtbot: QtBot, tmp_path: Path) -> None:
    with window_with_example(qtbot, tmp_path / "settings.ini", "asia") as window:
        trail = window.context.feature(NavigationFeature).trail
        first, names = target(window), window.session.names
        assert not trail.isVisible() and not window.live["go-back"].isEnabled()
        window.player.seek(20)
        run_by(window, qtbot, lambda: window.graph.target_requested.emit(names.index("lung")))
        assert window.player.step == window.player.length
        run_by(window, qtbot, lambda: window.graph.target_requested.emit(names.index("smoke")))
        assert trail.isVisible()
        assert [crumb.text() for crumb in trail.crumbs] == [first, "lung", "smoke"]
        window.show_page("alpha-explorer")
        assert window.page is not None
        window.live["go-back"].trigger()
        assert window.page is None and target(window) == "smoke"
        qtbot.keyClick(window.graph, Qt.Key.Key_Left, Qt.KeyboardModifier.AltModifier)
        assert (target(window), window.player.step) == ("lung", window.player.length)
        press(window, Qt.MouseButton.BackButton)
        assert (target(window), window.player.step) == (first, 20)
        assert not window.live["go-back"].isEnabled()
        press(window, Qt.MouseButton.ForwardButton)
        window.live["go-forward"].trigger()
        assert target(window) == "smoke"
        qtbot.mouseClick(trail.crumbs[0], Qt.MouseButton.LeftButton)
        assert (target(window), window.player.step) == (first, 20)
        # A run that is no longer kept is made again.
        for branch in list(window.session.runs):
            window.session.runs.forget(branch)
        run_by(window, qtbot, window.live["go-forward"].trigger)
        assert (target(window), window.player.step) == ("lung", window.player.length)


def test_no_way_leads_back_to_what_was_open_before(qtbot: QtBot, tmp_path: Path) -> None:
    with window_with_example(qtbot, tmp_path / "settings.ini", "asia") as window:
        window.show_page("race")
        run_by(window, qtbot, lambda: window.open_example("cancer"))
        history = window.context.history
        assert {place.header.names for place in history.places} == {tuple(window.session.names)}
        assert not window.live["go-back"].isEnabled()
