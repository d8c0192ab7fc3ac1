"""Proofs of what is known beforehand: leaves that cite no test, and what follows from them."""

from __future__ import annotations

from itertools import pairwise

from elcs_gui.proof.tree import CAUSES, FORBIDDEN, REQUIRED, Claim, Proof
from elcs_gui.trace.knowledge import Knowledge, Pair, way_along

_BEFORE_ALL = 0
"""What is known stands from the start."""


class KnowledgeProver:
    """Proofs from one run's background knowledge, which must say what is to be proved."""

    def __init__(self, knowledge: Knowledge) -> None:
        self.knowledge = knowledge

    def forbidden(self, tail: int, head: int) -> Proof:
        """There can be no arrow tail → head: said so, by the tiers, or because arrows lead the other way."""
        return self._forbidden(tail, head, self.knowledge.derived)

    def barred(self, x: int, y: int) -> tuple[Proof, Proof]:
        """There can be no edge between x and y: neither arrow."""
        return self.forbidden(x, y), self.forbidden(y, x)

    def causes(self, tail: int, head: int) -> Proof:
        """tail → head is certain: required, or the one direction that a required edge can have."""
        claim, derived = Claim(CAUSES, (tail, head)), self.knowledge.derived
        if (tail, head) in self.knowledge.required:
            return Proof(claim, "required", _BEFORE_ALL)
        earlier = derived[: derived.index((tail, head))]
        premises = (self.required(tail, head), self._forbidden(head, tail, earlier))
        return Proof(claim, "one direction", _BEFORE_ALL, (), premises)

    def required(self, x: int, y: int) -> Proof:
        """There must be an edge between x and y. An arrow is claimed from its tail."""
        for pair in ((x, y), (y, x)):
            if pair in self.knowledge.required:
                return Proof(Claim(REQUIRED, pair), "arrow", _BEFORE_ALL)
        return Proof(Claim(REQUIRED, (x, y)), "edge", _BEFORE_ALL)

    def _forbidden(self, tail: int, head: int, derived: tuple[Pair, ...]) -> Proof:
        """The same from the required arrows and these others only, so that no proof rests on itself."""
        claim, knowledge = Claim(FORBIDDEN, (tail, head)), self.knowledge
        if (head, tail) not in knowledge.required:
            if (tail, head) in knowledge.forbidden:
                return Proof(claim, "forbidden", _BEFORE_ALL)
            if knowledge.later(tail, head):
                return Proof(claim, "tiers", _BEFORE_ALL)
        way = way_along((*knowledge.required, *derived), head, tail)
        assert way is not None  # nothing else can forbid it
        premises = tuple(self.causes(*arrow) for arrow in pairwise(way))
        return Proof(claim, "circle", _BEFORE_ALL, (), premises)
