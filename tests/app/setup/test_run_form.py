"""How a run is asked for and where it stops, by the clicks and keys of a user."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TypeVar

import pytest
from PySide6.QtCore import Qt, QTimer
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QApplication,
    QCheckBox,
    QComboBox,
    QDialog,
    QLabel,
    QLineEdit,
    QListWidget,
    QPushButton,
    QSpinBox,
    QWidget,
)
from pytestqt.qtbot import QtBot

from elcs_gui.algorithms.registry import SOUND, families
from elcs_gui.app.model.breakpoints import (
    AtStep,
    Conflict,
    DiffersFromTruth,
    EdgeChanges,
    LargeCondition,
    MeekFires,
    NearAlpha,
    Unreliable,
)
from elcs_gui.app.model.selection import Variable
from elcs_gui.app.model.setting_table import BY_ID
from elcs_gui.app.shell.main_window import MainWindow
from elcs_gui.app.transport.breakpoint_dialog import BreakpointDialog
from tests.app.kept_window import KeptWindow, keeps_window
from tests.app.window import LONG, header_of

LEFT = Qt.MouseButton.LeftButton
Key = Qt.Key
NONE, CTRL, SHIFT = (
    Qt.KeyboardModifier.NoModifier,
    Qt.KeyboardModifier.ControlModifier,
    Qt.KeyboardModifier.ShiftModifier,
)
W = TypeVar("W", QLineEdit, QPushButton)


kept = keeps_window(lambda window: window.open_example("fig3", test="g2"))


@pytest.fixture
def window(kept: KeptWindow, qtbot: QtBot) -> Iterator[MainWindow]:
    """The paper's example with its data, at the first step."""
    with kept.lent(qtbot) as made:
        yield made


def named(inside: QWidget, kind: type[W], name: str) -> W:
    """The control a screen reader would call that."""
    (found,) = (each for each in inside.findChildren(kind) if name == (each.accessibleName() or each.text()))
    return found


def combo(inside: QWidget, name: str) -> QComboBox:
    (found,) = (each for each in inside.findChildren(QComboBox) if each.accessibleName() == name)
    return found


def choose(box: QComboBox, text: str) -> None:
    """Open the list with the mouse, go to an entry with the arrows, take it with Enter."""
    QTest.mouseClick(box, LEFT)
    view = box.view()
    assert view.isVisible()
    key = Key.Key_Down if box.findText(text) > box.currentIndex() else Key.Key_Up
    while view.currentIndex().data() != text:
        before = view.currentIndex().row()
        QTest.keyClick(view, key)
        assert view.currentIndex().row() != before
    QTest.keyClick(view, Key.Key_Return)
    assert not view.isVisible()


def type_into(field: QLineEdit, text: str) -> None:
    QTest.mouseDClick(field, LEFT)
    QTest.keyClick(field, Key.Key_A, CTRL)
    QTest.keyClicks(field, text)
    QTest.keyClick(field, Key.Key_Return)


def press(window: MainWindow, key: Qt.Key, held: Qt.KeyboardModifier = NONE) -> None:
    """A key of the window's own. Where there is no window manager nobody gives it back its focus."""
    window.activateWindow()
    assert QTest.qWaitForWindowActive(window)
    QTest.keyClick(window, key, held)


def in_dialog(drive: Callable[[QDialog], None], open_: Callable[[], object]) -> None:
    """Open a modal dialog and drive it as soon as it is there; it is closed whatever happens."""
    driven: list[bool] = []
    looking = QTimer(interval=10)

    def work() -> None:
        dialog = QApplication.activeModalWidget()
        if not isinstance(dialog, QDialog):
            return
        looking.stop()
        try:
            drive(dialog)
            driven.append(True)
        finally:
            if dialog.isVisible():
                dialog.reject()

    looking.timeout.connect(work)
    looking.start()
    open_()
    looking.stop()
    assert driven == [True]


