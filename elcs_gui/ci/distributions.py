"""Reference distributions: which statistic is large enough, and the p-value of those that are shown.

Only `scipy.special` is imported, and only when first needed: `scipy.stats` costs a second and a half.
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
        from scipy.special import chdtrc

        p: Floats = chdtrc(np.maximum(df, 1).astype(np.float64), statistic)
        p[(df == 0) & ~np.isnan(statistic)] = 1.0
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
    from scipy.special import chdtri

    table = np.empty(size)
    table[0] = np.inf
    table[1:] = chdtri(np.arange(1, size, dtype=np.float64), alpha)
    table.flags.writeable = False
    return table
