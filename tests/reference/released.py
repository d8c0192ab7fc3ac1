"""Those that follow the program of their authors, mistakes and all (see the notes of their listings)."""

from __future__ import annotations

from functools import partial
from itertools import combinations

from tests.reference.asking import Asking
from tests.reference.blankets import Both
from tests.reference.elcs import Answer, Around, answer
from tests.reference.graph import Graph
from tests.reference.pc import Sets, hiton_pc, mmpc

UNSEEN, PARENT, CHILD, OPEN, UNCLEAR = range(5)


class Redrawn(Graph):
    """What is written last stands, and what is not drawn is not adjacent."""

    def join(self, a: int, b: int) -> None:
        self.edges[frozenset((a, b))] = None

    def orient(self, tail: int, head: int) -> None:
        self.edges[frozenset((tail, head))] = tail, head

    def both_ways(self) -> list[tuple[int, int]]:
        """Lines as they are now, by their second and then their first end."""
        return sorted((*self.lines(), *(line[::-1] for line in self.lines())), key=lambda line: line[::-1])

    def rules(self) -> None:
        before = None
        everything = range(self.variables)
        while before != self.edges:
            before = dict(self.edges)
            arrows = [(a, b) for b in everything for a in everything if self.arrow(a, b)]
            for a, b in arrows:
                for c in everything:
                    if self.line(b, c) and not self.joined(a, c):
                        self.orient(b, c)
            for a, c in self.both_ways():
                if any(self.arrow(a, b) and self.arrow(b, c) for b in everything):
                    self.orient(a, c)
            for a, b in self.both_ways():
                into = [c for c in everything if self.line(a, c) and self.arrow(c, b)]
                if any(not self.joined(c, d) for c, d in combinations(into, 2)):
                    self.orient(a, b)


def pcd_by_pcd(q: Asking, t: int) -> Answer:
    sets, graph = Sets(q, partial(mmpc, released=True)), Redrawn(q.variables)
    queue = [t]
    while queue:
        a = queue.pop(0)
        if a in sets.learnt:
            continue
        pc, sep = sets.of(a)
        queue += pc
        for b in pc:
            if b not in sets.learnt or a not in sets.learnt[b][0]:
                continue
            if not graph.joined(a, b):
                graph.join(a, b)
            for c in sets.learnt[b][0]:
                if c != a and c not in pc and graph.joined(b, c) and b not in sep[c]:
                    graph.orient(a, b)
                    graph.orient(c, b)
        graph.rules()
        if len(sets.learnt) > len(sets.learnt[t][0]) and not graph.open(t):
            break
    sets.mutual(t)
    return answer(graph, t, graph.near(t), [Around(x, *found) for x, found in sets.learnt.items()])


class Codes:
    """CausalSearch-CL: a code for every neighbour of t, which each pair may write over."""

    def __init__(self, q: Asking, t: int, pc: list[int]) -> None:
        self.q, self.t, self.pc = q, t, pc
        self.of = dict.fromkeys(pc, UNSEEN)

    def search(self, z: set[int], parted: list[set[int]]) -> list[tuple[int, int]]:
        """The pairs that stay unclear; those that t parts are added."""
        of, unclear = self.of, []
        if len(self.pc) == 1:
            of[self.pc[0]] = OPEN
        for x, y in combinations(self.pc, 2):
            before, after = self.q.apart(x, y, z), self.q.apart(x, y, {*z, self.t})
            if before and not after:
                of[x] = of[y] = PARENT
            elif after and not before:
                if of[x] == PARENT:
                    of[y] = CHILD
                elif of[y] != CHILD:
                    of[y] = OPEN
                if of[x] != CHILD:
                    of[x] = OPEN
                parted.append({x, y})
            else:
                if of[x] == of[y] and of[x] in (UNSEEN, UNCLEAR):
                    of[x] = of[y] = UNCLEAR
                unclear.append((x, y))
        for x in self.pc:
            if of[x] == PARENT:
                for pair in parted:
                    if x in pair:
                        (y,) = pair - {x}
                        of[y] = CHILD
        return unclear

    def beside_two(self, unclear: list[tuple[int, int]]) -> None:
        pairs = [{*pair} for pair in unclear]
        for one, other in combinations(sorted(x for x in self.pc if self.of[x] == PARENT), 2):
            for x in self.pc:
                if x not in (one, other) and {x, one} in pairs and {x, other} in pairs:
                    self.of[x] = PARENT


def cmb(q: Asking, t: int) -> Answer:
    learn = partial(hiton_pc, released=True)
    graph = Redrawn(q.variables)
    codes: dict[int, dict[int, int]] = {}
    known: set[int] = set()

    def blanket(x: int) -> set[int]:
        sets = Sets(q, learn)
        pc, sep = sets.of(x)
        found = {*pc}
        for y in pc:
            for s in sets.of(y)[0]:
                if s != x and s not in pc and y not in sep[s] and not q.apart(s, x, (*sep[s], y)):
                    found.add(s)
        return found

    def search(a: int) -> None:
        if a in codes:
            return
        here: dict[int, set[int]] = {}
        found = Codes(q, a, learn(q, a)[0])
        parted: list[set[int]] = []
        unclear = found.search(set(), parted)
        for x, y in unclear:
            if x not in known:
                known.add(x)
                here[x] = blanket(x)
            found.search(here.get(x, set()) - {a, y}, list(parted))
            if UNCLEAR not in found.of.values():
                break
        found.beside_two(unclear)
        codes[a] = {x: OPEN if code == UNCLEAR else code for x, code in found.of.items() if code != UNSEEN}

    def write(a: int) -> None:
        for wanted in (OPEN, CHILD, PARENT):
            for x, code in sorted(codes[a].items()):
                if code == wanted:
                    if code == OPEN:
                        graph.join(a, x)
                    else:
                        graph.orient(*((a, x) if code == CHILD else (x, a)))

    queue, taken = [t], set()
    while queue:
        a = queue.pop(0)
        if a in taken:
            continue
        taken.add(a)
        search(a)
        write(a)
        if not graph.open(t):
            break
        open_ = sorted(x for x, code in codes[a].items() if code == OPEN)
        queue += open_
        for x in open_:
            search(x)
            if codes[x].get(a) == CHILD:
                codes[a][x] = PARENT
            write(x)
        graph.rules()
        if not graph.open(t):
            break
    return answer(graph, t, graph.near(t), [])


def bamb(q: Asking, t: int) -> Around:
    both = Both(q, t, released=True)
    for y in both.order:
        if not both.enters(y):
            continue
        for x in [x for x in q.others(t) if x not in both.pc]:
            both.ask_again(x, y, both.known.get(x, ()))
        both.prune(y)
        before, left = list(both.pc), False
        for place in range(len(before) - 1, -1, -1):
            v = both.pc[place]
            z = both.with_spouses(v, sorted(before), y)
            if z is not None:
                both.leave(v, z)
                del both.known[v]
                left = v == y
                if left:
                    break
        if not left:
            for v in before[-2::-1]:
                z = q.separator(v, t, sorted(both.pc), holding=y)
                if z is not None:
                    both.leave(v, z)
    return both.found()
