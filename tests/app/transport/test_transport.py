"""The transport moves the cursor and shows where it stands."""

from __future__ import annotations

from copy import copy
from dataclasses import replace
from itertools import pairwise

import numpy as np
import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QWheelEvent
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from elcs_gui.app.kit.theme import DARK, LIGHT
from elcs_gui.app.model.breakpoints import AtStep, Breakpoints, MeekFires
from elcs_gui.app.model.player import Player, pace_of
from elcs_gui.app.transport.panel import Transport
from elcs_gui.app.transport.scrubber_view import merged
from elcs_gui.app.transport.stage_strip_view import DONE, FULL, LATER, NOW, TIGHT, StageButton
from elcs_gui.picture.stage_strip import strips
from elcs_gui.trace.trace import Prefix, Trace
from tests.traces import trace_of


@pytest.fixture
def player(qapp: QApplication) -> Player:
    return Player()


@pytest.fixture
def breakpoints() -> Breakpoints:
    return Breakpoints()


@pytest.fixture
def transport(qtbot: QtBot, player: Player, breakpoints: Breakpoints) -> Transport:
    player.load(trace_of("fig3"))
    made = Transport(player, breakpoints, LIGHT)
    qtbot.addWidget(made)
    made.setStyleSheet("* { font-size: 13px; }")  # as the program's own sheet has it
    made.resize(820, 124)
    made.show()
    return made


