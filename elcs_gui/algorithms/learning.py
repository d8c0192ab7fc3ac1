"""Running an algorithm: from a header and evidence to an outcome, a trace and counts."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from elcs_gui.algorithms.registry import Algorithm, find_algorithm
from elcs_gui.ci.asking import Counts
from elcs_gui.ci.evidence import Evidence
from elcs_gui.ci.registry import Needs, find_test
from elcs_gui.data.names import did_you_mean
from elcs_gui.errors import ElcsError, quoted
from elcs_gui.trace.knowledge import KnowledgeError, check_knowledge
from elcs_gui.trace.listings import Setting, own_listing
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


def parameters_of(name: str, told: Iterable[tuple[str, Setting]]) -> tuple[tuple[str, Setting], ...]:
    """For a header: what an algorithm is told otherwise than usual; an error where it cannot be told that.

    Numbers may come as text; the last word on a parameter counts.
    """
    algorithm = find_algorithm(name)
    known = {parameter.id: parameter for parameter in algorithm.parameters}
    found: dict[str, Setting] = {}
    for name, said in told:
        parameter = known.get(name)
        if parameter is None:
            there = did_you_mean(name, [*known]) if known else "It has none."
            raise ElcsError(f"{algorithm.title} has no parameter {quoted(name)}. {there}")
        setting = parameter.setting(said)
        if setting is None:
            raise ElcsError(f"{name} is {parameter.range}, not {quoted(str(said))}.")
        found[name] = setting
    return tuple(
        (name, found[name]) for name in known if found.get(name, known[name].usual) != known[name].usual
    )


def parameters_then(name: str, told: Iterable[tuple[str, Setting]]) -> tuple[tuple[str, Setting], ...]:
    """For a header: what a file says, and of parameters that it may be older than what was usual before."""
    own = own_listing(name)
    known = {parameter.id: parameter for parameter in (() if own is None else own.parameters)}
    before = {id: parameter.before for id, parameter in known.items() if parameter.before is not None}
    said = {**before, **dict(told)}
    return tuple((id, value) for id, value in said.items() if id not in before or value != known[id].usual)


def checked_algorithm(header: Header) -> Algorithm:
    """The header's algorithm; an error if it cannot run on such evidence, or as it is told to."""
    algorithm = find_algorithm(header.algorithm)
    needs = find_test(header.test).needs
    if needs not in algorithm.needs:
        instead = {
            Needs.NETWORK: "a known network alone has none",
            Needs.MEASUREMENTS: "measurements have to be cut into levels first (--discretise)",
            Needs.LEVELS: "levels are not enough",
        }
        raise ElcsError(f"{algorithm.title} cannot run here: {algorithm.refusal}, and {instead[needs]}.")
    own = {parameter.id for parameter in algorithm.parameters}  # those of others do not count here
    parameters_of(header.algorithm, [told for told in header.parameters if told[0] in own])
    if header.knowledge:
        if not algorithm.uses_knowledge:
            raise KnowledgeError(f"{algorithm.title} makes no use of background knowledge: run it without.")
        check_knowledge(header.knowledge, header.names)
    return algorithm
