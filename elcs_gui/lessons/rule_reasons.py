"""Why another rule does not give an arrow its direction: a reason that is true of what is known at the step.

Only such rules are offered as wrong answers. Where nothing tells whether a rule would do as well, there is no
reason, and it is not offered.
"""

from __future__ import annotations

from collections.abc import Mapping
from itertools import combinations

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


def _meek(rule: str, tail: int, head: int, edges: Mapping[Pair, Edge], names: tuple[str, ...]) -> str:
    """Why a Meek rule does not find tail → head in the graph; empty where its pattern is there."""
    if _matches(rule, tail, head, edges):
        return ""
    title, a, b = RULES[rule].title, names[tail], names[head]
    if rule == R1:
        return f"{title} needs an arrow into {a} from what is not linked with {b}, and there is none."
    if rule == R2:
        return f"{title} needs arrows that lead from {a} to {b} in two steps, and there are none."
    if rule == R3:
        return (
            f"{title} needs two arrows into {b} from neighbours of {a} that are not linked: there are none."
        )
    return f"{title} needs two arrows in a row that lead to {b} from a neighbour of {a}, and there are none."


def _matches(rule: str, tail: int, head: int, edges: Mapping[Pair, Edge]) -> bool:
    """Is the pattern there, as far as links go? What is apart is taken for so where no edge is."""

    def points(x: int, y: int) -> bool:
        found = edges.get(pair(x, y))
        return found is not None and bool(found.rule) and (found.tail, found.head) == (x, y)

    def linked(x: int, y: int) -> bool:
        return pair(x, y) in edges

    others = sorted({x for ends in edges for x in ends} - {tail, head})
    if rule == R1:
        return any(points(c, tail) and not linked(c, head) for c in others)
    if rule == R2:
        return any(points(tail, c) and points(c, head) for c in others)
    if rule == R3:
        into = [c for c in others if points(c, head) and linked(tail, c)]
        return any(not linked(c, d) for c, d in combinations(into, 2))
    assert rule == R4
    return any(
        points(d, c) and points(c, head) and linked(tail, d) and linked(tail, c) and not linked(d, head)
        for c in others
        for d in others
        if c != d
    )
