"""The map of all variables: places that depend only on how the variables hang together, found in slices.

Forces as in Fruchterman and Reingold (attraction d²/k along links, repulsion k²/d), the repulsion only
between variables that are not far from each other, after a start that unfolds the map by its distances along
links. Same input, same map: nothing is random.
"""

from __future__ import annotations

from collections.abc import Generator, Iterator, Sequence

import numpy as np
from numpy.typing import NDArray

from elcs_gui.picture.outlines import Floats

Links = Sequence[tuple[int, int, float]]

SPACING = 64.0
"""Between neighbours, in units of the map: pixels at zoom 1."""
SHAPE, MOST_STRETCH = 1.9, 1.7
"""The map is made so much wider than high, but not stretched by more than that."""
SEPARATING = 60
PIVOTS = 24
ROUNDS = 160
MOST_KNOWN = 8


class KnownMaps:
    """Maps that were made before, by what they were made from.

    A session file brings its map along, so that it is there at once and the same on every machine.
    """

    def __init__(self) -> None:
        self._known: dict[tuple[object, ...], Floats] = {}
        """The oldest first."""

    def remember(self, count: int, links: Links, places: Floats) -> None:
        """Keep the places of so many variables with these links."""
        if places.shape == (count, 2):
            key = self._key(count, links)
            self._known.pop(key, None)
            self._known[key] = places.copy()
            while len(self._known) > MOST_KNOWN:
                del self._known[next(iter(self._known))]

    def find(self, count: int, links: Links) -> Floats | None:
        """The places found before, or None."""
        found = self._known.get(self._key(count, links))
        return None if found is None else found.copy()

    @staticmethod
    def _key(count: int, links: Links) -> tuple[object, ...]:
        return (count, *map(tuple, links))


KNOWN_MAPS = KnownMaps()
"""Those of this program, for all of its pictures."""


class FieldLayout:
    """A layout under way: call `advance` until it returns False, then read `xy`."""

    def __init__(self, count: int, links: Links) -> None:
        self.count = count
        self._links = links
        pairs = [(x, y) for x, y, _ in links if x != y and 0 <= x < count and 0 <= y < count]
        self._ends: NDArray[np.intp] = np.array(pairs or np.empty((0, 2)), dtype=np.intp).reshape(-1, 2)
        strength = np.array([s for x, y, s in links if x != y and 0 <= x < count and 0 <= y < count])
        self._strength: Floats = 0.35 + 0.65 * np.clip(strength, 0.0, 1.0) if len(pairs) else np.empty(0)
        self._round = 0
        self._rounds = ROUNDS
        self._starting = self._start()
        self._over = False
        self.xy: Floats = np.empty((0, 2))

    def advance(self, rounds: int = 8) -> bool:
        """Some rounds more; is there more to do? The start counts as some rounds, too."""
        for _ in range(rounds):
            if next(self._starting, False):
                continue
            if self._over:
                return False
            if self._round >= self._rounds + SEPARATING or self.count < 2:
                self._finish()
                self._over = True
                return False
            if self._round < self._rounds:
                self._push(self._round)
            else:
                self._separate()
            self._round += 1
        return True

    def _start(self) -> Iterator[bool]:
        """Islands of linked variables, each unfolded by itself, packed beside each other: True by True.

        A map that was made before is taken as it was.
        """
        before = KNOWN_MAPS.find(self.count, self._links)
        if before is not None:
            self.xy, self._over = before, True
            return
        golden = np.arange(self.count) * 2.399963
        spiral = np.sqrt(np.arange(self.count) + 0.5)
        xy = np.stack([spiral * np.cos(golden), spiral * np.sin(golden)], axis=1) * SPACING * 0.9
        islands = _islands(self.count, self._ends)
        yield True
        at = 0.0
        for island in islands:
            if len(island) < 4:
                continue
            unfolded = yield from _unfolded(island, self._ends)
            part = unfolded * SPACING * np.sqrt(len(island)) * 0.7
            width = float(np.ptp(part[:, 0]))
            part[:, 0] += at - part[:, 0].min()
            at += width + 2 * SPACING
            xy[island] = part
        loose = [x for island in islands if len(island) < 4 for x in island]
        linked = np.setdiff1d(np.arange(self.count), loose)
        if len(linked):
            xy[linked] -= xy[linked].mean(axis=0)
            if loose:
                # The loose ones wait in a ring about the rest.
                radius = float(np.hypot(xy[linked, 0], xy[linked, 1]).max()) + SPACING
                angle = np.arange(len(loose)) * (2 * np.pi / len(loose))
                xy[loose] = np.stack([np.cos(angle), np.sin(angle)], axis=1) * radius
        # A little aside, so that no two stand in the very same place.
        self.xy = xy + np.stack([np.cos(golden), np.sin(golden)], axis=1)

    def _push(self, round_: int) -> None:
        cooling = 1.0 - round_ / self._rounds
        force = np.zeros_like(self.xy)
        reach = SPACING * (2.0 + 3.5 * cooling)
        pairs = _pairs_within(self.xy, reach)
        if len(pairs):
            d = self.xy[pairs[:, 0]] - self.xy[pairs[:, 1]]
            length = np.maximum(np.hypot(d[:, 0], d[:, 1]), 1.0)
            push = d * (SPACING**2 / length**2)[:, None]
            for axis in (0, 1):
                force[:, axis] += np.bincount(pairs[:, 0], push[:, axis], self.count)
                force[:, axis] -= np.bincount(pairs[:, 1], push[:, axis], self.count)
        if len(self._ends):
            a, b = self._ends[:, 0], self._ends[:, 1]
            d = self.xy[b] - self.xy[a]
            length = np.hypot(d[:, 0], d[:, 1])
            pull = d * (self._strength * length / SPACING * 0.9)[:, None]
            for axis in (0, 1):
                force[:, axis] += np.bincount(a, pull[:, axis], self.count)
                force[:, axis] -= np.bincount(b, pull[:, axis], self.count)
        force -= (
            (self.xy - self.xy.mean(axis=0)) * np.array([0.02, 0.05]) * (37.0 / max(self.count, 37)) ** 0.5
        )
        size = np.maximum(np.hypot(force[:, 0], force[:, 1]), 1e-9)
        step = np.minimum(size, SPACING * (0.05 + 0.5 * cooling**2))
        self.xy = self.xy + force / size[:, None] * step[:, None]

    def _separate(self) -> None:
        """Push apart what is still too close for two dots and a label."""
        near = SPACING * 0.62
        pairs = _pairs_within(self.xy * (0.72, 1.0), near)
        if not len(pairs):
            self._round = self._rounds + SEPARATING
            return
        d = (self.xy[pairs[:, 0]] - self.xy[pairs[:, 1]]) * (0.72, 1.0)
        length = np.maximum(np.hypot(d[:, 0], d[:, 1]), 1e-3)
        push = d / length[:, None] * ((near - length) * 0.35)[:, None]
        for axis in (0, 1):
            self.xy[:, axis] += np.bincount(pairs[:, 0], push[:, axis], self.count)
            self.xy[:, axis] -= np.bincount(pairs[:, 1], push[:, axis], self.count)

    def _finish(self) -> None:
        """Wider than high, as panels are, and about the origin."""
        if self.count < 2 or not len(self.xy):
            return
        middle = self.xy - self.xy.mean(axis=0)
        _, turn = np.linalg.eigh(middle.T @ middle)
        turned = middle @ turn[:, ::-1]
        # The sign of an eigenvector is free: fix it, or the map would flip from machine to machine.
        for axis in (0, 1):
            if turned[np.argmax(np.abs(turned[:, axis])), axis] < 0:
                turned[:, axis] *= -1
        wide, high = np.maximum(np.ptp(turned, axis=0), 1.0)
        turned[:, 0] *= min(max(SHAPE * high / wide, 1.0), MOST_STRETCH)
        self.xy = turned - (turned.max(axis=0) + turned.min(axis=0)) / 2
        KNOWN_MAPS.remember(self.count, self._links, self.xy)


