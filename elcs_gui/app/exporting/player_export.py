"""The page that plays a run, with its graph drawn in it for browsers without scripts."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from elcs_gui.app.graph.sheet import Layout, Look, Sheet
from elcs_gui.app.kit.svg import svg
from elcs_gui.app.kit.theme import LIGHT
from elcs_gui.lessons.lesson_file import Lesson
from elcs_gui.player.page import player_page
from elcs_gui.trace.trace import Trace


def player_maker(
    trace: Trace,
    layout: Layout,
    look: Look | None = None,
    title: str = "",
    lesson: Lesson | None = None,
) -> Callable[[Trace], str]:
    """Draws the graph at the end of the run; the page is made when called, in any thread.

    The trace given later is the same, and may tell more of where it came from.
    """
    plain = replace(layout, theme=LIGHT, view="local", title="", caption=False, test=False, transparent=False)
    look = None if look is None else replace(look, about=None)
    sheet = Sheet(trace, plain, look)
    picture = svg(sheet.paint, sheet.size, title=sheet.name, description=sheet.said())
    return lambda trace: player_page(trace, lesson, title=title, picture=picture)
