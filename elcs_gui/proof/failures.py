"""Why no rule decides an edge: for each rule, the first premise that failed and the tests that show it."""

from __future__ import annotations

from collections.abc import Callable

from elcs_gui.proof.index import BlanketFacts, ProofIndex
from elcs_gui.proof.sets import SetProver
from elcs_gui.proof.tree import FAILS, Claim, Proof
from elcs_gui.trace import events as ev

_LEMMA_1A, _LEMMA_1B = "DistinguishPC:15", "DistinguishPC:23"
_WITHOUT_N = "elcs-without-n"
BLANKET_RULES = ("v-structure", "n-structure", "lemma-1a", "lemma-1b")
MEEK_RULES = ("meek-r1", "meek-r2", "meek-r3")
MEEK_R4 = "meek-r4"

Adjacent = Callable[[int, int, int], Proof]


class FailureProver:
    """Proofs that rules fail; `adjacent` proves that two variables are joined."""

    def __init__(self, index: ProofIndex, sets: SetProver, adjacent: Adjacent) -> None:
        self.index = index
        self.sets = sets
        self._adjacent = adjacent

    def of_knowledge(self, a: int, b: int, step: int) -> list[Proof]:
        """Why knowledge gives the edge a — b no direction; nothing where nothing is known."""
        knowledge = self.sets.known.knowledge
        if not knowledge:
            return []
        if knowledge.direction(a, b) is None:
            return [_failure("knowledge", a, b, "no witness", step)]
        used = self.index.trace.header.algorithm != "hiton-pc"
        return [_failure("knowledge", a, b, "not asked" if used else "not used", step)]

    def of_blanket(self, target: int, x: int, step: int) -> list[Proof]:
        """Why the blanket of `target` leaves its neighbour x undecided."""
        blanket = self.index.blankets[target]
        if blanket.told is None or blanket.told > step:
            return [_failure("blanket", target, x, "not asked", step)]
        if not self._distinguished(blanket):
            return [_failure("blanket", target, x, "not used", step)]
        candidates = [c for child, c in blanket.candidates if child == x]
        refused = self.sets.no_candidates(target, x, step)
        pruned = [self.sets.not_in_sp(target, x, c, step) for c in candidates]
        failures = [_failure("v-structure", target, x, "no witness", step, (), (refused, *pruned))]
        if self.index.trace.header.algorithm == _WITHOUT_N:
            failures.append(_failure("n-structure", target, x, "not used", step))
        else:
            children = blanket.pc(step)
            no_spouse = [self.sets.not_in_sp(target, y, c, step) for c in candidates for y in children]
            failures.append(_failure("n-structure", target, x, "no witness", step, (), (refused, *no_spouse)))
        failures.append(_failure("lemma-1a", target, x, "no witness", step, self._lemma_1a(blanket, x, step)))
        failures.append(_failure("lemma-1b", target, x, "no witness", step, self._lemma_1b(blanket, x, step)))
        return failures

    def of_meek(self, a: int, b: int, step: int) -> list[Proof]:
        """Why the Meek rules leave the edge a — b as it is: what they found when last applied."""
        if not self.index.trace.header.algorithm.startswith("elcs"):
            return [_failure("meek", a, b, "not used", step)]
        rounds = [when for when in self.index.rounds if when <= step]
        joined = self.index.joins(a, b, step)
        if joined is None or not rounds or rounds[-1] < joined:
            return [_failure("meek", a, b, "not asked", step)]
        tried = rounds[-1]
        blocking = self._blocking(a, b, tried)
        known = [pair for pair in blocking if self.index.joins(*pair, tried) is not None]
        adjacent = tuple(self._adjacent(*pair, tried) for pair in known)
        unknown = tuple(c for c, head in blocking if (c, head) not in known)
        first = Proof(Claim(f"{FAILS} meek-r1", (a, b), unknown), "no witness", tried, (), adjacent)
        others = (*MEEK_RULES[1:], MEEK_R4) if self.sets.known.knowledge else MEEK_RULES[1:]
        return [first, *(_failure(rule, a, b, "no witness", tried) for rule in others)]

    def _blocking(self, a: int, b: int, step: int) -> list[tuple[int, int]]:
        """(c, head) for every arrow c → tail at one end of the edge: R1 needs c and head apart."""
        found = []
        for tail, head in ((a, b), (b, a)):
            for when, arrow in self.index.oriented.values():
                if when <= step and arrow.head == tail and arrow.tail != head:
                    found.append((arrow.tail, head))
        return sorted(found)

    def _lemma_1a(self, blanket: BlanketFacts, x: int, step: int) -> tuple[int, ...]:
        """For every other neighbour undecided then, the test by which the two are no pair of causes."""
        tests = []
        for y in blanket.pc(step):
            asked = self.index.tests(x, y, blanket, step, _LEMMA_1A) if y != x else []
            if asked:  # dependent at once, or independent also given the target
                tests.append(asked[-1])
        return tuple(sorted(tests))

    def _lemma_1b(self, blanket: BlanketFacts, x: int, step: int) -> tuple[int, ...]:
        """For every cause found, the test by which x is no effect beside it."""
        tests = []
        for y, (_, fact) in blanket.decided.items():
            cause = isinstance(fact, ev.FoundParents | ev.FoundParent)
            asked = self.index.tests(x, y, blanket, step, _LEMMA_1B) if cause else []
            if asked:  # independent at once, or dependent also given the target
                tests.append(asked[-1])
        return tuple(sorted(tests))

    def _distinguished(self, blanket: BlanketFacts) -> bool:
        return self.index.trace.header.algorithm != "hiton-pc" or bool(blanket.decided)


def _failure(
    rule: str,
    a: int,
    b: int,
    reason: str,
    step: int,
    tests: tuple[int, ...] = (),
    premises: tuple[Proof, ...] = (),
) -> Proof:
    return Proof(Claim(f"{FAILS} {rule}", (a, b)), reason, step, tests, premises)
