"""The worker dies, by kill -9 or of a bug: the next one has what was open, and the run can be repeated."""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from elcs_gui.algorithms.learning import learn
from elcs_gui.app.model.child_process import Interruption, State
from elcs_gui.app.model.requests import RequestState
from elcs_gui.app.model.session import Session
from elcs_gui.app.simulating.client import SimulationClient
from elcs_gui.ci.discrete import G2
from elcs_gui.ci.evidence import Evidence
from elcs_gui.data.examples import find_example
from elcs_gui.data.sampling import sample
from elcs_gui.data.simulation import SimulationOrder, SimulationPlan
from elcs_gui.worker.messages import Opened
from tests.app.held import endless
from tests.imported import clean
from tests.patience import LONG

pytestmark = pytest.mark.skipif(os.name != "posix", reason="needs kill -9")


@pytest.fixture
def session(qtbot: QtBot) -> Iterator[Session]:
    made = Session()
    yield made
    made.close()


def kill(session: Session, qtbot: QtBot) -> Interruption:
    """What is told when the next worker is there."""
    assert session.worker.pid is not None
    told: list[Interruption] = []
    session.resuming.interrupted.connect(told.append)
    with qtbot.waitSignal(session.worker.died, timeout=LONG):
        os.kill(session.worker.pid, signal.SIGKILL)
    qtbot.waitUntil(lambda: bool(told) and not session.resuming.busy, timeout=LONG)
    session.resuming.interrupted.disconnect(told.append)
    return told[-1]


def stop(session: Session) -> None:
    """Hold the worker, so that whatever it is asked next is under way when it dies."""
    assert session.worker.pid is not None
    os.kill(session.worker.pid, signal.SIGSTOP)


def run_again(session: Session, qtbot: QtBot, alpha: float) -> None:
    assert session.header is not None
    with qtbot.waitSignal(session.run_finished, timeout=LONG) as ended:
        session.run(replace(session.header, alpha=alpha))
    assert ended.args == [False]


def test_a_worker_killed_at_rest_is_replaced_and_runs_go_on(session: Session, qtbot: QtBot) -> None:
    with qtbot.waitSignal(session.run_finished, timeout=LONG):
        session.open_example("asia", test="g2")
    before = session.source
    told = kill(session, qtbot)
    assert "has been started again" in told.sentence
    assert not told.choices
    assert session.source is before
    run_again(session, qtbot, 0.2)
    data = find_example("asia").load_data()
    assert data is not None and session.header is not None
    assert session.trace == learn(Evidence(G2(data)), session.header).trace
    assert session.trace is not None
    tests = len(session.trace.test_steps)
    assert session.trace.performed(tests) < tests, "answers known before were asked for again"


def test_a_run_cut_short_keeps_its_trace_and_is_repeated_by_one_choice(
    session: Session, qtbot: QtBot
) -> None:
    with qtbot.waitSignal(session.run_finished, timeout=LONG):
        session.open_example("child", test="g2")
    assert session.header is not None
    cut: list[bool] = []
    stop(session)  # so that it cannot be quicker
    with qtbot.waitSignal(session.run_started, timeout=LONG):
        session.run(replace(session.header, target=3, k=None, alpha=0.05))
    session.run_finished.connect(cut.append)
    told = kill(session, qtbot)
    assert (cut, session.running) == ([True], False)
    assert session.runs.current is not None
    assert not session.runs.current.finished
    assert "what was recorded of it stays" in told.sentence
    assert list(told.choices) == ["Repeat the run"]
    header = session.header
    with qtbot.waitSignal(session.run_finished, timeout=LONG):
        told.choices["Repeat the run"]()
    data = find_example("child").load_data()
    assert data is not None
    assert session.header == header
    assert session.trace == learn(Evidence(G2(data)), header).trace
    assert cut == [True, False]


def test_what_was_recorded_of_a_long_run_can_be_stepped_through(
    session: Session, qtbot: QtBot, tmp_path: Path
) -> None:
    with qtbot.waitSignal(session.run_finished, timeout=LONG):
        session.open_files(None, endless(tmp_path))
    assert session.header is not None
    with qtbot.waitSignal(session.run_grew, timeout=LONG):
        session.run(replace(session.header, target=0, k=None))
    told = kill(session, qtbot)
    assert session.trace is not None
    recorded = list(session.trace)
    assert len(recorded) > 10
    with qtbot.waitSignal(session.run_grew, timeout=LONG):
        told.choices["Repeat the run"]()
    qtbot.waitUntil(lambda: session.trace is not None and len(session.trace) >= len(recorded), timeout=LONG)
    assert list(session.trace)[: len(recorded)] == recorded
    with qtbot.waitSignal(session.run_finished, timeout=LONG):
        session.cancel()


