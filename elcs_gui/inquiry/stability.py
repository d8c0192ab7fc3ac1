"""Stability: how often a finding about the target comes back when its run is repeated.

What a repetition is, `elcs_gui.inquiry.replicates` says. A frequency is counted over the replicates made, and
its interval says how far it could move if ever more were made: what is owed to their finite number, not to
the data. A finding that comes back every time may still be wrong; one that often fails to is doubtful.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Generator
from contextlib import closing
from dataclasses import dataclass
from functools import partial

import numpy as np

from elcs_gui.algorithms.registry import find_algorithm
from elcs_gui.ci.asking import too_few_rows
from elcs_gui.data.dataset import Dataset
from elcs_gui.data.network import Network
from elcs_gui.inquiry.replicates import AS_THEY_ARE, Edge, Plan, Replicate, Replicates, begin_replicates
from elcs_gui.parallel.cluster import Place, made_at
from elcs_gui.parallel.processes import HEARTBEAT, now_and_then
from elcs_gui.trace.roles import FinalRole
from elcs_gui.trace.run import Cancelled
from elcs_gui.trace.trace import Header

CONFIDENCE = 0.95
_QUANTILE = 1.959963984540054
"""Of the normal distribution, for that confidence on both sides."""


@dataclass(frozen=True, slots=True)
class Frequency:
    """`count` of `of` replicates (of at least one)."""

    count: int
    of: int

    @property
    def share(self) -> float:
        return self.count / self.of

    @property
    def percent(self) -> str:
        """What happened sometimes is neither never nor always: "<1 %", ">99 %"."""
        rounded = round(100 * self.share)
        if rounded == 0 and self.count:
            return "<1 %"
        if rounded == 100 and self.count < self.of:
            return ">99 %"
        return f"{rounded} %"

    @property
    def interval(self) -> tuple[float, float]:
        """Wilson's score interval: inside 0 to 1, and of some width also at 0 and 1."""
        z2 = _QUANTILE * _QUANTILE
        p, n = self.share, self.of
        middle = (p + z2 / (2 * n)) / (1 + z2 / n)
        half = _QUANTILE / (1 + z2 / n) * math.sqrt(p * (1 - p) / n + z2 / (4 * n * n))
        low = 0.0 if self.count == 0 else middle - half
        high = 1.0 if self.count == n else middle + half
        return low, high


@dataclass(frozen=True, slots=True)
class VariableRow:
    """What a variable is to the target as the data are, and how often it was what. All shares add up to 1."""

    variable: int
    found: FinalRole
    parent: Frequency
    child: Frequency
    undecided: Frequency
    spouse: Frequency
    member: Frequency
    absent: Frequency

    def of(self, role: FinalRole) -> Frequency:
        frequency: Frequency = getattr(self, role.word)
        return frequency

    @property
    def neighbour(self) -> Frequency:
        """Parent, child or undecided."""
        count = self.parent.count + self.child.count + self.undecided.count
        return Frequency(count, self.parent.of)


@dataclass(frozen=True, slots=True)
class EdgeRow:
    """What became of the edge between two variables in the local graphs; x is the lower column.

    `absent` also counts the replicates that never came to look there: ELCS learns only as many blankets as
    its target needs. An edge may stand where the target's own blanket lacks it, if the other's has it.
    `found` is "forwards", "backwards", "undirected" or "absent".
    """

    x: int
    y: int
    found: str
    forwards: Frequency
    """x → y"""
    backwards: Frequency
    """y → x"""
    undirected: Frequency
    absent: Frequency


