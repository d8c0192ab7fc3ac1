"""The words of the Why page: the question as a heading, the answer, its premises, the weakest link.

`words` says a whole node in one sentence with the numbers of its tests; here they stand below the words
as rows of their own, also those that a premise rests on. The names are handed over, since a page has room for
short ones only.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from elcs_gui.ci.registry import find_test
from elcs_gui.proof.reasons import failure_parts
from elcs_gui.proof.signs import proof_formal
from elcs_gui.proof.tree import KNOWN, Proof, cited_tests, walk
from elcs_gui.proof.weakest import Weakest
from elcs_gui.proof.words import proof_sentence
from elcs_gui.trace.explain import SMALLEST_P, braced, listed, p_value
from elcs_gui.trace.rules import KNOWLEDGE, LEMMA_1A, LEMMA_1B, N_STRUCTURE, RULES, SPOUSE
from elcs_gui.trace.sets import SETS
from elcs_gui.trace.trace import Trace

Names = Sequence[str]
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
    return f"Why is {of[-1]} {_place(word, name).format(of[0])}{through}?"


def _place(word: str, set_name: str) -> str:
    """What a member of a set, or one that is not in it, is to the owner."""
    return SETS[set_name].inside if word == "in" else SETS[set_name].outside


# The answer


def paragraph(trace: Trace, proof: Proof, names: Names) -> Spans:
    """The answer in plain words."""
    kind = proof.claim.kind
    if _rests_on_knowledge(proof) or (kind == "arrow" and proof.rule == KNOWLEDGE):
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
    start, rule_name = RULES[rule].because
    if rule == SPOUSE:
        owner, child, spouse = (names[x] for x in proof.premises[0].claim.of)
        why = f": {spouse} is a spouse of {owner} through {child}, so that both are causes of {child}."
    elif rule == N_STRUCTURE:
        owner, through, c = (names[x] for x in proof.premises[2].claim.of)
        why = (
            f": {c} is a spouse of {owner} through {through}, and {c} also became a candidate through "
            f"{head}. Were {head} a cause of {tail}, that second dependence could not appear."
        )
    elif rule == LEMMA_1A:
        other = names[proof.premises[1].claim.of[1]]
        why = (
            f": {tail} and {other} are independent, but not once {head} is known. Only a common effect "
            "links its causes in this way."
        )
    elif rule == LEMMA_1B:
        cause = names[proof.premises[1].claim.of[0]]
        why = (
            f": {head} depends on {cause}, a cause of {tail}, but not once {tail} is known. What {cause} "
            f"does reaches {head} through {tail} alone."
        )
    else:
        why = f": {_meek(proof, names)}"
    return ((start.capitalize(), False), (rule_name, True), (why, False))


def _meek(proof: Proof, names: Names) -> str:
    tail, head = (names[x] for x in proof.claim.of)
    found = sorted(
        (premise for premise in proof.premises if premise.claim.kind != "adjacent"),
        key=lambda premise: premise.claim.kind == "apart",
    )
    parts = [_in_short(premise, names) for premise in found]
    because = parts[0] if len(parts) == 1 else f"{', '.join(parts[:-1])}, and {parts[-1]}"
    return f"{because}. {RULES[proof.rule].otherwise.format(tail=tail, head=head)}"


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


# The weakest link


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
        breaks = f"The proof breaks only if alpha is {change} {p}." if turning else "No alpha breaks it."
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
        certain = find_test(trace.header.test).certain
        parts.append("The oracle is certain: no verdict can turn." if certain else "It rests on no test.")
    return " ".join(parts)


# The premises

_BY_KNOWLEDGE = ("knowledge", "barred", "due", "forbidden")
NO_V = "no v-structure"
"""The rule of what stands beside an N-structure: why its child has no V-structure of its own."""


@dataclass(frozen=True, slots=True)
class Said:
    """A statement and, quieter, why. With a colon at its end the tests below belong to it."""

    strong: str
    quiet: str = ""


def statement(trace: Trace, proof: Proof, names: Names) -> Said:
    """What a premise says, and why."""
    kind = proof.claim.kind
    if _rests_on_knowledge(proof):
        return Said(proof_sentence(trace, proof))
    if kind.startswith("fails "):
        title, reason = failure_parts(trace, proof, names)
        return Said(f"{title}.", f"{reason[:1].upper()}{reason[1:]}{':' if proof.tests else '.'}")
    return _STATEMENTS[kind](proof, names)


def _rests_on_knowledge(proof: Proof) -> bool:
    """Is it decided by what is known beforehand? Then one sentence says it all, and no test stands below."""
    return proof.claim.kind in KNOWN or (proof.claim.kind != "arrow" and proof.rule in _BY_KNOWLEDGE)


def _named(proof: Proof, names: Names) -> list[str]:
    return [names[x] for x in proof.claim.of]


def _tried(tests: int, what: str) -> str:
    return f"{tests:,} test{'s' * (tests != 1)} {what}{'; closest:' if tests > 1 else ':'}"


def _said_arrow(proof: Proof, names: Names) -> Said:
    of = _named(proof, names)
    start, title = RULES[proof.rule].because
    return Said(f"{of[0]} → {of[1]}.", f"{start.capitalize()}{title}{':' if proof.premises else '.'}")


def _said_undecided(proof: Proof, names: Names) -> Said:
    of = _named(proof, names)
    return Said(f"{of[0]} — {of[1]} is undecided.", "No rule gives it a direction:")


def _said_no_edge(proof: Proof, names: Names) -> Said:
    of = _named(proof, names)
    found = separation_of(proof)
    strong = f"{of[0]} and {of[1]} are not adjacent."
    if found is None:
        return Said(strong, "Nothing that was learnt joins them.")
    return Said(strong, f"{_separated_by(found, names)}:")


def _separated_by(found: Proof, names: Names) -> str:
    given = found.claim.given
    return f"{braced(names, given)} separates them" if given else "Independent as they stand"


def _said_adjacent(proof: Proof, names: Names) -> Said:
    of = _named(proof, names)
    strong = f"{of[0]} and {of[1]} are adjacent."
    below = [names[x] for x in proof.premises[0].claim.of]
    if proof.rule == "spouse":
        return Said(strong, f"{below[2]} is a spouse of {below[0]} through {below[1]}:")
    tests = len(cited_tests(proof))
    return Said(strong, _tried(tests, "failed to separate them") if tests else "It is known beforehand.")


def _said_in_pc(proof: Proof, names: Names) -> Said:
    owner, x = _named(proof, names)
    if proof.rule == "leaving":
        return Said(f"{x} is about to leave PC.", f"{_separated_by(proof.premises[0], names)}:")
    word = "was" if proof.claim.kind == "in PC at first" else "is"
    tests = sum(len(premise.tests) for premise in proof.premises)
    if len(proof.premises) == 1:
        return Said(f"{x} {word} a neighbour of {owner}.", "It depends on it; no set was tried yet:")
    return Said(f"{x} {word} a neighbour of {owner}.", _tried(tests, "failed to separate them"))


def _said_not_in_pc(proof: Proof, names: Names) -> Said:
    owner, x = _named(proof, names)
    reasons = {
        "not learnt": f"The blanket of {owner} was not begun.",
        "not asked": f"{x} and {owner} have not been tested yet.",
        "waiting": f"It depends on {owner}, but its turn has not come:",
    }
    if proof.rule in reasons:
        strong = f"{x} has not been looked at." if proof.rule != "waiting" else f"{x} waits."
        return Said(strong, reasons[proof.rule])
    return Said(f"{x} is no neighbour of {owner}.", f"{_separated_by(proof.premises[0], names)}:")


def _said_in_sep(proof: Proof, names: Names) -> Said:
    of = _named(proof, names)
    return Said(f"{of[1]} is separated from {of[0]}.", f"{_separated_by(proof.premises[0], names)}:")


def _said_not_in_sep(proof: Proof, names: Names) -> Said:
    owner, x = _named(proof, names)
    if proof.rule == "leaving":
        return Said(f"{x} is about to leave PC.", f"{_separated_by(proof.premises[0], names)}:")
    if proof.rule == "never separated":
        tests = sum(len(premise.tests) for premise in proof.premises)
        return Said(f"Step 1 has not separated {x} from {owner}.", _tried(tests, "failed to"))
    return _said_not_in_pc(proof, names)


def _said_in_csp(proof: Proof, names: Names) -> Said:
    _, child, x = _named(proof, names)
    apart = proof.premises[0].claim.given
    where = f"Apart given {listed(names, apart)}" if apart else "Apart as they stand"
    again = "together again" if apart else "together"
    return Said(f"{x} became a candidate through {child}.", f"{where}, {again} once {child} is known:")


def _said_in_sp(proof: Proof, names: Names) -> Said:
    owner, child, x = _named(proof, names)
    strong = f"{x} is a spouse of {owner} through {child}."
    if proof.rule == "leaving":
        return Said(f"{x} is about to leave SP({child}).", f"{_separated_by(proof.premises[0], names)}:")
    tests = sum(len(premise.tests) for premise in proof.premises[2:])
    if not tests:
        return Said(strong, "A candidate that has not been tried yet:")
    return Said(strong, f"Candidate, and {_tried(tests, f'could not part {x} and {child}')}")


def _said_outside(proof: Proof, names: Names) -> Said:
    """No spouse, or no candidate for one."""
    of = _named(proof, names)
    what = "candidate" if proof.claim.kind == "not in CSP" else "spouse"
    if len(of) == 2:
        quiet = "Through no member of PC:" if proof.premises else "PC has no member yet to be one through."
        return Said(f"{of[1]} is no {what} of {of[0]}.", quiet)
    owner, child, x = of
    if proof.rule == NO_V:
        return Said(f"{x} is not a parent of {child}.", f"So {child} alone shows no v-structure:")
    reasons = {
        "not learnt": f"The blanket of {owner} was not begun.",
        "not asked": "It has not been tried yet.",
        "neighbour": f"It is a neighbour of {owner} itself:",
        "child outside PC": f"{child} is no neighbour of {owner}:",
        "no separator": f"Nothing was found that separates it from {owner}:",
        "pruned": f"{_separated_by(proof.premises[0], names) if proof.premises else ''}:",
        "no candidate": "It is not even a candidate:" if what == "spouse" else "The test that says so:",
    }
    return Said(f"{x} is no {what} of {owner} through {child}.", reasons[proof.rule])


def _said_verdict(proof: Proof, names: Names) -> Said:
    of = _named(proof, names)
    link = "depend on each other" if proof.claim.kind == "dependent" else "are independent"
    given = f" given {listed(names, proof.claim.given)}" if proof.claim.given else ""
    return Said(f"{of[0]} and {of[1]} {link}{given}.")


def _said_inseparable(proof: Proof, names: Names) -> Said:
    of = _named(proof, names)
    where = " in step 3, with spouses" if proof.rule == "checked again" else ""
    many = len(proof.tests)
    sets = "1 set was tried" if many == 1 else f"{many:,} sets were tried"
    closest = "; closest:" if many > 1 else ":"
    return Said(f"No set separates {of[0]} from {of[1]}.", f"{sets}{where}{closest}")


def _said_separated(proof: Proof, names: Names) -> Said:
    of = _named(proof, names)
    given = proof.claim.given
    before = sum(len(premise.tests) for premise in proof.premises)
    failed = f"After {before:,} other{'s' * (before != 1)} had failed:" if before else ""
    if not given:
        return Said(f"{of[0]} and {of[1]} are independent as they stand.", failed)
    return Said(f"{braced(names, given)} separates {of[0]} from {of[1]}.", failed)


def _said_temp(proof: Proof, names: Names) -> Said:
    owner, x = _named(proof, names)
    return Said(f"{x} depends on {listed(names, proof.claim.given)}.", f"Of the neighbours of {owner}:")


def _said_no_candidates(proof: Proof, names: Names) -> Said:
    of = _named(proof, names)
    other = f" but {listed(names, proof.claim.given)}" if proof.claim.given else ""
    many = len(proof.tests)
    shown = _tried(many, "refused the others" if other else "refused everything") if many else ""
    return Said(f"Nothing{other} became a candidate through {of[1]}.", shown)


def _said_member(proof: Proof, names: Names) -> Said:
    of = _named(proof, names)
    word, _, name = proof.claim.kind.rpartition(" ")
    return Said(f"{of[1]} is {_place(word, name).format(of[0])}.")


def separation_of(proof: Proof) -> Proof | None:
    """The node of a missing edge that says what separates its ends."""
    ends = set(proof.claim.of)
    separated = (node for node in walk(proof) if node.claim.kind == "separated")
    return next((node for node in separated if set(node.claim.of) == ends), None)


_STATEMENTS: dict[str, Callable[[Proof, Names], Said]] = {
    "arrow": _said_arrow,
    "undecided": _said_undecided,
    "no edge": _said_no_edge,
    "apart": _said_no_edge,
    "adjacent": _said_adjacent,
    "in PC": _said_in_pc,
    "in PC at first": _said_in_pc,
    "not in PC": _said_not_in_pc,
    "in Sep": _said_in_sep,
    "not in Sep": _said_not_in_sep,
    "in CSP": _said_in_csp,
    "not in CSP": _said_outside,
    "in SP": _said_in_sp,
    "not in SP": _said_outside,
    "dependent": _said_verdict,
    "independent": _said_verdict,
    "inseparable": _said_inseparable,
    "separated": _said_separated,
    "temp": _said_temp,
    "no candidates": _said_no_candidates,
    **{f"{word} {name}": _said_member for word in ("in", "not in") for name in ("P", "C", "UN", "MB")},
}
