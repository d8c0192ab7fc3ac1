"""Which edges of a run are there, or point as they do, only because tests had too few rows.

A conditional test with too few rows says nothing, and counts as the run's policy has it: usually as
dependent, so that it removes no edge. Here the run is made again with every such verdict turned. An edge that
is then another, or gone, is *weak*: it rests on evidence that is not there.

The turned run may ask what the run itself did not, so this takes the data; but a run in which no conditional
test had too few rows has no weak edge, and its trace alone says so. Where the turned run never came to ask
about an edge, nothing is said against it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import cast

import numpy as np
from numpy.typing import NDArray

from elcs_gui.algorithms.learning import checked_algorithm
from elcs_gui.ci.evidence import Evidence
from elcs_gui.ci.questions import Policy, Verdict
from elcs_gui.ci.tape import Z_LENGTH
from elcs_gui.inquiry.firmness import FoundEdge, alike, found_edges
from elcs_gui.trace.outcome import Outcome, Pair, edges_of, pair
from elcs_gui.trace.run import Run
from elcs_gui.trace.trace import Header, Trace

Progress = Callable[[], None]
"""Called while runs go on; it may raise `Cancelled`."""

_DERIVED = "weak edges"


@dataclass(frozen=True)
class WeakEdges:
    """What changes between two variables when the verdicts of tests with too few rows are turned.

    Attributes:
        counted: what those verdicts count as in the run itself.
        found: by pair whose edge is weak, what the run found; None where it found no edge.
        becomes: by the same, what is found when they are turned.
    """

    header: Header
    counted: Verdict
    found: Mapping[Pair, FoundEdge | None]
    becomes: Mapping[Pair, FoundEdge | None]

    def __contains__(self, ends: Pair) -> bool:
        return ends in self.becomes

    @property
    def edges(self) -> list[Pair]:
        """The weak ones among the edges that the run found, in column order."""
        return [ends for ends, edge in sorted(self.found.items()) if edge is not None]


def weak_edges(
    evidence: Evidence, header: Header, *, own: Outcome | None = None, progress: Progress | None = None
) -> WeakEdges:
    """The weak edges of the header's run; `own` is what it found, if that is known."""
    policy = header.policy
    turned = Verdict.INDEPENDENT if policy.conditional is Verdict.DEPENDENT else Verdict.DEPENDENT
    own = _outcome(evidence, header, progress) if own is None else own
    other = _outcome(evidence, replace(header, policy=Policy(policy.marginal, turned)), progress)
    before, after = found_edges(own), found_edges(other)
    changed = [
        ends
        for ends in sorted({**before, **after})
        if not alike(before.get(ends), after.get(ends))
        and _asked(ends, own, other)
        and _asked(ends, other, own)
    ]
    return WeakEdges(
        header,
        policy.conditional,
        {ends: before.get(ends) for ends in changed},
        {ends: after.get(ends) for ends in changed},
    )


def none_weak(trace: Trace, answers: NDArray[np.int32] | None = None) -> WeakEdges | None:
    """That no edge is weak, where the answers of a run alone tell it: every conditional test had rows enough.

    `answers` are their numbers on the tape, of a run whose trace was not recorded.
    """
    judge = trace.judge
    answers = trace.tests().answers if answers is None else answers
    few = np.isnan(judge.tape.statistic[answers]) & ~judge.forced_among(answers)
    if np.any(judge.tape.asked[answers[few], Z_LENGTH] > 0):
        return None
    return WeakEdges(trace.header, trace.header.policy.conditional, {}, {})


def known_weak_edges(trace: Trace) -> WeakEdges | None:
    """What was worked out of a run; all who show it ask here, so that no two say different things."""
    return cast("WeakEdges | None", trace.derived.get(_DERIVED))


def keep_weak_edges(trace: Trace, found: WeakEdges) -> None:
    """For all who look at this run."""
    if found.header != trace.header:
        raise ValueError("these are the weak edges of another run")
    trace.derived[_DERIVED] = found


def _outcome(evidence: Evidence, header: Header, progress: Progress | None) -> Outcome:
    listener = None if progress is None else lambda _: progress()
    run = Run(evidence, header, record=False, listener=listener)
    return checked_algorithm(header).learn(run, header.target, header.k)


def _asked(ends: Pair, here: Outcome, there: Outcome) -> bool:
    """Does `here` say anything of the pair? It has the edge, or learnt a blanket that could have shown it."""
    if ends in here.graph:
        return True
    learnt = {blanket.target for blanket in here.blankets}
    showing = {
        blanket.target
        for blanket in there.blankets
        if any(pair(edge.tail, edge.head) == ends for edge in edges_of(blanket))
    }
    return not learnt.isdisjoint({*ends, *showing})
