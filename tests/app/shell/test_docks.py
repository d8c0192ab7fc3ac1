"""Docks: dragged by their heads, floated, tabbed, closed, reopened, reset, found again after a restart."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QShortcut
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QDockWidget, QWidget
from pytestqt.qtbot import QtBot

from elcs_gui.app.shell.features import PAGES
from elcs_gui.app.shell.main_window import MainWindow
from tests.app.kept_window import KeptWindow, keeps_window
from tests.app.window import window_with_trace

LEFT = Qt.DockWidgetArea.LeftDockWidgetArea
RIGHT = Qt.DockWidgetArea.RightDockWidgetArea


kept = keeps_window()


@pytest.fixture
def window(kept: KeptWindow, qtbot: QtBot) -> Iterator[MainWindow]:
    with kept.lent(qtbot) as made:
        yield made


def drag_by_the_head(dock: QDockWidget, far: QPoint, *, release: bool = True) -> None:
    head = dock.titleBarWidget().findChild(QWidget, "panelHead")
    assert head is not None
    start = QPoint(4, head.height() // 2)  # left of whatever stands in the head
    QTest.mousePress(head, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier, start)
    for part in (0.3, 0.7, 1.0):
        QTest.mouseMove(head, start + far * part)
        QApplication.processEvents()
    if release:
        QTest.mouseRelease(head, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier, start + far)
    QApplication.processEvents()


@pytest.mark.parametrize("act", ["start page", "reset", "projector", "session"])
def test_a_drag_ends_where_docks_are_arranged_by_something_else(window: MainWindow, act: str) -> None:
    dock = window.docks["Pseudo-code"]
    plan = window.docks.plan
    drag_by_the_head(dock, QPoint(200, 60), release=False)
    assert dock.isFloating()
    assert dock.windowFlags() & Qt.WindowType.X11BypassWindowManagerHint, "Qt has this while it is dragged"
    {
        "start page": window.show_start_page,
        "reset": window.reset_layout,
        "projector": lambda: window.set_projector(on=True),
        "session": lambda: window.docks.recall(plan),
    }[act]()
    QApplication.processEvents()
    assert not dock.windowFlags() & Qt.WindowType.X11BypassWindowManagerHint, "it is let go"
    window.showNormal()
    window.show_workspace()
    window.set_projector(on=False)
    window.reset_layout()
    window.resize(1200, 840)
    QApplication.processEvents()
    assert not dock.isFloating()


def test_at_the_design_size_the_panels_stand_where_the_design_has_them(window: MainWindow) -> None:
    docks = window.docks
    assert all(dock.isVisible() for dock in docks)
    assert abs(docks["Data and run"].width() - 272) <= 8
    assert abs(docks["Inspector"].width() - 344) <= 8
    assert abs(docks["CI tests"].height() - 260) <= 8
    assert docks["Pseudo-code"].geometry().top() > docks["Data and run"].geometry().bottom()
    assert window.graph.width() >= 480
    assert window.graph.height() >= 320


def test_however_much_is_unfolded_in_a_panel_the_window_can_be_made_small(window: MainWindow) -> None:
    unfolded = QWidget(minimumHeight=600)
    inside = window.docks["Data and run"].widget().layout()
    assert inside is not None
    inside.addWidget(unfolded)
    QApplication.processEvents()
    assert window.height() == 900
    window.resize(1280, 720)
    QApplication.processEvents()
    assert window.height() == 720
    unfolded.setParent(None)
    unfolded.deleteLater()


def test_a_dock_dragged_by_its_head_floats(window: MainWindow) -> None:
    drag_by_the_head(window.docks["Inspector"], QPoint(-300, 200))
    assert window.docks["Inspector"].isFloating()
    window.docks["Inspector"].setFloating(False)
    assert window.dockWidgetArea(window.docks["Inspector"]) == RIGHT


def test_on_a_small_window_the_left_panels_are_tabs_and_the_log_is_low(qtbot: QtBot, tmp_path: Path) -> None:
    with window_with_trace(qtbot, tmp_path / "s.ini", (1280, 720)) as window:
        docks = window.docks
        assert window.tabifiedDockWidgets(docks["Data and run"]) == [docks["Pseudo-code"]]
        assert abs(docks["CI tests"].height() - 160) <= 8
        assert window.graph.width() >= 480
        assert not docks["Data and run"].visibleRegion().isEmpty()  # the form is the tab in front


def test_tabs_come_and_go_with_the_height_of_the_window(window: MainWindow) -> None:
    docks = window.docks
    window.resize(1280, 720)
    QApplication.processEvents()
    assert window.tabifiedDockWidgets(docks["Data and run"]) == [docks["Pseudo-code"]]
    window.resize(1440, 900)
    QApplication.processEvents()
    assert window.tabifiedDockWidgets(docks["Data and run"]) == []
    assert window.dockWidgetArea(docks["Pseudo-code"]) == LEFT


def test_panels_the_user_moved_are_left_alone_when_the_window_shrinks(window: MainWindow) -> None:
    window.addDockWidget(RIGHT, window.docks["Pseudo-code"])
    window.resize(1280, 720)
    QApplication.processEvents()
    assert window.dockWidgetArea(window.docks["Pseudo-code"]) == RIGHT
    assert window.tabifiedDockWidgets(window.docks["Data and run"]) == []


def test_a_closed_panel_is_reopened_from_the_view_menu(window: MainWindow) -> None:
    docks = window.docks
    docks["Pseudo-code"].close()
    shown = {action.text(): action for action in window.title_row.menu("View").actions()}["Pseudo-code"]
    assert not shown.isChecked()
    shown.trigger()
    assert docks["Pseudo-code"].isVisible()


def test_panels_fit_a_window_that_was_made_smaller_behind_a_page(window: MainWindow) -> None:
    window.player.seek(window.player.length)
    window.live["start-page"].trigger()
    window.resize(1280, 720)
    QApplication.processEvents()
    window.show_workspace()
    QApplication.processEvents()
    docks, view = window.docks, window.log.view
    assert docks["Pseudo-code"] in window.tabifiedDockWidgets(docks["Data and run"])
    assert abs(docks["CI tests"].height() - 160) <= 8
    last = view.visualRect(view.model().index(view.model().rowCount() - 1, 0))
    assert view.viewport().rect().contains(last)
    assert window.height() == 720


def test_no_step_makes_a_small_window_wider(window: MainWindow) -> None:
    window.resize(1000, 640)
    QApplication.processEvents()
    for step in range(0, window.player.length, 40):
        window.player.seek(step)
        QApplication.processEvents()
        assert window.width() == 1000, step
    window.resize(1100, 640)
    QApplication.processEvents()
    assert window.minimumSizeHint().width() <= 1000, "what is shown where there is room gives way again"


def test_back_from_the_start_page_the_status_line_tells_of_the_run(window: MainWindow) -> None:
    window.player.seek(window.player.length)
    said = window.status.text
    window.live["start-page"].trigger()
    assert window.status.text.startswith("Ready.")
    window.show_workspace()
    assert window.status.text == said


def test_a_closed_panel_stays_closed_over_the_start_page(window: MainWindow) -> None:
    window.docks["Pseudo-code"].close()
    window.live["start-page"].trigger()
    assert not any(dock.isVisible() for dock in window.docks)
    window.show_workspace()
    assert window.docks["CI tests"].isVisible()
    assert not window.docks["Pseudo-code"].isVisible()


def test_the_start_page_leaves_sizes_tabs_and_places_as_they_were(
    window: MainWindow, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Without `restoreState`, in which Qt may die where a hidden dock was made to float meanwhile."""
    docks = window.docks
    window.tabifyDockWidget(docks["Data and run"], docks["Pseudo-code"])
    docks["Pseudo-code"].raise_()
    window.resizeDocks([docks["Data and run"]], [330], Qt.Orientation.Horizontal)
    QApplication.processEvents()
    in_front = [dock for dock in docks if not dock.visibleRegion().isEmpty()]
    before = {dock.objectName(): dock.size().toTuple() for dock in in_front}
    monkeypatch.setattr(window, "restoreState", lambda *_: pytest.fail("it stands as it was"))
    window.show_start_page()
    docks["Runs"].setFloating(True)
    window.show_workspace()
    QApplication.processEvents()
    assert [dock for dock in docks if not dock.visibleRegion().isEmpty()] == in_front
    assert {dock.objectName(): dock.size().toTuple() for dock in in_front} == before
    assert docks["Pseudo-code"] in in_front
    assert docks["Runs"].isHidden()


