"""The learners of Markov blankets."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

from tests.reference.asking import Asking, strongest
from tests.reference.elcs import Answer, Around, distinguish
from tests.reference.pc import LearnPc, Sets, pc_simple


def iamb(q: Asking, t: int) -> Answer:
    mb: list[int] = []
    few: list[int] = []
    waiting, apart = q.others(t), []
    while waiting:
        said = {x: q.ask(x, t, mb) for x in waiting}
        few += [x for x in waiting if not said[x].reliable]
        apart = [x for x in waiting if said[x].reliable and said[x].independent]
        tied = {x: said[x].strength for x in waiting if said[x].reliable and not said[x].independent}
        waiting = [x for x in waiting if said[x].reliable]
        if not tied:
            break
        mb.append(strongest(tied)[0])
        waiting.remove(mb[-1])
        apart = []
    sep = dict.fromkeys(apart, tuple(mb))
    shrink(q, t, mb, list(mb), sep)
    return whole(Around(t, sep=sep, mb=mb, few=few))


def inter_iamb(q: Asking, t: int) -> Answer:
    mb: list[int] = []
    few: list[int] = []
    sep: dict[int, tuple[int, ...]] = {}
    before: list[set[int]] = []
    waiting = q.others(t)
    while True:
        said = {x: q.ask(x, t, mb) for x in waiting}
        few += [x for x in waiting if not said[x].reliable]
        waiting = [x for x in waiting if said[x].reliable]
        tied = {x: said[x].strength for x in waiting if not said[x].independent}
        if not tied or set(mb) in before:
            break
        before.append(set(mb))
        older = list(mb)
        mb.append(strongest(tied)[0])
        waiting.remove(mb[-1])
        shrink(q, t, mb, older, {})
        waiting = sorted({*waiting, *older} - {*mb})
    sep = {x: tuple(mb) for x in waiting if x not in tied}
    return whole(Around(t, sep=sep, mb=mb, few=few))


def iamb_fdr(q: Asking, t: int) -> Answer:
    mb: list[int] = []
    few: list[int] = []
    before: list[set[int]] = []
    while True:
        before.append(set(mb))
        given = tuple(mb)
        outside = {x: q.ask(x, t, mb) for x in q.others(t) if x not in mb and x not in few}
        inside = {x: q.ask(x, t, [v for v in mb if v != x]) for x in mb}
        few += [x for x, said in outside.items() if not said.reliable]
        judged = {x: said for x, said in {**outside, **inside}.items() if said.reliable}
        p = {x: said.p if said.p >= 0 else float(said.independent) for x, said in judged.items()}
        order = sorted(judged, key=lambda x: (p[x], -judged[x].strength, x))
        worst = sum(len(order) / i for i in range(1, len(order) + 1))
        enough = [i for i, x in enumerate(order, 1) if p[x] * worst <= i * q.alpha]
        counting = order[: max(enough, default=0)]
        out = [x for x in order if x in inside and x not in counting and {*mb} - {x} not in before]
        into = [x for x in counting if x in outside and {*mb, x} not in before]
        if out:
            mb.remove(max(out, key=order.index))
        elif into:
            mb.append(into[0])
        if not (out or into):
            break
    sep = {x: given for x, said in outside.items() if said.reliable and said.independent and x not in mb}
    return whole(Around(t, sep=sep, mb=mb, few=few))


def gsmb(q: Asking, t: int) -> Answer:
    mb: list[int] = []
    last: dict[int, tuple[tuple[int, ...], bool]] = {}
    grown = True
    while grown:
        grown = False
        for x in [x for x in q.others(t) if x not in mb]:
            said = q.ask(x, t, mb)
            last[x] = tuple(mb), said.reliable
            if said.reliable and not said.independent:
                mb.append(x)
                grown = True
    outside = [x for x in q.others(t) if x not in mb]
    sep = {x: last[x][0] for x in outside if last[x][1]}
    shrink(q, t, mb, list(mb), sep)
    return whole(Around(t, sep=sep, mb=mb, few=[x for x in outside if not last[x][1]]))


def shrink(q: Asking, t: int, mb: list[int], examined: list[int], sep: dict[int, tuple[int, ...]]) -> None:
    for x in examined:
        rest = [v for v in mb if v != x]
        if q.apart(x, t, rest):
            mb.remove(x)
            sep[x] = tuple(rest)


def whole(found: Around) -> Answer:
    return Answer(around=[found], members=found.members)


def by_sets(q: Asking, t: int, learn: LearnPc, *, mutual: bool = False) -> Answer:
    """MMMB, HITON-MB, PCMB."""
    sets = Sets(q, learn)
    found = with_spouses(q, t, sets, mutual=mutual)
    others = [Around(x, pc, sep) for x, (pc, sep) in sets.learnt.items() if x != t]
    return Answer(undetermined=sorted(found.pc), around=[found, *others])


def with_spouses(q: Asking, t: int, sets: Sets, *, mutual: bool = False) -> Around:
    neighbours = sets.mutual if mutual else sets.of
    pc, sep = neighbours(t)
    spouses: dict[int, list[int]] = {}
    for y in pc:
        for x in neighbours(y)[0]:
            if x != t and x not in pc and y not in sep[x] and not q.apart(x, t, (*sep[x], y)):
                spouses.setdefault(y, []).append(x)
    return Around(t, pc, sep, spouses)


def directed(q: Asking, found: Around) -> Around:
    """By spouses and Lemma 1."""
    parents, children, reasons = distinguish(q, found.target, found.pc, found.spouses, {})
    return replace(found, parents=parents, children=children, reasons=reasons)


def stmb(q: Asking, t: int) -> Around:
    first, sep = pc_simple(q, t)
    spouses: dict[int, list[int]] = {y: [] for y in first}
    false: dict[int, tuple[int, ...]] = {}
    for y in first:
        for x in sorted(sep):
            if q.apart(x, t, {*sep[x], y}):
                continue
            z = q.separator(y, t, sorted({*first, x} - {y}))
            if z is not None:
                false[y] = z
                break
            spouses[y].append(x)
    pc = [y for y in first if y not in false]
    for y in pc:
        for x in list(spouses[y]):
            if q.apart(x, t, {*pc, *spouses[y]} - {x}):
                spouses[y].remove(x)
    for y in list(pc):
        rest = {*pc, *(x for v in pc for x in spouses[v])} - {y}
        if q.apart(y, t, rest):
            pc.remove(y)
            false[y] = tuple(rest)
    return Around(t, pc, sep, {y: spouses[y] for y in pc}, false)


class Both:
    """What BAMB and EEMB share: PC, and for each member its candidates and spouses.

    Released: all sets are drawn in column order, and lists stand in column order once somebody has left.
    """

    def __init__(self, q: Asking, t: int, *, released: bool = False) -> None:
        self.q, self.t, self.released = q, t, released
        said = {x: q.ask(x, t) for x in q.others(t)}
        self.order = strongest({x: one.strength for x, one in said.items() if not one.independent})
        self.sep: dict[int, tuple[int, ...]] = {x: () for x in said if said[x].independent}
        self.known = dict(self.sep)
        self.false: dict[int, tuple[int, ...]] = {}
        self.pc: list[int] = []
        self.csp: dict[int, dict[int, float]] = {}
        self.sp: dict[int, list[int]] = {}

    def drawn(self, members: Iterable[int]) -> list[int]:
        return sorted(members) if self.released else list(members)

    def take(self, members: list[int], x: int) -> None:
        members.remove(x)
        members[:] = self.drawn(members)

    def enters(self, y: int) -> bool:
        self.pc.append(y)
        z = self.q.separator(y, self.t, self.drawn(self.pc), least=1)
        if z is not None:
            self.take(self.pc, y)
            self.sep[y] = self.known[y] = z
            return False
        self.csp[y] = {}
        return True

    def ask_again(self, x: int, y: int, sep: Iterable[int]) -> None:
        said = self.q.ask(x, self.t, {*sep, y})
        if said.reliable and not said.independent:
            self.csp[y][x] = said.strength

    def prune(self, y: int) -> None:
        q, t = self.q, self.t

        def by_another(x: int, new: int, spouses: list[int]) -> bool:
            rest = self.drawn(v for v in spouses if v != x)
            return any(q.apart(x, t, (w, y)) for w in rest if new in (x, w))

        def from_y(x: int, new: int, spouses: list[int]) -> bool:
            return q.separator(x, y, self.drawn(spouses), holding=None if x == new else new) is not None

        def with_neighbours(x: int, new: int, spouses: list[int]) -> bool:
            near = [v for v in self.pc if v not in (x, y)]
            pool = near + [v for v in spouses if v != x] + [y] * self.released
            sets = q.sets(self.drawn(pool), holding=None if x == new else new, least=1)
            return any(q.apart(x, t, (*w, y)) for w in sets if {*w} & {*near})

        ranked = spouses = strongest(self.csp[y])
        for separated in (by_another, from_y, with_neighbours):
            entering, spouses = spouses, []
            for new in entering:
                spouses.append(new)
                for x in spouses[::-1]:
                    if separated(x, new, spouses):
                        self.take(spouses, x)
                        if x == new:
                            break
        self.sp[y] = [x for x in ranked if x in spouses]

    def sets_with_spouses(self, v: int, pool: list[int], new: int) -> Iterator[tuple[int, ...]]:
        rest = [x for x in pool if x != v]
        for w in self.q.sets(rest, holding=None if v == new else new, least=1):
            if self.released:
                spouses = set(self.sp.get(min(w), ()))
            else:
                spouses = {x for member in w for x in self.sp[member]} - {v}
            if spouses:
                yield tuple({*w, *spouses})

    def with_spouses(self, v: int, pool: list[int], new: int) -> tuple[int, ...] | None:
        sets = self.sets_with_spouses(v, pool, new)
        return next((z for z in sets if self.q.apart(v, self.t, z)), None)

    def leave(self, v: int, z: tuple[int, ...]) -> None:
        if v in self.pc:
            self.take(self.pc, v)
        self.sp.pop(v, None)
        self.false[v] = self.known[v] = z

    def found(self) -> Around:
        return Around(self.t, self.pc, self.sep, self.sp, self.false)


def bamb(q: Asking, t: int) -> Around:
    both = Both(q, t)
    for y in both.order:
        if not both.enters(y):
            continue
        for x in [x for x in q.others(t) if x not in both.pc]:
            both.ask_again(x, y, both.known.get(x, ()))
        both.prune(y)
        for v in both.pc[::-1]:
            z = both.with_spouses(v, both.pc, y)
            if z is not None:
                both.leave(v, z)
                if v == y:
                    break
        if y in both.pc:
            for v in both.pc[-2::-1]:
                z = q.separator(v, t, both.pc, holding=y)
                if z is not None:
                    both.leave(v, z)
    return both.found()


def eemb(q: Asking, t: int) -> Around:
    both = Both(q, t)

    def again(v: int) -> None:
        for y in both.pc:
            if y not in both.known[v]:
                both.ask_again(v, y, both.known[v])

    for y in both.order:
        if not both.enters(y):
            again(y)
            continue
        for x in sorted(both.known):
            both.ask_again(x, y, both.known[x])
        for v in both.pc[-2::-1]:
            z = q.separator(v, t, both.pc, holding=y)
            if z is not None:
                both.leave(v, z)
                again(v)
    for y in both.pc:
        both.prune(y)
    members: list[int] = []
    for y in list(both.pc):
        members.append(y)
        for v in members[::-1]:
            z = both.with_spouses(v, members, y)
            if z is not None:
                members.remove(v)
                both.leave(v, z)
                if v == y:
                    break
    return both.found()
