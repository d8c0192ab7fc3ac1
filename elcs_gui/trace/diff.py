"""Where two traces first part."""

from __future__ import annotations

from dataclasses import fields

import numpy as np
from numpy.typing import NDArray

from elcs_gui.ci.asking import SWAPPED
from elcs_gui.ci.tape import Z_LENGTH, Z_START, X, Y
from elcs_gui.trace.explain import headline, sentence
from elcs_gui.trace.knowledge_text import statements
from elcs_gui.trace.trace import Trace


def events_in_common(first: Trace, second: Trace) -> int:
    """How many events the two begin with that are the same in every decision.

    Works on whole columns: milliseconds for a hundred thousand events.
    """
    length = min(len(first), len(second))
    codes, places, flags = first.raw(0)
    other_codes, other_places, other_flags = second.raw(0)
    lines, number_of = second.lines()[0], {line: number for number, line in enumerate(first.lines()[0])}
    renumbered = np.array([number_of.get(line, -1) for line in lines], dtype=np.int16)
    differ = (codes[:length] < 0) != (other_codes[:length] < 0)
    differ |= places[:length] != renumbered[other_places[:length]]
    length = _first(differ)
    tests = np.flatnonzero(codes[:length] >= 0)
    ours = _decisions(first, codes[tests], flags[tests])
    theirs = _decisions(second, other_codes[tests], other_flags[tests])
    parted = _first(_rows_differ(ours, theirs))
    if parted < len(tests):
        length = int(tests[parted])
    facts = np.flatnonzero(codes[:length] < 0)
    pairs = zip(first.facts[: len(facts)], second.facts, strict=False)
    return next((int(step) for step, (one, other) in zip(facts, pairs, strict=True) if one != other), length)


def _equal_events(first: Trace, second: Trace) -> int:
    """How many events the two begin with that are the same in everything."""
    events = enumerate(zip(first, second, strict=False))
    return next((step for step, (one, other) in events if one != other), min(len(first), len(second)))


def _decisions(trace: Trace, answers: NDArray[np.int32], flags: NDArray[np.uint8]) -> NDArray[np.int32]:
    """A row for each test: x, y, what it went on with, how many variables stand in Z, and Z itself."""
    tape = trace.judge.tape
    asked = tape.asked[answers]
    swapped = (flags & SWAPPED) != 0
    start, size = asked[:, Z_START], asked[:, Z_LENGTH]
    rows = np.full((len(answers), 4 + int(size.max(initial=0))), -1, dtype=np.int32)
    rows[:, 0] = np.where(swapped, asked[:, Y], asked[:, X])
    rows[:, 1] = np.where(swapped, asked[:, X], asked[:, Y])
    rows[:, 2] = trace.judge.counted_independent(answers)
    rows[:, 3] = size
    for place in range(rows.shape[1] - 4):
        there = size > place
        rows[there, 4 + place] = tape.given[start[there] + place]
    return rows


def _rows_differ(ours: NDArray[np.int32], theirs: NDArray[np.int32]) -> NDArray[np.bool_]:
    """Rows of different width are told apart by the size of Z, which stands in both."""
    width = min(ours.shape[1], theirs.shape[1])
    return np.asarray((ours[:, :width] != theirs[:, :width]).any(axis=1))


def _first(true: NDArray[np.bool_]) -> int:
    """The place of the first that is true, or how many there are."""
    return int(true.argmax()) if true.any() else len(true)


def describe(first: Trace, second: Trace) -> list[str]:
    """The difference in plain sentences; names come from each trace's own header."""
    lines = []
    if first.header != second.header:
        differing = [
            field.name
            for field in fields(first.header)
            if getattr(first.header, field.name) != getattr(second.header, field.name)
        ]
        lines.append(f"The runs differ in {', '.join(differing)}:")
        lines += [f"  A: {headline(first.header)}", f"  B: {headline(second.header)}"]
        known = [statements(trace.header.knowledge, trace.header.names) for trace in (first, second)]
        lines += [f"  only A: {said}" for said in known[0] if said not in known[1]]
        lines += [f"  only B: {said}" for said in known[1] if said not in known[0]]
    step = _equal_events(first, second)
    if step == len(first) == len(second):
        return [*lines, f"The {len(first)} events are the same."]
    lines.append(f"The traces part at step {step + 1}:")
    for letter, trace in (("A", first), ("B", second)):
        if step == len(trace):
            lines.append(f"  {letter}: has ended.")
        else:
            lines.append(f"  {letter}: {trace[step].at}  {sentence(trace[step], trace.header.names)}")
    return lines
