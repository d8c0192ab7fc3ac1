"""Long names made short so that they can still be told apart.

A name that is too long is cut in the middle. Names that would then read alike are cut elsewhere: what they
have in common gives way, what differs stays, as in "gene…017…chr".
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache

CUT = "…"
_ROUNDS = 3
"""How often names that came out alike are taken together and cut anew."""

Width = Callable[[str], float]
Forms = Generator[None, None, dict[str, str]]
"""What becomes of names, found name by name."""

LONGEST_NAME = 28
"""Letters of a name within a sentence."""


class ShortNames:
    """The names of one data set, for any room; what was found is kept."""

    def __init__(self, names: Sequence[str], width: Width = len) -> None:
        self.names = names
        self._width = width
        self._widest: float | None = None
        self._found: dict[float, Sequence[str]] = {}

    def within(self, limit: float) -> Sequence[str]:
        """All names, none wider than `limit`."""
        if self._widest is None:
            self._widest = max(map(self._width, self.names), default=0.0)
        if self._widest <= limit:
            return self.names
        if limit not in self._found:
            for _ in self.preparing(limit):
                pass
        return self._found[limit]

    def preparing(self, limit: float) -> Iterator[None]:
        """Get ready for a limit, name by name: with hundreds of names that takes a while."""
        names = []
        for name in sorted(set(self.names)):
            if self._width(name) > limit:
                names.append(name)
            yield
        if names and limit not in self._found:
            found = yield from _told_apart(names, limit, self._width, _ROUNDS)
            self._found[limit] = [found.get(name, name) for name in self.names]
        else:
            self._found.setdefault(limit, self.names)


def short_names(names: Sequence[str], limit: float, width: Width = len) -> list[str]:
    """Every name no wider than `limit`, and different names different, as far as there is room for that.

    What comes out for a name depends on which names there are, not on their order.
    """
    return list(ShortNames(names, width).within(limit))


@lru_cache(maxsize=16)
def in_letters(names: tuple[str, ...], most: int) -> tuple[str, ...]:
    """The same with at most so many letters; what was found is kept."""
    return tuple(short_names(names, most))


def _told_apart(names: Sequence[str], limit: float, width: Width, rounds: int) -> Forms:
    forms = {}
    for name in names:
        forms[name] = _joined(name, "", "", limit, width)
        yield
    for _ in range(rounds):
        alike = _alike(forms)
        if not alike:
            return forms
        for group in alike:
            forms.update((yield from _by_difference(group, limit, width, rounds - 1)))
    taken = set(forms.values())
    for group in _alike(forms):
        for name in group[1:]:
            other = next((form for form in _windows(name, limit, width) if form not in taken), None)
            if other is not None:
                forms[name] = other
                taken.add(other)
            yield
    return forms


def _alike(forms: Mapping[str, str]) -> list[list[str]]:
    """The names that read alike, in groups."""
    groups: dict[str, list[str]] = {}
    for name, form in forms.items():
        groups.setdefault(form, []).append(name)
    return [sorted(group) for _, group in sorted(groups.items()) if len(group) > 1]


def _by_difference(names: Sequence[str], limit: float, width: Width, rounds: int) -> Forms:
    """Keep what lies between the beginning and the end that all of them share."""
    first = _shared(names)
    shortest = min(map(len, names))
    last = min(_shared([name[::-1] for name in names]), shortest - first)
    whole = first
    while whole and names[0][whole - 1].isdigit():  # 117 and 118 rather than 7 and 8
        whole -= 1
    for start in (whole, first):
        # A name may be another one with something put in: then its neighbour has to stay too.
        start = max(start - 1, 0) if shortest == start + last else start
        cores = {name: name[start : len(name) - last] for name in names}
        if all(width(f"{CUT}{core}{CUT}") <= limit for core in cores.values()):
            break
    else:
        room = limit - 2 * width(CUT)
        short = (yield from _told_apart(sorted(set(cores.values())), room, width, rounds)) if rounds else {}
        cores = {name: short.get(core, "") for name, core in cores.items()}
    forms = {}
    for name, core in cores.items():
        forms[name] = _joined(name[:start], core, name[len(name) - last :], limit, width)
        yield
    return forms


def _shared(names: Sequence[str]) -> int:
    """How many letters all of them begin with."""
    one, other = min(names), max(names)  # any other lies between the two
    return next((i for i, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), len(one))


def _joined(before: str, core: str, after: str, limit: float, width: Width) -> str:
    """The core with as much of what stands before and after it as there is room for, from the outside in."""

    def form(kept: int) -> str:
        if not core:
            whole = before + after
            return whole[: kept - kept // 2] + CUT + whole[len(whole) - kept // 2 :]
        left = min(max(kept - kept // 2, kept - len(after)), len(before))
        right = min(kept - left, len(after))
        head = before if left == len(before) else before[:left] + CUT
        tail = after if right == len(after) else CUT + after[len(after) - right :]
        return head + core + tail

    least, most = 0, len(before) + len(after)
    while least < most:
        middle = (least + most + 1) // 2
        least, most = (middle, most) if width(form(middle)) <= limit else (least, middle - 1)
    found = form(least)
    if width(found) <= limit:
        return found
    return CUT if width(CUT) <= limit else ""


def _windows(name: str, limit: float, width: Width) -> Iterable[str]:
    """What can be seen of a name through a window of the limit's width, from its beginning on."""
    for start in range(len(name)):
        end = len(name)
        while end > start and width(f"{CUT}{name[start:end]}{CUT}") > limit:
            end -= 1
        if end > start:
            yield f"{CUT}{name[start:end]}{CUT}"
