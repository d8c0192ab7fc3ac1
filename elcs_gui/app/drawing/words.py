"""What the page says of a drawing and of what is learnt from it."""

from __future__ import annotations

from collections.abc import Sequence

from elcs_gui.app.drawing.drawing import Drawing
from elcs_gui.app.drawing.editor import Refusal
from elcs_gui.inquiry.one_change import Agreement, Attempt, Hanging
from elcs_gui.trace.explain import braced, listed, p_value

_NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine")


def way(drawing: Drawing, ids: Sequence[int]) -> str:
    """The names along a way, with arrows between them."""
    return " → ".join(drawing.variable(id).name for id in ids)


def circle_of(drawing: Drawing, refusal: Refusal) -> str:
    """The circle that an arrow would have closed, all round."""
    return way(drawing, (*refusal.circle, refusal.circle[0]))


def badge(found: Attempt) -> tuple[str, str]:
    """The answer in two words, and how it is painted: "done", "open" or "wrong"."""
    outcome, truth = found.outcome, found.truth
    if found.agreement is Agreement.SAME:
        return "learnt = drawn", "done"
    if found.agreement is Agreement.OPEN:
        left = len(set(outcome.undetermined) & (truth.parents | truth.children))
        return f"{left} edge{'s' * (left > 1)} open", "open"
    return "not as drawn", "wrong"


def comparison(found: Attempt) -> str:
    """How the answer differs from the drawing, in a sentence."""
    names, outcome, truth = found.header.names, found.outcome, found.truth
    target = names[outcome.target]
    true = truth.parents | truth.children
    neighbours = {*outcome.parents, *outcome.children, *outcome.undetermined}
    missing, extra = sorted(true - neighbours), sorted(neighbours - true)
    turned = sorted({*outcome.parents} & truth.children | {*outcome.children} & truth.parents)
    if not true and not neighbours:
        return f"{target} has no neighbours, and none is found."
    wrong = []
    if missing:
        wrong.append(f"misses {listed(names, missing)}")
    if extra:
        kind = "a neighbour" if len(extra) == 1 else "neighbours"
        wrong.append(f"takes {listed(names, extra)} for {kind} of {target}")
    if turned:
        wrong.append(f"turns {listed(names, turned)} round")
    if wrong:
        return f"The answer {_and(wrong)}{_directions(found)}."
    count = _NUMBERS[len(true)] if len(true) < len(_NUMBERS) else str(len(true))
    every = {1: "The neighbour is", 2: "Both neighbours are"}.get(len(true), f"All {count} neighbours are")
    return f"{every} found{_directions(found)}."


def _directions(found: Attempt) -> str:
    names, outcome, truth = found.header.names, found.outcome, found.truth
    left = sorted({*outcome.undetermined} & (truth.parents | truth.children))
    if not left:
        return "" if found.agreement is Agreement.WRONG else ", each with its direction"
    if truth.reversible.issuperset(left):
        these = "its direction" if len(left) == 1 else "their directions"
        return (
            f"; {these} cannot be told from independences" if len(left) < 4 else "; directions cannot be told"
        )
    decided = sorted({*outcome.parents, *outcome.children})
    if len(decided) == 1 and found.agreement is Agreement.OPEN:
        return f"; only {names[decided[0]]} has a direction"
    return f"; {listed(names, left)} {'has' if len(left) == 1 else 'have'} no direction"


def hangs(found: Attempt, where: Hanging | None) -> str:
    """On which test the answer turns."""
    names, alpha = found.header.names, found.header.alpha
    if found.trial.rows is None:
        if found.agreement is Agreement.OPEN:
            return (
                "The oracle knows every independence. What is open now stays open with any number of rows: "
                "another drawing has the same independences."
            )
        return "The oracle never errs: what it answers follows from the drawing alone."
    if where is None or where.test.p is None:
        return "No test could be made."
    test, p = where.test, where.test.p
    given = f" given {braced(names, test.z)}" if test.z else ""
    pair = f"{names[test.x]} and {names[test.y]}"
    side = "above" if p > alpha else "below"
    close = "just " if max(p / alpha, alpha / max(p, 1e-300)) < 3 else ""
    figures = f"p = {p_value(p)}, {close}{side} alpha"
    if where.false:
        truly = "independent" if not test.independent else "dependent"
        arrows = [f"{names[a]} → {names[b]}" for a, b in where.gained]
        without = [f"{names[a]} → {names[b]}" for a, b in where.lost]
        then = (
            f", {_and(arrows)} would be drawn" if arrows else f", {_and(without)} would go" if without else ""
        )
        follows = f" Were it found so{then}." if then else ""
        return f"{pair} are {truly}{given} in the drawing. Here {figures}.{follows}"
    if found.agreement is Agreement.SAME:
        return f"The closest call: {pair}{given}, {figures}. Beyond it the answer may change."
    return f"No single test would mend it. The closest call: {pair}{given}, {figures}."


def _and(words: Sequence[str]) -> str:
    return " and ".join(words) if len(words) < 3 else f"{', '.join(words[:-1])} and {words[-1]}"
