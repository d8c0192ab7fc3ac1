"""Which question can be asked before a step of a trace, and where a level of difficulty asks one.

    question_at(trace, step, kinds)      before the event trace[step], or None
    stops(trace, level)                  the steps before which the level asks
    questions_of(trace, level)           all of them, in order

A question is asked only where it can be answered from what has been seen: an arrow whose proof rests on
earlier events and variables in the picture; a member that the test before it separated; a verdict on a pair
that was tested before, with what was found then. What comes out of a computation, or of too few rows, is
nobody's to predict.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass

from elcs_gui.ci.questions import Verdict
from elcs_gui.lessons.arrow_questions import MOST_OPTIONS, arrow_question, new_arrow
from elcs_gui.lessons.question import Kind, Option, Question
from elcs_gui.proof.why import why_member
from elcs_gui.proof.words import proof_sentence
from elcs_gui.trace import events as ev
from elcs_gui.trace.changes import changes_of
from elcs_gui.trace.events import Members
from elcs_gui.trace.explain import braced, listed, told
from elcs_gui.trace.listings import AGAIN, AGAIN_MEASURED, Purpose, purpose
from elcs_gui.trace.outcome import Blanket
from elcs_gui.trace.roles import Role, shown_target, standings
from elcs_gui.trace.sets import MB, PC, SP
from elcs_gui.trace.timeline import timeline_of
from elcs_gui.trace.trace import Trace

ALL_KINDS = frozenset(Kind)


@dataclass(frozen=True, slots=True)
class Level:
    """A level of difficulty: what it asks."""

    id: str
    title: str
    sentence: str
    kinds: frozenset[Kind]


_ARROWS = frozenset({Kind.ORIENTATION, Kind.FAILED})
_REMOVALS = _ARROWS | {Kind.RULE, Kind.REMOVAL}
_VERDICTS = _REMOVALS | {Kind.VERDICT}

LEVELS: dict[str, Level] = {
    level.id: level
    for level in (
        Level("arrows", "Arrows", "Which way does the arrow point?", _ARROWS),
        Level("removals", "Arrows, rules and removals", "Also: by which rule, and who leaves?", _REMOVALS),
        Level("verdicts", "Verdicts too", "Also: independent or dependent?", _VERDICTS),
        Level("premises", "Premises too", "Also: what does the arrow rest on?", ALL_KINDS),
    )
}
"""By id, the easiest first."""


def question_at(trace: Trace, step: int, kinds: Collection[Kind] = ALL_KINDS) -> Question | None:
    """What can be asked before the event `trace[step]`; None where that is nothing."""
    if not 0 <= step < len(trace):
        return None
    event = trace[step]
    match event:
        case ev.Tested():
            return _verdict(trace, step, event) if Kind.VERDICT in kinds else None
        case ev.Left() | ev.FalseNeighbour():
            return _removal(trace, step, event) if Kind.REMOVAL in kinds else None
        case ev.Found() | ev.Oriented():
            return _arrow(trace, step, event, kinds) if Kind.ORIENTATION in kinds else None
    return None


def stops(trace: Trace, level: Level) -> Iterator[int]:
    """The steps before which the level may ask, in order; what is asked, `question_at` says.

    Tests are many: only those from which something follows at once count, and of the others one before each
    removal, so that both verdicts come up. A removal and the test before it are not both asked.
    """
    changes = {*changes_of(trace).tolist()}
    last, turn = -1, 0
    for step, fact in zip(trace.fact_steps.tolist(), trace.facts, strict=False):
        tests = range(last + 1, step)
        last = step
        removal = isinstance(fact, ev.Left | ev.FalseNeighbour)
        if removal:
            turn += 1
        if Kind.VERDICT in level.kinds and tests and _follows_from_test(fact):
            if removal and len(tests) > _APART:
                yield tests[(7 * turn + len(tests)) % (len(tests) - 1)]
            if not removal or turn % 2 or Kind.REMOVAL not in level.kinds:
                yield tests[-1]
                if removal:
                    continue
        if step + 1 in changes and (
            (removal and Kind.REMOVAL in level.kinds)
            or (isinstance(fact, ev.Found | ev.Oriented) and Kind.ORIENTATION in level.kinds)
        ):
            yield step


_APART = 6
"""Fewer tests than this before a removal are asked about once."""


def _follows_from_test(fact: ev.Event) -> bool:
    """May it follow from the test right before it? Who enters PC is tried afterwards."""
    if isinstance(fact, ev.Entered):
        return fact.through is not None
    return isinstance(fact, ev.Left | ev.FalseNeighbour | ev.Found)


def questions_of(trace: Trace, level: Level, since: int = 0) -> Iterator[Question]:
    """All that the level asks at this step and after it, in order."""
    found = (question_at(trace, step, level.kinds) for step in stops(trace, level) if step >= since)
    return (question for question in found if question is not None)


def in_picture(trace: Trace, step: int) -> frozenset[int]:
    """The variables of which something is to be seen after `step` events, be it in the tray of the
    dismissed."""
    view = timeline_of(trace).view(step)
    header = trace.header
    target = shown_target(view, trace[step - 1] if step else None, header.target)
    roles = standings(view, target, len(header.names))
    linked = {x for ends in view.edges for x in ends}
    return frozenset(x for x, found in enumerate(roles) if found.role is not Role.UNSEEN or x in linked)


def _arrow(
    trace: Trace, step: int, event: ev.Found | ev.Oriented, kinds: Collection[Kind]
) -> Question | None:
    if not _seen(trace, step):
        return None
    argument = new_arrow(trace, step, event)
    if argument is None or not in_picture(trace, step).issuperset(argument.cast):
        return None
    return arrow_question(trace, step, event, argument, kinds)


def _seen(trace: Trace, step: int) -> bool:
    """Does the event at this step change the picture?"""
    changes = changes_of(trace)
    place = int(changes.searchsorted(step + 1))
    return place < len(changes) and int(changes[place]) == step + 1


# Who leaves


def _removal(trace: Trace, step: int, event: ev.Left | ev.FalseNeighbour) -> Question | None:
    """Asked after the test that separates the one who leaves."""
    members, x = _members(trace, step, event), event.x
    through = event.through if isinstance(event, ev.Left) else None
    other = event.target if through is None else through
    test = _last_test(trace, step)
    if test is None or x not in members or len(members) < 2 or not _seen(trace, step):
        return None
    if not test.independent or {test.x, test.y} != {x, other} or {*test.z} != {*event.z}:
        return None
    names = trace.header.names
    leaving = (
        f"SP({names[through]})" if through is not None else _set_of(event)
    ) + f" of {names[event.target]}"
    offered = sorted({x, *[member for member in members if member != x][: MOST_OPTIONS - 1]})
    options = tuple(
        Option(
            str(member),
            names[member],
            variables=(member,),
            reason="" if member == x else _stays(trace, step, event, member),
        )
        for member in offered
    )
    return Question(
        Kind.REMOVAL,
        step,
        f"Who leaves {leaving}?",
        options,
        (str(x),),
        hint="Of whom has a set just been found that separates it?",
        answer=told(trace, event),
        variables=tuple(offered),
        rests_on=(test.number,),
    )


def _set_of(event: ev.Left | ev.FalseNeighbour) -> str:
    return PC if isinstance(event, ev.FalseNeighbour) else event.set


def _members(trace: Trace, step: int, event: ev.Left | ev.FalseNeighbour) -> Members:
    """Of the set that the event takes someone from, before it."""
    blanket: Blanket | None = timeline_of(trace).view(step).blankets.get(event.target)
    if blanket is None:
        return ()
    if isinstance(event, ev.Left) and event.through is not None:
        return blanket.spouses.get(event.through, ())
    return blanket.mb if _set_of(event) == MB else blanket.pc


def _last_test(trace: Trace, step: int) -> ev.Tested | None:
    """The test right before the step."""
    event = trace[step - 1] if step else None
    return event if isinstance(event, ev.Tested) else None


def _stays(trace: Trace, step: int, event: ev.Left | ev.FalseNeighbour, member: int) -> str:
    """Why somebody else is still in the set."""
    through = event.through if isinstance(event, ev.Left) else None
    name = _set_of(event) if through is None else SP
    return proof_sentence(trace, why_member(trace, step, name, event.target, member, through=through))


# Independent or dependent


def _verdict(trace: Trace, step: int, event: ev.Tested) -> Question | None:
    """Asked about a pair that has been tested before, where rows decide."""
    if event.forced or not Verdict.of(event.verdict).measured:
        return None
    before = _earlier(trace, event)
    if not before or not in_picture(trace, step).issuperset((event.x, event.y, *event.z)):
        return None
    names, given = trace.header.names, event.z
    where = f", given {listed(names, given)}" if given else ""
    right = "independent" if event.independent else "dependent"
    follows = _follows(purpose(event.at), names[event.x], names[event.y])
    reason = " ".join(filter(None, (told(trace, event), _compared(trace, before, event))))
    options = tuple(
        Option(word, word.capitalize(), note, reason="" if word == right else reason)
        for word, note in zip(("dependent", "independent"), follows, strict=True)
    )
    return Question(
        Kind.VERDICT,
        step,
        f"Are {names[event.x]} and {names[event.y]} dependent{where}?",
        options,
        (right,),
        context=_found_before(trace, before),
        hint=_way_to_think(trace, before),
        answer=reason,
        variables=(event.x, event.y),
        link=(event.x, event.y),
        given=given,
    )


def _earlier(trace: Trace, event: ev.Tested) -> list[ev.Tested]:
    """What bears on it: on the same pair, by other sets, the smallest that parted them, and the last verdict
    of each kind, as far as they were measured. Nothing where the very same was asked before."""
    log = trace.tests(0, event.number - 1)
    asked = trace.judge.tape.asked[log.answers]
    low, high = min(event.x, event.y), max(event.x, event.y)
    places = ((asked[:, 0] == low) & (asked[:, 1] == high)).nonzero()[0]
    apart: list[ev.Tested] = []
    tied: list[ev.Tested] = []
    for place in places.tolist():
        test = trace[int(log.steps[place])]
        assert isinstance(test, ev.Tested)
        if {*test.z} == {*event.z}:
            return []
        if Verdict.of(test.verdict).measured:
            (apart if test.independent else tied).append(test)
    found = [min(apart, key=lambda test: len(test.z)), apart[-1]] if apart else []
    by_set = {frozenset(test.z): test for test in reversed((*found, *tied[-1:]))}
    return sorted(by_set.values(), key=lambda test: test.number)


def _compared(trace: Trace, before: list[ev.Tested], event: ev.Tested) -> str:
    """What the set does to the ways between the two, held against the last smaller set that was asked."""
    smaller = [test for test in before if {*test.z} < {*event.z}]
    if not smaller:
        return ""
    last = max(smaller, key=lambda test: (test.independent != event.independent, test.number))
    added = [x for x in event.z if x not in last.z]
    if event.independent:
        does = "opens no way" if last.independent else "blocks every open way"
    else:
        does = "opens a way" if last.independent else "does not block every way"
    meet = ""
    if last.independent and not event.independent:
        at = "it, or at a cause of it" if len(added) == 1 else "one of them, or at a cause of one"
        meet = f": arrows meet at {at}"
    knowing = f"nowing {listed(trace.header.names, added)}{' as well' if last.z else ''}"
    sure = "K" if event.p is None else "If the verdicts are right, k"
    return f"{sure}{knowing} {does} between them{meet}."


def _found_before(trace: Trace, before: list[ev.Tested]) -> str:
    """What was found of the pair: {E} parted them (test 187), {E, A} left them tied (test 340)."""
    names = trace.header.names
    said = []
    for test in before:
        when = f"Given {braced(names, test.z)}, they were" if test.z else "Unconditionally, they were"
        verdict = "independent" if test.independent else "dependent"
        said.append(f"{when} {verdict} (test {test.number}).")
    return " ".join(said)


def _way_to_think(trace: Trace, before: list[ev.Tested]) -> str:
    names = trace.header.names
    apart = next((test for test in reversed(before) if test.independent), None)
    if apart is not None:
        where = f"{braced(names, apart.z)} parted" if apart.z else "nothing had to be known to part"
        return f"Once {where} them. Does the set asked about block the same ways, or open a new one?"
    return "So far nothing has parted them. Does this set block every way between the two?"


def _follows(asked_for: Purpose, x: str, y: str) -> tuple[str, str]:
    """What a dependence and an independence would lead to; nothing where one of them cannot be said."""
    if asked_for.searches:
        return "the search for a separating set goes on", f"this set separates {x} from {y}"
    if asked_for.id in (AGAIN, AGAIN_MEASURED):
        return f"{x} becomes a candidate spouse", f"{x} is no candidate here"
    if asked_for.dependent and asked_for.independent:
        return asked_for.dependent.format(x=x, y=y), asked_for.independent.format(x=x, y=y)
    return "", ""
