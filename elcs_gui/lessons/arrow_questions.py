"""Questions about an arrow, made from its proof: which way, by which rule, resting on what, and, of the wrong
way, which premise fails.

Why the wrong way needs what is asked of it: knowing A ties C to T, which were apart before, only if A is an
effect of both or of something between them. Were A → T besides, what leads from C to A would lead on to T
without A being known, and the two would not have been apart. So whoever draws A → T claims that knowing A
leaves C and T independent. (Lemma 1a says the same of T and its two causes.)
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass

from elcs_gui.algorithms.registry import find_algorithm
from elcs_gui.lessons.question import Kind, Option, Place, Question
from elcs_gui.lessons.rule_reasons import why_not
from elcs_gui.proof.argument import Argument, Stroke, StrokeKind, argument_for
from elcs_gui.proof.reasons import figures, known_sentence
from elcs_gui.proof.tree import ARROW, DEPENDENT, INDEPENDENT, NO_EDGE, UNDECIDED, Proof, cited_tests, walk
from elcs_gui.proof.why import why_edge
from elcs_gui.proof.words import arrow_reason, separation_of, shown_tests, statement
from elcs_gui.trace import events as ev
from elcs_gui.trace import rules
from elcs_gui.trace.events import Event, Members
from elcs_gui.trace.explain import braced, listed
from elcs_gui.trace.explain import given as given_behind
from elcs_gui.trace.outcome import pair
from elcs_gui.trace.timeline import timeline_of
from elcs_gui.trace.trace import Trace
from elcs_gui.trace.view import View, learnt_edges

MOST_OPTIONS = 9
"""As many as there are keys for."""
_DECOYS = 3
"""True premises of nothing, among those that are to be found."""


def arrow_question(
    trace: Trace, step: int, event: Event, argument: Argument, kinds: Collection[Kind]
) -> Question:
    """Which way the edge points that the event gives a direction.

    Args:
        argument: what `new_arrow` found at the event.
        kinds: whether the rule and the premises are asked for when the direction was right.
    """
    proof = why_edge(trace, step + 1, *argument.edge)
    names, (a, b) = trace.header.names, argument.ends
    turned = argument.edge[::-1]
    arrows = ((a, b), (b, a))
    failed = _which_premise_failed(trace, step, argument)
    options = tuple(
        Option(
            _id(arrow),
            f"{names[arrow[0]]} → {names[arrow[1]]}",
            _role(arrow, trace, event),
            arrow,
            reason=_turned(trace, proof) if arrow == turned else "",
        )
        for arrow in arrows
    )
    then = [] if failed is None else [(_id(turned), failed)]
    further = _further(trace, step, argument, proof, kinds)
    if further is not None:
        then.append((_id(argument.edge), further))
    return Question(
        Kind.ORIENTATION,
        step,
        f"Which way does {names[a]} — {names[b]} point?",
        options,
        (_id(argument.edge),),
        hint=_hint(trace, argument),
        answer=_answer(trace, proof),
        variables=(a, b),
        link=(a, b),
        rule=argument.rule,
        rests_on=cited_tests(proof),
        then=tuple(then),
    )


def new_arrow(trace: Trace, step: int, event: Event) -> Argument | None:
    """Why the arrow points as it does that the event at this step brings; None where it brings none, or one
    that no test and no other arrow shows."""
    if not find_algorithm(trace.header.algorithm).tells_neighbours:
        return None
    for tail, head in new_arrows(trace, step, event):
        proof = why_edge(trace, step + 1, tail, head)
        if proof.claim.kind == ARROW:
            return argument_for(trace, proof)
    return None


def new_arrows(trace: Trace, step: int, event: Event) -> list[tuple[int, int]]:
    """The arrows that the event at this step brings and nobody knew before; those that a number decides
    are none."""
    match event:
        case ev.Found():
            arrows = [
                *((x, event.target) for x in event.parents),
                *((event.target, x) for x in event.children),
            ]
        case ev.Oriented():
            arrows = [(event.tail, event.head)]
        case _:
            return []
    if event.rule in rules.COMPUTED:
        return []
    view = timeline_of(trace).view(step)
    return [(tail, head) for tail, head in arrows if not _has_direction(view, tail, head)]


def _has_direction(view: View, a: int, b: int) -> bool:
    """In the graph, in the blanket of either, or as the arrow of a spouse."""
    edge = view.edges.get(pair(a, b))
    if edge is not None and edge.rule:
        return True
    for owner, x in ((a, b), (b, a)):
        blanket, latest = view.blankets.get(owner), view.blanket
        if blanket is not None and x in blanket.reasons and not view.whole:
            return True
        if latest is not None and x in latest.spouses.get(owner, ()) and owner in latest.children:
            return True
    return False


def _id(arrow: tuple[int, int]) -> str:
    return f"{arrow[0]}>{arrow[1]}"


def _role(arrow: tuple[int, int], trace: Trace, event: Event) -> str:
    """What the arrow makes of the neighbour."""
    names = trace.header.names
    target = event.target if isinstance(event, ev.Found) else trace.header.target
    if target not in arrow:
        return ""
    tail, head = arrow
    return (
        f"{names[tail]} is a cause of {names[head]}"
        if head == target
        else f"{names[head]} is an effect of {names[tail]}"
    )


def _answer(trace: Trace, proof: Proof) -> str:
    names = trace.header.names
    tail, head = (names[x] for x in proof.claim.of)
    return f"{tail} → {head} {''.join(arrow_reason(trace, proof, names))}"


def _turned(trace: Trace, proof: Proof) -> str:
    """Why the other way is wrong."""
    return f"The run finds {_answer(trace, proof)}"


def _hint(trace: Trace, argument: Argument) -> str:
    """The first thing that the rule rests on."""
    names = trace.header.names
    for premise in argument.numbered:
        if premise.proof.claim.kind != ARROW:
            return statement(trace, premise.proof, names).strong
    if argument.numbered:
        tail, head = argument.numbered[0].proof.claim.of
        return f"{names[tail]} → {names[head]} is known."
    return rules.RULES[argument.rule].card[1]


# By which rule, and resting on what


def _further(
    trace: Trace, step: int, argument: Argument, proof: Proof, kinds: Collection[Kind]
) -> Question | None:
    premises = _premises(trace, step, argument, proof) if Kind.PREMISES in kinds else None
    rule = _by_which_rule(trace, step, argument, proof, premises) if Kind.RULE in kinds else None
    return rule or premises


def _by_which_rule(
    trace: Trace, step: int, argument: Argument, proof: Proof, premises: Question | None
) -> Question | None:
    names, known = trace.header.names, find_algorithm(trace.header.algorithm).rules
    reasons = {rule: why_not(trace, step, argument, rule) for rule in known if rule != argument.rule}
    offered = [rule for rule in known if rule == argument.rule or reasons.get(rule)]
    if argument.rule not in offered or len(offered) < 2:
        return None
    tail, head = (names[x] for x in argument.edge)
    options = tuple(Option(rule, rules.RULES[rule].title, reason=reasons.get(rule, "")) for rule in offered)
    return Question(
        Kind.RULE,
        step,
        f"By which rule does {tail} → {head} follow?",
        options[:MOST_OPTIONS],
        (argument.rule,),
        hint=_hint(trace, argument),
        answer=_answer(trace, proof),
        variables=argument.edge,
        link=argument.edge,
        rule=argument.rule,
        rests_on=cited_tests(proof),
        then=() if premises is None else ((argument.rule, premises),),
    )


def _premises(trace: Trace, step: int, argument: Argument, proof: Proof) -> Question | None:
    """The numbered premises among links that have no part in it."""
    names = trace.header.names
    wanted: dict[int, list[tuple[Proof, tuple[Stroke, ...]]]] = {}
    for premise in argument.numbered:
        if not premise.beside and premise.strokes:
            wanted.setdefault(premise.number, []).append((premise.proof, premise.strokes))
    decoys = _decoys(trace, step, argument)[: MOST_OPTIONS - len(wanted)]
    if not wanted or not decoys:
        return None
    texts = []
    for found in wanted.values():
        said = " ".join(statement(trace, each, names).strong for each, _ in found)
        texts.append((said, tuple(stroke for _, strokes in found for stroke in strokes), ""))
    for stroke in decoys:
        sign = "→" if stroke.kind is StrokeKind.ARROW else "—"
        link = f"{names[stroke.tail]} {sign} {names[stroke.head]}"
        texts.append(
            (f"{link} is there.", (stroke,), f"{link} is there, but the rule does not need it here.")
        )
    # By the variables, so that the order does not tell which are right.
    texts.sort(key=lambda each: (each[1][0].ends, each[0]))
    options = tuple(
        Option(f"p{number}", said, place=number, reason=reason)
        for number, (said, _, reason) in enumerate(texts, 1)
    )
    tail, head = (names[x] for x in argument.edge)
    return Question(
        Kind.PREMISES,
        step,
        f"What does {tail} → {head} rest on? Choose all of it.",
        options,
        tuple(option.id for option in options if not option.reason),
        every=True,
        hint=rules.RULES[argument.rule].card[1],
        answer=_answer(trace, proof),
        variables=argument.cast,
        link=argument.edge,
        rule=argument.rule,
        places=tuple(Place(number, strokes) for number, (_, strokes, _) in enumerate(texts, 1)),
        rests_on=cited_tests(proof),
    )


def _decoys(trace: Trace, step: int, argument: Argument) -> list[Stroke]:
    """Other links of the two variables, as they are known before the step."""
    used = {stroke.ends for premise in argument.premises for stroke in premise.strokes}
    used |= {pair(*edge) for edge in argument.concludes}
    found = []
    for edge in learnt_edges(timeline_of(trace).view(step)):
        if pair(edge.tail, edge.head) in used or not {edge.tail, edge.head} & {*argument.edge}:
            continue
        claim = why_edge(trace, step, edge.tail, edge.head).claim
        if claim.kind in (ARROW, UNDECIDED):
            kind = StrokeKind.ARROW if claim.kind == ARROW else StrokeKind.LINK
            found.append(Stroke(kind, claim.of[0], claim.of[1]))
    return found[:_DECOYS]


# Which premise failed


@dataclass(frozen=True, slots=True)
class _Need:
    """What the turned arrow needs: `holds` says what shows it, or `fails` what contradicts it."""

    text: str
    stroke: Stroke
    note: str = ""
    holds: str = ""
    fails: str = ""


def _which_premise_failed(trace: Trace, step: int, argument: Argument) -> Question | None:
    """Asked of whoever turned the arrow round; None of a rule that has no such premises here."""
    make = _NEEDS.get(argument.rule)
    proof = why_edge(trace, step + 1, *argument.edge)
    needs = [] if make is None else make(trace, argument, proof)
    broken = [need for need in needs if need.fails]
    if not broken:
        return None
    names = trace.header.names
    tail, head = (names[x] for x in argument.edge)
    options = tuple(
        Option(f"p{number}", need.text, need.note, place=number, reason=need.holds)
        for number, need in enumerate(needs, 1)
    )
    return Question(
        Kind.FAILED,
        step,
        "Which premise failed?",
        options,
        tuple(option.id for option in options if not option.reason),
        context=f"{head} → {tail} needs all of these to hold. Choose the one that the run contradicts.",
        hint=f"{len(needs) - len(broken)} of the {len(needs)} hold.",
        answer=" ".join(need.fails for need in broken),
        variables=argument.cast,
        link=argument.edge,
        rule=argument.rule,
        places=tuple(Place(number, (need.stroke,)) for number, need in enumerate(needs, 1)),
        rests_on=cited_tests(proof),
    )


def _shown(trace: Trace, proof: Proof) -> str:
    """That a premise holds, and by which tests."""
    tests = shown_tests(proof) or cited_tests(proof)
    return f"It holds ({_measured(trace, tests)})." if tests else "It holds."


def _measured(trace: Trace, tests: Sequence[int]) -> str:
    """The tests, and what they measured: test #53, p 0.982."""
    return f"test{'s' * (len(tests) > 1)} {figures(trace, tests)}"


