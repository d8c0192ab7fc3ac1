"""A process's end of the pipe to the window. That nobody is there is told apart from other errors."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from contextlib import contextmanager
from multiprocessing.connection import Connection
from typing import Any

from elcs_gui.errors import ElcsError

_log = logging.getLogger(__name__)


class Disconnected(Exception):
    """The window is gone: there is nothing left to do."""


class PipeEnd:
    """Sends and receives like the connection below it, but an end of that is `Disconnected`."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def send(self, message: object) -> None:
        with _talking():
            self._connection.send(message)

    def recv(self) -> Any:
        with _talking():
            return self._connection.recv()

    def poll(self) -> bool:
        with _talking():
            return self._connection.poll()


@contextmanager
def _talking() -> Iterator[None]:
    try:
        yield
    except (EOFError, OSError) as error:
        raise Disconnected from error


def sentence_for(error: Exception) -> str:
    """Why work could not be done, for the user. What nobody expected is logged with all its details."""
    if isinstance(error, ElcsError):
        return str(error)
    if isinstance(error, MemoryError):
        return "There is not enough memory for this."
    _log.error("Work in the background failed", exc_info=error)
    if isinstance(error, OSError):
        where = f" ({error.filename})" if error.filename is not None else ""
        return f"The system refused it: {error.strerror or type(error).__name__}{where}."
    return "Something went wrong in the program. The details are in the log: Help > Show the log."
