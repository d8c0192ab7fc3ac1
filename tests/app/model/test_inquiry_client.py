"""Questions that take many replays, asked of a process beside the worker."""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator

import pytest
from pytestqt.qtbot import QtBot

from elcs_gui.app.model.child_process import Interruption
from elcs_gui.app.model.inquiry_client import InquiryClient
from elcs_gui.app.model.session import Session
from elcs_gui.ci.discrete import G2
from elcs_gui.ci.evidence import Evidence
from elcs_gui.inquiry.alpha import explore_alpha
from elcs_gui.inquiry.alpha_map import AlphaMap
from elcs_gui.inquiry.firmness import firmness
from elcs_gui.inquiry.stability import Stability
from elcs_gui.inquiry.weak_edges import weak_edges
from elcs_gui.worker.inquiry_process import (
    ExploreAlpha,
    InquiryProgress,
    Measured,
    MeasureFirmness,
    MeasureStability,
    Refused,
)
from tests.app.held import HeldFirmness
from tests.patience import LONG


@pytest.fixture
def session(qtbot: QtBot) -> Iterator[Session]:
    made = Session()
    with qtbot.waitSignal(made.run_finished, timeout=LONG):
        made.open_example("asia", test="g2")
    yield made
    made.close()


@pytest.fixture
def inquiry_client(qtbot: QtBot) -> Iterator[InquiryClient]:
    made = InquiryClient()
    yield made
    made.close()


def answer(inquiry_client: InquiryClient, qtbot: QtBot) -> InquiryProgress:
    with qtbot.waitSignal(
        inquiry_client.progressed, timeout=LONG, check_params_cb=lambda told: told.done
    ) as got:
        pass
    assert got.args is not None
    told = got.args[0]
    assert isinstance(told, InquiryProgress)
    return told


def test_alpha_is_explored_as_the_engine_does_it(
    session: Session, inquiry_client: InquiryClient, qtbot: QtBot
) -> None:
    assert session.source is not None
    assert session.header is not None
    assert session.source.data is not None
    inquiry_client.ask(session.source, ExploreAlpha(session.header))
    assert inquiry_client.busy is not None
    told = answer(inquiry_client, qtbot)
    assert isinstance(told.result, AlphaMap)
    assert told.result == explore_alpha(Evidence(G2(session.source.data)), session.header)
    assert inquiry_client.busy is None


def test_a_new_question_replaces_the_one_under_way(
    session: Session, inquiry_client: InquiryClient, qtbot: QtBot
) -> None:
    assert session.source is not None
    assert session.header is not None
    inquiry_client.ask(session.source, MeasureStability(session.header, replicates=100_000))
    inquiry_client.ask(session.source, MeasureStability(session.header, replicates=3, seed=1))
    told = answer(inquiry_client, qtbot)
    assert isinstance(told.result, Stability)
    assert (told.result.done, told.result.seed, told.cancelled) == (3, 1, False)


def test_cancel_gives_what_was_found_so_far(
    session: Session, inquiry_client: InquiryClient, qtbot: QtBot
) -> None:
    assert session.source is not None
    assert session.header is not None
    inquiry_client.ask(session.source, MeasureStability(session.header, replicates=1_000_000))
    with qtbot.waitSignal(
        inquiry_client.progressed, timeout=LONG, check_params_cb=lambda told: told.steps > 2
    ):
        pass
    inquiry_client.cancel()
    told = answer(inquiry_client, qtbot)
    assert told.cancelled
    assert isinstance(told.result, Stability)
    assert 2 < told.result.done < 1_000_000


def test_what_cannot_be_answered_is_refused_with_the_reason(
    session: Session, inquiry_client: InquiryClient, qtbot: QtBot
) -> None:
    assert session.source is not None
    assert session.header is not None
    with qtbot.waitSignal(inquiry_client.refused, timeout=LONG) as got:
        inquiry_client.ask(session.source, ExploreAlpha(session.header, low=0.5, high=0.1))
    assert got.args is not None
    refused = got.args[0]
    assert isinstance(refused, Refused)
    assert "0.5" in refused.reason
    assert inquiry_client.busy is None


# Aside


def test_what_is_asked_aside_is_heard_by_who_asked_alone(
    session: Session, inquiry_client: InquiryClient, qtbot: QtBot
) -> None:
    assert session.source is not None and session.source.data is not None
    assert session.header is not None
    heard: list[InquiryProgress | Refused | None] = []
    told: list[object] = []
    for telling in (inquiry_client.asked, inquiry_client.progressed, inquiry_client.refused):
        telling.connect(told.append)
    with qtbot.waitSignal(inquiry_client.idle, timeout=LONG):
        assert inquiry_client.ask_aside(session.source, MeasureFirmness(session.header), heard.append)
        assert not inquiry_client.ask_aside(session.source, MeasureFirmness(session.header), heard.append)
        assert inquiry_client.busy is None
    last = heard[-1]
    assert isinstance(last, InquiryProgress) and last.done
    evidence = Evidence(G2(session.source.data))
    assert last.result == Measured(weak_edges(evidence, session.header), firmness(evidence, session.header))
    assert told == []


