"""What the graph's layout costs, counted rather than timed: facts looked at, names measured, turns taken."""

from __future__ import annotations

import pytest
from pytestqt.qtbot import QtBot

from elcs_gui.app.graph.frame import Labels
from elcs_gui.app.graph.layout.field import FieldLayout
from elcs_gui.app.kit.later import after_turns, run_in_slices
from elcs_gui.picture.facts_by_target import FactsByTarget
from elcs_gui.picture.hub_slots import hub
from elcs_gui.picture.local import LocalPlan, Room
from elcs_gui.picture.short_names import ShortNames, short_names
from elcs_gui.picture.slots import seating
from elcs_gui.trace.events import Event
from elcs_gui.trace.trace import Trace
from tests.traces import trace_of

ROOM = Room(627, 378)


class Counted(list[Event]):
    """Facts that know how often one of them was asked for."""

    asked = 0

    def __getitem__(self, place):
        self.asked += 1
        return super().__getitem__(place)


@pytest.fixture
def trace() -> Trace:
    whole = trace_of("alarm")
    made = Trace.__new__(Trace)
    made.__dict__.update(whole.__dict__)
    made.facts = Counted(whole.facts)
    return made


def test_every_fact_is_looked_at_once_however_often_a_plan_is_made(trace: Trace) -> None:
    by_target = FactsByTarget(trace)
    for _ in range(3):
        for target in range(len(trace.header.names)):
            by_target.seating(target)
            by_target.hub(target)
            by_target.tried(len(trace), target)
            by_target.left(len(trace), target)
    assert isinstance(trace.facts, Counted)
    assert trace.facts.asked == len(trace.facts) == by_target.looked_at


def test_a_story_deals_the_seats_that_all_facts_would_give(trace: Trace) -> None:
    by_target = FactsByTarget(trace)
    for target in range(len(trace.header.names)):
        assert by_target.seating(target) == seating(enumerate(trace.facts, 1), target)
        assert by_target.hub(target) == hub(enumerate(trace.facts, 1), target)
        assert by_target.seating(target) is by_target.seating(target)


def test_names_are_measured_once_for_all_plans(qapp: object, trace: Trace) -> None:
    names = tuple(f"variable{x}" for x in range(300))
    labels, seats = Labels(names), FactsByTarget(trace).seating(trace.header.target)
    for _ in range(5):
        LocalPlan(seats, trace.header.target, labels.widths(122.0, trace.header.target), ROOM)
    assert labels.measured == len(names)


def test_names_got_ready_by_and_by_need_no_more_measuring(qapp: object) -> None:
    names = tuple(f"a rather long variable {x}" for x in range(60))
    labels = Labels(names)
    steps = sum(1 for _ in labels.preparing((122.0, 92.0, 70.0)))
    assert steps >= 5 * len(names)  # it can be interrupted at every name
    before = labels.measured
    for limit in (92.0, 70.0):
        labels.widths(limit, 0)
    assert labels.measured <= before


def test_names_come_out_alike_all_at_once_and_by_and_by() -> None:
    names = [f"gene_{x:03}_chromosome_{x % 7}" for x in range(80)]
    slowly = ShortNames(names)
    for _ in slowly.preparing(9):
        pass
    assert slowly.within(9) == short_names(names, 9)


def test_a_map_is_begun_in_slices_and_ends_as_it_would_at_once() -> None:
    links = [(x, (x * 7 + 3) % 90, 0.5) for x in range(90)]
    slowly, quickly = FieldLayout(90, links), FieldLayout(90, links)
    turns = 0
    while slowly.advance(1):
        turns += 1
    while quickly.advance(50):
        pass
    assert turns > 20
    assert (slowly.xy == quickly.xy).all()
    assert not slowly.advance(1)
    assert (slowly.xy == quickly.xy).all()


def test_what_is_put_off_comes_after_so_many_turns(qtbot: QtBot, qapp: object) -> None:
    from PySide6.QtCore import QObject, QTimer

    owner, seen, ticks = QObject(), [], []
    timer = QTimer(owner)
    timer.timeout.connect(lambda: ticks.append(1))
    timer.start(0)
    after_turns(3, owner, lambda: seen.append(len(ticks)))
    assert not seen
    qtbot.waitUntil(lambda: bool(seen))
    assert seen[0] >= 2
    done: list[int] = []
    run_in_slices(map(done.append, range(10)), owner)
    assert not done
    qtbot.waitUntil(lambda: len(done) == 10)
    timer.stop()