def test_another_algorithm_and_another_test_are_chosen_from_the_lists(
    window: MainWindow, qtbot: QtBot
) -> None:
    with qtbot.waitSignal(window.session.run_finished, timeout=LONG):
        choose(combo(window.data_panel, "Algorithm"), "EMB")
    assert window.session.header is not None
    assert window.session.header.algorithm == "emb"
    with qtbot.waitSignal(window.session.run_finished, timeout=LONG):
        choose(combo(window.data_panel, "Test"), "χ²")
    assert (window.session.header.test, window.session.header.rows_per_cell) == ("chi2", 5.0)
    with qtbot.waitSignal(window.session.run_finished, timeout=LONG):
        choose(combo(window.data_panel, "Test"), "Oracle")
    assert (window.session.header.test, window.session.header.rows) == ("oracle", None)
    test = combo(window.data_panel, "Test")
    window.live["undo"].trigger()  # each is an edit; offscreen, no window is active after a list has closed
    qtbot.waitUntil(lambda: test.currentData() == "chi2", timeout=LONG)
    window.live["undo"].trigger()
    qtbot.waitUntil(lambda: test.currentData() == "g2", timeout=LONG)


def test_the_list_of_algorithms_has_groups_that_cannot_be_chosen(window: MainWindow) -> None:
    box = combo(window.data_panel, "Algorithm")
    assert (box.itemText(1), box.currentText()) == ("Sound ELCS", "ELCS")
    groups = [row for row in range(box.count()) if box.itemData(row) is None]
    assert [box.itemText(row) for row in groups] == list(families())
    assert not any(box.model().index(row, 0).flags() & Qt.ItemFlag.ItemIsEnabled for row in groups)
    QTest.keyClick(box, Key.Key_Down)  # from the last of a group to the first of the next one, and so on
    assert box.currentText() == "ELCS-II"


def test_sound_elcs_is_one_click_away_and_what_differs_is_drawn(window: MainWindow, qtbot: QtBot) -> None:
    first = window.session.runs.current
    other = named(window.data_panel, QPushButton, "Compare with Sound ELCS")
    with qtbot.waitSignal(window.session.run_finished, timeout=LONG):
        QTest.mouseClick(other, LEFT)
    assert window.session.header is not None and window.session.header.algorithm == SOUND
    qtbot.waitUntil(lambda: window.graph.contrast is not None, timeout=LONG)
    assert other.text() == "Compare with ELCS"
    QTest.mouseClick(other, LEFT)  # back to the run that is there
    assert window.session.runs.current is first
    assert window.graph.contrast is not None and window.graph.contrast.title == "algorithm Sound ELCS"


def test_data_are_opened_with_the_sound_elcs_and_examples_with_their_own(
    window: MainWindow, qtbot: QtBot
) -> None:
    assert BY_ID["algorithm"].default == SOUND
    window.controller.algorithm = None
    window.settings.set("algorithm", "emb")  # is for files, not for examples
    for example, algorithm in (("cancer", SOUND), ("fig4", "elcs"), ("rule-collider", "pcd-by-pcd")):
        with qtbot.waitSignal(window.session.run_finished, timeout=LONG):
            window.open_example(example)
        assert window.session.header is not None and window.session.header.algorithm == algorithm
    window.controller.algorithm = "iamb"  # elcs-gui --algorithm
    with qtbot.waitSignal(window.session.run_finished, timeout=LONG):
        window.open_example("fig4")
    assert header_of(window).algorithm == "iamb"


