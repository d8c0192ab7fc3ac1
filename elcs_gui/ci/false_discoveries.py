"""Many p-values judged together, so that few of those that count as dependent do so by chance.

Benjamini and Yekutieli (2001): of m p-values the i smallest count, for the largest i where the i-th smallest
is not above i · rate / (m · (1 + 1/2 + … + 1/m)). Of those that count, a share of at most `rate` is then
expected to be false, however the tests depend on each other. Without the sum (Benjamini and Hochberg, 1995)
more would count, but only of tests that are independent, or depend on each other positively, is the same
known; the columns of a table may depend on each other in any way.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

TITLE = "Benjamini–Yekutieli threshold"


FIGURES = ("tests judged together", "threshold")
"""What is told of a judgement."""
NEAR = 1e-9
"""A p-value that is above its threshold by less than this part of it is only rounded otherwise."""


class Threshold(NamedTuple):
    """What the p-values of a round were held against, and how many there were."""

    tests: int
    value: float

    def admits(self, p: float) -> bool:
        """Does a test with this p count as dependent?"""
        return p <= self.value * (1 + NEAR)

    @property
    def digits(self) -> str:
        """The value, short."""
        return f"{self.value:.2g}".replace("e-0", "e-").replace("e-", "e−")

    def words(self, alpha: float) -> str:
        """The threshold in half a sentence, behind its value."""
        return f"the {TITLE} for a share of {alpha:g} false discoveries among {self.tests:,} tests"


def adjusted(p_values: NDArray[np.float64]) -> NDArray[np.float64]:
    """For each p-value the smallest rate at which it counts among all of them."""
    tests = len(p_values)
    order = np.argsort(p_values, kind="stable")
    scaled = p_values[order] * (tests * _harmonic(tests)) / np.arange(1, tests + 1)
    found = np.empty(tests)
    found[order] = np.minimum(np.minimum.accumulate(scaled[::-1])[::-1], 1.0)
    return found


def threshold(counting: int, tests: int, rate: float) -> Threshold:
    """What no p-value that counts is above, and all others are: of so many tests so many count.

    Where none counts, it is what the smallest would have had to reach.
    """
    return Threshold(tests, max(counting, 1) * rate / (tests * _harmonic(tests)) if tests else rate)


class Judged(NamedTuple):
    """Answers that were judged together, by their places; those without a p-value are not among them.

    Attributes:
        order: by p, the smallest first; then by strength, then as they stand.
        counting: those that count as dependent.
        threshold: what no p of those is above.
        rates: the largest rate in use or below at which one more or one less would count, and the smallest
            above it: between the two nothing changes.
    """

    order: tuple[int, ...]
    counting: frozenset[int]
    threshold: Threshold
    rates: tuple[float, float]


def judged(p_values: NDArray[np.float64], strengths: NDArray[np.float64], rate: float) -> Judged:
    """By p-values, of which those that are nan do not take part."""
    places = np.flatnonzero(~np.isnan(p_values))
    own = p_values[places]
    at = adjusted(own)
    counts = at <= rate
    order = places[np.lexsort((-strengths[places], own))]
    rates = float(at[counts].max(initial=0.0)), float(at[~counts].min(initial=np.inf))
    found = threshold(int(counts.sum()), len(places), rate)
    return Judged(tuple(order.tolist()), frozenset(places[counts].tolist()), found, rates)


def _harmonic(tests: int) -> float:
    return float(np.sum(1.0 / np.arange(1, tests + 1)))
