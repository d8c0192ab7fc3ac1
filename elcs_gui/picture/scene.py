"""What the graph panel has to show at one step, without where: roles, links, the running test, the chips."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence, Set
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import cached_property
from operator import attrgetter

from elcs_gui.algorithms.registry import call
from elcs_gui.ci.asking import TOO_FEW_ROWS
from elcs_gui.inquiry.firmness import Firmness, FoundEdge, known_firmness
from elcs_gui.inquiry.firmness_rows import CLOSE, FIRM
from elcs_gui.inquiry.summary import BY_KNOWLEDGE, CONTRADICTION, CYCLE, shown_summary
from elcs_gui.inquiry.weak_edges import WeakEdges, known_weak_edges
from elcs_gui.picture.facts_by_target import FactsByTarget
from elcs_gui.picture.short_names import in_letters
from elcs_gui.proof.argument import Argument, argument_of_edge, argument_of_event
from elcs_gui.trace import events as ev
from elcs_gui.trace.conflicts import disputes
from elcs_gui.trace.events import Event, Members
from elcs_gui.trace.explain import braced
from elcs_gui.trace.listings import AGAIN, SPOUSES, line
from elcs_gui.trace.outcome import Blanket, Edge, Pair, pair
from elcs_gui.trace.roles import UNSEEN, Role, Standing, shown_target, standings
from elcs_gui.trace.rules import SPOUSE, badge
from elcs_gui.trace.trace import Trace
from elcs_gui.trace.view import View

GHOSTS = 2
"""So many removed edges remain visible, and only for a while."""
GHOST_FACTS = 4
"""That while: a ghost goes when so many facts were told after it."""

LONGEST_HEADING = 22
"""Letters of a name in the chip above the graph."""
THINNEST, THICKEST = 1.25, 2.0
"""How much thicker than usual arrows are drawn that are as close, and as firm, as can be seen."""
_NEIGHBOURS = (Role.PARENT, Role.CHILD, Role.UNDECIDED)
Edges = frozenset[tuple[int, int]]


class LinkKind(StrEnum):
    """Whose colour a link has, and how it is drawn."""

    UNDECIDED = "undecided"
    PARENT = "parent"
    CHILD = "child"
    SPOUSE = "spouse"
    CANDIDATE = "candidate"
    MEMBER = "member"
    """In the blanket, by an edge or as a spouse."""
    OTHER = "other"
    """Between two variables of which neither is the target."""
    GHOST = "ghost"
    """Removed just now."""
    MISSING = "missing"
    """True, but dismissed."""
    WRONG = "wrong"
    """The colour of an arrow that is not true."""


@dataclass(frozen=True, slots=True)
class Link:
    """An edge of the picture; tail → head where `directed`."""

    tail: int
    head: int
    kind: LinkKind
    directed: bool = False
    badge: str = ""
    label: str = ""
    conflict: bool = False
    truth: bool | None = None
    stroke: float = 1.0
    """How much thicker than usual it is drawn: by how firmly the arrow stands, if that is to be seen."""
    weak: bool = False
    """It rests on tests that had too few rows: were their verdicts turned, it would be another, or gone."""

    @property
    def shade(self) -> LinkKind:
        """The kind whose colour it has."""
        return LinkKind.WRONG if self.truth is False else self.kind

    @property
    def ends(self) -> tuple[int, int]:
        return (min(self.tail, self.head), max(self.tail, self.head))


@dataclass(frozen=True)
class Scene:
    """Everything that is to be seen.

    Attributes:
        standings: by variable, from the point of view of `target`.
        test: the test that is the current event; while `asking`, its verdict is held back.
        ringed: the variables the current event is about, when it is a fact.
        chip: whose blanket is shown.
        note: how many neighbours of the run's target are decided, and what is doubtful about the run;
            `doubted` where anything is, `disputed` where findings contradict each other.
        nobody: what is said of an empty lane once the run has ended.
        missed: true neighbours, and true spouses, that the run ended without.
        argument: the rule that is drawn; `chosen` because its arrow is selected, not because it has fired.
    """

    target: int
    standings: tuple[Standing, ...]
    links: tuple[Link, ...] = ()
    test: ev.Tested | None = None
    ringed: Members = ()
    chip: str = ""
    note: str = ""
    doubted: bool = False
    disputed: bool = False
    missed: tuple[Members, Members] = ((), ())
    nobody: str = "none"
    argument: Argument | None = None
    chosen: bool = False
    asking: bool = False

    def role(self, x: int) -> Role:
        return self.standings[x].role

    @cached_property
    def seen(self) -> tuple[int, ...]:
        """Whose role is known."""
        unseen = Role.UNSEEN
        roles = map(attrgetter("role"), self.standings)
        return tuple(x for x, role in enumerate(roles) if role is not unseen)

    @property
    def dismissed(self) -> list[int]:
        return [x for x, standing in enumerate(self.standings) if standing.role is Role.DISMISSED]


def local_scene(
    by_target: FactsByTarget,
    view: View,
    step: int,
    event: Event | None,
    truth: Edges | None = None,
    *,
    asking: bool = False,
) -> Scene:
    """The blanket at one step; while `asking`, nothing tells the verdict of the test."""
    header = by_target.trace.header
    target = shown_target(view, event, header.target)
    found = standings(view, target, len(header.names), tried=by_target.tried(step, target))
    _try(event, found, asking=asking)
    links = list(_blanket_links(view, target, found))
    present = set(_present(found))
    known = {link.ends for link in links}
    doubted = {ends for dispute in disputes(view) for ends in dispute.marks}
    for ends, edge in view.edges.items():
        # What another blanket has, but the target's own has not, is seen as well.
        shown = present.issuperset(ends) or (target in ends and ends in doubted)
        if ends not in known and shown:
            links.append(_elsewhere(edge))
    links += _ghosts(by_target, step, target, present, known)
    if truth is not None:
        links += missing_links(truth, target, found, over=view.finished is not None)
    marked = tuple(_marked(links, doubted, truth))
    scene = Scene(
        target,
        tuple(found),
        marked,
        event if isinstance(event, ev.Tested) else None,
        concerned(event),
        _chip(view, header.algorithm, in_letters(header.names, LONGEST_HEADING)[target], target),
        missed=((), ()) if truth is None or view.finished is None else _missed(truth, target, found),
        nobody=TOO_FEW_ROWS if view.finished is not None and by_target.trace.too_few_rows else "none",
    )
    ends_here = view.finished is not None and view.finished.target == target
    return _noted(scene, by_target.trace) if ends_here else scene


def field_scene(scene: Scene, view: View, truth: Edges | None = None) -> Scene:
    """A local scene as the map has it: every edge learnt so far, whoever's blanket it belongs to."""
    links = {link.ends: link for link in scene.links if link.kind is not LinkKind.GHOST}
    found = [UNSEEN] * len(scene.standings)
    for x in _present(scene.standings):
        found[x] = scene.standings[x]
    more: list[Link] = [_elsewhere(edge) for ends, edge in view.edges.items() if ends not in links]
    known = set(links) | {link.ends for link in more}
    for blanket in () if view.whole else view.blankets.values():
        more += [
            Link(x, blanket.target, LinkKind.OTHER)
            for x in blanket.pc
            if (min(x, blanket.target), max(x, blanket.target)) not in known
        ]
    for x in {x for link in more for x in link.ends}:
        if found[x].role is Role.UNSEEN:
            found[x] = Standing(Role.UNDECIDED)
    doubted = {ends for dispute in disputes(view) for ends in dispute.marks}
    shown = (*links.values(), *_marked(more, doubted, truth))
    return replace(scene, standings=tuple(found), links=shown)


