"""What an algorithm returns, and what the fold of its trace gives: the two must be equal."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import TypeVar

from elcs_gui.trace.events import Conflicted, Members, Oriented
from elcs_gui.trace.rules import SPOUSE

_Thing = TypeVar("_Thing")
SetsByMember = Mapping[int, Members]
Pair = tuple[int, int]
"""Two variables, the lower column first."""


def pair(a: int, b: int) -> Pair:
    """Two variables, whichever way round they were named."""
    return (a, b) if a < b else (b, a)


def changed(thing: _Thing, **changes: object) -> _Thing:
    """What `dataclasses.replace` gives of a frozen class without slots; folding takes hundreds of thousands.

    Nothing is checked: a name that is no field would be kept unseen.
    """
    other = object.__new__(type(thing))
    other.__dict__.update(thing.__dict__, **changes)
    return other


@dataclass(frozen=True, slots=True)
class Edge:
    """An edge of a graph: undirected while `rule` is empty, else tail → head."""

    tail: int
    head: int
    rule: str = ""
    because: Members = ()


@dataclass(frozen=True)
class Blanket:
    """What is known of one variable's surroundings, during a run or at its end.

    Attributes:
        pc_candidates: parents and children after step 1, in order of entry.
        separators: for every variable that step 1 kept out, the set that separates it from the target (of
            those that knowledge kept out, only where one was found).
        barred: what depends on the target, but was kept out of PC by knowledge.
        candidate_spouses: CSP, by the PC member through which they were found; no empty sets.
        pruned_spouses: SP as step 2 leaves it.
        pc, spouses: PC and SP now, after step 3 at the end.
        false_neighbours: what step 3 removed from PC, with the separating sets.
        parents, children: in the order found; reasons name the rule.
        mb: the blanket, in order of entry, where neighbours and spouses are not told apart.
        undecidable: what too few rows kept from being asked about any further.
    """

    target: int
    pc_candidates: Members = ()
    separators: SetsByMember = field(default_factory=dict)
    candidate_spouses: SetsByMember = field(default_factory=dict)
    pruned_spouses: SetsByMember = field(default_factory=dict)
    pc: Members = ()
    spouses: SetsByMember = field(default_factory=dict)
    false_neighbours: SetsByMember = field(default_factory=dict)
    parents: Members = ()
    children: Members = ()
    reasons: Mapping[int, str] = field(default_factory=dict)
    barred: Members = ()
    mb: Members = ()
    undecidable: Members = ()

    @property
    def undetermined(self) -> Members:
        """Members of PC that are neither parents nor children (yet), in PC order."""
        return tuple(x for x in self.pc if x not in self.reasons)

    @property
    def all_spouses(self) -> Members:
        """Every spouse once, in column order."""
        return tuple(sorted({x for xs in self.spouses.values() for x in xs}))

    @property
    def members(self) -> Members:
        """The Markov blanket: PC and spouses, in column order."""
        return tuple(sorted({*self.pc, *self.all_spouses, *self.mb}))


@dataclass(frozen=True, slots=True)
class Outcome:
    """The answer for a run's target, and what it rests on. Sets are in column order."""

    target: int
    parents: Members
    children: Members
    undetermined: Members
    blankets: tuple[Blanket, ...]
    orientations: tuple[Oriented, ...] = ()
    conflicts: tuple[Conflicted, ...] = ()
    members: Members | None = None
    """The blanket, where neighbours and spouses are not told apart: the other sets are empty then."""
    edges: Mapping[Pair, Edge] = field(default_factory=dict)
    """The local graph, where the algorithm builds one."""
    whole: bool = False
    """Whether that is one of all variables, and has the last word: what is not in it is not adjacent."""

    @property
    def blanket(self) -> Blanket:
        """The target's own."""
        return self.blankets[0]

    @property
    def graph(self) -> Mapping[Pair, Edge]:
        """Every edge that was found: those of the local graph, else what the blankets alone say.

        What is not in it is not adjacent, or nobody asked.
        """
        found = dict(self.edges)
        for blanket in () if self.whole else self.blankets:
            for edge in edges_of(blanket):
                found.setdefault(pair(edge.tail, edge.head), edge)
        return found


def cut_out(edges: Mapping[Pair, Edge], known: Blanket) -> Blanket:
    """What a whole graph has around the target of a blanket; what else is known of it stays."""
    target = known.target
    around = {x: edges[ends] for ends in sorted(edges) if target in ends for x in ends if x != target}
    children = tuple(x for x, edge in around.items() if edge.rule and edge.tail == target)
    spouses: dict[int, list[int]] = {}
    for _, edge in sorted(edges.items()):
        if edge.rule and edge.head in children and edge.tail != target and edge.tail not in around:
            spouses.setdefault(edge.head, []).append(edge.tail)
    return replace(
        known,
        pc=tuple(around),
        parents=tuple(x for x, edge in around.items() if edge.rule and edge.head == target),
        children=children,
        reasons={x: edge.rule for x, edge in around.items() if edge.rule},
        spouses={child: tuple(sorted(spouses[child])) for child in children if child in spouses},
    )


def seen_from(graph: Outcome, target: int) -> Outcome:
    """What a whole graph, learnt for another target, says about this one."""
    around = cut_out(graph.edges, Blanket(target))
    parents, children = tuple(sorted(around.parents)), tuple(sorted(around.children))
    return replace(graph, target=target, parents=parents, children=children, blankets=(around,))


def edges_of(blanket: Blanket) -> Iterator[Edge]:
    """Between the blanket's target and its neighbours, and between spouses and the children they share."""
    target = blanket.target
    for x in blanket.pc:
        if x in blanket.parents:
            yield Edge(x, target, blanket.reasons[x])
        elif x in blanket.children:
            yield Edge(target, x, blanket.reasons[x])
        else:
            yield Edge(*pair(target, x))
    for child, spouses in blanket.spouses.items():
        for spouse in spouses:
            decided = child in blanket.children
            yield Edge(spouse, child, SPOUSE, (target,)) if decided else Edge(*pair(spouse, child))
