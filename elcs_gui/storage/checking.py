"""Is a recorded run one that can have been, and do its figures agree?

What cannot have happened is refused (`elcs_gui.storage.retrace.Unfollowed`). Where the events make sense and
only a figure disagrees with them, the record was altered: the run is shown as its events have it, and what
disagrees is named.

- The target: that of the first event counts.
- Alpha: a run goes on with verdicts, and the events show which. They bound alpha from both sides; where the
  header's is not between these bounds, one that is takes its place.
- Statistics: measured anew where there are data to measure them on (`recomputed`); the measured ones count.
- p-values and verdicts of a trace file: they follow from the statistic, which counts.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable
from dataclasses import dataclass, field, replace

import numpy as np
from numpy.typing import NDArray

from elcs_gui.ci.questions import CiTest, Question, Verdict
from elcs_gui.ci.tape import Tape, TapeRows
from elcs_gui.errors import quoted, shown
from elcs_gui.storage.retrace import Unfollowed, retrace
from elcs_gui.trace.events import Started, Tested
from elcs_gui.trace.stream import Chunk, Receiver
from elcs_gui.trace.trace import Header, Trace

USUAL_ALPHAS = (0.01, 0.05, 0.001, 0.1, 0.02, 0.005, 0.2)
"""Tried first where a header's alpha cannot be the run's."""
MOST_ALPHAS = 60
SAME = 1e-6
"""Relative difference up to which two figures are the same: another machine may round otherwise."""
_ROUNDED = 1e-300
"""Below it, floating-point numbers have fewer digits, so that p-values of this difference are the same."""
PATIENCE = 1.0
"""Seconds for measuring statistics anew."""


@dataclass
class Said:
    """What the tests of a trace file say beside their statistics."""

    p: list[float | None] = field(default_factory=list)
    verdict: list[str] = field(default_factory=list)
    independent: list[bool] = field(default_factory=list)
    forced: list[bool] = field(default_factory=list)

    def add(self, test: Tested) -> None:
        self.p.append(test.p)
        self.verdict.append(test.verdict)
        self.independent.append(test.independent)
        self.forced.append(test.forced)


@dataclass(frozen=True, eq=False)
class Checked:
    """A run that makes sense. `altered` says, a sentence each, what disagrees with it.

    `renamed` says which names an earlier version wrote otherwise; it is empty where there are none.
    """

    trace: Trace
    altered: tuple[str, ...] = ()
    renamed: str = ""


def checked_run(header: Header, tape: Tape, chunk: Chunk, said: Said | None = None) -> Checked:
    """The run, or `Unfollowed` where it cannot have been."""
    altered: list[str] = []
    header, found = _with_its_target(header, chunk)
    altered += found
    trace, found = _with_its_alpha(header, tape, chunk)
    altered += found
    if said is not None:
        altered += _unlike_said(trace, said)
    return Checked(trace, tuple(altered))


def _with_its_target(header: Header, chunk: Chunk) -> tuple[Header, list[str]]:
    first = chunk.facts[0] if chunk.facts else None
    if not isinstance(first, Started) or first.target in (header.target, None):
        return header, []
    if not 0 <= first.target < len(header.names):
        raise Unfollowed(0, "about a variable that there is", None)
    said_target, true = header.names[header.target], header.names[first.target]
    return replace(header, target=first.target), [
        f"its header says the target is {quoted(said_target)}, but its events are about {quoted(true)}"
    ]


def _with_its_alpha(header: Header, tape: Tape, chunk: Chunk) -> tuple[Trace, list[str]]:
    """The trace, with an alpha by which its events follow from its statistics."""
    low, high = 0.0, 1.0
    alpha = header.alpha
    first: Unfollowed | None = None
    for _ in range(MOST_ALPHAS):
        trace = _received(replace(header, alpha=alpha), tape, chunk)
        try:
            retrace(trace)
        except Unfollowed as wrong:
            first = first or wrong
            p = _p_value(trace, wrong.suspect)
            if math.isnan(p):
                break
            # It was judged by alpha, and the events have it the other way: alpha is beyond its p-value.
            low, high = (max(low, p), high) if p > alpha else (low, min(high, p))
            if low >= high:
                break
            alpha = next((a for a in USUAL_ALPHAS if low <= a < high), _between(low, high))
            continue
        if alpha == header.alpha:
            return trace, []
        return trace, [
            f"its header says alpha is {header.alpha:g}, but its events are those of an alpha "
            f"from {low:.3g} to {high:.3g}; it is shown with {alpha:g}"
        ]
    assert first is not None
    raise first


def _received(header: Header, tape: Tape, chunk: Chunk) -> Trace:
    receiver = Receiver(header, tape)
    receiver.add(chunk)
    return receiver.trace


def _p_value(trace: Trace, answer: int | None) -> float:
    """Of an answer that was judged by alpha; nan for any other."""
    if answer is None:
        return math.nan
    number = np.array([answer], dtype=np.int32)
    if trace.judge.forced_among(number)[0]:
        return math.nan
    tape = trace.judge.tape
    return float(trace.judge.distribution.p_values(tape.statistic[number], tape.df[number])[0])


def _between(low: float, high: float) -> float:
    return math.sqrt(max(low, 1e-300) * high) if low * high > 0 else high / 2


def _unlike_said(trace: Trace, said: Said) -> list[str]:
    """The first test of a trace file whose p-value or verdict does not follow from its statistic."""
    log = trace.tests()
    p, said_p = log.p, np.array([math.nan if value is None else value for value in said.p])
    with np.errstate(invalid="ignore"):
        unlike = ~(
            (np.isnan(p) & np.isnan(said_p)) | (np.abs(p - said_p) <= SAME * np.maximum(p, said_p) + _ROUNDED)
        )
    words = [verdict.word for verdict in Verdict]
    # Earlier versions called a test without information independent, as which it counts.
    verdicts = [
        given if number == Verdict.NO_INFORMATION and given == Verdict.INDEPENDENT.word else words[number]
        for number, given in zip(log.verdict.tolist(), said.verdict, strict=True)
    ]
    for name, column, given in (
        ("p-value", unlike, np.zeros(len(p), dtype=np.bool_)),
        ("verdict", np.array(verdicts, dtype=object), np.array(said.verdict, dtype=object)),
        ("verdict", log.independent, np.array(said.independent, dtype=np.bool_)),
        ("verdict", log.forced, np.array(said.forced, dtype=np.bool_)),
    ):
        wrong = np.flatnonzero(column != given)
        if len(wrong):
            more = f", nor do those of {len(wrong) - 1:,} others" if len(wrong) > 1 else ""
            return [f"the {name} of test {wrong[0] + 1} does not follow from its statistic{more}"]
    return []


# Statistics


def recomputed(
    rows: TapeRows, test: CiTest, names: tuple[str, ...], clock: Callable[[], float] = time.monotonic
) -> tuple[TapeRows, list[str]]:
    """Answers measured anew, as many as a second allows: those that differ are mended and named."""
    tape = Tape()
    tape.extend(rows)
    statistic, df = rows.statistic.copy(), rows.df.copy()
    wrong: list[Question] = []
    began = clock()
    for answer in np.random.default_rng(0).permutation(len(tape)).tolist():
        if clock() - began > PATIENCE:
            break
        question = tape.question(answer)
        measured, measured_df = test.measure(question)
        if not _same(statistic[answer], measured) or df[answer] != measured_df:
            wrong.append(question)
            statistic[answer], df[answer] = measured, measured_df
    if not wrong:
        return rows, []
    x, y, z = min(wrong)
    given = f" given {', '.join(shown(names[v]) for v in z)}" if z else ""
    more = f" and of {len(wrong) - 1:,} others" if len(wrong) > 1 else ""
    return TapeRows(rows.asked, rows.given, statistic, df), [
        f"the statistic of {shown(names[x])} and {shown(names[y])}{given}{more} is not what the data give"
    ]


def _same(kept: NDArray[np.float64] | float, measured: float) -> bool:
    kept = float(kept)
    if math.isnan(kept) or math.isnan(measured):
        return math.isnan(kept) and math.isnan(measured)
    return abs(kept - measured) <= SAME * max(abs(kept), abs(measured), 1e-3)
