"""Names of variables and levels: which are allowed, and what to say about one that is not there.

This is the one door for names and labels, whatever file they come from: `checked_names`, `checked_labels`,
`checked_title`. Behind it a name is one line of signs that can be seen: `tidy_name` has replaced control
characters, line ends and turns of the writing direction by signs (␛ ␤ �), and so names are the same in every
message, picture, file and terminal. What still matters where names are shown is markup (`elcs_gui.foreign`).

`nearest` and `did_you_mean` are for whatever has a name: variables, commands, options, algorithms, lessons.

`identifiers` are names for formats that allow letters, digits and underscores only; `names_of` is for
programs that number the nodes of a graph and write their names as labels.
"""

import re
from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from difflib import SequenceMatcher

from elcs_gui.errors import DataError, quoted, with_signs

MOST_LETTERS = 1000
"""Letters of a name. Longer ones are text that was taken for a name by mistake."""

_UNSTORABLE = re.compile("[\0\ud800-\udfff]")
_IDENTIFIER = re.compile(r"[A-Za-z][A-Za-z0-9_]*")
_NUMBERED = re.compile(r"(?:n|node)?[ _]?\d+", re.IGNORECASE | re.ASCII)

_MOST_COMPARED = 5000
"""Names among which the nearest are sought for a message."""
_LETTERS_COMPARED = 100
_ALIKE = 0.6
"""The likeness from which on a name is worth suggesting."""


def tidy_name(text: str) -> str:
    """The name that a text from elsewhere becomes; a name that was tidy before stays as it is."""
    return with_signs(text.strip())


def checked_names(names: Iterable[str], kind: str, where: str) -> tuple[str, ...]:
    """The tidy names, or a DataError: all must be there, differ, and have a length that can be shown.

    `kind` is the word for one of them ("column", "node", "level of 'A'"), `where` the file or the network.
    """
    tidy = tuple(map(tidy_name, names))
    for place, name in enumerate(tidy, start=1):
        if not name:
            raise DataError(f"In {where}, {kind} {place} has no name: give it one.")
        if len(name) > MOST_LETTERS:
            raise DataError(
                f"In {where}, {kind} {place} has a name of {len(name):,} letters: "
                f"give it one of at most {MOST_LETTERS:,}."
            )
    twice = [name for name, times in Counter(tidy).items() if times > 1]
    if twice:
        raise DataError(f"In {where}, more than one {kind} is called {listed(twice)}: rename all but one.")
    return tidy


def checked_labels(labels: Sequence[str], column: str, where: str) -> list[str]:
    """The tidy levels of `column`, or a DataError: all must be there, and stay different from each other."""
    tidy = list(map(tidy_name, labels))
    spelled: dict[str, str] = {}
    for name, label in zip(tidy, labels, strict=True):
        if not name:
            raise DataError(f"Column {quoted(column)} in {where} has a level without a label.")
        if spelled.setdefault(name, label.strip()) != label.strip():
            raise DataError(
                f"Column {quoted(column)} in {where} has two levels that are both shown as {quoted(name)}: "
                "they differ only in signs that cannot be seen. Rename one of them."
            )
    return tidy


def is_tidy(name: str) -> bool:
    """Whether nothing but its outer blanks is lost where `name` becomes tidy."""
    return tidy_name(name) == name.strip()


def untidy_sentence(names: Iterable[str], columns: Iterable[str] = ()) -> str:
    """Which names have become tidy, and of which columns the levels; nothing where all were tidy before."""
    changed = [name for name in names if not is_tidy(name)]
    said = [f"the name{'s' * (len(changed) > 1)} {listed(changed)}"] if changed else []
    of_levels = list(columns)
    said += [f"levels of {listed(of_levels)}"] if of_levels else []
    return f"Signs that cannot be seen stand in {' and in '.join(said)}." if said else ""


WRITTEN_AS_SIGNS = "They are written as ␛, ␤, ␉ and the like from here on."


def checked_title(text: str) -> str:
    """What a file says it is called, in one line."""
    return with_signs(" ".join(text[:MOST_LETTERS].split()))


