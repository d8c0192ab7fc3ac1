"""What is known to be true of the variables that are open: a network beside them, matched by name."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property

from elcs_gui.ci.oracle import Oracle
from elcs_gui.data.matching import columns_first
from elcs_gui.data.network import Network
from elcs_gui.errors import ElcsError
from elcs_gui.trace.knowledge import Knowledge
from elcs_gui.trace.metrics import Truth, truth_for


class TrueNetwork:
    """A network and the variables it is to be the truth about.

    Attributes:
        problem: why it is not, in one sentence: variables that the network does not know; empty if it is.
        network: the same graph, its nodes numbered as the variables are, hidden ones behind.
    """

    def __init__(self, known: Network, names: Sequence[str]) -> None:
        self.known, self.names = known, names
        self.problem = ""
        self._about: dict[Knowledge, list[Truth]] = {}
        try:
            self.network = columns_first(known, names)
        except ElcsError as error:
            self.problem = str(error)

    @cached_property
    def oracle(self) -> Oracle:
        """d-separation; paths through hidden nodes count."""
        return Oracle(self.network)

    @cached_property
    def edges(self) -> frozenset[tuple[int, int]]:
        """The arrows between variables."""
        count = len(self.names)
        return frozenset(edge for edge in self.network.edges if max(edge) < count)

    def about(self, knowledge: Knowledge = Knowledge.none) -> list[Truth]:
        """Parents, children and spouses of every variable, and what this knowledge lets one identify."""
        if knowledge not in self._about:
            self._about[knowledge] = truth_for(self.network, self.names, knowledge)
        return self._about[knowledge]


def matched(network: Network, names: tuple[str, ...], known: TrueNetwork | None) -> TrueNetwork:
    """A network beside these variables; what is known already, if it is about the same."""
    if known is not None and known.known is network and known.names == names:
        return known
    return TrueNetwork(network, names)
