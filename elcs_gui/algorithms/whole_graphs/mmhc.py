"""MMHC: neighbours of every variable by MMPC, then hill climbing among them by the BDeu score.

Tsamardinos, Brown and Aliferis (2006). As in their paper, and unlike some programs, two variables may be
joined only if each is found by the search of the other. The score has no prior on the graph. The lines cited
here stand in `resources/pseudocode/mmhc.txt` and `hill-climbing.txt`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial

from elcs_gui.algorithms.blankets.mmpc import mmpc
from elcs_gui.algorithms.blankets.spouses import PcSets
from elcs_gui.algorithms.whole_graphs.bdeu import BDeu
from elcs_gui.algorithms.whole_graphs.drawn_graph import DrawnGraph
from elcs_gui.algorithms.whole_graphs.hill_climbing import HillClimbing
from elcs_gui.data.dataset import Dataset
from elcs_gui.trace.events import LeftUndecided
from elcs_gui.trace.outcome import Outcome, Pair, pair
from elcs_gui.trace.rules import SCORE
from elcs_gui.trace.run import Round, Run


def mmhc(run: Run, target: int, k: int | None) -> Outcome:
    """The graph of all variables, and what it has around `target`."""
    run.start("MMHC", target)
    sets = PcSets(run, k, mmpc)
    for x in (target, *run.variables):
        sets.of(x)
    for x in sets.learnt:
        found, _ = sets.symmetric(x)
        run.tell(LeftUndecided("MMHC:5", x, tuple(found)))
    allowed = tuple(sorted({pair(x, y) for x, (pc, _) in sets.learnt.items() for y in pc}))
    own, *others = sets.blankets()

    run.start("HillClimbing", target)
    size, tabu, patience = (float(run.settings[name]) for name in ("ess", "tabu", "patience"))
    graph = DrawnGraph(run, SCORE, "HillClimbing:5")
    climbing = partial(_rounds, allowed=allowed, size=size, tabu=int(tabu), patience=int(patience))
    for step in run.rounds(climbing, at="HillClimbing:4", key=("mmhc", allowed, size, tabu, patience)):
        graph.redraw(step.arrows)
    return graph.finish(own, "HillClimbing:7", tuple(others))


def _rounds(
    data: Dataset,
    pause: Callable[[], None],
    *,
    allowed: Sequence[Pair],
    size: float,
    tabu: int,
    patience: int,
) -> Iterator[Round]:
    """A round is one step of the climb."""
    climbing = HillClimbing(data.variables, allowed, BDeu(data, size).part)
    for found in climbing.climb(tabu, patience, pause):
        yield Round({"BDeu": found.score}, found.gains)
