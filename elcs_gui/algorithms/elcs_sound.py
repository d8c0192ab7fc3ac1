"""A sound ELCS: where every verdict is true and sets may have any size, no arrow of it is wrong.

It learns blankets with EMB-sound, and before the Meek rules it looks for the colliders that blankets cannot
show: those between variables that are learnt, of which the middle is not in the separating set of the ends.
"""

from __future__ import annotations

from elcs_gui.algorithms.colliders import Colliders
from elcs_gui.algorithms.elcs import LearnBlanket
from elcs_gui.algorithms.local_graph import LocalGraph, answer
from elcs_gui.algorithms.meek import apply_meek_rules
from elcs_gui.trace.events import Members, Queued, Taken
from elcs_gui.trace.listings import WHOLE
from elcs_gui.trace.outcome import Blanket, Outcome
from elcs_gui.trace.run import Run


def elcs_sound(run: Run, target: int, k: int | None, learn_blanket: LearnBlanket) -> Outcome:
    """Parents, children and undetermined neighbours of `target`."""
    run.start("ELCS-sound", target)
    blankets: dict[int, Blanket] = {}
    graph = LocalGraph(run, "ELCS-sound:8")
    queue = [target]
    run.tell(Queued("ELCS-sound:2", (target,)))

    def separator(x: int, y: int) -> Members | None:
        found = blankets[x]
        return found.false_neighbours.get(y, found.separators.get(y))

    colliders = Colliders(run, graph, separator, WHOLE, at="ELCS-sound:10")
    while True:
        x = queue.pop(0)
        run.tell(Taken("ELCS-sound:4", x, x not in blankets))
        if x not in blankets:
            blankets[x] = learn_blanket(run, x, k)
            graph.write(blankets[x])
            queue += blankets[x].undetermined
            if blankets[x].undetermined:
                run.tell(Queued("ELCS-sound:9", blankets[x].undetermined))
            colliders.orient(list(blankets))
        apply_meek_rules(graph, with_r4=bool(run.knowledge))
        open_ = any(graph.is_undirected(target, y) for y in blankets[target].pc)
        if not open_ or not queue or len(blankets) == len(run.variables):
            break
    return answer(run, graph, target, blankets[target].pc, blankets.values(), at="ELCS-sound:13")
