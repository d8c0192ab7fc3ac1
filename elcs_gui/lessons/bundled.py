"""The lessons that come with the program: the Markdown files of `resources/lessons`, by their numbers."""

from __future__ import annotations

from functools import cache

from elcs_gui.errors import ElcsError, quoted
from elcs_gui.lessons.lesson_file import Lesson, read_lesson
from elcs_gui.packaged import packaged


@cache
def bundled_lessons() -> dict[str, Lesson]:
    """By id, the name of the file without its ending, in the order of the course."""
    found = {path.stem: read_lesson(path) for path in sorted(packaged("lessons").glob("*.md"))}
    return dict(sorted(found.items(), key=lambda item: (item[1].number or 0, item[0])))


def find_lesson(id: str) -> Lesson:
    """The bundled lesson called `id`, or an error that lists all."""
    known = bundled_lessons()
    if id not in known:
        raise ElcsError(f"There is no lesson {quoted(id)}. There are: {', '.join(known)}.")
    return known[id]