def test_who_asks_no_tests_has_its_parameters_in_the_form_instead(window: MainWindow, qtbot: QtBot) -> None:
    panel = window.data_panel
    with qtbot.waitSignal(window.session.run_finished, timeout=LONG):
        choose(combo(panel, "Test"), "Oracle")
    with qtbot.waitSignal(window.session.run_finished, timeout=LONG):
        choose(combo(panel, "Algorithm"), "NOTEARS")
    assert window.session.header is not None
    assert window.session.header.test == "g2"  # it learns from data alone
    alpha, weight = (named(panel, QLineEdit, name) for name in ("Alpha", "lambda1"))
    assert (alpha.isEnabled(), alpha.toolTip()) == (False, "NOTEARS requests no tests")
    assert not combo(panel, "Test").isEnabled() and not named(panel, QLineEdit, "Rows a cell").isVisible()
    type_into(weight, "-1")
    QTest.keyClick(weight, Key.Key_Return)
    assert window.context.messages.text.startswith("lambda1 is a number from 0 to 1000, not '-1'")
    assert weight.text() == "0.1"
    type_into(weight, "0.2")
    with qtbot.waitSignal(window.session.run_finished, timeout=LONG):
        QTest.keyClick(weight, Key.Key_Return)
    assert window.session.header.parameters == (("lambda1", 0.2),)
    assert window.session.runs.current is not None and window.session.runs.current.title == "lambda1 0.2"
    with qtbot.waitSignal(window.session.run_finished, timeout=LONG):
        choose(combo(panel, "Algorithm"), "EMB")
    assert not header_of(window).parameters and alpha.isEnabled() and alpha.toolTip() == "0.01"


def test_alpha_and_k_are_typed_and_taken_with_enter(window: MainWindow, qtbot: QtBot) -> None:
    fields = {name: named(window.data_panel, QLineEdit, name) for name in ("Alpha", "Search variables")}
    k = named(window.data_panel, QLineEdit, "Largest conditioning set k")
    with qtbot.waitSignal(window.session.run_finished, timeout=LONG):
        type_into(fields["Alpha"], "0,05")  # a comma is as good as a point
    header = window.session.header
    assert header is not None
    assert (header.alpha, fields["Alpha"].text()) == (0.05, "0.05")
    with qtbot.waitSignal(window.session.run_finished, timeout=LONG):
        type_into(k, "1")
    assert window.session.header is not None
    assert window.session.header.k == 1
    with qtbot.waitSignal(window.session.run_finished, timeout=LONG):
        type_into(k, "unlimited")
    assert window.session.header.k is None
    assert k.text() == "∞"
    trace = window.player.trace
    assert trace is not None
    assert trace.header == window.session.header


@pytest.mark.parametrize(
    ("field", "text", "before", "said"),
    [("Alpha", "2", "0.01", "between 0 and 1"), ("Largest conditioning set k", "-1", "3", "unlimited")],
)
def test_what_makes_no_sense_is_put_back_and_said_so(
    window: MainWindow, field: str, text: str, before: str, said: str
) -> None:
    edited = named(window.data_panel, QLineEdit, field)
    type_into(edited, text)
    assert edited.text() == before
    assert window.messages.isVisible()
    assert said in window.messages.text
    assert not window.session.running


def test_from_the_search_enter_selects_what_was_found_and_down_goes_into_the_list(
    window: MainWindow,
) -> None:
    search = named(window.data_panel, QLineEdit, "Search variables")
    variables = window.data_panel._list
    search.setFocus()
    QTest.keyClicks(search, "k")
    QTest.keyClick(search, Key.Key_Return)
    chosen = variables.current
    assert chosen is not None and variables.currentIndex().data() == "K"
    assert search.hasFocus()
    assert window.graph.selection == Variable(chosen)
    QTest.keyClick(search, Key.Key_Down)
    assert variables.hasFocus()
    search.clear()
    QTest.keyClicks(search, "no such name")
    QTest.keyClick(search, Key.Key_Return)
    assert variables.current == chosen and not variables.currentIndex().isValid()
    search.clear()
    assert variables.currentIndex().data() == "K" and variables.variables.rowCount() > 3


def test_ctrl_g_goes_to_the_step_that_is_typed(window: MainWindow) -> None:
    def ask() -> None:
        press(window, Key.Key_G, CTRL)

    def answer(dialog: QDialog) -> None:
        focused = dialog.focusWidget()  # nothing need be clicked first
        QTest.keyClick(focused, Key.Key_A, CTRL)
        QTest.keyClicks(focused, "357")
        QTest.keyClick(focused, Key.Key_Return)

    in_dialog(answer, ask)
    assert window.player.step == 357
    in_dialog(lambda dialog: QTest.keyClick(dialog, Key.Key_Escape), ask)
    assert window.player.step == 357


def breakpoint_dialog(window: MainWindow, drive: Callable[[QDialog], None]) -> None:
    in_dialog(drive, lambda: press(window, Key.Key_F9))


