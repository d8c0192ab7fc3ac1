"""The networks from which data can be simulated: the one that is open, the bundled ones, one from a file."""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from elcs_gui.data.examples import examples
from elcs_gui.data.network import Network
from elcs_gui.data.network_files import read_network
from elcs_gui.data.simulation import node_names
from elcs_gui.errors import ElcsError


@dataclass(frozen=True, eq=False)
class Choice:
    """One of them; `load` reads it, and may take a while where it is a file."""

    name: str
    load: Callable[[], Network]
    target: str | None = None
    """What to look at first in the data."""
    from_file: bool = False
    is_open: bool = False

    @property
    def shown(self) -> str:
        """What the list says of it."""
        return f"{self.name} (open now)" if self.is_open else self.name


def open_choice(network: Network | None, target: str | None) -> Choice | None:
    """The network that is open, if it can be sampled."""
    if network is None or network.tables is None:
        return None
    return Choice(network.name, lambda: network, target, is_open=True)


def bundled_choices() -> list[Choice]:
    """The examples whose networks have tables."""
    return [
        Choice(example.title, example.load_network, example.target) for example in examples() if example.rows
    ]


def file_choice(path: Path) -> Choice:
    """A network in a file."""
    return Choice(path.name, lambda: read_network(path), from_file=True)


def described(network: Network) -> str:
    """What a network is, in a line."""
    if network.tables is None:
        return (
            f"{network.name} is a graph without probability tables: only a network that has them "
            "(BIF, XMLBIF, XDSL, NET) can be sampled."
        )
    variables = f"{len(network.nodes):,} variable{'s' * (len(network.nodes) != 1)}"
    arrows = f"{len(network.edges):,} arrow{'s' * (len(network.edges) != 1)}"
    most = max(len(parents) for parents in network.parents)
    return f"{variables}, {arrows}, at most {most} cause{'s' * (most != 1)}"


def still_hidden(network: Network, hidden: Sequence[str], before: int, after: int) -> set[str]:
    """What stays hidden when there are more copies or fewer; hidden in the only one means hidden in all."""
    size, names = len(network.nodes), node_names(network, after)
    places = [place for place, name in enumerate(node_names(network, before)) if name in set(hidden)]
    if before == after or (before > 1 and after > 1):
        return {names[place] for place in places if place < len(names)}
    in_one = {place % size for place in places}
    return {name for place, name in enumerate(names) if place % size in in_one}


def load_aside(choice: Choice, then: Callable[[Network | str], None]) -> None:
    """Read a network while the window goes on; `then`, in another thread, gets it or the reason why not."""

    def work() -> None:
        try:
            result: Network | str = choice.load()
        except ElcsError as error:
            result = str(error)
        then(result)

    threading.Thread(target=work, name="network", daemon=True).start()
