"""The player moves a cursor over a trace, and nothing else."""

import pytest
from pytestqt.qtbot import QtBot

from elcs_gui.algorithms.learning import learn
from elcs_gui.app.player import Player
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
