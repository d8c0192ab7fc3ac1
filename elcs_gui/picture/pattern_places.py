"""Where everything stands while a rule is drawn, in whichever view: its variables in their pattern and large,
the others beside them."""

from __future__ import annotations

from collections.abc import Mapping, Set

import numpy as np

from elcs_gui.picture.argument_seats import Box, Seating, Seats, step_aside
from elcs_gui.picture.labels import Labels, half_height, half_width
from elcs_gui.picture.outlines import Floats
from elcs_gui.picture.scene import Scene
from elcs_gui.proof.argument import Argument
from elcs_gui.trace.roles import Role

Large = dict[int, tuple[float, float]]
"""By variable, its scale and the room for its name."""


def seat_pattern(
    screen: Floats,
    scene: Scene,
    labels: Labels,
    bounds: Box,
    sizes: Mapping[int, tuple[float, float]],
    absent: Set[int] = frozenset(),
) -> tuple[Floats, Large]:
    """The places with the rule's variables on their seats, and how large these are.

    `sizes` are half the widths and heights of who has to step aside; `absent` is who stands nowhere near.
    """
    argument = scene.argument
    assert argument is not None
    cast = argument.cast
    there = screen[[x for x in cast if x not in absent and not np.isnan(screen[x, 0])]]
    found, limit = seats_of(scene, argument, labels, there, bounds)
    others = [x for x in sizes if x not in cast]
    w, h = np.zeros(len(screen)), np.zeros(len(screen))
    for x in others:
        w[x], h[x] = sizes[x]
    joined: dict[int, list[tuple[float, float]]] = {}
    for link in scene.links:
        for one, other in ((link.tail, link.head), (link.head, link.tail)):
            if one in sizes and other in found.places:
                joined.setdefault(one, []).append(found.places[other])
    placed = step_aside(screen, others, w, h, found.box, bounds, joined)
    for x, place in found.places.items():
        placed[x] = place
    return placed, dict.fromkeys(cast, (found.scale, limit))


def seats_of(
    scene: Scene, argument: Argument, labels: Labels, there: Floats, bounds: Box
) -> tuple[Seats, float]:
    """The seats of a rule's variables, near where some of them are, and the room for their names."""
    near = there.mean(axis=0) if len(there) else (np.array(bounds[:2]) + np.array(bounds[2:])) / 2
    middle, tall = (float(near[0]), float(near[1])), half_height(Role.TARGET)
    for limit in labels.limits:
        widths = {x: half_width(scene.role(x), labels.short(x, limit)[1]) for x in argument.cast}
        found = Seating(argument.pattern, argument.cast, widths, tall, middle, bounds).seats()
        if found.fits_across(bounds):
            break
    return found, limit
