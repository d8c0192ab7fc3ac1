"""Alphas read from a field, and laid along an axis."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass
from decimal import Decimal
from itertools import pairwise

from elcs_gui.app.kit.round_numbers import round_numbers
from elcs_gui.errors import ElcsError
from elcs_gui.inquiry.alpha_figures import MOST_DIGITS


def read_alpha(text: str) -> float:
    """What a user typed: 1e-6, 1e−6, 0.05 or 0,05."""
    try:
        return float(text.strip().replace("−", "-").replace(",", "."))
    except ValueError:
        raise ElcsError(f"'{text.strip()}' is no number: write an alpha like 0.05 or 1e-6.") from None


def roundest(low: float, high: float) -> float:
    """The alpha with the fewest digits from `low` on and below `high`; of several, the one in the middle."""
    middle = math.sqrt(low) * math.sqrt(high)
    for digits in range(MOST_DIGITS):
        found = [a for v in (low, middle, high) for a in _rounded(v, digits) if low <= a < high]
        if found:
            return min(found, key=lambda a: (abs(math.log(a / middle)), a))
    return low


def _rounded(value: float, decimals: int) -> list[float]:
    """The value with so many digits behind its first, and the two numbers beside it that have no more."""
    near = Decimal(f"{value:.{decimals}e}")
    unit = Decimal(1).scaleb(near.adjusted() - decimals)
    return [float(near - unit), float(near), float(near + unit)]


@dataclass(frozen=True)
class LogAxis:
    """Alphas from `low` to `high` along pixels from `left` to `right`."""

    low: float
    high: float
    left: float
    right: float

    def x(self, alpha: float) -> float:
        share = math.log(alpha / self.low) / math.log(self.high / self.low)
        return self.left + share * (self.right - self.left)

    def alpha(self, x: float) -> float:
        share = (x - self.left) / (self.right - self.left)
        alpha = self.low * math.exp(share * math.log(self.high / self.low))
        return min(max(alpha, self.low), self.high)

    def pick(self, x: float, pixels: float = 1.0) -> float:
        """The roundest alpha within so many pixels about x."""
        x = min(max(x, self.left), self.right)
        if x == self.right:
            return self.high
        return max(roundest(self.alpha(x - pixels / 2), self.alpha(x + pixels / 2)), self.low)

    def ticks(self, most: int = 9) -> list[float]:
        """Powers of ten, thinned out where there are many; in a short range twice and five times them too.

        Where the range is shorter still, round steps.
        """
        if self.high / self.low < 4:
            return round_numbers(self.low, self.high, 5)
        first, last = math.floor(math.log10(self.low)), math.ceil(math.log10(self.high))
        stride = max(1, math.ceil((last - first) / most))
        factors = (1, 2, 5) if math.log10(self.high / self.low) < 2 else (1,)
        powers = [e for e in range(first, last + 1) if e % stride == 0]
        found = [float(f"{factor}e{e}") for e in powers for factor in factors]
        # Rounding must not drop the ends.
        return [t for t in found if self.low * (1 - 1e-9) <= t <= self.high * (1 + 1e-9)]


def label_spot(left: float, right: float, cuts: Iterable[float], need: float) -> float | None:
    """The middle of the widest stretch between the lines that has room for a label; None if none has."""
    ends = [left, *sorted(cut for cut in cuts if left < cut < right), right]
    wide, middle = max((b - a, (a + b) / 2) for a, b in pairwise(ends))
    return middle if wide >= need else None
