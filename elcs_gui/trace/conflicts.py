"""Who contradicts whom: blankets each other, a blanket itself, or the tests what is known beforehand."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence

from elcs_gui.trace.events import Conflicted, Members
from elcs_gui.trace.outcome import Blanket
from elcs_gui.trace.rules import KNOWLEDGE

REVERSAL, ASYMMETRY = "reversal", "asymmetry"


def parties(blankets: Collection[Blanket], conflict: Conflicted) -> Members:
    """The variables whose blankets contradict each other, in column order.

    Two or more: each side of the contradiction was found in a blanket of its own. One: a single blanket says
    both. None: what a blanket found was contradicted by a Meek rule or by what is known beforehand.
    """
    tail, head = conflict.tail, conflict.head
    if conflict.kind == KNOWLEDGE:
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
    if len(blankets) >= 2:
        return (
            f"The blankets of {' and '.join(blankets)} disagree: {head} → {tail} (stays) against "
            f"{tail} → {head}. Possible hidden common cause, or a wrong test."
        )
    if blankets:
        return f"The blanket of {blankets[0]} says both {head} → {tail} (stays) and {tail} → {head}."
    return f"{tail} → {head} was found, but {head} → {tail} was decided before, and stays."


def _arrows(blanket: Blanket) -> Iterator[tuple[int, int]]:
    """What the blanket writes into the local graph with a direction."""
    yield from ((parent, blanket.target) for parent in blanket.parents)
    yield from ((blanket.target, child) for child in blanket.children)
    for child, spouses in blanket.spouses.items():
        yield from ((spouse, child) for spouse in spouses)
