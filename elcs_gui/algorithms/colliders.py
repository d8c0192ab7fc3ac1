"""Unshielded colliders: A → B ← C, where A and C are apart and B is not in what separates them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import combinations

from elcs_gui.algorithms.local_graph import LocalGraph
from elcs_gui.trace.events import Members
from elcs_gui.trace.rules import COLLIDER

Separator = Callable[[int, int], Members | None]
"""(a, c) -> what separated c from a in the search of a; None if nothing did."""


def orient_colliders(
    graph: LocalGraph,
    learnt: Sequence[int],
    separator: Separator,
    seen: set[tuple[int, int, int]],
    *,
    at: str,
    cautious: bool = False,
) -> None:
    """Those among the variables whose neighbours are learnt, in the order in which they were.

    Args:
        seen: the triples A, B, C looked at before; the new ones are added.
        cautious: an arrow that leaves B is told as a contradiction, and then the other edge stays as it is.
    """
    for middle in learnt:
        near = set(graph.neighbours(middle))
        around = [x for x in learnt if x in near]
        for a, c in combinations(around, 2):
            if (a, middle, c) in seen or not graph.apart(a, c):
                continue
            seen.add((a, middle, c))
            found = separator(a, c)
            if found is None or middle in found:
                continue
            ends = [end for end in (a, c) if graph.points(middle, end)] if cautious else []
            for end in ends or (a, c):
                (other,) = {a, c} - {end}
                graph.orient(end, middle, COLLIDER, (other,), at)