def test_every_kind_of_breakpoint_is_added_and_removed_in_the_dialog(window: MainWindow) -> None:
    def tick_all(dialog: QDialog) -> None:
        (rows,) = dialog.findChildren(QListWidget)
        (nothing,) = rows.findChildren(QLabel)
        assert nothing.isVisible()
        assert nothing.text() == "No breakpoint is set. Tick one above."
        for box in dialog.findChildren(QCheckBox):
            QTest.keyClick(box, Key.Key_Space)
        choose(combo(dialog, "First end of the edge"), "T")
        choose(combo(dialog, "Second end of the edge"), "B")
        QTest.mouseClick(named(dialog, QPushButton, "Add: Edge"), LEFT)
        for name, text in (("Size of the conditioning set", "2"), ("Step", "100")):
            (spin,) = (each for each in dialog.findChildren(QSpinBox) if each.accessibleName() == name)
            QTest.keyClick(spin, Key.Key_A, CTRL)
            QTest.keyClicks(spin, text)
            QTest.keyClick(spin, Key.Key_Return)  # adds what this row says, not the first row
        assert dialog.isVisible()
        assert not nothing.isVisible()

    window.live["truth"].setChecked(True)
    breakpoint_dialog(window, tick_all)
    items = window.breakpoints.items
    kinds = [NearAlpha, Unreliable, DiffersFromTruth, MeekFires, Conflict]
    assert [type(item) for item in items] == [*kinds, EdgeChanges, LargeCondition, AtStep]
    names = window.session.names
    assert items[-3:] == (
        EdgeChanges(*sorted((names.index("T"), names.index("B")))),
        LargeCondition(2),
        AtStep(100),
    )

    def remove(dialog: QDialog) -> None:
        (rows,) = dialog.findChildren(QListWidget)
        assert rows.count() == 8
        QTest.mouseClick(rows.viewport(), LEFT, pos=rows.visualItemRect(rows.item(0)).center())
        QTest.mouseClick(named(dialog, QPushButton, "Remove"), LEFT)
        near = dialog.findChildren(QCheckBox)[0]
        assert not near.isChecked()  # the box says what the list says
        assert rows.count() == 7
        QTest.mouseClick(named(dialog, QPushButton, "Remove all"), LEFT)
        assert rows.count() == 0
        assert not any(box.isChecked() for box in dialog.findChildren(QCheckBox))

    breakpoint_dialog(window, remove)
    assert window.breakpoints.items == ()


def test_f5_stops_where_the_chosen_edge_changes_and_shift_f5_goes_back(window: MainWindow) -> None:
    def add(dialog: QDialog) -> None:
        choose(combo(dialog, "First end of the edge"), "T")
        choose(combo(dialog, "Second end of the edge"), "B")
        QTest.mouseClick(named(dialog, QPushButton, "Add: Edge"), LEFT)

    breakpoint_dialog(window, add)
    trace = window.player.trace
    assert trace is not None
    hits = window.breakpoints.hits(trace).tolist()
    assert len(hits) > 1
    for step in hits:
        press(window, Key.Key_F5)
        assert window.player.step == step
    press(window, Key.Key_F5)
    assert window.player.step == hits[-1]
    assert window.status.text == "No breakpoint holds after this step."
    for step in reversed(hits[:-1]):
        press(window, Key.Key_F5, SHIFT)
        assert window.player.step == step


def test_an_edge_needs_two_ends(window: MainWindow) -> None:
    def drive(dialog: QDialog) -> None:
        choose(combo(dialog, "First end of the edge"), "B")
        choose(combo(dialog, "Second end of the edge"), "B")
        assert not named(dialog, QPushButton, "Add: Edge").isEnabled()

    breakpoint_dialog(window, drive)
    assert window.breakpoints.items == ()


def test_a_dialog_that_was_closed_is_gone(window: MainWindow) -> None:
    for _ in range(3):
        breakpoint_dialog(window, lambda dialog: dialog.reject())
    QApplication.processEvents()
    assert window.findChildren(BreakpointDialog) == []
