"""How long something still takes, in words."""

from __future__ import annotations

_SOON = 0.5
"""Seconds before which nothing can be said."""


def time_left(done: int, of: int, seconds: float) -> str:
    """ "about 4 s left" after so many seconds for what is done; "" where that cannot be told."""
    if not 0 < done < of or seconds < _SOON:
        return ""
    left = seconds * (of - done) / done
    if left < 1:
        return "nearly done"
    return f"about {left:.0f} s left" if left < 90 else f"about {left / 60:.0f} min left"
