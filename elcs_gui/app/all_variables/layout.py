"""Which variables are on the map of all, where they stand, and which edges lead round others."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from elcs_gui.app.graph.layout.field_spread import Box, spread
from elcs_gui.app.graph.layout.map_members import (
    AROUND,
    MOST_WHOLE,
    Association,
    MapMembers,
    everybody,
    surroundings,
)
from elcs_gui.inquiry.all_targets import Accord, JointEdge
from elcs_gui.picture.outlines import Floats, way_round

MOST_NAMED = 120
"""With more variables each is a dot, and names stand where there is room."""
MOST_BENT = 150
"""With more edges none is led round a node."""
GAP, BORDER = 22.0, 16.0
_MOST_STRETCH = (2.2, 1.6)
"""Of a small map, across and down."""

Links = Sequence[Association]
_PRESSING = (Accord.OPPOSED, Accord.ONE_END, Accord.UNDIRECTED, Accord.AGREED)


def members_of(
    count: int,
    links: Links,
    edges: Sequence[JointEdge],
    target: int,
    sought: JointEdge | int | None,
) -> MapMembers:
    """Everybody; of many variables what was found, the most pressing first, and who is linked with that.

    The target of the run in the workspace is among them, and who or what was sought.
    """
    if count <= MOST_WHOLE:
        return everybody(count, links)

    def pressing(edge: JointEdge) -> tuple[bool, bool, int]:
        return edge != sought, target not in edge.ends, _PRESSING.index(edge.accord)

    own, found = {target}, []
    for edge in sorted(edges, key=pressing):
        own |= {*edge.ends}
        if len(own) > AROUND:
            break
        found.append((edge.tail, edge.head, 1.0))
    seen = [(edge.tail, edge.head, 1.0) for edge in edges]
    return surroundings(count, [*links, *seen], target, found, sought if isinstance(sought, int) else None)


def fitting(world: Floats, half: Floats | None, area: Box) -> Floats:
    """The map in an area of the panel; with `half` sizes, no two nodes lie on each other."""
    if not len(world):
        return world
    border = np.array([BORDER, BORDER]) if half is None else half.max(axis=0)
    low, high = world.min(axis=0), world.max(axis=0)
    room = np.array([area[2] - area[0], area[3] - area[1]]) - 2 * border
    # Both ways by themselves: names are wide, and there is mostly more room across than down.
    stretch = np.minimum(np.maximum(room, 80.0) / np.maximum(high - low, 1.0), _MOST_STRETCH)
    middle = np.array([area[0] + area[2], area[1] + area[3]]) / 2
    at: Floats = (world - (low + high) / 2) * stretch + middle
    return at if half is None else spread(at, half, np.ones(len(at)), GAP, area)


def bends(
    xy: Floats, half: Floats, ends: Sequence[tuple[int, int]]
) -> dict[tuple[int, int], tuple[float, float]]:
    """The control points of the edges that would run through a node."""
    found = {}
    for a, b in ends if len(ends) <= MOST_BENT else ():
        others = np.setdiff1d(np.arange(len(xy)), (a, b))
        control = way_round(xy[a], xy[b], xy[others], half[others, 0] + 3.0, half[others, 1] + 3.0)
        if control is not None:
            found[a, b] = control
    return found
