"""A page as lines for a terminal: wrapped, tables in columns, code and commands as they are."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from elcs_gui.guide.html import command_of
from elcs_gui.guide.pages import PLAYER, Guide, Page, embedded
from elcs_gui.markdown import COMMAND

TYPE_CHECKING = False
if TYPE_CHECKING:
    from markdown_it.token import Token

_NARROWEST = 12
"""Letters of a column of a table, unless its words are shorter."""


def listing(book: Guide) -> str:
    """What the guide holds: the id and the title of every page."""
    width = max(map(len, book.order))
    lines: list[str] = []
    for section in book.sections:
        if section.title:
            lines += [""] * bool(lines) + [section.title]
        lines += [f"{'  ' * bool(section.title)}{id:<{width}}  {book.labels[id]}" for id in section.pages]
    return "\n".join(lines)


def page_text(page: Page, width: int = 80) -> str:
    """The page in lines of at most `width` letters, but for code."""
    return "\n".join(_Writer(page, max(width, 40)).lines())


@dataclass
class _Writer:
    page: Page
    width: int
    _out: list[str] = field(default_factory=list)
    _indent: list[str] = field(default_factory=list)
    """What stands before the lines of each list and quotation that is open."""
    _numbers: list[int | None] = field(default_factory=list)
    _bullet: str = ""

    def lines(self) -> list[str]:
        tokens = self.page.tokens
        at = 0
        while at < len(tokens):
            token = tokens[at]
            if token.type == "table_open":
                end = next(n for n in range(at, len(tokens)) if tokens[n].type == "table_close")
                self._table(tokens[at:end])
                at = end
            else:
                self._take(token, tokens[at - 1] if at else None)
            at += 1
        while self._out and not self._out[-1]:
            self._out.pop()
        return self._out

    def _take(self, token: Token, before: Token | None) -> None:
        match token.type:
            case "inline":
                assert before is not None
                self._paragraph(token, before)
            case "bullet_list_open" | "ordered_list_open":
                ordered = token.type.startswith("ordered")
                self._numbers.append(int(token.attrs.get("start", 1)) if ordered else None)
            case "bullet_list_close" | "ordered_list_close":
                self._numbers.pop()
                if not self._numbers:
                    self._space()
            case "list_item_open":
                number = self._numbers[-1]
                self._bullet = "- " if number is None else f"{number}. "
                if number is not None:
                    self._numbers[-1] = number + 1
                self._indent.append(" " * len(self._bullet))
            case "list_item_close":
                self._indent.pop()
            case "blockquote_open":
                self._indent.append("| ")
            case "blockquote_close":
                self._indent.pop()
            case "fence" | "code_block":
                self._out += [
                    f"{self._before()}    {line}" for line in token.content.rstrip("\n").split("\n")
                ]
                self._space()
            case "hr":
                self._out.append("-" * min(self.width, 40))
                self._space()
            case "html_block":
                wanted = embedded(token)
                if wanted is not None and wanted.kind == PLAYER:
                    self._out.append(f"{self._before()}    elcs-gui {wanted.command}")
                    self._space()

    def _before(self) -> str:
        """What stands before the next line."""
        joined = "".join(self._indent)
        if self._bullet:
            joined, self._bullet = joined[: -len(self._bullet)] + self._bullet, ""
        return joined

    def _space(self) -> None:
        if self._out and self._out[-1]:
            self._out.append("")

    def _paragraph(self, token: Token, before: Token) -> None:
        text = inline_text(token.children or (), self.page)
        if before.type == "heading_open":
            self._space()
            self._out += [text, ("=" if before.tag == "h1" else "-") * len(text)]
            self._space()
            return
        first_line = self._before()
        others = "".join(self._indent)
        for paragraph in text.split("\n"):
            self._out += textwrap.wrap(
                paragraph, self.width, initial_indent=first_line, subsequent_indent=others,
                break_long_words=False, break_on_hyphens=False,
            )  # fmt: skip
            first_line = others
        if not before.hidden:
            self._space()

    def _table(self, tokens: Sequence[Token]) -> None:
        rows: list[list[str]] = []
        for token in tokens:
            if token.type == "tr_open":
                rows.append([])
            elif token.type == "inline":
                rows[-1].append(inline_text(token.children or (), self.page).replace("\n", " "))
        indent = "".join(self._indent)
        self._out += [f"{indent}{line}" for line in _table_lines(rows, self.width - len(indent))]
        self._space()


def inline_text(tokens: Sequence[Token], page: Page) -> str:
    """What can be read of the text of a paragraph; a link for the window is its command."""
    words: list[str] = []
    behind: list[str] = []
    for token in tokens:
        match token.type:
            case "text" | "code_inline":
                words.append(token.content)
            case "softbreak":
                words.append(" ")
            case "hardbreak":
                words.append("\n")
            case "image":
                words.append(f"[picture: {inline_text(token.children or (), page)}]")
            case "link_open":
                behind.append(_behind(str(token.attrs["href"]), page))
            case "link_close":
                words.append(behind.pop())
    return "".join(words)


def _behind(address: str, page: Page) -> str:
    """What follows the words of a link."""
    link = page.resolve(address)
    if link.kind == COMMAND:
        return f" ({command_of(link)})"
    if link.kind == "web":
        return f" <{link.target}>"
    return f" [{link.target}]" if link.kind == "page" and link.target != page.id else ""


def _table_lines(rows: Sequence[Sequence[str]], width: int) -> Iterator[str]:
    """Columns as wide as their longest cell, wrapped where all do not fit; a rule below the heads."""
    if not rows:
        return
    count = max(map(len, rows))
    cells = [[*row, *[""] * (count - len(row))] for row in rows]
    widths = [max(len(row[place]) for row in cells) for place in range(count)]
    room = width - 2 * (count - 1)
    while sum(widths) > room:
        widest = max(range(count), key=lambda place: widths[place])
        if widths[widest] <= _NARROWEST:
            break
        widths[widest] -= 1
    for number, row in enumerate(cells):
        wrapped = [
            textwrap.wrap(cell, max(size, 1), break_on_hyphens=False) or [""]
            for cell, size in zip(row, widths, strict=True)
        ]
        for line in range(max(map(len, wrapped))):
            parts = [cell[line] if line < len(cell) else "" for cell in wrapped]
            yield "  ".join(part.ljust(size) for part, size in zip(parts, widths, strict=True)).rstrip()
        if number == 0:
            yield "  ".join("-" * size for size in widths)
