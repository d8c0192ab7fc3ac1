"""What becomes different between two alphas, who decides it, and both in words."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from elcs_gui.app.alpha.rows import interval_at
from elcs_gui.ci.questions import Question
from elcs_gui.inquiry.alpha_figures import Figures
from elcs_gui.inquiry.alpha_map import AlphaMap, Step, Surroundings
from elcs_gui.trace.explain import Names, braced, listed
from elcs_gui.trace.roles import FinalRole, role_word
from elcs_gui.trace.rules import KNOWLEDGE, LEMMA_1A, RULES, SPOUSE

if TYPE_CHECKING:
    from elcs_gui.trace.metrics import Truth

NEW, GONE, TURNED = "new", "gone", "turned"
_NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
_PLURALS = {"cause": "causes", "effect": "effects", "no neighbour": "no neighbours"}
"""Other words are the same of several."""
_OUTSIDE = "no neighbour"
MOST_NEEDS = 3
"""So many variables are told what alpha they need."""


@dataclass(frozen=True)
class Change:
    """How one variable stands at the run's own alpha, and at the other.

    Attributes:
        at: the boundary, last of those on the way, at which it came to stand like that.
    """

    variable: int
    before: str
    after: str
    kind: str
    at: float


@dataclass(frozen=True)
class Decision:
    """A boundary on the way: the questions whose answers turn there, and the variables this decides."""

    at: float
    questions: tuple[Question, ...]
    variables: tuple[int, ...]


def changes(found: AlphaMap, names: Names, target: int, own: float, other: float) -> list[Change]:
    """Who stands otherwise at `other` than at `own`; neighbours first. Both must be on the map."""
    first, last = found.at(own), found.at(other)
    made = []
    for x in found.members:
        before, after = first.surroundings.status(x), last.surroundings.status(x)
        if before != after:
            made.append(
                Change(
                    x,
                    _stands(first.surroundings, x, names, target, beside=after[0]),
                    _stands(last.surroundings, x, names, target, beside=before[0]),
                    _kind(before[0], after[0]),
                    _decided_at(found, first, last, x),
                )
            )
    return made


def decisions(found: AlphaMap, own: float, other: float, changed: Sequence[Change]) -> list[Decision]:
    """Who decides the changes, in the order they are come by on the way from `own` to `other`."""
    by_alpha: dict[float, list[int]] = {}
    for change in changed:
        by_alpha.setdefault(change.at, []).append(change.variable)
    return [
        Decision(at, found.at(at).turned, tuple(by_alpha[at])) for at in sorted(by_alpha, reverse=other < own)
    ]


def _kind(before: FinalRole, after: FinalRole) -> str:
    if before is FinalRole.ABSENT:
        return NEW
    return GONE if after is FinalRole.ABSENT else TURNED


def _decided_at(found: AlphaMap, first: Step, last: Step, x: int) -> float:
    """Where x came to stand as it does in `last`, on the way from `first`."""
    bands = found.bands(x)
    if first.low < last.low:
        return max(band.low for band in bands if band.low <= last.low)
    return min(band.high for band in bands if band.high > last.low)


def _stands(found: Surroundings, x: int, names: Names, target: int, *, beside: FinalRole) -> str:
    """How x stands to the target, in words; where it is absent, what it is not depends on the other side."""
    status, rule = found.status(x)
    match status:
        case FinalRole.ABSENT:
            words = {FinalRole.SPOUSE: "not a spouse", FinalRole.MEMBER: "not in the blanket"}
            return words.get(beside, "not a neighbour")
        case FinalRole.MEMBER | FinalRole.UNDECIDED:
            return role_word(status.word)
        case FinalRole.SPOUSE:
            through = [child for child, xs in found.spouses if x in xs]
            return f"spouse of {names[target]} through {listed(names, through)}"
    return f"{role_word(status.word)}{_by_rule(found, x, rule, names)}"


def _by_rule(found: Surroundings, x: int, rule: str | None, names: Names) -> str:
    if rule is None:
        return ""
    if rule == KNOWLEDGE:
        return ", as known beforehand"
    if rule == SPOUSE:
        spouses = dict(found.spouses).get(x, ())
        return f" by a v-structure{f' with {listed(names, spouses)}' if spouses else ''}"
    if rule == LEMMA_1A:
        pair = [p for p, by in found.rules if by == rule and p in found.parents]
        # Of more than two, the map does not tell who was found together with whom.
        other = [p for p in pair if p != x]
        return f" by Lemma 1a{f', together with {names[other[0]]}' if len(pair) == 2 else ''}"
    return f" {''.join(RULES[rule].because)}".replace(" because of ", " by ")


# In sentences


def verdict(decided: Sequence[Decision], names: Names, figures: Figures, *, upwards: bool) -> str:
    """Which tests decide it: one for all in a sentence, or one after the other in lines."""
    if not decided:
        return ""
    if len(decided) == 1:
        one = decided[0]
        count = len(one.variables)
        what = {1: "it", 2: "both"}.get(count, f"all {_number(count)}")
        who = "One test decides" if len(one.questions) == 1 else "Tests with the same p-value decide"
        return f"{who} {what}: {_turning(one, names, figures, upwards=upwards)}."
    tests = sum(len(one.questions) for one in decided)
    lines = [f"{_number(tests).capitalize()} tests decide, one after the other:"]
    for one in decided:
        answers = " and ".join(_lost(q, names) if upwards else _won(q, names) for q in one.questions)
        lines.append(f"{figures.text(one.at)}: {answers}; that decides {listed(names, one.variables)}.")
    return "\n".join(lines)


def _turning(one: Decision, names: Names, figures: Figures, *, upwards: bool) -> str:
    p = figures.text(one.at)
    tests = " and ".join(_lost(q, names) if upwards else _won(q, names) for q in one.questions)
    return f"once p = {p} counts as {'dependent' if upwards else 'independent'}, {tests}"


def _lost(q: Question, names: Names) -> str:
    x, y = names[q.x], names[q.y]
    if q.z:
        return f"{braced(names, q.z)} no longer separates {x} from {y}"
    return f"{x} and {y} are no longer independent"


def _won(q: Question, names: Names) -> str:
    x, y = names[q.x], names[q.y]
    return f"{braced(names, q.z)} separates {x} from {y}" if q.z else f"{x} and {y} are independent"


def needs(found: AlphaMap, names: Names, alpha: float, figures: Figures, told_of: Sequence[int] = ()) -> str:
    """Who is not in the answer at this alpha, but at a larger one; without those `told_of` already."""
    needs = []
    for x in found.members:
        if x in told_of or _in_answer(found.at(alpha).surroundings.status(x)[0]) != _OUTSIDE:
            continue
        later = [
            band.low for band in found.bands(x) if band.low > alpha and _in_answer(band.status) != _OUTSIDE
        ]
        if later:
            needs.append((min(later), x))
    return " ".join(
        f"{names[x]} needs alpha of at least {figures.text(low)}." for low, x in sorted(needs)[:MOST_NEEDS]
    )


def outlook(found: AlphaMap, names: Names, alpha: float, figures: Figures) -> Iterator[tuple[str, str]]:
    """What happens first when alpha goes up or down from here: where, and to whom."""
    place = interval_at(found, alpha)
    if place is None:
        return
    here = found.intervals[place]
    if place + 1 < len(found.intervals):
        after = found.intervals[place + 1]
        moves = _moves(found, names, here.steps[-1].low, after.low)
        yield f"from {figures.text(after.low)} on", moves
    if place:
        before = found.intervals[place - 1]
        moves = _moves(found, names, here.low, before.steps[-1].low)
        yield f"below {figures.text(here.low)}", moves


def _moves(found: AlphaMap, names: Names, own: float, other: float) -> str:
    """Whom the answer itself has otherwise, without the rules: A effect, B and C not neighbours."""
    first, last = found.at(own).surroundings, found.at(other).surroundings
    by_word: dict[str, list[int]] = {}
    for x in found.members:
        before, after = (_in_answer(one.status(x)[0]) for one in (first, last))
        if before != after:
            word = "not in the blanket" if after == _OUTSIDE and last.mb is not None else after
            by_word.setdefault(word, []).append(x)
    return ", ".join(
        f"{listed(names, xs)} {_PLURALS.get(word, word) if xs[1:] else word}" for word, xs in by_word.items()
    )


def _in_answer(status: FinalRole) -> str:
    return _OUTSIDE if status in (FinalRole.ABSENT, FinalRole.SPOUSE) else role_word(status.word)


def answer(found: Surroundings, names: Names) -> str:
    """Causes E and J, effects A, K and L; undecided ones where there are any. Or the blanket."""
    if found.mb is not None:
        return f"blanket {listed(names, found.mb)}" if found.mb else "an empty blanket"
    parts = []
    for word, xs in (("cause", found.parents), ("effect", found.children)):
        parts.append(f"{word}{'s' * (len(xs) != 1)} {listed(names, xs)}" if xs else f"no {word}s")
    if found.undetermined:
        parts.append(f"{listed(names, found.undetermined)} undecided")
    return ", ".join(parts)


def sentence(found: AlphaMap, names: Names, alpha: float, figures: Figures, truth: Truth | None) -> str:
    """The status sentence: from where to where the result is the same, what it is, and what it misses if the
    truth is shown."""
    place = interval_at(found, alpha)
    if place is None:
        return f"The map has come to alpha {figures.text(found.reached)}; it has not reached this one yet."
    one = found.intervals[place]
    said = answer(one.steps[0].surroundings, names)
    if len(found.intervals) == 1 and found.complete:
        span = f"At every alpha from {figures.text(one.low)} to {figures.text(one.high)}"
    else:
        span = f"Between {figures.text(one.low)} and {figures.text(one.high)}"
    known = _against(truth, one.steps[0].surroundings, names)
    return f"{span} the result is the same: {said}{known}."


def _against(truth: Truth | None, found: Surroundings, names: Names) -> str:
    """Where the truth is another."""
    if truth is None:
        return ""
    parents, children = truth.parents, truth.children
    true, found_ones = parents | children, set(found.neighbours)
    no_part = ("is no true neighbour", "are no true neighbours")
    if found.mb is not None:
        true |= truth.spouses
        found_ones = set(found.mb)
        no_part = ("is not in the true blanket", "are not in the true blanket")
    missed, extra = sorted(true - found_ones), sorted(found_ones - true)
    wrong = sorted({*found.parents} & children | {*found.children} & parents)
    phrases = [
        f"{listed(names, xs)} {one if len(xs) == 1 else several}"
        for xs, one, several in (
            (missed, "is missed", "are missed"),
            (wrong, "has the wrong direction", "have the wrong direction"),
            (extra, *no_part),
        )
        if xs
    ]
    return f"; {', '.join(phrases)}" if phrases else ""


def _number(count: int) -> str:
    return _NUMBERS[count] if count < len(_NUMBERS) else f"{count:,}"
