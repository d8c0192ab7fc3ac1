"""The words of the inspector's Why page: the question as a heading, the answer, the weakest link.

`words` says a whole node in one sentence with the numbers of its tests; here they stand below the words
as rows of their own. For the premises see `page_premises`.
"""

from __future__ import annotations

from elcs_gui.proof.page_premises import PLACES, Names, by_rule, rests_on_knowledge, separation_of, statement
from elcs_gui.proof.signs import proof_formal
from elcs_gui.proof.tree import Proof
from elcs_gui.proof.weakest import Weakest
from elcs_gui.proof.words import proof_sentence
from elcs_gui.trace.explain import SMALLEST_P, braced, listed, p_value
from elcs_gui.trace.trace import Trace

Spans = tuple[tuple[str, bool], ...]
"""Pieces of a text, each strong or not."""


# The question


def heading(proof: Proof, names: Names) -> str:
    """The claim as a question: Why T → B?"""
    kind, of = proof.claim.kind, [names[x] for x in proof.claim.of]
    if kind == "arrow":
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
    through = f" through {of[1]}" if len(of) == 3 else ""
    return f"Why is {of[-1]} {PLACES[word, name].format(of[0])}{through}?"


# The answer


def paragraph(trace: Trace, proof: Proof, names: Names) -> Spans:
    """The answer in plain words."""
    kind = proof.claim.kind
    if rests_on_knowledge(proof) or (kind == "arrow" and proof.rule == "knowledge"):
        return ((proof_sentence(trace, proof), False),)
    if kind == "arrow":
        return _arrow(proof, names)
    if kind == "undecided":
        if proof.rule == "candidate":
            owner, child, spouse = (names[x] for x in proof.premises[0].claim.of)
            return ((f"{spouse} is still being tried as a spouse of {owner} through {child}.", False),)
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
    if kind in ("no edge", "apart"):
        return _no_edge(proof, names)
    if kind.rpartition(" ")[2] in ("P", "C", "UN", "MB") and proof.premises:
        return paragraph(trace, proof.premises[0], names)
    said = statement(trace, proof, names)
    quiet = said.quiet.removesuffix("; closest:").removesuffix(":")
    return ((said.strong, True), (f" {quiet}." if quiet and not quiet.endswith(".") else f" {quiet}", False))


def paragraph_formal(trace: Trace, proof: Proof) -> Spans:
    """The claim in signs, and the premises it follows from."""
    below = ", ".join(proof_formal(trace, premise) for premise in proof.premises)
    return ((proof_formal(trace, proof), True), (f"  ⇐  {below}" if below else "", False))


def _arrow(proof: Proof, names: Names) -> Spans:
    tail, head = (names[x] for x in proof.claim.of)
    rule = proof.rule
    start, rule_name = by_rule(rule)
    if rule == "spouse":
        owner, child, spouse = (names[x] for x in proof.premises[0].claim.of)
        why = f": {spouse} is a spouse of {owner} through {child}, so that both are causes of {child}."
    elif rule == "n-structure":
        owner, through, c = (names[x] for x in proof.premises[2].claim.of)
        why = (
            f": {c} is a spouse of {owner} through {through}, and {c} also became a candidate through "
            f"{head}. Were {head} a cause of {tail}, that second dependence could not appear."
        )
    elif rule == "lemma-1a":
        other = names[proof.premises[1].claim.of[1]]
        why = (
            f": {tail} and {other} are independent, but not once {head} is known. Only a common effect "
            "links its causes in this way."
        )
    elif rule == "lemma-1b":
        cause = names[proof.premises[1].claim.of[0]]
        why = (
            f": {head} depends on {cause}, a cause of {tail}, but not once {tail} is known. What {cause} "
            f"does reaches {head} through {tail} alone."
        )
    else:
        why = f": {_meek(proof, names)}"
    return ((start, False), (rule_name, True), (why, False))


_OTHERWISE = {
    "meek-r1": "Turned round, {tail} would be a common effect that no test has seen.",
    "meek-r2": "Turned round, the arrows would run in a circle.",
}


def _meek(proof: Proof, names: Names) -> str:
    tail, head = (names[x] for x in proof.claim.of)
    found = sorted(
        (premise for premise in proof.premises if premise.claim.kind != "adjacent"),
        key=lambda premise: premise.claim.kind == "apart",
    )
    parts = [_in_short(premise, names) for premise in found]
    because = parts[0] if len(parts) == 1 else f"{', '.join(parts[:-1])}, and {parts[-1]}"
    more = _OTHERWISE.get(proof.rule, "Turned round, there would be a circle or an unseen common effect.")
    return f"{because}. {more.format(tail=tail, head=head)}"


def _in_short(proof: Proof, names: Names) -> str:
    a, b = (names[x] for x in proof.claim.of)
    return f"{a} → {b}" if proof.claim.kind == "arrow" else f"{a} and {b} are not adjacent"


def _no_edge(proof: Proof, names: Names) -> Spans:
    a, b = (names[x] for x in proof.claim.of)
    if proof.rule == "not learnt":
        return ((f"Nothing is known about {a} and {b}: the blanket of neither was learnt.", False),)
    found = separation_of(proof)
    if found is not None:
        x, y = (names[v] for v in found.claim.of)
        if not found.claim.given:
            return ((f"{x} and {y} are independent", True), (" as they stand.", False))
        z = listed(names, found.claim.given)
        known = "is" if len(found.claim.given) == 1 else "are"
        return (
            (f"{braced(names, found.claim.given)} separates {x} from {y}", True),
            (f": once {z} {known} known, {x} tells nothing more about {y}.", False),
        )
    if proof.rule == "not adjacent":
        return ((f"Nothing that was learnt joins {a} and {b}.", False),)
    return ((f"Nothing joins {a} and {b} so far: the blanket of neither is known yet.", False),)


def weakest_words(trace: Trace, found: Weakest) -> str:
    """How far the weakest link is from turning, what it would take, and what no alpha can turn."""
    parts = []
    if found.test is not None and found.p is not None:
        side, change = ("above", "raised to") if found.independent else ("below", "set below")
        ratio = found.p / found.alpha if found.independent else found.alpha / max(found.p, SMALLEST_P)
        factor = f"{ratio:.1f}" if ratio < 10 else f"{ratio:,.0f}"
        far = f"a factor {factor} {side}" if ratio < 1e6 else f"far {side}"
        p = p_value(found.p)
        turning = SMALLEST_P <= found.p < 1
        breaks = f"It breaks only if alpha is {change} {p}." if turning else "No alpha breaks it."
        equals = "p = " if found.p >= SMALLEST_P else "p "
        parts.append(f"{equals}{p} lies {far} alpha, the smallest margin in this proof. {breaks}")
    if found.unreliable:
        one = len(found.unreliable) == 1
        many = "One test" if one else f"{len(found.unreliable):,} tests"
        parts.append(f"{many} had too few rows to decide: no alpha turns {'it' if one else 'them'}.")
    if found.forced:
        many = "One verdict was" if len(found.forced) == 1 else f"{len(found.forced):,} verdicts were"
        parts.append(f"{many} decided by you, not measured.")
    if not parts:
        certain = trace.header.test == "oracle"
        parts.append("The oracle is certain: no verdict can turn." if certain else "It rests on no test.")
    return " ".join(parts)
