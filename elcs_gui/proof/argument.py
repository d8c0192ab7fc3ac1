"""A proof of an arrow as it is drawn: numbered premises, each with the strokes that show it.

The numbers are those of the Why page, which lists the premises in this order; premises that say the same of
several links share one. A premise that says no more than that the link of the conclusion is there has none:
the conclusion itself is drawn on it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum

from elcs_gui.algorithms.registry import find_algorithm
from elcs_gui.proof.tree import (
    ADJACENT,
    APART,
    ARROW,
    CAUSES,
    DEPENDENT,
    FORBIDDEN,
    INDEPENDENT,
    INSEPARABLE,
    NO_EDGE,
    REQUIRED,
    SEPARATED,
    UNDECIDED,
    Proof,
)
from elcs_gui.proof.why import why_edge, why_member
from elcs_gui.proof.words import NO_V, in_reading_order, separation_of
from elcs_gui.trace import events as ev
from elcs_gui.trace import rules
from elcs_gui.trace.events import Event, Members
from elcs_gui.trace.outcome import Pair, pair
from elcs_gui.trace.trace import Trace


class StrokeKind(StrEnum):
    """What a stroke says of its two variables."""

    ARROW = "arrow"
    LINK = "link"
    """They are joined, whichever way it points."""
    CANDIDATE = "candidate"
    """The first was a candidate spouse through the second."""
    APART = "apart"
    """`given` separates them, or nothing joins them."""
    TIED = "tied"
    """They depend on each other given `given`."""
    FORBIDDEN = "forbidden"
    """Background knowledge rules out the arrow."""


@dataclass(frozen=True, slots=True)
class Stroke:
    """One line of the drawing; `given` is None where no test says it."""

    kind: StrokeKind
    tail: int
    head: int
    given: Members | None = None

    @property
    def ends(self) -> tuple[int, int]:
        return (min(self.tail, self.head), max(self.tail, self.head))


@dataclass(frozen=True, slots=True)
class Premise:
    """A premise with its number, 0 for none; `beside` if the conclusion does not rest on it."""

    proof: Proof
    number: int = 0
    strokes: tuple[Stroke, ...] = ()
    beside: bool = False


@dataclass(frozen=True, slots=True)
class Argument:
    """Why an edge is as it is, ready to be drawn.

    Attributes:
        rule: by which it follows; empty for an edge that only contradictions are known of.
        edge: tail and head.
        concludes: the arrows that follow, `edge` first.
        cast: the variables, in the order of the pattern's seats.
        premises: as the Why page lists them, those with numbers first.
        against: what was found to the contrary.
        doubted: the edges that contradictions are about.
    """

    rule: str
    edge: tuple[int, int]
    concludes: tuple[tuple[int, int], ...]
    cast: Members
    premises: tuple[Premise, ...]
    against: tuple[Stroke, ...] = ()
    doubted: frozenset[Pair] = frozenset()

    @property
    def pattern(self) -> rules.Pattern:
        pattern = rules.RULES[self.rule].pattern if self.rule else rules.PAIR
        return replace(pattern, seats=(*pattern.seats, *pattern.others)[: len(self.cast)])

    @property
    def links(self) -> frozenset[tuple[int, int]]:
        """The ends of all that the drawing says something about."""
        strokes = (stroke.ends for premise in self.premises for stroke in premise.strokes)
        return frozenset((*strokes, *(pair(*ends) for ends in (self.edge, *self.concludes))))

    @property
    def numbered(self) -> tuple[Premise, ...]:
        return tuple(premise for premise in self.premises if premise.number)

    @property
    def ends(self) -> tuple[int, int]:
        return (min(self.edge), max(self.edge))


def argument_of_edge(trace: Trace, step: int, a: int, b: int) -> Argument | None:
    """Why the arrow between a and b points as it does after `step` events; None if there is no arrow."""
    if not find_algorithm(trace.header.algorithm).tells_neighbours:
        return None
    return argument_for(trace, why_edge(trace, step, a, b))


def argument_of_event(trace: Trace, step: int, event: Event | None) -> Argument | None:
    """Why the arrow that the event told points as it does; None of any other event."""
    if not find_algorithm(trace.header.algorithm).tells_neighbours:
        return None
    match event:
        case ev.Found():
            # One of two may have been known before.
            proofs = [why_edge(trace, step, event.target, x) for x in (*event.parents, *event.children)]
            proofs.sort(key=lambda proof: proof.step != step)
        case ev.Oriented() | ev.Conflicted():
            proofs = [why_edge(trace, step, event.tail, event.head)]
        case _:
            proofs = []
    return argument_for(trace, proofs[0]) if proofs else None


def argument_for(trace: Trace, proof: Proof) -> Argument | None:
    """The drawing of a proof; None of what was computed, and of what is neither an arrow nor contradicted."""
    if proof.rule in rules.COMPUTED:
        return None  # a number has no picture
    if proof.claim.kind == ARROW:
        return _arrow(trace, proof)
    if proof.against and proof.claim.kind in (UNDECIDED, NO_EDGE):
        edge = (proof.claim.of[0], proof.claim.of[1])
        return Argument("", edge, (), edge, (), _against(proof), _doubted(proof))
    return None


def _arrow(trace: Trace, proof: Proof) -> Argument:
    tail, head = proof.claim.of
    concludes = [(tail, head)]
    if len(rules.RULES[proof.rule].pattern.concludes) > 1:  # two causes at once
        (other,) = {*proof.premises[1].claim.of} - {head}
        concludes.append((other, head))
    drawn = [(premise, _strokes(premise, proof)) for premise in in_reading_order(proof)]
    known = {(min(pair), max(pair)) for pair in concludes}
    numbered: list[tuple[Proof, tuple[Stroke, ...]]] = []
    others: list[tuple[Proof, tuple[Stroke, ...]]] = []
    for premise, strokes in drawn:
        own = all(stroke.kind is StrokeKind.LINK and stroke.ends in known for stroke in strokes)
        (others if own else numbered).append((premise, strokes))
    if rules.propagates(proof.rule):
        numbered.sort(key=lambda found: _ORDER.index(found[0].claim.kind))
    numbers = _numbers([premise for premise, _ in numbered], proof)
    premises = [Premise(found[0], place, found[1]) for place, found in zip(numbers, numbered, strict=True)]
    for beside in _beside(trace, proof):
        premises.append(Premise(beside, len(premises) + 1, _strokes(beside, proof), beside=True))
    premises += [Premise(premise, 0, strokes) for premise, strokes in others]
    cast = _cast(trace, proof)
    return Argument(
        proof.rule, (tail, head), tuple(concludes), cast, tuple(premises), _against(proof), _doubted(proof)
    )


def _numbers(premises: Sequence[Proof], proof: Proof) -> list[int]:
    """1, 2, 3 …; a rule about four variables numbers what it asks of them: arrows, links, what is apart."""
    if not rules.propagates(proof.rule) or len(rules.RULES[proof.rule].pattern.seats) < 4:
        return list(range(1, len(premises) + 1))
    kinds = list(dict.fromkeys(premise.claim.kind for premise in premises))
    return [kinds.index(premise.claim.kind) + 1 for premise in premises]


_ORDER = (ARROW, ADJACENT, APART, NO_EDGE)
"""In which a Meek rule names what it found."""


def _beside(trace: Trace, proof: Proof) -> Iterator[Proof]:
    """Why an N-structure is no V-structure: the candidate was separated from the child itself."""
    if proof.rule == rules.N_STRUCTURE:
        owner, child, spouse = proof.premises[1].claim.of
        pruned = why_member(trace, proof.step, "SP", owner, spouse, through=child)
        if pruned.rule == "pruned":
            yield replace(pruned, rule=NO_V)


def _strokes(premise: Proof, proof: Proof) -> tuple[Stroke, ...]:
    """What shows a premise; nothing for the bookkeeping of a candidate."""
    kind, of, given = premise.claim.kind, premise.claim.of, premise.claim.given
    kinds = StrokeKind
    if kind in (ARROW, CAUSES):
        return (Stroke(kinds.ARROW, of[0], of[1]),)
    if kind == FORBIDDEN:
        return (Stroke(kinds.FORBIDDEN, of[0], of[1]),)
    if kind in (ADJACENT, REQUIRED, INSEPARABLE, "in PC"):
        # Of a common effect both are causes, the spouse as well as the target.
        beside = proof.rule == rules.SPOUSE and {*of} != {*proof.claim.of}
        return (Stroke(kinds.ARROW if beside else kinds.LINK, of[0], of[1]),)
    if kind == "in SP":
        owner, child, spouse = of
        return (Stroke(kinds.ARROW, owner, child), Stroke(kinds.ARROW, spouse, child))
    if kind == "in CSP":
        owner, child, spouse = of
        if premise.rule != "candidate":
            return tuple(stroke for below in premise.premises for stroke in _strokes(below, proof))
        return (Stroke(kinds.CANDIDATE, spouse, child),)
    if kind in (INDEPENDENT, SEPARATED):
        return (Stroke(kinds.APART, of[0], of[1], given),)
    if kind == DEPENDENT and _is_bookkeeping(premise, proof):
        return ()
    if kind == DEPENDENT:
        return (Stroke(kinds.TIED, of[0], of[1], given),)
    if kind in (APART, NO_EDGE):
        separated = separation_of(premise)
        return (Stroke(kinds.APART, of[0], of[1], None if separated is None else separated.claim.given),)
    if kind == "not in SP":
        _, child, spouse = of
        return (Stroke(kinds.APART, spouse, child, premise.premises[0].claim.given),)
    return ()


def _is_bookkeeping(premise: Proof, proof: Proof) -> bool:
    """Is it the test given Temp, by which a candidate was worth trying at all?"""
    if proof.rule != rules.SPOUSE:
        return False
    candidate = proof.premises[0].premises[1]
    # Learners other than EMB find candidates without such a test.
    return candidate.rule == "candidate" and any(premise is test for test in candidate.premises[3:4])


def _cast(trace: Trace, proof: Proof) -> Members:
    tail, head = proof.claim.of
    if proof.rule == rules.SPOUSE:
        owner, _, spouse = proof.premises[0].claim.of
        return (tail, head, spouse if tail == owner else owner)
    if proof.rule == rules.N_STRUCTURE:
        _, through, spouse = proof.premises[2].claim.of
        return (tail, head, through, spouse)
    if proof.rule == rules.KNOWLEDGE:
        return (tail, head)
    if proof.rule in (rules.EAGER, rules.NO_CAUSE):
        named = (x for premise in proof.premises for x in premise.claim.of)
        return tuple(dict.fromkeys((tail, head, *named)))
    if proof.rule == rules.TWO_CAUSES:
        return (
            tail,
            head,
            *(premise.claim.of[0] for premise in proof.premises if premise.claim.kind == ARROW),
        )
    if rules.propagates(proof.rule):
        fact = trace[proof.step - 1]
        assert isinstance(fact, ev.Oriented)
        return (tail, head, *fact.because)
    other = proof.premises[1].claim.of
    return (tail, head, other[0] if other[0] not in (tail, head) else other[1])


def _doubted(proof: Proof) -> frozenset[Pair]:
    return frozenset(ends for dispute in proof.disputes for ends in dispute.marks)


def _against(proof: Proof) -> tuple[Stroke, ...]:
    """The contrary of an edge: the arrow the other way, or that nothing joins its ends."""
    found: list[Stroke] = []
    for objection in proof.against:
        claim = objection.claim
        if claim.kind == ARROW:
            found.append(Stroke(StrokeKind.ARROW, claim.of[0], claim.of[1]))
        else:
            owner, x = claim.of
            found.append(Stroke(StrokeKind.APART, x, owner))
    return tuple(dict.fromkeys(found))
