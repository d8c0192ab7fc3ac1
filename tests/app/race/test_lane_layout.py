"""The small graph of a lane: everybody has a place, within the lane, and nobody stands on another."""

from __future__ import annotations

from itertools import combinations

import pytest

from elcs_gui.app.race.lane_layout import MARK, LanePlan, Sizes
from elcs_gui.picture.facts_by_target import FactsByTarget
from elcs_gui.trace import events as ev
from elcs_gui.trace.roles import Role, standings
from elcs_gui.trace.timeline import timeline_of
from elcs_gui.trace.trace import Trace
from tests.traces import trace_of

WIDE = 60.0


def plan_of(trace: Trace, width: float, height: float) -> LanePlan:
    seats = FactsByTarget(trace).seating(trace.header.target)
    return LanePlan(seats, Sizes(width, height, 26.0, 36.0, 52.0), lambda _, limit: min(WIDE, limit))


def boxes(trace: Trace, plan: LanePlan, step: int) -> list[tuple[float, float, float, float]]:
    """Centre and half sizes of all that stand there."""
    view, target = timeline_of(trace).view(step), trace.header.target
    facts = FactsByTarget(trace).facts_before(step)
    found = []
    shown = standings(view, target, len(trace.header.names))
    for x, place in plan.places(shown, facts).items():
        wide, high = MARK if plan.is_mark(shown[x].role) else (WIDE, 26.0)
        if shown[x].role is Role.TARGET:
            wide, high = 52.0, 30.0
        found.append((*place, wide / 2, high / 2))
    return found


@pytest.mark.parametrize(("width", "height"), [(347, 258), (470, 150), (212, 120), (640, 262)])
def test_at_every_change_all_stand_apart_within_the_lane(width: float, height: float) -> None:
    trace = trace_of("fig3")
    plan = plan_of(trace, width, height)
    for step in (*(trace.fact_steps + 1).tolist()[::7], len(trace)):
        found = boxes(trace, plan, step)
        for x, y, w, h in found:
            assert w <= x <= width - w and h <= y <= height - h
        for (x, y, w, h), (other_x, other_y, other_w, other_h) in combinations(found, 2):
            assert abs(x - other_x) >= w + other_w - 1 or abs(y - other_y) >= h + other_h - 1


def test_causes_stand_above_the_target_and_effects_below() -> None:
    trace = trace_of("fig3")
    plan = plan_of(trace, 347, 258)
    [finished] = [fact for fact in trace.facts if isinstance(fact, ev.Finished)]
    shown = standings(timeline_of(trace).view(len(trace)), trace.header.target, len(trace.header.names))
    places = plan.places(shown, len(trace.facts))
    assert finished.parents and finished.children
    assert all(places[x][1] < plan.target[1] for x in finished.parents)
    assert all(places[x][1] > plan.target[1] for x in finished.children)


def test_names_are_given_up_only_where_they_have_no_room() -> None:
    trace = trace_of("fig3")
    assert not plan_of(trace, 347, 258).marked
    assert plan_of(trace, 200, 90).marked
    narrow = plan_of(trace, 300, 172)
    assert (narrow.marked, narrow.marked_fan) == (False, True)


def test_names_beside_the_target_are_shortened_before_those_of_causes_and_effects() -> None:
    seats = FactsByTarget(trace_of("fig3")).seating(trace_of("fig3").header.target)
    plan = LanePlan(seats, Sizes(560, 190, 26.0, 36.0, 52.0), lambda _, limit: min(110.0, limit))
    assert not plan.marked_fan
    assert plan.limit_of(Role.UNDECIDED) < 110.0 <= plan.limit_of(Role.CHILD) == plan.limit_of(Role.TARGET)
