"""How firmly every arrow of a run stands at a step, worked out once for all steps with the same facts."""

from __future__ import annotations

from collections.abc import Mapping
from typing import cast

from elcs_gui.proof.weakest import Weakest, weakest
from elcs_gui.proof.why import FragileEdge, fragility, why_edge
from elcs_gui.trace.trace import Trace

_KEPT = 64
"""So many states are remembered: stepping to and fro over tests costs nothing."""

_DERIVED = "margins"


class Margins:
    """The weakest links of one trace's arrows. Tests alone change no arrow: facts tell states apart."""

    def __init__(self, trace: Trace) -> None:
        self._trace = trace
        self._known: dict[int, list[FragileEdge]] = {}
        self._single: dict[tuple[int, tuple[int, int]], Weakest | None] = {}

    @classmethod
    def of(cls, trace: Trace) -> Margins:
        """The one of a trace: all who ask share what it has worked out."""
        known = cast("Margins | None", trace.derived.get(_DERIVED))
        if known is None:
            known = trace.derived[_DERIVED] = cls(trace)
        return known

    def at(self, step: int) -> list[FragileEdge]:
        """Every arrow after `step` events, the most fragile first."""
        facts_before = int(self._trace.fact_steps.searchsorted(step))
        found = self._known.get(facts_before)
        if found is None:
            if len(self._known) >= _KEPT:
                del self._known[next(iter(self._known))]
            found = self._known[facts_before] = fragility(self._trace, step)
        return found

    def by_ends(self, step: int) -> Mapping[tuple[int, int], float]:
        """How large the margin of every arrow is, by its ends in column order."""
        return {
            (min(edge.tail, edge.head), max(edge.tail, edge.head)): edge.weakest.margin
            for edge in self.at(step)
        }

    def of_edge(self, step: int, ends: tuple[int, int]) -> Weakest | None:
        """The weakest link of one arrow; None where there is none."""
        facts_before = int(self._trace.fact_steps.searchsorted(step))
        if (facts_before, ends) not in self._single:
            if len(self._single) >= _KEPT:
                self._single.clear()
            proof = why_edge(self._trace, step, *ends)
            found = weakest(self._trace, proof) if proof.status == "directed" else None
            self._single[facts_before, ends] = found
        return self._single[facts_before, ends]