def _linked(trace: Trace, ends: Members, proof: Proof) -> _Need:
    names, (x, y) = trace.header.names, ends
    return _Need(
        f"{names[x]} and {names[y]} are linked",
        Stroke(StrokeKind.LINK, x, y),
        "no set parts them?",
        holds=_shown(trace, proof),
    )


def _verdict(trace: Trace, proof: Proof, *, contradicted: bool) -> _Need:
    """What a test says, or, if `contradicted`, the contrary of it."""
    names, (x, y), given = trace.header.names, proof.claim.of, proof.claim.given
    apart = (proof.claim.kind == DEPENDENT) == contradicted
    what = "independent" if apart else "dependent"
    if given:
        knowing = f"Knowing {listed(names, given)} {'leaves' if apart else 'keeps'} "
        text = f"{knowing}{names[x]} and {names[y]} {what}"
    else:
        text = f"{names[x]} and {names[y]} are {what} unconditionally"
    sign = "⊥" if apart else "⊥̸"
    where = given_behind(names, given)
    note = f"{names[x]} {sign} {names[y]}{where}?"
    stroke = Stroke(StrokeKind.APART if apart else StrokeKind.TIED, x, y, given)
    measured = _measured(trace, proof.tests)
    if not contradicted:
        return _Need(text, stroke, note, holds=f"It holds ({measured}).")
    found = "independent" if proof.claim.kind == INDEPENDENT else "dependent"
    return _Need(
        text,
        stroke,
        note,
        fails=f"{names[x]} and {names[y]} are {found}{where or ' unconditionally'} ({measured}).",
    )


