"""Where the processes of a window begin: light to import, so that whoever starts one loads no engine."""

from __future__ import annotations

import signal
from collections.abc import Callable
from multiprocessing.connection import Connection

from elcs_gui.worker.program_log import LogFile


def begin(main: Callable[[Connection], None], pipe: Connection, log: LogFile | None) -> None:
    """Do `main` in this process, and keep a log of it."""
    # Ctrl-C in a terminal reaches all processes of a program; the window alone decides what becomes of it.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if log is not None:
        log.keep()
    main(pipe)
    if log is not None:
        log.end()


def work(pipe: Connection) -> None:
    """Be the worker at the other end of the pipe."""
    from elcs_gui.worker.serve import main

    main(pipe)
