"""The lessons that come with the program: the Markdown files of `resources/lessons`, by their numbers."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING

from elcs_gui.data.names import did_you_mean
from elcs_gui.errors import ElcsError, quoted
from elcs_gui.packaged import packaged

if TYPE_CHECKING:  # the start page does not wait for numpy
    from pathlib import Path

    from elcs_gui.lessons.lesson_file import Lesson


@dataclass(frozen=True, slots=True)
class Card:
    """What a card says of a lesson, without reading it whole."""

    id: str
    title: str
    summary: str
    number: int
    minutes: int
    steps: int


@cache
def lesson_cards() -> tuple[Card, ...]:
    """Of all bundled lessons, in the order of the course; quick, for the start page."""
    found = (_card(path.stem, path.read_text(encoding="utf-8")) for path in packaged("lessons").glob("*.md"))
    return tuple(sorted(found, key=lambda card: (card.number, card.id)))


def _card(id: str, text: str) -> Card:
    _, header, body = text.split("---", 2)
    said = dict(re.findall(r"^([a-z]+):[ ]*(.*)$", header, re.MULTILINE))
    steps = len(re.findall(r"^#", body, re.MULTILINE))
    number, minutes = int(said.get("number", 0)), int(said.get("minutes", 0))
    return Card(id, said["title"], said.get("summary", ""), number, minutes, steps)


@cache
def bundled_lessons() -> dict[str, Lesson]:
    """By id, the name of the file without its ending, in the order of the course."""
    from elcs_gui.lessons.lesson_file import read_lesson

    return {card.id: read_lesson(packaged("lessons", f"{card.id}.md")) for card in lesson_cards()}


def own_file(lesson: Lesson) -> Path | None:
    """The file of a lesson, unless it is a bundled one: that is not the user's to change."""
    bundled = lesson.path is not None and lesson.path.is_relative_to(packaged("lessons"))
    return None if bundled else lesson.path


def find_lesson(id: str) -> Lesson:
    """The bundled lesson called `id`, or an error that suggests the nearest, or else lists all."""
    known = bundled_lessons()
    if id not in known:
        raise ElcsError(f"There is no lesson {quoted(id)}. {did_you_mean(id, [*known])}")
    return known[id]
