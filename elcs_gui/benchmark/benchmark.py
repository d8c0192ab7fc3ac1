"""A benchmark in its folder: begun, gone on with, and looked at.

The folder holds `plan.json`, `results.csv` (a line a run, appended as they come), and, when it is over or
stopped, `table.txt`, `table.md` and `report.html`.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path

from elcs_gui.benchmark.cluster import measured
from elcs_gui.benchmark.paper import paper_tests
from elcs_gui.benchmark.plan import Cell, Plan, RunKey, cells_of
from elcs_gui.benchmark.results import DONE, FAILED, STOPPED, ResultsWriter, RunResult, read_results
from elcs_gui.errors import DataError
from elcs_gui.parallel.cluster import Place

Tell = Callable[["Progress"], None]
"""Hears of every run that is over, and now and then while nothing is; what it raises ends the work."""

_AGAIN = 1.01
"""A run that was stopped is tried again when the limit is longer than what it had, by more than rounding."""


@dataclass
class Progress:
    """How far a benchmark is.

    Attributes:
        total: runs of the plan; `kept` of them were there when it began.
        last: the result that came last.
    """

    total: int
    kept: int = 0
    done: int = 0
    tests: int = 0
    last: RunResult | None = None
    seconds_left: float | None = None
    """About, as far as can be said."""


@dataclass
class _Forecast:
    """How long what is left will take, by kind of run: as measured, else by the paper's number of tests."""

    left: dict[tuple[str, int, str], int]
    jobs: int
    spent: dict[tuple[str, int, str], float] = field(default_factory=lambda: defaultdict(float))
    over: Counter[tuple[str, int, str]] = field(default_factory=Counter)
    seconds: float = 0.0
    tests: float = 0.0

    def add(self, result: RunResult) -> None:
        kind = _kind(result.key)
        self.left[kind] -= 1
        took = result.figures.get("seconds", 0.0)
        self.spent[kind] += took
        self.over[kind] += 1
        self.seconds += took
        self.tests += result.figures.get("requested", 0.0)

    def seconds_left(self) -> float | None:
        if not self.over:
            return None
        usual = self.seconds / self.over.total()
        a_test = self.seconds / self.tests if self.tests else None

        def expected(kind: tuple[str, int, str]) -> float:
            if self.over[kind]:
                return self.spent[kind] / self.over[kind]
            network, rows, algorithm = kind
            tests = paper_tests(network, rows, algorithm)
            return usual if tests is None or a_test is None else tests * a_test

        return sum(number * expected(kind) for kind, number in self.left.items() if number) / self.jobs


def _kind(key: RunKey) -> tuple[str, int, str]:
    return key.network, key.rows, key.algorithm


def begin(plan: Plan, folder: Path) -> None:
    """Make the folder, or see that its results fit to the plan; then the plan is that of the folder.

    Nothing is written where something the plan names is not to be had.
    """
    cells_of(plan)
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise DataError(f"'{folder}' cannot be made: {error.strerror or error}.") from error
    if has_plan(folder):
        plan.check_continues(Plan.load(folder), folder)
    plan.save(folder)


def has_plan(folder: Path) -> bool:
    """Was a benchmark begun there?"""
    from elcs_gui.benchmark.plan import FILE

    return (folder / FILE).exists()


def carry_out(folder: Path, *, place: Place, tell: Tell) -> Progress:
    """Do what is left of the plan of a folder; how far it came. Results are kept as they come."""
    plan = Plan.load(folder)
    cells = cells_of(plan)
    with ResultsWriter(folder) as writer:
        before = read_results(folder)
        kept = frozenset(key for key, result in before.items() if _stays(result, plan.limit))
        left = [rest for cell in cells if (rest := cell.without(kept)).targets]
        progress, forecast = _outset(cells, left, before, kept, place if isinstance(place, int) else 1)
        tell(progress)
        there = [before[key] for key in before if key in kept]
        with closing(measured(plan, left, place, lambda: tell(progress), there)) as results:
            for result in results:
                writer.append(result)
                forecast.add(result)
                progress.done += 1
                progress.tests += int(result.figures.get("requested", 0))
                progress.last = result
                progress.seconds_left = forecast.seconds_left()
                tell(progress)
    return progress


def _outset(
    cells: list[Cell],
    left: list[Cell],
    before: dict[RunKey, RunResult],
    kept: frozenset[RunKey],
    jobs: int,
) -> tuple[Progress, _Forecast]:
    """Where it begins; what is there already tells how long the rest may take."""
    ours = [key for cell in cells for key in cell.runs()]
    forecast = _Forecast(defaultdict(int), jobs)
    for key in ours:
        forecast.left[_kind(key)] += 1
    there = [before[key] for key in ours if key in kept]
    for result in there:
        forecast.add(result)
    tests = sum(int(result.figures.get("requested", 0)) for result in there)
    assert sum(len(cell.targets) for cell in left) == len(ours) - len(there)
    progress = Progress(len(ours), len(there), len(there), tests, seconds_left=forecast.seconds_left())
    return progress, forecast


def _stays(result: RunResult, limit: float | None) -> bool:
    """Need it not be done again? What failed may work now; what was stopped may have longer."""
    if result.state == FAILED:
        return False
    if result.state == STOPPED:
        return limit is not None and limit <= _AGAIN * result.figures.get("seconds", 0.0)
    return result.state == DONE
