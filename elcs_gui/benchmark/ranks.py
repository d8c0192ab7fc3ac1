"""Which algorithms differ over many data sets: mean ranks, Friedman's test and Nemenyi's critical difference.

Blocks are networks of one size, not single sets, since the sets of one network are no independent witnesses
(Demšar, "Statistical Comparisons of Classifiers over Multiple Data Sets", 2006).
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np

from elcs_gui.benchmark.measures import MEASURES, Measure
from elcs_gui.benchmark.summary import SummaryRow

LEVEL = 0.05
_FEWEST_ALGORITHMS, _FEWEST_BLOCKS = 2, 2


@dataclass(frozen=True)
class Ranking:
    """The comparison by one measure.

    Attributes:
        algorithms: best first, with their mean ranks.
        blocks: (network, rows) that all of them have.
        difference: mean ranks that are farther apart than this differ.
        p: Friedman's, that all are alike.
        groups: the first and last place of each longest run of algorithms that do not differ.
        left_out: algorithms that have less than half of the blocks there are.
    """

    measure: Measure
    algorithms: tuple[tuple[str, float], ...]
    blocks: tuple[tuple[str, int], ...]
    difference: float
    p: float
    groups: tuple[tuple[int, int], ...]
    left_out: tuple[str, ...]


def ranking(rows: Iterable[SummaryRow], id: str) -> Ranking | None:
    """By this measure; None where there are not two algorithms on two blocks."""
    measure = MEASURES[id]
    values = {
        (row.network, row.rows, row.algorithm): row.figures[id].mean
        for row in rows
        if id in row.figures and not row.trouble
    }
    every = list(dict.fromkeys((network, size) for network, size, _ in values))
    named = list(dict.fromkeys(algorithm for *_, algorithm in values))
    whole = [name for name in named if 2 * sum((*block, name) in values for block in every) >= len(every)]
    blocks = [block for block in every if all((*block, name) in values for name in whole)]
    if len(whole) < _FEWEST_ALGORITHMS or len(blocks) < _FEWEST_BLOCKS:
        return None
    from scipy.stats import chi2, rankdata, studentized_range

    table = np.array([[values[(*block, name)] for name in whole] for block in blocks])
    # Values that print alike are alike.
    ranks = rankdata(np.round(-measure.better * table, 6), axis=1)
    means = ranks.mean(axis=0)
    k, n = len(whole), len(blocks)
    spread = float(((ranks - (k + 1) / 2) ** 2).sum())
    statistic = 0.0 if spread == 0 else (k - 1) * n**2 * float(((means - (k + 1) / 2) ** 2).sum()) / spread
    q = float(studentized_range.ppf(1 - LEVEL, k, math.inf)) / math.sqrt(2)
    difference = q * math.sqrt(k * (k + 1) / (6 * n))
    order = sorted(range(k), key=lambda place: (means[place], place))
    ranked = tuple((whole[place], float(means[place])) for place in order)
    return Ranking(
        measure,
        ranked,
        tuple(blocks),
        difference,
        float(chi2.sf(statistic, k - 1)),
        _groups([rank for _, rank in ranked], difference),
        tuple(name for name in named if name not in whole),
    )


def _groups(ranks: list[float], difference: float) -> tuple[tuple[int, int], ...]:
    """Runs of at least two that lie within the difference, none inside another."""
    groups: list[tuple[int, int]] = []
    for first, low in enumerate(ranks):
        last = max(place for place, rank in enumerate(ranks) if rank - low <= difference)
        if last > first and (not groups or last > groups[-1][1]):
            groups.append((first, last))
    return tuple(groups)
