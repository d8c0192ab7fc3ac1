"""A trace is read like a list, kept like a table, and says the same in both ways."""

from functools import partial

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from elcs_gui.algorithms.learning import learn
from elcs_gui.ci.discrete import G2
from elcs_gui.ci.evidence import Evidence
from elcs_gui.ci.questions import Question
from elcs_gui.data.examples import find_example
from elcs_gui.data.sampling import sample
from elcs_gui.trace import run, trace
from elcs_gui.trace.events import Computed, Found, Tested
from elcs_gui.trace.result import event_as_json
from elcs_gui.trace.timeline import SPACING, Timeline
from elcs_gui.trace.trace import Header, Prefix, Trace
from elcs_gui.trace.view import View, advance

NETWORK = find_example("insurance").load_network()
DATA = sample(NETWORK, 800, seed=5)
TRACE: Trace = learn(Evidence(G2(DATA)), Header("elcs", NETWORK.index("Age"), DATA.columns, "g2")).trace
EVENTS = list(TRACE)


@given(st.slices(len(EVENTS)))
def test_any_slice_is_that_slice_of_the_list(cut: slice) -> None:
    assert TRACE[cut] == EVENTS[cut]


@given(st.integers(-len(EVENTS), len(EVENTS) - 1))
def test_any_single_event_is_that_of_the_list(step: int) -> None:
    assert TRACE[step] == EVENTS[step]


@pytest.mark.parametrize("room", [1, 2, 3, len(EVENTS) - 1, len(EVENTS), len(EVENTS) + 1])
def test_whatever_room_is_made_first_all_events_are_kept(monkeypatch: pytest.MonkeyPatch, room: int) -> None:
    monkeypatch.setattr(run, "Trace", partial(Trace, room=room))
    assert list(learn(Evidence(G2(DATA)), TRACE.header).trace) == EVENTS
    monkeypatch.setattr(trace, "Trace", partial(Trace, room=room))
    prefix = Prefix(TRACE, 2)
    for steps in (0, 2, 3, 4, len(EVENTS)):
        prefix.reach(steps)
        steps = max(steps, 2)
        assert list(prefix.trace) == EVENTS[:steps]


@pytest.mark.parametrize("step", [len(EVENTS), -len(EVENTS) - 1])
def test_a_step_beyond_the_end_is_an_index_error(step: int) -> None:
    with pytest.raises(IndexError, match="events"):
        TRACE[step]


def test_the_log_holds_what_the_events_hold() -> None:
    log = TRACE.tests()
    tests = [event for event in EVENTS if isinstance(event, Tested)]
    assert list(log.events()) == tests
    assert len(log) == len(tests)
    assert log.reused.tolist() == [event.reused for event in tests]
    assert [TRACE.at(step) for step in log.steps.tolist()] == [event.at for event in tests]
    for asked in (0, 1, 37, len(tests)):
        assert TRACE.performed(asked) == sum(not event.reused for event in tests[:asked])
    questions = [Question.of(event.x, event.y, event.z) for event in tests]
    assert [TRACE.first_asked(one) for one in questions] == [questions.index(one) + 1 for one in questions]
    assert TRACE.first_asked(Question.of(0, 1, range(2, len(TRACE.header.names)))) is None
    part = TRACE.tests(10, 25)
    assert list(part.events()) == tests[10:25]


@given(st.lists(st.integers(0, len(EVENTS)), min_size=1, max_size=12))
def test_seeking_in_any_order_gives_the_fold_up_to_there(steps: list[int]) -> None:
    timeline = Timeline(TRACE)
    for step in steps:
        view = View()
        for event in EVENTS[:step]:
            view = advance(view, event)
        assert timeline.view(step) == view


def test_scrubbing_back_restores_the_very_state() -> None:
    timeline = Timeline(TRACE)
    forwards = [timeline.view(step) for step in range(0, len(TRACE), 97)]
    backwards = [timeline.view(step) for step in reversed(range(0, len(TRACE), 97))]
    assert forwards == backwards[::-1]


def test_a_timeline_follows_a_growing_trace() -> None:
    grown = Trace(TRACE.header, TRACE.judge)
    timeline = Timeline(grown)
    assert timeline.view(0) == View()
    for fact in TRACE.facts[: 3 * SPACING]:
        grown.add_fact(fact)
    assert timeline.view(len(grown)) == Timeline(grown).view(len(grown)) != View()


def test_a_timeline_refuses_steps_beyond_the_end() -> None:
    with pytest.raises(IndexError):
        Timeline(TRACE).view(len(TRACE) + 1)


def test_test_numbers_lead_to_steps_and_back() -> None:
    steps = TRACE.test_steps
    assert all(EVENTS[step].number == n for n, step in enumerate(steps.tolist(), 1))
    both = np.sort(np.concatenate([steps, TRACE.fact_steps]))
    assert both.tolist() == list(range(len(TRACE)))


def test_an_event_as_json_names_its_variables() -> None:
    found = event_as_json(Found("L:1", 0, (1,), (2,), "lemma-1a", (3, 1)), tuple("abcd"))
    assert found == {
        "event": "Found", "at": "L:1", "target": "a", "parents": ["b"], "children": ["c"],
        "rule": "lemma-1a", "because": ["d", "b"],
    }  # fmt: skip
    computed = event_as_json(Computed("N:1", 1, ("loss",), (0.5,), ((3, 0),), (0.25,)), tuple("abcd"))
    assert (computed["arrows"], computed["names"], computed["weights"]) == ([["d", "a"]], ["loss"], [0.25])
