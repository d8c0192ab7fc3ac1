"""Lesson files: what is read is written again, errors name their line, and bundled lessons play through."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from functools import cache
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from elcs_gui.errors import ElcsError
from elcs_gui.lessons.bundled import bundled_lessons, find_lesson
from elcs_gui.lessons.cursors import Cursor, describe, find, parse
from elcs_gui.lessons.exercise import Exercise, Offer
from elcs_gui.lessons.lesson_file import (
    Highlight,
    Lesson,
    LessonError,
    LessonStep,
    lesson_of,
    lesson_text,
    read_lesson,
    write_lesson,
)
from elcs_gui.lessons.playing import lesson_json, pieces, played, recorded, setting_of, troubles
from elcs_gui.lessons.playing import run_of as study_of
from elcs_gui.lessons.question import Kind
from elcs_gui.trace.events import Tested
from elcs_gui.trace.trace import Trace
from tests.commands.calling import Elcs
from tests.traces import trace_of

HEADER = "---\ntitle: A lesson\nexample: fig3\n---\n"


@cache
def run_of(id: str) -> Trace:
    return recorded(find_lesson(id))


@pytest.mark.parametrize("id", bundled_lessons())
def test_bundled_lessons_play_through(id: str) -> None:
    lesson, trace = find_lesson(id), run_of(id)
    assert troubles(lesson, trace) == []
    steps = played(lesson, trace)
    assert 6 <= len(steps) <= 12 and lesson.questions >= 2
    for step in steps:
        words = " ".join(piece for paragraph in pieces(step.lesson.caption) for piece, _ in paragraph).split()
        assert 5 <= len(words) <= 60, step.lesson.heading
        if step.question is not None:
            assert step.hint and step.after == step.step + 1
            for question in step.question.chain():
                assert question.accepts(question.right)
                for option in question.options:
                    assert option.reason or option.id in question.right


def test_the_course_has_ten_lessons_of_five_to_ten_minutes_each_with_an_exercise() -> None:
    lessons = [*bundled_lessons().values()]
    assert [lesson.number for lesson in lessons] == [*range(1, 11)]
    assert all(5 <= (lesson.minutes or 0) <= 10 for lesson in lessons)
    assert all(lesson.steps[-1].practise is not None for lesson in lessons)


@pytest.mark.parametrize("id", bundled_lessons())
def test_p_values_in_captions_are_those_of_the_run(id: str) -> None:
    p_values = [event.p for event in run_of(id) if isinstance(event, Tested) and event.p is not None]
    for step in find_lesson(id).steps:
        for said in re.findall(r"p = (0\.\d+)", step.caption):
            digits = len(said) - 2
            assert any(f"{p:.{digits}f}" == said for p in p_values), (step.heading, said)


def test_the_table_in_a_caption_is_that_of_the_rows() -> None:
    lesson = find_lesson("one-test")
    data = study_of(lesson)[0].data
    assert data is not None
    places = [data.columns.index(name) for name in ("Rain", "Wet")]
    rain, wet = (data.codes[place] == data.levels[place].index("yes") for place in places)
    assert (rain.sum(), (rain & wet).sum(), (~rain).sum(), (~rain & wet).sum()) == (41, 36, 34, 15)
    assert "rained on 41 days: the path was wet on 36 of them and dry on 5" in lesson.steps[1].caption
    assert "other 34 days it was wet on 15 and dry on 19" in lesson.steps[1].caption


@pytest.mark.parametrize("id", bundled_lessons())
def test_bundled_lessons_are_written_as_they_are_read(id: str) -> None:
    lesson = find_lesson(id)
    assert lesson_of(lesson_text(lesson)) == lesson


def test_a_lesson_comes_back_from_its_file(tmp_path: Path) -> None:
    step = LessonStep(
        "A heading",
        "# a caption\n\n> with *odd* beginnings",
        Cursor("removal", ('a, "b"',), 3, True, within="SP", through="c -> d"),
        (
            Highlight(('a, "b"',)),
            Highlight(("x", "c -> d"), "->"),
            Highlight(set="SP", through="c -> d", of="y"),
        ),
        (Kind.ORIENTATION, Kind.RULE),
        "a hint",
        "notes\n\n# more notes",
        Offer(Exercise.ARROWS, 3),
    )
    lesson = Lesson(
        "T", (step,), network="net.bif", rows=500, seed=3, k="unlimited", set=(("lambda1", "0.1"),)
    )
    write_lesson(lesson, tmp_path / "lesson.md")
    assert read_lesson(tmp_path / "lesson.md") == lesson


@pytest.mark.parametrize(
    "text, line, said",
    [
        ("# A step", 1, "expected the header"),
        ("---\ntitle: x\n", 1, "the header does not end"),
        ("---\nexample: fig3\n---\n", 1, "no title"),
        ("---\ntitle: x\n---\n", 3, "expected example:, network: or data:"),
        ("---\ntitle: x\nexample: fig9\n---\n", 3, "Did you mean 'fig3'"),
        ("---\ntitle: x\ncolour: red\n---\n", 3, "expected one of title"),
        ("---\ntitle: x\nalpha: 2\n---\n", 3, "a number between 0 and 1"),
        (HEADER, 5, "expected a step"),
        (HEADER + "some text", 5, "a line that begins with #"),
        (HEADER + "#", 5, "without a heading"),
        (HEADER + "# A\nat: nowhere", 6, "is no place in a run: expected start, end"),
        (HEADER + "# A\nat: orientation T B", 6, "expected T -> B"),
        (HEADER + "# A\nat: stage dinner", 6, "There are: grow"),
        (HEADER + "# A\nask: weather", 6, "expected one of orientation"),
        (HEADER + "# A\nask: removal, rule", 6, "rule and premises go with orientation"),
        (HEADER + "# A\nright: B", 6, "expected at, highlight, ask, hint"),
        (HEADER + "# A\nhighlight: set PQ", 6, "expected one of PC"),
        (HEADER + "# A\nhint:", 6, "expected a value"),
        (HEADER + "# A\npractise: yoga", 6, "expected one of neighbours, spouses, arrows"),
    ],
)  # fmt: skip
def test_errors_name_the_line_and_what_was_expected(text: str, line: int, said: str) -> None:
    with pytest.raises(LessonError, match=rf"^l\.md, line {line}: .*{said}") as error:
        lesson_of(text, "l.md")
    assert error.value.line == line


@pytest.mark.parametrize(
    "directive, said",
    [
        ("at: step 99999", "There is no step 99,999"),
        ("at: removal of Q", "No variable 'Q'"),
        ("at: conflict", "The run has no conflict"),
        ("at: 9th removal of I", "The run has no 9th removal of I. There is 1 of the kind"),
        ("at: stage climb", "no stage climb"),
        ("at: start\nask: verdict", "there is no verdict to ask about at start"),
        ("at: end\nhighlight: A -> T", "A -> T is not directed so at step 929"),
        ("at: end\nhighlight: A -- D", "there is no edge A -- D at step 929"),
        ("at: end\nhighlight: set SP(B)", "SP(B) of T is empty"),
        ("at: start\nhighlight: set PC", "is not begun"),
    ],
)
def test_what_the_run_does_not_have_is_named_with_its_line(directive: str, said: str) -> None:
    lesson = lesson_of(f"{HEADER}# A\n{directive}\n")
    (trouble,) = troubles(lesson, run_of("n-structures"))
    last = 6 + directive.count("\n")  # what is wrong is said last
    assert trouble.line == last
    assert str(trouble).startswith(f"The lesson, line {last}, A: ") and said in str(trouble)


def test_an_exercise_needs_a_small_network_or_a_seed() -> None:
    alarm = lesson_of(
        "---\ntitle: x\nexample: alarm\n---\n# A\npractise: arrows\n# B\npractise: arrows, seed 1"
    )
    big, random = (step.practise for step in alarm.steps)
    data = Lesson("T", alarm.steps, data="rows.csv")
    assert big is not None and random is not None
    for lesson, said in ((alarm, "37 variables"), (data, "expected a seed, as in arrows, seed 1")):
        with pytest.raises(ElcsError, match=said):
            setting_of(lesson, big, "HR")
        assert setting_of(lesson, random, "HR").names[0] == "T"
    setting = setting_of(find_lesson("n-structures"), big, "T")
    assert setting.names[setting.target] == "T" and len(setting.neighbours) == 6


CURSORS = {
    "start": 0,
    "end": 929,
    "step 12": 12,
    "stage n-structures": 915,
    "end of stage candidates": 404,
    "orientation T -> B": 919,
    "before orientation T -- B": 918,
    "orientation by N": 919,
    "first removal": 186,
    "removal of C from SP(B)": 545,
    "entry of C into CSP(B)": 364,
    "test C, T given E, B": 363,
    "test C, T": 5,
    "dismissal of D": 7,
}


@pytest.mark.parametrize("text", CURSORS)
def test_a_cursor_is_found_by_what_happens(text: str) -> None:
    cursor = parse(text)
    assert parse(cursor.text) == cursor
    assert find(cursor, run_of("n-structures")) == CURSORS[text]


@settings(max_examples=30)
@given(st.data())
def test_every_step_can_be_described_so_that_it_is_found_again(data: st.DataObject) -> None:
    trace = trace_of("fig3", "emb")
    step = data.draw(st.integers(0, len(trace)))
    cursor = describe(trace, step)
    assert find(parse(cursor.text), trace) == step


def test_the_json_of_a_lesson_has_its_steps_and_questions() -> None:
    found = json.loads(json.dumps(lesson_json(find_lesson("n-structures"), run_of("n-structures"))))
    assert found["format"] == "elcs-lesson/1" and len(found["steps"]) == 12
    step = found["steps"][9]
    assert step["heading"] == "An effect without a spouse"
    assert (step["step"], step["after"]) == (918, 919)
    assert ["was", "em"] in step["caption"][0]
    assert step["question"]["right"] == ["12>1"] and step["question"]["then"]["1>12"]["kind"] == "failed"
    assert step["highlight"] == {
        "variables": [2], "edges": [[12, 1, False]], "sets": [{"name": "CSP(B)", "members": [2]}],
    }  # fmt: skip


def test_the_command_checks_a_lesson(elcs: Elcs, tmp_path: Path) -> None:
    code, out, _ = elcs("lesson", "check", "n-structures")
    assert code == 0 and "12 steps, 4 questions" in out
    bad = tmp_path / "bad.md"
    bad.write_text(f"{HEADER}# A\nat: removal of Q\n", encoding="utf-8")
    code, _, err = elcs("lesson", "check", bad)
    assert code == 1 and err.startswith("elcs: bad.md, line 6, A: No variable 'Q'")
    assert elcs("lesson", "list")[1].startswith("chain-fork-collider  ")
    one = tmp_path / "one.md"
    one.write_text("---\ntitle: One\nformat: 2\nexample: asia\n---\n# A\n", encoding="utf-8")
    assert elcs("lesson", "check", one)[1].startswith("One: 1 step, 0 questions, a run of ")
    assert elcs("lesson", "check")[0] == 2


def test_a_lesson_on_drawn_rows_asks_them(tmp_path: Path) -> None:
    lesson = lesson_of("---\ntitle: x\nexample: cancer\nrows: 300\nseed: 2\nalpha: 0.05\n---\n# A\nat: end\n")
    header = recorded(lesson).header
    assert (header.rows, header.alpha, header.test) == (300, 0.05, "g2")


def test_what_cannot_be_asked_so_is_refused() -> None:
    with pytest.raises(ElcsError, match="asks no rows"):
        recorded(lesson_of("---\ntitle: x\nexample: cancer\nrows: 300\ntest: oracle\n---\n# A\n"))


@pytest.mark.parametrize(
    ("header", "then", "now"),
    [
        ("example: fig3", ("elcs", "oracle"), ("elcs", "g2")),
        ("example: fig3\ntest: g2", ("elcs", "g2"), ("elcs", "g2")),
        ("example: fig3\nrows: 500", ("elcs", "g2"), ("elcs", "g2")),
        ("example: asia", ("elcs", "g2"), ("elcs-sound", "g2")),
        ("example: asia\nalgorithm: emb", ("emb", "g2"), ("emb", "g2")),
        ("example: stranger", ("hiton-mb", "oracle"), ("hiton-mb", "oracle")),
        ("network: chain.json", ("elcs", "oracle"), ("elcs-sound", "oracle")),
    ],
)
def test_a_lesson_of_an_earlier_version_runs_as_it_did(
    header: str, then: tuple[str, str], now: tuple[str, str], tmp_path: Path
) -> None:
    chain = {"nodes": ["A", "B", "C"], "edges": [["A", "B"], ["B", "C"]]}
    (tmp_path / "chain.json").write_text(json.dumps(chain), encoding="utf-8")
    for added, expected in (("", then), ("format: 1\n", then), ("format: 2\n", now)):
        text = f"---\ntitle: One\n{header}\n{added}---\n\n# A step\n\nWords.\n"
        lesson = replace(lesson_of(text), path=tmp_path / "one.md")
        found = study_of(lesson)[1]
        assert (found.algorithm, found.test) == expected
        assert lesson_of(lesson_text(lesson)) == replace(lesson, path=None)


def test_a_lesson_of_a_later_version_is_refused() -> None:
    with pytest.raises(LessonError, match=r"line 4: format: expected 1 or 2, not '3': this version"):
        lesson_of("---\ntitle: One\nexample: fig3\nformat: 3\n---\n\n# A step\n\nWords.\n")


def test_a_lesson_names_no_address() -> None:
    text = "---\ntitle: T\ndata: ibis:/postgres/ada@evil.example.org/clinic?table=t\n---\n\n# One\n"
    with pytest.raises(LessonError, match=r"line 3: .*expected a file named from the lesson's folder on"):
        lesson_of(text)
