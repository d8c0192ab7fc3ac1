"""Causal breakpoints: stop where something happens in the run, not at a line of a program.

A breakpoint is a condition on the events of a trace. It holds at step n when event n (the one a cursor at
step n has just passed) fulfils it, so that running to it shows the event that fulfilled it.
"""

from __future__ import annotations

import weakref
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, fields
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QObject, Signal

from elcs_gui.ci.questions import Verdict
from elcs_gui.ci.tape import Z_LENGTH
from elcs_gui.trace import events as ev
from elcs_gui.trace.events import Event, Members
from elcs_gui.trace.rules import propagates
from elcs_gui.trace.trace import Trace

Steps = NDArray[np.int64]
Truth = Callable[[int, int, Members], bool]
"""(x, y, z) -> whether z separates x from y in the true network."""


class Breakpoint(Protocol):
    """One condition. `title` is what a list of kinds calls it before its values are chosen."""

    title: str

    def sentence(self, names: Sequence[str]) -> str:
        """The condition with its values, in plain words."""

    def hits(self, trace: Trace) -> Steps:
        """The steps at which it holds, in ascending order."""


@dataclass(frozen=True)
class EdgeChanges:
    """Anything that joins, parts or directs x and y, in whichever blanket."""

    x: int
    y: int
    title = "An edge changes"

    def sentence(self, names: Sequence[str]) -> str:
        return f"The edge {names[self.x]}–{names[self.y]} changes."

    def hits(self, trace: Trace) -> Steps:
        pair = {self.x, self.y}
        return _fact_hits(trace, lambda fact: pair in touched(fact))


@dataclass(frozen=True)
class NearAlpha:
    """A p-value so near alpha that a little other data would have turned the verdict."""

    factor: float = 2.0
    title = "A p-value is close to alpha"

    def sentence(self, names: Sequence[str]) -> str:
        return f"p is within {self.factor:g}× of alpha."

    def hits(self, trace: Trace) -> Steps:
        p, alpha = trace.tests().p, trace.judge.alpha
        with np.errstate(invalid="ignore"):  # nan where there is no p-value: near nothing
            near = (p >= alpha / self.factor) & (p <= alpha * self.factor)
        return _test_hits(trace, near)


@dataclass(frozen=True)
class Unreliable:
    """A test with too few rows to decide."""

    title = "A verdict is unreliable"

    def sentence(self, names: Sequence[str]) -> str:
        return "A verdict is unreliable."

    def hits(self, trace: Trace) -> Steps:
        return _test_hits(trace, trace.tests().verdict == Verdict.UNRELIABLE)


@dataclass(frozen=True)
class DiffersFromTruth:
    """A test that goes on with another answer than the true network gives."""

    truth: Truth
    title = "A verdict differs from the truth"
    _known: dict[int, bool] = field(default_factory=dict, compare=False, repr=False)
    _tape: list[weakref.ref[object]] = field(default_factory=list, compare=False, repr=False)

    def sentence(self, names: Sequence[str]) -> str:
        return "A verdict differs from the truth."

    def hits(self, trace: Trace) -> Steps:
        log, tape = trace.tests(), trace.judge.tape
        if not self._tape or self._tape[0]() is not tape:  # answers are numbered by their tape
            self._known.clear()
            self._tape[:] = [weakref.ref(tape)]
        distinct, places = np.unique(log.answers, return_inverse=True)
        for answer in distinct.tolist():
            if answer not in self._known:
                self._known[answer] = self.truth(*tape.question(answer))
        true = np.array([self._known[answer] for answer in distinct.tolist()], dtype=np.bool_)
        return _test_hits(trace, log.independent != true[places])


@dataclass(frozen=True)
class LargeCondition:
    """A test given many variables."""

    least: int
    title = "A test is given many variables"

    def sentence(self, names: Sequence[str]) -> str:
        return f"|Z| ≥ {self.least}."

    def hits(self, trace: Trace) -> Steps:
        return _test_hits(trace, trace.judge.tape.asked[trace.tests().answers, Z_LENGTH] >= self.least)


@dataclass(frozen=True)
class MeekFires:
    """An edge directed by a Meek rule."""

    title = "A Meek rule fires"

    def sentence(self, names: Sequence[str]) -> str:
        return "A Meek rule fires."

    def hits(self, trace: Trace) -> Steps:
        return _fact_hits(trace, lambda fact: isinstance(fact, ev.Oriented) and propagates(fact.rule))


@dataclass(frozen=True)
class Conflict:
    """A finding that contradicts an earlier one."""

    title = "A conflict"

    def sentence(self, names: Sequence[str]) -> str:
        return "Two findings contradict each other."

    def hits(self, trace: Trace) -> Steps:
        return _fact_hits(trace, lambda fact: isinstance(fact, ev.Conflicted))


@dataclass(frozen=True)
class AtStep:
    """One step, by its number."""

    step: int
    title = "A step"

    def sentence(self, names: Sequence[str]) -> str:
        return f"Step {self.step:,}."

    def hits(self, trace: Trace) -> Steps:
        return np.array([self.step] if 1 <= self.step <= len(trace) else [], dtype=np.int64)


@dataclass(frozen=True)
class AtTest:
    """One test, by its number in the log."""

    number: int
    title = "A test"

    def sentence(self, names: Sequence[str]) -> str:
        return f"Test {self.number:,}."

    def hits(self, trace: Trace) -> Steps:
        return trace.test_steps[max(self.number - 1, 0) : max(self.number, 0)] + 1


