"""How firm what a run found is: how far alpha may move before an edge changes.

An edge *stands* while alpha moves through the longest stretch around the run's own alpha on which the same is
found between its ends: the same arrow, an edge without a direction, or nothing; and at the target, while its
answer has the edge, or has it not although another blanket does. By which rule, and with which proof, does
not count: a proof may change long before its arrow does (`elcs_gui.proof.weakest`).

Other alphas ask other questions, so this takes the data, not only a trace. Stretches are half open, as those
of `elcs_gui.inquiry.alpha_map`, and found by the same walk: the two cannot disagree.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import cast

from elcs_gui.ci.evidence import Evidence
from elcs_gui.inquiry.alpha import HIGH, LOW, check_range
from elcs_gui.inquiry.alpha_walk import AlphaSpan, AlphaWalk
from elcs_gui.trace.outcome import Edge, Outcome, Pair, pair
from elcs_gui.trace.timeline import final_view
from elcs_gui.trace.trace import Header, Trace

Progress = Callable[[float], None]
"""Called with the share of the range that is done; it may raise `Cancelled`."""

_DERIVED = "firmness"


@dataclass(frozen=True, slots=True)
class FoundEdge:
    """What is found between two variables at some alpha: tail → head, or no direction where `rule` is empty.

    Attributes:
        one_sided: the edge is at the target, whose own blanket has it not: it comes from another blanket, and
            the answer for the target is without it.
    """

    tail: int
    head: int
    rule: str = ""
    one_sided: bool = False


Graph = Mapping[Pair, FoundEdge]


@dataclass(frozen=True, slots=True)
class EdgeBand:
    """Alphas from `low` on and below `high` at which the same rule gives the same edge; None is no edge."""

    low: float
    high: float
    edge: FoundEdge | None


@dataclass(frozen=True, slots=True)
class Change:
    """Where an edge ceases to stand: at or below `alpha`, and what is found there instead."""

    alpha: float
    becomes: FoundEdge | None


@dataclass(frozen=True, slots=True)
class AlphaInterval:
    """The stretch on which an edge stands.

    Attributes:
        edge: what the run found; None where it found no edge.
        alpha: of the run.
        low, high: the stretch, `low` inside, `high` outside (but inside at the end of the range).
        below, above: what ends it; None where the range does.
    """

    edge: FoundEdge | None
    alpha: float
    low: float
    high: float
    below: Change | None = None
    above: Change | None = None

    @property
    def margin(self) -> float:
        """|ln(a / alpha)| for the nearest a that changes it; infinite where none of the range does."""
        changes = (change for change in (self.below, self.above) if change is not None)
        return min((abs(math.log(change.alpha / self.alpha)) for change in changes), default=math.inf)


@dataclass(frozen=True)
class Firmness:
    """All edges of one run, and those that the run would have found at other alphas of a range.

    Attributes:
        bands: for every two variables between which there is an edge at some alpha, the whole range.
    """

    header: Header
    low: float
    high: float
    bands: Mapping[Pair, tuple[EdgeBand, ...]]

    def of(self, a: int, b: int) -> AlphaInterval:
        """How the edge between a and b stands; also where there is none."""
        known = self.bands.get(pair(a, b)) or (EdgeBand(self.low, self.high, None),)
        return _stands(known, self.header.alpha)

    @property
    def edges(self) -> dict[Pair, AlphaInterval]:
        """Every edge that the run found, in column order."""
        found = ((ends, self.of(*ends)) for ends in sorted(self.bands))
        return {ends: stands for ends, stands in found if stands.edge is not None}

    @property
    def others(self) -> list[Pair]:
        """The edges at the run's target that it did not find, but would at another alpha; in column order."""
        target = self.header.target
        return [ends for ends in sorted(self.bands) if target in ends and self.of(*ends).edge is None]


def firmness(evidence: Evidence, header: Header, *, progress: Progress | None = None) -> Firmness:
    """How firm each edge of the header's run is, for every alpha that can be explored and its own."""
    parts = _parts(evidence, header, lambda _: True, progress)
    ends = sorted({ends for _, _, graph in parts for ends in graph})
    return Firmness(header, *_range(header), {between: _bands(parts, between) for between in ends})


def edge_stands(
    evidence: Evidence, header: Header, a: int, b: int, *, progress: Progress | None = None
) -> AlphaInterval:
    """The same for what is between a and b alone: no further than where it changes."""
    ends = pair(a, b)
    seen: list[FoundEdge | None] = []

    def unchanged(stretch: AlphaSpan) -> bool:
        seen.append(found_edges(stretch.outcome).get(ends))
        return alike(seen[-1], seen[0])

    return _stands(_bands(_parts(evidence, header, unchanged, progress), ends), header.alpha)


