"""The bundled examples: a network, a target, and what to ask; declared in `resources/examples.json`."""

import json
from dataclasses import dataclass
from functools import cache

from elcs_gui.data.dataset import Dataset
from elcs_gui.data.names import did_you_mean
from elcs_gui.data.network import Network
from elcs_gui.data.network_files import read_network
from elcs_gui.data.sampling import sample
from elcs_gui.errors import DataError, quoted
from elcs_gui.packaged import packaged


@dataclass(frozen=True)
class Example:
    """One bundled example. `test` is what it is asked by; data are sampled when loaded."""

    id: str
    title: str
    sentence: str
    """What there is to see, in plain words."""
    network: str
    """The packaged file of the network, as `networks/alarm.bif`."""
    target: str
    test: str
    rows: int = 0
    """Rows to sample; 0 where the network has a graph only, for the oracle."""
    seed: int = 0
    k: int | None = 3
    """The largest conditioning set with which there is something to see; None for any size."""
    algorithm: str | None = None
    """With which there is something to see; None for the program's default."""
    require: tuple[str, ...] = ()
    """What is known beforehand, as in "A -> B"."""
    start: bool = True
    """Does it have a card on the start page?"""

    def load_network(self) -> Network:
        """The true network."""
        return read_network(packaged(*self.network.split("/")))

    def load_data(self) -> Dataset | None:
        """The data, the same on every call; None if there is only a graph."""
        return sample(self.load_network(), self.rows, self.seed) if self.rows else None


@cache
def examples() -> tuple[Example, ...]:
    """All bundled examples, in the order in which they are offered."""
    declared = json.loads(packaged("examples.json").read_text(encoding="utf-8"))
    return tuple(Example(**fields | {"require": tuple(fields.get("require", ()))}) for fields in declared)


def find_example(id: str) -> Example:
    """The example called `id`, or a DataError that suggests the nearest, or else lists all."""
    known = {example.id: example for example in examples()}
    if id not in known:
        raise DataError(f"There is no example {quoted(id)}. {did_you_mean(id, [*known])}")
    return known[id]
