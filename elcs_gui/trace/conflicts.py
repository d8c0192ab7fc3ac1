"""Who contradicts whom: blankets each other, a blanket itself, or the tests what is known beforehand.

A run tells what contradicts its graph (`Conflicted`). That is not all: a blanket may hold x → y as an arrow
of a spouse while the blanket of x or y, which asked about the two themselves, has no edge there. `disputes`
has both kinds, and every place that shows contradictions reads them from it.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass

from elcs_gui.trace.events import Conflicted, Members
from elcs_gui.trace.explain import enumerated
from elcs_gui.trace.outcome import Blanket, Outcome, Pair, pair
from elcs_gui.trace.rules import KNOWLEDGE, SPOUSE
from elcs_gui.trace.view import View

REVERSAL, OVERWRITTEN, ASYMMETRY, DENIAL = "reversal", "overwritten", "asymmetry", "denial"


@dataclass(frozen=True, slots=True)
class Dispute:
    """Something that was found, and contradicted.

    Attributes:
        kind: that of a `Conflicted`, or "denial": a blanket found tail → head, another has no such edge.
        parties: the variables whose blankets contradict each other; see `parties`.
        marks: the edges that are in doubt: the one between tail and head first, then those that rest on
            nothing but it.
    """

    kind: str
    tail: int
    head: int
    parties: Members
    marks: tuple[Pair, ...]

    @property
    def ends(self) -> Pair:
        return pair(self.tail, self.head)

    def words(self, names: Sequence[str]) -> str:
        """In a sentence."""
        of = [names[x] for x in self.parties]
        return conflict_words(self.kind, names[self.tail], names[self.head], of)


def disputes(view: View) -> tuple[Dispute, ...]:
    """All that is contradicted at a step: what the run told, then what blankets deny each other."""
    learnt = [
        blanket
        for blanket in view.blankets.values()
        if view.finished is not None or blanket.target != view.current
    ]
    return _disputes(tuple(view.blankets.values()), learnt, view.conflicts)


def disputes_of(outcome: Outcome) -> tuple[Dispute, ...]:
    """The same of a run's result."""
    return _disputes(outcome.blankets, outcome.blankets, outcome.conflicts)


def about(found: Collection[Dispute], a: int, b: int) -> list[Dispute]:
    """Those that put the edge between a and b in doubt."""
    return [dispute for dispute in found if pair(a, b) in dispute.marks]


def parties(blankets: Collection[Blanket], conflict: Conflicted) -> Members:
    """The variables whose blankets contradict each other, in column order.

    Two or more: each side of the contradiction was found in a blanket of its own. One: a single blanket says
    both. None: what a blanket found was contradicted by a Meek rule or by what is known beforehand.
    """
    tail, head = conflict.tail, conflict.head
    if conflict.kind in (KNOWLEDGE, OVERWRITTEN):
        return ()
    if conflict.kind == ASYMMETRY:
        return tuple(sorted((tail, head)))
    said = {blanket.target for blanket in blankets if (tail, head) in set(_arrows(blanket))}
    denied = {blanket.target for blanket in blankets if (head, tail) in set(_arrows(blanket))}
    return tuple(sorted(said | denied)) if said and denied else ()


def conflict_words(kind: str, tail: str, head: str, blankets: Sequence[str]) -> str:
    """A contradiction in a sentence; `blankets` are the names of its parties."""
    if kind == ASYMMETRY:
        return (
            f"{head} is a one-sided neighbour of {tail}: it is one in the blanket of {tail}, "
            f"but {tail} is none in that of {head}."
        )
    if kind == KNOWLEDGE:
        return f"The tests say {tail} → {head}, but what is known forbids that arrow."
    if kind == OVERWRITTEN:
        return f"{tail} → {head} was decided, until {head} → {tail} was found, which stays."
    if kind == DENIAL:
        disagree = f"The blankets of {enumerated(blankets)} disagree"
        return f"{disagree}: {tail} → {head} (stays) against no edge between the two."
    if len(blankets) >= 2:
        return (
            f"The blankets of {' and '.join(blankets)} disagree: {head} → {tail} (stays) against "
            f"{tail} → {head}. Possible hidden common cause, or a wrong test."
        )
    if blankets:
        return f"The blanket of {blankets[0]} says both {head} → {tail} (stays) and {tail} → {head}."
    return f"{tail} → {head} was found, but {head} → {tail} was decided before, and stays."


def _disputes(
    blankets: Collection[Blanket], learnt: Sequence[Blanket], told: Sequence[Conflicted]
) -> tuple[Dispute, ...]:
    once = dict.fromkeys((one.kind, one.tail, one.head) for one in told)
    by_key = {(one.kind, one.tail, one.head): one for one in told}
    found = [Dispute(*key, parties(blankets, by_key[key]), ()) for key in once]
    known = {dispute.ends for dispute in found}
    found += [dispute for dispute in _denials(learnt) if dispute.ends not in known]
    resting = _resting_on({dispute.ends for dispute in found}, learnt)
    return tuple(
        Dispute(one.kind, one.tail, one.head, one.parties, (one.ends, *resting.get(one.ends, ())))
        for one in found
    )


def _denials(learnt: Sequence[Blanket]) -> list[Dispute]:
    """Arrows of spouses that the blanket of one of their own ends has not; each once."""
    by_target = {blanket.target: blanket for blanket in learnt}
    found: dict[tuple[int, int], set[int]] = {}
    for blanket in learnt:
        for child, spouses in blanket.spouses.items():
            for spouse in spouses:
                against = [
                    end
                    for end, other in ((child, spouse), (spouse, child))
                    if end in by_target and other not in by_target[end].pc
                ]
                if against:
                    found.setdefault((spouse, child), set()).update((blanket.target, *against))
    return [Dispute(DENIAL, *ends, tuple(sorted(of)), ()) for ends, of in found.items()]


def _resting_on(doubted: Collection[Pair], learnt: Sequence[Blanket]) -> dict[Pair, list[Pair]]:
    """By edge in doubt, the arrows that only V-structures with such edges show."""
    resting: dict[Pair, list[Pair]] = {}
    for blanket in learnt:
        for child, spouses in blanket.spouses.items():
            shown_by = [pair(spouse, child) for spouse in spouses]
            if blanket.reasons.get(child) == SPOUSE and all(ends in doubted for ends in shown_by):
                for ends in shown_by:
                    resting.setdefault(ends, []).append(pair(blanket.target, child))
    return resting


def _arrows(blanket: Blanket) -> Iterator[tuple[int, int]]:
    """What the blanket writes into the local graph with a direction."""
    yield from ((parent, blanket.target) for parent in blanket.parents)
    yield from ((blanket.target, child) for child in blanket.children)
    for child, spouses in blanket.spouses.items():
        yield from ((spouse, child) for spouse in spouses)
