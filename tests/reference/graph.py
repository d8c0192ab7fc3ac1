"""Edges, some with a direction; who is known to be apart; the Meek rules and colliders."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from itertools import combinations, permutations

from tests.reference.known import Known

Separating = Callable[[int, int], tuple[int, ...] | None]


class Graph:
    """An edge {a, b} is an arrow (a, b), or None. `lists`: whom each learnt variable has for neighbours."""

    def __init__(self, variables: int, known: Known | None = None) -> None:
        self.variables, self.known = variables, known or Known()
        self.edges: dict[frozenset[int], tuple[int, int] | None] = {}
        self.lists: Mapping[int, Collection[int]] = {}
        self.seen: set[tuple[int, int, int]] = set()

    def join(self, a: int, b: int) -> None:
        if frozenset((a, b)) not in self.edges:
            self.edges[frozenset((a, b))] = None
            for x, y in ((a, b), (b, a)):
                if self.known.possible(x, y) and not self.known.possible(y, x):
                    self.orient(x, y)

    def orient(self, tail: int, head: int) -> None:
        """The first decision stays."""
        if self.line(tail, head):
            self.edges[frozenset((tail, head))] = tail, head

    def arrow(self, a: int, b: int) -> bool:
        return self.edges.get(frozenset((a, b))) == (a, b)

    def line(self, a: int, b: int) -> bool:
        return frozenset((a, b)) in self.edges and self.edges[frozenset((a, b))] is None

    def joined(self, a: int, b: int) -> bool:
        return frozenset((a, b)) in self.edges

    def apart(self, a: int, b: int) -> bool:
        return not self.joined(a, b) and any(
            x in self.lists and y not in self.lists[x] for x, y in ((a, b), (b, a))
        )

    def near(self, x: int) -> list[int]:
        return [y for y in range(self.variables) if self.joined(x, y)]

    def lines(self) -> list[tuple[int, int]]:
        return [(a, b) for a, b in combinations(range(self.variables), 2) if self.line(a, b)]

    def open(self, x: int) -> bool:
        return any(self.line(x, y) for y in range(self.variables))

    def split(self, t: int, around: Iterable[int]) -> tuple[list[int], list[int], list[int]]:
        """Causes of t, effects, and the others."""
        around = sorted(around)
        causes, effects = [y for y in around if self.arrow(y, t)], [y for y in around if self.arrow(t, y)]
        return causes, effects, [y for y in around if y not in causes + effects]

    def forced(self, a: int, b: int, *, r4: bool, trusted: bool, r2_only: bool = False) -> bool:
        others = [v for v in range(self.variables) if v not in (a, b)]
        arrow, line, apart = self.arrow, self.line, self.apart
        if any(arrow(a, c) and arrow(c, b) for c in others):
            return True
        if r2_only:
            return False
        return (
            (trusted and any(arrow(c, a) and apart(c, b) for c in others))
            or (
                trusted
                and any(
                    line(a, c) and arrow(c, b) and line(a, d) and arrow(d, b) and apart(c, d)
                    for c, d in combinations(others, 2)
                )
            )
            or any(
                r4 and line(a, d) and arrow(d, c) and arrow(c, b) and self.joined(a, c) and apart(d, b)
                for c, d in permutations(others, 2)
            )
        )

    def meek(self, *, through: Collection[int] | None = None, r2_only: bool = False) -> None:
        changed = True
        while changed:
            changed = False
            for low, high in self.lines():
                for a, b in ((low, high), (high, low)):
                    trusted = through is None or a in through
                    r4 = self.known.says_anything()
                    if self.line(a, b) and self.forced(a, b, r4=r4, trusted=trusted, r2_only=r2_only):
                        self.orient(a, b)
                        changed = True

    def colliders(self, learnt: Sequence[int], separating: Separating, *, whole: bool = False) -> None:
        """`whole`: an arrow that leaves the middle is left, and the other edge as it is."""
        for middle in learnt:
            for a, c in combinations([x for x in learnt if self.joined(x, middle)], 2):
                if not self.apart(a, c) or (a, middle, c) in self.seen:
                    continue
                self.seen.add((a, middle, c))
                z = separating(a, c)
                if z is None or middle in z or (whole and (self.arrow(middle, a) or self.arrow(middle, c))):
                    continue
                self.orient(a, middle)
                self.orient(c, middle)
