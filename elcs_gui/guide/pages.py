"""The pages of the guide: Markdown files below `resources/guide`, in the order of its `contents.md`.

A page is CommonMark with tables. Its first heading is its title. It has no HTML but comments, and two of
these say something:

    <!-- picture: elcs-gui --example fig3 --seek 212 --size 1280x720 -->
    ![what is to be seen](../pictures/guide/NAME.png)       the picture, and the command that makes it

    <!-- player: fig3 --seek 212 -->         an example or a lesson, which the site plays at this place

`[open this step](elcs-gui:--example fig3 --seek 212)` opens that in the window, and is a command to copy
elsewhere. Other links name a page (`../reference/shortcuts.md`, with `#heading`) or the web. Fenced blocks
with `run` or `slow` behind their language are commands and snippets that the tests run
(`tests/guide/running.py`); for a reader they are like any other.

`contents.md` is a page as well, the first one: a nested list whose outer items are sections or pages, the
inner ones pages.
"""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from pathlib import Path, PurePosixPath

from elcs_gui.data.names import did_you_mean
from elcs_gui.errors import ElcsError, quoted
from elcs_gui.lessons.bundled import lesson_cards
from elcs_gui.markdown import COMMAND, parsed, plain_text
from elcs_gui.packaged import packaged

TYPE_CHECKING = False
if TYPE_CHECKING:
    from markdown_it.token import Token

FIRST = "contents"
"""The id of the page that lists the others."""
PICTURE, PLAYER = "picture", "player"
"""What a comment can be."""
_COMMENT = re.compile(r"<!--\s*(.*?)\s*-->\s*", re.DOTALL)
_DIRECTIVE = re.compile(rf"({PICTURE}|{PLAYER}):\s*(.*)", re.DOTALL)


class GuideError(ElcsError):
    """A page that cannot be used, or that is not there."""


@dataclass(frozen=True)
class Heading:
    """A heading of a page; `anchor` is what links name behind #."""

    level: int
    text: str
    anchor: str


@dataclass(frozen=True)
class Embedded:
    """What a comment asks for: a player of a lesson or an example, or the command that makes a picture."""

    kind: str
    words: tuple[str, ...]

    @property
    def command(self) -> str:
        """The arguments of `elcs-gui` that show the same as a player."""
        named, *others = self.words
        return shlex.join(("--lesson" if is_lesson(named) else "--example", named, *others))


@dataclass(frozen=True)
class Page:
    """One page; `id` is its place below the folder of the guide, without the ending."""

    id: str
    text: str

    @cached_property
    def tokens(self) -> Sequence[Token]:
        found = parsed(self.text)
        for token in found:
            for each in (token, *(token.children or ())):
                if each.type in ("html_block", "html_inline") and not _COMMENT.fullmatch(each.content):
                    line = (token.map or [0])[0] + 1
                    raise GuideError(f"{self.id}.md, line {line}: a page has no HTML but comments.")
        return found

    @cached_property
    def headings(self) -> tuple[Heading, ...]:
        taken: dict[str, int] = {}
        found = []
        for before, token in zip(self.tokens, self.tokens[1:], strict=False):
            if before.type == "heading_open":
                text = plain_text([token])
                anchor = anchor_of(text)
                count = taken[anchor] = taken.get(anchor, -1) + 1
                found.append(Heading(int(before.tag[1]), text, f"{anchor}-{count}" if count else anchor))
        return tuple(found)

    @property
    def title(self) -> str:
        """Its first heading."""
        if not self.headings or self.headings[0].level != 1:
            raise GuideError(f"{self.id}.md begins without a title: a line with # and what it is called.")
        return self.headings[0].text

    def resolve(self, address: str) -> Link:
        """What an address in this page leads to."""
        path, _, anchor = address.partition("#")
        if address.startswith(COMMAND):
            return Link(COMMAND, address.removeprefix(COMMAND).strip())
        if ":" in path:
            return Link("web", address)
        if not path:
            return Link("page", self.id, anchor)
        place = _joined(PurePosixPath(self.id).parent, path)
        if place.suffix == ".md":
            return Link("page", str(place.with_suffix("")), anchor)
        return Link("file", str(place))


@dataclass(frozen=True)
class Link:
    """What a link leads to: a page and a heading, an address of the web, a command, or a packaged file."""

    kind: str
    target: str
    anchor: str = ""


def is_lesson(named: str) -> bool:
    """Is that a lesson that comes with the program, rather than an example?"""
    return any(card.id == named for card in lesson_cards())