def test_simulated_data_come_back_though_they_are_in_no_file(session: Session, qtbot: QtBot) -> None:
    network = find_example("asia").load_network()
    assert network is not None
    with qtbot.waitSignal(session.run_finished, timeout=LONG):
        session.client(SimulationClient).begin(SimulationOrder(network, SimulationPlan(rows=300, seed=5)))
    kill(session, qtbot)
    run_again(session, qtbot, 0.3)
    assert session.header is not None
    assert session.trace == learn(Evidence(G2(sample(network, 300, 5))), session.header).trace


@pytest.mark.parametrize("what", ["changed", "is not where it was"])
def test_a_file_that_is_not_as_it_was_is_told_of_and_the_data_stay(
    session: Session, qtbot: QtBot, tmp_path: Path, what: str
) -> None:
    path = clean(tmp_path)
    with qtbot.waitSignal(session.run_finished, timeout=LONG):
        session.open_files(path, None)
    assert session.source is not None
    data = session.source.data
    assert data is not None
    if what == "changed":
        path.write_text("x,y\n1,2\n", encoding="utf-8")
    else:
        path.unlink()
    told = kill(session, qtbot)
    assert f"{path.name} " in told.sentence
    assert what in told.sentence
    run_again(session, qtbot, 0.3)
    assert session.header is not None
    assert session.trace == learn(Evidence(G2(data)), session.header).trace


def test_what_was_being_opened_is_said_to_be_lost_and_what_was_open_stays(
    session: Session, qtbot: QtBot, tmp_path: Path
) -> None:
    with qtbot.waitSignal(session.run_finished, timeout=LONG):
        session.open_example("fig3")
    source = session.source
    failed: list[str] = []
    stop(session)
    session.open_files(clean(tmp_path), None, on_failed=failed.append)
    told = kill(session, qtbot)
    assert len(failed) == 1
    assert "lost" in told.sentence
    assert (session.source, session.opening) == (source, None)
    with qtbot.waitSignal(session.run_finished, timeout=LONG):
        session.open_example("fig4")


def test_an_answer_of_a_worker_that_died_is_not_taken_from_the_next(session: Session, qtbot: QtBot) -> None:
    with qtbot.waitSignal(session.run_finished, timeout=LONG):
        session.open_example("asia", test="g2")
    source = session.source
    assert source is not None and session.header is not None
    stop(session)
    request = session.open_example("child", test="g2")
    links: list[object] = []
    session.associated.connect(links.append)
    session.ask_associations()
    kill(session, qtbot)
    assert request.state is RequestState.FAILED
    qtbot.waitUntil(lambda: bool(links), timeout=LONG)  # they are asked for again
    late = Opened(request.number, replace(source, title="late"))
    session.worker.arrived.emit(late)
    assert session.source is source
    run_again(session, qtbot, 0.2)
    assert source.data is not None
    assert session.trace == learn(Evidence(G2(source.data)), session.header).trace


def test_after_three_deaths_the_user_decides(session: Session, qtbot: QtBot) -> None:
    with qtbot.waitSignal(session.run_finished, timeout=LONG):
        session.open_example("fig3")
    kill(session, qtbot)
    kill(session, qtbot)
    told = kill(session, qtbot)
    assert session.worker.state is State.STOPPED
    assert "three times within a minute" in told.sentence
    assert session.header is not None
    with qtbot.waitSignal(session.resuming.interrupted, timeout=LONG) as again:
        session.run(replace(session.header, target=1))
    assert not session.running
    assert again.args is not None
    with qtbot.waitSignal(session.resuming.interrupted, timeout=LONG) as back:
        again.args[0].choices["Start again"]()
    assert back.args is not None
    assert list(back.args[0].choices) == ["Repeat the run"]
    with qtbot.waitSignal(session.run_finished, timeout=LONG) as ended:
        back.args[0].choices["Repeat the run"]()
    assert ended.args == [False]
