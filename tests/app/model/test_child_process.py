"""A process beside the window: one that dies is replaced at once, but not for ever."""

from __future__ import annotations

import multiprocessing
import threading
from collections.abc import Iterator

import pytest
from pytestqt.qtbot import QtBot

from elcs_gui.app.model import child_process
from elcs_gui.app.model.child_process import ChildProcess, Deaths, State
from tests.app.model.echoing import echo
from tests.patience import LONG


class Clock:
    """Goes when it is told to."""

    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def child(qtbot: QtBot, clock: Clock, monkeypatch: pytest.MonkeyPatch) -> Iterator[ChildProcess]:
    """Started as the program starts it."""
    monkeypatch.setattr(child_process, "CONTEXT", multiprocessing.get_context("spawn"))
    made = ChildProcess(echo, "echo", deaths=Deaths(clock))
    yield made
    made.close()


def answer(child: ChildProcess, qtbot: QtBot, said: object) -> object:
    with qtbot.waitSignal(child.arrived, timeout=LONG) as got:
        assert child.send(said)
    assert got.args is not None
    return got.args[0]


def die(child: ChildProcess, qtbot: QtBot) -> None:
    with qtbot.waitSignal(child.died, timeout=LONG):
        assert child.send("die")


def test_the_third_death_within_a_minute_is_one_too_many(clock: Clock) -> None:
    deaths = Deaths(clock)
    assert [deaths.add(), deaths.add()] == [False, False]
    clock.now = 59
    assert deaths.add()
    clock.now = 61  # the first two are long ago by now
    assert not deaths.add()
    assert deaths.add()


def test_a_process_that_dies_is_replaced_by_one_that_answers(child: ChildProcess, qtbot: QtBot) -> None:
    assert (child.state, child.pid) == (State.IDLE, None)
    assert answer(child, qtbot, "a") == "a"
    before = child.pid
    die(child, qtbot)
    assert child.state is State.RUNNING
    assert child.pid != before
    assert answer(child, qtbot, "b") == "b"


def test_after_three_deaths_it_stays_away_until_it_is_asked_for(
    child: ChildProcess, clock: Clock, qtbot: QtBot
) -> None:
    for _ in range(3):
        die(child, qtbot)
    assert (child.state, child.pid) == (State.STOPPED, None)
    assert not child.send("a")
    child.start_again()
    assert answer(child, qtbot, "b") == "b"
    die(child, qtbot)  # still in the same minute
    assert child.state is State.STOPPED
    clock.now = 100
    child.start_again()
    die(child, qtbot)
    assert answer(child, qtbot, "c") == "c"


def test_what_is_large_does_not_make_the_window_wait(child: ChildProcess, qtbot: QtBot) -> None:
    """The process has not even started yet, and a pipe holds 64 kB."""
    large = b"x" * 10_000_000
    assert answer(child, qtbot, large) == large


def test_a_process_that_was_closed_is_not_started_again(child: ChildProcess, qtbot: QtBot) -> None:
    answer(child, qtbot, "a")
    with qtbot.assertNotEmitted(child.died, wait=300):
        child.close()
    assert child.state is State.CLOSED
    assert not child.send("b")
    assert child.pid is None


def test_nothing_is_told_once_it_is_closed(child: ChildProcess, qtbot: QtBot) -> None:
    """A thread that emits while Qt takes the object apart ends the program."""
    assert answer(child, qtbot, "a") == "a"
    threads = [thread for thread in threading.enumerate() if thread.name in ("echo", "to echo")]
    assert len(threads) == 2
    child.send("b")
    child.close()
    assert not any(thread.is_alive() for thread in threads)
