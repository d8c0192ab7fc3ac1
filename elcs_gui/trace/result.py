"""The result of a run for other programs: as the command line promises it, schema "elcs-result/1", and as a
graph."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import asdict
from typing import Any

from elcs_gui.ci.asking import Counts
from elcs_gui.ci.registry import Needs, find_test
from elcs_gui.data.structures.structure import TARGET, Structure
from elcs_gui.trace.assumptions import Chance, chance_of
from elcs_gui.trace.conflicts import disputes_of
from elcs_gui.trace.events import Event
from elcs_gui.trace.explain import premises, told
from elcs_gui.trace.knowledge import Knowledge
from elcs_gui.trace.metrics import HiddenVariables, Metrics, outcome_so_far
from elcs_gui.trace.outcome import Blanket, Outcome, SetsByMember
from elcs_gui.trace.timeline import final_view
from elcs_gui.trace.trace import Header, Trace
from elcs_gui.trace.view import View

SCHEMA = "elcs-result/1"

MEMBERS_NOTE = "Members of the Markov blanket, found as a whole: which of them are adjacent is not told."

Names = tuple[str, ...]


def as_json(
    header: Header,
    outcome: Outcome,
    counts: Counts,
    seconds: float,
    metrics: Metrics | None,
    doubts: Sequence[dict[str, Any]],
    hidden: HiddenVariables | None = None,
    recipe: str | None = None,
    chance: Chance | None = None,
) -> dict[str, Any]:
    """One object, ready for `json.dumps`. Variables are names; the target's own sets are in column order.

    Args:
        doubts: as `elcs_gui.inquiry.summary` has them.
        recipe: the command that makes the run again; None where its source is in no file.
        chance: what the first tests let through by chance, where that is not as the header has it.

    An algorithm that does not tell neighbours from spouses leaves out all that rests on the difference. Where
    the true network has hidden variables, `hidden` names them, and what they join to the target.
    """
    names, tells_neighbours = header.names, outcome.members is None
    chance = chance or chance_of(header)
    result: dict[str, Any] = {
        "schema": SCHEMA,
        "algorithm": header.algorithm,
        "target": names[outcome.target],
        **_method(header),
        "rows": header.rows,
        "variables": len(names),
        **(_neighbours(outcome, names) if tells_neighbours else {}),
        "mb": _named(outcome.blanket.members, names),
        "blankets": [
            _blanket(found, names)
            if tells_neighbours
            else {"target": names[found.target], "mb": _named(found.members, names)}
            for found in outcome.blankets
        ],
        "orientations": [
            {"from": names[o.tail], "to": names[o.head], "rule": o.rule, "because": premises(o, names)}
            for o in outcome.orientations
        ],
        "conflicts": _conflicts(outcome, names),
        "tests": {
            "requested": counts.requested,
            "performed": counts.performed,
            "unreliable": counts.unreliable,
        }
        if header.asks_tests
        else None,
        "seconds": round(seconds, 6),
        "doubts": list(doubts),
        "recipe": recipe,
        "chance": None if chance is None else chance.as_json(),
    }
    if counts.too_few_rows:  # then what is missing above may be there all the same
        result["too_few_rows"] = True
    if header.knowledge:
        result["knowledge"] = _knowledge(header.knowledge, names)
    return result | _against_truth(metrics, hidden, edges=tells_neighbours)


def _against_truth(metrics: Metrics | None, hidden: HiddenVariables | None, *, edges: bool) -> dict[str, Any]:
    """The measures, those of edges only where `edges` are found, and what hidden variables do to them."""
    found: dict[str, Any] = {}
    if metrics is not None:
        measured = asdict(metrics).items()
        found["metrics"] = {k: value for k, value in measured if edges or k.startswith("mb_")}
    if hidden is not None:
        found["hidden"] = {"variables": list(hidden.names), "joined": list(hidden.joined)}
    return found


def _conflicts(outcome: Outcome, names: Names) -> list[dict[str, Any]]:
    return [
        {
            "from": names[one.tail],
            "to": names[one.head],
            "kind": one.kind,
            "blankets": _named(one.parties, names),
        }
        for one in disputes_of(outcome)
    ]


def _neighbours(outcome: Outcome, names: Names) -> dict[str, Any]:
    return {
        "parents": _named(outcome.parents, names),
        "children": _named(outcome.children, names),
        "undetermined": _named(outcome.undetermined, names),
        "pc": _named(sorted(outcome.blanket.pc), names),
        "spouses": _by_name(outcome.blanket.spouses, names),
    }


def _blanket(found: Blanket, names: Names) -> dict[str, Any]:
    return {
        "target": names[found.target],
        "pc_candidates": _named(found.pc_candidates, names),
        "separators": _by_name(found.separators, names),
        "candidate_spouses": _by_name(found.candidate_spouses, names),
        "pruned_spouses": _by_name(found.pruned_spouses, names),
        "false_pc": _by_name(found.false_neighbours, names),
        "pc": _named(found.pc, names),
        "spouses": _by_name(found.spouses, names),
        "parents": _named(found.parents, names),
        "children": _named(found.children, names),
        "undetermined": _named(found.undetermined, names),
        "reasons": {names[x]: reason for x, reason in sorted(found.reasons.items())},
    }


def _knowledge(known: Knowledge, names: Names) -> dict[str, Any]:
    return {
        "forbidden": [_named(pair, names) for pair in known.forbidden],
        "required": [_named(pair, names) for pair in known.required],
        "adjacent": [_named(pair, names) for pair in known.adjacent],
        "tiers": [_named(tier, names) for tier in known.tiers],
    }


def _named(members: Iterable[int], names: Names) -> list[str]:
    return [names[member] for member in members]


def _by_name(sets: SetsByMember, names: Names) -> dict[str, list[str]]:
    return {names[member]: _named(others, names) for member, others in sorted(sets.items()) if others}


def _method(header: Header) -> dict[str, Any]:
    """How it was learnt: null where the algorithm asks no tests, and its parameters where it has any."""
    asks = header.asks_tests
    said: dict[str, Any] = {
        "test": header.test if asks else None,
        "alpha": header.alpha if asks else None,
        "k": header.limit if asks else None,
    }
    if header.settings:
        said["parameters"] = header.settings
    if not asks:
        said["values"] = "level codes" if find_test(header.test).needs is Needs.LEVELS else "measurements"
    return said


# Single events, by the names of their variables

_VARIABLE = frozenset({"x", "y", "target", "tail", "head", "through", "middle"})
_VARIABLES = frozenset(
    {"z", "xs", "order", "temp", "parents", "children", "because", "undetermined", "members"}
)


def event_as_json(event: Event, names: Names) -> dict[str, Any]:
    """The fields of an event, ready for `json.dumps`, and as "event" its class; variables are names."""
    found: dict[str, Any] = {"event": type(event).__name__}
    for field in event.__struct_fields__:
        value = getattr(event, field)
        if value is not None and field in _VARIABLE:
            value = names[value]
        elif value is not None and field in _VARIABLES:
            value = [names[x] for x in value]
        elif field == "arrows":
            value = [[names[tail], names[head]] for tail, head in value]
        found[field] = list(value) if isinstance(value, tuple) else value
    return found


def step_as_json(step: int, event: Event, trace: Trace) -> dict[str, Any]:
    """The same with the step (from 1 on) and a sentence."""
    return {"step": step, **event_as_json(event, trace.header.names), "sentence": told(trace, event)}


def described(header: Header) -> dict[str, Any]:
    """What a run was told, as it stands at the beginning of its result."""
    said = {
        "algorithm": header.algorithm,
        "target": header.names[header.target],
        **_method(header),
        "rows": header.rows,
        "variables": len(header.names),
    }
    return said | ({"knowledge": _knowledge(header.knowledge, header.names)} if header.knowledge else {})


def structure_at(view: View, header: Header) -> Structure:
    """The local graph at one step: the target, its neighbours and spouses, and what was learnt around them.

    An edge has the direction that the graph panel shows. Variables to which no edge leads are left out,
    except the members of a blanket that was found as a whole: which of them are adjacent is not told.
    Roles are "target", "parent", "child", "undecided" (a neighbour), "spouse", "member" (of such a blanket)
    and, further away, "other".
    """
    target = header.target
    outcome = outcome_so_far(view, target)
    graph = outcome.graph.values()
    arrows = {(edge.tail, edge.head): edge.rule for edge in graph if edge.rule}
    lines = {(edge.tail, edge.head) for edge in graph if not edge.rule}
    members = outcome.blanket.mb
    known = sorted({target, *members, *(end for edge in (*arrows, *lines) for end in edge)})
    number = {variable: place for place, variable in enumerate(known)}
    roles = dict.fromkeys(known, "other")
    roles |= dict.fromkeys(members, "member") | dict.fromkeys(outcome.blanket.all_spouses, "spouse")
    roles |= dict.fromkeys(outcome.parents, "parent") | dict.fromkeys(outcome.children, "child")
    roles |= dict.fromkeys(outcome.undetermined, "undecided") | {target: TARGET}
    return Structure(
        f"{header.algorithm} for {header.names[target]}",
        tuple(header.names[variable] for variable in known),
        tuple((number[tail], number[head]) for tail, head in arrows),
        tuple((number[one], number[other]) for one, other in lines),
        tuple(roles[variable] for variable in known),
        tuple((number[tail], number[head], rule) for (tail, head), rule in arrows.items()),
        MEMBERS_NOTE if members else "",
    )


def structure_of(trace: Trace) -> Structure:
    """The same at the end of a trace."""
    return structure_at(final_view(trace), trace.header)
