"""The Meek rules R1-R3, and R4 with background knowledge, on a local graph (Meek 1995; line 13 of ELCS).

    R1   a → b — c,  a and c apart                          ⇒  b → c     (else a → b ← c was a V-structure)
    R2   a → b → c,  a — c                                  ⇒  a → c     (else a cycle)
    R3   a — b,  a — c → b,  a — d → b,  c and d apart      ⇒  a → b     (else a cycle or a V-structure)
    R4   a — b,  a — d → c → b,  a — c,  d and b apart      ⇒  a → b     (else b → a → d → c → b, a cycle)

In R4, a and c need only be joined. Without knowledge the others leave nothing for it to do: it is not tried.
"Apart" means known not to be adjacent; without that, the rules would orient from ignorance.
"""

from __future__ import annotations

from collections.abc import Collection
from itertools import combinations

from elcs_gui.algorithms.local_graph import LocalGraph
from elcs_gui.trace.events import Members
from elcs_gui.trace.rules import R1, R2, R3, R4

_LINES = {R1: "Meek:4", R2: "Meek:5", R3: "Meek:6", R4: "Meek:6a"}


def apply_meek_rules(
    graph: LocalGraph,
    *,
    with_r4: bool = False,
    through: Collection[int] | None = None,
    ambiguous: Collection[tuple[int, int, int]] = (),
) -> None:
    """Pass over the undirected edges in column order, each in both directions, until nothing changes.

    Args:
        through: the variables at which every collider was found, as R1 and R3 need it; None for all.
        ambiguous: (end, middle, other end), both ways round, of those that R1 and R3 may not take for
            non-colliders.
    """
    changed = True
    while changed:
        changed = False
        for low, high in graph.undirected():
            for tail, head in ((low, high), (high, low)):
                trusted = through is None or tail in through
                found = _rule_for(graph, tail, head, ambiguous, with_r4=with_r4, trusted=trusted)
                if found is not None:
                    rule, because = found
                    graph.orient(tail, head, rule, because, _LINES[rule])
                    changed = True
                    break


def _rule_for(
    graph: LocalGraph,
    tail: int,
    head: int,
    ambiguous: Collection[tuple[int, int, int]],
    *,
    with_r4: bool,
    trusted: bool,
) -> tuple[str, Members] | None:
    """The first rule that makes tail — head an arrow, with the other variables it rests on.

    R1 and R3 need it trusted that every collider at the tail was found.

    Where several would serve, the last in column order is cited: it is the one the paper names in its trace
    of Fig. 4 (X → Y, where F → Y would do as well).
    """
    into_tail, into_head = graph.parents(tail) if trusted else [], graph.parents(head)
    if not into_tail and not into_head:
        return None  # every rule begins with an arrow to one of the two
    if a := [a for a in into_tail if graph.apart(a, head) and (a, tail, head) not in ambiguous]:
        return R1, (a[-1],)
    if b := [b for b in into_head if graph.points(tail, b)]:
        return R2, (b[-1],)
    beside = [c for c in into_head if graph.is_undirected(tail, c)]
    pairs = [p for p in combinations(beside, 2) if graph.apart(*p) and (p[0], tail, p[1]) not in ambiguous]
    if trusted and pairs:
        return R3, pairs[-1]
    if with_r4 and into_head:
        around_tail = graph.neighbours(tail)
        lines = [d for d in around_tail if graph.is_undirected(tail, d) and graph.apart(d, head)]
        joined = [c for c in into_head if c in around_tail]
        if pairs := [(c, d) for c in joined for d in lines if graph.points(d, c)]:
            return R4, pairs[-1]
    return None
