"""Carries out the cells of a benchmark in processes of their own.

So a run that takes too long can be ended whatever it is doing, and one that dies takes nothing with it: what
is left of its cell goes on in a new process. A process goes from cell to cell as long as the most memory of
each can be told from that of those before it; else each cell gets a new one.

Every target is learnt with an empty tape: seconds are those of the run by itself, as in the paper. (A graph
of all variables is learnt once: its tests and seconds count for every target.) *Computed* are the different
questions among those it asks, which is the same number whether or not answers are shared with other targets.
What all runs share is made before any clock starts: the data in memory, the compiled kernel.
"""

from __future__ import annotations

import signal
import sys
import time
from collections import Counter, deque
from collections.abc import Callable, Generator, Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass, field, replace
from functools import lru_cache
from multiprocessing import get_context
from multiprocessing.connection import Connection, wait
from multiprocessing.context import SpawnProcess
from pathlib import Path

from elcs_gui.algorithms.learning import Learnt, learn
from elcs_gui.algorithms.registry import Algorithm, find_algorithm
from elcs_gui.benchmark.catalogue import DataSet
from elcs_gui.benchmark.measures import RIGHTNESS
from elcs_gui.benchmark.plan import Cell, Plan, RunKey
from elcs_gui.benchmark.results import DONE, FAILED, STOPPED, RunResult
from elcs_gui.ci import compiled
from elcs_gui.ci.registry import find_test
from elcs_gui.data.dataset import Dataset
from elcs_gui.data.network import Network
from elcs_gui.errors import ElcsError
from elcs_gui.parallel.process_pool import HEARTBEAT, end_with_parent, holding_back_ctrl_c
from elcs_gui.storage.study import Study
from elcs_gui.trace.metrics import Truth, measure, truth_for
from elcs_gui.trace.outcome import seen_from
from elcs_gui.trace.run import Cancelled
from elcs_gui.trace.trace import Header, Trace

_GRACE = 1.0
"""Seconds that a process has to end by itself; then it is killed."""
_IN_A_ROW = 3
"""Runs on the same data that are stopped one after the other; then the rest of them is not tried."""
_NOT_TRIED = "not tried: those before it took too long"
_DIED = "its process ended by itself, perhaps for want of memory"


class _Ready:
    """A process has read what it needs: its first run begins."""


@dataclass(frozen=True)
class _Over:
    """A cell is done; can the process take another one?"""

    goes_on: bool


_Told = RunResult | ElcsError | _Ready | _Over
"""What a process says; an error: nothing can be done with this data."""


@dataclass(eq=False)
class _Member:
    """A process, its cell with the runs it still owes, and since when it is at the first of these."""

    process: SpawnProcess
    pipe: Connection
    leash: Connection
    cell: Cell | None = None
    left: deque[RunKey] = field(default_factory=deque)
    since: float | None = None
    """None while it is reading."""
    over: bool = False
    """It takes no further cell."""

    def give(self, cell: Cell) -> None:
        self.cell, self.left, self.since = cell, deque(cell.runs()), None
        with suppress(OSError):  # it has ended: that is heard where its answers are
            self.pipe.send(cell)

    def next_over(self, state: str, seconds: float | None = None, note: str = "") -> RunResult:
        """The run it is at ended like this."""
        assert self.cell is not None
        figures = {} if seconds is None else {"seconds": seconds}
        return RunResult(self.left.popleft(), self.cell.data.origin, state, figures, note)


