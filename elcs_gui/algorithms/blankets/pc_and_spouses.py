"""What BAMB and EEMB share: neighbours with the spouses through each of them, both pruned by the others."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from elcs_gui.algorithms.profiles import HOUSE, Profile
from elcs_gui.ci.asking import subsets_of
from elcs_gui.ci.questions import Answer
from elcs_gui.trace.events import Entered, FalseNeighbour, Left, Members, Ranked, Separated
from elcs_gui.trace.outcome import Blanket
from elcs_gui.trace.run import Run
from elcs_gui.trace.sets import PC, SP


class PcAndSpouses:
    """The sets of one run on one target. Lines are those of the listing of `procedure`.

    Attributes:
        pc: in the order of the profile.
        sep: of those that never stayed in PC; `false_neighbours` of those that left it with their spouses.
        known: both, as later questions use them.
        candidates: by neighbour, how strongly each candidate depends on the target given it.
        spouses: by neighbour.
    """

    def __init__(
        self, run: Run, target: int, k: int | None, procedure: str, profile: Profile = HOUSE
    ) -> None:
        self.run, self.target, self.k, self._procedure = run, target, k, procedure
        self.profile = profile
        self.pc: list[int] = []
        self.sep: dict[int, Members] = {}
        self.false_neighbours: dict[int, Members] = {}
        self.known: dict[int, Members] = {}
        self.candidates: dict[int, dict[int, float]] = {}
        self.spouses: dict[int, list[int]] = {}
        self._pruned: dict[int, Members] = {}
        self._entered: list[int] = []

    def pool(self) -> list[int]:
        """PC, as a search goes through it."""
        return self.profile.pool(self.pc)

    def at(self, line: int) -> str:
        return f"{self._procedure}:{line}"

    def by_strength(self) -> list[int]:
        """Lines 1-3: what depends on the target, strongest first."""
        run, target = self.run, self.target
        others = [x for x in run.variables if x != target]

        def fact_of(i: int, answer: Answer) -> Separated | None:
            return Separated(self.at(2), target, others[i], ()) if answer.independent else None

        answers = run.test_each([(x, target, ()) for x in others], at=self.at(1), telling=fact_of)
        strength = {x: a.strength for x, a in zip(others, answers, strict=True) if not a.independent}
        self.sep = {x: () for x in others if x not in strength}
        self.known = dict(self.sep)
        order = strongest_first(strength)
        run.tell(Ranked(self.at(3), target, PC, tuple(order)))
        return order

    def enter(self, y: int) -> bool:
        """Lines 5-7: does Y stay, once the sets of the others are tried?"""
        self.pc.append(y)
        self._entered.append(y)
        self.run.tell(Entered(self.at(5), self.target, PC, y))
        z = self.run.separator(y, self.target, self.pool(), self.k, least=1, at=self.at(6))
        if z is not None:
            for members in (self.pc, self._entered):
                self.profile.leave(members, y)
            self.sep[y] = self.known[y] = z
            self.run.tell(Left(self.at(7), self.target, PC, y, z))
            return False
        self.candidates[y] = {}
        return True

    def prune_spouses(self, y: int, first: int) -> None:
        """SP(Y) out of its candidates by three passes: seven lines in a row, of which this is the first."""
        run, target, k = self.run, self.target, self.k

        def by_another(x: int, newest: int, spouses: list[int]) -> Members | None:
            others = [newest] if x != newest else [w for w in self.profile.pool(spouses) if w != x]
            return self._first(x, target, ((w, y) for w in others), self.at(first + 1))

        def from_y(x: int, newest: int, spouses: list[int]) -> Members | None:
            containing = None if x == newest else newest
            pool = self.profile.pool(spouses)
            return run.separator(x, y, pool, k, containing=containing, at=self.at(first + 3))

        def with_neighbours(x: int, newest: int, spouses: list[int]) -> Members | None:
            sets = self._sets_with_neighbours(x, y, newest, spouses)
            return self._first(x, target, sets, self.at(first + 5))

        spouses = strongest_first(self.candidates[y])
        for number, separated in enumerate((by_another, from_y, with_neighbours)):
            entering, spouses = spouses, []
            for newest in entering:
                spouses.append(newest)
                if number == 0:
                    run.tell(Entered(self.at(first), target, SP, newest, y))
                for x in spouses[::-1]:
                    z = separated(x, newest, spouses)
                    if z is not None:
                        self.profile.leave(spouses, x)
                        run.tell(Left(self.at(first + 2 + 2 * number), target, SP, x, z, y))
                        if x == newest:
                            break
        self.spouses[y] = [x for x in strongest_first(self.candidates[y]) if x in spouses]
        self._pruned[y] = tuple(self.spouses[y])

    def separator_with_spouses(self, v: int, pool: list[int], newest: int, asked: int) -> Members | None:
        """Neighbours out of the pool and all their spouses; of V other than the newest only sets with it."""
        return self._first(v, self.target, self._sets_with_spouses(v, pool, newest), self.at(asked))

    def leave(self, v: int, z: Members, line: int) -> None:
        """V is a false neighbour; its spouses go with it."""
        if v in self.pc:
            self.profile.leave(self.pc, v)
        self.spouses.pop(v, None)
        self.false_neighbours[v] = self.known[v] = z
        self.run.tell(FalseNeighbour(self.at(line), self.target, v, z))

    def blanket(self) -> Blanket:
        return Blanket(
            self.target,
            pc_candidates=tuple(self._entered),
            separators=self.sep,
            candidate_spouses={y: tuple(xs) for y, xs in self.candidates.items() if xs},
            pruned_spouses={y: xs for y, xs in self._pruned.items() if xs},
            pc=tuple(self.pc),
            spouses={y: tuple(xs) for y, xs in self.spouses.items() if xs},
            false_neighbours=self.false_neighbours,
        )

    def _sets_with_neighbours(self, x: int, y: int, newest: int, spouses: list[int]) -> Iterator[Members]:
        """Y and up to k others, a neighbour among them; of an older spouse only with the newest.

        As released, Y is among those others too, and so the same sets come twice.
        """
        neighbours = [v for v in self.pc if v not in (x, y)]
        pool = [*neighbours, *(s for s in spouses if s != x)]
        pool = self.profile.pool([*pool, y] if self.profile.released else pool)
        limit = len(pool) if self.k is None else self.k
        for w in subsets_of(pool, limit, None if x == newest else newest, 1):
            if not set(w).isdisjoint(neighbours):
                yield tuple({*w, y})

    def _sets_with_spouses(self, v: int, pool: list[int], newest: int) -> Iterator[Members]:
        others = [x for x in pool if x != v]
        limit = len(others) if self.k is None else self.k
        for w in subsets_of(others, limit, None if v == newest else newest, 1):
            spouses = self._spouses_of(w, v)
            if spouses:
                yield tuple({*w, *spouses})

    def _spouses_of(self, w: Members, v: int) -> set[int]:
        """All of W but V. As released, those of the first of W alone, and V may be one of them."""
        if self.profile.released:
            return {*self.spouses.get(min(w), ())}
        return {x for q in w for x in self.spouses[q]} - {v}

    def _first(self, x: int, y: int, sets: Iterable[Members], at: str) -> Members | None:
        """The first of these sets that separates x from y."""
        for z in sets:
            if self.run.test(x, y, z, at=at).independent:
                return tuple(sorted(z))
        return None


def is_linked(answer: Answer) -> bool:
    """With too few rows to tell, nothing is a candidate spouse."""
    return answer.reliable and not answer.independent


def strongest_first(strength: dict[int, float]) -> list[int]:
    """Ties by column order."""
    return sorted(strength, key=lambda x: (-strength[x], x))