def with_strokes(scene: Scene, firmness: Firmness) -> Scene:
    """The same with every arrow as thick as it is firm: by how far alpha may move before it changes."""
    links = (
        replace(link, stroke=stroke_of(firmness.of(*link.ends).margin))
        if link.directed and is_final(link, firmness)
        else link
        for link in scene.links
    )
    return replace(scene, links=tuple(links))


def as_measured(scene: Scene, trace: Trace | None, *, firm: bool) -> Scene:
    """The same with what is known of how firm its edges are: line weights if `firm`, and who is weak."""
    firmness = known_firmness(trace) if trace is not None and firm else None
    weak = None if trace is None else known_weak_edges(trace)
    scene = scene if firmness is None else with_strokes(scene, firmness)
    if weak is None or trace is None:
        return scene
    scene = with_weak(scene, weak)
    return _noted(scene, trace) if scene.note else scene


def with_weak(scene: Scene, weak: WeakEdges) -> Scene:
    """The same with every edge marked that rests on too few rows."""
    links = tuple(
        replace(link, weak=True) if link.ends in weak and _ends_as(link, weak.found[link.ends]) else link
        for link in scene.links
    )
    return replace(scene, links=links)


def with_rule(
    scene: Scene, trace: Trace, step: int, event: Event | None, about: Pair | None, *, fires: bool = True
) -> Scene:
    """The scene after `step` events, with the rule drawn of the arrow `about`, which the user has chosen, or
    else of the event if it `fires`."""
    if about is not None:
        argument = argument_of_edge(trace, step, *about)
    else:
        argument = argument_of_event(trace, step, event) if fires else None
    return scene if argument is None else replace(scene, argument=argument, chosen=about is not None)


