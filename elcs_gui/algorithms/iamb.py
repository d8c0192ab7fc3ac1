"""IAMB: the Markov blanket of a target, grown by the variable most dependent on it, then shrunk.

Tsamardinos, Aliferis and Statnikov (2003). Every question conditions on the whole blanket found so far, so
that few are asked; the price is that data soon become too few to answer them. Neighbours and spouses are not
told apart.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from elcs_gui.ci.asking import Asked
from elcs_gui.ci.questions import Answer
from elcs_gui.trace.events import Entered, Finished, Left, Members, Ranked, Separated, Undecidable
from elcs_gui.trace.outcome import Blanket, Outcome
from elcs_gui.trace.run import Run
from elcs_gui.trace.sets import MB


def iamb(run: Run, target: int, k: int | None) -> Outcome:  # noqa: ARG001  it knows no limit to its sets
    """The blanket of `target`."""
    run.start("IAMB", target)
    mb, sep, undecidable = _grown(run, target)
    for x in tuple(mb):  # lines 8-10
        others = tuple(member for member in mb if member != x)
        if run.test(x, target, others, at="IAMB:9").independent:
            mb.remove(x)
            sep[x] = others
            run.tell(Left("IAMB:10", target, MB, x, others))
    members = tuple(sorted(mb))
    run.tell(Finished("IAMB:11", target, (), (), (), members))
    blanket = Blanket(target, separators=sep, mb=tuple(mb), undecidable=undecidable)
    return Outcome(target, (), (), (), (blanket,), members=members)


def _grown(run: Run, target: int) -> tuple[list[int], dict[int, Members], Members]:
    """Lines 1-7: MB in order of entry, what separates the others from the target, and who was given up."""
    mb: list[int] = []
    undecidable: list[int] = []
    candidates = [x for x in run.variables if x != target]  # OPEN
    while candidates:
        given = tuple(mb)
        questions = [(x, target, given) for x in candidates]
        answers = run.test_each(questions, at="IAMB:3", telling=partial(_undecidable, questions))
        asked = dict(zip(candidates, answers, strict=True))
        undecidable += [x for x in candidates if not asked[x].reliable]
        candidates = [x for x in candidates if asked[x].reliable]
        dependent = [x for x in candidates if not asked[x].independent]
        order = sorted(dependent, key=lambda x: -asked[x].strength)  # ties stay in column order
        run.tell(Ranked("IAMB:5", target, MB, tuple(order)))
        if not order:
            break
        mb.append(order[0])
        candidates.remove(order[0])
        run.tell(Entered("IAMB:6", target, MB, order[0]))
    for x in candidates:
        run.tell(Separated("IAMB:7", target, x, tuple(mb)))
    return mb, dict.fromkeys(candidates, tuple(mb)), tuple(undecidable)


def _undecidable(questions: Sequence[Asked], number: int, answer: Answer) -> Undecidable | None:
    """Line 4, right after the question."""
    x, target, given = questions[number]
    return None if answer.reliable else Undecidable("IAMB:4", target, x, tuple(given))
