"""What Help finds: places in the guide, terms of the glossary, actions of the window; and its way back."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from elcs_gui.app.glossary.terms import Term, glossary
from elcs_gui.app.model.actions import declared
from elcs_gui.guide.index import excerpt, search
from elcs_gui.guide.pages import FIRST, guide

if TYPE_CHECKING:
    from elcs_gui.app.model.context import Context

PAGE, TERM, ACTION = "page", "term", "action"
_MOST_TERMS, _MOST_PLACES, _MOST_OF_A_PAGE, _MOST_ACTIONS = 7, 14, 3, 8
GLOSSARY_PAGE = "reference/glossary"
GUIDE, GLOSSARY, ACTIONS = "Guide", "Glossary", "Actions"


@dataclass(frozen=True)
class Spot:
    """Something that Help can show: a page at a heading, a term by its title, or an action by its id.

    The anchor of a term is its part of the glossary: a set and a stage may be called the same.
    """

    kind: str
    id: str
    anchor: str = ""


@dataclass(frozen=True)
class Entry:
    """A row of the list; one without a spot is a heading."""

    title: str
    spot: Spot | None = None
    more: str = ""


def contents() -> Iterator[Entry]:
    """All pages of the guide, in their sections."""
    book = guide()
    yield Entry(book.pages[FIRST].title, Spot(PAGE, FIRST))
    for section in book.sections:
        if section.title:
            yield Entry(section.title)
        for id in section.pages:
            yield Entry(book.labels[id], Spot(PAGE, id))
    yield Entry("Trouble")
    yield Entry("Program log", Spot(ACTION, "program-log"))


def found(words: str, context: Context) -> Iterator[Entry]:
    """What the words occur in."""
    exact = glossary().find(words.strip())
    ranked = dict.fromkeys([*([exact] if exact else []), *glossary().search(words)])
    terms = list(_terms([*ranked][:_MOST_TERMS]))
    places = list(_places(words))
    asked = words.casefold().split()
    actions = [
        Entry(action.title.removesuffix("..."), Spot(ACTION, action.id), action.sentence)
        for action in declared(context)
        if all(word in f"{action.title} {action.sentence}".casefold() for word in asked)
    ][:_MOST_ACTIONS]
    said = words.strip().casefold()
    groups = [(GLOSSARY, terms), (GUIDE, places), (ACTIONS, actions)]
    # What is called so stands before what only speaks of it.
    groups.sort(key=lambda group: not any(said in entry.title.casefold() for entry in group[1][:1]))
    for title, entries in groups:
        if entries:
            yield Entry(title)
            yield from entries


def _terms(terms: Sequence[Term]) -> Iterator[Entry]:
    shared = Counter(term.title.casefold() for term in terms)
    for term in terms:
        title = f"{term.title} · {term.kind}" if shared[term.title.casefold()] > 1 else term.title
        yield Entry(title, term_spot(term), term.card[0])


def _places(words: str) -> Iterator[Entry]:
    """The best ones, few of each page; the glossary's terms are entries of their own."""
    seen: Counter[str] = Counter({GLOSSARY_PAGE: _MOST_OF_A_PAGE})
    for place in search(words, most=200):
        seen[place.page] += 1
        if seen[place.page] > _MOST_OF_A_PAGE or seen.total() - _MOST_OF_A_PAGE > _MOST_PLACES:
            continue
        own = place.heading == place.title
        title = place.heading if own else f"{place.heading} · {place.title}"
        yield Entry(title, Spot(PAGE, place.page, "" if own else place.anchor), excerpt(place, words))


def term_spot(term: Term) -> Spot:
    return Spot(TERM, term.title, term.kind)


def term_at(spot: Spot) -> Term | None:
    """The term of a spot."""
    terms = glossary().terms
    return next((term for term in terms if (term.title, term.kind) == (spot.id, spot.anchor)), None)


class Trail:
    """Where a reader of Help has been: back and forward, as in a browser."""

    def __init__(self) -> None:
        self._spots: list[Spot] = []
        self._at = -1
        self._passing = False
        """Was the last one only looked at while typing?"""

    @property
    def here(self) -> Spot | None:
        return self._spots[self._at] if self._spots else None

    @property
    def can_go_back(self) -> bool:
        return self._at > 0

    @property
    def can_go_forward(self) -> bool:
        return self._at < len(self._spots) - 1

    def visit(self, spot: Spot, *, passing: bool = False) -> None:
        """Go on to another; what was only passed is not kept."""
        if spot == self.here:
            self._passing = self._passing and passing
            return
        keep = self._at + (0 if self._passing and self._at >= 0 else 1)
        self._spots[keep:] = [spot]
        self._at, self._passing = keep, passing

    def back(self) -> Spot:
        self._at, self._passing = self._at - 1, False
        return self._spots[self._at]

    def forward(self) -> Spot:
        self._at, self._passing = self._at + 1, False
        return self._spots[self._at]
