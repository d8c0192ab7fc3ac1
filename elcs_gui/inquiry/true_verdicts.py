"""Evidence whose verdicts are all true: measured on the data, decided by someone who knows."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from elcs_gui.ci.asking import Asker, Asking, Counts
from elcs_gui.ci.evidence import Evidence
from elcs_gui.ci.judge import Judge
from elcs_gui.ci.questions import Answer

Decide = Callable[[int], bool]
"""By the number of an answer: is it truly independent?"""


class TrueVerdicts(Evidence):
    """Shares test and tape with other evidence, and with them the strengths; verdicts are decided anew.

    `asked` are the answers that were asked for.
    """

    def __init__(self, evidence: Evidence, decide: Decide) -> None:
        super().__init__(evidence.test)
        self.tape = evidence.tape
        self.rounds = evidence.rounds
        self.asked: set[int] = set()
        self._evidence = evidence
        self._decide = decide

    def asker(self, judge: Judge, counts: Counts, serial: int) -> Asking:
        asker = _TrueAsker(self.test, self.tape, judge, counts, serial)
        asker.measuring = self._evidence.asker(judge, counts, serial)
        asker.decide = self._decide
        asker.asked = self.asked
        return asker

    @property
    def compilable(self) -> bool:
        """No: the kernel measures, but the deciding is done here."""
        return False


class _TrueAsker(Asker):
    """Asks one question at a time, measured as fast as the evidence can."""

    measuring: Asking
    decide: Decide
    asked: set[int]

    def _ask(self, x: int, y: int, z: Sequence[int]) -> tuple[int, int, bool]:
        (answers, flags), _ = self.measuring.listed([(x, y, z)])
        number = int(answers[0])
        self.asked.add(number)
        return number, int(flags[0]), self.decide(number)

    def _answer(self, number: int, *, independent: bool) -> Answer:
        """What is decided by who knows is reliable, whatever could be measured."""
        return super()._answer(number, independent=independent)._replace(reliable=True)
