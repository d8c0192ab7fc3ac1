"""What is to be seen after a step: a fold of the events so far.

`advance(view, event)` is pure and touches only what the event changed, so a view shares everything else with
the one before it. Tests change nothing here; what the current test was is the event itself.
"""

from __future__ import annotations

from collections.abc import Callable, ItemsView, Iterator, Mapping
from dataclasses import dataclass, field
from itertools import islice
from typing import Any, TypeVar

from elcs_gui.trace import events as ev
from elcs_gui.trace.events import Event, Members
from elcs_gui.trace.listings import corrected, joint, sorts, walks, whole
from elcs_gui.trace.outcome import Blanket, Edge, Outcome, Pair, SetsByMember, changed, cut_out, pair
from elcs_gui.trace.rules import of_graph
from elcs_gui.trace.sets import CSP, MB, SP

Key = TypeVar("Key")
Value = TypeVar("Value")


@dataclass(frozen=True)
class View:
    """The state of a run after some step.

    Attributes:
        blankets: by variable, in the order in which they were begun.
        taken: W, the variables from the queue that were learnt, or are being so.
        current: whose blanket is being learnt, or was last.
        queue: Que.
        edges: the local graph, by (lower column, higher column).
        ruled_out: by blanket, the variables that cannot be spouses, each with its Temp.
        whole: whether the graph is one of all variables, and the current blanket what it has around there.
        computed: the last round of a computation.
    """

    blankets: Mapping[int, Blanket] = field(default_factory=dict)
    current: int | None = None
    queue: Members = ()
    taken: Members = ()
    edges: Mapping[Pair, Edge] = field(default_factory=dict)
    orientations: tuple[ev.Oriented, ...] = ()
    conflicts: tuple[ev.Conflicted, ...] = ()
    ruled_out: SetsByMember = field(default_factory=dict)
    finished: ev.Finished | None = None
    whole: bool = False
    computed: ev.Computed | None = None

    @property
    def blanket(self) -> Blanket | None:
        """The one being learnt, or learnt last."""
        return None if self.current is None else self.blankets[self.current]

    def outcome(self) -> Outcome:
        """The run's answer, once it is finished."""
        if self.finished is None:
            raise ValueError("the run has not finished at this step")
        end, blankets = self.finished, tuple(self.blankets.values())
        return Outcome(
            end.target,
            end.parents,
            end.children,
            end.undetermined,
            blankets,
            self.orientations,
            self.conflicts,
            end.members,
            self.edges,
            self.whole,
        )


def learnt_edges(view: View) -> tuple[Edge, ...]:
    """All edges known by then, in column order: of the local graph, and of blankets that are in none."""
    found = dict(view.edges)
    for blanket in () if view.whole else view.blankets.values():
        for x in blanket.pc:
            ends = pair(x, blanket.target)
            rule = blanket.reasons.get(x, "")
            towards = (x, blanket.target) if x in blanket.parents else (blanket.target, x)
            found.setdefault(ends, Edge(*(towards if rule else ends), rule))
    return tuple(found[ends] for ends in sorted(found))


def advance(view: View, event: Event) -> View:
    """The view after one more event."""
    handle = _HANDLERS.get(type(event))
    return view if handle is None else handle(view, event)


_HANDLERS: dict[type[Event], Callable[[View, Any], View]] = {}
_Handler = TypeVar("_Handler", bound=Callable[[View, Any], View])


def _on(kind: type[Event]) -> Callable[[_Handler], _Handler]:
    def register(handler: _Handler) -> _Handler:
        _HANDLERS[kind] = handler
        return handler

    return register


def _change(view: View, target: int, **changes: Any) -> View:
    """The view with the target's blanket changed."""
    return changed(view, blankets={**view.blankets, target: changed(view.blankets[target], **changes)})


@_on(ev.Started)
def _started(view: View, event: ev.Started) -> View:
    if walks(event.procedure):
        return view
    if whole(event.procedure):
        known = view.blankets.get(event.target) or Blanket(event.target)
        blankets = {**view.blankets, event.target: cut_out(view.edges, known)}
        return changed(view, blankets=blankets, current=event.target, whole=True)
    if event.target in view.blankets:
        return view if event.target == view.current else changed(view, current=event.target)
    blankets = {**view.blankets, event.target: Blanket(event.target)}
    if joint(event.procedure) and view.current is not None:
        return changed(view, blankets=blankets)
    return changed(view, blankets=blankets, current=event.target, ruled_out={})


@_on(ev.Separated)
def _separated(view: View, event: ev.Separated) -> View:
    separators = with_entry(view.blankets[event.target].separators, event.x, event.z)
    return _change(view, event.target, separators=separators)