def measured_by_crew(
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
    crew: list[_Member] = []
    stopped = StoppedRuns()
    stopped.add(before)
    limit = plan.limit
    try:
        while to_do or any(member.cell for member in crew):
            while to_do and len(crew) < jobs:
                with holding_back_ctrl_c():
                    crew.append(_start(plan))
            for member in crew:
                while to_do and member.cell is None:
                    cell = to_do.popleft()
                    if stopped.is_hopeless(cell):
                        yield from not_tried(cell, limit)
                    else:
                        member.give(cell)
            ready = wait([member.pipe for member in crew], HEARTBEAT)
            for member in tuple(crew):
                results = _heard(member) if member.pipe in ready else _watched(member, limit)
                stopped.add(results)
                if member.over:
                    crew.remove(member)
                    _end([member])
                    if member.cell is not None and member.left:
                        left = tuple(key.target for key in member.left)
                        to_do.appendleft(replace(member.cell, targets=left))
                yield from results
            waiting()
    finally:
        with holding_back_ctrl_c():
            _end(crew)


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
            member.since = time.monotonic()
            if isinstance(told, ElcsError):
                raise told
            if isinstance(told, RunResult):
                member.left.popleft()
                results.append(told)
            elif isinstance(told, _Over):
                member.cell, member.over = None, not told.goes_on
    except (EOFError, OSError):
        if member.since is None:
            raise ElcsError("A process of this work could not begin: is there enough memory?") from None
        member.over = True
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
    member.process.kill()
    member.over = True
    return [member.next_over(STOPPED, seconds)]


def _start(plan: Plan) -> _Member:
    # Not forked: a fork would copy the threads' locks of whoever calls, in whatever state they are.
    context = get_context("spawn")
    ours, theirs = context.Pipe()
    held, worn = context.Pipe()
    process = context.Process(target=_serve, args=(theirs, worn, plan), name="elcs bench", daemon=True)
    process.start()
    theirs.close()  # theirs alone now, so that we see it close
    worn.close()
    return _Member(process, ours, held)


def _end(crew: Iterable[_Member]) -> None:
    members = tuple(crew)
    for member in members:
        member.leash.close()
        member.pipe.close()
    patience = time.monotonic() + _GRACE
    for member in members:
        member.process.join(max(patience - time.monotonic(), 0))
        if member.process.is_alive():
            member.process.kill()
            member.process.join()
        member.process.close()


def _serve(pipe: Connection, leash: Connection, plan: Plan) -> None:
    """The loop of a process: cells come, results go."""
    end_with_parent(leash)
    # Ctrl+C reaches every process; only the first one answers it.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    compiled.warm_up()
    load = lru_cache(maxsize=1)(DataSet.load)  # algorithm after algorithm has the same data
    peak = PeakMemory()
    with suppress(EOFError, OSError):  # nobody is listening any more
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


class Learner:
    """One algorithm on one data set, for any target.

    Without `peak`, nothing is told of memory.
    """

    def __init__(
        self, plan: Plan, cell: Cell, loaded: tuple[Dataset, Network], peak: PeakMemory | None = None
    ) -> None:
        data, network = loaded
        self._peak = peak
        self._graph: tuple[Learnt, float] | None = None
        study = Study(cell.data.network, data, network, plan.test)
        self._origin = cell.data.origin
        self._header: Header = plan.header(study, cell.algorithm)
        self._truth: list[Truth] = truth_for(network, self._header.names)
        self._evidence = study.evidence(self._header)
        find_test(plan.test).distribution.critical(plan.alpha, 2)  # loads what it takes

    def learn(self, key: RunKey, limit: float | None = None) -> RunResult:
        """One target, as if it were the only one; after `limit` seconds it ends at its next question."""
        try:
            figures = self._figures(key, limit)
            return RunResult(key, self._origin, DONE if len(figures) > 1 else STOPPED, figures)
        except ElcsError as error:
            return RunResult(key, self._origin, FAILED, note=str(error))
        except MemoryError:
            return RunResult(key, self._origin, FAILED, note="there is not enough memory")

    def _figures(self, key: RunKey, limit: float | None) -> dict[str, float]:
        target = self._header.names.index(key.target)
        algorithm = find_algorithm(key.algorithm)
        learnt, seconds = self._learn(target, algorithm, limit)
        outcome = learnt.outcome
        if outcome is None:
            return {"seconds": seconds}
        if outcome.whole:
            outcome = seen_from(outcome, target)
        tells = {
            "arrows": outcome.members is None and bool(algorithm.rules),
            "blanket": algorithm.finds_spouses,
        }
        metrics = measure(outcome, self._truth[target])
        figures = {each.id: each.of(metrics) for each in RIGHTNESS if tells[each.about]}
        if learnt.counts.requested:
            figures |= {"requested": learnt.counts.requested, "computed": learnt.counts.performed}
        memory = {} if self._peak is None else {"memory": self._peak.megabytes()}
        return figures | {"seconds": seconds} | memory

    def _learn(self, target: int, algorithm: Algorithm, limit: float | None) -> tuple[Learnt, float]:
        """And how long it took. A graph of all variables is learnt once: it is the same for every target."""
        if self._graph is not None:
            return self._graph
        self._evidence.forget()
        started = time.perf_counter()

        def listen(trace: Trace) -> None:  # noqa: ARG001  what every listener gets
            if limit is not None and time.perf_counter() - started > limit:
                raise Cancelled

        listener = None if limit is None else listen
        header = replace(self._header, target=target)
        learnt = learn(self._evidence, header, record=False, listener=listener)
        found = learnt, time.perf_counter() - started
        if algorithm.learns_graph:
            self._graph = found
        return found


class PeakMemory:
    """The most memory that this process has had since it was last reset, as far as the system can do that."""

    _CLEAR, _STATUS = Path("/proc/self/clear_refs"), Path("/proc/self/status")
    _KEPT = 32.0
    """MB that may be left of what went before: more, and a new process is better."""

    def __init__(self) -> None:
        self._first = self._told("VmRSS")
        self._resets = False

    def reset(self) -> None:
        """From now on; where that cannot be, from the start of the process."""
        with suppress(OSError):
            self._CLEAR.write_text("5")  # Linux: the peak is what is held now
            self._resets = True

    def goes_on(self) -> bool:
        """Can it be reset once more, with nothing left of what went before?"""
        now = self._told("VmRSS")
        return self._resets and now is not None and self._first is not None and now < self._first + self._KEPT

    def megabytes(self) -> float:
        """0 where nobody tells."""
        told = self._told("VmHWM")
        if told is not None:
            return told
        try:
            import resource
        except ImportError:  # Windows
            return 0.0
        most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
        return most / 1e6 if sys.platform == "darwin" else most / 1e3

    def _told(self, name: str) -> float | None:
        with suppress(OSError):
            for line in self._STATUS.read_text().splitlines():
                if line.startswith(name):
                    return int(line.split()[1]) / 1e3
        return None
