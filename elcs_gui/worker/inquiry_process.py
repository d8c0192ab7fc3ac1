"""What the window can have found out about a run in the background, and the process that does it.

These take many replays, so they have a process beside the worker: while one is under way the user goes on
stepping, retargeting and trying. A new question, or `Cancel`, ends the one before; what it had found so far
is still told.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from multiprocessing.connection import Connection
from typing import TYPE_CHECKING, ClassVar

from elcs_gui.ci.evidence import Evidence
from elcs_gui.errors import ElcsError
from elcs_gui.storage.study import Study
from elcs_gui.trace.run import Cancelled
from elcs_gui.trace.trace import Header
from elcs_gui.worker.messages import Cancel, Stop
from elcs_gui.worker.pipe_end import Disconnected, PipeEnd, sentence_for

if TYPE_CHECKING:  # each inquiry loads what it needs
    from elcs_gui.inquiry.all_targets import AllTargets
    from elcs_gui.inquiry.firmness import Firmness
    from elcs_gui.inquiry.weak_edges import WeakEdges
    from elcs_gui.parallel.cluster import Place

EVERY = 0.1
"""Seconds between two reports."""

Report = Callable[[int, int | None, Callable[[], object]], None]
"""(done, of how many if known, how to get the result so far); raises `Cancelled` on the user's wish."""


@dataclass(frozen=True)
class BlameTarget:
    """Which verdicts made the target's arrows wrong?"""

    title: ClassVar[str] = "the search for blame"

    header: Header

    def answer(self, study: Study, evidence: Evidence, report: Report) -> object:
        from elcs_gui.inquiry.blame import blame

        if study.network is None:
            raise ElcsError("Blame needs the true network: open one beside the data.")
        return blame(
            evidence,
            self.header,
            study.network,
            progress=lambda replays: report(replays, None, lambda: None),
        )


@dataclass(frozen=True)
class ExploreAlpha:
    """Between which values of alpha does nothing change?"""

    title: ClassVar[str] = "the exploration of alpha"

    header: Header
    low: float = 1e-6
    high: float = 0.2

    def answer(self, study: Study, evidence: Evidence, report: Report) -> object:
        from elcs_gui.inquiry.alpha import alpha_steps
        from elcs_gui.inquiry.alpha_map import AlphaMap, Step

        steps: list[Step] = []

        def so_far() -> AlphaMap:
            return AlphaMap(self.low, self.high, tuple(steps))

        def running(alpha: float, replays: int) -> None:  # noqa: ARG001  what a walk tells
            report(replays, None, so_far)

        try:
            for step in alpha_steps(evidence, self.header, self.low, self.high, progress=running):
                steps.append(step)
        except Cancelled:
            pass  # right as far as it goes, and it says how far
        return so_far()


@dataclass(frozen=True)
class MeasureStability:
    """How often does each finding come back on resampled data, or with the columns in another order?"""

    title: ClassVar[str] = "the measurement of stability"

    header: Header
    kind: str = "bootstrap"
    replicates: int = 100
    seed: int = 0
    place: Place = 1

    def answer(self, study: Study, evidence: Evidence, report: Report) -> object:
        from elcs_gui.inquiry.stability import stability

        material = study.material(self.header.test)
        assert material is not None
        return stability(
            material,
            self.header,
            kind=self.kind,
            replicates=self.replicates,
            seed=self.seed,
            place=self.place,
            progress=lambda done, asked, so_far: report(done, asked, lambda: so_far),
        )


@dataclass(frozen=True)
class Measured:
    """What was found of how firm a run's edges are; None of what took too long."""

    weak: WeakEdges | None = None
    firmness: Firmness | None = None


@dataclass(frozen=True)
class MeasureFirmness:
    """Which edges of the run rest on too few rows, and how far may alpha move before one changes?

    Attributes:
        seconds: of work after which it is given up: the answer is what is known by then, and the rest can be
            asked for without.
    """

    title: ClassVar[str] = "the search for where arrows change"

    header: Header
    seconds: float | None = None

    def answer(self, study: Study, evidence: Evidence, report: Report) -> object:
        from elcs_gui.inquiry.firmness import firmness
        from elcs_gui.inquiry.weak_edges import weak_edges

        begun = time.process_time()
        known = Measured()

        def running(share: float = 0.0) -> None:
            if self.seconds is not None and time.process_time() - begun > self.seconds:
                raise _TakesLong
            report(round(100 * share), 100, lambda: known)

        try:
            known = Measured(weak_edges(evidence, self.header, progress=running))
            return Measured(known.weak, firmness(evidence, self.header, progress=running))
        except _TakesLong:
            return known