def at_step(transport: Transport, step: int) -> QPoint:
    return QPoint(round(transport.scrubber.position(step)), transport.scrubber.height() // 2)


def test_a_click_on_a_stage_goes_to_its_first_step(
    qtbot: QtBot, transport: Transport, player: Player
) -> None:
    for cell, span in zip(transport.strip.cells, player.stage_spans, strict=False):
        qtbot.mouseClick(cell, Qt.MouseButton.LeftButton)
        assert player.step == span.first + 1
        assert player.stage_span == span


def test_stages_before_the_cursor_are_done_and_those_after_it_later(
    transport: Transport, player: Player
) -> None:
    for span in player.stage_spans:
        for step in (span.first + 1, span.last):
            player.seek(step)
            if step == player.length:
                continue
            states = [cell.state for cell in transport.strip.cells]
            now = states.index(NOW)
            assert player.stage_spans[now] == span
            assert states == [DONE] * now + [NOW] + [LATER] * (len(states) - now - 1)


def test_at_the_end_every_stage_is_done(transport: Transport, player: Player) -> None:
    player.last()
    assert {cell.state for cell in transport.strip.cells} == {DONE}


def test_cells_say_how_many_tests_and_what_was_not_needed(transport: Transport, player: Player) -> None:
    captions = [cell.caption for cell in transport.strip.cells]
    assert captions == [
        "329 tests",
        "48 tests",
        "203 tests",
        "305 tests",
        "no tests",
        "6 tests",
        "not needed",
    ]


def test_the_strip_has_only_the_stages_of_its_algorithm() -> None:
    for algorithm, count in (("elcs", 7), ("emb", 6), ("hiton-pc", 1)):
        player = Player()
        player.load(trace_of("asia", algorithm))
        trace = player.trace
        assert trace is not None
        assert {len(strip.cells) for strip in strips(trace, player.stage_spans)} == {count}


def test_with_hardly_any_room_no_title_of_eight_stages_is_cut(transport: Transport, player: Player) -> None:
    player.load(trace_of("fig4", "elcs-sound"))
    transport.strip.resize(620, transport.strip.height())
    assert len(transport.strip.cells) == 8
    for cell in transport.strip.cells:
        assert cell.width() >= cell.wanted(cell.level) - 1


def test_a_run_of_several_blankets_folds_the_others_to_chips(
    qtbot: QtBot, transport: Transport, player: Player
) -> None:
    player.load(trace_of("fig4"))
    assert [chip.title for chip in transport.strip.chips] == ["EMB(Y)"]
    qtbot.mouseClick(transport.strip.chips[0], Qt.MouseButton.LeftButton)
    assert player.step == next(s.first + 1 for s in player.stage_spans if s.target == 13)
    assert [chip.title for chip in transport.strip.chips] == ["EMB(T) ✓"]
    assert transport.strip.cells[0].state == NOW


def test_a_long_name_in_the_heading_gives_way_before_the_stages_do(
    transport: Transport, player: Player
) -> None:
    trace = copy(trace_of("fig4"))
    names = tuple(f"a_very_long_beginning_{name}_and_a_very_long_end" for name in trace.header.names)
    trace.header = replace(trace.header, names=names)
    player.load(trace, len(trace))
    strip = transport.strip
    assert all(cell.width() >= cell.wanted(TIGHT) for cell in strip.cells)
    assert all(len(chip.title) < 30 for chip in strip.chips)
    assert all("a_very_long_beginning_" in chip.toolTip() for chip in strip.chips)


def test_a_growing_trace_keeps_its_cells_and_says_what_is_not_there_yet(
    qtbot: QtBot, transport: Transport, player: Player
) -> None:
    whole = trace_of("fig3")
    prefix = Prefix(whole, 380)
    player.load(prefix.trace)
    before = transport.strip.cells
    assert [cell.caption for cell in before][:3] == ["329 tests", "24 tests", "not yet"]
    prefix.reach(len(whole))
    player.trace_grew()
    qtbot.waitUntil(lambda: transport.scrubber.maximum() == len(whole))
    assert transport.strip.cells == before
    assert [cell.caption for cell in before][1:3] == ["48 tests", "203 tests"]
    assert player.step == 0


def test_many_blankets_fold_to_counts(qtbot: QtBot, transport: Transport, player: Player) -> None:
    player.load(trace_of("insurance"))
    trace = player.trace
    assert trace is not None
    made = strips(trace, player.stage_spans)
    assert sum(len(strip.cells) for strip in made) == 7 * len(made)
    for strip in made:
        player.seek(strip.first + 1)
        assert transport.strip.cells[0].state == NOW


def test_buttons_of_the_strip_never_overlap_nor_leave_it(transport: Transport, player: Player) -> None:
    player.load(trace_of("fig4"))
    for width in (420, 640, 820, 1180, 1900):
        transport.resize(width, 124)
        for step in (0, 1200, player.length):
            player.seek(step)
            shown = [b.geometry() for b in transport.strip.findChildren(StageButton) if b.isVisible()]
            rects = sorted((rect.left(), rect.right()) for rect in shown)
            assert all(a[1] < b[0] for a, b in pairwise(rects)), (width, step)
            if width >= 640:
                assert rects[-1][1] <= transport.strip.width()


def test_dragging_the_thumb_seeks_and_tells_that_it_scrubs(
    qtbot: QtBot, transport: Transport, player: Player
) -> None:
    told: list[bool] = []
    transport.scrubbing_changed.connect(told.append)
    qtbot.mousePress(transport.scrubber, Qt.MouseButton.LeftButton, pos=at_step(transport, 100))
    assert told == [True]
    assert abs(player.step - 100) <= 1
    for step in (250, 600, 20):
        qtbot.mouseMove(transport.scrubber, at_step(transport, step))
        assert abs(player.step - step) <= 1
    qtbot.mouseRelease(transport.scrubber, Qt.MouseButton.LeftButton, pos=at_step(transport, 20))
    assert told == [True, False]
    qtbot.mouseMove(transport.scrubber, at_step(transport, 500))
    assert abs(player.step - 20) <= 1


def test_dragging_beyond_the_ends_stays_at_the_ends(
    qtbot: QtBot, transport: Transport, player: Player
) -> None:
    scrubber = transport.scrubber
    qtbot.mousePress(scrubber, Qt.MouseButton.LeftButton, pos=QPoint(scrubber.width() - 1, 15))
    assert player.step == player.length
    qtbot.mouseMove(scrubber, QPoint(0, 15))
    assert player.step == 0
    qtbot.mouseRelease(scrubber, Qt.MouseButton.LeftButton)


def test_the_wheel_steps_and_home_and_end_go_to_the_ends(
    qtbot: QtBot, transport: Transport, player: Player
) -> None:
    player.seek(50)
    for delta, step in ((-120, 51), (-240, 53), (120, 52)):
        event = QWheelEvent(
            QPointF(50, 15), QPointF(50, 15), QPoint(), QPoint(0, delta), Qt.MouseButton.NoButton,
            Qt.KeyboardModifier.NoModifier, Qt.ScrollPhase.NoScrollPhase, False,
        )  # fmt: skip
        QApplication.sendEvent(transport.scrubber, event)
        assert player.step == step
    qtbot.keyClick(transport.scrubber, Qt.Key.Key_End)
    assert player.step == player.length
    qtbot.keyClick(transport.scrubber, Qt.Key.Key_Home)
    assert player.step == 0


def test_the_scrubber_tells_its_value_and_range(transport: Transport, player: Player) -> None:
    player.seek(123)
    scrubber = transport.scrubber
    assert (scrubber.minimum(), scrubber.value(), scrubber.maximum()) == (0, 123, player.length)


def test_another_trace_does_not_move_the_cursor_by_its_range(transport: Transport, player: Player) -> None:
    player.load(trace_of("fig4"), step=1300)
    assert player.step == transport.scrubber.value() == 1300
    player.load(trace_of("asia"), step=3)
    assert player.step == transport.scrubber.value() == 3
    player.load(None)
    assert transport.scrubber.maximum() == 0
    assert not transport.play.isEnabled()


def test_play_advances_and_stops_at_the_end(qtbot: QtBot, transport: Transport, player: Player) -> None:
    player.set_pace(pace_of("100"))
    player.seek(player.length - 5)
    assert transport.play.text() == "Play"
    qtbot.mouseClick(transport.play, Qt.MouseButton.LeftButton)
    assert transport.play.text() == "Pause"
    qtbot.waitUntil(lambda: not player.playing)
    assert player.step == player.length
    assert transport.play.text() == "Play"


def test_buttons_step_and_are_off_where_there_is_nowhere_to_go(
    qtbot: QtBot, transport: Transport, player: Player
) -> None:
    assert not transport.previous.isEnabled()
    for button, step in (
        (transport.next, player.beginning),
        (transport.next, player.beginning + 1),
        (transport.previous, player.beginning),
        (transport.last, player.length),
        (transport.first, 0),
    ):
        qtbot.mouseClick(button, Qt.MouseButton.LeftButton)
        assert player.step == step
    player.last()
    assert not transport.next.isEnabled()
    assert transport.previous.isEnabled()


def test_the_speed_menu_sets_the_speed(transport: Transport, player: Player) -> None:
    assert transport.speed.text() == "What changes"
    fastest = transport.speed_menu.actions()[-1]
    fastest.trigger()
    assert player.pace.steps == 100
    assert transport.speed.text() == "100 steps/s"
    assert fastest.isChecked()


def test_the_counter_says_the_step_and_asks_where_to_go(
    qtbot: QtBot, transport: Transport, player: Player
) -> None:
    player.load(trace_of("fig4"), step=1234)
    assert "".join(transport.counter.words()) == "Step 1,234 of 1,361"
    with qtbot.waitSignal(transport.go_to_requested):
        qtbot.mouseClick(transport.counter, Qt.MouseButton.LeftButton)


def test_breakpoints_are_counted_and_asked_for(
    qtbot: QtBot, transport: Transport, breakpoints: Breakpoints
) -> None:
    assert transport.breakpoints.text() == "Breakpoints"
    breakpoints.add(AtStep(9))
    assert transport.breakpoints.text() == "1 breakpoint"
    breakpoints.add(MeekFires())
    assert transport.breakpoints.text() == "2 breakpoints"
    assert "A Meek rule fires." in transport.breakpoints.toolTip()
    with qtbot.waitSignal(transport.breakpoints_requested):
        qtbot.mouseClick(transport.breakpoints, Qt.MouseButton.LeftButton)


def test_a_breakpoint_hit_is_a_red_dot_under_the_track(
    transport: Transport, breakpoints: Breakpoints
) -> None:
    def red_at(step: int) -> bool:
        picture = transport.scrubber.grab().toImage()
        x = round(transport.scrubber.position(step))
        return any(picture.pixelColor(x, y) == LIGHT.conflict for y in range(20, 30))

    assert not red_at(700)
    breakpoints.add(AtStep(700))
    assert red_at(700)
    assert not red_at(760)


def test_marks_that_stand_close_are_merged() -> None:
    assert merged(np.array([]), 3) == []
    assert merged(np.array([10.2, 10.4, 12.0, 30.0, 33.4, 80.0]), 3) == [(10, 12), (30, 33), (80, 80)]


def test_everything_grows_with_the_font(transport: Transport, player: Player) -> None:
    cell, track = transport.strip.cells[1], transport.scrubber.sizeHint().height()
    wanted = cell.wanted(FULL)
    transport.setStyleSheet("* { font-size: 26px; }")
    assert transport.height() == 248
    assert transport.strip.cells[1].wanted(FULL) == pytest.approx(2 * wanted, rel=0.02)
    assert transport.scrubber.sizeHint().height() == 2 * track


def test_colours_can_be_changed(transport: Transport) -> None:
    transport.set_theme(DARK)
    picture = transport.scrubber.grab().toImage()
    assert any(picture.pixelColor(x, 15) == DARK.now for x in range(30))


def test_the_cursor_may_go_where_the_trace_has_just_grown_to(qtbot: QtBot) -> None:
    """Growth is drawn now and then, but the cursor must not be held back by what was drawn last."""
    whole = trace_of("fig3")
    growing = Trace(whole.header, whole.judge)
    for fact in whole.facts[:10]:
        growing.add_fact(fact)
    player = Player()
    transport = Transport(player, Breakpoints(), LIGHT)
    qtbot.addWidget(transport)
    player.load(growing)
    for fact in whole.facts[10:30]:
        growing.add_fact(fact)
    player.last()
    assert player.step == 30


def test_where_the_row_is_a_little_too_narrow_the_pace_alone_says_less(transport: Transport) -> None:
    pace = transport._player.pace
    all_of_it = transport._row.sizeHint().width()
    for width, breakpoints, said in (
        (all_of_it, "Breakpoints", pace.title),
        (all_of_it - 10, "Breakpoints", pace.short),
        (transport.minimumSizeHint().width(), "", pace.short),
        (all_of_it, "Breakpoints", pace.title),
    ):
        transport.resize(width, transport.height())
        QApplication.processEvents()
        assert (transport.breakpoints.shown, transport.speed.shown) == (breakpoints, said)


def test_where_there_is_too_little_room_the_name_is_cut_and_no_figure(
    transport: Transport, player: Player, qtbot: QtBot
) -> None:
    player.load(trace_of("alarm", "elcs-sound"))
    strip = transport.strip
    for step in (0, len(trace_of("alarm", "elcs-sound"))):
        player.seek(step)
        for wide in (520, 560):
            strip.resize(wide, strip.height())
            assert all(cell.width() >= cell.wanted(cell.level) - 1 for cell in strip.cells), (step, wide)
            assert strip.cells[-1].geometry().right() <= wide
