"""A rule as a page draws it, on every sheet: its variables seated by its pattern, and what joins them.

    sheet   [box, nodes, solids, dotted, numbers, tags, crosses]
    box     left, top, right, bottom of all of it: whoever stands there steps aside
    node    [variable, x, y, half width, half height, text, scale]
    solid   [tail, head, x, y, x, y, look]    from end to end; look: arrow, link, conclusion, or both-ways
    dotted  [kind, corners, cut, label]       cut: [x, y, dx, dy] or []; label: [text, x, y, half width] or []
    number  [number, x, y, hollow]            tag, cross  [x, y]

Units are those of the room of the sheet (see `drawing`), from its left and its top.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

import numpy as np

from elcs_gui.picture.argument_drawing import LABEL, Nodes, Solid, drawing
from elcs_gui.picture.argument_seats import Box
from elcs_gui.picture.labels import LABEL_SIZE, Labels, half_height, half_width
from elcs_gui.picture.local import Point, Room
from elcs_gui.picture.outlines import corner_radius
from elcs_gui.picture.pattern_places import seats_of
from elcs_gui.picture.scene import Scene
from elcs_gui.proof.argument import Argument

MARGIN = 6.0
_WORDS = 12.0
"""Size of labels."""


def rule_sheet(
    scene: Scene,
    argument: Argument,
    labels: Labels,
    measure: Callable[[str], float],
    places: dict[int, Point],
    room: Room,
) -> list[Any]:
    """The drawing of a rule for one room; `places` is where variables stand in it."""
    bounds = (MARGIN, MARGIN, room.width - MARGIN, room.height - MARGIN)
    there = np.array([places[x] for x in argument.cast if x in places]).reshape(-1, 2)
    found, limit = seats_of(scene, argument, labels, there, bounds)
    count, scale = len(labels.names), found.scale
    w, h, r = np.zeros((3, count))
    nodes = Nodes(scene.target, labels.names, np.full((count, 2), np.nan), w, h, r, bounds)
    forms = []
    for x, place in found.places.items():
        role = scene.role(x)
        text, width = labels.short(x, limit)
        nodes.xy[x] = place
        nodes.w[x] = half_width(role, width) * scale
        nodes.h[x] = half_height(role) * scale
        nodes.r[x] = corner_radius(role, nodes.h[x], scale)
        forms.append([x, *_rounded(place), *_rounded((nodes.w[x], nodes.h[x])), text, round(scale, 2)])
    made = drawing(nodes, argument, lambda text: measure(text) * _WORDS / LABEL_SIZE)
    box, dotted = found.box, []
    for line in made.dotted:
        label: list[Any] = []
        if line.label_at is not None:
            (across, down), half = line.label_at, measure(line.label) * _WORDS / LABEL_SIZE / 2 + 8.0
            box = _joined(box, (across - half, down - LABEL / 2, across + half, down + LABEL / 2))
            label = [line.label, *_rounded((across, down, half))]
        cut = [] if line.cut is None else [*_rounded(line.cut[0]), *(round(part, 3) for part in line.cut[1])]
        dotted.append([line.kind.value, [_rounded(corner) for corner in line.corners], cut, label])
    return [
        _rounded(box),
        forms,
        [_solid(solid) for solid in made.solids],
        dotted,
        [[number.value, *_rounded(number.at), int(number.hollow)] for number in made.numbers],
        [_rounded(at) for at in made.tags],
        [_rounded(at) for at in made.crosses],
    ]


def _solid(solid: Solid) -> list[Any]:
    look = "conclusion" if solid.concluded else "arrow" if solid.directed else "link"
    ends = _rounded((*solid.start, *solid.end))
    return [solid.tail, solid.head, *ends, "both-ways" if solid.both_ways else look]


def _joined(a: Box, b: Box) -> Box:
    return min(a[0], b[0]), min(a[1], b[1]), max(a[2], b[2]), max(a[3], b[3])


def _rounded(numbers: Iterable[float]) -> list[float]:
    return [round(float(number), 1) for number in numbers]
