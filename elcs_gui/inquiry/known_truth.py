"""What is known to be true beside data: the neighbours of a target, and d-separation between the columns."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from elcs_gui.ci.oracle import Oracle
from elcs_gui.ci.questions import Question
from elcs_gui.data.network import Network, columns_first
from elcs_gui.errors import ElcsError
from elcs_gui.trace.knowledge import Knowledge
from elcs_gui.trace.metrics import Truth, truth_for
from elcs_gui.trace.outcome import Outcome

REVERSED, MISSING, EXTRA, UNDIRECTED = "reversed", "missing", "extra", "undirected"

Faults = dict[int, str]
"""By the other variable, in column order: what is wrong there (REVERSED, MISSING, EXTRA or UNDIRECTED)."""


@dataclass(frozen=True, eq=False)
class KnownTruth:
    """The truth about one target, in column numbers.

    Nodes of the network that are no column are hidden variables: they are never asked about, but the paths
    through them count. A column that the network does not know is an error (`truth_for` names it).
    """

    target: int
    about: Truth
    oracle: Oracle

    @classmethod
    def of(
        cls, network: Network, columns: tuple[str, ...], target: int, knowledge: Knowledge = Knowledge.none
    ) -> KnownTruth:
        """The network's truth for data with these columns; `knowledge` may identify what tests cannot."""
        about = truth_for(network, columns, knowledge)[target]
        return cls(target, about, Oracle(columns_first(network, columns)))

    def independent(self, question: Question) -> bool:
        """Is it true that x and y are independent given z?"""
        return self.oracle.separated(*question)

    def edge_faults(self, outcome: Outcome) -> Faults:
        """What is wrong with the edges at the target, as the SHD counts it."""
        parents, children = set(outcome.parents), set(outcome.children)
        found = parents | children | set(outcome.undetermined)
        true = self.about.parents | self.about.children
        faults = {}
        for x in sorted(found | true):
            if x not in found:
                faults[x] = MISSING
            elif x not in true:
                faults[x] = EXTRA
            elif x in outcome.undetermined:
                faults[x] = UNDIRECTED
            elif (x in parents) != (x in self.about.parents):
                faults[x] = REVERSED
        return faults

    def spouse_faults(self, outcome: Outcome) -> Faults:
        """Spouses of the target that were missed or invented.

        One that is a neighbour as well, or was taken for one, is a matter of `edge_faults`.
        """
        neighbours = self.about.parents | self.about.children
        true = self.about.spouses - neighbours
        found = set(outcome.blanket.all_spouses)
        missed = true - set(outcome.blanket.members)
        return {x: MISSING if x in missed else EXTRA for x in sorted(missed | (found - true - neighbours))}

    def arrow(self, x: int) -> tuple[int, int]:
        """The true arrow between the target and one of its true neighbours: tail, head."""
        return (x, self.target) if x in self.about.parents else (self.target, x)


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
