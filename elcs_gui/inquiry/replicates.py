"""Running an algorithm again on resampled data: one replicate at a time.

Three kinds of replicate:

- *bootstrap*: as many rows as the data have, drawn from them with replacement. How often a finding comes back
  tells how much of it is owed to the rows that happened to be there. But rows drawn twice count twice: where
  x and y are independent, G² is on average about twice as large on a resample. Links come up that the data
  do not show, the more so the more levels there are.
- *subsample*: half of the rows, none twice. Tests keep their level, but half the rows find less, and leave
  more tests unreliable.
- *column-order*: the same data, their columns shuffled, the findings mapped back. Nothing but the order
  changes, so whatever does not come back was decided by it: ties in strength are broken by column order,
  spouses are looked for and pruned in it, and of two contradictory findings the first stays.

Replicate i draws from a random generator of its own, child i of the seed. So it is the same whichever process
makes it, in which order, and however many others there are.

Rows of levels are drawn as counts of the distinct rows in their order (`elcs_gui.data.weighting`): from a
multinomial distribution, or for half of the rows from a hypergeometric one. So one seed draws the same from
weighted data and from the same data written out, in whichever order their rows stand.

A resample keeps the levels of the data. A level that was not drawn still counts as one when cells are counted
for reliability (whether a table is too large for the rows is a matter of the variables, and should not change
by chance), while degrees of freedom count only the levels drawn, as everywhere.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from elcs_gui.algorithms.learning import Learnt, learn
from elcs_gui.algorithms.registry import find_algorithm
from elcs_gui.ci.discrete import TableTest
from elcs_gui.ci.distributions import Distribution
from elcs_gui.ci.evidence import Evidence
from elcs_gui.ci.questions import CiTest, Question
from elcs_gui.ci.registry import asks_network, make_test
from elcs_gui.data.columns.spilling import taken
from elcs_gui.data.dataset import Dataset
from elcs_gui.data.names import did_you_mean
from elcs_gui.data.network import Network
from elcs_gui.data.weighting import Counts, distinct_rows, expanded, with_counts
from elcs_gui.errors import ElcsError
from elcs_gui.inquiry.replicate_kinds import KINDS
from elcs_gui.trace.events import Joined, Oriented
from elcs_gui.trace.outcome import Outcome, edges_of, pair
from elcs_gui.trace.roles import FinalRole
from elcs_gui.trace.run import Cancelled, Listener
from elcs_gui.trace.trace import Header, Trace

AS_THEY_ARE = -1
"""In place of a replicate's number: the run on the data as they are."""

Edge = tuple[int, int]

_MOST_HALVED = 10**9 - 1
"""As far as numpy draws without replacement."""


@dataclass(frozen=True, slots=True)
class Replicate:
    """What one run found, in the columns of the data as they are.

    Attributes:
        number: from 0; `AS_THEY_ARE` for the run on the data themselves.
        roles: by variable, the number of a `FinalRole`.
        arrows: directed edges of the local graph (tail, head), sorted.
        lines: its undirected edges (lower column, higher column), sorted.
        requested: tests asked for.
        unreliable: those of them that had too few rows.
    """

    number: int
    roles: bytes
    arrows: tuple[Edge, ...]
    lines: tuple[Edge, ...]
    requested: int
    unreliable: int


@dataclass(frozen=True, eq=False)
class Plan:
    """What is to be repeated, and how; it can be sent to another process.

    Attributes:
        material: the data, or for the oracle the known network.
    """

    material: Dataset | Network
    header: Header
    kind: str = "bootstrap"
    replicates: int = 100
    seed: int = 0

    def __post_init__(self) -> None:
        if self.kind not in KINDS:
            raise ElcsError(f"No kind of replicate {self.kind!r}. {did_you_mean(self.kind, [*KINDS])}")
        if self.replicates < 1:
            raise ElcsError(f"Stability needs at least one replicate, not {self.replicates}.")
        if self.seed < 0:
            raise ElcsError(f"The seed must be a whole number from 0 on, not {self.seed}.")
        find_algorithm(self.header.algorithm)
        if asks_network(self.header.test) and self.kind != "column-order":
            raise ElcsError(
                "The oracle answers from the network, so there are no rows to draw anew: "
                "give data, or shuffle the columns instead (column-order)."
            )

    def generator(self, number: int) -> np.random.Generator:
        """The random generator of one replicate: child `number` of the seed, without making the others."""
        return np.random.default_rng(np.random.SeedSequence(self.seed, spawn_key=(number,)))


