"""MMHC: neighbours of every variable by MMPC, then hill climbing among them by the BDeu score.

Tsamardinos, Brown and Aliferis (2006). As in their paper, and unlike some programs, two variables may be
joined only if each is found by the search of the other. The climbing is pyAgrum's: arrows are added, removed
and turned, with a list of steps that may not be undone at once and some steps to the worse. It does not tell
its steps, so its result is told arrow by arrow, with what each adds to the score. The score has no prior on
the graph. The lines cited here stand in `resources/pseudocode/mmhc.txt` and `hill-climbing.txt`.
"""

from __future__ import annotations

import warnings
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import Any

import numpy as np

from elcs_gui.algorithms.blankets.mmpc import mmpc
from elcs_gui.algorithms.blankets.spouses import PcSets
from elcs_gui.algorithms.whole_graphs.bdeu import bdeu
from elcs_gui.algorithms.whole_graphs.drawn_graph import DrawnGraph
from elcs_gui.algorithms.whole_graphs.numbers import complete_rows
from elcs_gui.data.dataset import Dataset
from elcs_gui.errors import ElcsError
from elcs_gui.trace.events import LeftUndecided
from elcs_gui.trace.outcome import Outcome, Pair, pair
from elcs_gui.trace.rules import SCORE
from elcs_gui.trace.run import Round, Run


def mmhc(run: Run, target: int, k: int | None) -> Outcome:
    """The graph of all variables, and what it has around `target`."""
    run.start("MMHC", target)
    sets = PcSets(run, k, mmpc)
    for x in [target, *(x for x in run.variables if x != target)]:
        sets.of(x)
    for x in sets.learnt:
        found, _ = sets.symmetric(x)
        run.tell(LeftUndecided("MMHC:5", x, tuple(found)))
    allowed = tuple(sorted({pair(x, y) for x, (pc, _) in sets.learnt.items() for y in pc}))
    own, *others = sets.blankets()

    run.start("HillClimbing", target)
    size, tabu, worse = (float(run.settings[name]) for name in ("ess", "tabu", "worse"))
    graph = DrawnGraph(run, SCORE, "HillClimbing:5")
    climbing = partial(_climbed, allowed=allowed, size=size, tabu=int(tabu), worse=int(worse))
    for best in run.rounds(climbing, at="HillClimbing:4", key=("mmhc", allowed, size, tabu, worse)):
        graph.redraw(best.arrows)
    return graph.finish(own, "HillClimbing:6", tuple(others))


def _climbed(
    data: Dataset,
    breathe: Callable[[], None],
    *,
    allowed: Sequence[Pair],
    size: float,
    tabu: int,
    worse: int,
) -> Iterator[Round]:
    """One round: the best graph that was found, and what its arrows add to the score one after the other."""
    codes = data.codes[:, complete_rows(data)].astype(np.int64)
    codes = np.array([np.unique(column, return_inverse=True)[1] for column in codes])
    levels = [int(column.max()) + 1 for column in codes]
    breathe()
    parents = _climb(codes, allowed, size, tabu, worse)
    breathe()
    score = partial(bdeu, codes, levels, size=size)
    empty = sum(score(x, ()) for x in range(len(codes)))
    gains: dict[tuple[int, int], float] = {}
    for x, found in enumerate(parents):
        before = score(x, ())
        chosen: tuple[int, ...] = ()
        while len(chosen) < len(found):
            after = {parent: score(x, (*chosen, parent)) for parent in found if parent not in chosen}
            best = max(after, key=lambda parent: (after[parent], -parent))
            gains[best, x] = after[best] - before
            before, chosen = after[best], (*chosen, best)
    yield Round({"BDeu": empty + sum(gains.values()), "without arrows": empty}, gains)


def _climb(codes: Any, allowed: Sequence[Pair], size: float, tabu: int, worse: int) -> list[list[int]]:
    """The parents of every variable, in column order."""
    if not allowed:  # to pyAgrum, that nothing is allowed would mean that everything is
        return [[] for _ in codes]
    from pandas import DataFrame

    learner = _pyagrum().BNLearner(DataFrame({f"v{x}": column for x, column in enumerate(codes)}))
    learner.setNumberOfThreads(1)
    learner.useScoreBD()
    learner.useBDeuPrior(size)
    learner.useLocalSearchWithTabuList(tabu, worse)
    for a, b in allowed:
        learner.addPossibleEdge(f"v{a}", f"v{b}")
    graph = learner.learnDAG()
    return [sorted(map(int, graph.parents(x))) for x in range(len(codes))]


def _pyagrum() -> Any:
    try:
        with warnings.catch_warnings():
            # Its own module types lack an attribute; where that warning is an error, 3.3.1 ends the process.
            warnings.simplefilter("ignore", DeprecationWarning)
            import pyagrum
    except ImportError:
        raise ElcsError("MMHC needs pyAgrum for its hill climbing: pip install pyagrum") from None
    return pyagrum
