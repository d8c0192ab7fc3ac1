"""Where the worker's process begins: light to import, so that whoever starts it need not load the engine."""

from __future__ import annotations

from multiprocessing.connection import Connection


def work(pipe: Connection) -> None:
    """Be the worker at the other end of the pipe."""
    from elcs_gui.app.worker import main

    main(pipe)
