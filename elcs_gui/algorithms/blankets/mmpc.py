"""MMPC: the parents and children of a target, by the variable whose weakest link to it is strongest.

Tsamardinos, Aliferis and Statnikov (2003). The lines cited here stand in `resources/pseudocode/mmpc.txt`.
"""

from __future__ import annotations

from collections.abc import Iterator

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
        admit_strongest(run, target, pc, weakest, procedure)  # lines 5-6
        for x, apart in weakened(run, target, pc, weakest, k, at=f"{procedure}:8"):
            sep[x] = apart
            run.tell(Separated(f"{procedure}:9", target, x, apart))
    for x in pc[-2::-1]:  # the newest has just been tried with everything
        z = run.separator(x, target, profile.pool(pc), k, at=f"{procedure}:11")
        if z is not None:
            profile.leave(pc, x)
            sep[x] = z
            run.tell(Left(f"{procedure}:12", target, PC, x, z))
    return pc, sep


def admit_strongest(run: Run, target: int, pc: list[int], weakest: dict[int, float], procedure: str) -> None:
    """The one whose weakest link is strongest joins PC."""
    order = sorted(weakest, key=lambda x: (-weakest[x], x))
    run.tell(Ranked(f"{procedure}:5", target, PC, tuple(order)))
    pc.append(order[0])
    del weakest[order[0]]
    run.tell(Entered(f"{procedure}:6", target, PC, order[0]))


def weakened(
    run: Run, target: int, pc: list[int], weakest: dict[int, float], k: int | None, *, at: str
) -> Iterator[tuple[int, Members]]:
    """Try all others with the newest of PC: links get weaker; those that are separated, with their sets."""
    for x in tuple(weakest):
        z, link = run.weakest_link(x, target, pc, k, containing=pc[-1], at=at)
        if z is None:
            weakest[x] = min(weakest[x], link)
        else:
            del weakest[x]
            yield x, z


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
