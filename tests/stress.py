"""How often a test repeats itself: a few times in the suite, often where `tests/bench/stress.py` runs it."""

from __future__ import annotations

import os
from collections.abc import Iterable
from typing import TypeVar

VARIABLE = "ELCS_STRESS"
"""Set in the environment by whoever wants the repetitions."""
STRESSED = bool(os.environ.get(VARIABLE))

Case = TypeVar("Case")


def often(times: int, *, suite: int) -> int:
    """So many times, but in the suite only so many."""
    return times if STRESSED else suite


def many(cases: Iterable[Case], *, suite: Iterable[Case]) -> list[Case]:
    """The cases of the suite, and those that repeat what they show only where repetition is wanted."""
    return [*suite, *(cases if STRESSED else ())]
