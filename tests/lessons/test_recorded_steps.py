"""The steps of a lesson that is being recorded: highlights as they are drawn, and every change undone."""

from __future__ import annotations

from pathlib import Path

from hypothesis import given, settings
from hypothesis import strategies as st

from elcs_gui.cli import main
from elcs_gui.lessons.bundled import find_lesson
from elcs_gui.lessons.lesson_file import Highlight, LessonStep, highlights_of, read_lesson, write_lesson
from elcs_gui.lessons.playing import edges_in, played, run_of, troubles
from elcs_gui.lessons.recording import Recording, askable, highlight_of, lesson_on, step_at, switched
from elcs_gui.trace.timeline import timeline_of
from tests.traces import trace_of


@settings(max_examples=15)
@given(st.data())
def test_whatever_is_pointed_out_where_the_cursor_stands_is_found_when_the_lesson_is_played(
    data: st.DataObject,
) -> None:
    study, header = run_of(find_lesson("n-structures"))
    trace = trace_of("fig3", "emb")
    place = data.draw(st.integers(1, len(trace)))
    ask = askable(trace, place) if data.draw(st.booleans()) else ()
    edges = sorted(edges_in(timeline_of(trace).view(place - bool(ask))))
    pointed = data.draw(st.lists(st.sampled_from([*edges, (0,), (3,)]), max_size=3, unique=True))
    highlights = [highlight_of(trace, place, ends) for ends in pointed]
    words = {"caption": "One.\n\nTwo\nlines.", "hint": "Look\nup", "notes": "A\n\nB"}
    step = step_at(trace, place, "Here", **words, highlight=highlights, ask=ask)
    lesson = lesson_on(study, header, "Mine", [step], Path("lesson.md"))
    assert troubles(lesson, trace) == []
    (shown,) = played(lesson, trace)
    assert len(shown.shown.edges) + len(shown.shown.variables) == len(pointed)
    assert step.caption == "One.\n\nTwo lines." and step.notes == "A\n\nB"
    assert step.hint == ("Look up" if ask else "")


def test_a_recorded_file_reads_as_it_was_recorded_and_passes_the_check(tmp_path: Path) -> None:
    study, header = run_of(find_lesson("n-structures"))
    trace, path = trace_of("fig3", "emb"), tmp_path / "mine.md"
    steps = [
        step_at(trace, 918, "An effect", "A has\n\n# a cause", highlight=highlights_of("T -> A, set PC, C")),
        step_at(
            trace, 919, "Which?", "", highlight=highlights_of("T -> B"), ask=askable(trace, 919), hint="N",
            notes="> wait",
        ),
    ]  # fmt: skip
    assert steps[1].highlight[0].link == "--", "before it is asked, it has no direction"
    lesson = lesson_on(study, header, "Mine", steps, path)
    write_lesson(lesson, path)
    assert read_lesson(path) == lesson
    assert main(["lesson", "check", str(path)]) == 0


def test_a_second_click_takes_a_highlight_back_however_it_points() -> None:
    variable, arrow = Highlight(("T",)), Highlight(("T", "B"), "->")
    there = switched(switched((), variable), arrow)
    assert there == (variable, arrow)
    assert switched(there, Highlight(("B", "T"), "--")) == (variable,)
    assert switched(there, variable) == (arrow,)


def test_steps_are_put_moved_and_removed_and_all_of_it_is_undone() -> None:
    recording, (a, b, c) = Recording(), (LessonStep(name) for name in "abc")
    recording.put(0, a)
    recording.put(1, c)
    recording.put(1, b)
    assert recording.steps == (a, b, c)
    assert recording.move(2, -1) == 1 and recording.steps == (a, c, b)
    assert recording.move(0, -1) == 0 and recording.steps == (a, c, b)
    recording.put(0, b, instead=True)
    recording.remove(2)
    assert recording.steps == (b, c)
    for wanted in ((b, c, b), (a, c, b), (a, b, c), (a, c), (a,), ()):
        recording.undo()
        assert recording.steps == wanted
    assert not recording.can_undo
    recording.redo()
    assert recording.steps == (a,) and recording.can_redo
    recording.put(1, b)
    assert not recording.can_redo
