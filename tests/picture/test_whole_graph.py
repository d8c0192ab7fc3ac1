"""A graph that is computed as a whole, in the picture of its target's surroundings."""

from __future__ import annotations

from elcs_gui.picture.facts_by_target import FactsByTarget
from elcs_gui.picture.scene import local_scene
from elcs_gui.trace.roles import Role
from elcs_gui.trace.timeline import timeline_of
from tests.traces import trace_of

ROLES = {Role.PARENT, Role.CHILD, Role.SPOUSE}


def test_whoever_is_about_the_target_has_a_seat_and_a_link_at_every_step() -> None:
    trace = trace_of("asia", "notears")
    by_target, target, seen = FactsByTarget(trace), trace.header.target, set()
    seating = by_target.seating(target)
    seats = {*seating.fan.everybody, *seating.parents, *seating.children}
    for step in range(1, len(trace) + 1):
        view = timeline_of(trace).view(step)
        scene = local_scene(by_target, view, step, trace[step - 1])
        assert view.blanket is not None
        around = {x for x, standing in enumerate(scene.standings) if standing.role in ROLES}
        assert around == {*view.blanket.members}
        assert {*view.blanket.pc} <= seats
        linked = {x for link in scene.links for x in link.ends} - {target}
        assert around <= linked
        seen |= {(x, scene.standings[x].role) for x in around}
    assert len(seen) > len(timeline_of(trace).view(len(trace)).outcome().blanket.pc)  # one is turned
