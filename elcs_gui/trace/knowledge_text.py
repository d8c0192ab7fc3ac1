"""Knowledge as people write it: on the command line, in a file, in a result.

    A -> B          an arrow (or A → B)
    A -- B          an edge in either direction (or A — B)
    A, B < C < D    tiers, the earliest first

A file holds one statement a line, after the word that says what it is; what follows # is a comment:

    # what the study design tells us
    require smoke -> lung
    forbid  asia -- smoke
    tiers   age, sex < smoke < lung

Several lines with `tiers` follow one another, each later than the one before. Names are written as they are.
A name that could be taken for something else (it holds a comma, <, #, a quote or an arrow) is put in double
quotes, with the escapes of JSON: "A->B" -> C.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

from elcs_gui.data.files import reading
from elcs_gui.data.names import position, tidy_name
from elcs_gui.data.tables.encoding import MOST_TEXT
from elcs_gui.errors import ElcsError, quoted
from elcs_gui.trace.events import Members
from elcs_gui.trace.knowledge import Knowledge, KnowledgeError, Pair

_LINK = re.compile(r"->|--|→|—")
_ANY_LINK = re.compile(r"(?=(->|--|→|—))")
_DIRECTED = ("->", "→")
_LIST_END = re.compile(r"[,<\n]|\Z")
_SIGNS = (",", "<")
_NEEDS_QUOTES = re.compile(r'[",<#]|->|--|→|—')
_BLANKS = re.compile(r"\s*+")
_WHERE = "the data"

LONGEST_STATEMENT = 30_000
"""Characters of a statement about two variables, whose names are far shorter even if all is escaped."""


def knowledge_of(
    names: Sequence[str],
    *,
    forbid: Iterable[str] = (),
    require: Iterable[str] = (),
    tiers: Iterable[str] = (),
) -> Knowledge:
    """The knowledge that statements make; what contradicts itself is left to `check_knowledge`."""
    return _knowledge(_Names(names), forbid, require, tiers)


class _Names:
    """The variables, to be found by their names."""

    def __init__(self, names: Sequence[str]) -> None:
        self._names = names
        self._numbers = {name: number for number, name in reversed(list(enumerate(names)))}

    def known(self, text: str) -> int | None:
        """The variable that a piece of text names, in quotes or as it is."""
        text = text.strip()
        if text.startswith('"') and _token_end(text) == len(text):
            quoted = self._numbers.get(tidy_name(json.loads(text)))
            if quoted is not None:
                return quoted
        return self._numbers.get(tidy_name(text))

    def number(self, text: str) -> int:
        """The same, or an error that suggests the nearest names."""
        found = self.known(text)
        return position(text.strip(), self._names, _WHERE) if found is None else found


def _knowledge(
    names: _Names, forbid: Iterable[str] = (), require: Iterable[str] = (), tiers: Iterable[str] = ()
) -> Knowledge:
    forbidden: list[Pair] = []
    required: list[Pair] = []
    adjacent: list[Pair] = []
    for text in forbid:
        (a, b), directed = _pair(text, names)
        forbidden += [(a, b)] if directed else [(a, b), (b, a)]
    for text in require:
        pair, directed = _pair(text, names)
        (required if directed else adjacent).append(pair)
    listed = [tier for text in tiers for tier in _tiers(text, names)]
    return Knowledge(tuple(forbidden), tuple(required), tuple(adjacent), tuple(listed))


def read_knowledge(path: Path, names: Sequence[str]) -> Knowledge:
    """What a file says; an error names its line."""
    said: dict[str, list[str]] = {"forbid": [], "require": [], "tiers": []}
    by_name = _Names(names)
    for number, line in enumerate(read_lines(path), 1):
        statement = _without_comment(line).strip()
        if not statement:
            continue
        word, rest = (*statement.split(maxsplit=1), "")[:2]
        try:
            if word not in said:
                raise KnowledgeError(f"a line begins with {', '.join(said)}, not with {quoted(word)}.")
            _knowledge(by_name, **{word: [rest]})
        except ElcsError as error:
            raise KnowledgeError(f"{path.name}, line {number}: {error}") from None
        said[word].append(rest)
    return _knowledge(by_name, **said)


def read_lines(path: Path) -> list[str]:
    """The lines of a text file."""
    try:
        with reading(path):
            if path.stat().st_size > MOST_TEXT:
                raise KnowledgeError(f"{path.name} has more than {MOST_TEXT >> 20} MB: that is no knowledge.")
            return path.read_text(encoding="utf-8-sig").split("\n")
    except UnicodeDecodeError:
        raise KnowledgeError(f"{path.name} is not text: knowledge is written as plain lines.") from None


def statements(knowledge: Knowledge, names: Sequence[str]) -> list[str]:
    """The knowledge as the lines of a file; `read_knowledge` gives the same back."""
    edges = [pair for pair in knowledge.forbidden if pair[0] < pair[1] and pair[::-1] in knowledge.forbidden]
    arrows = [pair for pair in knowledge.forbidden if tuple(sorted(pair)) not in edges]
    lines = [f"require {_arrow(pair, '->', names)}" for pair in knowledge.required]
    lines += [f"require {_arrow(pair, '--', names)}" for pair in knowledge.adjacent]
    lines += [f"forbid {_arrow(pair, '->', names)}" for pair in arrows]
    lines += [f"forbid {_arrow(pair, '--', names)}" for pair in edges]
    if knowledge.tiers:
        tiers = [", ".join(written(names[x]) for x in tier) for tier in knowledge.tiers]
        lines.append(f"tiers {' < '.join(tiers)}")
    return lines


def written(name: str) -> str:
    """A name as it is written in a statement."""
    plain = name.isprintable() and name == name.strip() and name and not _NEEDS_QUOTES.search(name)
    return name if plain else json.dumps(name, ensure_ascii=False)


def list_of_names(text: str, cut: str) -> tuple[list[str], list[str]]:
    """Names between commas, before and behind the sign `cut`; in quotes they may hold any sign."""
    halves: tuple[list[str], list[str]] = ([], [])
    place, behind = 0, False
    ends = re.compile(rf"[,{re.escape(cut)}]|\Z")
    while place <= len(text):
        token = _token_end(text, place)
        end = ends.search(text, token or place)
        assert end is not None  # the text ends somewhere
        name = json.loads(text[place:token]) if token else text[place : end.start()].strip()
        if name:
            halves[behind].append(name)
        behind = behind or end.group() == cut
        place = end.start() + 1
    return halves


def _arrow(pair: Pair, link: str, names: Sequence[str]) -> str:
    return f"{written(names[pair[0]])} {link} {written(names[pair[1]])}"


def _pair(text: str, names: _Names) -> tuple[Pair, bool]:
    """The two variables of a statement, and whether it is an arrow.

    Read by the rules first. If that finds no variables, any place where it can be cut into two names will do,
    so that a name with an arrow in it needs no quotes where nobody can mistake it.
    """
    if len(text) > LONGEST_STATEMENT:  # every arrow in it may be the one that is meant
        raise KnowledgeError(f"A statement of {len(text):,} letters is too long: one arrow a line.")
    start = _token_end(text)
    link = _LINK.search(text, start)
    cuts = [] if link is None else [(link.start(), link.group())]
    cuts += [(cut.start(), cut.group(1)) for cut in _ANY_LINK.finditer(text)]
    found: list[tuple[Pair, bool]] = []
    for place, sign in cuts:
        a, b = names.known(text[:place]), names.known(text[place + len(sign) :])
        if a is not None and b is not None:
            statement = (a, b), sign in _DIRECTED
            if (place, sign) == cuts[0] and start:
                return statement
            if statement not in found:
                found.append(statement)
    if len(found) == 1:
        return found[0]
    if found:
        raise KnowledgeError(
            f"{quoted(text)} can be read in more than one way: put the names in double quotes."
        )
    if not cuts:
        raise KnowledgeError(f"{quoted(text)} is no statement: write A->B for an arrow, A--B for an edge.")
    place, sign = cuts[0]
    a, b = (names.number(half) for half in (text[:place], text[place + len(sign) :]))
    return (a, b), sign in _DIRECTED


def _tiers(text: str, names: _Names) -> Iterator[Members]:
    """Tiers stand between < or line ends, names between commas."""
    members: list[int] = []
    before = "\n"
    if not text.strip():
        raise KnowledgeError("Tiers without names: write them as A, B < C < D.")
    for name, end in _listed(text):
        if name.strip():
            members.append(names.number(name))
        elif before in _SIGNS or end in _SIGNS:
            sign = end if end in _SIGNS else before
            raise KnowledgeError(f"{quoted(text.strip())}: a name is missing beside {quoted(sign)}.")
        if end != "," and members:
            yield tuple(members)
            members = []
        before = end


def _listed(text: str) -> Iterator[tuple[str, str]]:
    """The names of a list, each with what ends it."""
    place = 0
    while place <= len(text):
        end = _LIST_END.search(text, _token_end(text, place) or place)
        assert end is not None  # the text ends somewhere
        yield text[place : end.start()], end.group()
        place = end.start() + 1


def _token_end(text: str, place: int = 0) -> int:
    """Where the name in quotes ends that stands at `place`, behind blanks perhaps; 0 if there is none."""
    blanks = _BLANKS.match(text, place)
    assert blanks is not None  # no blanks at all will do
    start = blanks.end()
    if not text.startswith('"', start):
        return 0
    try:
        return json.JSONDecoder().raw_decode(text, start)[1]
    except ValueError:
        return 0


def _without_comment(line: str) -> str:
    """The line up to a # that stands outside quotes."""
    quoted = escaped = False
    for place, character in enumerate(line):
        if character == "#" and not quoted:
            return line[:place]
        if character == '"' and not escaped:
            quoted = not quoted
        escaped = character == "\\" and quoted and not escaped
    return line
