"""Cycles among the arrows of a result, and the blankets that they come from.

No graph of causes has one, but each blanket is learnt by itself: where verdicts are wrong, the arrows of
several may close a cycle.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from elcs_gui.data.structures.cycles import shortest_cycles
from elcs_gui.trace.events import Members
from elcs_gui.trace.explain import Names, enumerated
from elcs_gui.trace.metrics import outcome_so_far
from elcs_gui.trace.outcome import Edge, Outcome, Pair, edges_of, pair
from elcs_gui.trace.rules import RULES, of_graph
from elcs_gui.trace.timeline import timeline_of
from elcs_gui.trace.trace import Trace


@dataclass(frozen=True)
class Cycle:
    """Arrows that lead back to where they begin.

    Attributes:
        way: the variables along it, from the lowest column on.
        blankets: those whose blankets brought its edges in, of an arrow in several the first that was learnt;
            none of a graph that was learnt as a whole.
        rules: those of the graph that gave some of its edges their direction.
    """

    way: Members
    blankets: Members
    rules: tuple[str, ...]

    @property
    def edges(self) -> tuple[Pair, ...]:
        """Its edges, the lower column of each first."""
        return tuple(pair(*arrow) for arrow in zip(self.way, (*self.way[1:], self.way[0]), strict=True))


def cycles_of(outcome: Outcome) -> tuple[Cycle, ...]:
    """One cycle, the shortest, of each part of the graph in which arrows run in a circle."""
    graph = outcome.graph
    ways = shortest_cycles([(edge.tail, edge.head) for edge in graph.values() if edge.rule])
    return tuple(_cycle(outcome, graph, way) for way in ways)


def cycles_at(trace: Trace, step: int) -> tuple[Cycle, ...]:
    """Those of what is known after so many steps; the same as long as no fact comes in between."""
    facts = int(np.searchsorted(trace.fact_steps, step))
    kept = trace.derived.get(_DERIVED)
    if kept is None or kept[0] != facts:
        outcome = outcome_so_far(timeline_of(trace).view(step), trace.header.target)
        kept = trace.derived[_DERIVED] = (facts, cycles_of(outcome))
    found: tuple[Cycle, ...] = kept[1]
    return found


_DERIVED = "cycles"


def cycle_sentence(cycle: Cycle, names: Names) -> str:
    """The arrows of a cycle, and where they come from."""
    way = " → ".join(names[x] for x in (*cycle.way, cycle.way[0]))
    of = [names[x] for x in cycle.blankets]
    blankets = f", from the blanket{'s' * (len(of) > 1)} of {enumerated(of)}" if of else ""
    rules = f", by {enumerated([RULES[rule].title for rule in cycle.rules])}" if cycle.rules else ""
    return f"Arrows run in a cycle, {way}{blankets}{rules}."


def _cycle(outcome: Outcome, graph: Mapping[Pair, Edge], way: Members) -> Cycle:
    arrows = list(zip(way, (*way[1:], way[0]), strict=True))
    learnt = [] if outcome.whole else [(found.target, list(edges_of(found))) for found in outcome.blankets]
    blankets = []
    for arrow in arrows:
        edge_in = [target for target, edges in learnt if any(_joins(edge, arrow) for edge in edges)]
        arrow_in = [target for target, edges in learnt if any(_is(edge, arrow) for edge in edges)]
        blankets += [*arrow_in, *edge_in][:1]
    rules = dict.fromkeys(graph[pair(*arrow)].rule for arrow in arrows)
    return Cycle(way, tuple(sorted(set(blankets))), tuple(sorted(rule for rule in rules if of_graph(rule))))


def _joins(edge: Edge, arrow: tuple[int, int]) -> bool:
    return {edge.tail, edge.head} == {*arrow}


def _is(edge: Edge, arrow: tuple[int, int]) -> bool:
    return bool(edge.rule) and (edge.tail, edge.head) == arrow
