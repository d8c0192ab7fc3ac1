"""The player moves a cursor over a trace, and nothing else."""

from dataclasses import replace
from itertools import pairwise

import pytest
from pytestqt.qtbot import QtBot

from elcs_gui.algorithms.learning import learn
from elcs_gui.app.model.player import CHANGES, Beat, Player, next_beat, pace_of, said_at
from elcs_gui.ci.evidence import Evidence
from elcs_gui.ci.oracle import Oracle
from elcs_gui.data.examples import find_example
from elcs_gui.trace.changes import changes_of
from elcs_gui.trace.events import Tested
from elcs_gui.trace.trace import Header, Trace
from tests.traces import trace_of


@pytest.fixture(scope="module")
def trace() -> Trace:
    network = find_example("fig4").load_network()
    return learn(Evidence(Oracle(network)), Header("elcs", network.index("T"), network.nodes, "oracle")).trace


@pytest.fixture
def player(qtbot: QtBot, trace: Trace) -> Player:
    made = Player()
    made.load(trace)
    return made


def test_a_loaded_trace_stands_at_its_beginning(player: Player, trace: Trace) -> None:
    assert (player.step, player.length) == (0, len(trace))
    assert player.current_event is None
    assert said_at(player) == ""
    player.forward()
    assert said_at(player).endswith(("?", "."))


def test_seeking_beyond_the_ends_stops_at_the_ends(player: Player) -> None:
    player.seek(10**9)
    assert player.step == player.length
    player.seek(-5)
    assert player.step == 0


def test_what_is_held_back_is_told_of_whoever_wants_to_go_beyond(player: Player, qtbot: QtBot) -> None:
    told: list[int] = []
    player.held.connect(lambda: told.append(player.step))
    player.seek(len(player.trace or ()) + 3)
    player.seek(len(player.trace or ()) + 3)
    assert told == []  # there is nothing beyond the end
    player.set_limit(player.step)
    player.seek(player.step)
    player.seek(player.step - 4)
    assert told == []
    player.seek(player.length)
    at = player.length
    player.seek(at + 1)
    assert told == [at]


def test_moving_is_told_once_and_only_if_something_moved(player: Player, qtbot: QtBot) -> None:
    heard: list[int] = []
    player.moved.connect(heard.append)
    player.forward()
    player.seek(player.beginning)
    player.back()
    player.back()
    assert heard == [player.beginning, 0]


def test_another_trace_is_told_and_then_the_step_at_which_it_stands(player: Player, trace: Trace) -> None:
    heard: list[int | None] = []
    player.trace_changed.connect(lambda: heard.append(None))
    player.moved.connect(heard.append)
    player.load(trace, 7)
    player.load(None)
    assert heard == [None, 7, None, 0]


def test_changes_of_the_graph_are_visited_forwards_and_backwards(player: Player) -> None:
    visited = []
    for _ in range(6):
        player.next_change()
        visited.append(player.step)
    assert visited == player.changes[:6].tolist()
    for step in reversed(visited[:-1]):
        player.previous_change()
        assert player.step == step


def test_stages_are_visited_forwards_and_backwards(player: Player) -> None:
    starts = [span.first + 1 for span in player.stage_spans]
    visited = []
    for _ in starts:
        player.next_stage()
        visited.append(player.step)
    assert visited == starts
    for step in reversed(starts[:-1]):
        player.previous_stage()
        assert player.step == step


class Clock:
    """Goes when it is told to."""

    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now


@pytest.mark.parametrize("frame", [0.001, 0.035, 0.4])
def test_a_hundred_steps_a_second_are_made_however_long_a_picture_takes(
    qtbot: QtBot, trace: Trace, frame: float
) -> None:
    clock = Clock()
    player = Player(clock=clock)
    player.load(trace)
    player.set_pace(pace_of("100"))
    frames: list[int] = []

    def paint(step: int) -> None:
        clock.now += frame
        frames.append(step)

    player.moved.connect(paint)
    player.play()
    while player.playing and clock.now < 2.0:
        clock.now += 0.01
        with qtbot.waitSignal(player.moved):
            pass
    player.pause()
    assert player.step == pytest.approx(100 * clock.now, abs=100 * frame + 2)
    assert len(frames) == pytest.approx(player.step if frame < 0.01 else 2.0 / (frame + 0.01), rel=0.15)


def test_the_time_before_it_plays_is_not_made_up_for(qtbot: QtBot, trace: Trace) -> None:
    clock = Clock()
    player = Player(clock=clock)
    player.load(trace)
    player.set_pace(pace_of("100"))
    for pause in (5.0, 3.0):
        began, clock.now = player.step, clock.now + pause
        player.play()
        with qtbot.waitSignal(player.moved):
            clock.now += 0.01
        player.pause()
        assert began < player.step <= began + 3


def test_what_changes_is_played_as_question_verdict_and_change(player: Player, trace: Trace) -> None:
    seen: list[tuple[int, bool]] = []
    beat = Beat(0, False, 0.0)
    while beat.step < len(trace):
        beat = next_beat(trace, player.changes, beat.step, asking=beat.asking)
        seen.append((beat.step, beat.asking))
        if beat.asking:
            assert isinstance(trace[beat.step - 1], Tested)
    assert [step for step, _ in seen if step in set(player.changes.tolist())] == player.changes.tolist()
    for (step, asking), (after, again) in pairwise(seen):
        assert (after == step) is asking  # a question stays until it is answered
        assert not (asking and again)
        between = trace.test_steps[(trace.test_steps >= step) & (trace.test_steps < after)]
        assert len(between) == 0 or (again and between[-1] == after - 1)


