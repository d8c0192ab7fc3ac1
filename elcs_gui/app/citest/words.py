"""What the test page says: the question and its answer, the margin to alpha, and what follows."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np

from elcs_gui.algorithms.registry import find_algorithm
from elcs_gui.app.kit.labels import link, strong
from elcs_gui.ci.oracle import Oracle, colliders, connecting_path, with_hidden
from elcs_gui.ci.questions import PERFECT, CiTest, Correlating, Question, Verdict
from elcs_gui.ci.registry import KnownTest
from elcs_gui.foreign import Rich, joined, markup, rich
from elcs_gui.picture.short_names import LONGEST_NAME, in_letters
from elcs_gui.trace import events as ev
from elcs_gui.trace.events import Event, Tested
from elcs_gui.trace.explain import SMALLEST_P, Names, p_value, told, why_unmeasured
from elcs_gui.trace.listings import STAGES, listing, purpose, stage
from elcs_gui.trace.sets import CSP
from elcs_gui.trace.trace import Trace

_MOST_FACTS = 3


def named(names: Names, x: int) -> str:
    """The name of x, shortened if it is long."""
    return in_letters(tuple(names), LONGEST_NAME)[x]


def quoted(names: Names, x: int) -> Rich:
    return strong(named(names, x))


def question(event: Tested, names: Names, *, answered: bool = True) -> Rich:
    """The question, and its answer, as one sentence."""
    x, y = quoted(names, event.x), quoted(names, event.y)
    given = [quoted(names, variable) for variable in event.z]
    verb = "is" if len(given) == 1 else "are"
    known = markup(" once {} {} known", _listed(given), verb) if given else Rich("")
    asked = markup("Are {} and {} independent{}?", x, y, known)
    return markup("{} {}", asked, strong(_answer(event))) if answered else asked


def _answer(event: Tested) -> str:
    yes = "Yes" if event.independent else "No"
    if event.forced:
        return f"{yes}, as you decided."
    if not Verdict.of(event.verdict).measured:
        return "The data cannot tell."
    return f"{yes}."


def _listed(words: Sequence[str]) -> Rich:
    *others, last = map(rich, words)
    return markup("{} and {}", joined(others, Rich(", ")), last) if others else last


def margin(p: float, alpha: float) -> str:
    """How far p lies from alpha."""
    if p < SMALLEST_P:
        return "p is too small to be told from 0."
    side = "above" if p > alpha else "below"
    factor = max(p / alpha, alpha / p)
    if factor < 1.05:
        return f"p is as good as equal to alpha: a very close call (p {p_value(p)})."
    if factor < 2:
        return f"p is only a factor {factor:.1f} {side} alpha: a close call."
    if factor < 10:
        return f"p is a factor {factor:.1f} {side} alpha."
    if factor < 1e4:
        return f"p is a factor {factor:,.0f} {side} alpha."
    return f"p is far {side} alpha ({_ten_to(math.floor(math.log10(factor)))} ×)."


def _ten_to(power: int) -> str:
    """A power of ten as it is written: 10¹⁵⁸."""
    return "10" + str(power).translate(str.maketrans("0123456789", "⁰¹²³⁴⁵⁶⁷⁸⁹"))


def undecided(test: KnownTest, rows_a_cell: float | None, *, independent: bool) -> str:
    """Why an answer is unreliable, and what it counted as; the rows a cell where they are known."""
    if not test.counts_cells:
        return f"{test.undecided}; counted as {_counted(independent)}."
    if rows_a_cell is None:
        return "Too few rows a cell to decide."
    shown = f"{rows_a_cell:.0f}" if rows_a_cell >= 1.5 else f"{rows_a_cell:.2g}"
    noun = "row" if shown == "1" else "rows"
    return f"Only {shown} {noun} a cell: too few to decide; counted as {_counted(independent)}."


def determining(known: KnownTest, test: CiTest | None, event: Tested) -> str:
    """What a test on correlations found of variables that determine one another; empty if they do not."""
    if known.correlates and event.statistic == PERFECT:
        given = " once the variables given are known" if event.z else ""
        return f"A perfect correlation: each is a linear function of the other{given}."
    if isinstance(test, Correlating) and test.determined(Question.of(event.x, event.y, event.z)):
        return "What is given determines one of the two: nothing is left of it that could show a link."
    return ""


def _counted(independent: bool) -> str:
    return "independent" if independent else "dependent"


def by_the_graph(oracle: Oracle, event: Tested, names: Names) -> Rich:
    """Which path connects x and y, or that all are blocked."""
    x, y = named(names, event.x), named(names, event.y)
    path = connecting_path(oracle, event.x, event.y, event.z)
    if path is None:
        if event.z:
            members = _listed([named(names, variable) for variable in event.z])
            verb = "blocks" if len(event.z) == 1 else "block"
            closed = "Every path between {} and {} is closed: {} {} those that would be open."
            return markup(closed, x, y, members, verb)
        closed = "Every path between {} and {} is closed: each runs into a common effect, or there is none."
        return markup(closed, x, y)
    names = with_hidden(oracle, [named(names, variable) for variable in range(len(names))])
    drawn = " ".join(f"{names[node]} {arrow}".strip() for node, arrow in path)
    met = colliders(path)
    if len(path) == 2:
        sentence = Rich("They are neighbours in the true graph: nothing can separate them.")
    elif met:
        effects = _listed([names[node] for node in met])
        noun = (
            "is a common effect, and it or an effect of it is"
            if len(met) == 1
            else ("are common effects, and they or effects of theirs are")
        )
        sentence = markup("{} {} known: that opens the path.", effects, noun)
    else:
        sentence = rich(
            "Nothing on it is known, so it is open."
            if event.z
            else "It is open as long as nothing on it is known."
        )
    return markup("Connected by {}. {}", strong(drawn), sentence)


def link_to(number: int, colour: str) -> Rich:
    """A link to another test."""
    return link(f"{number}", f"test {number:,}", colour, "font-weight:500")


def asked_before(trace: Trace, event: Tested, colour: str) -> Rich:
    """Where a reused answer was first asked for."""
    first = first_asked(trace, Question.of(event.x, event.y, event.z))
    return markup("Reused from {}.", link_to(first, colour)) if 0 < first < event.number else Rich("")


def first_asked(trace: Trace, question: Question) -> int:
    """The number of the test that asked this first; 0 if none did."""
    answer = trace.judge.tape.find(question)
    if answer is None:
        return 0
    found = np.flatnonzero(trace.tests().answers == answer)
    return int(found[0]) + 1 if len(found) else 0


def follows(trace: Trace, event: Tested, colour: str) -> Rich:
    """What the test led to, or why that is nothing yet: not all that is told before the next test."""
    names = trace.header.names
    steps = trace.test_steps
    step = int(steps[event.number - 1])
    more = event.number < len(steps)
    end = int(steps[event.number]) if more else len(trace)
    facts = [fact for fact in trace[step + 1 : end] if _follows_from(fact, event)]
    said = [_in_words(trace, event, fact, colour) for fact in facts[:_MOST_FACTS]]
    if not said:
        said = [rich(_no_fact(event, names))]
        if more:
            following = trace[end]
            assert isinstance(following, Tested)
            there = link_to(following.number, colour)
            said.append(markup("Next: {}, {}.", there, _asks(following, names)))
        else:
            ended = bool(trace.facts) and isinstance(trace.facts[-1], ev.Finished)
            said.append(rich("It is the last test." if ended else "It is the last test so far."))
    return joined(said, Rich(" "))


def _follows_from(fact: Event, test: Tested) -> bool:
    """Was it told because of this test: of its variables, by the same stage, and given the same?"""
    if stage(fact.at) != stage(test.at):
        return False
    match fact:
        case ev.Separated() | ev.Undecidable() | ev.Left() | ev.FalseNeighbour():
            return fact.x in (test.x, test.y) and set(fact.z) == set(test.z)
        case ev.Entered(through=None) | ev.Barred(through=None) | ev.NotSeparated():
            return {fact.x, fact.target} == {test.x, test.y}
        case ev.Entered() | ev.Barred() | ev.RuledOut():
            return fact.x in (test.x, test.y)
        case ev.Found():
            concerned = {fact.target, *fact.parents, *fact.children, *fact.because}
            return concerned.issuperset((test.x, test.y))
    return False


def _in_words(trace: Trace, event: Tested, fact: Event, colour: str) -> Rich:
    names = trace.header.names
    if isinstance(fact, ev.Entered) and fact.through in event.z and not event.independent:
        x, target, child = (named(names, v) for v in (fact.x, fact.target, fact.through))
        apart = tuple(variable for variable in event.z if variable != fact.through)
        before = first_asked(trace, Question.of(fact.x, fact.target, apart))
        if 0 < before < event.number and not why_unmeasured(trace, fact.x, fact.target, apart):
            shown = link_to(before, colour)
            if not apart:
                start = "{} and {} are independent unconditionally ({}). Knowing {} makes them"
                said = markup(start, x, target, shown, child)
            else:
                separates = "alone separates" if len(apart) == 1 else "separate"
                members = _listed([named(names, v) for v in apart])
                start = "{} {} {} from {} ({}). Adding {} makes them"
                said = markup(start, members, separates, x, target, shown, child)
            again = " again" if apart else ""
            joins = f"so {child} may be a common effect: {x} joins {fact.set}({child})."
            then = _still_to_come(trace, x, child) if fact.set == CSP else ""
            return markup("{} dependent{}, {}{}", said, again, joins, then)
    return rich(told(trace, fact, in_letters(tuple(names), LONGEST_NAME)))


def _still_to_come(trace: Trace, x: str, child: str) -> str:
    """What a candidate has to pass before it counts as a spouse, where the algorithm has such a stage."""
    pruned = STAGES["pruned"]
    listings = map(listing, find_algorithm(trace.header.algorithm).listings)
    if not any(line.stage == pruned.id for one in listings for line in one.lines):
        return ""
    return f" It is only a candidate until “{pruned.title}” has tried to separate {x} from {child}."


def _no_fact(event: Tested, names: Names) -> str:
    x, y = named(names, event.x), named(names, event.y)
    asked_for = purpose(event.at)
    if asked_for.searches and not event.independent:
        if not event.z:
            return f"{x} and {y} are linked; the search for a set that separates them goes on."
        members = _listed([named(names, variable) for variable in event.z])
        verb = "does" if len(event.z) == 1 else "do"
        not_yet = "{} {} not separate {} from {}: the search for a set that does goes on."
        return markup(not_yet, members, verb, x, y)
    said = asked_for.independent if event.independent else asked_for.dependent
    return said.format(x=x, y=y) or "Nothing changes yet."


def _asks(event: Tested, names: Names) -> str:
    x, y = named(names, event.x), named(names, event.y)
    given = ", ".join(named(names, variable) for variable in event.z)
    return f"{x} and {y} given {{{given}}}" if given else f"{x} and {y}"
