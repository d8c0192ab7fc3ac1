"""Proofs about a graph that was computed as a whole: no test stands behind them, but a number does.

An arrow is there because of its weight, or of what it adds to a score; nothing else is claimed. The numbers
are those of the last round before the step.
"""

from __future__ import annotations

from elcs_gui.proof.tree import ARROW, NO_EDGE, Claim, Proof
from elcs_gui.trace import events as ev
from elcs_gui.trace.events import Members
from elcs_gui.trace.outcome import pair
from elcs_gui.trace.sets import CSP, MB, PC, SEP, SP
from elcs_gui.trace.timeline import timeline_of
from elcs_gui.trace.trace import Trace
from elcs_gui.trace.view import View

COMPUTED = "computed"
"""The rule of every claim but an arrow: the graph has it so."""


class ComputedProver:
    """Proofs about the whole graph of one trace."""

    def __init__(self, trace: Trace) -> None:
        self._trace = trace

    def speaks(self, step: int) -> bool:
        """Is there such a graph after the step? Before, what tests have found counts."""
        return self._view(step).whole

    def arrow(self, a: int, b: int, step: int) -> Proof | None:
        """The arrow between a and b in either direction."""
        edge = self._view(step).edges.get(pair(a, b))
        if edge is None or not edge.rule:
            return None
        return Proof(Claim(ARROW, (edge.tail, edge.head)), edge.rule, self._since(a, b, step))

    def edge(self, a: int, b: int, step: int) -> Proof:
        """What is between a and b."""
        return self.arrow(a, b, step) or Proof(Claim(NO_EDGE, (a, b)), COMPUTED, self._since(a, b, step))

    def member(self, name: str, owner: int, x: int, step: int, through: int | None, edge: Proof) -> Proof:
        """Why x is, or is not, in a set around the owner; `edge` is what is between the two."""
        if name in (CSP, SEP):  # no such set is kept
            return Proof(Claim(f"not in {name}", (owner, x)), COMPUTED, step)
        if name == SP:
            return self._spouse(owner, x, step, through)
        if name == MB and edge.claim.kind != ARROW:
            spouse = self._spouse(owner, x, step, None)
            return self._found(MB, (owner, x), (spouse,), inside=spouse.claim.kind == "in SP")
        place = "C" if edge.claim.of == (owner, x) else "P"
        inside = edge.claim.kind == ARROW and name in (PC, MB, place)
        return self._found(name, (owner, x), (edge,), inside=inside)

    def _spouse(self, owner: int, x: int, step: int, through: int | None) -> Proof:
        edges = self._view(step).edges.values()
        children = [edge.head for edge in edges if edge.tail == owner] if through is None else [through]
        for child in children:
            both = [self.edge(parent, child, step) for parent in (owner, x)]
            if [proof.claim for proof in both] == [Claim(ARROW, (owner, child)), Claim(ARROW, (x, child))]:
                return self._found(SP, (owner, child, x), tuple(both), inside=True)
        if through is None:
            return self._found(SP, (owner, x), (), inside=False)
        between = {parent: self.edge(parent, through, step) for parent in (owner, x)}
        missing = next(edge for at, edge in between.items() if edge.claim != Claim(ARROW, (at, through)))
        return self._found(SP, (owner, through, x), (missing,), inside=False)

    def _found(self, name: str, of: Members, premises: tuple[Proof, ...], *, inside: bool) -> Proof:
        step = max((premise.step for premise in premises), default=0)
        return Proof(Claim(f"{'in' if inside else 'not in'} {name}", of), COMPUTED, step, (), premises)

    def _view(self, step: int) -> View:
        return timeline_of(self._trace).view(step)

    def _since(self, a: int, b: int, step: int) -> int:
        """When it was last said: by the last round, or when the graph followed it."""
        steps, facts = self._trace.fact_steps, self._trace.facts
        for place in range(int(steps.searchsorted(step)) - 1, -1, -1):
            fact = facts[place]
            if isinstance(fact, ev.Computed) or (
                isinstance(fact, ev.Oriented) and pair(fact.tail, fact.head) == pair(a, b)
            ):
                return int(steps[place]) + 1
        return step
