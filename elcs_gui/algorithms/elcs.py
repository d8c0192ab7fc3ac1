"""ELCS (Algorithm 1): learn blankets outwards from the target until its causes and effects are told apart."""

from __future__ import annotations

from collections.abc import Callable

from elcs_gui.algorithms.local_graph import LocalGraph, answer
from elcs_gui.algorithms.meek import apply_meek_rules
from elcs_gui.trace.events import Conflicted, Queued, Taken
from elcs_gui.trace.outcome import Blanket, Outcome
from elcs_gui.trace.run import Run

LearnBlanket = Callable[[Run, int, int | None], Blanket]
FoundBlanket = tuple[Blanket, tuple[Conflicted, ...]]
"""A blanket, and the contradictions told while it was learnt."""
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
    return answer(run, graph, target, blankets[target].pc, blankets.values(), at="ELCS:14")
