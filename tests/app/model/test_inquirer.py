"""Questions that take many replays, asked of a process beside the worker."""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator

import pytest
from pytestqt.qtbot import QtBot

from elcs_gui.app.model.inquiry_client import Inquirer
from elcs_gui.app.model.interruption import Interruption
from elcs_gui.app.model.session import Session
from elcs_gui.ci.discrete import G2
from elcs_gui.ci.evidence import Evidence
from elcs_gui.inquiry.alpha import explore_alpha
from elcs_gui.inquiry.alpha_map import AlphaMap
from elcs_gui.inquiry.stability import Stability
from elcs_gui.worker.inquiry_process import ExploreAlpha, MeasureStability, Refused, Told

LONG = 60_000


@pytest.fixture
def session(qtbot: QtBot) -> Iterator[Session]:
    made = Session()
    with qtbot.waitSignal(made.run_finished, timeout=LONG):
        made.open_example("asia", test="g2")
    yield made
    made.close()


@pytest.fixture
def inquirer(qtbot: QtBot) -> Iterator[Inquirer]:
    made = Inquirer()
    yield made
    made.close()


def answer(inquirer: Inquirer, qtbot: QtBot) -> Told:
    with qtbot.waitSignal(inquirer.told, timeout=LONG, check_params_cb=lambda told: told.done) as got:
        pass
    assert got.args is not None
    told = got.args[0]
    assert isinstance(told, Told)
    return told


def test_alpha_is_explored_as_the_engine_does_it(session: Session, inquirer: Inquirer, qtbot: QtBot) -> None:
    assert session.source is not None
    assert session.header is not None
    assert session.source.data is not None
    inquirer.ask(session.source, ExploreAlpha(session.header))
    assert inquirer.busy is not None
    told = answer(inquirer, qtbot)
    assert isinstance(told.result, AlphaMap)
    assert told.result == explore_alpha(Evidence(G2(session.source.data)), session.header)
    assert inquirer.busy is None


def test_a_new_question_replaces_the_one_under_way(
    session: Session, inquirer: Inquirer, qtbot: QtBot
) -> None:
    assert session.source is not None
    assert session.header is not None
    inquirer.ask(session.source, MeasureStability(session.header, replicates=100_000))
    inquirer.ask(session.source, MeasureStability(session.header, replicates=3, seed=1))
    told = answer(inquirer, qtbot)
    assert isinstance(told.result, Stability)
    assert (told.result.done, told.result.seed, told.cancelled) == (3, 1, False)


def test_cancel_gives_what_was_found_so_far(session: Session, inquirer: Inquirer, qtbot: QtBot) -> None:
    assert session.source is not None
    assert session.header is not None
    inquirer.ask(session.source, MeasureStability(session.header, replicates=1_000_000))
    with qtbot.waitSignal(inquirer.told, timeout=LONG, check_params_cb=lambda told: told.steps > 2):
        pass
    inquirer.cancel()
    told = answer(inquirer, qtbot)
    assert told.cancelled
    assert isinstance(told.result, Stability)
    assert 2 < told.result.done < 1_000_000


def test_what_cannot_be_answered_is_refused_with_the_reason(
    session: Session, inquirer: Inquirer, qtbot: QtBot
) -> None:
    assert session.source is not None
    assert session.header is not None
    with qtbot.waitSignal(inquirer.refused, timeout=LONG) as got:
        inquirer.ask(session.source, ExploreAlpha(session.header, low=0.5, high=0.1))
    assert got.args is not None
    refused = got.args[0]
    assert isinstance(refused, Refused)
    assert "0.5" in refused.reason
    assert inquirer.busy is None


@pytest.mark.skipif(os.name != "posix", reason="needs kill -9")
def test_a_process_that_is_killed_is_replaced_and_the_question_can_be_asked_again(
    session: Session, inquirer: Inquirer, qtbot: QtBot
) -> None:
    assert session.source is not None
    assert session.header is not None
    told: list[Interruption] = []
    inquirer.interrupted.connect(told.append)
    inquirer.ask(session.source, MeasureStability(session.header, replicates=1_000_000))
    with qtbot.waitSignal(inquirer.told, timeout=LONG, check_params_cb=lambda told: told.steps > 2):
        pass
    assert inquirer.process.pid is not None
    with qtbot.waitSignal(inquirer.refused, timeout=LONG) as refused:
        os.kill(inquirer.process.pid, signal.SIGKILL)
    assert refused.args is not None
    assert "ended by itself" in refused.args[0].reason
    assert inquirer.busy is None
    assert "the measurement of stability was cut short" in told[-1].sentence
    so_far = inquirer.measured.of(session.source, session.header)
    assert so_far is not None
    assert so_far.done > 2
    told[-1].choices["Look again"]()
    with qtbot.waitSignal(inquirer.told, timeout=LONG, check_params_cb=lambda told: told.steps > 2):
        pass
    # The data went over again with the question.
    inquirer.ask(session.source, MeasureStability(session.header, replicates=3, seed=1))
    assert isinstance(answer(inquirer, qtbot).result, Stability)


@pytest.mark.skipif(os.name != "posix", reason="needs kill -9")
def test_after_three_deaths_the_user_decides(session: Session, inquirer: Inquirer, qtbot: QtBot) -> None:
    assert session.source is not None
    assert session.header is not None
    told: list[Interruption] = []
    inquirer.interrupted.connect(told.append)
    question = MeasureStability(session.header, replicates=3, seed=1)
    inquirer.process.start()
    for _ in range(3):
        assert inquirer.process.pid is not None
        with qtbot.waitSignal(inquirer.interrupted, timeout=LONG):
            os.kill(inquirer.process.pid, signal.SIGKILL)
    assert list(told[-1].choices) == ["Start again"]
    inquirer.ask(session.source, question)
    assert inquirer.busy is None
    with qtbot.waitSignal(inquirer.told, timeout=LONG, check_params_cb=lambda told: told.done) as got:
        told[-1].choices["Start again"]()
    assert got.args is not None
    assert got.args[0].result.done == 3
