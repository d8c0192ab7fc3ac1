"""The window's end of what the worker does beside runs: looking at files, simulating data.

A feature has a client of its own and asks the session for it (`Session.client`); the session knows none of
them by name. It offers every message to all of them, and tells them when the worker has died.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from elcs_gui.app.model.session import Session
    from elcs_gui.worker.messages import Message


class WorkerClient(Protocol):
    """Made with the session, through which it sends."""

    def __init__(self, session: Session) -> None: ...

    @property
    def cancellable(self) -> bool:
        """Is something under way that `Session.cancel` is to stop?"""

    def receive(self, message: Message) -> bool:
        """Take a message from the worker; False if it is for somebody else."""

    def fail(self, reason: str) -> bool:
        """Nothing comes any more: tell whoever waits. Was anything under way?"""

    def settle(self) -> None:
        """What was being opened is there, or was given up."""
