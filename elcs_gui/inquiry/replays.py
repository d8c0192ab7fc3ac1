"""Running again with some verdicts corrected, as fast and as rarely as can be.

A *correction* is the number of an answer on the tape; a replay goes on with the true verdict there, and with
the measured ones everywhere else. Strengths stay the measured ones throughout, so that corrections change
decisions and nothing else. Nothing is done twice: neither a search (`elcs_gui.inquiry.replay_cache`) nor a
blanket, unless a correction touches a question it asks.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from elcs_gui.algorithms.elcs import FoundBlanket
from elcs_gui.algorithms.learning import learn
from elcs_gui.algorithms.registry import find_algorithm
from elcs_gui.ci.asking import Asker, Asking, Counts
from elcs_gui.ci.evidence import Evidence
from elcs_gui.ci.judge import NOT_FORCED, Judge
from elcs_gui.ci.questions import Answer, Question, Verdict
from elcs_gui.inquiry.replay_cache import CachedEvidence, Corrections, Found, Kept, ResultCache
from elcs_gui.trace.outcome import Outcome
from elcs_gui.trace.run import Run
from elcs_gui.trace.trace import Header, Trace

Progress = Callable[[int], None]
"""Called with the number of replays so far; it may raise `Cancelled`."""


@dataclass(frozen=True, eq=False)
class Replay:
    """What came of a run with corrections, and all the answers it asked for."""

    outcome: Outcome
    asked: frozenset[int]


class Replays:
    """Replays of one run. `count` is how many there were; asking for one again costs nothing."""

    def __init__(
        self,
        evidence: Evidence,
        header: Header,
        truth: Callable[[Question], bool],
        progress: Progress | None = None,
    ) -> None:
        self.count = 0
        self._evidence = evidence
        self._header = header
        self._truth = truth
        self._progress = progress
        self._algorithm = find_algorithm(header.algorithm)
        self._judge = Judge(evidence.tape, evidence.test.distribution, header.alpha, header.policy)
        for question, verdict in header.forced:
            self._judge.force(evidence.answer(question), verdict)
        # The overrides of the header are in the judge's array, from where every replay takes them.
        self._plain = replace(header, forced=())
        self._wrong: dict[int, bool] = {}
        self._replays: dict[Corrections, Replay] = {}
        self._memory = CachedEvidence(evidence)
        self._blankets: ResultCache[FoundBlanket] = ResultCache()

    def replay(self, corrections: Corrections) -> Replay:
        """The run with these verdicts corrected."""
        known = self._replays.get(corrections)
        if known is not None:
            return known
        self._count_one()
        replay = self._replays[corrections] = self._run_again(corrections)
        # Those that were not asked for change nothing.
        self._replays.setdefault(corrections & replay.asked, replay)
        return replay

    def recorded(self, corrections: Corrections) -> Trace:
        """The trace of the run with these verdicts corrected."""
        self._count_one()
        own = [(q, v) for q, v in self._header.forced if self._evidence.answer(q) not in corrections]
        truth = {True: Verdict.INDEPENDENT, False: Verdict.DEPENDENT}
        corrected = [(self.question(a), truth[self._truly_independent(a)]) for a in sorted(corrections)]
        return learn(self._evidence, replace(self._header, forced=(*own, *corrected))).trace

    def all_true(self) -> Corrections:
        """The corrections of the run with every verdict true: all the wrong verdicts it comes across."""
        self._count_one()
        decided = TrueVerdicts(self._evidence, self._truly_independent)
        run = Run(decided, self._plain, record=False)
        self._algorithm.learn(run, self._header.target, self._header.k)
        return frozenset(self.wrong(sorted(decided.asked)))

    def wrong(self, answers: Iterable[int]) -> list[int]:
        """Those answers whose own verdict is not the truth, in the order given."""
        answers = list(answers)
        new = [answer for answer in answers if answer not in self._wrong]
        if new:
            counted = self._judge.counted_independent(np.array(new, dtype=np.int32)).tolist()
            for answer, independent in zip(new, counted, strict=True):
                self._wrong[answer] = independent != self._truly_independent(answer)
        return [answer for answer in answers if self._wrong[answer]]

    def question(self, answer: int) -> Question:
        """What the answer is an answer to."""
        return self._evidence.tape.question(answer)

    def verdict(self, answer: int) -> tuple[bool, bool]:
        """Does the answer's own verdict count as independent, and is it reliable?"""
        number = np.array([answer], dtype=np.int32)
        reliable = int(self._judge.verdicts(number)[0]) != Verdict.UNRELIABLE
        return bool(self._judge.counted_independent(number)[0]), reliable

    def _run_again(self, corrections: Corrections) -> Replay:
        target, k, learn_blanket = self._header.target, self._header.k, self._algorithm.learn_blanket
        if learn_blanket is None:
            return Replay(*self._ask(lambda run: self._algorithm.learn(run, target, k), corrections))
        used: list[Kept[FoundBlanket]] = []

        def remembered(x: int) -> FoundBlanket:
            def with_conflicts(own: Run) -> FoundBlanket:
                return learn_blanket(own, x, k), tuple(own.conflicts)

            used.append(self._blankets.find(x, corrections, lambda: self._ask(with_conflicts, corrections)))
            return used[-1].found

        # Nothing is asked in it, but it gathers the contradictions.
        silent = Run(self._evidence, self._plain, record=False)
        outcome = self._algorithm.outcome_of(silent, target, k, remembered)
        return Replay(outcome, frozenset().union(*(kept.asked for kept in used)))

    def _ask(self, work: Callable[[Run], Found], corrections: Corrections) -> tuple[Found, frozenset[int]]:
        """Do the work in a run of its own: what it found, and what it asked for."""
        self._memory.begin(corrections)
        run = Run(self._memory, self._plain, record=False)
        run.trace.judge.forced = self._forced(corrections)
        found = work(run)
        return found, self._memory.asked()

    def _forced(self, corrections: Corrections) -> NDArray[np.int8]:
        """The judge's overrides: the run's own, and above them the corrections."""
        own = self._judge.forced
        if not corrections:
            return own
        numbers = np.fromiter(corrections, dtype=np.int32, count=len(corrections))
        forced = np.full(max(len(own), int(numbers.max()) + 1), NOT_FORCED, dtype=np.int8)
        forced[: len(own)] = own
        forced[numbers] = np.where(
            self._judge.counted_independent(numbers), Verdict.DEPENDENT, Verdict.INDEPENDENT
        )
        return forced

    def _truly_independent(self, answer: int) -> bool:
        return self._truth(self.question(answer))

    def _count_one(self) -> None:
        if self._progress is not None:
            self._progress(self.count)
        self.count += 1


# Verdicts that are all true: measured on the data, decided by someone who knows


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


class _TrueAsker(Asker):
    """Asks one question at a time, measured as fast as the evidence can."""

    measuring: Asking
    decide: Decide
    asked: set[int]

    def _ask(self, x: int, y: int, z: Sequence[int]) -> tuple[int, int, bool]:
        for (answers, flags), _ in self.measuring.listed([(x, y, z)]):
            if len(answers):
                number, flag = int(answers[0]), int(flags[0])
        self.asked.add(number)
        return number, flag, self.decide(number)

    def _answer(self, number: int, *, independent: bool) -> Answer:
        """What is decided by who knows is reliable, whatever could be measured."""
        return super()._answer(number, independent=independent)._replace(reliable=True)
