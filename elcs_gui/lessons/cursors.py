"""Where a step of a lesson stands in a run, told by what happens there, so that another alpha or a better
version of the algorithm, which number the steps anew, leave the lesson as it is.

    start                         before anything has happened
    end                           after everything
    step 893                      after 893 steps
    stage N-structures            where that stage begins; of the first blanket that has it
    stage pc of Y                 the same in the blanket of Y
    end of stage pc               where it ends
    orientation T -> B            where the edge gets its direction; T -- B whichever way it is
    orientation by N-structure    by the name, badge or id of the rule
    removal of I                  where it leaves a set; of I from PC, of C from SP(B)
    entry of C                    where it joins one; of C into CSP(A)
    dismissal of D                where it is set aside as separated
    test C, T given E, B          where that is asked; test C, T in whatever set; test 187 by its number
    blanket of Y                  where learning that begins
    conflict                      where a contradiction is told

Before what happens may stand which one is meant, as in `second removal`, `last orientation`, and before that
`before`: the cursor then stands where it has not happened yet. Names that could be mistaken are put in double
quotes, as in knowledge files.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from elcs_gui.data.names import did_you_mean, position
from elcs_gui.errors import ElcsError, quoted
from elcs_gui.lessons.arrow_questions import new_arrows
from elcs_gui.trace import events as ev
from elcs_gui.trace.events import Event
from elcs_gui.trace.knowledge_text import written
from elcs_gui.trace.listings import find_stage, walks
from elcs_gui.trace.rules import RULES
from elcs_gui.trace.stages import stage_spans
from elcs_gui.trace.trace import Trace

START, END, STEP, STAGE, STAGE_END = "start", "end", "step", "stage", "end of stage"
ORIENTATION, REMOVAL, ENTRY, DISMISSAL = "orientation", "removal", "entry", "dismissal"
TEST, BLANKET, CONFLICT = "test", "blanket", "conflict"
LAST = -1

_HAPPENINGS = (ORIENTATION, REMOVAL, ENTRY, DISMISSAL, TEST, BLANKET, CONFLICT)
_ORDINALS = {"first": 1, "second": 2, "third": 3, "last": LAST}
_EXPECTED = (
    "start, end, step 12, stage pc, or what happens: orientation T -> B, removal of X, entry of X, "
    "test X, Y given Z, ..."
)
_NAME = r'"(?:[^"\\]|\\.)*"|[^",]+?'
_TOKEN = re.compile(rf"\s*({_NAME})\s*(?:,|\Z)")
_LINK = re.compile(rf"\s*({_NAME})\s*(->|→|--|—)\s*({_NAME})\s*\Z")
_SET = re.compile(rf"\s*(\w+)(?:\(\s*({_NAME})\s*\))?\s*\Z")


@dataclass(frozen=True, slots=True)
class Cursor:
    """A place in a run; see the module. `parse` makes one of text, `text` the text again.

    Attributes:
        which: counts from 1; LAST for the last one.
        names: the variables it names, or the stage or the rule.
        linked: of an orientation, "->" or "--"; of a test, "given" where the set is told.
        within: the set, as in "PC" or "SP"; `through` its member of PC.
        number: of a step or a test.
    """

    what: str
    names: tuple[str, ...] = ()
    which: int = 1
    before: bool = False
    linked: str = ""
    within: str = ""
    through: str = ""
    number: int = 0

    @property
    def text(self) -> str:
        """As it is written in a lesson."""
        said = _said(self)
        ordinal = "" if self.which == 1 else f"{_ordinal(self.which)} "
        return f"{'before ' if self.before else ''}{ordinal}{said}"


def parse(text: str) -> Cursor:
    """The cursor that a text means; an ElcsError says what was expected. Names are looked up by `find`."""
    rest = text.strip()
    words = rest.lower()
    if words in (START, END):
        return Cursor(words)
    if found := re.fullmatch(r"step\s+(\d{1,12})", words):
        return Cursor(STEP, number=int(found[1]))
    if found := re.fullmatch(rf"(stage|end of stage)\s+(.+?)(?:\s+of\s+({_NAME}))?", rest, re.IGNORECASE):
        return Cursor(found[1].lower(), (find_stage(found[2]), *_names(found[3] or "")))
    before = words.startswith("before ")
    if before:
        rest = rest[7:].lstrip()
    which, rest = _counted(rest)
    word, _, told = rest.partition(" ")
    if word.lower() not in _HAPPENINGS:
        raise ElcsError(f"{quoted(text)} is no place in a run: expected {_EXPECTED}.")
    cursor = _PARSERS[word.lower()](told.strip())
    return Cursor(
        word.lower(), cursor.names, which, before, cursor.linked, cursor.within, cursor.through, cursor.number
    )


def find(cursor: Cursor, trace: Trace) -> int:
    """The step at which the cursor stands; an ElcsError where there is no such place in the run."""
    if cursor.what == START:
        return 0
    if cursor.what == END:
        return len(trace)
    if cursor.what == STEP:
        if cursor.number > len(trace):
            raise ElcsError(f"There is no step {cursor.number:,}: the run has {len(trace):,}.")
        return cursor.number
    if cursor.what in (STAGE, STAGE_END):
        return _stage_step(cursor, trace)
    steps = _steps(cursor, trace)
    found = steps[-1:] if cursor.which == LAST else steps[cursor.which - 1 : cursor.which]
    if not found:
        there = f" There {'is' if len(steps) == 1 else 'are'} {len(steps)} of the kind." if steps else ""
        raise ElcsError(f"The run has no {cursor.text.removeprefix('before ')}.{there}")
    return found[0] + (not cursor.before)


def describe(trace: Trace, step: int) -> Cursor:
    """A cursor that finds the step again, by what has just happened there where that can be told."""
    if step in (0, len(trace)):
        return Cursor(END if step else START)
    for cursor in _told(trace[step - 1], trace.header.names):
        steps = _steps(cursor, trace)
        if step - 1 in steps:
            place = steps.index(step - 1) + 1
            return Cursor(
                cursor.what, cursor.names, place, False, cursor.linked, cursor.within, cursor.through
            )
    return Cursor(STEP, number=step)


def happens_at(cursor: Cursor, trace: Trace) -> int:
    """The step before the event that the cursor tells: where a question about it stands."""
    found = find(cursor, trace)
    return found - 1 if cursor.what in _HAPPENINGS and not cursor.before else found


def name_list(text: str) -> tuple[str, ...]:
    """Names between commas, some in double quotes."""
    return _names(text)


def link_of(text: str) -> tuple[str, str, str] | None:
    """The two names of `A -> B` or `A -- B` and what is between them, "->" or "--"; None of anything else."""
    found = _LINK.match(text)
    if found is None:
        return None
    return _plain(found[1]), _plain(found[3]), "->" if found[2] in ("->", "→") else "--"


def set_of(text: str) -> tuple[str, str] | None:
    """The set of `PC` or `SP(B)`, and its member of PC; None of anything else."""
    found = _SET.match(text)
    return None if found is None else (found[1], _plain(found[2] or ""))


# Reading


def _names(text: str) -> tuple[str, ...]:
    found, place = [], 0
    while place < len(text):
        token = _TOKEN.match(text, place)
        if token is None:
            raise ElcsError(f"{quoted(text)} is no list of variables: expected names between commas.")
        found.append(_plain(token[1]))
        place = token.end()
    return tuple(found)


def _plain(token: str) -> str:
    token = token.strip()
    if not token.startswith('"'):
        return token
    try:
        return str(json.loads(token))
    except ValueError:
        raise ElcsError(f"{quoted(token)} is no name in quotes.") from None


def _counted(text: str) -> tuple[int, str]:
    word, _, rest = text.partition(" ")
    number = _ORDINALS.get(word.lower())
    if number is not None:
        return number, rest.lstrip()
    if found := re.fullmatch(r"(\d{1,6})(?:st|nd|rd|th)", word.lower()):
        if not int(found[1]):
            raise ElcsError(f"{quoted(text)}: what happens is counted from 1st on.")
        return int(found[1]), rest.lstrip()
    return 1, text


def _ordinal(which: int) -> str:
    words = {number: word for word, number in _ORDINALS.items()}
    if which in words:
        return words[which]
    ending = {1: "st", 2: "nd", 3: "rd"}.get(which % 10, "th") if which % 100 not in (11, 12, 13) else "th"
    return f"{which}{ending}"


def _rule(said: str) -> str:
    known = {word.lower(): rule.id for rule in RULES.values() for word in (rule.id, rule.title, rule.badge)}
    found = known.get(said.strip().lower())
    if found is None:
        badges = [rule.badge for rule in RULES.values()]
        known_badges = f"Expected one of {', '.join(badges)}, or its name."
        raise ElcsError(f"There is no rule {quoted(said)}. {did_you_mean(said, badges, known_badges)}")
    return found


def _parse_orientation(told: str) -> Cursor:
    if not told:
        return Cursor(ORIENTATION)
    if told.lower().startswith("by "):
        return Cursor(ORIENTATION, (_rule(told[3:]),), linked="by")
    found = link_of(told)
    if found is None:
        raise ElcsError(f"{quoted(told)} is no edge: expected T -> B, T -- B, or by and the name of a rule.")
    return Cursor(ORIENTATION, found[:2], linked=found[2])


def _parse_member(preposition: str) -> Callable[[str], Cursor]:
    def parse_member(told: str) -> Cursor:
        if not told:
            return Cursor("")
        shape = re.fullmatch(rf"of\s+({_NAME})(?:\s+{preposition}\s+(.+))?", told, re.IGNORECASE)
        place = set_of(shape[2]) if shape is not None and shape[2] else ("", "")
        if shape is None or place is None:
            raise ElcsError(f"{quoted(told)}: expected of X, or of X {preposition} PC or SP(Y).")
        return Cursor("", (_plain(shape[1]),), within=place[0], through=place[1])

    return parse_member


def _parse_test(told: str) -> Cursor:
    if told.isdecimal():
        return Cursor(TEST, number=int(told[:12]))
    pair, given, z = told.partition(" given ")
    names = _names(pair)
    if len(names) != 2:
        raise ElcsError(f"{quoted(told)}: expected a number, or two variables, as in test X, Y given Z.")
    known = () if z.strip() in ("nothing", "∅") else _names(z)
    return Cursor(TEST, (*names, *known), linked="given" if given else "")


def _parse_blanket(told: str) -> Cursor:
    if not told.lower().startswith("of "):
        raise ElcsError(f"{quoted(told)}: expected blanket of X.")
    return Cursor(BLANKET, (_plain(told[3:]),))


def _parse_nothing(told: str) -> Cursor:
    if told:
        raise ElcsError(f"{quoted(told)} after conflict: expected nothing.")
    return Cursor(CONFLICT)


_PARSERS: dict[str, Callable[[str], Cursor]] = {
    ORIENTATION: _parse_orientation,
    REMOVAL: _parse_member("from"),
    ENTRY: _parse_member("into"),
    DISMISSAL: _parse_member("from"),
    TEST: _parse_test,
    BLANKET: _parse_blanket,
    CONFLICT: _parse_nothing,
}


# Writing


def _said(cursor: Cursor) -> str:
    names = [written(name) for name in cursor.names]
    what = cursor.what
    if what in (STAGE, STAGE_END):
        return f"{what} {cursor.names[0]}" + (f" of {names[1]}" if len(names) > 1 else "")
    if cursor.number:
        return f"{what} {cursor.number}"
    if what == ORIENTATION and names:
        return (
            f"{what} by {RULES[names[0]].title}"
            if cursor.linked == "by"
            else (f"{what} {names[0]} {cursor.linked} {names[1]}")
        )
    if what == TEST:
        given = f" given {', '.join(names[2:]) or 'nothing'}" if cursor.linked else ""
        return f"{what} {names[0]}, {names[1]}{given}"
    if not names:
        return what
    through = f"({written(cursor.through)})" if cursor.through else ""
    where = f" {'into' if what == ENTRY else 'from'} {cursor.within}{through}" if cursor.within else ""
    return f"{what} of {names[0]}{where}"


def _told(event: Event, names: Sequence[str]) -> Iterator[Cursor]:
    """Cursors by which an event can be found."""
    match event:
        case ev.Found():
            for x in event.children:
                yield Cursor(ORIENTATION, (names[event.target], names[x]), linked="->")
            for x in event.parents:
                yield Cursor(ORIENTATION, (names[x], names[event.target]), linked="->")
        case ev.Oriented():
            yield Cursor(ORIENTATION, (names[event.tail], names[event.head]), linked="->")
        case ev.Left():
            through = "" if event.through is None else names[event.through]
            yield Cursor(REMOVAL, (names[event.x],), within=event.set, through=through)
        case ev.FalseNeighbour():
            yield Cursor(REMOVAL, (names[event.x],), within="PC")
        case ev.Entered():
            through = "" if event.through is None else names[event.through]
            yield Cursor(ENTRY, (names[event.x],), within=event.set, through=through)
        case ev.Separated():
            yield Cursor(DISMISSAL, (names[event.x],))
        case ev.Tested():
            yield Cursor(TEST, tuple(names[v] for v in (event.x, event.y, *event.z)), linked="given")
        case ev.Conflicted():
            yield Cursor(CONFLICT)
        case ev.Started():
            yield Cursor(BLANKET, (names[event.target],))


# Finding


def _stage_step(cursor: Cursor, trace: Trace) -> int:
    stage, *of = cursor.names
    owner = _number(of[0], trace) if of else None
    found = [each for each in stage_spans(trace) if each.stage == stage and owner in (None, each.target)]
    if not found:
        whose = f" in the blanket of {of[0]}" if of else ""
        raise ElcsError(f"The run has no stage {stage}{whose}.")
    target = found[0].target
    own = [each for each in found if each.target == target]
    return own[0].first if cursor.what == STAGE else own[-1].last


def _steps(cursor: Cursor, trace: Trace) -> list[int]:
    """The steps of all events that fit."""
    if cursor.what == TEST:
        return _test_steps(cursor, trace)
    fits = _FITS[cursor.what]
    told = zip(trace.fact_steps.tolist(), trace.facts, strict=False)
    return [step for step, event in told if fits(cursor, event, step, trace)]


def _test_steps(cursor: Cursor, trace: Trace) -> list[int]:
    steps = trace.test_steps
    if cursor.number:
        return [int(steps[cursor.number - 1])] if cursor.number <= len(steps) else []
    x, y, *z = (_number(name, trace) for name in cursor.names)
    log = trace.tests()
    asked = trace.judge.tape.asked[log.answers]
    places = ((asked[:, 0] == min(x, y)) & (asked[:, 1] == max(x, y))).nonzero()[0].tolist()
    if cursor.linked:
        question, answers = trace.judge.tape.question, log.answers
        places = [place for place in places if {*question(int(answers[place])).z} == {*z}]
    return [int(steps[place]) for place in places]


def _number(name: str, trace: Trace) -> int:
    return position(name, trace.header.names, "this run")


def _oriented(cursor: Cursor, event: Event, step: int, trace: Trace) -> bool:
    if not isinstance(event, ev.Found | ev.Oriented):
        return False
    if cursor.linked == "by":
        return event.rule == cursor.names[0] and bool(new_arrows(trace, step, event))
    arrows = {*new_arrows(trace, step, event)}
    if not cursor.names:
        return bool(arrows)
    tail, head = (_number(name, trace) for name in cursor.names)
    return (tail, head) in arrows or (cursor.linked == "--" and (head, tail) in arrows)


def _member(cursor: Cursor, x: int, name: str, through: int | None, trace: Trace) -> bool:
    if cursor.names and _number(cursor.names[0], trace) != x:
        return False
    if cursor.within and cursor.within.lower() != name.lower():
        return False
    return not cursor.through or _number(cursor.through, trace) == through


def _removed(cursor: Cursor, event: Event, step: int, trace: Trace) -> bool:  # noqa: ARG001  as all are called
    match event:
        case ev.Left():
            return _member(cursor, event.x, event.set, event.through, trace)
        case ev.FalseNeighbour():
            return _member(cursor, event.x, "PC", None, trace)
    return False


def _entered(cursor: Cursor, event: Event, step: int, trace: Trace) -> bool:  # noqa: ARG001
    return isinstance(event, ev.Entered) and _member(cursor, event.x, event.set, event.through, trace)


def _dismissed(cursor: Cursor, event: Event, step: int, trace: Trace) -> bool:  # noqa: ARG001
    return isinstance(event, ev.Separated) and _member(cursor, event.x, "", None, trace)


def _begun(cursor: Cursor, event: Event, step: int, trace: Trace) -> bool:  # noqa: ARG001
    return (
        isinstance(event, ev.Started)
        and not walks(event.procedure)
        and event.target == _number(cursor.names[0], trace)
    )


def _contradicted(cursor: Cursor, event: Event, step: int, trace: Trace) -> bool:  # noqa: ARG001
    return isinstance(event, ev.Conflicted)


_FITS: dict[str, Callable[[Cursor, Event, int, Trace], bool]] = {
    ORIENTATION: _oriented,
    REMOVAL: _removed,
    ENTRY: _entered,
    DISMISSAL: _dismissed,
    BLANKET: _begun,
    CONFLICT: _contradicted,
}
