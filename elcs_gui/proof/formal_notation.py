"""Proofs in signs: claims in formal notation, as in B ∈ PC(T) or C ⊥ T | {E}."""

from __future__ import annotations

from collections.abc import Sequence

from elcs_gui.algorithms.registry import find_algorithm
from elcs_gui.ci.questions import Verdict
from elcs_gui.proof.tree import CAUSES, FORBIDDEN, KNOWN, REQUIRED, Proof
from elcs_gui.proof.weakest import weakest_of
from elcs_gui.trace.explain import braced
from elcs_gui.trace.rules import KNOWLEDGE, SPOUSE, badge
from elcs_gui.trace.trace import Trace


def proof_formal(trace: Trace, proof: Proof) -> str:
    """The claim in signs: B ∈ PC(T), C ⊥ T | {E}."""
    names, claim = trace.header.names, proof.claim
    kind, of = claim.kind, [names[x] for x in claim.of]
    given = f" | {braced(names, claim.given)}" if claim.given else ""
    algorithm = find_algorithm(trace.header.algorithm)
    learner = algorithm.title if algorithm.learns_graph else algorithm.learner
    if kind == "arrow":
        sign = badge(proof.rule)
        return f"{of[0]} → {of[1]}" + (f"  ({sign})" if sign else "")
    if kind == "undecided":
        return f"{of[0]} — {of[1]}"
    if kind in ("dependent", "independent"):
        found = weakest_of(trace, proof.tests)
        verdict = Verdict.of(kind)
        if found.unreliable or found.uninformative:
            verdict = Verdict.UNRELIABLE if found.unreliable else Verdict.NO_INFORMATION
        return f"{of[0]} {verdict.sign} {of[1]}{given}"
    if kind == "separated":
        return f"{of[0]} ⊥ {of[1]}{given}"
    if kind == "inseparable":
        return f"∄ Z: {of[0]} ⊥ {of[1]} | Z"
    if kind == "temp":
        return f"Temp({of[1]}) = {braced(names, claim.given)}"
    if kind == "no candidates":
        return f"CSP({of[1]}) = {braced(names, claim.given)} in {learner}({of[0]})"
    if kind.startswith("fails "):
        rule = kind.removeprefix("fails ")
        sign = learner if rule == "blanket" else _FAILED.get(rule) or badge(rule)
        return f"{sign} ⊬ {of[0]} — {of[1]}"
    if kind in KNOWN:
        return f"{_KNOWN[kind].format(*of)}  ({badge(KNOWLEDGE)})"
    if kind in _RELATIONS:
        return _RELATIONS[kind].format(*of)
    return _membership(kind, of, braced(names, claim.given), learner)


_RELATIONS = {
    "no edge": "{0}, {1} not joined",
    "apart": "{0}, {1} not adjacent",
    "adjacent": "{0}, {1} adjacent",
    "in PC at first": "{1} ∈ PC({0}) at first",
}
_KNOWN = {FORBIDDEN: "{0} ↛ {1}", CAUSES: "{0} → {1}", REQUIRED: "{0}, {1} adjacent"}
_FAILED = {"v-structure": badge(SPOUSE), "meek": "Meek", "released": "Rules"}
"""What a claim that something fails calls otherwise than the rules do."""


def _membership(kind: str, of: Sequence[str], given: str, learner: str) -> str:
    word, _, name = kind.rpartition(" ")
    sign = "∈" if word == "in" else "∉"
    place = f"in {learner}({of[0]})"
    if name == "Sep":
        return f"Sep({of[1]}) = {given} {place}" if word == "in" else f"no Sep({of[1]})"
    if len(of) == 3:
        return f"{of[2]} {sign} {name}({of[1]}) {place}"
    if name in ("SP", "CSP"):
        return f"{of[1]} {sign} ∪ {name} {place}"
    return f"{of[1]} {sign} {name}({of[0]})"
