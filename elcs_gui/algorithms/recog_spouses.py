"""RecogSpouses (Algorithm 3): candidate spouses of the target, then the true ones among them.

With background knowledge: what is known to cause a known child is a spouse, and one whose edge with the child
is required is not tried. All else is asked as ever: forbidden spouses go only after step 3 of EMB.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from elcs_gui.ci.questions import Answer
from elcs_gui.trace.events import Entered, Left, Members, Ranked, RuledOut, SpousesCopied
from elcs_gui.trace.run import Run, Screening
from elcs_gui.trace.sets import CSP, SP

Spouses = dict[int, list[int]]
"""By the member of PC through which they are spouses."""


def candidate_spouses(run: Run, target: int, pc: Sequence[int], sep: Mapping[int, Members]) -> Spouses:
    """CSP (lines 2-16): X joins CSP(Y) when knowing Y makes X and the target dependent again."""
    run.start("RecogSpouses", target)
    csp: Spouses = {y: [] for y in pc}
    # Without Sep are only the members of PC and what knowledge kept out of it without a separator.
    outside = [x for x in run.variables if x in sep and x not in csp]
    suspects = Screening(
        outside, pc, target, at="RecogSpouses:5", then_at="RecogSpouses:9",
        telling=lambda x, temp: RuledOut("RecogSpouses:9", target, x, temp),
    )  # fmt: skip
    for x, temp in run.screen(suspects):  # still dependent on the target given Temp

        def became_candidate(i: int, answer: Answer, x: int = x, temp: Members = temp) -> Entered | None:
            return None if answer.independent else Entered("RecogSpouses:12", target, CSP, x, temp[i])

        # {Y} ∪ Sep(X) is a set: Y is not counted twice.
        questions = [(x, target, tuple({y, *sep[x]})) for y in temp]
        answers = run.test_each(questions, at="RecogSpouses:11", telling=became_candidate)
        for y, answer in zip(temp, answers, strict=True):
            if not answer.independent:
                csp[y].append(x)
    if run.knowledge:
        _add_known_spouses(run, target, csp)
    return csp


def _add_known_spouses(run: Run, target: int, csp: Spouses) -> None:
    """Line 16a: what is known to cause a known child of the target is its spouse, whatever the tests say."""
    for y, spouses in csp.items():
        if run.knowledge.causes(target, y):
            for x in run.knowledge.required_neighbours(y):
                if run.knowledge.causes(x, y) and x != target and x not in csp and x not in spouses:
                    spouses.append(x)
                    run.tell(Entered("RecogSpouses:16a", target, CSP, x, y))


def pruned_spouses(
    run: Run, target: int, pc: Sequence[int], csp: Spouses, k: int | None, *, ranked: bool
) -> Spouses:
    """SP (lines 17-24): X leaves SP(Y) when some set separates X from Y.

    `ranked` is EMB-II: the weakest of SP(Y) is examined first while the pool lists the strongest first. The
    paper says only "in descending order"; the other way round costs more tests than no ranking at all.
    """
    sp = {y: list(xs) for y, xs in csp.items()}
    run.tell(SpousesCopied("RecogSpouses:17", target))
    for y in pc:
        examined = sp[y]
        if ranked and sp[y]:
            sp[y], examined = _by_strength(run, target, y, sp[y])
        required = run.knowledge.required_neighbours(y)
        for x in [x for x in examined if x not in required]:
            pool = [*sp[y], target, *(v for v in pc if v != y)]
            z = run.separator(x, y, pool, k, at="RecogSpouses:20")
            if z is not None:
                sp[y].remove(x)
                run.tell(Left("RecogSpouses:21", target, SP, x, z, y))
    return sp


def _by_strength(run: Run, target: int, y: int, spouses: list[int]) -> tuple[list[int], list[int]]:
    """The spouses strongest first, and weakest first; ties in column order both times."""
    answers = run.test_each([(x, y, ()) for x in spouses], at="RecogSpouses:18a")
    strength = {x: answer.strength for x, answer in zip(spouses, answers, strict=True)}
    strongest_first = sorted(spouses, key=lambda x: (-strength[x], x))
    run.tell(Ranked("RecogSpouses:18a", target, SP, tuple(strongest_first), y))
    return strongest_first, sorted(spouses, key=lambda x: (strength[x], x))
