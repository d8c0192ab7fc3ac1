"""Where the answers of a run in the window came from, for what is exported to tell."""

from __future__ import annotations

from copy import copy
from dataclasses import replace
from typing import TYPE_CHECKING

from elcs_gui.ci.choosing import kind_for
from elcs_gui.data.plan import ImportPlan
from elcs_gui.storage.session_file import known_fingerprint
from elcs_gui.trace.trace import Header, Origin, Trace, read_as

if TYPE_CHECKING:
    from elcs_gui.app.messages import Opened


def origin_of(source: Opened, header: Header) -> Origin:
    """The file or example that is open, with the fingerprint of its data."""
    asks_data = source.data is not None and header.test != "oracle"
    digits = known_fingerprint(source.data) if asks_data and source.data is not None else ""
    if source.example is not None:
        return Origin("example", source.example, digits)
    file = source.data_file if asks_data else source.network_file
    name = source.title if file is None else file.name
    if not asks_data:
        return Origin("network", name)
    return Origin("table", name, digits, read_as(source.plan or ImportPlan(others=kind_for(header.test))))


def told(trace: Trace, source: Opened | None) -> Trace:
    """The same trace, whose header tells where it came from, if that is known."""
    if source is None or trace.header.origin is not None:
        return trace
    made = copy(trace)  # all but the header is shared: such a trace is for reading
    made.header = replace(trace.header, origin=origin_of(source, trace.header))
    return made
