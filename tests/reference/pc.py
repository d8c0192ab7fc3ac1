"""The searches for neighbours: each gives PC and, for everything outside it, what separates it."""

from __future__ import annotations

from collections.abc import Callable

from tests.reference.asking import Asking, strongest

Sep = dict[int, tuple[int, ...]]
PcAndSep = tuple[list[int], Sep]
LearnPc = Callable[[Asking, int], PcAndSep]


def hiton_pc(q: Asking, t: int, *, released: bool = False) -> PcAndSep:
    """Released: sets are drawn in column order, and PC stands in column order once somebody has left."""
    sep: Sep = {}
    strength: dict[int, float] = {}
    kept_out = []
    required = [x for x in q.others(t) if q.known.edge_required(x, t)]
    for x in q.others(t):
        if x not in required:
            said = q.ask(x, t)
            if said.independent:
                sep[x] = ()
            elif not q.known.possible(x, t) and not q.known.possible(t, x):
                kept_out.append(x)
            else:
                strength[x] = said.strength
    pc = list(required)
    for new in strongest(strength):
        pc.append(new)
        for x in pc[::-1]:
            if x in required:
                continue
            pool = sorted(pc) if released else pc
            z = q.separator(x, t, pool, holding=None if x == new else new)
            if z is not None:
                pc.remove(x)
                if released:
                    pc.sort()
                sep[x] = z
                if x == new:
                    break
    for x in kept_out:
        z = q.separator(x, t, pc)
        if z is not None:
            sep[x] = z
    return pc, sep


def mmpc(q: Asking, t: int, *, released: bool = False) -> PcAndSep:
    pc: list[int] = []
    sep, weakest = links(q, t)
    while weakest:
        admit(q, t, pc, sep, weakest)
    for x in pc[-2::-1]:
        z = q.separator(x, t, sorted(pc) if released else pc)
        if z is not None:
            pc.remove(x)
            if released:
                pc.sort()
            sep[x] = z
    return pc, sep


def get_pcd(q: Asking, t: int) -> PcAndSep:
    pc: list[int] = []
    sep, weakest = links(q, t)

    def look_back(new: int) -> None:
        for x in pc[-2::-1]:
            z = q.separator(x, t, pc, holding=new)
            if z is not None:
                pc.remove(x)
                sep[x] = z

    while weakest:
        admit(q, t, pc, sep, weakest, look_back)
    return pc, sep


def links(q: Asking, t: int) -> tuple[Sep, dict[int, float]]:
    """Who is separated by nothing at all, and how strongly the others depend on t."""
    said = {x: q.ask(x, t) for x in q.others(t)}
    return (
        {x: () for x in said if said[x].independent},
        {x: one.strength for x, one in said.items() if not one.independent},
    )


def admit(
    q: Asking, t: int, pc: list[int], sep: Sep, weakest: dict[int, float],
    then: Callable[[int], None] | None = None,
) -> None:  # fmt: skip
    """The one whose weakest link is strongest joins, and the others are tried with it."""
    new = strongest(weakest)[0]
    pc.append(new)
    del weakest[new]
    if then is not None:
        then(new)
    for x in list(weakest):
        for z in q.sets(pc, holding=new):
            said = q.ask(x, t, z)
            if said.independent:
                sep[x] = z
                del weakest[x]
                break
            if said.reliable:
                weakest[x] = min(weakest[x], said.strength)


def pc_simple(q: Asking, t: int) -> PcAndSep:
    near = q.others(t)
    sep: Sep = {}
    size = 0
    while len(near) > size and size <= q.k:
        for x in list(near):
            z = q.separator(x, t, near, least=size, most=size)
            if z is not None:
                near.remove(x)
                sep[x] = z
        size += 1
    return near, sep


def mb_and_pc(q: Asking, t: int) -> tuple[list[int], list[int], Sep]:
    """MB-to-PC, with the blanket it grew."""
    mb: list[int] = []
    few = []
    waiting = q.others(t)
    while waiting:
        said = {x: q.ask(x, t, mb) for x in waiting}
        few += [x for x in waiting if not said[x].reliable]
        waiting = [x for x in waiting if said[x].reliable]
        order = strongest({x: said[x].strength for x in waiting if not said[x].independent})
        if not order:
            break
        mb.append(order[0])
        waiting.remove(order[0])
    sep = {x: tuple(mb) for x in waiting}
    pc = []
    for x in (*mb, *few):
        z = q.separator(x, t, mb, most=0)
        if z is None:
            z = q.separator(x, t, mb, least=1)
        if z is None:
            pc.append(x)
        else:
            sep[x] = z
    return mb, pc, sep


def mb_to_pc(q: Asking, t: int) -> PcAndSep:
    return mb_and_pc(q, t)[1:]


class Sets:
    """The neighbours of every variable, each learnt once; `mutual` are those that find each other."""

    def __init__(self, q: Asking, learn: LearnPc) -> None:
        self.q, self.learn = q, learn
        self.learnt: dict[int, PcAndSep] = {}

    def of(self, x: int) -> PcAndSep:
        if x not in self.learnt:
            self.learnt[x] = self.learn(self.q, x)
        return self.learnt[x]

    def mutual(self, x: int) -> PcAndSep:
        pc, sep = self.of(x)
        for y in list(pc):
            self.of(y)
        for y in list(pc):
            self.drop(x, y)
        return pc, sep

    def drop(self, x: int, y: int) -> None:
        """Y leaves the neighbours of x if x is not among its own."""
        pc, sep = self.learnt[x]
        its_pc, its_sep = self.learnt[y]
        if y in pc and x not in its_pc:
            pc.remove(y)
            sep[y] = its_sep[x]
