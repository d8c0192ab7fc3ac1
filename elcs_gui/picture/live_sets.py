"""The sets of the pseudo-code as they stand at a step, and which of them the last event changed.

Names are those of the listings. What a loop is at (X, Y, V, Z, Temp) is read off the events around the step;
everything else off the view.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace

import numpy as np

from elcs_gui.algorithms.registry import find_algorithm
from elcs_gui.trace import events as ev
from elcs_gui.trace import rules, sets
from elcs_gui.trace.events import Event, Members
from elcs_gui.trace.explain import braced
from elcs_gui.trace.listings import (
    AGAIN,
    BETWEEN,
    MARGINAL,
    RECHECK,
    RECHECK_FORGOTTEN,
    STAGES,
    TEMP,
    Purpose,
    line,
    purpose,
    stage,
    walks,
)
from elcs_gui.trace.outcome import Blanket, SetsByMember
from elcs_gui.trace.trace import Trace
from elcs_gui.trace.view import View

NOTHING = "–"
"""Where a name has no value at this step."""
_FAR_BACK = 4096
"""Events within which the beginning of one turn of a loop is looked for."""


@dataclass(frozen=True, slots=True)
class Member:
    """A variable in the value of a row: where its name stands, and of which set it is a member.

    `through` is the member of PC whose set is meant, for SP and CSP.
    """

    first: int
    last: int
    set_name: str
    owner: int
    x: int
    through: int | None = None


@dataclass(frozen=True, slots=True)
class LiveSet:
    """One row: a name and its value.

    `general` is the name as the listing has it: Sep(X) where `name` is Sep(C). `before` is the value that the
    last event replaced, None where it left the set as it was. `members` are those of the sets that can be
    asked about, in the order of the value.
    """

    name: str
    value: str
    general: str = ""
    before: str | None = None
    members: tuple[Member, ...] = field(default=(), compare=False)


_ASKED = ("PC", "MB", "P", "C", "UN")
"""Sets whose members have a why; SP and CSP have too, each with the member of PC it goes through."""


@dataclass(frozen=True, slots=True)
class Turn:
    """Where the loops of the pseudo-code stand: the values of their variables, None where there is none."""

    x: int | None = None
    y: int | None = None
    v: int | None = None
    z: Members | None = None
    temp: Members | None = None
    temp_before: Members | None = None
    waiting: Members | None = None
    """Candidates of HITON-PC whose turn is still to come."""


def live_sets(trace: Trace, step: int, view: View, before: View, event: Event | None = None) -> list[LiveSet]:
    """What to show at `step`; `view` and `before` are the states after and before the event there.

    Whoever has that `event` may hand it over.
    """
    if step == 0:
        return []
    event = event or trace[step - 1]
    turn = turn_at(trace, step, event)
    now = _rows(trace, event, turn, view)
    then = now if before is view else _rows(trace, event, turn, before)
    if turn.temp_before is not None:
        then = _rows(trace, event, replace(turn, temp=turn.temp_before), before)
    return [
        replace(row, before=old.value if old.value != row.value else None)
        for row, old in zip(now, then, strict=True)
    ]


def turn_at(trace: Trace, step: int, event: Event) -> Turn:
    """What the loops are at after the event at `step`."""
    where, asked_for = stage(event.at), purpose(event.at)
    x, y = _variables(event, asked_for)
    z = getattr(event, "z", None)
    if isinstance(event, ev.Tested) and asked_for.id in (MARGINAL, rules.LEMMA_1A, rules.LEMMA_1B):
        z = None
    if where == "pc":
        newcomer, waiting = _queue_of_candidates(trace, step)
        return Turn(x=x, v=newcomer, z=z, waiting=waiting)
    if where == "candidates" and x is not None:
        return _spouse_turn(trace, step, event, x, y)
    return Turn(x=x, y=y, z=z)


def _variables(event: Event, asked_for: Purpose) -> tuple[int | None, int | None]:
    """X and Y as the listing calls them: Y is a member of PC, X what is tried beside it."""
    match event:
        case ev.Tested(x=x, y=y):
            if asked_for.id in (RECHECK, RECHECK_FORGOTTEN):  # asks about T and Y
                return None, x
            return x, None if asked_for.with_target else y
        case ev.Entered(x=x, through=int(child)) | ev.Left(x=x, through=int(child)):
            return x, child
        case ev.Barred(x=x, through=child):
            return x, child
        case ev.Ranked(through=child):
            return None, child
        case ev.FalseNeighbour(x=x) | ev.Found(children=(x,), rule=rules.SPOUSE):
            return None, x
        case ev.Found(children=(x,), rule=rules.LEMMA_1B, because=(y, *_)) | ev.Found(parents=(x, y)):
            return x, y
        case ev.Found(children=(x,)) | ev.Found(parents=(x,)) | ev.Left(x=x) | ev.RuledOut(x=x):
            return x, None
        case ev.Separated(x=x) | ev.NotSeparated(x=x) | ev.Undecidable(x=x) | ev.Taken(x=x):
            return x, None
        case ev.Entered(x=x, set=sets.MB):
            return x, None
    return None, None


def _queue_of_candidates(trace: Trace, step: int) -> tuple[int | None, Members | None]:
    """V of HITON-PC, and the candidates after it; None before they are ranked."""
    facts = int(np.searchsorted(trace.fact_steps, step))
    entered = []
    for fact in reversed(trace.facts[:facts]):
        if isinstance(fact, ev.Entered) and not line(fact.at).with_knowledge:
            entered.append(fact.x)
        elif isinstance(fact, ev.Ranked):
            # Others may have come into other sets since.
            newcomer = next((x for x in entered if x in fact.order), None)
            begun = 0 if newcomer is None else fact.order.index(newcomer) + 1
            return newcomer, fact.order[begun:]
        elif isinstance(fact, ev.Started):
            break
    return None, None


def _spouse_turn(trace: Trace, step: int, event: Event, x: int, y: int | None) -> Turn:
    """X, Y and Temp of the search for candidates: Temp is what the tests on X for it have gathered."""
    names, places = trace.lines()
    first = max(0, step - _FAR_BACK)
    # One turn on X is the tests for Temp, one given Temp, then X asked about again for each of its members:
    # it began after the last event of another line that is followed by a test for Temp.
    for_temp = np.array([line(at).purpose == TEMP for at in names], dtype=np.bool_)[places[first:step]]
    others, asked = np.flatnonzero(~for_temp), np.flatnonzero(for_temp)
    if not len(asked):
        return Turn(x, y)
    last_asked = int(asked[-1])
    before_it = others[others < last_asked]
    begin = first + (int(before_it[-1]) + 1 if len(before_it) else 0)
    turn = [e for e in trace[begin:step] if isinstance(e, ev.Tested)]
    # Where Temp stays empty, X is asked about given ∅ as if for Temp: neighbouring turns are told apart by X.
    own = [e for e in turn if line(e.at).purpose == TEMP and e.x == x]
    temp = tuple(e.y for e in own if not e.independent)
    previous = temp
    if own and event == own[-1] and not own[-1].independent:
        previous = temp[:-1]
    if isinstance(event, ev.Tested) and line(event.at).purpose == AGAIN:
        number = sum(line(e.at).purpose == AGAIN for e in turn)
        y = temp[number - 1] if 0 < number <= len(temp) else None
    return Turn(x, y, temp=temp, temp_before=previous)


def _rows(trace: Trace, event: Event, turn: Turn, view: View) -> list[LiveSet]:
    """The rows of the stage, the same at all its steps so that none jumps; a dash where there is no value."""
    names = trace.header.names
    blanket = view.blanket or Blanket(-1)
    rows: list[LiveSet] = []

    def add(name: str, members: Members | None) -> None:
        marks = _marks(names, members or (), name, blanket.target) if name in _ASKED else ()
        rows.append(
            LiveSet(name, NOTHING if members is None else braced(names, members), name, members=tuple(marks))
        )

    def add_of(name: str, variable: str, x: int | None, value: str) -> None:
        rows.append(LiveSet(f"{name}({variable if x is None else names[x]})", value, f"{name}({variable})"))

    def add_spouses(name: str, sets: SetsByMember, y: int | None) -> None:
        if y is None:
            marks = _marks_by_member(names, sets, name, blanket.target)
            rows.append(LiveSet(name, by_member(names, sets), name, members=tuple(marks)))
        else:
            spouses = sets.get(y, ())
            add_of(name, "Y", y, braced(names, spouses))
            marks = _marks(names, spouses, name, blanket.target, through=y)
            rows[-1] = replace(rows[-1], members=tuple(marks))

    if STAGES.get(stage(event.at), BETWEEN).loop:
        rows.append(_loop_row(names, event, turn, view))
    listed: dict[str, Callable[[], None]] = {
        "Z": lambda: add("Z", turn.z),
        "Open": lambda: rows.append(LiveSet("Open", _open_edges(names, view), "Open")),
        "PC": lambda: add("PC", blanket.pc),
        "PC(Y)": lambda: add_of("PC", "Y", turn.y, _neighbours(names, view, turn.y)),
        "MB": lambda: add("MB", blanket.mb),
        "Sep(X)": lambda: add_of("Sep", "X", turn.x, _separator(names, blanket, turn.x)),
        "Waiting": lambda: add("Waiting", turn.waiting),
        "Temp": lambda: add("Temp", turn.temp),
        "CSP": lambda: add_spouses("CSP", blanket.candidate_spouses, None),
        "CSP(Y)": lambda: add_spouses("CSP", blanket.candidate_spouses, turn.y),
        "SP": lambda: add_spouses("SP", blanket.spouses, None),
        "SP(Y)": lambda: add_spouses("SP", blanket.spouses, turn.y),
        "P": lambda: add("P", blanket.parents),
        "C": lambda: add("C", blanket.children),
        "UN": lambda: add("UN", blanket.undetermined),
    }
    for name in STAGES.get(stage(event.at), BETWEEN).sets:
        listed[name]()
    if walks(listing_of(trace)):
        queue, done = braced(names, view.queue), braced(names, view.taken)
        rows.append(LiveSet("Que, W", f"{queue}, {done}", "Que, W"))
    return rows


def _loop_row(names: tuple[str, ...], event: Event, turn: Turn, view: View) -> LiveSet:
    """The variables of the loops, or those of the Meek rule."""
    where = stage(event.at)
    pairs = [("X", turn.x), ("Y", turn.y), ("V", turn.v)]
    name = STAGES.get(where, BETWEEN).loop
    if where == "":
        pairs = [("X", view.current if turn.x is None else turn.x)]
    elif isinstance(event, ev.Oriented) and rules.propagates(event.rule):
        letters = rules.RULES[event.rule].letters
        name = ", ".join(sorted(letters))
        pairs = sorted(zip(letters, (event.tail, event.head, *event.because), strict=True))
    values = [f"{n} = {names[x]}" for n, x in pairs if x is not None]
    return LiveSet(name, ", ".join(values) or NOTHING, name)


def by_member(names: tuple[str, ...], sets: SetsByMember) -> str:
    """Sets by the member of PC they belong to: A: {C}, K: {D}; ∅ if there are none."""
    return ", ".join(f"{names[member]}: {braced(names, xs)}" for member, xs in sets.items()) or "∅"


def _marks(
    names: tuple[str, ...],
    members: Members,
    set_name: str,
    owner: int,
    at: int = 0,
    through: int | None = None,
) -> Iterator[Member]:
    """Where the members stand in {A, B} that begins at `at`."""
    place = at + 1
    for x in members:
        yield Member(place, place + len(names[x]), set_name, owner, x, through)
        place += len(names[x]) + 2


def _marks_by_member(
    names: tuple[str, ...], sets: SetsByMember, set_name: str, owner: int
) -> Iterator[Member]:
    """The same for A: {C}, K: {D}."""
    place = 0
    for child, xs in sets.items():
        begin = place + len(names[child]) + 2
        yield from _marks(names, xs, set_name, owner, begin, child)
        place = begin + len(braced(names, xs)) + 2


def _separator(names: tuple[str, ...], blanket: Blanket, x: int | None) -> str:
    return NOTHING if x is None or x not in blanket.separators else braced(names, blanket.separators[x])


def _neighbours(names: tuple[str, ...], view: View, y: int | None) -> str:
    blanket = None if y is None else view.blankets.get(y)
    return NOTHING if blanket is None else braced(names, blanket.pc)


def _open_edges(names: tuple[str, ...], view: View) -> str:
    edges = [f"{names[e.tail]}—{names[e.head]}" for e in view.edges.values() if not e.rule]
    return "{" + ", ".join(edges) + "}" if edges else "∅"


def listing_of(trace: Trace) -> str:
    """The procedure that the run began with."""
    first = trace.facts[0] if trace.facts else None
    if isinstance(first, ev.Started):
        return first.procedure
    return find_algorithm(trace.header.algorithm).listings[0]
