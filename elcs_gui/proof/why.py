"""Why? Proofs of every arrow, undecided edge, missing edge and membership, at any step, from the trace alone.

    proof = why_edge(trace, step, a, b)
    proof.status, proof.rule, cited_tests(proof)
    weakest(trace, proof)

Nothing is run again: everything a proof cites stands in the trace before the step. Words for it are made by
`elcs_gui.proof.words`.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import cast

from elcs_gui.algorithms.registry import find_algorithm
from elcs_gui.data.names import did_you_mean
from elcs_gui.errors import ElcsError, quoted
from elcs_gui.proof.edges import EdgeProver, not_drawn
from elcs_gui.proof.index import ProofIndex
from elcs_gui.proof.sets import SetProver
from elcs_gui.proof.tree import Claim, Proof, cited_tests, walk
from elcs_gui.proof.weakest import Weakest, weakest
from elcs_gui.trace.sets import MB, SEP, SETS
from elcs_gui.trace.trace import Trace

__all__ = [
    "SETS", "Claim", "FragileEdge", "Proof", "Weakest", "cited_tests", "fragility", "walk", "weakest",
    "why_edge", "why_member",
]  # fmt: skip

_PROVER, _MARGINS = "proofs", "margins"
"""Where a trace keeps them, among what is derived from it."""


def why_edge(trace: Trace, step: int, a: int, b: int) -> Proof:
    """What is between a and b after `step` events, and why; see `Proof.status`.

    An arrow may point either way: the claim names its tail first.
    """
    _check(trace, step, a, b)
    algorithm = find_algorithm(trace.header.algorithm)
    if not algorithm.tells_neighbours:
        raise ElcsError(
            f"{algorithm.title} finds Markov blankets, not what is adjacent: ask why a variable is in one "
            "(--set MB --member NAME)."
        )
    return _prover(trace).edge(a, b, step)


def why_member(
    trace: Trace, step: int, set_name: str, owner: int, x: int, *, through: int | None = None
) -> Proof:
    """Why x is, or is not, in a set of the owner's blanket after `step` events.

    Args:
        set_name: one of `SETS`. "Sep" holds what step 1 separated from the owner. P, C and UN follow the
            local graph where it has decided, or where the answer is read off it.
        through: for SP and CSP the member of PC whose set is meant; without it, any.
    """
    _check(trace, step, owner, x)
    if set_name not in SETS:
        raise ElcsError(f"No set {quoted(set_name)}. {did_you_mean(set_name, [*SETS])}")
    edges = _prover(trace)
    sets, index = edges.sets, edges.index
    algorithm = find_algorithm(trace.header.algorithm)
    if not algorithm.tells_neighbours:
        if set_name != MB:
            raise ElcsError(f"{algorithm.title} finds MB alone, not {set_name}.")
        return sets.mb(owner, x, step)
    if edges.computed.speaks(step) and not (set_name == SEP and algorithm.asks_tests):
        return edges.computed.member(set_name, owner, x, step, through, edges.edge(owner, x, step))
    blanket = index.blanket(owner, step)
    if set_name in ("SP", "CSP"):
        if through is not None:
            _check(trace, step, through, x)
            _check(trace, step, through, owner)
        return _spouse(edges, step, set_name, owner, x, through)
    if set_name == "Sep":
        separated = None if blanket is None else blanket.separated.get(x)
        inside = separated is not None and separated[0] <= step
        return sets.in_sep(owner, x, step) if inside else sets.not_in_sep(owner, x, step)
    inside = blanket is not None and blanket.holds(x, step)
    if set_name == "PC":
        return sets.in_pc(owner, x, step) if inside else sets.not_in_pc(owner, x, step)
    if set_name == "MB":
        if blanket is not None and blanket.is_untold(x, step):
            return sets.mb(owner, x, step)
        member = sets.in_pc(owner, x, step) if inside else _spouse(edges, step, "SP", owner, x, None)
        if member.claim.kind.startswith("in "):
            return _membership("MB", owner, x, member, positive=True)
        outside = sets.not_in_pc(owner, x, step)
        premises = (outside, *member.premises)
        return Proof(Claim("not in MB", (owner, x)), outside.rule, step, (), premises)
    drawn = index.joins(owner, x, step) is not None
    if inside and not drawn and algorithm.rewrites and index.finished is not None and index.finished <= step:
        return _membership(set_name, owner, x, not_drawn(owner, x, step), positive=False)
    if not inside and not (drawn and (algorithm.rewrites or sets.algorithm.chooses)):
        return _membership(set_name, owner, x, sets.not_in_pc(owner, x, step), positive=False)
    edge = edges.edge(owner, x, step)
    place = "UN" if edge.status != "directed" else "C" if edge.claim.of == (owner, x) else "P"
    return _membership(set_name, owner, x, edge, positive=place == set_name)


@dataclass(frozen=True)
class FragileEdge:
    """An arrow and the weakest link of its proof."""

    proof: Proof
    weakest: Weakest

    @property
    def tail(self) -> int:
        return self.proof.claim.of[0]

    @property
    def head(self) -> int:
        return self.proof.claim.of[1]


def fragility(trace: Trace, step: int) -> list[FragileEdge]:
    """Every arrow there is after `step` events, the most fragile first (ties in column order)."""
    _check_step(trace, step)
    edges = _prover(trace)
    arrows = (edges.arrow(a, b, step) for a, b in edges.index.decided_pairs(step))
    proofs = (edges.with_disputes(proof, step) for proof in arrows if proof is not None)
    found = [FragileEdge(proof, weakest(trace, proof)) for proof in proofs]
    return sorted(found, key=lambda edge: (edge.weakest.margin, edge.tail, edge.head))


def _spouse(edges: EdgeProver, step: int, set_name: str, owner: int, x: int, through: int | None) -> Proof:
    sets, blanket = edges.sets, edges.index.blanket(owner, step)
    children = [through] if through is not None else []
    if blanket is not None and through is None:
        children = [child for child in blanket.kept(step) if child != x]
    for child in children:
        if blanket is not None and set_name == "SP" and blanket.is_spouse(child, x, step):
            return sets.in_sp(owner, child, x, step)
        if blanket is not None and blanket.candidates.get((child, x), step + 1) <= step and set_name == "CSP":
            return sets.in_csp(owner, child, x)
    refuse = sets.not_in_sp if set_name == "SP" else sets.not_in_csp
    if through is not None:
        return refuse(owner, through, x, step)
    # The first refusal may be one and the same test for every child.
    refusals = tuple(refuse(owner, child, x, step) for child in children)
    rule = "no candidate" if children else "not learnt"
    return Proof(Claim(f"not in {set_name}", (owner, x)), rule, step, (), refusals)


def _membership(set_name: str, owner: int, x: int, premise: Proof, *, positive: bool) -> Proof:
    word = "in" if positive else "not in"
    return Proof(Claim(f"{word} {set_name}", (owner, x)), premise.rule, premise.step, (), (premise,))


def _prover(trace: Trace) -> EdgeProver:
    prover = cast("EdgeProver | None", trace.derived.get(_PROVER))
    if prover is None:
        index = ProofIndex(trace)
        prover = trace.derived[_PROVER] = EdgeProver(index, SetProver(index))
    prover.index.follow()
    return prover


def _check_step(trace: Trace, step: int) -> None:
    if not 0 <= step <= len(trace):
        raise ElcsError(f"There is no step {step}: the run has {len(trace)} steps.")


def _check(trace: Trace, step: int, a: int, b: int) -> None:
    _check_step(trace, step)
    variables = len(trace.header.names)
    for x in (a, b):
        if not 0 <= x < variables:
            raise ElcsError(f"There is no variable number {x}: the trace has {variables}.")
    if a == b:
        raise ElcsError(f"{trace.header.names[a]} and itself: a proof needs two different variables.")


_KEPT = 64
"""So many states are remembered: stepping to and fro over tests costs nothing."""


class Margins:
    """The weakest links of one trace's arrows. Tests alone change no arrow: facts tell states apart."""

    def __init__(self, trace: Trace) -> None:
        self._trace = trace
        self._known: dict[int, list[FragileEdge]] = {}

    @classmethod
    def of(cls, trace: Trace) -> Margins:
        """The one of a trace: all who ask share what it has worked out."""
        known = cast("Margins | None", trace.derived.get(_MARGINS))
        if known is None:
            known = trace.derived[_MARGINS] = cls(trace)
        return known

    def at(self, step: int) -> list[FragileEdge]:
        """Every arrow after `step` events, the most fragile first."""
        facts_before = int(self._trace.fact_steps.searchsorted(step))
        found = self._known.get(facts_before)
        if found is None:
            if len(self._known) >= _KEPT:
                del self._known[next(iter(self._known))]
            found = self._known[facts_before] = fragility(self._trace, step)
        return found
