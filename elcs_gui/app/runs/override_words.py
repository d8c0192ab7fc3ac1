"""What is said of a verdict that was turned: what it was, and what follows for the target."""

from __future__ import annotations

from collections.abc import Sequence

from elcs_gui.app.runs.rows import answer
from elcs_gui.ci.questions import Question
from elcs_gui.trace.events import Tested
from elcs_gui.trace.explain import braced, listed
from elcs_gui.trace.trace import Trace

MOST_NAMED = 4
"""So many variables are named where the same becomes of them; of more, the others are counted."""
_BECOMES = {
    "parent": ("becomes a cause", "become causes"),
    "child": ("becomes an effect", "become effects"),
    "undecided": ("becomes undecided", "become undecided"),
    None: ("is no longer a neighbour", "are no longer neighbours"),
}


def turned(question: Question, before: Trace, after: Trace) -> str:
    """The verdict as it counts now, and how the answer about the target has changed."""
    return f"{_what(question, before, after)} {_consequences(before, after)}"


def _what(question: Question, before: Trace, after: Trace) -> str:
    names = after.header.names
    pair = f"{names[question.x]} and {names[question.y]}"
    given = f" given {braced(names, question.z)}" if question.z else ""
    forced = dict(after.header.forced).get(question)
    number = before.first_asked(question)
    if number is None:  # it is known beforehand, should it ever be asked
        verdict = "as the data have it" if forced is None else f"as {forced.word}"
        return f"{pair} now count {verdict}{given}; this run never asked."
    if forced is not None:
        return f"Test {number:,}: {pair} now count as {forced.word}{given}."
    event = after[int(after.test_steps[number - 1])]
    verdict = "independent" if isinstance(event, Tested) and event.independent else "dependent"
    return f"Test {number:,}: {pair} are {verdict}{given} again, as the data have it."


def _consequences(before: Trace, after: Trace) -> str:
    old, new = answer(before), answer(after)
    target = after.header.names[after.header.target]
    if old is None or new is None:
        return ""
    changed = [x for x in sorted({*old, *new}) if old.get(x) != new.get(x)]
    if not changed:
        return f"Nothing changes for {target}."
    phrases = []
    for role, (one, several) in _BECOMES.items():
        same = [x for x in changed if new.get(x) == role]
        if same:
            phrases.append(f"{_named(after.header.names, same)} {one if len(same) == 1 else several}")
    return f"What follows for {target}: {'; '.join(phrases)}."


def _named(names: Sequence[str], members: Sequence[int]) -> str:
    if len(members) <= MOST_NAMED:
        return listed(names, members)
    return f"{', '.join(names[x] for x in members[:MOST_NAMED])} and {len(members) - MOST_NAMED} more"
