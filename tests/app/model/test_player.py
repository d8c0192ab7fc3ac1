"""The player moves a cursor over a trace, and nothing else."""

import pytest
from pytestqt.qtbot import QtBot

from elcs_gui.algorithms.learning import learn
from elcs_gui.app.model.player import Player
from elcs_gui.ci.evidence import Evidence
from elcs_gui.ci.oracle import Oracle
from elcs_gui.data.examples import find_example
from elcs_gui.trace.trace import Header, Trace


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


def test_seeking_beyond_the_ends_stops_at_the_ends(player: Player) -> None:
    player.seek(10**9)
    assert player.step == player.length
    player.seek(-5)
    assert player.step == 0


def test_moving_is_told_once_and_only_if_something_moved(player: Player, qtbot: QtBot) -> None:
    heard: list[int] = []
    player.moved.connect(heard.append)
    player.forward()
    player.seek(1)
    player.back()
    player.back()
    assert heard == [1, 0]


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
    starts = [stretch.first + 1 for stretch in player.stretches]
    visited = []
    for _ in starts:
        player.next_stage()
        visited.append(player.step)
    assert visited == starts
    for step in reversed(starts[:-1]):
        player.previous_stage()
        assert player.step == step


def test_playing_stops_at_the_end(player: Player, qtbot: QtBot) -> None:
    player.set_speed(1000)
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
    assert player.stretch is not None
    return player.stretch.target, player.stretch.stage


def test_a_growing_trace_takes_over_as_soon_as_it_has_come_to_the_stage_at_the_cursor(
    player: Player, trace: Trace
) -> None:
    stretch = player.stretches[3]
    player.seek(stretch.first + 2)
    again = Trace(trace.header, trace.judge)
    player.load_at_stage(again)
    grow(again, trace, stretch.first)
    player.trace_grew()
    assert player.trace is trace
    grow(again, trace, stretch.first + 1)
    player.trace_grew()
    assert player.trace is again
    assert (player.step, stage_at(player)) == (stretch.first + 1, (stretch.target, stretch.stage))
    # From now on the cursor is the user's.
    player.seek(2)
    grow(again, trace, len(trace))
    player.trace_ended()
    assert (player.trace is again, player.step, player.length) == (True, 2, len(trace))


def test_whoever_moves_on_while_waiting_is_met_where_they_moved(player: Player, trace: Trace) -> None:
    player.seek(player.stretches[-1].first + 1)
    again = Trace(trace.header, trace.judge)
    player.load_at_stage(again)
    wanted = player.stretches[2]
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
    grow(again, trace, player.stretches[0].last)
    player.trace_grew()
    assert player.trace is trace
    player.trace_ended()
    assert (player.trace is again, player.step) == (True, 0)


def test_at_step_0_there_is_no_stage_to_wait_for(player: Player, trace: Trace) -> None:
    again = Trace(trace.header, trace.judge)
    player.load_at_stage(again)
    assert (player.trace is again, player.step) == (True, 0)
