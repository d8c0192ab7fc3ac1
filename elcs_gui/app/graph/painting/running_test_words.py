"""Where the words of the running test stand: its verdict, and what names its conditioning set.

They keep clear of nodes, titles and each other. Each has a few places where one looks for it; where all of
them are taken, it goes to the nearest free one.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from elcs_gui.app.graph.frame import Frame
from elcs_gui.app.graph.painting.mark_painter import drawn_lines
from elcs_gui.picture.outlines import Floats

Spot = tuple[float, float]
Way = Sequence[Spot]

HIDDEN, LEGIBLE = 40.0, 12.0
"""So many pixels of others, with what is kept from them, may be covered by the verdict and by plain words;
beyond, another place is looked for."""
RING = 6.0
"""Kept from the two that are asked about: they have rings."""
CLEAR = 3.0
LOOKED_AT = 60
"""So many of the places are held against lines, which takes longest."""
ON_A_LINE = 14.0
"""What it costs to stand on a piece of a link."""
ACROSS, DOWN = 14.0, 9.0
"""Between the places that are tried all over the picture."""
ON_THE_WAY = (0.5, 0.42, 0.58, 0.34, 0.66, 0.26, 0.74)
BESIDE_IT = tuple((t, side) for t in (0.5, 0.35, 0.65, 0.2) for side in (26.0, -26.0, 44.0, -44.0))


def verdict_spot(frame: Frame, way: Way, width: float, height: float) -> Spot:
    """On the way of the test, as near to its middle as nothing is covered; else beside it, else near it.

    Among the rows of a hub there is no room: then beside the target.
    """
    taken, size = _taken(frame), (width / 2, height / 2)
    if frame.in_columns:
        x, y = frame.xy[frame.scene.target].tolist()
        aside = float(frame.w[frame.scene.target]) + width / 2 + 20.0
        tries = [[(x - aside, y - 8.0), (x + aside, y - 8.0)]]
        middle = (x, y)
    else:
        tries = [[_along(way, t) for t in ON_THE_WAY], _beside(way, width)]
        middle = _along(way, 0.5)
    best, least = middle, math.inf
    for spots in (*tries, None):
        at = _all_over(frame, *size) if spots is None else _inside(frame, spots, *size)
        if not len(at):
            continue
        far = np.hypot(*(at - middle).T)
        hidden = _covered(taken, at, *size)
        place = int(np.argmin(hidden + 0.25 * far))
        if hidden[place] < least - 1.0:
            best, least = (float(at[place, 0]), float(at[place, 1])), float(hidden[place])
        if least <= HIDDEN:
            break
    return best


def set_spot(
    frame: Frame, spots: Sequence[Spot], way: Way, verdict: Sequence[float], width: float
) -> tuple[Spot, float]:
    """Which of the places for the name of the conditioning set covers least, or a free one near them.

    With what it hides there. `verdict` is where that is, by its middle and half its size.
    """
    taken, size = np.concatenate([_taken(frame), np.reshape(verdict, (-1, 4))]), (width / 2, 8.0)
    own, lines = _points(way), np.empty((0, 2))
    if not frame.in_columns:  # there lines are everywhere
        pieces = drawn_lines(frame)
        lines = np.concatenate([pieces.reshape(-1, 2), pieces.mean(axis=2).reshape(-1, 2)])
    best, least = spots[0], math.inf
    for at in (_inside(frame, spots, *size), _all_over(frame, *size)):
        if not len(at):
            continue
        far = np.hypot(*(at[:, None] - np.array(spots)).T).min(axis=0)
        hidden = _covered(taken, at, *size)
        few = np.argsort(hidden + 0.25 * far, kind="stable")[:LOOKED_AT]
        hidden = hidden[few] + HIDDEN * (_on(own, at[few], size) > 0)
        hidden += ON_A_LINE * _on(lines, at[few], size)
        place = int(np.argmin(hidden + 0.25 * far[few]))
        if hidden[place] < least:
            (x, y), least = at[few[place]].tolist(), float(hidden[place])
            best = (x, y)
        if least <= LEGIBLE:
            break
    return best, least


def _points(way: Way) -> Floats:
    """A way as points so close that none of its pieces is overlooked."""
    corners = np.array(way)
    run = np.concatenate([[0.0], np.cumsum(np.hypot(*np.diff(corners, axis=0).T))])
    at = np.arange(0.0, run[-1] + 1.0, 8.0)
    return np.stack([np.interp(at, run, corners[:, axis]) for axis in (0, 1)], axis=1)


def _on(points: Floats, at: Floats, size: Spot) -> NDArray[np.intp]:
    """How many of the points lie in a box about each place."""
    inside = np.abs(at[:, None] - points) < np.array(size) + 2.0
    count: NDArray[np.intp] = np.all(inside, axis=2).sum(axis=1)
    return count


def _taken(frame: Frame) -> Floats:
    """The nodes and titles: middles and half sizes, with what is kept from them."""
    shown, test = frame.shown, frame.scene.test
    asked = np.isin(shown, () if test is None else (test.x, test.y))
    pad = np.where(asked, CLEAR if frame.in_columns else RING, CLEAR)
    nodes = np.stack([*frame.xy[shown].T, frame.w[shown] + pad, frame.h[shown] + pad], axis=1)
    return np.concatenate([nodes, np.reshape(frame.words, (-1, 4))])


def _covered(taken: Floats, at: Floats, w: float, h: float) -> Floats:
    """How much of what is taken a box about each place covers, in pixels."""
    over = np.maximum(w + taken[:, 2] - np.abs(at[:, None, 0] - taken[:, 0]), 0.0)
    over *= np.maximum(h + taken[:, 3] - np.abs(at[:, None, 1] - taken[:, 1]), 0.0)
    covered: Floats = over.sum(axis=1)
    return covered


def _inside(frame: Frame, spots: Sequence[Spot], w: float, h: float) -> Floats:
    """The places, moved so far that nothing stands out of the picture."""
    left, top, right, bottom = frame.bounds
    low = left + w, top + h
    moved: Floats = np.clip(np.array(spots), low, np.maximum(low, (right - w, bottom - h)))
    return moved


def _all_over(frame: Frame, w: float, h: float) -> Floats:
    left, top, right, bottom = frame.bounds
    xs, ys = np.arange(left + w, right - w, ACROSS), np.arange(top + h, bottom - h, DOWN)
    return np.stack(np.meshgrid(xs, ys), axis=-1).reshape(-1, 2)


def _beside(way: Way, width: float) -> list[Spot]:
    """Places at either side of a way that is too short to carry anything."""
    start, end = way[0], way[-1]
    length = max(math.dist(start, end), 1.0)
    nx, ny = -(end[1] - start[1]) / length, (end[0] - start[0]) / length
    found = []
    for t, side in BESIDE_IT:
        x, y = _along(way, t)
        found.append((x + nx * side * (1.0 + abs(nx) * width / 90.0), y + ny * side))
    return found


def _along(corners: Way, t: float) -> Spot:
    """The point after the part t of a line."""
    left = t * sum(math.dist(a, b) for a, b in pairwise(corners))
    for (ax, ay), (bx, by) in pairwise(corners):
        length = math.dist((ax, ay), (bx, by))
        if left <= length and length > 0:
            return ax + (bx - ax) * left / length, ay + (by - ay) * left / length
        left -= length
    return corners[-1]
