"""Sound CMB: CMB without the steps that may be wrong though every verdict is true.

CausalSearch without its lines 11-12; and in place of the Meek rules R1 and R3, which trust that every
collider at the variable in the middle was found, Lemma 1b with causes that are known from elsewhere. The
lines cited here stand in `resources/pseudocode/cmb-sound.txt`.
"""

from __future__ import annotations

from elcs_gui.algorithms.cmb import W, learn_by_pairs
from elcs_gui.algorithms.local_graph import LocalGraph
from elcs_gui.algorithms.meek import apply_meek_rules
from elcs_gui.trace.events import Found
from elcs_gui.trace.outcome import Outcome
from elcs_gui.trace.rules import LEMMA_1B
from elcs_gui.trace.run import Run


def cmb_sound(run: Run, target: int, k: int | None) -> Outcome:
    """Parents, children and undetermined neighbours of `target`."""

    def propagate(graph: LocalGraph, w: W) -> None:  # lines 11-12
        changed = True
        while changed:
            changed = _effects_beside_causes(run, graph, w)
            apply_meek_rules(graph, through=())  # R2 alone

    return learn_by_pairs(run, target, k, "CMB-sound", propagate, two_causes=False)


def _effects_beside_causes(run: Run, graph: LocalGraph, w: W) -> bool:
    """Line 11: whether there were any."""
    before = len(graph.undirected())
    for x, searched in w.items():
        for cause, effect in (ends for a, b in searched.between for ends in ((a, b), (b, a))):
            if graph.points(cause, x) and graph.is_undirected(x, effect):
                run.start("CausalSearch", x)
                searched.add_child(effect)
                run.tell(Found("CMB-sound:11", x, (), (effect,), LEMMA_1B, (cause,)))
                graph.orient(x, effect, LEMMA_1B, (cause,), "CMB-sound:11")
    return len(graph.undirected()) < before
