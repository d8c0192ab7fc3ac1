"""A request is answered once, fails once, or is cancelled: then whatever still comes is dropped."""

from __future__ import annotations

from functools import partial
from pathlib import Path

import pytest

from elcs_gui.app.model.requests import Request, Requests, RequestState
from elcs_gui.data.plan import ImportPlan
from elcs_gui.worker.messages import Associate, Associated, Command, Failed, ReadTruth
from elcs_gui.worker.survey_file import GiveUp, Look, Reading, SameColumns


class Asker:
    """Whoever asks, and what came of it."""

    def __init__(self) -> None:
        self.sent: list[Command] = []
        self.got: list[object] = []
        self.reasons: list[str] = []
        self.requests = Requests(self.sent.append)

    def links(self) -> Request:
        return self.requests.ask(Associate, {Associated: self.got.append}, self.reasons.append)

    def look(self) -> Request:
        return self.requests.ask(
            partial(Look, path=Path("x.csv"), plan=ImportPlan()),
            {Reading: self.got.append, SameColumns: self.got.append},
            self.reasons.append,
        )


@pytest.fixture
def asker() -> Asker:
    return Asker()


def test_an_answer_goes_to_whoever_asked_for_it(asker: Asker) -> None:
    first, second = asker.links(), asker.links()
    assert [command.number for command in asker.sent if isinstance(command, Associate)] == [1, 2]
    message = Associated(second.number, [])
    asker.requests.receive(message)
    assert (first.state, second.state) == (RequestState.WAITING, RequestState.DONE)
    assert asker.got == [message]


def test_a_request_waits_until_its_last_message(asker: Asker) -> None:
    request = asker.look()
    asker.requests.receive(Reading(request.number, 0.5))
    assert request.waiting
    asker.requests.receive(SameColumns(request.number))
    assert request.state is RequestState.DONE
    asker.requests.receive(Reading(request.number, 0.7))
    assert asker.got == [Reading(request.number, 0.5), SameColumns(request.number)]


def test_what_fails_says_why_and_nothing_else(asker: Asker) -> None:
    request = asker.links()
    asker.requests.receive(Failed(request.number, "No."))
    asker.requests.receive(Failed(request.number, "Again, no."))
    assert (request.state, asker.reasons, asker.got) == (RequestState.FAILED, ["No."], [])


def test_whatever_comes_of_a_cancelled_request_is_dropped(asker: Asker) -> None:
    request = asker.look()
    request.cancel()
    request.cancel()
    assert asker.sent[1:] == [GiveUp(request.number)]
    asker.requests.receive(Reading(request.number, 0.5))
    asker.requests.receive(SameColumns(request.number))
    asker.requests.receive(Failed(request.number, "No."))
    assert (request.state, asker.reasons, asker.got) == (RequestState.CANCELLED, [], [])


def test_an_answer_is_not_taken_back(asker: Asker) -> None:
    request = asker.links()
    asker.requests.receive(Associated(request.number, []))
    request.cancel()
    request.fail("Too late.")
    assert (request.state, asker.reasons, len(asker.sent)) == (RequestState.DONE, [], 1)


def test_what_is_lost_with_the_process_fails_unless_it_was_cancelled(asker: Asker) -> None:
    cancelled, lost, answered = asker.links(), asker.links(), asker.links()
    asker.requests.receive(Associated(answered.number, []))
    cancelled.cancel()
    waiting = asker.requests.lose()
    assert waiting == [lost]
    for request in waiting:
        request.fail("It died.")
    assert asker.reasons == ["It died."]
    # The numbers of another process go on: nothing that it tells is taken for an answer to these.
    again = asker.links()
    asker.requests.receive(Associated(lost.number, []))
    assert again.waiting
    assert len(asker.got) == 1


def test_a_handler_finds_its_request_done_and_may_ask_anew(asker: Asker) -> None:
    states: list[RequestState] = []

    def take(_: Associated) -> None:
        states.append(request.state)
        asker.look()

    request = asker.requests.make(Associate, {Associated: take})
    request.send()
    asker.requests.receive(Associated(request.number, []))
    assert states == [RequestState.DONE]
    assert asker.requests.waits_for(Look)
    assert not asker.requests.waits_for(ReadTruth)
