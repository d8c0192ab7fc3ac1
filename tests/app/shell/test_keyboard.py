"""Without a mouse and without sight: everything is reached by keys and has a name; the focus can be seen."""

from collections.abc import Iterator

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QAccessible, QContextMenuEvent
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractItemView,
    QAbstractSlider,
    QApplication,
    QComboBox,
    QLineEdit,
    QMenu,
    QPushButton,
    QScrollBar,
    QWidget,
)
from pytestqt.qtbot import QtBot

from elcs_gui.app.glossary.help_dialog import HelpDialog
from elcs_gui.app.kit.theme import DARK, THEMES, Theme
from elcs_gui.app.shell.main_window import MainWindow
from elcs_gui.app.shell.settings_dialog import SettingsDialog
from tests.app.kept_window import KeptWindow, keeps_window

CONTROLS = (QAbstractButton, QAbstractItemView, QAbstractSlider, QComboBox, QLineEdit)


kept = keeps_window()


@pytest.fixture
def window(kept: KeptWindow, qtbot: QtBot) -> Iterator[MainWindow]:
    with kept.lent(qtbot) as made:
        made.player.last()
        QApplication.processEvents()
        yield made


def controls(top: QWidget) -> list[QWidget]:
    """What can be operated and is to be seen; scroll bars belong to what they scroll."""
    return [
        widget
        for widget in top.findChildren(QWidget)
        if isinstance(widget, CONTROLS) and widget.isVisible() and not isinstance(widget, QScrollBar)
        # Qt's own parts: the list behind a combo box, the cross in a field, the scroller of a menu.
        and not widget.objectName().startswith("qt_")
        and not isinstance(widget.parent(), QLineEdit)
    ]  # fmt: skip


def name_of(widget: QWidget) -> str:
    told = QAccessible.queryAccessibleInterface(widget)
    return str(told.text(QAccessible.Text.Name)) if told is not None else ""


def nameless(top: QWidget) -> list[str]:
    return [repr(widget) for widget in controls(top) if not name_of(widget).strip()]


def test_every_control_of_the_workspace_has_a_name(window: MainWindow) -> None:
    assert len(controls(window)) > 30
    assert nameless(window) == []
    assert name_of(window.graph) == "Graph"


def test_every_control_of_the_start_page_and_of_the_dialogs_has_a_name(window: MainWindow) -> None:
    window.live["settings"].trigger()
    window.live["shortcuts"].trigger()
    dialogs = [*window.findChildren(SettingsDialog), *window.findChildren(HelpDialog)]
    assert len(dialogs) == 2
    keys = window.findChild(HelpDialog)
    assert keys is not None
    assert "Ctrl+→" in keys.page.toPlainText()
    for dialog in dialogs:
        assert nameless(dialog) == []
        dialog.close()
    window.live["start-page"].trigger()
    assert len(controls(window.start_page)) > 10
    assert nameless(window.start_page) == []


def test_tab_reaches_every_control_and_comes_round(window: MainWindow, qtbot: QtBot) -> None:
    window.title_row.setFocus()
    reached = []
    for _ in range(400):
        now = QApplication.focusWidget()
        if now is not None and now not in reached:
            reached.append(now)
        qtbot.keyClick(now or window, Qt.Key.Key_Tab)
    wanted = [widget for widget in controls(window) if widget.isEnabled() and by_tab(widget)]
    missed = [f"{widget} {name_of(widget)}" for widget in wanted if widget not in reached]
    assert missed == []
    others = {name_of(widget) for widget in controls(window) if widget.isEnabled() and not by_tab(widget)}
    # They have keys: Ctrl+-, Ctrl++, Ctrl+0; the arrow keys beside "Local", "Why" and "Plain"; the menu key
    # in the log.
    assert others <= {
        "Zoom out", "Zoom in", "Fit the graph into the panel", "Field", "All", "Columns of the log",
        "Inspector: Test", "Inspector: Data", "Inspector: How firm", "Wording of proofs: Formal",
    }  # fmt: skip


def by_tab(widget: QWidget) -> bool:
    return bool(widget.focusPolicy() & Qt.FocusPolicy.TabFocus)


@pytest.mark.parametrize("theme", THEMES.values(), ids=THEMES)
def test_the_focus_can_be_seen(window: MainWindow, qtbot: QtBot, theme: Theme) -> None:
    window.apply_theme(theme)
    for widget in (
        window.data_panel._search, window.data_panel._list, window.log._field, window.log._button,
        window.transport.play, window.transport.scrubber, window.log.view, window.detail._break,
    ):  # fmt: skip
        window.title_row.setFocus()
        QApplication.processEvents()
        plain = widget.grab().toImage()
        widget.setFocus(Qt.FocusReason.TabFocusReason)
        QApplication.processEvents()
        if isinstance(widget, QLineEdit):
            widget.deselect()
        assert widget.grab().toImage() != plain, name_of(widget)


