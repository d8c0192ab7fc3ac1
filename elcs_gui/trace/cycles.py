"""Cycles among the arrows of a result, and the blankets that they come from.

No graph of causes has one, but each blanket is learnt by itself: where verdicts are wrong, the arrows of
several may close a cycle.
"""

from __future__ import annotations

from dataclasses import dataclass

from elcs_gui.data.structures.cycles import shortest_cycles
from elcs_gui.trace.events import Members
from elcs_gui.trace.outcome import Outcome, Pair, edges_of, pair


@dataclass(frozen=True)
class Cycle:
    """Arrows that lead back to where they begin.

    Attributes:
        way: the variables along it, from the lowest column on.
        blankets: those whose blankets brought its arrows in, of an arrow in several the first learnt; none of
            a graph that was learnt as a whole.
    """

    way: Members
    blankets: Members

    @property
    def edges(self) -> tuple[Pair, ...]:
        """Its edges, the lower column of each first."""
        return tuple(pair(*arrow) for arrow in zip(self.way, (*self.way[1:], self.way[0]), strict=True))


def cycles_of(outcome: Outcome) -> tuple[Cycle, ...]:
    """One cycle, the shortest, of each part of the graph in which arrows run in a circle."""
    ways = shortest_cycles([(edge.tail, edge.head) for edge in outcome.graph.values() if edge.rule])
    found_in: dict[tuple[int, int], int] = {}
    for blanket in () if outcome.whole or not ways else outcome.blankets:
        for edge in edges_of(blanket):
            if edge.rule:
                found_in.setdefault((edge.tail, edge.head), blanket.target)
    return tuple(
        Cycle(
            way,
            tuple(
                sorted(
                    {
                        found_in[arrow]
                        for arrow in zip(way, (*way[1:], way[0]), strict=True)
                        if arrow in found_in
                    }
                )
            ),
        )
        for way in ways
    )
