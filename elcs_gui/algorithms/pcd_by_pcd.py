"""PCD-by-PCD: learn neighbours outwards from the target, with all colliders among them, until it is decided.

Yin, Zhou, Wang, He, Zheng and Geng (2008). Two variables are joined once both are learnt and each has found
the other; a collider A → B ← C needs A and C known not to be adjacent and B outside what separates them.
"""

from __future__ import annotations

from collections.abc import Mapping

from elcs_gui.algorithms.blankets.mmpc import mmpc
from elcs_gui.algorithms.blankets.spouses import LearnPC, PcAndSep, PcSets
from elcs_gui.algorithms.colliders import Colliders
from elcs_gui.algorithms.local_graph import LocalGraph, answer
from elcs_gui.algorithms.meek import apply_meek_rules
from elcs_gui.trace.events import LeftUndecided, Queued, Taken
from elcs_gui.trace.listings import COLLIDERS
from elcs_gui.trace.outcome import Outcome
from elcs_gui.trace.run import Run


def pcd_by_pcd(run: Run, target: int, k: int | None) -> Outcome:
    """Parents, children and undetermined neighbours of `target`."""
    return learn_outwards(run, target, k, mmpc, "PCD-by-PCD")


def learn_outwards(
    run: Run, target: int, k: int | None, learn_pc: LearnPC, procedure: str, *, only_linked: bool = False
) -> Outcome:
    """The walk, by the lines of `procedure`.

    Args:
        only_linked: learn only those whom a path of edges without direction joins with the target.
    """
    run.start(procedure, target)
    sets = PcSets(run, k, learn_pc)
    graph = LocalGraph(run)
    how = str(run.settings[COLLIDERS])
    colliders = Colliders(
        run, graph, sets.separator, how, at=f"{procedure}:10", weighing=f"{procedure}:9a", k=k
    )
    queue = [target]
    run.tell(Queued(f"{procedure}:2", (target,)))
    while True:
        x = queue.pop(0)
        new = x not in sets.learnt and (not only_linked or x in _linked(graph, target, sets.learnt))
        run.tell(Taken(f"{procedure}:4", x, new))
        if new:
            found = tuple(sets.of(x)[0])
            run.tell(LeftUndecided(f"{procedure}:6", x, found))
            queue += found
            if found:
                run.tell(Queued(f"{procedure}:7", found))
            sets.drop_one_sided(x)
            _join(graph, x, sets.learnt, f"{procedure}:9")
            colliders.orient(list(sets.learnt))
            apply_meek_rules(graph, ambiguous=colliders.ambiguous)
        pc = sets.of(target)[0]
        undecided = any(not graph.points(y, target) and not graph.points(target, y) for y in pc)
        if not queue or not (undecided or set(pc) - sets.learnt.keys()):
            break
    return answer(run, graph, target, pc, sets.blankets(), at=f"{procedure}:13")


def _join(graph: LocalGraph, x: int, learnt: Mapping[int, PcAndSep], at: str) -> None:
    """The edges of x to those that are learnt."""
    graph.learn(x, learnt[x][0])
    for y in sorted(learnt[x][0]):
        if y in learnt:
            graph.join(x, y, at)


def _linked(graph: LocalGraph, target: int, learnt: Mapping[int, PcAndSep]) -> set[int]:
    """Whom a path of edges without direction joins with the target; all edges to the unlearnt are such."""
    found, ahead = {target}, [target]
    while ahead:
        x = ahead.pop()
        around = learnt[x][0] if x in learnt else ()
        new = {y for y in around if y not in learnt or graph.is_undirected(x, y)} - found
        found |= new
        ahead += new
    return found
