"""Which arrows of a known DAG its independences can orient.

Graphs with the same independences have the same edges and the same *V-structures* (a → c ← b where a and b
are not adjacent). An arrow that points the same way in all of them is *compelled*, the others are
*reversible*; the graph in which only the compelled arrows have a direction is the CPDAG. What is known
beforehand orients more, and Meek's four rules find all that follows (C. Meek, Causal inference and causal
explanation with background knowledge, UAI 1995). As the DAG is known, the rules need not find directions,
only tell which of the true ones follow.
"""

from __future__ import annotations

from collections.abc import Iterable

from elcs_gui.data.network import Network

Arrow = tuple[int, int]


def compelled_arrows(network: Network, known: Iterable[Arrow] = ()) -> frozenset[Arrow]:
    """The arrows (parent, child) that point the same way in every DAG with the same independences.

    Args:
        known: arrows that are known beforehand; those that the network does not have are left out.

    Every node counts as measured. Where some are hidden, what is reversible here is so all the more.
    """
    return _Closure(network, known).arrows()


class _Closure:
    """The compelled arrows so far; the others are edges without a direction."""

    def __init__(self, network: Network, known: Iterable[Arrow]) -> None:
        self._true = network.edges
        nodes = range(len(network.nodes))
        self._adjacent = [{*network.parents[node], *network.children(node)} for node in nodes]
        self._parents: list[set[int]] = [set() for _ in nodes]
        """By node, those with a compelled arrow into it."""
        self._children: list[set[int]] = [set() for _ in nodes]
        given = set(known)
        for tail, head in self._true:
            if (tail, head) in given or any(
                other != tail and other not in self._adjacent[tail] for other in network.parents[head]
            ):
                self._compel(tail, head)

    def arrows(self) -> frozenset[Arrow]:
        """All of them, once no rule adds any."""
        open_ones = [arrow for arrow in self._true if not self._directed(*arrow)]
        more = True
        while more:
            more = False
            for tail, head in open_ones:
                if self._follows(tail, head):
                    self._compel(tail, head)
                    more = True
            open_ones = [arrow for arrow in open_ones if not self._directed(*arrow)]
        return frozenset(arrow for arrow in self._true if self._directed(*arrow))

    def _follows(self, a: int, b: int) -> bool:
        """Does one of Meek's rules make a → b of the edge a — b?"""
        into_a, into_b = self._parents[a], self._parents[b]
        if any(c not in self._adjacent[b] for c in into_a):  # R1: c → a — b would be a V-structure
            return True
        if self._children[a] & into_b:  # R2: a → c → b would be a cycle
            return True
        beside = {c for c in into_b & self._adjacent[a] if not self._directed(a, c) and c not in into_a}
        if any(d not in self._adjacent[c] for c in beside for d in beside if c < d):  # R3: a — c → b ← d — a
            return True
        # R4: a — d → c → b, with a and c adjacent but d and b not
        return any(
            d not in self._adjacent[b] and d not in into_a and not self._directed(a, d)
            for c in into_b & self._adjacent[a]
            for d in self._parents[c] & self._adjacent[a]
        )

    def _compel(self, tail: int, head: int) -> None:
        self._parents[head].add(tail)
        self._children[tail].add(head)

    def _directed(self, tail: int, head: int) -> bool:
        return tail in self._parents[head]
