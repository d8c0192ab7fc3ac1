"""Room for names on the map: nodes are moved off each other and out from under what stands in the corners.

Also the rings of hops: circles about the target that tell who is one learnt edge away from who is further.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Sequence

import numpy as np
from numpy.typing import NDArray

from elcs_gui.picture.outlines import Floats

Box = tuple[float, float, float, float]
ROUNDS = 120
MOST_HOPS = 4
STRAY = 0.15
"""A ring may have this part of the variables on its wrong side; then it is not drawn."""


def spread(
    at: Floats,
    half: Floats,
    free: Floats,
    gap: float,
    area: Box | None = None,
    corners: Sequence[Box] = (),
) -> Floats:
    """Places near `at` for boxes of these half sizes, `gap` apart from each other if there is room.

    `free` is how far each may be moved, from 0 to 1. With an `area` (left, top, right, bottom) no box that
    is free leaves it or comes under one of the `corners`, however crowded it gets.
    """
    at = at.copy()
    need_x, need_y = (half[:, None, axis] + half[None, :, axis] + gap for axis in (0, 1))
    order = np.sign(np.arange(len(at))[:, None] - np.arange(len(at))[None, :])
    held = free > 0
    for _ in range(ROUNDS):
        before = at.copy()
        dx, dy = (at[:, None, axis] - at[None, :, axis] for axis in (0, 1))
        over_x, over_y = need_x - np.abs(dx), need_y - np.abs(dy)
        hit = (over_x > 0.5) & (over_y > 0.5)
        np.fill_diagonal(hit, val=False)
        # Only the few that meet are looked at further.
        a, b = np.nonzero(hit)
        if len(a):
            over = np.stack([over_x[a, b], over_y[a, b]], axis=1)
            d = at[a] - at[b]
            side = np.where(d == 0.0, order[a, b][:, None], np.sign(d))
            # Out by the way that is shorter for its size, so that a crowd grows evenly.
            sideways = over[:, 0] / need_x[a, b] < over[:, 1] / need_y[a, b]
            for axis, chosen in ((0, sideways), (1, ~sideways)):
                push = np.bincount(a[chosen], (over * side)[chosen, axis], len(at))
                count = np.bincount(a[chosen], minlength=len(at))
                at[:, axis] += free * 0.4 * push / np.maximum(count, 1) ** 0.5
        if area is not None:
            _hold(at, half, held, area, corners)
        if np.abs(at - before).max() < 0.5:
            break
    return at


def _hold(at: Floats, half: Floats, held: NDArray[np.bool_], area: Box, corners: Sequence[Box]) -> None:
    """Bring boxes back into the area, and out of the corners."""
    low, high = np.array(area[:2]), np.array(area[2:])
    inside = np.clip(at, low + half, np.maximum(high - half, low + half))
    at[held] = inside[held]
    for left, top, right, bottom in corners:
        under = (
            held
            & (at[:, 0] + half[:, 0] > left)
            & (at[:, 0] - half[:, 0] < right)
            & (at[:, 1] + half[:, 1] > top)
            & (at[:, 1] - half[:, 1] < bottom)
        )
        for x in np.flatnonzero(under).tolist():
            w, h = half[x]
            ways = [
                (abs(at[x, 0] - (left - w)), 0, left - w),
                (abs(at[x, 0] - (right + w)), 0, right + w),
                (abs(at[x, 1] - (top - h)), 1, top - h),
                (abs(at[x, 1] - (bottom + h)), 1, bottom + h),
            ]
            fitting = [
                way
                for way in ways
                if low[way[1]] + half[x, way[1]] <= way[2] <= high[way[1]] - half[x, way[1]]
            ]
            _, axis, place = min(fitting or ways)
            at[x, axis] = place


def fitted(
    xy: Floats, area: Box, border: tuple[float, float], corner: Box, most: float
) -> tuple[float, float, float]:
    """The largest zoom, up to `most`, and the shift at which the places are in an area and not in its corner.

    `border` is the least distance from the sides of the area; the corner is the one at the lower right.
    """
    low, high = xy.min(axis=0), xy.max(axis=0)
    size = np.maximum(high - low, 1.0)
    found: list[tuple[bool, float, float, float]] = []
    for part in (0.0, 0.25, 0.5, 0.75, 1.0):
        for right, bottom in (
            (area[2] + part * (corner[0] - area[2]), area[3]),
            (area[2], area[3] + part * (corner[1] - area[3])),
        ):
            room = np.array([right - area[0] - 2 * border[0], bottom - area[1] - 2 * border[1]])
            zoom = float(min(*(np.maximum(room, 80.0) / size), most))
            shift = np.array([area[0] + right, area[1] + bottom]) / 2 - (low + high) / 2 * zoom
            on_screen = xy * zoom + shift
            hidden = (on_screen[:, 0] > corner[0]) & (on_screen[:, 1] > corner[1])
            found.append((not hidden.any(), zoom, float(shift[0]), float(shift[1])))
    clear = [fit for fit in found if fit[0]] or found
    return max(clear, key=lambda fit: fit[1])[1:]


def hops(links: Iterable[tuple[int, int]], target: int) -> dict[int, int]:
    """How many links every variable that can be reached is away from the target.

    The window does without networkx, which takes longer to load than this.
    """
    beside: dict[int, list[int]] = {}
    for x, y in links:
        beside.setdefault(x, []).append(y)
        beside.setdefault(y, []).append(x)
    found = {target: 0}
    queue = deque([target])
    while queue:
        x = queue.popleft()
        for y in sorted(beside.get(x, ())):
            if y not in found:
                found[y] = found[x] + 1
                queue.append(y)
    return found


def hop_rings(distance: Floats, hop: NDArray[np.intp]) -> list[tuple[int, float]]:
    """(hops, radius) of the circles worth drawing, given how far each variable is from the target.

    A circle is worth it if there is somebody beyond and hardly anybody stands on the wrong side; a map need
    not show hops as distances.
    """
    rings: list[tuple[int, float]] = []
    for count in range(1, min(int(hop.max(initial=0)) - 1, MOST_HOPS) + 1):
        near, far = distance[hop <= count], distance[hop > count]
        if not len(near):
            continue
        tries = np.sort(distance)
        radii = (tries[1:] + tries[:-1]) / 2
        wrong = (near[None, :] > radii[:, None]).sum(axis=1) + (far[None, :] <= radii[:, None]).sum(axis=1)
        best = int(np.argmin(wrong))
        radius = float(radii[best])
        apart = radius - (rings[-1][1] if rings else 0.0)
        if wrong[best] <= STRAY * len(distance) and apart > 30.0:
            rings.append((count, radius))
    return rings
