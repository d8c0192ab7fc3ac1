"""Which columns can have to do with one target, by marginal tests alone, before all of them are read.

Kept are the target, the columns that depend on it, and those that depend on one of these. Where the data are
faithful to a graph, no neighbour of the target is lost (it depends on the target), nor is a spouse (it may be
independent of the target, but depends on the child they share). What can be lost: a link that shows only once
others are given, as in an exclusive or; and what lies beyond, so that an arrow which only farther variables
orient may stay undecided. What the data cannot tell is kept.

Each test is held against alpha, or all together against a threshold for a share of false discoveries, that of
Benjamini and Yekutieli: columns of one table may depend on each other in any way. Such a screen controls what
it lets in, and nothing of what is learnt afterwards.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from elcs_gui.ci.false_discoveries import Threshold, judged
from elcs_gui.ci.questions import Question
from elcs_gui.ci.registry import Needs, make_test, usual
from elcs_gui.data.dataset import Dataset
from elcs_gui.data.names import position
from elcs_gui.data.survey.scanning import Pair, Pairs
from elcs_gui.errors import ElcsError, quoted


class NothingLeft(ElcsError):
    """Every column but the target would be left out."""


@dataclass(frozen=True)
class Preselection:
    """What was left out, and by what.

    Attributes:
        left_out: the columns, in their order.
        rate: the share of false discoveries that was let in; None where each test was held against alpha.
        thresholds: what p-values were held against then: with the target, and with what depends on it.
    """

    left_out: tuple[str, ...]
    rate: float | None = None
    thresholds: tuple[Threshold, ...] = ()

    @property
    def sentence(self) -> str:
        """By what, in half a sentence; empty where it was alpha."""
        if not self.thresholds:
            return ""
        with_target, *with_near = (f"p > {one.digits}" for one in self.thresholds)
        tests = " and ".join(f"{one.tests:,}" for one in self.thresholds)
        farther = f" with the target, {with_near[0]} with what depends on it" if with_near else ""
        many = "thresholds" if with_near else "threshold"
        return (
            f"{with_target}{farther}: the Benjamini–Yekutieli {many} for {100 * (self.rate or 0):g} % false "
            f"discoveries among {tests} tests"
        )

    def as_json(self) -> dict[str, Any]:
        """For result files."""
        return {
            "rate": self.rate,
            "thresholds": [{"p": one.value, "tests": one.tests} for one in self.thresholds],
        }


class Preselecting:
    """Keeps what may have to do with the target; without a test, the usual one of such data asks.

    With a `rate` the tests with the target are judged together, and so are those with the columns that depend
    on it (see `elcs_gui.ci.false_discoveries`); `thresholds` are what they were held against.
    """

    def __init__(self, target: str, test: str | None, alpha: float, rate: float | None = None) -> None:
        self._target, self._test, self._alpha, self._rate = target, test, alpha, rate
        self.thresholds: list[Threshold] = []

    def __call__(self, columns: tuple[str, ...], pairs: Pairs) -> Sequence[int]:
        self.thresholds = []
        of_target = position(self._target, columns, "the data")
        others = [variable for variable in range(len(columns)) if variable != of_target]
        p = self._p_values(pairs, of_target, others)
        near = [other for other, linked in zip(others, self._linked(p), strict=True) if linked]
        if not near:
            by = Preselection((), self._rate, tuple(self.thresholds)).sentence or f"p > {self._alpha:g}"
            none = f"No column depends on {quoted(self._target)} ({by})"
            raise NothingLeft(f"{none}: there is nothing left to learn from.")
        kept = {of_target, *near}
        farther = [other for other in others if other not in kept]
        if self._rate is not None:
            found = np.array([self._p_values(pairs, one, farther) for one in near]).reshape(-1, len(farther))
            linked = self._linked(found.ravel()).reshape(found.shape).any(axis=0)
            return sorted([*kept, *np.array(farther)[linked].tolist()])
        for one in near:
            left = [other for other in farther if other not in kept]
            linked = self._linked(self._p_values(pairs, one, left))
            kept.update(other for other, is_linked in zip(left, linked, strict=True) if is_linked)
        return sorted(kept)

    def _linked(self, p: NDArray[np.float64]) -> NDArray[np.bool_]:
        """Which are not independent, or cannot be told from what is."""
        if self._rate is None or not len(p):
            return ~(p > self._alpha)
        together = judged(p, -p, self._rate)
        self.thresholds.append(together.threshold)
        linked = np.isnan(p)
        linked[list(together.counting)] = True
        return linked

    def _p_values(self, pairs: Pairs, one: int, others: Sequence[int]) -> NDArray[np.float64]:
        asked: list[Pair] = [(one, other) for other in others]
        return np.array([self._p_value(data) for data in pairs(asked)])

    def _p_value(self, data: Dataset) -> float:
        """nan where the data cannot tell."""
        asked = make_test(self._test or usual(Needs.of(data)).id, data, None)
        statistic, df = asked.measure(Question(0, 1))
        if math.isnan(statistic):
            return math.nan
        return float(asked.distribution.p_values(np.array([statistic]), np.array([df], dtype=np.int32))[0])