def is_storable(text: str) -> bool:
    """Whether a text file can hold `text`: no NUL, no half of a surrogate pair."""
    return _UNSTORABLE.search(text) is None


def position(name: str, names: Sequence[str], where: str) -> int:
    """The place of `name` in `names`, or a DataError that suggests the nearest ones.

    A name as a file or a person spells it is found as well, by what it becomes at import.
    """
    for spelling in (name, tidy_name(name)):
        if spelling in names:
            return names.index(spelling)
    there = f"It has {listed(names) or 'none'}."
    raise DataError(f"No variable {quoted(name)} in {where}. {did_you_mean(name, names, there)}")


def listed(names: Sequence[str], most: int = 5) -> str:
    """The names for a sentence, the first few if they are many: `'A', 'B', 'C', 'D' and 33 more`."""
    if len(names) > most:
        return f"{listed(names[: most - 1])} and {len(names) - most + 1} more"
    return ", ".join(map(quoted, names))


def _likeness(one: str, other: str) -> float:
    """From 0 to 1; 0 at once for names that a count of their letters tells apart: all else takes longer."""
    compared = SequenceMatcher(None, one[:_LETTERS_COMPARED], other[:_LETTERS_COMPARED])
    if compared.real_quick_ratio() < _ALIKE or compared.quick_ratio() < _ALIKE:
        return 0.0
    return compared.ratio()


def nearest(name: str, names: Sequence[str], most: int = 3) -> list[str]:
    """The names that may be meant by one that is not among them, at most so many.

    They are those that it begins, or else those that are most alike, if any are alike at all. Capitals make
    no difference.
    """
    compared, folded = names[:_MOST_COMPARED], name.casefold()
    if len(folded) > 1:
        begun = [other for other in compared if other.casefold().startswith(folded)]
        if begun:
            return begun[:most] if len(begun) <= most else _most_alike(folded, begun)[:most]
    return _most_alike(folded, compared)[:most]


def did_you_mean(name: str, names: Sequence[str], otherwise: str | None = None) -> str:
    """A sentence that suggests the nearest names; where none is near, `otherwise`, or a list of them all."""
    near = nearest(name, names)
    if near:
        return f"Did you mean {' or '.join(map(quoted, near))}?"
    return f"There are: {', '.join(names)}." if otherwise is None else otherwise


def _most_alike(folded: str, names: Sequence[str]) -> list[str]:
    likeness = [_likeness(folded, other.casefold()) for other in names]
    best = max(likeness, default=0.0)
    if best < _ALIKE:
        return []
    return [other for other, like in zip(names, likeness, strict=True) if like == best]


# Names that a format spells in its own way


def identifiers(names: Sequence[str], reserved: Collection[str] = ()) -> list[str]:
    """One identifier for each name, all different: the name itself where it is one."""
    taken = {name for name in names if is_identifier(name, reserved)}
    found: list[str] = []
    for name in names:
        if is_identifier(name, reserved):
            found.append(name)
            continue
        stem = re.sub(r"[^A-Za-z0-9_]+", "_", name)[:40]
        if not is_identifier(stem, reserved):
            stem = f"x_{stem}".rstrip("_")
        candidate, tries = stem, 1
        while candidate in taken:
            tries += 1
            candidate = f"{stem}_{tries}"
        taken.add(candidate)
        found.append(candidate)
    return found


def is_identifier(name: str, reserved: Collection[str] = ()) -> bool:
    """Whether `name` can stand as it is."""
    return _IDENTIFIER.fullmatch(name) is not None and name.casefold() not in reserved


def names_of(ids: Sequence[str], labels: Sequence[str]) -> list[str]:
    """The labels, where every id is a mere number (`3`, `n3`) and labels are there and differ; else the ids.

    Otherwise a label is a comment: data are matched by the name under which a node is used.
    """
    texts = [label.strip() for label in labels]
    if all(texts) and len(set(texts)) == len(texts) and all(map(_NUMBERED.fullmatch, ids)):
        return texts
    return list(ids)
