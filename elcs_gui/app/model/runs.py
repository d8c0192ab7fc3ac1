"""The runs made so far, as a small tree: each knows from which one it was forked and by what change.

A run is named by its header, so asking twice for the same is going back to it: the trace is still there, and
with it the step at which the user left it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, fields
from typing import TYPE_CHECKING

from elcs_gui.algorithms.registry import find_algorithm

if TYPE_CHECKING:  # there is a tree before there is numpy: the start page does not wait for it
    from elcs_gui.ci.questions import Question, Verdict
    from elcs_gui.trace.knowledge import Knowledge
    from elcs_gui.trace.listings import Setting
    from elcs_gui.trace.trace import Header, Trace

MOST_RUNS = 48
"""Kept at once. The oldest go first, but never one that a kept run was forked from."""

_NOT_A_CHANGE = ("names", "rows")


@dataclass(eq=False)
class Branch:
    """One run.

    Attributes:
        parent: the run it was forked from; None for a first run on a target.
        step: where the cursor stood when another run was shown.
        finished: False while it is computed, and for a run that was cancelled.
        older: it was made on other data than those that are open now.
        seconds: that the worker took for it; 0 where that is not known.
    """

    header: Header
    trace: Trace
    parent: Branch | None
    step: int = 0
    finished: bool = False
    older: bool = False
    seconds: float = 0.0

    @property
    def change(self) -> str:
        """What makes it differ from its parent, in a few words."""
        return "" if self.parent is None else "; ".join(changes(self.parent.header, self.header))

    @property
    def title(self) -> str:
        """The change, or for a first run how it was made."""
        from elcs_gui.algorithms.run_title import method

        title = self.change or method(self.header)
        return f"{title} (older data)" if self.older else title

    @property
    def depth(self) -> int:
        """How many forks lie above it."""
        return 0 if self.parent is None else self.parent.depth + 1


class RunTree:
    """All runs on what is open; `current` is the one that is shown."""

    def __init__(self, branches: Iterable[Branch] = (), current: Branch | None = None) -> None:
        self._branches = list(branches)
        self.current = current

    def __len__(self) -> int:
        return len(self._branches)

    def __iter__(self) -> Iterator[Branch]:
        return iter(self._branches)

    def clear(self) -> None:
        """Forget all: something else was opened."""
        self._branches.clear()
        self.current = None

    def drop_tests(self, dropped: Callable[[str], bool]) -> None:
        """Forget the runs by the tests with such ids: they would answer otherwise now. The current run is
        none of them."""
        gone = [branch for branch in self._branches if dropped(branch.header.test)]
        for branch in self._branches:
            while branch.parent is not None and branch.parent in gone:
                branch.parent = branch.parent.parent
        self._branches = [branch for branch in self._branches if branch not in gone]

    def find(self, header: Header) -> Branch | None:
        """The finished run with this header."""
        for branch in self._branches:
            if branch.finished and not branch.older and branch.header == header:
                return branch
        return None

    def begin(self, header: Header, trace: Trace) -> Branch:
        """A new run, now the current one; forked from the one before if that was about the same target."""
        here = self.current
        # An unfinished attempt at the same run is replaced, not kept beside it.
        parent = here.parent if here is not None and here.header == header else here
        if parent is not None and (parent.older or parent.header.target != header.target):
            parent = None
        self._branches = [b for b in self._branches if b.header != header or b.older or self._is_parent(b)]
        branch = self.current = Branch(header, trace, parent)
        self._branches.append(branch)
        self._drop_old()
        return branch

    def forget(self, branch: Branch) -> None:
        """Let a run go that is not shown; those forked from it now belong to what it was forked from."""
        if branch is self.current:
            return
        for other in self._branches:
            if other.parent is branch:
                other.parent = branch.parent
        self._branches = [other for other in self._branches if other is not branch]

    def shown(self) -> list[Branch]:
        """The runs on the current target, each below the one it was forked from."""
        if self.current is None:
            return []
        target = self.current.header.target
        family = [
            branch
            for branch in self._branches
            if branch.header.target == target
            and (branch.finished or branch is self.current or self._is_parent(branch))
        ]

        def below(parent: Branch | None) -> Iterator[Branch]:
            for branch in family:
                if branch.parent is parent:
                    yield branch
                    yield from below(branch)

        return list(below(None))

    def _is_parent(self, branch: Branch) -> bool:
        return any(other.parent is branch for other in self._branches)

    def _drop_old(self) -> None:
        for branch in self._branches[:]:
            if len(self._branches) <= MOST_RUNS:
                return
            if branch is not self.current and not self._is_parent(branch):
                self._branches.remove(branch)


def changes(before: Header, after: Header) -> list[str]:
    """What differs between two headers, one phrase each."""
    found: list[str] = []
    for field in fields(after):
        old, new = getattr(before, field.name), getattr(after, field.name)
        if old == new or field.name in _NOT_A_CHANGE:
            continue
        if field.name == "forced":
            found += _overrides(dict(old), dict(new), after.names)
        elif field.name == "knowledge":
            found += _statements(old, new, after.names)
        elif field.name == "target":
            found.append(f"target {after.names[new]}")
        elif field.name == "k":
            found.append(f"k {'unlimited' if new is None else new}")
        elif field.name == "algorithm":
            found.append(f"algorithm {find_algorithm(new).title}")
        elif field.name == "parameters":
            found += _parameters(dict(old), after)
        elif field.name == "policy":
            found.append(
                f"unreliable tests count as {new.marginal.word} (marginal), "
                f"{new.conditional.word} (conditional)"
            )
        elif isinstance(new, float | int | str):
            word = {"rows_per_cell": "rows a cell"}.get(field.name, field.name)
            found.append(f"{word} {digits(new)}" if isinstance(new, float) else f"{word} {new}")
        else:
            found.append(f"other {field.name}")
    return found


def digits(number: float) -> str:
    """A number as it is read, with as many digits as tell it from its neighbours, but not more than nine."""
    short = f"{number:g}"
    return short if float(short) == number else f"{number:.9g}"


def _parameters(before: dict[str, Setting], after: Header) -> Iterator[str]:
    """Those of the algorithm that has been told otherwise than before."""
    now = dict(after.parameters)
    for parameter in find_algorithm(after.algorithm).parameters:
        old, new = (told.get(parameter.id, parameter.usual) for told in (before, now))
        if old != new:
            yield f"{parameter.id} {digits(new) if isinstance(new, float) else new}"


def _overrides(
    before: dict[Question, Verdict], after: dict[Question, Verdict], names: tuple[str, ...]
) -> Iterator[str]:
    for question, verdict in after.items():
        if before.get(question) != verdict:
            yield f"{_pair(question, names)} {verdict.word}"
    for question in before:
        if question not in after:
            yield f"{_pair(question, names)} as the data have it"


def _statements(before: Knowledge, after: Knowledge, names: tuple[str, ...]) -> Iterator[str]:
    from elcs_gui.trace.knowledge_text import statements

    old, new = statements(before, names), statements(after, names)
    if old and not new:
        yield "nothing known beforehand"
        return
    yield from (said for said in new if said not in old)
    yield from (f"no longer {said}" for said in old if said not in new)


def _pair(question: Question, names: tuple[str, ...]) -> str:
    from elcs_gui.trace.explain import braced

    given = f" given {braced(names, question.z)}" if question.z else ""
    return f"{names[question.x]}, {names[question.y]}{given}"
