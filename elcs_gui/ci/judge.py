"""The judge of one run: turns measured statistics into verdicts, by alpha, policy and overrides."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from elcs_gui.ci.distributions import Distribution
from elcs_gui.ci.questions import Policy, Verdict
from elcs_gui.ci.tape import Z_LENGTH, Tape

NOT_FORCED = -1
MOST_DF = 4_000_000
"""Of a test in a file: critical values are tabled up to the largest df. Ten million rows reach half of it."""


class Judge:
    """Verdicts on the answers of one tape.

    A forced verdict (an override, "what if this test had said otherwise") stands above the measured one; it
    is never unreliable.
    """

    def __init__(self, tape: Tape, distribution: Distribution, alpha: float, policy: Policy) -> None:
        self.tape = tape
        self.distribution = distribution
        self.alpha = alpha
        self.policy = policy
        self.critical = distribution.critical(alpha, 256)
        self.forced: NDArray[np.int8] = np.empty(0, dtype=np.int8)
        """By answer number, as far as anything is forced: a `Verdict` or NOT_FORCED."""

    def force(self, answer: int, verdict: Verdict) -> None:
        """Override one answer."""
        if answer >= len(self.forced):
            longer = np.full(answer + 1, NOT_FORCED, dtype=np.int8)
            longer[: len(self.forced)] = self.forced
            self.forced = longer
        self.forced[answer] = verdict

    def widen(self, df: int) -> None:
        """Make `critical` reach up to `df`."""
        if df >= len(self.critical):
            self.critical = self.distribution.critical(self.alpha, max(2 * len(self.critical), df + 1))

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
        return statistic < float(self.critical[df])

    def verdicts(self, answers: NDArray[np.int32]) -> NDArray[np.int8]:
        """`Verdict` numbers of many answers at once: what the log shows."""
        statistic = self.tape.statistic[answers]
        df = np.maximum(self.tape.df[answers], 0)
        self.widen(int(df.max(initial=0)))
        verdicts = np.where(statistic < self.critical[df], Verdict.INDEPENDENT, Verdict.DEPENDENT).astype(
            np.int8
        )
        verdicts[np.isnan(statistic)] = Verdict.UNRELIABLE
        forced = self.forced_among(answers)
        verdicts[forced] = self.forced[answers[forced]]
        return verdicts

    def counted_independent(self, answers: NDArray[np.int32]) -> NDArray[np.bool_]:
        """`verdicts`, with the unreliable ones counted as the policy has it."""
        verdicts = self.verdicts(answers)
        conditional = self.tape.asked[answers, Z_LENGTH] > 0
        counted = np.where(conditional, self.policy.conditional, self.policy.marginal)
        return np.asarray(np.where(verdicts == Verdict.UNRELIABLE, counted, verdicts) == Verdict.INDEPENDENT)

    def forced_among(self, answers: NDArray[np.int32]) -> NDArray[np.bool_]:
        """Which of the answers are overridden."""
        forced = np.zeros(len(answers), dtype=np.bool_)
        reached = answers < len(self.forced)
        forced[reached] = self.forced[answers[reached]] != NOT_FORCED
        return forced
