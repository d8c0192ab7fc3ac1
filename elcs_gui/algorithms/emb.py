"""EMB (Algorithm 2): the Markov blanket of a target, its parents told from its children where that can be.

EMB-sound differs in two places, both about step 3. What has left PC stays among what may separate the others,
and is tried as a spouse itself: with every verdict true and sets of any size, the blanket is then right.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from elcs_gui.algorithms.distinguish_pc import distinguish_pc
from elcs_gui.algorithms.hiton_pc import hiton_pc
from elcs_gui.algorithms.recog_spouses import Spouses, candidate_spouses, pruned_spouses
from elcs_gui.trace.events import Barred, Entered, FalseNeighbour, Left, Members
from elcs_gui.trace.outcome import Blanket
from elcs_gui.trace.rules import KNOWLEDGE
from elcs_gui.trace.run import Run
from elcs_gui.trace.sets import SP


def emb(
    run: Run,
    target: int,
    k: int | None,
    *,
    ranked: bool = False,
    n_structures: bool = True,
    sound: bool = False,
) -> Blanket:
    """Everything EMB finds out about `target`.

    Args:
        k: largest separating set, None for no limit.
        ranked: EMB-II, which ranks candidate spouses before pruning them.
        n_structures: False leaves out rule 2 of DistinguishPC ("ELCS w/o N").
        sound: EMB-sound.
    """
    name = "EMB-sound" if sound else "EMB"
    run.start(name, target)
    pc, sep, barred = hiton_pc(run, target, k)  # step 1
    pc_candidates = tuple(pc)
    csp = candidate_spouses(run, target, pc, sep)  # step 2
    sp = pruned_spouses(run, target, pc, csp, k, ranked=ranked)
    pruned = _frozen(sp)
    false_neighbours: dict[int, Members] = {}
    required = run.knowledge.required_neighbours(target)
    for y in [y for y in pc_candidates if y not in required]:  # step 3
        pool = (*sp[y], *(pc_candidates if sound else pc))
        z = run.separator(y, target, pool, k, at=f"{name}:4")
        if z is not None:
            pc.remove(y)
            sp[y] = []
            false_neighbours[y] = z
            run.tell(FalseNeighbour(f"{name}:5", target, y, z))
    if sound:
        tried = _try_as_spouses(run, target, pc, pc_candidates, false_neighbours, csp, sp, k)
        pruned = _frozen({**pruned, **{y: sp[y] for y in tried}})
    if run.knowledge:
        _remove_forbidden_spouses(run, target, sp, "EMB-sound:12" if sound else "EMB:8")
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


def _try_as_spouses(
    run: Run, target: int, pc: list[int], first_pc: Members, false: dict[int, Members], csp: Spouses,
    sp: Spouses, k: int | None,
) -> list[int]:  # fmt: skip
    """Lines 7-11 of EMB-sound: what left PC may be a spouse; through whom it was tried as one."""
    tried = []
    for x, z in false.items():
        for y in [y for y in pc if y not in z]:
            if run.test(x, target, (*z, y), at="EMB-sound:8").independent:
                continue
            tried.append(y)
            csp[y].append(x)
            pool = [*sp[y], target, *(v for v in first_pc if v not in (y, *sp[y]))]
            sp[y].append(x)
            run.tell(Entered("EMB-sound:9", target, SP, x, y))
            if x in run.knowledge.required_neighbours(y):
                continue
            apart = run.separator(x, y, pool, k, at="EMB-sound:10")
            if apart is not None:
                sp[y].remove(x)
                run.tell(Left("EMB-sound:11", target, SP, x, apart, y))
    return tried


def _remove_forbidden_spouses(run: Run, target: int, sp: Spouses, line: str) -> None:
    """Lines a and b: no spouse X through Y where X → Y or T → Y is forbidden, whatever the tests say.

    Not before: a member of PC that is none may take the spouses it seemed to have to be separated. They stay
    among the candidates, because N-structures rest on candidates that are no spouses.
    """
    for y, spouses in sp.items():
        no_child = run.knowledge.forbids(target, y)
        if spouses and no_child:
            run.contradict(f"{line}a", target, y, KNOWLEDGE)
        for x in tuple(spouses):
            no_cause = run.knowledge.forbids(x, y)
            if no_cause:
                run.contradict(f"{line}a", x, y, KNOWLEDGE)
            if no_cause or no_child:
                spouses.remove(x)
                run.tell(Barred(f"{line}b", target, SP, x, y))


def _frozen(spouses: Mapping[int, Sequence[int]]) -> dict[int, Members]:
    """Without the empty sets."""
    return {y: tuple(xs) for y, xs in spouses.items() if xs}
