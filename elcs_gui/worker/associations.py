"""How variables hang together before anything is learnt: what gives the map of the field view its shape."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from elcs_gui.data.dataset import Dataset
from elcs_gui.data.network import Network
from elcs_gui.data.weighting import spread_rows
from elcs_gui.native.library import library

Floats = NDArray[np.float64]
Link = tuple[int, int, float]
Rest = Callable[[], object]
Best = tuple[NDArray[np.int32], Floats]
"""Of every variable, the best of all others, and how strong those links are."""

LINKS_EACH = 2
"""Every variable brings its strongest links to the map."""

MOST_ROWS = 2000
"""A sketch of the data is enough for a sketch of its shape."""

MOST_LEVELS = 4
"""The most frequent levels carry the shape; a hundred of them would not carry more."""

MOST_AT_ONCE = 1500
"""Variables of which all pairs are held at once. A map depends on the last digit of its links: those of
smaller data stay as they have always been."""

BLOCK = 1 << 24
"""Bytes of a block of the matrix of all pairs, beyond that."""

_PAIRS_AT_ONCE = 1 << 21
"""Between two rests."""


def strongest_links(data: Dataset | None, network: Network | None, rest: Rest = lambda: None) -> list[Link]:
    """(x, y, strength from 0 to 1) with x < y: the strongest links of every variable.

    Of many variables it takes seconds or minutes, and calls `rest` several times a second.
    """
    if data is not None:
        if data.variables <= MOST_AT_ONCE:
            return _strongest(_correlations(data))
        return _listed(
            _best_of_numbers(data, rest) if data.values is not None else _best_of_levels(data, rest)
        )
    if network is not None:
        count = len(network.measured)
        return [(min(edge), max(edge), 1.0) for edge in network.edges if max(edge) < count]
    return []


def _correlations(data: Dataset) -> Floats:
    """The largest correlation between any level of x and any level of y, for every pair at once."""
    rows = spread_rows(data, MOST_ROWS)
    if data.values is not None:
        found = np.abs(np.corrcoef(_without_gaps(data.values[:, rows])))
    else:
        owners, indicators = [], []
        for variable, codes in enumerate(data.codes[:, rows]):
            levels = len(data.levels[variable])
            counts = np.bincount(codes, minlength=levels)[:levels]
            for level in np.argsort(-counts)[:MOST_LEVELS]:
                owners.append(variable)
                indicators.append(codes == level)
        table = np.array(indicators, dtype=np.float32)
        table -= table.mean(axis=1, keepdims=True)
        norm = np.sqrt((table * table).sum(axis=1))
        table /= np.where(norm > 0, norm, 1)[:, None]
        links = np.abs(table @ table.T)
        starts = np.flatnonzero(np.diff(owners, prepend=-1))
        found = np.maximum.reduceat(np.maximum.reduceat(links, starts, axis=0), starts, axis=1)
    found = np.nan_to_num(np.asarray(found, dtype=np.float64))
    np.fill_diagonal(found, 0.0)
    return found


def _without_gaps(values: Floats) -> Floats:
    """The mean of its column in place of every missing number: enough for a sketch."""
    known = ~np.isnan(values)
    sums = np.where(known, values, 0.0).sum(axis=1)
    means = sums / np.maximum(known.sum(axis=1), 1)
    return np.asarray(np.where(known, values, means[:, None]))


def _strongest(strength: Floats) -> list[Link]:
    chosen: set[tuple[int, int]] = set()
    each = min(LINKS_EACH, len(strength) - 1)
    best = np.argsort(-strength, axis=1, kind="stable")[:, :each]
    for x, partners in enumerate(best.tolist()):
        chosen |= {(min(x, y), max(x, y)) for y in partners}
    return [(x, y, float(min(strength[x, y], 1.0))) for x, y in sorted(chosen)]


# Of more variables than pairs of them can be held


@dataclass(frozen=True)
class LevelSets:
    """The most frequent levels of every variable as sets of rows.

    Attributes:
        sets: a row of bytes for every level, a bit for every row of the data.
        first: of every variable among the levels; at the end how many levels there are.
        ones: how many rows have each.
        scale: 1 / sqrt(ones (rows - ones)); 0 where all rows have it, or none.
    """

    rows: int
    sets: NDArray[np.uint8]
    first: NDArray[np.int32]
    ones: NDArray[np.int32]
    scale: Floats

    @property
    def variables(self) -> int:
        return len(self.first) - 1


def level_sets(data: Dataset) -> LevelSets:
    """Of a sketch of discrete data. Two levels without gaps say the same: then one will do."""
    rows = spread_rows(data, MOST_ROWS)
    wide = -(-len(rows) // 64) * 8
    packed, sizes, ones = [], [], []
    for column, names in zip(data.codes, data.levels, strict=True):
        codes, levels = column[rows], len(names)
        counts = np.bincount(codes, minlength=levels)
        most = MOST_LEVELS if levels > 2 or counts[levels:].any() else 1
        kept = np.argsort(-counts[:levels], kind="stable")[:most]
        packed.append(np.packbits(codes == kept[:, None].astype(codes.dtype), axis=1, bitorder="little"))
        sizes.append(len(kept))
        ones.append(counts[kept])
    sets = np.zeros((sum(sizes), wide), dtype=np.uint8)
    np.concatenate(packed, out=sets[:, : packed[0].shape[1]])
    first, counted = np.concatenate([[0], np.cumsum(sizes)]), np.concatenate(ones)
    square = (counted * (len(rows) - counted)).astype(np.float64)
    scale = np.where(square > 0, 1.0 / np.sqrt(np.maximum(square, 1.0)), 0.0)
    return LevelSets(len(rows), sets, first.astype(np.int32), counted.astype(np.int32), scale)


def _best_of_levels(data: Dataset, rest: Rest) -> Best:
    levels = level_sets(data)
    return best_by_kernel(levels, rest) if library() is not None else best_by_numpy(levels, rest)


def best_by_kernel(levels: LevelSets, rest: Rest) -> Best:
    """By counting bits: see `elcs_gui/native/links.c`."""
    kernel = library()
    assert kernel is not None
    count = levels.variables
    best, strengths = np.full((count, LINKS_EACH), -1, np.int32), np.full((count, LINKS_EACH), -1.0)
    given = [array.ctypes.data for array in (levels.first, levels.ones, levels.scale)]
    written = best.ctypes.data, strengths.ctypes.data
    words, step = levels.sets.shape[1] // 8, max(_PAIRS_AT_ONCE // count, 1)
    for low in range(0, count, step):
        high = min(low + step, count)
        kernel.strongest_links(
            levels.sets.ctypes.data, words, levels.rows, *given, count, low, high, *written
        )
        rest()
    return best, strengths


def best_by_numpy(levels: LevelSets, rest: Rest) -> Best:
    """The same to the last bit, more slowly: blocks of the matrix product count the rows that are shared."""
    first = levels.first

    def indicators(low: int, high: int) -> NDArray[np.float32]:
        bits = np.unpackbits(levels.sets[first[low] : first[high]], axis=1, bitorder="little")
        return bits.astype(np.float32)  # holds whole numbers of rows exactly

    def strengths(low: int, high: int, left: int, right: int) -> Floats:
        i, j = slice(first[low], first[high]), slice(first[left], first[right])
        both = (indicators(low, high) @ indicators(left, right).T).astype(np.float64)
        expected = np.multiply.outer(levels.ones[i].astype(np.float64), levels.ones[j])
        found = np.abs(levels.rows * both - expected) * np.multiply.outer(levels.scale[i], levels.scale[j])
        found = np.maximum.reduceat(found, first[low:high] - first[low], axis=0)
        return np.asarray(np.maximum.reduceat(found, first[left:right] - first[left], axis=1))

    return _best_in_blocks(levels.variables, MOST_LEVELS, strengths, rest)


def _best_of_numbers(data: Dataset, rest: Rest) -> Best:
    assert data.values is not None
    values = data.values[:, spread_rows(data, MOST_ROWS)]
    table = np.empty(values.shape, dtype=np.float32)
    for low, high in _blocks(len(values), max(BLOCK // values.itemsize // values.shape[1], 1)):
        known = _without_gaps(values[low:high])
        known -= known.mean(axis=1, keepdims=True)
        norm = np.sqrt((known * known).sum(axis=1, keepdims=True))
        table[low:high] = known / np.where(norm > 0, norm, 1.0)

    def strengths(low: int, high: int, left: int, right: int) -> NDArray[np.float32]:
        return np.asarray(np.nan_to_num(np.abs(table[low:high] @ table[left:right].T)))

    return _best_in_blocks(len(table), 1, strengths, rest)


def _best_in_blocks(
    count: int, wide: int, strengths: Callable[[int, int, int, int], NDArray[np.floating]], rest: Rest
) -> Best:
    """The best of every variable, found block by block of the matrix.

    `strengths` gives those of the variables from low to high with those from left to right; while it makes
    them, it holds up to `wide` numbers for each variable at either side.
    """
    best, known = np.full((count, LINKS_EACH), -1, np.int32), np.full((count, LINKS_EACH), -1.0)
    side = max(int((BLOCK / 8) ** 0.5) // wide, 1)
    for low, high in _blocks(count, side):
        for left, right in _blocks(count, side):
            found = strengths(low, high, left, right)
            if low == left:
                np.fill_diagonal(found, -1.0)
            _keep_best(best[low:high], known[low:high], found, left)
            rest()
    return best, known


def _keep_best(best: NDArray[np.int32], known: Floats, found: NDArray[np.floating], left: int) -> None:
    """Take over who is better than those before; the first of equals stays."""
    rows = np.arange(len(best))
    for _ in range(LINKS_EACH):
        partner = found.argmax(axis=1)
        strength = found[rows, partner].astype(np.float64)
        found[rows, partner] = -1.0
        place = (known >= strength[:, None]).sum(axis=1)
        for to in range(LINKS_EACH - 1, -1, -1):
            moved, here = place < to, place == to
            best[moved, to], known[moved, to] = best[moved, to - 1], known[moved, to - 1]
            best[here, to], known[here, to] = (partner + left)[here], strength[here]


def _blocks(count: int, size: int) -> Iterator[tuple[int, int]]:
    return ((low, min(low + size, count)) for low in range(0, count, size))


def _listed(found: Best) -> list[Link]:
    best, strengths = found
    chosen = {}
    for x, (partners, known) in enumerate(zip(best.tolist(), strengths.tolist(), strict=True)):
        chosen.update(
            {(min(x, y), max(x, y)): min(strength, 1.0) for y, strength in zip(partners, known, strict=True)}
        )
    return [(x, y, strength) for (x, y), strength in sorted(chosen.items())]
