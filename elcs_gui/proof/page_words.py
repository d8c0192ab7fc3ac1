"""The words at the top of the Why page: the question as a heading, and the answer.

What stands below, and in a line of text, is worded by `words`.
"""

from __future__ import annotations

from elcs_gui.proof.formal_notation import proof_formal
from elcs_gui.proof.tree import ARROW, Proof
from elcs_gui.proof.words import (
    arrow_reason,
    in_reading_order,
    proof_sentence,
    rests_on_knowledge,
    separation_of,
    statement,
    unmeasured,
)
from elcs_gui.trace.explain import Names, braced, given, listed
from elcs_gui.trace.sets import SETS
from elcs_gui.trace.trace import Trace

Spans = tuple[tuple[str, bool], ...]
"""Pieces of a text, each strong or not."""


def heading(proof: Proof, names: Names) -> str:
    """The claim as a question: Why T → B?"""
    kind, of = proof.claim.kind, [names[x] for x in proof.claim.of]
    if kind == ARROW:
        return f"Why {of[0]} → {of[1]}?"
    if kind == "undecided":
        state = "still open" if proof.rule == "candidate" else "undecided"
        return f"Why is {of[0]} — {of[1]} {state}?"
    if kind in ("no edge", "apart"):
        return f"Why is there no edge between {of[0]} and {of[1]}?"
    if proof.rule in ("not asked", "not learnt"):
        return f"What is {of[-1]} to {of[0]}?"
    if kind == "in Sep":
        return f"What separates {of[1]} from {of[0]}?"
    word, _, name = kind.rpartition(" ")
    place = SETS[name].inside if word == "in" else SETS[name].outside
    through = f" through {of[1]}" if len(of) == 3 else ""
    return f"Why is {of[-1]} {place.format(of[0])}{through}?"


def paragraph(trace: Trace, proof: Proof, names: Names) -> Spans:
    """The answer in plain words."""
    kind = proof.claim.kind
    if kind == ARROW:
        start, rule, why = arrow_reason(trace, proof, names)
        return ((start.capitalize(), False), (rule, True), (why, False))
    if rests_on_knowledge(proof):
        return ((proof_sentence(trace, proof), False),)
    if kind == "undecided" and proof.rule != "candidate":
        if any(premise.rule == "not asked" for premise in proof.premises):
            return (
                ("There is an edge, but ", False),
                ("not every rule was applied", True),
                (" that could give it a direction:", False),
            )
        return (
            ("There is an edge, but ", False),
            ("no rule gives it a direction", True),
            (". Each rule, and what it lacks:", False),
        )
    if kind in ("no edge", "apart") and (found := separation_of(proof)) is not None:
        return _separated(trace, found, names)
    if kind.endswith(" MB") and [premise.rule for premise in proof.premises] == ["test"]:
        # The line below says what that test has found.
        said = statement(trace, proof, names)
        decides = (
            "The last test about it decides." if proof.rule in ("dependent", "separated") else said.quiet
        )
        return ((said.strong, True), (f" {decides}" if decides else "", False))
    if kind.rpartition(" ")[2] in ("P", "C", "UN", "MB") and proof.premises:
        return paragraph(trace, proof.premises[0], names)
    said = statement(trace, proof, names)
    quiet = said.quiet.removesuffix("; closest:").removesuffix(":")
    return ((said.strong, True), (f" {quiet}." if quiet and not quiet.endswith(".") else f" {quiet}", False))


def paragraph_formal(trace: Trace, proof: Proof) -> Spans:
    """The claim in signs, and the premises it follows from."""
    below = ", ".join(proof_formal(trace, premise) for premise in in_reading_order(proof))
    return ((proof_formal(trace, proof), True), (f"  ⇐  {below}" if below else "", False))


def _separated(trace: Trace, found: Proof, names: Names) -> Spans:
    x, y = (names[v] for v in found.claim.of)
    if unmeasured(trace, found):
        counting = f"{x} and {y} count as independent{given(names, found.claim.given)}"
        return ((counting, True), (", but nothing was measured.", False))
    if not found.claim.given:
        return ((f"{x} and {y} are independent", True), (" unconditionally.", False))
    z = listed(names, found.claim.given)
    known = "is" if len(found.claim.given) == 1 else "are"
    return (
        (f"{braced(names, found.claim.given)} separates {x} from {y}", True),
        (f": once {z} {known} known, {x} tells nothing more about {y}.", False),
    )
