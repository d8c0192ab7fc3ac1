"""Alphas as numbers for people, written short or exactly."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from decimal import Decimal
from itertools import pairwise

PLAIN_FROM = 0.0005
"""From here on numbers are written plainly, as p-values are; below with an exponent."""
MOST_DIGITS = 17


def alpha_text(alpha: float) -> str:
    """An alpha with all its digits: who types it gets the very same run."""
    if alpha >= PLAIN_FROM:
        return format(Decimal(repr(alpha)).normalize(), "f")
    return _with_exponent(repr(alpha) if "e" in repr(alpha) else f"{Decimal(repr(alpha)).normalize():e}")


@dataclass(frozen=True)
class Figures:
    """Writes boundaries with as many digits as tell all of them apart: three, or two beside an exponent."""

    digits: int = 3

    @classmethod
    def of(cls, boundaries: Iterable[float]) -> Figures:
        apart = sorted(set(boundaries))
        digits = 3
        while digits < MOST_DIGITS and _some_alike(cls(digits), apart):
            digits += 1
        return cls(digits)

    def text(self, boundary: float) -> str:
        if boundary >= PLAIN_FROM:
            return format(Decimal(f"{boundary:.{self.digits}g}"), "f")
        return _with_exponent(f"{boundary:.{self.digits - 2}e}")


def _some_alike(figures: Figures, values: Sequence[float]) -> bool:
    return any(figures.text(a) == figures.text(b) for a, b in pairwise(values))


def _with_exponent(text: str) -> str:
    mantissa, _, exponent = text.partition("e")
    if "." in mantissa:
        mantissa = mantissa.rstrip("0").rstrip(".")
    return f"{mantissa}e−{abs(int(exponent))}"
