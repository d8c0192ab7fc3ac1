"""Every term of the window with what it means, from the tables in which each is declared."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cache

from elcs_gui.algorithms.registry import ALGORITHMS
from elcs_gui.app.graph.metric_words import MEASURES
from elcs_gui.ci.registry import TESTS
from elcs_gui.packaged import packaged
from elcs_gui.trace.listings import STAGES
from elcs_gui.trace.rules import RULES, Rule
from elcs_gui.trace.sets import SETS, SetKind

RULE, SET, TEST, ALGORITHM, STAGE, WORD = "Rules", "Sets", "CI tests", "Algorithms", "Stages", "Words"
KINDS = (RULE, WORD, SET, TEST, ALGORITHM, STAGE)
"""The parts of the glossary, in their order."""


@dataclass(frozen=True)
class Term:
    """One entry.

    Attributes:
        kind: the part of the glossary it stands in.
        also: the other spellings under which the window shows it.
        card: what it means, in up to three lines.
        more: what the glossary says below them.
        see: words of other terms that lead on.
        rule: the id of the rule whose emblem belongs to it, or `kit.emblem.CONFLICT`; empty if there is none.
        sign: its short sign; empty if there is none.
    """

    title: str
    kind: str
    card: tuple[str, ...]
    also: tuple[str, ...] = ()
    more: str = ""
    see: tuple[str, ...] = ()
    rule: str = ""
    sign: str = ""

    @property
    def words(self) -> tuple[str, ...]:
        """All its spellings."""
        return tuple(dict.fromkeys((self.title, *((self.sign,) if self.sign else ()), *self.also)))


@dataclass(frozen=True)
class Keys:
    """Keys that are in no menu: where they work, and which does what."""

    where: str
    keys: tuple[tuple[str, str], ...]


@dataclass(frozen=True)
class Glossary:
    """All terms, by their words."""

    terms: tuple[Term, ...]
    keys: tuple[Keys, ...]
    _exact: dict[str, Term] = field(init=False, repr=False, default_factory=dict)
    _folded: dict[str, Term] = field(init=False, repr=False, default_factory=dict)

    def __post_init__(self) -> None:
        for term in self.terms:
            for word in term.words:
                self._exact.setdefault(word, term)
                if len(word) > 1:  # p is no P
                    self._folded.setdefault(word.casefold(), term)

    def find(self, word: str) -> Term | None:
        """The term that is written so; but for single letters, in whatever case."""
        return self._exact.get(word) or self._folded.get(word.casefold())

    def search(self, words: str) -> list[Term]:
        """The terms in which all the words occur: those so called before those that only speak of them."""
        asked = words.casefold().split()
        found = [
            (not all(_starts(term, word) for word in asked), place, term)
            for place, term in enumerate(self.terms)
            if all(word in _text(term) for word in asked)
        ]
        return [term for _, _, term in sorted(found, key=lambda each: each[:2])]


def _text(term: Term) -> str:
    return " ".join((*term.words, *term.card, term.more)).casefold()


def _starts(term: Term, word: str) -> bool:
    return any(part.startswith(word) for each in term.words for part in each.casefold().split())


@cache
def glossary() -> Glossary:
    """The one there is."""
    with packaged("glossary.toml").open("rb") as file:
        written = tomllib.load(file)
    words = [
        Term(
            each["title"], WORD, tuple(each["card"]), tuple(each.get("also", ())), each.get("more", ""),
            tuple(each.get("see", ())), each.get("emblem", ""),
        )
        for each in written["term"]
    ]  # fmt: skip
    words += [Term(each.title, WORD, (each.sentence,), see=("Truth",)) for each in MEASURES]
    by_kind = {kind: place for place, kind in enumerate(KINDS)}
    words.sort(key=lambda term: (not term.title[:1].isalpha(), term.title.casefold()))
    terms = sorted((*_declared(), *words), key=lambda term: by_kind[term.kind])
    keys = tuple(Keys(each["where"], tuple((a, b) for a, b in each["keys"])) for each in written["keys"])
    return Glossary(tuple(terms), keys)


def _declared() -> Iterator[Term]:
    """Terms of the tables; one without lines of its own is told by what its table says of it."""
    for rule in RULES.values():
        card = rule.card or (f"An arrow is drawn {''.join(rule.because)}.",)
        yield Term(rule.title, RULE, card, (), _used_by(rule), _leads_on(rule), rule.id, rule.badge)
    for kind in SETS.values():
        yield Term(kind.title or kind.id, SET, kind.card or _members(kind), sign=kind.id)
    for test in TESTS.values():
        also = (test.id, test.sign) if test.sign != test.title else (test.id,)
        yield Term(test.title, TEST, (f"{test.sentence}.", *test.card), also, see=("Test", "p", "alpha"))
    for algorithm in ALGORITHMS.values():
        titles = [RULES[rule].title for rule in algorithm.rules]
        more = f"It decides by: {', '.join(titles)}." if titles else ""
        yield Term(algorithm.title, ALGORITHM, (algorithm.sentence,), (algorithm.id,), more, ("Algorithm",))
    for stage in STAGES.values():
        spellings = dict.fromkeys((stage.strip, stage.narrow, stage.log))
        others = tuple(word for word in spellings if word != stage.title)
        card = stage.card or ("A stage of the algorithm; the pseudo-code panel shows its lines.",)
        yield Term(stage.title, STAGE, card, others, see=("Stage",))


def _used_by(rule: Rule) -> str:
    users = [algorithm.title for algorithm in ALGORITHMS.values() if rule.id in algorithm.rules]
    return f"Used by {_listed(users)}." if users else ""


def _leads_on(rule: Rule) -> tuple[str, ...]:
    roles = {"child": "effect", "parent": "cause", "spouse": "spouse"}
    return tuple(dict.fromkeys(roles[role] for role in rule.pattern.roles if role in roles))


def _members(kind: SetKind) -> tuple[str, ...]:
    whom = "the target"
    return (f"A member is {kind.inside.format(whom)}.", f"Any other variable is {kind.outside.format(whom)}.")


def _listed(words: Sequence[str]) -> str:
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} and {words[-1]}"
