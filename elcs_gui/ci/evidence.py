"""A CI test together with everything it has answered: what runs on the same data share."""

from __future__ import annotations

from collections.abc import Hashable
from typing import Any

from elcs_gui.ci.asking import Asker, Asking, Counts
from elcs_gui.ci.compiled import CompiledAsker, KernelData, can_answer
from elcs_gui.ci.discrete import TableTest
from elcs_gui.ci.judge import Judge
from elcs_gui.ci.no_information import explaining
from elcs_gui.ci.questions import CiTest, OnData, Question
from elcs_gui.ci.tape import Tape
from elcs_gui.data.dataset import Dataset


class Evidence:
    """One test, its tape, and the fastest way to ask it. For one run at a time."""

    def __init__(self, test: CiTest) -> None:
        self.test = test
        self.data: Dataset | None = test.data if isinstance(test, OnData) else None
        """What the test is asked on; None for a network."""
        self.tape: Tape
        self.forget()
        self._kernel_data: KernelData | None = None
        self.rounds: dict[Hashable, list[Any]] = {}
        """What computations on the same data came to, by what was computed (see `Run.rounds`)."""

    def answer(self, question: Question) -> int:
        """The number of the answer on the tape, measured now if it is new."""
        number = self.tape.find(question)
        return self.tape.add(question, *self.test.measure(question)) if number is None else number

    def asker(self, judge: Judge, counts: Counts, serial: int) -> Asking:
        """Compiled where that can be, one question at a time otherwise."""
        if not can_answer(self.test):
            return Asker(self.test, self.tape, judge, counts, serial)
        if self._kernel_data is None:
            assert isinstance(self.test, TableTest)
            self._kernel_data = KernelData(self.test)
        return CompiledAsker(self._kernel_data, self.tape, judge, counts, serial)

    def forget(self) -> None:
        """Start a new tape (recorded traces keep the old one)."""
        self.tape = Tape()
        self.tape.explain = explaining(self.test)
