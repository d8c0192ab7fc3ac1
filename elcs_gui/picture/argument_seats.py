"""Where everything stands while a rule is drawn: its variables in its pattern, the others beside."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from elcs_gui.picture.outlines import Floats, segment_hits_boxes
from elcs_gui.trace.rules import Pattern

Box = tuple[float, float, float, float]
"""Left, top, right, bottom."""

WIDE, HIGH = 232.0, 176.0
"""Between the seats of a pattern, if there is room."""
LARGE, SMALL = 1.3, 1.0
"""Scale of its nodes: where it has all its room, and where it is tight."""
TIGHT = 118.0
"""Less than this between the rows makes the nodes smaller."""
SHORTEST_LINK, EASY_LINK, LONGEST_LINK = 56.0, 88.0, 130.0
"""Between two that stand side by side; nodes are made smaller before links get hard to read."""
RIM = 8.0
"""Round a target."""
GHOST = 46.0
"""Kept free around the pattern: dotted lines are led there."""
_GRID = 14.0
_TRIED = 80
"""So many free places are looked at for one whose link is in nobody's way."""


@dataclass(frozen=True)
class Seats:
    """Where the variables of a rule stand, and how large.

    Attributes:
        places: by variable.
        box: of the nodes and of what is led round them.
    """

    places: Mapping[int, tuple[float, float]]
    scale: float
    box: Box

    def fits_across(self, bounds: Box) -> bool:
        """Is there room for names as wide as these?"""
        return self.box[0] >= bounds[0] and self.box[2] <= bounds[2]


@dataclass(frozen=True)
class Seating:
    """Who is to be seated within the bounds, as near as can be to a point; half sizes are at scale 1."""

    pattern: Pattern
    cast: Sequence[int]
    half_widths: Mapping[int, float]
    half_height: float
    near: tuple[float, float]
    bounds: Box

    def seats(self) -> Seats:
        """A chain as a row, if there is room for that; else as the pattern has it."""
        return self._as_a_row() or self._as_the_pattern()

    def _as_the_pattern(self) -> Seats:
        left, top, right, bottom = self.bounds
        scale = LARGE
        for scale in (LARGE, (LARGE + SMALL) / 2, SMALL):
            outer = max(self.half_widths[x] for x in self.cast) * scale
            across = min(
                WIDE * (1.35 if (0.5, 0.5) in self.pattern.seats else 1.0), right - left - 2 * (GHOST + outer)
            )
            # Where it is tight, dotted lines have their room below alone.
            spare = bottom - top - 2 * (self.half_height * scale + GHOST)
            above = GHOST if spare >= TIGHT else RIM
            down = min(HIGH if above == GHOST else TIGHT, spare + GHOST - above)
            if down >= TIGHT and across >= 2 * outer + 24.0:
                break
        across, down = max(across, 2 * outer + 24.0, 120.0), max(down, 84.0)
        if len({y for _, y in self.pattern.seats}) == 1:
            down = 0.0
        half_w, half_h = across / 2 + outer + GHOST, down / 2 + self.half_height * scale
        x = _within(self.near[0], left + half_w, right - half_w)
        y = _within(self.near[1], top + half_h + above, bottom - half_h - GHOST)
        places = {
            variable: (x + (at_x - 0.5) * across, y + (at_y - 0.5) * down)
            for variable, (at_x, at_y) in zip(self.cast, self.pattern.seats, strict=True)
        }
        return Seats(places, scale, (x - half_w, y - half_h - above, x + half_w, y + half_h + GHOST))

    def _as_a_row(self) -> Seats | None:
        """Then the dotted line of a chain is led below or above all of it."""
        if any(at_x != at_y for at_x, at_y in self.pattern.seats):
            return None
        left, top, right, bottom = self.bounds
        order = [x for _, x in sorted(zip(self.pattern.seats, self.cast, strict=True))]
        for scale in (LARGE, (LARGE + SMALL) / 2, SMALL):
            widths = [self.half_widths[x] * scale for x in order]
            gap = min((right - left - 2 * (sum(widths) + RIM)) / (len(order) - 1), LONGEST_LINK)
            if gap < (SHORTEST_LINK if scale == SMALL else EASY_LINK):
                continue
            half_w = sum(widths) + gap * (len(order) - 1) / 2 + RIM
            half_h = self.half_height * scale + GHOST
            x = _within(self.near[0], left + half_w, right - half_w)
            y = _within(self.near[1], top + half_h, bottom - half_h)
            places, at = {}, x - half_w + RIM
            for variable, half in zip(order, widths, strict=True):
                places[variable] = (at + half, y)
                at += 2 * half + gap
            return Seats(places, scale, (x - half_w, y - half_h, x + half_w, y + half_h))
        return None


def _within(value: float, low: float, high: float) -> float:
    return (low + high) / 2 if low > high else min(max(value, low), high)


def step_aside(
    xy: Floats,
    others: Sequence[int],
    w: Floats,
    h: Floats,
    box: Box,
    bounds: Box,
    joined: Mapping[int, Sequence[tuple[float, float]]],
) -> Floats:
    """The places with the `others` out of the box: each to the nearest free place, or nowhere (nan).

    `joined` are the places to which links of theirs lead: no link runs under a node if that can be helped.
    """
    found = xy.copy()
    left, top, right, bottom = box
    inside = [
        x for x in others
        if left - w[x] < xy[x, 0] < right + w[x] and top - h[x] < xy[x, 1] < bottom + h[x]
    ]  # fmt: skip
    standing = [x for x in others if x not in inside]
    grid = np.stack(
        np.meshgrid(np.arange(bounds[0], bounds[2] + 1, _GRID), np.arange(bounds[1], bounds[3] + 1, _GRID)),
        axis=-1,
    ).reshape(-1, 2)
    for x in inside:
        free = _free(grid, w[x], h[x], box, bounds)
        for other in standing:
            apart_x = np.abs(free[:, 0] - found[other, 0]) >= w[x] + w[other] + 8.0
            free = free[apart_x | (np.abs(free[:, 1] - found[other, 1]) >= h[x] + h[other] + 8.0)]
        if not len(free):
            found[x] = np.nan
            continue
        nearest = free[np.argsort(np.hypot(*(free - xy[x]).T), kind="stable")[:_TRIED]]
        nodes = found[standing], w[standing] + 3.0, h[standing] + 3.0
        lines = joined.get(x, ())
        found[x] = next(
            (at for at in nearest if not any(segment_hits_boxes(end, at, *nodes).any() for end in lines)),
            nearest[0],
        )
        standing.append(x)
    return found


def _free(grid: Floats, w: float, h: float, box: Box, bounds: Box) -> Floats:
    """The points about which a node of this size lies within the bounds and outside the box."""
    x, y = grid[:, 0], grid[:, 1]
    fits = (x >= bounds[0] + w) & (x <= bounds[2] - w) & (y >= bounds[1] + h) & (y <= bounds[3] - h)
    outside = (x <= box[0] - w) | (x >= box[2] + w) | (y <= box[1] - h) | (y >= box[3] + h)
    found: Floats = grid[fits & outside]
    return found
