"""Where long work is done: on this computer, or by the cluster that the settings name."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:  # the start page does not wait for the engine
    from elcs_gui.app.model.settings import Settings
    from elcs_gui.parallel.cluster import Scheduler


def scheduler_of(settings: Settings) -> Scheduler | None:
    """The cluster; None where none is named."""
    address, *files = (str(settings.get(id)) for id in ("scheduler", "tls-ca", "tls-cert", "tls-key"))
    if not address:
        return None
    from elcs_gui.parallel.cluster import Scheduler

    return Scheduler(address, *(file or None for file in files))
