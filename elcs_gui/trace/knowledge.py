"""Background knowledge: what is known of the causes before any test is asked.

An arrow can be *forbidden* or *required*. Both arrows of a pair forbidden: the edge itself is forbidden. An
edge can be required without a direction (*adjacent*). *Tiers* put variables in an order, as time does: no
arrow leads from a later tier into an earlier one; variables without a tier are free.

An arrow counts as forbidden as well where the required arrows already lead the other way: it would close a
circle. Tiers speak of single arrows only, as in other programs: a detour over a variable without a tier is
not looked at.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import ClassVar

from elcs_gui.errors import ElcsError, quoted, shown
from elcs_gui.trace.events import Members

Pair = tuple[int, int]


class KnowledgeError(ElcsError):
    """Knowledge that contradicts itself or speaks of what is not there."""


@dataclass(frozen=True)
class Knowledge:
    """What is known, by column numbers; arrows are (tail, head).

    Pairs are kept sorted and once each, the members of a tier sorted, so that it compares equal however it
    was said. Whether it can be true is for `check_knowledge` to say.

    Attributes:
        adjacent: edges that are required in either direction, lower column first.
        tiers: the earliest first.
    """

    forbidden: tuple[Pair, ...] = ()
    required: tuple[Pair, ...] = ()
    adjacent: tuple[Pair, ...] = ()
    tiers: tuple[Members, ...] = ()

    none: ClassVar[Knowledge]
    """Nothing is known."""

    def __post_init__(self) -> None:
        for name, pairs in (
            ("forbidden", self.forbidden),
            ("required", self.required),
            ("adjacent", [(min(pair), max(pair)) for pair in self.adjacent]),
        ):
            object.__setattr__(self, name, tuple(sorted({(a, b) for a, b in pairs})))
        object.__setattr__(self, "tiers", tuple(tuple(sorted(tier)) for tier in self.tiers))

    def __bool__(self) -> bool:
        return bool(self.forbidden or self.required or self.adjacent or self.tiers)

    def forbids(self, tail: int, head: int) -> bool:
        """May there be no arrow tail → head?"""
        return (
            (tail, head) in self._forbidden or tail in self._reached.get(head, ()) or self.later(tail, head)
        )

    def later(self, x: int, y: int) -> bool:
        """Does x stand in a later tier than y?"""
        return self._tier.get(x, -1) > self._tier.get(y, len(self.tiers))

    def bars(self, x: int, y: int) -> bool:
        """May there be no edge between x and y?"""
        return self.forbids(x, y) and self.forbids(y, x)

    def causes(self, tail: int, head: int) -> bool:
        """Is tail → head certain: required, or required as an edge that can have no other direction?"""
        return (tail, head) in self._certain

    def required_neighbours(self, x: int) -> Members:
        """The variables that an edge must join to x, in column order."""
        return self._required.get(x, ())

    def direction(self, x: int, y: int) -> Pair | None:
        """The one arrow that x—y can be, if it is an edge; None where both are possible, or neither."""
        if self.forbids(x, y) == self.forbids(y, x):
            return None
        return (y, x) if self.forbids(x, y) else (x, y)

    def path(self, start: int, end: int) -> Members | None:
        """A shortest way along certain arrows from start to end, or None."""
        return way_along(self._certain, start, end)

    @property
    def derived(self) -> tuple[Pair, ...]:
        """The certain arrows that are required as edges only, in an order in which each follows from what is
        known and those before it."""
        return self._settled[2]

    def renumbered(self, place: Sequence[int]) -> Knowledge:
        """The same knowledge when column x stands in place[x]."""

        def moved(pairs: Iterable[Pair]) -> tuple[Pair, ...]:
            return tuple((place[a], place[b]) for a, b in pairs)

        tiers = tuple(tuple(place[x] for x in tier) for tier in self.tiers)
        return Knowledge(moved(self.forbidden), moved(self.required), moved(self.adjacent), tiers)

    # What follows from it, worked out once

    @cached_property
    def _forbidden(self) -> frozenset[Pair]:
        return frozenset(self.forbidden)

    @cached_property
    def _tier(self) -> Mapping[int, int]:
        return {x: number for number, tier in enumerate(self.tiers) for x in tier}

    @cached_property
    def _required(self) -> Mapping[int, Members]:
        joined: dict[int, set[int]] = {}
        for a, b in (*self.required, *self.adjacent):
            joined.setdefault(a, set()).add(b)
            joined.setdefault(b, set()).add(a)
        return {x: tuple(sorted(others)) for x, others in joined.items()}

    @cached_property
    def _settled(self) -> tuple[frozenset[Pair], Mapping[int, frozenset[int]], tuple[Pair, ...]]:
        """The arrows that are certain, what they lead to from each variable, and the `derived`.

        An edge that can have one direction only makes an arrow, and that may settle the next edge.
        """
        certain = set(self.required)
        derived: list[Pair] = []
        while True:
            reached = _reached(certain)
            for a, b in self.adjacent:
                free = [
                    (tail, head)
                    for tail, head in ((a, b), (b, a))
                    if (tail, head) not in self._forbidden
                    and tail not in reached.get(head, ())
                    and not self.later(tail, head)
                ]
                if len(free) == 1 and free[0] not in certain:
                    certain.add(free[0])
                    derived.append(free[0])
                    break
            else:
                return frozenset(certain), reached, tuple(derived)

    @property
    def _certain(self) -> frozenset[Pair]:
        return self._settled[0]

    @property
    def _reached(self) -> Mapping[int, frozenset[int]]:
        return self._settled[1]


Knowledge.none = Knowledge()


def way_along(arrows: Iterable[Pair], start: int, end: int) -> Members | None:
    """A shortest way along the arrows from start to another variable, or None; of several the first in column
    order."""
    import networkx  # not above: who only runs, and need not be told why, does not wait for it

    graph = networkx.DiGraph(sorted(arrows))
    ways = networkx.single_source_shortest_path(graph, start) if start in graph else {}
    return tuple(ways[end]) if end in ways else None


def _reached(arrows: Iterable[Pair]) -> dict[int, frozenset[int]]:
    """By variable: all that the arrows lead to from there. Not by networkx: every run with knowledge asks."""
    heads: dict[int, list[int]] = {}
    for tail, head in sorted(arrows):
        heads.setdefault(tail, []).append(head)
    found = {}
    for start in heads:
        seen: set[int] = set()
        frontier = list(heads[start])
        while frontier:
            x = frontier.pop()
            if x not in seen:
                seen.add(x)
                frontier += heads.get(x, ())
        found[start] = frozenset(seen)
    return found


def check_knowledge(knowledge: Knowledge, names: Sequence[str]) -> None:
    """Raise a KnowledgeError that says why, if the knowledge cannot be true of variables with these names."""
    for problem in _problems(knowledge, names):
        raise KnowledgeError(problem)


def _problems(knowledge: Knowledge, names: Sequence[str]) -> Iterator[str]:
    """Each later check relies on the earlier ones having found nothing."""
    pairs = (*knowledge.forbidden, *knowledge.required, *knowledge.adjacent)
    for x in [x for pair in pairs for x in pair] + [x for tier in knowledge.tiers for x in tier]:
        if not 0 <= x < len(names):
            yield f"The knowledge speaks of variable number {x}, but there are {len(names)} variables."

    def arrow(*way: int) -> str:
        return " → ".join(shown(names[x]) for x in way)

    for a, b in pairs:
        if a == b:
            yield f"The knowledge joins {quoted(names[a])} with itself: an edge needs two variables."
    tier: dict[int, int] = {}
    for number, members in enumerate(knowledge.tiers, 1):
        for x in members:
            if x in tier:
                where = f"tiers {tier[x]} and {number}" if tier[x] != number else f"tier {number} twice"
                yield f"{quoted(names[x])} stands in {where}: it can have only one place."
            tier[x] = number
    for tail, head in knowledge.required:
        if (tail, head) in knowledge.forbidden:
            yield f"{arrow(tail, head)} is both required and forbidden: take one of them back."
        if tail in tier and head in tier and tier[tail] > tier[head]:
            yield (
                f"{arrow(tail, head)} is required, but {quoted(names[tail])} stands in tier {tier[tail]}, "
                f"after {quoted(names[head])} in tier {tier[head]}: take the arrow back or change the tiers."
            )
    only_required = Knowledge(required=knowledge.required)
    for tail, head in knowledge.required:
        if only_required.forbids(tail, head):
            way = only_required.path(head, tail) or ()
            yield f"The required arrows go round in a circle, {arrow(tail, *way)}: take one of them back."
    for a, b in knowledge.adjacent:
        if knowledge.bars(a, b):
            yield (
                f"The edge {shown(names[a])} — {shown(names[b])} is required but can have no direction: "
                f"{why_forbidden(knowledge, a, b, names)}, and {why_forbidden(knowledge, b, a, names)}."
            )


def why_forbidden(knowledge: Knowledge, tail: int, head: int, names: Sequence[str]) -> str:
    """Why there can be no arrow tail → head, as half a sentence; the knowledge must forbid it."""
    one, other = shown(names[tail]), shown(names[head])
    if (tail, head) in knowledge.forbidden:
        return f"{one} → {other} is forbidden"
    way = knowledge.path(head, tail)
    if way is None:
        return f"{one} stands in a later tier than {other}"
    if len(way) == 2:
        return f"{other} → {one} is required"
    return f"{one} → {other} would close the circle of {' → '.join(shown(names[x]) for x in way)}"