def begin_replicates(plan: Plan) -> Callable[[int], Replicate]:
    """What makes the replicates of a plan in a process of its own."""
    return Replicates(plan).make


class Replicates:
    """Makes the replicates of a plan; iterating makes all of them in order. For one thread at a time."""

    def __init__(self, plan: Plan) -> None:
        self.plan = plan
        self._evidence = Evidence(self._test(plan.material))

    def __len__(self) -> int:
        return self.plan.replicates

    def __iter__(self) -> Iterator[Replicate]:
        return map(self.make, range(len(self)))

    def make(self, number: int, listener: Listener | None = None) -> Replicate:
        """Replicate `number`, or with `AS_THEY_ARE` the run on the data themselves.

        Raises `Cancelled` if the listener does.
        """
        if number == AS_THEY_ARE:
            return self._learn(number, self._evidence, None, listener)
        generator = self.plan.generator(number)
        if self.plan.kind == "column-order":
            order = generator.permutation(self._evidence.test.variables)
            return self._learn(number, self._shuffled(order), order, listener)
        resampled = self._drawn_from.draw(self.plan.kind, generator)
        return self._learn(number, Evidence(self._test(resampled)), None, listener)

    @cached_property
    def _drawn_from(self) -> Resampler:
        assert isinstance(self.plan.material, Dataset)
        return Resampler(self.plan.material)

    def _test(self, material: Dataset | Network) -> CiTest:
        header = self.plan.header
        data = material if isinstance(material, Dataset) else None
        network = material if isinstance(material, Network) else None
        return make_test(header.test, data, network, header.rows_per_cell)

    def _shuffled(self, order: NDArray[np.int64]) -> Evidence:
        """Evidence on the same data with column order[i] in place i, and the same answers to the last bit.

        G² is that by itself, so it is asked on a shuffled copy. Other statistics are not, being sums of
        floating-point numbers; they are measured (once for all replicates) in the columns as they are.
        """
        material, test = self.plan.material, self._evidence.test
        if isinstance(material, Dataset) and isinstance(test, TableTest) and test.any_order:
            columns = tuple(material.columns[place] for place in order.tolist())
            levels = tuple(material.levels[place] for place in order.tolist())
            codes = taken(material.codes, order, axis=0)
            shuffled = replace(material, columns=columns, codes=codes, levels=levels, fingerprint="")
            return Evidence(self._test(shuffled))
        return Evidence(_Renumbered(self._evidence, order))

    def _learn(
        self, number: int, evidence: Evidence, order: NDArray[np.int64] | None, listener: Listener | None
    ) -> Replicate:
        header = self.plan.header if order is None else renumbered(self.plan.header, order)
        learnt = learn(evidence, header, listener=listener)
        if learnt.outcome is None:
            raise Cancelled
        return _read(number, learnt, learnt.outcome, len(header.names), order)


class Resampler:
    """Draws resamples of a data set."""

    def __init__(self, data: Dataset) -> None:
        self._data = data
        self._distinct = distinct_rows(data) if data.values is None else None

    def draw(self, kind: str, generator: np.random.Generator) -> Dataset:
        """A resample, weighted if the data are. Levels stay, also those that do not occur any more."""
        if self._distinct is None:
            return with_rows(self._data, drawn_rows(kind, self._data.rows, generator))
        assert self._distinct.counts is not None
        drawn = with_counts(self._distinct, drawn_counts(kind, self._distinct.counts, generator))
        # Rows that stand one by one are counted by bit sets, faster than a few weights.
        return expanded(drawn) if self._data.counts is None else drawn


def drawn_counts(kind: str, counts: Counts, generator: np.random.Generator) -> Counts:
    """How often each distinct row is in a resample, when it is so often in the data."""
    rows = int(counts.sum())
    if kind == "bootstrap":
        return generator.multinomial(rows, counts / rows)
    if rows > _MOST_HALVED:
        raise ElcsError(
            f"Half samples are drawn from at most {_MOST_HALVED:,} rows, not {rows:,}: draw with replacement "
            "instead (bootstrap)."
        )
    return generator.multivariate_hypergeometric(counts, half_of(rows))


