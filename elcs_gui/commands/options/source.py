"""Reads what a command is about: data, a known network, or both, from files or from a bundled example."""

from __future__ import annotations

import argparse

from elcs_gui.ci.registry import Needs, asks_network, usual
from elcs_gui.commands.options.import_options import read_data
from elcs_gui.data.files import shown_name
from elcs_gui.data.tables.address import title_of
from elcs_gui.errors import ElcsError
from elcs_gui.storage.study import Study


def read_source(args: argparse.Namespace) -> Study:
    """What the arguments that name a source say (`elcs_gui.commands.options.arguments.add_source`)."""
    if args.example is not None:
        example = Study.of_example(args.example, args.test, instead="ask it with --test oracle")
        return example.without(args.ignore)
    from elcs_gui.data.network_files import read_network

    network = None if args.network is None else read_network(args.network)
    if args.data is not None and not asks_network(args.test):
        data, plan = read_data(args)
        return Study(
            shown_name(title_of(args.data)), data, network, args.test or usual(Needs.of(data)).id, plan=plan
        )
    if network is None:
        raise ElcsError("The oracle answers from a known network: name one with --network.")
    title = shown_name(title_of(args.network))
    known = Study(title, None, network, args.test or usual(Needs.NETWORK).id)
    return known.without(args.ignore)
