"""The local learners that go from variable to variable, or through all of them."""

from __future__ import annotations

import math
from collections.abc import Callable
from itertools import combinations

import numpy as np

from tests.reference.asking import Asking, strongest
from tests.reference.blankets import with_spouses
from tests.reference.elcs import Answer, Around, answer
from tests.reference.graph import Graph
from tests.reference.pc import LearnPc, Sets, hiton_pc, mb_and_pc


def outwards(q: Asking, t: int, learn: LearnPc, *, only_linked: bool = False) -> Answer:
    """PCD-by-PCD, and MB-by-MB, which takes only those whom edges without direction join with t."""
    sets, graph = Sets(q, learn), Graph(q.variables)

    def linked(x: int) -> bool:
        seen, ahead = {t}, [t]
        while ahead:
            a = ahead.pop()
            for b in sets.learnt[a][0] if a in sets.learnt else ():
                if b not in seen and (b not in sets.learnt or graph.line(a, b)):
                    seen.add(b)
                    ahead.append(b)
        return x in seen

    queue = [t]
    while True:
        x = queue.pop(0)
        if x not in sets.learnt and (not only_linked or linked(x)):
            queue += sets.of(x)[0]
            for y in [y for y in sets.learnt if y != x]:
                sets.drop(x, y)
            for y in [y for y in sets.learnt if y != x]:
                sets.drop(y, x)
            graph.lists = {y: pc for y, (pc, _) in sets.learnt.items()}
            for y in sets.learnt[x][0]:
                if y in sets.learnt:
                    graph.join(x, y)
            graph.colliders(q, [*sets.learnt], lambda a, c: sets.learnt[a][1].get(c), q.how)
            graph.meek()
        pc = sets.learnt[t][0]
        if not queue or ({*pc} <= {*sets.learnt} and not graph.split(t, pc)[2]):
            break
    return answer(graph, t, pc, [Around(y, *found) for y, found in sets.learnt.items()])


class Searched:
    """CausalSearch: what knowing t does to each pair of its neighbours."""

    def __init__(self, q: Asking, t: int, pc: list[int], members: Callable[[int], list[int]], *, two: bool):
        self.q, self.t = q, t
        self.parents: list[int] = []
        self.children: list[int] = []
        self.parted: list[tuple[int, int]] = []
        open_ = [pair for pair in combinations(pc, 2) if not self.tells(*pair, ())]
        closed = []
        for x, y in open_:
            if not self.tells(x, y, [v for v in members(x) if v not in (t, y)]):
                closed.append({x, y})
        causes = list(self.parents)
        for x in pc:
            if two and x not in self.parents and sum({x, y} in closed for y in causes) >= 2:
                self.parents.append(x)
        for pair in self.parted:
            for cause, effect in (pair, pair[::-1]):
                if cause in self.parents and effect not in self.parents + self.children:
                    self.children.append(effect)

    def tells(self, x: int, y: int, z: list[int] | tuple[int, ...]) -> bool:
        before, after = self.q.apart(x, y, z), self.q.apart(x, y, (*z, self.t))
        if before and not after:
            self.parents += [v for v in (x, y) if v not in self.parents]
        if after and not before:
            self.parted.append((x, y))
        return before != after


def cmb(q: Asking, t: int, *, sound: bool = False) -> Answer:
    sets, graph = Sets(q, hiton_pc), Graph(q.variables)
    blankets: dict[int, Around] = {}
    w: dict[int, Searched] = {}

    def members(x: int) -> list[int]:
        if x not in blankets:
            blankets[x] = with_spouses(q, x, sets, mutual=True)
        return blankets[x].members

    queue = [t]
    while True:
        x = queue.pop(0)
        if x not in w:
            pc = sets.mutual(x)[0]
            w[x] = found = Searched(q, x, pc, members, two=not sound)
            graph.lists = {**graph.lists, x: pc}
            for y in pc:
                graph.join(x, y)
            for y in found.parents:
                graph.orient(y, x)
            for y in found.children:
                graph.orient(x, y)
            queue += [y for y in pc if graph.line(x, y)]
        if sound:
            beside_causes(graph, w)
        else:
            graph.meek(through=w)
        if not any(graph.line(t, y) for y in sets.learnt[t][0]) or not queue:
            break
    around = {x: blankets.get(x, Around(x, *found)) for x, found in sets.learnt.items()}
    for x, found in w.items():
        around[x].parents, around[x].children = found.parents, found.children
    return answer(graph, t, sets.learnt[t][0], [*around.values()])


