"""ELCS (Algorithm 1): learn blankets outwards from the target until its causes and effects are told apart."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from elcs_gui.algorithms.local_graph import LocalGraph
from elcs_gui.algorithms.meek import apply_meek_rules
from elcs_gui.trace.events import Finished, Queued, Taken
from elcs_gui.trace.outcome import Blanket, Outcome
from elcs_gui.trace.run import Run

LearnBlanket = Callable[[Run, int, int | None], Blanket]
"""EMB or what stands in its place."""


def elcs(run: Run, target: int, k: int | None, learn_blanket: LearnBlanket) -> Outcome:
    """Parents, children and undetermined neighbours of `target`."""
    run.start("ELCS", target)
    blankets: dict[int, Blanket] = {}  # its keys are the paper's W
    graph = LocalGraph(run)
    queue = [target]
    run.tell(Queued("ELCS:2", (target,)))
    while True:
        x = queue.pop(0)
        run.tell(Taken("ELCS:4", x, x not in blankets))
        if x not in blankets:
            blankets[x] = learn_blanket(run, x, k)
            graph.write(blankets[x])
            queue += blankets[x].undetermined
            if blankets[x].undetermined:
                run.tell(Queued("ELCS:10", blankets[x].undetermined))
        apply_meek_rules(graph, with_r4=bool(run.knowledge))
        open_ = any(graph.is_undirected(target, y) for y in blankets[target].pc)
        if not open_ or not queue or len(blankets) == len(run.variables):
            break
    return answer(run, target, blankets, graph, at="ELCS:14")


def answer(run: Run, target: int, blankets: Mapping[int, Blanket], graph: LocalGraph, *, at: str) -> Outcome:
    """What the graph says of the target's neighbours, told as the end of the run."""
    pc = sorted(blankets[target].pc)
    parents = tuple(y for y in pc if graph.points(y, target))
    children = tuple(y for y in pc if graph.points(target, y))
    undetermined = tuple(y for y in pc if graph.is_undirected(target, y))
    run.tell(Finished(at, target, parents, children, undetermined))
    return Outcome(
        target, parents, children, undetermined, tuple(blankets.values()),
        tuple(graph.orientations), tuple(run.conflicts), edges=graph.edges,
    )  # fmt: skip
