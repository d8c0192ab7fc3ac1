"""The tree of runs as rows to read: what each changed, and what came of it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from elcs_gui.app.runs import Branch, RunTree
from elcs_gui.trace.events import Finished
from elcs_gui.trace.trace import Trace

_WORDS = {"parent": "cause", "child": "effect", "undecided": "undecided"}
_NOTHING = "not a neighbour"
MOST_CHANGES = 3
"""So many are told one by one; more are counted."""


@dataclass(frozen=True)
class RunRow:
    """One run: `depth` forks below the first, `title` what was changed, `detail` what came of it."""

    branch: Branch
    depth: int
    title: str
    detail: str
    tests: str
    current: bool


def run_rows(tree: RunTree) -> list[RunRow]:
    """The runs on the current target, each below the one it was forked from."""
    return [
        RunRow(
            branch,
            branch.depth,
            branch.title,
            _detail(branch),
            f"{len(branch.trace.test_steps):,} tests",
            branch is tree.current,
        )
        for branch in tree.shown()
    ]


def answer(trace: Trace) -> Mapping[int, str] | None:
    """What each neighbour of the target is in the end; None for a run that did not come to its end."""
    last = trace[-1] if len(trace) else None
    if not isinstance(last, Finished):
        return None
    roles = ((last.parents, "parent"), (last.children, "child"), (last.undetermined, "undecided"))
    return {x: role for members, role in roles for x in members}


def answer_changes(before: Trace, after: Trace) -> list[str] | None:
    """How the answer differs, a phrase for each neighbour, in column order; None if either has none."""
    old, new = answer(before), answer(after)
    if old is None or new is None:
        return None
    names = after.header.names
    return [
        f"{names[x]}: {_word(old.get(x))} → {_word(new.get(x))}"
        for x in sorted({*old, *new})
        if old.get(x) != new.get(x)
    ]


def _word(role: str | None) -> str:
    return _NOTHING if role is None else _WORDS[role]


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
