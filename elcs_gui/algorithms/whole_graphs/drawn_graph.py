"""A graph that is redrawn as a whole: what came and what went is told edge by edge."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from elcs_gui.trace.events import Computed, Finished, Oriented, Unjoined
from elcs_gui.trace.outcome import Blanket, Edge, Outcome, Pair, cut_out, pair
from elcs_gui.trace.run import Run

Arrow = tuple[int, int]


class DrawnGraph:
    """Arrows over column numbers, told by one line of pseudo-code and all by the same rule."""

    def __init__(self, run: Run, rule: str, at: str) -> None:
        self._run, self._rule, self._at = run, rule, at
        self.edges: dict[Pair, Edge] = {}

    def redraw(self, arrows: Iterable[Arrow]) -> None:
        """Make these the arrows of the graph; edges that stay are not told again."""
        wanted = {pair(tail, head): (tail, head) for tail, head in arrows}
        for ends in sorted(self.edges.keys() - wanted.keys()):
            del self.edges[ends]
            self._run.tell(Unjoined(self._at, *ends))
        for ends, (tail, head) in sorted(wanted.items()):
            known = self.edges.get(ends)
            if known is None or known.tail != tail:
                self.edges[ends] = Edge(tail, head, self._rule)
                self._run.tell(Oriented(self._at, tail, head, self._rule, ()))

    def finish(self, known: Blanket, at: str, others: tuple[Blanket, ...] = ()) -> Outcome:
        """The answer for the target of a blanket, of which the graph says the rest."""
        around = cut_out(self.edges, known)
        parents, children = tuple(sorted(around.parents)), tuple(sorted(around.children))
        self._run.tell(Finished(at, known.target, parents, children, ()))
        return Outcome(known.target, parents, children, (), (around, *others), edges=self.edges)


def heavy_arrows(found: Computed, threshold: float) -> list[Arrow]:
    """Those that weigh at least as much; of two between the same variables, the heavier."""
    weights: Mapping[Arrow, float] = dict(zip(found.arrows, found.weights, strict=True))
    return [
        (tail, head)
        for (tail, head), weight in weights.items()
        if abs(weight) >= threshold and (abs(weight), head) > (abs(weights.get((head, tail), 0.0)), tail)
    ]