def _by_candidate(trace: Trace, argument: Argument, proof: Proof) -> list[_Need]:
    """V- and N-structures: knowing the effect ties the spouse to the target, which something had parted."""
    child = argument.edge[1]
    nodes = (node for node in walk(proof) if node.claim.kind == "in CSP" and node.rule == "candidate")
    candidate = next((node for node in nodes if node.claim.of[1] == child), None)
    if candidate is None or candidate.premises[0].claim.kind != INDEPENDENT:
        return []
    apart, tied = candidate.premises[0], candidate.premises[1]
    if tied.claim.kind != DEPENDENT:
        return []
    return [
        _linked(trace, argument.edge, why_edge(trace, proof.step - 1, *argument.edge)),
        _verdict(trace, tied, contradicted=True),
        _verdict(trace, apart, contradicted=False),
    ]


def _by_lemma_1a(trace: Trace, argument: Argument, proof: Proof) -> list[_Need]:  # noqa: ARG001  one of many
    neighbour, _, apart, tied = proof.premises
    return [
        _linked(trace, proof.claim.of, neighbour),
        _verdict(trace, tied, contradicted=True),
        _verdict(trace, apart, contradicted=False),
    ]


def _by_lemma_1b(trace: Trace, argument: Argument, proof: Proof) -> list[_Need]:  # noqa: ARG001
    neighbour, cause, _, apart = proof.premises
    return [
        _linked(trace, proof.claim.of, neighbour),
        _arrow(trace, cause),
        _verdict(trace, apart, contradicted=True),
    ]


