"""Proofs of the arrows that LDECC finds: a neighbour, two tests, and what the two rule out."""

from __future__ import annotations

from collections.abc import Callable

from elcs_gui.proof.index import BlanketFacts, ProofIndex
from elcs_gui.proof.sets import SetProver
from elcs_gui.proof.tree import ARROW, Claim, Proof
from elcs_gui.trace.events import Found
from elcs_gui.trace.listings import OPENED, PAIRS, SHIELD, TIED
from elcs_gui.trace.rules import EAGER, NO_CAUSE


class TieProver:
    """Proofs about one trace; `parent` proves that a neighbour of a blanket's target is its cause."""

    def __init__(
        self, index: ProofIndex, sets: SetProver, parent: Callable[[BlanketFacts, int], Proof]
    ) -> None:
        self.index, self.sets, self._parent = index, sets, parent

    def eager(self, blanket: BlanketFacts, x: int, fact: Found, step: int) -> Proof:
        """Why x is a parent of the blanket's target."""
        premises = (self.sets.in_pc(blanket.target, x, step), *self._eager(blanket, x, fact, step))
        return Proof(Claim(ARROW, (x, blanket.target)), EAGER, step, (), premises)

    def no_cause(self, blanket: BlanketFacts, x: int, fact: Found, step: int) -> Proof:
        """Why x is a child of it."""
        premises = (self.sets.in_pc(blanket.target, x, step), *self._no_cause(blanket, x, fact, step))
        return Proof(Claim(ARROW, (blanket.target, x)), NO_CAUSE, step, (), premises)

    def _eager(self, blanket: BlanketFacts, x: int, fact: Found, step: int) -> tuple[Proof, ...]:
        a, b = fact.because
        apart = self._parted(blanket, a, b, step)
        tied = self._last(blanket, a, b, step, EAGER)
        if x in (a, b) or x in apart.claim.given:
            return apart, tied
        shields = (self._shield(blanket, end, step) for end in (a, b))
        return apart, tied, next(found for found in shields if found is not None and x in found.claim.given)

    def _no_cause(self, blanket: BlanketFacts, x: int, fact: Found, step: int) -> tuple[Proof, ...]:
        if len(fact.because) == 2:
            a, b = fact.because
            return self._parted(blanket, a, b, step), self._last(blanket, a, b, step, OPENED)
        (other,) = fact.because
        decided = blanket.decision(other, step)
        if decided is not None:
            return self._parted(blanket, other, x, step), self._parent(blanket, other)
        return self.sets.separated(blanket.target, other, step), self._last(blanket, other, x, step, TIED)

    def _parted(self, blanket: BlanketFacts, a: int, b: int, step: int) -> Proof:
        return self.sets.separation(a, b, self.index.tests(a, b, blanket, step, PAIRS))

    def _last(self, blanket: BlanketFacts, a: int, b: int, step: int, purpose: str) -> Proof:
        return self.sets.verdict(self.index.tests(a, b, blanket, step, purpose)[-1], a, b)

    def _shield(self, blanket: BlanketFacts, x: int, step: int) -> Proof | None:
        search = self.index.tests(x, blanket.target, blanket, step, SHIELD)
        found = search and self.index.independent(search[-1])
        return self.sets.separation(x, blanket.target, search) if found else None
