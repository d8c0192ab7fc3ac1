"""Every event as one plain sentence: the one door for the wording of what happened."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any

import numpy as np

from elcs_gui.ci.asking import TOO_FEW_ROWS
from elcs_gui.ci.questions import NOTHING_TO_COMPARE, Question, Verdict
from elcs_gui.trace import events as ev
from elcs_gui.trace import rules
from elcs_gui.trace.events import Event, Members
from elcs_gui.trace.knowledge import Knowledge
from elcs_gui.trace.listings import STAGES, Setting, corrected, line, stage
from elcs_gui.trace.sets import CSP, MB
from elcs_gui.trace.trace import Trace

Names = Sequence[str]

NO_TESTS = "This algorithm requests no tests: it fits a graph to the data."
NO_ALPHA = "This algorithm requests no tests, so alpha changes nothing in its result."


def sentence(event: Event, names: Names) -> str:
    """What happened, in plain words, with the variables' names."""
    return _SENTENCES[type(event)](event, names)


def told(trace: Trace, event: Event, names: Names | None = None) -> str:
    """The same of an event of a trace.

    What follows from a test that measured nothing is not told as found; at the end it is told, where that is
    so, that the rows were too few.
    """
    names = names or trace.header.names
    said = _unmeasured(trace, event, names) or sentence(event, names)
    if not isinstance(event, ev.Finished) or not trace.too_few_rows:
        return said
    few = f"{trace.unreliable:,} of {counted(len(trace.test_steps), 'test')} had too few rows"
    if event.parents or event.children or event.undetermined or event.members:
        return f"{said} But {few}: there may be more."
    return f"{names[event.target]} is done, with {TOO_FEW_ROWS}: {few}."


def asked(trace: Trace, event: ev.Tested, *, since: int = 0) -> str:
    """The question of a test, and how many tests since step `since` have changed nothing."""
    names = trace.header.names
    passed = event.number - 1 - int(trace.test_steps.searchsorted(since))
    question = f"Are {names[event.x]} and {names[event.y]} independent{given(names, event.z)}?"
    return question if passed <= 0 else f"{counted(passed, 'test')} changed nothing. {question}"


def answered(trace: Trace, event: ev.Tested) -> str:
    """The answer to that question; where there were too few rows, that it cannot be given."""
    said = told(trace, event)
    if not event.forced and not Verdict.of(event.verdict).measured:
        return said
    return f"{'Yes' if event.independent else 'No'}: {said.partition(': ')[2]}"


def prose(trace: Trace, *, tests: bool = True) -> Iterator[str]:
    """What happened at each step, a heading for each stage; without `tests`, only what they led to."""
    heading = ""
    for step, event in enumerate(trace, 1):
        if not tests and isinstance(event, ev.Tested):
            continue
        stage_id = stage(event.at)
        if stage_id and STAGES[stage_id].title != heading:
            heading = STAGES[stage_id].title
            yield f"== {heading} =="
        yield f"{step:>6}  {event.at:<18} {told(trace, event)}"


def subject(title: str, target: str, rows: int | None, variables: int) -> str:
    """What a report is about: T in alarm.csv (1,000 rows, 37 variables)."""
    return f"{target} in {title} ({f'{rows:,} rows, ' if rows else ''}{variables} variables)"


def setting_words(told: tuple[str, Setting]) -> str:
    """A parameter and what it is set to: lambda1 0.1."""
    name, value = told
    return f"{name} {value:g}" if isinstance(value, float) else f"{name} {value}"