def test_what_is_asked_aside_gives_way(session: Session, inquiry_client: InquiryClient, qtbot: QtBot) -> None:
    assert session.source is not None
    assert session.header is not None
    heard: list[InquiryProgress | Refused | None] = []
    inquiry_client.ask_aside(session.source, HeldFirmness(session.header), heard.append)
    qtbot.waitUntil(lambda: bool(heard))
    inquiry_client.ask(session.source, MeasureStability(session.header, replicates=3, seed=1))
    assert heard[-1] is None
    many = len(heard)
    assert not inquiry_client.ask_aside(session.source, HeldFirmness(session.header), heard.append)
    with qtbot.waitSignal(inquiry_client.idle, timeout=LONG):
        told = answer(inquiry_client, qtbot)
    assert isinstance(told.result, Stability) and told.result.done == 3
    assert len(heard) == many
    assert inquiry_client.ask_aside(session.source, HeldFirmness(session.header), heard.append)
    inquiry_client.cancel()
    inquiry_client.cancel_aside()
    qtbot.waitUntil(lambda: isinstance(heard[-1], InquiryProgress) and heard[-1].done)
    assert isinstance(heard[-1], InquiryProgress) and heard[-1].cancelled


def test_beyond_its_seconds_it_is_given_up(
    session: Session, inquiry_client: InquiryClient, qtbot: QtBot
) -> None:
    assert session.source is not None
    assert session.header is not None
    heard: list[InquiryProgress | Refused | None] = []
    with qtbot.waitSignal(inquiry_client.idle, timeout=LONG):
        inquiry_client.ask_aside(session.source, MeasureFirmness(session.header, 0.0), heard.append)
    last = heard[-1]
    assert isinstance(last, InquiryProgress)
    assert (last.done, last.cancelled, last.result) == (True, False, Measured())


@pytest.mark.skipif(os.name != "posix", reason="needs kill -9")
def test_when_the_process_is_killed_who_asked_aside_hears_of_it(
    session: Session, inquiry_client: InquiryClient, qtbot: QtBot
) -> None:
    assert session.source is not None
    assert session.header is not None
    heard: list[InquiryProgress | Refused | None] = []
    inquiry_client.ask_aside(session.source, HeldFirmness(session.header), heard.append)
    qtbot.waitUntil(lambda: bool(heard))
    with qtbot.waitSignal(inquiry_client.interrupted, timeout=LONG):
        pid = inquiry_client.process.pid
        assert pid is not None
        os.kill(pid, signal.SIGKILL)
    last = heard[-1]
    assert isinstance(last, Refused) and last.interrupted
    assert isinstance(last.inquiry, HeldFirmness)


@pytest.mark.skipif(os.name != "posix", reason="needs kill -9")
def test_a_process_that_is_killed_is_replaced_and_the_question_can_be_asked_again(
    session: Session, inquiry_client: InquiryClient, qtbot: QtBot
) -> None:
    assert session.source is not None
    assert session.header is not None
    told: list[Interruption] = []
    inquiry_client.interrupted.connect(told.append)
    inquiry_client.ask(session.source, MeasureStability(session.header, replicates=1_000_000))
    with qtbot.waitSignal(
        inquiry_client.progressed, timeout=LONG, check_params_cb=lambda told: told.steps > 2
    ):
        pass
    assert inquiry_client.process.pid is not None
    with qtbot.waitSignal(inquiry_client.refused, timeout=LONG) as refused:
        os.kill(inquiry_client.process.pid, signal.SIGKILL)
    assert refused.args is not None
    assert "ended by itself" in refused.args[0].reason
    assert inquiry_client.busy is None
    assert "the measurement of stability was cut short" in told[-1].sentence
    so_far = inquiry_client.measured.of(session.source, session.header)
    assert so_far is not None
    assert so_far.done > 2
    told[-1].choices["Look again"]()
    with qtbot.waitSignal(
        inquiry_client.progressed, timeout=LONG, check_params_cb=lambda told: told.steps > 2
    ):
        pass
    # The data went over again with the question.
    inquiry_client.ask(session.source, MeasureStability(session.header, replicates=3, seed=1))
    assert isinstance(answer(inquiry_client, qtbot).result, Stability)


@pytest.mark.skipif(os.name != "posix", reason="needs kill -9")
def test_after_three_deaths_the_user_decides(
    session: Session, inquiry_client: InquiryClient, qtbot: QtBot
) -> None:
    assert session.source is not None
    assert session.header is not None
    told: list[Interruption] = []
    inquiry_client.interrupted.connect(told.append)
    question = MeasureStability(session.header, replicates=3, seed=1)
    inquiry_client.process.start()
    for _ in range(3):
        assert inquiry_client.process.pid is not None
        with qtbot.waitSignal(inquiry_client.interrupted, timeout=LONG):
            os.kill(inquiry_client.process.pid, signal.SIGKILL)
    assert list(told[-1].choices) == ["Start again"]
    inquiry_client.ask(session.source, question)
    assert inquiry_client.busy is None
    with qtbot.waitSignal(
        inquiry_client.progressed, timeout=LONG, check_params_cb=lambda told: told.done
    ) as got:
        told[-1].choices["Start again"]()
    assert got.args is not None
    assert got.args[0].result.done == 3
