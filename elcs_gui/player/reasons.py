"""Why every arrow is there, as a page tells it: proofs found beforehand, for any step at which one is asked.

A proof stands from a step on:

    {"of": [a, b], "since": step, "heading": "Why T → B?", "words": [["Because of an ", 0], ["N-", 1]],
     "badge": "N", "role": "child", "lines": [...], "tests": 12, "warn": [...], "drawn": {...} or null}

`of` is the two ends in column order, or one variable that is a spouse or a member of the blanket. A line is
["p", depth, strong, quiet, number, beside] of a premise, ["t", depth, test] of a test, ["m", depth, words] of
more than there is room for; `drawn` has the words for what follows, the variables and the links it is about,
and the drawing on every sheet (see `rule_drawing`).
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from elcs_gui.picture.argument_drawing import in_words
from elcs_gui.picture.why_answer import Answer, Subject, answer
from elcs_gui.picture.why_lines import Kind, Reading, page_lines
from elcs_gui.player.drawing import Drawing
from elcs_gui.proof.argument import Argument
from elcs_gui.trace import events as ev
from elcs_gui.trace.conflicts import disputes
from elcs_gui.trace.cycles import cycles_at
from elcs_gui.trace.outcome import Pair, pair
from elcs_gui.trace.roles import Role, standings
from elcs_gui.trace.rules import badge
from elcs_gui.trace.timeline import timeline_of
from elcs_gui.trace.trace import Trace
from elcs_gui.trace.view import learnt_edges


def reasons(trace: Trace, drawing: Drawing) -> list[dict[str, Any]]:
    """A record for every arrow when a rule has found it; at the end for every edge, spouse and member."""
    found = []
    told: set[tuple[object, ...]] = set()
    for step, subject in _asked(trace):
        view = timeline_of(trace).view(step)
        event = trace[step - 1]
        made = answer(trace, step, view, event, subject, trace.header.names, formal=False)
        # What a rule has found stays as it is; at the end only what was contradicted since reads otherwise.
        key = (subject.of, made.heading, made.words, made.contradictions)
        if key not in told:
            told.add(key)
            drawn = made.argument and _drawn(
                trace, made.argument, drawing.rule(view, step, event, made.argument)
            )
            found.append({"of": list(subject.of), "since": step, **_record(trace, made), "drawn": drawn})
    return found


def _asked(trace: Trace) -> Iterator[tuple[int, Subject]]:
    """At which steps what is asked."""
    if not len(trace):
        return
    asked = set()
    for step, fact in zip(trace.fact_steps.tolist(), trace.facts, strict=True):
        for ends in _arrows(fact):
            asked.add(ends)
            yield step + 1, Subject("edge", ends)
    end, target = len(trace), trace.header.target
    view = timeline_of(trace).view(end)
    # Proofs of a hub take long: only what was contradicted, or computed again, reads otherwise at the end.
    asked -= {ends for dispute in disputes(view) for ends in dispute.marks}
    asked -= {ends for cycle in cycles_at(trace, end) for ends in cycle.edges}
    if not len(trace.test_steps):
        asked.clear()
    edges = (pair(edge.tail, edge.head) for edge in learnt_edges(view))
    yield from ((end, Subject("edge", ends)) for ends in edges if ends not in asked)
    for x, standing in enumerate(standings(view, target, len(trace.header.names))):
        if standing.role in (Role.SPOUSE, Role.MEMBER):
            yield end, Subject("node", (x,))


def _arrows(fact: ev.Event) -> list[Pair]:
    """The edges that a fact says something about."""
    match fact:
        case ev.Found():
            return [pair(fact.target, x) for x in (*fact.parents, *fact.children)]
        case ev.Oriented() | ev.Conflicted():
            return [pair(fact.tail, fact.head)]
    return []


def _record(trace: Trace, made: Answer) -> dict[str, Any]:
    reading = Reading(trace, trace.header.names)
    warn = [*made.contradictions, *([made.missing_evidence] if made.missing_evidence else [])]
    return {
        "heading": made.heading,
        "words": [[text, int(strong)] for text, strong in made.words],
        "badge": made.badge,
        "role": made.role.value,
        "lines": list(_lines(reading, made)),
        "tests": len(made.tests),
        "warn": warn,
    }


def _lines(reading: Reading, made: Answer) -> Iterator[list[Any]]:
    for line in page_lines(reading, made.premises, frozenset(), made.against, made.argument):
        if line.kind is Kind.PREMISE:
            said = line.said
            yield ["p", line.depth, said.strong, said.quiet, line.number, int(line.beside or line.against)]
        elif line.kind is Kind.TEST:
            yield ["t", line.depth, line.test]
        else:
            yield ["m", line.depth, line.said.strong]


def _drawn(trace: Trace, argument: Argument, sheets: list[list[Any]]) -> dict[str, Any]:
    return {
        "words": in_words(argument, trace.header.names)[0],
        "badge": badge(argument.rule) if argument.rule else "",
        "cast": argument.cast,
        "links": sorted(argument.links),
        "sheets": sheets,
    }
