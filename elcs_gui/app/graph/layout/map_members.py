"""Who is on the map: everybody, or of many variables the target's surroundings and what was found."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from elcs_gui.picture.outlines import Floats
from elcs_gui.trace.outcome import pair
from elcs_gui.trace.view import View

Association = tuple[int, int, float]
Ends = NDArray[np.intp]

MOST_WHOLE = 2000
"""A map of more variables shows some of them."""
AROUND = 300
"""So many are shown for the sake of the target and of what was found, if that is not more."""
AROUND_SOUGHT = 40
_TURN = 2.399963
"""The golden angle: numbers that follow each other go in different directions."""


@dataclass(frozen=True, eq=False)
class MapMembers:
    """Some variables of a data set, or all of them.

    Attributes:
        count: of all variables.
        who: those on the map, in column order.
        links: between those, in their own numbers.
        linked: the same links in numbers of places in `who`.
    """

    count: int
    who: Ends
    links: Sequence[Association]
    linked: Sequence[Association]
    _has: NDArray[np.bool_] = field(repr=False)

    @property
    def are_all(self) -> bool:
        return len(self.who) == self.count

    def has(self, x: int) -> bool:
        return bool(self._has[x])

    def are_those_of(self, other: MapMembers) -> bool:
        """Are the same variables on it?"""
        return np.array_equal(self._has, other._has)

    def spread(self, places: Floats) -> Floats:
        """A row for each of all variables; nan for who is not on the map."""
        world = np.full((self.count, 2), np.nan)
        world[self.who] = places
        return world


def everybody(count: int, links: Sequence[Association]) -> MapMembers:
    """A map of all."""
    return MapMembers(count, np.arange(count), links, links, np.ones(count, dtype=np.bool_))


def surroundings(
    count: int,
    links: Sequence[Association],
    target: int,
    found: Sequence[Association],
    sought: int | None,
) -> MapMembers:
    """The target with what was `found`, and who is linked with these; who was `sought`, and likewise.

    The nearest come first, by links; of those as near, the strongest linked.
    """
    ends, strength = _joined([*links, *found])
    own = {target, *(x for x, y, _ in found), *(y for x, y, _ in found)}
    chosen = _nearest(count, ends, strength, own, AROUND)
    if sought is not None and not chosen[sought]:
        chosen |= _nearest(count, ends, strength, {sought}, AROUND_SOUGHT)
    within = chosen[ends].all(axis=1)
    strengths: dict[tuple[int, int], float] = {}
    for (x, y), each in zip(ends[within].tolist(), strength[within].tolist(), strict=True):
        strengths[pair(x, y)] = max(each, strengths.get(pair(x, y), 0.0))
    who = np.flatnonzero(chosen)
    place = np.full(count, -1)
    place[who] = np.arange(len(who))
    kept = [(x, y, each) for (x, y), each in sorted(strengths.items())]
    linked = [(int(place[x]), int(place[y]), each) for x, y, each in kept]
    return MapMembers(count, who, kept, linked, chosen)


def _joined(links: Sequence[Association]) -> tuple[Ends, Floats]:
    ends = np.array([(x, y) for x, y, _ in links], dtype=np.intp).reshape(-1, 2)
    return ends, np.array([strength for _, _, strength in links], dtype=np.float64)


def _nearest(count: int, ends: Ends, strength: Floats, own: Iterable[int], most: int) -> NDArray[np.bool_]:
    """Who can be reached by the fewest links, up to so many; all of its `own` in any case."""
    chosen = np.zeros(count, dtype=np.bool_)
    chosen[list(own)] = True
    while (room := most - int(chosen.sum())) > 0:
        leads_out = chosen[ends[:, 0]] != chosen[ends[:, 1]]
        out = ends[leads_out]
        if not len(out):
            break
        others = np.where(chosen[out[:, 0]], out[:, 1], out[:, 0])
        order = np.lexsort((others, -strength[leads_out]))
        new = list(dict.fromkeys(others[order].tolist()))[:room]
        chosen[new] = True
    return chosen


def places_of_guests(world: Floats, guests: Sequence[int], beside: int, apart: float) -> Floats:
    """The map with those who are shown for a while only, each in a direction of its own beside somebody."""
    if not guests:
        return world
    world = world.copy()
    angles = np.array(guests) * _TURN
    world[list(guests)] = world[beside] + apart * np.stack([np.cos(angles), np.sin(angles)], axis=1)
    return world


def learnt_links(view: View) -> list[Association]:
    """What a run has found so far: edges of its graph, members of its blankets."""
    pairs = set(view.edges)
    for blanket in view.blankets.values():
        pairs |= {pair(x, blanket.target) for x in (*blanket.pc, *blanket.mb)}
        for child, spouses in blanket.spouses.items():
            pairs |= {pair(x, child) for x in spouses}
    return [(x, y, 1.0) for x, y in sorted(pairs)]
