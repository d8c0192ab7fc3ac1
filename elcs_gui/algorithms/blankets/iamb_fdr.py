"""IAMB-FDR: IAMB that judges all tests of a round together, so that few members are there by chance.

Peña (2008). In every round each variable is asked about given the blanket, a member given the others of it,
and the p-values are held against one threshold, that of Benjamini and Yekutieli: of those that are not above
it, a share of at most alpha is expected to be so by chance. The member with the largest p leaves if that is
above; else the other with the smallest p enters if that is not. What is controlled is each round, not the way
from one to the next: which questions are asked depends on earlier answers.

With wrong verdicts a blanket could come back for ever; so no move is made that leads to one that was there
before, and the next one is. bnlearn's `iamb.fdr` undoes such a move when it is made, and lets neither who
came last leave nor who left last come back at once; and it holds the i-th smallest p against its own limit
alone, whatever the larger ones are. On Alarm and Insurance (500 to 5,000 rows, rates of 0.01 and 0.05, the
same p-values) 1,147 of 1,152 blankets were those of its steps.
"""

from __future__ import annotations

from functools import partial

from elcs_gui.algorithms.blankets.iamb import whole_blanket
from elcs_gui.ci.asking import Asked
from elcs_gui.ci.false_discoveries import FIGURES
from elcs_gui.ci.questions import Answer
from elcs_gui.trace.events import Computed, Entered, Left, Members, Ranked, Separated, Undecidable
from elcs_gui.trace.outcome import Outcome
from elcs_gui.trace.run import Run
from elcs_gui.trace.sets import MB


def iamb_fdr(run: Run, target: int, k: int | None) -> Outcome:  # noqa: ARG001  it knows no limit to its sets
    """The blanket of `target`."""
    run.start("IAMB-FDR", target)
    rounds = _Rounds(run, target)
    mb: list[int] = []
    while rounds.move(mb):
        pass
    sep = rounds.separated()
    return whole_blanket(run, target, mb, sep, tuple(rounds.undecidable), "IAMB-FDR:12")


class _Rounds:
    """Rounds of questions about all variables.

    Attributes:
        undecidable: those that too few rows could tell about, in the order in which they were given up.
    """

    def __init__(self, run: Run, target: int) -> None:
        self._run, self._target = run, target
        self._waiting = [x for x in run.variables if x != target]  # OPEN
        self._apart: dict[int, Members] = {}
        self._number = 0
        self._seen: set[frozenset[int]] = set()
        self.undecidable: list[int] = []

    def move(self, mb: list[int]) -> bool:
        """Lines 3-10: one member leaves, or else another variable enters, or else nothing changes."""
        given = tuple(mb)
        self._seen.add(frozenset(mb))
        outside: list[Asked] = [(x, self._target, given) for x in self._waiting]
        inside: list[Asked] = [(x, self._target, tuple(v for v in mb if v != x)) for x in mb]
        answers = self._run.test_each(outside, at="IAMB-FDR:3", telling=partial(self._fact, outside))
        self._heard(outside, answers)
        answers += self._run.test_each(inside, at="IAMB-FDR:5")
        # In column order, in which ties stay.
        asked, said = zip(*sorted(zip([*outside, *inside], answers, strict=True)), strict=True)
        judged = self._run.judge_together(asked, said)
        self._number += 1
        figures = float(judged.threshold.tests), judged.threshold.value
        self._run.tell(Computed("IAMB-FDR:6", self._number, FIGURES, figures, (), ()))
        counting = {asked[place][0] for place in judged.counting}
        order = [asked[place][0] for place in judged.order]  # the smallest p first
        above = [x for x in reversed(order) if x in given and x not in counting]
        leaving = next((x for x in above if {*given} - {x} not in self._seen), None)
        if leaving is not None:
            mb.remove(leaving)
            self._waiting = sorted([*self._waiting, leaving])
            self._run.tell(Left("IAMB-FDR:8", self._target, MB, leaving, tuple(mb)))
            return True
        below = [x for x in order if x in counting and x not in given]
        entering = [x for x in below if {*given, x} not in self._seen]
        self._run.tell(Ranked("IAMB-FDR:9", self._target, MB, tuple(entering)))
        if entering:
            mb.append(entering[0])
            self._waiting.remove(entering[0])
            self._run.tell(Entered("IAMB-FDR:10", self._target, MB, entering[0]))
        return bool(entering)

    def _heard(self, questions: list[Asked], answers: list[Answer]) -> None:
        """Line 4, and who is independent of the target as things are."""
        by_variable = {x: (z, one) for (x, _, z), one in zip(questions, answers, strict=True)}
        self.undecidable += [x for x, (_, one) in by_variable.items() if not one.reliable]
        self._waiting = [x for x, (_, one) in by_variable.items() if one.reliable]
        self._apart = {x: tuple(z) for x, (z, one) in by_variable.items() if one.reliable and one.independent}

    def separated(self) -> dict[int, Members]:
        """Whom the last round found independent of the target, and given what."""
        apart = {x: z for x, z in self._apart.items() if x in self._waiting}
        for x, z in apart.items():
            self._run.tell(Separated("IAMB-FDR:11", self._target, x, z))
        return apart

    def _fact(self, questions: list[Asked], number: int, answer: Answer) -> Undecidable | None:
        """Right after the question."""
        x, target, given = questions[number]
        return None if answer.reliable else Undecidable("IAMB-FDR:4", target, x, tuple(given))
