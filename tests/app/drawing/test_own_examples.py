"""A network that was drawn stands on the start page, is run with one click, and can be taken off."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from elcs_gui.app.drawing.feature import DrawingFeature
from elcs_gui.app.drawing.starters import STARTERS
from elcs_gui.app.start.feature import described
from tests.app.window import LONG, empty_window

pytestmark = pytest.mark.qt_log_ignore("This plugin does not support")


def test_a_drawing_is_kept_as_an_example_run_with_one_click_and_taken_off(
    qtbot: QtBot, tmp_path: Path
) -> None:
    with empty_window(qtbot, tmp_path / "settings.ini") as window:
        drawing, own = window.context.feature(DrawingFeature), window.start_page.own_examples
        assert not own.isVisible() and not window.live["save-example"].isEnabled()
        page = drawing.show_page()
        page.begin(STARTERS[0].draw())
        assert window.live["save-example"].isEnabled()
        drawing.keep_example("Mine / <b>")
        page.begin(STARTERS[1].draw())
        window.show_start_page()
        (row,) = own.rows
        assert own.isVisible() and row.name == "Mine / <b>"
        assert row.about == described(window.settings.own_examples()["Mine / <b>"])
        with qtbot.waitSignal(window.session.run_finished, timeout=LONG):
            qtbot.mouseClick(row, Qt.MouseButton.LeftButton)
        assert window.working and window.session.truth is not None
        names = [variable.name for variable in STARTERS[0].draw().variables]
        assert [variable.name for variable in drawing.editor.drawing.variables] == names
        window.show_start_page()
        qtbot.keyClick(own.rows[0], Qt.Key.Key_Delete)
        assert not own.isVisible() and window.settings.own_examples() == {}
        window.messages._choices[0].click()
        assert [row.name for row in own.rows] == ["Mine / <b>"]


@pytest.mark.parametrize("kept", [None, 3, {}, {"variables": [], "target": 4}, {"variables": 1, "target": 0}])
def test_what_another_version_kept_is_said_to_be_unreadable_and_opens_nothing(kept: object) -> None:
    assert described(kept) == "cannot be read"
