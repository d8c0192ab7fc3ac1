"""Round numbers to stand along an axis."""

from __future__ import annotations

import math


def round_step(least: float) -> float:
    """1, 2 or 5 times a power of ten, at least so large; 0 where there is no such number."""
    if not 1e-300 < least < 1e300:
        return 0.0
    power = 10.0 ** math.floor(math.log10(least))
    return next(factor * power for factor in (1, 2, 5, 10) if factor * power >= least * (1 - 1e-9))


def round_numbers(low: float, high: float, most: int) -> list[float]:
    """Numbers from low to high, a round step apart, in about so many steps.

    None where the step would be too small or too large to be told from nothing.
    """
    step = round_step(high / most - low / most)
    if not step or low + step == low or high - step == high:
        return []
    places = range(math.ceil(low / step - 1e-9), math.floor(high / step + 1e-9) + 1)
    found = (float(f"{place * step:.12g}") for place in places)
    return [number for number in found if low <= number <= high]


def number_text(number: float) -> str:
    """With six digits, or as many as such a number has; with a real minus."""
    short = f"{number:.6g}"
    return (short if float(short) == number else f"{number:.12g}").replace("-", "−")
