"""The filter language of the test log.

Terms are separated by blanks and all must hold; quotes keep a name with blanks together.

- a word: a variable's name (at any place of the test), or a part of names, of a stage or of a verdict
- `x:C` `y:T` `z:A` `stage:lemma` `verdict:ind` `line:11` `answer:reused`; commas offer alternatives
- `C–T`: the tests of a pair, whichever way round
- `#:12,15-40`: the tests with these numbers
- `p<0.05` `df>=3` `stat>10` `n>100` `size=2` (`size` is the number of members of Z)
- `!` before a term turns it round
"""

from __future__ import annotations

import operator
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from elcs_gui.app.log.columns import ANSWERS, LogColumns, Mask, short_line, stage_of
from elcs_gui.ci.questions import Verdict
from elcs_gui.ci.tape import Z_LENGTH, Z_START, X, Y
from elcs_gui.trace.listings import STAGES

Term = Callable[[LogColumns, int], Mask]
"""Which of the tests from the given place on are wanted."""

_COMPARE: dict[str, Callable[[NDArray[np.float64], float], Mask]] = {
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
    "=": operator.eq,
    "!=": operator.ne,
}
_NUMBERS = {"p": "p", "df": "df", "n": "n", "#": "n", "stat": "stat", "size": "size", "|z|": "size"}
_TEXTS = ("x", "y", "z", "stage", "verdict", "line", "answer")
_COMPARISON = re.compile(r"(#|\|z\||[a-z]\w*)\s*(<=|>=|!=|≤|≥|<|>|=)(.*)", re.IGNORECASE | re.DOTALL)
_TOKEN = re.compile(r'(?:"[^"]*"?|[^\s"])+')
_SPAN = re.compile(r"(\d+)(?:-(\d+))?")
_DASHES = re.compile("[–—]")


@dataclass(frozen=True)
class Filter:
    """What the tests must meet, and what was wrong with the terms that are left out."""

    terms: tuple[Term, ...] = ()
    complaints: tuple[str, ...] = ()

    def matches(self, columns: LogColumns, first: int = 0) -> Mask:
        """Which of the tests from number first + 1 on are wanted."""
        wanted = np.ones(len(columns) - first, dtype=np.bool_)
        for term in self.terms:
            wanted &= term(columns, first)
        return wanted


def up_to(number: int) -> Term:
    """The tests up to this one: what comes after it is not to be seen yet."""

    def early(columns: LogColumns, first: int) -> Mask:
        return np.arange(first, len(columns)) < number

    return early


class _BadTerm(Exception):
    """Its text says what is wrong."""


def parse(text: str, names: Sequence[str]) -> Filter:
    """The filter that `text` describes for variables called `names`."""
    whole = _pair(text.strip(), names)
    if whole is not None:  # an edge's tests: names with blanks need no quotes here
        return Filter((whole,))
    terms, complaints = [], []
    for token in _TOKEN.findall(text):
        try:
            terms.append(_term(token, names))
        except _BadTerm as complaint:
            complaints.append(str(complaint))
    return Filter(tuple(terms), tuple(complaints))


def is_edge(text: str, names: Sequence[str]) -> bool:
    """Does it name two variables, as a selected edge does?"""
    return _pair(text.strip(), names) is not None


def _term(token: str, names: Sequence[str]) -> Term:
    if token.startswith("!") and len(token) > 1:
        return _turned(_term(token[1:], names))
    plain = token.replace('"', "")
    if plain in names:
        return _anywhere(_members([names.index(plain)], len(names)))
    if (pair := _pair(plain, names)) is not None:
        return pair
    field, colon, value = token.partition(":")
    if colon and field == "#":
        return _numbered(value)
    if colon and field.lower() in _TEXTS:
        return _field(field.lower(), value, names)
    if (found := _COMPARISON.fullmatch(plain)) is not None:
        return _comparison(*found.groups())
    if colon and re.fullmatch(r"[a-z]+", field):
        raise _BadTerm(f"There is no column “{field}”: use {', '.join(_TEXTS)}.")
    if re.fullmatch(r"#\d+", plain):
        return _number("n", operator.eq, float(plain[1:]))
    return _word(plain, names)


# Terms


def _turned(term: Term) -> Term:
    return lambda columns, first: ~term(columns, first)


def _either(terms: Sequence[Term]) -> Term:
    return lambda columns, first: np.logical_or.reduce([term(columns, first) for term in terms])