def test_space_presses_the_button_that_has_the_focus_and_plays_elsewhere(
    window: MainWindow, qtbot: QtBot
) -> None:
    window.messages.say("Something went wrong.")
    [dismiss] = window.messages.findChildren(QPushButton)
    dismiss.setFocus()
    qtbot.keyClick(dismiss, Qt.Key.Key_Space)
    assert not window.messages.isVisible()
    assert not window.player.playing
    window.player.first()
    window.graph.setFocus()
    qtbot.keyClick(window.graph, Qt.Key.Key_Space)
    assert window.player.playing
    qtbot.keyClick(window.graph, Qt.Key.Key_Space)
    assert not window.player.playing


def test_keys_typed_into_a_field_do_not_move_the_cursor(window: MainWindow, qtbot: QtBot) -> None:
    window.player.seek(100)
    window.live["filter-log"].trigger()
    field = QApplication.focusWidget()
    assert isinstance(field, QLineEdit)
    qtbot.keyClicks(field, "C T")
    qtbot.keyClick(field, Qt.Key.Key_Left)
    qtbot.keyClick(field, Qt.Key.Key_Home)
    assert (field.text(), field.cursorPosition()) == ("C T", 0)
    assert window.player.step == 100


def test_the_keys_of_the_transport(window: MainWindow, qtbot: QtBot) -> None:
    player, graph = window.player, window.graph
    shift, control = Qt.KeyboardModifier.ShiftModifier, Qt.KeyboardModifier.ControlModifier
    graph.setFocus()
    qtbot.keyClick(graph, Qt.Key.Key_Home)
    assert player.step == 0
    qtbot.keyClick(graph, Qt.Key.Key_Right)
    qtbot.keyClick(graph, Qt.Key.Key_Right)
    qtbot.keyClick(graph, Qt.Key.Key_Left)
    assert player.step == player.beginning
    qtbot.keyClick(graph, Qt.Key.Key_Right, shift)
    assert player.step == int(player.changes[player.changes > player.beginning][0])
    qtbot.keyClick(graph, Qt.Key.Key_Right, control)
    assert player.step == player.stage_spans[1].first + 1
    qtbot.keyClick(graph, Qt.Key.Key_Left, control)
    assert player.step == player.stage_spans[0].first + 1
    qtbot.keyClick(graph, Qt.Key.Key_End)
    assert player.step == player.length
    qtbot.keyClick(graph, Qt.Key.Key_Left, shift)
    assert player.step == int(player.changes[-2])


def test_on_the_start_page_the_arrows_walk_over_the_cards_and_not_over_the_hidden_run(
    window: MainWindow, qtbot: QtBot
) -> None:
    window.player.seek(100)
    window.show_start_page()
    page = window.start_page
    qtbot.keyClick(page, Qt.Key.Key_Right)
    assert page.cards[0].hasFocus()
    qtbot.keyClick(page.cards[0], Qt.Key.Key_Right)
    assert page.cards[1].hasFocus()
    assert window.player.step == 100
    window.show_workspace()
    qtbot.keyClick(window.graph, Qt.Key.Key_Right)
    assert window.player.step == 101


def test_ctrl_d_turns_the_window_dark(window: MainWindow, qtbot: QtBot) -> None:
    qtbot.keyClick(window.graph, Qt.Key.Key_D, Qt.KeyboardModifier.ControlModifier)
    assert window.theme == DARK
    corner = window.grab().toImage().pixelColor(4, window.height() - 4)
    assert corner.lightness() < 60


def test_the_menu_key_opens_the_columns_menu_and_sorts(window: MainWindow, qtbot: QtBot) -> None:
    view = window.log.view
    view.setFocus()
    view.setCurrentIndex(window.log.model.index(0, 7))  # p
    place = view.viewport().rect().center()
    event = QContextMenuEvent(QContextMenuEvent.Reason.Keyboard, place, view.mapToGlobal(place))
    QApplication.sendEvent(view, event)
    menu = QApplication.activePopupWidget()
    assert isinstance(menu, QMenu)
    column = next(action.menu() for action in menu.actions() if action.text() == "This column")
    assert isinstance(column, QMenu)
    next(action for action in column.actions() if action.text() == "Sort down").trigger()
    menu.close()
    assert window.log.model.rows.sort is not None
    assert (window.log.model.rows.sort.column, window.log.model.rows.sort.descending) == ("p", True)