def test_places_are_found_again_after_a_restart(qtbot: QtBot, tmp_path: Path) -> None:
    with window_with_trace(qtbot, tmp_path / "s.ini") as window:
        window.docks["CI tests"].close()
        window.addDockWidget(RIGHT, window.docks["Pseudo-code"])
        window.tabifyDockWidget(window.docks["Inspector"], window.docks["Pseudo-code"])
    with window_with_trace(qtbot, tmp_path / "s.ini") as again:
        assert not again.docks["CI tests"].isVisible()
        assert again.tabifiedDockWidgets(again.docks["Inspector"]) == [again.docks["Pseudo-code"]]


def test_they_are_found_again_when_the_program_was_left_from_the_start_page(
    qtbot: QtBot, tmp_path: Path
) -> None:
    with window_with_trace(qtbot, tmp_path / "s.ini") as window:
        window.docks["CI tests"].close()
        window.live["start-page"].trigger()
    with window_with_trace(qtbot, tmp_path / "s.ini") as again:
        assert not again.docks["CI tests"].isVisible()
        assert again.docks["Data and run"].isVisible()


def test_reset_brings_every_panel_home(window: MainWindow) -> None:
    docks = window.docks
    docks["CI tests"].close()
    docks["Inspector"].setFloating(True)
    window.addDockWidget(RIGHT, docks["Pseudo-code"])
    window.live["reset-layout"].trigger()
    QApplication.processEvents()
    assert all(dock.isVisible() and not dock.isFloating() for dock in docks)
    assert window.dockWidgetArea(docks["Pseudo-code"]) == LEFT
    assert abs(docks["Data and run"].width() - 272) <= 8


