"""How the picture of one run differs from that of another, each at a step of its own.

Both are looked at from the same target. Pure: two views in, a difference out; nothing here knows where a node
stands or how a mark is drawn.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from elcs_gui.trace.roles import Role, Standing, role_word, standings
from elcs_gui.trace.view import View

Ends = tuple[int, int]

_ABSENT = (Role.DISMISSED, Role.UNSEEN)


@dataclass(frozen=True, slots=True)
class Line:
    """An edge of a picture, tail → head where `directed`."""

    tail: int
    head: int
    directed: bool

    @property
    def ends(self) -> Ends:
        return (min(self.tail, self.head), max(self.tail, self.head))


@dataclass(frozen=True)
class Difference:
    """What is otherwise in the run shown.

    Attributes:
        gone: edges that only the other run has.
        new: edges that only this run has.
        turned: edges that both have, with another direction, or decided in one of them only.
        came: variables in this picture that the other has dismissed or not reached.
        went: the other way round.
        roles: every variable with another role: what it is in the other run, and what it is in this one.
    """

    gone: tuple[Line, ...] = ()
    new: frozenset[Ends] = frozenset()
    turned: frozenset[Ends] = frozenset()
    came: frozenset[int] = frozenset()
    went: frozenset[int] = frozenset()
    roles: Mapping[int, tuple[Role, Role]] = field(default_factory=dict)

    def __bool__(self) -> bool:
        return bool(self.gone or self.new or self.turned or self.came or self.went)

    def phrases(self, names: Sequence[str]) -> list[str]:
        """What is otherwise, a phrase for each variable, in column order."""
        return [
            f"{names[x]}: {role_word(before)} → {role_word(now)}"
            for x, (before, now) in sorted(self.roles.items())
        ]


def difference(shown: View, other: View, target: int, variables: int) -> Difference:
    """How `shown` differs from `other` in the blanket of `target`."""
    here, there = standings(shown, target, variables), standings(other, target, variables)
    mine = {line.ends: line for line in _lines(shown, target, here)}
    theirs = {line.ends: line for line in _lines(other, target, there)}
    roles = {
        x: (before.role, now.role)
        for x, (now, before) in enumerate(zip(here, there, strict=True))
        if now.role is not before.role
    }
    return Difference(
        gone=tuple(line for ends, line in sorted(theirs.items()) if ends not in mine),
        new=frozenset(ends for ends in mine if ends not in theirs),
        turned=frozenset(ends for ends, line in mine.items() if ends in theirs and theirs[ends] != line),
        came=frozenset(x for x, (before, now) in roles.items() if before in _ABSENT and now not in _ABSENT),
        went=frozenset(x for x, (before, now) in roles.items() if now in _ABSENT and before not in _ABSENT),
        roles={x: pair for x, pair in roles.items() if not set(pair) <= set(_ABSENT)},
    )


def _lines(view: View, target: int, found: Sequence[Standing]) -> Iterator[Line]:
    """The edges of the picture: of the target, of its spouses, and between those present."""
    known: set[Ends] = set()
    for x, standing in enumerate(found):
        made: list[Line] = []
        if standing.role is Role.PARENT:
            made.append(Line(x, target, directed=True))
        elif standing.role is Role.CHILD:
            made.append(Line(target, x, directed=True))
        elif standing.role is Role.UNDECIDED:
            made.append(Line(min(target, x), max(target, x), directed=False))
        elif standing.role in (Role.SPOUSE, Role.CANDIDATE):
            made += [Line(x, child, directed=True) for child in standing.through]
        known.update(line.ends for line in made)
        yield from made
    present = {x for x, standing in enumerate(found) if standing.role not in _ABSENT}
    for ends, edge in view.edges.items():
        if ends not in known and present.issuperset(ends):
            yield Line(edge.tail, edge.head, directed=True) if edge.rule else Line(*ends, directed=False)


@dataclass(frozen=True)
class Contrast:
    """A difference to be drawn, and with what the run shown is compared."""

    difference: Difference
    title: str


Contrasting = Callable[[int, int], Contrast | None]
"""(step, target) -> how the picture of the run shown differs there; None where it is not compared."""
