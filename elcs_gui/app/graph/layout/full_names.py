"""Names that were shortened for the whole recording, written out where there is room for them now.

A plan has to hold everybody who is ever shown, so its names are as short as its fullest moment wants them. In
the picture of one step most of those places are empty.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

from elcs_gui.picture.outlines import Floats, segment_hits_boxes

Form = tuple[str, float]
"""A way to write a name, and half the width of its node then."""
Line = tuple[Sequence[float], Sequence[float]]
"""From here to there."""

APART = 10.0
"""Kept between two nodes side by side."""
FOR_AN_ARROW = 40.0
"""Kept between two that are linked: an arrow with its mark has to be seen between them."""
CLEAR = 8.0
"""Kept from a line, which may carry a mark."""
OVER = 6.0
"""Kept between two, one above the other."""


def written_out(
    forms: Mapping[int, Sequence[Form]],
    xy: Floats,
    w: Floats,
    h: Floats,
    linked: Iterable[tuple[int, int]],
    lines: Sequence[tuple[int, int, Line]],
    bounds: tuple[float, float, float, float],
    scale: float,
) -> dict[int, Form]:
    """By variable, the longest of its forms that touches nothing; none where what it has is the longest.

    Everybody gets a little more before anybody gets all. `forms` go from short to long; `lines` come with the
    variables at their ends, whose nodes they may touch.
    """
    found: dict[int, Form] = {}
    wide = w.copy()
    pairs = {frozenset(pair) for pair in linked}
    others = np.flatnonzero(~np.isnan(xy[:, 0]) & (h > 0.0))
    for place in range(max(map(len, forms.values()), default=0)):
        for x in forms:
            if place >= len(forms[x]):
                continue
            text, half = forms[x][place]
            rest = others[others != x]
            gaps = np.array([FOR_AN_ARROW if frozenset((x, y)) in pairs else APART for y in rest.tolist()])
            if half <= wide[x] or not _fits(x, half, xy, wide, h, rest, gaps * scale, bounds):
                continue
            if any(_crossed(x, half, xy, h, line) for a, b, line in lines if x not in (a, b)):
                continue
            found[x], wide[x] = (text, half), half
    return found


def _fits(
    x: int,
    half: float,
    xy: Floats,
    w: Floats,
    h: Floats,
    rest: NDArray[np.intp],
    gaps: Floats,
    bounds: tuple[float, float, float, float],
) -> bool:
    at = xy[x]
    if at[0] - half < bounds[0] or at[0] + half > bounds[2]:
        return False
    beside = np.abs(xy[rest, 0] - at[0]) >= half + w[rest] + gaps
    across, down = np.abs(xy[rest, 0] - at[0]), np.abs(xy[rest, 1] - at[1]) - h[x] - h[rest]
    # In close rows some are nearer than that anyway.
    over = (down >= OVER) | ((down >= 0.0) & (across < w[x] + w[rest]))
    return bool((beside | over).all())


def _crossed(x: int, half: float, xy: Floats, h: Floats, line: Line) -> bool:
    sizes = np.array([half + CLEAR]), np.array([h[x] + CLEAR])
    return bool(segment_hits_boxes(*line, xy[[x]], *sizes).any())


def step_inwards(
    xy: Floats, short: Floats, whole: Floats, h: Floats, bounds: tuple[float, ...], scale: float
) -> Floats:
    """The places with who stands at the rim as far inwards as its whole name needs, if that has room there.

    `short` and `whole` are half the widths of the nodes, `h` half their heights.
    """
    found = xy.copy()
    for place in range(len(found)):
        at = min(max(found[place, 0], bounds[0] + whole[place]), bounds[2] - whole[place])
        beside = np.abs(found[:, 0] - at) >= short + whole[place] + APART * scale
        over = np.abs(found[:, 1] - found[place, 1]) >= h + h[place] + OVER
        if np.all(np.delete(beside | over, place)):
            found[place, 0] = at
    return found
