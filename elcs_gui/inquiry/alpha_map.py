"""What a target's surroundings come to at every alpha of a range.

A *step* is a stretch of alpha on which a run goes the same way from its first test to its last; an *interval*
is a longest stretch with the same causes, effects and undecided neighbours, or with the same blanket where
no more is told, however it was come by; a *band* is a longest stretch on which one variable stands the same
way to the target. All are half open: `low` belongs to the stretch, `high` to the next one. Only at the end of
the range does `high` belong to the last.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from itertools import groupby
from typing import TypeVar

from elcs_gui.ci.questions import Question
from elcs_gui.errors import ElcsError
from elcs_gui.trace.events import Members
from elcs_gui.trace.outcome import Outcome
from elcs_gui.trace.roles import FinalRole

_Key = TypeVar("_Key")


@dataclass(frozen=True)
class Surroundings:
    """The answer for a target and the rules behind it; sets are in column order."""

    parents: Members
    children: Members
    undetermined: Members
    rules: tuple[tuple[int, str], ...] = ()
    """For each cause and effect that a rule names, the rule: "n-structure", "meek-r1"."""
    spouses: tuple[tuple[int, Members], ...] = ()
    """By the child they were found through."""
    mb: Members | None = None
    """The blanket, where neighbours and spouses are not told apart: the other sets are empty then."""

    @classmethod
    def of(cls, outcome: Outcome) -> Surroundings:
        """Those that a run found."""
        rules = _rules(outcome)
        told_apart = sorted({*outcome.parents, *outcome.children})
        return cls(
            outcome.parents,
            outcome.children,
            outcome.undetermined,
            tuple((x, rules[x]) for x in told_apart if x in rules),
            tuple((child, xs) for child, xs in sorted(outcome.blanket.spouses.items()) if xs),
            outcome.members,
        )

    @property
    def answer(self) -> tuple[Members | None, ...]:
        """Causes, effects and undecided neighbours, or the blanket: what intervals are about."""
        return self.parents, self.children, self.undetermined, self.mb

    @property
    def neighbours(self) -> Members:
        return tuple(sorted({*self.parents, *self.children, *self.undetermined}))

    def status(self, variable: int) -> tuple[FinalRole, str | None]:
        """How the variable stands to the target, and the rule that says so (for a cause or an effect)."""
        if variable in self.parents:
            return FinalRole.PARENT, dict(self.rules).get(variable)
        if variable in self.children:
            return FinalRole.CHILD, dict(self.rules).get(variable)
        if variable in self.undetermined:
            return FinalRole.UNDECIDED, None
        if any(variable in xs for _, xs in self.spouses):
            return FinalRole.SPOUSE, None
        if self.mb is not None and variable in self.mb:
            return FinalRole.MEMBER, None
        return FinalRole.ABSENT, None


def _rules(outcome: Outcome) -> Mapping[int, str]:
    """The rule that told each variable's direction: in the target's blanket, its own, or one of Meek's."""
    target = outcome.target
    rules = dict(outcome.blanket.reasons)
    for blanket in outcome.blankets[1:]:
        if target in blanket.reasons:
            rules.setdefault(blanket.target, blanket.reasons[target])
    for oriented in outcome.orientations:
        if target in (oriented.tail, oriented.head):
            rules.setdefault(oriented.head if oriented.tail == target else oriented.tail, oriented.rule)
    return rules


@dataclass(frozen=True)
class Step:
    """Alphas with one and the same run.

    Attributes:
        closed: nothing changes from here to the end of the range, so `high` belongs to the step as well.
        requested, performed: tests of the run.
        turned: the questions whose answers turned from independent to dependent at `low`, which is their
            p-value; none at the beginning of the range.
    """

    low: float
    high: float
    closed: bool
    surroundings: Surroundings
    requested: int
    performed: int
    turned: tuple[Question, ...] = ()


@dataclass(frozen=True)
class Interval:
    """Alphas with the same causes, effects and undecided neighbours, or blanket; neighbouring ones differ."""

    steps: tuple[Step, ...]

    @property
    def low(self) -> float:
        return self.steps[0].low

    @property
    def high(self) -> float:
        return self.steps[-1].high

    @property
    def parents(self) -> Members:
        return self.steps[0].surroundings.parents

    @property
    def children(self) -> Members:
        return self.steps[0].surroundings.children

    @property
    def undetermined(self) -> Members:
        return self.steps[0].surroundings.undetermined

    @property
    def mb(self) -> Members | None:
        """The blanket, where neighbours and spouses are not told apart."""
        return self.steps[0].surroundings.mb

    @property
    def turned(self) -> tuple[Question, ...]:
        """The questions that made the difference from the interval before."""
        return self.steps[0].turned

    @property
    def requested(self) -> tuple[int, int]:
        """The fewest and the most tests a run asks for."""
        asked = [step.requested for step in self.steps]
        return min(asked), max(asked)


@dataclass(frozen=True)
class Band:
    """Alphas at which a variable stands the same way to the target."""

    low: float
    high: float
    status: FinalRole
    rule: str | None


@dataclass(frozen=True)
class AlphaMap:
    """The results at every alpha from `low` on, in order.

    Attributes:
        complete: it reaches up to `high`; otherwise the work was ended early, and it is right as far as
            `reached`, which then belongs to no step.
        steps: adjoining, each a run; empty only if the work was ended within the first.
    """

    low: float
    high: float
    steps: tuple[Step, ...]

    @property
    def complete(self) -> bool:
        return bool(self.steps) and self.steps[-1].closed

    @property
    def reached(self) -> float:
        return self.steps[-1].high if self.steps else self.low

    @property
    def replays(self) -> int:
        """How many runs it took."""
        return len(self.steps)

    @cached_property
    def intervals(self) -> tuple[Interval, ...]:
        """The different results."""
        runs = self._runs(lambda step: step.surroundings.answer)
        return tuple(Interval(steps) for _, steps in runs)

    @cached_property
    def members(self) -> Members:
        """Who is a neighbour at some alpha (or in a blanket found as a whole), in column order, then who is
        never more than a spouse."""
        found = {step.surroundings for step in self.steps}
        neighbours = {x for one in found for x in (*one.neighbours, *(one.mb or ()))}
        spouses = {x for one in found for _, xs in one.spouses for x in xs}
        return (*sorted(neighbours), *sorted(spouses - neighbours))

    def bands(self, variable: int) -> tuple[Band, ...]:
        """How the variable stands to the target, from `low` to `reached`."""
        runs = self._runs(lambda step: step.surroundings.status(variable))
        return tuple(Band(steps[0].low, steps[-1].high, *status) for status, steps in runs)

    def at(self, alpha: float) -> Step:
        """The step that an alpha of the range belongs to."""
        if not self.low <= alpha <= self.reached or (alpha == self.reached and not self.complete):
            raise ElcsError(
                f"Alpha {alpha:g} is not in the range explored: {self.low:g} to {self.reached:g}."
            )
        return self.steps[bisect_right(self.steps, alpha, key=lambda step: step.low) - 1]

    def _runs(self, key: Callable[[Step], _Key]) -> Iterable[tuple[_Key, tuple[Step, ...]]]:
        return ((value, tuple(steps)) for value, steps in groupby(self.steps, key))
