"""The markup of a page of the guide for Qt, whose rich text knows less than a browser."""

from __future__ import annotations

from collections.abc import Sequence

from elcs_gui.app.kit.theme import Theme
from elcs_gui.foreign import Rich, joined, markup, rich
from elcs_gui.guide.html import PageHtml, console
from elcs_gui.guide.pages import Embedded, Link, Page
from elcs_gui.markdown import COMMAND

WIDEST = 640
"""Pixels of a picture, before the theme's scale."""


class HelpHtml(PageHtml):
    """Links are numbered: `links` says where each leads."""

    def __init__(self, page: Page, theme: Theme) -> None:
        super().__init__(page)
        self._theme = theme
        self.links: list[Link] = []

    def open_link(self, link: Link) -> Rich:
        self.links.append(link)
        return markup('<a href="{}">', str(len(self.links) - 1))

    def close_link(self, link: Link) -> Rich:
        return Rich("</a>")

    def picture(self, file: str, alternative: str) -> Rich:
        width = str(round(WIDEST * self._theme.scale))
        return markup('<img src="{}" alt="{}" width="{}">', file, alternative, width)

    def player(self, wanted: Embedded) -> Rich:
        """The window is the player: a link opens what a page would play."""
        return markup(
            "<p>{}{}{}</p>",
            self.open_link(Link(COMMAND, wanted.command)), "Open this in the window", Rich("</a>"),
        )  # fmt: skip

    def code(self, language: str, lines: Sequence[str]) -> Rich:
        shown = console(lines) if language == "console" else rich("\n".join(lines))
        return markup(
            '<table width="100%" cellpadding="10" cellspacing="0"><tr><td bgcolor="{}">'
            '<pre>{}</pre></td></tr></table><div class="gap">&nbsp;</div>',
            self._theme.sunk.name(), shown,
        )  # fmt: skip

    def open_table(self) -> Rich:
        return Rich('<table class="rows" cellpadding="5" cellspacing="0">')

    def close_table(self) -> Rich:
        return Rich('</table><div class="gap">&nbsp;</div>')

    def open_heading(self, tag: str, anchor: str) -> Rich:
        return markup('<{}><a name="{}"></a>', tag, anchor)


def sheet(theme: Theme) -> str:
    """The style of pages."""
    size = theme.scale
    return f"""
    body, p, li, td, th {{ font-size: {14 * size:.0f}px; color: {theme.ink.name()}; }}
    p {{ margin: 0 0 {10 * size:.0f}px 0; line-height: 145%; }}
    li {{ margin: 0 0 {4 * size:.0f}px 0; line-height: 140%; }}
    h1 {{ font-size: {26 * size:.0f}px; font-weight: 600; margin: 0 0 {14 * size:.0f}px 0; }}
    h2 {{ font-size: {18 * size:.0f}px; font-weight: 600; margin: {24 * size:.0f}px 0 {8 * size:.0f}px 0; }}
    h3 {{ font-size: {15 * size:.0f}px; font-weight: 600; margin: {18 * size:.0f}px 0 {6 * size:.0f}px 0; }}
    strong {{ font-weight: 600; }}
    a {{ color: {theme.selection.name()}; text-decoration: none; }}
    code, pre {{ font-family: "DejaVu Sans Mono", Consolas, Menlo, monospace; font-size: {12 * size:.0f}px; }}
    code {{ background-color: {theme.sunk.name()}; }}
    pre {{ color: {theme.ink_2.name()}; white-space: pre-wrap; }}
    .gap {{ font-size: {8 * size:.0f}px; }}
    .command {{ color: {theme.ink.name()}; font-weight: 600; }}
    .prompt {{ color: {theme.ink_3.name()}; }}
    th {{ text-align: left; font-weight: 600; color: {theme.ink_2.name()}; }}
    """


def action_page(title: str, keys: str, sentence: str, menu: str, *, enabled: bool) -> tuple[Rich, list[Link]]:
    """What Help shows of an action: what it does, where it is, and a link that does it."""
    where = f"{menu} menu{f', {keys}' if keys else ''}"
    do = (
        markup('<p><a href="0">{}</a></p>', "Do it now")
        if enabled
        else markup("<p>{}</p>", "It cannot be done now.")
    )
    return joined([markup("<h1>{}</h1><p>{}</p><p>{}</p>", title, sentence, where), do]), [Link("action", "")]
