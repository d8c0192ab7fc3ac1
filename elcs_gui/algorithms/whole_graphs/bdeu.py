"""The BDeu score: how probable discrete data are, given a graph, as a natural logarithm.

Every variable adds its own part, which depends on nothing but its parents (Heckerman, Geiger and Chickering
1995), with equally probable cells beforehand, worth `sample_size` rows together. No prior on the graph.
"""

from __future__ import annotations

from collections.abc import Collection

import numpy as np
from scipy.special import gammaln

from elcs_gui.algorithms.whole_graphs.numbers import complete_rows
from elcs_gui.data.dataset import Dataset

_MOST_CELLS = 1 << 22


class BDeu:
    """The score on one data set, in its complete rows; no part is computed twice."""

    def __init__(self, data: Dataset, sample_size: float) -> None:
        complete = complete_rows(data)
        codes = data.codes[:, complete]
        self._weights = None if data.counts is None else data.counts[complete]
        self._most_cells = min(data.rows_where(complete), _MOST_CELLS)
        self._codes = [np.unique(column, return_inverse=True)[1].astype(np.int64) for column in codes]
        self._levels = [int(column.max()) + 1 for column in self._codes]
        self._size = sample_size
        self._known: dict[tuple[int, frozenset[int]], float] = {}

    def part(self, x: int, parents: Collection[int]) -> float:
        """What x adds, with these parents."""
        key = x, frozenset(parents)
        if key not in self._known:
            self._known[key] = self._computed(x, sorted(parents))
        return self._known[key]

    def _computed(self, x: int, parents: list[int]) -> float:
        seen, cells = np.zeros_like(self._codes[x]), 1.0
        for parent in parents:
            # Numbered anew where there are many, since the product of all levels may have too many digits.
            mixed = seen * self._levels[parent] + self._codes[parent]
            seen = np.unique(mixed, return_inverse=True)[1] if cells > self._most_cells else mixed
            cells *= self._levels[parent]
        levels = self._levels[x]
        cell = seen * levels + self._codes[x]
        table = np.bincount(cell, self._weights, minlength=(int(seen.max()) + 1) * levels)
        table = table.reshape(-1, levels)  # configurations that do not occur add nothing
        share = self._size / cells
        rows = gammaln(share) - gammaln(share + table.sum(axis=1))
        inside = gammaln(share / levels + table) - gammaln(share / levels)
        return float(rows.sum() + inside.sum())