KINDS: tuple[type[Breakpoint], ...] = (
    EdgeChanges,
    NearAlpha,
    Unreliable,
    DiffersFromTruth,
    LargeCondition,
    MeekFires,
    Conflict,
    AtTest,
    AtStep,
)
"""Every kind there is, in the order in which they are offered."""
_KIND_BY_NAME = {kind.__name__: kind for kind in KINDS}


class Breakpoints(QObject):
    """Those that are set. All hold at once: running stops at whichever comes first."""

    changed = Signal()

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._items: list[Breakpoint] = []
        self._found: tuple[weakref.ref[Trace], int, Steps] | None = None

    def __len__(self) -> int:
        return len(self._items)

    @property
    def items(self) -> tuple[Breakpoint, ...]:
        """In the order in which they were set."""
        return tuple(self._items)

    def add(self, breakpoint: Breakpoint) -> None:
        """Set one; nothing happens if an equal one is set already."""
        if breakpoint not in self._items:
            self._items.append(breakpoint)
            self._tell()

    def remove(self, breakpoint: Breakpoint) -> None:
        """Take one back; nothing happens if it is not set."""
        if breakpoint in self._items:
            self._items.remove(breakpoint)
            self._tell()

    def toggle(self, breakpoint: Breakpoint) -> None:
        """Set it, or take it back if it is set."""
        (self.remove if breakpoint in self._items else self.add)(breakpoint)

    def clear(self) -> None:
        """Take all back."""
        if self._items:
            self._items.clear()
            self._tell()

    def forget_truth(self) -> None:
        """Take back what asks for the truth: there is another one now."""
        for item in self.items:
            if isinstance(item, DiffersFromTruth):
                self.remove(item)

    def hits(self, trace: Trace) -> Steps:
        """The steps at which at least one holds, ascending; kept until trace or breakpoints change."""
        if self._found is None or self._found[0]() is not trace or self._found[1] != len(trace):
            found = [item.hits(trace) for item in self._items]
            steps = np.unique(np.concatenate(found)) if found else np.empty(0, dtype=np.int64)
            self._found = (weakref.ref(trace), len(trace), steps)
        return self._found[2]

    def next(self, trace: Trace, step: int, direction: int) -> int | None:
        """The nearest hit after (+1) or before (-1) `step`, or None."""
        hits = self.hits(trace)
        if direction > 0:
            place = int(np.searchsorted(hits, step, side="right"))
        else:
            place = int(np.searchsorted(hits, step, side="left")) - 1
        return int(hits[place]) if 0 <= place < len(hits) else None

    def at(self, trace: Trace, step: int) -> tuple[Breakpoint, ...]:
        """Those that hold at one step."""
        return tuple(item for item in self._items if step in item.hits(trace))

    def _tell(self) -> None:
        self._found = None
        self.changed.emit()


def breakpoint_objects(items: Iterable[Breakpoint]) -> list[dict[str, Any]]:
    """One plain object each, for a session file: its kind and its numbers."""
    found = []
    for item in items:
        numbers = {part.name: getattr(item, part.name) for part in _numbers(type(item))}
        found.append({"kind": type(item).__name__} | numbers)
    return found


def breakpoints_of(found: object, variables: int, truth: Truth | None) -> Iterator[Breakpoint]:
    """Back from plain objects: those that fit so many variables; the truth's only where it is known."""
    for said in found if isinstance(found, list) else ():
        kind = _KIND_BY_NAME.get(str(said.get("kind"))) if isinstance(said, dict) else None
        if kind is None:
            continue
        if kind is DiffersFromTruth:
            if truth is not None:
                yield DiffersFromTruth(truth)
            continue
        values = {part.name: said.get(part.name) for part in _numbers(kind)}
        if not all(_fits(value, kind, variables) for value in values.values()):
            continue
        made: Breakpoint = kind(**values)
        if not isinstance(made, EdgeChanges) or made.x != made.y:
            yield made


def touched(fact: Event) -> tuple[set[int], ...]:
    """The edges that an event changes in the picture, each as the set of its ends."""
    match fact:
        case ev.Entered() | ev.Left() | ev.Barred():
            return ({fact.target if fact.through is None else fact.through, fact.x},)
        case ev.FalseNeighbour():
            return ({fact.target, fact.x},)
        case ev.Found():
            return tuple({fact.target, x} for x in fact.parents + fact.children)
        case ev.Joined(x=x, y=y):
            return ({x, y},)
        case ev.Oriented(tail=tail, head=head) | ev.Conflicted(tail=tail, head=head):
            return ({tail, head},)
    return ()


def _fact_hits(trace: Trace, holds: Callable[[Event], bool]) -> Steps:
    steps = trace.fact_steps
    which = np.fromiter((holds(fact) for fact in trace.facts[: len(steps)]), np.bool_, len(steps))
    hits: Steps = steps[which] + 1
    return hits


def _test_hits(trace: Trace, which: NDArray[np.bool_]) -> Steps:
    hits: Steps = trace.test_steps[: len(which)][which] + 1
    return hits


def _numbers(kind: type[Breakpoint]) -> list[Any]:
    """The fields that are numbers."""
    return [part for part in fields(kind) if part.type in ("int", "float")]  # type: ignore[arg-type]


def _fits(value: object, kind: type[Breakpoint], variables: int) -> bool:
    if isinstance(value, bool) or not isinstance(value, int | float):
        return False
    return 0 <= value < (variables if kind is EdgeChanges else 1e9)
