"""Why a rule gives an edge no direction, in words."""

from __future__ import annotations

from collections.abc import Sequence

from elcs_gui.proof.tree import Proof
from elcs_gui.proof.words_of_tests import asked
from elcs_gui.trace.explain import listed
from elcs_gui.trace.trace import Trace


def failure_sentence(trace: Trace, proof: Proof) -> str:
    """One sentence that names the rule first."""
    title, reason = failure_parts(trace, proof, trace.header.names)
    return f"{title}: {reason}."


def failure_parts(trace: Trace, proof: Proof, names: Sequence[str]) -> tuple[str, str]:
    """The rule's title, and why it does not decide the edge; with the names as they are to be shown."""
    rule = proof.claim.kind.removeprefix("fails ")
    title = _TITLES[rule]
    a, b = (names[v] for v in proof.claim.of)
    if proof.rule == "not used":
        return title, f"{trace.header.algorithm} does without"
    if rule == "knowledge":
        if proof.rule == "no witness":
            return title, f"it rules out neither {a} → {b} nor {b} → {a}"
        return title, "it leaves one direction, but is not applied to it yet"
    if proof.rule == "not asked":
        waiting = (
            f"the blanket of {a} is still being learnt" if rule == "blanket" else "not applied to it yet"
        )
        return title, waiting
    return title, _reason(proof, rule, a, b, names)


def _reason(proof: Proof, rule: str, a: str, b: str, names: Sequence[str]) -> str:
    if rule == "v-structure":
        return f"{a} has no spouse through {b}"
    if rule == "n-structure":
        some = any(premise.claim.kind == "not in SP" for premise in proof.premises)
        return (
            f"no candidate through {b} is a spouse of {a}" if some else f"nothing is a candidate through {b}"
        )
    if rule == "lemma-1a":
        if not proof.tests:
            return f"{a} has no other undecided neighbour to pair with {b}"
        return f"with no other neighbour is {b} independent until {a} is known ({asked(proof.tests)})"
    if rule == "lemma-1b":
        if not proof.tests:
            return f"no cause of {a} is known to hold {b} against"
        return f"no cause of {a} is linked with {b} by {a} alone ({asked(proof.tests)})"
    if rule == "meek-r1":
        return _first_meek_rule(proof, a, b, names)
    return {
        "meek-r2": f"no way of arrows leads from one of {a} and {b} to the other",
        "meek-r3": f"no two variables that are apart stand between {a} and {b} as it needs",
        "meek-r4": f"no two arrows in a row lead round to {a} or {b} as it needs",
    }.get(rule, "it does not apply")


def _first_meek_rule(proof: Proof, a: str, b: str, names: Sequence[str]) -> str:
    ends = set(proof.claim.of)
    joined = sorted({v for premise in proof.premises for v in premise.claim.of} - ends)
    reasons = []
    if joined:
        verb = "is" if len(joined) == 1 else "are"
        reasons.append(f"{listed(names, joined)} {verb} adjacent to both")
    if proof.claim.given:
        reasons.append(
            f"whether {listed(names, proof.claim.given)} and the other end are adjacent is not known"
        )
    return f"{'; '.join(reasons)}" if reasons else f"no other arrow points at {a} or {b}"


_TITLES = {
    "v-structure": "V-structure",
    "n-structure": "N-structure",
    "lemma-1a": "Lemma 1a",
    "lemma-1b": "Lemma 1b",
    "blanket": "Causes and effects",
    "knowledge": "Background knowledge",
    "meek": "Meek rules",
    "meek-r1": "Meek R1",
    "meek-r2": "Meek R2",
    "meek-r3": "Meek R3",
    "meek-r4": "Meek R4",
}
