"""Truth that is off stays off: whatever page is shown, it reads as if no truth were known."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QAbstractButton, QAbstractItemView, QApplication, QLabel, QTableView, QWidget
from pytestqt.qtbot import QtBot

from elcs_gui.app.kit.later import Debounced
from elcs_gui.app.kit.segments import OneLine
from elcs_gui.app.race.page import RacePage
from elcs_gui.app.shell.main_window import MainWindow
from elcs_gui.app.transport.breakpoint_dialog import BreakpointDialog
from tests.app.blame.blamed import ASIA, asia_rows, opened
from tests.app.window import LONG, empty_window

pytestmark = pytest.mark.qt_log_ignore("This plugin does not support")

PAGES = ("alpha-explorer", "race", "stability", "all-view", "export", "field-view", "local-view")
"""All that show something of the run that is open; Blame is about the truth itself."""
ROWS = 40
"""Of each table that are read."""
SWITCH = {"Truth", "Mark each arrow as right or wrong. Ctrl+T"}
"""The button by which it is switched on."""


@pytest.fixture
def window(qtbot: QtBot, tmp_path: Path) -> Iterator[MainWindow]:
    with empty_window(qtbot, tmp_path / "settings.ini") as made:
        made.settings.set("reduced-motion", True)
        yield made


def words(window: MainWindow) -> set[str]:
    """Every line that can be read or heard of a window; numbers are left out, for some of them are times."""
    found: list[str] = [window.status.text]
    for part in window.findChildren(QWidget):
        if not part.isVisible():
            continue
        if isinstance(part, OneLine):
            found.append(part.whole)
        elif isinstance(part, QLabel | QAbstractButton):
            found.append(part.text())
        elif isinstance(part, QAbstractItemView):
            found += cells(part)
        found += [part.accessibleName(), part.accessibleDescription(), part.toolTip()]
    lines = {line for text in found for line in text.splitlines()}
    return {re.sub(r"[-−+]?\d[\d.,e-]*", "#", line).strip() for line in lines} - {""}


def cells(view: QAbstractItemView) -> list[str]:
    """What stands in a table, and above its columns."""
    model = view.model()
    columns = [0]
    if isinstance(view, QTableView):
        columns = [column for column in range(model.columnCount()) if not view.isColumnHidden(column)]
    heads = [model.headerData(column, Qt.Orientation.Horizontal) for column in columns]
    rows = range(min(model.rowCount(), ROWS))
    found = [model.index(row, column).data() for row in rows for column in columns]
    return [str(text) for text in (*heads, *found) if text is not None]


def settle(window: MainWindow, qtbot: QtBot) -> None:
    """Until nothing computes, and no panel waits to show what has changed."""

    def settled() -> bool:
        panels = window.findChildren(Debounced)
        return window.settled and not window.session.running and not any(each.waiting for each in panels)

    QApplication.processEvents()
    qtbot.waitUntil(settled, timeout=LONG)
    QApplication.processEvents()


def walk(window: MainWindow, qtbot: QtBot) -> dict[str, set[str]]:
    """What each page says, at the end of the run."""
    said = {}
    for page in PAGES:
        window.live[page].trigger()
        settle(window, qtbot)
        assert not window.live["truth"].isChecked(), f"{page} switches the truth on"
        said[page] = words(window)
        window.show_workspace()
        window.player.last()
        settle(window, qtbot)
        said[f"after {page}"] = words(window)
    return said


def test_with_the_truth_off_every_page_reads_as_if_none_were_known(
    window: MainWindow, qtbot: QtBot, tmp_path: Path
) -> None:
    data = asia_rows(tmp_path / "asia.csv")
    opened(window, qtbot, data, None, "dysp")
    unknown = walk(window, qtbot)
    opened(window, qtbot, data, ASIA, "dysp")
    assert window.session.truth is not None
    known = walk(window, qtbot)
    for page, said in known.items():
        assert said - unknown[page] - SWITCH == set(), page


def test_the_tick_is_on_the_button_only_while_the_truth_is_on(
    window: MainWindow, qtbot: QtBot, tmp_path: Path
) -> None:
    opened(window, qtbot, asia_rows(tmp_path / "asia.csv"), ASIA, "dysp")
    button = window.title_row._truth
    for text, checked in (("Truth", False), ("✓  Truth", True), ("Truth", False)):
        assert (button.text(), button.isChecked()) == (text, checked)
        qtbot.mouseClick(button, Qt.MouseButton.LeftButton)


def test_the_alpha_explorer_and_the_race_follow_the_switch(
    window: MainWindow, qtbot: QtBot, tmp_path: Path
) -> None:
    opened(window, qtbot, asia_rows(tmp_path / "asia.csv"), ASIA, "dysp")
    window.live["alpha-explorer"].trigger()
    settle(window, qtbot)
    before = window.status.text
    window.live["truth"].setChecked(True)
    assert window.status.text.startswith(before[:-1]) and "; " in window.status.text.removeprefix(before[:-1])
    window.live["truth"].setChecked(False)
    assert window.status.text == before
    window.live["race"].trigger()
    settle(window, qtbot)
    page = window.tools.current
    assert isinstance(page, RacePage) and page.race is not None
    assert page.race.truth is None
    window.live["truth"].setChecked(True)
    assert page.race.truth is not None


def test_a_breakpoint_on_wrong_verdicts_is_there_only_while_the_truth_is_on(
    window: MainWindow, qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    opened(window, qtbot, asia_rows(tmp_path / "asia.csv"), ASIA, "dysp")
    offered: list[str] = []

    def tick(dialog: BreakpointDialog) -> int:
        boxes = [box for box in dialog.findChildren(QAbstractButton) if box.isCheckable()]
        offered[:] = [box.text() for box in boxes]
        for box in boxes:
            if "truth" in box.text():
                box.click()
        return 0

    monkeypatch.setattr(BreakpointDialog, "exec", tick)
    window.live["breakpoint"].trigger()
    assert offered and "A verdict differs from the truth" not in offered
    window.live["truth"].setChecked(True)
    window.live["breakpoint"].trigger()
    assert "A verdict differs from the truth" in offered and len(window.breakpoints) == 1
    window.live["truth"].setChecked(False)
    assert not len(window.breakpoints)
