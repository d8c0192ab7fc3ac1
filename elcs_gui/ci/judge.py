"""The judge of one run: turns measured statistics into verdicts, by alpha, policy and overrides."""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

from elcs_gui.ci.distributions import Distribution
from elcs_gui.ci.questions import Policy, Verdict
from elcs_gui.ci.tape import Z_LENGTH, Tape

NOT_FORCED = NOT_SETTLED = -1
NEAR = 1e-6
"""A statistic nearer to its critical value than this part of it is judged by its p-value: rounding moves
either by far less."""
FEW_DIGITS = 1e-290
"""Below, p-values lose their digits one after the other until they are 0: no critical value says the same."""


class Judge:
    """Verdicts on the answers of one tape: dependent where p ≤ alpha.

    Comparing the statistic with its critical value says the same and is quick, but for rounding. So what lies
    near the critical value is decided by p itself, and p exactly equal to alpha is dependent.

    A forced verdict (an override, "what if this test had said otherwise") stands above the measured one; it
    is never unreliable.
    """

    def __init__(self, tape: Tape, distribution: Distribution, alpha: float, policy: Policy) -> None:
        self.tape = tape
        self.distribution = distribution
        self.alpha = alpha
        self.policy = policy
        self.critical = distribution.critical(alpha, 64)
        # Near 1, many statistics share a p-value: there a critical value says the less.
        near = max(NEAR, 1e-12 / (1 - alpha)) if alpha >= FEW_DIGITS else math.inf
        self._between = 1 - near, 1 + near
        self.near = np.array(self._between)
        """Between these multiples of the critical value p decides."""
        self.settled: NDArray[np.int8] = np.empty(0, dtype=np.int8)
        """By answer number, as far as compiled code had to know: what p says, or NOT_SETTLED."""
        self.forced: NDArray[np.int8] = np.empty(0, dtype=np.int8)
        """By answer number, as far as anything is forced: a `Verdict` or NOT_FORCED."""

    def force(self, answer: int, verdict: Verdict) -> None:
        """Override one answer."""
        self.forced = _reaching(self.forced, answer)
        self.forced[answer] = verdict

    def settle(self, answer: int) -> None:
        """Note what the p-value of one answer says, for code that cannot compute it."""
        self.settled = _reaching(self.settled, answer)
        numbers = np.array([answer], dtype=np.int32)
        self.settled[answer] = (
            Verdict.INDEPENDENT if self._found_independent(numbers)[0] else Verdict.DEPENDENT
        )

    def widen(self, df: int) -> None:
        """Make `critical` reach up to `df`."""
        if df >= len(self.critical):
            self.critical = self.distribution.critical(self.alpha, 2 * df)

    def independent(self, answer: int) -> bool:
        """What the run goes on with."""
        if answer < len(self.forced) and self.forced[answer] != NOT_FORCED:
            return bool(self.forced[answer] == Verdict.INDEPENDENT)
        statistic = float(self.tape.statistic[answer])
        if statistic != statistic:  # nan: the data cannot tell
            conditional = self.tape.asked[answer, Z_LENGTH] > 0
            return (self.policy.conditional if conditional else self.policy.marginal) is Verdict.INDEPENDENT
        df = max(int(self.tape.df[answer]), 0)
        self.widen(df)
        critical = float(self.critical[df])
        low, high = self._between
        if critical * low < statistic < critical * high:
            return bool(self._found_independent(np.array([answer], dtype=np.int32))[0])
        return statistic < critical

    def verdicts(self, answers: NDArray[np.int32]) -> NDArray[np.int8]:
        """`Verdict` numbers of many answers at once: what the log shows."""
        independent = self._found_independent(answers)
        verdicts = np.where(independent, Verdict.INDEPENDENT, Verdict.DEPENDENT).astype(np.int8)
        verdicts[independent & (self.tape.df[answers] == 0)] = Verdict.NO_INFORMATION
        verdicts[np.isnan(self.tape.statistic[answers])] = Verdict.UNRELIABLE
        forced = self.forced_among(answers)
        verdicts[forced] = self.forced[answers[forced]]
        return verdicts

    def counted_independent(self, answers: NDArray[np.int32]) -> NDArray[np.bool_]:
        """What the run goes on with: of the unreliable ones, what the policy has; without information,
        independent."""
        verdicts = self.verdicts(answers)
        conditional = self.tape.asked[answers, Z_LENGTH] > 0
        counted = np.where(conditional, self.policy.conditional, self.policy.marginal)
        counted = np.where(verdicts == Verdict.UNRELIABLE, counted, verdicts)
        return np.asarray((counted == Verdict.INDEPENDENT) | (counted == Verdict.NO_INFORMATION))

    def least_strength(self, answers: NDArray[np.int32]) -> float:
        """The weakest link among answers that are all dependent; infinite if none was measured or forced."""
        statistic = self.tape.statistic[answers]
        if len(self.forced):
            statistic = np.where(self.forced_among(answers), np.nan_to_num(statistic), statistic)
        return float(np.fmin.reduce(statistic, initial=np.inf))

    def is_forced(self, answer: int) -> bool:
        """Is the answer overridden?"""
        return answer < len(self.forced) and bool(self.forced[answer] != NOT_FORCED)

    def forced_among(self, answers: NDArray[np.int32]) -> NDArray[np.bool_]:
        """Which of the answers are overridden."""
        forced = np.zeros(len(answers), dtype=np.bool_)
        reached = answers < len(self.forced)
        forced[reached] = self.forced[answers[reached]] != NOT_FORCED
        return forced

    def _found_independent(self, answers: NDArray[np.int32]) -> NDArray[np.bool_]:
        """Which answers are independent by what was measured; of no meaning for nan."""
        statistic, df = self.tape.statistic[answers], self.tape.df[answers]
        tabled = np.maximum(df, 0)
        self.widen(int(tabled.max(initial=0)))
        critical = self.critical[tabled]
        independent = statistic < critical
        close = np.flatnonzero((critical * self.near[0] < statistic) & (statistic < critical * self.near[1]))
        if len(close):
            p = self.distribution.p_values(statistic[close], df[close])
            # The oracle has no p-value.
            independent[close] = np.where(np.isnan(p), independent[close], p > self.alpha)
        return independent


def _reaching(verdicts: NDArray[np.int8], answer: int) -> NDArray[np.int8]:
    """The verdicts by answer number, with room for this one."""
    if answer < len(verdicts):
        return verdicts
    longer = np.full(answer + 1, NOT_FORCED, dtype=np.int8)
    longer[: len(verdicts)] = verdicts
    return longer
