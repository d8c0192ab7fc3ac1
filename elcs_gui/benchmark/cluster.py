"""Carries out the cells of a benchmark on a cluster, or in the processes of this machine.

A worker of a cluster cannot be ended from outside, so there a run over the limit ends at its next question;
and it shares its memory with other work, so nothing is said of memory. All else is as on one machine. Data
are read here, and sent to the workers once.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache, partial

from elcs_gui.benchmark.catalogue import DataSet
from elcs_gui.benchmark.learner import Learner
from elcs_gui.benchmark.plan import Cell, Plan
from elcs_gui.benchmark.processes import StoppedRuns, measured_by_processes, not_tried
from elcs_gui.benchmark.results import RunResult
from elcs_gui.data.dataset import Dataset
from elcs_gui.data.network import Network
from elcs_gui.parallel.cluster import Place, Scheduler, made_at

_BLOCK = 50
"""Most targets of a cell that a worker has at a time."""

Loaded = Mapping[DataSet, tuple[Dataset, Network]]


def measured(
    plan: Plan,
    cells: Iterable[Cell],
    place: Place,
    waiting: Callable[[], None],
    before: Iterable[RunResult] = (),
) -> Generator[RunResult, None, None]:
    """The result of every run, as they come; see `measured_by_processes`."""
    if isinstance(place, Scheduler):
        return _measured_by_cluster(plan, cells, place, waiting)
    return measured_by_processes(plan, cells, place, waiting, before)


def _measured_by_cluster(
    plan: Plan, cells: Iterable[Cell], place: Scheduler, waiting: Callable[[], None]
) -> Generator[RunResult, None, None]:
    blocks = [
        replace(cell, targets=cell.targets[start : start + _BLOCK])
        for cell in cells
        for start in range(0, len(cell.targets), _BLOCK)
    ]
    if not blocks:
        return
    loaded = {data: data.load() for data in dict.fromkeys(block.data for block in blocks)}
    begin = partial(_begin, plan, blocks, loaded)
    for results in made_at(place, begin, range(len(blocks)), waiting, batch=1):
        yield from results


def _begin(plan: Plan, blocks: Sequence[Cell], loaded: Loaded) -> Callable[[int], list[RunResult]]:
    """In a worker: what carries out one block."""
    stopped = StoppedRuns()

    @lru_cache(maxsize=1)
    def learner(data: DataSet, algorithm: str) -> Learner:
        return Learner(plan, Cell(data, algorithm, ()), loaded[data])

    def carry_out(number: int) -> list[RunResult]:
        block = blocks[number]
        own = learner(block.data, block.algorithm)
        results: list[RunResult] = []
        for place, key in enumerate(block.runs()):
            if stopped.is_hopeless(block):
                rest = replace(block, targets=block.targets[place:])
                return [*results, *not_tried(rest, plan.limit)]
            results.append(own.learn(key, plan.limit))
            stopped.add(results[-1:])
        return results

    return carry_out
