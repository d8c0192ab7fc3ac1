"""Proofs in words: one wording for every node, wherever it is shown.

`statement` is what a node says, in two parts: the claim and, quieter, why. Where the second part ends with a
colon the tests belong to it: the Why page lists them below, and in a line of text (`proof_sentence`) their
numbers stand in brackets. The names are handed over, since a page may have room for short ones only.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from elcs_gui.ci.false_discoveries import Threshold
from elcs_gui.ci.registry import find_test
from elcs_gui.proof.computed import COMPUTED
from elcs_gui.proof.formal_notation import proof_formal
from elcs_gui.proof.reasons import (
    arrow_figure,
    failure_parts,
    figures,
    known_reason,
    known_sentence,
    missing_figure,
)
from elcs_gui.proof.thresholds import threshold_after
from elcs_gui.proof.tree import (
    ABOVE,
    APART,
    ARROW,
    DEPENDENT,
    INDEPENDENT,
    KNOWN,
    NO_EDGE,
    NOT_ABOVE,
    UNJUDGED,
    Claim,
    Proof,
    cited_tests,
    walk,
)
from elcs_gui.proof.weakest import Weakest, had_no_information, had_too_few_rows, weakest, weakest_of
from elcs_gui.trace import rules
from elcs_gui.trace.cycles import cycle_sentence
from elcs_gui.trace.explain import (
    SMALLEST_P,
    Names,
    braced,
    counted,
    listed,
    p_value,
    why_unmeasured,
)
from elcs_gui.trace.sets import CSP, MB, SEP, SETS
from elcs_gui.trace.trace import Trace

NO_V = "no v-structure"
"""The rule of what stands beside an N-structure: why its child has no V-structure of its own."""


@dataclass(frozen=True, slots=True)
class Said:
    """A statement and, quieter, why. With a colon at its end the tests below belong to it."""

    strong: str
    quiet: str = ""


@dataclass(frozen=True, slots=True)
class ProofLine:
    """One row of an outline. `repeated` says that the node stands further up with all it rests on."""

    depth: int
    proof: Proof
    sentence: str
    formal: str
    repeated: bool = False


# Whole proofs


def proof_sentence(trace: Trace, proof: Proof) -> str:
    """What a node says and why, in plain words on one line."""
    names = trace.header.names
    if proof.claim.kind == ARROW:
        start, rule, why = arrow_reason(trace, proof, names)
        tail, head = (names[x] for x in proof.claim.of)
        return f"{tail} → {head} {start}{rule}{why}"
    said = statement(trace, proof, names)
    text = f"{said.strong} {said.quiet}".strip()
    tests = shown_tests(proof)
    closed = text.removesuffix(":").removesuffix("; closest").removesuffix(".")
    awaits = text.endswith(":") or (not said.quiet and bool(proof.tests))
    return f"{closed} ({figures(trace, tests)})." if tests and awaits else f"{closed}."


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
            ahead += [(premise, depth + 1) for premise in reversed(in_reading_order(node))]
    return lines


def in_reading_order(proof: Proof) -> Sequence[Proof]:
    """The premises as they are told.

    A V-structure begins with what makes it one: apart, together once the effect is known, and neither
    separable from it; how its spouse was come upon stands last. A spouse comes before a candidate.
    """
    spouse = proof
    if proof.claim.kind == ARROW and proof.rule == rules.SPOUSE:
        (spouse,) = proof.premises
    if spouse.claim.kind == "in SP" and spouse.rule == "spouse":
        neighbour, candidate, *searches = spouse.premises
        found = candidate.premises if candidate.rule == "candidate" else (candidate,)
        return [*found[:2], *searches, neighbour, *found[2:]]
    if proof.claim.kind == ARROW and proof.rule == rules.N_STRUCTURE:
        neighbour, candidate, spouse = proof.premises
        return [spouse, candidate, neighbour]
    return proof.premises


def contradictions(trace: Trace, proof: Proof, names: Names | None = None) -> list[str]:
    """What contradicts the edge that is proved, or one that it rests on, a sentence each; then the cycle of
    arrows that it lies on."""
    edge = proof.premises[0] if proof.claim.kind in ("in P", "in C", "in UN") else proof
    names = names or trace.header.names
    cycles = [cycle_sentence(cycle, names) for cycle in edge.cycles]
    return [*(dispute.words(names) for dispute in edge.disputes), *cycles]


def rests_on_missing_evidence(trace: Trace, proofs: Sequence[Proof]) -> str:
    """How many of the tests had too few rows, and how many no information, in a sentence each; nothing where
    all had both."""
    cited = {number for proof in proofs for number in cited_tests(proof)}
    found = [weakest(trace, proof) for proof in proofs]
    few = {number for one in found for number in one.unreliable}
    empty = {number for one in found for number in one.uninformative}
    because = f": {no_information_because(trace, sorted(empty))}" if empty else ""
    said = (_missing(cited, few, "too few rows"), _missing(cited, empty, "no information", because))
    return " ".join(filter(None, said))


def no_information_because(trace: Trace, tests: Sequence[int]) -> str:
    """Why tests had no information, half a sentence; of several reasons the first, with its test."""
    reasons = [trace.judge.tape.reason(answer) for answer in trace.answers(np.array(tests)).tolist()]
    return reasons[0] if len(set(reasons)) == 1 else f"in #{tests[0]}, {reasons[0]}"


def unmeasured(trace: Trace, proof: Proof) -> str:
    """Why the test of a separation measured nothing, behind "the test ..."; nothing where it did."""
    of, z = proof.claim.of, proof.claim.given
    return why_unmeasured(trace, of[0], of[1], z) if proof.tests and len(of) == 2 else ""


def _missing(cited: set[int], those: set[int], what: str, because: str = "") -> str:
    if not those:
        return ""
    if len(those) == len(cited):
        only = "its only test" if len(those) == 1 else f"all its {len(those):,} tests"
        return f"Nothing was measured: {only} had {what}{because}."
    return f"Rests on {len(those):,} of {len(cited):,} tests that had {what}{because}."


def weakest_words(trace: Trace, found: Weakest) -> str:
    """How far the weakest link is from turning, what it would take, and what no alpha can turn."""
    parts = []
    if found.test is not None and found.p is not None:
        above = found.p > found.held_against
        side, change = ("above", "raised to") if above else ("below", "set below")
        ratio = found.p / found.held_against if above else found.held_against / max(found.p, SMALLEST_P)
        factor = f"{ratio:.1f}" if ratio < 10 else f"{ratio:,.0f}"
        far = f"a factor {factor} {side}" if ratio < 1e6 else f"far {side}"
        p = p_value(found.p)
        turning = SMALLEST_P <= found.p < 1
        breaks = f"The proof breaks only if alpha is {change} {p}." if turning else "No alpha breaks it."
        equals = "p = " if found.p >= SMALLEST_P else "p "
        if found.threshold is None:
            parts.append(f"{equals}{p} lies {far} alpha, the smallest margin in this proof. {breaks}")
        else:  # what another alpha would do depends on the other tests of the round
            words = found.threshold.words(found.alpha)
            parts.append(f"{equals}{p} lies {far} {p_value(found.threshold.value)}, {words}.")
    if found.unreliable:
        one = len(found.unreliable) == 1
        many = "One test" if one else f"{len(found.unreliable):,} tests"
        parts.append(f"{many} had too few rows to decide: no alpha turns {'it' if one else 'them'}.")
    if found.uninformative:
        many = "One test" if len(found.uninformative) == 1 else f"{len(found.uninformative):,} tests"
        parts.append(f"{many} had no information: {no_information_because(trace, found.uninformative)}.")
    if found.forced:
        many = "One verdict was" if len(found.forced) == 1 else f"{len(found.forced):,} verdicts were"
        parts.append(f"{many} decided by you, not measured.")
    if not found.cited and found.known:
        return "It rests on background knowledge alone."
    if not parts:
        certain = find_test(trace.header.test).certain and found.cited
        parts.append("The oracle is certain: no verdict can turn." if certain else "It rests on no test.")
    if found.known:
        parts.append("It rests on background knowledge as well, which no alpha turns.")
    return " ".join(parts)


def weakest_line(trace: Trace, found: Weakest) -> str:
    """The same where its test does not stand beside it."""
    return f"{'' if found.test is None else f'In test #{found.test}, '}{weakest_words(trace, found)}"


# Arrows


def arrow_reason(trace: Trace, proof: Proof, names: Names) -> tuple[str, str, str]:
    """Why an arrow points as it does: how the rule is brought in, the rule, and what it found."""
    start, title = rules.RULES[proof.rule].because
    if proof.rule == rules.KNOWLEDGE:
        return start, title, f": {known_reason(trace, proof.premises[-1])}."
    if proof.rule in rules.COMPUTED:
        return start, title, f": {arrow_figure(trace, proof)}"
    return start, title, f": {_ARROWS[proof.rule](trace, proof, names)}"


def _by_v_structure(trace: Trace, proof: Proof, names: Names) -> str:
    spouse = proof.premises[0]
    owner, child, x = (names[v] for v in spouse.claim.of)
    if spouse.rule != "spouse":  # it leaves in a moment
        return f"{x} is a spouse of {owner} through {child}, so that both are causes of {child}."
    candidate, searches = spouse.premises[1], spouse.premises[2:]
    if candidate.rule != "candidate":
        return f"{owner} and {x} are both known beforehand to be causes of {child}."
    neither = f", and neither can be separated from {child}" if searches else ""
    if candidate.premises[0].claim.kind != INDEPENDENT:
        return f"{owner} and {x} depend on each other once {child} is known{neither}."
    return (
        f"{owner} and {x} {_independent(trace, candidate.premises[0], names)}, but not once {child} is "
        f"known{neither}. Only a common effect links its causes in this way."
    )


def _by_n_structure(trace: Trace, proof: Proof, names: Names) -> str:  # noqa: ARG001  as all are called
    tail, head = (names[x] for x in proof.claim.of)
    owner, through, spouse = (names[x] for x in proof.premises[2].claim.of)
    return (
        f"{spouse} is a spouse of {owner} through {through}, and {spouse} also became a candidate through "
        f"{head}. Were {head} a cause of {tail}, that second dependence could not appear."
    )


def _by_lemma_1a(trace: Trace, proof: Proof, names: Names) -> str:
    tail, head = (names[x] for x in proof.claim.of)
    other = names[proof.premises[1].claim.of[1]]
    apart = _independent(trace, proof.premises[2], names)
    return (
        f"{tail} and {other} {apart}, but not once {head} is known. Only a common effect "
        "links its causes in this way."
    )


def _by_lemma_1b(trace: Trace, proof: Proof, names: Names) -> str:  # noqa: ARG001  as all are called
    tail, head = (names[x] for x in proof.claim.of)
    cause, beside = names[proof.premises[1].claim.of[0]], proof.premises[2].claim.given
    given, alone = (f"given {listed(names, beside)}, ", "then") if beside else ("", "alone")
    return (
        f"{given}{head} depends on {cause}, a cause of {tail}, but not once {tail} is known. What {cause} "
        f"does reaches {head} through {tail} {alone}."
    )


def _by_two_causes(trace: Trace, proof: Proof, names: Names) -> str:  # noqa: ARG001  as all are called
    tail, head = (names[x] for x in proof.claim.of)
    one, other = (names[proof.premises[place].claim.of[0]] for place in (1, 4))
    return (
        f"knowing {head} changes nothing between {tail} and two causes of {head}, {one} and {other}. "
        f"That may mislead: an effect of {head} with the same two causes looks alike."
    )


def _by_collider(trace: Trace, proof: Proof, names: Names) -> str:
    tail, head = (names[x] for x in proof.claim.of)
    (other,) = (names[x] for x in proof.premises[1].claim.of if x != proof.claim.of[1])
    found = proof.premises[2]
    set_ = braced(names, found.claim.given)
    counted = "count as independent" if unmeasured(trace, found) else "independent"
    apart = f"given {set_}, which does not hold {head}" if found.claim.given else "unconditionally"
    if proof.rule == rules.COLLIDER and len(proof.premises) > 4:
        apart = f"given each of {len(proof.premises) - 2} sets, none of which holds {head}"
    elif proof.rule == rules.COLLIDER and len(proof.premises) == 4:
        apart = f"given each of two sets, neither of which holds {head}"
    return (
        f"{tail} and {other} are both linked with {head}, and {counted} {apart}. Only a common effect "
        "keeps its causes apart in this way."
    )


def _by_eager_check(trace: Trace, proof: Proof, names: Names) -> str:
    tail, head = (names[x] for x in proof.claim.of)
    _, apart, _, *shield = proof.premises
    a, b = (names[x] for x in apart.claim.of)
    said = (
        f"{a} and {b} {_independent(trace, apart, names)}, but not once {head} is known as well: they "
        f"meet at {head} or above it, and neither is an effect of it. "
    )
    if proof.claim.of[0] in apart.claim.of:
        return f"{said}{tail} is one of them."
    if not shield:
        return f"{said}{tail}, which it takes to separate them, leads to one of them."
    return f"{said}{tail} is needed to shield {head} from {names[shield[0].claim.of[0]]}."


def _by_no_cause(trace: Trace, proof: Proof, names: Names) -> str:
    tail, head = (names[x] for x in proof.claim.of)
    _, apart, other = proof.premises
    a, b = (names[x] for x in apart.claim.of)
    said = f"{a} and {b} {_independent(trace, apart, names)}, "
    if other.claim.kind == ARROW:
        return (
            f"{said}which could not be if both were causes of {tail}; and {names[other.claim.of[0]]} is one."
        )
    if proof.claim.of[0] in apart.claim.of:
        outside = next(names[x] for x in other.claim.of if x != proof.claim.of[1])
        return f"{said}but {outside} depends on {head}. A cause of {tail} would pass that on."
    return f"{said}but not once {head} is known. A cause of {tail} could not make them dependent."


def _meek(trace: Trace, proof: Proof, names: Names) -> str:  # noqa: ARG001  as all are called
    """Arrows, then who is apart. The edge itself goes without saying, and so do the others of R3."""
    tail, head = (names[x] for x in proof.claim.of)
    own = set(proof.claim.of)
    claims = [premise.claim for premise in proof.premises]
    said = [_edge(claim, "→", names) for claim in claims if claim.kind == "arrow"]
    if proof.rule == rules.R4:
        said += [_edge(c, "—", names) for c in claims if c.kind == "adjacent" and set(c.of) != own]
    said += [
        f"{names[claim.of[0]]} and {names[claim.of[1]]} are not {_APART[claim.kind]}"
        for claim in claims
        if claim.kind in _APART
    ]
    because = said[0] if len(said) == 1 else f"{', '.join(said[:-1])}, and {said[-1]}"
    return f"{because}. {rules.RULES[proof.rule].otherwise.format(tail=tail, head=head)}"


_APART = {APART: "adjacent", NO_EDGE: "joined so far, which counts as not adjacent here"}


def _edge(claim: Claim, sign: str, names: Names) -> str:
    return f"{names[claim.of[0]]} {sign} {names[claim.of[1]]}"


def _independent(trace: Trace, proof: Proof, names: Names) -> str:
    """What two variables are, or only count as where nothing was measured."""
    return f"{'count as' if unmeasured(trace, proof) else 'are'} independent{_given(proof, names)}"


def _given(proof: Proof, names: Names) -> str:
    return f" given {listed(names, proof.claim.given)}" if proof.claim.given else ""


_ARROWS: dict[str, Callable[[Trace, Proof, Names], str]] = {
    rules.SPOUSE: _by_v_structure,
    rules.N_STRUCTURE: _by_n_structure,
    rules.LEMMA_1A: _by_lemma_1a,
    rules.LEMMA_1B: _by_lemma_1b,
    rules.TWO_CAUSES: _by_two_causes,
    rules.COLLIDER: _by_collider,
    rules.CONFIRMED: _by_collider,
    rules.EAGER: _by_eager_check,
    rules.NO_CAUSE: _by_no_cause,
    **dict.fromkeys(rules.MEEK, _meek),
}
"""Of all that neither a number nor what is known beforehand decides."""


# Every other node

_BY_KNOWLEDGE = ("knowledge", "barred", "due", "forbidden")
_WHOLE = ("P", "C", "UN", "MB")
"""Sets in which a variable is because of what else is known of it."""


def statement(trace: Trace, proof: Proof, names: Names) -> Said:
    """What a node says, and why."""
    kind = proof.claim.kind
    if proof.rule == COMPUTED:
        return _computed(trace, proof, names)
    if rests_on_knowledge(proof):
        return Said(_known(trace, proof, names))
    if kind.startswith("fails "):
        title, reason = failure_parts(trace, proof, names)
        return Said(f"{title}:", f"{reason}{':' if proof.tests else '.'}")
    if kind in _MEASURED:
        return _MEASURED[kind](trace, proof, names)
    return _STATEMENTS[kind](proof, names)


def rests_on_knowledge(proof: Proof) -> bool:
    """Is it decided by what is known beforehand? Then one sentence says it all, and no test stands below."""
    return proof.claim.kind in KNOWN or (proof.claim.kind != ARROW and proof.rule in _BY_KNOWLEDGE)


def _known(trace: Trace, proof: Proof, names: Names) -> str:
    """What is so because it is known beforehand, in one sentence."""
    kind = proof.claim.kind
    if kind in KNOWN:
        return known_sentence(trace, proof)
    of = _named(proof, names)
    if kind.rpartition(" ")[2] in _WHOLE:  # what it comes down to is known
        return f"{_member(proof, names).strong} {proof_sentence(trace, proof.premises[0])}"
    why = " and ".join(known_reason(trace, premise) for premise in proof.premises)
    if kind in ("no edge", "apart"):
        return f"{of[0]} and {of[1]} are not adjacent: {why}."
    if kind == "in CSP":
        both = "both are known beforehand to cause it"
        return f"{of[2]} is a candidate spouse of {of[0]} through {of[1]}: {both}."
    if kind in ("in PC", "in PC at first"):
        return f"{of[1]} is a neighbour of {of[0]} by background knowledge: {why}."
    if kind == "not in Sep" and proof.rule == "knowledge":
        return f"Nothing is looked for to separate {of[1]} from {of[0]}: {why}."
    if kind == "not in SP":
        return f"{of[2]} is no spouse of {of[0]} through {of[1]}: {why}."
    if proof.rule == "due":
        return f"{of[1]} is no neighbour of {of[0]} yet: {why}, but its turn has not come."
    return f"{of[1]} is no neighbour of {of[0]}: {why}."


def shown_tests(proof: Proof) -> tuple[int, ...]:
    """The tests that the words of a node speak of: fewer than it rests on."""
    kind, below = proof.claim.kind, proof.premises
    if proof.tests:
        return proof.tests
    if kind == "in CSP" and proof.rule == "candidate":
        return tuple(number for premise in below[:2] for number in premise.tests)
    if kind == "in SP" and proof.rule == "spouse":
        return shown_tests(below[1])
    if kind in ("in PC", "in PC at first", "not in Sep") and proof.rule == "never separated":
        return tuple(number for premise in below for number in premise.tests)
    if kind in ("apart", "no edge"):
        found = separation_of(proof)
        return () if found is None else found.tests
    return shown_tests(below[0]) if below else ()


def separation_of(proof: Proof) -> Proof | None:
    """The node of a missing edge that says what separates its ends."""
    ends = set(proof.claim.of)
    separated = (node for node in walk(proof) if node.claim.kind == "separated")
    return next((node for node in separated if set(node.claim.of) == ends), None)


def _named(proof: Proof, names: Names) -> list[str]:
    return [names[x] for x in proof.claim.of]


def _tried(trace: Trace, tests: Sequence[int], what: str) -> str:
    """So many tests failed, or refused; those with too few rows did so without having measured anything."""
    few = len(had_too_few_rows(trace, tests)) if len(tests) > 1 else 0
    said = f"{counted(len(tests), 'test')} {what}"
    said += f", {'all' if few == len(tests) else f'{few:,}'} with too few rows" if few else ""
    return f"{said}{'; closest:' if len(tests) > 1 else ':'}"


def _separated_by(trace: Trace, found: Proof, names: Names) -> str:
    given = found.claim.given
    if missing := unmeasured(trace, found):
        where = f", given {braced(names, given)}" if given else ""
        return f"{'Too few rows' if 'too few' in missing else 'Nothing to compare'}{where}"
    return f"{braced(names, given)} separates them" if given else "Independent unconditionally"


def _computed(trace: Trace, proof: Proof, names: Names) -> Said:
    """Of a graph that was computed as a whole."""
    kind, of = proof.claim.kind, _named(proof, names)
    if kind == NO_EDGE:
        return Said(f"{of[0]} and {of[1]} are not adjacent.", missing_figure(trace, proof, names))
    word, _, name = kind.rpartition(" ")
    place = (SETS[name].inside if word == "in" else SETS[name].outside).format(of[0])
    through = f" through {of[1]}" if len(of) == 3 else ""
    reason = "The graph says so:" if proof.premises else "The two share no effect in the graph."
    if name in (CSP, SEP):
        reason = "The graph was computed without such sets."
    return Said(f"{of[-1]} is {place}{through}.", reason)


def _arrow(proof: Proof, names: Names) -> Said:
    of = _named(proof, names)
    start, title = rules.RULES[proof.rule].because
    return Said(f"{of[0]} → {of[1]}.", f"{start.capitalize()}{title}{':' if proof.premises else '.'}")


def _undecided(proof: Proof, names: Names) -> Said:
    a, b = _named(proof, names)
    if proof.rule == "candidate":
        owner, child, spouse = (names[x] for x in proof.premises[0].claim.of)
        return Said(
            f"{a} — {b} is open.", f"{spouse} is still being tried as a spouse of {owner} through {child}."
        )
    return Said(f"{a} — {b} is undecided.", "No rule gives it a direction:")


def _no_edge(trace: Trace, proof: Proof, names: Names) -> Said:
    a, b = _named(proof, names)
    if proof.rule == "not learnt":
        return Said(f"Nothing is known about {a} and {b}.", "The blanket of neither was learnt.")
    if proof.rule == "not drawn":
        return Said(f"Nothing is drawn between {a} and {b} so far.", "That counts as not adjacent here.")
    found = separation_of(proof)
    if proof.rule == "not yet known" and found is None:
        return Said(f"Nothing joins {a} and {b} so far.", "The blanket of neither is known yet.")
    strong = f"{a} and {b} are not adjacent."
    if found is None:
        return Said(strong, "Nothing that was learnt joins them.")
    return Said(strong, f"{_separated_by(trace, found, names)}:")


def _adjacent(trace: Trace, proof: Proof, names: Names) -> Said:
    of = _named(proof, names)
    strong = f"{of[0]} and {of[1]} are adjacent."
    below = [names[x] for x in proof.premises[0].claim.of]
    if proof.rule == "spouse":
        return Said(strong, f"{below[2]} is a spouse of {below[0]} through {below[1]}:")
    if proof.premises[0].rule == "chosen":
        return Said(strong, f"{below[1]} was chosen as a neighbour of {below[0]}; no test was requested.")
    tests = cited_tests(proof)
    return Said(
        strong, _tried(trace, tests, "failed to separate them") if tests else "It is known beforehand."
    )


def _in_pc(trace: Trace, proof: Proof, names: Names) -> Said:
    owner, x = _named(proof, names)
    if proof.rule == "leaving":
        return Said(f"{x} is about to leave PC.", f"{_separated_by(trace, proof.premises[0], names)}:")
    word = "was" if proof.claim.kind == "in PC at first" else "is"
    if proof.rule == "chosen":
        reason = f"It tells enough of {owner}, and no stronger one tells more of it; no test was requested."
        return Said(f"{x} is a neighbour of {owner}.", reason)
    if len(proof.premises) == 1:
        return Said(f"{x} {word} a neighbour of {owner}.", "It depends on it; no set was tried yet:")
    return Said(
        f"{x} {word} a neighbour of {owner}.", _tried(trace, shown_tests(proof), "failed to separate them")
    )


def _not_in_pc(trace: Trace, proof: Proof, names: Names) -> Said:
    owner, x = _named(proof, names)
    if proof.rule == "not chosen":
        reason = f"It tells too little of {owner}, or a stronger one tells more of it; no test was requested."
        return Said(f"{x} is no neighbour of {owner}.", reason)
    reasons = {
        "not learnt": f"The blanket of {owner} was not begun.",
        "not asked": f"{x} and {owner} have not been tested yet.",
        "waiting": f"It depends on {owner}, but its turn has not come:",
    }
    if proof.rule in reasons:
        strong = f"{x} has not been looked at." if proof.rule != "waiting" else f"{x} waits."
        return Said(strong, reasons[proof.rule])
    return Said(f"{x} is no neighbour of {owner}.", f"{_separated_by(trace, proof.premises[0], names)}:")


def _in_sep(trace: Trace, proof: Proof, names: Names) -> Said:
    of = _named(proof, names)
    return Said(f"{of[1]} is separated from {of[0]}.", f"{_separated_by(trace, proof.premises[0], names)}:")


def _not_in_sep(trace: Trace, proof: Proof, names: Names) -> Said:
    owner, x = _named(proof, names)
    if proof.rule == "leaving":
        return Said(f"{x} is about to leave PC.", f"{_separated_by(trace, proof.premises[0], names)}:")
    if proof.rule == "never separated":
        return Said(
            f"The search for PC has not separated {x} from {owner}.",
            _tried(trace, shown_tests(proof), "failed to separate them"),
        )
    return _not_in_pc(trace, proof, names)


def _in_csp(proof: Proof, names: Names) -> Said:
    _, child, x = _named(proof, names)
    return Said(f"{x} became a candidate through {child}.", f"{_apart_then_together(proof, names)}:")


def _apart_then_together(candidate: Proof, names: Names) -> str:
    first, child = candidate.premises[0], names[candidate.claim.of[1]]
    if first.claim.kind != INDEPENDENT:
        return f"Linked once {child} is known"
    apart = first.claim.given
    where = f"Independent given {listed(names, apart)}" if apart else "Independent unconditionally"
    return f"{where}, {'dependent again' if apart else 'dependent'} once {child} is known"


def _in_sp(trace: Trace, proof: Proof, names: Names) -> Said:
    owner, child, x = _named(proof, names)
    strong = f"{x} is a spouse of {owner} through {child}."
    if proof.rule == "leaving":
        return Said(
            f"{x} is about to leave SP({child}).", f"{_separated_by(trace, proof.premises[0], names)}:"
        )
    candidate, searches = proof.premises[1], proof.premises[2:]
    found = (
        _apart_then_together(candidate, names)
        if candidate.rule == "candidate"
        else f"Both are known beforehand to cause {child}"
    )
    if not searches:
        return Said(strong, f"{found}; whether {x} and {child} can be separated was not tried yet:")
    return Said(strong, f"{found}, and neither can be separated from {child}:")


def _outside(trace: Trace, proof: Proof, names: Names) -> Said:
    """No spouse, or no candidate for one."""
    of = _named(proof, names)
    what = "candidate" if proof.claim.kind == "not in CSP" else "spouse"
    if len(of) == 2:
        quiet = "Through no member of PC:" if proof.premises else "PC has no member yet to be one through."
        return Said(f"{of[1]} is no {what} of {of[0]}.", quiet)
    owner, child, x = of
    if proof.rule == NO_V:
        return Said(f"{x} is not a cause of {child}.", f"So {child} alone shows no v-structure:")
    reasons = {
        "not learnt": f"The blanket of {owner} was not begun.",
        "not asked": "It has not been tried yet.",
        "neighbour": f"It is a neighbour of {owner} itself:",
        "child outside PC": f"{child} is no neighbour of {owner}:",
        "no separator": f"Nothing was found that separates it from {owner}:",
        "pruned": f"{_separated_by(trace, proof.premises[0], names) if proof.premises else ''}:",
        "undecidable": "There are too few rows to tell:",
        "no candidate": "It is not even a candidate:" if what == "spouse" else "The test that says so:",
    }
    return Said(f"{x} is no {what} of {owner} through {child}.", reasons[proof.rule])


def _verdict(trace: Trace, proof: Proof, names: Names) -> Said:
    x, y = _named(proof, names)
    given, dependent = _given(proof, names), proof.claim.kind == DEPENDENT
    if had_too_few_rows(trace, proof.tests) or had_no_information(trace, proof.tests):
        counted = "dependent" if dependent else "independent"
        return Said(f"{x} and {y} count as {counted}{given}.")
    return Said(f"{x} and {y} {'depend on each other' if dependent else 'are independent'}{given}.")


def _inseparable(trace: Trace, proof: Proof, names: Names) -> Said:
    x, y = _named(proof, names)
    where = " when tried again" if proof.rule == "checked again" else ""
    return Said(f"No set separates {x} from {y}.", _tried(trace, proof.tests, f"failed{where}"))


def _separated(trace: Trace, proof: Proof, names: Names) -> Said:
    x, y = _named(proof, names)
    given = proof.claim.given
    before = sum(len(premise.tests) for premise in proof.premises)
    failed = f"After {counted(before, 'other')} had failed:" if before else ""
    if unmeasured(trace, proof):
        return Said(f"{x} and {y} count as independent{_given(proof, names)}.", failed)
    if not given:
        return Said(f"{x} and {y} are independent unconditionally.", failed)
    return Said(f"{braced(names, given)} separates {x} from {y}.", failed)


def _temp(proof: Proof, names: Names) -> Said:
    owner, x = _named(proof, names)
    return Said(
        f"{x} depends on {listed(names, proof.claim.given)}.", f"Asked of every neighbour of {owner}:"
    )


def _no_candidates(trace: Trace, proof: Proof, names: Names) -> Said:
    of = _named(proof, names)
    other = f" but {listed(names, proof.claim.given)}" if proof.claim.given else ""
    refused = "refused the others" if other else "refused everything"
    shown = _tried(trace, proof.tests, refused) if proof.tests else ""
    return Said(f"Nothing{other} became a candidate through {of[1]}.", shown)


def _member(proof: Proof, names: Names) -> Said:
    of = _named(proof, names)
    word, _, name = proof.claim.kind.rpartition(" ")
    place = SETS[name].inside if word == "in" else SETS[name].outside
    not_yet = {
        "not learnt": f"The blanket of {of[0]} was not begun.",
        "not asked": "The two have not been tested yet.",
    }
    return Said(f"{of[1]} is {place.format(of[0])}.", "" if proof.premises else not_yet[proof.rule])


def _whole_member(trace: Trace, proof: Proof, names: Names) -> Said:
    """In MB or not; where tests are judged together, by which threshold."""
    said = _member(proof, names)
    if proof.rule == UNJUDGED:
        return Said(said.strong, "That is judged when all tests of this round are asked.")
    held = threshold_of(trace, proof)
    if held is None or proof.rule not in (ABOVE, NOT_ABOVE, "waiting"):
        return said
    p, threshold = held
    side = "above" if proof.rule == ABOVE else "not above"
    words = threshold.words(trace.header.alpha)
    return Said(said.strong, f"p {p_value(p)} is {side} {p_value(threshold.value)}, {words}.")


def threshold_of(trace: Trace, proof: Proof) -> tuple[float, Threshold] | None:
    """The p of the test by which somebody is in MB or not, and what it was held against."""
    tests = cited_tests(proof)
    found = weakest_of(trace, tests)
    held = threshold_after(trace, tests[-1], len(trace)) if tests else None
    return None if held is None or found.p is None else (found.p, held)


_STATEMENTS: dict[str, Callable[[Proof, Names], Said]] = {
    "arrow": _arrow,
    "undecided": _undecided,
    "in CSP": _in_csp,
    "temp": _temp,
    **{f"{word} {name}": _member for word in ("in", "not in") for name in _WHOLE if name != MB},
}
_MEASURED: dict[str, Callable[[Trace, Proof, Names], Said]] = {
    "no edge": _no_edge,
    "apart": _no_edge,
    "not in PC": _not_in_pc,
    "in Sep": _in_sep,
    "not in CSP": _outside,
    "in SP": _in_sp,
    "not in SP": _outside,
    "separated": _separated,
    "adjacent": _adjacent,
    "in PC": _in_pc,
    "in PC at first": _in_pc,
    "not in Sep": _not_in_sep,
    "dependent": _verdict,
    "independent": _verdict,
    "inseparable": _inseparable,
    "no candidates": _no_candidates,
    "in MB": _whole_member,
    "not in MB": _whole_member,
}
"""Those that say which of their tests measured nothing."""
