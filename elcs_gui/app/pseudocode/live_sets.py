"""The sets of the pseudo-code as they stand at a step, and which of them the last event changed.

Names are those of the listings. What a loop is at (X, Y, V, Z, Temp) is read off the events around the step;
everything else off the view.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace

import numpy as np

from elcs_gui.trace import events as ev
from elcs_gui.trace.events import Event, Members
from elcs_gui.trace.explain import braced
from elcs_gui.trace.listings import stage
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


_ASKED = ("PC", "P", "C", "UN")
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


def live_sets(trace: Trace, step: int, view: View, before: View) -> list[LiveSet]:
    """What to show at `step`; `view` and `before` are the states after and before the event there."""
    if step == 0:
        return []
    event = trace[step - 1]
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
    procedure, _, line = event.at.rpartition(":")
    x, y = _variables(event, procedure)
    z = event.z if isinstance(event, ev.Tested) and line in ("9", "20", "4") else getattr(event, "z", None)
    if procedure == "HITON-PC":
        newcomer, waiting = _queue_of_candidates(trace, step)
        return Turn(x=x, v=newcomer, z=z if line != "2" else None, waiting=waiting)
    if procedure == "RecogSpouses" and stage(event.at) == "candidates" and x is not None:
        return _spouse_turn(trace, step, event, x, y)
    return Turn(x=x, y=y, z=None if procedure == "DistinguishPC" else z)


def _variables(event: Event, procedure: str) -> tuple[int | None, int | None]:
    """X and Y as the listing of the procedure calls them."""
    match event:
        case ev.Tested(x=x, y=y):
            if procedure == "EMB":  # line 4 asks about T and Y
                return None, x
            return x, y if event.at not in _ABOUT_TARGET else None
        case ev.FalseNeighbour(x=x):
            return None, x
        case ev.BecameCandidate(x=x, child=child) | ev.SpousePruned(x=x, child=child):
            return x, child
        case ev.SpouseBarred(x=x, child=child):
            return x, child
        case ev.SpousesRanked(child=child):
            return None, child
        case ev.FoundChild(x=x, rule="spouse"):
            return None, x
        case ev.FoundChild(x=x, rule="lemma-1b", because=(y, *_)):
            return x, y
        case ev.FoundParents(x=x, y=y):
            return x, y
        case ev.Dismissed(x=x) | ev.LeftPc(x=x) | ev.RuledOut(x=x) | ev.FoundChild(x=x) | ev.Taken(x=x):
            return x, None
        case ev.Barred(x=x) | ev.Separated(x=x) | ev.NotSeparated(x=x) | ev.FoundParent(x=x):
            return x, None
    return None, None


_ABOUT_TARGET = ("HITON-PC:2", "HITON-PC:9", "HITON-PC:11a", "RecogSpouses:9", "RecogSpouses:11")
"""Lines whose tests ask about X and the target, not about X and Y."""


def _queue_of_candidates(trace: Trace, step: int) -> tuple[int | None, Members | None]:
    """V of HITON-PC, and the candidates after it; None before they are ranked."""
    facts = int(np.searchsorted(trace.fact_steps, step))
    newcomer = None
    for fact in reversed(trace.facts[:facts]):
        if isinstance(fact, ev.EnteredPc) and newcomer is None and fact.at != ev.REQUIRED_ENTRY:
            newcomer = fact.x
        elif isinstance(fact, ev.Ranked):
            begun = 0 if newcomer is None else fact.order.index(newcomer) + 1
            return newcomer, fact.order[begun:]
        elif isinstance(fact, ev.Started):
            break
    return None, None


def _spouse_turn(trace: Trace, step: int, event: Event, x: int, y: int | None) -> Turn:
    """X, Y and Temp of lines 2-16 of RecogSpouses: Temp is what the tests of line 5 on X have gathered."""
    names, places = trace.lines()
    first = max(0, step - _FAR_BACK)
    # One turn on X is tests of line 5, one of line 9, then lines 11 and 12: it began after the last event
    # of lines 9 to 12 that is followed by line 5.
    line_5 = names.index("RecogSpouses:5") if "RecogSpouses:5" in names else -1
    own = places[first:step]
    others = np.flatnonzero(own != line_5)
    asked = np.flatnonzero(own == line_5)
    if not len(asked):
        return Turn(x, y)
    last_asked = int(asked[-1])
    before_it = others[others < last_asked]
    begin = first + (int(before_it[-1]) + 1 if len(before_it) else 0)
    turn = [e for e in trace[begin:step] if isinstance(e, ev.Tested)]
    # Where Temp stays empty, line 9 asks what line 5 would: neighbouring turns are told apart by X.
    line_5_tests = [e for e in turn if e.at == "RecogSpouses:5" and e.x == x]
    temp = tuple(e.y for e in line_5_tests if not e.independent)
    previous = temp
    if line_5_tests and event == line_5_tests[-1] and not line_5_tests[-1].independent:
        previous = temp[:-1]
    if isinstance(event, ev.Tested) and event.at == "RecogSpouses:11":
        number = sum(e.at == "RecogSpouses:11" for e in turn)
        y = temp[number - 1] if 0 < number <= len(temp) else None
    return Turn(x, y, temp=temp, temp_before=previous)


def _rows(trace: Trace, event: Event, turn: Turn, view: View) -> list[LiveSet]:
    """The rows of the stage, the same at all its steps so that none jumps; a dash where there is no value."""
    names = trace.header.names
    where = stage(event.at)
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

    rows.append(_loop_row(names, event, turn, view))
    if where in ("pc", "pruned", "pc-again"):
        add("Z", turn.z)
    if where in ("", "meek"):
        rows.append(LiveSet("Open", _open_edges(names, view), "Open"))
    add("PC", blanket.pc)
    if where in ("pc", "candidates"):
        add_of("Sep", "X", turn.x, _separator(names, blanket, turn.x))
    if where == "pc":
        add("Waiting", turn.waiting)
    elif where == "candidates":
        add("Temp", turn.temp)
        add_spouses("CSP", blanket.candidate_spouses, turn.y)
        add_spouses("SP", blanket.spouses, None)
    else:
        add_spouses("SP", blanket.spouses, turn.y if where in ("pruned", "pc-again") else None)
        add_spouses("CSP", blanket.candidate_spouses, None)
    if where not in ("pc", "candidates", "pruned", "pc-again"):
        add("P", blanket.parents)
        add("C", blanket.children)
        add("UN", blanket.undetermined)
    if _queues(trace):
        queue, done = braced(names, view.queue), braced(names, tuple(view.blankets))
        rows.append(LiveSet("Que, W", f"{queue}, {done}", "Que, W"))
    return rows


def _loop_row(names: tuple[str, ...], event: Event, turn: Turn, view: View) -> LiveSet:
    """The variables of the loops, or those of the Meek rule."""
    where = stage(event.at)
    pairs = [("X", turn.x), ("Y", turn.y), ("V", turn.v)]
    name = {"pc": "X, V", "pc-again": "Y", "": "X"}.get(where, "X, Y")
    if where == "":
        pairs = [("X", view.current if turn.x is None else turn.x)]
    elif isinstance(event, ev.Oriented) and event.rule in _RULE_VARIABLES:
        name = _RULE_VARIABLES[event.rule]
        pairs = sorted(zip(_RULE_ORDERS[event.rule], (event.tail, event.head, *event.because), strict=True))
    values = [f"{n} = {names[x]}" for n, x in pairs if x is not None]
    return LiveSet(name, ", ".join(values) or NOTHING, name)


_RULE_VARIABLES = {
    "meek-r1": "a, b, c",
    "meek-r2": "a, b, c",
    "meek-r3": "a, b, c, d",
    "meek-r4": "a, b, c, d",
}
_RULE_ORDERS = {"meek-r1": "bca", "meek-r2": "acb", "meek-r3": "abcd", "meek-r4": "abcd"}
"""The rules' letters for tail, head and the others."""


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


def _open_edges(names: tuple[str, ...], view: View) -> str:
    edges = [f"{names[e.tail]}—{names[e.head]}" for e in view.edges.values() if not e.rule]
    return "{" + ", ".join(edges) + "}" if edges else "∅"


def _queues(trace: Trace) -> bool:
    """Does the run have a queue? Only those that begin with ELCS do."""
    return bool(trace.facts) and trace.facts[0].at.startswith("ELCS:")