def _field(field: str, value: str, names: Sequence[str]) -> Term:
    plain = value.replace('"', "")
    if not plain:
        raise _BadTerm(
            f"What should {field} be? Write it right after the colon, as in {_example(field, names)}."
        )
    alone = plain in names or '"' in value
    choices = [plain] if alone else [choice for choice in plain.split(",") if choice]
    if not choices:
        raise _BadTerm(f"“{field}:{plain}” names nothing.")
    if field in ("x", "y", "z"):
        if field == "z" and choices == ["∅"]:
            return lambda columns, first: (columns.asked[:, Z_LENGTH] == 0)[columns.answers(first)]
        wanted = _members([variable for choice in choices for variable in _named(choice, names)], len(names))
        if not wanted.any():
            raise _BadTerm(f"No variable is called “{plain}”.")
        return {"x": _at_x, "y": _at_y, "z": _in_z}[field](wanted)
    return _either([_text_term(field, choice.casefold()) for choice in choices])


def _text_term(field: str, choice: str) -> Term:
    if field == "verdict":
        return _verdict(_verdicts_called(choice))
    if field == "answer":
        kinds = [kind for kind, word in enumerate(ANSWERS) if word.startswith(choice)]
        if not kinds:
            raise _BadTerm(f"An answer is {', '.join(ANSWERS[:-1])} or {ANSWERS[-1]}, not “{choice}”.")
        return lambda columns, first: np.isin(
            np.where(columns.forced(first), 2, columns.reused(first)), kinds
        )
    if field == "stage":
        stages = _stages_called(choice)
        if not stages:
            raise _BadTerm(f"There is no stage “{choice}”.")
        return _line(lambda at: stage_of(at) in stages)
    return _line(lambda at: _is_line(at, choice))


def _word(word: str, names: Sequence[str]) -> Term:
    """A word that stands alone: part of a name, of a stage, or the start of a verdict."""
    folded = word.casefold()
    terms = []
    variables = _named(word, names)
    if variables:
        terms.append(_anywhere(_members(variables, len(names))))
    exact = any(names[variable].casefold() == folded for variable in variables)
    if not exact:
        if verdicts := [v for v in Verdict if v.word.startswith(folded)]:
            terms.append(_verdict(verdicts))
        if stages := _stages_called(folded):
            terms.append(_line(lambda at: stage_of(at) in stages))
    return _either(terms) if terms else lambda columns, first: np.zeros(len(columns) - first, dtype=np.bool_)


def _pair(text: str, names: Sequence[str]) -> Term | None:
    """`C–T`, if both sides are names."""
    plain = text.replace('"', "")
    for dash in _DASHES.finditer(plain):
        one, other = plain[: dash.start()].strip(), plain[dash.end() :].strip()
        if one in names and other in names:
            low, high = sorted((names.index(one), names.index(other)))
            return lambda columns, first: ((columns.asked[:, X] == low) & (columns.asked[:, Y] == high))[
                columns.answers(first)
            ]
    return None


def _numbered(value: str) -> Term:
    """The tests with some numbers, and those from one to another."""
    spans = [_SPAN.fullmatch(part) for part in value.split(",") if part]
    if not spans or None in spans:
        raise _BadTerm("After “#:” come numbers and ranges, as in #:12,15-40.")
    bounds = [(int(span[1]), int(span[2] or span[1])) for span in spans if span is not None]

    def term(columns: LogColumns, first: int) -> Mask:
        wanted = np.zeros(len(columns) - first, dtype=np.bool_)
        for least, most in bounds:
            wanted[max(least - 1 - first, 0) : max(most - first, 0)] = True
        return wanted

    return term


def numbers_term(tests: Sequence[int]) -> str:
    """The term that finds the tests with these numbers, which are in order: #:12,15-40."""
    spans: list[list[int]] = []
    for number in tests:
        if spans and number == spans[-1][1] + 1:
            spans[-1][1] = number
        else:
            spans.append([number, number])
    return "#:" + ",".join(f"{least}" if least == most else f"{least}-{most}" for least, most in spans)


def _comparison(field: str, sign: str, value: str) -> Term:
    column = _NUMBERS.get(field.lower())
    if column is None:
        raise _BadTerm(f"“{field}” is no number: compare p, df, stat, n or size.")
    try:
        number = float(value.replace("−", "-"))
    except ValueError:
        raise _BadTerm(f"“{field}{sign}” needs a number after it, as in p<0.05.") from None
    return _number(column, _COMPARE[{"≤": "<=", "≥": ">="}.get(sign, sign)], number)


