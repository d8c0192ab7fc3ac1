"""EMB (Algorithm 2): the Markov blanket of a target, its parents told from its children where that can be."""

from __future__ import annotations

from elcs_gui.algorithms.distinguish_pc import distinguish_pc
from elcs_gui.algorithms.hiton_pc import hiton_pc
from elcs_gui.algorithms.recog_spouses import Spouses, candidate_spouses, pruned_spouses
from elcs_gui.trace.events import FalseNeighbour, Set
from elcs_gui.trace.outcome import Blanket
from elcs_gui.trace.run import Run


def emb(run: Run, target: int, k: int | None, *, ranked: bool = False, n_structures: bool = True) -> Blanket:
    """Everything EMB finds out about `target`.

    Args:
        k: largest separating set, None for no limit.
        ranked: EMB-II, which ranks candidate spouses before pruning them.
        n_structures: False leaves out rule 2 of DistinguishPC ("ELCS w/o N").
    """
    run.start("EMB", target)
    pc, sep = hiton_pc(run, target, k)  # step 1
    pc_candidates = tuple(pc)
    csp = candidate_spouses(run, target, pc, sep)  # step 2
    sp = pruned_spouses(run, target, pc, csp, k, ranked=ranked)
    pruned = _frozen(sp)
    false_neighbours: dict[int, Set] = {}
    for y in pc_candidates:  # step 3
        pool = sp[y] + [v for v in pc if v != y]
        z = run.separator(y, target, pool, k, at="EMB:4")
        if z is not None:
            pc.remove(y)
            sp[y] = []
            false_neighbours[y] = z
            run.tell(FalseNeighbour("EMB:5", target, y, z))
    parents, children, reasons = distinguish_pc(  # step 4
        run, target, pc, sp, csp, n_structures=n_structures
    )
    return Blanket(
        target=target,
        pc_candidates=pc_candidates,
        separators=sep,
        candidate_spouses=_frozen(csp),
        pruned_spouses=pruned,
        pc=tuple(pc),
        spouses=_frozen(sp),
        false_neighbours=false_neighbours,
        parents=tuple(parents),
        children=tuple(children),
        reasons=reasons,
    )


def _frozen(spouses: Spouses) -> dict[int, Set]:
    """Without the empty sets."""
    return {y: tuple(xs) for y, xs in spouses.items() if xs}
