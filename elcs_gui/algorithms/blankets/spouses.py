"""Blankets from sets of parents and children: the spouses are looked for among the neighbours' neighbours.

MMMB and HITON-MB (Aliferis, Tsamardinos and Statnikov, 2003) are this, with MMPC and with HITON-PC. Both may
take in a variable that is no member: a neighbour's set may hold one that a symmetric look would drop, and
`PcSets.symmetric` takes that look (the correction is Peña's).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from elcs_gui.trace.events import Entered, Finished, Left, Members
from elcs_gui.trace.outcome import Blanket, Outcome
from elcs_gui.trace.run import AskedAgain, Run
from elcs_gui.trace.sets import PC, SP

PcAndSep = tuple[list[int], dict[int, Members]]
LearnPC = Callable[[Run, int, int | None], PcAndSep]
"""(run, target, k) -> PC in order of entry, and what separates each other variable from the target."""


class PcSets:
    """The neighbours of variables, each learnt once.

    Args:
        told: those of which the run has told before, to which these are added. Their questions are asked
            again, at the line `again`, and what follows from them, the same as before, is not told again.
    """

    def __init__(
        self,
        run: Run,
        k: int | None,
        learn_pc: LearnPC,
        *,
        told: dict[int, PcAndSep] | None = None,
        again: str = "",
    ) -> None:
        self._run, self._k, self._learn_pc = run, k, learn_pc
        self._told, self._again = {} if told is None else told, again
        self._learnt: dict[int, PcAndSep] = {}
        self._mutual: set[int] = set()

    def of(self, x: int) -> PcAndSep:
        """PC and Sep of x, as its own search leaves them."""
        if x not in self._learnt:
            run = AskedAgain(self._run, self._again) if x in self._told else self._run
            self._learnt[x] = self._told[x] = self._learn_pc(run, x, self._k)
        return self._learnt[x]

    def symmetric(self, x: int) -> PcAndSep:
        """The same, without those whose own PC does not hold x."""
        pc, sep = self.of(x)
        if x not in self._mutual:
            self._mutual.add(x)
            others = {y: self.of(y) for y in pc}
            self._run.start("SymmetricPC", x)
            for y in others:
                self._drop_unless_mutual(x, y)
        return pc, sep

    def drop_one_sided(self, x: int) -> None:
        """Whoever is learnt and whom x has not found loses x, and the other way round."""
        others = [y for y in self._learnt if y != x]
        for owner, y in [(x, y) for y in others] + [(y, x) for y in others]:
            if y in self.of(owner)[0] and owner not in self.of(y)[0]:
                self._run.start("SymmetricPC", owner)
                self._drop_unless_mutual(owner, y)

    def _drop_unless_mutual(self, x: int, y: int) -> None:
        (pc, sep), (its_pc, its_sep) = self.of(x), self.of(y)
        if x not in its_pc and y in pc:
            pc.remove(y)
            sep[y] = its_sep[x]
            self._run.tell(Left("SymmetricPC:4", x, PC, y, sep[y]))

    @property
    def learnt(self) -> dict[int, PcAndSep]:
        """All so far, in the order in which they were begun."""
        return self._learnt

    def separator(self, x: int, y: int) -> Members | None:
        """What separates y from x, where x is learnt and something does."""
        return self._learnt[x][1].get(y)

    def blankets(self) -> tuple[Blanket, ...]:
        """What is known of them."""
        return blankets_of(self._learnt)


def blankets_of(learnt: Mapping[int, PcAndSep]) -> tuple[Blanket, ...]:
    """All that sets of neighbours say of their owners' blankets."""
    return tuple(Blanket(x, tuple(pc), sep, pc=tuple(pc)) for x, (pc, sep) in learnt.items())


def blanket_by_pc_sets(
    run: Run, target: int, k: int | None, learn_pc: LearnPC, *, procedure: str, symmetric: bool = False
) -> Outcome:
    """The blanket of `target`: PC by `learn_pc`, then the spouses through each member."""
    sets = PcSets(run, k, learn_pc)
    blanket = blanket_from(run, target, sets.symmetric if symmetric else sets.of, procedure)
    undecided = tuple(sorted(blanket.pc))
    run.tell(Finished(f"{procedure}:5", target, (), (), undecided))
    return Outcome(target, (), (), undecided, (blanket, *sets.blankets()[1:]))


def blanket_from(run: Run, target: int, neighbours: Callable[[int], PcAndSep], procedure: str) -> Blanket:
    """The blanket of `target`, with what `neighbours` gives for it and for each of them."""
    run.start(procedure, target)
    pc, sep = neighbours(target)
    spouses: dict[int, Members] = {}
    for y in pc:
        found = spouses_through(run, target, y, pc, sep, neighbours(y)[0])
        if found:
            spouses[y] = found
    return Blanket(
        target,
        pc_candidates=tuple(pc),
        separators=sep,
        pc=tuple(pc),
        candidate_spouses=spouses,
        pruned_spouses=spouses,
        spouses=spouses,
    )


def spouses_through(
    run: Run, target: int, y: int, pc: list[int], sep: dict[int, Members], its_pc: list[int]
) -> Members:
    """SP(Y): those of PC(Y) that knowing Y makes dependent on the target again."""
    run.start("Spouses", target)
    found = []
    for x in its_pc:
        if x == target or x in pc or y in sep[x]:
            continue
        if not run.test(x, target, (*sep[x], y), at="Spouses:3").independent:
            found.append(x)
            run.tell(Entered("Spouses:4", target, SP, x, y))
    return tuple(found)
