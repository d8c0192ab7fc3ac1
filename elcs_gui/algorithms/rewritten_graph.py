"""The local graph as released: what is written last stands, and what is not drawn is not adjacent.

So arrows may be turned round or lose their direction, and the Meek rules orient from ignorance. House rules
are in `local_graph` and `meek`. The lines cited here stand in `resources/pseudocode/meek-cl.txt`.
"""

from __future__ import annotations

from itertools import combinations

from elcs_gui.trace.events import Joined, Members, Oriented
from elcs_gui.trace.outcome import Edge, Pair, pair
from elcs_gui.trace.rules import R1, R2, R3, RULES
from elcs_gui.trace.run import Run


class RewrittenGraph:
    """Undirected edges and arrows over column numbers; every change is told to the run."""

    def __init__(self, run: Run) -> None:
        self._run = run
        self.edges: dict[Pair, Edge] = {}
        self.orientations: list[Oriented] = []
        """Those that rest on the graph, not on one blanket; also those written over since."""

    def join(self, x: int, y: int, at: str) -> bool:
        """The edge between x and y has no direction, or none any more: did it have one?"""
        ends = pair(x, y)
        before = self.edges.get(ends)
        if before is None or before.rule:
            self.edges[ends] = Edge(*ends)
            self._run.tell(Joined(at, *ends))
        return before is not None and bool(before.rule)

    def orient(self, tail: int, head: int, rule: str, because: Members, at: str) -> None:
        """Make it tail → head, whatever it was."""
        if self.points(tail, head):
            return
        if pair(tail, head) not in self.edges:
            self.join(tail, head, at)
        self.edges[pair(tail, head)] = Edge(tail, head, rule, because)
        oriented = Oriented(at, tail, head, rule, because)
        if RULES[rule].of_graph:
            self.orientations.append(oriented)
        self._run.tell(oriented)

    def joins(self, x: int, y: int) -> bool:
        """Is anything drawn between x and y?"""
        return pair(x, y) in self.edges

    def points(self, tail: int, head: int) -> bool:
        """Is there an arrow tail → head?"""
        edge = self.edges.get(pair(tail, head))
        return edge is not None and bool(edge.rule) and edge.tail == tail

    def is_undirected(self, x: int, y: int) -> bool:
        """Is there an edge x—y without a direction?"""
        edge = self.edges.get(pair(x, y))
        return edge is not None and not edge.rule

    def around(self, x: int) -> Members:
        """Whom an edge joins with x, in column order."""
        return tuple(sorted(y for ends in self.edges if x in ends for y in ends if y != x))

    def is_decided(self, x: int) -> bool:
        """Has no edge at x been left without a direction?"""
        return not any(self.is_undirected(x, y) for y in self.around(x))

    def apply_meek_rules(self) -> None:
        """One rule after the other, each over what it finds when it begins, until nothing changes."""
        before: dict[Pair, Edge] | None = None
        while self.edges != before:
            before = dict(self.edges)
            self._first_rule()
            self._second_rule()
            self._third_rule()

    def _first_rule(self) -> None:
        arrows = sorted(((e.tail, e.head) for e in self.edges.values() if e.rule), key=lambda one: one[::-1])
        for a, b in arrows:
            for c in self.around(b):
                if self.is_undirected(b, c) and not self.joins(a, c):
                    self.orient(b, c, R1, (a,), "Meek-CL:3")

    def _second_rule(self) -> None:
        for a, c in self._open_both_ways():
            between = [b for b in self.around(a) if self.points(a, b) and self.points(b, c)]
            if between:
                self.orient(a, c, R2, (between[-1],), "Meek-CL:5")

    def _third_rule(self) -> None:
        for a, b in self._open_both_ways():
            into = [c for c in self.around(a) if self.is_undirected(a, c) and self.points(c, b)]
            pairs = [(c, d) for c, d in combinations(into, 2) if not self.joins(c, d)]
            if pairs:
                self.orient(a, b, R3, pairs[-1], "Meek-CL:7")

    def _open_both_ways(self) -> list[tuple[int, int]]:
        """The edges without direction, each from either end, by the second and then the first column."""
        open_ = [ends for ends, edge in self.edges.items() if not edge.rule]
        return sorted([*open_, *(ends[::-1] for ends in open_)], key=lambda ends: ends[::-1])
