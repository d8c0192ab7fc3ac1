"""MB-to-PC: the neighbours of a target among the members of its blanket, which is grown first.

The blanket grows as in IAMB and is not shrunk. Every variable that is no neighbour of the target is
separated from it by some of its blanket, so that nobody else has to be tried (Wang, Zhou, Zhao and Geng,
2014). The lines cited here stand in `resources/pseudocode/mb-to-pc.txt`.
"""

from __future__ import annotations

from elcs_gui.trace.events import Entered, Left, Members, Ranked, Separated
from elcs_gui.trace.run import Run
from elcs_gui.trace.sets import MB, PC


def mb_to_pc(run: Run, target: int, k: int | None) -> tuple[list[int], dict[int, Members]]:
    """PC in order of entry, and Sep: what separates each variable outside PC from the target."""
    return mb_and_pc(run, target, k)[1:]


def mb_and_pc(run: Run, target: int, k: int | None) -> tuple[list[int], list[int], dict[int, Members]]:
    """The blanket as it was grown, in order of entry; then PC and Sep."""
    run.start("MB-to-PC", target)
    mb, apart, few = _grown(run, target)
    sep: dict[int, Members] = {}
    for x in apart:
        sep[x] = tuple(sorted(mb))
        run.tell(Separated("MB-to-PC:7", target, x, sep[x]))
    pc: list[int] = []
    for x in (*mb, *few):
        z: Members | None = ()
        line = "MB-to-PC:9"
        if not run.test(x, target, at="MB-to-PC:8").independent:
            z = run.separator(x, target, mb, k, least=1, at="MB-to-PC:10")
            line = "MB-to-PC:11"
        if z is None:
            pc.append(x)
            run.tell(Entered("MB-to-PC:12", target, PC, x))
        else:
            sep[x] = z
            run.tell(Left(line, target, MB, x, z) if x in mb else Separated(line, target, x, z))
    return mb, pc, sep


def _grown(run: Run, target: int) -> tuple[list[int], list[int], list[int]]:
    """Lines 1-6: MB in order of entry, who is separated by it, and FEW."""
    mb: list[int] = []
    few: list[int] = []
    candidates = [x for x in run.variables if x != target]  # OPEN
    while candidates:
        given = tuple(mb)
        answers = run.test_each([(x, target, given) for x in candidates], at="MB-to-PC:3")
        asked = dict(zip(candidates, answers, strict=True))
        few += [x for x in candidates if not asked[x].reliable]
        candidates = [x for x in candidates if asked[x].reliable]
        dependent = [x for x in candidates if not asked[x].independent]
        order = sorted(dependent, key=lambda x: (-asked[x].strength, x))
        run.tell(Ranked("MB-to-PC:4", target, MB, tuple(order)))
        if not order:
            break
        mb.append(order[0])
        candidates.remove(order[0])
        run.tell(Entered("MB-to-PC:5", target, MB, order[0]))
    return mb, candidates, few
