"""Proofs in words: a plain sentence for every node, and a proof as an outline."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from elcs_gui.ci.registry import find_test
from elcs_gui.proof.reasons import (
    asked,
    failure_sentence,
    known_reason,
    known_sentence,
    numbered,
    separation,
    tried,
    verdict,
)
from elcs_gui.proof.signs import proof_formal
from elcs_gui.proof.tree import KNOWN, Claim, Proof, walk
from elcs_gui.proof.weakest import Weakest
from elcs_gui.trace.events import Members
from elcs_gui.trace.explain import SMALLEST_P, braced, listed, p_value
from elcs_gui.trace.rules import KNOWLEDGE, LEMMA_1A, LEMMA_1B, N_STRUCTURE, R4, RULES, SPOUSE
from elcs_gui.trace.sets import SETS
from elcs_gui.trace.trace import Trace


@dataclass(frozen=True, slots=True)
class ProofLine:
    """One row of an outline. `repeated` says that the node stands further up with all it rests on."""

    depth: int
    proof: Proof
    sentence: str
    formal: str
    repeated: bool = False


def proof_sentence(trace: Trace, proof: Proof) -> str:
    """What a node says and why, in one plain sentence."""
    if proof.claim.kind.startswith("fails "):
        return failure_sentence(trace, proof)
    return _SENTENCES[proof.claim.kind](trace, proof)


def proof_lines(trace: Trace, proof: Proof) -> list[ProofLine]:
    """A proof as an outline; what was shown further up is not unfolded again."""
    lines: list[ProofLine] = []
    seen: set[tuple[Claim, str]] = set()
    ahead = [(proof, 0)]
    while ahead:
        node, depth = ahead.pop()
        key = (node.claim, node.rule)
        repeated = key in seen and bool(node.premises)
        seen.add(key)
        lines.append(ProofLine(depth, node, proof_sentence(trace, node), proof_formal(trace, node), repeated))
        if not repeated:
            ahead += [(premise, depth + 1) for premise in reversed(node.premises)]
    return lines


def weakest_sentence(trace: Trace, found: Weakest) -> str:
    """How far the weakest link is from turning, and what no alpha can turn."""
    parts = []
    if found.test is not None and found.p is not None:
        side = "above" if found.independent else "below"
        change = "raised to" if found.independent else "lowered below"
        ratio = found.p / found.alpha if found.independent else found.alpha / max(found.p, SMALLEST_P)
        factor = f"a factor of {ratio:.3g} {side}" if ratio < 1e6 else f"far {side}"
        turns = (
            f"It turns when alpha is {change} {p_value(found.p)}."
            if SMALLEST_P <= found.p < 1
            else "No alpha turns it."
        )
        parts.append(
            f"Test #{found.test}, p {p_value(found.p)}, {factor} alpha {found.alpha:g}: the smallest margin "
            f"in this proof. {turns}"
        )
    if found.unreliable:
        many = _count(len(found.unreliable))
        parts.append(f"{many} had too few rows to decide: weaker than any p, but no alpha turns them.")
    if found.forced:
        parts.append(f"{_count(len(found.forced))} said what you decided, not what was measured.")
    if find_test(trace.header.test).certain and found.cited and not parts:
        parts.append("The oracle is certain: no verdict can turn.")
    elif not found.cited:
        parts.append("It rests on background knowledge alone." if found.known else "No test is cited.")
    if found.known and found.cited:
        parts.append("It rests on background knowledge as well, which no alpha turns.")
    return " ".join(parts)


def _count(tests: int) -> str:
    return "One of its tests" if tests == 1 else f"{tests} of its tests"


# Plain sentences


def _arrow(trace: Trace, proof: Proof) -> str:
    names = trace.header.names
    tail, head = (names[x] for x in proof.claim.of)
    arrow, rule = f"{tail} → {head}", proof.rule
    if rule == KNOWLEDGE:
        return f"{arrow} by background knowledge: {known_reason(trace, proof.premises[-1])}."
    if rule == SPOUSE:
        return f"{arrow} because of a V-structure: {_spouse_of(trace, proof.premises[0])}."
    if rule == N_STRUCTURE:
        _, candidate, spouse = proof.premises
        return (
            f"{arrow} because of an N-structure: {_spouse_of(trace, spouse)}, and "
            f"{names[candidate.claim.of[2]]} became a candidate through {head}{_links(spouse, candidate)}."
        )
    if rule == LEMMA_1A:
        other, one, two = names[proof.premises[1].claim.of[1]], *proof.premises[2:]
        return (
            f"{arrow} by Lemma 1a: {tail} and {other} are independent ({numbered(one.tests)}), but not once "
            f"{head} is known ({numbered(two.tests)})."
        )
    if rule == LEMMA_1B:
        cause, one, two = names[proof.premises[1].claim.of[0]], *proof.premises[2:]
        return (
            f"{arrow} by Lemma 1b: {head} depends on the cause {cause} ({numbered(one.tests)}), but not once "
            f"{tail} is known ({numbered(two.tests)})."
        )
    return f"{arrow} by {RULES[rule].title}: {_and(_meek_premises(trace, proof))}."


def _spouse_of(trace: Trace, proof: Proof) -> str:
    owner, child, spouse = (trace.header.names[x] for x in proof.claim.of)
    return f"{spouse} is a spouse of {owner} through {child}"


def _links(spouse: Proof, candidate: Proof) -> str:
    """The tests by which the two candidates depend on the target again; knowledge needs none."""
    candidates = [found for found in (spouse.premises[1], candidate) if found.rule == "candidate"]
    tests = [found.premises[1].tests[0] for found in candidates]
    return f": {'tests' if len(tests) > 1 else 'test'} {numbered(tests)}" if tests else ""


def _short(names: Sequence[str], claim: Claim) -> str:
    a, b = (names[x] for x in claim.of)
    return f"{a} → {b}" if claim.kind == "arrow" else f"{a} and {b} are not adjacent"


def _meek_premises(trace: Trace, proof: Proof) -> list[str]:
    """Arrows, then who is apart. The edge itself goes without saying, and so do the others of R3."""
    names, own = trace.header.names, set(proof.claim.of)
    arrows = [p.claim for p in proof.premises if p.claim.kind == "arrow"]
    apart = [p.claim for p in proof.premises if p.claim.kind == "apart"]
    lines = [p.claim for p in proof.premises if p.claim.kind == "adjacent" and set(p.claim.of) != own]
    said = [_short(names, claim) for claim in arrows]
    if proof.rule == R4:
        said += [f"{names[claim.of[0]]} — {names[claim.of[1]]}" for claim in lines]
    return said + [_short(names, claim) for claim in apart]


def _and(parts: Sequence[str]) -> str:
    return parts[0] if len(parts) == 1 else f"{', '.join(parts[:-1])}, and {parts[-1]}"


def _undecided(trace: Trace, proof: Proof) -> str:
    names = trace.header.names
    a, b = (names[x] for x in proof.claim.of)
    if proof.rule == "candidate":
        owner, child, spouse = (names[x] for x in proof.premises[0].claim.of)
        return f"{a} — {b} is open: {spouse} is still tried as a spouse of {owner} through {child}."
    return f"{a} — {b} is undecided: no rule gives it a direction."


def _no_edge(trace: Trace, proof: Proof) -> str:
    names = trace.header.names
    a, b = (names[x] for x in proof.claim.of)
    if proof.rule == "not learnt":
        return f"Nothing joins {a} and {b}, and nothing is known: the blanket of neither was learnt."
    if proof.rule == "forbidden":
        return f"{a} and {b} are not adjacent: {_barred(trace, proof)}."
    pair = set(proof.claim.of)
    for node in walk(proof):
        if node.claim.kind == "separated" and set(node.claim.of) == pair:
            known = "are not adjacent" if proof.rule == "not adjacent" else "are not joined"
            return f"{a} and {b} {known}: {separation(trace, node)}."
        if node.rule == "barred" and set(node.claim.of) == pair:
            return f"{a} and {b} are not adjacent: {_barred(trace, node)}."
    if proof.rule == "not adjacent":
        return f"{a} and {b} are not adjacent: nothing that was learnt joins them."
    return f"Nothing joins {a} and {b} so far: the blanket of neither is known."


def _barred(trace: Trace, proof: Proof) -> str:
    return " and ".join(known_reason(trace, premise) for premise in proof.premises)


def _adjacent(trace: Trace, proof: Proof) -> str:
    a, b = (trace.header.names[x] for x in proof.claim.of)
    if proof.rule == "spouse":
        return f"{a} and {b} are adjacent: {_spouse_of(trace, proof.premises[0])}."
    owner, x = (trace.header.names[x] for x in proof.premises[0].claim.of)
    return f"{a} and {b} are adjacent: {x} is in PC of {owner}."


def _in_pc(trace: Trace, proof: Proof) -> str:
    owner, x = (trace.header.names[v] for v in proof.claim.of)
    if proof.rule == "knowledge":
        return f"{x} is a neighbour of {owner} by background knowledge: {_barred(trace, proof)}."
    if proof.rule == "leaving":
        return f"{x} is still in PC of {owner}, but leaves now: {separation(trace, proof.premises[0])}."
    tests = [number for premise in proof.premises[1:] for number in premise.tests]
    word = "was" if proof.claim.kind == "in PC at first" else "is"
    if not tests:
        return f"{x} {word} a neighbour of {owner}: it depends on it, and no set has been tried yet."
    return f"{x} {word} a neighbour of {owner}: {tried(trace, tests)} could not separate them."


def _not_in_pc(trace: Trace, proof: Proof) -> str:
    owner, x = (trace.header.names[v] for v in proof.claim.of)
    reasons = {
        "not learnt": f"the blanket of {owner} was not begun",
        "not asked": "the two have not been tested yet",
        "waiting": f"it depends on {owner}, but its turn has not come",
    }
    if proof.rule == "barred":
        return f"{x} is no neighbour of {owner}: {_barred(trace, proof)}."
    if proof.rule == "due":
        return f"{x} is no neighbour of {owner} yet: {_barred(trace, proof)}, but its turn has not come."
    why = reasons.get(proof.rule) or separation(trace, proof.premises[0])
    return f"{x} is no neighbour of {owner}{' yet' if proof.rule in reasons else ''}: {why}."


def _in_sep(trace: Trace, proof: Proof) -> str:
    return f"{_capital(separation(trace, proof.premises[0]))}."


def _not_in_sep(trace: Trace, proof: Proof) -> str:
    owner, x = (trace.header.names[v] for v in proof.claim.of)
    if proof.rule == "leaving":
        return f"{x} gets Sep with the next step: {separation(trace, proof.premises[0])}."
    if proof.rule == "never separated":
        tests = [number for premise in proof.premises[1:] for number in premise.tests]
        failed = f": {tried(trace, tests)} failed" if tests else ""
        return f"Step 1 found nothing that separates {x} from {owner}{failed}."
    if proof.rule == "knowledge":
        return f"Nothing is looked for to separate {x} from {owner}: {_barred(trace, proof)}."
    return _not_in_pc(trace, proof)


def _in_csp(trace: Trace, proof: Proof) -> str:
    owner, child, x = (trace.header.names[v] for v in proof.claim.of)
    if proof.rule == "knowledge":
        return f"{x} is a candidate spouse of {owner} through {child}: both are known beforehand to cause it."
    apart = proof.premises[0].claim.given
    where = f"apart given {braced(trace.header.names, apart)}" if apart else "apart as they stand"
    return (
        f"{x} became a candidate spouse of {owner} through {child}: {where}, together once {child} is known."
    )


def _not_in_csp(trace: Trace, proof: Proof) -> str:
    if len(proof.claim.of) == 2:
        return _none_of(trace, proof, "candidate spouse")
    owner, child, x = (trace.header.names[v] for v in proof.claim.of)
    reasons = {
        "not learnt": f"the blanket of {owner} was not begun",
        "not asked": "it has not been tried yet",
        "neighbour": f"it is a neighbour of {owner} itself",
        "child outside PC": f"{child} is no neighbour of {owner}",
        "no separator": f"nothing was found that separates it from {owner}",
    }
    why = reasons.get(proof.rule) or verdict(trace, proof.premises[0])
    return f"{x} is no candidate spouse of {owner} through {child}: {why}."


def _in_sp(trace: Trace, proof: Proof) -> str:
    _, child, x = (trace.header.names[v] for v in proof.claim.of)
    if proof.rule == "leaving":
        return (
            f"{_spouse_of(trace, proof)} still, but not much longer: {separation(trace, proof.premises[0])}."
        )
    tests = [number for premise in proof.premises[2:] for number in premise.tests]
    if proof.premises[-1].claim.kind == "required":
        return f"{_spouse_of(trace, proof)}: a candidate, and {known_reason(trace, proof.premises[-1])}."
    if not tests:
        return f"{_spouse_of(trace, proof)} as far as is known: a candidate, not yet tried."
    return (
        f"{_spouse_of(trace, proof)}: a candidate, and {tried(trace, tests)} could not part {x} and {child}."
    )


def _not_in_sp(trace: Trace, proof: Proof) -> str:
    if len(proof.claim.of) == 2:
        return _none_of(trace, proof, "spouse")
    owner, child, x = (trace.header.names[v] for v in proof.claim.of)
    reasons = {
        "not learnt": f"the blanket of {owner} was not begun",
        "not asked": "candidates are not tried yet",
        "no candidate": "it is no candidate",
        "child outside PC": f"{child} left PC of {owner}",
    }
    if proof.rule == "barred":
        return f"{x} is no spouse of {owner} through {child}: {_barred(trace, proof)}."
    why = reasons.get(proof.rule) or separation(trace, proof.premises[0])
    return f"{x} is no spouse of {owner} through {child}: {why}."


def _none_of(trace: Trace, proof: Proof, word: str) -> str:
    owner, x = (trace.header.names[v] for v in proof.claim.of)
    if not proof.premises:
        return f"{x} is no {word} of {owner}: there is no member of PC yet through which it could be one."
    return f"{x} is no {word} of {owner} through any member of PC."


def _verdict(trace: Trace, proof: Proof) -> str:
    return f"{_capital(verdict(trace, proof))}."


def _inseparable(trace: Trace, proof: Proof) -> str:
    x, y = (trace.header.names[v] for v in proof.claim.of)
    where = " in step 3, where spouses may be in it" if proof.rule == "checked again" else ""
    return f"No set that was tried separates {x} from {y}{where}: {tried(trace, proof.tests)}."


def _separated(trace: Trace, proof: Proof) -> str:
    before = [number for premise in proof.premises for number in premise.tests]
    after = f", after {tried(trace, before)} had failed" if before else ""
    return f"{_capital(separation(trace, proof))}{after}."


def _temp(trace: Trace, proof: Proof) -> str:
    names = trace.header.names
    owner, x = (names[v] for v in proof.claim.of)
    linked: Members = proof.claim.given
    return f"Of the neighbours of {owner}, {x} depends on {listed(names, linked)} ({asked(proof.tests)})."


def _no_candidates(trace: Trace, proof: Proof) -> str:
    names = trace.header.names
    owner, child = (names[v] for v in proof.claim.of)
    other = f" but {listed(names, proof.claim.given)}" if proof.claim.given else ""
    parts = [asked(proof.tests)] if proof.tests else []
    if proof.premises:
        without = listed(names, (premise.claim.of[-1] for premise in proof.premises))
        parts.append(f"{without} {'was' if len(proof.premises) == 1 else 'were'} not tried")
    shown = f": {'; '.join(parts)}" if parts else ""
    return f"Nothing{other} became a candidate spouse of {owner} through {child}{shown}."


def _member(trace: Trace, proof: Proof) -> str:
    owner, x = (trace.header.names[v] for v in proof.claim.of)
    word, _, name = proof.claim.kind.rpartition(" ")
    said = f"{x} is {'' if word == 'in' else 'not '}{SETS[name].inside.format(owner)}"
    if not proof.premises:
        return f"{said} yet: {_NOT_YET[proof.rule].format(owner)}."
    return f"{said}. {proof_sentence(trace, proof.premises[0])}"


_NOT_YET = {"not learnt": "the blanket of {} was not begun", "not asked": "the two have not been tested yet"}


def _capital(words: str) -> str:
    """Variables keep their names: only a sentence that begins with a word gets a capital."""
    return "The" + words[3:] if words.startswith("the ") else words


_SENTENCES: dict[str, Callable[[Trace, Proof], str]] = {
    "arrow": _arrow,
    "undecided": _undecided,
    "no edge": _no_edge,
    "apart": _no_edge,
    "adjacent": _adjacent,
    "in PC": _in_pc,
    "in PC at first": _in_pc,
    "not in PC": _not_in_pc,
    "in Sep": _in_sep,
    "not in Sep": _not_in_sep,
    "in CSP": _in_csp,
    "not in CSP": _not_in_csp,
    "in SP": _in_sp,
    "not in SP": _not_in_sp,
    "dependent": _verdict,
    "independent": _verdict,
    "inseparable": _inseparable,
    "separated": _separated,
    "temp": _temp,
    "no candidates": _no_candidates,
    **dict.fromkeys(KNOWN, known_sentence),
    **{f"{word} {name}": _member for word in ("in", "not in") for name in ("P", "C", "UN", "MB")},
}
