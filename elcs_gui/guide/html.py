"""The markup of a page: every text is escaped, and nothing of the page itself is markup.

`PageHtml` is what browsers and Qt have in common; how a link, a picture, a player and code are shown is for
those who extend it: `elcs_gui.guide.site` and the window's Help.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from markdown_it.renderer import RendererHTML
from markdown_it.token import Token
from markdown_it.utils import OptionsDict

from elcs_gui.foreign import Rich, joined, markup, rich
from elcs_gui.guide.pages import PLAYER, Embedded, Link, Page, embedded
from elcs_gui.markdown import COMMAND, plain_text

PROMPT = "$ "
"""What stands before a command."""


class PageHtml(RendererHTML):
    """Makes the markup of one page."""

    def __init__(self, page: Page) -> None:
        super().__init__()
        self.page = page
        self._anchors = iter(page.headings)
        self._links: list[Link] = []

    @property
    def html(self) -> Rich:
        options = OptionsDict({
            "maxNesting": 20, "html": False, "linkify": False, "typographer": False, "quotes": "",
            "xhtmlOut": False, "breaks": False, "langPrefix": "", "highlight": None,
        })  # fmt: skip
        self._anchors = iter(self.page.headings)
        return Rich(self.render(self.page.tokens, options, {}))

    # What places differ in

    def open_link(self, link: Link) -> Rich:
        raise NotImplementedError

    def close_link(self, link: Link) -> Rich:
        raise NotImplementedError

    def picture(self, file: str, alternative: str) -> Rich:
        raise NotImplementedError

    def player(self, wanted: Embedded) -> Rich:
        raise NotImplementedError

    def code(self, language: str, lines: Sequence[str]) -> Rich:
        """A fenced block; `language` is the first word behind the fence."""
        raise NotImplementedError

    def open_heading(self, tag: str, anchor: str) -> Rich:
        return markup('<{} id="{}">', tag, anchor)

    def open_table(self) -> Rich:
        return Rich("<table>\n")

    def close_table(self) -> Rich:
        return Rich("</table>\n")

    # What markdown-it calls

    def html_block(self, tokens: Sequence[Token], at: int, *_: Any) -> str:
        wanted = embedded(tokens[at])
        return self.player(wanted) if wanted is not None and wanted.kind == PLAYER else Rich("")

    def html_inline(self, tokens: Sequence[Token], at: int, *_: Any) -> str:
        return self.html_block(tokens, at)

    def heading_open(self, tokens: Sequence[Token], at: int, *_: Any) -> str:
        return self.open_heading(tokens[at].tag, next(self._anchors).anchor)

    def link_open(self, tokens: Sequence[Token], at: int, *_: Any) -> str:
        self._links.append(self.page.resolve(str(tokens[at].attrs["href"])))
        return self.open_link(self._links[-1])

    def link_close(self, *_: Any) -> str:
        return self.close_link(self._links.pop())

    def image(self, tokens: Sequence[Token], at: int, *_: Any) -> str:
        token = tokens[at]
        file = self.page.resolve(str(token.attrs["src"])).target
        return self.picture(file, plain_text(token.children or ()))

    def fence(self, tokens: Sequence[Token], at: int, *_: Any) -> str:
        token = tokens[at]
        return self.code((token.info.split() or [""])[0], token.content.rstrip("\n").split("\n"))

    def code_block(self, tokens: Sequence[Token], at: int, *_: Any) -> str:
        return self.fence(tokens, at)

    def table_open(self, *_: Any) -> str:
        return self.open_table()

    def table_close(self, *_: Any) -> str:
        return self.close_table()


def command_of(link: Link) -> str:
    """What a link for the window is on a command line."""
    return f"{COMMAND.rstrip(':')} {link.target}"


def is_command(language: str, line: str) -> bool:
    """Is the line of a block typed, not printed?"""
    return language == "console" and line.startswith(PROMPT)


def console(lines: Sequence[str]) -> Rich:
    """The lines of a console, with spans around prompts and commands."""
    shown = [
        markup('<span class="prompt">$ </span><span class="command">{}</span>', line[len(PROMPT) :])
        if is_command("console", line)
        else rich(line)
        for line in lines
    ]
    return joined(shown, Rich("\n"))
