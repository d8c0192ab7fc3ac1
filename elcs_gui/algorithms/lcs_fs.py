"""LCS-FS: neighbours by a choice of features, outwards from the target; colliders by tests.

Ling, Yu, Wang, Liu, Ding and Wu (2020), "Using feature selection for local causal structure learning". Who is
adjacent rests on no test; what meets at a neighbour does. The lines cited here stand in
`resources/pseudocode/lcs-fs.txt`, `fcbf.txt` and `v-structures.txt`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from elcs_gui.algorithms.blankets.fcbf import fcbf
from elcs_gui.algorithms.colliders import draw
from elcs_gui.algorithms.local_graph import LocalGraph, answer
from elcs_gui.algorithms.meek import apply_meek_rules
from elcs_gui.trace.events import Queued, Taken
from elcs_gui.trace.listings import FIRST
from elcs_gui.trace.outcome import Blanket, Outcome
from elcs_gui.trace.rules import CONFIRMED
from elcs_gui.trace.run import Run


def lcs_fs(run: Run, target: int, k: int | None) -> Outcome:
    """Parents, children and undetermined neighbours of `target`."""
    run.start("LCS-FS", target)
    graph = LocalGraph(run)
    pc: dict[int, list[int]] = {}
    taken: set[int] = set()
    queue = [target]
    run.tell(Queued("LCS-FS:2", (target,)))
    while True:
        x = queue.pop(0)
        open_ = any(graph.is_undirected(x, y) for y in graph.neighbours(x))
        new = x not in taken and (open_ or x == target)
        run.tell(Taken("LCS-FS:4", x, new))
        if new:
            taken.add(x)
            _choose(run, graph, x, pc)
            queue += pc[x]
            if pc[x]:
                run.tell(Queued("LCS-FS:8", tuple(pc[x])))
            _find_v_structures(run, graph, x, pc, k)
            apply_meek_rules(graph)
            around = graph.neighbours(target)
        if not queue or not any(graph.is_undirected(target, y) for y in around):
            break
    blankets = (Blanket(x, tuple(xs), pc=tuple(xs)) for x, xs in pc.items())
    return answer(run, graph, target, around, blankets, at="LCS-FS:12")


def _choose(run: Run, graph: LocalGraph, x: int, pc: dict[int, list[int]]) -> None:
    """Lines 6-7."""

    def learn(y: int) -> None:
        if y not in pc:
            pc[y] = fcbf(run, y)
            graph.learn(y, pc[y])

    learn(x)
    for y in pc[x]:
        learn(y)
    for y in (x, *pc[x]):
        for other in pc[y]:
            graph.join(y, other, "LCS-FS:7")


def _find_v_structures(
    run: Run, graph: LocalGraph, x: int, pc: Mapping[int, Sequence[int]], k: int | None
) -> None:
    run.start("V-structures", x)
    for b in pc[x]:
        for c in pc[b]:
            if c == x or not graph.apart(x, c):
                continue
            z = run.separator(c, x, pc[x], k, at="V-structures:3")
            if z is None or b in z or run.test(c, x, (*z, b), at="V-structures:4").independent:
                continue
            draw(graph, (x, b, c), CONFIRMED, FIRST, at="V-structures:5")
