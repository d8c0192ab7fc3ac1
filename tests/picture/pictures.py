"""What is drawn of some runs at some steps, as text: who stands where, the links, and how a rule is drawn.

Without a window: letters are seven pixels wide, and numbers are whole.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from dataclasses import fields, is_dataclass
from enum import Enum
from itertools import islice, pairwise, product
from pathlib import Path

import msgspec
import numpy as np

from elcs_gui.picture.argument_drawing import Nodes, drawing, in_words
from elcs_gui.picture.facts_by_target import FactsByTarget
from elcs_gui.picture.hub import HubPlan
from elcs_gui.picture.hub_slots import hub as about
from elcs_gui.picture.labels import LABEL_LIMITS, Labels, half_height, half_width
from elcs_gui.picture.live_sets import live_sets
from elcs_gui.picture.local import LocalPlan, Room
from elcs_gui.picture.outlines import corner_radius, way_round
from elcs_gui.picture.pattern_places import seat_pattern
from elcs_gui.picture.places import best_plan, in_tray, places_of
from elcs_gui.picture.scene import Link, Scene, field_scene, local_scene, with_rule
from elcs_gui.picture.slots import seating
from elcs_gui.picture.stage_strip import strips
from elcs_gui.trace.events import Entered, Event, SpousesCopied
from elcs_gui.trace.roles import standings
from elcs_gui.trace.stages import stage_spans
from elcs_gui.trace.timeline import Timeline
from elcs_gui.trace.trace import Trace
from elcs_gui.trace.view import View, advance
from tests.picture.test_hub import hub
from tests.picture.test_local_layout import blanket
from tests.proof.test_argument import small
from tests.traces import trace_of

GOLDEN = Path(__file__).parents[1] / "golden" / "pictures.txt"
ROOMS = {"wide": Room(640, 370), "small": Room(400, 260), "large": Room(1000, 600)}
RULES = ("shared-causes", "rule-collider", "rule-r2", "rule-r3", "rule-r4")


def chained(facts: list[Event]) -> list[Event]:
    """Spouses that children share with one another, all in one family."""
    at = next(place for place, fact in enumerate(facts) if isinstance(fact, SpousesCopied))
    more = [
        msgspec.structs.replace(fact, through=fact.through + 2)
        for fact in facts[:at]
        if isinstance(fact, Entered) and fact.through in (1, 2, 3, 4)
    ]
    return [*facts[:at], *more, *facts[at:]]


PLANS = {
    "chained": chained(hub(7, 2, 3, 6)),
    "hub": hub(14, 5, 3, 6, 2),
    "causes": hub(0, 12, 0, 0, 2),
    "few": hub(7, 2, 3, 6),
    "lanes": blanket(12, 7, 5),
}
"""Facts about a variable that many others stand about."""
RUNS = ("fig3", "fig4", "child", "asia:pc", "asia:iamb", "child:cmb", *RULES)
CASES = [f"{run} {room}" for run in (*RUNS, *PLANS) for room in ("wide", "small")]
CASES += [*(f"{run} large" for run in ("fig3", *RULES)), "names"]
STEPS = 10
LONG = [
    f"volume of the {side} ventricle{at}"
    for side, at in product(("left", "right", "117", "118"), ("", " at rest", " at work"))
] + [f"{side} ventricle of the heart 17" for side in ("left", "right", "1", "2")]
"""Names that have to be shortened."""


def run_of(name: str) -> Trace:
    return small(name) if name in RULES else trace_of(*name.split(":"))


def lines(case: str) -> Iterator[str]:
    """Some facts of a run and the steps before, each in a line or two; or a plan after some of its facts."""
    if case == "names":
        yield from short_names()
        return
    name, room = case.split()
    if name in PLANS:
        yield from (f"{case} {planned}" for planned in plans(PLANS[name], ROOMS[room]))
        return
    trace, place = run_of(name), ROOMS[room]
    told = [step for step, event in enumerate(trace, 1) if not hasattr(event, "statistic")]
    firing = [step for step in told if getattr(trace[step - 1], "rule", "")]
    chosen = sorted(
        {told[i * (len(told) - 1) // (STEPS - 1)] for i in range(STEPS)} | {*firing[:3], *firing[-3:]}
    )
    by_target, timeline = FactsByTarget(trace), Timeline(trace)
    labels = Labels(trace.header.names, len_of)
    for step in sorted({*chosen, *(step - 1 for step in chosen[1::3])}):
        view, event = timeline.view(step), trace[step - 1]
        scene = with_rule(local_scene(by_target, view, step, event), trace, step, event, None)
        yield f"{case} {step}: {picture(scene, by_target, labels, place, step)}"
        if room == "small":
            yield f"{case} {step} sets: {said(live_sets(trace, step, view, timeline.view(step - 1)))}"
        if step == chosen[-1]:
            yield f"{case} {step} map: {links(field_scene(scene, view))}"
            yield f"{case} {step} stages: {said(strips(trace, stage_spans(trace)))}"


def short_names() -> Iterator[str]:
    labels = Labels(LONG, len_of)
    for limit in LABEL_LIMITS:
        yield f"names {limit:g}: {', '.join(labels.short(x, limit)[0] for x in range(len(LONG)))}"


def plans(facts: list[Event], room: Room) -> Iterator[str]:
    """In columns and in lanes: who stands where after so many facts, the ways there, and what is free."""
    size = 1 + max(fact.x for fact in facts if isinstance(fact, Entered))
    widths = [80.0 + 3 * x for x in range(size)]
    told = list(enumerate(facts, 1))
    view = View()
    for plan in (HubPlan(about(told, 0), 0, widths, room), LocalPlan(seating(told, 0), 0, widths, room)):
        view = View()
        for number, fact in told:
            view = advance(view, fact)
            if number % (len(facts) // 3):
                continue
            found = standings(view, 0, size)
            places = [(x, plan.place(x, standing, number)) for x, standing in enumerate(found)]
            seats = [(x, place, plan.route(x, found[x], number)) for x, place in places if place is not None]
            ends = [place for _, place, _ in seats]
            between = (*pairwise(ends), *product(ends[1:9:3], ends[:1]))
            ways = [plan.way(*pair) for pair in between]
            free = [list(islice(plan.visitors(3, found, number, of_target=it), 3)) for it in (False, True)]
            titles = plan.titles(found, number)
            yield f"{number}: {said([seats, free, ways, plan.box(found, number), titles])}"
        yield f"zoom {said(plan.zoom(room), 100)}"


def picture(scene: Scene, by_target: FactsByTarget, labels: Labels, room: Room, step: int) -> str:
    names, size = by_target.trace.header.names, len(scene.standings)
    plan, limit, _ = best_plan(by_target, scene.target, labels, [room])
    compact = isinstance(plan, HubPlan)
    places, guests = places_of(scene, plan, by_target.facts_before(step))
    xy = np.full((size, 2), math.nan)
    for x, at in places.items():
        xy[x] = at
    half = [
        (half_width(standing.role, labels.short(x, limit)[1], compact=compact),
         half_height(standing.role, compact=compact)) for x, standing in enumerate(scene.standings)
    ]  # fmt: skip
    shown = {x: half[x] for x in places}
    drawn = ""
    if scene.argument is not None:
        bounds = (-room.width / 2, -room.height / 2, room.width / 2, room.height / 2)
        xy, large = seat_pattern(xy, scene, labels, bounds, shown)
        w, h = (np.array(column) for column in zip(*half, strict=True))
        for x, (scale, _) in large.items():
            w[x], h[x] = w[x] * scale, h[x] * scale
        r = np.array([corner_radius(standing.role, h[x], 1.0) for x, standing in enumerate(scene.standings)])
        nodes = Nodes(scene.target, names, xy, w, h, r, bounds)
        drawn = f"{in_words(scene.argument, names)} {said(drawing(nodes, scene.argument, len_of))}"
    seats = ", ".join(
        f"{names[x]} {standing.role.name.lower()} {said(xy[x])}{' guest' if x in guests else ''}"
        for x, standing in enumerate(scene.standings)
        if not np.isnan(xy[x, 0])
    )
    tray = f"{said(by_target.left(step, scene.target))} {said(in_tray(scene, by_target, step))}"
    bent = said([bend for link in scene.links if (bend := _bend(link, xy, half)) is not None])
    zoom = said(plan.zoom(room), 100)
    return " | ".join((scene.chip, scene.note, seats, tray, zoom, links(scene), bent, drawn))


def _bend(link: Link, xy: np.ndarray, half: list[tuple[float, float]]) -> object:
    """What a link is bent through, for the nodes between its ends."""
    others = [x for x in np.flatnonzero(~np.isnan(xy[:, 0])).tolist() if x not in link.ends]
    w, h = np.array([half[x] for x in others]).reshape(-1, 2).T
    a, b = xy[link.tail], xy[link.head]
    if np.isnan([a, b]).any():
        return None
    return [way_round(a, b, xy[others], w, h, np.zeros(2), strict=strict) for strict in (False, True)]


def len_of(text: str) -> float:
    return 7.0 * len(text)


def links(scene: Scene) -> str:
    return "; ".join(said(link) for link in scene.links)


def said(thing: object, finely: float = 1) -> str:
    """Numbers are whole ones of so many parts; what lies between two of them is no halves or quarters."""
    if isinstance(thing, Enum):
        return thing.name.lower()
    if isinstance(thing, float | np.floating):
        return "-" if math.isnan(thing) else str(math.floor(thing * finely + 0.437))
    if isinstance(thing, np.ndarray | list | tuple):
        return f"({' '.join(said(each) for each in thing)})"
    if isinstance(thing, Mapping):
        return said([*thing.items()])
    if is_dataclass(thing):
        values = [(getattr(thing, field.name), field.default) for field in fields(thing)]
        return said([value for value, usual in values if value != usual])
    return str(thing)
