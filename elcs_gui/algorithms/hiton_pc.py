"""HITON-PC, interleaved: the parents and children of a target (step 1 of EMB).

Aliferis, Tsamardinos and Statnikov (2003). The paper uses it without printing it; the lines cited here
stand in `resources/pseudocode/hiton-pc.txt`.

With background knowledge: a neighbour that is required enters PC first, in column order, and is never asked
about again. What must not be a neighbour stays outside whatever the tests say; once PC is known, a set that
separates it from the target is looked for there, because a spouse needs one.
"""

from __future__ import annotations

from elcs_gui.algorithms.blankets.spouses import PcAndSep
from elcs_gui.algorithms.profiles import HOUSE, Profile
from elcs_gui.ci.questions import Answer
from elcs_gui.trace.events import Barred, Entered, Left, Members, NotSeparated, Ranked, Separated
from elcs_gui.trace.run import Run
from elcs_gui.trace.sets import PC


def hiton_pc(
    run: Run, target: int, k: int | None, profile: Profile = HOUSE
) -> tuple[list[int], dict[int, Members], list[int]]:
    """PC in the order of the profile, Sep, and those that depend on the target but are kept out by knowledge.

    Sep has what separates each variable outside PC from the target; only the last may be without.
    """
    procedure = f"HITON-PC{profile.suffix}"
    run.start(procedure, target)
    required = run.knowledge.required_neighbours(target)
    candidates, sep, barred = _marginally_dependent(run, target, required, procedure)  # lines 1-4
    pc: list[int] = list(required)
    for x in required:
        run.tell(Entered(f"{procedure}:5a", target, PC, x))

    def leave(x: int, z: Members) -> None:
        profile.leave(pc, x)
        sep[x] = z
        run.tell(Left(f"{procedure}:10", target, PC, x, z))

    for newcomer in candidates:
        older = pc[len(required) :][::-1]  # newest first
        pc.append(newcomer)
        run.tell(Entered(f"{procedure}:7", target, PC, newcomer))
        z = run.separator(newcomer, target, profile.pool(pc), k, at=f"{procedure}:9")
        if z is not None:
            leave(newcomer, z)
            continue
        while found := run.first_separated(
            older, target, profile.pool(pc), k, containing=newcomer, at=f"{procedure}:9"
        ):
            leave(*found)
            older = older[older.index(found[0]) + 1 :]

    for x in barred:
        z = run.separator(x, target, pc, k, at=f"{procedure}:11a")
        if z is None:
            run.tell(NotSeparated(f"{procedure}:11b", target, x))
        else:
            sep[x] = z
            run.tell(Separated(f"{procedure}:11b", target, x, z))
    return pc, sep, barred


def pc_and_sep(run: Run, target: int, k: int | None, profile: Profile = HOUSE) -> PcAndSep:
    """The same without the last, for those who use no knowledge."""
    return hiton_pc(run, target, k, profile)[:2]


def _marginally_dependent(
    run: Run, target: int, required: Members, procedure: str
) -> tuple[list[int], dict[int, Members], list[int]]:
    """Candidates, strongest first (ties in column order); those separated by the empty set; those barred."""
    others = [x for x in run.variables if x != target and x not in required]
    forbidden = {x for x in others if run.knowledge.bars(x, target)} if run.knowledge else set()

    def fact_of(i: int, answer: Answer) -> Separated | Barred | None:
        if answer.independent:
            return Separated(f"{procedure}:3", target, others[i], ())
        return Barred(f"{procedure}:3a", target, PC, others[i]) if others[i] in forbidden else None

    answers = run.test_each([(x, target, ()) for x in others], at=f"{procedure}:2", telling=fact_of)
    strength = {x: a.strength for x, a in zip(others, answers, strict=True) if not a.independent}
    candidates = sorted(strength.keys() - forbidden, key=lambda x: (-strength[x], x))
    run.tell(Ranked(f"{procedure}:4", target, PC, tuple(candidates)))
    barred = [x for x in strength if x in forbidden]  # in column order
    return candidates, {x: () for x in others if x not in strength}, barred
