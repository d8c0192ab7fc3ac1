"""HITON-PC, interleaved: the parents and children of a target (step 1 of EMB).

Aliferis, Tsamardinos and Statnikov (2003). The paper uses it without printing it; the lines cited here
stand in `resources/pseudocode/hiton-pc.txt`.
"""

from __future__ import annotations

from elcs_gui.ci.questions import Answer
from elcs_gui.trace.events import Dismissed, EnteredPc, LeftPc, Ranked, Set
from elcs_gui.trace.run import Run


def hiton_pc(run: Run, target: int, k: int | None) -> tuple[list[int], dict[int, Set]]:
    """The members found, in order of entry, and Sep: what separates each other variable from the target."""
    run.start("HITON-PC", target)
    candidates, sep = _marginally_dependent(run, target)  # lines 1-4
    pc: list[int] = []

    def leave(x: int, z: Set) -> None:
        pc.remove(x)
        sep[x] = z
        run.tell(LeftPc("HITON-PC:10", target, x, z))

    for newcomer in candidates:
        older = pc[::-1]  # newest first
        pc.append(newcomer)
        run.tell(EnteredPc("HITON-PC:7", target, newcomer))
        z = run.separator(newcomer, target, pc, k, at="HITON-PC:9")
        if z is not None:
            leave(newcomer, z)
            continue
        while found := run.first_separated(older, target, pc, k, containing=newcomer, at="HITON-PC:9"):
            leave(*found)
            older = older[older.index(found[0]) + 1 :]
    return pc, sep


def _marginally_dependent(run: Run, target: int) -> tuple[list[int], dict[int, Set]]:
    """Candidates, strongest first (ties in column order); the others are separated by the empty set."""
    others = [x for x in run.variables if x != target]

    def dismissed(i: int, answer: Answer) -> Dismissed | None:
        return Dismissed("HITON-PC:3", target, others[i]) if answer.independent else None

    answers = run.test_each([(x, target, ()) for x in others], at="HITON-PC:2", telling=dismissed)
    strength = {x: a.strength for x, a in zip(others, answers, strict=True) if not a.independent}
    candidates = sorted(strength, key=lambda x: (-strength[x], x))
    run.tell(Ranked("HITON-PC:4", target, tuple(candidates)))
    return candidates, {x: () for x in others if x not in strength}