def certain_firmness(trace: Trace) -> Firmness:
    """That of a run whose test is certain: alpha has no part in it, and no data are needed to know so."""
    header = trace.header
    low, high = _range(header)
    graph = found_edges(final_view(trace).outcome())
    return Firmness(header, low, high, {ends: (EdgeBand(low, high, graph[ends]),) for ends in sorted(graph)})


def alike(one: FoundEdge | None, other: FoundEdge | None) -> bool:
    """Is it the same arrow, an edge without a direction both times, or none both times, seen alike?"""
    return _status(one) == _status(other)


def known_firmness(trace: Trace) -> Firmness | None:
    """What was worked out of a run; all who show it ask here, so that no two say different things."""
    return cast("Firmness | None", trace.derived.get(_DERIVED))


def keep_firmness(trace: Trace, found: Firmness) -> None:
    """For all who look at this run."""
    if found.header != trace.header:
        raise ValueError("this is the firmness of another run")
    trace.derived[_DERIVED] = found


def _status(edge: FoundEdge | None) -> tuple[object, ...] | None:
    if edge is None:
        return None
    return edge.one_sided, *((edge.tail, edge.head) if edge.rule else ())


def _range(header: Header) -> tuple[float, float]:
    """With the run's own alpha in it."""
    low, high = min(LOW, header.alpha), max(HIGH, header.alpha)
    check_range(low, high)
    return low, high


_Part = tuple[float, float, Graph]
"""Alphas from the first on and below the second, and the graph that is found there."""


def _parts(
    evidence: Evidence, header: Header, go_on: Callable[[AlphaSpan], bool], progress: Progress | None
) -> list[_Part]:
    """Around the run's own alpha, upwards; neighbouring stretches with one and the same outcome are one.

    Either way ends behind the first stretch with which `go_on` is not content.
    """
    low, high = _range(header)
    whole = math.log(high / low)

    def report(alpha: float, replays: int) -> None:  # noqa: ARG001  what a walk tells
        assert progress is not None
        far = alpha / header.alpha if alpha >= header.alpha else high / alpha
        progress(math.log(far) / whole)

    walk = AlphaWalk(evidence, header, low, high, None if progress is None else report)
    above = _through(walk.upwards(header.alpha), go_on)
    below = _through(walk.downwards(math.nextafter(above[0].since, 0.0)), go_on)
    parts: list[_Part] = []
    for _, same in groupby([*reversed(below), *above], lambda stretch: id(stretch.outcome)):
        run = list(same)
        parts.append((max(run[0].since, low), min(run[-1].until, high), found_edges(run[0].outcome)))
    return parts


def _through(stretches: Iterator[AlphaSpan], go_on: Callable[[AlphaSpan], bool]) -> list[AlphaSpan]:
    found = []
    for stretch in stretches:
        found.append(stretch)
        if not go_on(stretch):
            break
    return found


def found_edges(outcome: Outcome) -> Graph:
    """Every edge of a result."""
    return {ends: _found(outcome, edge) for ends, edge in outcome.graph.items()}


def _found(outcome: Outcome, edge: Edge) -> FoundEdge:
    other = {edge.tail: edge.head, edge.head: edge.tail}.get(outcome.target)
    # Not by the target's own PC: CMB as released reads its answer off the graph.
    answer = (*outcome.parents, *outcome.children, *outcome.undetermined)
    return FoundEdge(edge.tail, edge.head, edge.rule, other is not None and other not in answer)


def _bands(parts: Sequence[_Part], ends: Pair) -> tuple[EdgeBand, ...]:
    found = []
    for edge, same in groupby(parts, lambda part: part[2].get(ends)):
        run = list(same)
        found.append(EdgeBand(run[0][0], run[-1][1], edge))
    return tuple(found)


def _stands(bands: Sequence[EdgeBand], alpha: float) -> AlphaInterval:
    """The bands round alpha that are alike, and what comes before and behind them."""
    runs = [list(same) for _, same in groupby(bands, lambda band: _status(band.edge))]
    place = max(number for number, run in enumerate(runs) if run[0].low <= alpha)
    here = runs[place]
    (now,) = (band for band in here if band.low <= alpha and (alpha < band.high or band is bands[-1]))
    below = runs[place - 1][-1] if place else None
    above = runs[place + 1][0] if place + 1 < len(runs) else None
    return AlphaInterval(
        now.edge,
        alpha,
        here[0].low,
        here[-1].high,
        None if below is None else Change(here[0].low, below.edge),
        None if above is None else Change(above.low, above.edge),
    )
