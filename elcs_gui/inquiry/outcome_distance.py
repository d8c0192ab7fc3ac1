"""How unlike two outcomes are: what guides a search from one to the other."""

from __future__ import annotations

from elcs_gui.trace.outcome import Blanket, Outcome, SetsByMember


def outcome_distance(outcome: Outcome, best: Outcome) -> int:
    """In how many members the sets of their blankets differ; 0 only if `outcome` has all that `best` has.

    The target's own sets count twice: what is wrong elsewhere need not matter.
    """
    learnt = {blanket.target: blanket for blanket in outcome.blankets}
    nothing = Blanket(outcome.target)
    differences = (
        _difference(learnt.get(wanted.target, nothing), wanted) * (2 if wanted.target == best.target else 1)
        for wanted in best.blankets
    )
    return sum(differences)


def _difference(one: Blanket, other: Blanket) -> int:
    return (
        len(set(one.pc) ^ set(other.pc))
        + len(_pairs(one.candidate_spouses) ^ _pairs(other.candidate_spouses))
        + len(_pairs(one.spouses) ^ _pairs(other.spouses))
        + len(set(one.parents) ^ set(other.parents))
        + len(set(one.children) ^ set(other.children))
    )


def _pairs(sets: SetsByMember) -> set[tuple[int, int]]:
    return {(member, x) for member, xs in sets.items() for x in xs}
