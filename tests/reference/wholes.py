"""The learners of one graph of all variables."""

from __future__ import annotations

import math
from collections.abc import Callable
from functools import cache
from itertools import combinations

import numpy as np

from tests.reference.asking import Asking
from tests.reference.elcs import Answer, Around, answer
from tests.reference.graph import Graph
from tests.reference.pc import Sets, mmpc

Arrow = tuple[int, int]


def pc_stable(q: Asking, t: int) -> Answer:
    pairs = list(combinations(range(q.variables), 2))
    sep: dict[frozenset[int], tuple[int, ...]] = {frozenset(pair): () for pair in pairs if q.apart(*pair)}

    def near(x: int) -> list[int]:
        return [y for y in q.others(x) if frozenset((x, y)) not in sep]

    size = 1
    while size <= q.k and any(len(near(x)) > size for x in range(q.variables)):
        before = {x: near(x) for x in range(q.variables)}
        for x in range(q.variables):
            for y in before[x]:
                if frozenset((x, y)) not in sep:
                    pool = [v for v in before[x] if v != y]
                    z = q.separator(x, y, pool, least=size, most=size)
                    if z is not None:
                        sep[frozenset((x, y))] = z
        size += 1
    graph = Graph(q.variables)
    graph.lists = {x: near(x) for x in range(q.variables)}
    for x, y in pairs:
        if y in near(x):
            graph.join(x, y)
    graph.colliders(q, range(q.variables), lambda a, c: sep.get(frozenset((a, c))), q.how)
    graph.meek()
    around = [
        Around(x, near(x), {y: sep[frozenset((x, y))] for y in q.others(x) if y not in near(x)})
        for x in range(q.variables)
    ]
    return answer(graph, t, near(t), around)


def mmhc(q: Asking, t: int, rows: np.ndarray) -> Answer:
    sets = Sets(q, mmpc)
    for x in (t, *q.others(t)):
        sets.of(x)
    for x in list(sets.learnt):
        sets.mutual(x)
    allowed = [(x, y) for x, y in combinations(range(q.variables), 2) if y in sets.learnt[x][0]]
    arrows = climb(q.variables, allowed, lambda x, parents: bdeu(rows, x, sorted(parents), 10.0))[-1]
    near = [x for x in q.others(t) if (x, t) in arrows or (t, x) in arrows]
    causes = [x for x in near if (x, t) in arrows]
    effects = [x for x in near if (t, x) in arrows]
    return Answer(causes, effects, [], [], {frozenset(arrow): arrow for arrow in arrows})


def climb(
    variables: int,
    allowed: list[Arrow],
    part: Callable[[int, frozenset[int]], float],
    tabu: int = 100,
    patience: int = 15,
) -> list[frozenset[Arrow]]:
    """The graphs, always by the best step, to the worse if it must be, never to one of the last; the best."""
    part = cache(part)

    def score(graph: frozenset[Arrow]) -> float:
        return sum(part(x, frozenset(a for a, head in graph if head == x)) for x in range(variables))

    graph: frozenset[Arrow] = frozenset()
    best, met, waiting = graph, [graph], 0
    while waiting < patience:
        steps = []
        for a, b in allowed:
            for arrow in ((a, b), (b, a)):
                turned = arrow[::-1]
                if arrow in graph:
                    steps.append((arrow, graph - {arrow}))
                    steps.append((turned, graph - {arrow} | {turned}))
                elif turned not in graph:
                    steps.append((arrow, graph | {arrow}))
        steps = [(arrow, after) for arrow, after in steps if after not in met[-tabu:] and acyclic(after)]
        if not steps:
            break
        # What is the same by the book may differ in its last digits.
        most = max(score(after) for _, after in steps)
        graph = min((step for step in steps if score(step[1]) > most - 1e-8), key=lambda step: step[0])[1]
        met.append(graph)
        if score(graph) > score(best) + 1e-8:
            best, waiting = graph, 0
        else:
            waiting += 1
    return [*met, best] if waiting else met


def acyclic(arrows: frozenset[Arrow]) -> bool:
    left = set(arrows)
    while True:
        sources = {tail for tail, _ in left} - {head for _, head in left}
        if not sources:
            return not left
        left = {arrow for arrow in left if arrow[0] not in sources}


def bdeu(rows: np.ndarray, x: int, parents: list[int], size: float) -> float:
    """By the book, cell by cell."""
    levels = [sorted({*rows[:, v].tolist()}) for v in (*parents, x)]
    cells = math.prod(map(len, levels))
    seen = [tuple(row) for row in rows[:, [*parents, x]].tolist()]
    total = 0.0
    for cause in {row[:-1] for row in seen}:  # the others add nothing
        share = size * len(levels[-1]) / cells
        total += math.lgamma(share) - math.lgamma(share + sum(row[:-1] == cause for row in seen))
        for level in levels[-1]:
            total += math.lgamma(size / cells + seen.count((*cause, level))) - math.lgamma(size / cells)
    return total
