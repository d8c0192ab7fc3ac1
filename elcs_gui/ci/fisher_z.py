"""Fisher's z test of zero partial correlation, for continuous data.

Variables may determine one another: a column twice in two units, a sum beside its parts. What is then left to
correlate is decided by how much of a variable's variance the others leave unexplained:

- A member of Z that the others determine (or that does not vary) adds nothing and is dropped; |Z| counts
  those that are left, the *rank* of Z.
- An x that Z determines is a constant once Z is known, and a constant is independent of everything: r = 0.
  The same for y.
- Where what Z leaves of x determines what it leaves of y, the correlation is perfect: |r| = 1, p = 0.

Long data are correlated by running sums (`elcs_gui.data.columns.moments`), block by block: their rows may lie
on the disk. Those of all rows are taken once, while such rows are read.
"""

from __future__ import annotations

import math
from functools import cached_property
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from elcs_gui.ci.distributions import Distribution, TwoSidedNormal
from elcs_gui.ci.questions import PERFECT, UNRELIABLE_DF, Question
from elcs_gui.data.columns.moments import BLOCK, Moments, is_long, turned
from elcs_gui.data.dataset import Dataset
from elcs_gui.errors import DataError

Floats = NDArray[np.float64]

SINGULAR = 1e-10
"""With no eigenvalue at or below this, a correlation matrix can be inverted as it is."""

DETERMINED = 1e-12
"""A variable is determined by others that leave no larger share of its variance unexplained: they miss it by
a millionth of its standard deviation, which is rounding (of numbers of seven digits, or of a sum)."""

_LARGEST, _SMALLEST = 1e75, 1e-75
_FARTHEST = 1e6


class Correlation(NamedTuple):
    """A partial correlation; r is nan where the data cannot tell it."""

    r: float
    """Exactly 1 or -1 where it is perfect."""
    freedom: int
    """Rows minus the rank of Z minus 3."""
    determined: bool = False
    """Whether Z determines x or y, so that there is nothing left to correlate."""


class FisherZ:
    """|z| = √(n − |Z| − 3) · |artanh r| with r the partial correlation of x and y given Z.

    n are the rows in which x, y and all of Z are known; r is computed from them alone. |Z| counts no member
    that the others determine. Unreliable where n − |Z| − 3 ≤ 0 and where x or y does not vary.
    """

    distribution: Distribution = TwoSidedNormal()

    def __init__(self, data: Dataset) -> None:
        if data.values is None:
            raise DataError(f"{data.name} was read as discrete: Fisher's z needs continuous columns.")
        self.data = data
        self.rows = data.rows
        self.gaps = frozenset(data.gaps)
        self._values = data.values
        # Of columns without gaps the correlations are the same for every question.
        long = is_long(data.values)
        self.correlations = data.moments.correlations() if long else _correlations(data.values)

    @property
    def variables(self) -> int:
        return len(self.correlations)

    def available(self, question: Question) -> int:
        """The rows in which all that is asked about is known."""
        known = self._known(question)
        return self.rows if known is None else int(known.sum())

    def measure(self, question: Question) -> tuple[float, int]:
        r, freedom, _ = self.correlation(question)
        if math.isnan(r) or freedom <= 0:
            return math.nan, UNRELIABLE_DF
        if abs(r) == 1.0:
            return PERFECT, UNRELIABLE_DF
        return math.sqrt(freedom) * abs(math.atanh(r)), UNRELIABLE_DF

    def effect(self, question: Question) -> float:
        """The partial correlation without its sign, which the statistic does not keep."""
        return abs(self.correlation(question).r)

    def determined(self, question: Question) -> bool:
        """Whether Z determines x or y."""
        return self.correlation(question).determined

    def correlation(self, question: Question) -> Correlation:
        """The partial correlation behind the statistic."""
        among = [question.x, question.y, *question.z]
        known = self._known(question)
        rows = self.rows if known is None else int(known.sum())
        if rows <= 3:
            return Correlation(math.nan, rows - 3)
        if known is None:
            correlations = self.correlations[np.ix_(among, among)]
        else:
            correlations = _correlations(self._values, among, known)
        r = _partial_correlation(correlations)
        if not math.isnan(r) or not question.z:
            return Correlation(r, rows - len(question.z) - 3)
        columns = self._triangle[:, among] if known is None else _triangle(self._values, among, known)
        r, rank, determined = _rank_revealing(columns)
        return Correlation(r, rows - rank - 3, determined)

    @cached_property
    def _triangle(self) -> Floats:
        """All columns as few rows, for questions that need more than correlations."""
        return self.data.moments.triangle(self._values) if is_long(self._values) else _triangle(self._values)

    def _known(self, question: Question) -> NDArray[np.bool_] | None:
        """Which rows are available; None for all of them."""
        gaps = [variable for variable in (question.x, question.y, *question.z) if variable in self.gaps]
        return np.asarray(~np.isnan(self._values[gaps]).any(axis=0)) if gaps else None


