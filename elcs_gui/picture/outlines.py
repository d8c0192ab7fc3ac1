"""The outlines of nodes, in numbers: where a line leaves them, and whether a point is inside.

A node is a box of half width w and half height h whose corners are rounded with radius r, or a hexagon
(r < 0) whose left and right points reach `POINT` beyond its flat sides.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

from elcs_gui.picture.labels import HEXAGONS
from elcs_gui.trace.roles import Role

Floats = NDArray[np.float64]

POINT = 10.0
HEXAGON = -1.0
_HALVINGS = 13


def corner_radius(role: Role, h: float, scale: float) -> float:
    """Of the node of a variable with this role, so high at this scale."""
    return HEXAGON if role in HEXAGONS else 7.0 * scale if role is Role.PARENT else h


def inside(
    dx: Floats, dy: Floats, w: Floats, h: Floats, r: Floats, pad: Floats | float = 0.0
) -> NDArray[np.bool_]:
    """Is the point at (dx, dy) from the centre inside the outline, widened by `pad`?"""
    return _outline(w, h, r, pad)(np.abs(dx), np.abs(dy))


def _outline(
    w: Floats, h: Floats, r: Floats, pad: Floats | float
) -> Callable[[Floats, Floats], NDArray[np.bool_]]:
    """The same as a question of how far across and down, for many points about the same nodes."""
    wide, high = w + pad, h + pad
    round_r = np.where(r < 0, 0.0, r) + pad
    flat_x, flat_y = wide - round_r, high - round_r
    slope = POINT * np.minimum(h / 16.0, 1.6)
    reach, steep = wide + 0.2 * np.asarray(pad), np.maximum(high, 1e-9)
    hexagonal: NDArray[np.bool_] = r < 0

    def within(ax: Floats, ay: Floats) -> NDArray[np.bool_]:
        low = ay <= high
        corner = np.hypot(np.maximum(ax - flat_x, 0.0), np.maximum(ay - flat_y, 0.0)) <= round_r
        hexagon = low & (ax <= reach - slope * ay / steep)
        return np.where(hexagonal, hexagon, low & (ax <= wide) & corner)

    return within


def leave(start: Floats, end: Floats, w: Floats, h: Floats, r: Floats, pad: Floats | float) -> Floats:
    """Where the lines from the centres `start` to `end` cross the outlines round `start`; rows of (x, y)."""
    step = end - start
    low, high = np.zeros(len(start)), np.ones(len(start))
    within = _outline(w, h, r, pad)
    across, down = np.abs(step[:, 0]), np.abs(step[:, 1])
    for _ in range(_HALVINGS):
        middle = (low + high) / 2
        still = within(across * middle, down * middle)
        low, high = np.where(still, middle, low), np.where(still, high, middle)
    crossing: Floats = start + step * low[:, None]
    return crossing


def segment_hits_boxes(
    a: Sequence[float], b: Sequence[float], centres: Floats, w: Floats, h: Floats
) -> NDArray[np.bool_]:
    """Which boxes does the segment a–b touch? (Slabs: the overlap of the two parameter intervals.)"""
    a_, d = np.asarray(a, dtype=float), np.asarray(b, dtype=float) - np.asarray(a, dtype=float)
    d = np.where(np.abs(d) < 1e-9, 1e-9, d)
    half = np.stack([w, h], axis=1)
    t0, t1 = (centres - half - a_) / d, (centres + half - a_) / d
    enter, exit_ = np.minimum(t0, t1).max(axis=1), np.maximum(t0, t1).min(axis=1)
    hit: NDArray[np.bool_] = (enter <= exit_) & (exit_ >= 0) & (enter <= 1)
    return hit


def distance_to_segments(x: float, y: float, starts: Floats, ends: Floats) -> Floats:
    """From one point to many segments."""
    d = ends - starts
    length = np.maximum((d * d).sum(axis=1), 1e-9)
    t = np.clip(((x - starts[:, 0]) * d[:, 0] + (y - starts[:, 1]) * d[:, 1]) / length, 0.0, 1.0)
    distance: Floats = np.hypot(starts[:, 0] + t * d[:, 0] - x, starts[:, 1] + t * d[:, 1] - y)
    return distance


def box_at(x: float, y: float, centres: Floats, w: Floats, h: Floats) -> int | None:
    """The box under a point, by half widths and half heights; of several the one whose centre is nearest."""
    hits = np.flatnonzero((np.abs(centres[:, 0] - x) <= w) & (np.abs(centres[:, 1] - y) <= h))
    if not len(hits):
        return None
    return int(hits[np.argmin(np.hypot(centres[hits, 0] - x, centres[hits, 1] - y))])


def line_at(
    x: float,
    y: float,
    starts: Floats,
    ends: Floats,
    controls: Mapping[int, tuple[float, float]],
    slack: float,
) -> int | None:
    """The line under a point; `controls` are those of the lines that are bent, by their places."""
    if not len(starts):
        return None
    distance = distance_to_segments(x, y, starts, ends)
    for i, control in controls.items():
        via = np.array(control) / 2 + (starts[i] + ends[i]) / 4
        legs = np.stack([starts[i], via]), np.stack([via, ends[i]])
        distance[i] = distance_to_segments(x, y, *legs).min()
    nearest = int(np.argmin(distance))
    return nearest if distance[nearest] <= slack else None


def way_round(
    a: Floats,
    b: Floats,
    centres: Floats,
    w: Floats,
    h: Floats,
    middle: Floats | None = None,
    within: tuple[float, float, float, float] = (-np.inf, -np.inf, np.inf, np.inf),
    *,
    strict: bool = False,
) -> tuple[float, float] | None:
    """The control point of a curve from a to b that touches no box, if the straight line does; else None.

    A gentle bend that touches little rather than a wide one that touches nothing, unless `strict`; rather
    away from `middle` than round it, and not out of the box `within`.
    """
    d = b - a
    length = float(np.hypot(d[0], d[1]))
    if (
        length < 1.0
        or not len(centres)
        or not segment_hits_boxes(a.tolist(), b.tolist(), centres, w, h).any()
    ):
        return None
    normal = np.array([-d[1], d[0]]) / length
    if middle is not None and float(((a + b) / 2 - middle) @ normal) < 0:
        normal = -normal
    bends, along = (_STRICT_BENDS, _STRICT_ALONG) if strict else (_BENDS, np.full(len(_BENDS), 0.5))
    controls = a + d * along[:, None] + normal * (bends * length)[:, None]
    points = (_CURVE[:, :1] * a + _CURVE[:, 2:] * b) + _CURVE[:, 1:2] * controls[:, None, :]
    dx = np.abs(points[:, :, None, 0] - centres[:, 0]) <= w + 3.0
    dy = np.abs(points[:, :, None, 1] - centres[:, 1]) <= h + 3.0
    beyond = np.any((points < within[:2]) | (points > within[2:]), axis=2)
    touched = np.sum(dx & dy, axis=(1, 2)) * (4.0 if strict else 1.0)
    cost = touched + beyond.sum(axis=1) + 4.0 * np.abs(bends) + 2.0 * np.abs(along - 0.5)
    x, y = controls[int(np.argmin(cost))].tolist()
    return x, y


_BENDS = np.array([s * size for size in (0.14, 0.25, 0.35, 0.45, 0.58, 0.72, 0.95, 1.2) for s in (1, -1)])
_STRICT_BENDS, _STRICT_ALONG = (part.ravel() for part in np.meshgrid(_BENDS, [0.5, 0.3, 0.7, 0.1, 0.9]))
"""Also with the bend nearer to one end."""
_T = np.linspace(0.02, 0.98, 25)[:, None]
_CURVE = np.concatenate([(1 - _T) ** 2, 2 * _T * (1 - _T), _T**2], axis=1)
"""Weights of start, control point and end along a quadratic curve."""
