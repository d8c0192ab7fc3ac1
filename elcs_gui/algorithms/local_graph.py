"""The local graph: edges between variables whose neighbours were learnt.

Adjacency is only known where it was learnt: two variables count as *apart* only if the neighbours of at least
one of them are known, without the other, and nothing else joins them. Contradictions are told; the first
decision stays, unless a rule says that the later one does.

With background knowledge, an edge that can have one direction only gets it as soon as it is there, so that no
rule ever finds it open: what is forbidden is never written. A forbidden edge alone does not make two
variables apart: rules about such rest on a learnt blanket, which would have shown a V-structure between them.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import Protocol

from elcs_gui.trace.events import Finished, Joined, Members, Oriented
from elcs_gui.trace.outcome import Blanket, Edge, Outcome, Pair, pair
from elcs_gui.trace.rules import KNOWLEDGE, RULES, SPOUSE
from elcs_gui.trace.run import Run


class LocalGraph:
    """Undirected edges and arrows over column numbers; every change is told to the run.

    Args:
        writing: the line at which blankets are written; what knowledge makes of an edge stands below it.
    """

    def __init__(self, run: Run, writing: str = "ELCS:8") -> None:
        self._run, self._writing = run, writing
        self.edges: dict[Pair, Edge] = {}
        # The same once more, as it is asked for.
        self._parents: dict[int, set[int]] = {}
        self._open: set[Pair] = set()
        self._neighbours: dict[int, set[int]] = {}
        self._learnt: dict[int, Collection[int]] = {}
        self.orientations: list[Oriented] = []
        """Those that rest on the graph, not on one blanket."""

    def learn(self, x: int, neighbours: Collection[int]) -> None:
        """The neighbours of x are known: what is not among them is apart from it."""
        self._learnt[x] = neighbours

    def write(self, blanket: Blanket) -> None:
        """Enter what EMB found: PC edges, parents, children, and the spouses' edges (spouse → child)."""
        x = blanket.target
        for y in blanket.pc:
            if y in self._learnt and x not in self._learnt[y]:
                self._run.contradict(self._writing, x, y, "asymmetry")
            self.join(x, y, self._writing)
        for y, others in self._learnt.items():
            if x in others and y not in blanket.pc:
                self._run.contradict(self._writing, y, x, "asymmetry")
        self.learn(x, blanket.pc)
        for parent in blanket.parents:
            self.orient(parent, x, blanket.reasons[parent], (), self._writing)
        for child in blanket.children:
            self.orient(x, child, blanket.reasons[child], (), self._writing)
        for child, spouses in blanket.spouses.items():
            for spouse in spouses:
                self.join(spouse, child, self._writing)
                self.orient(spouse, child, SPOUSE, (x,), self._writing)

    def orient(
        self, tail: int, head: int, rule: str, because: Members, at: str, *, over: bool = False
    ) -> None:
        """Make the edge tail → head, unless it is directed already; `over` turns an arrow round."""
        turned = over and self.points(head, tail)
        if turned or self.is_undirected(tail, head):
            self._direct(Edge(tail, head, rule, because))
            oriented = Oriented(at, tail, head, rule, because)
            if RULES[rule].of_graph:
                self.orientations.append(oriented)
            self._run.tell(oriented)
            if turned:
                self._run.contradict(at, head, tail, "overwritten")
        elif not self.points(tail, head):
            self._run.contradict(at, tail, head, "reversal")

    def undirected(self) -> list[tuple[int, int]]:
        """Edges still without a direction, in column order."""
        return sorted(self._open)

    def is_undirected(self, x: int, y: int) -> bool:
        """Is there an edge x—y without a direction?"""
        return pair(x, y) in self._open

    def points(self, tail: int, head: int) -> bool:
        """Is there an arrow tail → head?"""
        return tail in self._parents.get(head, ())

    def parents(self, x: int) -> list[int]:
        """Whose arrows point at x, in column order."""
        found = self._parents.get(x)
        return sorted(found) if found else []

    def neighbours(self, x: int) -> list[int]:
        """In column order."""
        return sorted(self._neighbours.get(x, ()))

    def apart(self, x: int, y: int) -> bool:
        """Are x and y known not to be adjacent?"""
        if pair(x, y) in self.edges:
            return False
        return any(end in self._learnt and other not in self._learnt[end] for end, other in ((x, y), (y, x)))

    def join(self, x: int, y: int, at: str) -> None:
        """There is an edge between x and y."""
        ends = pair(x, y)
        if ends not in self.edges:
            self.edges[ends] = Edge(*ends)
            self._open.add(ends)
            self._neighbours.setdefault(x, set()).add(y)
            self._neighbours.setdefault(y, set()).add(x)
            self._run.tell(Joined(at, *ends))
            direction = self._run.knowledge.direction(*ends) if self._run.knowledge else None
            if direction is not None:
                self._direct(Edge(*direction, KNOWLEDGE))
                self._run.tell(Oriented(f"{self._writing}a", *direction, KNOWLEDGE, ()))

    def _direct(self, arrow: Edge) -> None:
        ends = pair(arrow.tail, arrow.head)
        self.edges[ends] = arrow
        self._open.discard(ends)
        self._parents.get(arrow.tail, set()).discard(arrow.head)
        self._parents.setdefault(arrow.head, set()).add(arrow.tail)


class Graph(Protocol):
    """What an answer is read off."""

    edges: dict[Pair, Edge]
    orientations: list[Oriented]

    def points(self, tail: int, head: int) -> bool: ...


def answer(
    run: Run, graph: Graph, target: int, around: Iterable[int], blankets: Iterable[Blanket], *, at: str
) -> Outcome:
    """What the graph says of those around the target, told as the end of the run."""
    pc = sorted(around)
    parents = tuple(y for y in pc if graph.points(y, target))
    children = tuple(y for y in pc if graph.points(target, y))
    undetermined = tuple(y for y in pc if y not in parents and y not in children)
    run.tell(Finished(at, target, parents, children, undetermined))
    return Outcome(
        target, parents, children, undetermined, tuple(blankets),
        tuple(graph.orientations), tuple(run.conflicts), edges=graph.edges,
    )  # fmt: skip
