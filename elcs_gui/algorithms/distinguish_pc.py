"""DistinguishPC (Algorithm 4): which members of PC are parents, which children.

Line 9 of the paper prints CSP(X) ∩ C, which is always empty: candidates are outside PC, children inside. Its
text and Theorem 2 mean the *spouses*, and so does this.

With background knowledge, members that can have one direction only are decided first. Their parents count for
Lemma 1 like others; a rule that would turn one of them is told as a conflict.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations

from elcs_gui.algorithms.recog_spouses import Spouses
from elcs_gui.trace.events import Found, LeftUndecided
from elcs_gui.trace.rules import KNOWLEDGE, LEMMA_1A, LEMMA_1B, N_STRUCTURE, SPOUSE
from elcs_gui.trace.run import Run


def distinguish_pc(
    run: Run, target: int, pc: Sequence[int], sp: Spouses, csp: Spouses, *, n_structures: bool
) -> tuple[list[int], list[int], dict[int, str]]:
    """Parents, children (both in the order found) and the rule behind each."""
    run.start("DistinguishPC", target)
    children: list[int] = []
    parents: list[int] = []
    reasons: dict[int, str] = {}

    def found_child(x: int, rule: str, because: Sequence[int], at: str) -> None:
        children.append(x)
        reasons[x] = rule
        run.tell(Found(at, target, (), (x,), rule, tuple(because)))

    for y in pc if run.knowledge else ():  # line 1a
        if run.knowledge.forbids(target, y):
            parents.append(y)
            reasons[y] = KNOWLEDGE
            run.tell(Found("DistinguishPC:1a", target, (y,), (), KNOWLEDGE, ()))
        elif run.knowledge.forbids(y, target):
            found_child(y, KNOWLEDGE, (), "DistinguishPC:1a")
    known = frozenset(reasons)

    for y in pc:  # lines 2-6: T → Y ← spouse
        if sp[y] and y not in known:
            found_child(y, SPOUSE, sp[y], "DistinguishPC:4")

    if n_structures:  # lines 7-12
        spouses = {x for xs in sp.values() for x in xs}
        for x in pc:
            shared = [c for c in csp[x] if c in spouses]
            if x not in reasons and shared:
                found_child(x, N_STRUCTURE, shared, "DistinguishPC:10")
            elif x in parents and shared:
                run.contradict("DistinguishPC:10", target, x, KNOWLEDGE)

    for x, y in combinations([v for v in pc if v not in children], 2):  # lines 13-19: Lemma 1 (a)
        if known.issuperset((x, y)):
            continue
        if (
            run.test(x, y, at="DistinguishPC:15").independent
            and not run.test(x, y, (target,), at="DistinguishPC:15").independent
        ):
            for parent in (x, y):
                if parent not in reasons:
                    parents.append(parent)
                    reasons[parent] = LEMMA_1A
            run.tell(Found("DistinguishPC:16", target, (x, y), (), LEMMA_1A, ()))

    for x in [v for v in pc if v not in reasons]:  # lines 20-28: Lemma 1 (b)
        for y in parents:
            if (
                not run.test(x, y, at="DistinguishPC:23").independent
                and run.test(x, y, (target,), at="DistinguishPC:23").independent
            ):
                found_child(x, LEMMA_1B, (y,), "DistinguishPC:24")
                break

    run.tell(LeftUndecided("DistinguishPC:29", target, tuple(v for v in pc if v not in reasons)))
    return parents, children, reasons
