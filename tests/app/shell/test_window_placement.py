"""The window comes up within the screen, and is usable on a small one."""

from pathlib import Path

import pytest
from PySide6.QtCore import QRect
from PySide6.QtWidgets import QApplication, QMainWindow, QMenuBar, QPushButton
from pytestqt.qtbot import QtBot

from elcs_gui.app.shell.window_placement import DESIGNED, FRAME, has_room, place_window, stay_within
from tests.app.window import window_with_trace

SMALL = QRect(0, 0, 1280, 720)


TASK_BAR = SMALL.adjusted(0, 0, 0, -40)


@pytest.fixture
def desk(qtbot: QtBot) -> QMainWindow:
    made = QMainWindow()
    qtbot.addWidget(made)
    return made


def test_room_counts_the_frame_that_a_desktop_puts_round_a_window() -> None:
    assert has_room(QRect(0, 0, 1920, 1080))
    assert not has_room(QRect(0, 0, 1440, 900))
    assert not has_room(SMALL)
    assert not has_room(QRect(0, 0, 960, 540))  # 1920 x 1080 at 200 %


def test_on_a_small_screen_the_window_fills_what_the_task_bar_leaves(desk: QMainWindow) -> None:
    place_window(desk, TASK_BAR)
    assert desk.isMaximized()
    assert desk.size() == TASK_BAR.size()


def test_on_a_large_screen_it_comes_up_as_designed(desk: QMainWindow) -> None:
    place_window(desk, QRect(0, 0, 1920, 1040))
    assert not desk.isMaximized()
    assert desk.size() == DESIGNED


def test_a_window_that_no_longer_fills_the_screen_keeps_its_frame_within_it(desk: QMainWindow) -> None:
    place_window(desk, TASK_BAR)
    stay_within(desk, TASK_BAR)
    assert TASK_BAR.contains(desk.normalGeometry().marginsAdded(FRAME))


def test_the_window_can_be_as_small_as_1000_x_570_whatever_is_said(qtbot: QtBot, tmp_path: Path) -> None:
    """On a screen of 1000 x 640 that is what frame and task bar leave."""
    with window_with_trace(qtbot, tmp_path / "settings.ini", (1000, 570)) as window:
        window.status.say("A sentence that nobody would call short. " * 9)
        window.title_row.show_open("a-very-long-name-of-a-file" * 4, "5,000 rows", truth=True)
        QApplication.processEvents()
        least = window.minimumSizeHint()
        assert (window.width(), window.height()) == (1000, 570)
        assert least.width() <= 1000 and least.height() <= 570
        assert window.status.text.endswith("call short. ")


def test_menus_stay_while_a_title_can_be_shortened(qtbot: QtBot, tmp_path: Path) -> None:
    with window_with_trace(qtbot, tmp_path / "settings.ini", (1000, 640)) as window:
        row = window.title_row
        row.show_open("a-very-long-name-of-a-file" * 4, "5,000 rows", truth=True)
        QApplication.processEvents()
        bar = row.findChild(QMenuBar)
        assert isinstance(bar, QMenuBar)
        assert bar.width() >= bar.sizeHint().width()
        for button in row.findChildren(QPushButton):
            at = button.mapTo(row, button.rect().bottomRight())
            assert row.rect().contains(at) or not button.isVisible()
