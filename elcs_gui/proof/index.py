"""Where a trace says what: facts by blanket and edge, tests by the pair they ask about.

A run tells each fact about a blanket or an edge once, so that what held after a step is what was told by
then. The index is made once for a trace and follows it while it grows.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from elcs_gui.trace import events as ev
from elcs_gui.trace.events import Event, Members
from elcs_gui.trace.listings import joint, line, walks
from elcs_gui.trace.sets import SP
from elcs_gui.trace.trace import Trace

Pair = tuple[int, int]


@dataclass(slots=True)
class BlanketFacts:
    """When what was told of one blanket. Steps count events: a fact stands from its own step on.

    Attributes:
        spans: the steps from which, and up to which, it was worked on; None while it still is. An algorithm
            may come back to a blanket after others.
        separated: by variable outside PC after step 1, with the set; `false` likewise after step 3.
        not_separated: by variable that knowledge keeps out of PC and nothing was found to separate.
        candidates, spouse_since, pruned, barred: by (child, x); `barred` by knowledge.
        members: by variable, when it last joined a blanket that is learnt whole.
        moves: by variable, when it joined such a blanket (True) and left it (False).
        decided: by neighbour, with the event that decided it.
        reopened: by neighbour, when its edge lost the direction that was found.
        complete_at: the step at which the blanket was complete.
    """

    target: int
    begun: int
    spans: list[tuple[int, int | None]] = field(default_factory=list)
    entered: dict[int, int] = field(default_factory=dict)
    separated: dict[int, tuple[int, Members]] = field(default_factory=dict)
    not_separated: dict[int, int] = field(default_factory=dict)
    ruled_out: dict[int, int] = field(default_factory=dict)
    members: dict[int, int] = field(default_factory=dict)
    moves: dict[int, list[tuple[int, bool]]] = field(default_factory=dict)
    undecidable: dict[int, int] = field(default_factory=dict)
    candidates: dict[Pair, int] = field(default_factory=dict)
    copied: int | None = None
    spouse_since: dict[Pair, int] = field(default_factory=dict)
    pruned: dict[Pair, tuple[int, Members]] = field(default_factory=dict)
    barred: dict[Pair, int] = field(default_factory=dict)
    false: dict[int, tuple[int, Members]] = field(default_factory=dict)
    decided: dict[int, tuple[int, ev.Found]] = field(default_factory=dict)
    reopened: dict[int, int] = field(default_factory=dict)
    complete_at: int | None = None

    def holds(self, x: int, step: int) -> bool:
        """Is x in PC after the step?"""
        gone = self.separated.get(x) or self.false.get(x)
        return self.entered.get(x, step + 1) <= step and (gone is None or gone[0] > step)

    def joined_whole(self, x: int, step: int) -> int | None:
        """When x joined a blanket that is learnt whole; None where it is not in it after the step."""
        moves = [move for move in self.moves.get(x, ()) if move[0] <= step]
        return moves[-1][0] if moves and moves[-1][1] else None

    def is_untold(self, x: int, step: int) -> bool:
        """Is x in a blanket that is learnt whole, and not known as a neighbour, after the step?"""
        gone = min(self.entered.get(x, step + 1), self.separated.get(x, (step + 1,))[0])
        return self.members.get(x, step + 1) <= step < gone

    def pc(self, step: int) -> list[int]:
        """PC after the step, in order of entry."""
        return [x for x in self.entered if self.holds(x, step)]

    def kept(self, step: int) -> list[int]:
        """What step 1 had in PC after the step, whatever step 3 removed later."""
        return [
            x
            for x, entered in self.entered.items()
            if entered <= step and self.separated.get(x, (step + 1,))[0] > step
        ]

    def is_spouse(self, child: int, x: int, step: int) -> bool:
        """Is x in SP(child) after the step?"""
        if self.spouse_since.get((child, x), step + 1) > step:
            return False
        pruned, false = self.pruned.get((child, x)), self.false.get(child)
        return (
            (pruned is None or pruned[0] > step)
            and (false is None or false[0] > step)
            and not self.is_barred(child, x, step)
        )

    def is_barred(self, child: int, x: int, step: int) -> bool:
        """Has knowledge removed x from SP(child) by the step?"""
        return self.barred.get((child, x), step + 1) <= step

    def spouses(self, step: int) -> Iterator[Pair]:
        """(child, x) for every x in SP(child), in the order in which they became candidates."""
        return (pair for pair in self.candidates if self.is_spouse(*pair, step))

    def decision(self, x: int, step: int) -> ev.Found | None:
        """What made x a parent or a child by the step."""
        found = self.decided.get(x)
        gone = found is None or found[0] > step or self.reopened.get(x, step + 1) <= step
        return None if found is None or gone else found[1]


class ProofIndex:
    """All of one trace. Call `follow` before asking: the trace may have grown."""

    def __init__(self, trace: Trace) -> None:
        self.trace = trace
        self.blankets: dict[int, BlanketFacts] = {}
        self.joined: dict[Pair, int] = {}
        self.oriented: dict[Pair, list[tuple[int, ev.Oriented | None]]] = {}
        """By pair, the arrows it had one after the other; None where it lost its direction."""
        self.conflicts: dict[Pair, list[tuple[int, ev.Conflicted]]] = {}
        self.finished: int | None = None
        """The step that told the answer."""
        self.rounds: list[int] = []
        """Steps by which the Meek rules had found all they could in the graph so far."""
        self._current: BlanketFacts | None = None
        self._facts = self._length = 0
        self._steps: NDArray[np.int64] = np.empty(0, dtype=np.int64)
        self._keys: NDArray[np.int64] = np.empty(0, dtype=np.int64)
        self._numbers: NDArray[np.int64] = np.empty(0, dtype=np.int64)
        self._by_key: dict[int, list[int]] = {}
        """The numbers of the tests on a pair that has been asked about."""
        self._purposes: dict[str, set[int]] = {}
        """By purpose, the places of the lines that serve it among those of the trace."""
        self._places: list[int] = []
        self._answers: NDArray[np.int32] = np.empty(0, dtype=np.int32)

    def follow(self) -> None:
        """Take in what the trace has gained."""
        trace = self.trace
        length = len(trace)
        if length == self._length:
            return
        steps = trace.fact_steps.tolist()
        for place in range(self._facts, len(steps)):
            self._note(trace.facts[place], steps[place] + 1)
        self._facts, self._length = len(steps), length
        log = trace.tests()
        asked = trace.judge.tape.asked[log.answers].astype(np.int64)
        keys = asked[:, 0] * len(trace.header.names) + asked[:, 1]
        order = np.argsort(keys, kind="stable")
        self._steps, self._answers = log.steps, log.answers
        self._keys, self._numbers = keys[order], order + 1
        self._by_key = {}
        lines, places = trace.lines()
        self._purposes = {}
        for place, at in enumerate(lines):
            self._purposes.setdefault(line(at).purpose, set()).add(place)
        self._places = places[log.steps].tolist()

    def serves(self, number: int, purpose: str) -> bool:
        """Was the test asked for this purpose?"""
        return self._places[number - 1] in self._purposes.get(purpose, ())

    def measured(self, number: int) -> bool:
        """Had the test rows enough, or was its verdict forced?"""
        judge, answer = self.trace.judge, int(self._answers[number - 1])
        return judge.is_forced(answer) or not np.isnan(judge.tape.statistic[answer])

    def at(self, step: int) -> int:
        """How many tests were asked by the step: the number of the last of them."""
        return int(self._steps.searchsorted(step))

    def step_of(self, number: int) -> int:
        """The step after which a test had been asked."""
        return int(self._steps[number - 1]) + 1

    def asked(self, x: int, y: int, step: int, *purposes: str) -> list[int]:
        """The numbers of the tests on x and y that were asked by the step for these purposes."""
        last = self.at(step)
        return [number for number in self._on(x, y, *purposes) if number <= last]

    def _on(self, x: int, y: int, *purposes: str) -> list[int]:
        low, high = (x, y) if x < y else (y, x)
        key = low * len(self.trace.header.names) + high
        numbers = self._by_key.get(key)
        if numbers is None:
            first, last = self._keys.searchsorted((key, key + 1)).tolist()
            numbers = self._by_key[key] = self._numbers[first:last].tolist()
        places = self._places
        wanted = set().union(*(self._purposes.get(purpose, ()) for purpose in purposes))
        return [number for number in numbers if places[number - 1] in wanted]

    def tests(self, x: int, y: int, of: BlanketFacts, step: int, *purposes: str) -> list[int]:
        """The numbers of the tests on x and y that a blanket asked by the step for these purposes."""
        numbers = self._on(x, y, *purposes)
        if not numbers:
            return []
        until = [step if end is None else min(step, end) for _, end in of.spans]
        spans = [(self.at(begun), self.at(end)) for (begun, _), end in zip(of.spans, until, strict=True)]
        return [number for number in numbers if any(begin < number <= end for begin, end in spans)]

    def first_independent(self, y: int, of: BlanketFacts, step: int, purpose: str) -> dict[int, int]:
        """By the other variable, the first test with y that a blanket asked by the step for this purpose and
        that found the two independent."""
        judge = self.trace.judge
        found: dict[int, int] = {}
        for begun, ended in of.spans:
            begin, end = self.at(begun), self.at(step if ended is None else min(step, ended))
            answers = self._answers[begin:end]
            asked = judge.tape.asked[answers][:, :2]
            serves = np.isin(self._places[begin:end], list(self._purposes.get(purpose, ())))
            places = np.flatnonzero(serves & (asked == y).any(axis=1))
            places = places[judge.counted_independent(answers[places])]
            others = asked[places].sum(axis=1) - y
            for x, number in zip(others.tolist(), (places + begin + 1).tolist(), strict=True):
                found.setdefault(x, number)
        return found

    def p_values(self, numbers: list[int]) -> list[float]:
        """Of tests; 0 where one measured none."""
        judge, answers = self.trace.judge, self._answers[np.array(numbers, dtype=np.int64) - 1]
        p = judge.distribution.p_values(judge.tape.statistic[answers], judge.tape.df[answers])
        return [value if value >= 0 else 0.0 for value in p.tolist()]

    def counted_p(self, number: int) -> float:
        """Of a test as several are judged together; what has no p, or is forced, is 0 or 1 by its verdict."""
        judge, answer = self.trace.judge, int(self._answers[number - 1])
        independent = judge.independent(answer)
        p = float(judge.distribution.p_values(judge.tape.statistic[[answer]], judge.tape.df[[answer]])[0])
        return p if independent == (p > judge.alpha) and not np.isnan(p) else float(independent)

    def pair(self, number: int) -> Pair:
        """The two variables of a test."""
        question = self.trace.judge.tape.question(int(self._answers[number - 1]))
        return question.x, question.y

    def given(self, number: int) -> Members:
        """Z of a test."""
        return self.trace.judge.tape.question(int(self._answers[number - 1])).z

    def independent(self, number: int) -> bool:
        """What the run went on with."""
        return self.trace.judge.independent(int(self._answers[number - 1]))

    def blanket(self, target: int, step: int) -> BlanketFacts | None:
        """The blanket of a variable, if it was begun by the step."""
        found = self.blankets.get(target)
        return found if found is not None and found.begun <= step else None

    def latest(self, step: int) -> BlanketFacts | None:
        """The blanket that is worked on, or was last."""
        begun = ((when, found) for found in self.blankets.values() for when, _ in found.spans if when <= step)
        return max(begun, key=lambda one: one[0], default=(0, None))[1]

    def learnt(self, target: int, step: int) -> bool:
        """Is the variable in W, its blanket complete?"""
        found = self.blankets.get(target)
        return found is not None and found.complete_at is not None and found.complete_at <= step

    def arrow(self, a: int, b: int, step: int) -> tuple[int, ev.Oriented] | None:
        """The arrow of the local graph between a and b, with its step."""
        for when, fact in reversed(self.oriented.get(_pair(a, b), ())):
            if when <= step:
                return None if fact is None else (when, fact)
        return None

    def overwritten(self, tail: int, head: int, step: int) -> tuple[int, ev.Oriented]:
        """The last arrow tail → head that the local graph had before the step, with its step."""
        return next(
            (when, fact)
            for when, fact in reversed(self.oriented[_pair(tail, head)])
            if fact is not None and when < step and fact.tail == tail
        )

    def arrows(self, step: int) -> list[ev.Oriented]:
        """All of the local graph."""
        found = (self.arrow(*ends, step) for ends in self.oriented)
        return [arrow[1] for arrow in found if arrow is not None]

    def decided_pairs(self, step: int) -> list[Pair]:
        """Every pair that the local graph or a blanket has given a direction, in column order."""
        pairs = {_pair(arrow.tail, arrow.head) for arrow in self.arrows(step)}
        for target, blanket in self.blankets.items():
            pairs |= {_pair(target, x) for x in blanket.decided if blanket.decision(x, step) is not None}
        latest = self.latest(step)
        if latest is not None:
            pairs |= {_pair(*found) for found in latest.spouses(step) if latest.decision(found[0], step)}
        return sorted(pairs)

    def joins(self, a: int, b: int, step: int) -> int | None:
        """The step at which the local graph got an edge between a and b."""
        found = self.joined.get(_pair(a, b))
        return found if found is not None and found <= step else None

    def linked(self, x: int, step: int) -> list[int]:
        """To whom the local graph had an edge from x by the step, in column order."""
        return sorted(
            a if b == x else b for (a, b), when in self.joined.items() if x in (a, b) and when <= step
        )

    def _note(self, fact: Event, step: int) -> None:
        match fact:
            case ev.RuledOut():
                self.blankets[fact.target].ruled_out[fact.x] = step
            case ev.Left(set="SP", through=int(child)):
                self.blankets[fact.target].pruned[child, fact.x] = step, fact.z
            case ev.Left(set="MB"):
                self.blankets[fact.target].separated[fact.x] = step, fact.z
                self.blankets[fact.target].moves.setdefault(fact.x, []).append((step, False))
            case ev.Left() | ev.Separated():
                self.blankets[fact.target].separated[fact.x] = step, fact.z
            case ev.Undecidable():
                self.blankets[fact.target].undecidable[fact.x] = step
            case ev.NotSeparated():
                self.blankets[fact.target].not_separated[fact.x] = step
            case ev.Entered(set="MB"):
                self.blankets[fact.target].members[fact.x] = step
                self.blankets[fact.target].moves.setdefault(fact.x, []).append((step, True))
            case ev.Entered(through=None):
                self.blankets[fact.target].entered[fact.x] = step
            case ev.Entered(through=int(child)):
                self.blankets[fact.target].candidates.setdefault((child, fact.x), step)
                if fact.set == SP:
                    self.blankets[fact.target].spouse_since[child, fact.x] = step
            case ev.Barred(through=int(child)):
                self.blankets[fact.target].barred[child, fact.x] = step
            case ev.FalseNeighbour():
                # It may be told twice; it left with the first.
                self.blankets[fact.target].false.setdefault(fact.x, (step, fact.z))
            case ev.Found():
                for x in fact.parents + fact.children:
                    self.blankets[fact.target].decided.setdefault(x, (step, fact))
            case ev.SpousesCopied():
                blanket = self.blankets[fact.target]
                blanket.copied, blanket.spouse_since = step, dict.fromkeys(blanket.candidates, step)
            case ev.LeftUndecided():
                self.blankets[fact.target].complete_at = step
            case ev.Joined():
                if self.joined.setdefault(_pair(fact.x, fact.y), step) != step:
                    self._reopen(fact.x, fact.y, step)
            case ev.Oriented():
                self.oriented.setdefault(_pair(fact.tail, fact.head), []).append((step, fact))
            case ev.Conflicted():
                self.conflicts.setdefault(_pair(fact.tail, fact.head), []).append((step, fact))
            case ev.Started():
                self._begin(fact, step)
            case ev.Taken() | ev.Finished():
                if self.blankets:
                    self.rounds.append(step)
                if isinstance(fact, ev.Finished):
                    self.finished = step
                    if self.blankets[fact.target].complete_at is None:
                        self.blankets[fact.target].complete_at = step  # HITON-PC alone

    def _reopen(self, x: int, y: int, step: int) -> None:
        """The edge has lost its direction."""
        self.oriented.setdefault(_pair(x, y), []).append((step, None))
        for owner, other in ((x, y), (y, x)):
            if owner in self.blankets and other in self.blankets[owner].decided:
                self.blankets[owner].reopened.setdefault(other, step)

    def _begin(self, fact: ev.Started, step: int) -> None:
        current = self._current
        if walks(fact.procedure) or (current is not None and current.target == fact.target):
            return
        if current is not None and not joint(fact.procedure):
            current.spans[-1] = current.spans[-1][0], step
        self._current = self.blankets.setdefault(fact.target, BlanketFacts(fact.target, step))
        self._current.spans.append((step, None))


def _pair(a: int, b: int) -> Pair:
    return (a, b) if a < b else (b, a)
