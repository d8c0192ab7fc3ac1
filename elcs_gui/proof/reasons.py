"""The reasons of a proof, as the parts of which its sentences are made (`words`).

What tests said (one verdict, a whole search, a separation), what is known beforehand, and why a rule gives an
edge no direction.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np

from elcs_gui.proof.tree import CAUSES, FORBIDDEN, REQUIRED, Proof
from elcs_gui.proof.weakest import weakest_of
from elcs_gui.trace.explain import braced, listed, p_value
from elcs_gui.trace.rules import LEMMA_1A, LEMMA_1B, N_STRUCTURE, R1, RULES, SPOUSE
from elcs_gui.trace.trace import Trace

# What tests said

_LISTED = 3
"""More numbers than this are given as a range."""


def numbered(tests: Sequence[int]) -> str:
    """Test numbers: #212, #230; many as the first and the last."""
    if len(tests) <= _LISTED:
        return ", ".join(f"#{number}" for number in tests)
    return f"#{tests[0]}–#{tests[-1]}"


def asked(tests: Sequence[int]) -> str:
    """How many tests, and which: 28 tests, #31–#58."""
    return f"test {numbered(tests)}" if len(tests) == 1 else f"{len(tests)} tests, {numbered(tests)}"


def tried(trace: Trace, tests: Sequence[int]) -> str:
    """A search that failed: 28 tests (#31–#58, the nearest p 0.004 at #44)."""
    found = weakest_of(trace, tests)
    nearest = ""
    if found.test is not None and found.p is not None:
        nearest = f", p {p_value(found.p)}" if len(tests) == 1 else (
            f", the nearest p {p_value(found.p)} at #{found.test}"
        )  # fmt: skip
    little = f", {len(found.unreliable)} with too few rows" if found.unreliable else ""
    forced = f", {len(found.forced)} as you decided" if found.forced else ""
    many = "1 test" if len(tests) == 1 else f"{len(tests)} tests"
    return f"{many} ({numbered(tests)}{nearest}{little}{forced})"


def verdict(trace: Trace, proof: Proof) -> str:
    """What the one test of a node said: C and T are independent given {E} (#187, p 0.346)."""
    names = trace.header.names
    x, y = (names[v] for v in proof.claim.of)
    given = f" given {braced(names, proof.claim.given)}" if proof.claim.given else ""
    link = "are independent" if proof.claim.kind != "dependent" else "depend on each other"
    return f"{x} and {y} {link}{given} ({_figures(trace, proof.tests[0])})"


def separation(trace: Trace, proof: Proof) -> str:
    """What separates: {K, D} separates I from T (#888, p 0.830)."""
    if not proof.claim.given:
        return verdict(trace, proof)
    names = trace.header.names
    x, y = (names[v] for v in proof.claim.of)
    figures = _figures(trace, proof.tests[0])
    return f"{braced(names, proof.claim.given)} separates {x} from {y} ({figures})"


def _figures(trace: Trace, number: int) -> str:
    judge = trace.judge
    answers = trace.answers(np.array([number]))
    if judge.forced_among(answers)[0]:
        return f"#{number}, as you decided"
    statistic = judge.tape.statistic[answers]
    if np.isnan(statistic[0]):
        counted = "independent" if judge.independent(int(answers[0])) else "dependent"
        return f"#{number}, too few rows, counted as {counted}"
    p = float(judge.distribution.p_values(statistic, judge.tape.df[answers])[0])
    return f"#{number}" if np.isnan(p) else f"#{number}, p {p_value(p)}"


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


def failure_sentence(trace: Trace, proof: Proof) -> str:
    """One sentence that names the rule first."""
    title, reason = failure_parts(trace, proof, trace.header.names)
    return f"{title}: {reason}."


def failure_parts(trace: Trace, proof: Proof, names: Sequence[str]) -> tuple[str, str]:
    """The rule's title, and why it does not decide the edge; with the names as they are to be shown."""
    rule = proof.claim.kind.removeprefix("fails ")
    title = _TITLES.get(rule) or RULES[rule].title
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
    return title, _why_not(proof, rule, a, b, names)


def _why_not(proof: Proof, rule: str, a: str, b: str, names: Sequence[str]) -> str:
    if rule == "v-structure":
        return f"{a} has no spouse through {b}"
    if rule == N_STRUCTURE:
        some = any(premise.claim.kind == "not in SP" for premise in proof.premises)
        return (
            f"no candidate through {b} is a spouse of {a}" if some else f"nothing is a candidate through {b}"
        )
    if rule == LEMMA_1A:
        if not proof.tests:
            return f"{a} has no other undecided neighbour to pair with {b}"
        return f"with no other neighbour is {b} independent until {a} is known ({asked(proof.tests)})"
    if rule == LEMMA_1B:
        if not proof.tests:
            return f"no cause of {a} is known to hold {b} against"
        return f"no cause of {a} is linked with {b} by {a} alone ({asked(proof.tests)})"
    if rule == R1:
        return _first_meek_rule(proof, a, b, names)
    return RULES[rule].lacks.format(a=a, b=b) if rule in RULES else "it does not apply"


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


_TITLES = {"v-structure": RULES[SPOUSE].title, "blanket": "Causes and effects", "meek": "Meek rules"}
"""What fails and is no rule by that name."""
