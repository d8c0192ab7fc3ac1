"""The work of `elcs run`: one target, or all of them in one process or several."""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable, Generator
from contextlib import closing
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import Any

from elcs_gui.algorithms.learning import learn
from elcs_gui.ci.evidence import Evidence
from elcs_gui.commands.options.arguments import evidence_for, header_for
from elcs_gui.inquiry.process_pool import made_by_crew
from elcs_gui.storage.study import Study
from elcs_gui.storage.trace_file import write_trace
from elcs_gui.trace.metrics import Truth, measure, truth_for
from elcs_gui.trace.result import as_json
from elcs_gui.trace.run import Listener
from elcs_gui.trace.trace import Header, Trace

MOST_ANSWERS = 6_000_000
"""A tape longer than this (about 300 MB) is not carried over to the next target."""


@dataclass(frozen=True, eq=False)
class Found:
    """One target's result, ready to print; None if the run was cancelled."""

    result: dict[str, Any] | None
    trace: Trace


@dataclass(frozen=True, eq=False)
class Job:
    """A source and how to learn from it, for any target; it can be sent to another process."""

    source: Study
    header: Header
    truth: tuple[Truth, ...] | None

    @classmethod
    def of(cls, source: Study, args: argparse.Namespace) -> Job:
        """The job that the arguments of `elcs run` describe."""
        header = header_for(source, args, 0)
        if source.network is None:
            return cls(source, header, None)
        return cls(source, header, tuple(truth_for(source.network, source.names(), header.knowledge)))

    def with_origin(self) -> Job:
        """The same, and its traces say where the answers came from."""
        return replace(self, header=replace(self.header, origin=self.source.origin(self.header)))

    @property
    def names(self) -> tuple[str, ...]:
        return self.header.names

    def evidence(self) -> Evidence:
        """A new test with an empty tape."""
        return evidence_for(self.source, self.header)

    def learn(
        self, target: int, evidence: Evidence, *, record: bool, listener: Listener | None = None
    ) -> Found:
        """One target."""
        header = replace(self.header, target=target)
        started = time.perf_counter()
        learnt = learn(evidence, header, record=record, listener=listener)
        seconds = time.perf_counter() - started
        if learnt.outcome is None:
            return Found(None, learnt.trace)
        metrics = None if self.truth is None else measure(learnt.outcome, self.truth[target])
        return Found(as_json(header, learnt.outcome, learnt.counts, seconds, metrics), learnt.trace)

    def learn_all(self, jobs: int, traces: Path | None) -> Generator[dict[str, Any], None, None]:
        """Every target in column order; answers are shared within each process."""
        targets = range(len(self.names))
        if jobs == 1:
            share = _Share(self, traces)
            yield from map(share.learn, targets)
            return
        # Closed at once, so that processes end here and not when the iterator is forgotten.
        with closing(made_by_crew(partial(_begin, self, traces), targets, jobs, lambda: None)) as made:
            yield from made


class _Share:
    """One process's part of `learn_all`."""

    def __init__(self, job: Job, traces: Path | None) -> None:
        self._job = job
        self._traces = traces
        self._evidence = job.evidence()
        self._evidence.expect(len(job.names))

    def learn(self, target: int) -> dict[str, Any]:
        if len(self._evidence.tape) > MOST_ANSWERS:
            self._evidence.forget()
        found = self._job.learn(target, self._evidence, record=self._traces is not None)
        assert found.result is not None  # nobody listens, so nobody cancels
        if self._traces is not None:
            # The number tells apart what a file system would confuse; the name is for the reader.
            name = "".join(c if c.isalnum() else "_" for c in self._job.names[target])[:80]
            write_trace(found.trace, self._traces / f"{target:04d}-{name}.jsonl")
        return found.result


def _begin(job: Job, traces: Path | None) -> Callable[[int], dict[str, Any]]:
    """In a process of its own: what learns one target."""
    return _Share(job, traces).learn
