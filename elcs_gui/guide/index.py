"""Finding words in the guide: every heading with the text below it is one place that can be found."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache

from elcs_gui.guide.pages import FIRST, Guide, Page, guide
from elcs_gui.markdown import plain_text


@dataclass(frozen=True)
class Place:
    """A heading of a page and what stands below it, up to the next one."""

    page: str
    title: str
    heading: str
    anchor: str
    text: str
    found: str = field(init=False, repr=False, compare=False, default="")

    def __post_init__(self) -> None:
        object.__setattr__(self, "found", self.text.casefold())


def places(page: Page) -> Iterator[Place]:
    """Of a page, in their order."""
    headings = iter(page.headings)
    here, words, within = next(headings, None), list[str](), False
    for token in page.tokens:
        if token.type == "heading_open":
            within = True
            if token is not page.tokens[0] and (words or here is not page.headings[0]):
                assert here is not None
                yield Place(page.id, page.title, here.text, here.anchor, " ".join(words))
                here, words = next(headings, None), []
        elif token.type == "heading_close":
            within = False
        elif token.type == "inline" and not within:
            words.append(plain_text([token]))
        elif token.type in ("fence", "code_block"):
            words.append(" ".join(token.content.split()))
    if here is not None:
        yield Place(page.id, page.title, here.text, here.anchor, " ".join(words))


def index_of(book: Guide) -> tuple[Place, ...]:
    """All places, in the order of the pages; the list of contents finds nothing that its pages do not."""
    return tuple(place for id in book.order if id != FIRST for place in places(book.pages[id]))


@cache
def index() -> tuple[Place, ...]:
    """Of the guide that comes with the program."""
    return index_of(guide())


def search(words: str, among: tuple[Place, ...] | None = None, most: int = 40) -> list[Place]:
    """The places in which all the words occur, as `resources/site/site.js` finds them.

    A word counts most in a heading, then in the title of the page, then in the text; a heading that is the
    words themselves stands first. Equal ones keep their order.
    """
    asked = words.casefold().split()
    if not asked:
        return []
    ranked = []
    for number, place in enumerate(index() if among is None else among):
        title, heading = place.title.casefold(), place.heading.casefold()
        score = 20 if heading == " ".join(asked) else 0
        for word in asked:
            if word in heading:
                score += 8 if any(part.startswith(word) for part in heading.split()) else 4
            elif word in title:
                score += 3
            elif word in place.found:
                score += 1
            else:
                break
        else:
            ranked.append((-score, number, place))
    return [place for _, _, place in sorted(ranked, key=lambda each: each[:2])[:most]]


def excerpt(place: Place, words: str, length: int = 140) -> str:
    """Some of the text, around the first of the words."""
    asked = words.casefold().split()
    at = min((found for word in asked if (found := place.found.find(word)) >= 0), default=0)
    start = max(0, at - length // 3)
    if start:
        start = place.text.find(" ", start) + 1
    end = min(len(place.text), start + length)
    if end < len(place.text):
        end = max(place.text.rfind(" ", start, end), start)
    return f"{'… ' * bool(start)}{place.text[start:end].strip()}{' …' * (end < len(place.text))}"