def test_the_inspector_shows_one_page_of_several(window: MainWindow, qtbot: QtBot) -> None:
    window.inspector.show_page("Test")
    window.inspector.add_page("More", QWidget())
    assert window.inspector.page == "Test"
    with qtbot.waitSignal(window.inspector.page_changed) as told:
        window.inspector.show_page("More")
    assert told.args == ["More"]
    head = window.docks["Inspector"].titleBarWidget()
    [button] = [b for b in head.findChildren(QWidget, "segment") if b.accessibleName() == "Inspector: Test"]
    qtbot.mouseClick(button, Qt.MouseButton.LeftButton)
    assert window.inspector.page == "Test"
    assert window.detail.isVisible()


def test_the_window_can_be_made_small_after_every_tool_page_was_opened(window: MainWindow) -> None:
    docks = window.docks
    for id in PAGES:
        window.tools.show(id)
        QApplication.processEvents()
        page = window.tools.current
        assert page is not None
        keys = [shortcut for shortcut in page.findChildren(QShortcut) if shortcut.parent() is page]
        if id in ("alpha-explorer", "race", "blame", "draw"):
            assert {key.context() for key in keys} == {Qt.ShortcutContext.WidgetWithChildrenShortcut}
    window.show_workspace()
    window.resize(1000, 640)
    QApplication.processEvents()
    assert (window.width(), window.height()) == (1000, 640)
    assert docks["Inspector"].width() >= 270
    assert docks["Data and run"].width() >= 200
    assert window.graph.width() >= 480
    assert window.rect().contains(window.graph.mapTo(window, window.graph.rect().bottomRight()))


def test_on_a_small_window_buttons_say_less_and_on_a_large_one_all(window: MainWindow) -> None:
    transport = window.transport
    assert transport.breakpoints.shown == "Breakpoints"
    window.resize(1000, 640)
    QApplication.processEvents()
    assert transport.breakpoints.shown == ""
    assert transport.breakpoints.accessibleName() == "Breakpoints"
    window.resize(1440, 900)
    QApplication.processEvents()
    assert transport.breakpoints.shown == "Breakpoints"
    assert transport.speed.shown == "What changes"
