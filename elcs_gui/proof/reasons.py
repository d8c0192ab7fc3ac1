"""The reasons of a proof, as the parts of which its sentences are made (`words`).

What tests measured, what is known beforehand, and why a rule gives an edge no direction.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from elcs_gui.algorithms.registry import find_algorithm
from elcs_gui.proof.tree import ADJACENT, CAUSES, FORBIDDEN, REQUIRED, Proof
from elcs_gui.proof.weakest import weakest_of
from elcs_gui.trace import rules
from elcs_gui.trace.explain import figure, listed, p_value
from elcs_gui.trace.timeline import timeline_of
from elcs_gui.trace.trace import Trace

# What tests measured

_LISTED = 3
"""More numbers than this are given as a range."""


def figures(trace: Trace, tests: Sequence[int]) -> str:
    """Tests by their numbers, with what they measured: #53, p 0.982; of many the one nearest to turning."""
    if len(tests) <= _LISTED:
        return "; ".join(_figure(trace, number) for number in tests)
    found = weakest_of(trace, tests)
    nearest = "" if found.p is None else f", the nearest p {p_value(found.p)} at #{found.test}"
    forced = f", {len(found.forced):,} as you decided" if found.forced else ""
    return f"#{tests[0]}–#{tests[-1]}{nearest}{forced}"


def _figure(trace: Trace, number: int) -> str:
    found = weakest_of(trace, (number,))
    if found.forced:
        return f"#{number}, as you decided"
    if found.unreliable:
        return f"#{number}, too few rows"
    if found.uninformative:
        return f"#{number}, no information"
    return f"#{number}" if found.p is None else f"#{number}, p {p_value(found.p)}"


# What was computed


def arrow_figure(trace: Trace, proof: Proof) -> str:
    """The number by which an arrow is there, as a sentence without its first capital."""
    weight = _weights(trace, proof.step).get((proof.claim.of[0], proof.claim.of[1]), 0.0)
    if proof.rule == rules.SCORE:
        score = f"{_score(trace, proof.step)} score"
        if weight < 0:
            return f"the step that drew it cost {figure(-weight)} of the {score}, on the way to a better one."
        return f"the step that drew it raised the {score} by {figure(weight)}."
    threshold = trace.header.settings.get("threshold", 0.0)
    return f"{figure(weight)}, kept because its size is not below {threshold}."


def missing_figure(trace: Trace, proof: Proof, names: Sequence[str]) -> str:
    """The numbers by which there is no arrow between two variables, as a sentence."""
    a, b = proof.claim.of
    weights = _weights(trace, proof.step)
    if "threshold" not in trace.header.settings:
        return f"No arrow between the two raises the {_score(trace, proof.step)} score of the graph."
    found = [(tail, head) for tail, head in ((a, b), (b, a)) if (tail, head) in weights]
    if not found:
        return f"Neither arrow weighs anything; {trace.header.settings['threshold']} is needed."
    said = " and ".join(
        f"{names[tail]} → {names[head]} weighs {figure(weights[tail, head])}" for tail, head in found
    )
    return f"{said}, below {trace.header.settings['threshold']} in size."


def _score(trace: Trace, step: int) -> str:
    """What the score is called."""
    found = timeline_of(trace).view(step).computed
    return "" if found is None else found.names[0]


def _weights(trace: Trace, step: int) -> dict[tuple[int, int], float]:
    """By the last round before the step."""
    found = timeline_of(trace).view(step).computed
    return {} if found is None else dict(zip(found.arrows, found.weights, strict=True))


# What is known beforehand


def known_reason(trace: Trace, proof: Proof) -> str:
    """Half a sentence: the tiers forbid B → A."""
    return _KNOWN_REASONS[proof.claim.kind](trace, proof)


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


_KNOWN_REASONS: dict[str, Callable[[Trace, Proof], str]] = {
    FORBIDDEN: _forbidden,
    CAUSES: _causes,
    REQUIRED: _required,
}


# Why a rule gives an edge no direction


def failure_parts(trace: Trace, proof: Proof, names: Sequence[str]) -> tuple[str, str]:
    """The rule's title, and why it does not decide the edge; with the names as they are to be shown."""
    rule = proof.claim.kind.removeprefix("fails ")
    title = _TITLES.get(rule) or rules.RULES[rule].title
    if proof.rule == "left open":
        return title, "what was written last about the two gives them no direction"
    if proof.rule == "not drawn":
        return title, "nothing is written about the two so far"
    if proof.rule == "not used":
        return title, f"not used by {find_algorithm(trace.header.algorithm).title}"
    if proof.rule != "not asked":
        return title, _why_not(proof, rules.RULES[rules.SPOUSE if rule == "v-structure" else rule], names)
    if rule == "blanket":
        return title, f"the blanket of {names[proof.claim.of[0]]} is not complete"
    waiting = "not applied to it yet"
    return title, f"it leaves one direction, but is {waiting}" if rule == rules.KNOWLEDGE else waiting


def _why_not(proof: Proof, rule: rules.Rule, names: Sequence[str]) -> str:
    kinds = {premise.claim.kind for premise in proof.premises}
    tried = proof.tests or "not in SP" in kinds or not rule.untried
    a, b = (names[v] for v in proof.claim.of)
    said = (rule.lacks if tried else rule.untried).format(a=a, b=b)
    if rule.id == rules.R1:
        return _first_meek_rule(proof, names) or said
    return f"{said}, or by no set that was found" if "not in Sep" in kinds else said


def _first_meek_rule(proof: Proof, names: Sequence[str]) -> str:
    """Why no arrow leads on; empty where there is none to."""
    ends = set(proof.claim.of)
    adjacent = [premise for premise in proof.premises if premise.claim.kind == ADJACENT]
    joined = sorted({v for premise in adjacent for v in premise.claim.of} - ends)
    reasons = []
    if joined:
        verb = "is" if len(joined) == 1 else "are"
        reasons.append(f"{listed(names, joined)} {verb} adjacent to both")
    apart = [premise.claim.of for premise in proof.premises if premise not in adjacent]
    for x, y in dict.fromkeys(apart):
        (middle,) = ends - {x, y}
        reasons.append(f"whether {names[x]} and {names[y]} meet at {names[middle]} is ambiguous")
    unknown = [x for x in proof.claim.given if x not in ends]
    if unknown:
        reasons.append(f"whether {listed(names, unknown)} and the other end are adjacent is not known")
    reasons += [f"pairs at {names[x]} have not been asked" for x in proof.claim.given if x in ends]
    return "; ".join(reasons)


_TITLES = {
    "v-structure": rules.RULES[rules.SPOUSE].title,
    "blanket": "Causes and effects",
    "meek": "Meek rules",
    "released": "As released",
}
"""What fails and is no rule by that name."""
