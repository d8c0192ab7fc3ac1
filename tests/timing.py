"""How long something takes, whatever else the machine is doing."""

from __future__ import annotations

import time
from collections.abc import Callable

ATTEMPTS = 5


def seconds_of(work: Callable[[], object], enough: float = 0.0) -> float:
    """Of the processor, in this thread: the best of some attempts, up to the first that is `enough`.

    Another process may disturb one attempt, by taking the caches or half of the core, but hardly all.
    """
    best = float("inf")
    for _ in range(ATTEMPTS):
        start = time.thread_time()
        work()
        best = min(best, time.thread_time() - start)
        if best <= enough:
            break
    return best