def is_final(link: Link, firmness: Firmness) -> bool:
    """Is it what the run ends with? Of what is found on the way nothing is known."""
    return _ends_as(link, firmness.of(*link.ends).edge)


def _ends_as(link: Link, edge: FoundEdge | None) -> bool:
    if edge is None or link.kind in (LinkKind.CANDIDATE, LinkKind.GHOST, LinkKind.MISSING):
        return False
    return link.tail == edge.tail if edge.rule and link.directed else link.directed == bool(edge.rule)


def stroke_of(margin: float) -> float:
    """From thin at a factor of 2.5 to thick at 50, in steps of a tenth: as many pictures are kept of each."""
    share = min(max((margin - CLOSE) / (FIRM - CLOSE), 0.0), 1.0)
    return round(THINNEST + (THICKEST - THINNEST) * share, 1)


def concerned(event: Event | None) -> Members:
    """The variables a fact is about; a test has rings of its own."""
    match event:
        case ev.Entered() | ev.Left() | ev.Barred() | ev.RuledOut() | ev.FalseNeighbour():
            return (event.x,)
        case ev.Separated() | ev.NotSeparated() | ev.Undecidable():
            return (event.x,)
        case ev.Found():
            return event.parents + event.children
        case ev.Oriented() | ev.Conflicted():
            return (event.tail, event.head)
        case ev.Joined():
            return (event.x, event.y)
    return ()


def _present(found: Sequence[Standing]) -> list[int]:
    """Who is neither unseen nor dismissed; of thousands of variables, nearly all are."""
    unseen, dismissed = Role.UNSEEN, Role.DISMISSED
    roles = map(attrgetter("role"), found)
    return [x for x, role in enumerate(roles) if role is not unseen and role is not dismissed]


def _try(event: Event | None, found: list[Standing], *, asking: bool) -> None:
    """While its tests run, a variable that is tried as a spouse counts as a candidate."""
    if not isinstance(event, ev.Tested) or line(event.at).purpose not in SPOUSES:
        return
    for x in (event.x, event.y):
        if found[x].role in (Role.DISMISSED, Role.UNSEEN):
            separator = found[x].separator
            # Asked again given {Y} ∪ Sep(X): what is not in Sep(X) is the Y it would be a spouse through.
            through = tuple(y for y in event.z if y not in (separator or ()))
            asked_again = line(event.at).purpose == AGAIN
            found_one = asked_again and not event.independent and len(through) == 1 and not asking
            through = through if found_one else ()
            found[x] = Standing(Role.CANDIDATE, through, separator)


def _blanket_links(view: View, target: int, found: list[Standing]) -> Iterator[Link]:
    blanket = view.blankets.get(target)
    if blanket is None:
        return
    for x in blanket.pc:
        role, sign = found[x].role, _badge(view, blanket, x)
        if role is Role.PARENT:
            yield Link(x, target, LinkKind.PARENT, directed=True, badge=sign)
        elif role is Role.CHILD:
            yield Link(target, x, LinkKind.CHILD, directed=True, badge=sign)
        else:
            yield Link(target, x, LinkKind.UNDECIDED)
    for x in blanket.mb:
        yield Link(target, x, LinkKind.MEMBER)
    for x in _present(found):
        standing = found[x]
        if standing.role is Role.SPOUSE:
            for child in standing.through:
                # Until the child is known to be one, the arrow into it is not claimed.
                certain = found[child].role is Role.CHILD
                kind = LinkKind.SPOUSE if certain else LinkKind.CANDIDATE
                rule = view.edges[pair(x, child)].rule if view.whole else SPOUSE
                yield Link(x, child, kind, directed=True, badge=badge(rule) if certain else "")
        elif standing.role is Role.CANDIDATE:
            for child in standing.through:
                yield Link(x, child, LinkKind.CANDIDATE, directed=True)


