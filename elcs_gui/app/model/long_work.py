"""Where long work is done, on this computer or by the cluster that the settings name; and how much memory it
may take to read large data."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:  # the start page does not wait for the engine
    from elcs_gui.app.model.child_process import ChildProcess
    from elcs_gui.app.model.settings import Settings
    from elcs_gui.parallel.cluster import Scheduler


def scheduler_of(settings: Settings) -> Scheduler | None:
    """The cluster; None where none is named."""
    address, *files = (str(settings.get(id)) for id in ("scheduler", "tls-ca", "tls-cert", "tls-key"))
    if not address:
        return None
    from elcs_gui.parallel.cluster import Scheduler

    return Scheduler(address, *(file or None for file in files))


def limit_memory(amount: str, worker: ChildProcess) -> None:
    """Have the worker, and others that start, read in so much memory, as in 2GB; nothing: as usual."""
    from elcs_gui.data.tables.engine import use_memory

    use_memory(amount)
    if worker.pid is not None:
        from elcs_gui.worker.messages import UseMemory

        worker.send(UseMemory(amount))