def test_the_papers_example_plays_in_about_a_minute() -> None:
    trace = trace_of("fig3")
    beat, seconds = Beat(0, False, 0.0), 0.0
    while beat.asking or beat.step < len(trace):
        beat = next_beat(trace, changes_of(trace), beat.step, asking=beat.asking)
        seconds += beat.seconds
    assert 50 <= seconds <= 70


def test_a_question_is_answered_by_the_next_step_and_left_by_any_other(
    qtbot: QtBot, player: Player, trace: Trace
) -> None:
    player.set_pace(replace(CHANGES, tempo=1000.0))
    with qtbot.waitSignal(player.moved):
        player.play()
    player.pause()
    step = player.step
    assert player.asking
    with qtbot.waitSignal(player.told):
        player.forward()
    assert (player.step, player.asking) == (step, False)
    with qtbot.waitSignal(player.playing_changed, check_params_cb=lambda playing: not playing):
        player.play()
    assert (player.step, player.asking) == (len(trace), False)
    player.first()
    with qtbot.waitSignal(player.moved):
        player.play()
    player.seek(step + 1)
    assert not player.asking
    player.pause()


def test_the_first_step_forwards_shows_the_first_test(player: Player) -> None:
    player.forward()
    assert isinstance(player.current_event, Tested)
    assert player.tests_so_far == 1
    player.back()
    assert player.step == 0


def test_playing_stops_at_the_end(player: Player, qtbot: QtBot) -> None:
    player.set_pace(pace_of("100"))
    player.seek(player.length - 3)
    with qtbot.waitSignal(player.playing_changed, check_params_cb=lambda playing: not playing):
        player.toggle()
    assert player.step == player.length


def test_play_at_the_end_begins_anew(player: Player) -> None:
    player.last()
    player.toggle()
    assert player.playing
    assert player.step == 0
    player.pause()


def grow(copy: Trace, trace: Trace, upto: int) -> None:
    """Let `copy` have the first `upto` events of `trace`."""
    more = upto - len(copy)
    codes, places, flags = trace.raw(len(copy))
    facts = trace.facts[len(copy.facts) :][: int((codes[:more] < 0).sum())]
    copy.extend(codes[:more], places[:more], flags[:more], trace.lines()[0], facts)


def stage_at(player: Player) -> tuple[int, str]:
    assert player.stage_span is not None
    return player.stage_span.target, player.stage_span.stage


def test_a_growing_trace_takes_over_as_soon_as_it_has_come_to_the_stage_at_the_cursor(
    player: Player, trace: Trace
) -> None:
    span = player.stage_spans[3]
    player.seek(span.first + 2)
    again = Trace(trace.header, trace.judge)
    player.load_at_stage(again)
    grow(again, trace, span.first)
    player.trace_grew()
    assert player.trace is trace
    grow(again, trace, span.first + 1)
    player.trace_grew()
    assert player.trace is again
    assert (player.step, stage_at(player)) == (span.first + 1, (span.target, span.stage))
    # From now on the cursor is the user's.
    player.seek(2)
    grow(again, trace, len(trace))
    player.trace_ended()
    assert (player.trace is again, player.step, player.length) == (True, 2, len(trace))


def test_the_cursor_keeps_to_the_end_of_a_growing_trace_until_it_is_moved(qtbot: QtBot, trace: Trace) -> None:
    clock = Clock()
    player = Player(clock=clock)
    growing = Trace(trace.header, trace.judge)
    player.load(growing)
    player.follow()
    grow(growing, trace, 40)
    player.trace_grew()
    assert player.step == 0  # a picture was made just before
    clock.now += 1.0
    player.trace_grew()
    assert player.step == 40
    grow(growing, trace, 60)
    player.trace_ended()
    assert player.step == 60
    player.follow()
    player.seek(12)
    grow(growing, trace, 100)
    clock.now += 1.0
    player.trace_ended()
    assert player.step == 12


def test_whoever_moves_on_while_waiting_is_met_where_they_moved(player: Player, trace: Trace) -> None:
    player.seek(player.stage_spans[-1].first + 1)
    again = Trace(trace.header, trace.judge)
    player.load_at_stage(again)
    wanted = player.stage_spans[2]
    player.seek(wanted.first + 1)
    grow(again, trace, wanted.last)
    player.trace_grew()
    assert (player.trace is again, stage_at(player)) == (True, (wanted.target, wanted.stage))


def test_a_trace_that_never_comes_to_the_stage_is_shown_from_its_beginning(
    player: Player, trace: Trace
) -> None:
    player.last()
    again = Trace(trace.header, trace.judge)
    player.load_at_stage(again)
    grow(again, trace, player.stage_spans[0].last)
    player.trace_grew()
    assert player.trace is trace
    player.trace_ended()
    assert (player.trace is again, player.step) == (True, 0)


def test_at_step_0_there_is_no_stage_to_wait_for(player: Player, trace: Trace) -> None:
    again = Trace(trace.header, trace.judge)
    player.load_at_stage(again)
    assert (player.trace is again, player.step) == (True, 0)
