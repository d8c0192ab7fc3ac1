"""How two runs differ: where their traces part, and what each asks and finds.

    {"schema": "elcs-diff/1", "settings": ["algorithm"],
     "a": {"algorithm": "elcs", "target": "T", "test": "g2", ..., "events": 1200,
           "answer": {"parents": [...], ...}},
     "b": {...},
     "parting": {"a": {"step": 38, "event": "Tested", ...}, "b": {"step": 37, ...}},
     "questions": {"both": 500, "only_a": 238, "only_b": 43},
     "verdicts": [{"a": {"event": "Tested", "x": "A", "y": "B", "z": ["C"], "verdict": ...}, "b": {...}}]}

`settings` are the fields of the headers that differ, `parting` is null where both do the same to the end,
`answer` where a run was cancelled. `verdicts` are of questions that both ask and that lead on differently.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, fields
from itertools import zip_longest
from typing import Any

import numpy as np
from numpy.typing import NDArray

from elcs_gui.ci.asking import SWAPPED
from elcs_gui.ci.tape import Z_LENGTH, Z_START, X, Y
from elcs_gui.trace.events import Event, Finished, Started, Tested
from elcs_gui.trace.explain import counted, sentence, told
from elcs_gui.trace.knowledge_text import statements
from elcs_gui.trace.result import described, event_as_json, step_as_json
from elcs_gui.trace.trace import Trace

SCHEMA = "elcs-diff/1"

_Question = tuple[frozenset[str], frozenset[str]]
"""The two variables, and those that are given."""

_MOST_VERDICTS = 6
"""More are only counted; the JSON has them all."""
_OF_EVENT = ("event", "at", "target")


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


@dataclass(frozen=True)
class OtherVerdict:
    """A question that both runs ask, and that they answer differently."""

    first: Tested
    second: Tested


@dataclass(frozen=True)
class Difference:
    """How two runs differ: in what they were told, asked and found.

    Attributes:
        settings: the fields of their headers that differ.
        parting: at which step (from 1 on) each goes its own way; None where both do the same to the end.
        same: how many questions both ask; `only` are those that one alone asks.
        verdicts: by the order of the first run.
    """

    first: Trace
    second: Trace
    settings: tuple[str, ...]
    parting: tuple[int, int] | None
    same: int
    only: tuple[int, int]
    verdicts: tuple[OtherVerdict, ...]

    @property
    def algorithms_differ(self) -> bool:
        return "algorithm" in self.settings

    def parts_with(self) -> tuple[Event | None, Event | None]:
        """The events with which they part; None where a trace has ended."""
        assert self.parting is not None
        one, other = self.parting
        return (
            self.first[one - 1] if one <= len(self.first) else None,
            self.second[other - 1] if other <= len(self.second) else None,
        )


def difference(first: Trace, second: Trace) -> Difference:
    """The difference of two traces. Of two algorithms it is what they ask and find, not what they call it."""
    settings = tuple(
        field.name
        for field in fields(first.header)
        if getattr(first.header, field.name) != getattr(second.header, field.name)
    )
    if "algorithm" in settings:
        parting = _other_deeds(first, second)
    else:
        step = _equal_events(first, second)
        parting = None if step == len(first) == len(second) else (step + 1, step + 1)
    ours, theirs = _questions(first), _questions(second)
    both = [question for question in ours if question in theirs]
    verdicts = tuple(
        OtherVerdict(ours[question], theirs[question])
        for question in both
        if ours[question].independent != theirs[question].independent
    )
    only = len(ours) - len(both), len(theirs) - len(both)
    return Difference(first, second, settings, parting, len(both), only, verdicts)


def _other_deeds(first: Trace, second: Trace) -> tuple[int, int] | None:
    """The steps at which the two ask or find something else for the first time."""
    both = zip_longest(_deeds(first), _deeds(second), fillvalue=None)
    for one, other in both:
        if one is None or other is None or one[1] != other[1]:
            return (
                len(first) + 1 if one is None else one[0],
                len(second) + 1 if other is None else other[0],
            )
    return None


def _deeds(trace: Trace) -> Iterator[tuple[int, object]]:
    """What is asked and what is found, by names, with the step; not on which line of which procedure."""
    names = trace.header.names
    for step, event in enumerate(trace, 1):
        if isinstance(event, Tested):
            yield step, (_question(event, names), event.independent)
        elif not isinstance(event, Started):
            found = event_as_json(event, names)
            del found["at"]
            yield step, found


def _questions(trace: Trace) -> dict[_Question, Tested]:
    """Every question of a run, by names, and its first answer."""
    found: dict[_Question, Tested] = {}
    for event in trace:
        if isinstance(event, Tested):
            found.setdefault(_question(event, trace.header.names), event)
    return found


def _question(event: Tested, names: Sequence[str]) -> _Question:
    return frozenset((names[event.x], names[event.y])), frozenset(names[x] for x in event.z)


def describe(first: Trace, second: Trace, titles: tuple[str, str]) -> list[str]:
    """The difference in plain sentences; `titles` name the runs, each header names the variables."""
    found = difference(first, second)
    traces = (("A", first), ("B", second))
    lines = []
    if found.settings:
        lines.append(f"The runs differ in {', '.join(found.settings)}:")
        lines += [f"  {letter}: {title}" for letter, title in zip("AB", titles, strict=True)]
        known = [statements(trace.header.knowledge, trace.header.names) for trace in (first, second)]
        lines += [f"  only A: {said}" for said in known[0] if said not in known[1]]
        lines += [f"  only B: {said}" for said in known[1] if said not in known[0]]
    if found.parting is None:
        what = "ask and find the same throughout" if found.algorithms_differ else "are the same"
        return [*lines, f"The {len(first):,} steps {what}."]
    one, other = found.parting
    lines.append(f"The traces part at step {one}{'' if one == other else f' of A, {other} of B'}:")
    for (letter, trace), event in zip(traces, found.parts_with(), strict=True):
        deed = "has ended." if event is None else f"{event.at}  {told(trace, event)}"
        lines.append(f"  {letter}: {deed}")
    return [*lines, *_about_questions(found), *_about_answers(found)]


def _about_questions(found: Difference) -> Iterator[str]:
    if not (found.same or any(found.only)):  # the algorithms ask no tests
        return
    yield (
        f"Both ask {counted(found.same, 'question')}; "
        f"{found.only[0]:,} only A asks, {found.only[1]:,} only B asks."
    )
    if not found.verdicts:
        return
    number = len(found.verdicts)
    yield f"Of what both ask, {counted(number, 'verdict')} differ{'s' * (number == 1)}:"
    for each in found.verdicts[:_MOST_VERDICTS]:
        yield f"  A: {told(found.first, each.first)}"
        yield f"  B: {told(found.second, each.second)}"
    if len(found.verdicts) > _MOST_VERDICTS:
        yield f"  ... and {len(found.verdicts) - _MOST_VERDICTS:,} more"


def _about_answers(found: Difference) -> Iterator[str]:
    ours, theirs = answer_of(found.first), answer_of(found.second)
    if ours is None or theirs is None:
        yield f"{'A' if ours is None else 'B'} has no result: it was cancelled."
        return
    names = found.first.header.names, found.second.header.names
    if event_as_json(ours, names[0]) | {"at": ""} == event_as_json(theirs, names[1]) | {"at": ""}:
        yield f"Both find the same: {sentence(ours, names[0])}"
        return
    yield "They find:"
    yield f"  A: {sentence(ours, names[0])}"
    yield f"  B: {sentence(theirs, names[1])}"


def answer_of(trace: Trace) -> Finished | None:
    """The event with the result of a run; None where it was cancelled."""
    last = trace[-1] if len(trace) else None
    return last if isinstance(last, Finished) else None


def as_json(found: Difference) -> dict[str, Any]:
    """The difference as one object, schema "elcs-diff/1"."""
    traces = found.first, found.second
    parting = None
    if found.parting is not None:
        parting = {
            letter: None if event is None else step_as_json(step, event, trace)
            for letter, step, event, trace in zip(
                "ab", found.parting, found.parts_with(), traces, strict=True
            )
        }
    return {
        "schema": SCHEMA,
        "settings": list(found.settings),
        **{
            letter: {**described(trace.header), "events": len(trace), "answer": _answer(trace)}
            for letter, trace in zip("ab", traces, strict=True)
        },
        "parting": parting,
        "questions": {"both": found.same, "only_a": found.only[0], "only_b": found.only[1]},
        "verdicts": [
            {
                letter: event_as_json(event, trace.header.names)
                for letter, event, trace in zip("ab", (each.first, each.second), traces, strict=True)
            }
            for each in found.verdicts
        ],
    }


def _answer(trace: Trace) -> dict[str, Any] | None:
    answer = answer_of(trace)
    if answer is None:
        return None
    return {
        key: said for key, said in event_as_json(answer, trace.header.names).items() if key not in _OF_EVENT
    }
