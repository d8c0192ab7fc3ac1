"""What a run is about: data, a known network, or both, from files or from a bundled example."""

from __future__ import annotations

import argparse
from dataclasses import dataclass

from elcs_gui.ci.choosing import usual_test
from elcs_gui.commands.import_options import read_data
from elcs_gui.data.dataset import Dataset
from elcs_gui.data.file_names import shown_name
from elcs_gui.data.names import position
from elcs_gui.data.network import Network
from elcs_gui.data.plan import ImportPlan
from elcs_gui.errors import ElcsError


@dataclass(frozen=True, eq=False)
class Source:
    """Data or network (or both: then the network is the truth), and how they are to be tested."""

    title: str
    data: Dataset | None
    network: Network | None
    test: str
    target: str | None = None
    """The example's own target, for when none is named."""
    k: int | None = 3
    """The example's own largest conditioning set, likewise."""
    plan: ImportPlan | None = None
    """How a data file was read."""

    @property
    def names(self) -> tuple[str, ...]:
        """The variables: those of the data where there are data."""
        if self.data is not None and self.test != "oracle":
            return self.data.columns
        assert self.network is not None
        return self.network.nodes

    @property
    def rows(self) -> int | None:
        """How many rows the test sees; None for the oracle."""
        return None if self.data is None or self.test == "oracle" else self.data.rows

    def index(self, name: str) -> int:
        """The variable called `name`."""
        return position(name, self.names, self.title)


def read_source(args: argparse.Namespace) -> Source:
    """What the arguments that name a source say (`elcs_gui.commands.arguments.add_source`)."""
    if args.example is not None:
        return _example(args)
    from elcs_gui.data.network_files import read_network

    network = None if args.network is None else read_network(args.network)
    if args.data is not None and args.test != "oracle":
        data, plan = read_data(args)
        return Source(shown_name(args.data.name), data, network, args.test or usual_test(data), plan=plan)
    if network is None:
        raise ElcsError("The oracle answers from a known network: name one with --network.")
    return Source(shown_name(args.network.name), None, network, "oracle")


def _example(args: argparse.Namespace) -> Source:
    from elcs_gui.data.examples import find_example

    example = find_example(args.example)
    test = args.test or example.test
    data = None if test == "oracle" else example.load_data()
    if data is None and test != "oracle":
        raise ElcsError(f"The example {example.id} has no data, only a graph: ask it with --test oracle.")
    return Source(example.title, data, example.load_network(), test, example.target, example.k)
