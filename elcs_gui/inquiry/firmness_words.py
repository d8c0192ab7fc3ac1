"""How firm an edge is, in words: one wording for the window, the report and `elcs why`."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from elcs_gui.ci.questions import Verdict
from elcs_gui.inquiry.alpha_figures import Figures
from elcs_gui.inquiry.firmness import AlphaInterval, Change, EdgeBand, FoundEdge, alike, known_firmness
from elcs_gui.inquiry.weak_edges import WeakEdges, known_weak_edges
from elcs_gui.proof.tree import Proof
from elcs_gui.trace.explain import Names
from elcs_gui.trace.outcome import Pair, pair
from elcs_gui.trace.rules import RULES
from elcs_gui.trace.trace import Trace

WITHOUT_DATA = "not known, since other alphas ask questions that only the data can answer"
"""Of a trace alone; what to do about it is added by who says it."""
NOT_FINISHED = "not known, since the run was cut short."


def short(alpha: float, beside: float | None = None) -> str:
    """An alpha as it is written beside an edge: 0.0039, 2.3e−5; with more digits where it is close `beside`
    another, so that the two are told apart."""
    return Figures.of((alpha,) if beside is None else (alpha, beside)).text(alpha)


def drawn(edge: FoundEdge, names: Names) -> str:
    """An edge in signs: T → B, or T — B."""
    return f"{names[edge.tail]} {'→' if edge.rule else '—'} {names[edge.head]}"


def stands_sentence(stands: AlphaInterval, a: int, b: int, names: Names) -> str:
    """Between which alphas the edge between a and b stays as it is, and what becomes of it beyond."""
    edge = stands.edge
    if edge is None:
        claim = f"Nothing joins {names[a]} and {names[b]}"
    else:
        claim = f"{drawn(edge, names)} {'holds' if edge.rule else 'stays without a direction'}"
    low, high = short(stands.low, stands.alpha), short(stands.high, stands.alpha)
    beyond = []
    if stands.below is not None:
        beyond.append(f"below, {_becomes(edge, stands.below, names)}")
    if stands.above is not None:
        beyond.append(f"from {high} on, {_becomes(edge, stands.above, names)}")
    if not beyond:
        return f"{claim} at {'any' if edge is None else 'every'} alpha from {low} to {high}."
    return f"{claim} from alpha {low} to {high}: {'; '.join(beyond)}."


def firm_words(trace: Trace, step: int, proofs: Sequence[Proof], names: Names) -> str:
    """The same of what is proved at a step, once it is known; nothing of what the run does not end with."""
    firmness = known_firmness(trace)
    if firmness is None:
        return ""
    ends = _final_ends(trace, step, proofs, lambda a, b: firmness.of(a, b).edge)
    return stands_sentence(firmness.of(*ends), *ends, names) if ends else ""


def _final_ends(
    trace: Trace, step: int, proofs: Sequence[Proof], found: Callable[[int, int], FoundEdge | None]
) -> Pair | None:
    """The ends of the edge that is proved at a step, if that is what the run ends with."""
    if len(proofs) != 1 or not proofs[0].status:
        return None
    a, b = proofs[0].claim.of[:2]
    edge = found(a, b)
    final = {
        "directed": edge is not None and bool(edge.rule) and edge.tail == a,
        "undecided": edge is not None and not edge.rule,
        "absent": edge is None and step == len(trace),
    }
    return (a, b) if final[proofs[0].status] else None


def weak_sentence(weak: WeakEdges, a: int, b: int, names: Names) -> str:
    """That the edge between a and b, or its absence, rests on too few rows; nothing where it does not."""
    ends = pair(a, b)
    if ends not in weak:
        return ""
    other = Verdict.INDEPENDENT if weak.counted is Verdict.DEPENDENT else Verdict.DEPENDENT
    then = _instead(weak.found[ends], weak.becomes[ends], names)
    return f"Weak: were the tests with too few rows counted as {other.word}, {then}."


def weak_words(trace: Trace, step: int, proofs: Sequence[Proof], names: Names) -> str:
    """The same of what is proved at a step, once it is known; nothing of what the run does not end with."""
    weak = known_weak_edges(trace)
    if weak is None:
        return ""
    ends = _final_ends(trace, step, proofs, lambda a, b: weak.found.get(pair(a, b)))
    return weak_sentence(weak, *ends, names) if ends else ""


def weak_label(weak: WeakEdges, a: int, b: int, names: Names) -> tuple[str, str]:
    """For beside a weak edge: that it is one, and what would be there else, as few words as can be."""
    edge, then = weak.found[pair(a, b)], weak.becomes[pair(a, b)]
    if then is None:
        instead = "no edge"
    elif edge is not None and then.one_sided != edge.one_sided:
        instead = "one-sided" if then.one_sided else "found from both sides"
    else:
        instead = drawn(then, names) if then.rule else "no direction"
    return "rests on too few rows", f"else {instead}"


def _instead(edge: FoundEdge | None, then: FoundEdge | None, names: Names) -> str:
    if then is None:
        return "there would be no edge"
    if edge is None:
        return f"there would be {drawn(then, names)}"
    if then.one_sided != edge.one_sided:
        return f"{'only one' if then.one_sided else 'each'} of the two sides would have it"
    return f"it would be {drawn(then, names)}" if then.rule else "it would have no direction"


def _becomes(edge: FoundEdge | None, change: Change, names: Names) -> str:
    then = change.becomes
    if then is None:
        return "there is no edge"
    if then.one_sided:
        return "only one of the two sides has it"
    if edge is None:
        return drawn(then, names)
    if not then.rule:
        return "it has no direction"
    return f"it is {drawn(then, names)}"


def label(stands: AlphaInterval) -> str:
    """For beside an edge in the picture."""
    word = "holds" if stands.edge is not None and stands.edge.rule else "undecided"
    return f"{word} for α {short(stands.low, stands.alpha)} … {short(stands.high, stands.alpha)}"


def role_of(edge: FoundEdge, target: int) -> str:
    """Of the end that is not the target: "parent", "child", "undecided"; "other" away from its blanket."""
    if edge.one_sided or target not in (edge.tail, edge.head):
        return "other"
    if not edge.rule:
        return "undecided"
    return "parent" if edge.head == target else "child"


def changes(stands: AlphaInterval, names: Names, target: int) -> list[str]:
    """What becomes of an edge, as few words as can be: "gone from 0.03 up", the nearest to alpha first."""
    found = []
    if stands.below is not None:
        words = f"{_in_short(stands, stands.below, names, target)} below {short(stands.low, stands.alpha)}"
        found.append((stands.alpha / stands.low, words))
    if stands.above is not None:
        words = f"{_in_short(stands, stands.above, names, target)} from {short(stands.high, stands.alpha)} up"
        found.append((stands.high / stands.alpha, words))
    return [words for _, words in sorted(found)]


def _in_short(stands: AlphaInterval, change: Change, names: Names, target: int) -> str:
    edge, then = stands.edge, change.becomes
    if then is None:
        return "gone"
    if then.one_sided != (edge is not None and edge.one_sided):
        return "one-sided" if then.one_sided else "found from both sides"
    if not then.rule:
        return "undecided"
    if edge is not None and edge.rule:
        return "turned round"
    return {"parent": "a cause", "child": "an effect"}.get(role_of(then, target), f"→ {names[then.head]}")


def other_rules(bands: Sequence[EdgeBand], stands: AlphaInterval) -> list[str]:
    """By which other rules the same arrow is found at alphas beside its own: "Lemma 1b below 2.3e−5"."""
    same = [band for band in bands if alike(band.edge, stands.edge) and stands.low <= band.low < stands.high]
    place = max((number for number, band in enumerate(same) if band.low <= stands.alpha), default=None)
    if place is None or stands.edge is None or not stands.edge.rule:
        return []
    found = []
    if place and (edge := same[place - 1].edge) is not None:
        found.append(f"{RULES[edge.rule].title} below {short(same[place].low, stands.alpha)}")
    if place + 1 < len(same) and (edge := same[place + 1].edge) is not None:
        found.append(f"{RULES[edge.rule].title} from {short(same[place + 1].low, stands.alpha)} up")
    return found
