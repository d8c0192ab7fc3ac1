"""The beginning of a trace as a trace of its own, which can be let grow: nobody who reads it sees further."""

from __future__ import annotations

import numpy as np

from elcs_gui.trace.trace import Trace


class Prefix:
    """The first events of `whole`; `trace` has no others, and grows as `reach` allows."""

    def __init__(self, whole: Trace, steps: int) -> None:
        self.whole = whole
        self.trace = Trace(whole.header, whole.judge)
        self.reach(steps)

    def reach(self, steps: int) -> None:
        """Let it have so many events, or as many as there are; what it has it keeps."""
        made, whole = self.trace, self.whole
        first, last = len(made), min(steps, len(whole))
        if last <= first:
            return
        codes, places, flags = whole.columns()
        codes, places, flags = codes[first:last], places[first:last], flags[first:last]
        names, facts = whole.lines()[0], len(made.facts) + int(np.count_nonzero(codes < 0))
        known = len(made.lines()[0])
        lines = names[known : max(known, int(places.max()) + 1)]
        made.extend(codes, places, flags, lines, whole.facts[len(made.facts) : facts])
