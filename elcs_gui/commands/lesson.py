"""`elcs lesson`: check a lesson file against its run, list the bundled lessons."""

from __future__ import annotations

import argparse
import json
from pathlib import Path
from typing import TYPE_CHECKING

from elcs_gui.errors import ElcsError

if TYPE_CHECKING:
    from elcs_gui.lessons.lesson_file import Lesson
    from elcs_gui.lessons.playing import PlayedStep
    from elcs_gui.trace.trace import Trace


def add_to(parser: argparse.ArgumentParser) -> None:
    parser.description = (
        "Check a lesson that you have written, or list the lessons that come with the program."
    )
    commands = parser.add_subparsers(title="what to do", metavar="{check,list}", required=True)
    check = commands.add_parser(
        "check",
        help="run what a lesson is about, and find every place, highlight and question that it names",
        description="Run what a lesson is about, and find every place, highlight and question that it names. "
        "A file that cannot be used is refused with the line and what was expected there.",
    )
    check.add_argument("file", metavar="FILE", help="a lesson file (.md), or the id of a bundled lesson")
    check.add_argument(
        "--json", action="store_true", help="print the lesson and its questions, as one object"
    )
    check.set_defaults(execute=execute)
    every = commands.add_parser(
        "list",
        help="show the lessons that come with the program",
        description="Show the lessons that come with the program.",
    )
    every.add_argument(
        "--json", action="store_true", help="print one object: of each id, the title and the summary"
    )
    every.set_defaults(execute=execute_list)


def execute(args: argparse.Namespace) -> int:
    """`elcs lesson check`."""
    from elcs_gui.lessons.playing import lesson_json, played, recorded, troubles

    lesson = _lesson(args.file)
    trace = recorded(lesson)
    found = troubles(lesson, trace)
    if found:
        more = f" (and {len(found) - 1} more)" if len(found) > 1 else ""
        raise ElcsError(f"{found[0]}{more}")
    if args.json:
        print(json.dumps(lesson_json(lesson, trace), ensure_ascii=False))
    else:
        print(_report(lesson, trace, played(lesson, trace)))
    return 0


def execute_list(args: argparse.Namespace) -> int:
    """`elcs lesson list`."""
    from elcs_gui.lessons.bundled import bundled_lessons

    lessons = bundled_lessons()
    if args.json:
        listed = {id: {"title": one.title, "summary": one.summary} for id, one in lessons.items()}
        print(json.dumps(listed, ensure_ascii=False))
        return 0
    width = max(map(len, lessons), default=0)
    for id, lesson in lessons.items():
        print(f"{id:<{width}}  {lesson.title}: {lesson.summary}")
    return 0


def _lesson(named: str) -> Lesson:
    """The bundled lesson with that id, or the one in that file."""
    from elcs_gui.lessons.bundled import bundled_lessons, find_lesson
    from elcs_gui.lessons.lesson_file import read_lesson

    path = Path(named)
    if named in bundled_lessons() or not (path.exists() or path.suffix or len(path.parts) > 1):
        return find_lesson(named)
    return read_lesson(path)


def _report(lesson: Lesson, trace: Trace, steps: tuple[PlayedStep, ...]) -> str:
    from elcs_gui.trace.explain import counted

    told = counted(len(steps), "step"), counted(lesson.questions, "question")
    lines = [f"{lesson.title}: {', '.join(told)}, a run of {counted(len(trace), 'step')}"]
    for step in steps:
        asked = "" if step.question is None else f"  {step.question.prompt}"
        offer = step.lesson.practise
        practised = "" if offer is None else f"  practise: {offer.text}"
        lines.append(f"{step.step:>8}  {step.lesson.heading}{asked}{practised}")
    return "\n".join(lines)
