"""Unshielded colliders: A → B ← C, where A and C are apart and B is not in what separates them.

Which triples A — B — C are colliders, and what becomes of two that want the same edge in opposite directions,
is one of five rules (the parameter `colliders`). In all of them a triple is looked at once, when all three
are learnt; the Meek rules come after.

    first         What the search found to separate A and C decides. Both arrows are drawn, each by itself:
                  one that the graph has the other way round is told as a contradiction and stays as it is,
                  and half of the collider is drawn.
    whole         The same, but a collider is drawn as a whole or not at all: where an arrow leaves B already,
                  that is told as a contradiction and the other edge stays as it is.
    overwrite     The same, but the later collider stands: an arrow that leaves B is turned round, which is
                  told as the new arrow and then as a contradiction, kind "overwritten", of the old one. What
                  rested on the old one stays.
    max-p         A and C are asked about given what separated them, and given every set of at most k of the
                  neighbours of A or of those of C. Of the sets that separate them the one with the largest p
                  decides (ties: the one asked first). The colliders are drawn in the order of that p, largest
                  first (ties: in the order in which they were found), as with `whole`.
    conservative  The same questions. A collider needs B in none of the sets that separate A and C, a
                  non-collider needs it in all of them; else the triple is ambiguous: that is told
                  (`Ambiguous`), nothing is drawn, and no Meek rule takes it for a non-collider. Drawn as with
                  `whole`.

A pair is asked about once, at its first triple. A set that too few rows leave undecided counts as separating
where the policy says so, and has the smallest p of all; so has the answer of an oracle, which has none.

A proof of an arrow rests on the edges A — B and B — C, and on what separates A and C: of `first`, `whole` and
`overwrite` the search that found it, of `max-p` the test with the largest p, of `conservative` all the tests
that found the two independent. In `overwrite` an arrow is proved as of the step that drew it; what was turned
round stands against it.

With the oracle and unlimited k all five draw the same. Sound ELCS draws colliders as a whole; LCS-FS, which
confirms each by a test, draws them as `first` does.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import combinations
from typing import NamedTuple

from elcs_gui.algorithms.local_graph import LocalGraph
from elcs_gui.trace.events import Ambiguous, Members
from elcs_gui.trace.listings import FIRST, MAX_P, OVERWRITE, WEIGHING
from elcs_gui.trace.rules import COLLIDER
from elcs_gui.trace.run import Run

Separator = Callable[[int, int], Members | None]
"""(a, c) -> what separated c from a in the search of a; None if nothing did."""

Triple = tuple[int, int, int]
"""A, B, C: the middle stands between the ends."""


class _Set(NamedTuple):
    """One that separates the ends of a triple, and its p."""

    members: Members
    p: float


class Colliders:
    """Those of a local graph.

    Args:
        separator: what separates the ends of a triple.
        at: the pseudo-code line that draws.
        weighing: the line that asks about the ends again, where the rule does.
        k: the largest set that is asked about then; None for no limit.

    Attributes:
        ambiguous: the triples of which no rule may be sure, from either end.
    """

    def __init__(
        self,
        run: Run,
        graph: LocalGraph,
        separator: Separator,
        how: str,
        *,
        at: str,
        weighing: str = "",
        k: int | None = None,
    ) -> None:
        self._run, self._graph, self._separator, self._how = run, graph, separator, how
        self._at, self._weighing, self._k = at, weighing, k
        self._seen: set[Triple] = set()
        self._sets: dict[tuple[int, int], list[_Set]] = {}
        self.ambiguous: set[Triple] = set()

    def orient(self, learnt: Sequence[int]) -> None:
        """Those among the variables whose neighbours are learnt, in the order in which they were."""
        found = []
        for a, middle, c in self._new(learnt):
            separating = self._separating(a, c)
            holding = [middle in one.members for one in separating]
            if not any(holding) and separating:
                found.append(((a, middle, c), separating[0].p))
            elif not all(holding):
                self.ambiguous |= {(a, middle, c), (c, middle, a)}
                self._run.tell(Ambiguous(self._at, a, middle, c))
        if self._how == MAX_P:
            found.sort(key=lambda one: -one[1])
        for triple, _ in found:
            draw(self._graph, triple, COLLIDER, self._how, at=self._at)

    def _new(self, learnt: Sequence[int]) -> Iterator[Triple]:
        for middle in learnt:
            near = set(self._graph.neighbours(middle))
            around = [x for x in learnt if x in near]
            for a, c in combinations(around, 2):
                if (a, middle, c) not in self._seen and self._graph.apart(a, c):
                    self._seen.add((a, middle, c))
                    yield a, middle, c

    def _separating(self, a: int, c: int) -> list[_Set]:
        """The sets by which the rule decides; none where nothing was found to separate the two."""
        found = self._separator(a, c)
        if found is None:
            return []
        if self._how not in WEIGHING:
            return [_Set(found, 0.0)]
        if (a, c) not in self._sets:
            self._sets[a, c] = self._weighed(a, c, found)
        return self._sets[a, c]

    def _weighed(self, a: int, c: int, found: Members) -> list[_Set]:
        sets = {tuple(sorted(found)): found}
        for x, other in ((a, c), (c, a)):
            pool = [v for v in self._graph.neighbours(x) if v != other]
            largest = len(pool) if self._k is None else min(self._k, len(pool))
            for size in range(largest + 1):
                sets |= {z: sets.get(z, z) for z in combinations(pool, size)}
        asked = list(sets.values())
        answers = self._run.test_each([(a, c, z) for z in asked], at=self._weighing)
        measured = self._run.p_values(a, c, asked)
        apart = [
            _Set(z, p) for z, p, answer in zip(asked, measured, answers, strict=True) if answer.independent
        ]
        return [max(apart, key=lambda one: one.p)] if self._how == MAX_P else apart


def draw(graph: LocalGraph, triple: Triple, rule: str, how: str, *, at: str) -> None:
    """One collider, as the rule `how` has it where arrows leave its middle already."""
    a, middle, c = triple
    leaving = [end for end in (a, c) if graph.points(middle, end)]
    refused = leaving if how not in (FIRST, OVERWRITE) else []
    for end in refused or (a, c):
        (other,) = {a, c} - {end}
        graph.orient(end, middle, rule, (other,), at, over=how == OVERWRITE)
