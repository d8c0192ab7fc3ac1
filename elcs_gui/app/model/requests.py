"""What the window has asked of its worker, and who gets the answers.

    WAITING  --its last message-->                    DONE
    WAITING  --`Failed`, or the process has died-->   FAILED
    WAITING  --cancel-->                              CANCELLED

Messages for a request that does not wait any more are dropped here, and nowhere else.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from enum import Enum
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:  # the start page does not wait for numpy
    from elcs_gui.worker.messages import Command, Message

Handlers = Mapping[type[Any], Callable[[Any], None]]
"""By the type of a message: who gets it."""
OnFailed = Callable[[str], None]
"""Gets the reason, one sentence."""


class RequestState(Enum):
    """Of a request."""

    WAITING = "more is to come"
    DONE = "answered"
    FAILED = "it could not be done"
    CANCELLED = "nobody wants it any more"


class Request:
    """One command to the worker. Made by `Requests`."""

    def __init__(
        self, owner: Requests, number: int, command: Command, handlers: Handlers, on_failed: OnFailed
    ) -> None:
        self._owner, self._handlers, self._on_failed = owner, handlers, on_failed
        self.number = number
        self.command = command
        self.state = RequestState.WAITING

    @property
    def waiting(self) -> bool:
        return self.state is RequestState.WAITING

    def send(self) -> None:
        """Hand the command to the worker; without one it fails here and now."""
        self._owner.send(self.command)

    def cancel(self) -> None:
        """Nobody wants it any more: the worker is told so, and whatever still comes of it is dropped."""
        if self.waiting:
            self.state = RequestState.CANCELLED
            self._owner.give_up(self)

    def fail(self, reason: str) -> None:
        """Nothing comes any more; `on_failed` is told, unless it was cancelled."""
        if self.waiting:
            self.state = RequestState.FAILED
            self._on_failed(reason)

    def take(self, message: Message, *, last: bool) -> None:
        """Hand a message to whoever waits for its kind."""
        if last:
            self.state = RequestState.DONE
        if type(message) in self._handlers:
            self._handlers[type(message)](message)


class Requests:
    """All that wait for the worker, by number."""

    def __init__(self, send: Callable[[Command], None]) -> None:
        self.send = send
        self._number = 0
        self._waiting: dict[int, Request] = {}

    def make(
        self, command: Callable[[int], Command], handlers: Handlers, on_failed: OnFailed = lambda _: None
    ) -> Request:
        """A request that waits, but is still to be sent; `command` gets its number."""
        self._number += 1
        request = Request(self, self._number, command(self._number), handlers, on_failed)
        self._waiting[request.number] = request
        return request

    def ask(
        self, command: Callable[[int], Command], handlers: Handlers, on_failed: OnFailed = lambda _: None
    ) -> Request:
        """The same, sent at once."""
        request = self.make(command, handlers, on_failed)
        request.send()
        return request

    def receive(self, message: Message) -> None:
        """Hand a message of the worker to whoever asked, if anybody still waits for it."""
        from elcs_gui.worker.messages import Failed, is_last

        last = is_last(message)
        request = self._waiting.pop(message.number, None) if last else self._waiting.get(message.number)
        if request is None:
            return
        if isinstance(message, Failed):
            request.fail(message.reason)
        else:
            request.take(message, last=last)

    def give_up(self, request: Request) -> None:
        """Called by a request that was cancelled."""
        from elcs_gui.worker.survey_file import GiveUp

        if self._waiting.pop(request.number, None) is not None:
            self.send(GiveUp(request.number))

    def lose(self) -> list[Request]:
        """The worker has died: all that waited for it, to be failed by the caller."""
        lost, self._waiting = list(self._waiting.values()), {}
        return lost

    def waits_for(self, kind: type[Command]) -> bool:
        """Is a command of this kind under way?"""
        return any(isinstance(request.command, kind) for request in self._waiting.values())
