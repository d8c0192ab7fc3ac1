"""Few rows of small random networks: weak links, tests with too few rows, columns that say the same."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from elcs_gui.data.dataset import Dataset
from tests.graphs import Arrows


class Noisy(NamedTuple):
    rows: np.ndarray
    arrows: Arrows

    @property
    def data(self) -> Dataset:
        """Levels by their numbers; the columns are V0, V1 ..."""
        return Dataset.discrete("noisy", [f"V{i}" for i in range(self.rows.shape[1])], self.rows)


def noisy(seed: int, most: int = 7) -> Noisy:
    """A table of 3 to `most` variables, each of two levels or more; some are copies of others, renamed."""
    random = np.random.default_rng(seed)
    variables, rows = int(random.integers(3, most + 1)), int(random.choice([50, 120, 300, 500]))
    columns: list[np.ndarray] = []
    arrows: Arrows = []
    for place in range(variables):
        parents = [v for v in range(place) if random.random() < 0.45][:3]
        if place and random.random() < 0.12:
            original = int(random.integers(place))
            parents = [original]
            columns.append(columns[original].max() - columns[original])
        else:
            code = np.zeros(rows, dtype=int)
            for v in parents:
                code = code * 4 + columns[v]
            levels = int(random.integers(2, 5))
            chances = random.dirichlet(np.full(levels, random.choice([0.3, 1, 3])), size=code.max() + 1)
            drawn = (random.random(rows)[:, None] > chances[code].cumsum(axis=1)).sum(axis=1)
            columns.append(np.minimum(drawn, levels - 1))
        if len({*columns[-1].tolist()}) < 2:
            columns[-1] = random.integers(0, 2, rows)
            parents = []
        arrows += [(v, place) for v in parents]
    order = random.permutation(variables)
    names = np.argsort(order).tolist()
    table = np.array([np.unique(columns[v], return_inverse=True)[1] for v in order]).T
    return Noisy(table, [(names[a], names[b]) for a, b in arrows])
