"""Frames on the way: everything is decided for the frame in which nodes arrive, only places are others.

Which links bend, where on them marks stand, which names fit and what stands round the graph does not change
while nodes glide: so nothing jumps at the end, and a frame on the way costs little more than painting it.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from elcs_gui.app.graph.frame import Frame
from elcs_gui.picture.outlines import Floats, leave


@dataclass(frozen=True)
class Course:
    """What the links of all frames on the way have in common; two rows for a link, tails before heads.

    Attributes:
        ends: whose outline is left there; w, h, r, pads: of that outline.
        bent: the links that are led round something, and `aside`, how far from their middle they are led.
    """

    ends: NDArray[np.intp]
    w: Floats
    h: Floats
    r: Floats
    pads: Floats
    bent: NDArray[np.intp]
    aside: Floats


def gliding(goal: Frame, xy: Floats) -> Frame:
    """What is seen when everything is at `xy`, on its way to where `goal` has it."""
    still = (xy == goal.xy).all(axis=1)
    stands = bool(still[goal.scene.target])
    ways = {x: way for x, way in goal.ways.items() if stands and still[x]}
    made = replace(goal, xy=xy, goal=goal, ways=ways, routes={}, controls={}, grown={}, moving=True, _kept={})
    test = goal.scene.test
    if test is None or not (still[test.x] and still[test.y]):
        made.detour = None
    if not goal.links:
        return made
    course = goal.once("course", None, lambda: _course(goal))
    count = len(goal.links)
    here = xy[course.ends]
    there = np.concatenate([here[count:], here[:count]])
    if len(course.bent):
        via = (here[course.bent] + there[course.bent]) / 2 + course.aside
        there[course.bent] = there[course.bent + count] = via
        made.controls = {i: (x, y) for i, (x, y) in zip(course.bent.tolist(), via.tolist(), strict=True)}
    crossings = leave(here, there, course.w, course.h, course.r, course.pads)
    made.starts, made.ends = crossings[:count], crossings[count:]
    for i, route in goal.routes.items():
        link = goal.links[i]
        if stands and still[link.tail] and still[link.head]:
            made.routes[i] = route
            made.starts[i], made.ends[i] = goal.starts[i], goal.ends[i]
    return made


def _course(goal: Frame) -> Course:
    tail, head, pad_tail, pad_head = goal.link_ends()
    ends = np.concatenate([tail, head])
    bent = np.array(sorted(goal.controls), dtype=np.intp)
    via = np.array([goal.controls[i] for i in bent.tolist()]).reshape(-1, 2)
    aside = via - (goal.xy[tail[bent]] + goal.xy[head[bent]]) / 2
    pads = np.concatenate([pad_tail, pad_head])
    return Course(ends, goal.w[ends], goal.h[ends], goal.r[ends], pads, bent, aside)
