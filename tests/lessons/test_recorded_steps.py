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
    caption, hint, notes = "One.\n\nTwo\nlines.", "Look\nup", "A\n\nB"
    step = step_at(trace, place, "Here", caption, highlight=highlights, ask=ask, hint=hint, notes=notes)
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
    recording = Recording()

    def put(row: int, heading: str, *, instead: bool = False) -> None:
        recording.put(row, LessonStep(heading), instead=instead)

    def headings() -> str:
        return "".join(step.heading for step in recording.steps)

    for row, heading in ((0, "a"), (1, "c"), (1, "b")):
        put(row, heading)
    assert headings() == "abc"
    assert recording.move(2, -1) == 1 and headings() == "acb"
    assert recording.move(0, -1) == 0 and headings() == "acb"
    put(0, "b", instead=True)
    recording.remove(2)
    assert headings() == "bc"
    for wanted in ("bcb", "acb", "abc", "ac", "a", ""):
        recording.undo()
        assert headings() == wanted
    assert not recording.can_undo
    recording.redo()
    assert headings() == "a" and recording.can_redo
    put(1, "b")
    assert not recording.can_redo