def beside_causes(graph: Graph, w: dict[int, Searched]) -> None:
    changed = True
    while changed:
        changed = False
        for x, found in w.items():
            for pair in found.parted:
                for cause, effect in (pair, pair[::-1]):
                    if graph.arrow(cause, x) and graph.line(x, effect):
                        graph.orient(x, effect)
                        found.children.append(effect)
                        changed = True
        graph.meek(r2_only=True)


def ldecc(q: Asking, t: int) -> Answer:
    mb, pc, sep = mb_and_pc(q, t)
    parents: list[int] = []
    children: list[int] = []
    through: list[set[int]] = []
    shields: dict[int, tuple[int, ...]] = {x: (x,) for x in pc}

    def undecided() -> list[int]:
        return [x for x in pc if x not in parents + children]

    def beside() -> None:
        """A parent and a neighbour that t separates from it."""
        for pair in through:
            for one in pair & {*parents}:
                children.extend(x for x in pair - {one} if x in undecided())

    def shield(x: int) -> tuple[int, ...]:
        if x not in shields:
            shields[x] = q.separator(x, t, sorted(pc)) or ()
        return shields[x]

    for c in pc:
        if any(c not in sep[d] and q.tied(d, c, sep[d]) for d in mb if d in sep):
            children.append(c)
    order = sorted(q.others(t), key=lambda x: (x not in pc, x))
    near = {x: {y for y in order if y != x} | ({t} if x in pc else set()) for x in order}
    size = 0
    while size <= q.k and any(len(ys) > size for ys in near.values()):
        for x in order:
            for y in order:
                if y not in near[x] or (size == 0 and order.index(y) < order.index(x)):
                    continue
                if not undecided():
                    break
                pool = sorted(near[x] - {y}, key=lambda v: (v != t, v))
                z = q.separator(x, y, pool, least=size, most=size)
                if z is None:
                    continue
                near[x].remove(y)
                near[y].remove(x)
                if t not in z:
                    if q.tied(x, y, (*z, t)):
                        causes = [*shield(x), *shield(y), *(v for v in z if v in pc)]
                        for v in dict.fromkeys(causes):
                            if v in undecided():
                                parents.append(v)
                                beside()
                elif x in pc and y in pc:
                    children += [v for v in undecided() if v not in (x, y, *z) and q.tied(x, y, (*z, v))]
                    through.append({x, y})
                    beside()
        size += 1
    found = Around(t, pc, sep, parents=parents, children=children)
    return Answer(sorted(parents), sorted(children), sorted(undecided()), [found])


def lcs_fs(q: Asking, t: int, rows: np.ndarray, threshold: float = 0.05) -> Answer:
    graph = Graph(q.variables)
    pc: dict[int, list[int]] = {}
    graph.lists = pc

    def choose(x: int) -> list[int]:
        if x not in pc:
            pc[x] = fcbf(rows, x, threshold)
        return pc[x]

    queue, taken = [t], []
    while True:
        x = queue.pop(0)
        if x not in taken and (x == t or graph.open(x)):
            taken.append(x)
            for y in choose(x):
                choose(y)
            for y in (x, *pc[x]):
                for other in pc[y]:
                    graph.join(y, other)
            queue += pc[x]
            for b in pc[x]:
                for c in pc[b]:
                    if c != x and graph.apart(x, c):
                        z = q.separator(c, x, pc[x])
                        if z is not None and b not in z and not q.apart(c, x, (*z, b)):
                            graph.orient(x, b)
                            graph.orient(c, b)
            graph.meek()
        if not queue or not graph.open(t):
            break
    return answer(graph, t, graph.near(t), [Around(x, chosen) for x, chosen in pc.items()])


def fcbf(rows: np.ndarray, t: int, threshold: float) -> list[int]:
    about = {x: uncertainty(rows, x, t) for x in range(rows.shape[1]) if x != t}
    kept: list[int] = []
    for x in strongest({x: su for x, su in about.items() if su > threshold}):
        if all(uncertainty(rows, v, x) < about[x] for v in kept):
            kept.append(x)
    return sorted(kept)


def uncertainty(rows: np.ndarray, x: int, y: int) -> float:
    """2 I(X; Y) / (H(X) + H(Y))."""

    def entropy(*columns: int) -> float:
        counts = np.unique(rows[:, columns], axis=0, return_counts=True)[1].tolist()
        return math.log(len(rows)) - math.fsum(n * math.log(n) for n in counts) / len(rows)

    alone = entropy(x) + entropy(y)
    return 2 * (alone - entropy(x, y)) / alone if alone > 1e-12 else 0.0
