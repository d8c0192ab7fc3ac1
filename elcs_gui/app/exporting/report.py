"""The report of a run, with its graph drawn in it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

from elcs_gui.app.exporting.report_html import report
from elcs_gui.app.graph.sheet import Layout, Look, Sheet
from elcs_gui.app.kit.svg import svg
from elcs_gui.app.kit.theme import DARK, LIGHT
from elcs_gui.data.files import replacing
from elcs_gui.trace.trace import Trace


def page_maker(
    trace: Trace, layout: Layout, look: Look | None = None, title: str = ""
) -> Callable[[Trace], str]:
    """Draws the graph at the end of the run, for light and for dark screens; the page is made when called.

    Only the drawing must be done in the window's thread. The trace given later is the same, and may tell more
    of where it came from.
    """
    layout = replace(layout, title="", caption=False, test=False, transparent=True)
    look = None if look is None else replace(look, about=None)  # the page is about all arrows
    drawn = []
    for theme, prefix in ((LIGHT, "l"), (DARK, "d")):
        sheet = Sheet(trace, replace(layout, theme=theme), look)
        drawn.append(svg(sheet.paint, sheet.size, title=sheet.name, description=sheet.said(), prefix=prefix))
    return lambda trace: report(trace, *drawn, title)


def report_of(trace: Trace, layout: Layout, look: Look | None = None, title: str = "") -> str:
    """The page."""
    return page_maker(trace, layout, look, title)(trace)


def write_report(trace: Trace, path: Path, layout: Layout, look: Look | None = None, title: str = "") -> None:
    """Write the page whole, or leave what stood there."""
    text = report_of(trace, layout, look, title)
    with replacing(path) as part:
        part.write_text(text, encoding="utf-8", newline="\n")
