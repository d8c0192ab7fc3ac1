"""PCD-by-PCD as released, with the mistakes named in `resources/pseudocode/pcd-by-pcd-cl.txt`."""

from __future__ import annotations

from functools import partial

from elcs_gui.algorithms.blankets.mmpc import mmpc
from elcs_gui.algorithms.blankets.spouses import PcAndSep, PcSets
from elcs_gui.algorithms.local_graph import answer
from elcs_gui.algorithms.profiles import RELEASED
from elcs_gui.algorithms.rewritten_graph import RewrittenGraph
from elcs_gui.trace.events import LeftUndecided, Queued, Taken
from elcs_gui.trace.outcome import Outcome
from elcs_gui.trace.rules import COLLIDER
from elcs_gui.trace.run import Run


def pcd_by_pcd_cl(run: Run, target: int, k: int | None) -> Outcome:
    """Parents, children and undetermined neighbours of `target`."""
    run.start("PCD-by-PCD-CL", target)
    sets = PcSets(run, k, partial(mmpc, profile=RELEASED))
    graph = RewrittenGraph(run)
    queue = [target]
    run.tell(Queued("PCD-by-PCD-CL:2", (target,)))
    while queue:
        x = queue.pop(0)
        new = x not in sets.learnt
        run.tell(Taken("PCD-by-PCD-CL:4", x, new))
        if not new:
            continue
        found = tuple(sets.of(x)[0])
        run.tell(LeftUndecided("PCD-by-PCD-CL:6", x, found))
        queue += found
        if found:
            run.tell(Queued("PCD-by-PCD-CL:7", found))
        _join_and_orient(run, graph, x, sets.learnt)
        graph.apply_meek_rules()
        if len(sets.learnt) > len(sets.of(target)[0]) and graph.is_decided(target):
            break
    sets.symmetric(target)  # whoever is not joined with the target is no neighbour in the answer
    return answer(run, graph, target, graph.around(target), sets.blankets(), at="PCD-by-PCD-CL:13")


def _join_and_orient(run: Run, graph: RewrittenGraph, a: int, learnt: dict[int, PcAndSep]) -> None:
    """Lines 8-10: edges between A and those that are learnt, and the colliders with A at one end."""
    pc, sep = learnt[a]
    one_sided(run, a, learnt, at="PCD-by-PCD-CL:8")
    for b in pc:
        if b not in learnt or a not in learnt[b][0]:
            continue
        if not graph.joins(a, b):
            graph.join(a, b, "PCD-by-PCD-CL:9")
        for c in learnt[b][0]:
            if c != a and c not in pc and graph.joins(b, c) and b not in sep[c]:
                graph.orient(a, b, COLLIDER, (c,), "PCD-by-PCD-CL:10")
                graph.orient(c, b, COLLIDER, (a,), "PCD-by-PCD-CL:10")


def one_sided(run: Run, x: int, learnt: dict[int, PcAndSep], *, at: str) -> None:
    """Tell of those among the learnt that have found x, or that x has found, but not the other way round."""
    for y, (its_pc, _) in learnt.items():
        if y != x and (y in learnt[x][0]) != (x in its_pc):
            run.contradict(at, *((x, y) if y in learnt[x][0] else (y, x)), "asymmetry")
