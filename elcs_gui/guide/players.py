"""The players that the guide embeds: the run of an example, or a lesson that comes with the program."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from elcs_gui.errors import ElcsError
from elcs_gui.guide.pages import PLAYER, Embedded, Guide, GuideError, embedded, is_lesson

if TYPE_CHECKING:
    from elcs_gui.foreign import Rich
    from elcs_gui.lessons.lesson_file import Lesson
    from elcs_gui.trace.trace import Trace


@dataclass(frozen=True)
class Made:
    """One player: what it shows, and its page."""

    title: str
    trace: Trace
    html: Rich


def wanted(book: Guide) -> Iterator[tuple[str, Embedded]]:
    """What every page embeds, with the id of the page."""
    for id in book.order:
        for token in book.pages[id].tokens:
            for each in (token, *(token.children or ())):
                found = embedded(each)
                if found is not None and found.kind == PLAYER:
                    yield id, found


def make(named: str) -> Made:
    """The player of a lesson or an example; the same each time."""
    from elcs_gui.data.examples import find_example
    from elcs_gui.lessons.lesson_file import Lesson
    from elcs_gui.lessons.playing import recorded
    from elcs_gui.player.page import player_page

    lesson: Lesson | None = None
    if is_lesson(named):
        from elcs_gui.lessons.bundled import find_lesson

        lesson = find_lesson(named)
        trace, title = recorded(lesson), lesson.title
    else:
        title = find_example(named).title
        trace = recorded(Lesson(title, (), example=named))
    return Made(title, trace, player_page(trace, lesson, title=title))


def place_in(trace: Trace, words: tuple[str, ...]) -> str:
    """What behind the address of a player leads to the place that a page names; the end without any."""
    from elcs_gui.trace.stages import step_named

    if not words:
        return ""
    if len(words) != 2 or words[0] != "--seek":
        raise GuideError(f"A player takes --seek STEP|STAGE|end, not {' '.join(words)}.")
    try:
        return f"#step={step_named(trace, words[1])}"
    except ElcsError as error:
        raise GuideError(f"A player's --seek {words[1]}: {error}") from None