@dataclass(frozen=True)
class Stability:
    """The result, whole or so far. Two of them are equal if they counted the same.

    Attributes:
        asked: how many replicates were to be made.
        done: how many were: always the first ones, and less than `asked` only while it goes on or if it was
            cancelled.
        found: the run on the data as they are; None if even that was not over.
        roles: by variable, how often it had each role (in the order of `FinalRole`).
        arrows: how often each (tail, head) stood in the local graph, sorted.
        lines: how often each edge stood there without a direction, (lower column, higher column), sorted.
        same: replicates in which every variable had the role it has in `found`.
        requested, unreliable: tests asked for in all replicates, and those that had too few rows.
    """

    header: Header
    kind: str
    seed: int
    asked: int
    done: int
    found: Replicate | None
    roles: tuple[tuple[int, ...], ...]
    arrows: tuple[tuple[Edge, int], ...]
    lines: tuple[tuple[Edge, int], ...]
    same: int
    requested: int
    unreliable: int

    @property
    def too_few_rows(self) -> bool:
        """Had most tests too few rows? Then it says little that nothing was found ever again."""
        return too_few_rows(self.unreliable, self.requested)

    @property
    def told(self) -> tuple[FinalRole, ...]:
        """What the algorithm can tell that a variable is, and absent at the end."""
        return (
            *(FinalRole[role.name] for role in find_algorithm(self.header.algorithm).roles),
            FinalRole.ABSENT,
        )

    @property
    def complete(self) -> bool:
        return self.done == self.asked

    @property
    def same_answer(self) -> Frequency:
        """How often the whole answer for the target came back; ask only if something is `done`."""
        return Frequency(self.same, self.done)

    def rows(self) -> list[VariableRow]:
        """Every variable but the target, in column order; none while nothing is done."""
        if self.found is None or not self.done:
            return []
        frequency = partial(Frequency, of=self.done)
        return [
            VariableRow(variable, FinalRole(self.found.roles[variable]), *map(frequency, counts))
            for variable, counts in enumerate(self.roles)
            if variable != self.header.target
        ]

    def edges(self) -> list[EdgeRow]:
        """Every edge that stood in some local graph, in column order; none while nothing is done."""
        if self.found is None or not self.done:
            return []
        arrows, lines, frequency = dict(self.arrows), dict(self.lines), partial(Frequency, of=self.done)
        seen = {*arrows, *lines, *self.found.arrows, *self.found.lines}
        rows = []
        for x, y in sorted({(min(edge), max(edge)) for edge in seen}):
            counts = [arrows.get((x, y), 0), arrows.get((y, x), 0), lines.get((x, y), 0)]
            counts.append(self.done - sum(counts))
            rows.append(EdgeRow(x, y, _standing(self.found, x, y), *map(frequency, counts)))
        return rows


ProgressHeard = Callable[[int, int, Stability], None]
"""(done, asked, the result so far): called after every replicate, and about every tenth of a second while one
takes longer. It may raise `Cancelled`."""


def stability(
    material: Dataset | Network,
    header: Header,
    *,
    kind: str = "bootstrap",
    replicates: int = 100,
    seed: int = 0,
    place: Place = 1,
    progress: ProgressHeard | None = None,
) -> Stability:
    """Repeat the header's run; the result so far if `progress` raised `Cancelled`.

    Args:
        material: the data, or for the oracle (only kind "column-order") the known network.
        place: with 1 all is done here; with more, in as many processes, or by a cluster. The result is the
            same.

    A daemonic process may have no others on its machine.
    """
    plan = Plan(material, header, kind, replicates, seed)
    tally = Tally(plan)

    def report() -> None:
        if progress is not None:
            progress(tally.done, replicates, tally.result())

    numbers = range(AS_THEY_ARE, replicates)
    made = _made_here(plan, numbers, report) if place == 1 else _made_elsewhere(plan, numbers, place, report)
    try:
        # Closed at once, so that processes end here and not when the iterator is forgotten.
        with closing(made):
            for replicate in made:
                tally.add(replicate)
                report()
    except Cancelled:
        pass
    return tally.result()


def _made_here(plan: Plan, numbers: range, report: Callable[[], None]) -> Generator[Replicate, None, None]:
    replicates = Replicates(plan)
    listen = now_and_then(lambda _: report(), HEARTBEAT)
    for number in numbers:
        yield replicates.make(number, listen)


def _made_elsewhere(
    plan: Plan, numbers: range, place: Place, report: Callable[[], None]
) -> Generator[Replicate, None, None]:
    return made_at(place, partial(begin_replicates, plan), numbers, report)


class Tally:
    """Counts replicates as they come: first the run on the data as they are, then the others in order."""

    def __init__(self, plan: Plan) -> None:
        self._plan = plan
        self._found: Replicate | None = None
        self._roles = np.zeros((len(plan.header.names), len(FinalRole)), dtype=np.int64)
        self._arrows: Counter[Edge] = Counter()
        self._lines: Counter[Edge] = Counter()
        self._same = self._requested = self._unreliable = 0
        self.done = 0

    def add(self, replicate: Replicate) -> None:
        if replicate.number == AS_THEY_ARE:
            self._found = replicate
            return
        roles = np.frombuffer(replicate.roles, dtype=np.uint8)
        self._roles[np.arange(len(roles)), roles] += 1
        self._arrows.update(replicate.arrows)
        self._lines.update(replicate.lines)
        self._same += self._found is not None and replicate.roles == self._found.roles
        self._requested += replicate.requested
        self._unreliable += replicate.unreliable
        self.done += 1

    def result(self) -> Stability:
        """The result so far; what is added later does not change it."""
        plan = self._plan
        return Stability(
            plan.header,
            plan.kind,
            plan.seed,
            plan.replicates,
            self.done,
            self._found,
            tuple(map(tuple, self._roles.tolist())),
            tuple(sorted(self._arrows.items())),
            tuple(sorted(self._lines.items())),
            self._same,
            self._requested,
            self._unreliable,
        )


def _standing(found: Replicate, x: int, y: int) -> str:
    if (x, y) in found.arrows:
        return "forwards"
    if (y, x) in found.arrows:
        return "backwards"
    return "undirected" if (x, y) in found.lines else "absent"
