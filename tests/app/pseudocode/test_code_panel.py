"""The pseudo-code panel lights the line that ran, and its lines lead to when they ran."""

from __future__ import annotations

from dataclasses import replace

import pytest
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from elcs_gui.algorithms.learning import learn
from elcs_gui.app.kit.theme import DARK, LIGHT
from elcs_gui.app.model.player import Player
from elcs_gui.app.pseudocode.listing_view import is_keyword
from elcs_gui.app.pseudocode.panel import CodePanel, short_title
from elcs_gui.ci.evidence import Evidence
from elcs_gui.ci.oracle import Oracle
from elcs_gui.data.examples import find_example
from elcs_gui.trace.explain import braced
from elcs_gui.trace.knowledge import Knowledge
from elcs_gui.trace.trace import Header
from tests.traces import trace_of


@pytest.fixture
def player(qtbot: QtBot) -> Player:
    return Player()


@pytest.fixture
def panel(qtbot: QtBot, player: Player) -> CodePanel:
    player.load(trace_of("fig4"))
    made = CodePanel(player, LIGHT)
    qtbot.addWidget(made)
    made.step_requested.connect(player.seek)
    made.resize(272, 460)
    made.show()
    return made


def click(qtbot: QtBot, panel: CodePanel, label: str, *, shift: bool = False) -> None:
    key = Qt.KeyboardModifier.ShiftModifier if shift else Qt.KeyboardModifier.NoModifier
    middle = panel.code.row_rect(label).center()
    qtbot.mouseClick(panel.code.viewport(), Qt.MouseButton.LeftButton, key, middle.toPoint())


def test_the_line_that_is_lit_is_the_line_of_the_event(panel: CodePanel, player: Player) -> None:
    trace = trace_of("fig4")
    for step, event in enumerate(trace, 1):
        if step % 5 and step not in trace.fact_steps:
            continue
        player.seek(step)
        assert f"{panel.procedure}:{panel.code.lit}" == event.at


def test_before_the_first_step_the_outermost_listing_is_shown_with_no_line_lit(
    panel: CodePanel, player: Player
) -> None:
    player.seek(0)
    assert (panel.procedure, panel.code.lit) == ("ELCS", "")


def test_the_lit_line_is_always_in_sight(panel: CodePanel, player: Player) -> None:
    for step in range(1, player.length + 1, 11):
        player.seek(step)
        rect = panel.code.row_rect(panel.code.lit)
        assert rect.top() >= 0
        assert rect.bottom() <= panel.code.viewport().height()


def test_a_click_on_a_line_goes_to_its_next_run_and_shift_to_the_one_before(
    qtbot: QtBot, panel: CodePanel, player: Player
) -> None:
    trace = trace_of("fig4")
    player.seek(470)
    assert panel.procedure == "RecogSpouses"
    runs = [step for step, event in enumerate(trace, 1) if event.at == "RecogSpouses:12"]
    click(qtbot, panel, "12")
    assert player.step == next(run for run in runs if run > 470)
    click(qtbot, panel, "12")
    click(qtbot, panel, "12", shift=True)
    assert player.step == runs[0]


def test_a_click_on_a_line_that_does_not_run_again_stays(
    qtbot: QtBot, panel: CodePanel, player: Player
) -> None:
    player.seek(475)
    click(qtbot, panel, "12", shift=True)
    assert player.step == 475
    click(qtbot, panel, "10")  # nothing is recorded at this line
    assert player.step == 475


def test_another_listing_stays_until_the_run_is_followed_again(
    qtbot: QtBot, panel: CodePanel, player: Player
) -> None:
    player.seek(470)
    panel.pin("ELCS")
    assert panel.which.text() == "Alg. 1 ELCS"
    assert panel.code.lit == ""
    player.seek(900)
    assert panel.procedure == "ELCS"
    qtbot.mouseClick(panel.follow, Qt.MouseButton.LeftButton)
    assert panel.procedure == "EMB"
    assert not panel.follow.isVisible()


