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
        "Run what a lesson is about, and find every place, highlight and question that it names. "
        "A file that cannot be used is refused with the line and what was expected there."
    )
    parser.add_argument("what", choices=("check", "list"), help="check FILE, or list the bundled lessons")
    parser.add_argument(
        "file", nargs="?", metavar="FILE", help="a lesson file, or the id of a bundled lesson"
    )
    parser.add_argument(
        "--json", action="store_true", help="the lesson with its questions, as a player has it"
    )
    parser.set_defaults(execute=execute, parser=parser)


def execute(args: argparse.Namespace) -> int:
    if args.what == "list":
        return _list()
    if args.file is None:
        args.parser.error("name a lesson FILE to check")
    from elcs_gui.lessons.bundled import bundled_lessons
    from elcs_gui.lessons.lesson_file import read_lesson
    from elcs_gui.lessons.playing import lesson_json, played, recorded, troubles

    lesson = bundled_lessons().get(args.file) or read_lesson(Path(args.file))
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


def _list() -> int:
    from elcs_gui.lessons.bundled import bundled_lessons

    lessons = bundled_lessons()
    width = max(map(len, lessons), default=0)
    for id, lesson in lessons.items():
        print(f"{id:<{width}}  {lesson.title}: {lesson.summary}")
    return 0


def _report(lesson: Lesson, trace: Trace, steps: tuple[PlayedStep, ...]) -> str:
    lines = [f"{lesson.title}: {len(steps)} steps, {lesson.questions} questions, {len(trace):,} events"]
    for step in steps:
        asked = "" if step.question is None else f"  {step.question.prompt}"
        offer = step.lesson.practise
        practised = "" if offer is None else f"  practise: {offer.text}"
        lines.append(f"{step.step:>8}  {step.lesson.heading}{asked}{practised}")
    return "\n".join(lines)
