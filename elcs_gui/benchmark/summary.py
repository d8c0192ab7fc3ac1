"""Rows of means: what the results of a benchmark come to, beside the paper's figures.

As in the paper, the targets of a data set are averaged first; mean and standard deviation are those over the
data sets.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from statistics import fmean, stdev

from elcs_gui.algorithms.registry import ALGORITHMS
from elcs_gui.benchmark.measures import MEASURES, Measure
from elcs_gui.benchmark.paper import COUNTED, OWN, Figure, paper_figures
from elcs_gui.benchmark.plan import Cell, Plan
from elcs_gui.benchmark.results import DONE, FAILED, STOPPED, RunResult


class Mark(Enum):
    """How a figure compares with the paper's."""

    WITHIN = "≈"
    """Not farther than one standard deviation of the paper."""
    BETTER = "▲"
    WORSE = "▽"


@dataclass(frozen=True)
class SummaryRow:
    """One algorithm on one network, of one size.

    Attributes:
        figures: by measure, over the sets that have any run with it.
        sets: data sets with runs that are over.
        done, stopped, failed: runs.
        reason: why the first that failed did.
        expected: runs that the plan has; 0 where it has them no more.
        targets, variables: how many variables are targets, and out of how many; 0 where no plan says.
        origins: where its data come from, in words, each once.
        paper: the figures that the paper prints.
        empty: nothing was found at any target that has something to be found.
    """

    network: str
    rows: int
    algorithm: str
    figures: Mapping[str, Figure]
    sets: int
    done: int
    stopped: int
    failed: int
    reason: str
    expected: int
    targets: int
    variables: int
    origins: tuple[str, ...]
    paper: Mapping[str, Figure]
    empty: bool = False

    @property
    def title(self) -> str:
        """The algorithm's name."""
        known = ALGORITHMS.get(self.algorithm)
        return self.algorithm if known is None else known.title

    @property
    def trouble(self) -> str:
        """What is missing of it, in words; empty where nothing is."""
        parts = []
        if self.stopped:
            parts.append(f"{self.stopped:,} stopped")
        if self.failed:
            parts.append(f"{self.failed:,} failed")
        return ", ".join(parts)

    @property
    def complete(self) -> bool:
        """Nothing of it is to be waited for."""
        return self.done + self.stopped + self.failed >= self.expected

    def mark(self, id: str) -> Mark | None:
        """Against the paper; None where either has no figure, and for what cannot be compared.

        Whoever finds nothing errs in nothing: that is never better.
        """
        measure = MEASURES[id]
        ours, theirs = self.figures.get(id), self.paper.get(id)
        if ours is None or theirs is None or not measure.compared:
            return None
        apart = _as_printed(measure, ours.mean) - theirs.mean
        if abs(apart) <= (theirs.std or 0.0) + _HALF_A_UNIT * (not measure.whole):
            return Mark.WITHIN
        if apart * measure.better < 0:
            return Mark.WORSE
        return None if self.empty else Mark.BETTER


_HALF_A_UNIT = 1e-9
"""Of rounding: figures are compared with as many decimals as the paper prints."""


def _as_printed(measure: Measure, value: float) -> float:
    return value if measure.whole else round(value, 2)


def summarise(
    results: Iterable[RunResult], plan: Plan | None = None, cells: Sequence[Cell] = ()
) -> list[SummaryRow]:
    """A row for each algorithm, network and size, in the order of the plan's cells, then as results came."""
    by_row: dict[tuple[str, int, str], list[RunResult]] = {}
    planned: dict[tuple[str, int, str], list[Cell]] = defaultdict(list)
    for cell in cells:
        key = (cell.data.network, cell.data.rows, cell.algorithm)
        by_row.setdefault(key, [])
        planned[key].append(cell)
    asked_for = {key: {*some[0].targets} for key, some in planned.items()}
    for result in results:
        found = result.key
        key = (found.network, found.rows, found.algorithm)
        # Of a plan that had more targets before, algorithms are compared on those that all have now.
        if key not in asked_for or found.target in asked_for[key]:
            by_row.setdefault(key, []).append(result)
    order = {name: place for place, name in enumerate(() if plan is None else plan.algorithms)}
    networks = {key[0]: place for place, key in reversed(list(enumerate(by_row)))}
    sizes = {key[1]: place for place, key in reversed(list(enumerate(by_row)))}

    def place(key: tuple[str, int, str]) -> tuple[int, int, int]:
        return networks[key[0]], sizes[key[1]], order.get(key[2], len(order))

    return [_row(key, by_row[key], planned[key]) for key in sorted(by_row, key=place)]