class _TakesLong(Exception):
    """It would take longer than it may."""


@dataclass(frozen=True)
class LearnAll:
    """What do the runs of all variables find together?

    Attributes:
        header: of all runs; its target is of no account.
        known: what was found before it was cut short.
    """

    title: ClassVar[str] = "the run over all variables"

    header: Header
    known: AllTargets | None = None
    place: Place = 1

    def answer(self, study: Study, evidence: Evidence, report: Report) -> object:
        from elcs_gui.inquiry.all_targets import learn_all, learn_all_at

        of = len(self.header.names)

        def progress(so_far: AllTargets) -> None:
            report(so_far.done, of, lambda: so_far)

        if self.place == 1:
            return learn_all(evidence, self.header, progress, self.known)
        return learn_all_at(self.place, study, self.header, progress, self.known)


@dataclass(frozen=True)
class TimeLanes:
    """How long does each algorithm take by itself, on an empty tape?

    Attributes:
        header: of all runs but for the algorithm.
    """

    title: ClassVar[str] = "the timing of the race"

    header: Header
    algorithms: tuple[str, ...]

    def answer(self, study: Study, evidence: Evidence, report: Report) -> object:
        from elcs_gui.inquiry.race import Clock, lane_header, timed

        clocks: dict[str, Clock] = {}

        def running() -> None:
            report(len(clocks), len(self.algorithms), lambda: None)

        for name in self.algorithms:
            header = lane_header(self.header, name)
            clocks[name] = timed(study.evidence(header), header, running)
        return clocks


Inquiry = BlameTarget | ExploreAlpha | MeasureStability | MeasureFirmness | LearnAll | TimeLanes


@dataclass(frozen=True, eq=False)
class Ask:
    """Answer an inquiry about `study`, or about the same as before where that is None."""

    number: int
    inquiry: Inquiry
    study: Study | None


@dataclass(frozen=True, eq=False)
class InquiryProgress:
    """How far it is, or with `done` the answer; it may be partial if it was cancelled."""

    number: int
    inquiry: Inquiry
    steps: int
    of: int | None
    result: object
    done: bool
    cancelled: bool = False


@dataclass(frozen=True)
class Refused:
    """It cannot be answered, and why, in one sentence; it can be asked again if it was only `interrupted`."""

    number: int
    inquiry: Inquiry
    reason: str
    interrupted: bool = False


def main(connection: Connection) -> None:
    """The loop of the process: it ends with `Stop`, or with the window."""
    pipe = PipeEnd(connection)
    waiting: list[Ask | Cancel | Stop] = []
    study: Study | None = None
    evidence: dict[tuple[str, float | None], Evidence] = {}

    def interrupted() -> bool:
        while pipe.poll():
            command: Ask | Cancel | Stop = pipe.recv()
            if not isinstance(command, Cancel):
                waiting.append(command)
            return True
        return False

    def evidence_for(header: Header) -> Evidence:
        assert study is not None
        key = header.test, header.rows_per_cell
        if key not in evidence:
            evidence[key] = study.evidence(header)
        return evidence[key]

    with suppress(Disconnected):
        while not isinstance(command := waiting.pop(0) if waiting else pipe.recv(), Stop):
            if not isinstance(command, Ask):
                continue
            if command.study is not None:
                study = command.study
                evidence.clear()
            assert study is not None
            _answer(pipe, command, study, evidence_for, interrupted)


def _answer(
    pipe: PipeEnd,
    command: Ask,
    study: Study,
    evidence_for: Callable[[Header], Evidence],
    interrupted: Callable[[], bool],
) -> None:
    number, inquiry = command.number, command.inquiry
    due = time.monotonic()
    latest: InquiryProgress | None = None
    cancelled = False

    def report(steps: int, of: int | None, so_far: Callable[[], object]) -> None:
        nonlocal due, latest, cancelled
        if time.monotonic() < due:
            return
        latest = InquiryProgress(number, inquiry, steps, of, so_far(), done=False)
        pipe.send(latest)
        if interrupted():
            cancelled = True
            raise Cancelled
        due = time.monotonic() + EVERY

    try:
        result = inquiry.answer(study, evidence_for(inquiry.header), report)
        steps, of = (0, None) if latest is None else (latest.steps, latest.of)
        pipe.send(InquiryProgress(number, inquiry, steps, of, result, done=True, cancelled=cancelled))
    except Cancelled:
        pipe.send(InquiryProgress(number, inquiry, 0, None, None, done=True, cancelled=True))
    except Disconnected:
        raise
    except Exception as error:
        pipe.send(Refused(number, inquiry, sentence_for(error)))
