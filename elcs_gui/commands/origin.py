"""Where the answers of a command's run come from, for the trace to tell."""

from __future__ import annotations

import argparse

from elcs_gui.commands.source import Source
from elcs_gui.data.file_names import shown_name
from elcs_gui.data.fingerprint import fingerprint
from elcs_gui.trace.trace import Origin, read_as


def origin_of(source: Source, args: argparse.Namespace) -> Origin:
    """The file or example that the arguments name, with the fingerprint of what was read from it."""
    print_of_data = "" if source.data is None else fingerprint(source.data)
    if args.example is not None:
        return Origin("example", args.example, print_of_data)
    if source.data is None:
        return Origin("network", shown_name(args.network.name))
    return Origin("table", shown_name(args.data.name), print_of_data, read_as(source.plan))
