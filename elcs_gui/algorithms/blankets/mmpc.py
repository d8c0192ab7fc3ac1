"""MMPC: the parents and children of a target, by the variable whose weakest link to it is strongest.

Tsamardinos, Aliferis and Statnikov (2003). The lines cited here stand in `resources/pseudocode/mmpc.txt`.
"""

from __future__ import annotations

from elcs_gui.algorithms.profiles import HOUSE, Profile
from elcs_gui.ci.questions import Answer
from elcs_gui.trace.events import Entered, Left, Members, Ranked, Separated
from elcs_gui.trace.run import Run
from elcs_gui.trace.sets import PC


def mmpc(
    run: Run, target: int, k: int | None, profile: Profile = HOUSE
) -> tuple[list[int], dict[int, Members]]:
    """PC in the order of the profile, and Sep: what separates each variable outside PC from the target."""
    procedure = f"MMPC{profile.suffix}"
    run.start(procedure, target)
    pc: list[int] = []
    sep: dict[int, Members] = {}
    # Its keys are OPEN.
    weakest = marginal_links(run, target, sep, asked=f"{procedure}:2", apart=f"{procedure}:3")
    while weakest:
        order = sorted(weakest, key=lambda x: (-weakest[x], x))
        run.tell(Ranked(f"{procedure}:5", target, PC, tuple(order)))
        newest = order[0]
        pc.append(newest)
        del weakest[newest]
        run.tell(Entered(f"{procedure}:6", target, PC, newest))
        for x in tuple(weakest):
            z, link = run.weakest_link(x, target, pc, k, containing=newest, at=f"{procedure}:8")
            if z is None:
                weakest[x] = min(weakest[x], link)
            else:
                del weakest[x]
                sep[x] = z
                run.tell(Separated(f"{procedure}:9", target, x, z))
    for x in pc[-2::-1]:  # the newest has just been tried with everything
        z = run.separator(x, target, profile.pool(pc), k, at=f"{procedure}:11")
        if z is not None:
            profile.leave(pc, x)
            sep[x] = z
            run.tell(Left(f"{procedure}:12", target, PC, x, z))
    return pc, sep


def marginal_links(
    run: Run, target: int, sep: dict[int, Members], *, asked: str, apart: str
) -> dict[int, float]:
    """How strongly each depends on the target; what does not is separated by the empty set."""
    others = [x for x in run.variables if x != target]

    def fact_of(i: int, answer: Answer) -> Separated | None:
        return Separated(apart, target, others[i], ()) if answer.independent else None

    answers = run.test_each([(x, target, ()) for x in others], at=asked, telling=fact_of)
    found = dict(zip(others, answers, strict=True))
    sep.update((x, ()) for x in others if found[x].independent)
    return {x: answer.strength for x, answer in found.items() if not answer.independent}
