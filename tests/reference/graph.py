"""Edges, some with a direction; who is known to be apart; the Meek rules and colliders."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from itertools import combinations, permutations

from tests.reference.asking import Asking
from tests.reference.known import Known

Separating = Callable[[int, int], tuple[int, ...] | None]


class Graph:
    """An edge {a, b} is an arrow (a, b), or None. `lists`: whom each learnt variable has for neighbours."""

    def __init__(self, variables: int, known: Known | None = None) -> None:
        self.variables, self.known = variables, known or Known()
        self.edges: dict[frozenset[int], tuple[int, int] | None] = {}
        self.lists: Mapping[int, Collection[int]] = {}
        self.seen: set[tuple[int, int, int]] = set()
        self.ambiguous: set[tuple[int, int, int]] = set()
        self.asked: dict[tuple[int, int], list[tuple[float, tuple[int, ...]]]] = {}

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
            (trusted and any(arrow(c, a) and apart(c, b) and (c, a, b) not in self.ambiguous for c in others))
            or (
                trusted
                and any(
                    line(a, c)
                    and arrow(c, b)
                    and line(a, d)
                    and arrow(d, b)
                    and apart(c, d)
                    and (c, a, d) not in self.ambiguous
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

    def colliders(self, q: Asking, learnt: Sequence[int], separating: Separating, how: str) -> None:
        """By the rule `how`, as the parameter of that name has them."""
        found: list[tuple[float, int, int, int]] = []
        for middle in learnt:
            for a, c in combinations([x for x in learnt if self.joined(x, middle)], 2):
                if not self.apart(a, c) or (a, middle, c) in self.seen:
                    continue
                self.seen.add((a, middle, c))
                sep = separating(a, c)
                if sep is None:
                    continue
                sets = (
                    {(1.0, sep)} if how not in ("max-p", "conservative") else self.weighed(q, a, c, sep, how)
                )
                holding = [middle in z for _, z in sets]
                if not any(holding):
                    found.append((max(p for p, _ in sets), a, middle, c))
                elif not all(holding):
                    self.ambiguous |= {(a, middle, c), (c, middle, a)}
        if how == "max-p":
            found.sort(key=lambda one: -one[0])
        for _, a, middle, c in found:
            leaving = self.arrow(middle, a) or self.arrow(middle, c)
            for end in (a, c):
                if how == "overwrite":
                    self.edges[frozenset((end, middle))] = end, middle
                elif how == "first" or not leaving:
                    self.orient(end, middle)

    def weighed(
        self, q: Asking, a: int, c: int, sep: tuple[int, ...], how: str
    ) -> set[tuple[float, tuple[int, ...]]]:
        """The sets that separate the two, with their p; of max-p the one with the largest, asked first."""
        if (a, c) not in self.asked:
            tried = [tuple(sorted(sep))]
            for x, other in ((a, c), (c, a)):
                tried += q.sets([v for v in self.near(x) if v != other])
            said = [(q.ask(a, c, z), z) for z in dict.fromkeys(tried)]
            apart = [(one.p, z) for one, z in said if one.independent]
            self.asked[a, c] = [max(apart, key=lambda one: one[0])] if how == "max-p" else apart
        return {*self.asked[a, c]}