def _elsewhere(edge: Edge) -> Link:
    return Link(edge.tail, edge.head, LinkKind.OTHER, bool(edge.rule), badge(edge.rule))


def _badge(view: View, blanket: Blanket, x: int) -> str:
    edge = view.edges.get((min(x, blanket.target), max(x, blanket.target)))
    rule = blanket.reasons.get(x, "") or (edge.rule if edge else "")
    return badge(rule)


def _ghosts(
    by_target: FactsByTarget, step: int, target: int, present: set[int], known: set[tuple[int, int]]
) -> Iterator[Link]:
    """The last removals, if they were told just before; a neighbour's only while it is the current event."""
    names = by_target.trace.header.names
    shown = 0
    facts_before = by_target.facts_before(step)
    for age, fact in enumerate(
        reversed(by_target.trace.facts[max(facts_before - GHOST_FACTS, 0) : facts_before])
    ):
        if shown == GHOSTS:
            return
        match fact:
            case ev.Left(x=x, through=int(child)) if fact.target == target:
                if present.issuperset((x, child)) and (min(x, child), max(x, child)) not in known:
                    shown += 1
                    label = f"{names[x]}, {names[child]} separated by {braced(names, fact.z)}"
                    yield Link(x, child, LinkKind.GHOST, label=label)
            case ev.Left(through=None) | ev.FalseNeighbour() if fact.target == target and age == 0:
                shown += 1
                yield Link(target, fact.x, LinkKind.GHOST)


def _marked(links: Iterable[Link], doubted: Set[Pair], truth: Edges | None) -> Iterator[Link]:
    """The links with their conflicts, and with ✓ or ✗ where the truth is known."""
    for link in links:
        right = None
        if truth is not None and link.directed and link.kind not in (LinkKind.CANDIDATE, LinkKind.MISSING):
            right = (link.tail, link.head) in truth
        conflict = link.ends in doubted and link.kind not in (LinkKind.GHOST, LinkKind.MISSING)
        yield replace(link, conflict=conflict, truth=right) if conflict or right is not None else link


def missing_links(truth: Edges, target: int, found: list[Standing], *, over: bool) -> list[Link]:
    """The true arrows at the target that are out of the question by now: dismissed, or when all is `over`."""
    links = []
    for tail, head in sorted(truth):
        if target in (tail, head):
            role = found[head if tail == target else tail].role
            if role is Role.DISMISSED or (over and role not in (*_NEIGHBOURS, Role.MEMBER)):
                links.append(Link(tail, head, LinkKind.MISSING, directed=True))
    return links


def _missed(truth: Edges, target: int, found: list[Standing]) -> tuple[Members, Members]:
    """True neighbours and true spouses of the target that were not found as such, in column order."""
    true = {end for edge in truth if target in edge for end in edge} - {target}
    children = {head for tail, head in truth if tail == target}
    spouses = {tail for tail, head in truth if head in children} - {target} - true
    neighbours = sorted(x for x in true if found[x].role not in (*_NEIGHBOURS, Role.MEMBER))
    members = (*_NEIGHBOURS, Role.SPOUSE, Role.MEMBER)
    return tuple(neighbours), tuple(sorted(x for x in spouses if found[x].role not in members))


def _chip(view: View, algorithm: str, name: str, target: int) -> str:
    return call(algorithm, name) if target in view.blankets else name


def _noted(scene: Scene, trace: Trace) -> Scene:
    """The same with the summary of the run, as far as it is known."""
    found = shown_summary(trace)
    if found is None:
        return scene
    kinds = {doubt.kind for doubt in found.doubts} - {BY_KNOWLEDGE}
    return replace(
        scene, note=found.short, doubted=bool(kinds), disputed=not kinds.isdisjoint((CYCLE, CONTRADICTION))
    )
