"""Carries out the cells of a benchmark in processes of their own.

So a run that takes too long can be ended whatever it is doing, and one that dies takes nothing with it: what
is left of its cell goes on in a new process. A process goes from cell to cell as long as the most memory of
each can be told from that of those before it; else each cell gets a new one.

What all runs share is made before any clock starts: the data in memory.
"""

from __future__ import annotations

import time
from collections import Counter, deque
from collections.abc import Callable, Generator, Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass, field, replace
from functools import lru_cache
from multiprocessing.connection import Connection, wait

from elcs_gui.algorithms.registry import find_algorithm
from elcs_gui.benchmark.catalogue import DataSet
from elcs_gui.benchmark.learner import Learner, PeakMemory
from elcs_gui.benchmark.plan import Cell, Plan, RunKey
from elcs_gui.benchmark.results import FAILED, STOPPED, RunResult
from elcs_gui.errors import ElcsError
from elcs_gui.parallel.processes import HEARTBEAT, Started, end, holding_back_ctrl_c, start

_IN_A_ROW = 3
"""Runs on the same data that are stopped one after the other; then the rest of them is not tried."""
_NOT_TRIED = "not tried: those before it took too long"
_DIED = "its process ended by itself, perhaps for want of memory"
_DIED_READING = "its process ended while it read the data, perhaps for want of memory"


class _Begun:
    """A process is there, and reads what it is given."""


class _Ready:
    """It has read what it needs: its first run begins."""


@dataclass(frozen=True)
class _Over:
    """A cell is done; can the process take another one?"""

    goes_on: bool


_Told = RunResult | ElcsError | _Begun | _Ready | _Over
"""What a process says; an error: nothing can be done with this data."""


@dataclass(eq=False)
class _Member:
    """A process, its cell with the runs it still owes, and since when it is at the first of these."""

    started: Started
    cell: Cell | None = None
    left: deque[RunKey] = field(default_factory=deque)
    begun: bool = False
    since: float | None = None
    """None while it is reading."""
    over: bool = False
    """It takes no further cell."""

    @property
    def pipe(self) -> Connection:
        return self.started.pipe

    def give(self, cell: Cell) -> None:
        self.cell, self.left, self.since = cell, deque(cell.runs()), None
        with suppress(OSError):  # it has ended: that is heard where its answers are
            self.pipe.send(cell)

    def next_over(self, state: str, seconds: float | None = None, note: str = "") -> RunResult:
        """The run it is at ended like this."""
        assert self.cell is not None
        figures = {} if seconds is None else {"seconds": seconds}
        return RunResult(self.left.popleft(), self.cell.data.origin, state, figures, note)


def measured_by_processes(
    plan: Plan,
    cells: Iterable[Cell],
    jobs: int,
    waiting: Callable[[], None],
    before: Iterable[RunResult] = (),
) -> Generator[RunResult, None, None]:
    """The result of every run, as they come.

    A run over the plan's limit is stopped, and counts as that; `StoppedRuns` says which others then are,
    with a note.

    Args:
        waiting: called at least every `HEARTBEAT` seconds; it may raise.
        before: what is known already: on what took too long then, nothing is tried.

    Closing the iterator, or leaving it by an exception, ends the processes.
    """
    to_do = deque(cell for each in cells for cell in each.blocks())
    members: list[_Member] = []
    stopped = StoppedRuns()
    stopped.add(before)
    limit = plan.limit
    try:
        while to_do or any(member.cell for member in members):
            while to_do and len(members) < jobs:
                with holding_back_ctrl_c():
                    members.append(_Member(start(_serve, plan, name="elcs bench")))
            for member in members:
                while to_do and member.cell is None:
                    cell = to_do.popleft()
                    if stopped.is_hopeless(cell):
                        yield from not_tried(cell, limit)
                    else:
                        member.give(cell)
            ready = wait([member.pipe for member in members], HEARTBEAT)
            for member in tuple(members):
                results = _heard(member) if member.pipe in ready else _watched(member, limit)
                stopped.add(results)
                if member.over:
                    members.remove(member)
                    end([member.started])
                    if member.cell is not None and member.left:
                        left = tuple(key.target for key in member.left)
                        to_do.appendleft(replace(member.cell, targets=left))
                yield from results
            waiting()
    finally:
        end(member.started for member in members)


class StoppedRuns:
    """Counts runs that took too long, to say which others would.

    After three in a row (or one, of those that learn a graph of all variables) the other targets on the same
    data are hopeless; and where no run of the algorithm came to an end, so are other sets of that network and
    size.
    """

    def __init__(self) -> None:
        self._in_a_row: Counter[RunKey] = Counter()
        self._ended: set[RunKey] = set()

    def add(self, results: Iterable[RunResult]) -> None:
        for result in results:
            data = result.key._replace(target="")
            if result.state == STOPPED:
                self._in_a_row[data] += 1
            else:
                self._in_a_row[data] = 0
                self._ended.add(data._replace(set=0))

    def is_hopeless(self, cell: Cell) -> bool:
        data = next(cell.runs())._replace(target="")
        size = data._replace(set=0)
        enough = 1 if find_algorithm(cell.algorithm).learns_graph else _IN_A_ROW
        given_up = {data for data, count in self._in_a_row.items() if count >= enough}
        return data in given_up or (
            size not in self._ended and any(each._replace(set=0) == size for each in given_up)
        )


def not_tried(cell: Cell, limit: float | None) -> Iterator[RunResult]:
    figures = {} if limit is None else {"seconds": limit}
    for key in cell.runs():
        yield RunResult(key, cell.data.origin, STOPPED, figures, _NOT_TRIED)


def _heard(member: _Member) -> list[RunResult]:
    """What a process has said."""
    results = []
    try:
        while not member.over and member.pipe.poll():
            told: _Told = member.pipe.recv()
            member.begun = True
            member.since = None if isinstance(told, _Begun) else time.monotonic()
            if isinstance(told, ElcsError):
                raise told
            if isinstance(told, RunResult):
                member.left.popleft()
                results.append(told)
            elif isinstance(told, _Over):
                member.cell, member.over = None, not told.goes_on
    except (EOFError, OSError):
        if not member.begun:
            raise ElcsError("A process of this work could not begin: is there enough memory?") from None
        member.over = True
        while member.left and member.since is None:
            results.append(member.next_over(FAILED, note=_DIED_READING))
        if member.left:
            results.append(member.next_over(FAILED, note=_DIED))
    return results


def _watched(member: _Member, limit: float | None) -> list[RunResult]:
    """Nothing was heard of a process: has its run taken too long?"""
    if limit is None or member.since is None or not member.left:
        return []
    seconds = time.monotonic() - member.since
    if seconds <= limit:
        return []
    member.started.process.kill()
    member.over = True
    return [member.next_over(STOPPED, seconds)]


def _serve(pipe: Connection, plan: Plan) -> None:
    """The loop of a process: cells come, results go."""
    load = lru_cache(maxsize=1)(DataSet.load)  # algorithm after algorithm has the same data
    peak = PeakMemory()
    with suppress(EOFError, OSError):  # nobody is listening any more
        pipe.send(_Begun())
        while True:
            cell: Cell = pipe.recv()
            peak.reset()
            try:
                learner = Learner(plan, cell, load(cell.data), peak)
            except ElcsError as error:
                pipe.send(error)
                return
            pipe.send(_Ready())
            for key in cell.runs():
                pipe.send(learner.learn(key))
            del learner
            pipe.send(_Over(peak.goes_on()))
