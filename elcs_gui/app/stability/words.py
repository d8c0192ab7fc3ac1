"""Stability in words: what each kind of repetition is, how far it is, and what came of it. Without Qt."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from elcs_gui.app.kit.time_words import time_left
from elcs_gui.ci.asking import TOO_FEW_ROWS
from elcs_gui.inquiry.stability import Frequency, Stability

PURPOSE = "Repeat this run on resampled data, and count how often each finding comes back."
SAME_SEED = "The same seed gives the same result, with any number of processes."


@dataclass(frozen=True)
class Kind:
    """A kind of repetition as it is offered: by which name, what is done, and what to keep in mind."""

    id: str
    title: str
    done: str
    caution: str

    @property
    def explained(self) -> str:
        return f"{self.done} {self.caution}"


KINDS = (
    Kind(
        "bootstrap",
        "Bootstrap",
        "Each time as many rows as the data have, drawn with replacement.",
        "Rows drawn twice count twice, so it favours links: some come up that the data do not show, the more "
        "so the more levels there are.",
    ),
    Kind(
        "subsample",
        "Half samples",
        "Each time half of the rows, none twice.",
        "Tests keep their level, but half of the rows find less and leave more tests unreliable.",
    ),
    Kind(
        "column-order",
        "Column order",
        "Each time the same data with their columns shuffled.",
        "What does not come back was decided by the order of the columns, not by the data.",
    ),
)

SECONDS_A_TEST = 10e-6
"""About what a test takes, of 5,000 rows."""
_MORE_TESTS = {"bootstrap": 1.7, "subsample": 0.8}
"""Tests of such a replicate for each of the run itself; they find more links, or fewer."""
START_UP = 3.0
"""Seconds until a further process is of use: it has to import first."""
WORTH = 2.0
"""Seconds that must be saved before more than one process is started by itself."""
MOST_PROCESSES = 8


def expected_seconds(tests: int, replicates: int, kind: str) -> float:
    """About how long it takes in one process, where the run itself asks for so many tests."""
    return tests * replicates * _MORE_TESTS.get(kind, 1.0) * SECONDS_A_TEST


def most_processes(cores: int) -> int:
    """One core is left for the window."""
    return max(1, min(MOST_PROCESSES, cores - 1))


def processes_for(seconds: float, cores: int) -> int:
    """How many processes are soonest done with so many seconds of work; 1 unless it clearly pays."""
    best = most_processes(cores)
    saved = seconds - (START_UP + seconds / best)
    return best if best > 1 and saved >= WORTH else 1


def interval(frequency: Frequency) -> str:
    """Wilson's interval: "79–92 %"."""
    low, high = (round(100 * bound) for bound in frequency.interval)
    return f"{low}–{high} %"


def same_answer(found: Stability) -> str:
    """The sentence about the whole answer."""
    if not found.done:
        return "No replicate is done yet."
    frequency = found.same_answer
    same = f"The whole answer came back in {found.same:,} of {found.done:,} ({interval(frequency)})"
    return f"{same}, but most tests had {TOO_FEW_ROWS}." if found.too_few_rows else f"{same}."


def state(found: Stability, *, running: bool) -> str:
    """Whether that is all of it."""
    done = f"{found.done:,} of {found.asked:,} replicates"
    if running:
        return f"{done} so far"
    if not found.complete:
        return f"Cancelled after {done}: the intervals are wider for it"
    return f"{found.done:,} {'replicate' if found.done == 1 else 'replicates'}, seed {found.seed}"


def progress(done: int, asked: int, seconds: float) -> str:
    """How far it is: "37 of 100 replicates, about 4 s left"."""
    left = time_left(done, asked, seconds)
    return f"{done:,} of {asked:,} replicates" + (f", {left}" if left else "")


def listed(parts: Iterable[str]) -> str:
    """ "a", "a and b", "a, b and c"."""
    *front, last = parts
    return f"{', '.join(front)} and {last}" if front else last
