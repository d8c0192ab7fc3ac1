"""What a proof is made of.

A proof says that a claim stood after a step of a trace, by which rule, and what it rests on: tests of the
trace, cited by their numbers, and premises, which are proofs themselves. Everything is column numbers, test
numbers and words of a small vocabulary; `elcs_gui.proof.words` turns it into sentences.

Claims (`of` are variables, `given` is a set of them):

    arrow      (tail, head)         the edge is tail → head
    undecided  (a, b)               there is an edge a — b without a direction
    no edge    (a, b)               there is none
    adjacent   (a, b)               something joins a and b
    apart      (a, b)               a and b are known not to be adjacent
    in SET     (owner, x)           x is in PC, Sep, P, C, UN or MB of the owner; not in SET: it is not
    in SP      (owner, child, x)    likewise SP(child) and CSP(child) in the blanket of the owner
    dependent, independent (x, y)   given `given`: what a test said
    inseparable (x, y)              no set asked for separates x from y
    separated  (x, y)               `given` separates them
    fails      (a, b)               the rule does not decide the edge a — b
    no candidates (owner, x)        nothing is a candidate spouse of the owner through x
    forbidden  (tail, head)         background knowledge rules out tail → head
    causes     (tail, head)         background knowledge makes tail → head certain
    required   (a, b)               background knowledge demands an edge between a and b
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from elcs_gui.trace.conflicts import Dispute
from elcs_gui.trace.cycles import Cycle
from elcs_gui.trace.events import Members

ARROW, UNDECIDED, NO_EDGE, ADJACENT, APART = "arrow", "undecided", "no edge", "adjacent", "apart"
ABOVE, NOT_ABOVE, UNJUDGED = "above the threshold", "not above the threshold", "not judged yet"
"""Rules where all tests of a round are judged together."""
DEPENDENT, INDEPENDENT, INSEPARABLE, SEPARATED = "dependent", "independent", "inseparable", "separated"
FAILS, NO_CANDIDATES = "fails", "no candidates"
FORBIDDEN, CAUSES, REQUIRED = "forbidden", "causes", "required"
KNOWN = (FORBIDDEN, CAUSES, REQUIRED)
"""What is known beforehand: such claims rest on no test."""

_STATUS = {ARROW: "directed", UNDECIDED: "undecided", NO_EDGE: "absent"}


@dataclass(frozen=True, slots=True)
class Claim:
    """What is to be shown; see the module for the kinds."""

    kind: str
    of: Members
    given: Members = ()


@dataclass(frozen=True, slots=True)
class Proof:
    """A claim and why it holds.

    Attributes:
        rule: by which the claim follows from tests and premises.
        step: after which it stood; step n is after the first n events.
        tests: numbers of the trace's tests that this node itself rests on.
        premises: every one is needed.
        against: what the trace found later to the contrary and did not follow. Nothing rests on it.
        disputes: the contradictions that `against` comes from.
        cycles: those of the arrows known by then that the arrow lies on.
    """

    claim: Claim
    rule: str
    step: int
    tests: tuple[int, ...] = ()
    premises: tuple[Proof, ...] = ()
    against: tuple[Proof, ...] = ()
    disputes: tuple[Dispute, ...] = ()
    cycles: tuple[Cycle, ...] = ()

    @property
    def status(self) -> str:
        """Of an edge: directed, undecided or absent; empty for other claims."""
        return _STATUS.get(self.claim.kind, "")


def walk(proof: Proof) -> Iterator[Proof]:
    """The proof and everything it rests on, each node once, premises in order before what is beside them."""
    seen: set[int] = set()
    ahead = [proof]
    while ahead:
        node = ahead.pop()
        if id(node) not in seen:
            seen.add(id(node))
            yield node
            ahead.extend(reversed(node.premises))


def cited_tests(proof: Proof) -> tuple[int, ...]:
    """The numbers of all tests the proof rests on, in the order in which they were asked."""
    return tuple(sorted({number for node in walk(proof) for number in node.tests}))
