"""Knowledge in its dialog, and the fields of the form that a run remembers to the last digit."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from elcs_gui.app.knowledge.dialog import KnowledgeDialog
from elcs_gui.app.shell.main_window import MainWindow
from elcs_gui.ci.questions import Policy, Verdict
from elcs_gui.trace.knowledge import Knowledge
from elcs_gui.trace.knowledge_statements import Claim
from tests.app.window import header_of, run_by, window_with_example

NONE = Qt.KeyboardModifier.NoModifier
CTRL, SHIFT = Qt.KeyboardModifier.ControlModifier, Qt.KeyboardModifier.ShiftModifier
LEFT = Qt.MouseButton.LeftButton


@pytest.fixture
def window(qtbot: QtBot, tmp_path: Path) -> Iterator[MainWindow]:
    with window_with_example(qtbot, tmp_path / "settings.ini") as made:
        yield made


def number(window: MainWindow, name: str) -> int:
    return window.session.names.index(name)


def dialog(window: MainWindow, qtbot: QtBot) -> KnowledgeDialog:
    qtbot.keyClick(window, Qt.Key.Key_K, CTRL | SHIFT)
    found = window.findChild(KnowledgeDialog)
    assert found is not None
    return found


def say(shown: KnowledgeDialog, qtbot: QtBot, a: str, claim: Claim, b: str) -> None:
    for box, name in ((shown.first, a), (shown.second, b)):
        box.setCurrentText("")
        qtbot.keyClicks(box, name)
    shown.kind.setCurrentText(claim.value)
    qtbot.mouseClick(shown.add, LEFT)


def test_knowledge_is_put_together_and_applied_as_one_edit(window: MainWindow, qtbot: QtBot) -> None:
    first, shown = window.session.trace, dialog(window, qtbot)
    assert not shown.apply.isEnabled()
    say(shown, qtbot, "A", Claim.REQUIRE, "T")
    say(shown, qtbot, "T", Claim.PART, "B")
    qtbot.keyClicks(shown.tiers, "E, J < T")
    assert shown.refusal == ""
    assert window.session.trace is first
    run_by(window, qtbot, lambda: qtbot.mouseClick(shown.apply, LEFT))
    names = [number(window, name) for name in "ATBEJ"]
    a, t, b, e, j = names
    assert header_of(window).knowledge == Knowledge(
        required=((a, t),), forbidden=((b, t), (t, b)), tiers=((e, j), (t,))
    )
    assert not shown.apply.isEnabled()
    assert window.controller.edits.count() == 1
    window.live["undo"].trigger()
    assert window.session.trace is first
    assert shown.draft == Knowledge.none  # it follows what the run knows
    window.live["redo"].trigger()
    assert shown.tiers.text() == "E, J < T"
    run_by(window, qtbot, lambda: window.live["drop-knowledge"].trigger())
    assert window.session.trace is first
    shown.close()


def test_what_contradicts_itself_is_refused_in_place(window: MainWindow, qtbot: QtBot) -> None:
    shown = dialog(window, qtbot)
    say(shown, qtbot, "A", Claim.REQUIRE, "T")
    before = shown.draft
    say(shown, qtbot, "T", Claim.REQUIRE, "A")
    assert "circle" in shown.refusal
    say(shown, qtbot, "A", Claim.REQUIRE, "nobody")
    assert "nobody" in shown.refusal
    qtbot.keyClicks(shown.tiers, "T < A")
    assert "tier" in shown.refusal
    assert not shown.apply.isEnabled()
    assert not shown.save.isEnabled()
    assert shown.draft.required == before.required
    shown.tiers.clear()
    qtbot.keyClicks(shown.tiers, "A < T")
    assert shown.refusal == ""
    assert shown.apply.isEnabled()
    remove = shown.list.itemWidget(shown.list.item(0)).findChildren(QWidget)[-1]
    qtbot.mouseClick(remove, LEFT)
    assert not shown.draft.required
    shown.close()


def test_knowledge_is_saved_and_loaded(window: MainWindow, qtbot: QtBot, tmp_path: Path) -> None:
    shown = dialog(window, qtbot)
    say(shown, qtbot, "A", Claim.FORBID, "T")
    qtbot.keyClicks(shown.tiers, "E < T")
    kept = shown.draft
    shown.save_to(tmp_path / "known.txt")
    qtbot.mouseClick(shown.clear, LEFT)
    assert not shown.draft
    shown.load_from(tmp_path / "known.txt")
    assert shown.draft == kept
    assert shown.tiers.text() == "E < T"
    (tmp_path / "bad.txt").write_text("require A -> A\n", encoding="utf-8")
    shown.load_from(tmp_path / "bad.txt")
    assert "itself" in shown.refusal
    assert shown.draft == kept
    shown.close()


# The form


def test_an_alpha_with_many_digits_is_not_rounded_by_another_field(window: MainWindow, qtbot: QtBot) -> None:
    alpha = 0.018634523170001
    run_by(window, qtbot, lambda: window.run(replace(header_of(window), alpha=alpha)))
    field = window.data_panel._alpha
    assert field.text() == "0.0186345232"
    window.data_panel._k.setText("2")
    run_by(window, qtbot, window.data_panel._k.editingFinished.emit)
    assert (header_of(window).alpha, header_of(window).k) == (alpha, 2)
    field.setFocus()
    qtbot.keyClick(field, Qt.Key.Key_Return)
    assert not window.session.running
    assert header_of(window).alpha == alpha


def test_the_reliability_of_tests_is_folded_away_until_wanted(window: MainWindow, qtbot: QtBot) -> None:
    form = window.data_panel._reliability
    assert not form.rows.isVisible()
    qtbot.mouseClick(form.more, LEFT)
    assert form.rows.isVisible()
    form.rows.setText("20")
    run_by(window, qtbot, lambda: qtbot.keyClick(form.rows, Qt.Key.Key_Return))
    assert header_of(window).rows_per_cell == 20.0
    form.conditional.setFocus()
    run_by(window, qtbot, lambda: choose(form.conditional, "independent"))
    assert header_of(window).policy == Policy(conditional=Verdict.INDEPENDENT)
    assert header_of(window).rows_per_cell == 20.0
    form.rows.setText("lots")
    qtbot.keyClick(form.rows, Qt.Key.Key_Return)
    assert form.rows.text() == "20"
    window.data_panel._test.setCurrentIndex(window.data_panel._test.findData("oracle"))
    run_by(window, qtbot, lambda: window.data_panel._test.activated.emit(0))
    assert not form.isVisible()


def choose(box: QWidget, text: str) -> None:
    place = box.findText(text)  # type: ignore[attr-defined]
    box.setCurrentIndex(place)  # type: ignore[attr-defined]
    box.activated.emit(place)  # type: ignore[attr-defined]