def _number(column: str, compare: Callable[[NDArray[np.float64], float], Mask], value: float) -> Term:
    if column == "n":
        return lambda columns, first: compare(np.arange(first + 1, len(columns) + 1, dtype=np.float64), value)

    def term(columns: LogColumns, first: int) -> Mask:
        values = _values(columns, column)
        # What has no number meets no comparison, not even that it differs from one.
        wanted: Mask = compare(values, value) & ~np.isnan(values)
        return wanted[columns.answers(first)]

    return term


def _values(columns: LogColumns, column: str) -> NDArray[np.float64]:
    if column == "p":
        return columns.p
    if column == "df":
        return columns.df
    return columns.statistic if column == "stat" else columns.asked[:, Z_LENGTH].astype(np.float64)


def _at_x(wanted: Mask) -> Term:
    return lambda columns, first: _end(columns, first, wanted, X, Y)


def _at_y(wanted: Mask) -> Term:
    return lambda columns, first: _end(columns, first, wanted, Y, X)


def _end(columns: LogColumns, first: int, wanted: Mask, end: int, other_end: int) -> Mask:
    asked, answers = columns.asked, columns.answers(first)
    return np.where(
        columns.swapped(first), wanted[asked[:, other_end]][answers], wanted[asked[:, end]][answers]
    )


def _in_z(wanted: Mask) -> Term:
    return lambda columns, first: _given(columns, wanted)[columns.answers(first)]


def _anywhere(wanted: Mask) -> Term:
    def term(columns: LogColumns, first: int) -> Mask:
        asked = columns.asked
        return (wanted[asked[:, X]] | wanted[asked[:, Y]] | _given(columns, wanted))[columns.answers(first)]

    return term


def _given(columns: LogColumns, wanted: Mask) -> Mask:
    """For each answer: is a wanted variable in Z? By a running count, since sets stand one after another."""
    asked = columns.asked
    start, length = asked[:, Z_START], asked[:, Z_LENGTH]
    used = int((start + length).max(initial=0))
    counts = np.zeros(used + 1, dtype=np.int32)
    np.cumsum(wanted[columns.given[:used]], out=counts[1:])
    return np.asarray(counts[start + length] > counts[start])


def _verdict(verdicts: Sequence[Verdict]) -> Term:
    return lambda columns, first: np.isin(columns.verdicts, verdicts)[columns.answers(first)]


def _line(wanted: Callable[[str], bool]) -> Term:
    return lambda columns, first: np.array([wanted(at) for at in columns.lines], dtype=np.bool_)[
        columns.places(first)
    ]


# Words


def _members(variables: Sequence[int], count: int) -> Mask:
    mask = np.zeros(count, dtype=np.bool_)
    mask[list(variables)] = True
    return mask


def _named(word: str, names: Sequence[str]) -> list[int]:
    """The variable of that name; else those called so but for capitals; else those whose name contains it."""
    folded = word.casefold()
    for suits in (
        lambda name: name == word,
        lambda name: name.casefold() == folded,
        lambda name: folded in name.casefold(),
    ):
        if found := [variable for variable, name in enumerate(names) if suits(name)]:
            return found
    return []


def _stages_called(folded: str) -> set[str]:
    return {
        stage.id
        for stage in STAGES.values()
        if any(folded in text.casefold() for text in (stage.id, stage.title, stage.log))
        and not (folded == "pc" and stage.id != "pc")
    }


def _verdicts_called(folded: str) -> list[Verdict]:
    found = [verdict for verdict in Verdict if verdict.word.startswith(folded)]
    if not found:
        raise _BadTerm(f"A verdict is independent, dependent, unreliable or no information, not “{folded}”.")
    return found


def _is_line(at: str, folded: str) -> bool:
    """By its label alone ("11"), or by any part of its name as told ("emb:4") or shown ("alg. 3 : 11")."""
    if at.rpartition(":")[2] == folded:
        return True
    if folded.isdigit():
        return False
    tight = folded.replace(" ", "")
    return tight in at.casefold() or tight in short_line(at).casefold().replace(" ", "")


def _example(field: str, names: Sequence[str]) -> str:
    examples = {"stage": "lemma", "verdict": "independent", "line": "11", "answer": "reused"}
    return f"{field}:{examples.get(field, names[0] if names else 'A')}"


def with_term(text: str, term: str) -> str:
    """The filter `text` with this term in place of those on the same column; "x:" only takes them away."""
    field = term.partition(":")[0] + ":"
    kept = [token for token in _TOKEN.findall(text) if not token.lower().startswith(field)]
    return " ".join([*kept, term] if term != field else kept)
