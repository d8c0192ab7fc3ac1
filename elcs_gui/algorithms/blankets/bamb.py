"""BAMB: neighbours and spouses found together, each new neighbour pruning both sets at once.

Ling, Yu, Wang, Liu, Ding and Wu (2019). The lines cited here stand in `resources/pseudocode/bamb.txt`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from elcs_gui.ci.asking import subsets_of
from elcs_gui.ci.questions import Answer
from elcs_gui.trace.events import (
    Entered,
    FalseNeighbour,
    Left,
    Members,
    Ranked,
    Separated,
)
from elcs_gui.trace.outcome import Blanket
from elcs_gui.trace.run import Run
from elcs_gui.trace.sets import CSP, PC, SP


def bamb(run: Run, target: int, k: int | None) -> Blanket:
    """The blanket of `target`."""
    run.start("BAMB", target)
    return _Bamb(run, target, k).blanket()


class _Bamb:
    """The sets of one run on one target."""

    def __init__(self, run: Run, target: int, k: int | None) -> None:
        self.run, self.target, self.k = run, target, k
        self.pc: list[int] = []
        self.sep: dict[int, Members] = {}
        self.candidate_spouses: dict[int, list[int]] = {}
        self.spouses: dict[int, list[int]] = {}
        self.pruned: dict[int, Members] = {}
        self.false_neighbours: dict[int, Members] = {}

    def blanket(self) -> Blanket:
        for y in self._candidates():
            if self._enters(y):
                self._find_spouses(y)
                self._remove_false_neighbours(y)
        entered = (*self.pc, *self.false_neighbours)
        order = tuple(y for y in self.candidate_spouses if y in entered)
        return Blanket(
            self.target,
            pc_candidates=order,
            separators=self.sep,
            candidate_spouses={y: tuple(xs) for y, xs in self.candidate_spouses.items() if xs},
            pruned_spouses={y: xs for y, xs in self.pruned.items() if xs},
            pc=tuple(self.pc),
            spouses={y: tuple(xs) for y, xs in self.spouses.items() if xs},
            false_neighbours=self.false_neighbours,
        )

    def _candidates(self) -> list[int]:
        """Lines 1-3: what depends on the target, strongest first."""
        others = [x for x in self.run.variables if x != self.target]

        def fact_of(i: int, answer: Answer) -> Separated | None:
            return Separated("BAMB:2", self.target, others[i], ()) if answer.independent else None

        answers = self.run.test_each([(x, self.target, ()) for x in others], at="BAMB:1", telling=fact_of)
        strength = {x: a.strength for x, a in zip(others, answers, strict=True) if not a.independent}
        self.sep = {x: () for x in others if x not in strength}
        order = sorted(strength, key=lambda x: (-strength[x], x))
        self.run.tell(Ranked("BAMB:3", self.target, PC, tuple(order)))
        return order

    def _enters(self, y: int) -> bool:
        """Lines 5-7."""
        self.pc.append(y)
        self.run.tell(Entered("BAMB:5", self.target, PC, y))
        z = self.run.separator(y, self.target, self.pc, self.k, least=1, at="BAMB:6")
        if z is not None:
            self.pc.remove(y)
            self.sep[y] = z
            self.run.tell(Left("BAMB:7", self.target, PC, y, z))
        return z is None

    def _find_spouses(self, y: int) -> None:
        """Lines 8-17: SP(Y), by three passes over the candidates."""
        run, target, k = self.run, self.target, self.k

        def by_another(x: int, newest: int, spouses: list[int]) -> Members | None:
            others = [w for w in spouses if w != x] if x == newest else [newest]
            return self._first(x, target, ((w, y) for w in others), "BAMB:12")

        def from_y(x: int, newest: int, spouses: list[int]) -> Members | None:
            return run.separator(x, y, spouses, k, containing=None if x == newest else newest, at="BAMB:14")

        def with_neighbours(x: int, newest: int, spouses: list[int]) -> Members | None:
            return self._first(x, target, self._sets_with_neighbours(x, y, newest, spouses), "BAMB:16")

        spouses = self._candidate_spouses(y)
        for number, separated in enumerate((by_another, from_y, with_neighbours)):
            entering, spouses = spouses, []
            for newest in entering:
                spouses.append(newest)
                if number == 0:
                    run.tell(Entered("BAMB:11", target, SP, newest, y))
                for x in spouses[::-1]:
                    z = separated(x, newest, spouses)
                    if z is not None:
                        spouses.remove(x)
                        run.tell(Left(f"BAMB:{13 + 2 * number}", target, SP, x, z, y))
                        if x == newest:
                            break
        self.spouses[y] = spouses
        self.pruned[y] = tuple(spouses)

    def _candidate_spouses(self, y: int) -> list[int]:
        """Lines 8-10: those that knowing Y makes dependent on the target, strongest first."""
        target = self.target
        # Candidates for PC that are not examined yet count as separated by nothing.
        known = self.sep | self.false_neighbours
        outside = [x for x in self.run.variables if x != target and x not in self.pc]
        questions = [(x, target, tuple({*known.get(x, ()), y})) for x in outside]

        def fact_of(i: int, answer: Answer) -> Entered | None:
            return Entered("BAMB:10", target, CSP, outside[i], y) if _is_linked(answer) else None

        answers = self.run.test_each(questions, at="BAMB:9", telling=fact_of)
        strength = {x: a.strength for x, a in zip(outside, answers, strict=True) if _is_linked(a)}
        self.candidate_spouses[y] = list(strength)
        return sorted(strength, key=lambda x: (-strength[x], x))

    def _sets_with_neighbours(self, x: int, y: int, newest: int, spouses: list[int]) -> Iterator[Members]:
        """Line 16: Y and up to k others, a neighbour among them; of an older spouse only with the newest."""
        neighbours = [v for v in self.pc if v not in (x, y)]
        pool = [*neighbours, *(s for s in spouses if s != x)]
        limit = len(pool) if self.k is None else self.k
        for w in subsets_of(pool, limit, None if x == newest else newest, 1):
            if not set(w).isdisjoint(neighbours):
                yield (*w, y)

    def _remove_false_neighbours(self, y: int) -> None:
        """Lines 18-22: Y or an older neighbour may be separated now."""
        for v in self.pc[::-1]:
            z = self._first(v, self.target, self._sets_with_spouses(v, y), "BAMB:19")
            if z is not None:
                self._leave(v, z, "BAMB:20")
                if v == y:
                    return
        for v in self.pc[-2::-1]:
            z = self.run.separator(v, self.target, self.pc, self.k, containing=y, at="BAMB:21")
            if z is not None:
                self._leave(v, z, "BAMB:22")

    def _sets_with_spouses(self, v: int, y: int) -> Iterator[Members]:
        """Line 19: neighbours and all their spouses; of an older neighbour only with Y."""
        pool = [x for x in self.pc if x != v]
        limit = len(pool) if self.k is None else self.k
        for w in subsets_of(pool, limit, None if v == y else y, 1):
            spouses = {x for q in w for x in self.spouses[q]} - {v}
            if spouses:
                yield tuple({*w, *spouses})

    def _leave(self, v: int, z: Members, at: str) -> None:
        self.pc.remove(v)
        del self.spouses[v]
        self.false_neighbours[v] = z
        self.run.tell(FalseNeighbour(at, self.target, v, z))

    def _first(self, x: int, y: int, sets: Iterable[Members], at: str) -> Members | None:
        """The first of these sets that separates x from y."""
        for z in sets:
            if self.run.test(x, y, z, at=at).independent:
                return tuple(sorted(z))
        return None


def _is_linked(answer: Answer) -> bool:
    """With too few rows to tell, nothing is a candidate spouse."""
    return answer.reliable and not answer.independent
