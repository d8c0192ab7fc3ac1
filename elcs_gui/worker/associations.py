"""How variables hang together before anything is learnt: what gives the map of the field view its shape."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from elcs_gui.data.dataset import Dataset
from elcs_gui.data.network import Network
from elcs_gui.data.weighting import spread_rows

LINKS_EACH = 2
"""Every variable brings its strongest links to the map."""

MOST_ROWS = 2000
"""A sketch of the data is enough for a sketch of its shape."""


def strongest_links(data: Dataset | None, network: Network | None) -> list[tuple[int, int, float]]:
    """(x, y, strength from 0 to 1) with x < y: the strongest links of every variable."""
    if data is not None:
        return _strongest(_correlations(data))
    if network is not None:
        count = len(network.measured)
        return [(min(edge), max(edge), 1.0) for edge in network.edges if max(edge) < count]
    return []


def _correlations(data: Dataset) -> NDArray[np.float64]:
    """The largest correlation between any level of x and any level of y, for every pair at once."""
    rows = spread_rows(data, MOST_ROWS)
    if data.values is not None:
        found = np.abs(np.corrcoef(_without_gaps(data.values[:, rows])))
    else:
        owners, indicators = [], []
        for variable, codes in enumerate(data.codes[:, rows]):
            # The most frequent levels carry the shape; a hundred of them would not carry more.
            levels = len(data.levels[variable])
            counts = np.bincount(codes, minlength=levels)[:levels]
            for level in np.argsort(-counts)[:4]:
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


def _without_gaps(values: NDArray[np.float64]) -> NDArray[np.float64]:
    """The mean of its column in place of every missing number: enough for a sketch."""
    known = ~np.isnan(values)
    sums = np.where(known, values, 0.0).sum(axis=1)
    means = sums / np.maximum(known.sum(axis=1), 1)
    return np.asarray(np.where(known, values, means[:, None]))


def _strongest(strength: NDArray[np.float64]) -> list[tuple[int, int, float]]:
    chosen: set[tuple[int, int]] = set()
    each = min(LINKS_EACH, len(strength) - 1)
    best = np.argsort(-strength, axis=1, kind="stable")[:, :each]
    for x, partners in enumerate(best.tolist()):
        chosen |= {(min(x, y), max(x, y)) for y in partners}
    return [(x, y, float(min(strength[x, y], 1.0))) for x, y in sorted(chosen)]
