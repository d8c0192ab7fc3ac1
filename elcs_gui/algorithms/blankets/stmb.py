"""STMB: neighbours by shrinking the set of all variables, then spouses, which also show false neighbours.

Gao and Ji (2017). The search of PC-simple draws its sets from all variables that are left: with many of them
and no limit k it does not end in any useful time.
"""

from __future__ import annotations

from itertools import count

from elcs_gui.ci.questions import Answer
from elcs_gui.trace.events import Entered, FalseNeighbour, Left, Members, Separated
from elcs_gui.trace.outcome import Blanket
from elcs_gui.trace.run import Run
from elcs_gui.trace.sets import PC, SP


def pc_simple(run: Run, target: int, k: int | None) -> tuple[list[int], dict[int, Members]]:
    """What no set of the others separates from the target, in column order, and what separates the rest."""
    run.start("PC-simple", target)
    others = [x for x in run.variables if x != target]

    def fact_of(i: int, answer: Answer) -> Separated | None:
        return Separated("PC-simple:3", target, others[i], ()) if answer.independent else None

    answers = run.test_each([(x, target, ()) for x in others], at="PC-simple:2", telling=fact_of)
    apart = [x for x, answer in zip(others, answers, strict=True) if answer.independent]
    sep: dict[int, Members] = dict.fromkeys(apart, ())
    adjacent = [x for x in others if x not in sep]
    for size in count(1):
        if len(adjacent) <= size or (k is not None and size > k):
            break
        for x in tuple(adjacent):
            z = run.separator(x, target, adjacent, size, least=size, at="PC-simple:6")
            if z is not None:
                adjacent.remove(x)
                sep[x] = z
                run.tell(Separated("PC-simple:7", target, x, z))
    for x in adjacent:
        run.tell(Entered("PC-simple:8", target, PC, x))
    return adjacent, sep


def stmb(run: Run, target: int, k: int | None) -> Blanket:
    """The blanket of `target`."""
    run.start("STMB", target)
    found, sep = pc_simple(run, target, k)
    spouses: dict[int, list[int]] = {y: [] for y in found}
    false_neighbours: dict[int, Members] = {}
    for y in found:  # lines 2-7
        z = _spouses_or_separator(run, target, y, found, sep, spouses[y], k)
        if z is not None:
            false_neighbours[y] = z
            run.tell(FalseNeighbour("STMB:6", target, y, z))
    before = {y: tuple(xs) for y, xs in spouses.items() if xs}
    pc = [y for y in found if y not in false_neighbours]  # line 8
    for y in pc:  # lines 9-11
        for x in tuple(spouses[y]):
            given = tuple(v for v in dict.fromkeys((*pc, *spouses[y])) if v != x)
            if run.test(x, target, given, at="STMB:10").independent:
                spouses[y].remove(x)
                run.tell(Left("STMB:11", target, SP, x, tuple(sorted(given)), y))
    pruned = before | {y: tuple(spouses[y]) for y in pc}
    for y in tuple(pc):  # lines 12-14
        members = dict.fromkeys((*pc, *(x for member in pc for x in spouses[member])))
        given = tuple(v for v in members if v != y)
        if run.test(y, target, given, at="STMB:13").independent:
            pc.remove(y)
            false_neighbours[y] = tuple(sorted(given))
            run.tell(FalseNeighbour("STMB:14", target, y, false_neighbours[y]))
    return Blanket(
        target,
        pc_candidates=tuple(found),
        separators=sep,
        pc=tuple(pc),
        candidate_spouses=before,
        pruned_spouses={y: xs for y, xs in pruned.items() if xs},
        spouses={y: tuple(spouses[y]) for y in pc if spouses[y]},
        false_neighbours=false_neighbours,
    )


def _spouses_or_separator(
    run: Run,
    target: int,
    y: int,
    pc: list[int],
    sep: dict[int, Members],
    spouses: list[int],
    k: int | None,
) -> Members | None:
    """Lines 3-7: fill SP(Y); or what separates Y from the target once one of them is known."""
    for x in sorted(sep):
        if not run.test(x, target, tuple({*sep[x], y}), at="STMB:4").independent:
            pool = sorted((*pc, x))
            z = run.separator(y, target, pool, k, at="STMB:5")
            if z is not None:
                return z
            spouses.append(x)
            run.tell(Entered("STMB:7", target, SP, x, y))
    return None
