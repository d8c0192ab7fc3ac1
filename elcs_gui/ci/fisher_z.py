"""Fisher's z test of zero partial correlation, for continuous data."""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

from elcs_gui.ci.distributions import Distribution, TwoSidedNormal
from elcs_gui.ci.questions import UNRELIABLE_DF, Question
from elcs_gui.data.dataset import Dataset
from elcs_gui.errors import DataError

SINGULAR = 1e-10
"""A correlation matrix whose smallest eigenvalue is below this tells nothing apart."""


class FisherZ:
    """|z| = √(n − |Z| − 3) · |artanh r| with r the partial correlation of x and y given Z.

    n are the rows in which x, y and all of Z are known; r is computed from them alone. Unreliable where
    n − |Z| − 3 ≤ 0, where one of x, y and Z does not vary, and where their correlation matrix is singular.
    """

    id = "fisher-z"
    distribution: Distribution = TwoSidedNormal()

    def __init__(self, data: Dataset) -> None:
        if data.values is None:
            raise DataError(f"{data.name} was read as discrete: Fisher's z needs continuous columns.")
        self.rows = data.rows
        self.gaps = frozenset(data.gaps)
        self._values = data.values
        # Of columns without gaps the correlations are the same for every question.
        self.correlations = _correlations(data.values)

    @property
    def variables(self) -> int:
        return len(self.correlations)

    def available(self, question: Question) -> int:
        """The rows in which all that is asked about is known."""
        known = self._known(question)
        return self.rows if known is None else int(known.sum())

    def measure(self, question: Question) -> tuple[float, int]:
        among = [question.x, question.y, *question.z]
        known = self._known(question)
        rows = self.rows if known is None else int(known.sum())
        freedom = rows - len(question.z) - 3
        if freedom <= 0:
            return math.nan, UNRELIABLE_DF
        if known is None:
            correlations = self.correlations[np.ix_(among, among)]
        else:
            correlations = _correlations(self._values[among][:, known])
        r = _partial_correlation(correlations)
        if math.isnan(r) or abs(r) >= 1.0:
            return math.nan, UNRELIABLE_DF
        return math.sqrt(freedom) * abs(math.atanh(r)), UNRELIABLE_DF

    def _known(self, question: Question) -> NDArray[np.bool_] | None:
        """Which rows are available; None for all of them."""
        gaps = [variable for variable in (question.x, question.y, *question.z) if variable in self.gaps]
        return np.asarray(~np.isnan(self._values[gaps]).any(axis=0)) if gaps else None


def _correlations(values: NDArray[np.float64]) -> NDArray[np.float64]:
    """Of all rows of `values`; nan for those that do not vary or are not known throughout."""
    with np.errstate(invalid="ignore", divide="ignore"):
        correlations: NDArray[np.float64] = np.atleast_2d(np.corrcoef(values))
    # A column that does not vary (a resample may hold one) tells nothing, but rounding can hide that.
    constant = values.min(axis=1) == values.max(axis=1)
    correlations[constant] = correlations[:, constant] = np.nan
    return correlations


def _partial_correlation(correlations: NDArray[np.float64]) -> float:
    """Of the first two variables given the others; nan where the matrix is singular."""
    if len(correlations) == 2:
        return float(correlations[0, 1])
    if np.isnan(correlations).any() or not np.linalg.eigvalsh(correlations)[0] > SINGULAR:
        return math.nan
    precision = np.linalg.inv(correlations)
    return float(-precision[0, 1] / math.sqrt(precision[0, 0] * precision[1, 1]))
