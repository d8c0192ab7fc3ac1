"""GSMB (grow and shrink): the Markov blanket by passes over all variables; whoever depends on it joins.

Margaritis and Thrun (1999). No strength is compared: the order of the columns decides who is asked first.
"""

from __future__ import annotations

from elcs_gui.algorithms.blankets.iamb import shrink, whole_blanket
from elcs_gui.trace.events import Entered, Members, Separated, Undecidable
from elcs_gui.trace.outcome import Outcome
from elcs_gui.trace.run import Run
from elcs_gui.trace.sets import MB


def gsmb(run: Run, target: int, k: int | None) -> Outcome:  # noqa: ARG001  it knows no limit to its sets
    """The blanket of `target`."""
    run.start("GSMB", target)
    mb, sep, undecidable = _grown(run, target)
    sep |= shrink(run, target, mb, tuple(mb), asked="GSMB:8", left="GSMB:9")
    return whole_blanket(run, target, mb, sep, undecidable, "GSMB:10")


def _grown(run: Run, target: int) -> tuple[list[int], dict[int, Members], Members]:
    """Lines 1-6: MB in order of entry, what separates the others, and of whom too few rows could tell."""
    mb: list[int] = []
    waiting = [x for x in run.variables if x != target]  # OPEN
    given: dict[int, tuple[Members, bool]] = {}
    grew = True
    while grew:
        grew = False
        for x in tuple(waiting):
            answer = run.test(x, target, tuple(mb), at="GSMB:4")
            given[x] = tuple(mb), answer.reliable
            if answer.reliable and not answer.independent:
                mb.append(x)
                waiting.remove(x)
                run.tell(Entered("GSMB:5", target, MB, x))
                grew = True
    for x in waiting:
        z, reliable = given[x]
        run.tell(Separated("GSMB:6", target, x, z) if reliable else Undecidable("GSMB:6", target, x, z))
    sep = {x: given[x][0] for x in waiting if given[x][1]}
    return mb, sep, tuple(x for x in waiting if x not in sep)
