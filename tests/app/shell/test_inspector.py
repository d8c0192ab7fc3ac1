"""The inspector's foot: one quiet line about what the arrows assume."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import pytest
from pytestqt.qtbot import QtBot

from elcs_gui.app.shell.inspector import Assumptions
from elcs_gui.app.shell.main_window import MainWindow
from elcs_gui.trace.assumptions import IN_FULL, IN_SHORT, chance_of
from tests.app.kept_window import KeptWindow, keeps_window
from tests.app.window import header_of, run_by

kept = keeps_window(lambda window: window.open_example("fig3", test="g2"))


@pytest.fixture
def window(kept: KeptWindow, qtbot: QtBot) -> Iterator[MainWindow]:
    with kept.lent(qtbot) as made:
        yield made


def test_the_inspector_has_a_line_that_tells_more(qtbot: QtBot) -> None:
    line = Assumptions()
    qtbot.addWidget(line)
    assert line.text == "Causal only under assumptions."
    line.more.click()
    assert all(each in line.text for each in (IN_SHORT, *IN_FULL))
    line.more.click()
    assert line.text == "Causal only under assumptions."


def test_where_chance_lets_in_a_variable_one_click_sets_the_alpha_at_which_it_is_less(
    window: MainWindow, qtbot: QtBot
) -> None:
    workspace = window.workspace
    assert workspace is not None
    foot = workspace.inspector.assumptions
    assert not foot.by_chance  # at the alpha it is opened with
    run_by(window, qtbot, lambda: window.controller.run(replace(header_of(window), alpha=0.2)))
    before = chance_of(header_of(window))
    assert before is not None and before.remedy is not None and before.short.split()[1] in foot.by_chance
    assert f"{before.remedy:g}" in foot.remedy.text()
    run_by(window, qtbot, foot.remedy.click)
    after = chance_of(header_of(window))
    assert after is not None and after.alpha == before.remedy and after.expected is not None
    assert after.expected < 1 and not foot.by_chance
    window.controller.undo()
    assert header_of(window).alpha == 0.2 and foot.by_chance
