"""HITON-PC, interleaved: the parents and children of a target (step 1 of EMB).

Aliferis, Tsamardinos and Statnikov (2003). The paper uses it without printing it; the lines cited here
stand in `resources/pseudocode/hiton-pc.txt`.

With background knowledge: a neighbour that is required enters PC first, in column order, and is never asked
about again. What must not be a neighbour stays outside whatever the tests say; once PC is known, a set that
separates it from the target is looked for there, because a spouse needs one.
"""

from __future__ import annotations

from elcs_gui.ci.questions import Answer
from elcs_gui.trace.events import Barred, Entered, Left, Members, NotSeparated, Ranked, Separated
from elcs_gui.trace.run import Run
from elcs_gui.trace.sets import PC


def hiton_pc(run: Run, target: int, k: int | None) -> tuple[list[int], dict[int, Members], list[int]]:
    """PC in order of entry, Sep, and those that depend on the target but are kept out by knowledge.

    Sep has what separates each variable outside PC from the target; only the last may be without.
    """
    run.start("HITON-PC", target)
    required = run.knowledge.required_neighbours(target)
    candidates, sep, barred = _marginally_dependent(run, target, required)  # lines 1-4
    pc: list[int] = list(required)
    for x in required:
        run.tell(Entered("HITON-PC:5a", target, PC, x))

    def leave(x: int, z: Members) -> None:
        pc.remove(x)
        sep[x] = z
        run.tell(Left("HITON-PC:10", target, PC, x, z))

    for newcomer in candidates:
        older = pc[len(required) :][::-1]  # newest first
        pc.append(newcomer)
        run.tell(Entered("HITON-PC:7", target, PC, newcomer))
        z = run.separator(newcomer, target, pc, k, at="HITON-PC:9")
        if z is not None:
            leave(newcomer, z)
            continue
        while found := run.first_separated(older, target, pc, k, containing=newcomer, at="HITON-PC:9"):
            leave(*found)
            older = older[older.index(found[0]) + 1 :]

    for x in barred:
        z = run.separator(x, target, pc, k, at="HITON-PC:11a")
        if z is None:
            run.tell(NotSeparated("HITON-PC:11b", target, x))
        else:
            sep[x] = z
            run.tell(Separated("HITON-PC:11b", target, x, z))
    return pc, sep, barred


def _marginally_dependent(
    run: Run, target: int, required: Members
) -> tuple[list[int], dict[int, Members], list[int]]:
    """Candidates, strongest first (ties in column order); those separated by the empty set; those barred."""
    others = [x for x in run.variables if x != target and x not in required]
    forbidden = {x for x in others if run.knowledge.bars(x, target)} if run.knowledge else set()

    def fact_of(i: int, answer: Answer) -> Separated | Barred | None:
        if answer.independent:
            return Separated("HITON-PC:3", target, others[i], ())
        return Barred("HITON-PC:3a", target, PC, others[i]) if others[i] in forbidden else None

    answers = run.test_each([(x, target, ()) for x in others], at="HITON-PC:2", telling=fact_of)
    strength = {x: a.strength for x, a in zip(others, answers, strict=True) if not a.independent}
    candidates = sorted(strength.keys() - forbidden, key=lambda x: (-strength[x], x))
    run.tell(Ranked("HITON-PC:4", target, PC, tuple(candidates)))
    barred = [x for x in strength if x in forbidden]  # in column order
    return candidates, {x: () for x in others if x not in strength}, barred
