"""What a run is about: data, a known network, or both, from files or from a bundled example."""

from __future__ import annotations

import argparse
from dataclasses import dataclass
from pathlib import Path

from elcs_gui.ci.choosing import kind_for
from elcs_gui.data.dataset import Dataset
from elcs_gui.data.names import position
from elcs_gui.data.network import Network
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
    from elcs_gui.data.readers import ImportPlan, Kind, read_table

    network = None if args.network is None else read_network(args.network)
    test = args.test or ("g2" if args.data is not None else "oracle")
    data = None
    if args.data is not None and test != "oracle":
        plan = ImportPlan(part=args.array, others=kind_for(test)).with_kinds(Kind.IGNORE, args.ignore)
        data = read_table(args.data, plan)
    elif network is None:
        raise ElcsError("The oracle answers from a known network: name one with --network.")
    path: Path = args.network if data is None else args.data
    return Source(path.name, data, network, test)


def _example(args: argparse.Namespace) -> Source:
    from elcs_gui.data.examples import find_example

    example = find_example(args.example)
    test = args.test or example.test
    data = None if test == "oracle" else example.load_data()
    if data is None and test != "oracle":
        raise ElcsError(f"The example {example.id} has no data, only a graph: ask it with --test oracle.")
    return Source(example.title, data, example.load_network(), test, example.target, example.k)
