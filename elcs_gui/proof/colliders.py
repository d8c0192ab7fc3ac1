"""Whether two variables that are apart meet at a third: what decides it, by the rule about colliders."""

from __future__ import annotations

from collections.abc import Sequence

from elcs_gui.proof.index import ProofIndex
from elcs_gui.proof.sets import SetProver
from elcs_gui.proof.tree import INDEPENDENT, SEPARATED, Proof
from elcs_gui.trace.listings import COLLIDERS, CONSERVATIVE, MAX_P, WEIGH


def meeting(deciding: Sequence[Proof], middle: int) -> bool:
    """Do all of these say that two are apart by a set without the middle?"""
    return all(
        told.claim.kind in (SEPARATED, INDEPENDENT) and middle not in told.claim.given for told in deciding
    )


class ColliderProver:
    """What one trace says of its colliders; see `elcs_gui.algorithms.colliders`."""

    def __init__(self, index: ProofIndex, sets: SetProver) -> None:
        self._index, self._sets = index, sets

    def deciding(self, a: int, middle: int, b: int, step: int) -> tuple[Proof, ...]:
        """What decides whether a and b, which are apart, meet at the middle: see `meeting`.

        Where sets are weighed: the one with the largest p; or all that separate the two, and of those only
        the first that holds the middle, where one does.
        """
        numbers = [n for n in self._index.asked(a, b, step, WEIGH) if self._index.independent(n)]
        if not numbers:
            return (self._sets.separated_first(a, b, step),)
        if self._index.trace.header.settings[COLLIDERS] == MAX_P:
            p = dict(zip(numbers, self._index.p_values(numbers), strict=True))
            return (self._sets.verdict(max(numbers, key=lambda number: p[number]), a, b),)
        holding = [number for number in numbers if middle in self._index.given(number)]
        return tuple(self._sets.verdict(number, a, b) for number in holding[:1] or numbers)

    def ambiguous(self, a: int, middle: int, b: int, step: int) -> tuple[Proof, ...]:
        """The first set with the middle and the first without it that separate a and b, where both are there
        and no rule counts on either."""
        if self._index.trace.header.settings.get(COLLIDERS) != CONSERVATIVE:
            return ()
        numbers = [n for n in self._index.asked(a, b, step, WEIGH) if self._index.independent(n)]
        with_it = [number for number in numbers if middle in self._index.given(number)]
        without = [number for number in numbers if number not in with_it]
        if not with_it or not without:
            return ()
        return self._sets.verdict(with_it[0], a, b), self._sets.verdict(without[0], a, b)

    def meet_at(self, middle: int, a: int, b: int, step: int) -> bool:
        """Are a and b apart, and do they meet at the middle?"""
        known = all(self._index.learnt(x, step) for x in (middle, a, b))
        if not known or self._index.joins(a, b, step) is not None:
            return False
        return meeting(self.deciding(a, middle, b, step), middle)