@_on(ev.Undecidable)
def _undecidable(view: View, event: ev.Undecidable) -> View:
    return _change(view, event.target, undecidable=(*view.blankets[event.target].undecidable, event.x))


@_on(ev.Barred)
def _barred(view: View, event: ev.Barred) -> View:
    blanket = view.blankets[event.target]
    if event.through is None:
        return _change(view, event.target, barred=(*blanket.barred, event.x))
    left = _without(blanket.spouses[event.through], event.x)
    return _change(view, event.target, spouses=_with_set(blanket.spouses, event.through, left))


@_on(ev.Ranked)
def _ranked(view: View, event: ev.Ranked) -> View:
    if event.through is None:
        return view
    return _with_spouses(view, event.target, event.through, event.order)


@_on(ev.Entered)
def _entered(view: View, event: ev.Entered) -> View:
    blanket = view.blankets[event.target]
    if event.through is not None:
        sets = blanket.candidate_spouses if event.set == CSP else blanket.spouses
        members = (*sets.get(event.through, ()), event.x)
        if event.set == SP:
            view = _with_spouses(view, event.target, event.through, members)
            sets = blanket.candidate_spouses
            if event.x in sets.get(event.through, ()):
                return view
            members = (*sets.get(event.through, ()), event.x)  # who joins at once was a candidate too
        return _change(view, event.target, candidate_spouses={**sets, event.through: members})
    if event.set == MB:
        return _change(view, event.target, mb=(*blanket.mb, event.x))
    at_first = (*blanket.pc_candidates, event.x)
    untold = _without(blanket.mb, event.x)
    return _change(view, event.target, pc=(*blanket.pc, event.x), pc_candidates=at_first, mb=untold)


@_on(ev.Left)
def _left(view: View, event: ev.Left) -> View:
    blanket = view.blankets[event.target]
    if event.through is not None:
        left = _without(blanket.spouses[event.through], event.x)
        return _with_spouses(view, event.target, event.through, left)
    if event.set == MB and corrected(event.at):  # that others are surer does not separate it
        return _change(view, event.target, mb=_without(blanket.mb, event.x))
    separators = with_entry(blanket.separators, event.x, event.z)
    if event.set == MB:
        return _change(view, event.target, mb=_without(blanket.mb, event.x), separators=separators)
    at_first = _left_by(blanket.pc_candidates, event)
    pc = _left_by(blanket.pc, event)
    return _change(view, event.target, pc=pc, pc_candidates=at_first, separators=separators)


@_on(ev.RuledOut)
def _ruled_out(view: View, event: ev.RuledOut) -> View:
    return changed(view, ruled_out=with_entry(view.ruled_out, event.x, event.temp))


@_on(ev.SpousesCopied)
def _spouses_copied(view: View, event: ev.SpousesCopied) -> View:
    candidates = view.blankets[event.target].candidate_spouses
    return _change(view, event.target, spouses=candidates, pruned_spouses=candidates)


def _with_spouses(view: View, target: int, child: int, spouses: Members) -> View:
    """While spouses are looked for; what has gone with a false neighbour stays in SP as it was then."""
    blanket = view.blankets[target]
    return _change(
        view,
        target,
        spouses=_with_set(blanket.spouses, child, spouses),
        pruned_spouses=_with_set(blanket.pruned_spouses, child, spouses),
    )


@_on(ev.FalseNeighbour)
def _false_neighbour(view: View, event: ev.FalseNeighbour) -> View:
    blanket = view.blankets[event.target]
    return _change(
        view,
        event.target,
        pc=_left_by(blanket.pc, event),
        spouses=_with_set(blanket.spouses, event.x, ()),
        false_neighbours={**blanket.false_neighbours, event.x: event.z},
    )


@_on(ev.Found)
def _found(view: View, event: ev.Found) -> View:
    blanket = view.blankets[event.target]
    parents = tuple(x for x in event.parents if x not in blanket.parents)
    reasons = {**blanket.reasons, **dict.fromkeys((*parents, *event.children), event.rule)}
    return _change(
        view,
        event.target,
        parents=(*blanket.parents, *parents),
        children=(*blanket.children, *event.children),
        reasons=reasons,
    )


@_on(ev.Taken)
def _taken(view: View, event: ev.Taken) -> View:
    taken = (*view.taken, event.x) if event.new else view.taken
    return changed(view, queue=view.queue[1:], taken=taken)


@_on(ev.Queued)
def _queued(view: View, event: ev.Queued) -> View:
    return changed(view, queue=(*view.queue, *event.xs))