def test_a_pinned_listing_that_the_next_run_lacks_is_let_go(panel: CodePanel, player: Player) -> None:
    panel.pin("Meek")
    player.load(trace_of("asia", "emb"))
    assert panel._pinned is None
    assert panel.listings() == ("EMB", "HITON-PC", "RecogSpouses", "DistinguishPC")


def test_the_sets_are_those_of_the_step(panel: CodePanel, player: Player) -> None:
    names = trace_of("fig4").header.names
    for step in (60, 475, 800, 1013, player.length):
        player.seek(step)
        blanket = player.view.blanket
        assert blanket is not None
        shown = {row.name: row.value for row in panel.sets.rows}
        assert shown["PC"] == braced(names, blanket.pc)
    player.seek(0)
    assert panel.sets.rows == ()


def test_words_of_the_language_are_told_from_plain_english() -> None:
    assert is_keyword("for", 0, "for each X")
    assert not is_keyword("for", 6, "if X ⊥ T | Z for some Z")
    assert is_keyword("and", 4, "  if X ⊥ Y | ∅ and X ⊥̸ Y | T then")
    assert not is_keyword("and", 5, "orient the edges between X and PC")


def test_titles_fit_the_heading() -> None:
    titles = [short_title(name) for name in ("ELCS", "HITON-PC", "RecogSpouses", "Meek")]
    assert titles == ["Alg. 1 ELCS", "HITON-PC", "Alg. 3 RecogSpouses", "Meek rules"]


def test_without_a_trace_the_panel_is_empty(panel: CodePanel, player: Player) -> None:
    player.load(None)
    assert panel.procedure is None
    assert not panel.which.isVisible()
    panel.set_theme(DARK)
    panel.grab()


def test_tooltips_carry_the_notes_and_how_often_a_line_ran(panel: CodePanel, player: Player) -> None:
    player.seek(470)
    rows = {row.line.label: row.line for row in panel.code.rows}
    assert "descending" in panel.code.tooltip(rows["18a"])
    assert (
        panel.code.tooltip(rows["12"]) == "Runs 3 times: click for the next, Shift+click for the one before."
    )


def test_lines_are_chosen_and_gone_to_by_keys(qtbot, panel: CodePanel, player: Player) -> None:
    player.seek(200)
    lit, steps = panel.code.lit, list[int]()
    panel.step_requested.connect(steps.append)
    panel.code.setFocus()
    qtbot.keyClick(panel.code, Qt.Key.Key_Return)
    qtbot.keyClick(panel.code, Qt.Key.Key_Return, Qt.KeyboardModifier.ShiftModifier)
    assert steps[0] > 200
    assert steps[1] == 200  # the cursor went along, and back
    assert player.trace is not None
    names, places = player.trace.lines()
    at = f"{panel.code.procedure}:{lit}"
    assert [names[places[step - 1]] for step in steps] == [at, at]
    qtbot.keyClick(panel.code, Qt.Key.Key_Up)
    qtbot.keyClick(panel.code, Qt.Key.Key_Return)
    assert names[places[steps[2] - 1]] != at


def test_lines_about_knowledge_are_shown_only_in_a_run_with_some(qtbot: QtBot) -> None:
    network = find_example("asia").load_network()
    header = Header("elcs", 0, network.nodes, "oracle")
    player = Player()
    panel = CodePanel(player, LIGHT)
    qtbot.addWidget(panel)
    labels = {}
    for known in (Knowledge.none, Knowledge(forbidden=((0, 1),))):
        player.load(learn(Evidence(Oracle(network)), replace(header, knowledge=known)).trace)
        panel.pin("HITON-PC")
        labels[bool(known)] = [row.line.label for row in panel.code.rows]
    assert "3a" in labels[True]
    assert labels[False] == [label for label in labels[True] if label.isdecimal()]