def _row(key: tuple[str, int, str], results: Sequence[RunResult], cells: Sequence[Cell]) -> SummaryRow:
    states = [result.state for result in results]
    sets = sorted({result.key.set for result in results})
    figures = {}
    for id in MEASURES:
        by_set: dict[int, list[float]] = defaultdict(list)
        for result in results:
            if result.state == DONE and id in result.figures:
                by_set[result.key.set].append(result.figures[id])
        if by_set:
            figures[id] = _figure(id, list(by_set.values()))
    return SummaryRow(
        *key,
        figures,
        len(sets),
        states.count(DONE),
        states.count(STOPPED),
        states.count(FAILED),
        next((result.note for result in results if result.state == FAILED), ""),
        sum(len(cell.targets) for cell in cells),
        *((len(cells[0].targets), cells[0].variables) if cells else (0, 0)),
        tuple(dict.fromkeys(result.origin for result in results)),
        paper_figures(*key),
        _found_nothing(results),
    )


_SHARES = ("arrp", "arrr", "precision", "recall")
"""Of an empty answer 0, or 1 where there is nothing to be found."""


def _found_nothing(results: Sequence[RunResult]) -> bool:
    """Is every answer empty? Of those where there is nothing to be found, nobody can tell."""
    told = [
        [result.figures[id] for id in _SHARES if id in result.figures]
        for result in results
        if result.state == DONE
    ]
    found = [shares for shares in told if shares and min(shares) < 1]
    wrong = any(result.figures.get("fdr", 0.0) > 0 for result in results if result.state == DONE)
    return bool(found) and not wrong and all(max(shares) == 0 for shares in found)


def _figure(id: str, by_set: Sequence[Sequence[float]]) -> Figure:
    if id == "memory":
        return Figure(max(map(max, by_set)))
    means = list(map(fmean, by_set))
    return Figure(fmean(means), stdev(means) if len(means) > 1 else None)


@dataclass(frozen=True)
class Check:
    """Is a figure of the paper's own algorithms as good here as it says?

    Attributes:
        bound: the worst that counts as good.
    """

    row: SummaryRow
    measure: Measure
    ours: float
    bound: float
    judged: bool
    """False: reported only, as for the number of tests of the blanket learners."""

    @property
    def holds(self) -> bool:
        ours = _as_printed(self.measure, self.ours)
        return (ours - self.bound) * self.measure.better >= -_HALF_A_UNIT


MOST_TESTS = 1.2
"""Times the paper's number."""


def checks(rows: Iterable[SummaryRow]) -> list[Check]:
    """Of rows that are complete: SHD, FDR, ArrR and F1 not worse than one standard deviation from the paper's
    mean, tests at most 1.2 times."""
    found = []
    for row in rows:
        if row.algorithm not in OWN or not row.complete:  # what is done first may be the easy part
            continue
        for id in ("shd", "fdr", "arrr", "f1", "requested"):
            ours, theirs = row.figures.get(id), row.paper.get(id)
            if ours is None or theirs is None:
                continue
            measure = MEASURES[id]
            if id == "requested":
                bound, judged = MOST_TESTS * theirs.mean, row.algorithm in COUNTED
            else:
                bound, judged = theirs.mean - measure.better * (theirs.std or 0.0), True
            found.append(Check(row, measure, ours.mean, bound, judged))
    return found
