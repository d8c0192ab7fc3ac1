"""CausalSearch as released: a code for every neighbour, which each pair may write over.

Its mistakes are named in the notes of `resources/pseudocode/causal-search-cl.txt`. Causes and effects are
told when all is written: by the last pair that made them so.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from itertools import combinations

from elcs_gui.algorithms.causal_search import Searched
from elcs_gui.trace.events import Found, LeftUndecided, Members
from elcs_gui.trace.rules import LEMMA_1A, LEMMA_1B, TWO_CAUSES
from elcs_gui.trace.run import Run

Pairs = list[tuple[int, int]]
UNSEEN, PARENT, CHILD, OPEN, UNCLEAR = range(5)
"""The codes: what no pair has said anything of yet is in no set at the end either."""


class Codes:
    """Of the neighbours of one variable, with the pair behind each."""

    def __init__(self, run: Run, target: int, pc: Sequence[int]) -> None:
        self._run, self._target, self._pc = run, target, pc
        self.of = dict.fromkeys(pc, UNSEEN)
        self.because: dict[int, tuple[str, Members]] = {}
        self.between: Pairs = []
        self.unclear: Pairs = []

    def search(self, z: Members, at: str, *, again: bool = False) -> None:
        """Ask about all pairs given z. Again, what is found of pairs is lost when it is over."""
        between, unclear = (list(self.between), []) if again else (self.between, self.unclear)
        if len(self._pc) == 1:
            self.of[self._pc[0]] = OPEN
        for x, y in combinations(self._pc, 2):
            without, given = self._run.test_each([(x, y, z), (x, y, (*z, self._target))], at=at)
            if without.independent and not given.independent:
                self._write(x, PARENT, LEMMA_1A, y)
                self._write(y, PARENT, LEMMA_1A, x)
            elif given.independent and not without.independent:
                self._parted(x, y)
                between.append((x, y))
            else:
                if (self.of[x], self.of[y]) in ((UNSEEN, UNSEEN), (UNCLEAR, UNCLEAR)):
                    self.of[x] = self.of[y] = UNCLEAR
                unclear.append((x, y))
        for x in self._pc:
            if self.of[x] == PARENT:
                for y in (b if a == x else a for a, b in between if x in (a, b)):
                    self._write(y, CHILD, LEMMA_1B, x)

    def _parted(self, x: int, y: int) -> None:
        """Who was no child is open now: also the cause that makes the other one a child."""
        if self.of[x] == PARENT:
            self._write(y, CHILD, LEMMA_1B, x)
        elif self.of[y] != CHILD:
            self.of[y] = OPEN
        if self.of[x] != CHILD:
            self.of[x] = OPEN

    def beside_two_causes(self) -> None:
        """Lines 13-14; whoever was a child is one no longer."""
        pairs = {frozenset(one) for one in self.unclear}
        for one, other in combinations(sorted(x for x in self._pc if self.of[x] == PARENT), 2):
            for x in self._pc:
                beside = {frozenset((x, one)), frozenset((x, other))} <= pairs
                if beside and x not in (one, other) and self.of[x] != PARENT:
                    self._write(x, PARENT, TWO_CAUSES, one, other)

    def _write(self, x: int, code: int, rule: str, *others: int) -> None:
        self.of[x] = code
        self.because[x] = rule, others


def causal_search_cl(
    run: Run, target: int, pc: Sequence[int], members_of: Callable[[int], Iterable[int]]
) -> tuple[dict[int, int], Searched]:
    """The codes, and the parents and children they name.

    Args:
        members_of: the Markov blanket of a neighbour; if it is learnt now, the run is told to come back here.
    """
    run.start("CausalSearch-CL", target)
    codes, searched = Codes(run, target, pc), Searched()
    codes.search((), "CausalSearch-CL:3")
    for x, y in codes.unclear:
        z = tuple(sorted({*members_of(x)} - {target, y}))
        codes.search(z, "CausalSearch-CL:11", again=True)
        if UNCLEAR not in codes.of.values():
            break
    codes.beside_two_causes()
    for x in pc:  # line 15
        if codes.of[x] in (PARENT, CHILD):
            rule, because = codes.because[x]
            searched.reasons[x] = rule
            parents, children = ((x,), ()) if codes.of[x] == PARENT else ((), (x,))
            searched.parents += parents
            searched.children += children
            run.tell(Found("CausalSearch-CL:15", target, parents, children, rule, because))
    open_ = tuple(x for x in pc if x not in searched.reasons)
    run.tell(LeftUndecided("CausalSearch-CL:16", target, open_))
    drawn = {x: OPEN if code == UNCLEAR else code for x, code in codes.of.items() if code != UNSEEN}
    return drawn, searched
