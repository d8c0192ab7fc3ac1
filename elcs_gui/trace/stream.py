"""Sending a growing trace to another process, a chunk at a time.

The receiver mirrors the sender's tape, so that answers keep their numbers, and rebuilds the trace on it.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from elcs_gui.ci.judge import Judge
from elcs_gui.ci.registry import find_test
from elcs_gui.ci.tape import Tape, TapeRows
from elcs_gui.trace.events import Event
from elcs_gui.trace.trace import Header, Trace


@dataclass(frozen=True, eq=False)
class Chunk:
    """What a trace and its tape have gained since the chunk before."""

    rows: TapeRows
    codes: NDArray[np.int32]
    places: NDArray[np.int16]
    flags: NDArray[np.uint8]
    lines: list[str]
    facts: list[Event]


class Sender:
    """Cuts a trace into chunks. `sent_rows` is how much of the tape the receiver has."""

    def __init__(self, sent_rows: int = 0) -> None:
        self.sent_rows = sent_rows
        self._events = self._lines = self._facts = 0

    def chunk(self, trace: Trace) -> Chunk:
        """All that is new."""
        tape = trace.judge.tape
        codes, places, flags = trace.raw(self._events)
        lines, _ = trace.lines()
        made = Chunk(
            tape.rows_from(self.sent_rows),
            codes,
            places,
            flags,
            lines[self._lines :],
            trace.facts[self._facts :],
        )
        self.sent_rows, self._events = len(tape), len(trace)
        self._lines, self._facts = len(lines), len(trace.facts)
        return made


class Receiver:
    """Rebuilds a trace from its chunks, on a mirror of the sender's tape."""

    def __init__(self, header: Header, tape: Tape) -> None:
        self._tape = tape
        self.trace = Trace(
            header, Judge(tape, find_test(header.test).distribution, header.alpha, header.policy)
        )
        self._started = False

    def add(self, chunk: Chunk) -> None:
        """Append a chunk."""
        self._tape.extend(chunk.rows)
        if not self._started:
            # The sender put forced questions on its tape before it began.
            for question, verdict in self.trace.header.forced:
                answer = self._tape.find(question)
                if answer is not None:
                    self.trace.judge.force(answer, verdict)
            self._started = True
        self.trace.extend(chunk.codes, chunk.places, chunk.flags, chunk.lines, chunk.facts)
