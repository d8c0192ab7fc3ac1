"""GetPCD: MMPC that looks over its members after every addition, so that its sets stay small (PCMB).

Peña, Nilsson, Björkegren and Tegnér (2007). What it finds may hold descendants that are no children: PCMB
keeps those alone that find each other. The lines cited here stand in `resources/pseudocode/get-pcd.txt`.
"""

from __future__ import annotations

from elcs_gui.algorithms.blankets.mmpc import admit_strongest, marginal_links, weakened
from elcs_gui.trace.events import Left, Members, Separated
from elcs_gui.trace.run import Run
from elcs_gui.trace.sets import PC


def get_pcd(run: Run, target: int, k: int | None) -> tuple[list[int], dict[int, Members]]:
    """PC in order of entry, and Sep: what separates each variable outside PC from the target."""
    run.start("GetPCD", target)
    pc: list[int] = []
    sep: dict[int, Members] = {}
    weakest = marginal_links(run, target, sep, asked="GetPCD:2", apart="GetPCD:3")  # its keys are OPEN
    while weakest:
        admit_strongest(run, target, pc, weakest, "GetPCD")  # lines 5-6
        for x in pc[-2::-1]:
            z = run.separator(x, target, pc, k, containing=pc[-1], at="GetPCD:8")
            if z is not None:
                pc.remove(x)
                sep[x] = z
                run.tell(Left("GetPCD:9", target, PC, x, z))
        for x, z in weakened(run, target, pc, weakest, k, at="GetPCD:11"):
            sep[x] = z
            run.tell(Separated("GetPCD:12", target, x, z))
    return pc, sep
