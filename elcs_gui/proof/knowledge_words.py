"""What is known beforehand, as a reason in the words of a proof."""

from __future__ import annotations

from collections.abc import Callable

from elcs_gui.proof.tree import CAUSES, FORBIDDEN, REQUIRED, Proof
from elcs_gui.trace.trace import Trace


def known_reason(trace: Trace, proof: Proof) -> str:
    """Half a sentence: the tiers forbid B → A."""
    return _REASONS[proof.claim.kind](trace, proof)


def known_sentence(trace: Trace, proof: Proof) -> str:
    """The same as a sentence of its own; variables keep their names."""
    words = known_reason(trace, proof)
    return f"{words[0].upper()}{words[1:]}." if _begins_with_a_word(proof) else f"{words}."


def _begins_with_a_word(proof: Proof) -> bool:
    if proof.rule == "circle":
        return len(proof.premises) == 1 and proof.premises[0].rule == "required"
    return proof.rule not in ("forbidden", "arrow")


def _forbidden(trace: Trace, proof: Proof) -> str:
    names = trace.header.names
    tail, head = (names[x] for x in proof.claim.of)
    if proof.rule == "forbidden":
        return f"{tail} → {head} is forbidden"
    if proof.rule == "tiers":
        return f"the tiers forbid {tail} → {head}"
    if len(proof.premises) == 1 and proof.premises[0].rule == "required":
        return f"it is known beforehand that {head} → {tail}"
    way = " → ".join([head, *(names[arrow.claim.of[1]] for arrow in proof.premises)])
    if len(proof.premises) == 1:
        return f"{tail} → {head} cannot be, because {way} is certain beforehand"
    return f"{tail} → {head} would close a circle of required arrows, {way}"


def _causes(trace: Trace, proof: Proof) -> str:
    tail, head = (trace.header.names[x] for x in proof.claim.of)
    if proof.rule == "required":
        return f"it is known beforehand that {tail} → {head}"
    return f"an edge between {tail} and {head} is required, and {tail} → {head} is all that it can be"


def _required(trace: Trace, proof: Proof) -> str:
    a, b = (trace.header.names[x] for x in proof.claim.of)
    return f"{a} → {b} is required" if proof.rule == "arrow" else f"an edge between {a} and {b} is required"


_REASONS: dict[str, Callable[[Trace, Proof], str]] = {
    FORBIDDEN: _forbidden,
    CAUSES: _causes,
    REQUIRED: _required,
}
