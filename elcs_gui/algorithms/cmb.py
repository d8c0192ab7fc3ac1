"""CMB: neighbours outwards from the target, told apart by what knowing a variable does to pairs of them.

Gao and Ji (2015), as the authors' program and the comments in it show it, without the slips of that program.
The lines cited here stand in `resources/pseudocode/cmb.txt`. It is not sound: see `causal_search`, and R1,
which trusts that every collider at the variable in the middle was found.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from elcs_gui.algorithms.blankets.spouses import PcSets, blanket_from
from elcs_gui.algorithms.causal_search import Searched, causal_search
from elcs_gui.algorithms.hiton_pc import pc_and_sep
from elcs_gui.algorithms.local_graph import LocalGraph, answer
from elcs_gui.algorithms.meek import apply_meek_rules
from elcs_gui.trace.events import Members, Queued, Taken
from elcs_gui.trace.outcome import Blanket, Outcome
from elcs_gui.trace.run import Run

W = dict[int, Searched]
"""The variables that were taken from the queue and searched, in that order."""
Propagate = Callable[[LocalGraph, W], None]


def cmb(run: Run, target: int, k: int | None) -> Outcome:
    """Parents, children and undetermined neighbours of `target`."""

    def propagate(graph: LocalGraph, w: W) -> None:  # line 11
        apply_meek_rules(graph, through=w)

    return learn_by_pairs(run, target, k, "CMB", propagate, two_causes=True)


def learn_by_pairs(
    run: Run, target: int, k: int | None, procedure: str, propagate: Propagate, *, two_causes: bool
) -> Outcome:
    """The walk, by the lines of `procedure`; `propagate` is for what CausalSearch leaves open."""
    run.start(procedure, target)
    sets = PcSets(run, k, pc_and_sep)
    with_spouses: dict[int, Blanket] = {}
    graph = LocalGraph(run, f"{procedure}:8")
    w: W = {}

    def search(x: int) -> Searched:
        def members_of(y: int) -> Members:
            if y not in with_spouses:
                with_spouses[y] = blanket_from(run, y, sets.symmetric, "HITON-MB")
                run.start("CausalSearch", x)
            return with_spouses[y].members

        return causal_search(run, x, sets.symmetric(x)[0], members_of, two_causes=two_causes)

    queue = [target]
    run.tell(Queued(f"{procedure}:2", (target,)))
    while True:
        x = queue.pop(0)
        run.tell(Taken(f"{procedure}:4", x, x not in w))
        if x not in w:
            w[x] = search(x)
            pc = sets.symmetric(x)[0]
            graph.write(told_apart(Blanket(x, pc=tuple(pc)), w[x]))
            undecided = tuple(y for y in pc if graph.is_undirected(x, y))
            queue += undecided
            if undecided:
                run.tell(Queued(f"{procedure}:9", undecided))
        propagate(graph, w)
        open_ = any(graph.is_undirected(target, y) for y in sets.symmetric(target)[0])
        if not open_ or not queue:
            break
    blankets = {known.target: with_spouses.get(known.target, known) for known in sets.blankets()}
    blankets |= {x: told_apart(blankets[x], found) for x, found in w.items()}
    return answer(run, graph, target, blankets[target].pc, blankets.values(), at=f"{procedure}:13")


def told_apart(blanket: Blanket, found: Searched) -> Blanket:
    """A blanket, with causes and effects told apart."""
    return replace(
        blanket, parents=tuple(found.parents), children=tuple(found.children), reasons=found.reasons
    )
