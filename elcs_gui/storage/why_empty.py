"""Why tests had no information, which only the data can tell: kept with runs that leave their data."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np

from elcs_gui.ci.questions import NOTHING_TO_COMPARE, Question, Verdict
from elcs_gui.ci.tape import Tape
from elcs_gui.data.names import tidy_name
from elcs_gui.storage.records import ReasonRecord
from elcs_gui.trace.trace import Trace


def all_reasons(trace: Trace) -> tuple[ReasonRecord, ...]:
    """Of all its tests without information, as far as that is known or the data are there to be asked."""
    log, tape = trace.tests(), trace.judge.tape
    for answer in np.unique(log.answers[log.verdict == Verdict.NO_INFORMATION]).tolist():
        tape.reason(answer)
    return known_reasons(tape)


def known_reasons(tape: Tape) -> tuple[ReasonRecord, ...]:
    """What was asked by now, in the order of the answers."""
    told = []
    for answer, why in sorted(tape.reasons.items()):
        if why != NOTHING_TO_COMPARE:
            x, y, z = tape.question(answer)
            told.append(ReasonRecord(x=x, y=y, z=z, why=why))
    return tuple(told)


def remember_reasons(tape: Tape, told: Iterable[ReasonRecord]) -> None:
    """Put them back, where the tape has the tests that they are about."""
    for each in told:
        answer = tape.find(Question.of(each.x, each.y, each.z)) if each.x != each.y else None
        if answer is not None:
            tape.reasons[answer] = tidy_name(each.why)