def _joined(folder: PurePosixPath, path: str) -> PurePosixPath:
    """A path from a folder of the guide on; what leaves the guide keeps its `..`."""
    parts: list[str] = [*folder.parts]
    for part in PurePosixPath(path).parts:
        if part == ".." and parts and parts[-1] != "..":
            parts.pop()
        elif part != ".":
            parts.append(part)
    return PurePosixPath(*parts)


def anchor_of(heading: str) -> str:
    """As GitHub makes it: lower case, blanks as hyphens, no other signs."""
    return re.sub(r"[^\w\- ]", "", heading.strip().lower()).replace(" ", "-")


def embedded(token: Token) -> Embedded | None:
    """What a comment asks for, if it asks for anything."""
    found = _COMMENT.fullmatch(token.content) if token.type in ("html_block", "html_inline") else None
    said = None if found is None else _DIRECTIVE.fullmatch(found[1])
    if said is None:
        return None
    words = tuple(shlex.split(said[2]))
    if not words:
        raise GuideError(f"A comment <!-- {said[1]}: --> says nothing.")
    return Embedded(said[1], words)


@dataclass(frozen=True)
class Section:
    """Pages under one heading; a page that stands by itself is a section without a title."""

    title: str
    pages: tuple[str, ...]


@dataclass(frozen=True)
class Guide:
    """All pages, by their ids, and their order."""

    pages: Mapping[str, Page]
    sections: tuple[Section, ...]
    labels: Mapping[str, str]
    """What the contents call each page; its own title may be longer."""
    missing: tuple[str, ...] = ()
    """Pages that the contents name and that are not there."""

    @property
    def order(self) -> tuple[str, ...]:
        """The ids from the first page to the last."""
        return (FIRST, *(page for section in self.sections for page in section.pages))

    def find(self, named: str) -> Page:
        """The page with that id, or with that last part of its id; else a GuideError says what there is."""
        id = named.strip().removesuffix(".md").strip("/").lower()
        near = [page for page in self.pages if page == id or page.rpartition("/")[2] == id]
        if id in near or len(near) == 1:
            return self.pages[id if id in near else near[0]]
        if near:
            raise GuideError(f"There are several pages {quoted(named)}: {', '.join(near)}.")
        raise GuideError(
            f"There is no page {quoted(named)} in the guide. {did_you_mean(id, list(self.order))} "
            "See: elcs guide --list"
        )

    def section_of(self, id: str) -> str:
        """The title of the section that a page stands in."""
        return next((section.title for section in self.sections if id in section.pages), "")


def read_guide(folder: Path) -> Guide:
    """The guide in a folder."""
    files = {
        path.relative_to(folder).with_suffix("").as_posix(): path for path in sorted(folder.rglob("*.md"))
    }
    if FIRST not in files:
        raise GuideError(f"There is no {FIRST}.md in {folder}.")
    pages = {id: Page(id, path.read_text(encoding="utf-8")) for id, path in files.items()}
    labels = {FIRST: pages[FIRST].title}
    listed = tuple(_sections(pages[FIRST], labels))
    named = [id for section in listed for id in section.pages]
    there = tuple(
        Section(section.title, tuple(id for id in section.pages if id in pages)) for section in listed
    )
    return Guide(
        {id: pages[id] for id in (FIRST, *dict.fromkeys(named), *files) if id in pages},
        tuple(section for section in there if section.pages),
        {id: labels.get(id, page.title) for id, page in pages.items()},
        tuple(id for id in named if id not in pages),
    )


@cache
def guide() -> Guide:
    """The one that comes with the program."""
    return read_guide(packaged("guide"))


def _sections(page: Page, labels: dict[str, str]) -> Iterator[Section]:
    """The nested list of the contents: outer items that are links are pages by themselves. `labels` gets the
    words of the links."""
    depth = 0
    title, pages = "", list[str]()
    for token in page.tokens:
        if token.type == "bullet_list_open":
            depth += 1
        elif token.type == "bullet_list_close":
            depth -= 1
        elif token.type == "list_item_open" and depth == 1:
            title, pages = "", []
        elif token.type == "list_item_close" and depth == 1:
            yield Section(title, tuple(pages))
        elif token.type == "inline" and depth:
            named = [each.attrs["href"] for each in token.children or () if each.type == "link_open"]
            links = [page.resolve(str(address)) for address in named]
            pages += [link.target for link in links if link.kind == "page"]
            labels |= {link.target: plain_text([token]) for link in links}
            if not links and depth == 1:
                title = token.content
