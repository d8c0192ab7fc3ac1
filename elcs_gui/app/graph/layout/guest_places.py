"""Who is only there to be tested stands where nobody else does."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from elcs_gui.picture.outlines import Floats

ACROSS, DOWN = 12.0, 8.0
"""Between the places that are tried."""
RINGS, CLOSE = 13.0, -0.5
"""Kept round who is asked about, and in the close rows of a hub."""


def free_place(
    at: Floats,
    half: tuple[float, float],
    taken: Floats,
    bounds: tuple[float, float, float, float],
    apart: float,
) -> Floats:
    """The place nearest to `at` where a node so large meets nothing; `at` itself if there is none.

    `taken` are middles and half sizes.
    """
    w, h = half[0] + apart, half[1] + apart
    left, top, right, bottom = bounds
    low = np.array([left + w, top + h])
    inside = np.clip(at, low, np.maximum(low, (right - w, bottom - h)))
    if _is_free(inside[None], (w, h), taken)[0]:
        return inside
    xs, ys = np.arange(left + w, right - w, ACROSS), np.arange(top + h, bottom - h, DOWN)
    spots = np.stack(np.meshgrid(xs, ys), axis=-1).reshape(-1, 2)
    spots = spots[_is_free(spots, (w, h), taken)]
    if not len(spots):
        return inside
    nearest: Floats = spots[np.argmin(np.hypot(*(spots - inside).T))]
    return nearest


def _is_free(spots: Floats, half: tuple[float, float], taken: Floats) -> NDArray[np.bool_]:
    between = np.abs(spots[:, None] - taken[:, :2]) - taken[:, 2:] - np.array(half)
    free: NDArray[np.bool_] = (between > 0.0).any(axis=2).all(axis=1)
    return free
