"""Evidence that remembers whole searches, for runs that differ in a few verdicts only.

What a call of the asker comes to (a list of questions, a search among subsets, a screening) depends only on
its arguments and on the verdicts of the questions it asks. Here every call is kept, with what it asked and
which of that was corrected, and answered from memory when it is made again with the same of it corrected.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from elcs_gui.ci.asking import Asked, Asking, Batch, Counts, Search
from elcs_gui.ci.evidence import Evidence
from elcs_gui.ci.judge import Judge
from elcs_gui.ci.questions import Answer

Corrections = frozenset[int]
"""Answers whose verdict is replaced by the true one."""

Found = TypeVar("Found")


@dataclass(frozen=True, eq=False)
class Kept(Generic[Found]):
    """Something found by asking: it is found again wherever the same of its answers are corrected."""

    found: Found
    asked: frozenset[int]
    corrected: Corrections


class ResultCache(Generic[Found]):
    """What was found, by what was looked for."""

    def __init__(self) -> None:
        self._kept: dict[Hashable, list[Kept[Found]]] = {}

    def find(
        self, wanted: Hashable, corrections: Corrections, make: Callable[[], tuple[Found, frozenset[int]]]
    ) -> Kept[Found]:
        """What is kept of `wanted` under these corrections, or what `make` gives: found, and asked for."""
        variants = self._kept.setdefault(wanted, [])
        for kept in variants:
            # The first condition follows from the second; it only is quicker to fail.
            if kept.corrected <= corrections and corrections & kept.asked == kept.corrected:
                return kept
        found, asked = make()
        variants.append(Kept(found, asked, corrections & asked))
        return variants[-1]


class CachedEvidence(Evidence):
    """Shares test and tape with other evidence. Before each run, `begin` says what is corrected in it.

    The corrections themselves are made by the run's judge, and nothing is counted.
    """

    def __init__(self, evidence: Evidence) -> None:
        super().__init__(evidence.test)
        self.tape = evidence.tape
        self.rounds = evidence.rounds
        self._evidence = evidence
        self._cache: ResultCache[Any] = ResultCache()
        self._corrections: Corrections = frozenset()
        self._calls: list[Kept[Any]] = []

    def begin(self, corrections: Corrections) -> None:
        """Another run follows."""
        self._corrections = corrections
        self._calls = []

    def asked(self) -> frozenset[int]:
        """All that was asked for since."""
        return frozenset().union(*(kept.asked for kept in self._calls))

    def asker(self, judge: Judge, counts: Counts, serial: int) -> Asking:
        return _CachedAsker(self._evidence.asker(judge, counts, serial), self)

    def call(self, wanted: Hashable, make: Callable[[], tuple[Found, frozenset[int]]]) -> Found:
        """One call of the asker."""
        kept: Kept[Found] = self._cache.find(wanted, self._corrections, make)
        self._calls.append(kept)
        return kept.found


class _CachedAsker:
    """See `elcs_gui.ci.asking.Asking`. Every call is finished at once: nobody watches and cuts it short."""

    def __init__(self, asker: Asking, memory: CachedEvidence) -> None:
        self._asker = asker
        self._memory = memory

    def listed(self, questions: Sequence[Asked]) -> Iterator[tuple[Batch, list[Answer]]]:
        def make() -> tuple[list[tuple[Batch, list[Answer]]], frozenset[int]]:
            found = [(_copied(batch), answers) for batch, answers in self._asker.listed(questions)]
            return found, _numbers([batch for batch, _ in found])

        return iter(self._memory.call(tuple((x, y, tuple(z)) for x, y, z in questions), make))

    def subsets(self, search: Search) -> Iterator[tuple[Batch, int | None]]:
        def make() -> tuple[list[tuple[Batch, int | None]], frozenset[int]]:
            found = [(_copied(batch), place) for batch, place in self._asker.subsets(search)]
            return found, _numbers([batch for batch, _ in found])

        return iter(self._memory.call(search, make))

    def screen(
        self, xs: Sequence[int], members: Sequence[int], target: int
    ) -> Iterator[tuple[Batch, list[bool]]]:
        def make() -> tuple[list[tuple[Batch, list[bool]]], frozenset[int]]:
            screened = self._asker.screen(xs, members, target)
            found = [(_copied(batch), independent) for batch, independent in screened]
            return found, _numbers([batch for batch, _ in found])

        return iter(self._memory.call((tuple(xs), tuple(members), target), make))


def _copied(batch: Batch) -> Batch:
    """For keeping: an asker may write its next batch into the same arrays."""
    return Batch(batch.answers.copy(), batch.flags.copy())


def _numbers(batches: Sequence[Batch]) -> frozenset[int]:
    return frozenset(number for batch in batches for number in batch.answers.tolist())
