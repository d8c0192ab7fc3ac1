"""A CI test together with everything it has answered: what runs on the same data share."""

from __future__ import annotations

import time
from collections.abc import Hashable
from typing import Any

from elcs_gui.ci import compiled
from elcs_gui.ci.asking import Asker, Asking, Counts
from elcs_gui.ci.compiled import CompiledAsker, KernelData
from elcs_gui.ci.discrete import G2
from elcs_gui.ci.judge import Judge
from elcs_gui.ci.no_information import explaining
from elcs_gui.ci.questions import CiTest, OnData, Question
from elcs_gui.ci.tape import Tape
from elcs_gui.data.dataset import Dataset

WORTH_LOADING, WORTH_COMPILING = 1.0, 1.5
"""Seconds of work with numpy (not of waiting) after which the compiled kernel is sent for: one that is kept
on the disk, and one that is not. Loading takes half a second, so a short run never waits for it and a long
one loses little. Of many runs the first ones tell how long all will take, so they wait for a share of it
only. Nothing but speed depends on this clock, no answer does."""


class Evidence:
    """One test, its tape, and the fastest way to ask it that is ready. For one run at a time."""

    def __init__(self, test: CiTest) -> None:
        self.test = test
        self.data: Dataset | None = test.data if isinstance(test, OnData) else None
        """What the test is asked on; None for a network."""
        self.tape: Tape
        self.forget()
        self._kernel_data: KernelData | None = None
        self._slow_since: float | None = None
        self._worth_loading = WORTH_LOADING
        self.rounds: dict[Hashable, list[Any]] = {}
        """What computations on the same data came to, by what was computed (see `Run.rounds`)."""

    def expect(self, runs: int) -> None:
        """So many runs about as long as the first will ask: not each by itself has to be worth a kernel."""
        self._worth_loading = WORTH_LOADING / runs

    def answer(self, question: Question) -> int:
        """The number of the answer on the tape, measured now if it is new."""
        number = self.tape.find(question)
        return self.tape.add(question, *self.test.measure(question)) if number is None else number

    def asker(self, judge: Judge, counts: Counts, serial: int) -> Asking:
        """Compiled where that can be and is ready, one question at a time otherwise."""
        kernel = compiled.kernel_if_ready()
        if kernel is None or not self.compilable:
            return Asker(self.test, self.tape, judge, counts, serial)
        assert isinstance(self.test, G2)
        if self._kernel_data is None:
            self._kernel_data = KernelData(self.test)
        return CompiledAsker(kernel, self._kernel_data, self.tape, judge, counts, serial)

    @property
    def compilable(self) -> bool:
        """Could the kernel answer? Without the rule of rows per cell, tables may be too large for it."""
        return isinstance(self.test, G2) and self.test.rows_per_cell >= 1 and compiled.allowed()

    def may_speed_up(self) -> bool:
        """Should a run that asks slowly change over now? Sends for the kernel once it is worth it."""
        if not self.compilable:
            return False
        if compiled.kernel_if_ready() is not None:
            return True
        now = time.process_time()
        if self._slow_since is None:
            self._slow_since = now
        asked_for = now - self._slow_since
        if asked_for > self._worth_loading and compiled.kept_from_before():
            # Loading beside the run would slow both down more than waiting for it.
            compiled.warm_up()
            return compiled.kernel_if_ready() is not None
        if asked_for > WORTH_COMPILING:
            compiled.warm_up_in_background()
        return False

    def forget(self) -> None:
        """Start a new tape (recorded traces keep the old one)."""
        self.tape = Tape()
        self.tape.explain = explaining(self.test)
