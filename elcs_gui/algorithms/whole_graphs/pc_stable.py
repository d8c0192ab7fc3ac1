"""PC-stable: who is adjacent, level by level for all variables at once; then colliders and the Meek rules.

Spirtes, Glymour and Scheines (2000), in the form of Colombo and Maathuis (2014) in which the order of the
columns does not decide who is adjacent: the sets of a level are taken from the neighbours as they were when
it began. The lines cited here stand in `resources/pseudocode/pc.txt`.
"""

from __future__ import annotations

from elcs_gui.algorithms.colliders import Colliders
from elcs_gui.algorithms.local_graph import LocalGraph, answer
from elcs_gui.algorithms.meek import apply_meek_rules
from elcs_gui.ci.questions import Answer
from elcs_gui.trace.events import Entered, Event, Left, LeftUndecided, Members, Separated
from elcs_gui.trace.listings import COLLIDERS
from elcs_gui.trace.outcome import Blanket, Outcome
from elcs_gui.trace.run import Run
from elcs_gui.trace.sets import PC


def pc_stable(run: Run, target: int, k: int | None) -> Outcome:
    """The graph of all variables, and what it has around `target`."""
    skeleton = _Skeleton(run, target)
    skeleton.begin()
    level = 1
    while (k is None or level <= k) and skeleton.has_sets_of(level):
        skeleton.thin_out(level)
        level += 1
    skeleton.end()
    graph = _oriented(run, skeleton, k)
    return answer(run, graph, target, skeleton.pc[target], skeleton.blankets(), at="PC:15")


class _Skeleton:
    """Who is adjacent, and what separates the others."""

    def __init__(self, run: Run, target: int) -> None:
        self._run = run
        self._owners = [target, *(x for x in run.variables if x != target)]
        self.pc: dict[int, list[int]] = {x: [] for x in self._owners}
        self.sep: dict[int, dict[int, Members]] = {x: {} for x in self._owners}

    def begin(self) -> None:
        """Lines 1-5: level 0."""
        run = self._run
        for x in self._owners:
            run.start("PC", x)
        for x in run.variables:
            others = range(x + 1, len(run.variables))

            def facts(i: int, answer: Answer, x: int = x) -> tuple[Event, ...]:
                both = ((x, x + 1 + i), (x + 1 + i, x))
                if answer.independent:
                    return tuple(Separated("PC:4", owner, other, ()) for owner, other in both)
                return tuple(Entered("PC:5", owner, PC, other) for owner, other in both)

            answers = run.test_each([(x, y, ()) for y in others], at="PC:3", telling=facts)
            for y, said in zip(others, answers, strict=True):
                for owner, other in ((x, y), (y, x)):
                    if said.independent:
                        self.sep[owner][other] = ()
                    else:
                        self.pc[owner].append(other)

    def has_sets_of(self, level: int) -> bool:
        """Has any variable so many neighbours besides another?"""
        return any(len(pc) > level for pc in self.pc.values())

    def thin_out(self, level: int) -> None:
        """Lines 7-10: one level."""
        adjacent = {x: tuple(pc) for x, pc in self.pc.items()}
        for x in self._run.variables:
            for y in tuple(self.pc[x]):
                pool = [v for v in adjacent[x] if v != y]
                z = self._run.separator(x, y, pool, level, least=level, at="PC:9")
                if z is not None:
                    for owner, other in ((x, y), (y, x)):
                        self.pc[owner].remove(other)
                        self.sep[owner][other] = z
                        self._run.tell(Left("PC:10", owner, PC, other, z))

    def end(self) -> None:
        """Line 11."""
        for x in self._owners:
            self._run.tell(LeftUndecided("PC:11", x, tuple(self.pc[x])))

    def blankets(self) -> tuple[Blanket, ...]:
        """What is known around each variable, the target's first."""
        return tuple(Blanket(x, tuple(pc), self.sep[x], pc=tuple(pc)) for x, pc in self.pc.items())


def _oriented(run: Run, skeleton: _Skeleton, k: int | None) -> LocalGraph:
    """Lines 12-14."""
    graph = LocalGraph(run)
    for x in run.variables:
        graph.learn(x, skeleton.pc[x])
        for y in skeleton.pc[x]:
            if x < y:
                graph.join(x, y, "PC:12")
    how = str(run.settings[COLLIDERS])
    colliders = Colliders(
        run, graph, lambda a, c: skeleton.sep[a][c], how, at="PC:13", weighing="PC:12a", k=k
    )
    colliders.orient(run.variables)
    apply_meek_rules(graph, ambiguous=colliders.ambiguous)
    return graph