def _by_collider(trace: Trace, argument: Argument, proof: Proof) -> list[_Need]:  # noqa: ARG001
    own, other, separated, *_ = proof.premises
    names, (x, y), given = trace.header.names, separated.claim.of, separated.claim.given
    where = f" given {braced(names, given)}" if given else " unconditionally"
    tests = _measured(trace, separated.tests) if separated.tests else ""
    return [
        _linked(trace, own.claim.of, own),
        _linked(trace, other.claim.of, other),
        _Need(
            f"{names[x]} and {names[y]} depend on each other{where}",
            Stroke(StrokeKind.TIED, x, y, given),
            f"{names[x]} ⊥̸ {names[y]}{where if given else ''}?",
            fails=f"{names[x]} and {names[y]} are independent{where}{f' ({tests})' if tests else ''}.",
        ),
    ]


def _arrow(trace: Trace, proof: Proof) -> _Need:
    tail, head = proof.claim.of
    names = trace.header.names
    rule = f"{''.join(rules.RULES[proof.rule].because)}"
    return _Need(
        f"{names[tail]} → {names[head]}",
        Stroke(StrokeKind.ARROW, tail, head),
        f"{names[tail]} is a cause of {names[head]}?",
        holds=f"It holds, {rule}.",
    )


def _no_new_v(at: Callable[[Members], tuple[int, int, int]]) -> _Needs:
    """R1, R3, R4: two that are not linked would meet. `at` says which two, and where, from the cast."""

    def needs(trace: Trace, argument: Argument, proof: Proof) -> list[_Need]:
        names, (x, y, middle) = trace.header.names, at(argument.cast)
        if why_edge(trace, proof.step - 1, x, y).claim.kind != NO_EDGE:
            return []  # one of their blankets has the other: that they are apart is in dispute
        found = [_arrow(trace, node) for node in proof.premises if node.claim.kind == ARROW]
        apart = next(node for node in proof.premises if {*node.claim.of} == {x, y})
        separated = separation_of(apart)
        why = ""
        if separated is not None and separated.tests:
            parted = braced(names, separated.claim.given)
            why = f": {parted} separates them ({_measured(trace, separated.tests)})"
        broken = _Need(
            f"{names[x]} and {names[y]} are linked",
            Stroke(StrokeKind.LINK, x, y),
            f"else they would make a V-structure at {names[middle]}",
            fails=f"{names[x]} and {names[y]} are not linked{why}. They would meet at {names[middle]}, in a "
            "V-structure that no test has found.",
        )
        if len(found) < 2:
            own = next(node for node in proof.premises if {*node.claim.of} == {*argument.edge})
            found.insert(0, _linked(trace, argument.edge, own))
        return [*found[:2], broken]

    return needs


