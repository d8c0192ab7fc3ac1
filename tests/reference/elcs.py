"""EMB and ELCS, as printed and sound; ELCS with other learners of blankets."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from itertools import combinations

from tests.reference.asking import Asking
from tests.reference.graph import Graph
from tests.reference.pc import Sep, hiton_pc

Spouses = dict[int, list[int]]


@dataclass
class Around:
    """What is found around one variable."""

    target: int
    pc: list[int] = field(default_factory=list)
    sep: Sep = field(default_factory=dict)
    spouses: Spouses = field(default_factory=dict)
    false: Sep = field(default_factory=dict)
    parents: list[int] = field(default_factory=list)
    children: list[int] = field(default_factory=list)
    reasons: dict[int, str] = field(default_factory=dict)
    candidates: list[int] | None = None
    csp: Spouses | None = None
    pruned: Spouses | None = None
    mb: list[int] = field(default_factory=list)
    few: list[int] | None = None

    @property
    def undetermined(self) -> list[int]:
        return [y for y in self.pc if y not in self.reasons]

    @property
    def members(self) -> list[int]:
        return sorted({*self.pc, *self.mb, *(x for xs in self.spouses.values() for x in xs)})


@dataclass
class Answer:
    """What a run says of its target; `edges` where it draws a graph, `members` where it tells no more."""

    parents: list[int] = field(default_factory=list)
    children: list[int] = field(default_factory=list)
    undetermined: list[int] = field(default_factory=list)
    around: list[Around] = field(default_factory=list)
    edges: dict[frozenset[int], tuple[int, int] | None] | None = None
    members: list[int] | None = None


def answer(graph: Graph, t: int, near: Sequence[int], around: Sequence[Around]) -> Answer:
    return Answer(*graph.split(t, near), [*around], graph.edges)


def emb(q: Asking, t: int, *, ranked: bool = False, n_structures: bool = True, sound: bool = False) -> Around:
    known = q.known
    pc, sep = hiton_pc(q, t)
    candidates = list(pc)
    csp = candidate_spouses(q, t, pc, sep)
    sp = pruned_spouses(q, t, pc, csp, ranked=ranked)
    pruned = {y: list(xs) for y, xs in sp.items()}
    false: Sep = {}
    for y in candidates:
        pool = sp[y] + (candidates if sound else pc)
        if not known.edge_required(y, t):
            z = q.separator(y, t, pool)
            if z is not None:
                pc.remove(y)
                sp[y] = []
                false[y] = z
    for x in false if sound else ():
        for y in pc:
            if y in false[x] or q.apart(x, t, (*false[x], y)):
                continue
            csp[y].append(x)
            pool = sp[y] + [t] + [v for v in candidates if v != y and v not in sp[y]]
            sp[y].append(x)
            if not known.edge_required(x, y) and q.separator(x, y, pool) is not None:
                sp[y].remove(x)
            pruned[y] = list(sp[y])
    for y in pc:
        sp[y] = [x for x in sp[y] if known.possible(t, y) and known.possible(x, y)]
    parents, children, reasons = distinguish(q, t, pc, sp, csp if n_structures else {})
    return Around(t, pc, sep, sp, false, parents, children, reasons, candidates, csp, pruned)


def candidate_spouses(q: Asking, t: int, pc: list[int], sep: Sep) -> Spouses:
    csp: Spouses = {y: [] for y in pc}
    outside = [x for x in q.others(t) if x not in pc]
    for x in outside:
        if x in sep:
            near = [y for y in pc if not q.apart(x, y)]
            if not q.apart(x, t, near):
                for y in near:
                    if not q.apart(x, t, {y, *sep[x]}):
                        csp[y].append(x)
    for y in pc:
        for x in outside:
            if x not in csp[y] and q.known.certain(t, y) and q.known.certain(x, y):
                csp[y].append(x)
    return csp


def pruned_spouses(q: Asking, t: int, pc: list[int], csp: Spouses, *, ranked: bool) -> Spouses:
    sp = {y: list(xs) for y, xs in csp.items()}
    for y in pc:
        order = list(sp[y])
        if ranked:
            strength = {x: q.ask(x, y).strength for x in sp[y]}
            sp[y].sort(key=lambda x: (-strength[x], x))
            order = sorted(sp[y], key=lambda x: (strength[x], x))
        for x in order:
            if not q.known.edge_required(x, y):
                pool = sp[y] + [t] + [v for v in pc if v != y]
                if q.separator(x, y, pool) is not None:
                    sp[y].remove(x)
    return sp


def distinguish(
    q: Asking, t: int, pc: list[int], sp: Spouses, csp: Spouses
) -> tuple[list[int], list[int], dict[int, str]]:
    """N-structures where there are candidates."""
    parents = [y for y in pc if not q.known.possible(t, y)]
    children = [y for y in pc if q.known.possible(t, y) and not q.known.possible(y, t)]
    reasons = dict.fromkeys(parents + children, "knowledge")
    told = list(reasons)
    for y in pc:
        if sp.get(y) and y not in told:
            children.append(y)
            reasons[y] = "spouse"
    spouses = {x for xs in sp.values() for x in xs}
    for y in pc:
        if y not in reasons and spouses & set(csp.get(y, ())):
            children.append(y)
            reasons[y] = "n-structure"
    for x, y in combinations([v for v in pc if v not in children], 2):
        if x in told and y in told:
            continue
        if q.apart(x, y) and not q.apart(x, y, [t]):
            for v in (x, y):
                if v not in parents:
                    parents.append(v)
                    reasons[v] = "lemma-1a"
    for x in [v for v in pc if v not in reasons]:
        for y in parents:
            if not q.apart(x, y) and q.apart(x, y, [t]):
                children.append(x)
                reasons[x] = "lemma-1b"
                break
    return parents, children, reasons


def alone(q: Asking, t: int, learn: Callable[[Asking, int], Around]) -> Answer:
    found = learn(q, t)
    return Answer(sorted(found.parents), sorted(found.children), sorted(found.undetermined), [found])


def elcs(q: Asking, t: int, learn: Callable[[Asking, int], Around], *, sound: bool = False) -> Answer:
    graph = Graph(q.variables, q.known)
    learnt: dict[int, Around] = {}

    def separating(a: int, c: int) -> tuple[int, ...] | None:
        return learnt[a].false.get(c, learnt[a].sep.get(c))

    queue = [t]
    while True:
        x = queue.pop(0)
        if x not in learnt:
            found = learnt[x] = learn(q, x)
            graph.lists = {y: around.pc for y, around in learnt.items()}
            for y in found.pc:
                graph.join(x, y)
            for y in found.parents:
                graph.orient(y, x)
            for y in found.children:
                graph.orient(x, y)
            for y, spouses in found.spouses.items():
                for spouse in spouses:
                    graph.join(spouse, y)
                    graph.orient(spouse, y)
            queue += found.undetermined
            if sound:
                graph.colliders(q, [*learnt], separating, "whole")
        graph.meek()
        if not graph.split(t, learnt[t].pc)[2] or not queue or len(learnt) == q.variables:
            break
    return answer(graph, t, learnt[t].pc, [*learnt.values()])
