"""The inspector's foot: one quiet line about what the arrows assume."""

from __future__ import annotations

from pytestqt.qtbot import QtBot

from elcs_gui.app.shell.inspector import Assumptions
from elcs_gui.trace.assumptions import IN_FULL, IN_SHORT


def test_the_inspector_has_a_line_that_tells_more(qtbot: QtBot) -> None:
    line = Assumptions()
    qtbot.addWidget(line)
    assert line.text == "Causal only under assumptions."
    line.more.click()
    assert all(each in line.text for each in (IN_SHORT, *IN_FULL))
    line.more.click()
    assert line.text == "Causal only under assumptions."