def _correlations(
    values: Floats, among: list[int] | None = None, known: NDArray[np.bool_] | None = None
) -> Floats:
    """Of the variables `among` all, in the rows that are known; nan for those that do not vary or are not
    known throughout."""
    if is_long(values):
        return Moments.of(values, among, known).correlations()
    if among is not None:
        values = values[among][:, known]
    low, high = values.min(axis=1), values.max(axis=1)
    with np.errstate(invalid="ignore", divide="ignore", over="ignore"):
        size, spread = np.maximum(np.abs(low), np.abs(high)), high - low
        extreme = (size > _LARGEST) | (spread < _SMALLEST) | (spread * _FARTHEST < size)
        if (extreme & (low < high)).any():
            values = _scaled(values, low, high)
        correlations: Floats = np.atleast_2d(np.corrcoef(values))
    # A column that does not vary (a resample may hold one) tells nothing, but rounding can hide that.
    constant = low == high
    correlations[constant] = correlations[:, constant] = np.nan
    return correlations


def _scaled(values: Floats, low: Floats, high: Floats) -> Floats:
    """The columns from 0 to about 1, by steps that lose no digits: correlations stay as they are.

    Squares of what is very large or small leave the range of floats, and those of what lies far from 0 for
    how little it varies are all rounding.
    """
    _, exponent = np.frexp(np.maximum(np.abs(low), np.abs(high)))
    low, high = np.ldexp(low, -exponent), np.ldexp(high, -exponent)
    values = np.ldexp(values, -exponent[:, None]) - low[:, None]
    _, exponent = np.frexp(high - low)
    return np.asarray(np.ldexp(values, -exponent[:, None]))


def _partial_correlation(correlations: Floats) -> float:
    """Of the first two variables given the others; nan where the matrix is singular."""
    if len(correlations) == 2:
        return _whole(float(correlations[0, 1]))
    if np.isnan(correlations).any() or not np.linalg.eigvalsh(correlations)[0] > SINGULAR:
        return math.nan
    precision = np.linalg.inv(correlations)
    return float(-precision[0, 1] / math.sqrt(precision[0, 0] * precision[1, 1]))


def _whole(r: float) -> float:
    """A correlation, or 1 or -1 where no more of the variance is left than rounding leaves."""
    return math.copysign(1.0, r) if (1 - r) * (1 + r) <= DETERMINED else r


def _triangle(
    values: Floats, among: list[int] | None = None, known: NDArray[np.bool_] | None = None
) -> Floats:
    """The variables `among` all as columns, centred, scaled and turned so that they need few rows.

    Lengths and angles are kept, and with them all correlations, to twice as many digits as a matrix of
    correlations tells small remainders by. Columns with gaps are left as zeros.
    """
    if is_long(values):
        return Moments.of(values, among, known).triangle(values, among, known)
    if among is not None:
        values = values[among][:, known]
    scaled = _scaled(values, values.min(axis=1), values.max(axis=1))
    scaled -= scaled.mean(axis=1, keepdims=True)
    scaled[np.isnan(scaled[:, 0])] = 0.0  # by its mean, all of a column with gaps is nan
    return turned(scaled[:, start : start + BLOCK] for start in range(0, scaled.shape[1], BLOCK))


def _rank_revealing(columns: Floats) -> tuple[float, int, bool]:
    """The partial correlation of the first two centred columns given the others, the rank of those, and
    whether they determine one of the two.

    Gram-Schmidt with pivoting: of the others, always the one that is least explained so far is taken out of
    all columns, until all that is left of them is rounding. What is taken out has more than a millionth of
    its length left, so that directions are orthogonal to ten digits.
    """
    lengths = np.linalg.norm(columns, axis=0)
    if not (lengths[:2] > 0).all():
        return math.nan, 0, False
    left = columns / np.where(lengths > 0, lengths, 1.0)
    rank = 0
    while True:
        shares = (left[:, 2:] ** 2).sum(axis=0)
        pivot = 2 + int(np.argmax(shares))
        if shares[pivot - 2] <= DETERMINED:
            break
        direction = left[:, pivot] / np.linalg.norm(left[:, pivot])
        left = left - np.outer(direction, direction @ left)
        left[:, pivot] = 0.0
        rank += 1
    x, y = left[:, 0], left[:, 1]
    if min(x @ x, y @ y) <= DETERMINED:
        return 0.0, rank, True
    return _whole(float(x @ y / math.sqrt((x @ x) * (y @ y)))), rank, False
