"""The weakest links of every arrow's proof at a step, worked out once for all steps with the same facts."""

from __future__ import annotations

from typing import cast

from elcs_gui.proof.why import FragileEdge, fragility
from elcs_gui.trace.trace import Trace

_KEPT = 64
"""So many states are remembered: stepping to and fro over tests costs nothing."""

_DERIVED = "margins"


class Margins:
    """The weakest links of one trace's arrows. Tests alone change no arrow: facts tell states apart."""

    def __init__(self, trace: Trace) -> None:
        self._trace = trace
        self._known: dict[int, list[FragileEdge]] = {}

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
