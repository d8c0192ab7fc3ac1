"""Reference distributions: which statistic is large enough, and the p-value of those that are shown.

χ² of few degrees of freedom is summed here. For the rest `scipy.special` is imported when it is first needed:
that takes longer than most runs.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
Ints = NDArray[np.int32]

_SMALLEST = 1e-300

SUMMED_DF = 255
"""Up to so many degrees of freedom, χ² is summed term by term."""

_ORDINARY = 1e-100, 0.999
"""Between these, critical values are found by summing as well."""

_NO_CHANCE = 1400.0
"""Half a statistic from which on the chance is smaller than any number, for SUMMED_DF and less."""


@dataclass(frozen=True)
class Curve:
    """A law as it is drawn.

    Attributes:
        title: what it is called.
        density: at these values.
        first: where the axis begins.
        beyond: how far it goes on after the critical value, as a share of the way up to there.
    """

    title: str
    density: Callable[[Floats], Floats]
    first: float = 0.0
    beyond: float = 0.72


class Distribution(Protocol):
    """The law of a statistic under independence. The larger it is, the surer the dependence."""

    def critical(self, alpha: float, size: int) -> Floats:
        """For df = 0 .. size-1, the value a statistic must reach to count as dependent."""

    def p_values(self, statistic: Floats, df: Ints) -> Floats:
        """The chance of a statistic at least as large; nan stays nan."""

    def curve(self, df: int | None) -> Curve | None:
        """How it looks; None where no chance is involved. df is None for a test without."""


@dataclass(frozen=True)
class ChiSquare:
    """χ² with df degrees of freedom; df = 0 leaves no room for dependence: p = 1."""

    def critical(self, alpha: float, size: int) -> Floats:
        return _chi_square_critical(alpha, size)

    def p_values(self, statistic: Floats, df: Ints) -> Floats:
        summed = df <= SUMMED_DF
        p = np.empty(len(statistic))
        p[summed] = _summed_tail(statistic[summed], df[summed])
        if not summed.all():
            from scipy.special import chdtrc

            p[~summed] = chdtrc(df[~summed].astype(np.float64), statistic[~summed])
        return p

    def curve(self, df: int | None) -> Curve | None:
        assert df is not None
        half, bell = df / 2, df > 30
        scale = half * math.log(2) + math.lgamma(half)

        def density(at: Floats) -> Floats:
            with np.errstate(divide="ignore"):
                return np.asarray(np.exp((half - 1) * np.log(at) - at / 2 - scale))

        first = max(0.0, df - 4.5 * math.sqrt(2.0 * df)) if bell else 0.0
        return Curve(f"χ² with {df:,} df", density, first, 0.95 if bell else 0.66)


@dataclass(frozen=True)
class TwoSidedNormal:
    """The absolute value of a standard normal variable (Fisher's z)."""

    def critical(self, alpha: float, size: int) -> Floats:
        from scipy.special import ndtri, ndtri_exp

        if alpha < _SMALLEST:  # half of it may be 0
            return np.full(size, -float(ndtri_exp(math.log(alpha) - math.log(2))))
        return np.full(size, -float(ndtri(alpha / 2)))

    def p_values(self, statistic: Floats, df: Ints) -> Floats:  # noqa: ARG002  one interface for all
        from scipy.special import erfc

        return np.asarray(erfc(np.abs(statistic) / np.sqrt(2.0)), dtype=np.float64)

    def curve(self, df: int | None) -> Curve | None:  # noqa: ARG002  one interface for all
        return Curve("|z| of a standard normal", _folded_normal)


@dataclass(frozen=True)
class Certain:
    """The oracle's: statistic 1 where dependent and 0 where not, no chance involved."""

    def critical(self, alpha: float, size: int) -> Floats:  # noqa: ARG002  certain at any alpha
        return np.full(size, 0.5)

    def p_values(self, statistic: Floats, df: Ints) -> Floats:  # noqa: ARG002  one interface for all
        return np.full(len(statistic), np.nan)

    def curve(self, df: int | None) -> Curve | None:  # noqa: ARG002  one interface for all
        return None


def _folded_normal(at: Floats) -> Floats:
    return np.asarray(math.sqrt(2 / math.pi) * np.exp(-at * at / 2))


@lru_cache(maxsize=64)
def _chi_square_critical(alpha: float, size: int) -> Floats:
    table = np.empty(size)
    table[0] = np.inf
    df = np.arange(1, size, dtype=np.int32)
    summed = (df <= SUMMED_DF) & (_ORDINARY[0] <= alpha <= _ORDINARY[1])
    table[1:][summed] = _where_tail_is(alpha, df[summed])
    if not summed.all():
        from scipy.special import chdtri

        table[1:][~summed] = chdtri(df[~summed].astype(np.float64), alpha)
    table.flags.writeable = False
    return table


def _summed_tail(statistic: Floats, df: Ints) -> Floats:
    """The chance that χ² is at least as large; nan stays nan, df of 0 and less give 1.

    With h half the statistic it is the sum of e⁻ʰ·hⁱ/Γ(i + 1) over i = 0, 1, … < df/2 for even df, and of
    erfc(√h) and the same over i = ½, 1½, … < df/2 for odd ones. No term is negative, so no digits are lost.
    """
    h = np.clip(statistic / 2, 0, _NO_CHANCE)
    odd = (df % 2).astype(np.float64)
    terms = np.maximum(df // 2, 0)
    root = np.sqrt(h)
    # e⁻ʰ alone may be too small for a number where the sum is not: one half of it now, the other at the end.
    half = np.exp(-h / 2)
    term = np.where(odd > 0, half * root * (2 / math.sqrt(math.pi)), half)
    total = np.where(terms > 0, term, 0.0)
    for i in range(1, int(terms.max(initial=0))):
        term *= h / (i + odd / 2)
        total += np.where(terms > i, term, 0.0)
    total *= half
    rest = odd > 0
    total[rest] += [math.erfc(each) for each in root[rest].tolist()]
    total[h >= _NO_CHANCE] = 0.0
    total[df <= 0] = 1.0
    total[np.isnan(statistic)] = np.nan
    return np.asarray(np.minimum(total, 1.0))


def _where_tail_is(alpha: float, df: Ints) -> Floats:
    """The statistics that are reached with this chance: Newton's steps on its logarithm.

    They end well below what decides: a statistic nearer to its critical value is judged by its p-value.
    """
    k = df.astype(np.float64)
    # Where to begin: the cube root of χ²/k is nearly normal.
    normal = math.copysign(_normal_beyond(min(alpha, 1 - alpha)), 0.5 - alpha)
    at = k * np.maximum(1 - 2 / (9 * k) + normal * np.sqrt(2 / (9 * k)), 0.05) ** 3
    scale = k / 2 * math.log(2) + np.array([math.lgamma(each / 2) for each in df.tolist()])
    for _ in range(60):
        tail = np.maximum(_summed_tail(at, df), _SMALLEST)
        density = np.exp((k / 2 - 1) * np.log(at) - at / 2 - scale)
        step = tail * (np.log(tail) - math.log(alpha)) / np.maximum(density, _SMALLEST)
        at += np.clip(step, -at / 2, at + 1)
        if (np.abs(step) <= 1e-13 * at).all():
            break
    return np.asarray(at)


def _normal_beyond(chance: float) -> float:
    """About where a standard normal variable has this chance to lie beyond (Abramowitz, Stegun 26.2.23)."""
    t = math.sqrt(-2 * math.log(chance))
    above = 2.515517 + t * (0.802853 + t * 0.010328)
    return t - above / (1 + t * (1.432788 + t * (0.189269 + t * 0.001308)))
