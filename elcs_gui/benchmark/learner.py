"""One run of a benchmark: one algorithm learns one target, and is measured.

Every target is learnt with an empty tape: seconds are those of the run by itself, as in the paper. (A graph
of all variables is learnt once: its tests and seconds count for every target.) *Computed* are the different
questions among those it asks, which is the same number whether or not answers are shared with other targets.
"""

from __future__ import annotations

import sys
import time
from contextlib import suppress
from dataclasses import replace
from pathlib import Path

from elcs_gui.algorithms.learning import Learnt, learn
from elcs_gui.algorithms.registry import Algorithm, find_algorithm
from elcs_gui.benchmark.measures import RIGHTNESS
from elcs_gui.benchmark.plan import Cell, Plan, RunKey
from elcs_gui.benchmark.results import DONE, FAILED, STOPPED, RunResult
from elcs_gui.ci.registry import find_test
from elcs_gui.data.dataset import Dataset
from elcs_gui.data.network import Network
from elcs_gui.errors import ElcsError
from elcs_gui.storage.study import Study
from elcs_gui.trace.metrics import Truth, measure, truth_for
from elcs_gui.trace.outcome import seen_from
from elcs_gui.trace.run import Cancelled
from elcs_gui.trace.trace import Header, Trace


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
