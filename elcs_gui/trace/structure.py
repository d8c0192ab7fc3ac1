"""What a run has found so far, as a graph for other programs."""

from __future__ import annotations

from elcs_gui.data.structures.structure import TARGET, Structure
from elcs_gui.trace.metrics import outcome_so_far
from elcs_gui.trace.timeline import final_view
from elcs_gui.trace.trace import Header, Trace
from elcs_gui.trace.view import View


def structure_at(view: View, header: Header) -> Structure:
    """The local graph at one step: the target, its neighbours and spouses, and what was learnt around them.

    An edge has the direction that the graph panel shows. Variables to which no edge leads are left out.
    Roles are "target", "parent", "child", "undecided" (a neighbour), "spouse" and, further away, "other".
    """
    target = header.target
    outcome = outcome_so_far(view, target)
    graph = outcome.graph.values()
    arrows = {(edge.tail, edge.head): edge.rule for edge in graph if edge.rule}
    lines = {(edge.tail, edge.head) for edge in graph if not edge.rule}
    known = sorted({target, *(end for edge in (*arrows, *lines) for end in edge)})
    number = {variable: place for place, variable in enumerate(known)}
    roles = dict.fromkeys(known, "other")
    roles |= dict.fromkeys(outcome.blanket.all_spouses, "spouse")
    roles |= dict.fromkeys(outcome.parents, "parent") | dict.fromkeys(outcome.children, "child")
    roles |= dict.fromkeys(outcome.undetermined, "undecided") | {target: TARGET}
    return Structure(
        f"{header.algorithm} for {header.names[target]}",
        tuple(header.names[variable] for variable in known),
        tuple((number[tail], number[head]) for tail, head in arrows),
        tuple((number[one], number[other]) for one, other in lines),
        tuple(roles[variable] for variable in known),
        tuple((number[tail], number[head], rule) for (tail, head), rule in arrows.items()),
    )


def structure_of(trace: Trace) -> Structure:
    """The same at the end of a trace."""
    return structure_at(final_view(trace), trace.header)
