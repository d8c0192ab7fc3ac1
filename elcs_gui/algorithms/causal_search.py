"""CausalSearch: what knowing a variable does to each pair of its neighbours tells causes from effects.

The part of CMB (Gao and Ji, 2015) that looks at one variable; the lines cited here stand in
`resources/pseudocode/causal-search.txt`. Line 12 is unsound: an effect that shares two causes with the target
looks like a third cause.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from itertools import combinations

from elcs_gui.trace.events import Found, LeftUndecided, Members
from elcs_gui.trace.rules import LEMMA_1A, LEMMA_1B, TWO_CAUSES
from elcs_gui.trace.run import Run


@dataclass(slots=True)
class Searched:
    """What pairs of its neighbours say of one variable.

    Attributes:
        parents, children: in the order found; `reasons` names the rule behind each.
        between: the pairs that depend on each other until the variable is known.
    """

    parents: list[int] = field(default_factory=list)
    children: list[int] = field(default_factory=list)
    reasons: dict[int, str] = field(default_factory=dict)
    between: list[tuple[int, int]] = field(default_factory=list)

    def add_parent(self, x: int, rule: str) -> None:
        """Unless it is one already."""
        if x not in self.reasons:
            self.parents.append(x)
            self.reasons[x] = rule

    def add_child(self, x: int) -> None:
        """By Lemma 1b."""
        self.children.append(x)
        self.reasons[x] = LEMMA_1B

    def forget(self, x: int) -> None:
        """It is neither a parent nor a child any more."""
        self.reasons.pop(x, None)
        self.parents, self.children = ([y for y in ys if y != x] for ys in (self.parents, self.children))


def causal_search(
    run: Run, target: int, pc: Sequence[int], members_of: Callable[[int], Members], *, two_causes: bool
) -> Searched:
    """Parents and children among the neighbours, as far as pairs of them tell.

    Args:
        members_of: the Markov blanket of a neighbour; if it is learnt now, the run is told to come back here.
        two_causes: whether lines 11-12 are gone through.
    """
    run.start("CausalSearch", target)
    searched = Searched()

    def tells(x: int, y: int, z: Members, asked: str, found: str) -> bool:
        without, given = run.test_each([(x, y, z), (x, y, (*z, target))], at=asked)
        if without.independent and not given.independent:
            searched.add_parent(x, LEMMA_1A)
            searched.add_parent(y, LEMMA_1A)
            run.tell(Found(found, target, (x, y), (), LEMMA_1A, ()))
        elif given.independent and not without.independent:
            searched.between.append((x, y))
        return without.independent != given.independent

    pairs = combinations(pc, 2)
    open_ = [xy for xy in pairs if not tells(*xy, (), "CausalSearch:3", "CausalSearch:4")]
    unchanged = set()
    for x, y in open_:  # lines 7-10
        z = tuple(member for member in members_of(x) if member not in (target, y))
        if not tells(x, y, z, "CausalSearch:9", "CausalSearch:10"):
            unchanged |= {(x, y), (y, x)}

    causes = tuple(searched.parents) if two_causes else ()
    for x in pc:  # lines 11-12
        beside = tuple(y for y in causes if (x, y) in unchanged)[:2]
        if x not in searched.reasons and len(beside) == 2:
            searched.add_parent(x, TWO_CAUSES)
            run.tell(Found("CausalSearch:12", target, (x,), (), TWO_CAUSES, beside))

    for cause, effect in (ends for x, y in searched.between for ends in ((x, y), (y, x))):  # lines 13-14
        if cause in searched.parents and effect not in searched.reasons:
            searched.add_child(effect)
            run.tell(Found("CausalSearch:14", target, (), (effect,), LEMMA_1B, (cause,)))
    undecided = tuple(x for x in pc if x not in searched.reasons)
    run.tell(LeftUndecided("CausalSearch:15", target, undecided))
    return searched
