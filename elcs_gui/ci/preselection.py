"""Which columns can have to do with one target, by marginal tests alone, before all of them are read.

Kept are the target, the columns that depend on it, and those that depend on one of these. Where the data are
faithful to a graph, no neighbour of the target is lost (it depends on the target), nor is a spouse (it may be
independent of the target, but depends on the child they share). What can be lost: a link that shows only once
others are given, as in an exclusive or; and what lies beyond, so that an arrow which only farther variables
orient may stay undecided. What the data cannot tell is kept.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np

from elcs_gui.ci.questions import Question
from elcs_gui.ci.registry import Needs, make_test, usual
from elcs_gui.data.dataset import Dataset
from elcs_gui.data.names import position
from elcs_gui.data.survey.scanning import Narrow, Pair, Pairs


def preselecting(target: str, test: str | None, alpha: float) -> Narrow:
    """Keeps what may have to do with the target; without a test, the usual one of such data asks."""

    def narrow(columns: tuple[str, ...], pairs: Pairs) -> Sequence[int]:
        of_target = position(target, columns, "the data")
        others = [variable for variable in range(len(columns)) if variable != of_target]
        near = _linked(pairs, [(of_target, other) for other in others], test, alpha)
        kept = {of_target, *near}
        for one in near:
            farther = [other for other in others if other not in kept]
            kept.update(_linked(pairs, [(one, other) for other in farther], test, alpha))
        return sorted(kept)

    return narrow


def _linked(pairs: Pairs, asked: Sequence[Pair], test: str | None, alpha: float) -> list[int]:
    """The second of each pair that is not independent."""
    answered = zip(asked, pairs(asked), strict=True)
    return [second for (_, second), data in answered if not _independent(data, test, alpha)]


def _independent(data: Dataset, test: str | None, alpha: float) -> bool:
    asked = make_test(test or usual(Needs.of(data)).id, data, None)
    statistic, df = asked.measure(Question(0, 1))
    if math.isnan(statistic):
        return False
    p_value = asked.distribution.p_values(np.array([statistic]), np.array([df], dtype=np.int32))[0]
    return bool(p_value > alpha)