@_on(ev.Joined)
def _joined(view: View, event: ev.Joined) -> View:
    if (event.x, event.y) in view.edges:  # it has lost its direction: what was found of it is forgotten
        for owner, x in ((event.x, event.y), (event.y, event.x)):
            blanket = view.blankets.get(owner)
            if blanket is not None and x in blanket.reasons:
                reasons = {y: rule for y, rule in blanket.reasons.items() if y != x}
                parents, children = _without(blanket.parents, x), _without(blanket.children, x)
                view = _change(view, owner, parents=parents, children=children, reasons=reasons)
    return _with_edges(view, {**view.edges, (event.x, event.y): Edge(event.x, event.y)})


@_on(ev.Unjoined)
def _unjoined(view: View, event: ev.Unjoined) -> View:
    return _with_edges(view, {ends: edge for ends, edge in view.edges.items() if ends != (event.x, event.y)})


@_on(ev.Computed)
def _computed(view: View, event: ev.Computed) -> View:
    return changed(view, computed=event)


def _with_edges(view: View, edges: Mapping[Pair, Edge]) -> View:
    if not view.whole:
        return changed(view, edges=edges)
    assert view.blanket is not None
    around = cut_out(edges, view.blanket)
    return changed(view, edges=edges, blankets={**view.blankets, around.target: around})


@_on(ev.Oriented)
def _oriented(view: View, event: ev.Oriented) -> View:
    key = (min(event.tail, event.head), max(event.tail, event.head))
    edges = {**view.edges, key: Edge(event.tail, event.head, event.rule, event.because)}
    if of_graph(event.rule):
        return changed(view, edges=edges, orientations=(*view.orientations, event))
    return _with_edges(view, edges)


@_on(ev.Conflicted)
def _conflicted(view: View, event: ev.Conflicted) -> View:
    return changed(view, conflicts=(*view.conflicts, event))


@_on(ev.Finished)
def _finished(view: View, event: ev.Finished) -> View:
    return changed(view, finished=event)


def _left_by(members: Members, event: ev.Left | ev.FalseNeighbour) -> Members:
    """PC without x, in the order in which the procedure has it then."""
    left = _without(members, event.x)
    return tuple(sorted(left)) if sorts(event.at) else left


def _without(members: Members, x: int) -> Members:
    return tuple(member for member in members if member != x)


def _with_set(sets: SetsByMember, key: int, members: Members) -> SetsByMember:
    """The sets with one of them replaced; an empty one is left out."""
    others = {k: v for k, v in sets.items() if k != key}
    return {**others, key: members} if members else others


class SharedMapping(Mapping[Key, Value]):
    """The first entries of a list that others may continue; it never changes.

    A fold keeps a state every few facts, and each has a little more than the one before: with dicts, a run on
    10,000 variables would copy some 10,000 entries for each of its facts.
    """

    __slots__ = ("_count", "_entries", "_places")

    def __init__(self, entries: Mapping[Key, Value]) -> None:
        self._entries = list(entries.items())
        self._places = {key: place for place, (key, _) in enumerate(self._entries)}
        self._count = len(self._entries)

    def with_entry(self, key: Key, value: Value) -> SharedMapping[Key, Value]:
        """The same and one entry more, or another value for a key; as in a dict, keys keep their order."""
        place = self._places.get(key, self._count)
        entries = self._entries
        if place != self._count or (place < len(entries) and entries[place] != (key, value)):
            return SharedMapping({**dict(self.items()), key: value})  # others have gone on otherwise
        if place == len(entries):
            entries.append((key, value))
            self._places[key] = place
        made = object.__new__(SharedMapping)
        made._entries, made._places, made._count = entries, self._places, self._count + 1
        return made

    def __getitem__(self, key: Key) -> Value:
        place = self._places.get(key, self._count)
        if place >= self._count:
            raise KeyError(key)
        return self._entries[place][1]

    def __iter__(self) -> Iterator[Key]:
        return (key for key, _ in islice(self._entries, self._count))

    def __len__(self) -> int:
        return self._count

    def items(self) -> ItemsView[Key, Value]:
        return dict(islice(self._entries, self._count)).items()

    def __repr__(self) -> str:
        return repr(dict(self.items()))

    def __reduce__(self) -> tuple[type[dict[Key, Value]], tuple[list[tuple[Key, Value]]]]:
        """Other processes get a plain dict of what belongs to it."""
        return dict, (self._entries[: self._count],)


def with_entry(entries: Mapping[Key, Value], key: Key, value: Value) -> Mapping[Key, Value]:
    """A mapping and one entry more, sharing what both hold."""
    shared = entries if isinstance(entries, SharedMapping) else SharedMapping(entries)
    return shared.with_entry(key, value)
