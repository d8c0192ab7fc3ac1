"""The tree of runs as rows to read: what each changed, and what came of it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from elcs_gui.algorithms.registry import find_algorithm
from elcs_gui.app.model.runs import Branch, RunTree
from elcs_gui.trace.events import Finished
from elcs_gui.trace.roles import role_word
from elcs_gui.trace.trace import Trace

MOST_CHANGES = 3
"""So many are told one by one; more are counted."""


@dataclass(frozen=True)
class RunRow:
    """One run: `depth` forks below the first, `title` what was changed, `detail` what came of it.

    Attributes:
        goes_on: for each depth from 1 to its own, whether a later row hangs on the same line.
        has_forks: others were forked from it.
    """

    branch: Branch
    depth: int
    title: str
    detail: str
    tests: str
    current: bool
    goes_on: tuple[bool, ...] = ()
    has_forks: bool = False

    @property
    def description(self) -> str:
        """The row as a line of text."""
        return f"{self.title}: {self.detail} ({self.tests})"


def run_rows(tree: RunTree, *, running: bool = False) -> list[RunRow]:
    """The runs on the current target, each below the one it was forked from."""
    shown = tree.shown()
    lines = hanging([branch.depth for branch in shown])
    return [
        RunRow(
            branch,
            branch.depth,
            branch.title,
            "running …" if running and branch is tree.current else _detail(branch),
            f"{len(branch.trace.test_steps):,} tests",
            branch is tree.current,
            goes_on,
            any(other.parent is branch for other in shown),
        )
        for branch, goes_on in zip(shown, lines, strict=True)
    ]


def hanging(depths: Sequence[int]) -> list[tuple[bool, ...]]:
    """For each row of a tree, by depth from 1 to its own: does a later row hang on the same line?"""
    found: list[tuple[bool, ...]] = []
    goes_on: list[bool] = []
    for depth in reversed(depths):
        goes_on = (goes_on + [False] * depth)[:depth]
        found.append(tuple(goes_on))
        if depth:
            goes_on[depth - 1] = True
    return found[::-1]


def answer(trace: Trace) -> Mapping[int, str] | None:
    """What each variable around the target is in the end; None for a run that did not come to its end."""
    last = trace[-1] if len(trace) else None
    if not isinstance(last, Finished):
        return None
    roles = ((last.parents, "parent"), (last.children, "child"), (last.undetermined, "undecided"))
    members = dict.fromkeys(last.members or (), "member")
    return members | {x: role for xs, role in roles for x in xs}


def answer_changes(before: Trace, after: Trace) -> list[str] | None:
    """How the answer differs, a phrase for each variable, in column order; None if either has none."""
    old, new = answer(before), answer(after)
    if old is None or new is None:
        return None
    names = after.header.names
    return [
        f"{names[x]}: {_word(before, old.get(x))} → {_word(after, new.get(x))}"
        for x in sorted({*old, *new})
        if old.get(x) != new.get(x)
    ]


def _word(trace: Trace, role: str | None) -> str:
    if role is not None:
        return role_word(role)
    whole = not find_algorithm(trace.header.algorithm).tells_neighbours
    return "not in the blanket" if whole else "not a neighbour"


def _detail(branch: Branch) -> str:
    if not branch.finished:
        return "not finished"
    if branch.parent is None or branch.parent.header.names != branch.header.names:
        return "the first run"
    changed = answer_changes(branch.parent.trace, branch.trace)
    if changed is None:
        return "nothing to compare with"
    if not changed:
        return "the same answer"
    if len(changed) > MOST_CHANGES:
        return f"{'; '.join(changed[:MOST_CHANGES])}; and {len(changed) - MOST_CHANGES} more"
    return "; ".join(changed)
