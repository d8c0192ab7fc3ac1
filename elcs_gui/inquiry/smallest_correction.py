"""Finding few corrections that are enough.

From above: delta debugging takes a set that is known to be enough and leaves out what it can, until it is
*1-minimal*: without any one of its members it is not enough. From below: whatever is enough can be reached
from no corrections at all by adding wrong verdicts one at a time, each of which the replay with those before
it asks for. So sets are made larger by one, size after size, the most promising first, as far as a budget of
replays goes, to find a set smaller than the one from above or to know that there is none.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from elcs_gui.inquiry.replay_cache import Corrections
from elcs_gui.inquiry.replays import Replays
from elcs_gui.trace.outcome import Outcome

Distance = Callable[[Outcome], tuple[int, int]]
"""How much is still wrong with an outcome, and, where that is the same, what tells which one is nearer."""

Trial = Callable[[Sequence[int]], Corrections | None]
"""None where these corrections are not enough; otherwise those that matter, which then are enough alone."""


@dataclass(frozen=True)
class SufficientCorrections:
    """Corrections that are enough; `smallest` if it is known that fewer would not be."""

    corrections: tuple[int, ...]
    smallest: bool


class Search:
    """The search for few corrections after which nothing is wrong.

    `order` sorts answers by what does not depend on what else was on the tape, so that the same question is
    always answered with the same set.
    """

    def __init__(self, replays: Replays, distance: Distance, order: Callable[[int], tuple[int, ...]]) -> None:
        self._replays = replays
        self._distance = distance
        self._order = order

    def single(self, candidates: Sequence[int]) -> SufficientCorrections | None:
        """The first that is enough alone."""
        for answer in candidates:
            if self._trial((answer,)) is not None:
                return SufficientCorrections((answer,), smallest=True)
        return None

    def several(self, known: Sequence[Corrections], budget: int) -> SufficientCorrections:
        """A small set, if those known are enough and none alone is (nor the empty set).

        `budget` is how many replays may be spent on looking for a set smaller than delta debugging finds.
        """
        best = min((self._without_surplus(enough) for enough in known), key=len)
        level = _Level([frozenset()], complete=True)
        for size in range(1, len(best)):
            # The single ones are looked at again, for what they leave wrong: that costs nothing.
            share = None if size == 1 else budget // (len(best) - 2)
            level, found = self._next_level(level, share)
            if found is not None:
                fewer = self._without_surplus(found)
                return SufficientCorrections(fewer, smallest=level.complete)
        return SufficientCorrections(best, smallest=level.complete)

    def confirms(self, enough: SufficientCorrections) -> bool:
        """Is nothing wrong in the replay with these corrections alone?"""
        return self._trial(enough.corrections) is not None

    def _next_level(self, level: _Level, budget: int | None) -> tuple[_Level, Corrections | None]:
        """The sets with one member more, as many as the budget allows, or the first that is enough."""
        start = self._replays.count
        larger: dict[Corrections, tuple[int, int]] = {}
        for corrections in level.sets:
            asked = self._replays.replay(corrections).asked
            for answer in sorted(self._replays.wrong(asked - corrections), key=self._order):
                if budget is not None and self._replays.count - start >= budget:
                    return _Level(_best_first(larger), complete=False), None
                candidate = corrections | {answer}
                if candidate not in larger:
                    larger[candidate] = self._distance(self._replays.replay(candidate).outcome)
                    if larger[candidate][0] == 0:
                        return level, candidate
        return _Level(_best_first(larger), complete=level.complete), None

    def _without_surplus(self, enough: Corrections) -> tuple[int, ...]:
        return tuple(minimised(sorted(enough, key=self._order), self._trial))

    def _trial(self, corrections: Sequence[int]) -> Corrections | None:
        chosen = frozenset(corrections)
        replay = self._replays.replay(chosen)
        return chosen & replay.asked if self._distance(replay.outcome)[0] == 0 else None


@dataclass(frozen=True)
class _Level:
    """Sets of one size that are not enough, best first; `complete` if none is left out, here or below."""

    sets: list[Corrections]
    complete: bool


def _best_first(distances: dict[Corrections, tuple[int, int]]) -> list[Corrections]:
    """Ties stay in the order in which the sets were made."""
    return sorted(distances, key=lambda corrections: distances[corrections])


def minimised(items: Sequence[int], trial: Trial) -> list[int]:
    """A part of the items that is enough, while without any one of its members it is not.

    Zeller's ddmin: try parts, then what is left without each part, then finer parts. All items together must
    be enough, none of them must not.
    """
    parts = 2
    while len(items) > 1:
        size = -(-len(items) // parts)
        pieces = [items[start : start + size] for start in range(0, len(items), size)]
        for keep in (True, False):
            for start, piece in zip(range(0, len(items), size), pieces, strict=True):
                tried = piece if keep else [*items[:start], *items[start + size :]]
                used = trial(tried)
                if used is not None:
                    items = [item for item in tried if item in used]
                    parts = 2 if keep else max(len(pieces) - 1, 2)
                    break
            else:
                continue
            break
        else:
            if size == 1:
                break
            parts = min(2 * len(pieces), len(items))
    return list(items)
