"""Projector mode: everything larger, only what an audience looks at, and back again as it was."""

from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QLabel
from pytestqt.qtbot import QtBot

from elcs_gui.app.model.selection import Variable
from elcs_gui.app.shell.main_window import MainWindow
from tests.app.window import window_with_trace

SHIFT = Qt.KeyboardModifier.ShiftModifier


@pytest.fixture
def window(qtbot: QtBot, tmp_path: Path) -> Iterator[MainWindow]:
    with window_with_trace(qtbot, tmp_path / "settings.ini") as made:
        made.activateWindow()
        made.graph.setFocus()
        yield made


def shown(window: MainWindow) -> dict[str, bool]:
    return {dock.windowTitle(): dock.isVisible() for dock in window.docks}


def test_a_key_makes_everything_larger_and_hides_log_and_left_panels(
    window: MainWindow, qtbot: QtBot
) -> None:
    transport, letters, ink = window.transport.height(), letters_of(window), ink_of_the_target(window)
    qtbot.keyClick(window.graph, Qt.Key.Key_F11, SHIFT)
    QApplication.processEvents()
    assert shown(window) == {
        "Data and run": False, "Pseudo-code": False, "Inspector": True, "CI tests": False,
    }  # fmt: skip
    assert window.transport.height() == pytest.approx(1.4 * transport, abs=2)
    assert letters_of(window) == round(1.4 * letters)
    assert 1.7 < ink_of_the_target(window) / ink < 2.4  # 1.96, and less of it is edge
    assert window.docks["Inspector"].width() == pytest.approx(1.4 * 344, abs=12)


def letters_of(window: MainWindow) -> int:
    return window.data_panel.fontInfo().pixelSize()


def test_the_sentence_is_the_largest_text_and_has_two_lines(window: MainWindow, qtbot: QtBot) -> None:
    qtbot.keyClick(window.graph, Qt.Key.Key_F11, SHIFT)
    sentence = window.status.findChild(QLabel, "statusSentence")
    assert isinstance(sentence, QLabel)
    window.status.say("A long sentence about an N-structure, which carries the argument. " * 2)
    QApplication.processEvents()
    heading = window.inspector.findChild(QLabel, "heading")
    assert heading is not None and sentence.fontInfo().pixelSize() > 1.3 * heading.fontInfo().pixelSize()
    qtbot.waitUntil(lambda: sentence.height() >= 2 * sentence.fontMetrics().lineSpacing())
    assert "…" not in sentence.text() and "N\N{NON-BREAKING HYPHEN}s" in sentence.text()
    qtbot.keyClick(window.graph, Qt.Key.Key_F11, SHIFT)
    qtbot.waitUntil(lambda: sentence.height() < 2 * sentence.fontMetrics().lineSpacing())


def ink_of_the_target(window: MainWindow) -> int:
    """How many pixels of the graph have the target's colour, which nothing else has at the last step."""
    window.player.last()
    QApplication.processEvents()
    picture = window.graph.grab().toImage()
    pixels = np.frombuffer(picture.constBits(), np.uint32).reshape(picture.height(), picture.width())
    return int((pixels[:-60] == window.theme.target.rgb()).sum())


def test_leaving_it_brings_back_the_panels_that_were_open(window: MainWindow, qtbot: QtBot) -> None:
    window.docks["Pseudo-code"].close()
    QApplication.processEvents()
    before, sizes = shown(window), [dock.geometry() for dock in window.docks if dock.isVisible()]
    window.live["projector"].trigger()
    QApplication.processEvents()
    window.live["projector"].trigger()
    qtbot.waitUntil(lambda: [dock.geometry() for dock in window.docks if dock.isVisible()] == sizes)
    assert shown(window) == before
    assert window.theme.scale == 1


def test_a_click_hits_the_node_that_is_painted_there(window: MainWindow, qtbot: QtBot) -> None:
    window.player.last()
    window.live["projector"].trigger()
    QApplication.processEvents()
    assert window.player.trace is not None
    node = window.player.trace.header.names.index("A")
    place = window.graph.node_place(node)
    assert place is not None
    with qtbot.waitSignal(window.graph.selected) as told:
        qtbot.mouseClick(window.graph, Qt.MouseButton.LeftButton, pos=place.toPoint())
    assert told.args == [Variable(node)]


def test_the_scale_can_be_set_while_projecting(window: MainWindow) -> None:
    window.live["projector"].trigger()
    window.settings.set("projector-scale", "1.8")
    assert window.theme.scale == 1.8


def test_the_log_can_be_shown_while_projecting_and_its_rows_are_larger_too(window: MainWindow) -> None:
    high = window.log.view.rowHeight(0)
    window.live["projector"].trigger()
    window.docks["CI tests"].show()
    window.player.last()
    QApplication.processEvents()
    assert window.log.view.rowHeight(0) == round(1.4 * high)
    last = window.log.model.rowCount() - 1
    assert (
        window.log.view.viewport()
        .rect()
        .contains(window.log.view.visualRect(window.log.model.index(last, 0)))
    )


def test_projector_mode_from_the_start_page_holds_when_something_is_opened(window: MainWindow) -> None:
    window.live["start-page"].trigger()
    window.live["projector"].trigger()
    window.show_workspace()
    assert not window.docks["CI tests"].isVisible()
    window.live["projector"].trigger()
    assert all(shown(window).values())


def test_a_program_closed_while_projecting_comes_up_as_it_was_before(qtbot: QtBot, tmp_path: Path) -> None:
    with window_with_trace(qtbot, tmp_path / "s.ini") as window:
        window.live["projector"].trigger()
    with window_with_trace(qtbot, tmp_path / "s.ini") as again:
        assert all(shown(again).values())
        assert again.theme.scale == 1


def test_f11_fills_the_screen_and_gives_it_back(window: MainWindow, qtbot: QtBot) -> None:
    qtbot.keyClick(window.graph, Qt.Key.Key_F11)
    assert window.isFullScreen()
    qtbot.keyClick(window.graph, Qt.Key.Key_F11)
    assert not window.isFullScreen()
