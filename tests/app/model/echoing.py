"""A process that gives back what it gets: light to import, for whoever starts it waits for that."""

from __future__ import annotations

import os
import signal
from multiprocessing.connection import Connection

from elcs_gui.worker.messages import Stop


def echo(pipe: Connection) -> None:
    """Gives back what it gets, and dies of "die"."""
    while not isinstance(said := pipe.recv(), Stop):
        if said == "die":
            os.kill(os.getpid(), signal.SIGTERM)
        pipe.send(said)
