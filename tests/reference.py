"""A slow, naive second implementation of EMB, the Meek rules and ELCS, from the specification alone.

It shares no code with the package: sets are lists, every question is one function call, nothing is
batched. The fuzz tests compare the engine with it to the unit, requested tests included.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import combinations, permutations
from typing import Any

import numpy as np
from scipy.special import chdtri

Question = Callable[[int, int, tuple[int, ...]], tuple[bool, float]]
"""(x, y, z) -> (independent, strength)."""


def g2_question(rows: np.ndarray, alpha: float = 0.01) -> Question:
    """G² with the reliability rule, on a rows x variables array of 0-based levels."""
    n = len(rows)
    levels = [int(c.max()) + 1 for c in rows.T]
    known: dict[tuple[int, ...], tuple[bool, float]] = {}

    def ask(x: int, y: int, z: tuple[int, ...]) -> tuple[bool, float]:
        key = (min(x, y), max(x, y), *sorted(z))
        if key not in known:
            known[key] = compute(key[0], key[1], key[2:])
        return known[key]

    def compute(x: int, y: int, z: tuple[int, ...]) -> tuple[bool, float]:
        cells = 1.0
        for v in (x, y, *z):
            cells *= levels[v]
        if n / cells < 5:
            return not z, 0.0
        code = np.zeros(n, dtype=np.int64)
        for v in z:
            code = code * levels[v] + rows[:, v]
        strata = int(cells) // (levels[x] * levels[y])
        code = (code * levels[x] + rows[:, x]) * levels[y] + rows[:, y]
        table = np.bincount(code, minlength=int(cells)).reshape(strata, levels[x], levels[y])
        df = 0
        g2 = 0.0
        for stratum in table:
            by_x, by_y, total = stratum.sum(axis=1), stratum.sum(axis=0), stratum.sum()
            df += max(int((by_x > 0).sum()) - 1, 0) * max(int((by_y > 0).sum()) - 1, 0)
            observed = stratum[stratum > 0]
            expected = (np.outer(by_x, by_y) / max(total, 1))[stratum > 0]
            g2 += 2.0 * float((observed * np.log(observed / expected)).sum())
        if df == 0 or g2 < chdtri(df, alpha):
            return True, 0.0
        return False, g2

    return ask


class Known:
    """Background knowledge, answered by going through all that was said each time."""

    def __init__(
        self,
        forbidden: Sequence[tuple[int, int]] = (),
        required: Sequence[tuple[int, int]] = (),
        adjacent: Sequence[tuple[int, int]] = (),
        tiers: Sequence[Sequence[int]] = (),
    ) -> None:
        self.forbidden, self.adjacent, self.tiers = forbidden, adjacent, tiers
        self.arrows = list(required)
        changed = True
        while changed:
            changed = False
            for edge in adjacent:
                for a, b in (edge, tuple(reversed(edge))):
                    if self.possible(a, b) and not self.possible(b, a) and (a, b) not in self.arrows:
                        self.arrows.append((a, b))
                        changed = True

    def says_anything(self) -> bool:
        return bool(self.forbidden or self.arrows or self.adjacent or self.tiers)

    def certain(self, a: int, b: int) -> bool:
        return (a, b) in self.arrows

    def edge_required(self, a: int, b: int) -> bool:
        return any({a, b} == set(edge) for edge in (*self.arrows, *self.adjacent))

    def possible(self, a: int, b: int) -> bool:
        """May there be an arrow a → b?"""
        if (a, b) in self.forbidden:
            return False
        place = {x: number for number, tier in enumerate(self.tiers) for x in tier}
        if a in place and b in place and place[a] > place[b]:
            return False
        return not self.leads(b, a, ())

    def leads(self, start: int, end: int, seen: tuple[int, ...]) -> bool:
        """Do certain arrows lead from start to end?"""
        return any(
            head == end or (head not in seen and self.leads(head, end, (*seen, head)))
            for tail, head in self.arrows
            if tail == start
        )


class Reference:
    """One run: counts what it asks."""

    def __init__(
        self,
        ask: Question,
        variables: int,
        k: int | None = 3,
        *,
        ranked: bool = False,
        n_structures: bool = True,
        known: Known | None = None,
    ) -> None:
        self.known = known or Known()
        self.ask = ask
        self.variables = variables
        self.k = variables if k is None else k
        self.ranked = ranked
        self.n_structures = n_structures
        self.requested = 0

    def independent(self, x: int, y: int, z: Sequence[int] = ()) -> bool:
        self.requested += 1
        return self.ask(x, y, tuple(z))[0]

    def strength(self, x: int, y: int) -> float:
        self.requested += 1
        return self.ask(x, y, ())[1]

    def separator(
        self, x: int, y: int, pool: list[int], containing: int | None = None
    ) -> tuple[int, ...] | None:
        for size in range(min(self.k, len(pool)) + 1):
            for z in combinations(pool, size):
                if (containing is None or containing in z) and self.independent(x, y, z):
                    return z
        return None

    def hiton_pc(self, t: int) -> tuple[list[int], dict[int, tuple[int, ...]]]:
        sep: dict[int, tuple[int, ...]] = {}
        strong = []
        kept_out = []
        required = [x for x in range(self.variables) if self.known.edge_required(x, t)]
        for x in range(self.variables):
            if x != t and x not in required:
                self.requested += 1
                independent, strength = self.ask(x, t, ())
                if independent:
                    sep[x] = ()
                elif not self.known.possible(x, t) and not self.known.possible(t, x):
                    kept_out.append(x)
                else:
                    strong.append((-strength, x))
        pc: list[int] = list(required)
        for _, new in sorted(strong):
            pc.append(new)
            for x in list(reversed(pc)):
                if x in required:
                    continue
                z = self.separator(x, t, [v for v in pc if v != x], None if x == new else new)
                if z is not None:
                    pc.remove(x)
                    sep[x] = z
                    if x == new:
                        break
        for x in kept_out:
            z = self.separator(x, t, pc)
            if z is not None:
                sep[x] = z
        return pc, sep

    def emb(self, t: int) -> dict[str, Any]:
        pc, sep = self.hiton_pc(t)
        candidates = list(pc)
        csp: dict[int, list[int]] = {y: [] for y in pc}
        for x in range(self.variables):
            if x == t or x in pc or x not in sep:
                continue
            temp = [y for y in pc if not self.independent(x, y)]
            if not self.independent(x, t, temp):
                for y in temp:
                    if not self.independent(x, t, sorted({y, *sep[x]})):
                        csp[y].append(x)
        for y in pc:
            for x in [v for v in range(self.variables) if v != t and v not in pc and v not in csp[y]]:
                if self.known.certain(t, y) and self.known.certain(x, y):
                    csp[y].append(x)
        sp = {y: list(xs) for y, xs in csp.items()}
        for y in pc:
            order = list(sp[y])
            if self.ranked:
                strength = {x: self.strength(x, y) for x in sp[y]}
                sp[y].sort(key=lambda x: (-strength[x], x))
                order = sorted(sp[y], key=lambda x: (strength[x], x))
            for x in order:
                if self.known.edge_required(x, y):
                    continue
                pool = [s for s in sp[y] if s != x] + [t] + [v for v in pc if v != y]
                if self.separator(x, y, pool) is not None:
                    sp[y].remove(x)
        pruned = {y: list(xs) for y, xs in sp.items()}
        for y in list(pc):
            if (
                not self.known.edge_required(y, t)
                and self.separator(y, t, sp[y] + [v for v in pc if v != y]) is not None
            ):
                pc.remove(y)
                sp[y] = []
        for y in pc:
            sp[y] = [x for x in sp[y] if self.known.possible(t, y) and self.known.possible(x, y)]
        parents = [y for y in pc if not self.known.possible(t, y)]
        children = [y for y in pc if not self.known.possible(y, t)]
        reasons = dict.fromkeys(parents + children, "knowledge")
        told = list(reasons)
        for y in pc:
            if sp[y] and y not in told:
                children.append(y)
                reasons[y] = "spouse"
        if self.n_structures:
            spouses = {x for xs in sp.values() for x in xs}
            for y in pc:
                if y not in reasons and spouses & set(csp[y]):
                    children.append(y)
                    reasons[y] = "n-structure"
        for x, y in combinations([v for v in pc if v not in children], 2):
            if x in told and y in told:
                continue
            if self.independent(x, y) and not self.independent(x, y, [t]):
                for v in (x, y):
                    if v not in parents:
                        parents.append(v)
                        reasons[v] = "lemma-1a"
        for x in [v for v in pc if v not in children and v not in parents]:
            for y in parents:
                if not self.independent(x, y) and self.independent(x, y, [t]):
                    children.append(x)
                    reasons[x] = "lemma-1b"
                    break
        undetermined = [v for v in pc if v not in children and v not in parents]
        return {
            "target": t, "candidates": candidates, "sep": sep, "csp": csp, "pruned": pruned, "sp": sp,
            "pc": pc, "parents": parents, "children": children, "undetermined": undetermined,
            "reasons": reasons,
        }  # fmt: skip

    def elcs(self, t: int) -> dict[str, Any]:
        graph: dict[frozenset[int], tuple[int, int] | None] = {}
        learnt: dict[int, dict[str, Any]] = {}
        queue = [t]
        while True:
            x = queue.pop(0)
            if x not in learnt:
                blanket = learnt[x] = self.emb(x)
                for y in blanket["pc"]:
                    self.join(graph, x, y)
                for y in blanket["parents"]:
                    orient(graph, y, x)
                for y in blanket["children"]:
                    orient(graph, x, y)
                for y, spouses in blanket["sp"].items():
                    for spouse in spouses:
                        self.join(graph, spouse, y)
                        orient(graph, spouse, y)
                queue += blanket["undetermined"]
            meek(graph, self.variables, set(learnt), r4=self.known.says_anything())
            pc = learnt[t]["pc"]
            undetermined = [y for y in pc if graph[frozenset((t, y))] is None]
            if not undetermined or not queue or len(learnt) == self.variables:
                break
        return {
            "parents": sorted(y for y in pc if graph[frozenset((t, y))] == (y, t)),
            "children": sorted(y for y in pc if graph[frozenset((t, y))] == (t, y)),
            "undetermined": sorted(undetermined),
            "blankets": learnt,
            "graph": graph,
        }

    def join(self, graph: Graph, x: int, y: int) -> None:
        if frozenset((x, y)) not in graph:
            graph[frozenset((x, y))] = None
            for a, b in ((x, y), (y, x)):
                if self.known.possible(a, b) and not self.known.possible(b, a):
                    graph[frozenset((x, y))] = (a, b)


Graph = dict[frozenset[int], tuple[int, int] | None]


def orient(graph: Graph, tail: int, head: int) -> None:
    """The first decision stays."""
    if graph[frozenset((tail, head))] is None:
        graph[frozenset((tail, head))] = (tail, head)


def meek(graph: Graph, variables: int, learnt: set[int], *, r4: bool = False) -> None:
    def arrow(a: int, b: int) -> bool:
        return graph.get(frozenset((a, b))) == (a, b)

    def line(a: int, b: int) -> bool:
        return frozenset((a, b)) in graph and graph[frozenset((a, b))] is None

    def apart(a: int, b: int) -> bool:
        return (a in learnt or b in learnt) and frozenset((a, b)) not in graph

    def forced(a: int, b: int) -> bool:
        others = [v for v in range(variables) if v not in (a, b)]
        return (
            any(arrow(c, a) and apart(c, b) for c in others)
            or any(arrow(a, c) and arrow(c, b) for c in others)
            or any(
                line(a, c) and arrow(c, b) and line(a, d) and arrow(d, b) and apart(c, d)
                for c, d in combinations(others, 2)
            )
            or any(
                r4
                and line(a, d)
                and arrow(d, c)
                and arrow(c, b)
                and frozenset((a, c)) in graph
                and apart(d, b)
                for c, d in permutations(others, 2)
            )
        )

    changed = True
    while changed:
        changed = False
        for low, high in sorted(tuple(sorted(edge)) for edge, arrow_ in graph.items() if arrow_ is None):
            for a, b in ((low, high), (high, low)):
                if line(a, b) and forced(a, b):
                    graph[frozenset((a, b))] = (a, b)
                    changed = True
