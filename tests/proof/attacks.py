"""Proofs that are wrong in one place."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import permutations

from elcs_gui.ci.questions import Question
from elcs_gui.proof.tree import Claim, Proof
from elcs_gui.trace.events import Tested
from elcs_gui.trace.trace import Trace

ONE_WAY = {"arrow", "causes", "in CSP", "in SP"}
"""Claims that are wrong of the same variables in any other order."""

Path = tuple[int, ...]


def nodes_of(proof: Proof, path: Path = ()) -> Iterator[tuple[Path, Proof]]:
    yield path, proof
    for place, premise in enumerate(proof.premises):
        yield from nodes_of(premise, (*path, place))


def put(proof: Proof, path: Path, node: Proof) -> Proof:
    """The proof with another node at the end of the path."""
    if not path:
        return node
    first, *rest = path
    premises = list(proof.premises)
    premises[first] = put(premises[first], tuple(rest), node)
    return replace(proof, premises=tuple(premises))


def spoilt(trace: Trace, node: Proof) -> Iterator[Proof]:
    """A node with something missing, or with something else in its place."""
    for place in range(len(node.tests)):
        yield replace(node, tests=node.tests[:place] + node.tests[place + 1 :])
    for place in range(len(node.premises)):
        yield replace(node, premises=node.premises[:place] + node.premises[place + 1 :])
    # Of a pair that CMB asked about twice, either test may show that nothing is to be seen.
    for place, number in enumerate(() if node.claim.kind.startswith("fails") else node.tests):
        for other in (number - 1, number + 1):
            if 0 < other <= len(trace.test_steps) and asked(trace, other) != asked(trace, number):
                yield replace(node, tests=(*node.tests[:place], other, *node.tests[place + 1 :]))
    if node.claim.kind in ONE_WAY:
        for of in permutations(node.claim.of):
            if of != node.claim.of:
                yield replace(node, claim=replace(node.claim, of=of))
    if node.claim.kind in ("separated", "dependent", "independent"):
        for x in range(len(trace.header.names)):
            if x not in node.claim.of:
                given = {*node.claim.given} ^ {x}
                yield replace(node, claim=replace(node.claim, given=tuple(sorted(given))))
    opposite = {"dependent": "independent", "independent": "dependent"}.get(node.claim.kind)
    if opposite:
        yield replace(node, claim=Claim(opposite, node.claim.of, node.claim.given))
    yield replace(node, step=len(trace) + 1)
    for rule in ("another", "no witness" if node.claim.kind.startswith("fails") else "search"):
        if rule != node.rule:
            yield replace(node, rule=rule)


def asked(trace: Trace, number: int) -> Question:
    test = trace[int(trace.test_steps[number - 1])]
    assert isinstance(test, Tested)
    return Question.of(test.x, test.y, test.z)