def half_of(rows: int) -> int:
    """The rows of a half sample."""
    return max(rows // 2, 1)


def drawn_rows(kind: str, rows: int, generator: np.random.Generator) -> NDArray[np.int64]:
    """Which rows of measurements a resample holds; sorted, so that memory is read forwards."""
    if kind == "bootstrap":
        return np.sort(generator.integers(rows, size=rows))
    return np.sort(generator.permutation(rows)[: half_of(rows)])


def with_rows(data: Dataset, rows: NDArray[np.int64]) -> Dataset:
    """The data with those of its stored rows. Levels stay, also those that do not occur any more."""
    if data.values is not None:
        return replace(data, values=taken(data.values, rows, axis=1))
    counts = None if data.counts is None else data.counts[rows]
    return replace(data, codes=np.take(data.codes, rows, axis=1), counts=counts, fingerprint="")


def renumbered(header: Header, order: NDArray[np.int64]) -> Header:
    """The header of the same run when column order[i] stands in place i."""
    names = tuple(header.names[place] for place in order.tolist())
    place = np.argsort(order).tolist()
    forced = tuple(
        (Question.of(place[question.x], place[question.y], [place[z] for z in question.z]), verdict)
        for question, verdict in header.forced
    )
    known = header.knowledge.renumbered(place)
    return replace(header, names=names, target=place[header.target], forced=forced, knowledge=known)


class _Renumbered:
    """A test over shuffled columns that has every question answered in the columns as they are."""

    def __init__(self, evidence: Evidence, order: NDArray[np.int64]) -> None:
        self._evidence = evidence
        self._order: list[int] = order.tolist()
        self.variables = evidence.test.variables
        self.distribution: Distribution = evidence.test.distribution

    def measure(self, question: Question) -> tuple[float, int]:
        order, tape = self._order, self._evidence.tape
        asked = Question.of(order[question.x], order[question.y], [order[z] for z in question.z])
        answer = self._evidence.answer(asked)
        return float(tape.statistic[answer]), int(tape.df[answer])


def _read(
    number: int, learnt: Learnt, outcome: Outcome, variables: int, order: NDArray[np.int64] | None
) -> Replicate:
    """What a run found, back in the columns as they are."""
    back: list[int] = list(range(variables)) if order is None else order.tolist()
    roles = bytearray([FinalRole.ABSENT]) * variables
    for role, members in (
        (FinalRole.SPOUSE, outcome.blanket.all_spouses),
        (FinalRole.PARENT, outcome.parents),
        (FinalRole.CHILD, outcome.children),
        (FinalRole.UNDECIDED, outcome.undetermined),
        (FinalRole.MEMBER, outcome.members or ()),
    ):
        for member in members:
            roles[back[member]] = role
    directions = _local_graph(learnt.trace) or _edges_of_blanket(outcome)
    arrows = sorted((back[tail], back[head]) for tail, head in directions.values() if tail != head)
    lines = sorted(
        (min(back[x], back[y]), max(back[x], back[y]))
        for (x, y), (tail, head) in directions.items()
        if tail == head
    )
    counts = learnt.counts
    return Replicate(number, bytes(roles), tuple(arrows), tuple(lines), counts.requested, counts.unreliable)


_UNDIRECTED = (-1, -1)


def _local_graph(trace: Trace) -> dict[Edge, Edge]:
    """The edges that were told, lower column first, with tail and head of each."""
    edges: dict[Edge, Edge] = {}
    for fact in trace.facts:
        if isinstance(fact, Joined):
            edges[fact.x, fact.y] = _UNDIRECTED
        elif isinstance(fact, Oriented):
            edges[min(fact.tail, fact.head), max(fact.tail, fact.head)] = fact.tail, fact.head
    return edges


def _edges_of_blanket(outcome: Outcome) -> dict[Edge, Edge]:
    """The same for an algorithm that stops at the target's blanket and builds no graph."""
    edges = edges_of(outcome.blanket)
    return {
        pair(edge.tail, edge.head): (edge.tail, edge.head) if edge.rule else _UNDIRECTED for edge in edges
    }
