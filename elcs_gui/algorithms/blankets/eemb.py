"""EEMB: neighbours and candidate spouses are added first, and only then pruned, each by the others.

Wang, Ling, Yu and Wu (2020). Spouses are sought among those that have been dismissed, as soon as they are.
The lines cited here stand in `resources/pseudocode/eemb.txt`.
"""

from __future__ import annotations

from elcs_gui.algorithms.blankets.pc_and_spouses import PcAndSpouses, is_linked
from elcs_gui.ci.questions import Answer
from elcs_gui.trace.events import Entered, Members
from elcs_gui.trace.outcome import Blanket
from elcs_gui.trace.run import Run
from elcs_gui.trace.sets import CSP


def eemb(run: Run, target: int, k: int | None) -> Blanket:
    """The blanket of `target`."""
    run.start("EEMB", target)
    sets = PcAndSpouses(run, target, k, "EEMB")
    for y in sets.by_strength():
        if sets.enter(y):
            _ask_again(sets, [(x, sep, y) for x, sep in sorted(sets.known.items())], "EEMB:8", "EEMB:9")
            _dismiss_older(sets, y)
        else:
            _look_again(sets, y, sets.sep[y])
    for y in sets.pc:
        sets.prune_spouses(y, first=14)
    _remove_false_neighbours(sets)
    return sets.blanket()


def _dismiss_older(sets: PcAndSpouses, y: int) -> None:
    """Lines 10-11."""
    for v in sets.pc[-2::-1]:
        z = sets.run.separator(v, sets.target, sets.pc, sets.k, containing=y, at="EEMB:10")
        if z is not None:
            sets.leave(v, z, 11)
            _look_again(sets, v, z)


def _look_again(sets: PcAndSpouses, v: int, sep: Members) -> None:
    """Lines 12-13: V has been dismissed, and may be a spouse through any of those that are there."""
    _ask_again(sets, [(v, sep, q) for q in sets.pc if q not in sep], "EEMB:12", "EEMB:13")


def _ask_again(sets: PcAndSpouses, tried: list[tuple[int, Members, int]], asked: str, entered: str) -> None:
    """(X, Sep(X), Y): does knowing Y make X dependent on the target?"""
    target = sets.target

    def fact_of(i: int, answer: Answer) -> Entered | None:
        x, _, y = tried[i]
        return Entered(entered, target, CSP, x, y) if is_linked(answer) else None

    questions = [(x, target, (*sep, y)) for x, sep, y in tried]
    answers = sets.run.test_each(questions, at=asked, telling=fact_of)
    for (x, _, y), answer in zip(tried, answers, strict=True):
        if is_linked(answer):
            sets.candidates[y][x] = answer.strength


def _remove_false_neighbours(sets: PcAndSpouses) -> None:
    """Lines 21-23: in order of entry, as if each had just come."""
    members: list[int] = []
    for y in tuple(sets.pc):
        members.append(y)
        for v in members[::-1]:
            z = sets.separator_with_spouses(v, members, y, asked=22)
            if z is not None:
                members.remove(v)
                sets.leave(v, z, 23)
                if v == y:
                    break
