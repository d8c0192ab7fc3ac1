"""IAMB: the Markov blanket of a target, grown by the variable most dependent on it, then shrunk.

Tsamardinos, Aliferis and Statnikov (2003). Every question conditions on the whole blanket found so far, so
that few are asked; the price is that data soon become too few to answer them. Neighbours and spouses are not
told apart.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from elcs_gui.ci.asking import Asked
from elcs_gui.ci.questions import Answer
from elcs_gui.trace.events import Entered, Finished, Left, Members, Ranked, Separated, Undecidable
from elcs_gui.trace.outcome import Blanket, Outcome
from elcs_gui.trace.run import Run
from elcs_gui.trace.sets import MB


def iamb(run: Run, target: int, k: int | None) -> Outcome:  # noqa: ARG001  it knows no limit to its sets
    """The blanket of `target`."""
    run.start("IAMB", target)
    mb, sep, undecidable = _grown(run, target)
    sep |= shrink(run, target, mb, tuple(mb), asked="IAMB:9", left="IAMB:10")
    return whole_blanket(run, target, mb, sep, undecidable, "IAMB:11")


def shrink(
    run: Run, target: int, mb: list[int], examined: Members, *, asked: str, left: str
) -> dict[int, Members]:
    """Take out of MB what the others of it separate from the target, one at a time; with those others."""
    sep: dict[int, Members] = {}
    for x in examined:
        others = tuple(member for member in mb if member != x)
        if run.test(x, target, others, at=asked).independent:
            mb.remove(x)
            sep[x] = others
            run.tell(Left(left, target, MB, x, others))
    return sep


def whole_blanket(
    run: Run, target: int, mb: list[int], sep: dict[int, Members], undecidable: Members, at: str
) -> Outcome:
    """The answer of an algorithm that does not tell neighbours from spouses."""
    members = tuple(sorted(mb))
    run.tell(Finished(at, target, (), (), (), members))
    blanket = Blanket(target, separators=sep, mb=tuple(mb), undecidable=undecidable)
    return Outcome(target, (), (), (), (blanket,), members=members)


def _grown(run: Run, target: int) -> tuple[list[int], dict[int, Members], Members]:
    """Lines 1-7: MB in order of entry, what separates the others from the target, and who was given up."""
    mb: list[int] = []
    round_ = Rounds(run, target, asked="IAMB:3", given_up="IAMB:4", ranked="IAMB:5")
    while (newest := round_.strongest(mb)) is not None:
        mb.append(newest)
        run.tell(Entered("IAMB:6", target, MB, newest))
    return mb, round_.separated(mb, "IAMB:7"), tuple(round_.undecidable)


class Rounds:
    """Rounds of questions about all variables that may still join, by the lines that are given."""

    def __init__(self, run: Run, target: int, *, asked: str, given_up: str, ranked: str) -> None:
        self._run, self._target = run, target
        self._asked, self._given_up, self._ranked = asked, given_up, ranked
        self.candidates = [x for x in run.variables if x != target]  # OPEN
        self.undecidable: list[int] = []
        self._linked: list[int] = []

    def strongest(self, mb: Sequence[int]) -> int | None:
        """The one that depends most on the target given MB; it may join no more. None if nothing does."""
        given = tuple(mb)
        questions = [(x, self._target, given) for x in self.candidates]
        answers = self._run.test_each(questions, at=self._asked, telling=partial(self._fact, questions))
        asked = dict(zip(self.candidates, answers, strict=True))
        self.undecidable += [x for x in self.candidates if not asked[x].reliable]
        self.candidates = [x for x in self.candidates if asked[x].reliable]
        dependent = [x for x in self.candidates if not asked[x].independent]
        order = sorted(dependent, key=lambda x: -asked[x].strength)  # ties stay in column order
        self._linked = dependent
        if questions:
            self._run.tell(Ranked(self._ranked, self._target, MB, tuple(order)))
        if not order:
            return None
        self.candidates.remove(order[0])
        return order[0]

    def separated(self, mb: Sequence[int], at: str) -> dict[int, Members]:
        """What separates those that did not join: the whole blanket, by the last round."""
        apart = [x for x in self.candidates if x not in self._linked]
        for x in apart:
            self._run.tell(Separated(at, self._target, x, tuple(mb)))
        return dict.fromkeys(apart, tuple(mb))

    def _fact(self, questions: Sequence[Asked], number: int, answer: Answer) -> Undecidable | None:
        """Right after the question."""
        x, target, given = questions[number]
        return None if answer.reliable else Undecidable(self._given_up, target, x, tuple(given))
