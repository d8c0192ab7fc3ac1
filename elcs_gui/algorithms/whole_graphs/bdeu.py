"""The BDeu score: how probable discrete data are, given a graph, as a logarithm.

Every variable adds its own part, which depends on nothing but its parents (Heckerman, Geiger and Chickering
1995, with equally probable cells beforehand, worth `sample_size` rows together). No prior on the graph.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray
from scipy.special import gammaln


def bdeu(
    codes: NDArray[np.int64], levels: Sequence[int], x: int, parents: Sequence[int], size: float
) -> float:
    """The part of x, of (variables, rows) of codes; `size` is the equivalent sample size."""
    cells = float(np.prod([float(levels[parent]) for parent in parents]))
    _, configuration = np.unique(codes[list(parents)], axis=1, return_inverse=True)
    seen = configuration.reshape(-1) if parents else np.zeros(codes.shape[1], dtype=np.int64)
    counts = np.bincount(seen * levels[x] + codes[x], minlength=(int(seen.max()) + 1) * levels[x])
    table = counts.reshape(-1, levels[x])  # configurations that do not occur add nothing
    share = size / cells
    rows = gammaln(share) - gammaln(share + table.sum(axis=1))
    inside = gammaln(share / levels[x] + table) - gammaln(share / levels[x])
    return float(rows.sum() + inside.sum())