def _islands(count: int, ends: NDArray[np.intp]) -> list[list[int]]:
    """The connected parts, largest first."""
    group = np.arange(count)
    for a, b in ends.tolist():
        while group[a] != a:
            a = group[a]
        while group[b] != b:
            b = group[b]
        group[max(a, b)] = min(a, b)
    parts: dict[int, list[int]] = {}
    for x in range(count):
        root = x
        while group[root] != root:
            root = int(group[root])
        parts.setdefault(root, []).append(x)
    return sorted(parts.values(), key=lambda part: (-len(part), part[0]))


def _pairs_within(xy: Floats, reach: float) -> NDArray[np.intp]:
    """The pairs of places not further from each other than `reach`."""
    from scipy.spatial import cKDTree  # here, not above: the window need not wait for it

    return cKDTree(xy).query_pairs(reach, output_type="ndarray")


def _unfolded(island: list[int], ends: NDArray[np.intp]) -> Generator[bool, None, Floats]:
    """An island laid out by its distances to some pivots (PivotMDS of Brandes and Pich), from -1 to 1.

    It takes a breath (yields True) after each pivot.
    """
    place = np.full(max(island) + 1, -1)
    place[island] = np.arange(len(island))
    inner = ends[(ends < len(place)).all(axis=1)]
    inner = place[inner[(place[inner] >= 0).all(axis=1)]]
    neighbours: list[list[int]] = [[] for _ in island]
    for a, b in inner.tolist():
        neighbours[a].append(b)
        neighbours[b].append(a)
    far = np.full(len(island), np.inf)
    columns: list[Floats] = []
    pivot = 0
    for _ in range(min(PIVOTS, len(island))):
        column = _distances(pivot, neighbours)
        columns.append(column)
        far = np.minimum(far, column)
        pivot = int(np.argmax(far))
        yield True
    squares = np.stack(columns, axis=1) ** 2
    centred = squares - squares.mean(axis=0) - squares.mean(axis=1, keepdims=True) + squares.mean()
    _, vectors = np.linalg.eigh(centred.T @ centred)
    flat = centred @ vectors[:, -2:]
    flat = flat[:, ::-1] / np.maximum(np.abs(flat).max(axis=0)[::-1], 1e-9)
    return np.asarray(flat * np.array([1.0, 0.75]))


def _distances(start: int, neighbours: list[list[int]]) -> Floats:
    """How many links away everything is; all of it hangs together."""
    found = [-1] * len(neighbours)
    found[start] = 0
    front = [start]
    while front:
        further = []
        for x in front:
            for y in neighbours[x]:
                if found[y] < 0:
                    found[y] = found[x] + 1
                    further.append(y)
        front = further
    return np.array(found, dtype=np.float64)
