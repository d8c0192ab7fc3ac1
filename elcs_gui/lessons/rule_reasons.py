"""Why another rule does not give an arrow its direction: a reason that is true of what is known at the step.

Only such rules are offered as wrong answers. Where nothing tells whether a rule would do as well, there is no
reason, and it is not offered.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from itertools import combinations, permutations

from elcs_gui.proof.argument import Argument
from elcs_gui.trace.outcome import Blanket, Edge, Pair, pair
from elcs_gui.trace.rules import LEMMA_1A, LEMMA_1B, N_STRUCTURE, R1, R2, R3, R4, RULES, SPOUSE, propagates
from elcs_gui.trace.timeline import timeline_of
from elcs_gui.trace.trace import Trace

_EFFECTS = (SPOUSE, N_STRUCTURE, LEMMA_1B)
"""Rules about one blanket whose arrows leave its target."""


def why_not(trace: Trace, step: int, argument: Argument, rule: str) -> str:
    """Why the rule does not show the arrow of `argument` after `step` events; empty if that is not known."""
    view = timeline_of(trace).view(step)
    names, (tail, head) = trace.header.names, argument.edge
    if propagates(rule):
        if not propagates(argument.rule) and not view.edges:
            return "Meek rules read the local graph, which has no arrows yet."
        return _meek(rule, tail, head, view.edges, names)
    if rule not in (*_EFFECTS, LEMMA_1A) or RULES[argument.rule].of_graph:
        return ""
    owner = view.current
    blanket = None if owner is None else view.blankets[owner]
    if blanket is None or owner not in (tail, head):
        return ""
    if rule == LEMMA_1A:
        return f"Lemma 1a finds causes: its arrow would point to {names[tail]}." if tail == owner else ""
    if head == owner:
        title = RULES[rule].title
        start = "An" if title.startswith("N") else "A"
        said = title if rule == LEMMA_1B else f"{start} {title}"
        return f"{said} shows effects: its arrow would leave {names[head]}."
    return _of_effect(rule, head, blanket, names)


def _of_effect(rule: str, x: int, blanket: Blanket, names: tuple[str, ...]) -> str:
    """Why a rule does not show that the target points to x."""
    target = names[blanket.target]
    if rule == SPOUSE and not blanket.spouses.get(x):
        return f"A V-structure needs a spouse through {names[x]}, and {target} has none."
    if rule == N_STRUCTURE:
        through = blanket.candidate_spouses.get(x, ())
        others = {c for child, cs in blanket.spouses.items() if child != x for c in cs}
        if not through:
            return f"An N-structure needs a candidate through {names[x]}, and there was none."
        if not others & {*through}:
            return (
                f"An N-structure needs a candidate through {names[x]} that is a spouse of {target} through "
                "another neighbour, and there is none."
            )
    if rule == LEMMA_1B and not blanket.parents:
        return f"Lemma 1b needs a known cause of {target}, and there is none yet."
    return ""


@dataclass(frozen=True)
class _Graph:
    """The local graph, asked about as the rules ask. What is apart is taken for so where no edge is."""

    edges: Mapping[Pair, Edge]

    def points(self, x: int, y: int) -> bool:
        found = self.edges.get(pair(x, y))
        return found is not None and bool(found.rule) and (found.tail, found.head) == (x, y)

    def linked(self, x: int, y: int) -> bool:
        return pair(x, y) in self.edges

    def others(self, tail: int, head: int) -> list[int]:
        return sorted({x for ends in self.edges for x in ends} - {tail, head})


def _meek(rule: str, tail: int, head: int, edges: Mapping[Pair, Edge], names: tuple[str, ...]) -> str:
    """Why a Meek rule does not find tail → head in the graph; empty where its pattern is there."""
    is_there, needs = _MEEK[rule]
    if is_there(_Graph(edges), tail, head):
        return ""
    return f"{RULES[rule].title} needs {needs.format(a=names[tail], b=names[head])}"


def _r1(graph: _Graph, tail: int, head: int) -> bool:
    return any(graph.points(c, tail) and not graph.linked(c, head) for c in graph.others(tail, head))


def _r2(graph: _Graph, tail: int, head: int) -> bool:
    return any(graph.points(tail, c) and graph.points(c, head) for c in graph.others(tail, head))


def _r3(graph: _Graph, tail: int, head: int) -> bool:
    into = [c for c in graph.others(tail, head) if graph.points(c, head) and graph.linked(tail, c)]
    return any(not graph.linked(c, d) for c, d in combinations(into, 2))


def _r4(graph: _Graph, tail: int, head: int) -> bool:
    return any(
        graph.points(d, c)
        and graph.points(c, head)
        and graph.linked(tail, d)
        and graph.linked(tail, c)
        and not graph.linked(d, head)
        for c, d in permutations(graph.others(tail, head), 2)
    )


_MEEK: dict[str, tuple[Callable[[_Graph, int, int], bool], str]] = {
    R1: (_r1, "an arrow into {a} from what is not linked with {b}, and there is none."),
    R2: (_r2, "arrows that lead from {a} to {b} in two steps, and there are none."),
    R3: (_r3, "two arrows into {b} from neighbours of {a} that are not linked: there are none."),
    R4: (_r4, "two arrows in a row that lead to {b} from a neighbour of {a}, and there are none."),
}
"""By rule: is its pattern there, as far as links go, for an arrow a → b; and what it needs."""
