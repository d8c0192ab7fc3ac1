"""BAMB: neighbours and spouses found together, each new neighbour pruning both sets at once.

Ling, Yu, Wang, Liu, Ding and Wu (2019). The lines cited here stand in `resources/pseudocode/bamb.txt`.
"""

from __future__ import annotations

from elcs_gui.algorithms.blankets.pc_and_spouses import PcAndSpouses, is_linked
from elcs_gui.algorithms.profiles import HOUSE, Profile
from elcs_gui.ci.questions import Answer
from elcs_gui.trace.events import Entered
from elcs_gui.trace.outcome import Blanket
from elcs_gui.trace.run import Run
from elcs_gui.trace.sets import CSP


def bamb(run: Run, target: int, k: int | None, profile: Profile = HOUSE) -> Blanket:
    """The blanket of `target`."""
    procedure = f"BAMB{profile.suffix}"
    run.start(procedure, target)
    sets = PcAndSpouses(run, target, k, procedure, profile)
    remove = _remove_as_released if profile.released else _remove_false_neighbours
    for y in sets.by_strength():
        if sets.enter(y):
            _find_candidates(sets, y)
            sets.prune_spouses(y, first=11)
            remove(sets, y)
    return sets.blanket()


def _find_candidates(sets: PcAndSpouses, y: int) -> None:
    """Lines 8-10: those that knowing Y makes dependent on the target."""
    run, target = sets.run, sets.target
    # Candidates for PC that are not examined yet count as separated by nothing.
    outside = [x for x in run.variables if x != target and x not in sets.pc]
    questions = [(x, target, tuple({*sets.known.get(x, ()), y})) for x in outside]

    def fact_of(i: int, answer: Answer) -> Entered | None:
        return Entered(sets.at(10), target, CSP, outside[i], y) if is_linked(answer) else None

    answers = run.test_each(questions, at=sets.at(9), telling=fact_of)
    sets.candidates[y] = {x: a.strength for x, a in zip(outside, answers, strict=True) if is_linked(a)}


def _remove_false_neighbours(sets: PcAndSpouses, y: int) -> None:
    """Lines 18-22: Y or an older neighbour may be separated now."""
    for v in sets.pc[::-1]:
        z = sets.separator_with_spouses(v, sets.pc, y, asked=19)
        if z is not None:
            sets.leave(v, z, 20)
            if v == y:
                return
    for v in sets.pc[-2::-1]:
        z = sets.run.separator(v, sets.target, sets.pc, sets.k, containing=y, at=sets.at(21))
        if z is not None:
            sets.leave(v, z, 22)


def _remove_as_released(sets: PcAndSpouses, y: int) -> None:
    """The same lines with the mistakes that their notes name."""
    older, pool = sets.pc[-2::-1], sets.pool()
    for place in reversed(range(len(sets.pc))):
        v = sets.pc[place]  # by its place, although whoever leaves changes the places of the others
        z = sets.separator_with_spouses(v, pool, y, asked=19)
        if z is not None:
            sets.leave(v, z, 20)
            del sets.known[v]
            if v == y:
                return
    for v in older:
        z = sets.run.separator(v, sets.target, sets.pool(), sets.k, containing=y, at=sets.at(21))
        if z is not None:
            sets.leave(v, z, 22)
