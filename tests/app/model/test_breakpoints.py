"""Breakpoints: the vectorised search must find what looking at every event finds."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

import pytest

from elcs_gui.algorithms.learning import learn
from elcs_gui.app.model.breakpoints import (
    KINDS,
    AtStep,
    AtTest,
    Breakpoint,
    Breakpoints,
    Conflict,
    DiffersFromTruth,
    EdgeChanges,
    LargeCondition,
    MeekFires,
    NearAlpha,
    Unreliable,
)
from elcs_gui.ci.discrete import G2
from elcs_gui.ci.evidence import Evidence
from elcs_gui.ci.oracle import Oracle
from elcs_gui.data.examples import find_example
from elcs_gui.trace import events as ev
from elcs_gui.trace.trace import Header, Trace


@cache
def trace_of(example: str) -> Trace:
    declared = find_example(example)
    data = declared.load_data()
    assert data is not None
    target = data.index(declared.target)
    return learn(Evidence(G2(data)), Header("elcs", target, data.columns, "g2", rows=data.rows)).trace


def separated(example: str) -> Callable[[int, int, tuple[int, ...]], bool]:
    return Oracle(find_example(example).load_network()).separated


def about(fact: ev.Event, x: int, y: int) -> bool:
    """Does the event change the edge x–y? Told by its fields alone."""
    pair = {x, y}
    if isinstance(fact, ev.Found):
        return any(pair == {fact.target, other} for other in fact.parents + fact.children)
    if isinstance(fact, ev.Entered | ev.Left) and fact.set != "PC":
        return pair == {fact.x, fact.through}
    if isinstance(fact, ev.Entered | ev.Left | ev.FalseNeighbour):
        return pair == {fact.target, fact.x}
    if isinstance(fact, ev.Joined):
        return pair == {fact.x, fact.y}
    return isinstance(fact, ev.Oriented | ev.Conflicted) and pair == {fact.tail, fact.head}


def cases(example: str) -> list[tuple[Breakpoint, Callable[[ev.Event], bool]]]:
    """Each kind, and the same condition on a single event."""
    trace, truth = trace_of(example), separated(example)
    t, alpha = trace.header.target, trace.header.alpha
    neighbour = next(fact.x for fact in trace.facts if isinstance(fact, ev.Entered))

    def tested(holds: Callable[[ev.Tested], bool]) -> Callable[[ev.Event], bool]:
        return lambda event: isinstance(event, ev.Tested) and holds(event)

    return [
        (EdgeChanges(t, neighbour), lambda e: about(e, t, neighbour)),
        (NearAlpha(2), tested(lambda e: e.p is not None and alpha / 2 <= e.p <= alpha * 2)),
        (NearAlpha(20), tested(lambda e: e.p is not None and alpha / 20 <= e.p <= alpha * 20)),
        (Unreliable(), tested(lambda e: e.verdict == "unreliable")),
        (DiffersFromTruth(truth), tested(lambda e: e.independent != truth(e.x, e.y, e.z))),
        (LargeCondition(2), tested(lambda e: len(e.z) >= 2)),
        (MeekFires(), lambda e: isinstance(e, ev.Oriented) and e.rule.startswith("meek")),
        (Conflict(), lambda e: isinstance(e, ev.Conflicted)),
        (AtTest(17), tested(lambda e: e.number == 17)),
        (AtStep(40), lambda e: e is trace[39] or e == trace[39]),
    ]


@pytest.mark.parametrize("example", ["fig3", "fig4", "asia", "insurance"])
def test_hits_are_those_of_looking_at_every_event(example: str) -> None:
    trace = trace_of(example)
    for breakpoint, holds in cases(example):
        expected = [step for step, event in enumerate(trace, 1) if holds(event)]
        assert breakpoint.hits(trace).tolist() == expected, breakpoint


@pytest.mark.parametrize("example", ["fig4", "insurance"])
def test_forwards_and_backwards_agree_with_a_scan(example: str) -> None:
    trace = trace_of(example)
    breakpoints = Breakpoints()
    breakpoints.add(MeekFires())
    breakpoints.add(NearAlpha(10))
    hits = set(breakpoints.hits(trace).tolist())
    assert hits
    for step in range(0, len(trace) + 1, 7):
        later = next((s for s in range(step + 1, len(trace) + 1) if s in hits), None)
        earlier = next((s for s in range(step - 1, -1, -1) if s in hits), None)
        assert breakpoints.next(trace, step, +1) == later
        assert breakpoints.next(trace, step, -1) == earlier


def test_without_breakpoints_nothing_stops_the_run() -> None:
    assert Breakpoints().next(trace_of("asia"), 0, +1) is None


def test_walking_forwards_meets_the_same_steps_as_walking_backwards() -> None:
    trace, breakpoints = trace_of("fig4"), Breakpoints()
    breakpoints.add(EdgeChanges(12, 13))
    forwards, backwards = [], []
    found = breakpoints.next(trace, 0, +1)
    while found is not None:
        forwards.append(found)
        found = breakpoints.next(trace, found, +1)
    found = breakpoints.next(trace, len(trace) + 1, -1)
    while found is not None:
        backwards.append(found)
        found = breakpoints.next(trace, found, -1)
    assert forwards == backwards[::-1]
    assert len(forwards) >= 3  # enters PC, is joined, is directed


def test_adding_and_removing_are_told_once_each() -> None:
    breakpoints, told = Breakpoints(), []
    breakpoints.changed.connect(lambda: told.append(len(breakpoints)))
    breakpoints.add(Conflict())
    breakpoints.add(Conflict())
    breakpoints.toggle(LargeCondition(3))
    breakpoints.remove(MeekFires())
    breakpoints.toggle(LargeCondition(3))
    breakpoints.clear()
    breakpoints.clear()
    assert told == [1, 2, 1, 0]


def test_hits_follow_a_change_of_the_set() -> None:
    trace, breakpoints = trace_of("asia"), Breakpoints()
    breakpoints.add(AtStep(5))
    assert breakpoints.hits(trace).tolist() == [5]
    breakpoints.add(AtStep(3))
    assert breakpoints.hits(trace).tolist() == [3, 5]
    assert breakpoints.at(trace, 3) == (AtStep(3),)


def test_every_kind_has_a_title_and_a_sentence_that_ends_with_a_full_stop() -> None:
    names = trace_of("fig4").header.names
    assert {type(breakpoint) for breakpoint, _ in cases("fig4")} == set(KINDS)
    for breakpoint, _ in cases("fig4"):
        assert breakpoint.title
        assert breakpoint.sentence(names).endswith(".")
    assert EdgeChanges(12, 1).sentence(names) == "The edge T–B changes."
