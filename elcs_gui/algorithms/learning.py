"""Running an algorithm: from a header and evidence to an outcome, a trace and counts."""

from __future__ import annotations

from dataclasses import dataclass

from elcs_gui.algorithms.registry import Algorithm, find_algorithm
from elcs_gui.ci.asking import Counts
from elcs_gui.ci.evidence import Evidence
from elcs_gui.trace.knowledge import KnowledgeError, check_knowledge
from elcs_gui.trace.outcome import Outcome
from elcs_gui.trace.run import Cancelled, Listener, Run
from elcs_gui.trace.trace import Header, Trace


@dataclass(frozen=True, eq=False)
class Learnt:
    """What a run gave. A cancelled run has no outcome, but a trace of all it did."""

    outcome: Outcome | None
    trace: Trace
    counts: Counts


def learn(
    evidence: Evidence, header: Header, *, record: bool = True, listener: Listener | None = None
) -> Learnt:
    """Run the header's algorithm for the header's target.

    Args:
        record: False keeps no trace and is a little faster.
        listener: hears of every growth of the trace; raising `Cancelled` from it ends the run.
    """
    algorithm = checked_algorithm(header)
    run = Run(evidence, header, record=record, listener=listener)
    try:
        outcome = algorithm.learn(run, header.target, header.k)
    except Cancelled:
        return Learnt(None, run.trace, run.counts)
    return Learnt(outcome, run.trace, run.counts)


def checked_algorithm(header: Header) -> Algorithm:
    """The header's algorithm; a KnowledgeError if it cannot run with what the header says is known."""
    algorithm = find_algorithm(header.algorithm)
    if header.knowledge:
        if not algorithm.uses_knowledge:
            raise KnowledgeError(f"{algorithm.title} makes no use of background knowledge: run it without.")
        check_knowledge(header.knowledge, header.names)
    return algorithm
