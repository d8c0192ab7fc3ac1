"""The Meek rules R1-R3 on a local graph (Meek 1995; line 13 of ELCS).

    R1   a → b — c,  a and c apart                          ⇒  b → c     (else a → b ← c was a V-structure)
    R2   a → b → c,  a — c                                  ⇒  a → c     (else a cycle)
    R3   a — b,  a — c → b,  a — d → b,  c and d apart      ⇒  a → b     (else a cycle or a V-structure)

"Apart" means known not to be adjacent; without that, the rules would orient from ignorance.
"""

from __future__ import annotations

from itertools import combinations

from elcs_gui.algorithms.local_graph import LocalGraph
from elcs_gui.trace.events import Set

R1, R2, R3 = "meek-r1", "meek-r2", "meek-r3"
_LINES = {R1: "Meek:4", R2: "Meek:5", R3: "Meek:6"}


def apply_meek_rules(graph: LocalGraph) -> None:
    """Pass over the undirected edges in column order, each in both directions, until nothing changes."""
    changed = True
    while changed:
        changed = False
        for low, high in graph.undirected():
            for tail, head in ((low, high), (high, low)):
                found = _rule_for(graph, tail, head)
                if found is not None:
                    rule, because = found
                    graph.orient(tail, head, rule, because, _LINES[rule])
                    changed = True
                    break


def _rule_for(graph: LocalGraph, tail: int, head: int) -> tuple[str, Set] | None:
    """The first rule that makes tail — head an arrow, with the other variables it rests on.

    Where several would serve, the last in column order is cited: it is the one the paper names in its trace
    of Fig. 4 (X → Y, where F → Y would do as well).
    """
    around_tail = graph.neighbours(tail)
    if a := [a for a in around_tail if graph.points(a, tail) and graph.apart(a, head)]:
        return R1, (a[-1],)
    if b := [b for b in around_tail if graph.points(tail, b) and graph.points(b, head)]:
        return R2, (b[-1],)
    into_head = [c for c in around_tail if graph.is_undirected(tail, c) and graph.points(c, head)]
    if pairs := [(c, d) for c, d in combinations(into_head, 2) if graph.apart(c, d)]:
        return R3, pairs[-1]
    return None