def _by_r2(trace: Trace, argument: Argument, proof: Proof) -> list[_Need]:
    names, (tail, head, middle) = trace.header.names, argument.cast
    own = next(node for node in proof.premises if {*node.claim.of} == {tail, head})
    a, b, c = names[tail], names[middle], names[head]
    return [
        _linked(trace, (tail, head), own),
        _Need(
            f"No arrows lead from {a} to {c}",
            Stroke(StrokeKind.ARROW, middle, head),
            "else the arrows run in a circle",
            fails=f"{a} → {b} → {c} leads there, and with {c} → {a} it would be a circle.",
        ),
    ]


def _by_knowledge(trace: Trace, argument: Argument, proof: Proof) -> list[_Need]:
    names, (tail, head) = trace.header.names, argument.edge
    linked, known = proof.premises
    return [
        _linked(trace, (tail, head), linked),
        _Need(
            f"Nothing that is known rules out {names[head]} → {names[tail]}",
            Stroke(StrokeKind.FORBIDDEN, head, tail),
            fails=known_sentence(trace, known),
        ),
    ]


_Needs = Callable[[Trace, Argument, Proof], Sequence[_Need]]
_NEEDS: dict[str, _Needs] = {
    rules.SPOUSE: _by_candidate,
    rules.N_STRUCTURE: _by_candidate,
    rules.LEMMA_1A: _by_lemma_1a,
    rules.LEMMA_1B: _by_lemma_1b,
    rules.COLLIDER: _by_collider,
    rules.R1: _no_new_v(lambda cast: (cast[2], cast[1], cast[0])),
    rules.R2: _by_r2,
    rules.R3: _no_new_v(lambda cast: (cast[2], cast[3], cast[0])),
    rules.R4: _no_new_v(lambda cast: (cast[3], cast[1], cast[0])),
    rules.KNOWLEDGE: _by_knowledge,
}
