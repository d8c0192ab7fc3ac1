"""The work of `elcs run`: one target, or all of them in one process or several."""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import Any

from elcs_gui.algorithms.learning import learn
from elcs_gui.ci.evidence import Evidence
from elcs_gui.commands.options.arguments import evidence_for, header_for
from elcs_gui.commands.sweep import Sweep, asked_of
from elcs_gui.data.files import replacing
from elcs_gui.foreign import Foreign
from elcs_gui.inquiry.summary import complete_summary
from elcs_gui.storage.recipe_text import command_of
from elcs_gui.storage.study import Study
from elcs_gui.storage.trace_file import trace_lines
from elcs_gui.trace.assumptions import chance_of
from elcs_gui.trace.metrics import HiddenVariables, Truth, measure, truth_for
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
        """One target; where that is cancelled after it was learnt, weak edges are not computed."""
        header = replace(self.header, target=target)
        started = time.perf_counter()
        learnt = learn(evidence, header, record=record, listener=listener)
        seconds = time.perf_counter() - started
        if learnt.outcome is None:
            return Found(None, learnt.trace)
        metrics = None if self.truth is None else measure(learnt.outcome, self.truth[target])
        hidden, network = None, self.source.network
        if network is not None and self.truth is not None:
            hidden = HiddenVariables.beside(network, self.names, target, self.truth[target])
        progress = None if listener is None else partial(listener, learnt.trace)
        chosen = self.source.preselection
        chance = chance_of(header) if chosen is None else chance_of(header, len(chosen.left_out), chosen.rate)
        doubts = complete_summary(evidence, learnt, chance=chance, progress=progress).as_json(header.names)
        recipe = command_of(self.source, header)
        result = as_json(
            header, learnt.outcome, learnt.counts, seconds, metrics, doubts, hidden, recipe, chance
        )
        return Found(result, learnt.trace)

    def sweep(self, traces: Path | None) -> Sweep:
        """Every target; answers are shared within each process, and traces go to a folder."""

        def received(target: int, made: tuple[dict[str, Any], bytes]) -> dict[str, Any]:
            result, trace = made
            if traces is not None:
                # The number tells apart what a file system would confuse; the name is for the reader.
                name = Foreign(self.names[target]).file_name()
                with replacing(traces / f"{target:04d}-{name}.jsonl") as part:
                    part.write_bytes(trace)
            return result

        begin = partial(_begin, self, record=traces is not None)
        network = None if self.source.network is None else self.source.network.edges
        return Sweep(begin, self.names, asked_of(self.source, self.header, network), received)


def _begin(job: Job, *, record: bool) -> Callable[[int], tuple[dict[str, Any], bytes]]:
    """In a process of its own: what learns one target; its result, and its trace as it stands in a file."""
    evidence = job.evidence()

    def learn(target: int) -> tuple[dict[str, Any], bytes]:
        if len(evidence.tape) > MOST_ANSWERS:
            evidence.forget()
        found = job.learn(target, evidence, record=record)
        assert found.result is not None  # nobody listens, so nobody cancels
        return found.result, b"".join(trace_lines(found.trace)) if record else b""

    return learn
