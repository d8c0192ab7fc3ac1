"""The premises of a proof on the inspector's Why page: a statement, and quieter an explanation.

The tests that a premise rests on stand below it as rows of their own, so that the words leave their numbers
out. The names are handed over, since a page has room for short ones only.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from elcs_gui.proof.reasons import failure_parts
from elcs_gui.proof.signs import badge
from elcs_gui.proof.tree import KNOWN, Proof, cited_tests, walk
from elcs_gui.proof.words import proof_sentence
from elcs_gui.trace.explain import braced, listed
from elcs_gui.trace.trace import Trace

Names = Sequence[str]

_BY_KNOWLEDGE = ("knowledge", "barred", "due", "forbidden")
NO_V = "no v-structure"
"""The rule of what stands beside an N-structure: why its child has no V-structure of its own."""


@dataclass(frozen=True, slots=True)
class Said:
    """A statement and, quieter, why. With a colon at its end the tests below belong to it."""

    strong: str
    quiet: str = ""


RULES = {
    "knowledge": ("Because it was given as ", "background knowledge"),
    "spouse": ("Because of a ", "V-structure"),
    "n-structure": ("Because of an ", "N-structure"),
    "lemma-1a": ("By ", "Lemma 1a"),
    "lemma-1b": ("By ", "Lemma 1b"),
}
"""How an answer begins, by the rule that gives an arrow its direction."""


def by_rule(rule: str) -> tuple[str, str]:
    """How an answer begins, and the name of the rule in it."""
    return RULES.get(rule) or ("By ", f"Meek {badge(rule)}")


PLACES = {
    ("in", "PC"): "a neighbour of {}",
    ("not in", "PC"): "no neighbour of {}",
    ("in", "SP"): "a spouse of {}",
    ("not in", "SP"): "no spouse of {}",
    ("in", "CSP"): "a candidate spouse of {}",
    ("not in", "CSP"): "no candidate spouse of {}",
    ("in", "P"): "a cause of {}",
    ("not in", "P"): "not known as a cause of {}",
    ("in", "C"): "an effect of {}",
    ("not in", "C"): "not known as an effect of {}",
    ("in", "UN"): "an undecided neighbour of {}",
    ("not in", "UN"): "no undecided neighbour of {}",
    ("in", "MB"): "in the Markov blanket of {}",
    ("not in", "MB"): "not in the Markov blanket of {}",
    ("not in", "Sep"): "not separated from {} by step 1",
}
"""What a member of a set is to its owner."""


def statement(trace: Trace, proof: Proof, names: Names) -> Said:
    """What a premise says, and why."""
    kind = proof.claim.kind
    if rests_on_knowledge(proof):
        return Said(proof_sentence(trace, proof))
    if kind.startswith("fails "):
        title, reason = failure_parts(trace, proof, names)
        return Said(f"{title}.", f"{reason[:1].upper()}{reason[1:]}{':' if proof.tests else '.'}")
    return _STATEMENTS[kind](proof, names)


def rests_on_knowledge(proof: Proof) -> bool:
    """Is it decided by what is known beforehand? Then one sentence says it all, and no test stands below."""
    return proof.claim.kind in KNOWN or (proof.claim.kind != "arrow" and proof.rule in _BY_KNOWLEDGE)


def _named(proof: Proof, names: Names) -> list[str]:
    return [names[x] for x in proof.claim.of]


def _tried(tests: int, what: str) -> str:
    return f"{tests:,} test{'s' * (tests != 1)} {what}{'; closest:' if tests > 1 else ':'}"


def _said_arrow(proof: Proof, names: Names) -> Said:
    of = _named(proof, names)
    return Said(f"{of[0]} → {of[1]}.", f"{''.join(by_rule(proof.rule))}{':' if proof.premises else '.'}")


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
    return Said(strong, _tried(tests, "failed to separate them"))


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
    return Said(f"{of[1]} is {PLACES[word, name].format(of[0])}.")


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
