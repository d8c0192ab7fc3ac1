"""What the proof checker itself makes of background knowledge: none of it is shared with the prover."""

from __future__ import annotations

from itertools import pairwise

from elcs_gui.proof.tree import Proof
from elcs_gui.trace.knowledge import Knowledge

Pair = tuple[int, int]


class Known:
    """Everything that follows from some knowledge, drawn out by brute force."""

    def __init__(self, said: Knowledge) -> None:
        self.said = said
        self._something = bool(said.forbidden or said.required or said.adjacent or said.tiers)
        self.certain: set[Pair] = set(said.required)
        before = -1
        while len(self.certain) > before:
            before = len(self.certain)
            for a, b in said.adjacent:
                if self.forbids(a, b) != self.forbids(b, a):
                    self.certain.add((b, a) if self.forbids(a, b) else (a, b))

    def __bool__(self) -> bool:
        return self._something

    def forbids(self, tail: int, head: int) -> bool:
        return (tail, head) in self.said.forbidden or self.later(tail, head) or self._leads(head, tail)

    def bars(self, x: int, y: int) -> bool:
        return self.forbids(x, y) and self.forbids(y, x)

    def joins(self, x: int, y: int) -> bool:
        return any(pair in (*self.said.required, *self.said.adjacent) for pair in ((x, y), (y, x)))

    def later(self, x: int, y: int) -> bool:
        places = [[place for place, tier in enumerate(self.said.tiers) if v in tier] for v in (x, y)]
        return all(places) and places[0] > places[1]

    def _leads(self, start: int, end: int) -> bool:
        reached = {start}
        while more := {head for tail, head in self.certain if tail in reached} - reached:
            reached |= more
        return end in reached - {start}

    def complaint(self, proof: Proof) -> str | None:
        """What is wrong with this one node; its premises are checked by themselves. None if nothing is."""
        if proof.tests or proof.step != 0:
            return "knowledge rests on no test and stands from the start"
        wrong = {"forbidden": self._forbidden, "causes": self._causes, "required": self._required}
        return None if wrong[proof.claim.kind](proof) else "that is not known, or not for this reason"

    def _forbidden(self, proof: Proof) -> bool:
        tail, head = proof.claim.of
        if proof.rule == "forbidden":
            return (tail, head) in self.said.forbidden and not proof.premises
        if proof.rule == "tiers":
            return self.later(tail, head) and not proof.premises
        way = [premise.claim.of for premise in proof.premises]
        return (
            proof.rule == "circle"
            and bool(way)
            and all(premise.claim.kind == "causes" for premise in proof.premises)
            and (way[0][0], way[-1][1]) == (head, tail)
            and all(one[1] == other[0] for one, other in pairwise(way))
        )

    def _causes(self, proof: Proof) -> bool:
        tail, head = proof.claim.of
        if proof.rule == "required":
            return (tail, head) in self.said.required and not proof.premises
        found = [(premise.claim.kind, premise.claim.of) for premise in proof.premises]
        return (
            proof.rule == "one direction"
            and found[1:] == [("forbidden", (head, tail))]
            and found[0][0] == "required"
            and set(found[0][1]) == {tail, head}
        )

    def _required(self, proof: Proof) -> bool:
        if proof.premises:
            return False
        a, b = proof.claim.of
        if proof.rule == "arrow":
            return (a, b) in self.said.required
        return proof.rule == "edge" and (min(a, b), max(a, b)) in self.said.adjacent