def knowledge_in_short(knowledge: Knowledge) -> str:
    """How much is known beforehand: 1 arrow required, 2 edges forbidden, 3 tiers."""
    forbidden = set(knowledge.forbidden)
    both = sum((head, tail) in forbidden for tail, head in forbidden)
    counts = [
        (len(knowledge.required), "arrow", " required"),
        (len(knowledge.adjacent), "edge", " required"),
        (len(forbidden) - both, "arrow", " forbidden"),
        (both // 2, "edge", " forbidden"),
        (len(knowledge.tiers), "tier", ""),
    ]
    return ", ".join(f"{counted(number, word)}{what}" for number, word, what in counts if number)


def listed(names: Names, members: Iterable[int]) -> str:
    """Variables as an English list: A, B and C."""
    return enumerated([names[member] for member in members]) or "none"


def enumerated(words: Sequence[str]) -> str:
    """A, B and C."""
    return f"{', '.join(words[:-1])} and {words[-1]}" if len(words) > 1 else "".join(words)


def braced(names: Names, members: Members) -> str:
    """Variables as a set: {A, B}, or ∅."""
    return "{" + ", ".join(names[member] for member in members) + "}" if members else "∅"


def given(names: Names, members: Members) -> str:
    """Behind what is asked or said of two variables: " given {A, B}", or nothing."""
    return f" given {braced(names, members)}" if members else ""


def counted(number: int, word: str) -> str:
    """1 test, 2 tests."""
    return f"{number:,} {word}{'s' * (number != 1)}"


SMALLEST_P = 1e-300
"""A p-value below loses its digits, and that of a perfect correlation is 0: both are told as smaller than
this, and no alpha that anyone would think of turns them."""


def p_value(p: float) -> str:
    """A p-value as it is shown everywhere."""
    if p < SMALLEST_P:
        return "<1e−300"
    return f"{p:.3f}" if p >= 0.0005 else f"{p:.1e}".replace("e-0", "e-").replace("e-", "e−")


def _tested(e: ev.Tested, names: Names, reason: str = NOTHING_TO_COMPARE) -> str:
    x, y = names[e.x], names[e.y]
    where = given(names, e.z)
    link = "are independent" if e.independent else "depend on each other"
    if e.forced:
        return f"Test {e.number}: {x} and {y} {link}{where}, as you decided."
    if e.verdict == Verdict.UNRELIABLE.word:
        return (
            f"Test {e.number}: {x} and {y}{where}: too few rows to decide; "
            f"counted as {'independent' if e.independent else 'dependent'}."
        )
    if e.verdict == Verdict.NO_INFORMATION.word:
        return f"Test {e.number}: {x} and {y}{where}: no information ({reason}); counted as independent."
    return f"Test {e.number}: {x} and {y} {link}{where}{_figures(e)}."


def _figures(e: ev.Tested) -> str:
    if e.p is None or e.statistic is None:
        return ""
    freedom = "" if e.df is None else f", df {e.df}"
    reused = ", reused" if e.reused else ""
    return f" (p {p_value(e.p)}, statistic {e.statistic:.2f}{freedom}{reused})"


def why_unmeasured(trace: Trace, x: int, y: int, z: Members) -> str:
    """Why a test measured nothing, behind "their test ..."; nothing where it did, or was not asked."""
    judge = trace.judge
    answer = judge.tape.find(Question.of(x, y, z))
    if answer is None:
        return ""
    (verdict,) = judge.verdicts(np.array([answer], dtype=np.int32))
    if verdict == Verdict.NO_INFORMATION:
        return f"had no information ({judge.tape.reason(answer)})"
    return "had too few rows" if verdict == Verdict.UNRELIABLE else ""


def _unmeasured(trace: Trace, event: Event, names: Names) -> str:
    """What follows from a test that measured nothing; nothing for all other events."""
    if isinstance(event, ev.Tested):
        if event.verdict != Verdict.NO_INFORMATION.word or event.forced:
            return ""
        answer = trace.judge.tape.find(Question.of(event.x, event.y, event.z))
        return "" if answer is None else _tested(event, names, trace.judge.tape.reason(answer))
    if isinstance(event, ev.Parted):
        missing = why_unmeasured(trace, event.x, event.y, event.z)
        both = f"{names[event.x]} and {names[event.y]}"
        return missing and f"{both} count as not adjacent: their test{given(names, event.z)} {missing}."
    if not isinstance(event, ev.Separated | ev.Left | ev.RuledOut | ev.FalseNeighbour):
        return ""
    z = event.temp if isinstance(event, ev.RuledOut) else event.z
    others = [event.target]
    if isinstance(event, ev.Left) and event.through is not None:
        others.insert(0, event.through)
    for other in others:
        if missing := why_unmeasured(trace, event.x, other, z):
            why = f"its test with {names[other]}{given(names, z)} {missing}"
            return f"{_outcome(event, names)}: {why}."
    return ""


def _outcome(e: ev.Separated | ev.Left | ev.RuledOut | ev.FalseNeighbour, names: Names) -> str:
    """What becomes of x, without the reason."""
    x = names[e.x]
    if isinstance(e, ev.RuledOut):
        return f"{x} does not count as a spouse of {names[e.target]}"
    if isinstance(e, ev.Separated):
        return f"{x} {'stays outside' if e.z else 'is set aside'}"
    if isinstance(e, ev.FalseNeighbour):
        return f"{x} leaves PC for good"
    if e.through is None:
        return f"{x} leaves {e.set}"
    return f"{x} leaves the spouses through {names[e.through]}"


def _separated(e: ev.Separated, names: Names) -> str:
    x, target = names[e.x], names[e.target]
    if not e.z:
        return f"{x} is set aside: it is independent of {target} as it stands."
    outside = "outside PC" if stage(e.at) == "pc" else "outside"
    return f"{x} stays {outside}: {braced(names, e.z)} separates it from {target}."


def _not_separated(e: ev.NotSeparated, names: Names) -> str:
    x, target = names[e.x], names[e.target]
    return f"Nothing found separates {x} from {target}: {x} stays outside PC and is not tried as a spouse."


def _undecidable(e: ev.Undecidable, names: Names) -> str:
    where = given(names, e.z)
    return f"{names[e.x]} is set aside: too few rows to tell it from {names[e.target]}{where}."


def _barred(e: ev.Barred, names: Names) -> str:
    x, target = names[e.x], names[e.target]
    if e.through is not None:
        return f"{x} is no spouse of {target} through {names[e.through]}: that is forbidden."
    return f"{x} depends on {target}, but an edge between them is forbidden: it stays outside {e.set}."


def _ranked(e: ev.Ranked, names: Names) -> str:
    of = f"through {names[e.through]}" if e.through is not None else f"for {names[e.target]}"
    if e.order:
        return f"The candidates {of}, strongest first: {listed(names, e.order)}."
    return f"There are no {'more ' if e.set == MB else ''}candidates {of}."


def _entered(e: ev.Entered, names: Names) -> str:
    x, target, known = names[e.x], names[e.target], line(e.at).with_knowledge
    if e.through is None:
        return f"{x} enters {e.set} of {target}{': an edge between them is required' if known else ''}."
    role = "a candidate spouse" if e.set == CSP else "a spouse"
    return (
        f"{x} becomes {role} of {target} through {names[e.through]}"
        f"{': both are known to cause it' if known else ''}."
    )


def _left(e: ev.Left, names: Names) -> str:
    x = names[e.x]
    if e.through is not None:
        why = f"{braced(names, e.z)} separates the two" if e.z else "the two are independent"
        return f"{x} is no spouse through {names[e.through]}: {why}."
    if corrected(e.at):
        return f"{x} leaves {e.set}:{given(names, e.z)} its p with {names[e.target]} is above the threshold."
    return f"{x} leaves {e.set}: {_apart(e.z, names[e.target], names)}."


def _apart(z: Members, target: str, names: Names) -> str:
    return f"{braced(names, z)} separates it from {target}" if z else f"it is independent of {target}"


def _parted(e: ev.Parted, names: Names) -> str:
    x, y = names[e.x], names[e.y]
    if not e.z:
        return f"{x} and {y} are not adjacent: they are independent."
    return f"{x} and {y} are not adjacent: {braced(names, e.z)} separates them."


def _ruled_out(e: ev.RuledOut, names: Names) -> str:
    x, target = names[e.x], names[e.target]
    if not e.temp:
        return f"{x} cannot be a spouse of {target}: it depends on no member of PC."
    return f"{x} cannot be a spouse of {target}: {braced(names, e.temp)} blocks every way between them."


def _spouses_copied(e: ev.SpousesCopied, names: Names) -> str:
    return f"The candidate spouses of {names[e.target]} are now tried one by one."


def _false_neighbour(e: ev.FalseNeighbour, names: Names) -> str:
    return f"{names[e.x]} leaves PC: {_apart(e.z, names[e.target], names)}, for good."


def _found(e: ev.Found, names: Names) -> str:
    xs, target, because = e.parents + e.children, names[e.target], listed(names, e.because)
    role = "cause" if e.parents else "effect"
    what = f"are {role}s of" if len(xs) > 1 else f"is {'an' if role == 'effect' else 'a'} {role} of"
    declared = rules.RULES[e.rule].found.format(target=target, because=because)
    why = declared or _FOUND[e.rule](e, names)
    return f"{listed(names, xs)} {what} {target}: {why}."


def _by_spouses(e: ev.Found, names: Names) -> str:
    one = len(e.because) == 1
    return f"{listed(names, e.because)} {'is its other cause' if one else 'are its other causes'}"


def _by_candidates(e: ev.Found, names: Names) -> str:
    one = len(e.because) == 1
    what = "a spouse through another effect" if one else "spouses through other effects"
    through = listed(names, e.parents + e.children)
    return f"{listed(names, e.because)}, {what}, became a candidate through {through} (N-structure)"


def _by_pair(e: ev.Found, names: Names) -> str:
    given = " given the blanket of one" if stage(e.at) == "pairs-again" else ""
    return f"independent{given}, but not once {names[e.target]} is known (Lemma 1a)"


def _by_tie(e: ev.Found, names: Names) -> str:
    beyond = "" if {*e.parents, *e.children} <= {*e.because} else ", nor is what leads to them"
    because, target = listed(names, e.because), names[e.target]
    return f"{because} are independent, but not once {target} is known: neither is an effect of it{beyond}"


def _no_cause(e: ev.Found, names: Names) -> str:
    """Why what LDECC found cannot be a cause: by its line 12, 4 or 17."""
    target, because = names[e.target], listed(names, e.because)
    if len(e.because) > 1:
        return f"knowing it makes {because} dependent, which a cause of {target} could not"
    if stage(e.at) == "colliders":
        return (
            f"{because} depends on it; a cause would pass that on to {target}, from which {because} is apart"
        )
    return f"{because} is a cause, and {target} keeps the two apart, which it could not if both were"


_FOUND: dict[str, Callable[[ev.Found, Names], str]] = {
    rules.SPOUSE: _by_spouses,
    rules.N_STRUCTURE: _by_candidates,
    rules.LEMMA_1A: _by_pair,
    rules.EAGER: _by_tie,
    rules.NO_CAUSE: _no_cause,
}
"""Of the rules whose half a sentence takes more than names; that of the others is declared."""


def _left_undecided(e: ev.LeftUndecided, names: Names) -> str:
    target = names[e.target]
    if not e.undetermined:
        return f"Every neighbour of {target} is decided."
    verb = "stays" if len(e.undetermined) == 1 else "stay"
    return f"{listed(names, e.undetermined)} {verb} undecided: the blanket of {target} alone cannot tell."


def _taken(e: ev.Taken, names: Names) -> str:
    return (
        f"{names[e.x]} is next in the queue."
        if e.new
        else f"{names[e.x]} is next in the queue, but need not be learnt."
    )


def _computed(e: ev.Computed, names: Names) -> str:  # noqa: ARG001  as all sentences are made
    said = ", ".join(f"{name} {figure(value)}" for name, value in zip(e.names, e.figures, strict=True))
    return f"Round {e.round}: {said}."


def figure(value: float) -> str:
    """A number that was computed, to four digits."""
    return f"{value:.4g}".replace("e-0", "e-").replace("e+0", "e").replace("e+", "e").replace("-", "−")


def _oriented(e: ev.Oriented, names: Names) -> str:
    tail, head = names[e.tail], names[e.head]
    rule = rules.RULES[e.rule]
    if rule.drawn:
        return rule.drawn.format(tail=tail, head=head, because=listed(names, e.because))
    if not rule.of_graph:
        return f"The graph gets the arrow {tail} → {head}."
    return f"{tail} → {head} by {rule.title}: {', '.join(premises(e, names))}."


def premises(e: ev.Oriented, names: Names) -> list[str]:
    """What a rule rests on, in the short form of the result file."""
    others = {letter: names[x] for letter, x in zip("cd", e.because, strict=False)}
    cites = rules.RULES[e.rule].cites
    return [said.format(tail=names[e.tail], head=names[e.head], **others) for said in cites]


def _conflicted(e: ev.Conflicted, names: Names) -> str:
    tail, head = names[e.tail], names[e.head]
    if e.kind == "reversal":
        return f"Conflict: {tail} → {head} was found, but the graph has {head} → {tail}, which stays."
    if e.kind == "overwritten":
        return f"Conflict: the graph had {tail} → {head}, which {head} → {tail} has just overwritten."
    if e.kind == "knowledge":
        return f"Conflict: the tests say {tail} → {head}, but that arrow is forbidden, and stays so."
    return (
        f"Conflict: {head} is a one-sided neighbour, in the blanket of {tail}, "
        f"but {tail} is none in that of {head}."
    )


def _finished(e: ev.Finished, names: Names) -> str:
    target = names[e.target]
    if e.members is not None:
        return f"{target} is done: its Markov blanket is {braced(names, e.members)}."
    if not (e.parents or e.children or e.undetermined):
        return f"{target} is done: it has no neighbours."
    parts = [("causes", e.parents), ("effects", e.children), ("undecided", e.undetermined)]
    return f"{target} is done: " + "; ".join(f"{word} {listed(names, xs)}" for word, xs in parts if xs) + "."


_SENTENCES: dict[type[Event], Callable[[Any, Names], str]] = {
    ev.Tested: _tested,
    ev.Started: lambda e, names: f"{e.procedure} begins for {names[e.target]}.",
    ev.Separated: _separated,
    ev.NotSeparated: _not_separated,
    ev.Parted: _parted,
    ev.Undecidable: _undecidable,
    ev.Barred: _barred,
    ev.Ranked: _ranked,
    ev.Entered: _entered,
    ev.Left: _left,
    ev.RuledOut: _ruled_out,
    ev.SpousesCopied: _spouses_copied,
    ev.FalseNeighbour: _false_neighbour,
    ev.Found: _found,
    ev.LeftUndecided: _left_undecided,
    ev.Taken: _taken,
    ev.Queued: lambda e, names: f"{listed(names, e.xs)} {'joins' if len(e.xs) == 1 else 'join'} the queue.",
    ev.Joined: lambda e, names: f"The graph gets the edge {names[e.x]} — {names[e.y]}.",
    ev.Unjoined: lambda e, names: f"The graph loses the edge between {names[e.x]} and {names[e.y]}.",
    ev.Computed: _computed,
    ev.Oriented: _oriented,
    ev.Conflicted: _conflicted,
    ev.Ambiguous: lambda e, names: (
        f"{names[e.x]} — {names[e.middle]} — {names[e.y]} is ambiguous: some of the sets that separate "
        f"{names[e.x]} and {names[e.y]} hold {names[e.middle]}, others do not."
    ),
    ev.Finished: _finished,
}
