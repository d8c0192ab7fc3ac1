"""A change is what can be seen: the steps that playing stops at, against the picture itself."""

from __future__ import annotations

from functools import cache

import pytest

from elcs_gui.picture.facts_by_target import FactsByTarget
from elcs_gui.picture.scene import LinkKind, local_scene
from elcs_gui.trace import events as ev
from elcs_gui.trace.changes import changes_of
from elcs_gui.trace.roles import Role
from elcs_gui.trace.timeline import Timeline
from elcs_gui.trace.trace import Prefix, Trace
from tests.optional import EVERYWHERE
from tests.picture.test_knowledge_shown import known_trace
from tests.traces import trace_of

AWAY = (Role.UNSEEN, Role.DISMISSED)


def pictures(trace: Trace) -> list[tuple[object, object]]:
    """What is in the graph just before and just after every fact: not who was set aside."""
    by_target, timeline = FactsByTarget(trace), Timeline(trace)

    @cache
    def at(step: int) -> object:
        event = trace[step - 1] if step else None
        view = timeline.view(step)
        scene = local_scene(by_target, view, step, None if isinstance(event, ev.Tested) else event)
        if isinstance(event, ev.Tested) and view.current is not None:  # who is tried is not there to stay
            started = ev.Started("", "", view.current)
            scene = local_scene(by_target, view, step, started)
        links = {
            (link.tail, link.head, link.kind, link.directed, link.conflict)
            for link in scene.links
            if link.kind is not LinkKind.GHOST
        }
        roles = [s.role if s.role not in AWAY else None for s in scene.standings]
        return scene.target, roles, links, scene.note, len(view.conflicts)

    return [(at(step), at(step + 1)) for step in trace.fact_steps.tolist()]


@pytest.mark.parametrize("algorithm", EVERYWHERE)
@pytest.mark.parametrize("example", ["fig3", "asia", "cancer"])
def test_every_change_is_to_be_seen_and_what_is_seen_to_change_is_one(example: str, algorithm: str) -> None:
    check(trace_of(example, algorithm))


def test_the_same_with_several_blankets_and_with_knowledge() -> None:
    for trace in (trace_of("fig4"), trace_of("insurance"), known_trace()):
        check(trace)


def check(trace: Trace) -> None:
    changes = set(changes_of(trace).tolist())
    for step, fact, (before, after) in zip(
        (trace.fact_steps + 1).tolist(), trace.facts, pictures(trace), strict=True
    ):
        in_a_set = isinstance(fact, ev.Entered | ev.Left | ev.Barred)
        assert (step in changes) == (before != after) or (step in changes and in_a_set), (step, fact)


def test_changes_of_a_growing_trace_are_those_of_the_whole() -> None:
    whole = trace_of("fig4")
    prefix = Prefix(whole, 0)
    for step in range(0, len(whole), 3):
        prefix.reach(step)
        changes_of(prefix.trace)
    prefix.reach(len(whole))
    assert changes_of(prefix.trace).tolist() == changes_of(whole).tolist()
