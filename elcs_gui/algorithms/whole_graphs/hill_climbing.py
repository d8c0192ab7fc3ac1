"""Hill climbing with a tabu list: the best step each time, to the worse if it must be, never back.

The lines cited here stand in `resources/pseudocode/hill-climbing.txt`. As in the MMHC paper, what is tabu are
the last graphs, not the last steps.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from elcs_gui.trace.outcome import Pair

Arrow = tuple[int, int]


class Step(NamedTuple):
    """What is taken away and what is put in its place; both for an arrow that is turned."""

    without: Arrow | None
    adding: Arrow | None


class Found(NamedTuple):
    """The graph after a step: its score, and what each arrow brought when it came or was turned."""

    score: float
    gains: dict[Arrow, float]


class HillClimbing:
    """One climb. `part(x, parents)` is what a variable adds to the score."""

    def __init__(
        self, variables: int, allowed: Sequence[Pair], part: Callable[[int, frozenset[int]], float]
    ) -> None:
        self._allowed, self._part = allowed, part
        self._parents: list[frozenset[int]] = [frozenset()] * variables
        self._children: list[set[int]] = [set() for _ in range(variables)]
        self._gains: dict[Arrow, float] = {}
        self._score = sum(part(x, frozenset()) for x in range(variables))
        self._same = 1e-9 + 1e-12 * abs(self._score)
        """Scores no farther apart are equal: those of a → b and b → a are, but not to their last digits."""

    def climb(self, tabu: int, patience: int, pause: Callable[[], None]) -> Iterator[Found]:
        """The graph after every step, at last the best one; that without arrows is the first."""
        best = Found(self._score, {})
        yield best
        last = deque([frozenset[Arrow]()], maxlen=tabu)
        waiting = 0
        while waiting < patience:
            pause()
            step = self._best_step(last)
            if step is None:
                break
            self._take(step)
            last.append(frozenset(self._gains))
            found = Found(self._score, dict(self._gains))
            waiting = 0 if found.score > best.score + self._same else waiting + 1
            best = best if waiting else found
            yield found
        if waiting:
            yield best

    def _best_step(self, tabu: Sequence[frozenset[Arrow]]) -> Step | None:
        """The one after which the score is best (ties in column order), without circles or a graph again."""
        graph = frozenset(self._gains)
        gains = {step: self._gain(step) for step in self._steps()}
        best: list[Step] = []
        for step in sorted(gains, key=lambda step: -gains[step]):
            if best and gains[step] < gains[best[0]] - self._same:
                break
            after = graph - {step.without} | ({step.adding} if step.adding else set())
            if after not in tabu and not (step.adding and self._closes_circle(step)):
                best.append(step)
        return min(best, key=lambda step: step.adding or step.without or (), default=None)

    def _steps(self) -> Iterator[Step]:
        for a, b in self._allowed:
            for arrow in ((a, b), (b, a)):
                if arrow in self._gains:
                    yield Step(arrow, None)
                    yield Step(arrow, (arrow[1], arrow[0]))
                elif (arrow[1], arrow[0]) not in self._gains:
                    yield Step(None, arrow)

    def _gain(self, step: Step) -> float:
        total = 0.0
        if step.without is not None:
            tail, head = step.without
            total += self._part(head, self._parents[head] - {tail}) - self._part(head, self._parents[head])
        if step.adding is not None:
            tail, head = step.adding
            total += self._part(head, self._parents[head] | {tail}) - self._part(head, self._parents[head])
        return total

    def _closes_circle(self, step: Step) -> bool:
        """Does a way of arrows lead from the new head to the new tail?"""
        assert step.adding is not None
        tail, head = step.adding
        ahead, seen = [head], {head}
        while ahead:
            x = ahead.pop()
            if x == tail:
                return True
            following = {y for y in self._children[x] if (x, y) != step.without} - seen
            seen |= following
            ahead += following
        return False

    def _take(self, step: Step) -> None:
        gain = self._gain(step)
        self._score += gain
        if step.without is not None:
            tail, head = step.without
            self._parents[head] -= {tail}
            self._children[tail].remove(head)
            del self._gains[step.without]
        if step.adding is not None:
            tail, head = step.adding
            self._parents[head] |= {tail}
            self._children[tail].add(head)
            self._gains[step.adding] = gain
