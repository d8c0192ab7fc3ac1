"""Questions that take many replays, asked of a process beside the worker."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from pytestqt.qtbot import QtBot

from elcs_gui.app.inquirer import Inquirer
from elcs_gui.app.inquiries import ExploreAlpha, MeasureStability, Refused, Told
from elcs_gui.app.session import Session
from elcs_gui.ci.discrete import G2
from elcs_gui.ci.evidence import Evidence
from elcs_gui.inquiry.alpha import explore_alpha
from elcs_gui.inquiry.alpha_map import AlphaMap
from elcs_gui.inquiry.stability import Stability

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
