"""LDECC: the target's neighbours first, then the tests of PC, with a look at every two that one separates.

Gupta, Childers and Lipton (2023). Two variables that knowing the target ties together meet at it or above it:
neither is its effect. That says which neighbours are causes long before PC has drawn a graph, and the run
ends when no neighbour is undecided. The lines cited here stand in `resources/pseudocode/ldecc.txt`.
"""

from __future__ import annotations

from collections.abc import Iterator

from elcs_gui.algorithms.blankets.mb_to_pc import mb_and_pc
from elcs_gui.trace.events import Finished, Found, Members, Parted
from elcs_gui.trace.outcome import Blanket, Outcome
from elcs_gui.trace.rules import EAGER, NO_CAUSE
from elcs_gui.trace.run import Run


def ldecc(run: Run, target: int, k: int | None) -> Outcome:
    """Parents, children and undetermined neighbours of `target`."""
    run.start("LDECC", target)
    mb, pc, sep = mb_and_pc(run, target, k)
    around = _Around(run, target, k, pc)
    _find_children(around, [x for x in mb if x in sep], sep)
    for x, y, z in _separated_pairs(around):
        run.tell(Parted("LDECC:9", x, y, z))
        if target not in z:
            _eager_check(around, x, y, z)
        elif {x, y} <= {*pc}:
            _non_collider(around, x, y, z)
    parents, children, undecided = (
        tuple(sorted(xs)) for xs in (around.parents, around.children, around.undecided)
    )
    run.tell(Finished("LDECC:18", target, parents, children, undecided))
    blanket = Blanket(
        target, tuple(pc), sep, pc=tuple(pc),
        parents=tuple(around.parents), children=tuple(around.children), reasons=around.reasons,
    )  # fmt: skip
    return Outcome(target, parents, children, undecided, (blanket,))


class _Around:
    """The neighbours of the target, and what is known of them; the first decision on each stays."""

    def __init__(self, run: Run, target: int, k: int | None, pc: list[int]) -> None:
        self.run, self.target, self.k, self.pc = run, target, k, pc
        self.parents: list[int] = []
        self.children: list[int] = []
        self.reasons: dict[int, str] = {}
        self._through: dict[int, list[int]] = {x: [] for x in pc}
        """By neighbour, those that the target separates from it."""
        self._smallest: dict[int, Members | None] = {}

    @property
    def undecided(self) -> list[int]:
        return [x for x in self.pc if x not in self.reasons]

    def depend(self, x: int, y: int, z: Members, at: str) -> bool:
        """Were there rows enough to tell that they do?"""
        answer = self.run.test(x, y, z, at=at)
        return answer.reliable and not answer.independent

    def parent(self, x: int, because: Members, at: str) -> None:
        self.parents.append(x)
        self.reasons[x] = EAGER
        self.run.tell(Found(at, self.target, (x,), (), EAGER, because))
        for y in self._through[x]:
            self._child_beside(x, y)

    def child(self, x: int, because: Members, at: str) -> None:
        self.children.append(x)
        self.reasons[x] = NO_CAUSE
        self.run.tell(Found(at, self.target, (), (x,), NO_CAUSE, because))

    def part(self, x: int, y: int) -> None:
        """The target is in what separates these two neighbours: not both are causes."""
        for one, other in ((x, y), (y, x)):
            self._through[one].append(other)
            if one in self.parents:
                self._child_beside(one, other)

    def _child_beside(self, parent: int, x: int) -> None:
        if x not in self.reasons:
            self.child(x, (parent,), "LDECC:17")

    def smallest(self, x: int) -> Members:
        """M(x): the smallest set of neighbours that shields the target from x; a neighbour does so itself."""
        if x in self.pc:
            return (x,)
        if x not in self._smallest:
            self._smallest[x] = self.run.separator(x, self.target, sorted(self.pc), self.k, at="LDECC:14")
        return self._smallest[x] or ()


def _find_children(around: _Around, outside: list[int], sep: dict[int, Members]) -> None:
    """Lines 2-4."""
    for c in around.pc:
        for d in outside:
            if c not in sep[d] and around.depend(d, c, sep[d], "LDECC:3"):
                around.child(c, (d,), "LDECC:4")
                break


def _separated_pairs(around: _Around) -> Iterator[tuple[int, int, Members]]:
    """Lines 5-8: X, Y and what separates them, in the order of PC, as long as a neighbour is undecided."""
    run, target, pc = around.run, around.target, around.pc
    order = sorted((x for x in run.variables if x != target), key=lambda x: (x not in pc, x))
    adjacent = {x: {y for y in order if y != x} | ({target} if x in pc else set()) for x in order}
    size = 0
    while (around.k is None or size <= around.k) and any(len(ys) > size for ys in adjacent.values()):
        for place, x in enumerate(order):
            for y in order[place + 1 :] if size == 0 else order:  # ∅ is the same set both ways round
                if not around.undecided:
                    return
                if y not in adjacent[x]:
                    continue
                pool = sorted(adjacent[x] - {y}, key=lambda v: (v != target, v))
                z = run.separator(x, y, pool, size, least=size, at="LDECC:8")
                if z is not None:
                    adjacent[x].remove(y)
                    adjacent[y].remove(x)
                    yield x, y, z
        size += 1


def _non_collider(around: _Around, x: int, y: int, z: Members) -> None:
    """Lines 10-12, for two neighbours that the target separates, and line 17."""
    for v in around.undecided:
        if v not in (x, y, *z) and around.depend(x, y, (*z, v), "LDECC:11"):
            around.child(v, (x, y), "LDECC:12")
    around.part(x, y)


def _eager_check(around: _Around, x: int, y: int, z: Members) -> None:
    """Lines 13-17."""
    if not around.depend(x, y, (*z, around.target), "LDECC:13"):
        return
    found = dict.fromkeys((*around.smallest(x), *around.smallest(y), *(v for v in z if v in around.pc)))
    for v in found:
        if v not in around.reasons:
            around.parent(v, (x, y), "LDECC:16")
