"""Drawing by clicks and keys, as a user would: the canvas alone, and the page in its window."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, QRect, Qt
from PySide6.QtWidgets import QApplication, QLabel, QPushButton
from pytestqt.qtbot import QtBot

from elcs_gui.app.drawing.canvas_view import DrawingCanvas
from elcs_gui.app.drawing.drawing import Drawing
from elcs_gui.app.drawing.editor import Editor
from elcs_gui.app.drawing.feature import DrawingFeature
from elcs_gui.app.drawing.list_view import DrawingList
from elcs_gui.app.drawing.page import DrawingPage
from elcs_gui.app.drawing.starters import STARTERS
from elcs_gui.app.drawing.tables_dialog import TablesDialog
from elcs_gui.app.kit.theme import DARK, LIGHT
from elcs_gui.app.shell.main_window import MainWindow
from elcs_gui.data.network_files import read_network
from elcs_gui.inquiry import one_change
from tests.app.window import LONG, empty_window

LEFT = Qt.MouseButton.LeftButton
keys = Qt.Key


@pytest.fixture
def editor() -> Editor:
    made = Editor()
    made.begin(STARTERS[3].draw())
    return made


@pytest.fixture
def canvas(editor: Editor, qtbot: QtBot) -> DrawingCanvas:
    made = DrawingCanvas(editor, LIGHT)
    qtbot.addWidget(made)
    made.resize(540, 720)
    with qtbot.waitExposed(made):
        made.show()
    return made


def drag(qtbot: QtBot, canvas: DrawingCanvas, start: QPoint, end: QPoint) -> None:
    qtbot.mousePress(canvas, LEFT, pos=start)
    for share in (0.3, 0.7, 1.0):
        qtbot.mouseMove(canvas, start + (end - start) * share)
    qtbot.mouseRelease(canvas, LEFT, pos=end)


def rim(canvas: DrawingCanvas, id: int) -> QPoint:
    """A point on the outline of a variable, at its right."""
    assert canvas.frame is not None
    return canvas.place(id) + QPoint(round(float(canvas.frame.w[id])) + 2, 0)


def names(editor: Editor) -> list[str]:
    return [variable.name for variable in editor.drawing.variables]


def test_clicks_add_variables_and_a_drag_from_a_rim_draws_an_arrow(
    qtbot: QtBot, editor: Editor, canvas: DrawingCanvas
) -> None:
    editor.begin(Drawing())
    qtbot.mouseClick(canvas, LEFT, pos=QPoint(150, 150))
    qtbot.keyClicks(canvas.name_field, "Rain")
    qtbot.keyClick(canvas.name_field, keys.Key_Return)
    qtbot.mouseClick(canvas, LEFT, pos=QPoint(350, 400))
    qtbot.keyClick(canvas.name_field, keys.Key_Escape)  # the name offered stays
    assert names(editor) == ["Rain", "A"]
    first, second = (variable.id for variable in editor.drawing.variables)
    drag(qtbot, canvas, rim(canvas, first), canvas.place(second))
    assert editor.drawing.arrow(first, second) is not None and editor.chosen == (first, second)
    before = canvas.place(second)
    drag(qtbot, canvas, before, before + QPoint(-100, 60))
    assert editor.drawing.variable(second).x < 300 and editor.edits.undoText() == "move A"
    assert canvas.accessibleDescription() == "Rain (target): no causes; A: causes Rain"
    for _ in range(editor.edits.count()):
        editor.edits.undo()
    assert not editor.drawing.variables
    canvas.set_theme(DARK)
    canvas.grab()


def test_every_key_has_its_edit(qtbot: QtBot, editor: Editor, canvas: DrawingCanvas) -> None:
    canvas.setFocus()
    editor.choose(4)
    before = editor.drawing.variable(4)
    qtbot.keyClick(canvas, keys.Key_Left)
    assert editor.drawing.variable(4).x == before.x - 10
    qtbot.keyClick(canvas, keys.Key_F2)
    qtbot.keyClicks(canvas.name_field, "Oil")
    qtbot.keyClick(canvas.name_field, keys.Key_Return)
    assert editor.drawing.variable(4).name == "Oil"
    qtbot.keyClick(canvas, keys.Key_T)
    assert editor.drawing.target == 4
    qtbot.keyClick(canvas, keys.Key_E)
    qtbot.keyClick(canvas, keys.Key_Right)  # from the first head that is offered to the next
    qtbot.keyClick(canvas, keys.Key_Return)
    assert editor.drawing.arrow(4, 1) is not None
    qtbot.keyClick(canvas, keys.Key_R)
    assert editor.drawing.arrow(1, 4) is not None and editor.chosen == (1, 4)
    qtbot.keyClick(canvas, keys.Key_Delete)
    assert editor.drawing.arrow(1, 4) is None and editor.chosen is None
    qtbot.keyClick(canvas, keys.Key_N)
    qtbot.keyClick(canvas.name_field, keys.Key_Return)
    assert names(editor)[-1] == "A"
    editor.choose(None)
    qtbot.keyClick(canvas, keys.Key_Tab)
    assert editor.chosen == 0
    qtbot.keyClick(canvas, keys.Key_Escape)
    assert editor.chosen is None


def test_a_refused_arrow_stays_in_sight_until_the_next_edit(
    qtbot: QtBot, editor: Editor, canvas: DrawingCanvas
) -> None:
    drag(qtbot, canvas, rim(canvas, 5), canvas.place(0))
    assert editor.refusal is not None and editor.refusal.arrow == (5, 0)
    assert not editor.edits.count()
    canvas.grab()
    editor.rename(4, "Oil")
    assert editor.refusal is None
    editor.rename(4, "Rain")
    assert editor.refusal is not None and "already" in editor.refusal.sentence


def test_the_list_says_and_changes_the_same(qtbot: QtBot, editor: Editor) -> None:
    listed = DrawingList(editor)
    qtbot.addWidget(listed)
    assert listed.cell(3, 1).text() == "Rain, Sprinkler" and listed.cell(3, 2).text() == "target"
    listed.cell(3, 1).setText("Sprinkler, Spill")
    assert editor.drawing.parents_of(3) == (2, 4)
    listed.cell(2, 1).setText("Slippery")
    assert editor.refusal is not None and editor.refusal.circle and listed.cell(2, 1).text() == ""
    listed.cell(6, 0).setText("Oil")
    listed.cell(6, 1).setText("Nobody")
    assert names(editor)[-1] == "Oil" and listed.cell(6, 1).text() == ""
    assert editor.refusal.sentence == "There is no variable 'Nobody': draw it first."


def type_into(dialog: TablesDialog, row: int, column: int, text: str) -> None:
    cell = dialog.table.item(row, column)
    assert cell is not None
    cell.setText(text)


def test_a_table_is_set_by_hand_and_given_back_to_strengths(
    qtbot: QtBot, editor: Editor, canvas: DrawingCanvas
) -> None:
    editor.choose(1)
    dialog = TablesDialog(editor, canvas)
    type_into(dialog, 0, 0, "0,9")
    assert editor.drawing.table(1)[0].tolist() == pytest.approx([0.9, 0.1])
    type_into(dialog, 0, 0, "two")
    assert dialog.refusal == "A probability lies between 0 and 1."
    dialog.levels.setText("dry, damp, wet")
    dialog.levels.editingFinished.emit()
    assert dialog.table.columnCount() == 3 and editor.drawing.variable(1).table is None
    type_into(dialog, 1, 2, "0.5")
    dialog.by_strengths.click()
    assert editor.drawing.variable(1).table is None and not dialog.refusal


@pytest.fixture
def window(qtbot: QtBot, tmp_path: Path) -> Iterator[MainWindow]:
    with empty_window(qtbot, tmp_path / "settings.ini") as made:
        made.settings.set("reduced-motion", True)
        yield made


def test_keys_that_have_no_room_are_left_out_and_no_word_is_cut(window: MainWindow) -> None:
    window.start_page.draw.click()
    page = window.tools.current
    assert isinstance(page, DrawingPage)
    assert window.status.text == "Draw a small network and watch what can be learnt from it."
    for wide in (1280, 1440, 1920):
        window.resize(wide, 800)
        QApplication.processEvents()
        QApplication.processEvents()
        words = [label for label in page.findChildren(QLabel, "drawWords") if label.isVisible()]
        assert words
        for shown in (*words, *page.findChildren(QPushButton)):
            assert not shown.isVisible() or shown.width() >= shown.sizeHint().width()


def test_what_is_drawn_is_learnt_kept_and_opened_as_the_main_run(
    window: MainWindow, qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(one_change, "COARSE", 3)
    monkeypatch.setattr(one_change, "HALVINGS", 1)
    window.start_page.draw.click()
    page = window.tools.current
    assert isinstance(page, DrawingPage)
    page.starters.cards[3].click()
    algorithms = page.side.algorithm
    algorithms.setCurrentIndex(algorithms.findData("elcs"))
    algorithms.activated.emit(algorithms.currentIndex())

    def settle() -> None:
        qtbot.waitUntil(lambda: not page.live.stale, timeout=LONG)

    qtbot.waitUntil(lambda: page.settled, timeout=LONG)  # with all that is found out when idle
    editor, side = page.editor, page.side
    assert page.badge.text() == "3 edges open" and "no direction" in page.comparison.text
    assert side.hangs.text().startswith("Rain and Sprinkler are dependent given {Wet} in the drawing.")
    assert side.rows["rows"].words.startswith("Right from ") and side.rows["rows"].slider.bands
    before, learnt = page.canvas.frame, page.learnt.frame
    assert before is not None and learnt is not None and abs(before.xy - learnt.xy).max() < 1.0

    editor.choose((2, 3))
    side.rows["strength"].slider.setValue(300)
    qtbot.waitUntil(lambda: page.settled, timeout=LONG)
    arrow = editor.arrow
    assert arrow is not None and arrow.strength > 0.6
    assert page.badge.text() == "learnt = drawn" and side.rows["strength"].words.startswith("Right from ")
    window.live["undo"].trigger()  # the page's own edits, while it is shown
    assert editor.arrow is not None and editor.arrow.strength == 0.2
    assert window.live["redo"].text() == "Redo set Sprinkler → Wet to 0.68"

    editor.connect_arrow(5, 0)
    assert page.refusal.text == (
        "Not added: Slippery → Season closes a circle. Season → Rain → Wet → Slippery → Season"
    )
    page.refusal.instead.click()
    assert editor.drawing.arrow(0, 5) is not None and page.refusal.isHidden()
    window.live["undo"].trigger()

    page.save_file(tmp_path / "wet.bif")
    assert len(read_network(tmp_path / "wet.bif").edges) == 5
    page.begin(STARTERS[0].draw())
    side.answers.buttons[True].click()
    settle()
    assert "cannot be told from independences" in page.comparison.text
    page.open_file(tmp_path / "wet.bif")
    qtbot.waitUntil(lambda: len(editor.drawing.variables) == 6, timeout=LONG)
    side.answers.buttons[False].click()
    editor.retarget(editor.drawing.place_of(3))
    with qtbot.waitSignal(page.live.hung, timeout=LONG) as told:
        settle()
    number = told.args[0].test
    assert number is not None
    with qtbot.waitSignal(window.session.run_finished, timeout=LONG):
        side.go.click()
    QApplication.processEvents()
    header, trace = window.session.header, window.player.trace
    assert header is not None and trace is not None and window.working
    asked = page.live.answer.attempt
    assert (header.alpha, header.rows, header.names[header.target]) == (0.01, 1000, "Wet")
    assert list(trace) == list(asked.trace)  # the worker has drawn the same rows
    assert window.player.step == int(trace.test_steps[number.test.number - 1]) + 1
    assert window.session.truth is not None and window.live["truth"].isChecked()

    kept = window.context.remember()
    feature = window.context.feature(DrawingFeature)
    page.begin(STARTERS[1].draw())
    feature.recall(kept, 6)
    assert len(editor.drawing.variables) == 6 and feature.network is not None
    feature.recall({"drawing": {"name": 3}}, 6)  # a file that was altered changes nothing
    assert len(editor.drawing.variables) == 6
    page.leave()
    del feature.editor  # as in another window
    assert feature.editor.drawing.to_json() == editor.drawing.to_json()
    with qtbot.waitSignal(window.session.run_finished, timeout=LONG):
        side.answers.buttons[True].click()
        page.open_run()
    assert window.session.header is not None and window.session.header.test == "oracle"


def test_the_cards_to_begin_with_lie_on_a_small_canvas(window: MainWindow) -> None:
    window.live["draw"].trigger()
    page = window.page
    assert isinstance(page, DrawingPage)
    window.resize(1000, 640)
    QApplication.processEvents()
    assert page.starters.isVisible()
    for card in page.starters.cards:
        box = QRect(card.mapTo(page.canvas, QPoint()), card.size())
        assert page.canvas.rect().contains(box), card.accessibleName()
