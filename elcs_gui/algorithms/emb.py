"""EMB (Algorithm 2): the Markov blanket of a target, its parents told from its children where that can be."""

from __future__ import annotations

from elcs_gui.algorithms.distinguish_pc import distinguish_pc
from elcs_gui.algorithms.hiton_pc import hiton_pc
from elcs_gui.algorithms.recog_spouses import Spouses, candidate_spouses, pruned_spouses
from elcs_gui.trace.events import Barred, FalseNeighbour, Members
from elcs_gui.trace.outcome import Blanket
from elcs_gui.trace.rules import KNOWLEDGE
from elcs_gui.trace.run import Run
from elcs_gui.trace.sets import SP


def emb(run: Run, target: int, k: int | None, *, ranked: bool = False, n_structures: bool = True) -> Blanket:
    """Everything EMB finds out about `target`.

    Args:
        k: largest separating set, None for no limit.
        ranked: EMB-II, which ranks candidate spouses before pruning them.
        n_structures: False leaves out rule 2 of DistinguishPC ("ELCS w/o N").
    """
    run.start("EMB", target)
    pc, sep, barred = hiton_pc(run, target, k)  # step 1
    pc_candidates = tuple(pc)
    csp = candidate_spouses(run, target, pc, sep)  # step 2
    sp = pruned_spouses(run, target, pc, csp, k, ranked=ranked)
    pruned = _frozen(sp)
    false_neighbours: dict[int, Members] = {}
    required = run.knowledge.required_neighbours(target)
    for y in [y for y in pc_candidates if y not in required]:  # step 3
        pool = sp[y] + [v for v in pc if v != y]
        z = run.separator(y, target, pool, k, at="EMB:4")
        if z is not None:
            pc.remove(y)
            sp[y] = []
            false_neighbours[y] = z
            run.tell(FalseNeighbour("EMB:5", target, y, z))
    if run.knowledge:
        _remove_forbidden_spouses(run, target, sp)
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
        barred=tuple(barred),
    )


def _remove_forbidden_spouses(run: Run, target: int, sp: Spouses) -> None:
    """Lines 8a and 8b: no spouse X through Y where X → Y or T → Y is forbidden, whatever the tests say.

    Not before: a member of PC that is none may take the spouses it seemed to have to be separated. They stay
    among the candidates, because N-structures rest on candidates that are no spouses.
    """
    for y, spouses in sp.items():
        no_child = run.knowledge.forbids(target, y)
        if spouses and no_child:
            run.contradict("EMB:8a", target, y, KNOWLEDGE)
        for x in tuple(spouses):
            no_cause = run.knowledge.forbids(x, y)
            if no_cause:
                run.contradict("EMB:8a", x, y, KNOWLEDGE)
            if no_cause or no_child:
                spouses.remove(x)
                run.tell(Barred("EMB:8b", target, SP, x, y))


def _frozen(spouses: Spouses) -> dict[int, Members]:
    """Without the empty sets."""
    return {y: tuple(xs) for y, xs in spouses.items() if xs}
