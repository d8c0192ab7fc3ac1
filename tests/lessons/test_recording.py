"""A lesson that is recorded on a run leads through that run."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from elcs_gui.errors import ElcsError
from elcs_gui.lessons.bundled import find_lesson
from elcs_gui.lessons.exercise import Exercise, Offer
from elcs_gui.lessons.lesson_file import lesson_of, lesson_text
from elcs_gui.lessons.playing import played, run_of, troubles
from elcs_gui.lessons.question import Kind
from elcs_gui.lessons.recording import askable, lesson_on, step_at
from tests.traces import trace_of

PATH = Path("lesson.md")


@settings(max_examples=15)
@given(st.data())
def test_what_is_recorded_is_read_again_and_stands_where_the_cursor_stood(data: st.DataObject) -> None:
    study, header = run_of(find_lesson("n-structures"))
    trace = trace_of("fig3", "emb")
    places = data.draw(st.lists(st.integers(0, len(trace)), min_size=1, max_size=4))
    offer = Offer(Exercise.SPOUSES)
    steps = [
        step_at(trace, place, f"At {place}", "*Look*.", ask=askable(trace, place), practise=offer)
        for place in places
    ]
    lesson = lesson_on(study, header, "Mine", steps, PATH)
    read = lesson_of(lesson_text(lesson))
    assert read == lesson and troubles(read, trace) == []
    assert [step.after for step in played(read, trace)] == places
    assert run_of(read)[1] == header


def test_arrows_are_asked_with_their_rule_and_what_a_file_cannot_say_is_refused() -> None:
    study, header = run_of(find_lesson("n-structures"))
    trace = trace_of("fig3", "emb")
    assert askable(trace, 919)[:2] == (Kind.ORIENTATION, Kind.RULE) and askable(trace, 0) == ()
    step = step_at(trace, 919, "", "")
    assert step.heading == "Untitled"
    for wrong, said in (
        ((study, header, "x", [], PATH), "no steps yet"),
        ((replace(study, example=None), header, "x", [step], PATH), "lie in no file"),
    ):
        with pytest.raises(ElcsError, match=said):
            lesson_on(*wrong)
