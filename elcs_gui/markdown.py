"""Markdown, read in one place by markdown-it-py: pages of the guide, and the stress in captions of lessons.

Pages are CommonMark with tables. Of HTML only comments are taken, which say what a page has for the program
(`elcs_gui.guide.pages`); nobody shows them. Whoever makes markup of the tokens escapes their text.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from types import SimpleNamespace

TYPE_CHECKING = False
if TYPE_CHECKING:  # who only wants the words of a lesson's card does not wait for it
    from markdown_it import MarkdownIt
    from markdown_it.token import Token

COMMAND = "elcs-gui:"
"""How the address of a link begins that opens something in the window; what follows are arguments."""
_SCHEMES = (COMMAND, "http:", "https:", "mailto:")


def parsed(text: str) -> list[Token]:
    """The tokens of a page."""
    return _pages().parse(text)


def plain_text(tokens: Sequence[Token]) -> str:
    """What can be read of inline tokens: text, code and line ends, without markup."""
    words = []
    for token in tokens:
        if token.type in ("text", "code_inline"):
            words.append(token.content)
        elif token.type in ("softbreak", "hardbreak"):
            words.append(" ")
        elif token.children:
            words.append(plain_text(token.children))
    return "".join(words)


def stressed(text: str) -> list[tuple[str, str]]:
    """One paragraph as pieces, each with "em", "strong" or ""; all but * and ** is plain text."""
    found: list[tuple[str, str]] = []
    styles = [""]
    for token in _captions().parseInline(text)[0].children or ():
        words, style = token.content, styles[-1]
        if token.markup.startswith("_"):  # it stresses nothing here: names have it
            words = token.markup
        elif token.nesting:
            styles = [*styles, styles[-1] or token.tag] if token.nesting > 0 else styles[:-1]
            continue
        elif token.type == "softbreak":
            words = "\n"
        if found and found[-1][1] == style:
            found[-1] = (found[-1][0] + words, style)
        elif words:
            found.append((words, style))
    return found


@cache
def _pages() -> MarkdownIt:
    from markdown_it import MarkdownIt

    made = MarkdownIt("commonmark").enable("table")
    usual = made.helpers

    def destination(text: str, start: int, end: int) -> object:
        """As CommonMark has it; arguments of a command may be apart, up to the bracket that ends the link."""
        found = usual.parseLinkDestination(text, start, end)
        if text.startswith(COMMAND, start):
            last = text.find(")", start, end)
            if last > start:
                found.ok, found.pos, found.str = True, last, text[start:last]
        return found

    made.helpers = SimpleNamespace(
        parseLinkDestination=destination,
        parseLinkLabel=usual.parseLinkLabel,
        parseLinkTitle=usual.parseLinkTitle,
    )  # type: ignore[assignment]  # a module elsewhere
    made.normalizeLink = str  # type: ignore[assignment, method-assign]  # it would write blanks as %20
    made.validateLink = _may_link  # type: ignore[assignment, method-assign]
    return made


def _may_link(address: str) -> bool:
    """A place in the guide, a page of the web, or a command for the window; no scripts, no files."""
    scheme, colon, _ = address.partition(":")
    return not colon or "/" in scheme or "#" in scheme or address.lower().startswith(_SCHEMES)


@cache
def _captions() -> MarkdownIt:
    from markdown_it import MarkdownIt

    return MarkdownIt("zero").enable(["emphasis"])
